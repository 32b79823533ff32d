"""`python -m towersim` and the `towersim` command."""

import sys

from towersim.cli import run


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run())


if __name__ == "__main__":
    main()
