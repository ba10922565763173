"""Calls that the client answers, each with its output, as items of the Responses API."""

from collections.abc import Callable, Mapping

from strategies.dialogue import PLAIN, Maker
from strategies.pen import Pen
from strategies.values import FREEFORM_INPUTS, INVALID_ARGUMENT_TEXTS, Json, JsonObject

from .content import INPUT_PARTS, image_data, input_text, open_reasoning, output_text, reasoning

DIRECT: JsonObject = {"type": "direct"}


def function_tool(pen: Pen, name: str) -> JsonObject:
    shape: JsonObject = {"parameters": pen.pick((pen.schema(), None)), "strict": pen.pick((False, None))}
    return {"type": "function", "name": name, **shape, **pen.optional(description=pen.text())}


def function_call(pen: Pen, arguments: str | None = None) -> JsonObject:
    name = pen.tool_name()
    pen.declare(name, lambda: function_tool(pen, name))
    return {
        "type": "function_call",
        "call_id": pen.call_id("call_", "call_", "toolu_", "functions.search:"),
        "name": name,
        "arguments": pen.arguments_text() if arguments is None else arguments,
        **pen.optional(40, id=pen.ident("fc_"), status="completed"),
        **pen.optional(8, caller=DIRECT),
    }


def _output_parts(pen: Pen) -> Json:
    return [pen.one_of(INPUT_PARTS) for _ in range(pen.count(1, 3))]


def function_output(pen: Pen, call: JsonObject) -> JsonObject:
    output = pen.any_text() if pen.chance(70) else _output_parts(pen)
    echoed: JsonObject = {key: call[key] for key in ("namespace", "caller") if key in call}
    about = pen.optional(10, id=pen.ident("fc_"), status="completed", name=call["name"])
    return {"type": "function_call_output", "call_id": call["call_id"], "output": output, **echoed, **about}


def _paired(pen: Pen, *calls: JsonObject) -> list[Json]:
    outputs = [function_output(pen, call) for call in calls]
    if pen.chance(25):
        outputs.reverse()
    return [*calls, *outputs]


def _call_plainly(pen: Pen) -> list[Json]:
    return _paired(pen, function_call(pen))


def _parallel(pen: Pen) -> list[Json]:
    return _paired(pen, *(function_call(pen) for _ in range(pen.count(2, 3))))


def _call_by_call(pen: Pen) -> list[Json]:
    """Each output directly after its call, though the model called them together."""
    return [*_call_plainly(pen), *_call_plainly(pen)]


def _comment(pen: Pen) -> JsonObject:
    said: JsonObject = {"type": "message", "id": pen.ident("msg_"), "status": "completed", "role": "assistant"}
    return {**said, "content": [output_text(pen)], "phase": "commentary"}


def _unparsable(pen: Pen) -> list[Json]:
    return _paired(pen, function_call(pen, pen.pick(INVALID_ARGUMENT_TEXTS)))


def _namespaced(pen: Pen) -> list[Json]:
    tool = function_tool(pen, "lookup")
    described: JsonObject = {"type": "namespace", "name": "crm", "description": pen.text(), "tools": [tool]}
    pen.declare("namespace crm", lambda: described, needed=True)
    return _paired(pen, {**function_call(pen), "name": "lookup", "namespace": "crm"})


def _media_output(pen: Pen) -> list[Json]:
    call = function_call(pen)
    parts: Json = [input_text(pen), image_data(pen), INPUT_PARTS["file data"](pen)]
    return [call, {"type": "function_call_output", "call_id": call["call_id"], "output": parts}]


def _custom(pen: Pen) -> list[Json]:
    pen.declare("scribble", lambda: {"type": "custom", "name": "scribble", **pen.optional(format={"type": "text"})})
    written: JsonObject = {"name": "scribble", "input": pen.pick(FREEFORM_INPUTS)}
    call: JsonObject = {"type": "custom_tool_call", "call_id": pen.ident("call_"), **written}
    output = pen.any_text() if pen.chance(60) else _output_parts(pen)
    result: JsonObject = {"type": "custom_tool_call_output", "call_id": call["call_id"], "output": output}
    return [{**call, **pen.optional(id=pen.ident("ctc_"))}, {**result, **pen.optional(20, id=pen.ident("ctco_"))}]


def _screenshot(pen: Pen, call: JsonObject) -> JsonObject:
    seen: JsonObject = {"type": "computer_screenshot", "image_url": pen.data_uri("image/png")}
    checks: Json = [{"id": "check_1", "code": None, "message": None}]
    result: JsonObject = {"type": "computer_call_output", "call_id": call["call_id"], "output": seen}
    return {**result, **pen.optional(20, acknowledged_safety_checks=checks, status="completed", id=None)}


def _computer(**act: Json) -> Maker:
    def step(pen: Pen) -> list[Json]:
        pen.declare("computer", lambda: {"type": "computer"}, needed=True)
        identity: JsonObject = {"type": "computer_call", "id": pen.ident("cu_"), "call_id": pen.ident("call_")}
        call: JsonObject = {**identity, "status": "completed", "pending_safety_checks": [], **act}
        return [call, _screenshot(pen, call)]

    return step


def _local_shell(pen: Pen) -> list[Json]:
    pen.declare("local shell", lambda: {"type": "local_shell"}, needed=True)
    action: JsonObject = {"type": "exec", "command": ["ls", "-l"], "env": {"A": "b"}, **pen.optional(timeout_ms=None)}
    call: JsonObject = {"type": "local_shell_call", "id": pen.ident("lsh_"), "call_id": pen.ident("call_")}
    output: JsonObject = {"type": "local_shell_call_output", "id": call["call_id"], "output": '{"stdout": "total 0"}'}
    return [{**call, "action": action, "status": "completed"}, {**output, **pen.optional(status="completed")}]


def _shell(pen: Pen) -> list[Json]:
    pen.declare("shell", lambda: {"type": "shell", "environment": {"type": "local"}}, needed=True)
    action: JsonObject = {"commands": ["ls", pen.text()], **pen.optional(timeout_ms=1000, max_output_length=None)}
    call: JsonObject = {"type": "shell_call", "call_id": pen.ident("call_"), "action": action}
    ended: JsonObject = pen.pick(({"type": "exit", "exit_code": 1}, {"type": "timeout"}))
    chunk: JsonObject = {"stdout": pen.any_text(), "stderr": "", "outcome": ended}
    output: JsonObject = {"type": "shell_call_output", "call_id": call["call_id"], "output": [chunk]}
    about = pen.optional(30, id=pen.ident("sh_"), status="completed", environment={"type": "local"})
    return [{**call, **about}, {**output, **pen.optional(20, max_output_length=100)}]


def _apply_patch(pen: Pen) -> list[Json]:
    pen.declare("apply patch", lambda: {"type": "apply_patch"}, needed=True)
    operation: JsonObject = pen.pick(
        (
            {"type": "create_file", "path": "a.py", "diff": "+print(1)\n"},
            {"type": "update_file", "path": "a.py", "diff": "@@\n-1\n+2\n"},
            {"type": "delete_file", "path": "a.py"},
        )
    )
    call: JsonObject = {"type": "apply_patch_call", "call_id": pen.ident("call_"), "status": "completed"}
    output: JsonObject = {"type": "apply_patch_call_output", "call_id": call["call_id"]}
    told = pen.optional(60, output=pen.pick((pen.text(), None)))
    return [{**call, "operation": operation}, {**output, "status": pen.pick(("completed", "failed")), **told}]


def _client_search(pen: Pen) -> list[Json]:
    pen.declare("tool search", lambda: {"type": "tool_search", "execution": "client"}, needed=True)
    identity: JsonObject = {"call_id": pen.ident("call_"), "execution": "client", "status": "completed"}
    found: Json = [{**function_tool(pen, "found"), "defer_loading": True}]
    search: JsonObject = {"type": "tool_search_call", "arguments": {"query": pen.text()}, **identity}
    return [search, {"type": "tool_search_output", "tools": found, **identity}]


def _approval(pen: Pen) -> list[Json]:
    server: JsonObject = {"type": "mcp", "server_label": "files", "server_url": "https://example.com/mcp"}
    pen.declare("mcp files", lambda: server, needed=True)
    request: JsonObject = {"type": "mcp_approval_request", "id": pen.ident("mcpr_"), "server_label": "files"}
    reply: JsonObject = {"type": "mcp_approval_response", "approval_request_id": request["id"]}
    asked: JsonObject = {"name": "read", "arguments": '{"path": "/"}'}
    return [{**request, **asked}, {**reply, "approve": pen.chance(50), **pen.optional(reason=pen.text())}]


def _from_program(pen: Pen) -> list[Json]:
    pen.declare("programmatic", lambda: {"type": "programmatic_tool_calling"}, needed=True)
    code: JsonObject = {"code": "await tools.search({})", "fingerprint": pen.signature()}
    program: JsonObject = {"type": "program", "id": pen.ident("prog_"), "call_id": pen.ident("call_"), **code}
    call = function_call(pen)
    call["caller"] = {"type": "program", "caller_id": program["call_id"]}
    ended: JsonObject = {"type": "program_output", "id": pen.ident("po_"), "call_id": program["call_id"]}
    return [program, call, function_output(pen, call), {**ended, "result": pen.text(), "status": "completed"}]


def after(before: Callable[[Pen], JsonObject], maker: Maker) -> Maker:
    return lambda pen: [before(pen), *maker(pen)]


STEPS: Mapping[str, Maker] = {
    PLAIN: _call_plainly,
    "parallel calls": _parallel,
    "call by call": _call_by_call,
    "reasoning before a call": after(reasoning, _call_plainly),
    "reasoning before parallel calls": after(reasoning, _parallel),
    "open reasoning before a call": after(open_reasoning, _call_plainly),
    "commentary before a call": after(_comment, _call_plainly),
    "reasoning and commentary before a call": after(reasoning, after(_comment, _call_plainly)),
    "arguments that are not JSON": _unparsable,
    "asynchronous call": lambda pen: _paired(pen, {**function_call(pen), "async": True}),
    "namespace": _namespaced,
    "media in an output": _media_output,
    "custom call": _custom,
    "computer call": _computer(action={"type": "click", "button": "left", "x": 1, "y": 2}),
    "computer call with several actions": _computer(actions=[{"type": "screenshot"}, {"type": "type", "text": "a"}]),
    "local shell call": _local_shell,
    "shell call": _shell,
    "apply patch call": _apply_patch,
    "client tool search": _client_search,
    "mcp approval": _approval,
    "program": _from_program,
}

CALLS: Mapping[str, Maker] = {
    PLAIN: lambda pen: [function_call(pen)],
    "several": lambda pen: [function_call(pen), function_call(pen)],
    "after reasoning": lambda pen: [reasoning(pen), function_call(pen)],
}

PENDING: Mapping[str, Maker] = {**CALLS, "compaction trigger": lambda pen: [{"type": "compaction_trigger"}]}
