"""A person's own challenges: made of a scene, and kept with the attempt that proves their stars.

Each is a file in a folder. Beside it, with the suffix of a record, is the own attempt that reached
the most stars; the challenge offers as many. Plans are made of attempts, by their poses at rest.
"""

import re
import unicodedata
from collections.abc import Collection, Container, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from towersim.common.errors import OptionFault, SceneFault, TowersimError
from towersim.common.messages import message as _, plain
from towersim.common.units import BlockId, Pose, Seat, Vec
from towersim.common.whole_file import set_aside, write_whole
from towersim.files.challengefile import challenge_text, load_challenge
from towersim.geometry.shapes import Shape
from towersim.geometry.touching import SETTLED
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import SUFFIX, Recording, SeatSpec, Step, read
from towersim.practice.generated import solve
from towersim.rules import PRACTICE
from towersim.rules.base import Nature, StartTest, TakeBack
from towersim.rules.practice import challenge as rules
from towersim.rules.practice.challenge import Challenge, Plan, PlanStep, faults
from towersim.rules.practice.log import STARS
from towersim.rules.practice.state import Options
from towersim.scene.scene import Block, Material, Scene, height_of
from towersim.table.placing import Motion
from towersim.table.table import Table

PREFIX: Final = "own-"
"""The beginning of the names of a person's own challenges."""
DRAFT: Final = "own-draft"
"""The name of a challenge that is being made, while it is tried."""
TITLE: Final = _("My challenge")
HINT: Final = _("Made on the free table.")
PIER: Final = _("pier")
GoalName = Literal["height", "reach", "span", "raise", "tilt", "quake", "load", "pull", "endless"]
GOALS: Final[tuple[GoalName, ...]] = get_args(GoalName)
WITH_PIECE: Final = ("raise", "load", "pull")
"""The goals that name a kind of piece."""
_USUAL: Final[Mapping[str, tuple[tuple[float, float, float], float]]] = MappingProxyType(
    {
        "height": ((0.05, 0.09, 0.13), 0.005),
        "reach": ((0.03, 0.06, 0.09), 0.005),
        "span": ((3, 2, 1), 1),
        "raise": ((0.03, 0.06, 0.09), 0.005),
        "tilt": ((5, 7.5, 10), 0.5),
        "quake": ((1, 1.5, 2), 0.1),
        "load": ((0.5, 1, 2), 0.1),
        "pull": ((1, 2, 3), 1),
        "endless": ((5, 10, 15), 1),
    }
)
"""The first thresholds of a goal, and the step in which they are changed."""
_MOST: Final = float(rules.MOST_PIECES)
"""The largest threshold, of pieces or in any unit."""


class Draft(msgspec.Struct, frozen=True):
    """The choices for a challenge made of a scene."""

    scene: Scene
    title: str = ""
    goal: GoalName = "height"
    piece: str = ""
    """The kind of piece that the goal names; empty: the first kind."""
    stars: tuple[float, float, float] = _USUAL["height"][0]
    hand: str = "none"
    supply: Mapping[str, int] = {}
    """The number of pieces in the supply, by kind; none of the others."""
    cleared: frozenset[str] = frozenset()
    """The kinds that do not stand at the start."""

    @property
    def choices(self) -> dict[str, Any]:
        """The choices as in a file, without the scene."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__ if name != "scene"}
        return dict(msgspec.json.decode(msgspec.json.encode(fields, enc_hook=plain)))

    @classmethod
    def remembered(cls, choices: Mapping[str, Any], scene: Scene) -> "Draft":
        """Return the draft of a scene with earlier choices; with the usual ones if none fit."""
        try:
            draft = msgspec.convert({**choices, "scene": scene}, cls)
        except msgspec.ValidationError:
            return cls(scene).with_goal("height")
        return draft if choices and draft.goal in draft.goals else draft.with_goal("height")

    def with_goal(self, goal: GoalName) -> "Draft":
        """Return the draft with a goal and its first thresholds; a height begins at what stands."""
        (one, two, three), step = _USUAL[goal]
        high = height_of(block for block in self.start.blocks if not block.fixed)
        top = round(int(high / step + 1e-6) * step, 4)
        rise = top if goal == "height" and top >= one else 0.0
        stars = round(one + rise, 4), round(two + rise, 4), round(three + rise, 4)
        return replace(self, goal=goal, stars=stars)

    def with_star(self, number: int, direction: int) -> "Draft":
        """Return the draft with a threshold changed by a step, and the others moved in order."""
        step, sign = _USUAL[self.goal][1], -1 if self.goal == "span" else 1
        changed = min(max(round(self.stars[number] + direction * step, 4), step), _MOST)
        others = [sign * min(sign * star, sign * changed) for star in self.stars[:number]]
        others += [changed]
        others += [sign * max(sign * star, sign * changed) for star in self.stars[number + 1 :]]
        return replace(self, stars=(others[0], others[1], others[2]))

    def as_reached(self, measure: float) -> "Draft":
        """Return the draft with thresholds that end at a measure, in whole steps."""
        step = _USUAL[self.goal][1]
        shares = (int(share * measure / step + 1e-6) * step for share in (0.6, 0.8, 1.0))
        one, two, three = (max(round(each, 4), step) for each in shares)
        stars = (measure + 2, measure + 1, measure) if self.goal == "span" else (one, two, three)
        return replace(self, stars=stars)

    @property
    def kinds(self) -> Mapping[str, Sequence[Block]]:
        """The loose blocks of the scene by kind, which are of one shape, material and depth."""
        names: dict[object, str] = {}
        kinds: dict[str, list[Block]] = {}
        for block in self.scene.blocks:
            key = _solid(block)
            if not block.fixed:
                if key not in names:
                    names[key] = _fresh(_plain(block.id.rstrip("0123456789")), kinds)
                kinds.setdefault(names[key], []).append(block)
        return kinds

    @property
    def goals(self) -> tuple[GoalName, ...]:
        """The goals that the scene allows: a span needs two fixed blocks, the hand a loose one.

        No piece may touch the table in endless building, so that needs a fixed block, too.
        """
        can = {"span": len(self.piers) > 1, "pull": bool(self.kinds.keys() - self.cleared)}
        can["endless"] = bool(self.piers)
        return tuple(goal for goal in GOALS if can.get(goal, True))

    def challenge(self) -> rules.Challenge:
        """Return the challenge; OptionFault in one sentence if it cannot be played."""
        kinds, supply = self.kinds, self.to_place
        if not self.usable:
            raise OptionFault(_("Put a piece of each kind that it needs on the table first."))
        if self.goal != "pull" and not any(supply.get(kind) for kind in kinds):
            raise OptionFault(_("Choose how many pieces there are to place."))
        low = (block.id for block in self.start.blocks if block.extent[0].y < SETTLED)
        if self.goal == "endless" and not {*low} <= {pier.id for pier in self.piers}:
            raise OptionFault(_("In endless building no piece may stand on the table itself."))
        left = min((block.extent[0].x for block in self.scene.blocks), default=0.0)
        top = height_of(self.scene.blocks)
        made = rules.Challenge(
            name=DRAFT,
            title=self.title.strip() or TITLE,
            chapter=rules.OWN,
            number=0,
            hint=HINT,
            table=self.scene.table,
            fixed=self.piers,
            pieces=tuple(
                rules.Piece(kind, *_solid(kinds[kind][0]), supply.get(kind, 0))
                for kind in self.usable
            ),
            standing=tuple(
                rules.InitialPiece(kind, block.pose)
                for kind, blocks in kinds.items()
                for block in blocks
                if kind not in self.cleared
            ),
            pick_up=Vec(max(min(left - 0.12, -0.2), -9.0), min(max(0.14, top / 2), 4.0)),
            goal=self.rule,
            stars=self.stars,
            take_out=(self.named,) if self.goal == "pull" else (),
            hand=self.hand,
        )
        for _where, reason in faults(made):
            raise OptionFault(_("This cannot be played: {why}.", why=reason))
        if stars := _stars_at_start(made):
            already = _("It has {stars} before the first move: take pieces away, or ask for more.")
            raise OptionFault(already.filled(stars=STARS[stars]))
        return made

    @property
    def usable(self) -> tuple[str, ...]:
        """The kinds that stand or are in the supply."""
        return tuple(k for k in self.kinds if k not in self.cleared or self.to_place.get(k))

    @property
    def to_place(self) -> Mapping[str, int]:
        """The supply, by kind; none where pieces are only taken out."""
        return {} if self.goal == "pull" else self.supply

    @property
    def named(self) -> str:
        """The kind of piece that the goal names; empty if there is none."""
        return self.piece if self.piece in self.usable else next(iter(self.usable), "")

    @property
    def piers(self) -> tuple[Block, ...]:
        """The fixed blocks from left to right, numbered; no kind's name is the beginning of one."""
        fixed = sorted((b for b in self.scene.blocks if b.fixed), key=lambda block: block.pose)
        return tuple(replace(b, id=BlockId(f"{PIER} {n}")) for n, b in enumerate(fixed, 1))

    @property
    def start(self) -> Scene:
        """The scene at the start."""
        kinds = self.kinds
        loose = tuple(b for kind in kinds if kind not in self.cleared for b in kinds[kind])
        return Scene(self.scene.table, (*self.piers, *loose))

    @property
    def rule(self) -> rules.AnyGoal:
        """The goal: over the edge of the last pier or of the table, between the outer piers."""
        if self.goal == "reach":
            ends = [block.extent[1].x for block in self.piers]
            return rules.Reach(round(max(ends, default=self.scene.table.width / 2), 6))
        if self.goal == "span":
            return rules.Span((f"{PIER} 1", f"{PIER} {len(self.piers)}"))
        piece = {"piece": self.named} if self.goal in WITH_PIECE else {}
        goal: rules.AnyGoal = msgspec.convert({"kind": self.goal, **piece}, rules.AnyGoal)
        return goal


def _stars_at_start(challenge: Challenge) -> int:
    seats, options = [SeatSpec("nobody")], Options(challenge)
    with Match.new(PRACTICE.name, seats, seed=1, options=options) as match:
        stars: int = match.view(Seat(0)).stars
        return stars


def _solid(block: Block) -> tuple[Shape, Material, float]:
    return block.shape, block.material, block.depth


def _plain(words: str) -> str:
    """Return words as part of a name: small letters, digits and single dashes."""
    plain = unicodedata.normalize("NFKD", words.lower()).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain)[:24].strip("-") or "piece"


def _fresh(name: str, taken: Container[str], gap: str = "-") -> str:
    numbered = (f"{name}{gap}{number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


class Proof(NamedTuple):
    """A person's finished attempt."""

    challenge: rules.Challenge
    measure: float | None
    record: Path

    def fits(self, challenge: rules.Challenge) -> bool:
        """Return whether it was made at a challenge, but for name, texts and thresholds."""
        texts = {"name": "", "title": "", "hint": "", "stars": challenge.stars}
        return replace(challenge, **texts) == replace(self.challenge, **texts)

    def stars_in(self, challenge: rules.Challenge) -> int:
        """Return the stars of the attempt in a challenge; none if it was made at another one."""
        return challenge.stars_for(self.measure) if self.fits(challenge) else 0


def proof(record: Path) -> Proof | None:
    """Return the attempt in a record; None if it is unfinished, unreadable, or not a person's."""
    try:
        game = Game.loaded(read(record))
    except TowersimError:
        return None
    proves = game.rules is PRACTICE and game.seats[0].is_person and game.hand_proven
    if game.outcome is None or not proves:
        return None
    return Proof(game.view(Seat(0)).challenge, game.outcome.reached, record)


def save(
    folder: Path, challenge: Challenge, proven: Proof | None, taken: Collection[str] = ()
) -> Path:
    """Write a challenge, and its proof beside it; return the challenge's path.

    One that is there already is not written again, and another one with its title is numbered. No
    name is used that is `taken`, as those of deleted challenges with attempts are. OptionFault if a
    file cannot be written.
    """
    own, _why = own_challenges(folder)
    path = next((one.path for one in own if _is_saved(one.challenge, challenge)), None)
    if path is None:
        title = _fresh(challenge.title, {one.challenge.title for one in own}, " ")
        names = {path.stem for path in folder.glob("*.toml")} | {DRAFT, *taken}
        path = folder / f"{_fresh(PREFIX + _plain(title), names)}.toml"
        write_whole(path, challenge_text(replace(challenge, title=title)), make_folder=True)
    if proven is not None:
        keep_proof(folder, path.stem, proven.record)
    return path


def _is_saved(kept: Challenge, made: Challenge) -> bool:
    """Return whether a kept challenge is the one just made, but for name and number."""
    number = kept.title.removeprefix(made.title).strip()
    is_titled = kept.title.startswith(made.title) and (not number or number.isdecimal())
    return is_titled and replace(kept, name=made.name, title=made.title) == made


class Own(NamedTuple):
    """A person's own challenge, the number of stars that it offers, and its file."""

    challenge: rules.Challenge
    offered: int
    path: Path


def own_challenges(folder: Path) -> tuple[list[Own], str]:
    """Return the challenges in a folder by title, and why one cannot be read (empty for none)."""
    own, reason = list[Own](), ""
    for path in sorted(folder.glob(f"{PREFIX}*.toml")):
        try:
            challenge = load_challenge(path)
        except SceneFault as fault:
            reason = str(fault)
            continue
        known = proof(path.with_suffix(SUFFIX))
        own.append(Own(challenge, 0 if known is None else known.stars_in(challenge), path))
    return sorted(own, key=lambda each: each.challenge.title), reason


def keep_proof(folder: Path, name: str, record: Path) -> None:
    """Keep an attempt as the proof of the own challenge called `name`, if it is the best.

    OptionFault if it cannot be written; SceneFault if the challenge cannot be read.
    """
    path = folder / f"{name}.toml"
    if not name.startswith(PREFIX) or not path.is_file():
        return
    kept = path.with_suffix(SUFFIX)
    challenge, fresh, known = load_challenge(path), proof(record), proof(kept)
    before = 0 if known is None else known.stars_in(challenge)
    if fresh is not None and fresh.stars_in(challenge) > before:
        if known is None:  # perhaps a newer towersim can read it
            with suppress(OSError):
                set_aside(kept)
        write_whole(kept, _attempt_at(challenge, record))


def _attempt_at(challenge: Challenge, record: Path) -> bytes:
    """Return the content of a record as an attempt at a challenge that it fits.

    It was made at a draft, or at one with other thresholds; sent alone, it would count for that.
    """
    recording, line = read(record), partial(msgspec.json.encode, enc_hook=plain)
    head = replace(
        recording.header, options=msgspec.to_builtins(Options(challenge), enc_hook=plain)
    )
    moves = tuple(step for step in recording.steps if step.over is None)
    end = Game.loaded(replace(recording, header=head, steps=moves)).outcome
    lines = record.read_bytes().splitlines()[1 : len(moves) + 1]
    last = line(Step(len(moves), Nature.OVER, over=end))
    return b"\n".join([line(head), *lines, last, b""])


def plan_of(recording: Recording) -> Plan | None:
    """Return an attempt as a plan without the moves taken back; None if it has no move."""
    game, steps = Game.at_start(recording), list[PlanStep]()
    before = game.table
    for step in recording.steps:
        asked, before = game.last_action, game.table if isinstance(step.actor, int) else before
        game.follow(step)
        if isinstance(game.last_action, TakeBack):
            steps.pop()
        elif step.motion is not None:
            steps.append(_step(before, game.table, game.last_motion))
        elif step.shift is not None and not isinstance(asked, StartTest):
            steps.append(_step(before, game.table, None))
    reached = None if game.outcome is None else game.outcome.reached
    return Plan(reached or 0.0, tuple(steps)) if steps else None


def _step(before: Table, after: Table, motion: Motion | None) -> PlanStep:
    """Return a move as a step; without a motion, a piece was taken out."""
    left = {placed.id: placed for tower in after.towers for placed in tower}
    rest = tuple((placed.kind, placed.pose) for placed in left.values())
    if motion is None:
        stood = (placed for tower in before.towers for placed in tower)
        gone = next(placed for placed in stood if placed.id not in left)
        return PlanStep(gone.kind, taken=True, put=gone.pose, at=gone.pose, rest=rest)
    block, aims = motion.block, [*motion.targets()]
    put = Pose(*aims[-1]) if aims else block.pose
    at = left[block.id].pose if block.id in left else put
    return PlanStep(block.kind, taken=False, put=put, at=at, rest=rest)


def solver_plan(challenge: Challenge) -> Plan | None:
    """Return the plan of the solver's attempt with the normal hand; None without a star."""
    with TemporaryDirectory() as folder:
        record = Path(folder) / f"solver{SUFFIX}"
        return plan_of(read(record)) if solve(challenge, record=record).stars else None


def proven_plan(folder: Path, challenge: Challenge) -> Plan | None:
    """Return the plan of the attempt that proves an own challenge in a folder; None without one."""
    known = proof(folder / f"{challenge.name}{SUFFIX}")
    if known is None or not known.stars_in(challenge):
        return None
    try:
        return plan_of(read(known.record))
    except TowersimError:
        return None
