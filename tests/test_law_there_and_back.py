"""L4, there and back: through the conversation, whatever it was sent to in between, a vendor gets its own turns back
as that vendor said them, signatures and sealed reasoning included."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import (
    APIS,
    BOUND,
    MODELS,
    SENT,
    VOCABULARIES,
    Json,
    JsonObject,
    dialogues,
    requests,
    responses,
    samples,
)
from strategies.compare import assert_same
from strategies.typed import typed_constructs
from strategies.wire import history

TARGETS = [*APIS, *MODELS.values()]


def test_l4_names_every_api() -> None:
    """L4 is tried between all of the APIs that there are strategies for."""
    assert len(TARGETS) == 2 * len(VOCABULARIES)


@pytest.mark.parametrize("home", APIS)
@given(data=st.data())
@settings(max_examples=40)
def test_l4_encoding_to_others_changes_nothing_at_home(home: str, data: st.DataObject) -> None:
    """L4 for one conversation that is encoded to several others before it goes home."""
    request = data.draw(requests(home))
    conversation = segue.decode(request, api=home)
    for target in data.draw(st.lists(st.sampled_from(TARGETS), min_size=1, max_size=4)):
        segue.encode(conversation, target)
    assert_same(segue.encode(conversation, home).payload, request)


@pytest.mark.parametrize("home", APIS)
@given(data=st.data())
@settings(max_examples=40)
def test_l4_another_vendors_turns_in_between_leave_ones_own_alone(home: str, data: st.DataObject) -> None:
    """L4 for a conversation that goes on elsewhere and comes back: the turns before come home as they were."""
    dialogue = data.draw(dialogues(home, turns=2, endings=SENT))
    request = dialogue.request()
    conversation = segue.decode(request, api=home)
    for away in data.draw(st.lists(st.sampled_from([api for api in APIS if api != home]), min_size=1, max_size=2)):
        segue.encode(conversation, MODELS[away])
        answer = segue.decode_response(data.draw(responses(away)), api=away)
        conversation = conversation.add(answer, segue.user("And now?"))
    assert_begins_as_it_was(home, request, segue.encode(conversation, home).payload)


@pytest.mark.parametrize("home", APIS)
@pytest.mark.parametrize("away", APIS)
@given(data=st.data())
@settings(max_examples=12)
def test_l4_answers_of_home_come_home_after_answers_of_others(home: str, away: str, data: st.DataObject) -> None:
    """L4 for turns that were received as answers: home's second answer stands after a foreign one, as it was."""
    first, second = (data.draw(responses(home)) for _ in range(2))
    between = data.draw(responses(away))
    asked = segue.user("One."), segue.user("Two."), segue.user("Three.")
    alone, together = (segue.decode_response(answer, api=home) for answer in (first, second))
    foreign = segue.decode_response(between, api=away)
    conversation = segue.Conversation((asked[0], alone, asked[1], foreign, asked[2], together))
    segue.encode(conversation, MODELS[away])
    whole = history(home, segue.encode(conversation, home).payload)
    own = [history(home, segue.encode(segue.Conversation((answer,)), home).payload) for answer in (alone, together)]
    assert_same(whole[1 : 1 + len(own[0])], own[0])
    assert_same(whole[len(whole) - len(own[1]) :], own[1])


@pytest.mark.parametrize("home", APIS)
@given(data=st.data())
@settings(max_examples=20)
def test_l4_the_conversation_of_a_conversion_goes_home(home: str, data: st.DataObject) -> None:
    """L4 through `Converted.conversation`: what a conversion hands on has lost nothing that home would need."""
    request = data.draw(requests(home))
    conversation = segue.decode(request, api=home)
    for target in data.draw(st.lists(st.sampled_from(TARGETS), min_size=1, max_size=3)):
        conversation = segue.encode(conversation, target).conversation
    assert_same(segue.encode(conversation, home).payload, request)


AUTHORS = {api: model.rpartition("/")[2] for api, model in MODELS.items()}

UNHEARD = {
    "openai-completions": ("audio", "mixed parts", "stop text", "stop list", "web search"),
    "mistral": ("audio", "mixed chunks", "several instructions", "no arguments"),
    # Claude signs what it thinks, sees no films, fetches nothing and is told of nothing on the way; nobody takes its
    # drawings back.
    "bedrock-converse": ("unsigned", "audio", "video", "in s3", "mixed blocks", "notes", "drawing"),
}
"""What these models have no ears for, and what they are not to be asked."""

TYPED = [
    (api, name)
    for api in APIS
    for name in typed_constructs(api)
    if name.partition(": ")[0] not in BOUND and not any(word in name for word in UNHEARD.get(api, ()))
]


@pytest.mark.parametrize(("home", "construct"), TYPED)
def test_l4_a_model_is_sent_its_own_conversation_as_it_was(home: str, construct: str) -> None:
    """L4 where nobody else took part: the passes leave alone what this very model's vendor takes."""
    for request in samples(home, construct, 3):
        converted = segue.convert(request, MODELS[home], api=home, source_model=AUTHORS[home])
        assert not converted.report.losses, str(converted.report)
        said = [without_empty_members(entry) for entry in history(home, request)]
        again = [without_empty_members(entry) for entry in history(home, converted.payload)]
        assert_same(again[: len(said)], said)


def without_empty_members(value: Json) -> Json:
    """Null and empty members are how clients write absence, and logprobs only measure what was said."""
    if isinstance(value, list):
        return [without_empty_members(member) for member in value]
    if not isinstance(value, dict):
        return value
    members = {key: without_empty_members(member) for key, member in value.items()}
    return {key: member for key, member in members.items() if member not in (None, "", [], {}) and key != "logprobs"}


def assert_begins_as_it_was(api: str, before: JsonObject, after: JsonObject) -> None:
    entries: list[Json] = history(api, before)
    assert_same(history(api, after)[: len(entries)], entries)
    key = VOCABULARIES[api].history
    tools = [listed(payload.get("tools")) for payload in (after, before)]
    assert_same(tools[0][: len(tools[1])], tools[1])
    assert_same({**after, key: [], "tools": []}, {**before, key: [], "tools": []})


def listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
