"""Further rankings on `stability-2`: heuristics limited to pictures, and accuracy within a budget.

Images: only heuristics whose input is a picture of 128 x 128 pixels. Budget: the accuracy of a
heuristic if only answers within 0.1, 1 and 10 ms of CPU time count; later answers are wrong, like
failed ones.
"""

from collections.abc import Sequence

import msgspec
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from towersim.lab import leaderboard, metrics, stability
from towersim.lab.executors import Workers
from towersim.lab.rows import Prediction
from towersim.lab.tables import grid, markdown_table, milliseconds_text, share_text

BUDGETS = (0.1, 1.0, 10.0)
"""Budgets of CPU time per call, in milliseconds."""
HEADS = ("heuristic", *(f"≤ {ms:g} ms" for ms in BUDGETS), "any time (95 %)", "CPU ms per call")


class Budgeted(msgspec.Struct, frozen=True):
    """A heuristic's accuracy within each budget, and without a limit."""

    heuristic: str
    within: tuple[float, ...]
    accuracy: float
    interval: tuple[float, float]
    ms: float
    """Median CPU time per call, in milliseconds."""


class BudgetBoard(msgspec.Struct, frozen=True):
    """The heuristics ranked by accuracy within 1 ms, then without a limit."""

    benchmark: str
    budgets_ms: tuple[float, ...]
    entries: tuple[Budgeted, ...]


def seeing(heuristics: Sequence[str] | None, workers: Workers) -> list[str]:
    """Return the names of the heuristics whose input is pictures, by default of all.

    Raises OptionFault for a heuristic whose input is not pictures.
    """
    able = (lambda card: card.sees_images, "is shown scenes, not images only")
    return [*leaderboard.versions(heuristics, workers, *able)]


def measure(
    heuristics: Sequence[str] | None, workers: Workers, progress: Progress | None = None
) -> BudgetBoard:
    """Return the budget ranking of these heuristics, by default of all that predict."""
    return board(leaderboard.answers(heuristics, workers, progress))


def board(rows: Sequence[Prediction]) -> BudgetBoard:
    """Return the budget ranking of the answers of heuristics."""
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
    """Return the ranking for a terminal."""
    title = f"{board.benchmark}: right within a budget of processor time per call"
    found = grid(title, HEADS, left=1)
    for entry in board.entries:
        found.add_row(*map(escape, _cells(entry)))
    return found


def markdown(board: BudgetBoard) -> str:
    """Return the ranking as a Markdown table, for a README."""
    return markdown_table([HEADS, *map(_cells, board.entries)])


def _in_time(row: Prediction, ms: float) -> bool:
    return metrics.right(row) and 1000 * row.cpu_seconds <= ms


def _cells(entry: Budgeted) -> tuple[str, ...]:
    return (
        entry.heuristic,
        *(f"{share:.1%}" for share in entry.within),
        share_text(entry.accuracy, entry.interval),
        milliseconds_text(entry.ms),
    )
