"""`python -m towersim` and the `towersim` command."""

import sys
from io import TextIOWrapper

from towersim.cli import run


def main() -> None:
    """Run the command line and leave with its exit code; what it prints is UTF-8 everywhere."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Files and pipes of Windows have code pages without ✓, JSON has no other encoding.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run())


if __name__ == "__main__":
    main()
