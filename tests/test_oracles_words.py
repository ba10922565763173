"""The oracle of completeness knows what is said from how it is written: bytes, white space, pieces, unknown kinds."""

import base64

import pytest

from support import facts
from support.jsonish import Json, JsonObject, as_list
from support.told import NOTHING_TOLD, Report, Told, told

NON_ASCII = "Grüße aus Köln"
DOCUMENT = "$.messages[0].content[0]"
DETAILS = "$.messages[0].reasoning_details"
SCREEN = "data:image/png;base64,iVBORw0KGgo="


def anthropic(*blocks: Json) -> JsonObject:
    return {"messages": [{"role": "user", "content": [*blocks]}]}


def chat(*messages: Json) -> JsonObject:
    return {"messages": [*messages]}


def text_document(text: str) -> Json:
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}


def test_a_document_of_text_may_become_a_text_or_a_file_of_the_same_bytes() -> None:
    source = anthropic(text_document(NON_ASCII))
    kept = told("kept-as-text", DOCUMENT, "Document")
    spoken: JsonObject = {"contents": [{"role": "user", "parts": [{"text": NON_ASCII}]}]}
    data = base64.b64encode(NON_ASCII.encode()).decode()
    filed: JsonObject = {"contents": [{"parts": [{"inlineData": {"mimeType": "text/plain", "data": data}}]}]}
    empty: JsonObject = {"contents": []}
    assert facts.compare("anthropic-messages", source, "google-generative-ai", spoken, kept).all() == []
    assert facts.compare("anthropic-messages", source, "google-generative-ai", filed, NOTHING_TOLD).all() == []
    assert len(facts.missing("anthropic-messages", source, "google-generative-ai", empty, kept)) == 1
    assert facts.compare("google-generative-ai", filed, "anthropic-messages", source, NOTHING_TOLD).all() == []


def test_one_of_two_equal_documents_is_missing() -> None:
    twice = anthropic(text_document(NON_ASCII), text_document(NON_ASCII))
    once = chat({"role": "user", "content": NON_ASCII})
    report = Report(tuple(Told("kept-as-text", f"$.messages[0].content[{n}]", "Document") for n in (0, 1)))
    assert len(facts.missing("anthropic-messages", twice, "openai-completions", once, report)) == 1


def test_the_words_of_a_document_are_not_taken_for_those_of_a_speaker() -> None:
    source = anthropic(
        text_document("the same"), {"type": "text", "text": "between"}, {"type": "text", "text": "the same"}
    )
    said: list[Json] = [{"type": "text", "text": text} for text in ("title\nthe same", "between", "the same")]
    kept = told("kept-as-text", DOCUMENT, "Document")
    target = chat({"role": "user", "content": said})
    assert facts.compare("anthropic-messages", source, "openai-completions", target, kept).all() == []


def test_a_thought_in_words_that_are_also_said_later_takes_no_speakers_place() -> None:
    api = "openai-completions"
    turns: list[Json] = [{"role": "user", "content": "between"}, {"role": "assistant", "content": "the same"}]
    source = chat({"role": "assistant", "reasoning_content": "the same", "content": "first"}, *turns)
    target = chat({"role": "assistant", "content": "the same\n\nfirst"}, *turns)
    kept = told("kept-as-text", "$.messages[0].reasoning_content", "Thinking")
    assert facts.compare(api, source, api, target, kept).all() == []
    last: list[Json] = [{"role": "assistant", "content": "last"}]
    told_wrong = (chat(*messages_of(source), *last), chat(*messages_of(target)[:2], *last, turns[1]))
    assert len(facts.disordered(api, told_wrong[0], api, told_wrong[1], kept)) == 1


def test_a_text_that_two_say_is_looked_for_where_each_of_them_says_it() -> None:
    said: list[Json] = [{"type": "text", "text": text} for text in ("before", "the same")]
    user: JsonObject = {"role": "user", "content": "the same"}
    source = chat({"role": "assistant", "content": said}, user)
    target = chat({"role": "assistant", "content": "before\n\nthe same"}, user)
    assert facts.compare("openai-completions", source, "openai-completions", target, NOTHING_TOLD).all() == []


def test_a_document_in_a_result_is_looked_for_in_results_first() -> None:
    result: JsonObject = {"type": "tool_result", "tool_use_id": "call_1", "content": [text_document("the same")]}
    asked: Json = {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "a", "input": {}}]}
    longer = text_document("the same [4]")
    source: JsonObject = {"messages": [asked, {"role": "user", "content": [result, longer]}]}
    called: Json = {"role": "assistant", "tool_calls": [call("a", "call_1")]}
    answer: Json = {"role": "tool", "tool_call_id": "call_1", "content": "title\nthe same"}
    target = chat(called, answer, {"role": "user", "content": "the same [4]"})
    paths = ("$.messages[1].content[0].content[0]", "$.messages[1].content[1]")
    kept = Report(tuple(Told("kept-as-text", path, "Document") for path in paths))
    assert facts.missing("anthropic-messages", source, "openai-completions", target, kept) == []


def messages_of(payload: JsonObject) -> list[Json]:
    return as_list(payload["messages"])


@pytest.mark.parametrize("text", ["a NUL \x00 inside", " padded ", "0"])
def test_a_result_that_stands_as_it_was_is_paired(text: str) -> None:
    source, crossed = (
        chat(
            {"role": "assistant", "tool_calls": [call("one", first), call("two", second)]},
            {"role": "tool", "tool_call_id": "call_1", "content": text},
            {"role": "tool", "tool_call_id": "call_2", "content": "another"},
        )
        for first, second in (("call_1", "call_2"), ("call_2", "call_1"))
    )
    api = "openai-completions"
    assert facts.compare(api, source, api, source, NOTHING_TOLD).all() == []
    assert len(facts.mispaired(api, source, api, crossed, NOTHING_TOLD)) == 2


def call(name: str, identity: str) -> Json:
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": "{}"}}


def test_a_blank_says_nothing_and_is_not_found_in_what_others_say() -> None:
    api = "openai-completions"
    source = chat({"role": "system", "content": " "}, {"role": "user", "content": "a . b"})
    target = chat({"role": "user", "content": "a . b"})
    assert facts.compare(api, source, api, target, NOTHING_TOLD).all() == []


def test_a_screenshot_is_a_medium() -> None:
    item: Json = {
        "type": "computer_call_output",
        "call_id": "call_1",
        "output": {"type": "computer_screenshot", "image_url": SCREEN},
    }
    source: JsonObject = {"input": [item]}
    data = SCREEN.partition(",")[2]
    target = anthropic({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
    compared = ("openai-responses", source, "anthropic-messages")
    assert facts.compare(*compared, target, NOTHING_TOLD).all() == []
    assert len(facts.missing(*compared, anthropic(), NOTHING_TOLD)) == 1
    assert facts.missing(*compared, anthropic(), told("dropped", "$.input[0]", "Image")) == []


def test_an_unknown_kind_of_call_is_missed_and_can_be_told() -> None:
    api = "openai-completions"
    source = chat({"role": "assistant", "tool_calls": [{"id": "call_1", "type": "telepathy", "telepathy": {}}]})
    place = "$.messages[0].tool_calls[0]"
    assert len(facts.missing(api, source, api, chat(), NOTHING_TOLD)) == 1
    assert facts.missing(api, source, api, chat(), told("dropped", place, "Opaque")) == []
    assert facts.compare(api, source, api, source, NOTHING_TOLD).all() == []


def test_pieces_of_one_thought_are_one_and_its_seal_is_told_as_a_signature() -> None:
    api = "openai-completions"
    pieces: list[Json] = [{"type": "reasoning.text", "text": text, "index": 0} for text in ("to ", "and", " fro")]
    seal: Json = {"type": "reasoning.encrypted", "data": "c2VhbGVk", "index": 1}
    source = chat({"role": "assistant", "content": "ok", "reasoning_details": [*pieces, seal]})
    target = chat({"role": "assistant", "content": "to and fro\n\nok"})
    thought = Told("kept-as-text", DETAILS, "Thinking")
    sealed = Told("dropped", DETAILS, "Signature")
    assert facts.compare(api, source, api, target, Report((thought, sealed))).all() == []
    assert len(facts.missing(api, source, api, target, Report((thought,)))) == 1
    thoughtless = chat({"role": "assistant", "content": "ok"})
    assert len(facts.missing(api, source, api, thoughtless, Report((thought, sealed)))) == 1


def test_what_is_no_thought_among_the_details_is_missed() -> None:
    api = "openai-completions"
    found: Json = {"tool_name": "search", "arguments": "{}", "result": "found"}
    source = chat({"role": "assistant", "content": "ok", "reasoning_details": [found]})
    target = chat({"role": "assistant", "content": "ok"})
    assert len(facts.missing(api, source, api, target, told("kept-as-text", DETAILS, "Thinking"))) == 1
    assert facts.missing(api, source, api, target, told("dropped", f"{DETAILS}[0]", "Opaque")) == []


def test_that_a_document_was_kept_explains_nothing_unknown_within_it() -> None:
    inner: list[Json] = [{"type": "text", "text": "known"}, {"type": "x_unheard_of", "words": "unknown"}]
    source = anthropic({"type": "document", "source": {"type": "content", "content": inner}})
    target = chat({"role": "user", "content": "known"})
    kept = told("kept-as-text", DOCUMENT, "Document")
    assert len(facts.missing("anthropic-messages", source, "openai-completions", target, kept)) == 1


def test_what_stays_of_something_told_as_dropped_is_not_invented() -> None:
    source = anthropic({"type": "text", "text": "one"}, {"type": "text", "text": "two"})
    target = chat({"role": "user", "content": "one\ntwo"})
    dropped = told("dropped", "$.messages[0]", "Opaque")
    assert facts.compare("anthropic-messages", source, "openai-completions", target, dropped).all() == []
