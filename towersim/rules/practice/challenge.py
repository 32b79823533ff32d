"""A challenge as a value: what stands, what may be placed, what is asked for and how it is rated.

A record carries its whole challenge, so it can be replayed when the file it came from has changed.
"""

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from towersim.geometry.shapes import Shape
from towersim.scene import Block, Material, TableTop
from towersim.units import Pose, Vec

Chapter = Literal["hand", "balance", "reach", "bridges", "arches", "tilt", "pull-out", "odd pieces"]
CHAPTERS: tuple[Chapter, ...] = get_args(Chapter)
"""The chapters of Practice, in the order in which they are meant to be played."""
MOST_PIECES = 120
"""The greatest number of pieces of a challenge, those that stand at the start included."""

Amount = Annotated[float, Meta(ge=0.0, le=1000.0)]
Distance = Annotated[float, Meta(ge=-10.0, le=10.0)]
Count = Annotated[int, Meta(ge=0, le=MOST_PIECES)]
Kind = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=32)]
"""The name of a kind of piece within its challenge, such as ``long-plank``."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What is asked for; measures are in SI units."""

    @property
    def tag(self) -> str:
        """The word for it in files and records."""
        return str(self.__struct_config__.tag)


class Height(Goal, frozen=True, tag="height"):
    """Build high: the greatest height of a piece at rest, in metres."""


class Reach(Goal, frozen=True, tag="reach"):
    """Build out over an edge: how far the farthest piece at rest reaches beyond it, in metres."""

    edge_x: Distance
    """Where the edge is; reach counts to the right of it, in metres."""


class Span(Goal, frozen=True, tag="span"):
    """Join two fixed blocks by pieces that touch, nothing on the table between: the pieces used."""

    piers: tuple[str, str]
    """The ids of the two fixed blocks."""


class Raise(Goal, frozen=True, tag="raise"):
    """Bring a piece up: the height of its lowest point at rest, in metres."""

    piece: Kind


class Endless(Goal, frozen=True, tag="endless"):
    """Place one piece after the other until something falls: the pieces that stood before."""


class Tilt(Goal, frozen=True, tag="tilt"):
    """Build, then the table tilts until a piece moves: the angle in degrees."""

    way: Literal[-1, 1] = 1
    """1: down to the right; -1: down to the left."""


class Quake(Goal, frozen=True, tag="quake"):
    """Build, then the table shakes harder and harder until a piece moves: the peak in m/s²."""


class Load(Goal, frozen=True, tag="load"):
    """Build, then one piece grows heavier until another moves: the weight in newtons."""

    piece: Kind
    above: Distance = 0.0
    """The lowest point of that piece must be higher than this when the test begins, in metres."""
    between: tuple[Distance, Distance] | None = None
    """The whole piece must lie between these places when the test begins, in metres."""


class Pull(Goal, frozen=True, tag="pull"):
    """Take pieces out while nothing else falls: how many of them are out."""

    piece: Kind


class Topple(Goal, frozen=True, tag="topple"):
    """Make a piece come to rest beyond a line, low down: the touches that took."""

    piece: Kind
    beyond_x: Distance
    """The line, in metres: the whole piece has to lie beyond it."""
    side: Literal["left", "right"]
    below: Amount
    """How high its highest point may be, in metres."""


AnyGoal = Height | Reach | Span | Raise | Endless | Tilt | Quake | Load | Pull | Topple
TESTS = (Tilt, Quake, Load)
"""Goals that are decided by what gravity makes of a test."""
FEWER = (Span, Topple)
"""Goals in which less is better."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece; `count` of them are in the supply at the start, depth is in metres."""

    kind: Kind
    shape: Shape
    material: Material
    depth: float
    count: Count = 0


class InitialPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that stands from the start: its kind and its pose."""

    kind: Kind
    at: Pose


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One challenge of Practice."""

    name: str
    """The name on the command line: that of its file."""
    title: str
    chapter: Chapter
    number: Count
    """Its place in the chapter, from 1: they rise in difficulty."""
    hint: str
    """One line for the player."""
    table: TableTop
    fixed: tuple[Block, ...]
    """What nothing moves: piers, walls, ramps."""
    pieces: tuple[Piece, ...]
    standing: tuple[InitialPiece, ...]
    pick_up: Vec
    """Where a piece is taken into the hand, in metres."""
    goal: AnyGoal
    stars: tuple[Amount, Amount, Amount]
    """The measure that is worth one, two and three stars."""
    forced_order: bool = False
    """Whether pieces must be placed in the order in which they are listed."""
    take_out: tuple[Kind, ...] = ()
    """Kinds of which standing pieces may be taken out again."""
    take_back: Literal["free", "star", "no"] = "free"
    """Whether the last move may be taken back, and whether that costs a star."""
    absent: tuple[Kind, ...] = ()
    """Kinds that must not stand when the goal is judged, such as falsework."""
    least_height: Amount = 0.0
    """How high the building must be before a test may begin, in metres."""
    least_pieces: Count = 0
    """How many pieces must stand before a test may begin."""
    joined: tuple[str, str] | None = None
    """The ids of two fixed blocks that must be joined, as for a span, before a test may begin."""
    hand: str = "none"
    """The least unsteady hand that plays this; a seat's own hand may be worse."""
    growth: Amount = 0.0
    """By how much the tremor grows with every piece that was placed, as a share of it."""

    @property
    def places(self) -> int:
        """The greatest number of pieces that can stand at once."""
        return len(self.standing) + sum(piece.count for piece in self.pieces)

    @property
    def tested(self) -> bool:
        """Whether a test decides, and not the table at rest alone."""
        return isinstance(self.goal, TESTS)

    @property
    def fewer_is_better(self) -> bool:
        """Whether a smaller measure is worth more stars."""
        return isinstance(self.goal, FEWER)

    def stars_for(self, measure: float | None) -> int:
        """Return the stars that a measure is worth, 0 … 3; None is a goal that was not met."""
        if measure is None:
            return 0
        if self.fewer_is_better:
            return sum(measure <= star for star in self.stars)
        return sum(measure >= star for star in self.stars)
