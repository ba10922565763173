"""What single hosts of the Chat Completions wire refuse, each as a check that a host's row is made of."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from support.jsonish import JsonObject, as_text, get, objects, parse_or_none

from .common import Violation, pattern_problem

Check = Callable[[JsonObject, str], Iterator[Violation]]

SPEAKERS = {"user", "assistant"}
INSTRUCTIONS = {"system", "developer"}


def messages(payload: JsonObject, *roles: str) -> list[tuple[str, JsonObject]]:
    found = objects(payload.get("messages"), "$.messages")
    return [(path, message) for path, message in found if not roles or message.get("role") in roles]


def calls(payload: JsonObject) -> list[tuple[str, JsonObject]]:
    return [
        call
        for path, message in messages(payload, "assistant")
        for call in objects(message.get("tool_calls"), f"{path}.tool_calls")
    ]


def parts(payload: JsonObject) -> list[tuple[str, JsonObject]]:
    return [part for path, message in messages(payload) for part in objects(message.get("content"), f"{path}.content")]


def only_for(models: str, check: Check) -> Check:
    """The check for the models of a pattern; the others are spared."""

    def found(payload: JsonObject, model: str) -> Iterator[Violation]:
        if re.search(models, model):
            yield from check(payload, model)

    return found


def not_for(models: str, check: Check) -> Check:
    return only_for(rf"^(?!.*({models}))", check)


# Thinking.


def thinking_is_off(payload: JsonObject) -> bool:
    asked = (get(payload, "thinking", "type"), get(payload, "reasoning", "effort"), payload.get("reasoning_effort"))
    enabled = (payload.get("enable_thinking"), get(payload, "reasoning", "enabled"))
    return "disabled" in asked or "none" in asked or False in enabled


def refuses_keys(rule: str, *keys: str) -> Check:
    """Keys of messages that this host takes for a mistake."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload):
            for key in keys:
                if key in message:
                    yield Violation(rule, f"{path}.{key}", "is unsupported")

    return found


def thinking_with_calls(rule: str, *keys: str) -> Check:
    """A step that calls tools says what it thought, be it a blank: it is asked for while the model thinks."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        if thinking_is_off(payload):
            return
        for path, message in messages(payload, "assistant"):
            if message.get("tool_calls") and not any(message.get(key) for key in keys):
                yield Violation(rule, path, f"{' or '.join(keys)} is missing in an assistant tool call message")

    return found


def thinking_among_tools(rule: str, key: str) -> Check:
    """Where the request declares tools, every answer of the history says what was thought."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        if thinking_is_off(payload) or not payload.get("tools"):
            return
        for path, message in messages(payload, "assistant"):
            if not message.get(key):
                yield Violation(rule, path, f"{key} is missing, and there are tools", certain=False)

    return found


def free_choice_while_thinking(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        choice = payload.get("tool_choice")
        if (choice == "required" or isinstance(choice, dict)) and not thinking_is_off(payload):
            yield Violation(rule, "$.tool_choice", "forces a tool while thinking is on")

    return found


# Roles and their order.


def refuses_role(rule: str, role: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, _message in messages(payload, role):
            yield Violation(rule, path, f"unknown variant `{role}`")

    return found


def one_leading_system(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, _message in messages(payload, *INSTRUCTIONS):
            if path != "$.messages[0]":
                yield Violation(rule, path, "a system message that is not at the beginning")

    return found


def user_first(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload, "user", "assistant", "tool")[:1]:
            if message.get("role") != "user":
                yield Violation(rule, path, f"the conversation begins with {message.get('role')!r}")

    return found


def alternation(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        conversation = [each for each in messages(payload) if each[1].get("role") not in INSTRUCTIONS]
        for (_, one), (path, other) in pairwise(conversation):
            if one.get("role") == other.get("role") and one.get("role") in SPEAKERS:
                yield Violation(rule, path, f"{one.get('role')} follows {one.get('role')}")

    return found


def nobody_asks_behind_results(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        conversation = messages(payload)
        for (_, one), (path, other) in pairwise(conversation):
            if (one.get("role"), other.get("role")) == ("tool", "user"):
                yield Violation(rule, path, "Unexpected role 'user' after role 'tool'")

    return found


def last_word(rule: str, *, prefix: bool = False) -> Check:
    """The history ends with a user or a result; where `prefix` is known, an answer may be begun."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload)[-1:]:
            is_begun = prefix and message.get("prefix") is True
            if message.get("role") not in {"user", "tool"} and not is_begun:
                yield Violation(rule, path, f"the last role is {message.get('role')!r}")

    return found


def some_user(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        if not messages(payload, "user"):
            yield Violation(rule, "$.messages", "no message is the user's")

    return found


# Content.


def no_null_content(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload):
            if message.get("content") is None:
                yield Violation(rule, path, "content is null")

    return found


def no_empty_content(rule: str) -> Check:
    """Something is said in every message that calls nothing; what a tool gave back may be nothing."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload, "system", "user", "assistant"):
            if not message.get("content") and not message.get("tool_calls"):
                yield Violation(rule, path, "must not be empty")

    return found


def content_is_a_string(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload):
            if isinstance(message.get("content"), list):
                yield Violation(rule, path, "invalid type: sequence, expected a string")

    return found


def one_text(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload):
            texts = [part for _, part in objects(message.get("content"), path) if part.get("type") == "text"]
            if len(texts) > 1:
                yield Violation(rule, path, "The model expects a single `text` element per message.")

    return found


def refuses_parts(rule: str, *kinds: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, part in parts(payload):
            if part.get("type") in kinds:
                yield Violation(rule, path, f"unknown variant `{part.get('type')}`, expected `text`")

    return found


def images_inline(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, part in parts(payload):
            url = as_text(get(part, "image_url", "url"))
            if part.get("type") == "image_url" and not re.match(r"data:image/[a-z]+;base64,", url):
                yield Violation(rule, path, "an image is not given as its bytes")

    return found


def most_images(rule: str, most: int) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        images = [path for path, part in parts(payload) if part.get("type") == "image_url"]
        if len(images) > most:
            yield Violation(rule, images[most], f"{len(images)} images")

    return found


# Tools.


def arguments_parse(rule: str) -> Check:
    """The server reads the arguments of the history's calls, which have to be an object."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, call in calls(payload):
            text = get(call, "function", "arguments")
            if not isinstance(parse_or_none(as_text(text)), dict):
                yield Violation(rule, path, f"arguments are no JSON object: {text!r:.60}")

    return found


def ids_like(rule: str, pattern: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        named = [(path, call.get("id")) for path, call in calls(payload)]
        named += [(path, message.get("tool_call_id")) for path, message in messages(payload, "tool")]
        for path, identity in named:
            problem = pattern_problem(identity, pattern)
            if problem:
                yield Violation(rule, path, problem)

    return found


def only_functions(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, holder in [*objects(payload.get("tools"), "$.tools"), *calls(payload)]:
            if holder.get("type") != "function":
                yield Violation(rule, path, f"unknown variant {holder.get('type')!r}, expected `function`")

    return found


def parameters_given(rule: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, tool in objects(payload.get("tools"), "$.tools"):
            if not isinstance(get(tool, "function", "parameters"), dict):
                yield Violation(rule, path, "function parameters is empty")

    return found


# Fields.


def known_keys(rule: str, keys: Mapping[str, set[str]]) -> Check:
    """Keys of a message that this host documents for its role; null ones are as unknown as any."""

    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for path, message in messages(payload):
            for key, value in message.items():
                if key not in keys.get(as_text(message.get("role")), ()):
                    yield Violation(rule, f"{path}.{key}", "Extra inputs are not permitted")
                elif value is None and key != "content":
                    yield Violation(rule, f"{path}.{key}", "is null")

    return found


def refuses_fields(rule: str, *fields: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        for field in fields:
            if field in payload:
                yield Violation(rule, f"$.{field}", "is unsupported")

    return found


def not_both(rule: str, one: str, other: str) -> Check:
    def found(payload: JsonObject, _: str) -> Iterator[Violation]:
        if payload.get(one) is not None and payload.get(other) is not None:
            yield Violation(rule, f"$.{one}", f"cannot specify both {one!r} and {other!r}")

    return found
