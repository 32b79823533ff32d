"""Rankings of heuristics on the benchmarks `stability-3`, `stability-2` and `placement-3`.

Answers are rows like those of a sweep (`towersim.lab.rows`), with the truth that the benchmark
stores. `statics` and `margin` compute the label of `stability-2` from the scene they are shown, so
they are the reference: they are wrong only where hidden weights decide.

`stability-2` has two further tracks. Images: only heuristics whose input is a picture of 128 x 128
pixels. Budget: the accuracy if only answers within 0.1, 1 and 10 ms of CPU time count; later
answers are wrong, like failed ones. `stability-3` is ranked on its test set by the same tracks;
hidden densities are a track of their own there. Its intervals count families of towers, and every
board states the attainable accuracy.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace
from rich.progress import Progress

from towersim.common import dice
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab import metrics, people, stability, stability3, tables
from towersim.lab.evaluation import Chunk
from towersim.lab.executors import Workers, heuristic_processes
from towersim.lab.heuristics import names
from towersim.lab.heuristics.base import Card
from towersim.lab.metrics import Bin, Interval
from towersim.lab.people import Likeness
from towersim.lab.placement import benchmark as placement
from towersim.lab.placement.families import FAMILIES
from towersim.lab.rows import Prediction, TaskResult
from towersim.lab.trials import task_trials

R = TypeVar("R", Prediction, TaskResult)
BUDGETS = (0.1, 1.0, 10.0)
"""Budgets of CPU time per call, in milliseconds."""
LINES = 8
"""Number of entries in the text of a board."""


class RankedEntry(msgspec.Struct, frozen=True):
    """One line of a board; shares and scores are between 0 and 1, intervals of 95 %."""

    heuristic: str
    rank: int
    ms: float
    """Median CPU time per call, or a person's median time to answer, in milliseconds."""


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
    """Number of towers answered."""
    calibration_error: float
    """Expected calibration error: mean |predicted - observed| over bins (Naeini et al. 2015)."""
    calibration: tuple[Bin, ...]


class BudgetEntry(RankedEntry, frozen=True):
    """A line of the ranking by accuracy within 1 ms."""

    within: tuple[float, ...]
    """Accuracy within each budget."""
    accuracy: float
    """Accuracy without a limit."""
    interval: tuple[float, float]


class PlacementEntry(RankedEntry, frozen=True):
    """A line of the ranking by score."""

    score: float
    """Mean over all trials; mean regret is 1 - score."""
    interval: Interval | None
    """By a bootstrap of tasks, each with all its trials."""
    families: dict[str, float]
    """Mean score in each family."""
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

    def _repr_html_(self) -> str:
        return "".join(sheet.html() for sheet in _SHEETS[type(self)](self))

    def __repr__(self) -> str:
        sheet = _SHEETS[type(self)](self)[0]
        lines = [" ".join(cell.words for cell in row) for row in islice(sheet.cells, LINES)]
        more = len(self.entries) - LINES
        head = f"{type(self).__name__}({self.benchmark}, {len(self.entries)} entries)"
        return "\n  ".join([head, *lines] + [f"… and {more} more"] * (more > 0))


class StabilityBoard(Board[StabilityEntry], frozen=True):
    """The ranking by accuracy, then by Brier score."""

    towers: int
    contradicted: int = 0
    """Towers about which simulation and exact statics disagree, which are left out."""
    ceiling: float | None = None
    """The attainable accuracy (`towersim.lab.stability3`); None: not stated."""
    likeness: tuple[Likeness, ...] = ()
    """Comparison of each person with each heuristic on the same towers; empty without people."""


class BudgetBoard(Board[BudgetEntry], frozen=True):
    """The ranking by accuracy within 1 ms, then without a limit."""

    budgets_ms: tuple[float, ...]


class PlacementBoard(Board[PlacementEntry], frozen=True):
    """The ranking by score."""

    tasks: int
    trials: int
    noise_seed: int
    """The seed of all tremors, which no policy got; it repeats the ranking."""


class Ranking(NamedTuple, Generic[R]):
    """A way to rank heuristics: who may enter, their questions, the board and its tables."""

    benchmark: str
    row: type[R]
    enters: Callable[[Card], bool]
    refusal: str
    """Why another heuristic may not enter."""
    chunks: Callable[[dict[str, str]], list[Chunk]]
    """The benchmark in chunks for heuristics, given by name with their versions."""
    board: Callable[..., Board[Any]]
    """The board of rows and, in the ranking by accuracy, of people's answers."""
    sheets: Callable[[Any], Sequence[tables.Sheet[Any]]]
    """The tables of the board."""


def answers(
    ranking: Ranking[R],
    heuristics: Sequence[str] | None,
    workers: Workers,
    progress: Progress | None = None,
) -> list[R]:
    """Return the answers of heuristics, by default of all that may enter, in the benchmark's order.

    Raises OptionFault for a heuristic that is unknown or may not enter, HeuristicFault for an
    invalid answer. `progress` gets a new task.
    """
    cards = [workers.describe(name) for name in dict.fromkeys(heuristics or names())]
    for card in cards if heuristics else ():
        if not ranking.enters(card):
            raise OptionFault(f"heuristic {card.name!r}: {ranking.refusal}")
    versions = {card.name: card.version for card in cards if ranking.enters(card)}
    chunks = ranking.chunks(versions)
    total = sum(len(chunk.trials) for chunk in chunks)
    task = None if progress is None else progress.add_task(ranking.benchmark, total=total)
    futures = {workers.submit(chunk): chunk for chunk in chunks}
    for future in as_completed(futures):
        for row in future.result():
            if row.failure is not None:
                raise HeuristicFault(row.heuristic, row.trial, row.failure)
        if progress is not None and task is not None:
            progress.advance(task, len(futures[future].trials))
    order = list(versions)
    every = (row for future in futures for row in future.result())
    rows = [row for row in every if isinstance(row, ranking.row)]
    return sorted(rows, key=lambda row: (row.number, order.index(row.heuristic)))


def stability_chunks(versions: dict[str, str]) -> list[Chunk]:
    """Return all towers of `stability-2` with their stored truth."""
    towers = [tower for part in stability.benchmark().values() for tower in part]
    return [
        Chunk(
            tuple(tower.trial for tower in towers[first : first + 20]),
            versions,
            first,
            truths=tuple(tower.truth for tower in towers[first : first + 20]),
        )
        for first in range(0, len(towers), 20)
    ]


def placement_chunks(versions: dict[str, str], noise_seed: int | None = None) -> list[Chunk]:
    """Return the test set of `placement-3`, by default with a noise seed drawn now."""
    trials = task_trials(dice.secret_seed() if noise_seed is None else noise_seed)
    return [Chunk(tuple(trials[n : n + 4]), versions, n) for n in range(0, len(trials), 4)]


def stability_board(
    rows: Sequence[Prediction], persons: Sequence[Prediction] = ()
) -> StabilityBoard:
    """Return the ranking of heuristics and people, who are ranked on the towers they judged."""
    part_of = {
        tower.trial.id: part for part, some in stability.benchmark().items() for tower in some
    }
    entry = partial(
        _stability_entry, lambda row: (part_of[row.trial], part_of[row.trial] != stability.PLAIN)
    )
    agreed = metrics.counted(rows)
    entries = _ranked([*agreed, *persons], entry, _by_accuracy)
    towers, all_ = (len({row.trial for row in some}) for some in (agreed, rows))
    likeness = people.likenesses(persons, agreed)
    return StabilityBoard(stability.NAME, entries, towers, all_ - towers, likeness=likeness)


def template_chunks(split: stability3.Split, versions: dict[str, str]) -> list[Chunk]:
    """Return a split of `stability-3` with its stored truth."""
    benchmark = stability3.load_benchmark(split)
    trials, truths = tuple(benchmark.trials), tuple(stability3.truths(benchmark))
    return [
        Chunk(trials[n : n + 20], versions, n, truths=truths[n : n + 20])
        for n in range(0, len(trials), 20)
    ]


def template_board(
    track: str, rows: Sequence[Prediction], persons: Sequence[Prediction] = ()
) -> StabilityBoard:
    """Return the ranking on a track of `stability-3`; the hard towers have |λ| < 0.04."""
    hard = stability3.BANDS[1]
    entry = partial(_stability_entry, lambda row: (row.structure, abs(row.margin) < hard))
    rows, persons = _by_family(rows), _by_family(persons)
    entries = _ranked([*rows, *persons], entry, _by_accuracy)
    name, towers = f"{stability3.NAME}, {track}", len({row.trial for row in rows})
    likeness = people.likenesses(persons, rows)
    return StabilityBoard(
        name, entries, towers, ceiling=stability3.ceiling(track), likeness=likeness
    )


def template_budget_board(rows: Sequence[Prediction]) -> BudgetBoard:
    """Return the ranking of heuristics within the budgets on `stability-3`."""
    return replace(budget_board(_by_family(rows)), benchmark=f"{stability3.NAME}, budget")


def _by_family(rows: Sequence[Prediction]) -> list[Prediction]:
    """Return rows whose clusters are families: towers of one template and size."""
    return [replace(row, tower=f"{row.structure}-{row.blocks}") for row in rows]


def _by_accuracy(entry: StabilityEntry) -> tuple[float, ...]:
    return -entry.accuracy, entry.brier


def budget_board(rows: Sequence[Prediction]) -> BudgetBoard:
    """Return the ranking of heuristics within the budgets."""
    agreed = metrics.counted(rows)
    entries = _ranked(agreed, _budget_entry, lambda entry: (-entry.within[1], -entry.accuracy))
    return BudgetBoard(stability.NAME, entries, BUDGETS)


def placement_board(rows: Sequence[TaskResult]) -> PlacementBoard:
    """Return the ranking of the results of policies."""
    entries = _ranked(rows, _placement_entry, lambda entry: (-entry.score,))
    tasks, trials = ({getattr(row, name) for row in rows} for name in ("tower", "trial"))
    return PlacementBoard(placement.NAME, entries, len(tasks), len(trials), rows[0].seed)


def _ranked(
    rows: Sequence[R],
    entry: Callable[[str, float, Sequence[R]], E],
    key: Callable[[E], tuple[float, ...]],
) -> tuple[E, ...]:
    """Return the ranked entries of the heuristics in some rows."""
    entries = []
    for name, some in metrics.grouped(rows, lambda row: row.heuristic).items():
        seconds = metrics.spent([row.cpu_seconds for row in some]).median
        entries.append(entry(name, 1000 * seconds, some))
    entries.sort(key=key)
    return tuple(replace(entry, rank=rank) for rank, entry in enumerate(entries, 1))


def _stability_entry(
    part_of: Callable[[Prediction], tuple[str, bool]],
    name: str,
    ms: float,
    rows: Sequence[Prediction],
) -> StabilityEntry:
    """Return an entry; `part_of` says to which part a row belongs, and whether it is hard."""
    parts = metrics.grouped(rows, lambda row: part_of(row)[0])
    summary = metrics.summary(rows)
    hard = [row for row in rows if part_of(row)[1]]
    return StabilityEntry(
        heuristic=name,
        rank=0,
        ms=ms,
        accuracy=summary.accuracy,
        interval=metrics.accuracy_interval(rows),
        auc=summary.auc,
        brier=summary.brier,
        hard=metrics.summary(hard).accuracy if hard else None,
        parts={part: metrics.summary(some).accuracy for part, some in parts.items()},
        towers=len(rows),
        calibration_error=metrics.calibration_error(rows),
        calibration=metrics.calibration(rows),
    )


def _budget_entry(name: str, ms: float, rows: Sequence[Prediction]) -> BudgetEntry:
    in_time = [
        sum(metrics.right(row) and 1000 * row.cpu_seconds <= budget for row in rows) / len(rows)
        for budget in BUDGETS
    ]
    accuracy, interval = metrics.summary(rows).accuracy, metrics.accuracy_interval(rows)
    return BudgetEntry(name, 0, ms, tuple(in_time), accuracy, interval)


def _placement_entry(name: str, ms: float, rows: Sequence[TaskResult]) -> PlacementEntry:
    families = metrics.grouped(rows, lambda row: row.family)
    return PlacementEntry(
        heuristic=name,
        rank=0,
        ms=ms,
        score=metrics.mean_score(rows),
        interval=metrics.score_interval(rows),
        families={family: metrics.mean_score(some) for family, some in families.items()},
        fell=sum(row.fell for row in rows) / len(rows),
    )


def _columns(name: str, ms: str = "CPU ms\nper call") -> list[tables.Column[Any]]:
    """Return the columns of every ranking: rank, name and time."""
    return [
        tables.Column("", lambda entry: str(entry.rank)),
        tables.Column(name, lambda entry: entry.heuristic, is_text=True),
        tables.Column(ms, lambda entry: tables.milliseconds_text(entry.ms)),
    ]


def _percent(share: float | None, digits: int = 1) -> str:
    return "–" if share is None else f"{share:.{digits}%}"


def stability_sheets(board: StabilityBoard) -> list[tables.Sheet[Any]]:
    """Return the table of the ranking and, with people, of their likeness to heuristics.

    People judged only some towers; "off" is the calibration error.
    """
    rank, name, ms = _columns("heuristic")
    right: tables.Column[StabilityEntry] = tables.Column(
        "right (95 %)", lambda entry: tables.share_text(entry.accuracy, entry.interval)
    )
    half = "hard half" if board.ceiling is None else "|λ| < 0.04"
    hard: tables.Column[StabilityEntry] = tables.Column(half, lambda entry: _percent(entry.hard))
    auc: tables.Column[StabilityEntry] = tables.Column(
        "AUC", lambda entry: tables.digits_text(entry.auc)
    )
    brier: tables.Column[StabilityEntry] = tables.Column(
        "Brier", lambda entry: tables.digits_text(entry.brier)
    )
    title = f"{board.benchmark}: {board.towers} towers, half of them hard on purpose"
    title += (
        f"; without {board.contradicted} that statics contradicts" if board.contradicted else ""
    )
    if board.ceiling is not None:
        title = f"{board.benchmark}: {board.towers:,} towers; attainable: {board.ceiling:.1%}"
    if not board.likeness:
        return [tables.Sheet([rank, name, right, hard, auc, brier, ms], board.entries, title)]
    who, n = name._replace(head="who"), tables.Column[Any]("n", lambda entry: str(entry.towers))
    off = tables.Column[Any]("off", lambda entry: tables.digits_text(entry.calibration_error))
    columns = [rank, who, n, right, hard._replace(head="hard"), brier, off, ms._replace(head="ms")]
    return [tables.Sheet(columns, board.entries, title), people.sheet(board.likeness)]


def budget_sheets(board: BudgetBoard) -> list[tables.Sheet[Any]]:
    """Return the table of the ranking within budgets."""
    _, name, ms = _columns("heuristic")
    within: list[tables.Column[Any]] = [
        tables.Column(f"≤ {budget:g} ms", lambda entry, place=place: _percent(entry.within[place]))  # type: ignore[misc] # a lambda's default is untyped
        for place, budget in enumerate(board.budgets_ms)
    ]
    right: tables.Column[BudgetEntry] = tables.Column(
        "any time (95 %)", lambda entry: tables.share_text(entry.accuracy, entry.interval)
    )
    title = f"{board.benchmark}: right within a budget of processor time per call"
    return [tables.Sheet([name, *within, right, ms], board.entries, title)]


def placement_sheets(board: PlacementBoard) -> list[tables.Sheet[Any]]:
    """Return the tables of the ranking by score, and of the scores by family."""
    rank, name, ms = _columns("policy")
    score: tables.Column[PlacementEntry] = tables.Column(
        "score (95 %)", lambda entry: tables.share_text(entry.score, entry.interval)
    )
    families: list[tables.Column[Any]] = [
        tables.Column(
            family.replace("counterweight", "counter-\nweight"),
            lambda entry, family=family: _percent(entry.families.get(family), 0),  # type: ignore[misc] # as above
        )
        for family in FAMILIES
    ]
    fell: tables.Column[PlacementEntry] = tables.Column(
        "fell", lambda entry: _percent(entry.fell, 0)
    )
    title = f"{board.benchmark}: {board.tasks} tasks, {board.trials} trials; 100 % is the bound; "
    title += f"noise seed {board.noise_seed}"
    return [
        tables.Sheet([rank, name, score, fell, ms], board.entries, title),
        tables.Sheet([name, *families], board.entries, "scores by family"),
    ]


STABILITY = Ranking(
    stability.NAME,
    Prediction,
    lambda card: card.predicts,
    "places pieces, it does not say what stands",
    stability_chunks,
    stability_board,
    stability_sheets,
)
IMAGES = STABILITY._replace(
    enters=lambda card: card.sees_images, refusal="is shown scenes, not images only"
)
BUDGET = STABILITY._replace(board=budget_board, sheets=budget_sheets)
_TEST = partial(template_chunks, "test")
TEMPLATES: Mapping[str, Ranking[Prediction]] = MappingProxyType(
    {
        track: ranking._replace(benchmark=stability3.NAME, chunks=chunks, board=board)
        for track, chunks, ranking, board in (
            ("all", _TEST, STABILITY, partial(template_board, "scene")),
            ("images", _TEST, IMAGES, partial(template_board, "image")),
            ("budget", _TEST, BUDGET, template_budget_board),
            (
                "hidden",
                partial(template_chunks, "hidden"),
                STABILITY,
                partial(template_board, "hidden density"),
            ),
        )
    }
)
"""The rankings of `stability-3` by track."""
PLACEMENT = Ranking(
    placement.NAME,
    TaskResult,
    lambda card: card.places,
    "says what stands, it does not place pieces",
    placement_chunks,
    placement_board,
    placement_sheets,
)


def ranking(benchmark: str, track: str = "all", noise_seed: int | None = None) -> Ranking[Any]:
    """Return the ranking of a benchmark by a track; raises OptionFault if there is none.

    A noise seed repeats a published ranking of `placement-3`.
    """
    rankings: dict[str, Mapping[str, Ranking[Any]]] = {
        stability3.NAME: TEMPLATES,
        STABILITY.benchmark: {"all": STABILITY, "images": IMAGES, "budget": BUDGET},
        PLACEMENT.benchmark: {"all": PLACEMENT},
    }
    if benchmark not in rankings:
        raise OptionFault(f"benchmark {benchmark!r}: not known; there is {', '.join(rankings)}")
    if track not in rankings[benchmark]:
        raise OptionFault(f"--track {track}: {benchmark} has {', '.join(rankings[benchmark])}")
    chosen = rankings[benchmark][track]
    if noise_seed is None:
        return chosen
    if chosen is not PLACEMENT:
        raise OptionFault(f"--noise-seed: only {PLACEMENT.benchmark} has a hand that trembles")
    return chosen._replace(chunks=partial(placement_chunks, noise_seed=noise_seed))


_SHEETS: Mapping[type[Board[Any]], Callable[[Any], Sequence[tables.Sheet[Any]]]] = MappingProxyType(
    {StabilityBoard: stability_sheets, BudgetBoard: budget_sheets, PlacementBoard: placement_sheets}
)


def leaderboard(
    benchmark: str,
    heuristics: Sequence[str] | None = None,
    workers: int | None = None,
    noise_seed: int | None = None,
) -> Board[Any]:
    """Rank heuristics on a benchmark (`towersim.leaderboard`)."""
    asked = ranking(benchmark, noise_seed=noise_seed)
    with heuristic_processes(workers) as pool:
        return asked.board(answers(asked, heuristics, pool))
