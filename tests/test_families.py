"""Families by name: the answers that were specified, and a superset of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import segue
from segue import models

FIRST_RULE = {"gpt-": "openai", "o1-": "openai", "o3-": "openai", "claude-": "anthropic", "gemini-": "gemini"}
PREFIXES = [*FIRST_RULE, *map(str.upper, FIRST_RULE), ""]


class TestFamilies:
    @pytest.mark.parametrize(
        ("name", "family"),
        [
            ("gpt-4", "openai"),
            ("gpt-4.1-mini", "openai"),
            ("o1-preview", "openai"),
            ("claude-3-opus", "anthropic"),
            ("claude-3.5-sonnet", "anthropic"),
            ("gemini-2.0-flash", "gemini"),
            ("gemini-2.5-flash-lite", "gemini"),
            ("GPT-4", "openai"),
            ("", "unknown"),
            (None, "unknown"),
            ("my-model", "unknown"),
        ],
    )
    def test_specified(self, name: str | None, family: str) -> None:
        assert models.detect_model_family(name) == family

    @pytest.mark.parametrize(
        ("name", "family"),
        [
            ("o1", "openai"),
            ("o3", "openai"),
            ("o4-mini", "openai"),
            ("chatgpt-4o-latest", "openai"),
            ("codex-mini-latest", "openai"),
            ("computer-use-preview", "openai"),
            ("ft:gpt-4o-mini-2024-07-18:acme::A1b2", "openai"),
            ("models/gemini-2.5-pro", "gemini"),
            ("anthropic/claude-opus-5", "anthropic"),
            ("openai:gpt-5.2", "openai"),
            ("openrouter/anthropic/claude-sonnet-4.6", "anthropic"),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic"),
            ("vertex/claude-opus-4-5@20251101", "anthropic"),
            ("google/gemini-3-flash-preview", "gemini"),
            ("azure/our-deployment", "openai"),
            ("chatgpt/our-tuned-model", "openai"),
            ("google/gemma-3-27b-it", "unknown"),
            ("mistral-large-latest", "unknown"),
            ("deepseek/deepseek-chat", "unknown"),
            ("meta-llama/Llama-3.3-70B-Instruct", "unknown"),
            ("openrouter/qwen/qwen3-32b", "unknown"),
        ],
    )
    def test_further_forms(self, name: str, family: str) -> None:
        assert models.detect_model_family(name) == family

    @pytest.mark.parametrize(
        ("source", "target", "needed"),
        [
            ("gpt-4", "gpt-4.1-mini", False),
            ("claude-3-opus", "claude-3.5-sonnet", False),
            ("gpt-4", "gemini-2.0-flash", True),
            ("claude-3-opus", "gemini-2.0-flash", True),
            ("gemini-2.0-flash", "gpt-4", True),
            ("gpt-4", "mistral-large-latest", False),
            (None, "gpt-4", False),
        ],
    )
    def test_needs_conversion(self, source: str | None, target: str, *, needed: bool) -> None:
        assert models.needs_conversion(source, target) is needed

    @given(st.text() | st.tuples(st.sampled_from(PREFIXES), st.text()).map("".join))
    def test_what_the_table_says_is_never_overruled(self, name: str) -> None:
        """Every answer of the first rule alone is the answer here; only names that it misses get more."""
        lowered = name.lower()
        told = next((family for prefix, family in FIRST_RULE.items() if lowered.startswith(prefix)), "unknown")
        assert told in ("unknown", models.detect_model_family(name))

    @given(st.sampled_from(PREFIXES), st.sampled_from(PREFIXES), st.text(max_size=9))
    def test_a_conversion_is_needed_between_known_families_that_differ(self, one: str, other: str, rest: str) -> None:
        differ = FIRST_RULE.get(one.lower()) != FIRST_RULE.get(other.lower())
        if "" not in (one, other):
            assert models.needs_conversion(one + rest, other + rest) is differ
        assert not models.needs_conversion(one + rest, one + rest)

    @pytest.mark.parametrize("nobody", ["", None, "my-model", "mistral-large-latest"])
    @pytest.mark.parametrize("somebody", ["gpt-4", "o1", "claude-opus-5", "gemini-2.0-flash", "", None])
    def test_nobody_needs_a_conversion(self, nobody: str | None, somebody: str | None) -> None:
        assert not models.needs_conversion(nobody, somebody)
        assert not models.needs_conversion(somebody, nobody)

    def test_constants(self) -> None:
        family = segue.ModelFamily
        assert family is models.ModelFamily
        assert (family.OPENAI, family.ANTHROPIC, family.GEMINI) == ("openai", "anthropic", "gemini")
        assert family.UNKNOWN == "unknown"
        assert models.MODEL_FAMILY_PREFIXES == {
            "gpt-": "openai",
            "o1-": "openai",
            "o3-": "openai",
            "claude-": "anthropic",
            "gemini-": "gemini",
        }
