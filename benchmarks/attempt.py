"""Trying what may fail for reasons that are not ours, and keeping the reason for the report."""

from __future__ import annotations

from types import TracebackType


class Attempt:
    """`with Attempt() as attempt:` ends quietly when the block fails; `attempt.failure` then says why."""

    failure: str | None = None

    def __enter__(self) -> Attempt:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if isinstance(error, Exception):
            first_line = str(error).strip().partition("\n")[0][:160]
            self.failure = f"{type(error).__name__}: {first_line}"
            return True
        return False
