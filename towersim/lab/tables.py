"""Tables of measurements for a terminal, Markdown and a page, and the text of their figures.

A `Sheet` describes the columns once. JSON output is its rows, which hold unrounded numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from rich.box import SIMPLE_HEAD, Box
from rich.table import Table as Grid
from rich.text import Text

T = TypeVar("T")


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

    def grid(self, box: Box = SIMPLE_HEAD) -> Grid:
        """Return the table for a terminal."""
        # Without padding, tables of many columns fit 80 characters.
        grid = Grid(
            title=self.title or None,
            title_justify="left",
            box=box,
            padding=(0, 1 if len(self.columns) < 7 else 0),
            collapse_padding=True,
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

    def markdown(self) -> str:
        r"""Return the table as Markdown, each line with its end.

        >>> print(Sheet([Column("λ", str), Column("n", lambda row: f"|{row}")], [7]).markdown())
        | λ | n |
        | --- | --- |
        | 7 | \|7 |
        <BLANKLINE>
        """
        return markdown_table([self.heads, *([cell.words for cell in row] for row in self.cells)])


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Return a Markdown table, each line with its end; the first row is the head.

    >>> markdown_table([["λ", "n"], ["0.1", "7"]])
    '| λ | n |\n| --- | --- |\n| 0.1 | 7 |\n'
    """
    escaped = ([cell.replace("|", r"\|") for cell in row] for row in rows)
    head, *rest = (f"| {' | '.join(row)} |\n" for row in escaped)
    return "".join((head, f"|{' --- |' * len(rows[0])}\n", *rest))


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


def digits_text(value: float | None, digits: int = 3) -> str:
    """Return a number with a fixed number of digits; a dash for None.

    >>> digits_text(0.25, 2), digits_text(None)
    ('0.25', '–')
    """
    return "–" if value is None else f"{value:.{digits}f}"
