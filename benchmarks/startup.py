"""How long `import segue` takes in a fresh interpreter, against the import of msgspec, which it needs in any case."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import orjson

from .timing import low_reading

BUDGET = 2.5
HEAVY = ("openai", "anthropic", "google", "httpx", "pydantic", "rich", "click")

_IMPORT = """
from time import process_time
start = process_time()
import {module}
print(process_time() - start)
"""
_FIRST_CONVERSION = """
from time import process_time
start = process_time()
import segue
segue.convert({"messages": [{"role": "user", "content": "Hello."}]}, "anthropic/claude-opus-5").payload
print(process_time() - start)
"""
_LOADED = """
import json, sys
import segue
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


@dataclass(frozen=True)
class Startup:
    msgspec_seconds: float
    import_ratio: float
    first_conversion_ratio: float
    heavy_modules: list[str]


def startup(*, rounds: int) -> Startup:
    programs = [_IMPORT.format(module="msgspec"), _IMPORT.format(module="segue"), _FIRST_CONVERSION]
    readings: list[list[float]] = [[] for _ in programs]
    for _ in range(rounds):
        for values, program in zip(readings, programs, strict=True):
            values.append(float(_output(program)))
    msgspec, imported, converted = map(low_reading, readings)
    loaded: list[str] = orjson.loads(_output(_LOADED))
    return Startup(msgspec, imported / msgspec, converted / msgspec, [name for name in HEAVY if name in loaded])


def _output(program: str) -> str:
    run = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"A fresh interpreter failed:\n{run.stderr}")
    return run.stdout
