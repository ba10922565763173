"""``python -m segue.cli`` is the command ``segue``."""

import sys

from segue.cli import main

sys.exit(main())
