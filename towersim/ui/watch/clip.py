"""The last collapse of a game that is being played, kept as a film by another process."""

import subprocess
import sys
from pathlib import Path

from towersim.messages import message as _


class Clip:
    """A film that is being made beside the game, which goes on."""

    def __init__(self, record: Path, language: str) -> None:
        """Begin to film the last collapse in a record; the film will lie beside it."""
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
        """Return how it went once it is done; nothing before that."""
        if self._process.poll() is None:
            return ""
        said = self._process.communicate()[1].strip()
        if self._process.returncode == 0:
            return _("Clip saved: {file}", file=self.path.name)
        why = said.removeprefix("towersim: ") or _("the program stopped")
        return _("No clip: {why}", why=why)

    def close(self) -> None:
        """Stop, if it is not done."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.communicate()
