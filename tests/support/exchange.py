"""A recorded exchange as one history: what was asked, and what was answered."""

import re

from .corpus import Record
from .facts.told import ToldReport
from .jsonish import Json, JsonObject, as_list, as_object, get
from .told import Report, Told

HISTORY = {"openai-responses": "input", "google-generative-ai": "contents"}

# What vendors send in an answer and do not take back, or what says nothing of the conversation.
NOT_REPLAYED = {
    "refusal",
    "annotations",
    "audio",
    "logprobs",
    "parsed",
    "citations",
    "status",
    "created_by",
    "index",
    "caller",
    "phase",
    "id",
}

NOTHING: tuple[Json, ...] = (None, "", [])


def history_key(api: str) -> str:
    return HISTORY.get(api, "messages")


def history(record: Record) -> list[Json]:
    """The elements of the request's history; a string counts as the one message that it stands for."""
    told = record.request.get(history_key(record.api))
    if isinstance(told, str):
        return [{"role": "user", "content": told}]
    return as_list(told)


def answer(record: Record) -> list[Json]:
    """The elements that the answer adds to the history, as the vendor sent them."""
    response = as_object(record.response)
    match record.api:
        case "openai-completions" | "mistral":
            return [get(choice, "message") for choice in as_list(response.get("choices"))[:1] if get(choice, "message")]
        case "openai-responses":
            return as_list(response.get("output"))
        case "anthropic-messages":
            return [{"role": "assistant", "content": response.get("content")}]
        case "bedrock-converse":
            return [get(response, "output", "message")]
        case _:
            contents = [get(candidate, "content") for candidate in as_list(response.get("candidates"))[:1]]
            return [content for content in contents if get(content, "parts")]


def has_answer(record: Record) -> bool:
    """Whether the answer says something that a history can hold, and holds itself."""
    said = answer(record)
    if record.api in ("anthropic-messages", "bedrock-converse"):
        return bool(get(said[0], "content"))
    return bool(said) and all(isinstance(element, dict) and get(element, "type") != "compaction" for element in said)


def told_of_items(record: Record, report: ToldReport) -> Report:
    """A report that speaks of an answer's items as of the items that they are in the continued history.

    An answer is one message, so that a report names its items below that message.
    """
    first = len(history(record))
    below = re.compile(rf"\$\.input\[{first}\]\.output\[(\d+)\]")
    retold = [
        Told(change.action, below.sub(lambda found: f"$.input[{first + int(found[1])}]", change.path), change.block)
        for change in report.changes
    ]
    return Report(tuple(retold))


def continued(record: Record) -> JsonObject:
    """The request as it would be with its own answer at the end, as the vendor sent it."""
    return {**record.request, history_key(record.api): [*history(record), *answer(record)]}


def replay_differences(sent: Json, replayed: Json, path: str = "$") -> list[str]:
    """Where what goes back is not what came, save keys that vendors send but do not take back."""
    if isinstance(sent, dict) and isinstance(replayed, dict):
        found = [f"{path}.{key}: was never sent" for key in replayed if key not in sent and replayed[key] is not None]
        found += [
            f"{path}.{key}: is lost"
            for key, value in sent.items()
            if key not in replayed and key not in NOT_REPLAYED and value not in (None, [])
        ]
        shared = [key for key in sent if key in replayed]
        return found + [
            line for key in shared for line in replay_differences(sent[key], replayed[key], f"{path}.{key}")
        ]
    if isinstance(sent, list) and isinstance(replayed, list):
        if len(sent) != len(replayed):
            return [f"{path}: {len(sent)} elements came, {len(replayed)} go back"]
        return [
            line
            for index, (one, other) in enumerate(zip(sent, replayed, strict=True))
            for line in replay_differences(one, other, f"{path}[{index}]")
        ]
    if sent in NOTHING and replayed in NOTHING:
        return []
    return [] if sent == replayed else [f"{path}: {sent!r:.80} came, {replayed!r:.80} goes back"]
