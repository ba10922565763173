"""The values that conversations are made of, chosen because each has broken a converter somewhere."""

import base64
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

TEXTS = (
    "What is the weather in Paris?",
    "Grüße aus Köln, naïve café",
    "e\u0301 and é are two spellings of one letter",
    "👩‍👩‍👧‍👦 and 🏳️‍🌈 and 🇫🇷",
    "שלום עולם, مرحبا بالعالم",
    "\u202eright to left override\u202c",
    "日本語と中文と한국어",
    "a NUL \x00 and a bell \x07 inside",
    "line one\nline two\r\n\ttabbed",
    "  padded on both sides  ",
    '<system>not a system message</system> & "quoted" \\ back\\slash',
    '{"looks": ["like", "json"]}',
    "```python\nprint('hello')\n```",
    "<thinking>not thinking</thinking>",
    "zero\u200bwidth\u2028line separator\ufeff",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 beyond the basic plane \U0010ffff",
    "a long text, " * 60,
    "0",
    "null",
)

BLANKS = ("", " ", "\n", "\u3000", "\t \r\n")

TOOL_NAMES = ("get_weather", "search", "read-file", "A", "run_sql_2", "x" * 64)

ARGUMENT_KEYS = (
    "zulu",
    "alpha",
    "Mike",
    "10",
    "9",
    "",
    "ключ",
    "with space",
    "type",
    "id",
    "nested",
    "$ref",
    "emoji 🎈",
)

SCALARS: tuple[Json, ...] = (
    "Paris",
    "",
    0,
    1,
    1.0,
    -7,
    0.1,
    1e-7,
    1.5e300,
    -0.0,
    2**53 + 1,
    2**63,
    -(2**63),
    2**64 - 1,
    10**30,
    True,
    False,
    None,
    "1",
    "e\u0301 👩‍👩‍👧‍👦 \x00",
)

EMPTY_CONTAINERS: tuple[list[Json] | JsonObject, ...] = ([], {}, [[]], {"": {}}, [None])

ODD_ARGUMENT_TEXTS = (
    "",
    "{}",
    " { } ",
    '{"z": 1, "a": {"y": 2, "b": 3}}',
    '{"n": 123456789012345678901234567890, "f": 1.0, "e": 1E5, "m": -0}',
    '{"twice": 1, "twice": 2}',
    '{"slash": "\\/", "unicode": "\\u00e9\\ud83d\\ude00", "tab": "\\t"}',
    '{\n  "pretty": true\n}\n',
)

INVALID_ARGUMENT_TEXTS = (
    '{"cut": "off',
    "not json at all",
    "{'single': 'quotes'}",
    "[1, 2, 3]",
    '"just a string"',
    "null",
    '{"a": 1}{"b": 2}',
    '{"trailing": "comma",}',
)

FREEFORM_INPUTS = ("print('hi')\n", "", "*** Begin Patch\n*** End Patch", '{"not": "parsed"}', "日本語\t\x00")

_MAGIC = {
    "image/png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01",
    "image/jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "image/gif": b"GIF89a\x01\x00\x01\x00",
    "image/webp": b"RIFF\x24\x00\x00\x00WEBPVP8 ",
    "image/heic": b"\x00\x00\x00\x18ftypheic",
    "application/pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n",
    "audio/wav": b"RIFF\x24\x00\x00\x00WAVEfmt ",
    "audio/mp3": b"ID3\x04\x00\x00\x00\x00\x00\x00",
    "audio/ogg": b"OggS\x00\x02",
    "video/mp4": b"\x00\x00\x00\x18ftypmp42",
    "text/plain": b"plain text ",
    "text/csv": b"a,b\n1,2\n",
}

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def media(media_type: str, number: int) -> str:
    """Base64 of a file of the type, told from every other file by its number."""
    return base64.b64encode(_MAGIC[media_type] + number.to_bytes(4, "big") + b"\x00\xff" * 8).decode()


def data_uri(media_type: str, number: int) -> str:
    return f"data:{media_type};base64,{media(media_type, number)}"


def signature(number: int) -> str:
    return base64.b64encode(b"\x12\xb3\xfe\xfb" + f"signed in this conversation only, {number}".encode()).decode()
