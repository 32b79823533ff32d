"""The table of a challenge, and the faults that make a challenge unplayable."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from towersim.common.errors import OptionFault, SceneFault
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import extent
from towersim.rules.practice.challenge import (
    MOST_PIECES,
    Challenge,
    Distance,
    Load,
    Piece,
    Pull,
    Raise,
    Span,
    Topple,
)
from towersim.scene.check import Density, Friction, check_scene
from towersim.scene.scene import Block, Scene, TableTop
from towersim.scene.table_setup import Falls, Piece as SetPiece, TableSetup

HIGH = 8.0
"""The height at which a piece is checked alone, clear of the table, in metres."""


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
        falls=Falls(held_elsewhere=False),
        anywhere=True,
        fixed=challenge.fixed,
        laid=tuple(piece.at for piece in challenge.standing),
        room=challenge.chapter,
        gap=_gap(challenge),
    )


def _gap(challenge: Challenge) -> tuple[float, float] | None:
    """Return the range of x between the sides that a bridge joins, in metres; None for none."""
    goal = challenge.goal
    names = goal.piers if isinstance(goal, Span) else challenge.joined
    if challenge.chapter != "bridges" or names is None:
        return None
    sides = [extent(b.shape, b.pose) for b in challenge.fixed if b.id in names]
    left, right = sorted(sides)
    return left[1].x, right[0].x


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


def _block(name: str, piece: Piece, at: Pose) -> Block:
    return Block(BlockId(name), piece.shape, piece.material, piece.depth, at)


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
