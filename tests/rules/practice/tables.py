"""Small challenges for tests of the rules, with given verdicts instead of a simulation."""

from types import MappingProxyType
from typing import Any

from tests.rules.moves import Moves
from towersim.common.units import BlockId, Pose, Seat, Vec
from towersim.geometry.shapes import Box
from towersim.rules.base import Action, Settled, UprightBox
from towersim.rules.practice import challenge as practice
from towersim.rules.practice.play import Practice
from towersim.rules.practice.state import Measured, Options, State
from towersim.scene.scene import Block, Material, TableTop

RULES = Practice()
MOVES = Moves(RULES)
after, refused, outcome = MOVES.after, MOVES.refused, MOVES.outcome
ME = Seat(0)


def challenge(**changes: Any) -> practice.Challenge:
    """Return a challenge with three cubes in the supply and the given changes."""
    usual: dict[str, Any] = {
        "name": "test",
        "title": "Test",
        "chapter": "hand",
        "number": 1,
        "hint": "Build.",
        "table": TableTop(),
        "fixed": (),
        "pieces": (practice.Piece("cube", Box(0.02, 0.02), Material(), 0.02, 3),),
        "standing": (),
        "pick_up": Vec(-0.1, 0.05),
        "goal": practice.Height(),
        "stars": (0.02, 0.04, 0.06),
    }
    return practice.Challenge(**{**usual, **changes})


def standing(kind: str = "cube", x: float = 0.0, y: float = 0.01) -> practice.InitialPiece:
    """Return an initial piece."""
    return practice.InitialPiece(kind, Pose(x, y, 0.0))


def begun(asked: practice.Challenge, value: float | None = 0.0) -> State:
    """Return a challenge after the first measurement."""
    return after(RULES.setup(1, Options(asked)), said(asked, value))


def said(asked: practice.Challenge, value: float | None, **changes: Any) -> Measured:
    """Return a measurement; by default nothing fell and the height is 0."""
    usual: dict[str, Any] = {"height": 0.0, "dropped": False, "lows": (None,) * asked.places}
    return Measured(value, **{**usual, **changes})


def moved(state: State, action: Action, value: float | None, **changes: Any) -> State:
    """Return the state after a move without a fall, measured as `value`."""
    return after(state, action, Settled(), said(state.challenge, value, **changes))


def pier(name: str, x: float) -> Block:
    """Return a fixed block, 0.1 m high, with its middle at `x`."""
    return Block(BlockId(name), Box(0.02, 0.1), Material(), 0.02, Pose(x, 0.05, 0.0), fixed=True)


def box(x: float, y: float, size: float = 0.02) -> UprightBox:
    """Return the bounding box of a cube with its centre at (x, y)."""
    return UprightBox(x - size / 2, y - size / 2, x + size / 2, y + size / 2)


class AnyOptions(Options, frozen=True):
    """The options of random play."""

    challenge: practice.Challenge = challenge()


TWO = (standing(), standing(y=0.03))


class AnyChallenge(Practice):
    """Practice for random play: rated, tested, ended by a fall, and played by taking out."""

    options = AnyOptions
    samples = MappingProxyType(
        {
            "challenge": (
                challenge(),
                challenge(standing=TWO, take_out=("cube",), take_back="star", forced_order=True),
                challenge(goal=practice.Endless(), stars=(1, 2, 3), take_back="no"),
                challenge(goal=practice.Tilt(), stars=(1, 2, 3), least_pieces=1),
                challenge(goal=practice.Load("cube", 0.01), stars=(1, 2, 3), standing=TWO),
                challenge(
                    goal=practice.Pull("cube"), stars=(1, 1, 2), standing=TWO, take_out=("cube",)
                ),
            )
        }
    )
