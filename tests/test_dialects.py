"""Each flag of a dialect, alone: what goes to a host that has it, and to one that has not."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import fields

import segue
from segue.models import Dialect
from support.examples import PNG
from support.jsonish import Json, JsonObject, as_list, as_object, objects

#: A host that is api.openai.com in all but the flag that is looked at.
HOME = "openai-completions/gpt-4.1"

CALL: JsonObject = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALLING: JsonObject = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT: JsonObject = {"role": "tool", "tool_call_id": "c1", "content": "done"}
ASK: JsonObject = {"role": "user", "content": "q"}
SAY: JsonObject = {"role": "assistant", "content": "a"}
RULES: JsonObject = {"role": "system", "content": "s"}
TOOL: JsonObject = {"type": "function", "function": {"name": "f"}}
AT_AN_ADDRESS: JsonObject = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
PICTURE: JsonObject = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
PDF: JsonObject = {"type": "file", "file": {"filename": "a.pdf", "file_data": "data:application/pdf;base64,JVBERi0x"}}


def get(value: Json, *steps: str | int) -> Json:
    """What stands at the end of these steps."""
    for step in steps:
        value = as_list(value)[step] if isinstance(step, int) else as_object(value).get(step)
    return value


def text(words: str) -> JsonObject:
    return {"type": "text", "text": words}


def sent(
    *messages: JsonObject,
    thinks: bool = False,
    beside: JsonObject | None = None,
    dialect: Mapping[str, object] | None = None,
    **flags: object,
) -> tuple[JsonObject, segue.Report]:
    """The body that a host with these flags is sent, and what was told."""
    knows: dict[str, object] = {"inputs": ("text", "image", "document"), "reasoning": "switch" if thinks else None}
    here = segue.endpoint(HOME, dialect={**(dialect or {}), **flags}, capabilities=knows)
    converted = segue.convert({"model": "m", "messages": [*messages], **(beside or {})}, to=here)
    return as_object(converted.payload), converted.report


def said(
    *messages: JsonObject,
    thinks: bool = False,
    beside: JsonObject | None = None,
    dialect: Mapping[str, object] | None = None,
    **flags: object,
) -> list[Json]:
    """The messages of that body."""
    payload, _ = sent(*messages, thinks=thinks, beside=beside, dialect={**(dialect or {}), **flags})
    return as_list(payload["messages"])


def roles(*messages: JsonObject, **flags: object) -> str:
    """First letters of the roles that are sent."""
    return "".join(str(get(message, "role"))[0] for message in said(*messages, dialect=flags))


def test_every_flag_is_asked_for() -> None:
    """A flag that nothing reads would be a promise that nobody keeps."""
    package = Path(segue.__file__).parent
    code = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py") if "models" not in path.parts)
    unread = {flag.name for flag in fields(Dialect) if not re.search(rf"\bdialect\.{flag.name}\b", code)}
    assert unread == set()


class TestOrder:
    def test_one_system_message_leads(self) -> None:
        more: JsonObject = {"role": "system", "content": "t"}
        history = (RULES, more, ASK, SAY, RULES, ASK)
        assert roles(*history) == "ssuasu"
        assert roles(*history, leading_system_only=True) == "suauu"
        assert roles(RULES, ASK, leading_system_only=True) == "su"

    def test_instructions_begin_the_users_message_where_there_is_no_system_role(self) -> None:
        first = said(RULES, ASK, system_role=False)[0]
        assert first == {"role": "user", "content": [text("<system>\ns\n</system>"), text("q")]}

    def test_instructions_beside_the_messages_too(self) -> None:
        here = segue.endpoint(HOME, dialect={"system_role": False})
        history: JsonObject = {"max_tokens": 9, "system": "s", "messages": [ASK]}
        payload = segue.convert(history, to=here, api="anthropic-messages").payload
        assert [get(message, "role") for message in payload["messages"]] == ["user"]
        assert "<system>" in str(payload)

    def test_json_is_asked_for_where_the_instructions_stand(self) -> None:
        asked: JsonObject = {"response_format": {"type": "json_object"}}
        assert len(said(RULES, ASK, beside=asked)) == 3
        messages = said(RULES, ASK, beside=asked, leading_system_only=True)
        assert len(messages) == 2
        assert "JSON" in str(messages[0])

    def test_the_user_begins(self) -> None:
        assert roles(RULES, SAY, ASK) == "sau"
        assert roles(RULES, SAY, ASK, user_first=True) == "suau"

    def test_there_is_a_user_somewhere(self) -> None:
        assert roles(RULES, SAY, user_required=True) == "sua"
        assert roles(RULES, SAY, ASK, user_required=True) == "sau"

    def test_roles_take_turns(self) -> None:
        more: JsonObject = {"role": "user", "content": "r"}
        again: JsonObject = {"role": "assistant", "content": "b"}
        history = (ASK, more, SAY, again, ASK)
        assert roles(*history) == "uuaau"
        messages = said(*history, alternating_roles=True)
        assert [get(message, "role") for message in messages] == ["user", "assistant", "user"]
        assert get(messages[0], "content") == [text("q"), text("r")]

    def test_results_and_calls_are_nobodys_turn(self) -> None:
        assert roles(ASK, CALLING, RESULT, SAY, ASK, alternating_roles=True) == "uatau"

    def test_something_stands_between_results_and_the_user(self) -> None:
        assert roles(ASK, CALLING, RESULT, ASK) == "uatu"
        assert roles(ASK, CALLING, RESULT, ASK, separator_after_tool=True) == "uatau"
        assert roles(ASK, CALLING, RESULT, SAY, separator_after_tool=True) == "uata"

    def test_pictures_out_of_results_are_the_users_too(self) -> None:
        result: JsonObject = {**RESULT, "content": [PICTURE]}
        assert roles(ASK, CALLING, result, SAY, separator_after_tool=True) == "uataua"

    @pytest.mark.parametrize(("last", "free"), [("free", "ua"), ("prefix", "uau"), ("never", "uau")])
    def test_who_may_be_last(self, last: str, free: str) -> None:
        assert roles(ASK, SAY, assistant_last=last) == free

    def test_a_beginning_that_says_so_may_be_last(self) -> None:
        begun: JsonObject = {**SAY, "prefix": True}
        assert roles(ASK, begun, assistant_last="prefix") == "ua"
        assert roles(ASK, begun, assistant_last="never") == "uau"

    def test_pending_calls_may_be_last(self) -> None:
        assert roles(ASK, CALLING, assistant_last="never", user_first=True) == "ua"


class TestContent:
    @pytest.mark.parametrize(("null", "content"), [(True, None), (False, "")])
    def test_content_beside_calls(self, null: bool, content: Json) -> None:
        assert get(said(ASK, CALLING, RESULT, null_content=null)[1], "content") == content

    def test_empty_messages_go_and_empty_results_say_so(self) -> None:
        empty: JsonObject = {"role": "assistant", "content": ""}
        nothing: JsonObject = {"role": "user", "content": ""}
        silent: JsonObject = {**RESULT, "content": ""}
        history = (ASK, CALLING, silent, empty, nothing)
        assert roles(*history) == "uatau"
        messages = said(*history, empty_content=False, null_content=False)
        assert [get(message, "content") for message in messages] == ["q", "", "(no output)", "(empty message)"]

    def test_reasoning_alone_is_no_message_and_is_told(self) -> None:
        thought: JsonObject = {"role": "assistant", "content": "", "reasoning_content": "hm"}
        payload, report = sent(ASK, thought, ASK, empty_content=False, reasoning_field="reasoning_content")
        assert len(as_list(payload["messages"])) == 2
        assert [change.block for change in report.losses] == ["Thinking"]

    def test_content_as_a_string(self) -> None:
        parts: JsonObject = {"role": "user", "content": [text("a"), text("b")]}
        assert get(said(parts)[0], "content") == [text("a"), text("b")]
        assert get(said(parts, content_parts=False)[0], "content") == "a\n\nb"

    def test_no_picture_where_content_is_a_string(self) -> None:
        payload, report = sent({"role": "user", "content": [text("a"), PICTURE]}, content_parts=False)
        assert get(payload, "messages", 0, "content") == "a\n\n(Here was an image.)"
        assert [change.block for change in report.losses] == ["Image"]

    def test_one_text_a_message(self) -> None:
        parts: JsonObject = {"role": "user", "content": [text("a"), text("b"), PICTURE, text("c"), text("d")]}
        content = get(said(parts, single_text=True)[0], "content")
        assert [part.get("text") for _, part in objects(content, "")] == ["a\n\nb", None, "c\n\nd"]

    @pytest.mark.parametrize("flags", [{"image_urls": False}, {"content_parts": False}])
    def test_addresses_that_nobody_opens_stay_in_words(self, flags: dict[str, bool]) -> None:
        payload, report = sent({"role": "user", "content": [AT_AN_ADDRESS, text("a")]}, dialect=flags)
        assert "image_url" not in str(payload)
        assert "https://example.org/a.png" in str(payload)
        assert report.losses

    def test_as_many_pictures_as_are_taken(self) -> None:
        history: list[JsonObject] = [{"role": "user", "content": [text(str(n)), PICTURE]} for n in range(3)]
        payload, report = sent(*history, max_images=2)
        assert ["image_url" in str(message) for message in as_list(payload["messages"])] == [False, True, True]
        assert len(report.losses) == 1

    def test_pictures_in_results(self) -> None:
        result: JsonObject = {**RESULT, "content": [PICTURE]}
        assert roles(ASK, CALLING, result) == "uatu"
        assert roles(ASK, CALLING, result, result_images=True) == "uat"

    def test_files(self) -> None:
        asked: JsonObject = {"role": "user", "content": [PDF, text("a")]}
        assert "file_data" in str(said(asked))
        assert "file_data" not in str(said(asked, file_parts=False))

    def test_kinds_of_parts_that_one_host_knows(self) -> None:
        film: JsonObject = {"type": "video_url", "video_url": {"url": "https://example.org/a.mp4"}}
        asked: JsonObject = {"role": "user", "content": [film, text("a")]}
        assert "video_url" not in str(said(asked))

    def test_cache_marks_are_passed_on(self) -> None:
        marked: JsonObject = {**text("a"), "cache_control": {"type": "ephemeral"}}
        history: JsonObject = {"max_tokens": 9, "messages": [{"role": "user", "content": [marked]}]}
        for passed_on in (True, False):
            here = segue.endpoint(HOME, dialect={"cache_control": passed_on})
            payload = segue.convert(history, to=here, api="anthropic-messages").payload
            assert ("cache_control" in str(payload)) is passed_on


class TestFields:
    ODD: ClassVar[JsonObject] = {
        **SAY,
        "annotations": [],
        "reasoning_content": "",
        "vibe": "good",
        "function_call": None,
    }

    def test_unknown_and_null_keys_where_nothing_unknown_is_taken(self) -> None:
        payload, report = sent(ASK, self.ODD, strict_fields=True)
        assert get(payload, "messages", 1) == SAY
        assert [change.path for change in report.losses] == ["$.messages[1].vibe"]

    def test_unknown_keys_stay_elsewhere(self) -> None:
        assert get(said(ASK, self.ODD)[1], "vibe") == "good"

    def test_refusals_are_text_where_they_have_no_key(self) -> None:
        refused: JsonObject = {"role": "assistant", "content": None, "refusal": "No."}
        assert get(said(ASK, refused)[1], "refusal") == "No."
        assert get(said(ASK, refused, refusals=False)[1], "content") == "No."
        assert get(said(ASK, refused, refusals=False, strict_fields=True)[1], "refusal") is None

    def test_names(self) -> None:
        payload, report = sent({**ASK, "name": "Ann"}, CALLING, {**RESULT, "name": "f"}, message_names=False)
        assert [get(message, "name") for message in as_list(payload["messages"])] == [None, None, "f"]
        assert report.losses
        assert get(said({**ASK, "name": "Ann"})[0], "name") == "Ann"

    def test_names_of_tools_on_results(self) -> None:
        assert get(said(ASK, CALLING, RESULT)[2], "name") is None
        assert get(said(ASK, CALLING, RESULT, tool_result_name=True)[2], "name") == "f"

    def test_the_developer(self) -> None:
        told: JsonObject = {"role": "developer", "content": "s"}
        assert roles(told, ASK) == "du"
        assert roles(told, ASK, developer_role=False) == "su"

    @pytest.mark.parametrize("field", ["max_tokens", "max_completion_tokens"])
    @pytest.mark.parametrize("asked", ["max_tokens", "max_completion_tokens"])
    def test_the_limit(self, field: str, asked: str) -> None:
        payload, _ = sent(ASK, thinks=True, beside={asked: 9}, max_tokens_field=field)
        assert {key: value for key, value in payload.items() if "tokens" in key} == {field: 9}

    def test_books_that_openai_keeps(self) -> None:
        books: JsonObject = {"store": True, "metadata": {"a": "b"}, "stream": True, "stream_options": {}}
        assert sent(ASK, beside=books)[0].keys() >= books.keys()
        plain, _ = sent(ASK, beside=books, store=False, stream_options=False)
        assert plain.keys() & books.keys() == {"metadata", "stream"}
        strict, _ = sent(ASK, beside=books, store=False, strict_fields=True)
        assert "metadata" not in strict

    def test_settings_that_are_refused(self) -> None:
        payload, report = sent(ASK, beside={"logprobs": True, "seed": 1}, refused_settings=("logprobs",))
        assert payload.keys() == {"model", "messages", "seed"}
        assert [change.path for change in report.losses] == ["$.logprobs"]

    def test_the_highest_temperature(self) -> None:
        assert sent(ASK, beside={"temperature": 1.5}, max_temperature=1)[0]["temperature"] == 1
        assert sent(ASK, beside={"temperature": 0.5}, max_temperature=1)[0]["temperature"] == 0.5

    def test_schemas_of_answers(self) -> None:
        layout: JsonObject = {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}
        payload, report = sent(ASK, beside={"response_format": layout}, output_schema=False)
        assert payload["response_format"] == {"type": "json_object"}
        assert "JSON" in str(payload["messages"])
        assert report.losses


class TestTools:
    @pytest.mark.parametrize(
        ("given", "made"), [("", "{}"), ("null", "{}"), ("[1]", '{"raw":"[1]"}'), ('{"a":', '{"raw":"{\\"a\\":"}')]
    )
    def test_arguments_that_are_read_again(self, given: str, made: str) -> None:
        calling: JsonObject = {**CALLING, "tool_calls": [{**CALL, "function": {"name": "f", "arguments": given}}]}
        path = ("tool_calls", 0, "function", "arguments")
        assert get(said(ASK, calling, RESULT)[1], *path) == given
        assert get(said(ASK, calling, RESULT, arguments_must_be_object=True)[1], *path) == made

    def test_tools_without_parameters(self) -> None:
        assert "parameters" not in str(sent(ASK, beside={"tools": [TOOL]})[0])
        payload, _ = sent(ASK, beside={"tools": [TOOL]}, tool_parameters_required=True)
        assert get(payload, "tools", 0, "function", "parameters") == {"type": "object", "properties": {}}

    def test_free_text_is_one_argument(self) -> None:
        call: JsonObject = {"id": "c1", "type": "custom", "custom": {"name": "f", "input": "x = 1"}}
        tools: JsonObject = {"tools": [{"type": "custom", "custom": {"name": "f"}}]}
        calling: JsonObject = {**CALLING, "tool_calls": [call]}
        history = (ASK, calling, RESULT)
        assert get(said(*history, beside=tools)[1], "tool_calls", 0) == call
        payload, report = sent(*history, beside=tools, free_text_tools=False)
        assert get(payload, "messages", 1, "tool_calls", 0, "function", "arguments") == '{"input":"x = 1"}'
        assert get(payload, "tools", 0, "type") == "function"
        assert not report.losses

    def test_choices_among_some_tools(self) -> None:
        chosen: JsonObject = {"mode": "required", "tools": [TOOL]}
        beside: JsonObject = {"tools": [TOOL], "tool_choice": {"type": "allowed_tools", "allowed_tools": chosen}}
        assert sent(ASK, beside=beside, free_text_tools=False)[0]["tool_choice"] == "required"

    @pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "f"}}])
    def test_no_call_is_forced_while_the_model_thinks(self, choice: Json) -> None:
        beside: JsonObject = {"tools": [TOOL], "tool_choice": choice}
        flags: dict[str, object] = {"thinking_field": "thinking", "thinking_with_forced_tools": False}
        payload, _ = sent(ASK, thinks=True, beside=beside, dialect=flags)
        assert payload["tool_choice"] == choice
        assert payload["thinking"] == {"type": "disabled"}
        assert "thinking" not in sent(ASK, beside=beside, dialect=flags)[0]

    def test_a_model_that_always_thinks_may_choose(self) -> None:
        here = segue.endpoint(
            HOME,
            dialect={"thinking_with_forced_tools": False},
            capabilities={"reasoning": "always", "thinking_off": False},
        )
        request: JsonObject = {"model": "m", "messages": [ASK], "tools": [TOOL], "tool_choice": "required"}
        assert segue.convert(request, to=here).payload["tool_choice"] == "auto"


class TestThinking:
    THOUGHT: ClassVar[JsonObject] = {**CALLING, "reasoning_content": "hm"}

    @pytest.mark.parametrize("key", ["reasoning_content", "reasoning"])
    @pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
    def test_the_field_that_takes_it_back(self, key: str, field: str) -> None:
        message = as_object(said(ASK, {**CALLING, key: "hm"}, RESULT, thinks=True, reasoning_field=field)[1])
        assert {name: value for name, value in message.items() if "reasoning" in name} == {field: "hm"}

    def test_where_no_field_takes_it_another_models_is_text(self) -> None:
        message = said(ASK, self.THOUGHT, RESULT, thinks=True)[1]
        assert get(message, "content") == "hm"
        assert get(message, "reasoning_content") is None

    def test_where_no_field_takes_it_its_own_is_left_out_and_told(self) -> None:
        here = segue.endpoint("groq/llama-3.3-70b-versatile")
        history: JsonObject = {"model": "m", "messages": [ASK, self.THOUGHT, RESULT]}
        own = segue.convert(history, to=here, source_model="groq/llama-3.3-70b-versatile")
        assert "hm" not in str(own.payload)
        assert [change.block for change in own.report.losses] == ["Thinking"]

    def test_between_tags_where_a_template_looks_for_them(self) -> None:
        host = "cerebras/zai-glm-4.7"
        history: JsonObject = {"model": "m", "messages": [ASK, {**SAY, "reasoning": "hm"}, ASK]}
        own = segue.convert(history, to=host, source_model=host)
        assert get(own.payload, "messages", 1, "content") == "<think>\nhm\n</think>\n\na"
        assert "<think>" not in str(segue.convert(history, to=host, source_model="groq/qwen3-32b").payload)

    def test_turns_that_must_have_it(self) -> None:
        flags: dict[str, object] = {"reasoning_field": "reasoning_content", "reasoning_required": True}
        history = (ASK, SAY, ASK, CALLING, RESULT)
        messages = said(*history, thinks=True, dialect=flags)
        assert [get(message, "reasoning_content") for message in messages] == [None, None, None, " ", None]
        beside_tools = said(*history, thinks=True, beside={"tools": [TOOL]}, dialect=flags)
        assert [get(message, "reasoning_content") for message in beside_tools] == [None, " ", None, " ", None]
        assert "reasoning_content" not in str(said(*history, dialect=flags))

    def test_thinking_that_is_off_needs_none(self) -> None:
        flags: dict[str, object] = {"reasoning_field": "reasoning_content", "reasoning_required": True}
        off: JsonObject = {"thinking": {"type": "disabled"}}
        messages = said(ASK, CALLING, RESULT, thinks=True, beside=off, thinking_field="thinking", dialect=flags)
        assert "reasoning_content" not in str(messages)

    @pytest.mark.parametrize("asked", ["reasoning_effort", "thinking", "enable_thinking", "reasoning"])
    @pytest.mark.parametrize("field", ["reasoning_effort", "thinking", "enable_thinking", "reasoning"])
    def test_the_key_that_asks_for_it(self, asked: str, field: str) -> None:
        words: JsonObject = {
            "reasoning_effort": "none",
            "thinking": {"type": "disabled"},
            "enable_thinking": False,
            "reasoning": {"effort": "none"},
        }
        payload, _ = sent(ASK, thinks=True, beside={asked: words[asked]}, thinking_field=field)
        assert {key: value for key, value in payload.items() if key in words} == {field: words[field]}

    def test_two_keys_that_ask_for_it(self) -> None:
        both: JsonObject = {"thinking": {"type": "enabled"}, "reasoning_effort": "high"}
        one, _ = sent(ASK, thinks=True, beside=both, thinking_field="thinking")
        assert "reasoning_effort" not in one
        two, _ = sent(ASK, thinks=True, beside=both, thinking_field="thinking", effort_beside_thinking=True)
        assert two.keys() >= both.keys()

    def test_details_go_home_whole(self) -> None:
        detail: JsonObject = {"type": "reasoning.text", "text": "hm", "signature": "c2ln", "id": "r1", "index": 0}
        answer: JsonObject = {**SAY, "reasoning": "hm", "reasoning_details": [detail]}
        history: JsonObject = {"model": "anthropic/claude-opus-5", "messages": [ASK, answer, ASK]}
        home, stranger = "openrouter/anthropic/claude-opus-5", "openrouter/google/gemini-3-pro-preview"
        whole = segue.convert(history, to=home, source_model=home).payload
        assert whole["messages"] == history["messages"]
        elsewhere = segue.convert(history, to=stranger, source_model=home).payload
        assert get(elsewhere, "messages", 1, "reasoning") == "hm"
        assert "c2ln" not in str(elsewhere)
        refused = segue.convert(
            history, to=segue.endpoint(home, dialect={"reasoning_details": False}), source_model=home
        )
        assert "reasoning_details" not in str(refused.payload)

    def test_details_go_back_in_the_hosts_own_format_alone(self) -> None:
        home = "minimax/MiniMax-M2"
        for named, taken in (
            ("MiniMax-response-v1", True),
            (None, True),
            ("anthropic-claude-v1", False),
            ("unknown", False),
        ):
            detail: JsonObject = {"type": "reasoning.text", "text": "hm", "index": 0}
            answer: JsonObject = {
                **SAY,
                "reasoning_details": [detail if named is None else {**detail, "format": named}],
            }
            converted = segue.convert([ASK, answer, ASK], to=home, source_model=home)
            sent = as_object(converted.payload["messages"][1])
            assert ("reasoning_details" in sent) is taken, named
            assert taken or sent["reasoning_content"] == "hm"
            assert not converted.report.losses


class TestSettingsOfHosts:
    ROUTED: ClassVar[JsonObject] = {"provider": {"order": ["groq"]}, "models": ["a", "b"], "usage": {"include": True}}

    def test_the_host_that_has_them_gets_them(self) -> None:
        payload = segue.convert({"messages": [ASK], **self.ROUTED}, to="openrouter/openai/gpt-4.1").payload
        assert {key: payload[key] for key in self.ROUTED} == self.ROUTED

    def test_others_refuse_them(self) -> None:
        for to in (HOME, "groq/llama-3.3-70b-versatile", "vllm/my-model"):
            converted = segue.convert({"messages": [ASK], **self.ROUTED}, to=to, api="openai-completions")
            assert not self.ROUTED.keys() & converted.payload.keys()
            assert {change.path for change in converted.report.losses} == {"$.provider", "$.models", "$.usage"}

    def test_a_key_that_two_have_goes_between_them(self) -> None:
        body: JsonObject = {"messages": [ASK], "reasoning_format": "parsed"}
        for to in ("groq/openai/gpt-oss-120b", "cerebras/gpt-oss-120b"):
            assert segue.convert(body, to=to, api="openai-completions").payload["reasoning_format"] == "parsed"

    def test_mistrals_too(self) -> None:
        body: JsonObject = {"messages": [ASK], "safe_prompt": True}
        home = segue.endpoint("mistral/mistral-large", api="openai-completions")
        assert segue.convert(body, to=home, api="openai-completions").payload["safe_prompt"] is True
        assert "safe_prompt" not in segue.convert(body, to=HOME, api="openai-completions").payload

    def test_what_nobody_has_a_row_for_is_left_alone(self) -> None:
        body: JsonObject = {"messages": [ASK], "moderation": {"level": "low"}}
        assert segue.convert(body, to=HOME, api="openai-completions").payload["moderation"] == body["moderation"]


class TestOtherWires:
    def test_the_developer(self) -> None:
        history: JsonObject = {"model": "m", "input": [{"role": "developer", "content": "s"}, ASK]}
        here = segue.endpoint("xai/grok-4", api="openai-responses")
        converted = segue.convert(history, to=here, api="openai-responses")
        assert [get(item, "role") for item in converted.payload["input"]] == ["system", "user"]
        assert [change.rule for change in converted.report.changes] == ["OAI-16"]

    def test_results_alone(self) -> None:
        results: JsonObject = {"type": "tool_result", "tool_use_id": "c1", "content": "done"}
        calling: JsonObject = {"type": "tool_use", "id": "c1", "name": "f", "input": {}}
        history: JsonObject = {
            "max_tokens": 9,
            "messages": [
                ASK,
                {"role": "assistant", "content": [calling]},
                {"role": "user", "content": [results, text("and?")]},
            ],
        }
        here = segue.endpoint("minimax/MiniMax-M2", api="anthropic-messages")
        messages = segue.convert(history, to=here, api="anthropic-messages").payload["messages"]
        assert [get(message, "role") for message in messages] == ["user", "assistant", "user", "assistant", "user"]
        assert len(as_list(get(messages[2], "content"))) == 1

    def test_calls_stand_beside_their_results(self) -> None:
        words: JsonObject = {"role": "assistant", "content": "so"}
        call: JsonObject = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
        result: JsonObject = {"type": "function_call_output", "call_id": "c1", "output": "done"}
        history: JsonObject = {"model": "m", "input": [ASK, call, words, result]}
        here = segue.endpoint("deepseek/deepseek-chat", api="openai-responses")
        items = segue.convert(history, to=here, api="openai-responses").payload["input"]
        kinds = [get(item, "type") or get(item, "role") for item in items]
        assert kinds[-2:] == ["function_call", "function_call_output"]
        assert "assistant" in kinds[:-2] or "message" in kinds[:-2]

    def test_reasoning_stands_right_before_the_calls(self) -> None:
        thought: JsonObject = {**CALLING, "content": "so", "reasoning_content": "hm"}
        here = segue.endpoint("deepseek/deepseek-chat", api="openai-responses")
        items = segue.convert({"messages": [ASK, thought, RESULT]}, to=here).payload["input"]
        kinds = [get(item, "type") or get(item, "role") for item in items]
        assert kinds == ["user", "assistant", "reasoning", "function_call", "function_call_output"]

    def test_the_address_says_what_streams(self) -> None:
        for to, streams in (("vertex/claude-opus-5", False), ("anthropic/claude-opus-5", True)):
            payload = segue.convert({"messages": [ASK], "stream": True}, to=to).payload
            assert ("stream" in payload) is streams

    def test_reasoning_that_the_other_wires_demand(self) -> None:
        history: JsonObject = {"messages": [ASK, CALLING, RESULT]}
        messages = segue.convert(history, to=segue.endpoint("deepseek/deepseek-chat", api="anthropic-messages")).payload
        assert get(messages, "messages", 1, "content", 0, "type") == "thinking"
        items = segue.convert(history, to=segue.endpoint("deepseek/deepseek-chat", api="openai-responses")).payload
        assert get(items, "input", 1, "content", 0, "type") == "reasoning_text"


class TestResponses:
    """The flags of fields on the wire of Responses."""

    GROQ = segue.endpoint("groq/openai/gpt-oss-120b", api="openai-responses")
    BODY: ClassVar[JsonObject] = {
        "model": "gpt-5.2",
        "store": True,
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": "k",
        "temperature": 0.2,
        "input": [
            {"type": "message", "role": "user", "content": "q", "metadata": {"seen": True}},
            {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}", "score": 3},
            {"type": "function_call_output", "call_id": "c1", "output": "done", "took": None},
        ],
    }

    def test_unknown_keys_stay_behind_where_they_are_refused(self) -> None:
        converted = segue.convert(self.BODY, to=self.GROQ)
        payload = converted.payload
        assert payload.keys() == {"model", "temperature", "input"}
        assert payload["input"][0] == {"type": "message", "role": "user", "content": "q"}
        assert payload["input"][1].keys() == {"type", "call_id", "name", "arguments"}
        assert payload["input"][2].keys() == {"type", "call_id", "output"}
        lost = {change.path for change in converted.report.losses}
        assert lost == {"$.include", "$.prompt_cache_key", "$.input[0].metadata", "$.input[1].score"}
        assert "$.store" in {change.path for change in converted.report.changes}

    def test_and_stay_where_they_are_not(self) -> None:
        payload = segue.convert(self.BODY, to="openai/gpt-4.1").payload
        assert payload.keys() == self.BODY.keys()
        assert payload["input"] == self.BODY["input"]
        assert segue.convert(self.BODY, to="openai-responses").payload == self.BODY

    def test_azure_knows_what_openai_knows(self) -> None:
        payload = segue.convert(self.BODY, to="azure/gpt-4.1").payload
        assert payload["store"] is True
        assert payload["prompt_cache_key"] == "k"
        assert "score" not in str(payload)
