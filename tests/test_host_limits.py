"""How many tools, and calls in one go, a host takes, and how long a description it reads."""

import segue
from support.jsonish import Json, JsonObject, as_list, as_object, as_text, objects
from support.provider_checks import violations

GPT = "openai-completions/gpt-4.1"
ASK: JsonObject = {"role": "user", "content": "How deep is it at every buoy?"}
THANKS: JsonObject = {"role": "user", "content": "Thanks. And the barge?"}
DONE: JsonObject = {"role": "assistant", "content": "Deep enough."}


def declared(name: str) -> JsonObject:
    return {"name": name, "input_schema": {"type": "object", "properties": {}}}


def claudes(calls: int, *, tools: int | list[Json] = 1, **beside: Json) -> JsonObject:
    """A history of Claude's in which so many calls are made at once."""
    uses: list[Json] = [{"type": "tool_use", "id": f"toolu_{n}", "name": "depth_0", "input": {}} for n in range(calls)]
    results: list[Json] = [
        {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": f"{n} m"} for n in range(calls)
    ]
    return {
        "model": "claude-opus-5",
        "max_tokens": 100,
        "tools": tools if isinstance(tools, list) else [declared(f"depth_{n}") for n in range(tools)],
        "messages": [
            ASK,
            {"role": "assistant", "content": [{"type": "text", "text": "I will ask for each."}, *uses]},
            {"role": "user", "content": [*results, {"type": "text", "text": "Be quick."}]},
            DONE,
        ],
        **beside,
    }


def steps(payload: JsonObject) -> list[tuple[list[str], list[str]]]:
    """The ids that are called in each message, and those that are answered behind it."""
    found: list[tuple[list[str], list[str]]] = []
    for _, message in objects(payload.get("messages"), "$"):
        if message.get("tool_calls"):
            found.append(([as_text(call["id"]) for _, call in objects(message["tool_calls"], "$")], []))
        elif message.get("role") == "tool":
            found[-1][1].append(as_text(message["tool_call_id"]))
    return found


class TestCalls:
    def test_too_many_calls_are_made_in_several_steps(self) -> None:
        converted = segue.convert(claudes(300), to=GPT)
        made = steps(converted.payload)
        assert [len(calls) for calls, _ in made] == [128, 128, 44]
        assert all(calls == answers for calls, answers in made)
        assert violations("openai-completions", converted.payload) == []
        assert [(change.action, change.path) for change in converted.report.changes if change.rule == "OAI-06"] == [
            ("split", "$.messages[1]")
        ]
        assert not converted.report.losses
        assert converted.payload["messages"][1]["content"] == "I will ask for each."
        assert converted.payload["messages"][-2]["content"] == "Be quick."

    def test_as_many_as_may_be_stay_together(self) -> None:
        assert [len(calls) for calls, _ in steps(segue.convert(claudes(128), to=GPT).payload)] == [128]

    def test_who_takes_any_number_gets_them_at_once(self) -> None:
        assert [len(calls) for calls, _ in steps(segue.convert(claudes(300), to="vllm/qwen3-32b").payload)] == [300]

    def test_a_message_of_its_own_api_is_mended_too(self) -> None:
        calls: list[Json] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": "depth", "arguments": "{}"}}
            for n in range(130)
        ]
        results: list[Json] = [{"role": "tool", "tool_call_id": f"call_{n}", "content": f"{n} m"} for n in range(130)]
        body: JsonObject = {
            "messages": [ASK, {"role": "assistant", "content": None, "tool_calls": calls}, *results, DONE]
        }
        mended = segue.repair(body, to=GPT)
        assert [len(made) for made, _ in steps(mended.payload)] == [128, 2]
        assert segue.convert(body, to="openai-completions").payload == body
        assert segue.check(mended.payload, to=GPT) == []

    def test_ids_that_begin_anew_go_with_their_own_calls(self) -> None:
        body = claudes(300)
        said = as_list(as_object(as_list(body["messages"])[1])["content"])
        for _, use in objects(said[1:], "$"):
            use["id"] = "toolu_same"
        for _, result in objects(as_object(as_list(body["messages"])[2])["content"], "$"):
            if "tool_use_id" in result:
                result["tool_use_id"] = "toolu_same"
        made = steps(segue.repair(body, to=GPT).payload)
        assert all(calls == answers for calls, answers in made)
        assert max(len(calls) for calls, _ in made) <= 128

    def test_calls_that_wait_for_their_results_are_left_alone(self) -> None:
        body = claudes(200)
        body["messages"] = as_list(body["messages"])[:2]
        converted = segue.convert(body, to=GPT)
        assert [len(calls) for calls, _ in steps(converted.payload)] == [200]
        assert len(converted.report.pending) == 200

    def test_what_was_sent_goes_out_the_same_again(self) -> None:
        body = claudes(300)
        before = segue.convert(body, to=GPT).payload["messages"]
        longer: JsonObject = {**body, "messages": [*as_list(body["messages"]), THANKS, DONE]}
        assert segue.convert(longer, to=GPT).payload["messages"][: len(before)] == before

    def test_reasoning_that_is_demanded_stands_in_every_step(self) -> None:
        payload = segue.convert(claudes(300), to="deepseek/deepseek-v4-pro").payload
        assert all(message["reasoning_content"] for message in payload["messages"] if message.get("tool_calls"))


class TestTools:
    def test_those_that_the_history_calls_stay(self) -> None:
        body = claudes(1, tools=140)
        as_object(as_list(as_object(as_list(body["messages"])[1])["content"])[1])["name"] = "depth_139"
        converted = segue.convert(body, to=GPT)
        names = [tool["function"]["name"] for tool in converted.payload["tools"]]
        assert names == [*(f"depth_{n}" for n in range(127)), "depth_139"]
        assert [change.path for change in converted.report.losses] == [f"$.tools[{n}]" for n in range(127, 139)]
        assert violations("openai-completions", converted.payload) == []

    def test_the_one_that_has_to_be_called_stays(self) -> None:
        body = claudes(1, tools=140, tool_choice={"type": "tool", "name": "depth_130"})
        names = [tool["function"]["name"] for tool in segue.convert(body, to=GPT).payload["tools"]]
        assert "depth_130" in names
        assert len(names) == 128

    def test_who_takes_any_number_gets_them_all(self) -> None:
        assert len(segue.convert(claudes(1, tools=140), to="ollama/qwen3:8b").payload["tools"]) == 140
        assert len(segue.convert(claudes(1, tools=140), to="anthropic/claude-haiku-4-5").payload["tools"]) == 140

    def test_an_api_gets_its_own_request_back(self) -> None:
        tools: list[Json] = [{"type": "function", "function": {"name": f"depth_{n}"}} for n in range(140)]
        body: JsonObject = {"messages": [ASK], "tools": tools}
        assert segue.convert(body, to="openai-completions").payload == body


class TestDescriptions:
    LONG = "Soundings of one buoy. " * 80

    def described(self) -> JsonObject:
        return claudes(1, tools=[{**declared("depth_0"), "description": self.LONG}])

    def test_the_end_is_cut_off_where_it_is_refused(self) -> None:
        converted = segue.convert(self.described(), to=segue.endpoint("azure/gpt-4.1", api="openai-completions"))
        said = converted.payload["tools"][0]["function"]["description"]
        assert len(said) <= 1024
        assert said.endswith("…")
        assert self.LONG.startswith(said.removesuffix(" …"))
        assert [(change.path, change.rule) for change in converted.report.losses] == [("$.tools[0]", "OAI-10")]

    def test_it_is_whole_where_it_is_read(self) -> None:
        for to in (GPT, "openai/gpt-5.2", "vllm/qwen3-32b"):
            assert self.LONG in str(segue.convert(self.described(), to=to).payload["tools"])

    def test_one_word_is_cut_as_well(self) -> None:
        here = segue.endpoint(GPT, dialect={"max_description": 20})
        said = segue.convert(claudes(1, tools=[{**declared("depth_0"), "description": "x" * 21}]), to=here)
        assert said.payload["tools"][0]["function"]["description"] == "x" * 18 + " …"
