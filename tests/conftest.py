"""How Hypothesis runs here: never against the clock, and on continuous integration always the same examples.

A failing conversation is not shrunk by default: that takes minutes, and the tests that go through the constructs one
at a time mostly name the culprit already. `HYPOTHESIS_PROFILE=shrink` looks for the smallest one, `thorough` for more.

And where: nobody's own file of models is looked at.
"""

import os

from hypothesis import Phase, settings

QUICK = (Phase.explicit, Phase.reuse, Phase.generate)

settings.register_profile("local", deadline=None, max_examples=60, phases=QUICK)
settings.register_profile("ci", deadline=None, max_examples=60, phases=QUICK, derandomize=True, database=None)
settings.register_profile("shrink", deadline=None, max_examples=60)
settings.register_profile("thorough", deadline=None, max_examples=1500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))

os.environ["SEGUE_MODELS"] = os.devnull
