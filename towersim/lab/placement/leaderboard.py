"""The leaderboard of `placement-2`: scores of policies with a hand that has tremor.

Intervals are 95 %, by a bootstrap of tasks, each with all its trials.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from towersim.lab import metrics
from towersim.lab.chunk import Chunk
from towersim.lab.executors import Workers
from towersim.lab.leaderboard import gathered, versions
from towersim.lab.placement.benchmark import NAME, trials
from towersim.lab.placement.tasks import FAMILIES
from towersim.lab.rows import Placed
from towersim.lab.tables import markdown_table, milliseconds_text, share_text

HEADS = ("", "policy", "score (95 %)", *FAMILIES, "fell", "CPU ms per call")
CHUNK = 4
"""Number of trials in a chunk."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the leaderboard; scores between 0 and 1, `interval` of 95 %."""

    rank: int
    heuristic: str
    score: float
    """Mean over all trials; mean regret is 1 - score."""
    interval: metrics.Interval | None
    families: dict[str, float]
    """Mean score in each family."""
    fell: float
    """Share of trials in which the tower fell."""
    ms: float
    """Median CPU time per call, in milliseconds."""


class Board(msgspec.Struct, frozen=True):
    """The leaderboard, best first."""

    benchmark: str
    tasks: int
    trials: int
    entries: tuple[Entry, ...]


def measure(
    heuristics: Sequence[str] | None, workers: Workers, progress: Progress | None = None
) -> Board:
    """Return the leaderboard of policies given by name, by default of all that place pieces.

    Raises OptionFault for one that is unknown or does not place pieces, HeuristicFault for an
    invalid answer. `progress` gets a new task.
    """
    return board(answers(heuristics, workers, progress))


def answers(
    heuristics: Sequence[str] | None, workers: Workers, progress: Progress | None = None
) -> tuple[Placed, ...]:
    """Return the results of policies in all trials, in the benchmark's order."""
    able = (lambda card: card.places, "says what stands, it does not place pieces")
    asked = versions(heuristics, workers, *able)
    them = trials()
    chunks = [
        Chunk(tuple(them[first : first + CHUNK]), asked, first)
        for first in range(0, len(them), CHUNK)
    ]
    rows = gathered(NAME, chunks, workers, progress)
    return tuple(row for row in rows if isinstance(row, Placed))


def board(rows: Sequence[Placed]) -> Board:
    """Return the leaderboard of the results of policies."""
    by_name = metrics.grouped(rows, lambda row: row.heuristic)
    entries = sorted((_entry(*it) for it in by_name.items()), key=lambda entry: -entry.score)
    return Board(
        NAME,
        len({row.tower for row in rows}),
        len({row.trial for row in rows}),
        tuple(replace(entry, rank=rank) for rank, entry in enumerate(entries, 1)),
    )


def table(board: Board) -> Grid:
    """Return the leaderboard for a terminal."""
    title = f"{board.benchmark}: {board.tasks} tasks, {board.trials} trials; 100 % is the optimum"
    # Without padding it fits 80 columns.
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, padding=0)
    grid.add_column(HEADS[0], justify="right")
    grid.add_column(HEADS[1], overflow="fold", min_width=14)
    for head in HEADS[2:]:
        short = head.replace("counterweight", "counter-\nweight").replace("CPU ms ", "CPU ms\n")
        grid.add_column(short, justify="right", no_wrap=True)
    for entry in board.entries:
        grid.add_row(*map(escape, _cells(entry)))
    return grid


def markdown(board: Board) -> str:
    """Return the leaderboard as a Markdown table, for a README."""
    return markdown_table([HEADS, *map(_cells, board.entries)])


def _cells(entry: Entry) -> tuple[str, ...]:
    return (
        str(entry.rank),
        entry.heuristic,
        share_text(entry.score, entry.interval),
        *(f"{entry.families[name]:.0%}" if name in entry.families else "–" for name in FAMILIES),
        f"{entry.fell:.0%}",
        milliseconds_text(entry.ms),
    )


def _entry(name: str, rows: Sequence[Placed]) -> Entry:
    """Return the entry of one policy, not yet ranked."""
    families = metrics.grouped(rows, lambda row: row.family)
    return Entry(
        rank=0,
        heuristic=name,
        score=metrics.mean_score(rows),
        interval=metrics.score_interval(rows),
        families={family: metrics.mean_score(some) for family, some in families.items()},
        fell=sum(row.fell for row in rows) / len(rows),
        ms=1000 * metrics.spent([row.cpu_seconds for row in rows]).median,
    )
