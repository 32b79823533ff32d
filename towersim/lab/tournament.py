"""Tournaments of bots (`lab/README.md`): every deal is played in every seating."""

import hashlib
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from functools import cache, partial
from itertools import combinations, permutations
from math import comb, factorial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from towersim.bots.base import AnyBot
from towersim.bots.outside import HERE, Host, is_outside
from towersim.bots.table import bot, final_outcome, name_of, player_and_hand, turn
from towersim.common import dice
from towersim.common.errors import OptionFault, ResultFault, TowersimError
from towersim.common.plugins import from_module
from towersim.common.units import Seat
from towersim.common.version import __version__
from towersim.common.whole_file import write_whole
from towersim.lab.executors import ENDED, in_any_order
from towersim.lab.rows import Number, Positive, Word
from towersim.lab.store import About, Kind, locked, read_kind, write, written
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SUFFIX, SeatSpec, header
from towersim.physics.hand import skill
from towersim.rules import checked_options, game as rules_of

MOST_SEATINGS = 5040
"""The maximum number of games of one deal."""
CHUNK = 24
"""The number of games that a process plays in one go, in whole deals."""
AHEAD = 2
"""Submitted chunks per process."""
CONDITIONS = "tournament.json"


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The conditions of a tournament."""

    game: str
    bots: tuple[str, ...]
    """As given, so with a hand after ``@`` if it is not the normal one."""
    seats: int
    seed: int
    options: dict[str, Any]  # Any: options have different types
    versions: dict[str, str] = {}
    """12 hexadecimal digits of a hash of each player's source, by its name without hand."""
    host: Host = HERE
    towersim: str = __version__

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The bots by seat, in each game of a deal."""
        return _seatings(self.bots, self.seats)

    @property
    def label(self) -> str:
        """The name of a folder of results for these conditions."""
        return f"{self.game}-{hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:8]}"

    def deals(self, games: int) -> int:
        """Return the least number of whole deals with at least `games` games; at least two."""
        return max(2, -(-games // len(self.seatings)))


class SeatResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game of a deal ended for a seat."""

    deal: Number
    seating: Number
    seat: Number
    bot: Word
    won: float
    """1 for a win, or its part of a shared one."""
    rank: Number
    """The number of seats that ended before it."""
    moves: Number
    fault: Word = ""
    """The first fault for which the game's best bot chose in its place."""
    replaced: Number = 0
    """The number of moves that the best bot chose."""


class SeatTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The processor time of a seat's thoughts in a game."""

    deal: Number
    seating: Number
    seat: Number
    cpu_seconds: Positive


GAMES = Kind("games", SeatResult)
TIMES = Kind("times", SeatTime)
Rows = list[SeatResult | SeatTime]


def tournament(conditions: Tournament) -> Tournament:
    """Return conditions with all options and the versions of the bots; OptionFault if bad."""
    bots, seats = conditions.bots, conditions.seats
    chosen = msgspec.to_builtins(checked_options(conditions.game, conditions.options))
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionFault(f"--bots {','.join(bots)}: two or more different ones are needed")
    rules_of(conditions.game).check_seats(seats)
    few, more = divmod(seats, len(bots))
    orders = factorial(seats) // (factorial(few) ** (len(bots) - more) * factorial(few + 1) ** more)
    if comb(len(bots), more) * orders > MOST_SEATINGS:
        raise OptionFault(f"--seats {seats}: a deal would have more than {MOST_SEATINGS} seatings")
    return replace(conditions, options=chosen, versions=_versions(_players(_apart(conditions))))


@cache
def _seatings(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Return all ways to seat bots whose numbers of seats differ by at most one.

    >>> _seatings(("a", "b"), 3)[:3], len(_seatings(("a", "b", "c"), 2))
    ((('a', 'b', 'a'), ('a', 'a', 'b'), ('b', 'a', 'a')), 6)
    """
    few, more = divmod(seats, len(bots))
    tables = (bots * few + extra for extra in combinations(bots, more))
    return tuple(dict.fromkeys(order for table in tables for order in permutations(table)))


def _apart(conditions: Tournament) -> Tournament:
    """Return conditions whose bots can neither end this process nor print beside its JSON."""
    return replace(conditions, host=replace(conditions.host, isolate=True))


def _players(conditions: Tournament) -> dict[str, AnyBot]:
    """Return the bots by their names without hands; OptionFault for an unknown bot or hand."""
    players = {}
    for name in conditions.bots:
        player, hand = player_and_hand(conditions.game, name)
        skill(hand or "normal")
        players[player] = bot(conditions.game, player, conditions.host)
    return players


def _versions(players: Mapping[str, AnyBot]) -> dict[str, str]:
    versions = {}
    for name, player in players.items():
        known: str | None = getattr(player, "version", None)
        module = sys.modules[type(player).__module__]
        versions[name] = known or from_module(module, type(player).__name__, "").version
    return versions


def run(
    conditions: Tournament, deals: int, folder: Path, workers: tuple[Executor, int]
) -> Generator[int, None, None]:
    """Play the deals that a folder has not yet; yield numbers of games as they are written.

    `workers` are an executor and its number of processes.

    ResultFault if the folder has results of other conditions, or another run writes there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / CONDITIONS).exists():  # a finished one can be read where nothing may be written
        _take(conditions, folder)
        if not any(_left(conditions, deals, folder)):
            return
    with locked(folder):
        _take(conditions, folder)
        left, games = _left(conditions, deals, folder), len(conditions.seatings)
        task = partial(play, conditions)
        played = in_any_order(partial(workers[0].submit, task), left, AHEAD * workers[1])
        try:
            for chunk, rows in played:
                # Without its times a chunk does not count as played.
                write(folder, About(chunk.start, len(chunk), ()), rows, (TIMES, GAMES))
                yield len(chunk) * games
        except BrokenExecutor as error:
            raise TowersimError(_ended(conditions)) from error


def _left(conditions: Tournament, deals: int, folder: Path) -> Iterator[range]:
    kept = [
        {each.first: each.trials for each in written(folder, (kind,))} for kind in (TIMES, GAMES)
    ]
    size = max(1, CHUNK // len(conditions.seatings))
    every = (range(first, min(first + size, deals)) for first in range(0, deals, size))
    return (chunk for chunk in every if any(k.get(chunk.start, 0) < len(chunk) for k in kept))


def _ended(conditions: Tournament) -> str:
    """Return what to say of a worker process that has ended, and whom to suspect."""
    suspects = " or ".join(name for name in conditions.versions if is_outside(name))
    if conditions.host.isolate or not suspects:
        return f"a worker process {ENDED}; the same command goes on from the finished games"
    return f"a worker process has ended, perhaps by {suspects}: with --isolate no bot can do that"


def _take(conditions: Tournament, folder: Path) -> None:
    path, content = folder / CONDITIONS, msgspec.json.encode(conditions)
    if not path.exists():
        write_whole(path, content)
    elif path.read_bytes() != content:
        reason = "is of other conditions or other versions of the bots; choose another folder"
        raise ResultFault(path, "$", reason)


def results(folder: Path, deals: int) -> tuple[list[SeatResult], list[SeatTime]]:
    """Return the rows of the first deals, sorted by deal, seating and seat."""
    kept = ([row for row in read_kind(folder, kind) if row.deal < deals] for kind in (GAMES, TIMES))
    games, times = (sorted(rows, key=lambda r: (r.deal, r.seating, r.seat)) for rows in kept)
    return games, times


def play(conditions: Tournament, deals: range) -> Rows:
    """Play deals in all seatings.

    OptionFault if a bot's source is another one in this process than that of the conditions.
    """
    players = _players(conditions)
    here = _versions(players)
    if others := [name for name in here if here[name] != conditions.versions.get(name)]:
        why = "another version than when the tournament began; choose another folder"
        raise OptionFault(f"--bots {','.join(others)}: {why}")
    rows: Rows = []
    for deal in deals:
        for seating, names in enumerate(conditions.seatings):
            match = begun(conditions, deal, seating)
            moves, seconds = play_timed(match, players, isolate=conditions.host.isolate)
            rows += _seat_results(match, (deal, seating), names, moves)
            rows += [SeatTime(deal, seating, seat, time) for seat, time in enumerate(seconds)]
    return rows


def begun(conditions: Tournament, deal: int, seating: int, file: Path | None = None) -> Match[Any]:
    """Return a game of the tournament at its start, recorded to a file if one is given."""
    seats = []
    for number, name in enumerate(conditions.seatings[seating], 1):
        player, hand = player_and_hand(conditions.game, name)
        seats.append(SeatSpec(name_of(player, number), player, hand or "normal"))
    seed = dice.stream(conditions.seed, "deal", deal).randrange(2**31)
    options = checked_options(conditions.game, conditions.options)
    head = header(conditions.game, options, seats, seed)
    return Match.begin(replace(head, draws="actor"), file)


def play_timed(
    match: Match[Any], players: Mapping[str, AnyBot], *, isolate: bool = False
) -> tuple[list[int], list[float]]:
    """Play a game to its end; return the moves and the seconds of thought by seat.

    They are processor time of this process, but elapsed time for isolated bots.
    """
    moves, seconds = [0] * len(match.seats), [0.0] * len(match.seats)
    clock = time.perf_counter if isolate else time.process_time
    while match.phase is not MatchPhase.OVER:
        seat = match.last_seat
        moves[seat] += 1
        seconds[seat] += _decide(turn(match, None, players), clock)
        match.settle()
    return moves, seconds


def _decide(steps: Iterator[bool], clock: Callable[[], float]) -> float:
    """Play a decision; return the seconds of thought, which ends with the hand's first tick."""
    began = clock()
    any(steps)
    seconds = clock() - began
    for _ in steps:
        pass
    return seconds


def _seat_results(
    match: Match[Any], index: tuple[int, int], names: Sequence[str], moves: Sequence[int]
) -> Iterator[SeatResult]:
    outcome = final_outcome(match)
    order = [(seat not in outcome.winners, -score) for seat, score in enumerate(outcome.scores)]
    for seat, (name, place) in enumerate(zip(names, order, strict=True)):
        won = 0.0 if place[0] else 1 / len(outcome.winners)
        rank = sum(other < place for other in order)
        begin = f"{match.seats[seat].name}: "
        faults = (notice for notice in match.notices if notice.startswith(begin))
        fault = next(faults, "").removeprefix(begin)
        replaced = match.replaced[Seat(seat)]
        yield SeatResult(*index, seat, name, won, rank, moves[seat], fault, replaced)


def recorded(conditions: Tournament, deal: int, seating: int, folder: Path) -> Path:
    """Play a game of the tournament again and keep its record in a folder of results."""
    path = folder / "records" / f"deal-{deal + 1}-seating-{seating + 1}{SUFFIX}"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        part = path.with_suffix(".part")  # until the game is over, as the command may be killed
        part.unlink(missing_ok=True)
        with begun(conditions, deal, seating, part) as match:
            play_timed(match, _players(_apart(conditions)))
        part.replace(path)
    return path
