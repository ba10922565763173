"""A switch gone through without sending: its plan says what the conversion does, whether it fits and what it costs."""

import json
from typing import Any

import pytest

import segue
from segue.models import Price, PriceTier, endpoint
from support import corpus
from support.corpus import Record

ASKED: dict[str, Any] = {"role": "user", "content": "Is it warmer in Lisbon or in Oslo?"}
CALLED: dict[str, Any] = {
    "role": "assistant",
    "content": "Let me look.",
    "reasoning_content": "I need both.",
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}],
}
ANSWERED: dict[str, Any] = {"role": "tool", "tool_call_id": "c1", "content": "14 °C"}
HEARD: dict[str, Any] = {
    "role": "user",
    "content": [{"type": "input_audio", "input_audio": {"data": "UklGRiQAAABXQVZF", "format": "wav"}}],
}
HISTORY = [ASKED, CALLED, ANSWERED, {"role": "user", "content": "Thanks."}]


def priced(to: str, **rates: Any) -> segue.Endpoint:
    return endpoint(to, capabilities={"price": Price(**rates)})


class TestWhatComesAlong:
    def test_everything_is_counted_once_by_what_becomes_of_it(self) -> None:
        plan = segue.plan(HISTORY, "anthropic/claude-opus-5")
        assert plan.kept == {"Text": 3, "ToolCall": 1, "ToolResult": 1}
        assert plan.downgraded == {"Thinking": 1}
        assert plan.synthesized == {"Setting": 1}
        assert (plan.changed, plan.lost) == ({}, {})
        assert plan.lossless
        assert plan.fine

    def test_a_loss_is_not_fine(self) -> None:
        plan = segue.plan([ASKED, HEARD], "anthropic/claude-opus-5")
        assert plan.lost == {"Audio": 1}
        assert plan.kept == {"Text": 1}
        assert not plan.lossless
        assert not plan.fine

    def test_calls_without_results_are_pending(self) -> None:
        assert segue.plan([ASKED, CALLED], "openai/gpt-5.2").report.pending

    def test_options_are_those_of_a_conversion(self) -> None:
        stripped = segue.plan(HISTORY, "openai/gpt-5.2", strategy="strip")
        assert stripped.lost == {"ToolCall": 1, "ToolResult": 1}
        assert segue.plan(HISTORY, "openai/gpt-5.2", thinking="drop").lost == {"Thinking": 1}

    def test_a_conversation_can_be_planned_for_too(self) -> None:
        conversation = segue.decode(HISTORY)
        assert segue.plan(conversation, "openai/gpt-5.2").kept == segue.plan(HISTORY, "openai/gpt-5.2").kept

    def test_history_that_a_provider_holds_goes_nowhere(self) -> None:
        held = {"model": "gpt-5.2", "previous_response_id": "resp_1", "input": "Go on."}
        plan = segue.plan(held, "anthropic/claude-opus-5")
        assert plan.refused is not None
        assert plan.refused_at == "$.previous_response_id"
        assert not plan.fine
        assert plan.tokens is None
        assert "cannot go there" in str(plan)
        assert segue.plan(held, "openai/gpt-5.2").refused is None

    def test_what_is_no_history_is_refused(self) -> None:
        with pytest.raises(segue.InvalidHistory):
            segue.plan([{"role": "user", "content": 7}], "openai/gpt-5.2")


class TestWhetherItFits:
    LONG = "Lisbon is warm in May. " * 2000

    def verdict(self, window: int | None, history: list[dict[str, Any]] | None = None) -> str:
        target = endpoint("openai-compatible/m", base_url="http://x/v1", capabilities={"context_window": window})
        return segue.plan(history or [{"role": "user", "content": self.LONG}], target).fit.verdict

    def test_the_limit_is_above_below_or_within_the_range(self) -> None:
        tokens = segue.plan([{"role": "user", "content": self.LONG}], "openai-compatible/m").tokens
        assert tokens is not None
        assert self.verdict(tokens.high) == "fits"
        assert self.verdict(tokens.low - 1) == "too-long"
        assert self.verdict(tokens.total) == "uncertain"
        assert self.verdict(None) == "unknown"

    def test_the_answer_that_is_asked_for_wants_room_too(self) -> None:
        body = {"model": "gpt-4", "messages": [ASKED], "max_tokens": 8192}
        plan = segue.plan(body, "openai-completions/gpt-4")
        assert plan.fit.verdict == "too-long"
        assert plan.fits is False
        assert not plan.fine
        assert (plan.fit.window, plan.fit.answer, plan.fit.max_output) == (8192, 8192, 8192)

    def test_what_is_not_known_is_not_wrong(self) -> None:
        plan = segue.plan(HISTORY, "openai-compatible/nobody-knows-it")
        assert plan.fits is None
        assert plan.fine
        assert segue.plan(HISTORY, "anthropic-messages").fit.verdict == "unknown"


class TestWhatItCosts:
    def test_a_cold_cache_costs_the_full_price(self) -> None:
        plan = segue.plan(HISTORY, priced("anthropic/claude-opus-5", input=10, cache_read=1))
        assert plan.tokens is not None
        assert plan.cost.cold == pytest.approx(plan.tokens.total * 10 / 1_000_000)
        assert plan.cost.source == "our own rows"
        assert (plan.cost.present, plan.cost.warm, plan.cost.extra) == (None, None, None)

    def test_long_requests_cost_what_long_requests_do(self) -> None:
        tiers = (PriceTier(above=50, input=20),)
        plan = segue.plan(HISTORY, priced("anthropic/claude-opus-5", input=10, tiers=tiers))
        assert plan.cost.price == 20

    def test_the_present_provider_is_whoever_answered(self) -> None:
        plan = segue.plan(HISTORY, priced("openai/gpt-5.2", input=10), source_model="moonshot/kimi-k2.5")
        assert plan.cost.present == "moonshot/kimi-k2.5"
        named = segue.plan({"model": "gpt-4.1", "messages": HISTORY}, "anthropic/claude-opus-5")
        assert named.cost.present == "openai-completions/gpt-4.1"

    def test_unknown_prices_are_not_nothing(self) -> None:
        plan = segue.plan(HISTORY, "openai-compatible/nobody-knows-it", source_model="nobody/either")
        assert (plan.cost.cold, plan.cost.warm, plan.cost.extra) == (None, None, None)
        assert "not known" in str(plan)


class TestSettings:
    def changes(self, body: dict[str, Any], to: str) -> dict[str, tuple[Any, Any]]:
        plan = segue.plan({"messages": HISTORY, **body}, to)
        assert all(change.why for change in plan.settings)
        return {change.name: (change.before, change.after) for change in plan.settings}

    def test_what_the_target_limits_or_does_not_know(self) -> None:
        asked = {"model": "gpt-4.1", "temperature": 1.5, "seed": 7, "max_tokens": 500, "stop": ["END"]}
        changes = self.changes(asked, "anthropic/claude-opus-4-5")
        assert changes["temperature"] == (1.5, 1)
        assert changes["seed"] == (7, None)
        assert "max_tokens" not in changes
        assert "stop" not in changes

    def test_a_limit_that_is_demanded(self) -> None:
        before, after = self.changes({}, "anthropic/claude-opus-4-5")["max_tokens"]
        assert before is None
        assert after > 0

    def test_thinking_in_the_targets_terms(self) -> None:
        body = {"thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 4000, "messages": [ASKED]}
        plan = segue.plan({"model": "claude-opus-4-5", **body}, "openai/gpt-5.2", api="anthropic-messages")
        assert [(each.name, each.before, each.after) for each in plan.settings] == [("reasoning", "2000 tokens", "low")]

    def test_what_only_its_own_api_knows(self) -> None:
        assert self.changes({"logit_bias": {"50256": -100}}, "google/gemini-2.5-pro") == {
            "logit_bias": ({"50256": -100}, None)
        }

    def test_a_temperature_of_nothing_is_a_temperature(self) -> None:
        assert self.changes({"temperature": 0}, "anthropic/claude-opus-5")["temperature"] == (0, None)


def test_a_plan_is_json_and_readable() -> None:
    plan = segue.plan({"model": "gpt-4.1", "messages": HISTORY, "seed": 1}, "anthropic/claude-opus-5")
    shown = plan.to_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert shown["lost"] == {"Setting": 1}
    assert shown["tokens"]["total"] == sum(shown["tokens"][part] for part in ("messages", "system", "tools", "media"))
    assert shown["settings"][0]["name"] == "max_tokens"
    assert "seed: 1 → not set" in str(plan)


def test_planning_changes_nothing() -> None:
    before = segue.convert(HISTORY, "anthropic/claude-opus-5").payload
    segue.plan(HISTORY, "anthropic/claude-opus-5")
    assert segue.convert(HISTORY, "anthropic/claude-opus-5").payload == before


@pytest.mark.parametrize("record", corpus.parameters("openai-responses", "anthropic-messages")[::12])
def test_recorded_requests_have_a_plan_that_says_what_the_conversion_does(record: Record) -> None:
    for to in ("anthropic/claude-opus-5", "google/gemini-3-pro-preview"):
        plan = segue.plan(record.request, to, api=record.api)
        if plan.refused is not None:
            with pytest.raises(segue.InvalidHistory):
                segue.convert(record.request, to, api=record.api)
            continue
        report = segue.convert(record.request, to, api=record.api).report
        assert plan.report == report
        assert sum(plan.lost.values()) == len(report.losses)


def test_a_plan_as_data_is_json() -> None:
    """What a plan shows is its own: lists, not what the settings hold."""
    asked = {"max_tokens": 9, "stop_sequences": ["END"], "messages": [{"role": "user", "content": "Hi"}]}
    plan = segue.plan(asked, to="openai/gpt-5.2", api="anthropic-messages")
    shown = plan.to_dict()["settings"]
    assert [change["before"] for change in shown if change["name"] == "stop"] == [["END"]]
    assert json.loads(json.dumps(shown)) == shown
