"""Rankings of heuristics on the benchmarks `stability-3`, `stability-2` and `placement-3`.

Answers are rows like those of a sweep (`towersim.lab.rows`), with the truth of the benchmark.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from towersim.common import dice
from towersim.common.errors import HeuristicFault, OptionFault, check_choice, quoted, whole_number
from towersim.common.processes import MOST_WORKERS
from towersim.lab import metrics, people, placement, stability, stability3, tables
from towersim.lab.evaluation import Chunk, chunked
from towersim.lab.executors import Workers, heuristic_processes, in_any_order
from towersim.lab.heuristics import names
from towersim.lab.heuristics.base import HeuristicInfo
from towersim.lab.metrics import Bin
from towersim.lab.people import Likeness
from towersim.lab.rows import Prediction, TaskResult, grouped
from towersim.lab.stability import BenchmarkTower
from towersim.lab.tables import Interval
from towersim.lab.trials import task_trials

R = TypeVar("R", Prediction, TaskResult)
Budgets = tuple[float, ...]
BUDGETS: Budgets = (0.1, 1.0, 10.0)
"""Budgets of CPU time per call, in milliseconds."""
LINES = 6
"""Number of entries in the text of a board."""


class RankedEntry(msgspec.Struct, frozen=True):
    """One line of a board; shares and scores are between 0 and 1, intervals of 95 %."""

    heuristic: str
    rank: int
    ms: float
    """Median CPU time per call, or a person's median time to answer, in milliseconds."""
    failed: int
    """Number of its answers that failed; they count as wrong, or with a score of 0."""


class StabilityEntry(RankedEntry, frozen=True):
    """A line of the ranking by accuracy."""

    accuracy: float
    interval: tuple[float, float]
    auc: float | None
    brier: float
    hard: float | None
    """Accuracy on the hard towers; None if none of them was answered."""
    parts: dict[str, float]
    """Accuracy on each part of the benchmark."""
    towers: int
    calibration_error: float
    """Expected calibration error: mean |predicted - observed| over bins (Naeini et al. 2015)."""
    calibration: tuple[Bin, ...]
    within: tuple[float, ...] = ()
    """Accuracy if only answers within each of `BUDGETS` count."""


class PlacementEntry(RankedEntry, frozen=True):
    """A line of the ranking by score."""

    score: float
    """Mean over all trials; mean regret is 1 - score."""
    interval: Interval | None
    """By a bootstrap of tasks, each with all its trials."""
    families: dict[str, float]
    fell: float
    """Share of trials in which the tower fell."""


E = TypeVar("E", bound=RankedEntry)


class Board(msgspec.Struct, Generic[E], frozen=True):
    """A ranking, best first."""

    benchmark: str
    entries: tuple[E, ...]

    def to_frame(self, library: tables.Library = "pandas") -> Any:  # noqa: ANN401 - optional libraries
        """Return a data frame with a row for each entry (`towersim.lab.tables.frame`)."""
        return tables.frame(self.entries, library)

    def sheets(self) -> Sequence[tables.Sheet[Any]]:
        """Return the tables of the ranking."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return "".join(sheet.html() for sheet in self.sheets())

    def __repr__(self) -> str:
        sheet, more = self.sheets()[0], len(self.entries) - LINES
        console = Console(width=1000, color_system=None)  # so that no name is folded
        with console.capture() as text:
            console.print(sheet._replace(rows=self.entries[:LINES], title="").grid(None))
        rest = f" … and {more} more" if more > 0 else ""
        return f"{type(self).__name__} of {sheet.title}\n{text.get()}{rest}".rstrip()


RANK = tables.Column[Any]("", lambda entry: str(entry.rank))
NAME = tables.Column[Any](
    "heuristic",
    lambda row: row.heuristic + (f" ({row.failed:,} failed)" if row.failed else ""),
    is_text=True,
)
MS = tables.Column[Any]("CPU ms\nper call", lambda entry: tables.milliseconds_text(entry.ms))
RIGHT = tables.Column[StabilityEntry](
    "right (95 %)", lambda entry: tables.share_text(entry.accuracy, entry.interval)
)


class StabilityBoard(Board[StabilityEntry], frozen=True):
    """The ranking by accuracy, then by Brier score; or by accuracy within 1 ms, then within any."""

    towers: int
    ceiling: float | None = None
    """The attainable accuracy (`towersim.lab.stability3`); None: not stated."""
    likeness: tuple[Likeness, ...] = ()
    """Comparison of each person with each heuristic on the same towers; empty without people."""
    budgets_ms: Budgets = ()
    """The budgets of CPU time by which it ranks; empty: it ranks by accuracy."""

    def sheets(self) -> Sequence[tables.Sheet[Any]]:
        """Return the table of the ranking and, with people, of their likeness to heuristics.

        People judged only some towers; "off" is the calibration error.
        """
        if self.budgets_ms:
            return [self._budgets()]
        half = "hard half" if self.ceiling is None else "|λ| < 0.04"
        hard = tables.Column[StabilityEntry](half, lambda entry: _percent(entry.hard))
        auc = tables.Column[StabilityEntry]("AUC", lambda entry: tables.digits_text(entry.auc))
        brier = tables.Column[StabilityEntry]("Brier", lambda row: tables.digits_text(row.brier))
        title = f"{self.benchmark}: {self.towers:,} towers, half of them hard on purpose"
        if self.ceiling is not None:
            title = f"{self.benchmark}: {self.towers:,} towers; attainable: {self.ceiling:.1%}"
        if not self.likeness:
            return [tables.Sheet([RANK, NAME, RIGHT, hard, auc, brier, MS], self.entries, title)]
        who, n = NAME._replace(head="who"), tables.Column[Any]("n", lambda entry: str(entry.towers))
        off = tables.Column[Any]("off", lambda entry: tables.digits_text(entry.calibration_error))
        brief = [hard._replace(head="hard"), brier, off, MS._replace(head="ms")]
        board = tables.Sheet([RANK, who, n, RIGHT, *brief], self.entries, title)
        return [board, people.sheet(self.likeness)]

    def _budgets(self) -> tables.Sheet[StabilityEntry]:
        columns: list[tables.Column[Any]] = [NAME]
        for place, budget in enumerate(self.budgets_ms):
            within = partial(_within, place)
            columns.append(tables.Column(f"≤ {budget:g} ms", within))
        columns += [RIGHT._replace(head="any time (95 %)"), MS]
        title = f"{self.benchmark}: right within a budget of processor time per call"
        return tables.Sheet(columns, self.entries, title)


class PlacementBoard(Board[PlacementEntry], frozen=True):
    """The ranking by score."""

    tasks: int
    trials: int
    noise_seed: int
    """The seed of all tremors, which no policy got; it repeats the ranking."""

    def sheets(self) -> Sequence[tables.Sheet[Any]]:
        """Return the tables of the ranking by score, and of the scores by family."""
        name = NAME._replace(head="policy")
        score = tables.Column[PlacementEntry](
            "score (95 %)", lambda entry: tables.share_text(entry.score, entry.interval)
        )
        fell = tables.Column[PlacementEntry]("fell", lambda entry: _percent(entry.fell, 0))
        families: list[tables.Column[Any]] = [name]
        for family in placement.FAMILIES:
            head = family.replace("counterweight", "counter-\nweight")
            families.append(tables.Column(head, partial(_of_family, family)))
        title = f"{self.benchmark}: {self.tasks} tasks, {self.trials:,} trials; "
        title += f"100 % is the bound; noise seed {self.noise_seed}"
        return [
            tables.Sheet([RANK, name, score, fell, MS], self.entries, title),
            tables.Sheet(families, self.entries, "scores by family"),
        ]


def _within(place: int, entry: StabilityEntry) -> str:
    return _percent(entry.within[place])


def _of_family(family: str, entry: PlacementEntry) -> str:
    return _percent(entry.families.get(family), 0)


def _percent(share: float | None, digits: int = 1) -> str:
    return "–" if share is None else f"{share:.{digits}%}"


class Ranking(NamedTuple, Generic[R]):
    """A way to rank heuristics: who may enter, their questions and the board."""

    benchmark: str
    row: type[R]
    enters: Callable[[HeuristicInfo], bool]
    refusal: str
    """Why another heuristic may not enter."""
    chunks: Callable[[dict[str, str]], list[Chunk]]
    """The benchmark in chunks for heuristics, given by name with their versions."""
    board: Callable[..., Board[Any]]
    """The board of rows and, in the ranking by accuracy, of people's answers."""


def answers(
    ranking: Ranking[R],
    heuristics: Sequence[str] | None,
    workers: Workers,
    progress: Progress | None = None,
) -> list[R]:
    """Return the answers of heuristics, by default of all that may enter, in the benchmark's order.

    Raises OptionFault for a heuristic that is unknown or may not enter, HeuristicFault for one that
    fails in all trials of the benchmark's first chunk. `progress` gets a new task.
    """
    cards = [workers.describe(name) for name in dict.fromkeys(heuristics or names())]
    for card in cards if heuristics else ():
        if not ranking.enters(card):
            raise OptionFault(f"heuristic {card.name!r}: {ranking.refusal}")
    versions = {card.name: card.version for card in cards if ranking.enters(card)}
    chunks = ranking.chunks(versions)
    total = sum(len(chunk.trials) for chunk in chunks)
    task = None if progress is None else progress.add_task(ranking.benchmark, total=total)
    order, rows = list(versions), list[R]()
    for chunk, some in in_any_order(workers.submit, iter(chunks), len(chunks)):
        if chunk is chunks[0]:
            able = {row.heuristic for row in some if row.failure is None}
            for row in some:
                if row.heuristic not in able:
                    raise HeuristicFault(row.heuristic, row.trial, row.failure or "")
        rows += [row for row in some if isinstance(row, ranking.row)]
        if progress is not None and task is not None:
            progress.advance(task, len(chunk.trials))
    return sorted(rows, key=lambda row: (row.number, order.index(row.heuristic)))


def stability_chunks(
    towers: Callable[[], Sequence[BenchmarkTower]], versions: dict[str, str]
) -> list[Chunk]:
    """Return towers with their stored truth."""
    trials, truths = zip(*towers(), strict=True)
    return chunked(trials, versions, 20, truths)


def placement_chunks(versions: dict[str, str], noise_seed: int | None = None) -> list[Chunk]:
    """Return the test set of `placement-3`, by default with a noise seed drawn now."""
    seed = dice.secret_seed() if noise_seed is None else noise_seed
    return chunked(task_trials(seed), versions, 4)


def stability_board(
    rows: Sequence[Prediction], persons: Sequence[Prediction] = (), budgets: Budgets = ()
) -> StabilityBoard:
    """Return the ranking of heuristics and people, who are ranked on the towers they judged."""
    names = {one.trial.id: part for part, some in stability.benchmark().items() for one in some}

    def part_of(row: Prediction) -> tuple[str, bool]:
        return names[row.trial], names[row.trial] != stability.PLAIN

    return _board(part_of, rows, persons, budgets)


def template_board(
    track: str, rows: Sequence[Prediction], persons: Sequence[Prediction] = ()
) -> StabilityBoard:
    """Return the ranking on a track of `stability-3`; the hard towers have |λ| < 0.04."""
    hard, budgets = stability3.BANDS[1], BUDGETS if track == "budget" else ()
    board = _board(lambda row: (row.structure, abs(row.margin) < hard), rows, persons, budgets)
    named = f"{stability3.NAME}, {track}"
    return replace(board, benchmark=named, ceiling=stability3.ceiling(track))


def _board(
    part_of: Callable[[Prediction], tuple[str, bool]],
    rows: Sequence[Prediction],
    persons: Sequence[Prediction],
    budgets: Budgets,
) -> StabilityBoard:
    """Return the ranking by accuracy, or by accuracy within the second of the budgets first.

    `part_of` says a row's part, and whether it is hard.
    """

    def key(entry: StabilityEntry) -> tuple[float, ...]:
        return (*((-entry.within[1],) if budgets else ()), -entry.accuracy, entry.brier)

    entries = _ranked([*rows, *persons], partial(_stability_entry, part_of), key)
    towers, likeness = len({row.trial for row in rows}), people.likenesses(persons, rows)
    return StabilityBoard(stability.NAME, entries, towers, likeness=likeness, budgets_ms=budgets)


def placement_board(rows: Sequence[TaskResult]) -> PlacementBoard:
    """Return the ranking of the results of policies."""
    entries = _ranked(rows, _placement_entry, lambda entry: (-entry.score,))
    tasks, trials = ({getattr(row, name) for row in rows} for name in ("tower", "trial"))
    return PlacementBoard(placement.NAME, entries, len(tasks), len(trials), rows[0].seed)


def _ranked(
    rows: Sequence[R], entry: Callable[[Sequence[R]], E], key: Callable[[E], tuple[float, ...]]
) -> tuple[E, ...]:
    entries = sorted(map(entry, grouped(rows, lambda row: row.heuristic).values()), key=key)
    return tuple(replace(entry, rank=rank) for rank, entry in enumerate(entries, 1))


def _unranked(rows: Sequence[Prediction | TaskResult]) -> dict[str, Any]:
    """Return the fields of every entry."""
    return {
        "heuristic": rows[0].heuristic,
        "rank": 0,
        "ms": 1000 * metrics.spent([row.cpu_seconds for row in rows]).median,
        "failed": sum(row.failure is not None for row in rows),
    }


def _stability_entry(
    part_of: Callable[[Prediction], tuple[str, bool]], rows: Sequence[Prediction]
) -> StabilityEntry:
    parts = grouped(rows, lambda row: part_of(row)[0])
    measures = msgspec.structs.asdict(metrics.summary(rows))
    hard, bins = [row for row in rows if part_of(row)[1]], metrics.calibration(rows)
    return StabilityEntry(
        **_unranked(rows),
        towers=measures.pop("n"),
        **measures,
        interval=metrics.accuracy_interval(rows),
        hard=metrics.accuracy(hard) if hard else None,
        parts={part: metrics.accuracy(some) for part, some in parts.items()},
        calibration_error=metrics.calibration_error(bins),
        calibration=bins,
        within=tuple(
            sum(row.is_right and 1000 * row.cpu_seconds <= budget for row in rows) / len(rows)
            for budget in BUDGETS
        ),
    )


def _placement_entry(rows: Sequence[TaskResult]) -> PlacementEntry:
    families = grouped(rows, lambda row: row.family)
    return PlacementEntry(
        **_unranked(rows),
        score=metrics.accuracy(rows),
        interval=metrics.score_interval(rows),
        families={family: metrics.accuracy(some) for family, some in families.items()},
        fell=sum(row.fell for row in rows) / len(rows),
    )


STABILITY = Ranking(
    stability.NAME,
    Prediction,
    lambda card: card.predicts,
    "places pieces, it does not say what stands",
    partial(stability_chunks, stability.towers),
    stability_board,
)
IMAGES = STABILITY._replace(
    enters=lambda card: card.sees_images, refusal="is shown scenes, not images only"
)


def _of_templates(
    ranking: Ranking[Prediction], track: str, split: stability3.Split = "test"
) -> Ranking[Prediction]:
    towers, board = partial(stability3.towers, split), partial(template_board, track)
    chunks = partial(stability_chunks, towers)
    return ranking._replace(benchmark=stability3.NAME, chunks=chunks, board=board)


TEMPLATE_RANKINGS: Mapping[str, Ranking[Prediction]] = {
    "all": _of_templates(STABILITY, "scene"),
    "image": _of_templates(IMAGES, "image"),
    "budget": _of_templates(STABILITY, "budget"),
    "hidden": _of_templates(STABILITY, "hidden density", "hidden"),
}
"""The rankings of `stability-3` by track."""
PLACEMENT = Ranking(
    placement.NAME,
    TaskResult,
    lambda card: card.places,
    "says what stands, it does not place pieces",
    placement_chunks,
    placement_board,
)


def ranking(benchmark: str, track: str = "all", noise_seed: int | None = None) -> Ranking[Any]:
    """Return the ranking of a benchmark by a track; raises OptionFault if there is none.

    A noise seed repeats a published ranking of `placement-3`.
    """
    rankings: dict[str, Mapping[str, Ranking[Any]]] = {
        stability3.NAME: TEMPLATE_RANKINGS,
        STABILITY.benchmark: {
            "all": STABILITY,
            "image": IMAGES,
            "budget": STABILITY._replace(board=partial(stability_board, budgets=BUDGETS)),
        },
        PLACEMENT.benchmark: {"all": PLACEMENT},
    }
    check_choice("benchmark", benchmark, rankings)
    check_choice(f"track of {benchmark}", track, rankings[benchmark])
    chosen = rankings[benchmark][track]
    if noise_seed is None:
        return chosen
    if chosen is not PLACEMENT:
        raise OptionFault(f"noise seed: only {PLACEMENT.benchmark} has a hand that trembles")
    noise_seed = whole_number("noise seed", noise_seed)
    return chosen._replace(chunks=partial(placement_chunks, noise_seed=noise_seed))


def leaderboard(
    benchmark: str,
    heuristics: Sequence[Any] | None = None,
    workers: int | None = None,
    noise_seed: int | None = None,
    track: str = "all",
) -> Board[Any]:
    """Rank heuristics on a benchmark (`towersim.leaderboard`)."""
    chosen = ranking(benchmark, track, noise_seed)
    workers = None if workers is None else whole_number("workers", workers, 1, MOST_WORKERS)
    if isinstance(heuristics, str) or not isinstance(heuristics, Sequence | None):
        heuristics = [heuristics]
    if heuristics is not None and not heuristics:
        raise OptionFault("heuristics: none is named; without the argument, all are ranked")
    for name in heuristics or ():
        if not isinstance(name, str):
            reason = "a ranking takes names and file:function; `towersim.evaluate` takes functions"
            raise OptionFault(f"heuristic {quoted(name)}: {reason}")
    with heuristic_processes(workers) as pool:
        return chosen.board(answers(chosen, heuristics and [*map(str, heuristics)], pool))
