"""Facts of a conversation, and the notebook in which a reader writes them down."""

from dataclasses import dataclass, field
from typing import Literal

from support.jsonish import Json, JsonObject, as_text, parse_or_none, walk

Kind = Literal["text", "thinking", "refusal", "call", "result", "media", "sealed", "server", "opaque"]

# Handles, marks and seals: of worth to the server that made them only.
NOT_CONTENT = {
    "type",
    "id",
    "call_id",
    "tool_use_id",
    "toolUseId",
    "container_id",
    "approval_request_id",
    "status",
    "outcome",
    "error_code",
    "stop_reason",
    "tool_type",
    "toolType",
    "page_age",
    "retrieved_at",
    "language",
    "server_label",
    "server_name",
    "mcp_server_name",
    "media_type",
    "role",
    "execution",
    "caller",
    "signature",
    "thoughtSignature",
    "thought_signature",
    "encrypted_content",
    "encrypted_stdout",
    "encrypted_index",
    "fingerprint",
    "cache_control",
    "citations",
    "annotations",
    "logprobs",
}


NO_ARGUMENTS = {"", "null"}

TEXT_DOCUMENT = "text"


@dataclass(frozen=True)
class Fact:
    """Something that a conversation says, at its place in the wire's JSON."""

    kind: Kind
    path: str
    content: Json
    """The text, the arguments, the result, the key of the media, or the strings of something special."""
    name: str = ""
    """The tool's name, the role that speaks, or that a medium is given as text."""
    call: int | None = None
    """Which call of the conversation, counted from 0, this is or answers."""

    def __str__(self) -> str:
        return f"{self.kind} {self.name} at {self.path}: {self.content!r:.100}"


@dataclass
class OpenCall:
    ordinal: int
    id: str
    name: str
    answered: bool = False


@dataclass
class Notebook:
    facts: list[Fact] = field(default_factory=list[Fact])
    calls: list[OpenCall] = field(default_factory=list[OpenCall])

    def text(self, path: str, text: Json, role: str) -> None:
        self._say("text", path, text, role)

    def thinking(self, path: str, text: Json) -> None:
        self._say("thinking", path, text, "assistant")

    def refusal(self, path: str, text: Json) -> None:
        self._say("refusal", path, text, "assistant")

    def _say(self, kind: Kind, path: str, text: Json, name: str) -> None:
        # A blank says nothing, wherever it stands.
        if isinstance(text, str) and text.strip():
            self.facts.append(Fact(kind, path, text, name))

    def sealed(self, path: str, data: Json) -> None:
        self.facts.append(Fact("sealed", path, as_text(data)))

    def call(self, path: str, name: Json, arguments: Json, identity: Json) -> None:
        ordinal = len(self.calls)
        self.calls.append(OpenCall(ordinal, as_text(identity), as_text(name)))
        self.facts.append(Fact("call", path, arguments, as_text(name), ordinal))

    def answer(self, identity: Json, name: Json = None) -> int | None:
        """The call that a result answers: by id, else by name, else the first that waits."""
        by_id = [call for call in self.calls if call.id and call.id == identity]
        waiting = [call for call in self.calls if not call.answered]
        by_name = [call for call in waiting if call.name == name]
        waiting_by_id = [call for call in by_id if not call.answered]
        chosen = waiting_by_id[-1:] or by_id[-1:] or ([] if identity else by_name[:1] or waiting[:1])
        for call in chosen:
            call.answered = True
            return call.ordinal
        return None

    def result(self, path: str, content: Json, call: int | None) -> None:
        if content not in ("", None, [], {}):
            self.facts.append(Fact("result", path, content, call=call))

    def media(self, path: str, key: Json, call: int | None = None) -> None:
        data = bare(as_text(key))
        if data:
            self.facts.append(Fact("media", path, data, call=call))

    def text_document(self, path: str, text: Json, call: int | None = None) -> None:
        """A document that is given as its text: its bytes are those of the text."""
        if isinstance(text, str) and text.strip():
            self.facts.append(Fact("media", path, text, TEXT_DOCUMENT, call))

    def special(self, kind: Kind, path: str, value: JsonObject) -> None:
        said = content_strings(value)
        self.facts.append(Fact(kind, path, list[Json](said), name=as_text(value.get("type"))))


def content_strings(value: JsonObject) -> list[str]:
    """What an object says in words, without handles and seals."""
    found: list[str] = []
    skipped: list[str] = []
    for path, member in walk(value, ""):
        key = path.rpartition(".")[2].partition("[")[0]
        if any(path.startswith(prefix) for prefix in skipped):
            continue
        if key in NOT_CONTENT:
            skipped.append(path)
        elif isinstance(member, str) and member:
            found.append(bare(member))
    return found


def bare(key: str) -> str:
    """The data of a data URI, which another wire may write without the rest; anything else as it is."""
    return key.partition(";base64,")[2] or key if key.startswith("data:") else key


def arguments_of(text: Json) -> Json:
    """Arguments that came as text, as their value; as the text itself where it is not JSON."""
    if text is None:
        return {}
    if not isinstance(text, str):
        return text
    if text.strip() in NO_ARGUMENTS:
        return {}
    value = parse_or_none(text)
    return text if value is None else value
