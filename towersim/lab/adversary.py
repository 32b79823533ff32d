"""Search for the smallest tower that a heuristic gets wrong with high confidence.

Random towers of all kinds come first; then the smallest one found is reduced: blocks are removed or
pushed aside as long as the heuristic stays confident and wrong. Every counterexample is certified:
its margin by statics is at least `CLEAR` in absolute value, and the simulation agrees.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.lab.evaluation import chunked
from towersim.lab.executors import Workers
from towersim.lab.heuristics.base import HeuristicInfo
from towersim.lab.rows import Prediction
from towersim.lab.towers import hard_tower, is_apart, tower
from towersim.lab.trials import Given, PredictTrial
from towersim.lab.truth import Truth, truth
from towersim.scene.contacts import TABLE, joints
from towersim.scene.scene import Scene

CLEAR = 0.02
"""Least |λ| of a counterexample, so that its label is certain."""
SURE = 0.9
"""A heuristic is confident if its probability is at least this, or at most one minus it."""
BATCH = 64
"""Number of towers in one batch."""
ROUNDS = 12
"""Rounds without a better tower after which the search ends."""
PUSH = 0.02
"""Standard deviation of the shift of a block, in metres."""


class Broken(msgspec.Struct, frozen=True):
    """A tower that a heuristic gets wrong with high confidence."""

    scene: Scene
    probability: float
    """The heuristic's probability that it stands (0 … 1)."""
    truth: Truth


class _Search(NamedTuple):
    heuristic: HeuristicInfo
    workers: Workers
    seed: int


def broken(heuristic: HeuristicInfo, workers: Workers, tries: int, seed: int = 1) -> Broken | None:
    """Return the smallest counterexample; None if there was none among `tries` random towers.

    The same arguments give the same tower. Raises HeuristicFault if none of the first `BATCH`
    towers gets an answer.
    """
    search, best, begun = _Search(heuristic, workers, seed), None, False
    towers = ((hard_tower if n % 2 else tower)(seed, n // 2) for n in range(tries))
    while batch := list(islice(towers, BATCH * workers.slots)):
        rows = _answers(search, batch)
        failures = [(row.trial, row.failure) for row in rows[:BATCH] if row.failure is not None]
        if not begun and len(failures) == len(rows[:BATCH]):
            raise HeuristicFault(heuristic.name, *failures[0])
        begun, best = True, _smallest(batch, rows, best)
    return None if best is None else _smaller(search, best)


def _smaller(search: _Search, best: Broken) -> Broken:
    """Remove blocks or push them aside until `ROUNDS` rounds find nothing better."""
    noise, idle = dice.stream(search.seed, f"adversary {search.heuristic.name}"), 0
    while idle < ROUNDS:
        every = *_fewer(best.scene), *_pushed(best.scene, noise)
        variants = [scene for scene in every if _is_tower(scene)]
        better = _smallest(variants, _answers(search, variants), best)
        idle = 0 if better is not best and better is not None else idle + 1
        best = better or best
    return best


def _fewer(scene: Scene) -> Iterator[Scene]:
    """Yield the scene without each single block, and without each pair of blocks."""
    for number in (1, 2):
        for gone in combinations(range(len(scene.blocks)), number):
            left = (block for i, block in enumerate(scene.blocks) if i not in gone)
            yield replace(scene, blocks=tuple(left))


def _pushed(scene: Scene, noise: dice.Stream) -> Iterator[Scene]:
    """Yield scenes with one block shifted sideways."""
    for _ in range(BATCH // 2):
        place = noise.randrange(len(scene.blocks))
        block = scene.blocks[place]
        pose = block.pose._replace(x=round(block.pose.x + noise.gauss(0.0, PUSH), 4))
        others = scene.blocks[:place], scene.blocks[place + 1 :]
        yield replace(scene, blocks=(*others[0], replace(block, pose=pose), *others[1]))


def _is_tower(scene: Scene) -> bool:
    """Return whether all blocks are connected to the table by contacts, without overlaps."""
    pairs, reached = [joint[:2] for joint in joints(scene)], {TABLE}
    while more := {i for pair in pairs if reached & {*pair} for i in pair} - reached:
        reached |= more
    return len(reached) == 1 + len(scene.blocks) > 1 and is_apart(scene)


def _smallest(
    scenes: Sequence[Scene], rows: Sequence[Prediction], best: Broken | None
) -> Broken | None:
    """Return the best counterexample among `best` and the certified ones of answered scenes."""
    answers = ((s, row.probability) for s, row in zip(scenes, rows, strict=True))
    sure = ((s, p) for s, p in answers if p is not None and not 1 - SURE < p < SURE)
    for scene, p in sorted(sure, key=lambda pair: len(pair[0].blocks)):
        if best is not None and len(scene.blocks) > len(best.scene.blocks):
            break
        known = truth(scene, simulate=False)
        wrong = known.stands != (p >= SURE) and abs(known.margin) >= CLEAR
        if wrong and _is_better(scene, known, best):
            known = truth(scene)
            if known.stands == (known.margin >= 0):
                best = Broken(scene, p, known)
    return best


def _is_better(scene: Scene, known: Truth, best: Broken | None) -> bool:
    """Return whether a tower is smaller than `best`, or as small with a greater |λ|."""
    if best is None or len(scene.blocks) != len(best.scene.blocks):
        return best is None or len(scene.blocks) < len(best.scene.blocks)
    return abs(known.margin) > abs(best.truth.margin) + CLEAR


def _answers(search: _Search, scenes: Sequence[Scene]) -> list[Prediction]:
    trials = [PredictTrial(search.seed, Given("candidate", scene)) for scene in scenes]
    versions = {search.heuristic.name: search.heuristic.version}
    truths = [Truth(0.0)] * len(trials)
    futures = [search.workers.submit(some) for some in chunked(trials, versions, BATCH, truths)]
    return [row for each in futures for row in each.result() if isinstance(row, Prediction)]
