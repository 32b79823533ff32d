"""Short matches: a hand that is led step by step, and a player who wins nothing.

`python -m tests.matches` writes the golden record anew.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from towersim.bots.base import Position, Thinking
from towersim.bots.table import play_out
from towersim.foresight.reach import landing, way
from towersim.match import Match, MatchPhase
from towersim.placing import Motion, apply_motion
from towersim.record import Recording, SeatSpec
from towersim.recorder import Recorder
from towersim.rules.base import Event, Place, StartTower
from towersim.rules.fawlty_towers.state import Decline, View
from towersim.table import Table
from towersim.units import Target, TowerId, Vec

GAME = "fawlty-towers"
GOLDEN = Path(__file__).parent / "golden" / "record.tower"


class Idle:
    """Stacks evenly and takes no card, so that a game is over after three rounds."""

    name = "idle"

    def choose(self, position: Position[View]) -> Thinking:
        yield from ()
        view = position.view
        puts = [action for action in view.legal if isinstance(action, Place | StartTower)]
        if not puts:
            return Decline()
        return min(puts, key=lambda put: len(view.towers[put.tower] or ()))


def fresh(record: Path | None = None, seed: int = 1, hand: str = "none") -> Match:
    """Return a game of two people at its first turn."""
    seats = [SeatSpec("Ada", "human", hand), SeatSpec("Bruno", "human", hand)]
    return Match.new(GAME, seats, seed=seed, record=record)


def idle_game(record: Path, moves: int | None = None) -> Match:
    """Write a game of `Idle` with normal hands: the whole of it, or so many decisions."""
    match = fresh(record, seed=5, hand="normal")
    finish(match, moves)
    return match


def finish(match: Match, moves: int | None = None) -> None:
    """Let `Idle` play on to the end, or for so many decisions and what gravity says to them."""
    for _ in islice(play_out(match, Idle()), moves):
        pass
    settle(match)
    match.close()


def lead(match: Match, *stops: Vec, speed: float = 0.3) -> None:
    """Lead the hand in straight lines from stop to stop, until it opens."""
    held = next(figure.pose for figure in match.figures() if figure.held)
    at = Vec(held.x, held.y)
    for stop in stops:
        ticks = max(1, round((abs(stop.x - at.x) + abs(stop.y - at.y)) / speed * 120))
        for i in range(1, ticks + 1):
            share = i / ticks
            if match.phase is not MatchPhase.CARRYING:
                return
            match.tick(Target(at.x + (stop.x - at.x) * share, at.y + (stop.y - at.y) * share))
        at = stop


def carry(match: Match, tower: int) -> None:
    """Lead the block in the hand over a tower, as a bot does."""
    held = next(figure.pose for figure in match.figures() if figure.held)
    goal = landing(match.table, match.figures()[-1].kind, TowerId(tower))
    hand = match.skills[0]
    for target in way(match.table, held, goal, hand, match.tick_seconds):
        match.tick(target)


def settle(match: Match) -> tuple[Event, ...]:
    """Wait for gravity; return what happened then."""
    events: tuple[Event, ...] = ()
    while match.phase is MatchPhase.SETTLING:
        events = match.tick()
    return events


def put(match: Match, kind: str, tower: int) -> tuple[Event, ...]:
    """Lift a block, carry it, let go, wait; return what gravity's answer brought."""
    match.lift(kind)
    carry(match, tower)
    match.release(TowerId(tower))
    return settle(match)


def pass_on(match: Match) -> None:
    """Decline, if there is something to decline."""
    if match.phase is MatchPhase.CHOOSING and Decline() in match.view(match.state.turn).legal:
        match.submit(Decline())


def at(match: Match, tower: int, dx: float, y: float) -> Vec:
    """Return a point beside a place for a tower."""
    return Vec(match.setup.spots[tower] + dx, y)


def tall(record: Path | None = None) -> Match:
    """Return a match whose leftmost tower is four cubes high."""
    match = fresh(record)
    for _ in range(3):
        put(match, "blue", 0)
        pass_on(match)
    return match


def knocked() -> Match:
    """Return a match in which the block in the hand has just swept the leftmost tower."""
    match = tall()
    match.lift("red")
    right, left = at(match, 0, 0.05, 0.06), at(match, 0, -0.08, 0.06)
    lead(match, Vec(0.4, 0.15), Vec(right.x, 0.15), right, left)
    return match


def motions(recording: Recording) -> Iterator[tuple[Table, Motion]]:
    """Yield each move of the hand in a record, with the table it began from."""
    table = Match.at_start(recording).table
    for step in recording.steps:
        if step.motion is not None:
            yield table, step.motion
            table = apply_motion(table, step.motion)


@contextmanager
def full_disk() -> Iterator[None]:
    """Let only half of what is written reach a record: no space is left."""
    written = Recorder._put

    def half(recorder: Recorder, text: bytes) -> None:
        written(recorder, text[: len(text) // 2])
        recorder._end -= len(text) // 2
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recorder, "_put", half)
        yield


def summary(match: Match) -> tuple[object, ...]:
    """Return all that a match is, but for where it is written."""
    figures = match.figures()
    return match.state, match.table, match.steps, match.ticks, tuple(match.events), figures


if __name__ == "__main__":
    idle_game(GOLDEN)
