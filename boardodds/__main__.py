"""The library on the command line: ``python -m boardodds``."""

import sys

# worker processes import this module too, and need none of what it runs
if __name__ == "__main__":
    from boardodds.cli import main

    sys.exit(main())
