"""One HTML page that needs nothing but itself: words, tables, and pictures inside it.

Dark words on light paper, one column, and what is wide scrolls by itself: readable on a phone.
Whatever is said is escaped here and nowhere else; functions take words and return HTML.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from string import Template
from typing import NamedTuple


class Cell(NamedTuple):
    """A cell of a table: its words, and how strongly it is tinted, 0 … 1."""

    words: str
    tint: float = 0.0


class Plate(NamedTuple):
    """A picture: its name as a file, its PNG, what it shows for those who cannot see, a caption."""

    name: str
    png: bytes
    shows: str
    caption: str


class Gallery(NamedTuple):
    """Small pictures, as many in a row as there is room for."""

    plates: tuple[Plate, ...]


Part = str | Plate | Gallery
"""A part of a page: HTML, or what becomes HTML."""


def heading(words: str, level: int = 2) -> str:
    """Return a heading.

    >>> heading("A & B")
    '<h2>A &amp; B</h2>'
    """
    return f"<h{level}>{escape(words)}</h{level}>"


def paragraph(words: str) -> str:
    """Return a paragraph."""
    return f"<p>{escape(words)}</p>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str | Cell]]) -> str:
    """Return a table; its first column names the rows.

    >>> "<td>&lt;b&gt;</td>" in table(["name", "n"], [["a", "<b>"]])
    True
    """
    head = "".join(f'<th scope="col">{escape(words)}</th>' for words in heads)
    body = "".join(f"<tr>{_row(row)}</tr>\n" for row in rows)
    return (
        f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>"
    )


def plates(parts: Iterable[Part]) -> Iterator[Plate]:
    """Yield all pictures of a page."""
    for part in parts:
        if isinstance(part, Gallery):
            yield from part.plates
        elif isinstance(part, Plate):
            yield part


def page(title: str, parts: Iterable[Part]) -> str:
    """Return the page as HTML."""
    return _PAGE.substitute(title=escape(title), body="\n".join(map(_html, parts)))


def _html(part: Part) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Gallery):
        small = (_figure(plate, _image(plate)) for plate in part.plates)
        return f'<div class="gallery">{"".join(small)}</div>'
    return _figure(part, f'<div class="wide">{_image(part)}</div>')


def _figure(plate: Plate, image: str) -> str:
    return f"<figure>{image}<figcaption>{escape(plate.caption)}</figcaption></figure>"


def _image(plate: Plate) -> str:
    inside = b64encode(plate.png).decode()
    return f'<img src="data:image/png;base64,{inside}" alt="{escape(plate.shows)}">'


def _row(row: Sequence[str | Cell]) -> str:
    first, *rest = (Cell(cell) if isinstance(cell, str) else cell for cell in row)
    cells = "".join(f"<td{_tint(cell.tint)}>{escape(cell.words)}</td>" for cell in rest)
    return f'<th scope="row">{escape(first.words)}</th>{cells}'


def _tint(share: float) -> str:
    return f' style="background:rgba(214,122,52,{0.45 * share:.2f})"' if share > 0 else ""


_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light; }
body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 54rem; background: #faf4e8;
  color: #3e2c1e; font: 1rem/1.55 "Noto Sans", system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.4rem 0 0.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 0.5rem; padding-top: 0.6rem;
  border-top: 2px solid #be8a56; }
h3 { font-size: 1.02rem; margin: 1.5rem 0 0.4rem; }
p { margin: 0.5rem 0; max-width: 44rem; }
.wide { overflow-x: auto; margin: 0.8rem 0; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.65rem; border-bottom: 1px solid #e2d5bd; text-align: right;
  white-space: nowrap; }
thead th { color: #7a624a; font-weight: 600; vertical-align: bottom;
  border-bottom: 2px solid #be8a56; }
th:first-child { text-align: left; }
tbody th { font-weight: 600; }
figure { margin: 1rem 0; }
figure img { display: block; width: 100%; height: auto; border-radius: 8px; }
figure .wide img { min-width: 30rem; }
figure .wide { margin: 0; }
figcaption { color: #5f4934; font-size: 0.9rem; margin-top: 0.4rem; overflow-wrap: anywhere; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
  gap: 1rem; }
.gallery figure { margin: 0; }
.gallery img { border: 1px solid #e2d5bd; }
</style>
</head>
<body>
$body
</body>
</html>
""")
