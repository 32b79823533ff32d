"""The games in the folder of records that can be gone on with."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from towersim.messages import known
from towersim.messages import message as _
from towersim.record import Header, Recording, is_untouched, unfinished
from towersim.rules import game as rules_of


class SavedGame(NamedTuple):
    """An unfinished game, as the menu tells of it."""

    path: Path
    about: str
    """What is played, and by whom."""


def saved_games(folder: Path) -> Iterator[SavedGame]:
    """Yield the games in which somebody has moved and that are not over, newest first."""
    return (_told(game) for game in unfinished(folder) if not is_untouched(game.file))


def game_title(header: Header) -> str:
    """Return what is played: a game, or of Practice the challenge."""
    challenge = header.options.get("challenge")
    title = challenge.get("title") if isinstance(challenge, dict) else None
    return known(title) if title else rules_of(header.game).title


def _told(recording: Recording) -> SavedGame:
    names = [seat.name for seat in recording.header.seats]
    three, title = ", ".join(names[:3]), game_title(recording.header)
    if len(names) <= 3:
        return SavedGame(recording.file, _("{game}: {names}", game=title, names=three))
    told = _("{game}: {names} and {more} more", game=title, names=three, more=len(names) - 3)
    return SavedGame(recording.file, told)
