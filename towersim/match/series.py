"""Series of games between the same players, and the rematch, in which the next seat begins."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import fields, replace

from towersim.common.messages import message as _
from towersim.match.game import Game
from towersim.match.record import Name, SeatSpec
from towersim.rules.display import listed, scored

Goal = Literal["best-of-3", "first-to-5", "open"]
"""The end of a series: after three games at most, at five wins, or when the players stop."""
GAMES, WINS = 3, 5
GOALS: Final = {
    "best-of-3": _("Best of 3"),
    "first-to-5": _("First to 5"),
    "open": _("Until one stops"),
}
"""Names of the goals of a series."""


RecordName = Annotated[str, Meta(max_length=200)]
"""The name of a record's file."""


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game of a series: the name of its record, and its winners."""

    record: RecordName
    winners: tuple[Name, ...]


class Series(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A series of games, of the same or of different games; every winner of a game gets a point."""

    goal: Goal
    players: tuple[Name, ...]
    games: tuple[Played, ...] = ()
    begun: tuple[RecordName, ...] = ()
    """The records of the games begun in it; others of the same players do not count."""

    @property
    def score(self) -> tuple[int, ...]:
        """The games that each player has won.

        >>> Series("open", ("Ann", "Bob"), (Played("1", ("Bob",)), Played("2", ("Bob",)))).score
        (0, 2)
        """
        return tuple(sum(name in one.winners for one in self.games) for name in self.players)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners of the series; empty while it goes on, and after draws alone.

        >>> Series("best-of-3", ("Ann", "Bob"), (Played("1", ("Bob",)),) * 2).winners
        ('Bob',)
        """
        most = max(self.score)
        return tuple(
            name
            for name, won in zip(self.players, self.score, strict=True)
            if self.is_over and won == most > 0
        )

    @property
    def is_over(self) -> bool:
        """Whether the goal is reached; a best of 3 also ends when nobody can catch up."""
        first, second, *_ = sorted(self.score, reverse=True)
        left = GAMES - len(self.games)
        match self.goal:
            case "best-of-3":
                return left <= 0 or first > second + left
            case "first-to-5":
                return first >= WINS
            case _:
                return False

    def is_of(self, seats: Iterable[SeatSpec]) -> bool:
        """Return whether these are its players, in any order."""
        return sorted(seat.name for seat in seats) == sorted(self.players)

    def with_begun(self, record: str) -> "Series":
        """Return the series with a game that has been begun in it."""
        return replace(self, begun=(*self.begun, record))

    def renamed(self, old: str, new: str) -> "Series":
        """Return the series with another name of a record."""
        games = (replace(one, record=new) if one.record == old else one for one in self.games)
        begun = (new if name == old else name for name in self.begun)
        return replace(self, games=tuple(games), begun=tuple(begun))

    def with_game(self, record: str, winners: Iterable[str]) -> "Series":
        """Return the series with a finished game, which counts once; after its end, a new one."""
        if any(one.record == record for one in self.games):
            return self
        before = () if self.is_over else self.games
        return replace(self, games=(*before, Played(record, tuple(winners))))


def series_text(series: Series) -> str:
    """Return the score of a series, or its winners, as a message."""
    score = scored(series.players, series.score)
    if series.winners:
        who = listed(series.winners)
        return _("{names} won the series: {score}", names=who, score=score)
    return _("Series – {goal}: {score}.", goal=GOALS[series.goal], score=score)


def rematch(game: Game[Any]) -> tuple[tuple[SeatSpec, ...], msgspec.Struct]:
    """Return seats and options of a game that the seat after this one's first begins.

    The first seat begins it: the order of play stays, and the die does not choose.
    """
    actors = (game.actor_of(step) for step in range(game.steps))
    first = next((actor for actor in actors if isinstance(actor, int)), 0)
    turn = (first + 1) % len(game.seats)
    options = game.options
    for field in fields(options):
        if field.name == "first_seat":
            fixed = next(value for value in get_args(field.type) if value != "random")
            options = replace(options, first_seat=fixed)
    return (*game.seats[turn:], *game.seats[:turn]), options
