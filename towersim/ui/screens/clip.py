"""Export of the last collapse of a running game as a film, in a separate process."""

import subprocess
import sys
from pathlib import Path

from towersim.common.messages import message as _


class Clip:
    """A film being exported in the background while the game continues."""

    def __init__(self, record: Path, language: str) -> None:
        """Start exporting the last collapse of a record to a file beside it."""
        number = 1 + sum(1 for _ in record.parent.glob(f"{record.stem}-clip-*.mp4"))
        self.path = record.with_name(f"{record.stem}-clip-{number}.mp4")
        command = ["export", str(record), "--to", str(self.path), "--last-collapse"]
        command += ["--language", language]
        self._process = subprocess.Popen(  # noqa: S603 - it is this very program
            [sys.executable, "-m", "towersim", *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def news(self) -> str:
        """Return the outcome as a message once the export is done; empty before that."""
        if self._process.poll() is None:
            return ""
        said = self._process.communicate()[1].strip()
        if self._process.returncode == 0:
            return _("Clip saved: {file}", file=self.path.name)
        why = said.removeprefix("towersim: ") or _("the program stopped")
        return _("No clip: {why}", why=why)

    def close(self) -> None:
        """Terminate the export if it is still running."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()
