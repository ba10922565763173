"""The neutral script of a coding agent's session: who asked, thought, said, called and returned what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .texts import Writer


@dataclass(frozen=True)
class Call:
    number: int
    tool: str
    arguments: dict[str, Any]
    result: str | dict[str, Any]
    failed: bool = False


@dataclass(frozen=True)
class Ask:
    text: str


@dataclass(frozen=True)
class Step:
    """One reply of the model: what it thought, said and called (a reply without calls closes the turn)."""

    number: int
    thought: str
    signature: str
    text: str
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Script:
    system: str
    turns: tuple[Ask | Step, ...]


def conversation(messages: int) -> Script:
    """A script of exactly that many messages (three or more), ending where it is the model's turn to answer."""
    return _Author(messages).script()


class _Author:
    def __init__(self, messages: int) -> None:
        self.writer = Writer("segue benchmark")
        self.remaining = messages
        self.calls_made = 0
        self.steps_made = 0

    def script(self) -> Script:
        system = self._system_prompt()
        turns: list[Ask | Step] = []
        while self.remaining:
            turns.append(self._ask())
            while self.remaining:
                closes_turn = self.remaining >= 4 and len(turns) > 1 and self.writer.random.random() < 0.12
                turns.append(self._final_answer() if closes_turn else self._working_step())
                if closes_turn:
                    break
        return Script(system, tuple(turns))

    def _ask(self) -> Ask:
        self.remaining -= 1
        return Ask(self.writer.prose(self.writer.random.randrange(2, 7)))

    def _final_answer(self) -> Step:
        self.remaining -= 1
        points = "\n".join(f"- **{self.writer.noun()}**: {self.writer.sentence()}" for _ in range(4))
        return self._step(f"{self.writer.prose(3)}\n\n{points}\n\n```python\n{self.writer.function()}```\n", ())

    def _working_step(self) -> Step:
        wished = self.writer.random.choices((1, 2, 3), weights=(6, 3, 1))[0]
        count = self._calls_that_fit(wished)
        self.remaining -= 1 + count
        says_something = self.writer.random.random() < 0.7
        text = self.writer.prose(self.writer.random.randrange(1, 4)) if says_something else ""
        return self._step(text, tuple(self._call() for _ in range(count)))

    def _calls_that_fit(self, wished: int) -> int:
        """A single leftover message could only be an answer, which would leave nothing for the model to do."""
        fitting = [count for count in (wished, 1, 2) if self.remaining - count - 1 == 0 or self.remaining - count > 2]
        return fitting[0]

    def _step(self, text: str, calls: tuple[Call, ...]) -> Step:
        self.steps_made += 1
        signature = self.writer.token(self.writer.random.randrange(300, 700) // 4 * 4)
        return Step(self.steps_made, f"Plan {self.writer.token(6)}: {self.writer.prose(4)}", signature, text, calls)

    def _call(self) -> Call:
        self.calls_made += 1
        kind = self.writer.random.choice(_CALL_KINDS)
        tool, arguments, result = kind(self.writer)
        return Call(self.calls_made, tool, arguments, result, failed=isinstance(result, str) and "Traceback" in result)

    def _system_prompt(self) -> str:
        sections = (f"## {self.writer.noun().title()} rules\n\n{self.writer.prose(8)}" for _ in range(5))
        return "You are a careful engineer working in a large Python code base.\n\n" + "\n\n".join(sections)


def _read_file(writer: Writer) -> tuple[str, dict[str, Any], str]:
    arguments = {"path": writer.path(), "offset": writer.random.randrange(1, 200), "limit": 400}
    return "read_file", arguments, writer.numbered_source(writer.random.randrange(4, 13))


def _edit_file(writer: Writer) -> tuple[str, dict[str, Any], str]:
    path = writer.path()
    arguments = {"path": path, "old_text": writer.function(), "new_text": writer.function(), "replace_all": False}
    return "edit_file", arguments, f"Edited {path}: 1 replacement.\n\n{writer.numbered_source(2)}"


def _write_file(writer: Writer) -> tuple[str, dict[str, Any], str]:
    path = writer.path()
    return "write_file", {"path": path, "content": writer.source(5)}, f"Wrote {path}."


def _run_command(writer: Writer) -> tuple[str, dict[str, Any], str]:
    fails = writer.random.random() < 0.2
    command = f'python -m pytest "tests/{writer.noun()}" -k "{writer.noun()} and not slow" 2>&1 | tail -n 80'
    arguments = {"command": command, "timeout_seconds": 120, "environment": {"CI": "1", "LANG": "C.UTF-8"}}
    log = writer.test_log(writer.random.randrange(10, 45))
    return "run_command", arguments, writer.traceback() + log if fails else log


def _search_code(writer: Writer) -> tuple[str, dict[str, Any], str]:
    arguments = {"pattern": rf"\b{writer.noun()}_\w+\(", "folders": ["src", "tests"], "case_sensitive": True}
    return "search_code", arguments, writer.search_hits(writer.random.randrange(5, 50))


def _query_database(writer: Writer) -> tuple[str, dict[str, Any], dict[str, Any]]:
    query = f"SELECT * FROM {writer.noun()} WHERE amount > 100.5 AND closed = FALSE ORDER BY id"
    arguments = {"query": query, "parameters": [writer.noun(), "größer"], "limit": 25}
    return "query_database", arguments, writer.records(writer.random.randrange(3, 25))


_CALL_KINDS = (_read_file, _read_file, _edit_file, _write_file, _run_command, _search_code, _query_database)
