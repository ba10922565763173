"""Hosts of Chat Completions: what they refuse in messages and tools although OpenAI takes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from segue.apis.reading import Wired, inside, only_objects
from segue.jsontext import load_object
from segue.rules.look import Spot, text_of
from segue.rules.openai_completions.look import CompletionsLook
from segue.rules.openai_completions.order import stray_results, unanswered
from segue.rules.rule import Audience, Finding, Rule

#: Servers that render a chat template.
SERVERS: Final = frozenset({"vllm", "sglang", "llamacpp", "lmstudio"})

_DATA: Final = "data:"


def _unpaired(look: CompletionsLook) -> Iterator[Finding]:
    yield from unanswered(look)
    yield from stray_results(look)


def _unread_arguments(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("tool_call"):
        function = inside(spot.value.get("function"))
        text = text_of(function, "arguments")
        if function and (not text.lstrip().startswith("{") or load_object(text) is None):
            yield Finding(f"{spot.path}.function.arguments", "the host reads it, and it is no JSON object")


def _lists(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        content: list[Any] | str | None = message.get("content")
        if isinstance(content, list):
            yield Finding(f"{path}.content", "a list, where a string belongs")


def _takes_strings(audience: Audience) -> bool:
    return not audience.dialect.content_parts


def _not_deepseeks(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("role") in ("developer", "function"):
            yield Finding(f"{path}.role", f"there is no role {message['role']!r}")
        if only_objects(message.get("content")):
            yield Finding(f"{path}.content", "a list, where a string belongs", message.get("role") == "tool")
    for spot in look.of("image_url"):
        yield Finding(spot.path, "an image, where there is text alone")
    for spot in (*look.of("tool_call"), *look.tools):
        if spot.value.get("type") not in (None, "function"):
            yield Finding(f"{spot.path}.type", "there are tools of type 'function' alone")


def _is_empty(message: Wired) -> bool:
    return not (message.get("content") or message.get("tool_calls") or message.get("function_call"))


def _empty(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if _is_empty(message):
            yield Finding(f"{path}.content", "a message that says nothing")


def _empty_answers(look: CompletionsLook) -> Iterator[Finding]:
    yield from (found for found, role in _with_roles(look, _empty) if role == "assistant")


def _with_roles(look: CompletionsLook, find: Any) -> Iterator[tuple[Finding, Any]]:
    roles: dict[str, Any] = {f"{spot.path}.content": spot.value.get("role") for spot in look.messages}
    for found in find(look):
        yield found, roles.get(found.path)


def _glm(look: CompletionsLook) -> Iterator[Finding]:
    yield from _empty(look)
    if look.messages and all(spot.value.get("role") != "user" for spot in look.messages):
        yield Finding(look.root, "the user says nothing in it")


def _null_content(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("content") is None and message.get("role") == "assistant":
            yield Finding(f"{path}.content", "null, where a text belongs, if an empty one")


def _xai(look: CompletionsLook) -> Iterator[Finding]:
    yield from _null_content(look)
    yield from (found for found in _empty(look) if found.path not in {each.path for each in _null_content(look)})
    for path, _, message in look.messages:
        if sum(part.get("type") == "text" for part in only_objects(message.get("content"))) > 1:
            yield Finding(f"{path}.content", "several texts in one message", certain=False)


def _not_xais(look: CompletionsLook) -> Iterator[Finding]:
    for path, _, message in look.messages:
        if message.get("role") == "developer":
            yield Finding(f"{path}.role", "there is no role 'developer'")
    if look.whole and look.body.get("store") is not None:
        yield Finding("$.store", "nothing is stored")


def _unseen_images(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("image_url"):
        yield Finding(spot.path, f"{look.audience.model.id} sees no images")


def _is_blind(audience: Audience) -> bool:
    return audience.model.known and "image" not in audience.model.inputs


def _files(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("file"):
        yield Finding(spot.path, "there are no parts of type 'file'")


def _addresses(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.of("image_url"):
        address = text_of(spot.value.get("image_url"), "url")
        if address and not address.startswith(_DATA):
            yield Finding(spot.path, "an address, where the image itself belongs")


def _without_parameters(look: CompletionsLook) -> Iterator[Finding]:
    for spot in look.tools:
        function = inside(spot.value.get("function"))
        if function and function.get("parameters") is None:
            yield Finding(f"{spot.path}.function.parameters", "a tool without them, if only of no parameter")


def _template(look: CompletionsLook) -> Iterator[Finding]:
    dialect, certain = look.audience.dialect, look.audience.model.known
    spoken = [spot for spot in look.messages if spot.value.get("role") not in ("system", "developer", "tool")]
    for spot in look.messages:
        if spot.value.get("role") in ("system", "developer"):
            if not dialect.system_role:
                yield Finding(spot.path, "there is no role for instructions", certain)
            elif dialect.leading_system_only and spot.message > 0:
                yield Finding(spot.path, "instructions stand in front, in one message", certain)
    if dialect.user_first and spoken and spoken[0].value.get("role") == "assistant":
        yield Finding(spoken[0].path, "the assistant begins", certain)
    if dialect.alternating_roles:
        yield from _repeated_turns(look.messages, certain=certain)


def _repeated_turns(messages: list[Spot], *, certain: bool) -> Iterator[Finding]:
    before = ""
    for path, _, message in messages:
        role = text_of(message, "role")
        if role == before and role in ("user", "assistant"):
            yield Finding(path, f"{role!r} speaks twice", certain)
        before = role


RULES: Final = (
    Rule(
        id="DS-05",
        demand="DeepSeek knows four roles, text, and functions.",
        words=(
            "Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, "
            "expected one of `system`, `user`, `assistant`, `tool`"
        ),
        certainty="H",
        fix="instructions are the system's, content is a string, free text is the one argument of a function",
        same_as=frozenset({"GRQ-02"}),
        find=_not_deepseeks,
        hosts=frozenset({"deepseek"}),
    ),
    Rule(
        id="DS-06",
        demand="DeepSeek wants every call answered directly behind it, and nothing else answered.",
        words=(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            "'tool_call_id'. (insufficient tool messages following tool_calls message)"
        ),
        certainty="H",
        fix="results are moved to their calls, or made up; answers to nothing become the user's words",
        find=_unpaired,
        hosts=frozenset({"deepseek"}),
    ),
    Rule(
        id="KIM-05",
        demand="Kimi takes no message of the assistant's that says nothing.",
        words="Invalid request: the message at position 5 with role 'assistant' must not be empty",
        certainty="H",
        fix="the message is left out",
        same_as=frozenset({"ANT-16"}),
        find=_empty_answers,
        hosts=frozenset({"moonshot"}),
    ),
    Rule(
        id="GRQ-02",
        demand="Models that see nothing get a string for content.",
        words="'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a "
        "string)]",
        certainty="H",
        fix="the texts become one string",
        find=_lists,
        hosts=frozenset({"groq"}),
        applies=_takes_strings,
    ),
    Rule(
        id="XAI-01",
        demand="Every message to xAI has content, in one text.",
        words="Invalid request content: Each message must have at least one content element.",
        certainty="H",
        fix="null becomes an empty text beside calls, an empty message goes or gets words, texts become one",
        same_as=frozenset({"KIM-05", "ANT-16"}),
        find=_xai,
        hosts=frozenset({"xai"}),
    ),
    Rule(
        id="XAI-02",
        demand="xAI knows no role `developer`, and stores nothing.",
        certainty="M",
        fix="the instruction is the system's; `store` is left out",
        find=_not_xais,
        hosts=frozenset({"xai"}),
    ),
    Rule(
        id="ORT-02",
        demand="Images go to models that see.",
        words="No endpoints found that support image input",
        certainty="H",
        fix="words say that there was an image",
        find=_unseen_images,
        hosts=frozenset({"openrouter"}),
        applies=_is_blind,
    ),
    Rule(
        id="QWN-01",
        demand="The arguments of calls in the history are the text of JSON.",
        words=(
            '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be '
            "in JSON format."
        ),
        certainty="H",
        fix="what is no object becomes the one entry of one",
        same_as=frozenset({"VL-02", "ANT-15"}),
        find=_unread_arguments,
        hosts=frozenset({"dashscope"}),
    ),
    Rule(
        id="QWN-02",
        demand="Model Studio knows no parts of type `file`.",
        certainty="H",
        fix="a document of text stands as its text; words say that there was another",
        find=_files,
        hosts=frozenset({"dashscope"}),
    ),
    Rule(
        id="GLM-01",
        demand="Z.ai wants a user's message, and words in each.",
        words="The messages parameter is illegal. Please check the documentation.",
        certainty="H",
        fix="a user's message is put in front; what is empty goes, or gets words",
        same_as=frozenset({"KIM-05", "ANT-16"}),
        find=_glm,
        hosts=frozenset({"zai"}),
    ),
    Rule(
        id="MMX-01",
        demand="MiniMax wants results directly behind their calls, and arguments that are the text of an object.",
        words="invalid params, tool call result does not follow tool call (2013)",
        certainty="H",
        fix="results are moved to their calls, or made up; arguments become an object",
        same_as=frozenset({"VL-02"}),
        find=lambda look: (*_unpaired(look), *_unread_arguments(look)),
        hosts=frozenset({"minimax"}),
    ),
    Rule(
        id="MMX-02",
        demand="A tool has parameters, if only an empty object.",
        words="invalid params, function parameters is empty (2013)",
        certainty="H",
        fix="the schema of an object without entries is put there",
        find=_without_parameters,
        hosts=frozenset({"minimax"}),
    ),
    Rule(
        id="OLL-01",
        demand="Ollama reads the arguments of calls, and takes images themselves, not their addresses.",
        words="invalid tool call arguments",
        certainty="H",
        fix="arguments become an object; words say where the image is",
        same_as=frozenset({"VL-02"}),
        find=lambda look: (*_unread_arguments(look), *_addresses(look)),
        hosts=frozenset({"ollama"}),
    ),
    Rule(
        id="VL-01",
        demand="Most chat templates want one system message in front, then the user, then turns.",
        words=(
            "After the optional system message, conversation roles must alternate user/assistant/user/assistant/..."
        ),
        certainty="H",
        fix="instructions go to the front, or to the user; neighbours of one role become one message",
        same_as=frozenset({"OAI-16", "MIS-03", "ANT-02"}),
        find=_template,
        hosts=SERVERS,
    ),
    Rule(
        id="VL-02",
        demand="Servers of one's own read the arguments of calls: they are the text of an object.",
        words="Can only get item pairs from a mapping.",
        certainty="H",
        fix="what is no object becomes the one entry of one",
        same_as=frozenset({"ANT-15"}),
        find=_unread_arguments,
        hosts=SERVERS,
    ),
    Rule(
        id="VL-03",
        demand="Content is a text or a list, never null.",
        words="Invalid 'content': 'content' field must be a string or an array of objects.",
        certainty="H",
        fix="null becomes an empty text",
        find=_null_content,
        hosts=frozenset({"llamacpp", "lmstudio"}),
    ),
    Rule(
        id="VL-06",
        demand="Images go to models that see.",
        certainty="M",
        fix="words say that there was an image",
        same_as=frozenset({"ORT-02"}),
        find=_unseen_images,
        hosts=SERVERS,
        applies=_is_blind,
    ),
)
