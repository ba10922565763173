"""Checklists: the nine points of the corrections that made DeepSeek answer again, found where they are broken."""

from typing import Any

import pytest

import segue
from segue.rules.profiles import DEEPSEEK, PROFILES

ASKED: dict[str, Any] = {"role": "user", "content": "Crée une note dans movies"}
CALL: dict[str, Any] = {
    "id": "call_123",
    "type": "function",
    "function": {"name": "create_note", "arguments": '{"notebook_id":"movies","markdown_content":"..."}'},
}
CALLED: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": [CALL]}
ANSWERED: dict[str, Any] = {
    "role": "tool",
    "tool_call_id": "call_123",
    "name": "create_note",
    "content": '{"success":false,"error":"notebook_id manquant"}',
}
SAID: dict[str, Any] = {"role": "assistant", "content": "Je n'ai pas pu créer la note car notebook_id manquant"}
SOUND = [ASKED, CALLED, ANSWERED, SAID]


def without(message: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != key}


def found(*messages: dict[str, Any], **beside: Any) -> list[tuple[str, str, str]]:
    source = {"model": "deepseek-chat", "messages": list(messages), **beside}
    problems = segue.check(source, profile="deepseek", api="openai-completions")
    return [(problem.rule, problem.path, problem.message) for problem in problems]


class TestTheMinimalForm:
    def test_is_sound(self) -> None:
        success = {**ANSWERED, "content": '{"success":true,"note":{"id":1}}'}
        assert found(*SOUND) == []
        assert found(ASKED, CALLED, success, SAID) == []
        assert found(*SOUND, {"role": "user", "content": "Merci"}) == []

    def test_goes_to_the_model_again_with_all_its_messages_and_no_tools(self) -> None:
        assert found(ASKED, CALLED, ANSWERED) == []
        assert found(ASKED, CALLED, ANSWERED, tools=[{"type": "function", "function": {"name": "create_note"}}]) == [
            ("S3-09", "$.tools", "Relance avec tout l'historique SANS tools")
        ]
        assert found(ASKED, CALLED, ANSWERED, SAID, tools=[]) == []


BREACHES: list[tuple[list[dict[str, Any]], str, str, str]] = [
    (
        [ASKED, without(CALLED, "content"), ANSWERED],
        "S3-01",
        "$.messages[1].content",
        'assistant.content = undefined → Doit être `null` ou `""`',
    ),
    ([ASKED, {**CALLED, "content": 7}, ANSWERED], "S3-01", "$.messages[1].content", ""),
    ([ASKED, {**CALLED, "content": "Voilà"}, ANSWERED], "S3-01", "$.messages[1].content", "assistant.content = null"),
    (
        [ASKED, {**CALLED, "tool_calls": 1}],
        "S3-02",
        "$.messages[1].tool_calls",
        "tool_calls = 1 → Doit être un array avec l'objet tool_call",
    ),
    ([ASKED, {**SAID, "tool_calls": []}], "S3-02", "$.messages[1].tool_calls", ""),
    (
        [ASKED, {**CALLED, "tool_calls": [{**CALL, "type": "tool"}]}],
        "S3-02",
        "$.messages[1].tool_calls[0]",
        "tool_calls = Array avec objet tool_call",
    ),
    (
        [ASKED, CALLED, without(ANSWERED, "name")],
        "S3-03",
        "$.messages[2].name",
        "tool sans champ name → Le modèle ne peut pas associer la réponse",
    ),
    (
        [ASKED, CALLED, {**ANSWERED, "tool_call_id": "call_9"}],
        "S3-04",
        "$.messages[2].tool_call_id",
        "tool_call_id incorrect → L'ID n'existe pas (tool_calls mal formé)",
    ),
    ([ASKED, CALLED, without(ANSWERED, "tool_call_id")], "S3-04", "$.messages[2].tool_call_id", ""),
    (
        [ASKED, CALLED, ANSWERED, ASKED],
        "S3-05",
        "$.messages[3]",
        'Pas de relance modèle → Le cycle "tool → assistant" ne se relance pas',
    ),
    (
        [ASKED, CALLED, {**ANSWERED, "content": '{"success":false}'}],
        "S3-06",
        "$.messages[2].content",
        "Erreur métier non traitée → Le modèle ne peut pas lire l'erreur",
    ),
    (
        [ASKED, CALLED, {**ANSWERED, "name": "delete_note"}],
        "S3-12",
        "$.messages[2].name",
        "tool.name = assistant.tool_calls[0].function.name",
    ),
    ([ASKED, CALLED, {**ANSWERED, "content": "ok"}], "S3-13", "$.messages[2].content", "tool.content = JSON string"),
    ([ASKED, CALLED, {**ANSWERED, "content": {"success": True}}], "S3-13", "$.messages[2].content", ""),
]


@pytest.mark.parametrize(("messages", "rule", "path", "message"), BREACHES)
def test_a_broken_point_is_found_in_its_own_words(
    messages: list[dict[str, Any]], rule: str, path: str, message: str
) -> None:
    problems = found(*messages)
    assert (rule, path) in [(name, place) for name, place, _ in problems]
    assert not message or (rule, path, message) in problems


def test_every_point_has_a_breach_that_shows_it() -> None:
    assert {rule.id for rule in DEEPSEEK.rules} == {rule for _, rule, _, _ in BREACHES} | {"S3-09"}


def test_words_beside_a_call_are_no_error() -> None:
    problems = segue.check([ASKED, {**CALLED, "content": "Voilà"}, ANSWERED], profile="deepseek")
    assert [problem.severity for problem in problems] == ["warning"]


def test_what_the_library_writes_for_deepseek_keeps_to_the_form() -> None:
    """Repaired for the profile's own provider, the broken history is sound but for what only its author can say."""
    broken = [ASKED, without(CALLED, "content"), without(ANSWERED, "name"), SAID]
    mended = segue.repair(broken, "deepseek/deepseek-chat").payload["messages"]
    assert segue.check(mended, profile="deepseek") == []


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_goes_beside_a_target_or_alone(name: str) -> None:
    history = [ASKED, CALLED, without(ANSWERED, "name"), {**ANSWERED, "tool_call_id": "call_9"}]
    alone = segue.check(history, profile=name)
    both = segue.check(history, "openai-completions", profile=name)
    assert {problem.rule for problem in alone} == {"S3-03", "S3-04"}
    assert {problem.rule for problem in both} >= {"S3-03", "S3-04", "OAI-02"}


def test_what_it_cannot_be_asked() -> None:
    with pytest.raises(segue.UsageError, match="deepseek, scrivia"):
        segue.check([ASKED], profile="deep")
    with pytest.raises(segue.UsageError, match="convert it first"):
        segue.check({"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}, profile="deepseek")
    with pytest.raises(segue.UsageError, match="to="):
        segue.check([ASKED])


class TestMojibake:
    def warnings(self, content: Any) -> list[segue.Problem]:
        problems = segue.check([{"role": "user", "content": content}], "openai-completions")
        return [problem for problem in problems if problem.rule == "MOJIBAKE"]

    @pytest.mark.parametrize("table", ["cp1252", "mac_roman"])
    @pytest.mark.parametrize("word", ["Problème", "don’t", "naïve", "straße", "5 €", "— so", "😀", "Привет", "日本語"])
    def test_is_found_whatever_table_it_was_read_with(self, word: str, table: str) -> None:
        looks = "".join(bytes([byte]).decode(table, "ignore") or chr(byte) for byte in word.encode())
        (problem,) = self.warnings(f"He said: {looks} again")
        assert problem.severity == "warning"
        assert problem.path == "$[0].content"
        assert next(part for part in word.split() if not part.isascii()) in problem.message

    @pytest.mark.parametrize(
        "text",
        [
            "Problème, naïve, straße, señor, Ångström, ÀÉÎÕÜ, “quotes” … — €5 £3 ½ ±1 °C µm",
            "«guillemets», “École”, ‘été’, «À côté», café…”, „FÄ“, l’Île",
            "√2 ≈ 1.41, ∑ƒ(x), π®, ©2026 ™, ¡Hola! ¿Qué?",
            "Съешь же ещё этих мягких французских булок",
            "日本語のテキストと中文",
            "Tiếng Việt, Türkçe ğüşıöç, Čeština ěščřž, 😀🎉",
        ],
    )
    def test_is_not_found_in_what_people_write(self, text: str) -> None:
        assert self.warnings(text) == []

    def test_is_found_at_every_depth(self) -> None:
        (problem,) = self.warnings([{"type": "text", "text": "caf\u00c3\u00a9"}])
        assert problem.path == "$[0].content[0].text"
