"""Tables of measurements, for a terminal and as Markdown, and the text of their figures."""

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid


def grid(title: str, heads: Sequence[str], left: int) -> Grid:
    """Return an empty table for a terminal; its first `left` columns hold words, the rest figures.

    Words are folded if the terminal is narrow, figures are not.
    """
    found = Grid(title=title, title_justify="left", box=SIMPLE_HEAD, collapse_padding=True)
    for n, head in enumerate(heads):
        found.add_column(
            head,
            justify="left" if n < left else "right",
            no_wrap=n >= left,
            overflow="fold",
        )
    return found


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
