"""The games in the folder of records that can be gone on with."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from towersim.record import Recording, read, unfinished
from towersim.rules import game as rules_of
from towersim.rules.base import Nature


class SavedGame(NamedTuple):
    """An unfinished game, as a list tells of it."""

    path: Path
    players: str
    about: str
    """What was played, when, and how far."""


def saved_games(folder: Path) -> list[SavedGame]:
    """Return the games in which somebody has moved and that are not over, newest first."""
    found = ((path, read(path)) for path in unfinished(folder))
    return [_told(path, recording) for path, recording in found if _moves(recording)]


def _moves(recording: Recording) -> int:
    """Return how many moves seats have made; what is dealt is nobody's."""
    return sum(not isinstance(step.actor, Nature) for step in recording.steps)


def _told(path: Path, recording: Recording) -> SavedGame:
    when = datetime.fromtimestamp(path.stat().st_mtime)
    title = rules_of(recording.header.game).title
    placed = sum(step.motion is not None for step in recording.steps)
    done, what = (placed, "block") if placed else (_moves(recording), "move")
    far = f"{done} {what}{'' if done == 1 else 's'}"
    names = [seat.name for seat in recording.header.seats]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    about = f"{title} – {when.day} {when:%b %Y, %H:%M} – {far}"
    return SavedGame(path, ", ".join(names[:3]) + more, about)
