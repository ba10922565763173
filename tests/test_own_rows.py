"""Providers and models of one's own: rows in a file or in a program, laid over the shipped ones."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import segue
from segue import models
from segue.errors import UsageError
from segue.models import Dialect, Endpoint, Registry, endpoint, with_rows

SHIPPED = models.default_registry()
PACKAGE = Path(segue.__file__).parent

ACME = """
// Ours.
{
  "providers": {
    "acme": {
      "name": "Acme",
      "base_url": "https://llm.acme.example/v1", // with the version
      "key_env": ["ACME_API_KEY"],
      "dialect": {"reasoning_field": "reasoning_content"},
    },
  },
  "models": {
    "anvil-2": {"provider": "acme", "context_window": 64000, "inputs": ["text", "image"], "aliases": ["anvil"]},
  },
}
"""
ACME_TOML = """
[providers.acme]
name = "Acme"
base_url = "https://llm.acme.example/v1"
key_env = ["ACME_API_KEY"]
dialect = {reasoning_field = "reasoning_content"}

[models.anvil-2]
provider = "acme"
context_window = 64000
inputs = ["text", "image"]
aliases = ["anvil"]
"""
HISTORY = [{"role": "user", "content": "Hi"}]

CORE = ("models", "apis", "rules", "handoff")


def over(**rows: Any) -> Registry:
    return with_rows(SHIPPED, rows)


class TestRows:
    def test_a_new_provider_is_treated_as_a_stranger(self) -> None:
        found = endpoint("acme/anvil-2", registry=over(providers={"acme": {"base_url": "https://acme.example/v1"}}))
        stranger = endpoint("openai-compatible/anvil-2")
        assert found.url == "https://acme.example/v1/chat/completions"
        assert found.dialect == stranger.dialect
        assert (found.key_env, found.key_required) == ((), False)
        assert not found.capabilities.known

    @pytest.mark.parametrize("api", models.APIS)
    def test_a_new_provider_speaks_what_it_says(self, api: str) -> None:
        registry = over(providers={"acme": {"api": api, "base_url": "https://acme.example/v1"}})
        made = registry.provider("acme")
        assert made is not None
        assert made.apis == (api,)
        found, stranger = endpoint("acme/x", registry=registry), registry.provider("openai-compatible")
        assert stranger is not None
        if api in stranger.apis:
            assert found.dialect == endpoint("openai-compatible/x", api=api).dialect

    def test_flags_are_laid_over_those_of_the_stranger(self) -> None:
        row = {"base_url": "https://acme.example/v1", "key_env": ["ACME"], "dialect": {"content_parts": False}}
        found = endpoint("acme/anvil-2", registry=over(providers={"acme": row}))
        assert not found.dialect.content_parts
        assert found.dialect.strict_fields
        assert found.key_required

    def test_a_provider_may_be_like_another(self) -> None:
        rows = {
            "near": {"like": "vllm", "base_url": "http://gpu:9000/v1"},
            "vendor": {"like": "openai", "base_url": "https://openai.example/v1"},
        }
        registry = over(providers=rows)
        mistral = endpoint("near/mistralai/Mistral-7B-Instruct-v0.3", registry=registry)
        assert mistral.dialect == endpoint("vllm/mistralai/Mistral-7B-Instruct-v0.3").dialect
        assert mistral.base_url_env == ()
        assert endpoint("near/x", api="anthropic-messages", registry=registry).url == "http://gpu:9000/v1/messages"
        assert endpoint("vendor/x", registry=registry).dialect == Dialect()
        assert endpoint("vendor/x", registry=registry).url == "https://openai.example/v1/responses"
        assert endpoint("vendor/x", registry=registry).key_env == ()

    def test_of_a_known_provider_only_what_is_said_changes(self) -> None:
        registry = over(providers={"vllm": {"base_url": "http://gpu:9000/v1", "dialect": {"file_parts": True}}})
        before, after = endpoint("vllm/x"), endpoint("vllm/x", registry=registry)
        assert after.url == "http://gpu:9000/v1/chat/completions"
        assert (after.key_env, after.base_url_env) == (before.key_env, before.base_url_env)
        assert after.dialect.file_parts
        assert after.dialect.alternating_roles == before.dialect.alternating_roles
        assert endpoint("vllm/x", api="openai-responses", registry=registry).url == "http://gpu:9000/v1/responses"
        assert endpoint("vllm/x").url == "http://localhost:8000/v1/chat/completions"

    def test_an_address_that_is_apart_stays(self) -> None:
        registry = over(providers={"dashscope": {"base_url": "https://eu.example/compatible-mode/v1"}})
        assert endpoint("dashscope/x", registry=registry).url.startswith("https://eu.example/")
        messages = endpoint("dashscope/x", api="anthropic-messages", registry=registry)
        assert messages.url == "https://dashscope-intl.aliyuncs.com/apps/anthropic/v1/messages"

    def test_the_usual_api_can_be_another(self) -> None:
        registry = over(providers={"openai": {"api": "openai-completions"}, "deepseek": {"api": "anthropic-messages"}})
        assert endpoint("openai/gpt-5.2", registry=registry).api == "openai-completions"
        responses = endpoint("openai-responses/gpt-5.2", registry=registry)
        assert (responses.api, responses.url) == ("openai-responses", endpoint("openai/gpt-5.2").url)
        assert endpoint(responses.name, registry=registry) == responses
        deepseek = endpoint("deepseek/deepseek-chat", registry=registry)
        known = endpoint("deepseek/deepseek-chat", api="anthropic-messages")
        assert (deepseek.url, deepseek.dialect, deepseek.auth) == (known.url, known.dialect, known.auth)
        chat = endpoint("deepseek/deepseek-chat", api="openai-completions", registry=registry)
        usual = endpoint("deepseek/deepseek-chat")
        assert (chat.url, chat.dialect, chat.auth) == (usual.url, usual.dialect, usual.auth)

    def test_another_name_of_a_provider_makes_one_like_it(self) -> None:
        registry = over(providers={"local": {"base_url": "http://here:1/v1"}})
        assert endpoint("local/x", registry=registry).name == "local/x"
        assert endpoint("local/x", registry=registry).dialect == endpoint("openai-compatible/x").dialect
        assert registry.provider("openai-compatible") == SHIPPED.provider("openai-compatible")

    def test_variants_come_behind_the_known_ones(self) -> None:
        variant = {"match": ["mistral*"], "dialect": {"tool_call_id_format": "free"}, "model": {"inputs": ["text"]}}
        registry = over(providers={"vllm": {"variants": [variant]}})
        found = endpoint("vllm/mistral-small", registry=registry)
        assert found.dialect.tool_call_id_format == "free"
        assert found.dialect.separator_after_tool
        assert found.capabilities.inputs == ("text",)

    def test_templates(self) -> None:
        registry = over(providers={"acme": {"like": "openai", "base_url": "http://a/v1", "chat_templates": True}})
        assert endpoint("acme/gemma-2-9b-it", registry=registry).dialect.system_role is False
        assert endpoint("acme/x", registry=registry).dialect.alternating_roles

    def test_a_model_keeps_what_is_known_of_it(self) -> None:
        registry = over(models={"claude-opus-5": {"context_window": 9}, "claude-opus-5-acme": {"max_output": 7}})
        known, found = SHIPPED.model("claude-opus-5"), registry.model("claude-opus-5-20260601")
        assert found.context_window == 9
        assert (found.max_output, found.midhistory_system) == (known.max_output, True)
        made = registry.find_model("claude-opus-5-acme")
        assert made is not None
        assert (made.known, made.provider, made.max_output, made.prefix_binding) == (True, "anthropic", 7, True)

    def test_a_new_model_is_a_target_of_its_own(self) -> None:
        registry = over(
            providers={"acme": {"base_url": "http://a/v1"}},
            models={"anvil-2": {"provider": "acme", "aliases": ["anvil"]}},
        )
        assert endpoint("anvil-2", registry=registry).name == "acme/anvil-2"
        assert endpoint("anvil", registry=registry).capabilities.id == "anvil-2"
        assert models.detect_model_family("anvil", registry=registry) == "unknown"

    def test_patterns(self) -> None:
        pattern = {"match": ["anvil-*"], "traits": {"family": "anthropic", "inputs": ["text", "image"]}}
        registry = over(patterns=[pattern], models={"anvil-3": {"context_window": 5}})
        assert registry.model("anvil-2").inputs == ("text", "image")
        assert registry.model("anvil-3").inputs == ("text", "image")
        assert models.detect_model_family("anvil-3", registry=registry) == "anthropic"

    def test_nothing_shipped_is_changed(self) -> None:
        before = (SHIPPED.providers, SHIPPED.models)
        over(providers={"openai": {"name": "Mine"}}, models={"gpt-4o": {"context_window": 1}})
        assert (SHIPPED.providers, SHIPPED.models) == before

    def test_a_registry_of_ones_own_from_nothing(self) -> None:
        made = with_rows(Registry(), {"providers": {"acme": {"base_url": "http://a/v1"}}})
        assert endpoint("acme/x", registry=made).dialect == Dialect()

    @pytest.mark.parametrize(
        ("rows", "said", "path"),
        [
            ([], "expected an object, got a list", "$"),
            ({"provider": {}}, "Did you mean 'providers'?", "$"),
            ({"providers": {"a": 3}}, "expected an object, got a whole number", "$.providers.a"),
            (
                {"providers": {"a": {"api": "chat"}}},
                "'openai-completions' or 'openai-responses', got 'chat'",
                "$.a.api",
            ),
            ({"providers": {"a": {"key_env": "A"}}}, "expected a list, got a text", "$.providers.a.key_env"),
            ({"providers": {"a": {"key": "A"}}}, "'key' is no key of this", "$.providers.a"),
            ({"providers": {"a": {"like": "vlm"}}}, "Did you mean 'vllm'", "$.providers.a.like"),
            ({"providers": {"a": {"like": None}}}, "expected a text, got null", "$.providers.a.like"),
            ({"providers": {"a": {"dialect": {"nul_content": 1}}}}, "'null_content'", "$.providers.a.dialect"),
            (
                {"providers": {"a": {"variants": [{"match": ["*"], "dialect": {"store": 1}}]}}},
                "expected true or false, got a whole number",
                "$.providers.a.variants[0].dialect.store",
            ),
            (
                {"providers": {"a": {"variants": [{"match": ["*"], "model": {"prefil": True}}]}}},
                "Did you mean 'prefill'",
                "$.providers.a.variants[0].model",
            ),
            (
                {"providers": {"a": {"routes": [{"base_url": "x"}]}}},
                "expected a key 'api'",
                "$.providers.a.routes[0]",
            ),
            (
                {"models": {"gpt-5.9": {"inputs": ["sound"]}}},
                "'audio', 'document', 'image', 'text' or 'video', got 'sound'",
                "$.models['gpt-5.9'].inputs[0]",
            ),
            ({"models": {"m": {"provider": "opnai"}}}, "Did you mean 'openai'", "$.models.m.provider"),
            ({"models": {"m": {"context_window": 1.5}}}, "a whole number or null, got a number", "$.models.m.context"),
            ({"models": {"m": {"price": {"in": 3}}}}, "'in' is no key of this", "$.models.m.price"),
            ({"patterns": [{"match": ["x"], "traits": {"tols": 1}}]}, "Did you mean 'tools'", "$.patterns[0].traits"),
        ],
    )
    def test_a_mistake_is_named_with_its_place(self, rows: Any, said: str, path: str) -> None:
        with pytest.raises(UsageError) as refused:
            with_rows(SHIPPED, rows, "mine.jsonc")
        message = str(refused.value)
        assert message.startswith("mine.jsonc: ")
        assert said in message
        assert f"- at {path.replace('$.a', '$.providers.a')}" in message


class TestFiles:
    @pytest.fixture
    def named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        file = tmp_path / "own.jsonc"
        file.write_text(ACME, encoding="utf-8")
        monkeypatch.setenv("SEGUE_MODELS", str(file))
        return file

    def test_every_door_sees_them(self, named: Path) -> None:
        assert segue.endpoint("acme", "anvil-2").url == "https://llm.acme.example/v1/chat/completions"
        assert models.resolve("anvil") == segue.endpoint("acme/anvil")
        converted = segue.convert(HISTORY, "anvil-2")
        assert converted.payload["model"] == "anvil-2"
        assert isinstance(converted.endpoint, Endpoint)
        assert converted.endpoint.provider == "acme"
        assert segue.encode(segue.decode(HISTORY), "anvil").payload["model"] == "anvil"
        assert segue.repair(HISTORY, "anvil").payload["model"] == "anvil"
        assert segue.check(HISTORY, "anvil") == []
        assert models.detect_model_family("acme/anvil-2") == "unknown"
        assert models.context_window("anvil") == 64_000
        assert segue.decode(HISTORY, source_model="acme/anvil-2").messages == segue.decode(HISTORY).messages

    def test_its_author_is_known_by_all_its_names(self, named: Path) -> None:
        named.write_text(ACME.replace('"name": "Acme",', '"api": "anthropic-messages",'), encoding="utf-8")
        thought = {"type": "thinking", "thinking": "Hm.", "signature": "EuYBCkQ"}
        said = {"role": "assistant", "content": [thought, {"type": "text", "text": "Yes."}]}
        for author, same in (("acme/anvil", True), ("acme/anvil-2", True), ("acme/anvil-3", False)):
            sent = segue.convert([*HISTORY, said, *HISTORY], "acme/anvil-2", source_model=author)
            assert (sent.payload["messages"][1] == said) is same

    def test_toml_says_the_same(self, named: Path, tmp_path: Path) -> None:
        toml = tmp_path / "own.toml"
        toml.write_text(ACME_TOML, encoding="utf-8")
        there = models.registry_from({"SEGUE_MODELS": str(toml)})
        here = models.registry_from({"SEGUE_MODELS": str(named)})
        assert there.providers == here.providers
        assert there.models == here.models

    def test_a_file_that_changes_is_read_again(self, named: Path) -> None:
        assert models.context_window("anvil-2") == 64_000
        first = models.registry_here()
        assert models.registry_here() is first
        named.write_text(ACME.replace("64000", "128000"), encoding="utf-8")
        assert models.context_window("anvil-2") == 128_000
        assert segue.convert(HISTORY, "anvil-2").payload["model"] == "anvil-2"

    def test_the_folder_of_settings(self, tmp_path: Path) -> None:
        variables = {"XDG_CONFIG_HOME": str(tmp_path), "HOME": "/nowhere"}
        assert models.registry_from(variables) is SHIPPED
        folder = tmp_path / "segue"
        folder.mkdir()
        assert models.registry_from(variables) is SHIPPED
        (folder / "models.toml").write_text('[providers.acme]\nbase_url = "http://toml/v1"', encoding="utf-8")
        assert endpoint("acme/x", registry=models.registry_from(variables)).base_url == "http://toml/v1"
        (folder / "models.jsonc").write_text('{"providers": {"acme": {"base_url": "http://jsonc/v1"}}}')
        assert endpoint("acme/x", registry=models.registry_from(variables)).base_url == "http://jsonc/v1"
        named = tmp_path / "named.json"
        named.write_text('\ufeff{"providers": {"acme": {"base_url": "http://named/v1"}}}', encoding="utf-8")
        variables["SEGUE_MODELS"] = str(named)
        assert endpoint("acme/x", registry=models.registry_from(variables)).base_url == "http://named/v1"

    def test_without_a_folder_of_settings_it_is_in_the_home(self, tmp_path: Path) -> None:
        file = tmp_path / ".config" / "segue" / "models.json"
        file.parent.mkdir(parents=True)
        file.write_text('{"models": {"anvil-2": {}}}', encoding="utf-8")
        for variables in ({}, {"XDG_CONFIG_HOME": ""}, {"XDG_CONFIG_HOME": "relative"}):
            found = models.registry_from({**variables, "HOME": str(tmp_path)})
            assert found.find_model("anvil-2") is not None

    @pytest.mark.parametrize(
        ("name", "text", "said"),
        [
            ("a.jsonc", '{\n  "models": 1 2', "not JSON: line 2, column 15"),
            ("a.toml", "[models\n", "not TOML: "),
            ("a.jsonc", '{"models": []}', "expected an object, got a list - at $.models"),
            ("a.json", "[]", "expected an object, got a list - at $"),
        ],
    )
    def test_a_broken_file_is_named(self, tmp_path: Path, name: str, text: str, said: str) -> None:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UsageError) as refused:
            models.registry_from({"SEGUE_MODELS": str(file)})
        assert str(refused.value).startswith(f"{file}: {said}")

    def test_files_that_cannot_be_read(self, tmp_path: Path) -> None:
        missing = str(tmp_path / "missing.jsonc")
        with pytest.raises(UsageError, match=r"missing\.jsonc: No such file or directory; SEGUE_MODELS names it"):
            models.registry_from({"SEGUE_MODELS": missing})
        with pytest.raises(UsageError, match="cannot be read: Is a directory"):
            models.registry_from({"SEGUE_MODELS": str(tmp_path)})
        latin = tmp_path / "latin.jsonc"
        latin.write_bytes(b'{"models": {"\xe9": {}}}')
        with pytest.raises(UsageError, match="byte 13 is no UTF-8"):
            models.registry_from({"SEGUE_MODELS": str(latin)})

    def test_an_empty_file_has_no_rows(self) -> None:
        assert models.registry_from({"SEGUE_MODELS": os.devnull}).models == SHIPPED.models

    def test_a_broken_file_is_nothing_to_a_bare_api(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SEGUE_MODELS", "/no/such/file")
        assert segue.convert(HISTORY, "anthropic-messages").payload
        assert segue.convert(HISTORY, endpoint("openai/gpt-5.2", registry=SHIPPED)).payload
        with pytest.raises(UsageError, match="/no/such/file"):
            segue.convert(HISTORY, "openai/gpt-5.2")


def test_only_two_modules_of_the_core_look_at_the_environment() -> None:
    """The core does no I/O: `own.py` and `defaults.py` ask for the doors."""
    core = [*PACKAGE.glob("*.py"), *(path for room in CORE for path in (PACKAGE / room).rglob("*.py"))]
    asking = {path.name for path in core if re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8"))}
    assert asking == {"own.py", "defaults.py"}


def test_a_file_is_read_once(tmp_path: Path) -> None:
    """Counted in a fresh process: how often it opens the file."""
    file = tmp_path / "own.jsonc"
    file.write_text(ACME, encoding="utf-8")
    program = (
        "import os, sys, segue\n"
        "seen = []\n"
        "sys.addaudithook(lambda event, args: seen.append(args[0]) if event == 'open' else None)\n"
        f"history = {HISTORY!r}\n"
        "for _ in range(5): segue.convert(history, 'acme/anvil-2', source_model='acme/anvil-2')\n"
        f"assert seen.count({str(file)!r}) == 1, seen\n"
    )
    variables = {**os.environ, "SEGUE_MODELS": str(file)}
    subprocess.run([sys.executable, "-c", program], check=True, env=variables)
