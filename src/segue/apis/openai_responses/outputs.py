"""What a client puts out for a call, as the item that answers such a call [RSP-10, RSP-15]."""

from __future__ import annotations

from typing import Any, Final

from segue.apis.openai_responses.parts import write_part
from segue.apis.reading import Wired, reads_as_error
from segue.apis.writing import Writing
from segue.conversation import Image, Text, ToolResult
from segue.jsontext import dump

#: A screenshot where nobody took one: a single white pixel.
_BLANK: Final = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg=="
)


def write_output(index: int, result: ToolResult, call: str, writing: Writing) -> Wired:
    """Write the output of a call that was an item of the type ``call``."""
    match call:
        case "shell_call":
            said = {"stdout": "", "stderr": result.text} if result.is_error else {"stdout": result.text, "stderr": ""}
            ended = {"type": "exit", "exit_code": 1 if result.is_error else 0}
            return _built_in(call, result, [{**said, "outcome": ended}])
        case "apply_patch_call":
            status = "failed" if result.is_error else "completed"
            return {**_built_in(call, result, result.text), "status": status}
        case "local_shell_call":
            return {"type": f"{call}_output", "id": result.tool_call_id, "output": dump({"output": result.text})}
        case "computer_call":
            return _built_in(call, result, _screenshot(result, writing))
        case _:
            kind = "custom_tool_call_output" if call == "custom_tool_call" else "function_call_output"
            return {"type": kind, "call_id": result.tool_call_id, "output": _output(index, result, writing)}


def _built_in(call: str, result: ToolResult, output: Any) -> Wired:
    return {"type": f"{call}_output", "call_id": result.tool_call_id, "output": output}


def _screenshot(result: ToolResult, writing: Writing) -> Wired:
    """A computer answers with what its screen shows, and with nothing else."""
    images = [] if isinstance(result.content, str) else [part for part in result.content if type(part) is Image]
    address = write_part(images[0], writing).get("image_url") if images else None
    return {"type": "computer_screenshot", "image_url": address or _BLANK}


def _output(index: int, result: ToolResult, writing: Writing) -> Any:
    content = result.content
    if isinstance(content, str):
        output: Any = content
    elif len(content) == 1 and type(content[0]) is Text:
        output = content[0].text
    elif not content:
        output = ""
    else:
        output = [write_part(block, writing) for block in content]
    if result.is_error and isinstance(output, str) and not reads_as_error(output):
        output = f"Error: {output}"
        if not writing.is_invented(result):
            why = "this API has no error flag, so the text says it"
            writing.tell("rewritten", writing.path(index, result), result, why)
    return output
