"""Tokens without a tokenizer: how near the estimate comes to what providers counted, and how it grows [L9]."""

import base64
import statistics
import struct
import time
import zlib
from typing import Any

import pytest

import segue
from segue.conversation import AnyBlock, Base64
from segue.models import Model, default_registry
from segue.tokens import Tokens, estimate
from segue.tokens.media import senses_of
from segue.tokens.pixels import size_of
from segue.tokens.text import text_tokens
from support.corpus import records
from support.token_counts import Counted, counted

CLAUDE = default_registry().model("claude-opus-4-5")
GPT = default_registry().model("gpt-4o")
GEMINI = default_registry().model("gemini-2.5-pro")


def of(conversation: object, model: Model = GPT) -> Tokens:
    return estimate(segue.decode(conversation), model)


class TestTexts:
    @pytest.mark.parametrize(
        ("text", "tokens"),
        [
            # As o200k_base counts them.
            ("The quick brown fox jumps over the lazy dog.", 10),
            ("Der schnelle braune Fuchs springt über den faulen Hund.", 13),
            ("Съешь же ещё этих мягких французских булок", 14),
            ("素早い茶色の狐はのろまな犬を飛び越える。", 17),
            ('{"city": "Lisbon", "units": "metric", "days": 3}', 17),
            ("def add(left: int, right: int) -> int:\n    return left + right\n", 18),
        ],
    )
    def test_are_near_what_a_tokenizer_counts(self, text: str, tokens: int) -> None:
        assert text_tokens(text) == pytest.approx(tokens, rel=0.35)

    def test_half_characters_count_too(self) -> None:
        assert text_tokens("\ud83d") > 0

    def test_grow_with_the_text_and_so_does_the_time(self) -> None:
        """A hundred times the text: as many times the tokens, and nothing quadratic [L9]."""
        text = "Lisbon is warm in May; 24 °C, says the 3rd report.\n" * 2000

        def seconds(given: str) -> float:
            started = time.perf_counter()
            text_tokens(given)
            return time.perf_counter() - started

        assert text_tokens(text * 100) == pytest.approx(text_tokens(text) * 100, rel=0.01)
        assert seconds(text * 100) < max(400 * min(seconds(text) for _ in range(5)), 3)


HELLO = [{"role": "user", "content": "Hello there"}]


def image(data: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": data}}]}]


class TestConversations:
    def test_parts_add_up(self) -> None:
        tools: list[Any] = [
            {"type": "function", "function": {"name": "f", "description": "Does it.", "parameters": {}}}
        ]
        told = of({"messages": [{"role": "system", "content": "Be brief."}, *HELLO]})
        armed = of({"messages": HELLO, "tools": tools})
        plain = of(HELLO)
        assert told.total > plain.total
        assert armed.tools > plain.tools == 0
        assert plain.total == plain.messages + plain.system + plain.tools + plain.media
        assert plain.low <= plain.total <= plain.high

    def test_nothing_is_nothing(self) -> None:
        assert estimate(segue.Conversation(), GEMINI).total == 0

    def test_thinking_of_old_turns_may_or_may_not_count(self) -> None:
        thought = segue.Thinking(text="I weigh it. " * 200)
        asked, answered = segue.user("Well?"), segue.assistant(thought, segue.Text(text="Yes."))
        under_way = estimate(segue.Conversation((asked, answered)), CLAUDE)
        over = estimate(segue.Conversation((asked, answered, segue.user("Thanks."))), CLAUDE)
        assert over.total < 100 < under_way.total
        assert over.high > under_way.total

    def test_every_kind_of_block_is_counted(self) -> None:
        kinds: list[AnyBlock] = [
            segue.Refusal(text="No."),
            segue.ToolCall(id="c1", name="f", raw_arguments='{"a": 1}'),
            segue.ServerToolCall(name="web_search", raw_input='{"q": "warm"}', output="24 °C"),
            segue.ServerToolResult(name="web_search", output="24 °C"),
            segue.Compaction(summary="We talked."),
            segue.Opaque(kind="odd", text="words"),
            segue.ToolChange(added=(segue.Tool("f", "Does it."),)),
            segue.Document(source=segue.PlainText("A whole page."), title="Page"),
            segue.Document(source=segue.Parts((segue.Text(text="A part."),))),
            segue.Document(source=segue.Base64("JVBERi0=", "application/pdf")),
            segue.Audio(source=segue.Base64("AAAA", "audio/wav")),
            segue.Video(source=segue.Url("https://example.com/a.mp4")),
            segue.Image(source=segue.FileId("file_1")),
        ]
        empty = estimate(segue.Conversation((segue.user(""),)), CLAUDE).high
        for block in kinds:
            assert estimate(segue.Conversation((segue.Message("assistant", (block,)),)), CLAUDE).high > empty


def png(width: int, height: int) -> str:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IEND", b"")).decode()


GIF = base64.b64encode(b"GIF89a" + struct.pack("<HH", 300, 200)).decode()
JPEG = base64.b64encode(
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xc0\x00\x11\x08\x01\x2c\x02\x58\x03"
).decode()
WEBP = base64.b64encode(
    b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x57\x02\x00\x2b\x01\x00"
).decode()


class TestPictures:
    @pytest.mark.parametrize(
        ("data", "size"), [(png(640, 480), (640, 480)), (GIF, (300, 200)), (JPEG, (600, 300)), (WEBP, (600, 300))]
    )
    def test_tell_their_size_in_their_first_bytes(self, data: str, size: tuple[int, int]) -> None:
        assert size_of(Base64(data)) == size
        for end in range(0, len(data), 4):
            size_of(Base64(data[:end]))  # whatever is missing: no size, and no error

    @pytest.mark.parametrize(
        ("model", "size", "tokens"),
        [
            # As the vendors publish it, or as it was measured with their own counters.
            ("gpt-4o", (1024, 1024), 765),
            ("gpt-4o", (2048, 4096), 1105),
            ("o1", (1024, 1024), 675),
            ("gpt-4.1-mini", (1024, 1024), 1659),
            ("gpt-5.5", (1920, 1080), 2448),
            ("claude-opus-4-5", (1024, 1024), 1369),
            ("claude-opus-4-5", (3840, 2160), 1560),
            ("claude-opus-5", (1920, 1080), 2691),
            ("gemini-2.5-pro", (300, 300), 258),
            ("gemini-2.5-pro", (960, 540), 258 * 6),
            ("gemini-3-pro", (4000, 3000), 1100),
        ],
    )
    def test_are_counted_as_their_vendor_does(self, model: str, size: tuple[int, int], tokens: int) -> None:
        said = image(f"data:image/png;base64,{png(*size)}")
        assert of(said, default_registry().model(model)).media == pytest.approx(tokens, rel=0.03)

    def test_everybody_has_a_way_to_count(self) -> None:
        assert senses_of("") == senses_of("nobody-has-heard-of-it")

    def test_of_unknown_size_have_a_wide_range(self) -> None:
        tokens = of(image("https://example.com/a.png"), CLAUDE)
        assert tokens.high > 5 * tokens.low


@pytest.fixture(scope="module")
def recorded() -> list[Counted]:
    if not records("openai-completions"):
        pytest.skip("no recorded traffic: set SEGUE_CORPUS to the folder that holds it")
    return list(counted())


class TestRecordedRequests:
    """What docs/planning.md says of the estimate is held here."""

    @pytest.mark.parametrize(
        ("family", "median", "ninth_of_ten", "inside"),
        [("openai", 0.06, 0.2, 0.9), ("anthropic", 0.14, 0.4, 0.9), ("gemini", 0.16, 3, 0.85)],
    )
    def test_are_as_long_as_we_say(
        self, recorded: list[Counted], family: str, median: float, ninth_of_ten: float, inside: float
    ) -> None:
        ours = [each for each in recorded if each.family == family and each.plain]
        errors = sorted(each.error for each in ours)
        assert len(ours) > 200
        assert statistics.median(errors) <= median
        assert errors[len(errors) * 9 // 10] <= ninth_of_ten
        assert sum(each.inside for each in ours) >= inside * len(ours)
