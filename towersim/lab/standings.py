"""The results of a tournament: win shares, ratings, pairs of bots, and what paired luck saves.

Games of one deal depend on each other, so a deal counts as one observation: intervals are Wilson's
with the effective sample size of the means of deals (`towersim.lab.metrics.mean_trials`), as C.
Franco, R. Little, T. Louis and E. Slud recommend for clustered shares (Comparative study of
confidence intervals for proportions, Journal of Survey Statistics and Methodology 7, 2019). They
contain the share and stay within 0 … 1. Ratings are those of Plackett and Luce, updated game by
game as in R. Weng and C.-J. Lin, A Bayesian approximation method for online ranking, JMLR 12, 2011.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, groupby
from pathlib import Path
from shlex import quote
from statistics import fmean, harmonic_mean, variance
from typing import Any, NamedTuple

import msgspec
import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from towersim.common.whole_file import write_whole
from towersim.lab.compare import POWER, clusters_needed
from towersim.lab.metrics import mean_trials
from towersim.lab.page import filled_in
from towersim.lab.tables import (
    Cell,
    Column,
    Share,
    Sheet,
    digits_text,
    interval,
    milliseconds_text,
    share_text,
)
from towersim.lab.tournament import SeatResult, SeatTime, Tournament, recorded
from towersim.rules import game as rules_of

UPSETS = 5
"""The number of rarest wins whose records a report keeps."""
SKILL = PlackettLuce()


class Standing(msgspec.Struct, frozen=True):
    """The results of a bot."""

    name: str
    share: float
    """The share of its games that it won; a shared win counts as its part."""
    low: float
    """95 % interval of `share`, clustered by deal."""
    high: float
    rating: float
    """The mean of its skill, which begins at 25."""
    cpu_ms: float
    """Processor time of its thoughts per move, in milliseconds."""


class Standings(msgspec.Struct, frozen=True):
    """The results of a tournament."""

    game: str
    games: int
    bots: tuple[Standing, ...]
    pairs: tuple[tuple[float, ...], ...]
    """The share of common games in which the bot of the row ended before that of the column.

    A tie counts half.
    """


class Pair(NamedTuple):
    """What tells two bots apart."""

    first: str
    second: str
    share: Share
    """The share of common games in which the first ends before the second."""
    deals: int | None
    """The number of deals that would tell them apart; None if they are equal so far."""


class Upset(NamedTuple):
    """A game won by another bot than the favourite, who has the best rating at its table."""

    deal: int
    seating: int
    winner: str
    share: float
    """The share of common games in which the winner ended before the favourite."""


Games = Sequence[Sequence[SeatResult]]
"""The rows of each game, by seat."""


class TournamentResult(NamedTuple):
    """All figures of a tournament, with its conditions."""

    conditions: Tournament
    standings: Standings
    worths: tuple[float | None, ...]
    """How many games with deals of their own tell as much about each bot's share as one game."""
    pairs: tuple[Pair, ...]
    seats: tuple[Share, ...]
    """The share of won games by seat."""
    upsets: tuple[Upset, ...]
    faults: tuple[str, ...]
    """Sentences about bots in whose place another one chose."""


def evaluate(
    conditions: Tournament, rows: Iterable[SeatResult], times: Iterable[SeatTime]
) -> TournamentResult:
    """Return the figures of sorted rows of at least two deals."""
    games = [tuple(rows) for _, rows in groupby(rows, key=lambda row: (row.deal, row.seating))]
    names, ratings = conditions.bots, rated(conditions.bots, games)
    cpu = dict.fromkeys(names, 0.0)
    moves = dict.fromkeys(names, 0)
    for row, time in zip((row for game in games for row in game), times, strict=True):
        cpu[row.bot] += time.cpu_seconds
        moves[row.bot] += row.moves
    standings, worths = [], []
    for name in names:
        won = _by_deal(games, partial(_won, name))
        cpu_ms = 1000 * cpu[name] / max(1, moves[name])
        mean = round(ratings[name].mu, 3)
        share = _clustered(won)
        ends = share.low, share.high
        standings.append(Standing(name, share.value, *ends, mean, round(cpu_ms, 3)))
        worths.append(_worth(won))
    leads = {(a, b): _by_deal(games, partial(_lead, a, b)) for a in names for b in names if a != b}
    ahead = {pair: fmean(map(fmean, deals)) for pair, deals in leads.items()}
    pairs = tuple(tuple(ahead.get((a, b), 0.5) for b in names) for a in names)
    seats = (_by_deal(games, partial(_seat_won, seat)) for seat in range(conditions.seats))
    return TournamentResult(
        conditions,
        Standings(conditions.game, len(games), tuple(standings), pairs),
        tuple(worths),
        tuple(_pair(a, b, leads[a, b]) for a, b in combinations(names, 2)),
        tuple(map(_clustered, seats)),
        tuple(_upsets(games, ratings, ahead)),
        tuple(_faults(names, games)),
    )


Deals = Sequence[Sequence[float]]
"""A number for each game, by deal."""


def _by_deal(games: Games, of: "partial[float | None]") -> Deals:
    """Return a number of each game that has one, by deal."""
    deals = []
    for _, some in groupby(games, key=lambda game: game[0].deal):
        deals.append([number for game in some if (number := of(game)) is not None])
    return deals


def _won(name: str, game: Sequence[SeatResult]) -> float | None:
    mine = [row.won for row in game if row.bot == name]
    return sum(mine) if mine else None


def _seat_won(seat: int, game: Sequence[SeatResult]) -> float | None:
    return game[seat].won


def _lead(first: str, second: str, game: Sequence[SeatResult]) -> float | None:
    """Return 1 if the first bot ended before the second, 0 if after, 1/2 for a tie; over seats."""
    mine, theirs = ([row.rank for row in game if row.bot == name] for name in (first, second))
    if not (mine and theirs):
        return None
    return fmean((1 + (a < b) - (a > b)) / 2 for a in mine for b in theirs)


def _clustered(deals: Deals) -> Share:
    """Return the mean over deals with its 95 % interval."""
    means = np.array([fmean(deal) for deal in deals])
    middle, trials = fmean(means), mean_trials(means)
    return Share(middle, *interval(middle * trials, trials))


def _worth(deals: Deals) -> float | None:
    """Return 1 / design effect; None if all games ended alike, or all deals."""
    numbers = [number for deal in deals for number in deal]
    paired = variance([fmean(deal) for deal in deals]) / len(deals)
    return variance(numbers) / len(numbers) / paired if paired else None


def _pair(first: str, second: str, deals: Deals) -> Pair:
    needed = clusters_needed(np.array([fmean(deal) - 0.5 for deal in deals]))
    return Pair(first, second, _clustered(deals), needed)


def rated(names: Sequence[str], games: Games) -> dict[str, PlackettLuceRating]:
    """Return the ratings after all games; a bot on several seats gets the mean of its updates."""
    ratings = {name: SKILL.rating(name=name) for name in names}
    for game in games:
        teams = [[SKILL.create_rating([ratings[r.bot].mu, ratings[r.bot].sigma])] for r in game]
        new = SKILL.rate(teams, ranks=[float(row.rank) for row in game])
        for name in {row.bot: None for row in game}:
            mine = [team[0] for team, row in zip(new, game, strict=True) if row.bot == name]
            ratings[name].mu = fmean(one.mu for one in mine)
            ratings[name].sigma = fmean(one.sigma for one in mine)
    return ratings


def _upsets(
    games: Games, ratings: dict[str, PlackettLuceRating], ahead: Mapping[tuple[str, str], float]
) -> Iterator[Upset]:
    """Yield the rarest wins over the favourite, the rarest first."""
    wins = []
    for game in games:
        favourite = max((row.bot for row in game), key=lambda name: ratings[name].mu)
        for row in game:
            if row.won == 1 and row.bot != favourite:
                share = ahead[row.bot, favourite]
                wins.append(Upset(row.deal, row.seating, row.bot, share))
    yield from sorted(wins, key=lambda win: win.share)[:UPSETS]


def _faults(names: Sequence[str], games: Games) -> Iterator[str]:
    for name in names:
        own = [row for game in games for row in game if row.bot == name]
        faults = [row.fault for row in own if row.fault]
        if faults:
            share = sum(row.replaced for row in own) / sum(row.moves for row in own)
            yield f"{name}: {faults[0]} (in {len(faults)} of its games, {share:.1%} of its moves)"


def sheets(evaluation: TournamentResult) -> tuple[Sheet[Any], ...]:
    """Return the tables of bots, of pairs, of what tells them apart, and of seats."""
    names = evaluation.conditions.bots
    worths = dict(zip(names, evaluation.worths, strict=True))
    bots: list[Column[Standing]] = [
        Column("bot", lambda bot: bot.name, is_text=True),
        Column("won (95 %)", lambda bot: share_text(bot.share, (bot.low, bot.high))),
        Column("rating", lambda bot: f"{bot.rating:.1f}"),
        Column("CPU per\nmove, ms", lambda bot: milliseconds_text(bot.cpu_ms)),
        Column("a game's worth in\nunpaired games", lambda bot: digits_text(worths[bot.name], 2)),
    ]
    cross = [Column[int]("bot", lambda row: names[row], is_text=True)]
    cross += [Column(name, partial(_crossed, evaluation, n)) for n, name in enumerate(names)]
    apart: list[Column[Pair]] = [
        Column("pair", lambda pair: f"{pair.first} – {pair.second}", is_text=True),
        Column("ahead (95 %)", lambda pair: str(pair.share)),
        Column("deals to tell\nthem apart", lambda pair: f"{pair.deals:,}" if pair.deals else "–"),
    ]
    seats: list[Column[tuple[int, Share]]] = [
        Column("seat", lambda seat: str(seat[0]), is_text=True),
        Column("won (95 %)", lambda seat: str(seat[1])),
    ]
    return (
        Sheet(bots, evaluation.standings.bots),
        Sheet(cross, range(len(names)), "ahead of"),
        Sheet(apart, evaluation.pairs),
        Sheet(seats, [*enumerate(evaluation.seats, 1)]),
    )


def _crossed(evaluation: TournamentResult, column: int, row: int) -> Cell:
    share = evaluation.standings.pairs[row][column]
    return Cell("–") if row == column else Cell(f"{share:.1%}", max(0.0, 2 * share - 1))


def summary(evaluation: TournamentResult, wanted: int = 0) -> str:
    """Return the number of games, and what paired luck saves for the mean bot, as sentences."""
    games, seatings = evaluation.standings.games, len(evaluation.conditions.seatings)
    deals = f"{games:,} games: {games // seatings:,} deals, each in {seatings:,} seatings."
    if wanted not in (0, games):
        deals = f"--games {wanted}: raised to {games:,}, in whole deals. {deals}"
    known = [worth for worth in evaluation.worths if worth]
    if not known:
        return deals
    times = digits_text(harmonic_mean(known), 1)
    return f"{deals} The shares are as certain as those of {times} times as many unpaired games."


def write_report(evaluation: TournamentResult, folder: Path, path: Path) -> None:
    """Write a page; the games of upsets are recorded in the folder of results."""
    text = filled_in(
        "tournament.html",
        title=rules_of(evaluation.conditions.game).title,
        conditions=evaluation.conditions,
        summary=summary(evaluation),
        faults=evaluation.faults,
        sheets=sheets(evaluation),
        upsets=_upset_sheet(evaluation, folder),
        power=POWER,
    )
    write_whole(path, text)


def _upset_sheet(evaluation: TournamentResult, folder: Path) -> Sheet[Upset]:
    conditions = evaluation.conditions
    record = partial(recorded, conditions, folder=folder)
    columns: list[Column[Upset]] = [
        Column("winner", lambda upset: upset.winner),
        Column("ahead of the favourite", lambda upset: f"{upset.share:.1%}"),
        Column("seats", lambda upset: ", ".join(conditions.seatings[upset.seating])),
        Column("command", lambda upset: f"towersim watch {quote(str(record(*upset[:2])))}"),
    ]
    return Sheet(columns, evaluation.upsets)
