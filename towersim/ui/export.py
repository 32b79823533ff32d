"""Export of a recorded game to a file in the background, by the command `towersim export`."""

import subprocess
import sys
from pathlib import Path

from towersim.common.messages import message as _


class Export:
    """A film or a page being written while the window goes on."""

    def __init__(self, record: Path, to: Path, language: str, *options: str) -> None:
        """Start exporting a record; `options` are those of the command."""
        self.path = to
        command = ["export", str(record), "--to", str(to), "--language", language, *options]
        self._process = subprocess.Popen(  # noqa: S603 - it is this very program
            [sys.executable, "-m", "towersim", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def is_saved(self) -> bool:
        """Whether the file is complete."""
        return self._process.poll() == 0

    def news(self) -> str:
        """Return the outcome as a message once the export is done; empty before that."""
        if self._process.poll() is None:
            return ""
        output = self._process.communicate()[1].strip()
        if self.is_saved:
            return _("Saved beside the game: {file}", file=self.path.name)
        reason = output.removeprefix("towersim: ") or _("the program stopped")
        return _("Not saved: {why}", why=reason)

    def close(self) -> None:
        """Terminate the export if it is still running."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()


def clip_path(record: Path) -> Path:
    """Return a fresh path for a clip, beside its record."""
    number = 1 + sum(1 for _ in record.parent.glob(f"{record.stem}-clip-*.mp4"))
    return record.with_name(f"{record.stem}-clip-{number}.mp4")
