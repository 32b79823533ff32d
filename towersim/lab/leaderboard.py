"""The leaderboard of heuristics on `stability-2`.

Answers are rows like those of a sweep (`towersim.lab.rows`). `statics` and `margin` compute the
benchmark's label from the scene they are shown, so they are the reference: they are wrong only
where hidden weights decide.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed

import msgspec
from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table as Grid

from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab import metrics, people, stability
from towersim.lab.chunk import Chunk
from towersim.lab.executors import Workers
from towersim.lab.heuristics import names
from towersim.lab.heuristics.base import Card
from towersim.lab.metrics import Bin
from towersim.lab.people import Likeness
from towersim.lab.rows import Answer, Prediction
from towersim.lab.stability import Tower
from towersim.lab.tables import markdown_table, milliseconds_text, share_text

HEADS = ("", "heuristic", "right (95 %)", "hard half", "AUC", "Brier", "CPU ms per call")
WITH_PEOPLE = ("", "who", "n", "right (95 %)", "hard", "Brier", "off", "ms")
"""The heads if people are included, who judged only some of the towers; "off" is the calibration
error, "ms" a heuristic's CPU time or a person's time to answer."""
CHUNK = 20
"""Number of towers in a chunk."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the leaderboard; shares and scores between 0 and 1, `interval` of 95 %."""

    rank: int
    heuristic: str
    accuracy: float
    interval: tuple[float, float]
    auc: float | None
    brier: float
    hard: float | None
    """Accuracy on the hard half; None if no tower of it was answered."""
    parts: dict[str, float]
    """Accuracy on each part of the benchmark."""
    ms: float
    """Median CPU time per call, or a person's median time to answer, in milliseconds."""
    towers: int
    """Number of towers answered."""
    calibration_error: float
    """Expected calibration error: mean |predicted - observed| over bins (Naeini et al. 2015)."""
    calibration: tuple[Bin, ...]


class Board(msgspec.Struct, frozen=True):
    """The leaderboard, best first: by accuracy, then by Brier score."""

    benchmark: str
    towers: int
    entries: tuple[Entry, ...]
    likeness: tuple[Likeness, ...] = ()
    """Comparison of each person with each heuristic on the same towers; empty without people."""


def measure(
    heuristics: Sequence[str] | None,
    workers: Workers,
    progress: Progress | None = None,
    persons: Sequence[Prediction] = (),
) -> Board:
    """Return the leaderboard of heuristics given by name, by default of all that predict.

    People are ranked among them, each on the towers that they judged. Raises OptionFault for a
    heuristic that is unknown or cannot predict, HeuristicFault for one whose answer is no
    probability. `progress` gets a new task.
    """
    return board(answers(heuristics, workers, progress), persons)


def answers(
    heuristics: Sequence[str] | None, workers: Workers, progress: Progress | None = None
) -> tuple[Prediction, ...]:
    """Return the heuristics' predictions for all towers, in the benchmark's order.

    The truth is that stored in the benchmark.
    """
    able = (lambda card: card.predicts, "places pieces, it does not say what stands")
    asked = versions(heuristics, workers, *able)
    towers = [tower for part in stability.benchmark().values() for tower in part]
    chunks = [_chunk(towers, first, asked) for first in range(0, len(towers), CHUNK)]
    rows = gathered(stability.NAME, chunks, workers, progress)
    return tuple(row for row in rows if isinstance(row, Prediction))


def versions(
    heuristics: Sequence[str] | None, workers: Workers, able: Callable[[Card], bool], why: str
) -> dict[str, str]:
    """Return the versions of heuristics by name; by default of all that are able.

    Raises OptionFault, which ends with `why`, for one that is not able.
    """
    cards = [workers.describe(name) for name in dict.fromkeys(heuristics or names())]
    for card in cards if heuristics else ():
        if not able(card):
            raise OptionFault(f"heuristic {card.name!r}: {why}")
    return {card.name: card.version for card in cards if able(card)}


def gathered(
    name: str, chunks: Sequence[Chunk], workers: Workers, progress: Progress | None
) -> list[Answer]:
    """Return the rows of all chunks, sorted by trial, then by the order of the heuristics.

    Raises HeuristicFault for the first failure.
    """
    total = sum(len(chunk.trials) for chunk in chunks)
    task = None if progress is None else progress.add_task(name, total=total)
    futures = {workers.submit(chunk): chunk for chunk in chunks}
    for future in as_completed(futures):
        _check(future.result())
        if progress is not None and task is not None:
            progress.advance(task, len(futures[future].trials))
    order = list(chunks[0].asked)
    rows = [row for future in futures for row in future.result()]
    return sorted(rows, key=lambda row: (row.number, order.index(row.heuristic)))


def _chunk(towers: Sequence[Tower], first: int, asked: dict[str, str]) -> Chunk:
    some = towers[first : first + CHUNK]
    trials = tuple(tower.trial for tower in some)
    return Chunk(trials, asked, first, truths=tuple(tower.truth for tower in some))


def _check(rows: Sequence[Answer]) -> None:
    for row in rows:
        if row.failure is not None:
            raise HeuristicFault(row.heuristic, row.trial, row.failure)


def board(rows: Sequence[Prediction], persons: Sequence[Prediction] = ()) -> Board:
    """Return the leaderboard of the answers of heuristics and people."""
    entries = [
        _entry(name, some)
        for name, some in metrics.grouped([*rows, *persons], lambda row: row.heuristic).items()
    ]
    entries.sort(key=lambda entry: (-entry.accuracy, entry.brier))
    return Board(
        stability.NAME,
        len({row.trial for row in rows}),
        tuple(replace(entry, rank=rank) for rank, entry in enumerate(entries, 1)),
        people.likenesses(persons, rows),
    )


def table(board: Board) -> Grid:
    """Return the leaderboard for a terminal."""
    title = f"{board.benchmark}: {board.towers} towers, half of them hard on purpose"
    # Without padding, usual names fit 80 columns.
    grid = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, padding=0)
    first, name, *rest = _heads(board)
    grid.add_column(first, justify="right")
    grid.add_column(name, overflow="fold")
    for head in rest:
        grid.add_column(head, justify="right", no_wrap=True)
    for entry in board.entries:
        grid.add_row(*map(escape, _cells(board, entry)))
    return grid


def markdown(board: Board) -> str:
    """Return the leaderboard as a Markdown table, followed by that of people and heuristics."""
    ranking = markdown_table([_heads(board), *(_cells(board, entry) for entry in board.entries)])
    if not board.likeness:
        return ranking
    return f"{ranking}\n{markdown_table([people.HEADS, *map(people.cells, board.likeness)])}"


def _heads(board: Board) -> tuple[str, ...]:
    return WITH_PEOPLE if board.likeness else HEADS


def _cells(board: Board, entry: Entry) -> tuple[str, ...]:
    cells = {
        "": str(entry.rank),
        HEADS[1]: entry.heuristic,
        WITH_PEOPLE[1]: entry.heuristic,
        "n": str(entry.towers),
        "right (95 %)": share_text(entry.accuracy, entry.interval),
        HEADS[3]: (hard := "–" if entry.hard is None else f"{entry.hard:.1%}"),
        WITH_PEOPLE[4]: hard,
        "AUC": "–" if entry.auc is None else f"{entry.auc:.3f}",
        "Brier": f"{entry.brier:.3f}",
        "off": f"{entry.calibration_error:.3f}",
        HEADS[-1]: (ms := milliseconds_text(entry.ms)),
        WITH_PEOPLE[-1]: ms,
    }
    return tuple(cells[head] for head in _heads(board))


def _entry(name: str, rows: Sequence[Prediction]) -> Entry:
    """Return the entry of one heuristic, not yet ranked."""
    part_of = {it.trial.id: part for part, some in stability.benchmark().items() for it in some}
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
        hard=metrics.summary(hard).accuracy if hard else None,
        parts={part: metrics.summary(some).accuracy for part, some in parts.items()},
        ms=1000 * metrics.spent([row.cpu_seconds for row in rows]).median,
        towers=len(rows),
        calibration_error=metrics.calibration_error(rows),
        calibration=metrics.calibration(rows),
    )
