"""`segue demo` keeps what it promises: four APIs, honest reports, and everybody's own words back."""

import json
from typing import Any

import pytest

import segue
from segue.cli.commands.demo import Proof, travel
from segue.cli.shapes import Row, shape, shortened
from segue.cli.story import AUTHOR, history, legs
from segue.models import APIS
from test_cli import ESCAPE, Done, on_terminal, run, without_colours

MODELS = (AUTHOR, *(leg.model for leg in legs()))


@pytest.fixture(scope="module")
def piped() -> Done:
    return run("demo")


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return json.loads(run("demo", "--json").out)


class TestOnTheScreen:
    def test_fits_eighty_columns_and_is_plain_when_piped(self, piped: Done) -> None:
        assert (piped.code, piped.err) == (0, "")
        assert ESCAPE not in piped.out
        assert max(map(len, piped.out.splitlines())) <= 80
        assert not any(line.endswith(" ") for line in piped.out.splitlines())

    def test_says_the_same_in_colour_on_a_terminal(self, piped: Done) -> None:
        shown = on_terminal("demo")
        assert ESCAPE in shown.out
        assert without_colours(shown.out) == piped.out

    def test_visits_every_model_and_comes_back(self, piped: Done) -> None:
        titles = [line for line in piped.out.splitlines() if line[:1].isdigit() and line.endswith(APIS)]
        assert [title.split()[1] for title in titles] == [*MODELS, AUTHOR]
        assert piped.out.count("\nanswer\n") == len(legs())

    def test_shows_the_proof(self, piped: Done) -> None:
        proofs = [line.split() for line in piped.out.splitlines() if line.endswith("identical")]
        assert [proof[0] for proof in proofs] == list(MODELS)
        assert all(proof[-4] == proof[-2] for proof in proofs)
        home = piped.out[piped.out.rindex("takes it back") :]
        assert home.count("signed EqoBCkgI…") == home.count("signed EuYBCkgI…") == 1


class TestClaims:
    def test_the_first_provider_gets_its_own_turns_back(self, data: dict[str, Any]) -> None:
        begun, returned = history()["messages"], data["hops"][-1]["payload"]["messages"]
        assert data["hops"][-1]["to"] == AUTHOR
        assert json.dumps(returned[: len(begun)]) == json.dumps(begun)

    def test_so_do_the_others(self, data: dict[str, Any]) -> None:
        assert [proof["model"] for proof in data["proofs"]] == list(MODELS)
        assert all(proof["identical"] and proof["sent"] == proof["back"] for proof in data["proofs"])
        sealed = json.dumps([proof["back"] for proof in data["proofs"]])
        assert all(key in sealed for key in ("signature", "thoughtSignature", "encrypted_content", "reasoning_content"))

    def test_the_story_has_what_is_hard(self) -> None:
        rows = shape(history())
        called = [row for row in rows if row.kind == "tool_use"]
        assert len(called) == 2
        assert called[0].entry == called[1].entry
        assert {row.mark for row in rows} >= {"error", "signed EqoBCkgI…"}
        assert any(row.kind == "image" for row in rows)

    def test_the_apis_of_the_hops_are_four(self) -> None:
        hops, _ = travel()
        endpoints = [hop.converted.endpoint for hop in hops]
        assert len({endpoint.api for endpoint in endpoints if endpoint}) == 4

    def test_every_hop_carries_every_call_and_result(self) -> None:
        for number, hop in enumerate(travel()[0]):
            rows = shape(hop.converted.payload)
            calls = [row.text for row in rows if row.text.startswith(("timetable(", "weather(", "reserve("))]
            assert len(calls) == 2 + number - (number == 3)
            assert any("503: the weather service is resting" in row.text for row in rows)

    def test_a_proof_can_fail(self) -> None:
        said, unlike = [{"role": "assistant", "content": "Yes"}], [{"content": "Yes", "role": "assistant"}]
        assert Proof("a/b", said, said, "message").identical
        assert not Proof("a/b", said, unlike, "message").identical
        assert not Proof("a/b", said, [], "message").identical
        assert not Proof("a/b", [], [], "message").identical


class TestShapes:
    def test_of_plain_words(self) -> None:
        assert shape({"input": "Hi"}) == [Row(0, "user", "text", "Hi")]
        assert shape({"messages": [{"role": "user", "content": "Hi"}]}) == [Row(0, "user", "text", "Hi")]

    def test_of_a_call_whose_arguments_are_no_json(self) -> None:
        item = {"type": "function_call", "call_id": "a", "name": "look", "arguments": "{here"}
        assert shape({"input": [item]}) == [Row(0, "", "function_call", "look({here)")]

    def test_of_something_unknown(self) -> None:
        assert shape({"contents": [{"parts": [{"novelty": 1}]}]}) == [Row(0, "user", "novelty", "")]
        block = {"type": "novelty"}
        assert shape({"messages": [{"role": "user", "content": [block]}]}) == [Row(0, "user", "novelty", "")]

    def test_of_a_custom_call(self) -> None:
        call = {"id": "a", "type": "custom", "custom": {"name": "run", "input": "ls"}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        assert shape({"messages": [message]}) == [Row(0, "assistant", "tool_call", "run(ls)")]

    @pytest.mark.parametrize("room", [1, 5, 11, 12])
    def test_texts_fit_their_room(self, room: int) -> None:
        text = shortened("one\n two\x1b three", room)
        assert len(text) <= room
        assert "\x1b" not in text

    def test_every_payload_of_a_conversion_has_one(self) -> None:
        for model in MODELS:
            assert shape(segue.convert(history(), model).payload)
