"""Export of a recorded game to a file in the background, by the command `towersim export`."""

import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import Final

from towersim.common.messages import message as _


class Export:
    """A film or a page being written while the window goes on."""

    percent = 0
    """The share that is written, in percent."""

    def __init__(self, record: Path, to: Path, language: str, *options: str) -> None:
        """Start exporting a record; `options` are those of the command."""
        self.path = to
        self._complaints = TemporaryFile("w+")  # noqa: SIM115 - a pipe could fill up
        command = ["export", str(record), "--to", str(to), "--language", language, *options]
        self._process = subprocess.Popen(  # noqa: S603 - it is this very program
            [sys.executable, "-m", "towersim", *command, "--percent"],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self.percent = int(line) if line.strip().isdigit() else self.percent

    @property
    def is_saved(self) -> bool:
        """Whether the file is complete."""
        return self._process.poll() == 0

    def news(self) -> str:
        """Return `result` once the export is done; empty before that."""
        return "" if self._process.poll() is None else self.result()

    def result(self) -> str:
        """Wait for the end of the export; return its outcome as a message."""
        with self._process:
            self._listener.join()
        with self._complaints as complaints:
            complaints.seek(0)
            output = complaints.read().strip()
        if self.is_saved:
            folder = str(self.path.absolute().parent)
            return _("Saved as {file} in {folder}", file=self.path.name, folder=folder)
        reason = output.removeprefix("towersim: ") or _("the program stopped")
        return _("Not saved: {why}", why=reason)


ENDING: Final = ("--at-most", "10")
"""The options of a clip of at most ten seconds: what came before its end is hastened."""


def clip_path(record: Path) -> Path:
    """Return a fresh path for a clip, beside its record and named after the game.

    >>> clip_path(Path("first-tower_2026-11-26_19-56-26.tower")).name
    'first-tower-clip-1.mp4'
    """
    name = record.stem.partition("_")[0]
    paths = (record.with_name(f"{name}-clip-{number}.mp4") for number in count(1))
    return next(path for path in paths if not path.exists())
