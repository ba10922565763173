"""The command `segue` as people and programs meet it: real processes, real pipes, a real terminal."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import segue
from segue.cli.app import COMMANDS
from segue.cli.story import AUTHOR, history
from segue.models import default_registry
from strategies import MODELS

SEGUE = [sys.executable, "-m", "segue.cli"]
HELLO = b'[{"role": "user", "content": "Hi"}]'
STORY = json.dumps(history()).encode()
ESCAPE = "\x1b"

STEERING = {
    "PYTHONUNBUFFERED",
    "COLUMNS",
    "NO_COLOR",
    "SEGUE_DEBUG",
    "ANTHROPIC_BASE_URL",
    "OPENAI_BASE_URL",
    "AZURE_OPENAI_ENDPOINT",
}


class Done(NamedTuple):
    code: int
    out: str
    err: str


def environment(**variables: str) -> dict[str, str]:
    found = {name: value for name, value in os.environ.items() if name not in STEERING}
    return {**found, "PYTHONPATH": str(Path(segue.__file__).parents[1]), "TERM": "xterm-256color", **variables}


def run(*arguments: str, stdin: bytes = b"", **variables: str) -> Done:
    """One run of the command with everything piped."""
    done = subprocess.run(
        [*SEGUE, *arguments], input=stdin, capture_output=True, env=environment(**variables), timeout=30, check=False
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def on_terminal(*arguments: str, stdin: bytes = b"", **variables: str) -> Done:
    """One run whose stdout and stderr are an 80-column terminal; both arrive in ``out``."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*SEGUE, *arguments],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env=environment(COLUMNS="80", **variables),
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.close()
        shown = b"".join(iter(lambda: _read(ours), b""))
        process.wait(30)
    os.close(ours)
    return Done(process.returncode, shown.decode().replace("\r\n", "\n"), "")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that the other side of a terminal is closed
        return b""


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def asks_a_file() -> dict[str, Any]:
    """A request that loses something wherever it goes, and whose calls are still waiting."""
    request = history()
    request["messages"] = request["messages"][:2]
    file = {"type": "document", "source": {"type": "file", "file_id": "file_011"}}
    request["messages"][0]["content"].append(file)
    return request


class TestHelp:
    def test_lists_the_commands_and_imports_none(self) -> None:
        command = [sys.executable, "-X", "importtime", "-m", "segue.cli", "--help"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=30, check=True)
        assert all(name in done.stdout for name in COMMANDS)
        imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "segue.cli.app" in imported
        assert (
            not {"rich", "msgspec", "segue.conversion", *(f"segue.cli.commands.{name}" for name in COMMANDS)} & imported
        )

    @pytest.mark.parametrize("name", COMMANDS)
    def test_of_each_command_holds_an_example(self, name: str) -> None:
        done = run(name, "--help")
        assert done.code == 0
        assert re.search(f"^  segue {name}", done.out, re.MULTILINE)
        assert max(map(len, done.out.splitlines())) <= 80

    def test_without_a_command(self) -> None:
        done = run()
        assert done.code == 2
        assert "Commands:" in done.err

    def test_version(self) -> None:
        assert run("--version") == Done(0, f"segue {segue.__version__}\n", "")

    def test_both_ways_to_start_it(self) -> None:
        command = [sys.executable, "-m", "segue", "--version"]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=30, check=True)
        assert done.stdout == f"segue {segue.__version__}\n"

    def test_says_what_to_install(self) -> None:
        command = [sys.executable, "-S", "-m", "segue.cli", "--help"]  # -S: none of the installed packages
        done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=30, check=False)
        assert done.returncode == 2
        assert done.stderr == "error: the command line is not installed: pip install 'segue[cli]'\n"


class TestConvert:
    def test_from_stdin_to_stdout(self) -> None:
        done = run("convert", "--to", "openai-completions", stdin=HELLO)
        assert done.code == 0
        assert done.out.encode() == segue.convert(HELLO, "openai-completions").json() + b"\n"
        assert done.err == "lossless: everything came along as it was\n"

    def test_from_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "history.json"
        file.write_bytes(b"\xef\xbb\xbf" + STORY)
        done = run("convert", str(file), "--to", "google/gemini-3-pro-preview", "--indent")
        converted = segue.convert(STORY, "google/gemini-3-pro-preview")
        assert done.code == 0
        assert done.out.startswith("{\n  ")
        assert json.loads(done.out) == converted.payload
        assert converted.endpoint is not None
        assert done.err.endswith(f"post to {converted.endpoint.url}\n")

    def test_tells_losses_first_and_is_fine(self) -> None:
        done = run("convert", "-", "--to", "openai/gpt-5.2", stdin=json.dumps(asks_a_file()).encode())
        assert done.code == 0
        lost, changed, waiting = (
            done.err.index(title) for title in ("\nlost\n", "\nchanged in form\n", "\nwaiting for their results\n")
        )
        assert done.err.startswith("1 loss, ")
        assert lost < done.err.index("$.messages[0].content[2]") < changed < waiting
        assert "2 calls wait for their results" in done.err
        assert waiting < done.err.index("$.messages[1].content[2], $.messages[1].content[3]")

    def test_json_and_the_report_as_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "report.json"
        done = run("convert", "--to", AUTHOR, "--json", "--report", str(file), stdin=STORY)
        assert (done.code, done.err) == (0, "")
        converted = segue.convert(STORY, AUTHOR)
        said = json.loads(done.out)
        assert list(said) == ["payload", "report", "endpoint"]
        assert said["payload"] == converted.payload
        assert said["report"] == converted.report.to_dict() == json.loads(file.read_bytes())
        assert said["endpoint"]["url"] == "https://api.anthropic.com/v1/messages"

    def test_its_author_gets_its_thinking_back(self) -> None:
        nameless = run("convert", "--to", AUTHOR, stdin=STORY)
        assert "--model claude-opus-5" in nameless.err
        named = run("convert", "--to", AUTHOR, "--model", "claude-opus-5", stdin=STORY)
        assert json.loads(named.out)["messages"] == history()["messages"]
        assert named.err.startswith("lossless: everything came along as it was\n")
        assert "--model" not in named.err

    def test_options_reach_the_conversion(self) -> None:
        dropped = run("convert", "--to", "openai/gpt-5.2", "--thinking", "drop", stdin=STORY)
        assert dropped.err.startswith("2 losses, ")
        assert "Thinking ×2: left out as asked" in dropped.err
        orphaned = json.dumps([*asks_a_file()["messages"], {"role": "user", "content": "Well?"}]).encode()
        source = ["--from", "anthropic-messages"]
        refused = run("convert", "--to", "openai/gpt-5.2", *source, "--orphans", "error", stdin=orphaned)
        assert refused.code == 2
        assert refused.err.startswith("error: ")
        assert "$[1].content[2]" in refused.err

    def test_many_changes_alike_are_one(self) -> None:
        calls: list[Any] = []
        for index in range(40):
            function = {"name": "look", "arguments": "{}"}
            call = {"id": f"call|{index}", "type": "function", "function": function}
            calls += [{"role": "user", "content": "?"}, {"role": "assistant", "content": None, "tool_calls": [call]}]
            calls += [{"role": "tool", "tool_call_id": f"call|{index}", "content": "ok"}]
        done = run("convert", "--to", "anthropic-messages", stdin=json.dumps(calls).encode())
        assert "ToolCallId ×40" in done.err
        assert re.search(r"and 39\s+more like it", done.err)
        assert re.search(r"\$\[1\]\.tool_calls\[0\].* and\s+37 more", done.err, re.DOTALL)
        assert max(map(len, done.err.splitlines())) <= 80

    def test_an_address_keeps_its_password_and_what_is_missing_is_named(self) -> None:
        done = run(
            "convert", "--to", "openai/gpt-5.2", stdin=HELLO, OPENAI_BASE_URL="https://me:secret@host.example/v1"
        )
        assert "post to https://host.example/v1/responses" in done.err
        done = run("convert", "--to", "azure/gpt-4.1", "--json", stdin=HELLO)
        endpoint = json.loads(done.out)["endpoint"]
        assert endpoint["url"] is None
        assert "AZURE_OPENAI_ENDPOINT" in endpoint["missing"]


class TestDetect:
    @pytest.mark.parametrize("api", MODELS)
    def test_names_the_api(self, api: str) -> None:
        body = segue.convert(history(), MODELS[api]).json()
        assert run("detect", stdin=body) == Done(0, f"{api}\n", "")

    def test_json(self) -> None:
        assert run("detect", "--json", stdin=STORY) == Done(0, '{"api":"anthropic-messages"}\n', "")

    def test_cannot_tell(self) -> None:
        blocks = [{"type": "tool_result", "tool_use_id": "a"}, {"type": "image_url", "image_url": {"url": "b"}}]
        mixed = json.dumps({"messages": [{"role": "user", "content": blocks}]}).encode()
        done = run("detect", "--json", stdin=mixed)
        assert done.code == 2
        assert done.out == '{"api":null}\n'
        assert "anthropic-messages, openai-completions" in done.err
        assert "--from" in done.err


OWN_ROWS = {
    "providers": {"acme": {"name": "Acme", "base_url": "https://me:secret@llm.acme.example/v1", "key_env": ["ACME"]}},
    "models": {
        "anvil-2": {
            "provider": "acme",
            "context_window": 64_000,
            "max_output": 8192,
            "inputs": ["text", "image"],
            "reasoning": "effort",
            "efforts": ["low", "high"],
            "price": {"input": 1.5, "output": 6, "tiers": [{"above": 32_000, "input": 3}]},
        },
        "an-anvil-whose-name-is-longer-than-any-column-of-a-list": {"provider": "acme"},
    },
}


class TestModels:
    @pytest.fixture
    def rows(self, tmp_path: Path) -> str:
        file = tmp_path / "own.jsonc"
        file.write_text(f"// Ours.\n{json.dumps(OWN_ROWS)}")
        return str(file)

    def test_lists_everything(self) -> None:
        done = run("models")
        assert (done.code, done.err) == (0, "")
        for row in default_registry().providers:
            assert re.search(rf"^  {re.escape(row.id)} ", done.out, re.MULTILINE), row.id
        for model in default_registry().models:
            assert re.search(rf"^  {re.escape(model.id)}( |$)", done.out, re.MULTILINE), model.id
        assert max(map(len, done.out.splitlines())) <= 80
        assert all(line == line.rstrip() for line in done.out.splitlines())

    def test_words_narrow_the_list(self) -> None:
        done = run("models", "CLAUDE", "opus", "5")
        assert re.findall(r"^  (\S+)", done.out, re.MULTILINE)[:2] == ["claude-opus-5-5", "claude-opus-5"]
        assert "sonnet" not in done.out
        providers = json.loads(run("models", "--json", "alibaba").out)
        assert [row["id"] for row in providers["providers"]] == ["dashscope"]
        assert providers["models"] == []

    def test_one_provider(self) -> None:
        done = run("models", "kimi")
        assert "https://api.moonshot.ai/v1" in done.out
        assert "MOONSHOT_API_KEY" in done.out
        assert "kimi-k2.6" in done.out

    def test_one_model(self, rows: str) -> None:
        done = run("models", "acme/anvil-2", SEGUE_MODELS=rows)
        assert done == Done(
            0,
            """\
acme/anvil-2
  API       openai-completions
  address   https://llm.acme.example/v1/chat/completions
  key       ACME
  window    64,000 tokens
  answer    8,192 tokens
  reads     text, image
  thinking  effort: low, high
  price     $1.50 in, $6 out; above 32,000 tokens in: $3 in; per million tokens
  traits    those of a stranger
  dialect   developer_role=no, leading_system_only=yes, user_first=yes,
            alternating_roles=yes, assistant_last=never, null_content=no,
            empty_content=no, file_parts=no, tool_call_id_format=portable,
            arguments_must_be_object=yes, free_text_tools=no, functions=no,
            strict_fields=yes, refusals=no, max_tokens_field=max_tokens,
            store=no
""",
            "",
        )
        assert run("models", "anvil-2", SEGUE_MODELS=rows) == done

    def test_one_model_as_json(self, rows: str) -> None:
        shown = json.loads(run("models", "--json", "acme:anvil-2", SEGUE_MODELS=rows).out)
        assert shown["name"] == "acme/anvil-2"
        assert shown["url"] == "https://llm.acme.example/v1/chat/completions"
        assert shown["capabilities"]["efforts"] == ["low", "high"]
        assert shown["dialect"]["assistant_last"] == "never"
        assert shown["price"]["tiers"][0]["above"] == 32_000
        assert shown["context_window"] == 64_000

    def test_a_list_with_rows_of_ones_own(self, rows: str) -> None:
        done = run("models", "acme", SEGUE_MODELS=rows)
        assert "anvil-2" in done.out
        assert "secret" not in done.out
        assert max(map(len, done.out.splitlines())) <= 80
        listed = json.loads(run("models", "acme", "--json", SEGUE_MODELS=rows).out)
        assert "secret" not in json.dumps(listed)
        assert [row["id"] for row in listed["models"]] == list(OWN_ROWS["models"])

    def test_a_model_that_nobody_knows(self) -> None:
        done = run("models", "vertex/our-tuned-one")
        assert done.code == 0
        assert "treated with care" in done.out
        assert "GOOGLE_CLOUD_PROJECT" in done.out
        assert "signature_required=yes" in done.out

    def test_the_price_lists_are_asked(self) -> None:
        found = json.loads(run("models", "--json", "anthropic/claude-opus-4-5").out)
        assert found["price"]["output"] == 25
        assert re.search(r"^  price +\$5 in, \$25 out, \$0\.50 cache read", run("models", "claude-opus-4-5").out, re.M)

    def test_colour_on_a_terminal(self) -> None:
        plain = run("models", "claude-opus-5").out
        shown = on_terminal("models", "claude-opus-5").out
        assert ESCAPE in shown
        assert without_colours(shown) == plain
        assert ESCAPE not in on_terminal("models", "claude-opus-5", NO_COLOR="1").out


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "stdin", "said"),
        [
            ("convert", HELLO, "--to"),
            ("convert --to openia/gpt-5.2", HELLO, "'openai/gpt-5.2'"),
            ("convert --to openai/gpt-5.2 --thinking loud", HELLO, "tagged"),
            ("convert --to openai/gpt-5.2 --from nobody", HELLO, "anthropic-messages"),
            ("convert --to openai/gpt-5.2 --report /no/such/place", HELLO, "cannot write /no/such/place: "),
            ("convrt", b"", "did you mean 'convert'?"),
            ("models claude-opuss", b"", "'claude-opus-5'"),
            ("models anthropik/claude-opus-5", b"", "Did you mean 'anthropic/claude-opus-5'"),
            ("models opus gpt", b"", "no provider and no model has all of 'opus', 'gpt' in its names"),
            ("detect /no/such/file", b"", "cannot read /no/such/file: No such file"),
            ("detect .", b"", "Is a directory"),
            ("detect", b" \n", "stdin is empty"),
            ("detect", b"\xff\xfe[\x00]\x00", "not UTF-8"),
            ("detect", b'{\n  "a" 1}', "line 2, column 7"),
            ("detect", b"{}\n{}", "jq -s ."),
            ("detect", b'[{"role": "user", "content": NaN}]', "$[0].content"),
            ("detect", b"[" * 50_000 + b"]" * 50_000, "nests too deeply"),
            ("detect", b"3", "got the number 3"),
            ("convert --to openai/gpt-5.2", b'{"messages": [{"role": "user", "content": 7}]}', "$.messages[0].content"),
        ],
    )
    def test_are_a_line_or_two(self, arguments: str, stdin: bytes, said: str) -> None:
        done = run(*arguments.split(), stdin=stdin)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: ")
        assert said in done.err
        assert len(done.err.splitlines()) <= 2

    def test_a_terminal_is_no_input(self) -> None:
        ours, theirs = pty.openpty()
        done = subprocess.run(
            [*SEGUE, "detect"], stdin=theirs, capture_output=True, text=True, env=environment(), timeout=30, check=False
        )
        os.close(ours)
        os.close(theirs)
        assert done.returncode == 2
        assert done.stderr.startswith("error: no input")


class TestStreams:
    def test_nobody_reads(self) -> None:
        ours, theirs = os.pipe()
        os.close(ours)
        for arguments in (["detect"], ["convert", "--to", AUTHOR], ["--help"]):
            command = [*SEGUE, *arguments]
            done = subprocess.run(
                command, input=STORY, stdout=theirs, stderr=subprocess.PIPE, env=environment(), timeout=30, check=False
            )
            assert done.returncode == 141
            assert b"error" not in done.stderr
            assert b"Traceback" not in done.stderr
        os.close(theirs)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    def test_no_room(self) -> None:
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [*SEGUE, "detect"], input=HELLO, stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
            )
        assert done.returncode == 2
        assert done.stderr.startswith(b"error: cannot write: ")

    def test_interrupted(self) -> None:
        with subprocess.Popen(
            [*SEGUE, "detect"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            # A shell that runs the tests in its background has interrupts ignored, and children inherit that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            wait_until_it_reads(process.pid)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert (out.strip(), err.strip()) == (b"", b"")

    def test_no_colour_in_a_pipe(self) -> None:
        done = run("convert", "--to", "openai/gpt-5.2", "--indent", stdin=STORY)
        assert ESCAPE not in done.out + done.err

    def test_colour_on_a_terminal(self) -> None:
        done = on_terminal("convert", "--to", "openai-completions", stdin=HELLO)
        assert done.code == 0
        assert f"{ESCAPE}[32m" in done.out
        expected = json.dumps(segue.convert(HELLO, "openai-completions").payload, indent=2)
        assert without_colours(done.out) == f"{expected}\nlossless: everything came along as it was\n"

    @pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_no_colour_where_nobody_wants_it(self, variables: dict[str, str]) -> None:
        done = on_terminal("convert", "--to", "openai-completions", stdin=HELLO, **variables)
        assert done.code == 0
        assert ESCAPE not in done.out

    def test_a_history_steers_no_terminal(self) -> None:
        text = "before \x9b31m\x7f after"
        done = on_terminal("convert", "--to", "openai-completions", stdin=json.dumps(text_of(text)).encode())
        shown = without_colours(done.out)
        assert text not in shown
        assert json.loads(shown.rpartition("\nlossless")[0])["messages"][0]["content"] == text
        call = {"id": "a\x9b2J", "type": "function", "function": {"name": "look", "arguments": "{}"}}
        asked = [*text_of("?"), {"role": "assistant", "content": None, "tool_calls": [call]}]
        piped = run("convert", "--to", "anthropic-messages", stdin=json.dumps(asked).encode())
        assert "\\x9b2J" in piped.err
        assert "\x9b" not in piped.err


def text_of(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


def wait_until_it_reads(process: int) -> None:
    """Wait until a process waits for its input; where the system does not say so, for long enough."""
    waits_in = Path(f"/proc/{process}/wchan")
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        if waits_in.exists() and "pipe" in waits_in.read_text():
            return
        time.sleep(0.02)
