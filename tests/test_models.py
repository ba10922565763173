"""Models, providers and targets: what a word means, what a host accepts, what a model can do."""

import subprocess
import sys

import pytest

import segue
from segue import models
from segue.errors import UsageError
from segue.models import Dialect, Endpoint, Model, Provider, Registry, Route, endpoint, resolve
from support.corpus import APIS as RECORDED
from support.corpus import folder, records

SHIPPED = models.default_registry()

# What the recordings call hosts that nobody else can reach.
NOT_PROVIDERS = {"(redacted)", "local", "demo-endpoints.pydantic.workers.dev"}
# Names of people's own, or that were wrong on purpose.
NOT_MODELS = {"openllmetry-testing", "facebook/opt-125m"}


class TestTargets:
    @pytest.mark.parametrize("api", models.APIS)
    def test_an_api_stays_itself(self, api: str) -> None:
        assert resolve(api) == api

    @pytest.mark.parametrize(
        ("to", "provider", "api", "model"),
        [
            ("anthropic/claude-opus-5", "anthropic", "anthropic-messages", "claude-opus-5"),
            ("anthropic:claude-opus-5", "anthropic", "anthropic-messages", "claude-opus-5"),
            ("openai:gpt-5.2", "openai", "openai-responses", "gpt-5.2"),
            ("openai/gpt-5.2", "openai", "openai-responses", "gpt-5.2"),
            ("openai/gpt-4o-audio-preview", "openai", "openai-completions", "gpt-4o-audio-preview"),
            ("openai-responses/gpt-4.1", "openai", "openai-responses", "gpt-4.1"),
            ("openai-completions/gpt-4.1", "openai", "openai-completions", "gpt-4.1"),
            ("google-generative-ai:gemini-2.5-pro", "google", "google-generative-ai", "gemini-2.5-pro"),
            ("gpt-5.2-2025-12-11", "openai", "openai-responses", "gpt-5.2-2025-12-11"),
            ("claude-opus-5", "anthropic", "anthropic-messages", "claude-opus-5"),
            ("deepseek-chat", "deepseek", "openai-completions", "deepseek-chat"),
            ("gemini/gemini-2.5-pro", "google", "google-generative-ai", "gemini-2.5-pro"),
            ("chatgpt/gpt-4o", "openai", "openai-responses", "gpt-4o"),
            ("Claude/claude-opus-5", "anthropic", "anthropic-messages", "claude-opus-5"),
            ("models/gemini-2.5-pro", "google", "google-generative-ai", "gemini-2.5-pro"),
            ("google/models/gemini-2.5-pro", "google", "google-generative-ai", "gemini-2.5-pro"),
            ("openrouter/anthropic/claude-opus-5", "openrouter", "openai-completions", "anthropic/claude-opus-5"),
            ("ollama:gpt-oss:20b", "ollama", "openai-completions", "gpt-oss:20b"),
            ("groq/openai/gpt-oss-120b", "groq", "openai-completions", "openai/gpt-oss-120b"),
            ("vertex/claude-opus-4-5@20251101", "vertex", "anthropic-messages", "claude-opus-4-5@20251101"),
            ("claude-opus-4-5@20251101", "vertex", "anthropic-messages", "claude-opus-4-5@20251101"),
            ("vertex/gemini-2.5-pro", "vertex", "google-generative-ai", "gemini-2.5-pro"),
            ("publishers/google/models/gemini-2.5-pro", "vertex", "google-generative-ai", "gemini-2.5-pro"),
            ("eu.anthropic.claude-opus-4-6-v1", "bedrock", "bedrock-converse", "eu.anthropic.claude-opus-4-6-v1"),
            ("bedrock/amazon.nova-pro-v1:0", "bedrock", "bedrock-converse", "amazon.nova-pro-v1:0"),
            ("mistral/mistral-large-latest", "mistral", "mistral", "mistral-large-latest"),
            ("anthropic/claude-sonnet-4.5", "anthropic", "anthropic-messages", "claude-sonnet-4-5"),
        ],
    )
    def test_a_model_is_an_endpoint(self, to: str, provider: str, api: str, model: str) -> None:
        found = resolve(to)
        assert isinstance(found, Endpoint)
        assert (found.provider, found.api, found.model) == (provider, api, model)
        assert found == endpoint(to)
        assert endpoint(str(found)) == found

    def test_two_arguments(self) -> None:
        assert segue.endpoint("anthropic", "claude-opus-5") == endpoint("anthropic/claude-opus-5")
        assert endpoint("openai", model="gpt-5.2") == endpoint("openai/gpt-5.2")
        assert endpoint("mistral", "mistral-large-latest") == endpoint("mistral/mistral-large-latest")
        assert endpoint("openrouter", "anthropic/claude-opus-5") == endpoint("openrouter/anthropic/claude-opus-5")
        assert endpoint("ollama", "gpt-oss:20b") == endpoint("ollama:gpt-oss:20b")
        assert endpoint("openai-completions", model="gpt-5.2") == endpoint("openai-completions/gpt-5.2")
        assert endpoint("openai/gpt-5.2", api="openai-completions") == endpoint("openai-completions/gpt-5.2")

    def test_a_model_is_named_once(self) -> None:
        with pytest.raises(UsageError, match="names a model already"):
            endpoint("openai/gpt-5.2", model="gpt-5.5")

    def test_an_endpoint_is_itself(self) -> None:
        made = endpoint("anthropic/claude-opus-5")
        assert resolve(made) is made
        assert endpoint(made) == made

    def test_a_word_that_is_both_is_the_api(self) -> None:
        assert resolve("mistral") == "mistral"

    @pytest.mark.parametrize(
        ("to", "said"),
        [
            ("anthropic-mesages", "'anthropic-messages'"),
            ("anthropik/claude-opus-5", "'anthropic/claude-opus-5'"),
            ("gpt5.2", "'gpt-5.2'"),
            ("claude-opus-55", "'anthropic/claude-opus-55'"),
            ("openai", "'openai/…'"),
            ("openai/", "without a model"),
            ("", "empty"),
            ("llama-3.3-70b", "served by many"),
            ("meta-llama/Llama-3.3-70B-Instruct", "served by many"),
            ("quite-something-else", "api/model"),
        ],
    )
    def test_an_unknown_word_is_answered_with_the_nearest(self, to: str, said: str) -> None:
        with pytest.raises(UsageError) as refused:
            resolve(to)
        assert said in str(refused.value)

    def test_a_huge_word_is_refused_at_once(self) -> None:
        with pytest.raises(UsageError) as refused:
            resolve("openai" * 100_000)
        assert len(str(refused.value)) < 1000

    def test_an_api_alone_is_no_endpoint(self) -> None:
        with pytest.raises(UsageError, match="anthropic-messages/…"):
            endpoint("anthropic-messages")

    def test_an_api_that_the_provider_does_not_speak(self) -> None:
        with pytest.raises(UsageError, match="it speaks openai-completions"):
            endpoint("cerebras/gpt-oss-120b", api="anthropic-messages")
        with pytest.raises(UsageError, match="Did you mean 'openai-responses'"):
            endpoint("openai/gpt-5.2", api="openai-response")


class TestAddresses:
    @pytest.mark.parametrize(
        ("to", "url", "stream_url"),
        [
            ("openai/gpt-5.2", "https://api.openai.com/v1/responses", None),
            ("openai-completions/gpt-5.2", "https://api.openai.com/v1/chat/completions", None),
            ("anthropic/claude-opus-5", "https://api.anthropic.com/v1/messages", None),
            (
                "google/gemini-2.5-pro",
                "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent",
                "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
            ),
            (
                "bedrock/amazon.nova-pro-v1:0",
                "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse",
                "https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-pro-v1%3A0/converse-stream",
            ),
            ("ollama/qwen3", "http://localhost:11434/v1/chat/completions", None),
        ],
    )
    def test_urls(self, to: str, url: str, stream_url: str | None) -> None:
        made = endpoint(to)
        assert (made.url, made.stream_url) == (url, stream_url or url)

    def test_the_environment_moves_an_endpoint(self) -> None:
        home = endpoint("openai/gpt-5.2")
        moved = home.with_environment({"OPENAI_BASE_URL": "http://localhost:4000/v1/", "UNRELATED": "x"})
        assert moved.url == "http://localhost:4000/v1/responses"
        assert home.url.startswith("https://api.openai.com/")

    def test_the_version_is_not_doubled(self) -> None:
        moved = endpoint("anthropic/claude-opus-5", base_url="http://localhost:4000/v1")
        assert moved.url == "http://localhost:4000/v1/messages"

    def test_an_address_that_was_spelt_out_stays(self) -> None:
        made = endpoint("openai/gpt-5.2", base_url="http://gpu:8000/v1")
        assert made.with_environment({"OPENAI_BASE_URL": "http://elsewhere/v1"}).url == "http://gpu:8000/v1/responses"
        assert endpoint(made, model="gpt-5.5").url == "http://gpu:8000/v1/responses"

    @pytest.mark.parametrize(
        ("location", "host"), [("europe-west4", "europe-west4-aiplatform"), ("global", "aiplatform")]
    )
    def test_vertex_is_told_where_it_is(self, location: str, host: str) -> None:
        made = endpoint("vertex/gemini-2.5-pro")
        with pytest.raises(UsageError, match="GOOGLE_CLOUD_PROJECT"):
            _ = made.url
        moved = made.with_environment({"GOOGLE_CLOUD_PROJECT": "acme", "GOOGLE_CLOUD_LOCATION": location})
        assert moved.url == (
            f"https://{host}.googleapis.com/v1/projects/acme/locations/{location}"
            "/publishers/google/models/gemini-2.5-pro:generateContent"
        )

    @pytest.mark.parametrize(
        ("host", "there"),
        [
            ("10.0.0.5:8080", "http://10.0.0.5:8080"),
            ("0.0.0.0", "http://0.0.0.0:11434"),
            ("gpu", "http://gpu:11434"),
            ("https://ollama.example", "https://ollama.example"),
            ("", "http://localhost:11434"),
        ],
    )
    def test_a_bare_host_is_enough_for_ollama(self, host: str, there: str) -> None:
        assert endpoint("ollama/qwen3").with_environment({"OLLAMA_HOST": host}).url == f"{there}/v1/chat/completions"

    def test_the_environment_adds_headers(self) -> None:
        variables = {"OPENAI_ORG_ID": "org-1", "OPENAI_PROJECT_ID": "", "ANTHROPIC_CUSTOM_HEADERS": "A: 1\n\nB:2: 3\nC"}
        assert dict(endpoint("openai/gpt-5.2").with_environment(variables).headers) == {"OpenAI-Organization": "org-1"}
        claude = endpoint("anthropic/claude-opus-5").with_environment(variables)
        assert dict(claude.headers) == {"anthropic-version": "2023-06-01", "A": "1", "B": "2: 3"}

    def test_a_server_without_an_address_says_so(self) -> None:
        with pytest.raises(UsageError, match="base_url"):
            _ = endpoint("openai-compatible/my-model").url

    def test_nothing_secret_is_printed(self) -> None:
        made = endpoint(
            "openai/gpt-5.2", base_url="https://user:hunter2@proxy/v1", headers={"Authorization": "Bearer hunter2"}
        )
        assert "hunter2" not in repr(made)
        assert "hunter2" not in str(made)
        assert "hunter2" not in str(made.__rich_repr__())

    def test_headers(self) -> None:
        assert dict(endpoint("anthropic/claude-opus-5").headers) == {"anthropic-version": "2023-06-01"}
        beta = endpoint("anthropic/claude-opus-5", headers={"anthropic-beta": "x"})
        assert dict(beta.headers) == {"anthropic-version": "2023-06-01", "anthropic-beta": "x"}
        assert endpoint("vertex/claude-opus-5").headers == ()


class TestNames:
    @pytest.mark.parametrize(
        "spelling",
        [
            "claude-sonnet-4-5",
            "claude-sonnet-4.5",
            "claude-sonnet-4-5-20250929",
            "claude-sonnet-4-5@20250929",
            "claude-4.5-sonnet-20250929",
            "anthropic/claude-sonnet-4.5:thinking",
            "anthropic.claude-sonnet-4-5-20250929-v1:0",
            "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4-5@20250929",
            "claude-sonnet-4-5[1m]",
            "Claude-Sonnet-4-5-latest",
        ],
    )
    def test_one_name_for_all_spellings(self, spelling: str) -> None:
        assert models.canonical_model(spelling) == "claude-sonnet-4-5"
        assert SHIPPED.model(spelling).id == "claude-sonnet-4-5"

    @pytest.mark.parametrize(
        ("spelling", "name"),
        [
            ("gpt-5.2-2025-12-11", "gpt-5.2"),
            ("gpt-4-0613", "gpt-4"),
            ("gpt-3.5-turbo-0125", "gpt-3.5-turbo"),
            ("ft:gpt-4o-mini-2024-07-18:acme::A1b2", "gpt-4o-mini"),
            ("models/gemini-2.0-flash-001", "gemini-2.0-flash"),
            ("gemini-2.5-pro-preview-05-06", "gemini-2.5-pro"),
            ("gemini-2.5-flash-preview-09-2025", "gemini-2.5-flash"),
            ("claude-sonnet-4-0", "claude-sonnet-4"),
            ("claude-sonnet-4-20250514", "claude-sonnet-4"),
            ("mistral-large-latest", "mistral-large"),
            ("deepseek/deepseek-chat-v3-0324", "deepseek-v3"),
            ("us.deepseek.r1-v1:0", "deepseek-r1"),
            ("openai.gpt-oss-120b-1:0", "gpt-oss-120b"),
            ("gpt-oss:20b", "gpt-oss-20b"),
            ("meta-llama/Llama-3.3-70B-Instruct-Turbo", "llama-3.3-70b"),
            ("grok-4-0709", "grok-4"),
            ("acme/Some-Model", "some-model"),
        ],
    )
    def test_canonical(self, spelling: str, name: str) -> None:
        assert models.canonical_model(spelling) == name

    def test_different_models_stay_different(self) -> None:
        names = ["gpt-4", "gpt-4o", "gpt-4.1", "gpt-5", "gpt-5.1", "claude-opus-5", "claude-opus-5-5", "o1", "o1-mini"]
        assert [models.canonical_model(name) for name in names] == names


class TestKnowledge:
    def test_every_row_can_be_read(self) -> None:
        known = {row.id for row in SHIPPED.providers}
        for model in SHIPPED.models:
            assert model.known
            assert model.id == SHIPPED.canonical_model(model.id)
            assert model.provider is None or model.provider in known

    def test_every_name_leads_to_one_row(self) -> None:
        names = [name.lower() for model in SHIPPED.models for name in (model.id, *model.aliases)]
        assert len(names) == len(set(names))
        names = [name.lower() for row in SHIPPED.providers for name in (row.id, *row.aliases)]
        assert len(names) == len(set(names))

    @pytest.mark.parametrize("provider", SHIPPED.providers, ids=lambda row: row.id)
    def test_every_provider_speaks_all_that_it_says(self, provider: Provider) -> None:
        patterns = [match for variant in provider.variants for match in variant.match]
        for api in provider.apis:
            for model in ("some-model", *(pattern.replace("*", "x").replace("?", "1") for pattern in patterns)):
                made = endpoint(provider.id, model=model, api=api)
                assert (made.provider, made.api) == (provider.id, api)

    @pytest.mark.parametrize(
        ("to", "flags"),
        [
            ("openai-completions/gpt-5.2", {"tool_call_id_format": "max40", "developer_role": True}),
            ("openai-completions/o1-mini", {"developer_role": False, "system_role": False}),
            ("deepseek/deepseek-chat", {"reasoning_field": "reasoning_content", "reasoning_required": True}),
            ("deepseek/deepseek-chat", {"content_parts": False, "developer_role": False, "null_content": False}),
            ("moonshot/kimi-k2.6", {"reasoning_required": True, "empty_content": False}),
            ("mistral/mistral-large-latest", {"tool_call_id_format": "alnum9", "strict_fields": True}),
            ("mistral/mistral-large-latest", {"separator_after_tool": True, "assistant_last": "prefix"}),
            ("groq/llama-3.3-70b-versatile", {"reasoning_field": None, "content_parts": False}),
            ("groq/openai/gpt-oss-120b", {"reasoning_field": "reasoning"}),
            ("groq/meta-llama/llama-4-scout-17b-16e-instruct", {"content_parts": True}),
            ("cerebras/gpt-oss-120b", {"reasoning_field": "reasoning", "strict_fields": True}),
            ("cerebras/zai-glm-4.7", {"reasoning_field": None}),
            ("xai/grok-4", {"null_content": False, "single_text": True}),
            ("openrouter/openai/gpt-4o", {"reasoning_details": True, "tool_call_id_format": "portable"}),
            ("openrouter/mistralai/mistral-large-2411", {"tool_call_id_format": "alnum9"}),
            ("dashscope/qwen3-max", {"arguments_must_be_object": True, "file_parts": False}),
            ("zai/glm-5.2", {"user_required": True, "empty_content": False}),
            ("minimax/MiniMax-M2", {"tool_parameters_required": True, "results_alone": True}),
            ("vllm/mistralai/Mistral-7B-Instruct-v0.3", {"tool_call_id_format": "alnum9", "alternating_roles": True}),
            ("vllm/google/gemma-2-9b-it", {"system_role": False}),
            ("together/deepseek-ai/DeepSeek-R1", {"reasoning_field": None, "alternating_roles": True}),
            ("llamacpp/anything", {"null_content": False, "arguments_must_be_object": True}),
            ("ollama/qwen3", {"image_urls": False, "reasoning_field": "reasoning"}),
            ("vertex/gemini-2.5-pro", {"function_call_id": False}),
            ("google/gemini-2.5-pro", {"function_call_id": True}),
            ("vertex/claude-opus-5", {"anthropic_version": "vertex-2023-10-16", "image_urls": False}),
        ],
    )
    def test_dialects(self, to: str, flags: dict[str, object]) -> None:
        dialect = endpoint(to).dialect
        assert {name: getattr(dialect, name) for name in flags} == flags

    @pytest.mark.parametrize(
        ("model", "traits"),
        [
            ("claude-3-5-sonnet-20241022", {"prefill": True, "reasoning": None, "max_output": 8192}),
            ("claude-sonnet-4-5", {"prefill": True, "reasoning": "budget", "midhistory_system": False}),
            ("claude-opus-4-6", {"prefill": False, "reasoning": "both", "sampling": True}),
            ("claude-opus-4-7", {"reasoning": "adaptive", "sampling": False, "midhistory_system": False}),
            ("claude-opus-4-8", {"midhistory_system": True, "prefix_binding": False}),
            ("claude-opus-5", {"midhistory_system": True, "prefix_binding": False, "forced_tools": True}),
            ("claude-sonnet-5", {"midhistory_system": False, "thinking_off": True}),
            ("claude-opus-5-5", {"prefix_binding": True, "thinking_off": False, "forced_tools": False}),
            ("claude-fable-5", {"prefix_binding": False, "thinking_off": False, "forced_tools": False}),
            ("claude-fable-5-1", {"prefix_binding": True}),
            ("claude-mythos-5-1", {"prefix_binding": True}),
            ("claude-mythos-5", {"prefix_binding": False}),
            ("claude-haiku-5-5", {"prefix_binding": True, "thinking_off": True}),
            ("gemini-2.5-pro", {"signature_required": False, "reasoning": "budget", "prefill": True}),
            ("gemini-2.0-flash", {"reasoning": None, "function_response_media": False}),
            ("gemini-3-pro-preview", {"signature_required": True, "function_response_media": True}),
            ("gemini-3-pro-image-preview", {"signature_required": False}),
            ("gpt-4o", {"reasoning": None, "sampling": True, "context_window": 128_000}),
            ("gpt-5", {"reasoning": "effort", "sampling": False, "thinking_off": False}),
            ("gpt-5.2", {"reasoning": "effort", "thinking_off": True}),
            ("o3-mini", {"inputs": ("text",), "sampling": False}),
            ("gpt-oss-120b", {"family": "gpt-oss", "provider": None, "inputs": ("text",)}),
            ("deepseek-reasoner", {"reasoning": "always", "family": "deepseek"}),
            ("magistral-medium-latest", {"reasoning": "always"}),
            ("glm-4.6v", {"inputs": ("text", "image")}),
        ],
    )
    def test_capabilities(self, model: str, traits: dict[str, object]) -> None:
        found = SHIPPED.model(model)
        assert found.known
        assert {name: getattr(found, name) for name in traits} == traits

    def test_what_single_claudes_can(self) -> None:
        held = {
            # Up to 4.5 an unfinished answer may be continued [ANT-04].
            "prefill": "3-haiku 3-sonnet 3-opus 3-5-haiku 3-5-sonnet 3-7-sonnet "
            "opus-4 opus-4-1 opus-4-5 sonnet-4 sonnet-4-5 haiku-4-5",
            # Since Opus 4.8, save Sonnet 5, which answers and does not heed them [ANT-10].
            "midhistory_system": "opus-4-8 opus-5 opus-5-5 sonnet-5-5 haiku-5-5 "
            "fable-5 fable-5-1 fable-5-2 mythos-5 mythos-5-1 mythos-5-2",
            # Since Fable 5.1; of Mythos 5.1 nobody says, so it counts as bound [ANT-44].
            "prefix_binding": "fable-5-1 fable-5-2 mythos-5-1 mythos-5-2 opus-5-5 sonnet-5-5 haiku-5-5",
        }
        claudes = [model for model in SHIPPED.models if model.family == "anthropic"]
        for trait, names in held.items():
            found = {model.id for model in claudes if getattr(model, trait)}
            assert found == {f"claude-{name}" for name in names.split()}, trait

    @pytest.mark.parametrize(
        ("model", "provider", "traits"),
        [
            ("claude-opus-9", None, {"prefill": False, "midhistory_system": False, "prefix_binding": True}),
            ("claude-opus-9", None, {"family": "anthropic", "provider": "anthropic", "sampling": False}),
            ("our-own-claude", "anthropic", {"family": "anthropic", "prefill": False}),
            ("gemini-7-ultra", None, {"signature_required": True, "function_response_media": False}),
            ("gemini-2.5-something", None, {"signature_required": False}),
            ("tuned-for-us", "google", {"signature_required": True}),
            ("gpt-9", None, {"family": "openai", "sampling": False, "inputs": ("text", "image", "document")}),
            ("our-deployment", "azure", {"family": "openai"}),
            ("whatever", "ollama", {"family": "unknown", "inputs": ("text",), "reasoning": None, "provider": None}),
            ("qwen4-vl-9b", "vllm", {"family": "qwen", "inputs": ("text", "image")}),
        ],
    )
    def test_unknown_models_are_treated_with_care(
        self, model: str, provider: str | None, traits: dict[str, object]
    ) -> None:
        found = SHIPPED.model(model, provider)
        assert not found.known
        assert found.context_window is None
        assert {name: getattr(found, name) for name in traits} == traits

    def test_a_host_may_take_a_gift_away(self) -> None:
        assert endpoint("anthropic/claude-opus-5").capabilities.midhistory_system
        assert not endpoint("bedrock/anthropic.claude-opus-5").capabilities.midhistory_system

    @pytest.mark.parametrize(
        ("to", "limit"),
        [("anthropic/claude-3-haiku-20240307", 4096), ("anthropic/claude-opus-5", 16_384), ("ollama/my-model", 4096)],
    )
    def test_the_limit_for_those_who_demand_one(self, to: str, limit: int) -> None:
        assert endpoint(to).max_tokens == limit


class TestProvenance:
    @pytest.mark.parametrize(
        ("api", "model", "provider"),
        [
            ("openai-responses", "gpt-5.2-2025-12-11", "openai"),
            ("openai-completions", "gpt-4o-2024-08-06", "openai"),
            ("openai-completions", "ft:gpt-4o-mini-2024-07-18:acme::A1b2", "openai"),
            ("anthropic-messages", "claude-opus-4-5-20251101", "anthropic"),
            ("anthropic-messages", "claude-opus-9", "anthropic"),
            ("google-generative-ai", "gemini-3-pro-preview", "google"),
            ("google-generative-ai", "models/gemini-2.5-pro", "google"),
            ("openai-completions", "deepseek-chat", None),
            ("openai-completions", "gpt-oss-120b", None),
            ("openai-completions", "openai/gpt-4o", None),
            ("anthropic-messages", "anthropic.claude-opus-4-5-20251101-v1:0", None),
            ("anthropic-messages", "claude-opus-4-5@20251101", None),
            ("anthropic-messages", "glm-5.2", None),
            ("no-such-api", "gpt-4o", None),
        ],
    )
    def test_who_answered(self, api: str, model: str, provider: str | None) -> None:
        assert models.infer_provider(api, model) == provider

    def test_homes(self) -> None:
        assert models.home_provider("openai-completions") == models.home_provider("openai-responses") == "openai"
        assert models.home_provider("google-generative-ai") == "google"
        assert models.home_provider("anthropic") is None


class TestOwnRows:
    ACME = Provider(
        id="acme",
        base_url="https://llm.acme.example/v1",
        key_env=("ACME_KEY",),
        aliases=("acme-corp",),
        dialect=Dialect(null_content=False),
        routes=(Route(api="anthropic-messages", base_url="https://llm.acme.example", match=("claude-*",)),),
    )

    def test_a_host_is_one_row(self) -> None:
        registry = SHIPPED.with_provider(self.ACME)
        made = endpoint("acme-corp/llama-3.3-70b", registry=registry)
        assert (made.provider, made.api, made.url) == (
            "acme",
            "openai-completions",
            "https://llm.acme.example/v1/chat/completions",
        )
        assert not made.dialect.null_content
        assert made.capabilities.family == "llama"
        claude = endpoint("acme/claude-opus-5", registry=registry)
        assert (claude.api, claude.url) == ("anthropic-messages", "https://llm.acme.example/v1/messages")

    def test_a_registry_never_changes(self) -> None:
        before = SHIPPED.providers
        own = SHIPPED.with_provider(self.ACME).with_model(Model(id="acme-1", provider="acme", aliases=("a1",)))
        assert SHIPPED.providers == before
        assert SHIPPED.provider("acme") is None
        assert SHIPPED.find_model("a1") is None
        assert own.canonical_model("a1-2026-01-31") == "acme-1"
        assert resolve("a1", registry=own) == endpoint("acme/a1", registry=own)
        with pytest.raises(UsageError):
            resolve("acme/acme-1")

    def test_a_row_can_be_replaced(self) -> None:
        own = SHIPPED.with_model(Model(id="gpt-5.2", provider="openai", context_window=9))
        assert own.model("gpt-5.2-2025-12-11").context_window == 9
        assert SHIPPED.model("gpt-5.2").context_window == 400_000

    def test_a_registry_of_ones_own(self) -> None:
        own = Registry().with_provider(self.ACME)
        assert endpoint("acme/anything", registry=own).capabilities == Model(id="anything", known=False)

    def test_single_flags_can_be_changed(self) -> None:
        made = endpoint(
            "vllm/my-model",
            base_url="http://gpu:8000/v1",
            dialect={"tool_call_id_format": "alnum9"},
            capabilities={"inputs": ("text", "image"), "context_window": 32_768},
            max_tokens=512,
        )
        assert made.dialect.tool_call_id_format == "alnum9"
        assert made.dialect.leading_system_only
        assert made.capabilities.inputs == ("text", "image")
        assert made.capabilities.context_window == 32_768
        assert made.max_tokens == 512

    @pytest.mark.parametrize("change", [{"nul_content": False}, {"null_content": "no"}])
    def test_a_misspelt_flag_is_refused(self, change: dict[str, object]) -> None:
        with pytest.raises(UsageError, match="Dialect"):
            endpoint("vllm/my-model", dialect=change)

    def test_an_endpoint_can_be_a_key(self) -> None:
        assert len({endpoint("openai/gpt-5.2"), endpoint("openai:gpt-5.2"), endpoint("openai/gpt-5.5")}) == 2


def test_every_recorded_model_is_known() -> None:
    answered = {
        (line.provider, model)
        for api in RECORDED
        for line in records(api)
        if line.status < 300 and line.provider not in NOT_PROVIDERS
        for model in [line.request.get("model")]
        if isinstance(model, str) and model not in NOT_MODELS
    }
    if not answered:
        pytest.skip(f"no recorded traffic in {folder()}: set SEGUE_CORPUS to the folder that holds it")
    assert {provider for provider, _ in answered if SHIPPED.provider(provider) is None} == set()
    assert {pair for pair in answered if not SHIPPED.model(pair[1], pair[0]).known} == set()


def test_importing_reads_no_data() -> None:
    program = (
        "import sys; import segue.models as models; from segue.models import registry\n"
        "assert registry.default_registry.cache_info().currsize == 0\n"
        "assert not {'tomllib', 'importlib.resources', 'urllib.request', 'difflib', 'httpx'} & set(sys.modules)\n"
        "assert models.endpoint('anthropic/claude-opus-5').url\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


SERVERS = """
    OpenAI Azure Anthropic Google Vertex Bedrock DeepSeek Groq xAI Cerebras OpenRouter Mistral Moonshot Kimi Z.ai GLM
    Qwen MiniMax Xiaomi Together Fireworks HuggingFace hugging_face Ollama vLLM llama.cpp LMStudio lm_studio
"""


def test_whoever_serves_models_is_known_by_the_usual_names() -> None:
    """With a place, or a variable that holds it; and a key, a token or a sign-in."""
    for name in SERVERS.split():
        found = models.default_registry().provider(name)
        assert found is not None, name
        assert found.base_url or found.base_url_env, name
        assert found.key_env or found.token_env or found.auth == "google", name
        assert endpoint(name, "some-model", api=found.api).api == found.api, name


def test_models_of_the_great_houses_have_their_limits() -> None:
    """What fits and how long an answer may be is told for every model of theirs, but where that is not published."""
    unsaid = {
        model.id
        for model in models.default_registry().models
        if model.provider in ("openai", "anthropic", "google") and not (model.context_window and model.max_output)
    }
    assert unsaid <= {"claude-fable-5-2", "claude-mythos-5-2", "gemini-4-argon", "gpt-4-32k"}
