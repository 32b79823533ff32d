"""Short matches, with helpers that move the hand step by step, and a passive player.

`python -m tests.matches` rewrites the golden record.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from towersim.bots.base import AnyBot, BotPosition, Thinking
from towersim.bots.table import play_out
from towersim.common.units import Target, TowerId, Vec
from towersim.foresight.reach import hand_path, landing
from towersim.match.game import Game
from towersim.match.match import Match, MatchPhase
from towersim.match.record import Recorder, Recording, SeatSpec
from towersim.rules.base import Event, Place, StartTower
from towersim.rules.fawlty_towers.state import Decline, View
from towersim.table.placing import Motion
from towersim.table.table import Table

GAME = "fawlty-towers"
GOLDEN = Path(__file__).parent / "golden" / "record.tower"
"""A game of format 2, simulated on the profile table-1."""
PRESENT = Path(__file__).parent / "golden" / "record-3.tower"
"""The same game in the present format, on the present profile."""


class Idle:
    """A bot that stacks evenly and takes no card, so that a game ends after three rounds."""

    name = "idle"

    def choose(self, position: BotPosition[View]) -> Thinking:
        yield from ()
        view = position.view
        puts = [action for action in view.legal if isinstance(action, Place | StartTower)]
        if not puts:
            return Decline()
        return min(puts, key=lambda put: len(view.towers[put.tower] or ()))


def fresh(record: Path | None = None, seed: int = 1, hand: str = "none") -> Match:
    """Return a match of two people at its first turn."""
    seats = [SeatSpec("Ada", "human", hand), SeatSpec("Bruno", "human", hand)]
    return Match.new(GAME, seats, seed=seed, record=record)


def idle_game(record: Path, moves: int | None = None) -> Match:
    """Record a game of `Idle` with normal hands: all of it, or `moves` decisions."""
    match = fresh(record, seed=5, hand="normal")
    finish(match, moves)
    return match


IDLE = Idle()


def finish(match: Match, moves: int | None = None, bot: AnyBot = IDLE) -> None:
    """Let a bot play for people to the end, or for `moves` decisions and gravity's answers."""
    for _ in islice(play_out(match, bot), moves):
        pass
    settle(match)
    match.close()


def lead(match: Match, *stops: Vec, speed: float = 0.3) -> None:
    """Move the hand in straight lines from stop to stop, at `speed` m/s, until it opens."""
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
    """Carry the held block over a tower, in the way of a bot."""
    held = next(figure.pose for figure in match.figures() if figure.held)
    goal = landing(match.table, match.figures()[-1].kind, TowerId(tower))
    hand = match.skills[0]
    for target in hand_path(match.table, held, goal, hand, match.tick_seconds):
        match.tick(target)


def settle(match: Match) -> tuple[Event, ...]:
    """Wait for gravity and return its events."""
    events: tuple[Event, ...] = ()
    while match.phase is MatchPhase.SETTLING:
        events = match.tick()
    return events


def put(match: Match, kind: str, tower: int) -> tuple[Event, ...]:
    """Lift a block, carry it, release it, and return the events of gravity."""
    match.lift(kind)
    carry(match, tower)
    match.release()
    return settle(match)


def last_motion(match: Match) -> Motion:
    """Release a held block, wait for gravity and return the last motion."""
    if match.carrying:
        match.release()
    settle(match)
    assert match.last_motion is not None
    return match.last_motion


def pass_on(match: Match) -> None:
    """Decline a card, if that is legal."""
    if match.phase is MatchPhase.CHOOSING and Decline() in match.view(match.state.turn).legal:
        match.submit(Decline())


def at(match: Match, tower: int, dx: float, y: float) -> Vec:
    """Return the point `dx` metres right of a tower's spot, at height y."""
    return Vec(match.setup.spots[tower] + dx, y)


def tall(record: Path | None = None) -> Match:
    """Return a match whose leftmost tower is four cubes high."""
    match = fresh(record)
    for _ in range(3):
        put(match, "blue", 0)
        pass_on(match)
    return match


def knocked(record: Path | None = None) -> Match:
    """Return a match in which the held block has just knocked over the leftmost tower."""
    match = tall(record)
    match.lift("red")
    right, left = at(match, 0, 0.05, 0.06), at(match, 0, -0.08, 0.06)
    lead(match, Vec(0.4, 0.15), Vec(right.x, 0.15), right, left)
    return match


def motions(recording: Recording) -> Iterator[tuple[Table, Motion]]:
    """Yield the motion of each move in a record, with the table before it."""
    game = Game.at_start(recording)
    for step in recording.steps:
        table = game.table
        game.follow(step)
        if step.motion is not None and game.last_motion is not None:
            yield table, game.last_motion


@contextmanager
def full_disk() -> Iterator[None]:
    """Simulate a full disk: only half of each write reaches a record."""
    written = Recorder._put

    def half(recorder: Recorder, text: bytes) -> None:
        written(recorder, text[: len(text) // 2])
        recorder._end -= len(text) // 2
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Recorder, "_put", half)
        yield


def summary(match: Match) -> tuple[object, ...]:
    """Return the state of a match without its file."""
    figures = match.figures()
    return match.state, match.table, match.steps, match.ticks, tuple(match.events), figures


if __name__ == "__main__":
    idle_game(PRESENT)
