"""A challenge as a value: initial pieces, supply, goal and rating; its table, faults and plans.

A record holds its whole challenge, so it can be replayed after the challenge's file has changed.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from towersim.common.errors import OptionFault, SceneFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.geometry.shapes import Shape
from towersim.rules.base import StressTest
from towersim.scene.check import Density, Friction, check_scene
from towersim.scene.scene import Block, Material, Scene, TableTop
from towersim.scene.table_setup import Falls, Piece as SetPiece, TableSetup

Chapter = Literal[
    "hand", "balance", "reach", "bridges", "arches", "tilt", "pull-out", "odd pieces", "own"
]
TakeBack = Literal["free", "star", "no"]
OWN: Chapter = "own"
"""The chapter of a person's own challenges."""
CHAPTERS: tuple[Chapter, ...] = get_args(Chapter)[:-1]
"""The included chapters of Practice, in the intended order of play."""
MOST_PIECES = 120
"""The maximum number of pieces of a challenge, including initial pieces."""

Amount = Annotated[float, Meta(ge=0.0, le=1000.0)]
Distance = Annotated[float, Meta(ge=-10.0, le=10.0)]
Count = Annotated[int, Meta(ge=0, le=MOST_PIECES)]
Kind = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=32)]
"""The name of a kind of piece within its challenge, such as ``long-plank``."""
NEAR = 0.008
"""The greatest distance of a piece from its place in a plan, in metres, to count as in place."""
ASKEW = math.radians(20.0)
"""The greatest turn of a piece from its pose in a plan, but for its symmetry, as above."""
ROLLED = 0.03
"""The distance between release and rest, in metres, from which a piece has rolled or slid."""
TIPPED = (0.006, math.radians(5.0))
"""The distance in metres and the turn in radians from which it has tipped."""
Pieces = tuple[tuple[str, Pose], ...]
"""Kind and pose of each piece on a table."""
HIGH = 8.0
"""The height at which a piece is checked alone, clear of the table, in metres."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The goal of a challenge; measures are in SI units."""

    @property
    def tag(self) -> str:
        """The goal's name in files and records."""
        return str(self.__struct_config__.tag)


class Height(Goal, frozen=True, tag="height"):
    """Build high. Measure: the highest point of a piece at rest, in metres."""


class Reach(Goal, frozen=True, tag="reach"):
    """Build out over an edge. Measure: the reach of pieces at rest beyond it, in metres."""

    edge_x: Distance
    """x of the edge in metres; the reach counts to its right."""


class Span(Goal, frozen=True, tag="span"):
    """Join two fixed blocks by touching pieces, off the table. Measure: the pieces used."""

    piers: tuple[str, str]
    """The ids of the two fixed blocks."""


class Raise(Goal, frozen=True, tag="raise"):
    """Raise a piece. Measure: the height of its lowest point at rest, in metres."""

    piece: Kind


class Endless(Goal, frozen=True, tag="endless"):
    """Place pieces until something falls. Measure: the pieces that stood before the fall."""

    refilled: bool = False
    """Whether the supply is filled anew when its last piece has been placed."""


class Tilt(Goal, frozen=True, tag="tilt"):
    """Build, then the table tilts until a piece moves. Measure: the angle in degrees."""

    direction: Literal[-1, 1] = msgspec.field(name="way", default=1)
    """Direction of the tilt: 1 lowers the right side, -1 the left."""


class Quake(Goal, frozen=True, tag="quake"):
    """Build, then the table shakes more and more until a piece moves. Measure: peak in m/s²."""


class Load(Goal, frozen=True, tag="load"):
    """Build, then a piece grows heavier until another moves. Measure: its weight in newtons."""

    piece: Kind
    above: Distance = 0.0
    """The lowest point of that piece must be higher than this when the test begins, in metres."""
    between: tuple[Distance, Distance] | None = None
    """Range of x in metres that must contain the whole piece when the test begins."""


class Pull(Goal, frozen=True, tag="pull"):
    """Take pieces out while nothing else falls. Measure: the pieces taken out."""

    piece: Kind


class Topple(Goal, frozen=True, tag="topple"):
    """Bring a piece to rest beyond a line, below a height. Measure: the touches used."""

    piece: Kind
    beyond_x: Distance
    """x of the line in metres; the whole piece has to lie beyond it."""
    side: Literal["left", "right"]
    below: Amount
    """The maximum height of its highest point, in metres."""


AnyGoal = Height | Reach | Span | Raise | Endless | Tilt | Quake | Load | Pull | Topple
FEWER = (Span, Topple)
"""Goals with a better rating for a smaller measure."""


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece: `count` in the supply at the start, `depth` in metres."""

    kind: Kind
    shape: Shape
    material: Material
    depth: float
    count: Count = 0

    def block(self, name: str, at: Pose) -> Block:
        """Return one of this kind as a block, called `name`, in the pose `at`."""
        return Block(BlockId(name), self.shape, self.material, self.depth, at)


class InitialPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that stands at the start: its kind and its pose."""

    kind: Kind
    at: Pose


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One challenge of Practice."""

    name: str
    """The name on the command line: its file's name without the suffix."""
    title: str
    chapter: Chapter
    number: Count
    """Its number in the chapter, from 1, in order of difficulty."""
    hint: str
    """One line for the player."""
    table: TableTop
    fixed: tuple[Block, ...]
    """Immovable blocks such as piers, walls and ramps."""
    pieces: tuple[Piece, ...]
    standing: tuple[InitialPiece, ...]
    pick_up: Vec
    """The position at which the hand picks a piece up, in metres."""
    goal: AnyGoal
    stars: tuple[Amount, Amount, Amount]
    """The measures required for one, two and three stars."""
    forced_order: bool = False
    """Whether pieces must be placed in the order of `pieces`."""
    take_out: tuple[Kind, ...] = ()
    """Kinds of standing pieces that may be taken out."""
    take_back: TakeBack = "free"
    """Whether the last move may be taken back, for free or for a star."""
    absent: tuple[Kind, ...] = ()
    """Kinds that must not stand when the goal is judged, such as falsework."""
    least_height: Amount = 0.0
    """The minimum height of the building before a test may begin, in metres."""
    least_pieces: Count = 0
    """The minimum number of standing pieces before a test may begin."""
    joined: tuple[str, str] | None = None
    """The ids of two fixed blocks that must be joined, as for a span, before a test may begin."""
    hand: str = "none"
    """The least unsteady hand for this challenge; a seat's own hand may be worse."""
    growth: Amount = 0.0
    """Relative growth of the tremor with every piece placed or taken out."""

    @property
    def places(self) -> int:
        """The number of pieces that can stand at once; a refilled supply adds more as needed."""
        return len(self.standing) + sum(piece.count for piece in self.pieces)

    def includes(self, kinds: Iterable[str]) -> bool:
        """Return whether its pieces are of all these kinds, as those of an attempt at it."""
        return {piece.kind for piece in self.pieces}.issuperset(kinds)

    @property
    def tested(self) -> bool:
        """Whether the goal is measured by a test instead of the table at rest."""
        return isinstance(self.goal, Tilt | Quake | Load)

    @property
    def river(self) -> tuple[float, float] | None:
        """The range of x of the river under a bridge, in metres; None without one."""
        names = self.goal.piers if isinstance(self.goal, Span) else self.joined
        if self.chapter != "bridges" or names is None:
            return None
        left, right = sorted(block.extent for block in self.fixed if block.id in names)
        return left[1].x, right[0].x

    @property
    def fewer_is_better(self) -> bool:
        """Whether a smaller measure gets more stars."""
        return isinstance(self.goal, FEWER)

    @property
    def test(self) -> StressTest | None:
        """The test of the finished building; None for a goal without one."""
        match self.goal:
            case Tilt(direction):
                return StressTest("tilt", direction)
            case Quake():
                return StressTest("quake")
            case Load(piece):
                return StressTest("load", block=piece)
            case _:
                return None

    def stars_for(self, measure: float | None) -> int:
        """Return the stars for a measure, 0 … 3; None stands for a goal not met."""
        if measure is None:
            return 0
        if self.fewer_is_better:
            return sum(measure <= star for star in self.stars)
        return sum(measure >= star for star in self.stars)


class PlanStep(NamedTuple):
    """One move of a plan."""

    kind: str
    """The kind of the piece that was placed or taken out."""
    taken: bool
    put: Pose
    """The pose of that piece when it was released, or before it was taken out."""
    at: Pose
    """Its pose at rest, or before it was taken out."""
    rest: Pieces
    """Every piece on the table after the move."""
    symmetry: float = 0.0
    """The turn after which the piece looks the same, in radians; 0: any."""

    @property
    def aim(self) -> Pose:
        """The pose to aim at: at rest, or that of the release if the piece moved away from it."""
        far, turn = math.dist(self.put[:2], self.at[:2]), abs(self.put.angle - self.at.angle)
        has_tipped = far > TIPPED[0] and turn > TIPPED[1]
        return self.put if far > ROLLED or has_tipped else self.at

    def is_there(self, pieces: Iterable[tuple[str, Pose]]) -> bool:
        """Return whether one of these pieces is in the place of this one, and turned like it."""
        near = (
            pose.angle - self.at.angle
            for kind, pose in pieces
            if kind == self.kind and math.dist(pose[:2], self.at[:2]) <= NEAR
        )
        whole = self.symmetry
        return any(not whole or abs(math.remainder(turn, whole)) <= ASKEW for turn in near)


class Plan(NamedTuple):
    """An attempt that reached three stars, and the measure that it reached, in SI units."""

    measure: float
    steps: tuple[PlanStep, ...]

    def next_step(self, pieces: Pieces) -> PlanStep | None:
        """Return the first move of the plan that these pieces on the table lack; None for none.

        A piece that the plan takes out later is lacking only while one in between is.

        >>> at = Pose(0.0, 0.01, 0.0)
        >>> plan = Plan(0.02, (PlanStep("cube", False, at, at, (("cube", at),)),))
        >>> plan.next_step(()) == plan.steps[0], plan.next_step((("cube", at),))
        (True, None)
        """
        lacks = [step.is_there(pieces) is step.taken for step in self.steps]
        for index, step in enumerate(self.steps):
            later = (i for i in range(index + 1, len(lacks)) if self._undoes(i, step))
            until = None if step.taken else next(later, None)
            if until is not None and lacks[index]:
                lacks[index] = any(lacks[index + 1 : until])
        return next((step for step, lack in zip(self.steps, lacks, strict=True) if lack), None)

    def moved(self, x: float) -> "Plan":
        """Return the plan with its moves `x` metres further to the right; the rests are kept.

        >>> at = Pose(0.0, 0.01, 0.0)
        >>> Plan(0.02, (PlanStep("cube", False, at, at, ()),)).moved(0.1).steps[0].aim
        Pose(x=0.1, y=0.01, angle=0.0)
        """
        steps = (
            step._replace(
                put=step.put._replace(x=step.put.x + x), at=step.at._replace(x=step.at.x + x)
            )
            for step in self.steps
        )
        return self._replace(steps=tuple(steps))

    def _undoes(self, index: int, placed: PlanStep) -> bool:
        later = self.steps[index]
        return later.taken and placed.is_there(((later.kind, later.at),))


def table_of(challenge: Challenge) -> TableSetup:
    """Return the table set-up of a challenge; OptionFault if the challenge is invalid."""
    for where, reason in faults(challenge):
        raise OptionFault(f"challenge {challenge.name!r}: {where}: {reason}")
    colours = dict.fromkeys(challenge.take_out, "green")
    colours |= {getattr(challenge.goal, "piece", ""): "red"}
    return TableSetup(
        table=challenge.table,
        pieces={
            piece.kind: SetPiece(
                piece.kind,
                piece.shape,
                piece.material,
                piece.depth,
                piece.kind,
                colour=colours.get(piece.kind, "natural"),
            )
            for piece in challenge.pieces
        },
        spots=(challenge.pick_up.x,) * challenge.places,
        pick_ups=(challenge.pick_up,) * challenge.places,
        falls=Falls(held_elsewhere=False, released=not isinstance(challenge.goal, Topple)),
        anywhere=True,
        fixed=challenge.fixed,
        laid=tuple(piece.at for piece in challenge.standing),
        # One's own challenges stay in the room in which the free table stands.
        room=CHAPTERS[0] if challenge.chapter == OWN else challenge.chapter,
        gap=challenge.river,
    )


def faults(challenge: Challenge) -> Iterator[tuple[str, str]]:
    """Yield place and reason of the faults that make a challenge unplayable."""
    kinds = [piece.kind for piece in challenge.pieces]
    unknown = next(_unknown_kinds(challenge, kinds), None)
    wrong = unknown or _unfit(challenge)
    if wrong is not None:
        yield wrong
        return
    if len(set(kinds)) < len(kinds) or len({b.id for b in challenge.fixed}) < len(challenge.fixed):
        yield "$", "two pieces, or two fixed blocks, have the same id"
    if not kinds or not challenge.places:
        yield "$.pieces", "a challenge has at least one piece"
    if challenge.places > MOST_PIECES:
        yield "$.pieces", f"there are {challenge.places} pieces, {MOST_PIECES} are the most"
    for where in _loose_ends(challenge):
        yield where, "they are not two fixed blocks of this file"
    rising = challenge.stars if not challenge.fewer_is_better else challenge.stars[::-1]
    if any(later < earlier for earlier, later in pairwise(rising)):
        yield "$.stars", "they do not run from one star to three"
    if any(block.id.startswith(f"{kind}-") for block in challenge.fixed for kind in kinds):
        yield "$.fixed", "no id of a fixed block may begin with a piece's and a dash"


def _loose_ends(challenge: Challenge) -> Iterator[str]:
    """Yield the places that name something else than two fixed blocks to join."""
    joined = {"$.joined": challenge.joined}
    if isinstance(challenge.goal, Span):
        joined["$.goal.piers"] = challenge.goal.piers
    for where, ends in joined.items():
        if ends and (len(set(ends)) < 2 or not set(ends) <= {b.id for b in challenge.fixed}):
            yield where


def _unfit(challenge: Challenge) -> tuple[str, str] | None:
    """Return place and reason of a number out of range, a bad shape or an overlap, or None.

    The numbers of a file are checked on reading, but those of a record are not.
    """
    kinds = {piece.kind: piece for piece in challenge.pieces}
    solids: tuple[Piece | Block, ...] = (*challenge.pieces, *challenge.fixed)
    try:
        msgspec.convert(challenge.pick_up, tuple[Distance, Distance])
        msgspec.convert(challenge.table.friction, Friction)
        for solid in solids:
            msgspec.convert(solid.material.density_kg_m3, Density)
            msgspec.convert(solid.material.friction, Friction)
        for piece in challenge.pieces:
            alone = piece.block(piece.kind, Pose(0.0, HIGH, 0.0))
            check_scene(Scene(TableTop(), (alone,)), "", simulated=True)
        standing = tuple(
            kinds[s.kind].block(f"{s.kind}-{i}", s.at) for i, s in enumerate(challenge.standing)
        )
        check_scene(Scene(challenge.table, (*challenge.fixed, *standing)), "", simulated=True)
    except (msgspec.ValidationError, OverflowError) as fault:
        return "$", f"a number is out of range: {fault}"
    except SceneFault as fault:
        return fault.where, fault.why
    return None


def _unknown_kinds(challenge: Challenge, kinds: list[str]) -> Iterator[tuple[str, str]]:
    """Yield place and reason of each name of an unknown kind of piece."""
    named: dict[str, tuple[str, ...]]
    named = {f"$.standing[{i}].piece": (s.kind,) for i, s in enumerate(challenge.standing)}
    named |= {"$.take_out": challenge.take_out, "$.absent": challenge.absent}
    if isinstance(challenge.goal, Raise | Load | Pull | Topple):
        named["$.goal.piece"] = (challenge.goal.piece,)
    for where, names in named.items():
        for name in names:
            if name not in kinds:
                yield where, f"no piece {name!r} in this file; there are: {', '.join(kinds)}"
