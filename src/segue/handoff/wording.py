"""How tool traffic is told in prose (acceptance R19).

What stands here is told as something that happened, and by the user: what an assistant seems to have written, models
imitate, and then they write calls instead of making them.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from segue.conversation import ToolCall


class Wording(Struct, frozen=True, kw_only=True):
    """Templates for tool traffic in prose: ``{name}``, ``{arguments}`` and ``{result}`` are filled in.

    ``{with_arguments}`` is the phrase of that name, or nothing where nobody knows the call.
    """

    answered: str = "The tool {name} was called{with_arguments} and returned:\n{result}"
    failed: str = "The tool {name} was called{with_arguments} and failed:\n{result}"
    unanswered: str = "The tool {name} was called{with_arguments}; it gave no result."
    with_arguments: str = " with {arguments}"
    arguments: Literal["json", "python"] = "json"
    """The arguments as their JSON text, or as Python writes them in a call: ``city='Oslo', days=2``."""
    role: Literal["user", "assistant"] = "user"
    """Who tells it."""

    def tell(self, call: ToolCall | None, name: str, result: str | None, *, failed: bool = False) -> str:
        """What became of a call; ``result`` is None where nobody answered it."""
        template = self.unanswered if result is None else self.failed if failed else self.answered
        arguments = "" if call is None else self._arguments(call)
        phrase = "" if call is None else self.with_arguments.format(arguments=arguments)
        return template.format(name=name, arguments=arguments, with_arguments=phrase, result=result)

    def _arguments(self, call: ToolCall) -> str:
        if self.arguments == "json":
            return call.raw_arguments
        return ", ".join(f"{key}={value!r}" for key, value in call.arguments.items())


_FRENCH: Final = "[Outil utilisé: {name}({arguments})]\nRésultat: {result}"

WORDINGS: Final = {
    "en": Wording(),
    "fr": Wording(
        answered=_FRENCH,
        failed=_FRENCH,
        unanswered="[Outil utilisé: {name}({arguments})]\nAucun résultat",
        arguments="python",
    ),
}
