"""A trash folder for deleted games, for undo."""

from pathlib import Path
from typing import Final

from towersim.common.messages import message as _
from towersim.match.record import SUFFIX
from towersim.ui.language.faults import fault_message

FOLDER: Final = ".deleted"
"""Name of the trash folder, in the folder of the games."""


class Deleted:
    """The games deleted since the list of games was opened; `paths` are their files now."""

    def __init__(self, folder: Path) -> None:
        """Start with an empty trash folder; leftovers of a killed program are removed."""
        self._folder = folder
        self.paths: list[Path] = []
        self.empty()

    def take(self, path: Path) -> str:
        """Move a game to the trash; return the reason for a failure, else an empty string."""
        aside = self._folder / FOLDER / path.name
        try:
            aside.parent.mkdir(exist_ok=True)
            path.replace(aside)
        except OSError as fault:
            return _("{name}: cannot be deleted: {why}", name=path.name, why=fault_message(fault))
        self.paths.append(aside)
        return ""

    def undo(self) -> str:
        """Restore the last deleted game; return the reason for a failure, else an empty string."""
        aside = self.paths[-1]
        try:
            aside.replace(self._folder / aside.name)
        except OSError as fault:
            return _("{name}: cannot be put back: {why}", name=aside.name, why=fault_message(fault))
        self.paths.pop()
        return ""

    def empty(self) -> None:
        """Empty and remove the trash folder; files that cannot be removed stay."""
        aside = self._folder / FOLDER
        self.paths.clear()
        if not aside.is_dir():
            return
        try:
            for path in aside.glob(f"*{SUFFIX}"):
                path.unlink(missing_ok=True)
            aside.rmdir()
        except OSError:
            return
