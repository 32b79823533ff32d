"""`python -m towersim` and the `towersim` command."""

import os
import sys
from io import FileIO, TextIOWrapper

from towersim.common.version import __version__


def main() -> None:
    """Run the command line and exit with its code; the output is UTF-8 on all platforms.

    Before it, Ctrl-C ends in a traceback, so this module and `towersim` import little.
    """
    _open_closed_streams()
    try:
        code = _run()
    except (KeyboardInterrupt, RuntimeError) as error:
        # Python 3.11 turns a Ctrl-C in `__set_name__`, during an import, into a RuntimeError.
        if not isinstance(error.__cause__ or error, KeyboardInterrupt):
            raise
        from towersim.cli.exit_code import INTERRUPTED  # noqa: PLC0415

        sys.stderr.write("towersim: stopped\n")
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    """Open the window if nothing else is asked for, else run a command; return the exit code.

    All imports are here, as Ctrl-C may come meanwhile. The window does not need the command line's.
    """
    from contextlib import suppress  # noqa: PLC0415

    if sys.argv[1:] == ["--version"]:
        with suppress(OSError):  # the command reports it
            os.write(1, f"{__version__}\n".encode())  # at once: the other imports take longer
            return 0
    from towersim.common.interrupts import ctrl_c_waits  # noqa: PLC0415

    sys.unraisablehook = _interrupt_again
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Code pages of files and pipes on Windows lack ✓, and JSON has to be UTF-8.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    # Before NumPy and scikit-learn are imported: in tables as small as ours more threads only wait
    # for each other; on a busy machine of two processors, boosting took twenty times as long.
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    if not sys.argv[1:]:
        from towersim.ui.display import display_available  # noqa: PLC0415

        if display_available():
            with ctrl_c_waits():
                from towersim.cli.exit_code import exit_code  # noqa: PLC0415
                from towersim.ui.app import run as opened  # noqa: PLC0415

            return exit_code(opened, ())
    with ctrl_c_waits():
        from towersim.cli.commands import run  # noqa: PLC0415

    return run()


def _interrupt_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Raise a Ctrl-C again that a callback of the engine swallowed; report other exceptions."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        from _thread import interrupt_main  # noqa: PLC0415 - as in `_run`
        from threading import Timer  # noqa: PLC0415

        # From another thread, after this call: raised here, it would be swallowed again.
        Timer(0.05, interrupt_main).start()
    else:
        sys.__unraisablehook__(ignored)


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
