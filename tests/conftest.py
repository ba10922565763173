"""How Hypothesis runs here: never against the clock, and on continuous integration always the same examples.

`HYPOTHESIS_PROFILE=thorough` looks for longer.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("local", deadline=None, max_examples=60)
settings.register_profile("ci", deadline=None, max_examples=60, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=1500, phases=[*Phase])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "local"))
