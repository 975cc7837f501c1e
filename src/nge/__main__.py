"""``python -m nge`` is the same as ``nge``."""

import sys

from nge.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
