"""The games in the folder of records that can be gone on with."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from towersim.record import Recording, unfinished
from towersim.rules import game as rules_of
from towersim.rules.base import Nature


class SavedGame(NamedTuple):
    """An unfinished game, as the menu tells of it."""

    path: Path
    about: str
    """What is played, and by whom."""


def saved_games(folder: Path) -> Iterator[SavedGame]:
    """Yield the games in which somebody has moved and that are not over, newest first."""
    return (_told(recording) for recording in unfinished(folder) if _has_moves(recording))


def _has_moves(recording: Recording) -> bool:
    """Return whether a seat has moved; what is dealt is nobody's move."""
    return any(not isinstance(step.actor, Nature) for step in recording.steps)


def _told(recording: Recording) -> SavedGame:
    names = [seat.name for seat in recording.header.seats]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    title = rules_of(recording.header.game).title
    return SavedGame(recording.file, f"{title}: {', '.join(names[:3])}{more}")
