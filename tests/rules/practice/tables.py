"""Small challenges for tests of the rules: nothing is simulated, gravity says what it is told."""

from typing import Any

from towersim.geometry.shapes import Box
from towersim.rules.base import Action, Settled, UprightBox
from towersim.rules.practice.challenge import Challenge, Height, InitialPiece, Piece
from towersim.rules.practice.play import Practice
from towersim.rules.practice.state import Measured, Options, State
from towersim.scene import Material, TableTop
from towersim.units import Pose, Seat, Vec

RULES = Practice()
ME = Seat(0)


def challenge(**changes: Any) -> Challenge:
    """Return a challenge with three cubes in the supply; what is given is different in it."""
    usual: dict[str, Any] = {
        "name": "test",
        "title": "Test",
        "chapter": "hand",
        "number": 1,
        "hint": "Build.",
        "table": TableTop(),
        "fixed": (),
        "pieces": (Piece("cube", Box(0.02, 0.02), Material(), 0.02, 3),),
        "standing": (),
        "pick_up": Vec(-0.1, 0.05),
        "goal": Height(),
        "stars": (0.02, 0.04, 0.06),
    }
    return Challenge(**{**usual, **changes})


def standing(kind: str = "cube", x: float = 0.0, y: float = 0.01) -> InitialPiece:
    """Return a piece that stands from the start."""
    return InitialPiece(kind, Pose(x, y, 0.0))


def begun(asked: Challenge, value: float | None = 0.0) -> State:
    """Return a challenge after the measurer's first look."""
    return after(RULES.setup(1, Options(asked)), said(asked, value))


def said(asked: Challenge, value: float | None, **changes: Any) -> Measured:
    """Return what the measurer says; unless given, nothing fell and nothing is high."""
    usual: dict[str, Any] = {"height": 0.0, "dropped": False, "lows": (None,) * asked.places}
    return Measured(value, **{**usual, **changes})


def after(state: State, *actions: Action) -> State:
    """Return the state after all these actions."""
    for action in actions:
        state, _ = RULES.apply(state, action)
    return state


def moved(state: State, action: Action, value: float | None, **changes: Any) -> State:
    """Return the state after a move that gravity lets stand, measured as `value`."""
    return after(state, action, Settled(), said(state.challenge, value, **changes))


def box(x: float, y: float, size: float = 0.02) -> UprightBox:
    """Return the upright box around a cube whose centre is there."""
    return UprightBox(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
