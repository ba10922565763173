"""``python -m segue`` is the command ``segue``."""

import sys

from segue.cli import main

sys.exit(main())
