"""Gemini: what the parameters of a function may say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from segue.apis.google_generative_ai.schema import openapi_faults
from segue.rules.google_generative_ai.look import GoogleLook
from segue.rules.rule import Finding, Rule


def _unknown_to_openapi(look: GoogleLook) -> Iterator[Finding]:
    for spot in look.functions:
        for fault in openapi_faults(spot.value.get("parameters"), f"{spot.path}.parameters"):
            yield Finding(*fault)


RULES: Final = (
    Rule(
        id="GEM-13",
        demand="`parameters` knows a part of OpenAPI's schemas only.",
        words=(
            'Invalid JSON payload received. Unknown name "additionalProperties" at '
            "'tools[0].function_declarations[0].parameters': Cannot find field."
        ),
        certainty="H",
        fix="the schema goes into `parametersJsonSchema`, which knows all of JSON Schema",
        find=_unknown_to_openapi,
    ),
)
