"""Which bot wins how often? Whole games, with the seats rotated from one to the next."""

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import NamedTuple

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


class Share(msgspec.Struct, frozen=True):
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
    height: float
    """The mean of the most blocks that its towers had."""


class Shares(msgspec.Struct, frozen=True):
    """What so many games came to."""

    games: int
    shares: tuple[Share, ...]
    seconds: float
    """The mean length of a game, in simulated seconds."""
    collapses: int
    own: int
    """So many of them in the move of the seat whose tower it was."""


class _Played(NamedTuple):
    won: tuple[float, ...]
    heights: tuple[int, ...]
    seconds: float
    collapses: int
    own: int


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
        sum(one.collapses for one in played),
        sum(one.own for one in played),
    )


def table(shares: Shares) -> Grid:
    """Return the shares as a table, in per cent with their 95 % intervals."""
    grid = Grid("player", "seats", "won", "by chance", "height", box=MARKDOWN)
    for row in shares.shares:
        low, high = row.interval
        won = f"{row.share:.1%} ({low:.0%}–{high:.0%})"
        grid.add_row(row.player, str(row.seats), won, f"{row.by_chance:.0%}", f"{row.height:.1f}")
    return grid


def _share(player: str, players: Sequence[str], played: Sequence[_Played]) -> Share:
    games = len(played)
    mine = [
        (one.won[seat], one.heights[seat])
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
        fmean(height for _, height in mine),
    )


def _rotated(players: Sequence[str], number: int) -> tuple[str, ...]:
    first = number % len(players)
    return (*players[first:], *players[:first])


def _play(game: str, players: tuple[str, ...], seed: int, hand: str, number: int) -> _Played:
    seats = [SeatSpec(player, player, hand) for player in _rotated(players, number)]
    match = Match.new(game, seats, seed=dice.stream(seed, "game", number).randrange(2**31))
    for _ in play_out(match):
        pass
    winners = match.outcome.winners if match.outcome else ()
    heights = [0] * len(seats)
    for event in match.events:
        if isinstance(event, Stood):
            heights[event.seat] = max(heights[event.seat], event.height)
    falls = [event for event in match.events if isinstance(event, Collapsed)]
    return _Played(
        tuple((seat in winners) / max(1, len(winners)) for seat in range(len(seats))),
        tuple(heights),
        match.ticks * match.tick_seconds,
        len(falls),
        sum(int(event.seat) == int(event.tower) for event in falls),
    )
