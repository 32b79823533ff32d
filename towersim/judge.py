"""A person judges towers of the benchmark: which twenty are asked, what becomes of each, the score.

The towers and the truth about them are those that heuristics are ranked on
(`towersim.lab.stability`), so a person can be put into the same table.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from towersim import dice
from towersim.judgements import Judgement, Side
from towersim.lab import stability
from towersim.physics.profile import TABLE_1
from towersim.physics.settle import RestWatch, falls_of_scene
from towersim.physics.world import World
from towersim.scene import Scene
from towersim.units import BlockId, Pose

BENCHMARK: Final = stability.NAME
ROUND: Final = {"plain": 10, "branching": 4, "near-limit": 3, "hidden-density": 3}
"""The number of towers of each part in a round of twenty, as in the whole benchmark."""
SURENESS: Final = (0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0)
"""The chances of standing that can be answered."""
ASIDE: Final = 0.01
"""The centre of mass of what fell has to move this far, in metres, or it fell straight down."""


class Question(NamedTuple):
    """One tower that is asked about."""

    trial: str
    part: str
    scene: Scene
    margin: float
    """λ of exact statics: the tangent of the tilt that it withstands, below 0 if it falls."""

    @property
    def stands(self) -> bool:
        """Whether it stands."""
        return self.margin >= 0

    @property
    def hides_density(self) -> bool:
        """Whether its blocks differ in density, of which nothing is seen."""
        return stability.PARTS[self.part].hidden_density


def questions(seed: int, judged: Collection[str] = ()) -> tuple[Question, ...]:
    """Return a round of twenty towers in random order, new ones as long as there are any.

    `judged` are the trials that have been answered already. Whether a tower stands does not decide
    whether it is drawn, so nothing can be counted down.
    """
    chance = dice.stream(seed, "judge")
    found = []
    for part, towers in stability.benchmark().items():
        order = chance.sample(towers, len(towers))
        order.sort(key=lambda tower: tower.trial.id in judged)
        found += [(part, tower) for tower in order[: ROUND[part]]]
    chance.shuffle(found)
    return tuple(
        Question(tower.trial.id, part, tower.trial.scene(), tower.truth.margin)
        for part, tower in found
    )


def verdicts() -> dict[str, bool]:
    """Return for each trial of the benchmark whether its tower stands."""
    towers = (tower for part in stability.benchmark().values() for tower in part)
    return {tower.trial.id: tower.truth.stands for tower in towers}


class Fate(NamedTuple):
    """What became of a tower."""

    fell: tuple[BlockId, ...]
    blocks: int
    side: Side

    @property
    def share(self) -> float:
        """The share of its blocks that fell."""
        return len(self.fell) / self.blocks


class Release:
    """A tower that is let go: simulated tick by tick until all is at rest."""

    def __init__(self, scene: Scene) -> None:
        self.world = World(scene, TABLE_1)
        self._watch = RestWatch(self.world)
        self._owed = 0.0

    @property
    def is_over(self) -> bool:
        """Whether all is at rest, or will not be."""
        return self._watch.done

    @property
    def poses(self) -> tuple[Pose, ...]:
        """Where each block is now, in building order."""
        return tuple(Pose(*row) for row in self.world.poses.tolist())

    def advance(self, seconds: float) -> bool:
        """Let this much time pass, in whole ticks; return whether a tick passed."""
        self._owed += seconds
        tick, passed = 1 / TABLE_1.tick_hz, False
        while self._owed >= tick and not self.is_over:
            self._owed -= tick
            self.tick()
            passed = True
        return passed

    def tick(self) -> None:
        """Let one tick pass."""
        self.world.tick()
        self._watch.update()

    def fate(self) -> Fate:
        """Return what has become of it by now."""
        world, fell = self.world, tuple(fall.block for fall in falls_of_scene(self.world))
        moves = [
            (block.mass, end - start)
            for block, start, end in zip(
                world.blocks, world.starts[:, 0], world.poses[:, 0], strict=True
            )
            if block.id in fell
        ]
        mass = sum(weight for weight, _ in moves)
        aside = sum(weight * way for weight, way in moves) / mass if mass else 0.0
        side: Side = "down" if abs(aside) < ASIDE else "left" if aside < 0 else "right"
        return Fate(fell, len(world.blocks), side)


class Answered(NamedTuple):
    """A tower, what a person said of it, and what became of it."""

    question: Question
    said: Judgement
    fate: Fate

    @property
    def loss(self) -> float:
        """The square of what the chance was off by."""
        return (self.said.probability - self.question.stands) ** 2

    @property
    def is_right(self) -> bool:
        """Whether what was expected came true; who cannot say expects it to stand."""
        return (self.said.probability >= 0.5) == self.question.stands


class Score(NamedTuple):
    """How good the answers of a round were."""

    towers: int
    right: int
    brier: float
    """The mean square of what the chances were off by; 0.25 is what "I cannot say" earns."""
    sides: tuple[int, int] | None
    """How many sides were right, of how many towers that fell as expected; None: not asked."""
    share_error: float | None
    """The mean error of the share that falls, of the same towers."""


def score(answers: Sequence[Answered]) -> Score:
    """Return the score of at least one answer."""
    foreseen = [
        answer for answer in answers if answer.said.side is not None and not answer.question.stands
    ]
    sides = Counter(answer.said.side == answer.fate.side for answer in foreseen)
    errors = [abs((answer.said.share or 0.0) - answer.fate.share) for answer in foreseen]
    return Score(
        towers=len(answers),
        right=sum(answer.is_right for answer in answers),
        brier=sum(answer.loss for answer in answers) / len(answers),
        sides=(sides[True], len(foreseen)) if foreseen else None,
        share_error=sum(errors) / len(errors) if errors else None,
    )
