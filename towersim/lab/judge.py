"""Judging towers of the benchmark by a person: rounds of questions, simulated fates, scores.

Towers and ground truth are those of the ranking of heuristics (`towersim.lab.stability`), so a
person can be added to the same table; those of `stability-3` are rated from 1 to 7 and nothing is
told about them (`towersim/lab/people.md`). Answers are kept in a file of JSON Lines, one per line:
the window appends to it (`towersim practice judge`), the lab reads it (`towersim lab leaderboard
--people FILE`). Several files may be joined by `cat`.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from towersim.common import dice
from towersim.common.errors import OptionFault, ResultFault
from towersim.common.portable_math import total
from towersim.common.units import BlockId, Pose
from towersim.common.whole_file import sync_open
from towersim.lab import stability, stability3
from towersim.physics.profile import TABLE_3
from towersim.physics.settle import RestWatch, falls_of_scene
from towersim.physics.world import World
from towersim.scene.scene import Scene

Side = Literal["left", "down", "right"]
"""The direction in which a tower falls."""
Share = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0)]
NAME_LENGTH: Final = 30
"""The maximum length of a person's name, in characters."""
MOST_BYTES: Final = 64 * 2**20
"""The maximum size of a file, enough for hundreds of thousands of answers."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of one person."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
    benchmark: str
    trial: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    """16 hexadecimal digits of the tower's trial in the benchmark."""
    probability: Share
    """The probability that the tower stands."""
    seconds: Seconds
    """The time from first showing the tower to the answer, in seconds."""
    answered_at: str
    """Local date and time, ISO 8601."""
    exposure: Seconds | None = None
    """The time for which the tower was shown, in seconds; None: until the answer."""
    side: Side | None = None
    """The expected direction of the fall; None if not asked."""
    share: Share | None = None
    """The expected share of fallen blocks; None if not asked."""
    rating: Annotated[int, msgspec.Meta(ge=1, le=7)] | None = None
    """1 (certainly falls) … 7 (certainly stands), of which `probability` is the share of the way;
    None in rounds with probabilities."""


def append(path: Path, judgement: Judgement) -> None:
    """Append an answer to a file; OptionFault if it cannot be written.

    An incomplete last line, left by a killed program, is cut off first.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            file.seek(max(0, file.tell() - 1))
            if file.read() not in (b"", b"\n"):
                file.seek(0)
                file.truncate(file.read().rfind(b"\n") + 1)
            file.write(msgspec.json.encode(judgement) + b"\n")
            file.flush()
            sync_open(file.fileno())
    except OSError as fault:
        raise OptionFault(f"{path}: the answer cannot be kept: {fault.strerror}") from fault


def read(path: Path) -> tuple[Judgement, ...]:
    """Return the answers in a file, in order; ResultFault for an invalid line.

    An incomplete last line, left by a killed program, is ignored.
    """
    # Opening a pipe would wait for a writer.
    if path.exists() and not path.is_file():
        raise ResultFault(path, "$", "is not an ordinary file")
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise ResultFault(path, "$", f"cannot be read: {fault.strerror}") from fault
    if len(text) > MOST_BYTES:
        raise ResultFault(path, "$", f"is larger than {MOST_BYTES >> 20} MiB")
    answers = []
    for number, line in enumerate(text.split(b"\n")[:-1], 1):
        try:
            answers.append(msgspec.json.decode(line, type=Judgement))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise ResultFault(path, f"line {number}", str(fault)) from fault
    return tuple(answers)


BENCHMARK: Final = stability.NAME
RATED: Final = stability3.NAME
"""The benchmark whose towers are rated from 1 to 7."""
TOWERS: Final = 20
ROUND: Final = {"plain": 10, "branching": 4, "near-limit": 3, "hidden-density": 3}
"""The number of towers from each part in a round of twenty, in the benchmark's proportions."""
SURENESS: Final = (0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0)
"""The possible answers: probabilities that the tower stands."""
RATINGS: Final = tuple((rating - 1) / 6 for rating in range(1, 8))
"""The probabilities of the ratings 1 … 7."""
ASIDE: Final = 0.01
"""Minimum sideways motion of the fallen blocks' centre of mass, in metres, else "down"."""


class Question(NamedTuple):
    """One tower to judge."""

    trial: str
    part: str
    scene: Scene
    margin: float
    """λ of exact statics: the tangent of the tilt it withstands; negative if it falls."""

    @property
    def stands(self) -> bool:
        """Whether the tower stands."""
        return self.margin >= 0

    @property
    def hides_density(self) -> bool:
        """Whether its blocks differ in density, which is not visible."""
        return stability.PARTS[self.part].hidden_density


def questions(
    seed: int, judged: Collection[str] = (), benchmark: str = BENCHMARK
) -> tuple[Question, ...]:
    """Return a round of twenty towers in random order, preferring towers not yet judged.

    `judged` are the trials answered already. Towers are drawn regardless of whether they stand, so
    earlier answers give no hint on later ones. Of `stability-3`, whose test set is one pool, the
    part says whether a tower is near its limit.
    """
    stream = dice.stream(seed, "judge")
    drawn = []
    pools = stability.benchmark() if benchmark == BENCHMARK else {RATED: stability3.towers()}
    for part, pool in pools.items():
        order = stream.sample(pool, len(pool))
        order.sort(key=lambda tower: tower.trial.id in judged)
        drawn += [(part, tower) for tower in order[: ROUND.get(part, TOWERS)]]
    stream.shuffle(drawn)
    return tuple(
        Question(trial.id, _part(part, truth.margin), trial.scene(), truth.margin)
        for part, (trial, truth) in drawn
    )


def towers_of(benchmark: str = BENCHMARK) -> dict[str, stability.BenchmarkTower]:
    """Return the towers of a benchmark that people judge, by the id of their trial."""
    return {tower.trial.id: tower for tower in stability3.BENCHMARKS[benchmark]()}


def _part(pool: str, margin: float) -> str:
    near = "near-limit" if abs(margin) < stability.PARTS["near-limit"].below else stability.PLAIN
    return near if pool == RATED else pool


class Fate(NamedTuple):
    """The simulated fate of a tower."""

    fell: tuple[BlockId, ...]
    blocks: int
    side: Side

    @property
    def share(self) -> float:
        """The share of its blocks that fell."""
        return len(self.fell) / self.blocks


class JudgeSimulation:
    """A released tower, simulated tick by tick until all is at rest."""

    def __init__(self, scene: Scene) -> None:
        self.world = World(scene, TABLE_3)
        self._watch = RestWatch(self.world)
        self._owed = 0.0

    @property
    def is_over(self) -> bool:
        """Whether all is at rest, or the simulation has reached its time limit."""
        return self._watch.done

    @property
    def poses(self) -> tuple[Pose, ...]:
        """The present pose of each block, in building order."""
        return tuple(Pose(*row) for row in self.world.poses.tolist())

    def advance(self, seconds: float) -> bool:
        """Simulate `seconds` in whole ticks, carrying the rest over; return whether any ran."""
        self._owed += seconds
        tick, passed = 1 / TABLE_3.tick_hz, False
        while self._owed >= tick and not self.is_over:
            self._owed -= tick
            self.tick()
            passed = True
        return passed

    def tick(self) -> None:
        """Simulate one tick."""
        self.world.tick()
        self._watch.update()

    def fate(self) -> Fate:
        """Return the fate of the tower so far."""
        world, fell = self.world, tuple(fall.block for fall in falls_of_scene(self.world))
        shifts = zip(world.blocks, world.poses[:, 0] - world.starts[:, 0], strict=True)
        moves = [(block.mass, shift) for block, shift in shifts if block.id in fell]
        mass = total(weight for weight, _ in moves)
        aside = total(weight * move for weight, move in moves) / mass if mass else 0.0
        side: Side = "down" if abs(aside) < ASIDE else "left" if aside < 0 else "right"
        return Fate(fell, len(world.blocks), side)


class Answered(NamedTuple):
    """A question, a person's answer and the simulated fate."""

    question: Question
    judgement: Judgement
    fate: Fate

    @property
    def loss(self) -> float:
        """The squared error of the probability."""
        return (self.judgement.probability - self.question.stands) ** 2

    @property
    def is_right(self) -> bool:
        """Whether the expected result occurred; a probability of 0.5 counts as standing."""
        return (self.judgement.probability >= 0.5) == self.question.stands


class Score(NamedTuple):
    """The score of the answers in a round."""

    towers: int
    right: int
    brier: float
    """The mean squared error of the probabilities; always answering 0.5 gives 0.25."""
    sides: tuple[int, int] | None
    """Correct sides, and all sides given for towers that fall; None without any."""
    share_error: float | None
    """The mean absolute error of the fallen share of the same towers."""


def score(answers: Sequence[Answered]) -> Score:
    """Return the score of at least one answer."""
    falls = [one for one in answers if one.judgement.side is not None and not one.question.stands]
    sides = Counter(one.judgement.side == one.fate.side for one in falls)
    errors = [abs((one.judgement.share or 0.0) - one.fate.share) for one in falls]
    return Score(
        towers=len(answers),
        right=sum(answer.is_right for answer in answers),
        brier=sum(answer.loss for answer in answers) / len(answers),
        sides=(sides[True], len(falls)) if falls else None,
        share_error=sum(errors) / len(errors) if errors else None,
    )
