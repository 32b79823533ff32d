"""Chunks of trials, the unit of work of a worker, and their evaluation in one process."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.lab.evaluate_trial import Case, build, build_task, can_answer, predict, predict_many
from towersim.lab.generators import find_generator
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Card, Heuristic
from towersim.lab.rows import Answer
from towersim.lab.trials import PredictTrial, TaskTrial, Trial
from towersim.lab.truth import Truth, truth
from towersim.scene.scene import Scene


class Chunk(msgspec.Struct, frozen=True, tag=True):
    """Consecutive trials of one kind in a sweep, and the heuristics to evaluate on them."""

    trials: tuple[Trial, ...]
    asked: dict[str, str]
    """The required version of each heuristic, by name."""
    first: int = 0
    """Index of the first trial in its sweep."""
    simulate: bool = True
    """Whether the truth is computed by simulation rather than by statics only."""
    truths: tuple[Truth | None, ...] = ()
    """The truth of each trial (None: it has none); empty if not yet computed."""
    begin: Mapping[str, int] = {}
    """Index of a heuristic's first trial in the chunk, by name; default 0."""


class Prepared(NamedTuple):
    """A chunk with known truths, and the scene shown to heuristics in each trial."""

    chunk: Chunk
    shown: tuple[Scene | None, ...]
    """None for a trial that asks for no prediction."""


def prepared(chunk: Chunk) -> Prepared:
    """Return a chunk ready for evaluation; truths are computed unless they are known."""
    truths, shown = list[Truth | None](), list[Scene | None]()
    for place, trial in enumerate(chunk.trials):
        scene = trial.scene() if isinstance(trial, PredictTrial) else None
        shown.append(trial.seen(scene) if isinstance(trial, PredictTrial) else None)
        if chunk.truths:
            truths.append(chunk.truths[place])
        else:
            truths.append(None if scene is None else truth(scene, simulate=chunk.simulate))
    return Prepared(replace(chunk, truths=tuple(truths)), tuple(shown))


def described(kind: str, name: str) -> Card:
    """Return the card of a "heuristic" or a "generator", loaded in this process."""
    if kind == "generator":
        return Card(name, find_generator(name).version)
    return find(name).card


def evaluate(chunk: Chunk) -> list[Answer]:
    """Return all rows of a chunk, computed in this process without a time limit."""
    ready = prepared(chunk)
    return [row for name in chunk.asked for row in answers(ready, find(name))]


def answers(
    ready: Prepared, heuristic: Heuristic, at: Callable[[int, int], None] = lambda *_: None
) -> Iterator[Answer]:
    """Yield the rows of one heuristic in the order of the trials.

    `at` is called before each evaluation with the first index of its trials in the chunk and the
    one after the last; a heuristic that takes many scenes at once is evaluated once.
    """
    chunk = ready.chunk
    begin = chunk.begin.get(heuristic.name, 0)
    if not can_answer(heuristic, chunk.trials[begin]):
        return
    if heuristic.predict_many is not None and isinstance(chunk.trials[begin], PredictTrial):
        at(begin, len(chunk.trials))
        rows = predict_many(_cases(ready, begin), heuristic)
        yield from (replace(row, number=chunk.first + begin + n) for n, row in enumerate(rows))
        return
    for place in range(begin, len(chunk.trials)):
        trial = chunk.trials[place]
        at(place, place + 1)
        if isinstance(trial, PredictTrial):
            row: Answer = predict(_case(ready, place), heuristic)
        elif isinstance(trial, TaskTrial):
            row = build_task(trial, heuristic)
        else:
            row = build(trial, heuristic)
        yield replace(row, number=chunk.first + place)


def _cases(ready: Prepared, begin: int) -> Sequence[Case]:
    return [_case(ready, place) for place in range(begin, len(ready.shown))]


def _case(ready: Prepared, place: int) -> Case:
    trial, known, shown = ready.chunk.trials[place], ready.chunk.truths[place], ready.shown[place]
    if not isinstance(trial, PredictTrial) or known is None or shown is None:
        raise TypeError(f"trial {trial.id} is not about what stands")
    return Case(trial, known, shown)
