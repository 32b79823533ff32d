"""Tables of measurements for a terminal, Markdown and a page; their figures and intervals.

A `Sheet` describes the columns once. JSON output is its rows, which hold unrounded numbers.
"""

import html
import math
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from rich.box import SIMPLE_HEAD, Box
from rich.table import Table as Grid
from rich.text import Text

from towersim.common.errors import OptionFault, check_choice

T = TypeVar("T")
Library = Literal["pandas", "polars", "pyarrow"]
LEVEL = 0.95
"""Confidence level: the share of such intervals that contain the true value."""
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


class Quantity(NamedTuple):
    """One measured number."""

    what: str
    value: float
    unit: str


class Cell(NamedTuple):
    """A cell of a table: its text, and the strength of its tint (0 … 1) on a page."""

    words: str
    tint: float = 0.0


class Column(NamedTuple, Generic[T]):
    """A column: its head (lines broken only in a terminal), and the cell of a row."""

    head: str
    cell: Callable[[T], str | Cell]
    is_text: bool = False
    """Text is folded if the terminal is narrow; figures are aligned to the right and are not."""


class Sheet(NamedTuple, Generic[T]):
    """A table: its columns, its rows, and its title in a terminal."""

    columns: Sequence[Column[T]]
    rows: Sequence[T]
    title: str = ""
    lined: bool = False
    """Whether a terminal shows lines between the rows."""

    @property
    def heads(self) -> list[str]:
        """The heads in one line each."""
        return [column.head.replace("-\n", "").replace("\n", " ") for column in self.columns]

    @property
    def cells(self) -> Iterator[list[Cell]]:
        """The cells of each row."""
        for row in self.rows:
            texts = (column.cell(row) for column in self.columns)
            yield [Cell(text) if isinstance(text, str) else text for text in texts]

    def grid(self, box: Box | None = SIMPLE_HEAD) -> Grid:
        """Return the table for a terminal."""
        # Without padding, tables of many columns fit 80 characters; a box parts them.
        grid = Grid(
            title=self.title or None,
            title_justify="left",
            box=box,
            padding=(0, 1 if box is None or len(self.columns) < 7 else 0),
            collapse_padding=True,
            show_lines=self.lined,
        )
        for column in self.columns:
            grid.add_column(
                column.head,
                justify="left" if column.is_text else "right",
                no_wrap=not column.is_text,
                overflow="fold",
            )
        for row in self.cells:
            grid.add_row(*(Text(cell.words) for cell in row))
        return grid

    def html(self) -> str:
        """Return the table as HTML for a notebook or a page, the first cell of a row as its head.

        >>> Sheet([Column("n", str)], [7], "A & B").html()[:45]
        '<table><caption>A &amp; B</caption><thead><tr'
        """
        head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in self.heads)
        rows = "".join(
            f'<tr><th scope="row">{html.escape(first.words)}</th>{"".join(map(_html, rest))}</tr>'
            for first, *rest in self.cells
        )
        caption = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    def markdown(self) -> str:
        r"""Return the table as Markdown, each line with its end.

        >>> print(Sheet([Column("λ", str), Column("n", lambda row: f"|{row}")], [7]).markdown())
        | λ | n |
        | --- | --- |
        | 7 | \|7 |
        <BLANKLINE>
        """
        rows = [self.heads, *([cell.words for cell in row] for row in self.cells)]
        escaped = ([words.replace("|", r"\|") for words in row] for row in rows)
        head, *rest = (f"| {' | '.join(row)} |\n" for row in escaped)
        return "".join((head, f"|{' --- |' * len(self.columns)}\n", *rest))


def _html(cell: Cell) -> str:
    tint = f' style="background:rgba(214,122,52,{0.45 * cell.tint:.2f})"' if cell.tint > 0 else ""
    return f"<td{tint}>{html.escape(cell.words)}</td>"


def frame(rows: Sequence[object], library: Library = "pandas") -> Any:  # noqa: ANN401 - optional
    """Return rows as a data frame of pandas or Polars, or as a table of Arrow, by way of Arrow.

    OptionFault if the library is unknown or not installed.

    >>> frame([Cell("a"), Cell("b", 0.5)], "pyarrow").column_names
    ['words', 'tint']
    """
    check_choice("library", library, ("pandas", "polars", "pyarrow"))
    try:
        import pyarrow  # noqa: PLC0415 - an optional extra

        table = pyarrow.Table.from_pylist([_plain(row) for row in rows])
        if library == "polars":
            import polars  # noqa: PLC0415 - as above

            return polars.from_arrow(table)
        return table.to_pandas() if library == "pandas" else table
    except ModuleNotFoundError:
        raise OptionFault(f"{library} is not installed: pip install pyarrow {library}") from None


def _plain(value: Any) -> Any:  # noqa: ANN401 - any value of a row
    """Return a value of lists, dictionaries and numbers only."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    elif hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else msgspec.to_builtins(value)


def share_text(share: float, interval: tuple[float, float] | None) -> str:
    """Return a share (0 … 1) in per cent, with its interval if it has one.

    >>> share_text(0.5, (0.404, 0.596)), share_text(0.5, None)
    ('50.0% (40.4–59.6)', '50.0%')
    """
    ends = "" if interval is None else " ({:.1f}–{:.1f})".format(*(100 * end for end in interval))
    return f"{share:.1%}{ends}"


def milliseconds_text(ms: float) -> str:
    """Return milliseconds to two digits, or to whole ones from 10 on.

    >>> milliseconds_text(0.1234), milliseconds_text(12.34), milliseconds_text(1234.5)
    ('0.12', '12', '1,234')
    """
    return f"{ms:.2g}" if ms < 10 else f"{ms:,.0f}"


def digits_text(
    value: float | None, digits: int = 3, interval: tuple[float, float] | None = None
) -> str:
    """Return a number with a fixed number of digits, and its interval; a dash for None.

    >>> digits_text(0.25, 2), digits_text(0.25, 1, (0.18, 0.32)), digits_text(None)
    ('0.25', '0.2 (0.2–0.3)', '–')
    >>> digits_text(0.25, 1, (-0.18, 0.32))
    '0.2 (−0.2 … 0.3)'
    """
    if value is None:
        return "–"
    between = " … " if interval and interval[0] < 0 else "–"
    ends = between.join(f"{end:.{digits}f}" for end in interval or ())
    return (f"{value:.{digits}f}" + (f" ({ends})" if ends else "")).replace("-", "−")


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


class Share(msgspec.Struct, frozen=True):
    """A share (0 … 1) with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return share_text(self.value, (self.low, self.high))


def interval(count: float, of: float) -> Interval:
    """Return the 95 % interval of a probability from `count` successes in `of` (≥ 1) trials.

    By E. Wilson (Probable inference …, JASA 22, 1927).

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    >>> interval(0, 40).low, interval(40, 40).high, interval(9, 9).high
    (0.0, 1.0, 1.0)
    """
    p = count / of
    middle = p + _Z**2 / (2 * of)
    spread = _Z * math.sqrt(p * (1 - p) / of + _Z**2 / (4 * of**2))
    scale = 1 + _Z**2 / of
    # Rounding must not leave p outside.
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return Interval(max(0.0, min(p, low)), min(1.0, max(p, high)))
