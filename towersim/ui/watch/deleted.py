"""Games that were deleted, kept aside until one cannot want them back any more."""

from pathlib import Path
from typing import Final

from towersim.messages import message as _
from towersim.record import SUFFIX
from towersim.ui.fault_messages import fault_message

FOLDER: Final = ".deleted"
"""The folder for them, beside the games."""


class Deleted:
    """What was deleted since the list of games was opened; `paths` are where it lies now."""

    def __init__(self, folder: Path) -> None:
        """Begin with nothing: what an earlier, killed program left is removed."""
        self._folder = folder
        self.paths: list[Path] = []
        self.empty()

    def take(self, path: Path) -> str:
        """Lay a game aside; return a notice: empty, or why that did not go."""
        aside = self._folder / FOLDER / path.name
        try:
            aside.parent.mkdir(exist_ok=True)
            path.replace(aside)
        except OSError as fault:
            return _("{name}: cannot be deleted: {why}", name=path.name, why=fault_message(fault))
        self.paths.append(aside)
        return ""

    def undo(self) -> str:
        """Put the game back that was deleted last; return a notice: empty, or why not."""
        aside = self.paths[-1]
        try:
            aside.replace(self._folder / aside.name)
        except OSError as fault:
            return _("{name}: cannot be put back: {why}", name=aside.name, why=fault_message(fault))
        self.paths.pop()
        return ""

    def empty(self) -> None:
        """Remove what lies aside, and its folder; what cannot be removed is left to the next."""
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
