"""Games in the folder of records that can be resumed."""

from collections.abc import Iterator
from pathlib import Path

from towersim.common.messages import known, message as _
from towersim.match.record import Header, Recording, is_untouched, unfinished
from towersim.rules import game as rules_of


def saved_games(folder: Path) -> Iterator[Recording]:
    """Yield the unfinished games with at least one move, newest first."""
    return (game for game in unfinished(folder) if not is_untouched(game.file))


def game_title(header: Header) -> str:
    """Return the title of a game; in Practice, of the challenge."""
    challenge = header.options.get("challenge")
    title = challenge.get("title") if isinstance(challenge, dict) else None
    return known(title) if title else rules_of(header.game).title


def players(recording: Recording) -> str:
    """Return the title of a game and its players."""
    names = ", ".join(seat.name for seat in recording.header.seats)
    return _("{game}: {names}", game=game_title(recording.header), names=names)
