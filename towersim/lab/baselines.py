"""Baselines on `stability-3` in all tracks, within and across templates: one table.

Heuristics that learn nothing have one figure. *noisy simulation* (Battaglia, Hamrick & Tenenbaum
2013) perturbs poses, friction and gravity in proportion to σ, the scale with the least Brier score
on training towers; *boosting* and *neighbour* learn from the features of `towersim.lab.learned`;
*pixels* (a network with one hidden layer) and *cnn* (`towersim.lab.convolution`) learn from
pictures.

All figures are shares of right answers with intervals that count families as clusters: on the test
set; in ten folds within templates, each trained on the others; and on the templates that the folds
across templates hold out, of the test set, where each template is one cluster. The set of hidden
densities has no test set: its ten folds and its templates, each held out once, are made of itself.
In the tracks *budget* an answer counts if it took no more than 1 or 10 ms of CPU time.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from importlib.util import find_spec
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from towersim.common import dice
from towersim.lab.heuristics import find
from towersim.lab.heuristics.simulation import NoisySimulation
from towersim.lab.learned import fitted, numbers, shrunk
from towersim.lab.metrics import Floats, share_interval
from towersim.lab.renders import IMAGE, render
from towersim.lab.rows import EXPECTED
from towersim.lab.stability3 import (
    FOLDS,
    NAME,
    Benchmark,
    Bools,
    Folds,
    Words,
    load_benchmark,
    thinned,
)
from towersim.lab.tables import Column, Share, Sheet
from towersim.lab.trials import PredictTrial

FIXED = ("statics", "margin", "centre-of-mass", "overlap", "height")
SEEING = ("image-centre", "image-height")
"""The heuristics that learn nothing, by scenes and by pictures."""
SCALES = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""Values of σ: 1 is the noise of `NoisySimulation`, 1 mm, 20 % friction and 0.01 rad."""
SAMPLES = 16
"""Number of simulations of a tower."""
FITTED, TESTED = 79, 6
"""One training match in `FITTED` is simulated to fit σ, one test match in `TESTED` to test it;
folds alternate with matches, so the first has no common factor with ten. Of the hidden densities it
is twice as many as of the test set."""
PARTIAL = range(5)
"""Networks are trained for these folds across templates, which hold out every template once, and
not for those within."""
NOISY, FEATURES, PICTURE = "noisy simulation", "features", "picture"
TRACKS = ("scene", "budget", "image", "hidden")
LIMITS_MS = (1, 10)

Inputs = Any
"""An array with an element for each tower."""
Fit = Callable[[Inputs, Bools], Callable[[Inputs], Floats]]
"""A function that learns from inputs and labels, and returns one from inputs to probabilities."""


class Baseline(msgspec.Struct, frozen=True):
    """The shares of right answers of a baseline; None: it has none of that kind."""

    track: str
    name: str
    test: Share | None
    within: Share | None = None
    across: Share | None = None
    note: str = ""


class Samples(NamedTuple):
    """Towers with what a baseline gets to know about them, and the CPU time for it in seconds."""

    benchmark: Benchmark
    inputs: Inputs
    costs: Floats


class Method(NamedTuple):
    """A baseline: what it knows about the towers that it is asked about, and how it learns."""

    name: str
    test: Samples
    train: Samples | None = None
    """What it learns from; None: it learns nothing, and its inputs are its probabilities."""
    fit: Fit = lambda *_: lambda chances: chances
    folds: Sequence[int] = range(FOLDS)
    """The folds across templates for which it is trained; if it is all, so are those within."""
    note: str = ""


class Answers(NamedTuple):
    """Whether answers to n towers are right, their CPU times in seconds, the towers' clusters."""

    hits: Bools
    costs: Floats
    clusters: Words

    def share(self, limit_ms: float | None) -> Share:
        """Return the share of right answers within a time limit."""
        hits = self.hits if limit_ms is None else self.hits & (1000 * self.costs <= limit_ms)
        clusters = np.unique(self.clusters, return_inverse=True)[1].astype(np.int64)
        return Share(float(hits.mean()), *share_interval(hits, clusters))


Ask = Callable[[Benchmark, Sequence[str | float]], Mapping[str | float, Samples]]


def baselines(
    executor: Executor, done: Callable[[int], None], step: int = 1, tracks: Sequence[str] = TRACKS
) -> Iterator[Baseline]:
    """Measure all baselines, on one match in `step`; `done` gets the number of asked towers."""
    ask = partial(all_answers, executor, done)
    train, test = (thinned(load_benchmark(split), step) for split in ("train", "test"))
    hidden = _own_folds(thinned(load_benchmark("hidden"), step))
    few = _own_folds(thinned(hidden, TESTED // 2))
    limits: dict[str, float | None] = {"scene": None} if "scene" in tracks else {}
    if "budget" in tracks:
        limits |= {f"budget {ms} ms": float(ms) for ms in LIMITS_MS}
    # Generators, so that each baseline is yielded before the next one is measured.
    scenes = chain(
        _fixed(ask, test, FIXED),
        _featured(ask, train, test),
        _noisy(ask, thinned(train, FITTED), thinned(test, TESTED)),
    )
    pictures = chain(_fixed(ask, test, SEEING), _networks(ask, train, test))
    blind = chain(_fixed(ask, hidden, FIXED), _featured(ask, hidden, hidden), _noisy(ask, few, few))
    for method in scenes if limits else ():
        yield from _rows(method, limits)
    for track, methods in {"image": pictures, "hidden": blind}.items():
        for method in methods if track in tracks else ():
            yield from _rows(method, {track: None})


def ranked(rows: Iterable[Baseline]) -> list[Baseline]:
    """Return the rows by track, the best first."""
    kinds = {name: place for place, name in enumerate(TRACKS)}
    return sorted(rows, key=lambda row: (kinds[row.track.split()[0]], row.track, -_best(row)))


def sheets(rows: Sequence[Baseline]) -> list[Sheet[Baseline]]:
    """Return the table of the baselines, and one of their folds and notes."""
    named: list[Column[Baseline]] = [
        Column("track", lambda row: row.track, is_text=True),
        Column("baseline", lambda row: row.name, is_text=True),
    ]
    tested: list[Column[Baseline]] = [
        Column("test set (95 %)", lambda row: str(row.test or "–")),
        Column("across\ntemplates (95 %)", lambda row: str(row.across or "–")),
    ]
    folded: list[Column[Baseline]] = [
        Column("ten folds (95 %)", lambda row: str(row.within or "–")),
        Column("note", lambda row: row.note, is_text=True),
    ]
    learned = [row for row in rows if row.within or row.note]
    return [
        Sheet([*named, *tested], rows, f"{NAME}: right answers"),
        Sheet([*named, *folded], learned, "within templates"),
    ]


def all_answers(
    executor: Executor,
    done: Callable[[int], None],
    benchmark: Benchmark,
    names: Sequence[str | float],
) -> Mapping[str | float, Samples]:
    """Return what heuristics, scales of noise, features or a picture say about each tower."""
    inputs: list[list[Any]] = [[] for _ in names]
    costs: list[list[float]] = [[] for _ in names]
    for answers in executor.map(partial(answer, names), benchmark.trials, chunksize=16):
        for values, spent, (value, seconds) in zip(inputs, costs, answers, strict=True):
            values.append(value)
            spent.append(seconds)
        done(1)
    return {
        name: Samples(benchmark, np.array(values), np.array(spent))
        for name, values, spent in zip(names, inputs, costs, strict=True)
    }


def answer(names: Sequence[str | float], trial: PredictTrial) -> list[tuple[Any, float]]:
    """Return what each of these says about a tower, and the CPU time for it in seconds."""
    scene, answers = trial.seen(), []
    picture = render(scene, IMAGE) if {PICTURE, *SEEING} & set(names) else None
    for name in names:
        stream = dice.stream(1, f"baseline {name}", int(trial.id, 16))
        began = time.process_time()
        value: Any = picture
        if isinstance(name, float):
            noise = {"blur": 0.001 * name, "friction": 0.2 * name, "tilt": 0.01 * name}
            value = NoisySimulation(SAMPLES, **noise).predict(scene, stream)
        elif name == FEATURES:
            value = numbers(scene)
        elif name != PICTURE:
            shown = scene if picture is None else picture
            value = find(name).probability(shown, stream, trial.id)
        answers.append((value, time.process_time() - began))
    return answers


def _fixed(ask: Ask, test: Benchmark, names: Sequence[str]) -> Iterator[Method]:
    for name, part in ask(test, names).items():
        yield Method(str(name), part)


def _featured(ask: Ask, train: Benchmark, test: Benchmark) -> Iterator[Method]:
    fit = ask(train, (FEATURES,))[FEATURES]
    same = fit if train is test else ask(test, (FEATURES,))[FEATURES]
    for kind in ("boosting", "neighbour"):
        yield Method(kind, same, fit, partial(_scikit, kind))


def _noisy(ask: Ask, train: Benchmark, test: Benchmark) -> Iterator[Method]:
    """Yield noisy simulation: its inputs are the answers at all scales of noise.

    Test towers are asked only at the scales that are best on the training towers or, for a fold
    across templates, on a part of them.
    """

    def joined(benchmark: Benchmark, scales: Sequence[float]) -> Samples:
        inputs = np.full((len(benchmark), len(SCALES)), np.nan)
        parts = ask(benchmark, scales)
        for scale in scales:
            inputs[:, SCALES.index(scale)] = parts[scale].inputs
        return Samples(benchmark, inputs, np.mean([part.costs for part in parts.values()], axis=0))

    fit = same = joined(train, SCALES)
    used = np.column_stack([np.ones(len(train), np.bool_), ~train.folds.across]).T
    best = [SCALES[_least(fit.inputs[some], train.labels[some])] for some in used]
    if train is not test:
        same = joined(test, sorted({*best}))
    across = " … ".join(f"{scale:g}" for scale in sorted({min(best[1:]), max(best[1:])}))
    note = f"{len(test)} towers; σ {best[0]:g}, across {across}"
    yield Method(NOISY, same, fit, _scale, note=note)


def _networks(ask: Ask, train: Benchmark, test: Benchmark) -> Iterator[Method]:
    """Yield the networks; without PyTorch, there is no *cnn*."""
    fit, same = (ask(part, (PICTURE,))[PICTURE] for part in (train, test))
    note = f"across: folds {PARTIAL[0]}–{PARTIAL[-1]}"
    small_test, small_train = (
        part._replace(inputs=np.array([*map(shrunk, part.inputs)])) for part in (same, fit)
    )
    yield Method("pixels", small_test, small_train, partial(_scikit, "pixels"), PARTIAL, note)
    if find_spec("torch") is not None:
        yield Method("cnn", same, fit, _convolution, PARTIAL, note)


def _scikit(kind: str, inputs: Inputs, labels: Bools) -> Callable[[Inputs], Floats]:
    model = fitted(kind, inputs, labels)
    return lambda towers: model.predict_proba(towers)[:, 1]


def _convolution(inputs: Inputs, labels: Bools) -> Callable[[Inputs], Floats]:
    from towersim.lab.convolution import train  # noqa: PLC0415 - an optional extra

    model = train(inputs, labels)
    return lambda towers: np.array(model.predict_images(towers))


def _scale(inputs: Inputs, labels: Bools) -> Callable[[Inputs], Floats]:
    best = _least(inputs, labels)
    return lambda towers: towers[:, best]


def _least(inputs: Inputs, labels: Bools) -> int:
    """Return the column with the least Brier score."""
    return int(((inputs - labels[:, None]) ** 2).mean(axis=0).argmin())


def _own_folds(benchmark: Benchmark) -> Benchmark:
    """Return the set of hidden densities with ten folds, and one across for each template."""
    names = np.array([trial.structure for trial in benchmark.trials])
    across = np.zeros((len(names), FOLDS), np.bool_)
    for fold, name in enumerate(dict.fromkeys(names.tolist())):
        across[:, fold] = names == name
    within = np.arange(len(names)) // 2 % FOLDS
    return replace(benchmark, folds=Folds(within, across))


def _rows(method: Method, limits: Mapping[str, float | None]) -> list[Baseline]:
    """Return the rows of a baseline, one for each track with its time limit."""
    train, test = method.train, method.test
    every = np.ones(len(test.costs), np.bool_)
    whole = within = across = None
    if train is None:
        whole = _answers(method.fit(None, every), test, every)
    else:
        if train is not test:
            whole = _answers(method.fit(train.inputs, train.benchmark.labels), test, every)
        if len(method.folds) == FOLDS:
            folds = train.benchmark.folds.within
            held = (folds == fold for fold in range(FOLDS))
            within = _joined(method, ((train, ~some, train, some) for some in held if some.any()))
        ours, theirs = train.benchmark.folds.across, test.benchmark.folds.across
        masks = ((ours[:, k], theirs[:, k]) for k in method.folds)
        across = _joined(method, ((train, ~a, test, b) for a, b in masks if b.any()))
        templates = [family.rpartition("-")[0] for family in across.clusters.tolist()]
        across = across._replace(clusters=np.array(templates))
    rows = []
    for track, limit in limits.items():
        one, ten, new = (answers and answers.share(limit) for answers in (whole, within, across))
        rows.append(Baseline(track, method.name, one, ten, new, method.note))
    return rows


def _joined(method: Method, splits: Iterable[tuple[Samples, Bools, Samples, Bools]]) -> Answers:
    """Return the answers to all held-out towers, each by what was learned without its fold."""
    parts = []
    for train, used, test, held in splits:
        model = method.fit(train.inputs[used], train.benchmark.labels[used])
        parts.append(_answers(model, test, held))
    return Answers(*(np.concatenate(some) for some in zip(*parts, strict=True)))


def _answers(model: Callable[[Inputs], Floats], part: Samples, held: Bools) -> Answers:
    began = time.process_time()
    chances = model(part.inputs[held])
    spent = (time.process_time() - began) / len(chances)
    hits = (chances >= EXPECTED) == part.benchmark.labels[held]
    return Answers(hits, part.costs[held] + spent, part.benchmark.families[held])


def _best(baseline: Baseline) -> float:
    shares = (baseline.test, baseline.within)
    return max((share.value for share in shares if share is not None), default=0.0)
