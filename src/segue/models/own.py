"""The file of one's own rows: `SEGUE_MODELS` names it, else it is `models.jsonc` in the folder of settings.

This is the only place of the core that looks at files that are not ours, and with `defaults.py` the only one that looks
at the environment. Only doors come here: they ask once a call, and hand the registry on. A file is read again when it
has changed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from segue.errors import UsageError
from segue.models.registry import Registry, default_registry

NAMED_BY: Final = "SEGUE_MODELS"
NAMES: Final = ("models.jsonc", "models.json", "models.toml")


def registry_here() -> Registry:
    """The shipped rows, and above them those of the file that this process's environment leads to."""
    return registry_from(os.environ)


def registry_from(variables: Mapping[str, str]) -> Registry:
    """The shipped rows, and above them those of the file that these variables lead to."""
    file = own_file(variables)
    if file is None:
        return default_registry()
    try:
        state = os.stat(file)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}; {NAMED_BY} names it") from None
    return _with_file(file, state.st_mtime_ns, state.st_size, state.st_ino)


def own_file(variables: Mapping[str, str]) -> str | None:
    """The file of rows that these variables lead to, if there is one."""
    named = variables.get(NAMED_BY)
    if named:
        return os.path.expanduser(named)
    folder = _folder(variables.get("XDG_CONFIG_HOME", ""), variables.get("HOME") or os.path.expanduser("~"))
    if not os.access(folder, os.F_OK):
        return None
    return next((path for name in NAMES if os.path.isfile(path := os.path.join(folder, name))), None)


@lru_cache(maxsize=8)
def _folder(settings: str, home: str) -> str:
    # The XDG standard has a path that is not absolute ignored.
    return os.path.join(settings if os.path.isabs(settings) else os.path.join(home, ".config"), "segue")


@lru_cache(maxsize=8)
def _with_file(file: str, *_state: int) -> Registry:
    from segue.models.additions import with_rows

    return with_rows(default_registry(), read_rows(file), file)


def read_rows(file: str) -> dict[str, Any]:
    """The rows in a file, JSON with comments or TOML by its name; an empty one has none."""
    try:
        with open(file, encoding="utf-8-sig") as opened:
            text = opened.read()
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: byte {error.start} is no UTF-8: save it as UTF-8") from None
    if not text.strip():
        return {}
    try:
        return _toml(text) if file.endswith(".toml") else _jsonc(text)
    except ValueError as error:
        kind = "TOML" if file.endswith(".toml") else "JSON"
        raise UsageError(f"{file}: not {kind}: {error}") from None


def _toml(text: str) -> dict[str, Any]:
    import tomllib

    return tomllib.loads(text)


def _jsonc(text: str) -> Any:
    from segue.jsonc import load_jsonc

    return load_jsonc(text)
