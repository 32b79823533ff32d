"""`python -m towersim` and the `towersim` command."""

import os
import sys
from io import FileIO, TextIOWrapper

from towersim.cli import run


def main() -> None:
    """Run the command line and leave with its exit code; what it prints is UTF-8 everywhere."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Files and pipes of Windows have code pages without ✓, JSON has no other encoding.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run())


def _open_closed_streams() -> None:
    """Open the null device for a stream that was closed before the program began, as by ``>&-``.

    The next file that is opened, such as a record, would be the output otherwise.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or TextIOWrapper(FileIO(1, "w", closefd=False))
    sys.stderr = sys.stderr or TextIOWrapper(FileIO(2, "w", closefd=False))


if __name__ == "__main__":
    main()
