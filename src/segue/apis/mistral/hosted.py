"""What Mistral's own tools did before it answered: an answer may hold the messages of that."""

from __future__ import annotations

from segue.apis.mistral.parts import read_content
from segue.apis.reading import Wired, list_or_none, objects, text_or_none
from segue.conversation import AnyBlock, ServerToolResult, Text

_WHERE = "$.choices[0]"


def read_steps(choice: Wired) -> tuple[list[AnyBlock], Wired]:
    """What the provider's tools found, and the message that the answer ends with."""
    steps = objects(list_or_none(choice, "messages", where=_WHERE) or [], f"{_WHERE}.messages")
    found: list[AnyBlock] = []
    for step in steps[:-1]:
        said = "\n".join(block.text for block in read_content(step.get("content")) if type(block) is Text)
        call_id = text_or_none(step, "tool_call_id", where=f"{_WHERE}.messages")
        if said:
            found.append(Text(said) if call_id is None else ServerToolResult("tool", call_id, said))
    return found, steps[-1] if steps else {}
