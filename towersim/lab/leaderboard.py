"""The leaderboard: how good heuristics are on `stability-1`, yours among the included ones.

Answers are rows as a sweep has them (`towersim.lab.rows`), so whatever reads those reads these.
`statics` and `margin` compute the very truth of the benchmark from what they see: they are the bar
to reach, and what they get wrong is what hidden weights decide.
"""

from collections.abc import Sequence
from concurrent.futures import Future, as_completed
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from towersim.errors import OptionFault
from towersim.lab import metrics, stability
from towersim.lab.envelope import markdown_lines
from towersim.lab.executors import processes
from towersim.lab.heuristics import find, names
from towersim.lab.rows import Cost, Verdict
from towersim.lab.work import Done, done

HEADS = ("", "heuristic", "right (95 %)", "hard half", "AUC", "Brier", "ms per call")


class Entry(msgspec.Struct, frozen=True):
    """One line of the leaderboard; shares and scores between 0 and 1, `interval` of 95 %."""

    rank: int
    heuristic: str
    accuracy: float
    interval: tuple[float, float]
    auc: float | None
    brier: float
    hard: float
    """Accuracy on the half that is hard on purpose."""
    parts: dict[str, float]
    """Accuracy on each part of the benchmark."""
    ms: float
    """Median wall clock milliseconds per call, while as many workers were at it."""


class Board(msgspec.Struct, frozen=True):
    """The leaderboard, best first: by accuracy, then by Brier score."""

    benchmark: str
    towers: int
    entries: tuple[Entry, ...]


class Answers(NamedTuple):
    """What heuristics said to all of the towers, in the benchmark's order, and what it cost."""

    verdicts: tuple[Verdict, ...]
    costs: tuple[Cost, ...]


def measure(
    heuristics: Sequence[str] | None = None, workers: int = 2, progress: Progress | None = None
) -> Board:
    """Return the leaderboard of these heuristics, by name, or of all there are that predict.

    OptionFault for one that is not known or cannot predict, HeuristicFault for one whose answer
    is no probability. `progress` gets a task of its own.
    """
    return board(answers(heuristics, workers, progress))


def answers(
    heuristics: Sequence[str] | None = None, workers: int = 2, progress: Progress | None = None
) -> Answers:
    """Ask the heuristics about all towers, in so many processes; the same answers with any."""
    wanted = predicting() if heuristics is None else tuple(dict.fromkeys(heuristics))
    for name in wanted:
        if find(name).predict is None:
            raise OptionFault(f"heuristic {name!r}: places pieces, it does not say what stands")
    trials = [trial for part in stability.benchmark().values() for trial in part]
    with processes(workers) as executor:
        asked = [executor.submit(done, trial, wanted) for trial in trials]
        _watch(asked, progress)
    found = [each for future in asked for each in future.result()]
    # The truth of the benchmark is the label of statics, with which the table agrees.
    rows = (it.row for it in found if isinstance(it.row, Verdict))
    verdicts = tuple(replace(row, stands=row.margin >= 0) for row in rows)
    return Answers(verdicts, tuple(it.cost for it in found))


def predicting() -> tuple[str, ...]:
    """Return the names of the included and the installed heuristics that predict.

    >>> "statics" in predicting(), "best-margin" in predicting()
    (True, False)
    """
    return tuple(name for name in names() if find(name).predict is not None)


def board(given: Answers) -> Board:
    """Return the leaderboard of what heuristics answered."""
    costs = metrics.grouped(given.costs, lambda cost: cost.heuristic)
    entries = [
        _entry(name, rows, [cost.seconds for cost in costs[name]])
        for name, rows in metrics.grouped(given.verdicts, lambda row: row.heuristic).items()
    ]
    entries.sort(key=lambda entry: (-entry.accuracy, entry.brier))
    return Board(
        stability.NAME,
        len({row.trial for row in given.verdicts}),
        tuple(replace(entry, rank=rank) for rank, entry in enumerate(entries, 1)),
    )


def table(board: Board) -> Grid:
    """Return the leaderboard for a terminal."""
    title = f"{board.benchmark}: {board.towers} towers, half of them hard on purpose"
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD)
    first, name, *rest = HEADS
    grid.add_column(first, justify="right")
    grid.add_column(name, overflow="fold")
    for head in rest:
        grid.add_column(head, justify="right", no_wrap=True)
    for entry in board.entries:
        grid.add_row(*map(escape, _cells(entry)))
    return grid


def markdown(board: Board) -> str:
    """Return the leaderboard as a Markdown table, for a README."""
    return "\n".join(markdown_lines([HEADS, *map(_cells, board.entries)])) + "\n"


def _cells(entry: Entry) -> tuple[str, ...]:
    low, high = (f"{100 * end:.1f}" for end in entry.interval)
    return (
        str(entry.rank),
        entry.heuristic,
        f"{entry.accuracy:.1%} ({low}–{high})",
        f"{entry.hard:.1%}",
        "–" if entry.auc is None else f"{entry.auc:.3f}",
        f"{entry.brier:.3f}",
        f"{entry.ms:.2g}" if entry.ms < 10 else f"{entry.ms:.0f}",
    )


def _entry(name: str, rows: Sequence[Verdict], seconds: Sequence[float]) -> Entry:
    """Return the line of one heuristic, not yet ranked."""
    part_of = {trial.id: part for part, trials in stability.benchmark().items() for trial in trials}
    parts = metrics.grouped(rows, lambda row: part_of[row.trial])
    summary = metrics.summary(rows)
    hard = [row for part, some in parts.items() if part != stability.PLAIN for row in some]
    return Entry(
        rank=0,
        heuristic=name,
        accuracy=summary.accuracy,
        interval=metrics.accuracy_interval(rows),
        auc=summary.auc,
        brier=summary.brier,
        hard=metrics.summary(hard).accuracy,
        parts={part: metrics.summary(some).accuracy for part, some in parts.items()},
        ms=1000 * metrics.spent(seconds).median,
    )


def _watch(asked: Sequence["Future[list[Done]]"], progress: Progress | None) -> None:
    """Wait for all of them; raise what the first one that failed did."""
    task = None if progress is None else progress.add_task(stability.NAME, total=len(asked))
    for future in as_completed(asked):
        future.result()
        if progress is not None and task is not None:
            progress.advance(task)
