"""A person at the table of Bausack: what the mouse does there, step by step."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pygame
from msgspec.structs import replace

from tests.ui.pilot import Pilot, Point, window
from towersim.geometry.shapes import extent
from towersim.match import Match, MatchPhase
from towersim.record import SeatSpec
from towersim.rules.bausack.state import Phase
from towersim.table import Placed
from towersim.ui.games.bausack.draw_pile import Pile
from towersim.ui.games.bausack.frame_state import FrameState
from towersim.ui.games.bausack.keys import BausackCommand
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.input import NOTCH
from towersim.ui.screens.game import GameScreen
from towersim.units import BlockId, Pose, TowerId

MOST = 30_000
"""Frames that anything may take."""


def play(pilot: Pilot) -> BausackPlay:
    """Return the match as the window plays it."""
    found: BausackPlay = pilot.table.play
    return found


def pile(pilot: Pilot) -> Pile:
    """Return the shelves."""
    found: Pile = pilot.table.presenter.pile
    return found


def ready(pilot: Pilot) -> None:
    """Wait until a person has something to decide and may do it."""

    def is_ready() -> bool:
        if not isinstance(pilot.screen, GameScreen):
            return True
        return bool(pilot.match.phase is MatchPhase.OVER or pilot.table.answerable)

    pilot.until(is_ready, MOST)
    pilot.frames(3)


def take(pilot: Pilot, piece: str, notches: int = 0) -> None:
    """Take a piece from the pile and turn it by so many notches of the wheel."""
    pilot.click(pile(pilot).middle(piece))
    for _ in range(abs(notches)):
        wheel(pilot, 1 if notches > 0 else -1)


def wheel(pilot: Pilot, notches: float) -> None:
    """Turn the wheel where the mouse is."""
    pilot.post(pygame.MOUSEWHEEL, x=0, y=round(notches), precise_y=notches, flipped=False)


def waiting(pilot: Pilot) -> Point:
    """Return where the piece lies that waits for the hand."""
    presenter = pilot.table.presenter
    found = presenter.waiting
    assert found is not None
    x, y = presenter.camera.to_px(found[1].x, found[1].y)
    return round(x), round(y)


def still(pilot: Pilot) -> None:
    """Wait until the camera stands still."""
    pilot.until(lambda: not pilot.table.presenter.control.is_moving, 300)


def spot(pilot: Pilot, kind: str, angle: float, right: float = 0.0, above: float = 0.002) -> Pose:
    """Return where a piece is let go over the tower of whose turn it is, in metres."""
    match, seat = pilot.match, play(pilot).seat
    boxes = [extent(f.shape, f.pose) for f in match.figures() if f.tower == TowerId(seat)]
    x = (boxes[-1][0].x + boxes[-1][1].x) / 2 if boxes else match.setup.spots[seat]
    top = max((box[1].y for box in boxes), default=0.0)
    foot = extent(match.setup.piece(kind).shape, Pose(0.0, 0.0, angle))[0].y
    return Pose(x + right, top - foot + above, angle)


def place(pilot: Pilot, right: float = 0.0, above: float = 0.002) -> None:
    """Drag the waiting piece over the tower, let it go, and wait for gravity."""
    still(pilot)
    kind = play(pilot).view().piece
    angle = pilot.table.pointer.angles.get(kind, 0.0)
    pilot.move(waiting(pilot))
    pilot.down()
    goal = spot(pilot, kind, angle, right, above)
    camera = pilot.table.presenter.camera
    for over in (0.03, 0.0):
        x, y = camera.to_px(goal.x, goal.y + over)
        pilot.carry((round(x), round(y)))
    pilot.up()
    pilot.until(lambda: pilot.match.phase not in (MatchPhase.SETTLING, MatchPhase.CARRYING), MOST)
    pilot.frames(2)


def told(frame: FrameState) -> str:
    """Return the only sentence on a slip of paper."""
    ((_, words),) = frame.table.notes
    return words


def kinds(frame: FrameState) -> set[str]:
    """Return the kinds of pieces that are seen."""
    return {figure.kind for figure in frame.table.figures}


def notches(angle: float) -> int:
    """Return how many notches of the wheel turn a piece by an angle."""
    return round(angle / NOTCH)


QUARTER = notches(math.pi / 2)


PEOPLE = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara")))


@contextmanager
def table(
    folder: Path, *seats: SeatSpec, size: Point = (1280, 720), bases: Sequence[str] = ()
) -> Iterator[Pilot]:
    """Open the window on a match of these, by default of three people.

    It is fresh, or the first seats have these pieces as foundations.
    """
    match = Match.new("bausack", seats or PEOPLE, seed=2)
    stand(match, *bases)
    with window(folder, size, match) as pilot:
        ready(pilot)
        yield pilot


def build(pilot: Pilot, piece: str, notches: int = 0) -> None:
    """Build with a piece for nothing, the others passing, up to its being placed."""
    ready(pilot)
    take(pilot, piece, notches)
    pilot.press("Build")
    ready(pilot)
    while play(pilot).wanted is Phase.BIDDING:
        pilot.press("Pass")
        ready(pilot)


def found(pilot: Pilot, *pieces: str) -> None:
    """Let each person in turn set a piece as foundation."""
    for piece in pieces:
        build(pilot, piece)
        place(pilot)
    ready(pilot)


def built(seats: int, *pieces: str) -> Match:
    """Return a match in which these pieces stand, one on the other, on each seat's spot in turn."""
    match = Match.new("bausack", [SeatSpec(f"P{n + 1}") for n in range(seats)], seed=2)
    stand(match, *pieces)
    return match


def stand(match: Match, *pieces: str) -> None:
    """Let these pieces stand, one on the other, on each seat's spot in turn."""
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
    """Return the card's buttons that are seen, and whether each can be pressed."""
    made = pilot.table.buttons._made.items()
    always = {BausackCommand.PILE, BausackCommand.WHOLE}
    shown = [button for (command, _), button in made if button.visible and command not in always]
    return {button.text: bool(button.is_enabled) for button in shown}
