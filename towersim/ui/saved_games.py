"""The games in the folder of records that can be gone on with."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from towersim.record import Recording, is_untouched, unfinished
from towersim.rules import game as rules_of


class SavedGame(NamedTuple):
    """An unfinished game, as the menu tells of it."""

    path: Path
    about: str
    """What is played, and by whom."""


def saved_games(folder: Path) -> Iterator[SavedGame]:
    """Yield the games in which somebody has moved and that are not over, newest first."""
    return (_told(game) for game in unfinished(folder) if not is_untouched(game.file))


def _told(recording: Recording) -> SavedGame:
    names = [seat.name for seat in recording.header.seats]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    title = rules_of(recording.header.game).title
    return SavedGame(recording.file, f"{title}: {', '.join(names[:3])}{more}")
