"""One trial answered: a pure function of the trial and the heuristics' names, wall clock aside.

It takes and returns plain values, so it can run in any process on any machine.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from towersim import dice
from towersim.lab import truth
from towersim.lab.building import built
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic
from towersim.lab.rows import Answer, Built, Cost, Verdict
from towersim.lab.trials import Place, Predict, Trial
from towersim.scene import Block, Scene
from towersim.units import Pose


class Done(NamedTuple):
    """The answer of one heuristic in one trial, and what it cost."""

    row: Answer
    cost: Cost


def done(trial: Trial, names: Sequence[str]) -> list[Done]:
    """Return the answers of these heuristics; HeuristicFault if one of them gives none."""
    return list(answered(trial, map(find, names)))


def answered(trial: Trial, heuristics: Iterable[Heuristic]) -> Iterator[Done]:
    """Yield the answer of each heuristic in turn."""
    if isinstance(trial, Predict):
        yield from _predicted(trial, heuristics)
    else:
        yield from (_placed(trial, heuristic) for heuristic in heuristics)


def can(heuristic: Heuristic, trial: Trial) -> bool:
    """Return whether a heuristic has an answer to what is asked in a trial."""
    asked = heuristic.predict if isinstance(trial, Predict) else heuristic.propose
    return asked is not None


def _predicted(trial: Predict, heuristics: Iterable[Heuristic]) -> Iterator[Done]:
    scene, seen, id_ = trial.scene(), trial.seen(), trial.id
    stands, margin = truth.stands(scene), truth.margin(scene)
    for heuristic in heuristics:
        chance = _chance(trial, heuristic, 0)
        began = time.perf_counter()
        probability = heuristic.probability(seen, chance, id_)
        cost = Cost(id_, heuristic.name, time.perf_counter() - began)
        row = Verdict(
            trial=id_,
            structure=trial.structure,
            blocks=len(scene.blocks),
            margin=margin,
            stands=stands,
            heuristic=heuristic.name,
            probability=probability,
        )
        yield Done(row, cost)


def _placed(trial: Place, heuristic: Heuristic) -> Done:
    spent: list[float] = []

    def ask(scene: Scene, piece: Block, number: int) -> Pose:
        began = time.perf_counter()
        pose = heuristic.proposal(scene, piece, _chance(trial, heuristic, number), trial.id)
        spent.append(time.perf_counter() - began)
        return pose

    tower = built(trial, ask)
    row = Built(
        trial=trial.id,
        heuristic=heuristic.name,
        hand=trial.hand,
        pieces=tower.pieces,
        height=tower.height,
        fell=tower.fell,
        supply=trial.supply,
    )
    return Done(row, Cost(trial.id, heuristic.name, sum(spent) / len(spent)))


def _chance(trial: Trial, heuristic: Heuristic, number: int) -> dice.Stream:
    return dice.stream(trial.seed, f"heuristic {heuristic.name} {trial.id}", number)
