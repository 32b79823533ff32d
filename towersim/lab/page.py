"""A self-contained HTML page of text, tables and embedded pictures.

Jinja2 renders it from `report.html` in this package and escapes all text.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from towersim.common.errors import cleaned
from towersim.lab.tables import Sheet


class Heading(NamedTuple):
    """A heading of level 1, 2 or 3."""

    words: str
    level: int = 2


class Paragraph(NamedTuple):
    """A paragraph."""

    words: str


class Plate(NamedTuple):
    """A picture: its file name without suffix, its PNG, its alternative text and its caption."""

    name: str
    png: bytes
    alternative: str
    caption: str

    @property
    def data(self) -> str:
        """The PNG as base64 text."""
        return b64encode(self.png).decode()


class Gallery(NamedTuple):
    """Small pictures in as many columns as fit."""

    plates: tuple[Plate, ...]


Part = Heading | Paragraph | Sheet[Any] | Plate | Gallery


def plates(parts: Iterable[Part]) -> Iterator[Plate]:
    """Yield all pictures of a page."""
    for part in parts:
        if isinstance(part, Gallery):
            yield from part.plates
        elif isinstance(part, Plate):
            yield part


def page(title: str, parts: Iterable[Part]) -> str:
    """Return the page as HTML.

    >>> "<h2>A &amp; B</h2>" in page("A", [Heading("A & B")])
    True
    """
    named = [(type(part).__name__, part) for part in parts]
    return filled_in("report.html", title=title, parts=named)


def filled_in(template: str, **values: object) -> str:
    """Return a template of this package with values; in HTML their text is escaped."""
    environment = Environment(
        loader=PackageLoader("towersim.lab", "."),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return cleaned(environment.get_template(template).render(values))
