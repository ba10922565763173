"""The commands that find something: check, repair and plan, as people and programs meet them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import segue
from segue.cli.app import READER_GONE
from test_cli import ESCAPE, SEGUE, environment, on_terminal, run, without_colours

DEAD: dict[str, Any] = {
    "model": "claude-opus-5",
    "max_tokens": 1024,
    "messages": [
        {"role": "user", "content": "Is it warmer in Lisbon?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "f:0", "name": "weather", "input": {}}]},
        {"role": "user", "content": "Never mind."},
    ],
    "tools": [{"name": "weather", "input_schema": {"type": "object"}}],
}
SPOKEN = [{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "UklG", "format": "wav"}}]}]
CLAUDE = "anthropic/claude-opus-5"


def as_json(value: object) -> bytes:
    return json.dumps(value).encode()


class TestCheck:
    def test_errors_are_findings(self) -> None:
        done = run("check", "--to", CLAUDE, stdin=as_json(DEAD))
        assert (done.code, done.out) == (1, "")
        assert "$.messages[1].content[0]" in done.err
        assert "refused with:" in done.err
        assert "mended so:" in done.err

    def test_json(self) -> None:
        done = run("check", "--to", CLAUDE, "--json", stdin=as_json(DEAD))
        found = json.loads(done.out)
        assert (done.code, done.err) == (1, "")
        assert found["errors"] == len([each for each in found["problems"] if each["severity"] == "error"])

    def test_a_sound_history_is_fine(self) -> None:
        done = run("check", "--to", CLAUDE, stdin=b'[{"role": "user", "content": "Hi"}]')
        assert done.code == 0
        assert "sound" in done.err

    def test_a_profile_alone_and_beside_a_target(self) -> None:
        broken = [{"role": "user", "content": "Salut"}, {"role": "assistant", "tool_calls": 1}]
        done = run("check", "--profile", "scrivia", stdin=as_json(broken))
        assert done.code == 1
        assert "tool_calls = 1 → Doit être un array avec l'objet tool_call" in " ".join(done.err.split())
        both = run("check", "--profile", "scrivia", "--to", "openai-completions", "--json", stdin=as_json(broken))
        assert {"S3-02", "OAI-06"} <= {each["rule"] for each in json.loads(both.out)["problems"]}

    def test_for_nobody(self) -> None:
        done = run("check", stdin=as_json(DEAD))
        assert done.code == 2
        assert "--to TARGET, or --profile" in done.err


class TestRepair:
    def test_shows_what_changes_and_nothing_else(self) -> None:
        done = run("repair", "--to", CLAUDE, "--diff", stdin=as_json(DEAD))
        lines = done.out.splitlines()
        assert done.code == 0
        assert lines[:2] == ["--- as it was", "+++ mended"]
        assert '+          "content": "No result provided",' in lines
        # What stands elsewhere in the target's body is no change.
        assert not [line for line in lines if line.startswith(("+", "-")) and "input_schema" in line]
        assert ESCAPE not in done.out

    def test_mends_once(self) -> None:
        mended = run("repair", "--to", CLAUDE, stdin=as_json(DEAD)).out.encode()
        again = run("repair", "--to", CLAUDE, "--diff", stdin=mended)
        assert again.out == ""
        assert "everything came along as it was" in again.err
        assert run("check", "--to", CLAUDE, stdin=mended).code == 0

    def test_in_colour_on_a_terminal(self) -> None:
        shown = on_terminal("repair", "--to", CLAUDE, "--diff", stdin=as_json(DEAD)).out
        assert f"{ESCAPE}[32m" in shown
        assert "+++ mended" in without_colours(shown)


class TestPlan:
    def test_of_one_target(self) -> None:
        done = run("plan", "--to", CLAUDE, "--model", "openai/gpt-4.1", stdin=as_json(DEAD["messages"][:1]))
        assert done.code == 0
        assert done.out.startswith(f"{CLAUDE}\n  kept        Text\n")
        for label in ("input", "window", "cost", "setting"):
            assert f"\n  {label}" in done.out

    def test_of_several(self) -> None:
        done = run("plan", "--to", CLAUDE, "--to", "openai/gpt-4.1", "--to", CLAUDE, stdin=as_json(SPOKEN))
        assert done.code == 1
        assert [line.split()[:2] for line in done.out.splitlines()[1:]] == [[CLAUDE, "1"], ["openai/gpt-4.1", "1"]]

    def test_a_loss_is_a_finding(self) -> None:
        assert run("plan", "--to", CLAUDE, stdin=as_json(SPOKEN)).code == 1
        assert run("plan", "--to", "google/gemini-2.5-pro", stdin=as_json(SPOKEN)).code == 0

    def test_what_is_too_long_is_a_finding(self) -> None:
        long = [{"role": "user", "content": "Lisbon is warm in May. " * 4000}]
        done = run("plan", "--to", "openai/gpt-4", stdin=as_json(long))
        assert done.code == 1
        assert "too long for 8,192" in done.out

    def test_what_cannot_go_there_is_a_finding(self) -> None:
        held = as_json({"model": "gpt-5.2", "previous_response_id": "resp_1", "input": "Go on."})
        done = run("plan", "--to", CLAUDE, stdin=held)
        assert done.code == 1
        assert "cannot go there" in done.out
        assert "$.previous_response_id" in done.out
        compared = run("plan", "--to", CLAUDE, "--to", "openai/gpt-5.2", stdin=held)
        assert "cannot go there" in compared.out.splitlines()[1]

    def test_json(self) -> None:
        one = run("plan", "--to", CLAUDE, "--json", stdin=as_json(SPOKEN))
        assert json.loads(one.out) == segue.plan(SPOKEN, CLAUDE).to_dict()
        two = run("plan", "--to", CLAUDE, "--to", "openai/gpt-4.1", "--json", stdin=as_json(SPOKEN))
        assert [plan["target"] for plan in json.loads(two.out)["plans"]] == [CLAUDE, "openai/gpt-4.1"]


@pytest.mark.parametrize("command", ["convert", "repair", "check", "plan"])
def test_a_slip_of_the_pen_is_told(command: str) -> None:
    done = run(command, "--to", "anthropic/claud-opus-5", stdin=as_json(DEAD))
    assert "no row names 'claud-opus-5'" in done.err
    assert "'claude-opus-5'" in " ".join(done.err.split())


@pytest.mark.parametrize("command", ["convert", "repair", "check", "plan", "detect"])
def test_input_that_nobody_can_read(command: str, tmp_path: Path) -> None:
    to = [] if command == "detect" else ["--to", CLAUDE]
    binary = tmp_path / "picture"
    binary.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    for file, said in ((tmp_path, "Is a directory"), (tmp_path / "gone", "No such file"), (binary, "not UTF-8")):
        done = run(command, *to, str(file))
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: ")
        assert said in done.err


@pytest.mark.parametrize("command", ["repair --diff", "check --json", "plan"])
def test_nobody_reads_on(command: str) -> None:
    """A pipe that is closed early ends the command quietly."""
    history = as_json([{"role": "user", "content": "x"}, *DEAD["messages"] * 300])
    words = [*command.split(), "--to", CLAUDE]
    with subprocess.Popen(
        [*SEGUE, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.close()
        process.stdin.write(history)
        process.stdin.close()
        process.wait(timeout=30)
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == READER_GONE
