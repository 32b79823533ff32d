"""Which bot wins how often? Whole games, with the seats rotated from one to the next."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple, TypeVar

import msgspec
from rich.box import MARKDOWN
from rich.table import Table as Grid

from towersim import dice
from towersim.bots.table import bot, play_out
from towersim.lab.executors import processes
from towersim.lab.wilson import interval
from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Collapsed, Stood

T = TypeVar("T")


class Share(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seats of one bot came to."""

    player: str
    seats: int
    """How many seats it had, over all games."""
    won: float
    """Games that it won; a shared win counts as its share."""
    share: float
    """The share of all games."""
    interval: tuple[float, float]
    """Its 95 % interval."""
    by_chance: float
    """The share that its number of seats alone would win."""
    height: float | None = None
    """The mean of the most blocks that its tower had; None where seats have none of their own."""


class Shares(msgspec.Struct, frozen=True, omit_defaults=True):
    """What so many games came to."""

    games: int
    shares: tuple[Share, ...]
    seconds: float
    """The mean length of a game, in simulated seconds."""
    collapses: int | None = None
    """How many towers fell; None in a game without towers."""
    own: int | None = None
    """How many in the move of the seat whose tower it was; None where towers are nobody's own."""


class _Played(NamedTuple):
    won: tuple[float, ...]
    seconds: float
    heights: tuple[int, ...] | None
    collapses: int | None
    own: int | None


def measure(
    game: str, players: Sequence[str], games: int, seed: int, hand: str = "normal", workers: int = 2
) -> Shares:
    """Play so many games; OptionFault for a game, bot or hand that is not known.

    The same arguments give the same shares, with any number of `workers` (processes).
    """
    for player in players:
        bot(game, player)
    play = partial(_play, game, tuple(players), seed, hand)
    with processes(workers) as pool:
        played = list(pool.map(play, range(games), chunksize=-(-games // 32)))
    return Shares(
        games,
        tuple(_share(player, players, played) for player in dict.fromkeys(players)),
        fmean(one.seconds for one in played),
        _over_all(sum, [one.collapses for one in played]),
        _over_all(sum, [one.own for one in played]),
    )


def table(shares: Shares) -> Grid:
    """Return the shares as a table, in per cent with their 95 % intervals."""
    heads = ["player", "seats", "won", "by chance"]
    high = any(row.height is not None for row in shares.shares)
    grid = Grid(*heads, *(["height"] if high else []), box=MARKDOWN)
    for row in shares.shares:
        low, high_ = row.interval
        won = f"{row.share:.1%} ({low:.0%}–{high_:.0%})"
        cells = [row.player, str(row.seats), won, f"{row.by_chance:.0%}"]
        grid.add_row(*cells, *([] if row.height is None else [f"{row.height:.1f}"]))
    return grid


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
    """Return the sum or mean of numbers, None if the game has no such number."""
    known = [number for number in numbers if number is not None]
    return what(known) if known else None


def _rotated(players: Sequence[str], number: int) -> tuple[str, ...]:
    first = number % len(players)
    return (*players[first:], *players[:first])


def _play(game: str, players: tuple[str, ...], seed: int, hand: str, number: int) -> _Played:
    seats = [SeatSpec(player, player, hand) for player in _rotated(players, number)]
    match = Match.new(game, seats, seed=dice.stream(seed, "game", number).randrange(2**31))
    for _ in play_out(match):
        pass
    winners = match.outcome.winners if match.outcome else ()
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
    """Return the most blocks that each seat's tower had."""
    heights = [0] * len(match.seats)
    for event in match.events:
        if isinstance(event, Stood):
            heights[event.seat] = max(heights[event.seat], event.height)
    return tuple(heights)
