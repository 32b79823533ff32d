"""Helpers that play Bausack in the window by mouse, step by step."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from tests.ui.pilot import Pilot, Point, window
from towersim.common.units import BlockId, Pose, TowerId
from towersim.geometry.shapes import extent
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.bausack.state import Phase
from towersim.table.table import Placed
from towersim.ui.games.bausack.draw_table import FrameState
from towersim.ui.games.bausack.play import BausackCommand
from towersim.ui.screens.game import GameScreen

MOST = 30_000
"""Most frames to wait for anything."""


def ready(pilot: Pilot) -> None:
    """Wait until a person can act, or the game is over."""

    def is_ready() -> bool:
        if not isinstance(pilot.screen, GameScreen):
            return True
        return bool(pilot.match.phase is MatchPhase.OVER or pilot.table.answerable)

    pilot.until(is_ready, MOST)
    pilot.frames(3)


def answer(pilot: Pilot, label: str) -> None:
    """Press a button and wait until the next person can act."""
    pilot.press(label)
    ready(pilot)


def take(pilot: Pilot, piece: str, notches: int = 0) -> None:
    """Take a piece from the pile and turn it by `notches` of the wheel."""
    pilot.click(pilot.table.presenter.pile.middle(piece))
    for _ in range(abs(notches)):
        pilot.wheel(1 if notches > 0 else -1)


def waiting(pilot: Pilot) -> Point:
    """Return the position of the piece that waits for the hand, in pixels."""
    seats = pilot.table.presenter.waiting
    return pilot.px(*seats[1][:2])


def still(pilot: Pilot) -> None:
    """Wait until the camera stands still."""
    pilot.until(lambda: not pilot.table.presenter.control.is_moving, 300)


def spot(pilot: Pilot, kind: str, angle: float, right: float = 0.0, above: float = 0.002) -> Pose:
    """Return the release pose of a piece over the tower of the acting seat, in metres."""
    match, seat = pilot.match, pilot.table.play.seat
    boxes = [extent(f.shape, f.pose) for f in match.figures() if f.tower == TowerId(seat)]
    x = (boxes[-1][0].x + boxes[-1][1].x) / 2 if boxes else match.setup.spots[seat]
    top = max((box[1].y for box in boxes), default=0.0)
    foot = extent(match.setup.piece(kind).shape, Pose(0.0, 0.0, angle))[0].y
    return Pose(x + right, top - foot + above, angle)


def place(pilot: Pilot, right: float = 0.0, above: float = 0.002) -> None:
    """Drag the waiting piece over the tower, release it, and wait for gravity."""
    still(pilot)
    kind = pilot.table.play.view().piece
    angle = pilot.table.pointer.angles.get(kind, 0.0)
    pilot.grab(waiting(pilot))
    goal = spot(pilot, kind, angle, right, above)
    for over in (0.03, 0.0):
        pilot.carry(pilot.px(goal.x, goal.y + over))
    pilot.up()
    pilot.until(lambda: pilot.match.phase not in (MatchPhase.SETTLING, MatchPhase.CARRYING), MOST)
    pilot.frames(2)


def kinds(frame: FrameState) -> set[str]:
    """Return the kinds of visible pieces."""
    return {figure.kind for figure in frame.table.figures}


PEOPLE = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara")))


@contextmanager
def table(
    folder: Path, *seats: SeatSpec, size: Point = (1280, 720), bases: Sequence[str] = ()
) -> Iterator[Pilot]:
    """Open the window on a match of these seats, by default of three people.

    The first seats have `bases` as foundations, if given.
    """
    match = Match.new("bausack", seats or PEOPLE, seed=2)
    stand(match, *bases)
    with window(folder, size, match) as pilot:
        ready(pilot)
        yield pilot


def build(pilot: Pilot, piece: str, notches: int = 0) -> None:
    """Choose to build with a piece and let the others pass, up to its placement."""
    ready(pilot)
    take(pilot, piece, notches)
    answer(pilot, "Build")
    while pilot.table.play.wanted is Phase.BIDDING:
        answer(pilot, "Pass")


def built(seats: int, *pieces: str) -> Match:
    """Return a match with these pieces dealt in turn to the seats' towers (see `stand`)."""
    match = Match.new("bausack", [SeatSpec(f"P{n + 1}") for n in range(seats)], seed=2)
    stand(match, *pieces)
    return match


def stand(match: Match, *pieces: str) -> None:
    """Put these pieces upright on the table, dealt in turn to the seats' towers."""
    seats = len(match.seats)
    towers: list[tuple[Placed, ...]] = [()] * seats
    tops = [0.0] * seats
    for number, kind in enumerate(pieces):
        seat = number % seats
        low, high = extent(match.setup.piece(kind).shape, Pose(0.0, 0.0, 0.0))
        x, y = match.setup.spots[seat] - (low.x + high.x) / 2, tops[seat] - low.y
        block = Placed(BlockId(f"{kind}-{number}"), kind, Pose(x, y, 0.0))
        towers[seat], tops[seat] = (*towers[seat], block), tops[seat] + high.y - low.y
    match.table = replace(match.table, towers=tuple(towers), used=len(pieces))
    match.state = replace(
        match.state,
        towers=tuple(tuple(block.kind for block in tower) for tower in towers),
        supply=tuple(kind for kind in match.state.supply if kind not in pieces),
    )


def buttons(pilot: Pilot) -> dict[str, bool]:
    """Return the card's visible buttons by text, and whether each is enabled."""
    made = pilot.screen.buttons._made.items()
    always = {BausackCommand.PILE, BausackCommand.WHOLE}
    shown = [button for (command, _), button in made if button.visible and command not in always]
    return {button.text: bool(button.is_enabled) for button in shown}
