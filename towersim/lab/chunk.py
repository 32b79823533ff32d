"""A chunk of trials: what a worker is given at once, and how it is answered in one process."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from towersim.lab.evaluate_trial import Case, build, build_task, can_answer, predict, predict_many
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic
from towersim.lab.rows import Answer
from towersim.lab.trials import PredictTrial, TaskTrial, Trial
from towersim.lab.truth import Truth, truth
from towersim.scene import Scene


class Chunk(msgspec.Struct, frozen=True):
    """Trials of one kind that follow each other in a sweep, and who is asked about them."""

    trials: tuple[Trial, ...]
    asked: dict[str, str]
    """The heuristics by name, with the version that each one must have."""
    first: int = 0
    """The place of the first trial in its sweep."""
    simulate: bool = True
    """Whether the truth is that of the simulated table, or of statics only."""
    truths: tuple[Truth | None, ...] = ()
    """The truth of each trial (None: it has none), if it is known."""
    begin: Mapping[str, int] = {}
    """Where to begin with a heuristic, if not with the first trial."""


class Prepared(NamedTuple):
    """A chunk whose truths are known, and what heuristics are shown in each of its trials."""

    chunk: Chunk
    shown: tuple[Scene | None, ...]
    """None for a trial that is not about what stands."""


def prepared(chunk: Chunk) -> Prepared:
    """Return a chunk ready to be asked about; truths are computed unless they are known."""
    truths, shown = list[Truth | None](), list[Scene | None]()
    for place, trial in enumerate(chunk.trials):
        scene = trial.scene() if isinstance(trial, PredictTrial) else None
        shown.append(trial.seen(scene) if isinstance(trial, PredictTrial) else None)
        if chunk.truths:
            truths.append(chunk.truths[place])
        else:
            truths.append(None if scene is None else truth(scene, simulate=chunk.simulate))
    return Prepared(replace(chunk, truths=tuple(truths)), tuple(shown))


def evaluate(chunk: Chunk) -> list[Answer]:
    """Return all rows of a chunk, computed in this process and without a limit of time."""
    ready = prepared(chunk)
    return [row for name in chunk.asked for row in answers(ready, find(name))]


def answers(
    ready: Prepared, heuristic: Heuristic, at: Callable[[int], None] = lambda _: None
) -> Iterator[Answer]:
    """Yield the rows of one heuristic in the order of the trials.

    `at` is told the place of each trial in the chunk before it is asked about; a heuristic that
    takes many scenes at once is at the first of them.
    """
    chunk = ready.chunk
    begin = chunk.begin.get(heuristic.name, 0)
    if not can_answer(heuristic, chunk.trials[begin]):
        return
    if heuristic.predict_many is not None and isinstance(chunk.trials[begin], PredictTrial):
        at(begin)
        rows = predict_many(_cases(ready, begin), heuristic)
        yield from (replace(row, number=chunk.first + begin + n) for n, row in enumerate(rows))
        return
    for place in range(begin, len(chunk.trials)):
        trial = chunk.trials[place]
        at(place)
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
