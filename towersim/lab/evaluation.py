"""Evaluate heuristics: in one trial, in a chunk of trials, and on a sweep from Python.

An evaluation is a pure function, apart from the CPU time it reports. A heuristic that fails or
gives an invalid answer gets a row with the reason, so that the rows of others are kept. A chunk is
the unit of work of a worker.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.markup import escape
from rich.progress import track

from towersim.common import dice
from towersim.common.errors import HeuristicFault, OptionFault, check_kind, cleaned, whole_number
from towersim.common.processes import MOST_WORKERS
from towersim.common.units import Pose
from towersim.lab.building import Episode, built, play
from towersim.lab.heuristics import find
from towersim.lab.heuristics.base import Heuristic, HeuristicInfo, adapted
from towersim.lab.optional_dependencies import requires
from towersim.lab.placement import Task
from towersim.lab.rows import BuildResult, Prediction, ResultRow, TaskResult, TrialId, counted
from towersim.lab.stability3 import BENCHMARKS
from towersim.lab.sweep import load_sweep, sweep_path
from towersim.lab.tables import Column, Interval, Library, Sheet, digits_text, frame, share_text
from towersim.lab.trials import BuildTrial, PredictTrial, TaskTrial, Trial, Trials, find_generator
from towersim.lab.truth import Truth, truth
from towersim.scene.scene import Block, Scene

BATCH = 256
"""Most scenes in one call of a heuristic that takes many; results do not depend on who asks."""


class Evaluation(msgspec.Struct, frozen=True):
    """The result of a heuristic in n trials; accuracy, AUC and Brier score between 0 and 1."""

    heuristic: str
    sweep: str
    n: int
    accuracy: float
    """Share of towers that it predicted correctly."""
    interval: Interval
    """95 % interval of the accuracy, by clusters (`Prediction.tower`)."""
    auc: float | None
    """Area under the ROC curve; None if all towers stand or all fall."""
    brier: float
    """Mean squared error of its probabilities; always answering 0.5 gives 0.25."""
    rows: tuple[Prediction, ...]
    """Each answer with the truth."""
    contradicted: int = 0
    """Number of trials in which exact statics contradicts the simulation: in `rows` only."""

    def to_frame(self, library: Library = "pandas") -> Any:  # noqa: ANN401 - optional libraries
        """Return a data frame with a row for each answer (`towersim.lab.tables.frame`)."""
        return frame(self.rows, library)

    def _repr_html_(self) -> str:
        columns: list[Column[Evaluation]] = [
            Column("heuristic", lambda row: row.heuristic, is_text=True),
            Column("n", lambda row: str(row.n)),
            Column("contradicted", lambda row: str(row.contradicted)),
            Column("right (95 %)", lambda row: share_text(row.accuracy, row.interval)),
            Column("AUC", lambda row: digits_text(row.auc)),
            Column("Brier", lambda row: digits_text(row.brier)),
        ]
        return Sheet(columns, [self], self.sweep).html()

    def __repr__(self) -> str:
        right = digits_text(self.accuracy, 3, self.interval)
        shares = f"accuracy {right}, AUC {digits_text(self.auc)}"
        told = f"{shares}, Brier {self.brier:.3f}"
        apart = f" and {self.contradicted} that statics contradicts" if self.contradicted else ""
        return f"Evaluation({self.heuristic} on {self.n} trials{apart} of {self.sweep}: {told})"


def evaluate(heuristic: object, sweep: Path | str, workers: int | None = None) -> Evaluation:
    """Evaluate a heuristic's predictions in a sweep (`towersim.evaluate`)."""
    with requires("lab"):
        from joblib import Parallel, delayed  # noqa: PLC0415 - comes with scikit-learn

        from towersim.lab.metrics import accuracy_interval, summary  # noqa: PLC0415 - an optional extra

    check_kind("sweep", sweep, str | Path, "name or a path")
    name, loaded, simulate = str(sweep), _heuristic(heuristic), False
    able: list[tuple[PredictTrial, Truth | None]]
    if name in BENCHMARKS:
        able = [*BENCHMARKS[name]()]
    else:
        swept = load_sweep(sweep_path(name, *BENCHMARKS))
        name, simulate = swept.name, swept.truth == "table"
        able = [(trial, None) for trial in Trials(swept) if isinstance(trial, PredictTrial)]
    if not able or not loaded.card.predicts:
        raise OptionFault(f"heuristic {loaded.name!r}: has no answer to what stands in {name}")
    workers = -1 if workers is None else whole_number("workers", workers, 1, MOST_WORKERS)
    parallel, run = Parallel(workers, return_as="generator"), time.monotonic_ns()
    each = (
        delayed(checked_prediction)(trial, loaded, known, simulate=simulate, run=run)
        for trial, known in able
    )
    err = Console(stderr=True)
    answers = track(
        parallel(each),
        escape(cleaned(loaded.name)),
        len(able),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    rows = tuple(answers)
    agreed = counted(rows)
    if not agreed:
        reason = "in every trial simulation and exact statics disagree"
        raise OptionFault(f"sweep {name!r}: {reason}")
    measures = msgspec.structs.asdict(summary(agreed))
    measures |= {"interval": accuracy_interval(agreed), "contradicted": len(rows) - len(agreed)}
    return Evaluation(loaded.name, name, **measures, rows=rows)


def checked_prediction(
    trial: PredictTrial, heuristic: Heuristic, known: Truth | None, *, simulate: bool, run: int
) -> Prediction:
    """Return the prediction in one trial of a run; raises HeuristicFault if there is none."""
    _begin(run)
    known = known or truth(trial.scene(), simulate=simulate)
    (row,) = predictions([Case(trial, known, trial.seen())], heuristic)
    if row.failure is not None:
        raise HeuristicFault(heuristic.name, trial.id, row.failure)
    return row


@lru_cache(maxsize=1)
def _begin(_run: int) -> None:
    """Forget the generators of the last run, whose files may have changed since."""
    find_generator.cache_clear()


def _heuristic(given: object) -> Heuristic:
    if isinstance(given, str):
        find.cache_clear()  # a session may have changed the file
        return find(given)
    name = getattr(given, "__name__", None) or getattr(given, "name", None)
    return adapted(str(name or type(given).__name__), given)


Asked = Heuristic | HeuristicInfo
"""A heuristic, or only its card, of which rows have the name and the version."""


class Case(NamedTuple):
    """A prediction trial with its truth and the scene shown to heuristics."""

    trial: PredictTrial
    truth: Truth
    seen: Scene


def can_answer(card: HeuristicInfo, trial: Trial) -> bool:
    """Return whether a heuristic can answer a trial."""
    if isinstance(trial, PredictTrial):
        return card.predicts
    return card.places if isinstance(trial, TaskTrial) else card.proposes


def predictions(
    cases: Sequence[Case], heuristic: Heuristic, *, at_once: bool = False
) -> list[Prediction]:
    """Return a heuristic's predictions, `at_once`: of several scenes in one call."""
    trials = [case.trial.id for case in cases]
    answers: Sequence[float | None] = [None] * len(cases)
    failure, streams = None, [_stream(heuristic, case.trial.seed, case.trial.id) for case in cases]
    # Rendering the pictures is not part of the heuristic's cost.
    shown = [heuristic.shown(case.seen) for case in cases]
    began = time.process_time()
    try:
        if at_once:
            answers = heuristic.probabilities(shown, streams, trials)
        else:
            answers = [heuristic.probability(shown[0], streams[0], trials[0])]
    except HeuristicFault as fault:
        others = f"in one call with others, trial {fault.trial}: " if at_once else ""
        failure = f"{others}{fault.why}"
    cost = (time.process_time() - began) / len(cases)
    rows = [prediction_row(case.trial, heuristic, case.truth) for case in cases]
    return [
        replace(row, probability=answer, failure=failure, cpu_seconds=cost)
        for row, answer in zip(rows, answers, strict=True)
    ]


def build(trial: BuildTrial, heuristic: Heuristic) -> BuildResult:
    """Return the tower that a heuristic builds; a failure ends it."""
    spent: list[float] = []

    def ask(scene: Scene, piece: Block, number: int) -> Pose:
        began = time.process_time()
        try:
            stream = _stream(heuristic, trial.seed, trial.id, number)
            return heuristic.proposal(scene, piece, stream, trial.id)
        finally:
            spent.append(time.process_time() - began)

    tower = built(trial, ask)
    return replace(_built_row(trial, heuristic, tower), cpu_seconds=sum(spent) / len(spent))


class PieceQuestion(msgspec.Struct, frozen=True, tag=True):
    """A question to a policy about the next piece of a task: all that it gets, without a seed."""

    heuristic: str
    version: str
    task: Task
    trial: TrialId
    scene: Scene
    number: int


class PieceAnswer(msgspec.Struct, frozen=True, tag=True):
    """The answer: a pose (None: leave the piece out) or the reason of a failure."""

    pose: Pose | None
    failure: str | None = None
    cpu_seconds: float = 0.0


def placed(question: PieceQuestion, heuristic: Heuristic) -> PieceAnswer:
    """Return a policy's answer to a question."""
    stream, task = _stream(heuristic, 0, question.trial, question.number), question.task
    piece = task.pieces[question.number]
    began = time.process_time()
    try:
        pose = heuristic.placing(question.scene, piece, task, stream, question.trial)
    except HeuristicFault as fault:
        return PieceAnswer(None, fault.why, time.process_time() - began)
    return PieceAnswer(pose, cpu_seconds=time.process_time() - began)


def build_task(
    trial: TaskTrial, heuristic: Asked, answer: Callable[[PieceQuestion], PieceAnswer]
) -> TaskResult:
    """Return a heuristic's result in a task; its score is 0 after a failure."""
    spent: list[float] = []

    def ask(scene: Scene, _piece: Block, number: int) -> Pose | None:
        name, version = heuristic.name, heuristic.version
        reply = answer(PieceQuestion(name, version, trial.task, trial.id, scene, number))
        spent.append(reply.cpu_seconds)
        if reply.failure is not None:
            raise HeuristicFault(name, trial.id, reply.failure)
        return reply.pose

    ended = play(trial.task, trial.tremor, ask)
    lost = ended.fell or ended.failure is not None
    return TaskResult(
        **_common(trial, heuristic),
        task=trial.task.name,
        family=trial.task.family,
        hand=trial.task.hand,
        score=0.0 if lost else trial.bound.score(ended.worth),
        worth=ended.worth,
        pieces=ended.pieces,
        fell=ended.fell,
        failure=ended.failure,
        cpu_seconds=sum(spent) / len(spent),
    )


def failed(trial: Trial, heuristic: Asked, known: Truth | None, reason: str) -> ResultRow:
    """Return the row of a call that was terminated."""
    if isinstance(trial, BuildTrial):
        return _built_row(trial, heuristic, Episode(0.0, 0, fell=True, failure=reason))
    if isinstance(trial, TaskTrial):
        return build_task(trial, heuristic, lambda _: PieceAnswer(None, reason))
    return replace(prediction_row(trial, heuristic, known or Truth(0.0)), failure=reason)


def prediction_row(trial: PredictTrial, heuristic: Asked, known: Truth) -> Prediction:
    """Return the row of a prediction, not yet answered."""
    low, high = trial.density or (None, None)
    return Prediction(
        **_common(trial, heuristic) | ({"tower": known.family} if known.family else {}),
        structure=trial.structure,
        blocks=known.blocks,
        margin=known.margin,
        stands=known.stands,
        probability=None,
        verdict=known.verdict,
        contradicted=known.contradicted,
        friction=trial.friction,
        density_low=low,
        density_high=high,
        hidden_density=trial.hidden_density,
        noise_m=trial.noise,
    )


def _built_row(trial: BuildTrial, heuristic: Asked, tower: Episode) -> BuildResult:
    return BuildResult(
        **_common(trial, heuristic),
        hand=trial.hand,
        supply=trial.supply,
        piece_set=trial.pieces,
        pieces=tower.pieces,
        height=tower.worth,
        fell=tower.fell,
        failure=tower.failure,
    )


def _common(trial: Trial, heuristic: Asked) -> dict[str, Any]:
    """Return the fields of every row."""
    return {
        "trial": trial.id,
        "tower": trial.tower,
        "seed": trial.seed,
        "heuristic": heuristic.name,
        "version": heuristic.version,
    }


def _stream(heuristic: Heuristic, seed: int, trial: TrialId, number: int = 0) -> dice.Stream:
    """Return the dice of a question: the same by whatever path the heuristic's file is named."""
    name = heuristic.name.rpartition(":")[2]
    return dice.stream(seed, f"heuristic {name} {trial}", number)


class Chunk(msgspec.Struct, frozen=True, tag=True):
    """Consecutive trials of one kind in a sweep, and the heuristics to evaluate on them."""

    trials: tuple[Trial, ...]
    versions: dict[str, str]
    """The required version of each heuristic, by name."""
    first: int = 0
    """Index of the first trial in its sweep."""
    simulate: bool = True
    """Whether the truth is computed by simulation rather than by statics only."""
    truths: tuple[Truth | None, ...] = ()
    """The truth of each trial (None: it has none); empty if not yet computed."""
    begin: Mapping[str, int] = {}
    """Index of a heuristic's first trial in the chunk, by name; default 0."""


def chunked(
    trials: Sequence[Trial], versions: dict[str, str], size: int, truths: Sequence[Truth] = ()
) -> list[Chunk]:
    """Return trials, with their truths if these are known, in chunks of `size`."""
    return [
        Chunk(tuple(trials[n : n + size]), versions, n, truths=tuple(truths[n : n + size]))
        for n in range(0, len(trials), size)
    ]


def prepared(chunk: Chunk) -> tuple[Chunk, list[Case | None]]:
    """Return a chunk with known truths, and the case of each trial that asks for a prediction."""
    cases = list[Case | None]()
    for trial, known in zip(chunk.trials, chunk.truths or repeat(None), strict=False):
        case = None
        if isinstance(trial, PredictTrial):
            scene = trial.scene()
            case = Case(trial, known or truth(scene, simulate=chunk.simulate), trial.seen(scene))
        cases.append(case)
    return replace(chunk, truths=tuple(case and case.truth for case in cases)), cases


def described(kind: str, name: str) -> HeuristicInfo:
    """Return the card of a "heuristic" or a "generator", loaded in this process."""
    if kind == "generator":
        return HeuristicInfo(name, find_generator(name).version)
    return find(name).card


def result_rows(
    chunk: Chunk,
    cases: Sequence[Case | None],
    heuristic: Heuristic,
    at: Callable[[int, int], None] = lambda *_: None,
) -> Iterator[ResultRow]:
    """Yield the rows of one heuristic in the order of the trials of a prepared chunk.

    `at` is called before each evaluation with the first index of its trials in the chunk and the
    one after the last; a heuristic that takes many scenes at once gets `BATCH` in a call.
    """
    begin = chunk.begin.get(heuristic.name, 0)
    if not can_answer(heuristic.card, chunk.trials[begin]):
        return
    takes_many = heuristic.predict_many is not None and cases[begin] is not None
    step = BATCH if takes_many else 1
    for first in range(begin, len(chunk.trials), step):
        trial, end = chunk.trials[first], min(first + step, len(chunk.trials))
        at(first, end)
        some = [case for case in cases[first:end] if case is not None]
        rows: Sequence[ResultRow]
        if isinstance(trial, BuildTrial):
            rows = [build(trial, heuristic)]
        else:
            rows = predictions(some, heuristic, at_once=takes_many)
        yield from (replace(row, number=chunk.first + first + n) for n, row in enumerate(rows))


def task_rows(chunk: Chunk, answer: Callable[[PieceQuestion], PieceAnswer]) -> Iterator[TaskResult]:
    """Yield the rows of a chunk of tasks; `answer` asks a policy for the pose of a piece."""
    for name, version in chunk.versions.items():
        heuristic = HeuristicInfo(name, version)
        for number, trial in enumerate(chunk.trials, chunk.first):
            if isinstance(trial, TaskTrial):
                yield replace(build_task(trial, heuristic, answer), number=number)
