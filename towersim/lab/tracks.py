"""Two more ways to rank on `stability-2`: by pictures alone, and by what is said in time.

Images: those heuristics only that are shown a picture of 128 x 128 pixels and nothing else. Budget:
how often a heuristic is right if only answers count that took no more processor time than 0.1, 1
and 10 ms; an answer that comes too late is wrong, as one that fails is.
"""

from collections.abc import Sequence

import msgspec
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from towersim.errors import OptionFault
from towersim.lab import leaderboard, metrics, stability
from towersim.lab.envelope import markdown_lines
from towersim.lab.executors import heuristic_processes
from towersim.lab.heuristics import find
from towersim.lab.rows import Prediction

BUDGETS = (0.1, 1.0, 10.0)
"""Milliseconds of processor time per call."""
HEADS = ("heuristic", *(f"≤ {ms:g} ms" for ms in BUDGETS), "any time (95 %)", "CPU ms per call")


class Budgeted(msgspec.Struct, frozen=True):
    """The accuracy of one heuristic within each budget, and without any."""

    heuristic: str
    within: tuple[float, ...]
    accuracy: float
    interval: tuple[float, float]
    ms: float
    """Median milliseconds of processor time per call."""


class BudgetBoard(msgspec.Struct, frozen=True):
    """The heuristics by what they get right within 1 ms, then within any time."""

    benchmark: str
    budgets_ms: tuple[float, ...]
    entries: tuple[Budgeted, ...]


def seeing() -> tuple[str, ...]:
    """Return the names of the heuristics that are shown pictures.

    >>> "image-centre" in seeing(), "overlap" in seeing()
    (True, False)
    """
    return tuple(name for name in leaderboard.predicting() if find(name).sees_images)


def check_images(heuristics: Sequence[str]) -> None:
    """Raise OptionFault for a heuristic that is shown more than pictures."""
    for name in heuristics:
        if not find(name).sees_images:
            raise OptionFault(f"heuristic {name!r}: is shown scenes, not images only")


def measure(
    heuristics: Sequence[str] | None = None, workers: int = 2, progress: Progress | None = None
) -> BudgetBoard:
    """Return the board of the budgets for these heuristics, or for all that predict."""
    with heuristic_processes(workers) as pool:
        return board(leaderboard.answers(heuristics, pool, progress))


def board(rows: Sequence[Prediction]) -> BudgetBoard:
    """Return the board of what heuristics answered."""
    by_name = metrics.grouped(rows, lambda row: row.heuristic)
    entries = [
        Budgeted(
            name,
            tuple(sum(_in_time(row, ms) for row in some) / len(some) for ms in BUDGETS),
            metrics.summary(some).accuracy,
            metrics.accuracy_interval(some),
            1000 * metrics.spent([row.cpu_seconds for row in some]).median,
        )
        for name, some in by_name.items()
    ]
    entries.sort(key=lambda entry: (-entry.within[1], -entry.accuracy))
    return BudgetBoard(stability.NAME, BUDGETS, tuple(entries))


def table(board: BudgetBoard) -> Grid:
    """Return the board for a terminal."""
    title = f"{board.benchmark}: right within a budget of processor time per call"
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, collapse_padding=True)
    for n, head in enumerate(HEADS):
        grid.add_column(head, justify="right" if n else "left", no_wrap=n > 0, overflow="fold")
    for entry in board.entries:
        grid.add_row(*map(escape, _cells(entry)))
    return grid


def markdown(board: BudgetBoard) -> str:
    """Return the board as a Markdown table, for a README."""
    return "\n".join(markdown_lines([HEADS, *map(_cells, board.entries)])) + "\n"


def _in_time(row: Prediction, ms: float) -> bool:
    return metrics.right(row) and 1000 * row.cpu_seconds <= ms


def _cells(entry: Budgeted) -> tuple[str, ...]:
    low, high = (f"{100 * end:.1f}" for end in entry.interval)
    return (
        entry.heuristic,
        *(f"{share:.1%}" for share in entry.within),
        f"{entry.accuracy:.1%} ({low}–{high})",
        f"{entry.ms:.2g}" if entry.ms < 10 else f"{entry.ms:.0f}",
    )
