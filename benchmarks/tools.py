"""The agent's tools, declared once; each wire format wraps the same name, description and schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Tool:
    name: str
    description: str
    schema: dict[str, Any]


def _schema(required: tuple[str, ...], **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


_PATH = {"type": "string", "description": "Path relative to the root of the repository."}
_LIMIT = {"type": "integer", "description": "The most that is returned.", "minimum": 1, "maximum": 2000}

TOOLS = (
    Tool(
        "read_file",
        "Reads a file and returns its lines with their numbers. Long files are read in pieces by offset and limit.",
        _schema(
            ("path",),
            path=_PATH,
            offset={"type": "integer", "description": "The first line to read, counted from one."},
            limit=_LIMIT,
        ),
    ),
    Tool(
        "edit_file",
        "Replaces one passage of a file by another. The old text must occur exactly once unless replace_all is set.",
        _schema(
            ("path", "old_text", "new_text"),
            path=_PATH,
            old_text={"type": "string", "description": "The passage as it stands, indentation included."},
            new_text={"type": "string", "description": "What takes its place."},
            replace_all={"type": "boolean", "description": "Replace every occurrence."},
        ),
    ),
    Tool(
        "write_file",
        "Writes a whole file, creating the folders on the way. An existing file is overwritten.",
        _schema(("path", "content"), path=_PATH, content={"type": "string"}),
    ),
    Tool(
        "run_command",
        "Runs a shell command in the repository and returns what it printed, standard error included.",
        _schema(
            ("command",),
            command={"type": "string", "description": "One line for a POSIX shell."},
            timeout_seconds={"type": "integer", "description": "The command is stopped after this time."},
            environment={
                "type": "object",
                "description": "Variables set on top of the inherited ones.",
                "properties": {"CI": {"type": "string"}, "LANG": {"type": "string"}},
            },
        ),
    ),
    Tool(
        "search_code",
        "Searches the repository by a regular expression and lists file, line number and line of each hit.",
        _schema(
            ("pattern",),
            pattern={"type": "string"},
            folders={"type": "array", "items": {"type": "string"}, "description": "Where to look; all by default."},
            case_sensitive={"type": "boolean"},
        ),
    ),
    Tool(
        "query_database",
        "Runs a read-only query on a copy of the production database and returns the rows as JSON.",
        _schema(
            ("query",),
            query={"type": "string", "description": "A single SELECT statement."},
            parameters={"type": "array", "items": {"type": "string"}},
            limit=_LIMIT,
        ),
    ),
)
