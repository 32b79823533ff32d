"""The reader of challenge files, in `levels/practice/` and elsewhere, checked like scenes.

A challenge has ``format``, ``[table]`` and ``[materials]`` as in a scene, and these keys:

============= =====================================================================================
title, hint   texts for the player, one line each; {key:N} is the player's key for N
number        its place in the chapter, from 1
chapter       one of those in `towersim.rules.practice.challenge`
pick_up       x and y in metres at which the hand picks a piece up
fixed         immovable blocks as in a scene: piers, walls, ramps
pieces        kinds of piece: ``id``, ``shape``, ``material``, ``depth_m`` as in a scene, and
              ``count``, the number of them in the supply (0 … 120, default 0)
standing      pieces that stand at the start: ``piece``, the id of a kind, and ``at``
goal          ``kind`` and its parameters, see `towersim.rules.practice.challenge`
stars         the measures required for one, two and three stars, easiest first
============= =====================================================================================

The other fields of `Challenge` are optional keys: ``forced_order``, ``take_out``,
``take_back``, ``absent``, ``least_height``, ``least_pieces``, ``joined``, ``hand``, ``growth``.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from towersim.common.errors import OptionFault, SceneFault
from towersim.common.units import BlockId, Pose, Vec
from towersim.files.level import (
    FILE_NAME,
    MAX_BLOCKS,
    Angle,
    BlockSpec,
    Density,
    Friction,
    Name,
    Piece,
    SolidSpec,
    Source,
    Strict,
    TableSpec,
    levels_dir,
)
from towersim.files.shapefile import SimulatedPlace
from towersim.files.tablefile import Falls, TableSetup
from towersim.physics.hand import SKILLS
from towersim.rules.practice.challenge import (
    CHAPTERS,
    MOST_PIECES,
    Amount,
    AnyGoal,
    Challenge,
    Chapter,
    Count,
    InitialPiece,
    Kind,
    Load,
    Pull,
    Raise,
    Span,
    Topple,
)
from towersim.rules.practice.challenge import Piece as Kept
from towersim.scene.check import check_scene
from towersim.scene.scene import Block, Scene, TableTop

HIGH = 8.0
"""The height at which a piece is checked alone, clear of the table, in metres."""
FOLDER = "practice"
"""The folder of challenges in `levels/`."""


class _Piece(SolidSpec, frozen=True):
    count: Count = 0


class _Standing(Strict, frozen=True):
    piece: str
    at: tuple[SimulatedPlace, SimulatedPlace, Angle]


class _Challenge(Strict, frozen=True):
    title: Name
    chapter: Chapter
    number: Count
    hint: Annotated[str, msgspec.Meta(min_length=1, max_length=160)]
    pick_up: tuple[SimulatedPlace, SimulatedPlace]
    pieces: tuple[_Piece, ...]
    goal: AnyGoal
    stars: tuple[Amount, Amount, Amount]
    table: TableSpec = TableSpec()
    materials: dict[str, Any] = msgspec.field(default_factory=dict)
    fixed: Annotated[tuple[BlockSpec, ...], msgspec.Meta(max_length=MAX_BLOCKS)] = ()
    standing: Annotated[tuple[_Standing, ...], msgspec.Meta(max_length=MOST_PIECES)] = ()
    forced_order: bool = False
    take_out: tuple[Kind, ...] = ()
    take_back: Literal["free", "star", "no"] = "free"
    absent: tuple[Kind, ...] = ()
    least_height: Amount = 0.0
    least_pieces: Count = 0
    joined: tuple[str, str] | None = None
    hand: str = "none"
    growth: Amount = 0.0


def challenge_names() -> tuple[str, ...]:
    """Return the names of the included challenges, in alphabetical order."""
    found = [path.stem for path in (levels_dir() / FOLDER).glob("*.toml")]
    return tuple(sorted(found))


@cache
def all_challenges() -> tuple[Challenge, ...]:
    """Return the included challenges, ordered by chapter and number.

    Cached: pages ask for them whenever they open, and reading takes 0.1 s.
    """
    found = [load_challenge(levels_dir() / FOLDER / f"{name}.toml") for name in challenge_names()]
    return tuple(sorted(found, key=lambda each: (CHAPTERS.index(each.chapter), each.number)))


def find_challenge(name: str) -> Challenge:
    """Return the included challenge called `name`, or the one in the file ``name.toml``.

    OptionFault for an unknown name; SceneFault for an invalid file.
    """
    if name.endswith(".toml"):
        return load_challenge(Path(name))
    if not FILE_NAME.fullmatch(name) or name not in challenge_names():
        raise OptionFault(f"challenge {name!r}: not known; `towersim practice --list` names all")
    return load_challenge(levels_dir() / FOLDER / f"{name}.toml")


def load_challenge(path: Path) -> Challenge:
    """Return the checked challenge of a file; SceneFault names the first fault in one line."""
    source = Source(path)
    said = source.read(_Challenge)
    kinds = source.pieces("$.pieces", said.pieces, said.materials)
    blocks = source.pieces("$.fixed", said.fixed, said.materials)
    fixed = tuple(
        Block(BlockId(p.id), p.shape, p.material, p.depth, Pose(*block.at), fixed=True)
        for p, block in zip(blocks, said.fixed, strict=True)
    )
    challenge = Challenge(
        name=path.stem,
        title=said.title,
        chapter=said.chapter,
        number=said.number,
        hint=said.hint,
        table=TableTop(said.table.width_m, said.table.friction),
        fixed=fixed,
        pieces=tuple(
            Kept(kind.id, kind.shape, kind.material, kind.depth, piece.count)
            for kind, piece in zip(kinds, said.pieces, strict=True)
        ),
        standing=tuple(InitialPiece(block.piece, Pose(*block.at)) for block in said.standing),
        pick_up=Vec(*said.pick_up),
        goal=said.goal,
        stars=said.stars,
        forced_order=said.forced_order,
        take_out=said.take_out,
        take_back=said.take_back,
        absent=said.absent,
        least_height=said.least_height,
        least_pieces=said.least_pieces,
        joined=said.joined,
        hand=said.hand,
        growth=said.growth,
    )
    for where, why in faults(challenge):
        raise source.fault(where, why)
    return challenge


def challenge_table(challenge: Challenge) -> TableSetup:
    """Return the table set-up of a challenge; OptionFault if the challenge is invalid."""
    for where, why in faults(challenge):
        raise OptionFault(f"challenge {challenge.name!r}: {where}: {why}")
    return TableSetup(
        table=challenge.table,
        pieces={
            piece.kind: Piece(piece.kind, piece.shape, piece.material, piece.depth, piece.kind)
            for piece in challenge.pieces
        },
        spots=(challenge.pick_up.x,) * challenge.places,
        pick_ups=(challenge.pick_up,) * challenge.places,
        falls=Falls(held_elsewhere=False),
        fixed=challenge.fixed,
        laid=tuple(piece.at for piece in challenge.standing),
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
    if challenge.hand not in SKILLS:
        yield "$.hand", f"no hand {challenge.hand!r}; there is {', '.join(SKILLS)}"


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
    solids: tuple[Kept | Block, ...] = (*challenge.pieces, *challenge.fixed)
    try:
        msgspec.convert(challenge.pick_up, tuple[SimulatedPlace, SimulatedPlace])
        msgspec.convert(challenge.table.friction, Friction)
        for solid in solids:
            msgspec.convert(solid.material.density_kg_m3, Density)
            msgspec.convert(solid.material.friction, Friction)
        for piece in challenge.pieces:
            alone = _block(piece.kind, piece, Pose(0.0, HIGH, 0.0))
            check_scene(Scene(TableTop(), (alone,)), "", simulated=True)
        standing = tuple(
            _block(f"{s.kind}-{i}", kinds[s.kind], s.at) for i, s in enumerate(challenge.standing)
        )
        check_scene(Scene(challenge.table, (*challenge.fixed, *standing)), "", simulated=True)
    except (msgspec.ValidationError, OverflowError) as fault:
        return "$", f"a number is out of range: {fault}"
    except SceneFault as fault:
        return fault.where, fault.why
    return None


def _block(name: str, piece: Kept, at: Pose) -> Block:
    return Block(BlockId(name), piece.shape, piece.material, piece.depth, at)


def _unknown_kinds(challenge: Challenge, kinds: list[str]) -> Iterator[tuple[str, str]]:
    """Yield place and reason of the first name of an unknown kind of piece."""
    named: dict[str, tuple[str, ...]]
    named = {f"$.standing[{i}].piece": (s.kind,) for i, s in enumerate(challenge.standing)}
    named |= {"$.take_out": challenge.take_out, "$.absent": challenge.absent}
    if isinstance(challenge.goal, Raise | Load | Pull | Topple):
        named["$.goal.piece"] = (challenge.goal.piece,)
    for where, names in named.items():
        for name in names:
            if name not in kinds:
                yield where, f"no piece {name!r} in this file; there are: {', '.join(kinds)}"
                return
