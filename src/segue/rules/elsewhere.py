"""What is known of providers and is no entry among the rules: nothing in a request shows it, or another entry does."""

from __future__ import annotations

from typing import Final

_ANSWER: Final = "is about answers and their errors, which no request shows"
_LENGTH: Final = "is about how long a history may be; `segue.plan` estimates that"

#: Ids, and why there is no entry of that name.
ELSEWHERE: Final = {
    "ANT-03": "asks for nothing: neighbours of one role are taken as one turn",
    "ANT-18": "is found as `ANT-16`: Claude's own empty texts are empty texts",
    "ANT-28": "is found as `U-1`, while the request is read",
    "ANT-43": "needs the answer that a thought came in: Claude's own go back as they came, and others not at all",
    "ANT-44": "needs what stood before a thought when it was made; where something before it changes on the way, the "
    "pass `unbind_thinking` lets it go",
    "ANT-45": "is no refusal: thoughts that a newer Claude cannot read are left out by the provider",
    "ANT-51": "is found as `ANT-41` where the data is missing; what another model made is never sent",
    "ANT-60": _LENGTH,
    "ANT-61": _ANSWER,
    "ANT-62": _ANSWER,
    "OAI-30": _ANSWER,
    "OAI-31": _ANSWER,
    "RSP-07": "is no refusal, and needs what stood before the reasoning when it was made",
    "RSP-20": _ANSWER,
    "RSP-21": _ANSWER,
    "GEM-20": _ANSWER,
    "GEM-21": _ANSWER,
    "BED-20": _ANSWER,
    "BED-21": _ANSWER,
    "DS-08": _LENGTH,
    "KIM-03": "is no fault at Kimi, whose ids these are; elsewhere it is found as `ANT-14` and `U-4`",
    "KIM-04": _LENGTH,
    "GRQ-03": _ANSWER,
    "GRQ-04": _LENGTH,
    "ORT-01": _ANSWER,
    "ORT-05": _ANSWER,
    "VL-04": _LENGTH,
    "U-2": "names no provider who refuses it: U+0000 inside a text goes through as it is",
    "U-5": "is about what is written: keys without a value are left out of what is made here",
    "U-6": "is found as `ANT-20`, `BED-04` and the rules about names",
    "U-7": "is the law L6: what is made up derives from what it stands for",
    "U-8": "is found as `ANT-14`, `OAI-05`, `RSP-11` and `MIS-01`; the pass `split_ids` takes such ids apart",
    "U-9": "is found as `ANT-16`, `GEM-04`, `KIM-05` and their like",
    "U-10": "is about what is written: where something could not come along, words say so",
    "U-11": "is about what is written: signatures and encrypted reasoning go to their issuer only",
}
