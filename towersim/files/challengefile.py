"""The reader and writer of challenge files (`levels/README.md`), and the reader of their plans."""

from collections.abc import Container
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, get_args

import msgspec

from towersim.common.errors import OptionFault, SceneFault, abridged
from towersim.common.messages import plain as text_only
from towersim.common.units import BlockId, Pose, Vec
from towersim.files import level
from towersim.files.shapefile import SimulatedCoordinate
from towersim.files.tomlfile import TomlFile, toml_text
from towersim.physics.hand import SKILLS
from towersim.rules.practice import challenge as rules
from towersim.scene.scene import Block, TableTop

FOLDER = "practice"
"""The folder of challenges in `levels/`."""
_READING = Lock()
"""Held while all challenges are read."""


class _Piece(level.SolidSpec, frozen=True):
    count: rules.Count = 0


class _Standing(level.Strict, frozen=True):
    piece: str
    at: tuple[SimulatedCoordinate, SimulatedCoordinate, level.Angle]


class _Challenge(level.Strict, frozen=True):
    title: level.Name
    chapter: rules.Chapter
    number: rules.Count
    hint: Annotated[str, msgspec.Meta(min_length=1, max_length=160)]
    pick_up: tuple[SimulatedCoordinate, SimulatedCoordinate]
    pieces: tuple[_Piece, ...]
    goal: rules.AnyGoal
    stars: tuple[rules.Amount, rules.Amount, rules.Amount]
    table: level.TableSpec = level.TableSpec()
    materials: dict[str, Any] = msgspec.field(default_factory=dict)
    fixed: Annotated[tuple[level.BlockSpec, ...], msgspec.Meta(max_length=level.MAX_BLOCKS)] = ()
    standing: Annotated[tuple[_Standing, ...], msgspec.Meta(max_length=rules.MOST_PIECES)] = ()
    forced_order: bool = False
    take_out: tuple[rules.Kind, ...] = ()
    take_back: rules.TakeBack = "free"
    absent: tuple[rules.Kind, ...] = ()
    least_height: rules.Amount = 0.0
    least_pieces: rules.Count = 0
    joined: tuple[str, str] | None = None
    hand: str = "none"
    growth: rules.Amount = 0.0


_RESOLVED = ("name", "table", "fixed", "pieces", "standing")
_PLAIN = tuple(name for name in rules.Challenge.__struct_fields__ if name not in _RESOLVED)
"""The fields with the same contents in a file and in a challenge."""


def challenge_names() -> tuple[str, ...]:
    """Return the names of the included challenges, in alphabetical order."""
    return tuple(level.level_names(FOLDER))


def all_challenges() -> tuple[rules.Challenge, ...]:
    """Return the included challenges, ordered by chapter and number.

    They are read once, which takes 0.2 s with their pieces; another thread waits for that.
    """
    with _READING:
        return _all_challenges()


@cache
def _all_challenges() -> tuple[rules.Challenge, ...]:
    return tuple(load_challenge(level.level_file(FOLDER, name)) for name in _in_order())


@cache
def _in_order() -> tuple[str, ...]:
    """Return the names of the included challenges by chapter and number; no more is read."""
    folder = level.levels_dir() / FOLDER
    heads = ((TomlFile(folder / f"{name}.toml").head(), name) for name in challenge_names())
    order = ((rules.CHAPTERS.index(head["chapter"]), head["number"], name) for head, name in heads)
    return tuple(name for *_place, name in sorted(order))


def first_challenge(done: Container[str]) -> rules.Challenge | None:
    """Return the first included challenge that is not `done`, by name; None if all are."""
    left = (name for name in _in_order() if name not in done)
    return next(map(find_challenge, left), None)


def find_challenge(name: str) -> rules.Challenge:
    """Return the included challenge called `name`, or the one in the file ``name.toml``.

    OptionFault for an unknown name; SceneFault for an invalid file.
    """
    if name.endswith(".toml"):
        return load_challenge(Path(name))
    if not level.FILE_NAME.fullmatch(name) or name not in challenge_names():
        raise OptionFault(
            f"challenge {abridged(name)!r}: not known; `towersim practice --list` names all"
        )
    return load_challenge(level.level_file(FOLDER, name))


def _read(source: level.LevelSource) -> _Challenge:
    """Return a file's content; a wrong word for which there is a list is answered with the list."""
    lists = {
        "$.goal.kind": [str(goal.__struct_config__.tag) for goal in get_args(rules.AnyGoal)],
        "$.chapter": get_args(rules.Chapter),
        "$.take_back": get_args(rules.TakeBack),
    }
    try:
        return source.read(_Challenge)
    except SceneFault as fault:
        if known := lists.get(fault.where):
            raise source.fault(fault.where, f"{fault.why}; known: {', '.join(known)}") from fault
        raise


def load_challenge(path: Path) -> rules.Challenge:
    """Return the checked challenge of a file; SceneFault names the first fault in one line."""
    source = level.LevelSource(path)
    written = _read(source)
    kinds = source.pieces("$.pieces", written.pieces, written.materials)
    blocks = source.pieces("$.fixed", written.fixed, written.materials)
    fixed = tuple(
        Block(BlockId(p.id), p.shape, p.material, p.depth, Pose(*block.at), fixed=True)
        for p, block in zip(blocks, written.fixed, strict=True)
    )
    plain = {name: getattr(written, name) for name in _PLAIN}
    challenge = rules.Challenge(
        **plain | {"pick_up": Vec(*written.pick_up)},
        name=path.stem,
        table=TableTop(written.table.width_m, written.table.friction),
        fixed=fixed,
        pieces=tuple(
            rules.Piece(kind.id, kind.shape, kind.material, kind.depth, piece.count)
            for kind, piece in zip(kinds, written.pieces, strict=True)
        ),
        standing=tuple(
            rules.InitialPiece(block.piece, Pose(*block.at)) for block in written.standing
        ),
    )
    for where, reason in rules.faults(challenge):
        raise source.fault(where, reason)
    if challenge.hand not in SKILLS:
        raise source.fault("$.hand", f"no hand {challenge.hand!r}; known: {', '.join(SKILLS)}")
    return challenge


def challenge_text(challenge: rules.Challenge) -> str:
    """Return a challenge as TOML, from which `load_challenge` reads an equal one of that name."""
    pieces, fixed = challenge.pieces, challenge.fixed
    used = [p.material for p in pieces] + [b.material for b in fixed]
    names = level.material_names(used)
    plain = msgspec.to_builtins(challenge, enc_hook=text_only)
    return toml_text(
        {
            **{key: v for key, v in plain.items() if key in _PLAIN and v is not None},
            **level.table_keys(challenge.table, names),
            "goal": {k: v for k, v in plain["goal"].items() if v is not None},
            "pieces": [
                level.solid_keys(p.kind, p.shape, names[p.material], p.depth) | {"count": p.count}
                for p in pieces
            ],
            "fixed": [
                level.solid_keys(b.id, b.shape, names[b.material], b.depth) | {"at": b.pose}
                for b in fixed
            ],
            "standing": [{"piece": piece.kind, "at": piece.at} for piece in challenge.standing],
        }
    )


class _Step(level.Strict, frozen=True):
    piece: rules.Kind
    put: tuple[SimulatedCoordinate, SimulatedCoordinate, level.Angle]
    at: tuple[SimulatedCoordinate, SimulatedCoordinate, level.Angle]
    rest: tuple[tuple[rules.Kind, SimulatedCoordinate, SimulatedCoordinate, level.Angle], ...]
    taken: bool = False


class _Plan(level.Strict, frozen=True):
    measure: rules.Amount
    steps: tuple[_Step, ...]


@cache
def plan_for(challenge: str) -> rules.Plan | None:
    """Return the proven plan of an included challenge; None for another one.

    SceneFault for an invalid file. Cached: pages ask for plans whenever they open.
    """
    path = level.levels_dir() / "plans" / f"{challenge}.toml"
    if not path.is_file():
        return None
    written = level.LevelSource(path).read(_Plan)
    steps = []
    for step in written.steps:
        put, at = Pose(*step.put), Pose(*step.at)
        rest = tuple((kind, Pose(*pose)) for kind, *pose in step.rest)
        steps.append(rules.PlanStep(step.piece, step.taken, put, at, rest))
    return rules.Plan(written.measure, tuple(steps))
