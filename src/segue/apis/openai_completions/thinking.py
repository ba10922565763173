"""The keys in which hosts put a model's reasoning beside its answer → one thought."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, Final

from segue.apis.openai_completions.wire import API
from segue.apis.reading import Wired, objects, only_objects, text_or_none
from segue.conversation import Original, Thinking
from segue.errors import expected

#: The keys in which dialects put a model's reasoning beside its answer.
REASONING_KEYS: Final = ("reasoning_content", "reasoning", "reasoning_details")


def read_reasoning(wire: Wired) -> Thinking | None:
    """Read what a model thought before it answered."""
    details = wire.get("reasoning_details")
    if details:
        return _reasoning_details(wire, details)
    said = {key: text for key in ("reasoning_content", "reasoning") if (text := text_or_none(wire, key))}
    if not said:
        return None
    return Thinking(text="\n\n".join(dict.fromkeys(said.values())), native=Original(API, said))


def are_others(details: Any, own: str | None) -> bool:
    """Are there entries of another host's format among these details, where only the own one is taken? [ORT-03]"""
    formats = [] if own is None else [entry.get("format") for entry in only_objects(details)]
    return any(isinstance(named, str) and not fnmatchcase(named, own or "") for named in formats)


def _reasoning_details(wire: Wired, details: Any) -> Thinking:
    given: list[Any] = details
    if type(given) is not list:
        raise expected("a list", given, ".reasoning_details")
    entries: list[str] = []
    entry: tuple[object, object] | None = None
    signature = encrypted = None
    for index, detail in enumerate(objects(given, ".reasoning_details")):
        where = f".reasoning_details[{index}]"
        if text := text_or_none(detail, "text", where=where) or text_or_none(detail, "summary", where=where):
            # Fragments of one entry continue each other, other entries are other thoughts.
            current = (detail.get("type"), detail.get("index"))
            if entry == current:
                entries[-1] += text
            else:
                entries.append(text)
            entry = current
        signature = signature or text_or_none(detail, "signature", where=where)
        encrypted = encrypted or text_or_none(detail, "data", where=where)
    said = "\n\n".join(entries)
    text = said
    for key in ("reasoning", "reasoning_content"):
        # Hosts repeat the details' text here; where it is another text, it is said too.
        if (other := text_or_none(wire, key)) and other != said and not _repeats(other, entries):
            text = f"{other}\n\n{text}" if text else other
    native = Original(API, {key: wire[key] for key in REASONING_KEYS if wire.get(key)})
    return Thinking(text=text, encrypted=encrypted, signature=signature, native=native)


def _repeats(text: str, entries: list[str]) -> bool:
    """Is it what the entries say, all of them or one, whatever stands between them?"""
    squeezed = ["".join(entry.split()) for entry in (text, *entries)]
    return squeezed[0] in (*squeezed[1:], "".join(squeezed[1:]))
