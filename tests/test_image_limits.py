"""More images than a host takes: old ones go, several at once, so that what was sent stays the same for long."""

import segue
from support.examples import PNG
from support.jsonish import Json, JsonObject

HOME = "openai-completions/gpt-4.1"
PICTURE: JsonObject = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}}
LEAST = 5
MOST = 8


def turn(number: int, *, images: int = 1) -> list[JsonObject]:
    pictures: list[Json] = [PICTURE] * images
    return [
        {"role": "user", "content": [{"type": "text", "text": f"Boat {number}:"}, *pictures]},
        {"role": "assistant", "content": f"Noted, {number}."},
    ]


def sent(history: list[JsonObject], most: int | None = MOST) -> list[str]:
    here = segue.endpoint(HOME, dialect={"max_images": most})
    return [str(message) for message in segue.convert(history, to=here, api="openai-completions").payload["messages"]]


def images(messages: list[str]) -> int:
    return sum(message.count("image_url'") // 2 for message in messages)


def test_what_was_sent_changes_seldom() -> None:
    history: list[JsonObject] = []
    before: list[str] = []
    changed: list[int] = []
    for number in range(1, 31):
        history += turn(number)
        now = sent(history)
        assert images(now) == number if number <= MOST else LEAST <= images(now) <= MOST
        assert images(now[-2:]) == 1
        if now[: len(before)] != before:
            changed.append(number)
        before = now
    assert changed == [9, 13, 17, 21, 25, 29]


def test_what_is_new_stays_if_it_may() -> None:
    messages = sent([*turn(1), *turn(2), *turn(3, images=8)])
    assert [images([message]) for message in messages[::2]] == [0, 0, 8]
    messages = sent([*turn(1, images=3), *turn(2, images=6)])
    assert [images([message]) for message in messages[::2]] == [0, 6]
    assert images(sent(turn(1, images=20))) == MOST


def test_results_of_one_step_are_new_together() -> None:
    calls: list[Json] = [
        {"id": f"call_{n}", "type": "function", "function": {"name": "look", "arguments": "{}"}} for n in range(8)
    ]
    results: list[JsonObject] = [
        {"role": "tool", "tool_call_id": f"call_{n}", "content": [{"type": "text", "text": "Here."}, PICTURE]}
        for n in range(8)
    ]
    asking: JsonObject = {"role": "assistant", "content": None, "tool_calls": calls}
    history = [*turn(1), asking, *results]
    messages = sent(history)
    assert images(messages) == MOST
    assert images(messages[:2]) == 0


def test_one_at_a_time_where_one_is_all_there_may_be() -> None:
    messages = sent([*turn(1), *turn(2), *turn(3)], most=1)
    assert [images([message]) for message in messages[::2]] == [0, 0, 1]


def test_each_is_told_and_marked() -> None:
    here = segue.endpoint(HOME, dialect={"max_images": 2})
    converted = segue.convert([*turn(1), *turn(2), *turn(3)], to=here, api="openai-completions")
    assert [(change.path, change.rule) for change in converted.report.losses] == [("$[0].content[1]", "VL-06")]
    assert "Here was an image" in str(converted.payload["messages"][0])


def test_mending_twice_is_mending_once() -> None:
    here = segue.endpoint(HOME, dialect={"max_images": MOST})
    history: list[JsonObject] = [message for number in range(20) for message in turn(number)]
    once = segue.repair(history, to=here, api="openai-completions")
    again = segue.repair(once.payload["messages"], to=here, api="openai-completions")
    assert again.payload["messages"] == once.payload["messages"]
