"""`python -m towersim` and the `towersim` command."""

import os
import signal
import sys
from io import FileIO, TextIOWrapper


def main() -> None:
    """Run the command line and exit with its code; the output is UTF-8 on all platforms."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Code pages of files and pipes on Windows lack ✓, and JSON has to be UTF-8.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        from towersim.cli import run  # noqa: PLC0415 - Ctrl-C may come while it is imported

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("towersim: stopped\n")
        code = 128 + signal.SIGINT
    sys.exit(code)


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that was closed at the start (``>&-``).

    Otherwise the next opened file, such as a record, would receive the output.
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
