"""What models cost, and how much they read: our own rows, and below them the price lists of a package."""

import os
import subprocess
import sys
from datetime import date, timedelta
from typing import Any

import pytest
from genai_prices.data_snapshot import get_snapshot
from genai_prices.types import StartDateConstraint
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from segue import models
from segue.models import Price, PriceTier, endpoint, price, with_rows

SHIPPED = models.default_registry()
DAY = date(2026, 11, 19)
OWN: dict[str, float] = {"input": 1.5, "output": 6, "cache_read": 0.15}
TOLD = Price(input=1.5, output=6, cache_read=0.15)
RATES = st.floats(0, 100) | st.none()


def over(**rows: Any) -> models.Registry:
    return with_rows(SHIPPED, rows)


class TestLists:
    @pytest.mark.parametrize(
        "to",
        [
            "anthropic/claude-opus-5",
            "claude-haiku-4-5",
            "openai/gpt-5.2",
            "openai-completions/gpt-4o",
            "google/gemini-2.5-pro",
            "models/gemini-3-pro-preview",
            "vertex/gemini-2.5-flash",
            "vertex/claude-opus-4-5@20251101",
            "bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "bedrock/amazon.nova-pro-v1:0",
            "azure/gpt-4o",
            "deepseek/deepseek-chat",
            "mistral/mistral-large-latest",
            "moonshot/kimi-k2.6",
            "zai/glm-5.2",
            "minimax/MiniMax-M2",
            "xai/grok-4",
            "groq/openai/gpt-oss-120b",
            "cerebras/gpt-oss-120b",
            "openrouter/anthropic/claude-opus-5",
            "together/meta-llama/Llama-3.3-70B-Instruct-Turbo",
        ],
    )
    def test_these_are_listed(self, to: str) -> None:
        listed = price(to, on=DAY)
        assert listed is not None
        assert listed.input is not None
        assert listed.output is not None
        assert 0 < listed.input <= listed.output
        assert listed.source.startswith("genai-prices ")

    def test_the_numbers_are_those_of_the_list(self) -> None:
        listed = price("anthropic", "claude-opus-4-5", on=DAY)
        assert listed is not None
        assert (listed.input, listed.output, listed.cache_read, listed.cache_write) == (5, 25, 0.5, 6.25)

    def test_tiers(self) -> None:
        listed = price("google/gemini-2.5-pro", on=DAY)
        assert listed is not None
        assert (listed.input, listed.output) == (1.25, 10)
        assert (listed.at(200_000).input, listed.at(200_001).input, listed.at(200_001).output) == (1.25, 2.5, 15)

    def test_the_day_decides(self) -> None:
        """Of the prices that changed at a known day, some are of models that are found here: theirs differ."""
        days = [
            (provider.id, model.id, each.constraint.start_date)
            for provider in get_snapshot().providers
            if SHIPPED.provider(provider.id) is not None
            for model in provider.models
            if isinstance(model.prices, list)
            for each in model.prices
            if isinstance(each.constraint, StartDateConstraint)
        ]
        changed = [
            (before, after)
            for provider, model, day in days
            if (before := price(provider, model, on=day - timedelta(days=1)))
            != (after := price(provider, model, on=day))
        ]
        assert changed

    @pytest.mark.parametrize(
        "to", ["ollama/qwen3", "openai-compatible/gpt-4o", "dashscope/qwen3-max", "groq/nobody-knows-it", "lmstudio/x"]
    )
    def test_nobody_knows(self, to: str) -> None:
        assert price(to, on=DAY) is None

    def test_every_name_of_a_list_is_one(self) -> None:
        listed = {provider.id for provider in get_snapshot().providers}
        assert {row.price_list for row in SHIPPED.providers if row.price_list} <= listed

    def test_every_model_can_be_asked_for(self) -> None:
        for model in SHIPPED.models:
            if model.provider is not None:
                listed = price(model.provider, model.id, on=DAY)
                assert listed is None or any(rate is not None for rate in (listed.input, listed.output))


class TestOwnRows:
    def test_win(self) -> None:
        registry = over(models={"claude-opus-5": {"price": OWN}})
        assert price("anthropic/claude-opus-5", on=DAY, registry=registry) == TOLD

    def test_are_the_makers_alone(self) -> None:
        registry = over(models={"claude-opus-5": {"price": OWN}})
        elsewhere = price("openrouter/anthropic/claude-opus-5", on=DAY, registry=registry)
        assert elsewhere == price("openrouter/anthropic/claude-opus-5", on=DAY)

    def test_a_host_may_have_its_own(self) -> None:
        variant = {"match": ["gpt-oss*"], "model": {"price": {**OWN, "tiers": [{"above": 1000, "input": 3}]}}}
        registry = over(providers={"groq": {"variants": [variant]}})
        found = price("groq/openai/gpt-oss-120b", registry=registry)
        assert found == replace(TOLD, tiers=(PriceTier(above=1000, input=3),))
        assert price("cerebras/gpt-oss-120b", on=DAY, registry=registry) == price("cerebras/gpt-oss-120b", on=DAY)

    def test_an_endpoint_may_have_its_own(self) -> None:
        made = endpoint("vllm/my-model", capabilities={"price": {"input": 0, "output": 0}})
        assert price(made) == Price(input=0, output=0)


class TestWindows:
    def test_of_our_rows_first(self) -> None:
        assert models.context_window("openai/gpt-4.1") == 1_047_576

    def test_of_the_lists_for_others(self) -> None:
        """A listed model that has no row of ours."""
        unlisted = next(
            (row.id, model.id, model.context_window)
            for row in SHIPPED.providers
            for provider in get_snapshot().providers
            if provider.id == row.id
            for model in provider.models
            if model.context_window and provider.find_model(model.id) is model and not SHIPPED.model(model.id).known
        )
        provider, model, window = unlisted
        assert models.context_window(provider, model) == window

    def test_nobody_knows(self) -> None:
        assert models.context_window("vllm/my-model") is None


class TestTiers:
    @given(st.lists(st.tuples(st.integers(0, 10**6), RATES, RATES), max_size=4), st.integers(0, 2 * 10**6))
    def test_the_highest_tier_below_a_request_is_its_price(
        self, steps: list[tuple[int, float | None, float | None]], tokens: int
    ) -> None:
        tiers = tuple(PriceTier(above=above, input=rate, output=other) for above, rate, other in steps)
        found = Price(input=1, output=2, tiers=tiers).at(tokens)
        assert found.tiers == ()
        passed = sorted((step for step in steps if tokens > step[0]), key=lambda step: step[0])
        assert found.input == next((rate for _, rate, _ in reversed(passed) if rate is not None), 1)
        assert found.output == next((rate for _, _, rate in reversed(passed) if rate is not None), 2)


class TestThePackage:
    def run(self, program: str) -> None:
        subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "SEGUE_MODELS": os.devnull})

    def test_nothing_is_fetched(self) -> None:
        self.run(
            "import sys\n"
            "def hook(event, args): assert not event.startswith('socket.'), event\n"
            "sys.addaudithook(hook)\n"
            "from segue import models\n"
            "assert models.price('anthropic/claude-opus-5').output\n"
            "assert models.context_window('openai/gpt-4o')\n"
        )

    def test_it_is_imported_when_somebody_asks(self) -> None:
        self.run(
            "import sys\n"
            "from segue import models\n"
            "models.endpoint('anthropic/claude-opus-5')\n"
            "models.context_window('anthropic/claude-opus-5')\n"
            "assert not {'genai_prices', 'pydantic'} & set(sys.modules)\n"
            "models.price('anthropic/claude-opus-5')\n"
            "assert 'genai_prices' in sys.modules\n"
        )

    def test_without_it_our_own_rows_answer(self) -> None:
        self.run(
            "import sys\n"
            "class Missing:\n"
            "    def find_spec(self, name, path=None, target=None):\n"
            "        if name == 'genai_prices': raise ModuleNotFoundError(name, name=name)\n"
            "sys.meta_path.insert(0, Missing())\n"
            "from segue import models\n"
            "assert models.price('anthropic/claude-opus-5') is None\n"
            "assert models.context_window('anthropic/claude-opus-5') == 1_000_000\n"
            "assert models.context_window('groq/nobody-knows-it') is None\n"
            "own = models.with_rows(models.default_registry(), {'models': {'gpt-4o': {'price': {'input': 1}}}})\n"
            "assert models.price('gpt-4o', registry=own).input == 1\n"
        )

    def test_data_that_a_program_keeps_fresh_are_used(self) -> None:
        self.run(
            "from dataclasses import replace\n"
            "from decimal import Decimal\n"
            "from genai_prices import data_snapshot, types\n"
            "from segue import models\n"
            "old = data_snapshot.get_snapshot()\n"
            "found = types.ModelInfo(\n"
            "    id='m', match=types.ClauseEquals('claude-opus-5'), context_window=7,\n"
            "    prices=types.ModelPrice(input_mtok=Decimal('3')))\n"
            "providers = [replace(p, models=[found]) if p.id == 'anthropic' else p for p in old.providers]\n"
            "data_snapshot.set_custom_snapshot(data_snapshot.DataSnapshot(providers, from_auto_update=True))\n"
            "assert models.price('claude-opus-5').input == 3\n"
        )
