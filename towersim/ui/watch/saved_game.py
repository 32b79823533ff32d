"""An entry in the list of saved games: its title, players and result."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from towersim.common.messages import Day, Message, plural
from towersim.common.messages import message as _
from towersim.rules.base import listed
from towersim.theatre.timeline import Timeline
from towersim.ui.saved_games import game_title


class SavedGame(NamedTuple):
    """A record, with its timeline if it can be read, else the reason in `fault`."""

    path: Path
    timeline: Timeline | None
    fault: str = ""

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be continued."""
        return self.timeline is not None and not self.timeline.is_over


def about(game: SavedGame) -> tuple[str, str, str]:
    """Return three lines about a saved game: its title, its players and its result.

    The title is the file's name if a person chose that, else the game and the date. For an
    unreadable record the lines are the file's name, the date and the fault.
    """
    when = datetime.fromtimestamp(game.path.stat().st_mtime) if game.path.exists() else None
    date = "" if when is None else _date(when)
    timeline = game.timeline
    if timeline is None:
        return game.path.name, date, game.fault
    header, names = timeline.recording.header, ", ".join(timeline.names)
    title, how = game_title(header), _ending(timeline)
    if game.path.stem.startswith(f"{header.game}_"):
        return _("{title} – {date}", title=title, date=date), names, how
    who = _("{title} – {names}", title=title, names=names)
    return game.path.stem, who, _("{ending} – {date}", ending=how, date=date)


def _date(when: datetime) -> Message:
    day = Day(when.year, when.month, when.day)
    return _("{day:year}, {time}", day=day, time=f"{when:%H:%M}")


def _ending(timeline: Timeline) -> Message:
    """Return the result of a game, with its number of moves."""
    last = timeline.recording.steps[-1:]
    over = last[0].over if last else None
    count = len(timeline.moves) - 1
    if over is None:
        return plural("not finished – {count} move", "not finished – {count} moves", count)
    if over.stars is not None:
        stars = plural("{count} star", "{count} stars", over.stars)
        return plural("{stars} – {count} move", "{stars} – {count} moves", count, stars=stars)
    if not over.winners:
        return plural("nobody won – {count} move", "nobody won – {count} moves", count)
    winners = listed([timeline.names[seat] for seat in over.winners])
    return plural(
        "won by {winners} – {count} move",
        "won by {winners} – {count} moves",
        count,
        winners=winners,
    )
