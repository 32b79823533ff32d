"""Baselines on `stability-3`, within and across templates: one table.

Heuristics that learn nothing have one figure. *noisy simulation* (Battaglia, Hamrick & Tenenbaum
2013) perturbs poses, friction and gravity in proportion to σ, the scale with the least Brier score
on training towers; *boosting* learns from the features of `towersim.lab.learned`. Within templates,
both learn from the training set; across templates, fold by fold, from the templates that the fold
does not hold out. All figures are shares of right answers on the test set, across templates on the
held-out templates only, with intervals that count families as clusters.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from towersim.common import dice
from towersim.lab import wilson
from towersim.lab.heuristics import find
from towersim.lab.heuristics.simulation import NoisySimulation
from towersim.lab.learned import numbers
from towersim.lab.metrics import Floats, Ints, effective_size
from towersim.lab.rows import EXPECTED
from towersim.lab.stability3 import FOLDS, NAME, Benchmark, Bools, load_benchmark
from towersim.lab.tables import Column, Sheet, share_text
from towersim.lab.trials import PredictTrial

FIXED = ("statics", "margin", "centre-of-mass", "overlap", "height")
"""The heuristics that learn nothing."""
SCALES = (0.1, 0.3, 1.0)
"""Values of σ: 1 is the noise of `NoisySimulation`, 1 mm, 20 % friction and 0.01 rad."""
SAMPLES = 16
"""Number of simulations of a tower."""
FITTED, TESTED = 120, 6
"""One training match in so many is simulated to fit σ, and one test match in so many to test it."""
NOISY = "noisy simulation"


class Baseline(msgspec.Struct, frozen=True):
    """The shares of right answers of a baseline, with 95 % intervals."""

    name: str
    within: float
    within_interval: tuple[float, float]
    across: float
    across_interval: tuple[float, float]
    note: str = ""


class Towers(NamedTuple):
    """Towers with the answers to them: a row each."""

    benchmark: Benchmark
    features: Floats
    chances: Mapping[str, Floats]


def baselines(executor: Executor, done: Callable[[int], None], step: int = 1) -> list[Baseline]:
    """Measure all baselines, on one tower in `step`; `done` gets the number of answered towers."""
    train, test = load_benchmark("train"), load_benchmark("test")
    fit = _answered(executor, done, thinned(train, step), ())
    noise = _answered(executor, done, thinned(train, FITTED * step), SCALES)
    asked = _answered(executor, done, thinned(test, step), FIXED)
    found = [_baseline(name, asked, lambda _, name=name: asked.chances[name]) for name in FIXED]  # type: ignore[misc] # a lambda's default is untyped
    scales = [_scale(noise, ~held) for held in (_nobody(noise), *_held(noise))]
    fitted = tuple(sorted({float(scale) for scale in scales}))
    noisy = _answered(executor, done, thinned(test, TESTED * step), fitted)
    note = f"{len(noisy.features)} towers; σ {scales[0]}, across {min(scales)} … {max(scales)}"
    found.append(_baseline(NOISY, noisy, lambda fold: noisy.chances[scales[fold + 1]], note))
    models = [_fitted(fit, ~held) for held in (_nobody(fit), *_held(fit))]
    boosted = [model.predict_proba(asked.features)[:, 1] for model in models]
    found.append(_baseline("boosting", asked, lambda fold: boosted[fold + 1]))
    return sorted(found, key=lambda it: -it.within)


def sheet(found: Sequence[Baseline], towers: int) -> Sheet[Baseline]:
    """Return the table of the baselines."""
    columns: list[Column[Baseline]] = [
        Column("baseline", lambda it: it.name, is_text=True),
        Column("within templates (95 %)", lambda it: share_text(it.within, it.within_interval)),
        Column("across templates (95 %)", lambda it: share_text(it.across, it.across_interval)),
        Column("note", lambda it: it.note, is_text=True),
    ]
    return Sheet(columns, found, f"{NAME}: right answers on {towers:,} test towers")


def thinned(benchmark: Benchmark, step: int) -> Benchmark:
    """Return one match in `step` of a part of the benchmark."""
    places = np.flatnonzero(np.arange(len(benchmark.labels)) // 2 % step == 0)
    folds = benchmark.folds._replace(
        within=benchmark.folds.within[places], across=benchmark.folds.across[places]
    )
    return benchmark._replace(
        scenes=[],
        labels=benchmark.labels[places],
        margins=benchmark.margins[places],
        families=benchmark.families[places],
        folds=folds,
        trials=[benchmark.trials[place] for place in places.tolist()],
    )


def answer(names: Sequence[str | float], trial: PredictTrial) -> tuple[Floats, list[float]]:
    """Return the features of a tower, and what heuristics and scales of noise say about it."""
    scene, index = trial.seen(), int(trial.id, 16)
    chances = []
    for name in names:
        stream = dice.stream(1, f"baseline {name}", index)
        if isinstance(name, str):
            chances.append(find(name).probability(scene, stream, trial.id))
        else:
            noisy = NoisySimulation(
                SAMPLES, blur=0.001 * name, friction=0.2 * name, tilt=0.01 * name
            )
            chances.append(noisy.predict(scene, stream))
    return numbers(scene), chances


def _answered(
    executor: Executor,
    done: Callable[[int], None],
    benchmark: Benchmark,
    names: Sequence[str | float],
) -> Towers:
    features, chances = [], []
    for row, said in executor.map(partial(answer, names), benchmark.trials, chunksize=16):
        features.append(row)
        chances.append(said)
        done(1)
    columns = np.array(chances, np.float64).reshape(len(features), len(names)).T
    by_name = {str(name): column for name, column in zip(names, columns, strict=True)}
    return Towers(benchmark, np.array(features), by_name)


def _nobody(towers: Towers) -> Bools:
    return np.zeros(len(towers.features), np.bool_)


def _held(towers: Towers) -> Sequence[Bools]:
    """Return for each fold which towers it holds out."""
    return [towers.benchmark.folds.across[:, fold] for fold in range(FOLDS)]


def _scale(towers: Towers, used: Bools) -> str:
    """Return the σ with the least Brier score on some towers."""
    labels = towers.benchmark.labels[used]
    losses = {
        name: float(((chances[used] - labels) ** 2).mean())
        for name, chances in towers.chances.items()
    }
    return min(losses, key=losses.__getitem__)


def _fitted(towers: Towers, used: Bools) -> HistGradientBoostingClassifier:
    model = HistGradientBoostingClassifier(max_iter=200, random_state=1)
    return model.fit(towers.features[used], towers.benchmark.labels[used])


def _baseline(
    name: str, towers: Towers, chances: Callable[[int], Floats], note: str = ""
) -> Baseline:
    """Return a baseline; `chances` are its answers in a fold, -1: if it has learned from all."""
    labels = towers.benchmark.labels
    family: Ints = np.unique(towers.benchmark.families, return_inverse=True)[1]
    hits = ((chances(-1) >= EXPECTED) == labels).astype(np.float64)
    held = [
        (place, ((chances(fold) >= EXPECTED) == labels)[place])
        for fold, mask in enumerate(_held(towers))
        for place in [np.flatnonzero(mask)]
    ]
    outside = np.concatenate([some for _, some in held]).astype(np.float64)
    places = np.concatenate([place for place, _ in held])
    return Baseline(
        name,
        float(hits.mean()),
        _interval(hits, family),
        float(outside.mean()),
        _interval(outside, family[places]),
        note,
    )


def _interval(hits: Floats, family: Ints) -> tuple[float, float]:
    n = effective_size(hits, np.unique(family, return_inverse=True)[1].astype(np.int64))
    return wilson.interval(float(hits.mean()) * n, n)
