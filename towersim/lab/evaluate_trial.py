"""Evaluate a heuristic in one trial: a pure function, apart from the CPU time it reports.

A heuristic that fails or gives an invalid answer gets a row with the reason, so that the rows of
others are kept.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from towersim.common import dice
from towersim.common.errors import HeuristicFault
from towersim.common.units import Pose
from towersim.lab.building import built
from towersim.lab.heuristics.base import Card, Heuristic, Question
from towersim.lab.placement.episode import play
from towersim.lab.rows import Answer, Built, Placed, Prediction
from towersim.lab.trials import BuildTrial, PredictTrial, TaskTrial, Trial
from towersim.lab.truth import Truth
from towersim.scene.scene import Block, Scene


class Case(NamedTuple):
    """A prediction trial with its truth and the scene shown to heuristics."""

    trial: PredictTrial
    truth: Truth
    seen: Scene


def can_answer(heuristic: Heuristic | Card, trial: Trial) -> bool:
    """Return whether a heuristic can answer a trial."""
    if isinstance(trial, PredictTrial):
        return heuristic.predicts
    if isinstance(trial, TaskTrial):
        return heuristic.places
    return heuristic.proposes


def predict(case: Case, heuristic: Heuristic) -> Prediction:
    """Return a heuristic's prediction."""
    row, chance = prediction_row(case.trial, heuristic, case.truth), _chance(case.trial, heuristic)
    # Rendering the picture is not part of the heuristic's cost.
    shown = heuristic.shown(case.seen)
    began = time.process_time()
    try:
        probability = heuristic.probability(shown, chance, case.trial.id)
    except HeuristicFault as fault:
        return replace(row, failure=fault.why, cpu_seconds=time.process_time() - began)
    return replace(row, probability=probability, cpu_seconds=time.process_time() - began)


def predict_many(cases: Sequence[Case], heuristic: Heuristic) -> list[Prediction]:
    """Return the predictions of a heuristic that takes many scenes in one call."""
    said: Sequence[float | None] = [None] * len(cases)
    failure, chance = None, _chance(cases[0].trial, heuristic)
    shown = [heuristic.shown(case.seen) for case in cases]
    began = time.process_time()
    try:
        trials = [case.trial.id for case in cases]
        said = heuristic.probabilities(shown, chance, trials)
    except HeuristicFault as fault:
        failure = f"in one call with others, trial {fault.trial}: {fault.why}"
    cost = (time.process_time() - began) / len(cases)
    return [
        replace(
            prediction_row(case.trial, heuristic, case.truth),
            probability=probability,
            failure=failure,
            cpu_seconds=cost,
        )
        for case, probability in zip(cases, said, strict=True)
    ]


def build(trial: BuildTrial, heuristic: Heuristic) -> Built:
    """Return the tower that a heuristic builds; a failure ends it."""
    spent: list[float] = []

    def ask(scene: Scene, piece: Block, number: int) -> Pose:
        began = time.process_time()
        try:
            return heuristic.proposal(scene, piece, _chance(trial, heuristic, number), trial.id)
        finally:
            spent.append(time.process_time() - began)

    tower = built(trial, ask)
    return replace(
        built_row(trial, heuristic),
        pieces=tower.pieces,
        height=tower.height,
        fell=tower.fell,
        failure=tower.failure,
        cpu_seconds=sum(spent) / len(spent),
    )


def build_task(trial: TaskTrial, heuristic: Heuristic) -> Placed:
    """Return a heuristic's result in a task; its score is 0 after a failure."""
    spent: list[float] = []

    def ask(scene: Scene, piece: Block, number: int) -> Pose | None:
        began = time.process_time()
        chance = _chance(trial, heuristic, number)
        try:
            return heuristic.placing(Question(scene, piece, trial.task), chance, trial.id)
        finally:
            spent.append(time.process_time() - began)

    ended = play(trial.task, trial.seed, ask)
    lost = ended.fell or ended.failure is not None
    return replace(
        placed_row(trial, heuristic),
        score=0.0 if lost else trial.optimum.score(ended.worth),
        worth=ended.worth,
        pieces=ended.pieces,
        fell=ended.fell,
        failure=ended.failure,
        cpu_seconds=sum(spent) / len(spent),
    )


def failed(trial: Trial, heuristic: Heuristic, known: Truth | None, why: str) -> Answer:
    """Return the row of a call that was terminated."""
    if isinstance(trial, BuildTrial):
        return replace(built_row(trial, heuristic), failure=why)
    if isinstance(trial, TaskTrial):
        return replace(placed_row(trial, heuristic), failure=why)
    return replace(prediction_row(trial, heuristic, known or Truth(0.0)), failure=why)


def prediction_row(trial: PredictTrial, heuristic: Heuristic, known: Truth) -> Prediction:
    """Return the row of a prediction, not yet answered."""
    low, high = trial.density or (None, None)
    return Prediction(
        trial=trial.id,
        structure=trial.structure,
        blocks=known.blocks,
        margin=known.margin,
        stands=known.stands,
        heuristic=heuristic.name,
        probability=None,
        verdict=known.verdict,
        tower=trial.tower,
        seed=trial.seed,
        friction=trial.friction,
        density_low=low,
        density_high=high,
        hidden_density=trial.hidden_density,
        noise_m=trial.noise,
        version=heuristic.version,
    )


def built_row(trial: BuildTrial, heuristic: Heuristic) -> Built:
    """Return the row of a tower without pieces."""
    return Built(
        trial=trial.id,
        heuristic=heuristic.name,
        hand=trial.hand,
        pieces=0,
        height=0.0,
        fell=True,
        supply=trial.supply,
        tower=trial.tower,
        seed=trial.seed,
        piece_set=trial.pieces,
        version=heuristic.version,
    )


def placed_row(trial: TaskTrial, heuristic: Heuristic) -> Placed:
    """Return the row of a task without placed pieces."""
    return Placed(
        trial=trial.id,
        heuristic=heuristic.name,
        task=trial.task.name,
        family=trial.task.family,
        hand=trial.task.hand,
        score=0.0,
        worth=0.0,
        pieces=0,
        fell=False,
        tower=trial.tower,
        seed=trial.seed,
        version=heuristic.version,
    )


def _chance(trial: Trial, heuristic: Heuristic, number: int = 0) -> dice.Stream:
    return dice.stream(trial.seed, f"heuristic {heuristic.name} {trial.id}", number)
