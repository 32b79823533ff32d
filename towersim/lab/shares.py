"""Win rates of bots and of seats over whole games; the bots rotate through the seats."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

import msgspec

from towersim.bots.table import bot, final_outcome
from towersim.common import dice
from towersim.lab.executors import processes
from towersim.lab.tables import Column, Sheet, digits_text
from towersim.lab.wilson import interval
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules import checked_options
from towersim.rules.base import Collapsed, Stood

T = TypeVar("T")


class Contest(NamedTuple):
    """The conditions under which games are played."""

    game: str
    players: tuple[str, ...]
    """The names of the bots, one for each seat of the first game."""
    seed: int
    hand: str = "normal"
    """The steadiness of every hand."""
    options: Mapping[str, Any] | None = None  # Any: options have different types
    """The game's options that differ from the defaults, by name."""


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of all seats of one bot."""

    player: str
    seats: int
    """Number of seats it had, over all games."""
    won: float
    """The number of games that it won; a shared win counts as its share."""
    share: float
    """The share of all games."""
    interval: tuple[float, float]
    """95 % interval of `share`."""
    by_chance: float
    """The share that its number of seats alone would win."""
    height: float | None = None
    """Mean greatest number of blocks of its towers; None if seats have no tower of their own."""


class SeatShare(msgspec.Struct, frozen=True):
    """The results of one seat, whichever bot had it."""

    seat: int
    """Counted from 1."""
    won: float
    """The number of games that it won; a shared win counts as its share."""
    share: float
    """The share of all games."""
    interval: tuple[float, float]
    """95 % interval of `share`."""


class Shares(msgspec.Struct, frozen=True, omit_defaults=True):
    """The results of `games` games."""

    games: int
    shares: tuple[Share, ...]
    by_seat: tuple[SeatShare, ...]
    seconds: float
    """Mean length of a game, in simulated seconds."""
    collapses: int | None = None
    """Number of towers that fell; None in a game without towers."""
    own: int | None = None
    """Number that fell in the move of their own seat; None if towers belong to no seat."""


class _Played(NamedTuple):
    won: tuple[float, ...]
    seconds: float
    heights: tuple[int, ...] | None
    collapses: int | None
    own: int | None


def measure(contest: Contest, games: int, workers: int = 2) -> Shares:
    """Play `games` games; raises OptionFault for an unknown game, bot, hand or option.

    The shares do not depend on the number of `workers` (processes).
    """
    players, options = contest.players, checked_options(contest.game, contest.options or {})
    for player in players:
        bot(contest.game, player)
    play = partial(_play, contest, options)
    with processes(workers) as pool:
        played = list(pool.map(play, range(games), chunksize=-(-games // 32)))
    return Shares(
        games,
        tuple(_share(player, players, played) for player in dict.fromkeys(players)),
        tuple(_seat_share(seat, played) for seat in range(len(players))),
        fmean(one.seconds for one in played),
        _over_all(sum, [one.collapses for one in played]),
        _over_all(sum, [one.own for one in played]),
    )


def sheets(shares: Shares) -> tuple[Sheet[Share], Sheet[SeatShare]]:
    """Return the tables of bots and of seats, in per cent with their 95 % intervals."""
    columns: list[Column[Share]] = [
        Column("player", lambda row: row.player, is_text=True),
        Column("seats", lambda row: str(row.seats)),
        Column("won (95 %)", _per_cent),
        Column("by chance", lambda row: f"{row.by_chance:.0%}"),
    ]
    if any(row.height is not None for row in shares.shares):
        columns.append(Column("mean height, blocks", lambda row: digits_text(row.height, 1)))
    seats: list[Column[SeatShare]] = [
        Column("seat", lambda row: str(row.seat)),
        Column("won (95 %)", _per_cent),
        Column("by chance", lambda _: f"{1 / len(shares.by_seat):.0%}"),
    ]
    return Sheet(columns, shares.shares), Sheet(seats, shares.by_seat)


def _per_cent(row: Share | SeatShare) -> str:
    low, high = row.interval
    return f"{row.share:.1%} ({low:.0%}–{high:.0%})"


def _seat_share(seat: int, played: Sequence[_Played]) -> SeatShare:
    won, games = sum(one.won[seat] for one in played), len(played)
    return SeatShare(seat + 1, won, won / games, interval(won, games))


def _share(player: str, players: Sequence[str], played: Sequence[_Played]) -> Share:
    games = len(played)
    mine = [
        (one.won[seat], one.heights[seat] if one.heights else None)
        for number, one in enumerate(played)
        for seat, name in enumerate(_rotated(players, number))
        if name == player
    ]
    won = sum(share for share, _ in mine)
    return Share(
        player,
        len(mine),
        won,
        won / games,
        interval(won, games),
        len(mine) / (games * len(players)),
        _over_all(fmean, [height for _, height in mine]),
    )


def _over_all(what: Callable[[list[int]], T], numbers: Sequence[int | None]) -> T | None:
    """Return `what` (a sum or mean) of the numbers; None if the game has none."""
    known = [number for number in numbers if number is not None]
    return what(known) if known else None


def _rotated(players: Sequence[str], number: int) -> tuple[str, ...]:
    first = number % len(players)
    return (*players[first:], *players[:first])


def _play(contest: Contest, options: msgspec.Struct, number: int) -> _Played:
    players = _rotated(contest.players, number)
    seats = [SeatSpec(player, player, contest.hand) for player in players]
    match = Match.new(
        contest.game,
        seats,
        seed=dice.stream(contest.seed, "game", number).randrange(2**31),
        options=options,
    )
    winners = final_outcome(match).winners
    won = tuple((seat in winners) / max(1, len(winners)) for seat in range(len(seats)))
    falls = [event for event in match.events if isinstance(event, Collapsed)]
    own = match.setup.own_towers
    return _Played(
        won,
        match.ticks * match.tick_seconds,
        _heights(match) if own else None,
        len(falls) if match.setup.spots else None,
        sum(int(event.seat) == int(event.tower) for event in falls) if own else None,
    )


def _heights(match: Match) -> tuple[int, ...]:
    """Return the greatest number of blocks of each seat's tower."""
    heights = [0] * len(match.seats)
    for event in match.events:
        if isinstance(event, Stood):
            heights[event.seat] = max(heights[event.seat], event.height)
    return tuple(heights)
