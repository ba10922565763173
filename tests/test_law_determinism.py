"""L6, determinism: the same input gives the same bytes, today, tomorrow and in another process."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import segue
from strategies import APIS, MODELS, PAIRS, VOCABULARIES, JsonObject, Pen, requests
from strategies.compare import assert_same
from strategies.dialogue import write_dialogue

ROOT = Path(__file__).resolve().parents[1]

ELSEWHERE = """
import hashlib, json, sys
import segue
for line in open(sys.argv[1], encoding="utf-8"):
    source, target, request = json.loads(line)
    print(hashlib.sha256(segue.convert(request, target, api=source).json()).hexdigest())
"""


@pytest.mark.parametrize(("source", "target"), PAIRS)
@given(data=st.data())
@settings(max_examples=15)
def test_l6_the_same_input_gives_the_same_bytes(source: str, target: str, data: st.DataObject) -> None:
    """L6 within one process, with other conversions in between and the input rebuilt."""
    request = data.draw(requests(source, turns=1))
    first = segue.convert(request, MODELS[target], api=source)
    segue.convert(request, MODELS[source], api=source)
    rebuilt = json.loads(json.dumps(request))
    second = segue.convert(rebuilt, MODELS[target], api=source)
    assert first.json() == second.json()
    assert first.report.to_dict() == second.report.to_dict()


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=15)
def test_l6_repairing_twice_equals_once(source: str, data: st.DataObject) -> None:
    """L6 for repairs: what a model was sent needs no repair when it is sent to that model again."""
    request = data.draw(requests(source, turns=1))
    for api, model in MODELS.items():
        once = segue.convert(request, model, api=source).payload
        again = segue.convert(once, model, api=api).payload
        assert_same(again, once)


@pytest.mark.parametrize("source", APIS)
@given(data=st.data())
@settings(max_examples=15)
def test_l6_the_payload_and_its_bytes_agree(source: str, data: st.DataObject) -> None:
    """L6 between the two ways to take a payload."""
    request = data.draw(requests(source, turns=1))
    for model in MODELS.values():
        converted = segue.convert(request, model, api=source)
        assert json.loads(converted.json()) == json.loads(json.dumps(converted.payload))


def test_l6_another_process_with_another_hash_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """L6 across processes, whatever the order of their sets."""
    journeys = [(source, target, request) for source in APIS for request in written(source) for target in targets()]
    lines = tmp_path / "journeys.jsonl"
    lines.write_text("".join(json.dumps(journey) + "\n" for journey in journeys), encoding="utf-8")
    here = [digest(*journey) for journey in journeys]
    assert [elsewhere(lines, seed) for seed in ("1", "4242")] == [here, here]


def written(api: str) -> list[JsonObject]:
    return [write_dialogue(Pen.seeded(f"elsewhere {number}"), VOCABULARIES[api]).request() for number in range(15)]


def targets() -> list[str]:
    return [*APIS, *MODELS.values()]


def digest(source: str, target: str, request: JsonObject) -> str:
    return hashlib.sha256(segue.convert(request, target, api=source).json()).hexdigest()


def elsewhere(lines: Path, seed: str) -> list[str]:
    paths = [str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", ELSEWHERE, str(lines)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()
