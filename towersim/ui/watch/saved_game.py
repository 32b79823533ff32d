"""A saved game in the list: what it is called, who played, how it ended."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from towersim.messages import Day, Message, plural
from towersim.messages import message as _
from towersim.rules.base import listed
from towersim.theatre.timeline import Timeline
from towersim.ui.saved_games import game_title


class SavedGame(NamedTuple):
    """A record, and its game if it can be read; else why not."""

    path: Path
    timeline: Timeline | None
    fault: str = ""

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be gone on with."""
        return self.timeline is not None and not self.timeline.is_over


def about(game: SavedGame) -> tuple[str, str, str]:
    """Return what a game is called, who played, and how it ended.

    It is called by its file if a person named that, else by what was played and when.
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
    """Return how a game ended, and after how many moves."""
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
