"""The layout of the pile: a place on the shelves for each piece."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import known
from towersim.common.units import Pose
from towersim.geometry.shapes import extent
from towersim.scene.table_setup import Piece
from towersim.ui.drawing.theme import TEXT, Stage

ROWS: Final = 7
TITLE: Final = 36
"""Height of the line above the shelves, in units."""
BOARD: Final = 17
"""Height of a shelf's front edge with the names, in units."""
NAME: Final = 11
"""Font size of a name, in units."""
TALLEST: Final = 0.0635
"""Height of the tallest piece, in metres."""
NARROWER: Final = (
    (1.0, 200, 9),
    (1.0, 200, 4),
    (0.9, 200, 4),
    (0.9, 90, 4),
    (0.9, 75, 4),
    (0.9, 60, 4),
    (0.9, 54, 9),
    (0.8, 48, 9),
    (0.7, 42, 9),
    (0.6, 36, 9),
)
"""Candidate layouts, of which the first that fits is used: the scale of pieces, as a share of the
largest; the maximum width of a name and the minimum gap, in units."""


class Place(NamedTuple):
    """A piece's place: `rect` is its hit area, and the piece stands centred on `foot`."""

    kind: str
    rect: pygame.Rect
    foot: tuple[int, int]
    opens: str
    """The family of which this piece is the first; empty otherwise."""


class Shelf(NamedTuple):
    """All places, shelf by shelf, and the scale of the pieces."""

    rows: tuple[tuple[Place, ...], ...]
    boards: tuple[pygame.Rect, ...]
    scale: float

    def places(self) -> list[Place]:
        """Return all places in order."""
        return [place for row in self.rows for place in row]

    def at(self, point: tuple[int, int]) -> str:
        """Return the kind of the piece at a point; empty for none."""
        return next((p.kind for p in self.places() if p.rect.collidepoint(point)), "")

    def place(self, kind: str) -> Place:
        """Return the place of a piece."""
        return next(place for place in self.places() if place.kind == kind)

    def beside(self, kind: str, right: int, down: int, allowed: Sequence[str]) -> str:
        """Return the nearest allowed piece to the right (-1: left), or below (-1: above)."""
        if kind not in {place.kind for place in self.places()}:
            return allowed[0] if allowed else ""
        here = self.place(kind)
        if right:
            line = [place.kind for place in self.places() if place.kind in {*allowed, kind}]
            return line[(line.index(kind) + right) % len(line)]
        row = next(index for index, row in enumerate(self.rows) if here in row)
        for step in range(1, len(self.rows)):
            other = self.rows[(row + down * step) % len(self.rows)]
            free = [place for place in other if place.kind in allowed]
            if free:
                return min(free, key=lambda p: abs(p.rect.centerx - here.rect.centerx)).kind
        return kind


def shelf(stage: Stage, area: pygame.Rect, pieces: Mapping[str, Piece]) -> Shelf:
    """Return the places of all pieces, in the order of `pieces`, on shelves that fill `area`."""
    inner = area.inflate(-stage.px(24), 0)
    step = (area.h - stage.px(TITLE) - stage.px(8)) // ROWS
    board = stage.px(BOARD)
    tallest = (step - board - stage.px(8)) / TALLEST
    for share, most, gap in NARROWER:
        scale, names = share * tallest, (stage.px(most), stage.px(gap))
        widths = {kind: _width(stage, piece, scale, names) for kind, piece in pieces.items()}
        if max(sum(widths[kind] for kind in line) for line in _lines(widths)) <= inner.w:
            break
    rows, boards = [], []
    families = groupby(pieces.values(), attrgetter("family"))
    opens = {next(group).id: family for family, group in families}
    for index, kinds in enumerate(_lines(widths)):
        y = area.y + stage.px(TITLE) + index * step
        boards.append(pygame.Rect(inner.x, y + step - board, inner.w, board))
        spare = (inner.w - sum(widths[kind] for kind in kinds)) / len(kinds)
        x, row = float(inner.x), []
        for kind in kinds:
            wide = widths[kind] + spare
            rect = pygame.Rect(round(x), y, round(x + wide) - round(x), step)
            row.append(Place(kind, rect, (rect.centerx, rect.bottom - board), opens.get(kind, "")))
            x += wide
        rows.append(tuple(row))
    return Shelf(tuple(rows), tuple(boards), scale)


def _width(stage: Stage, piece: Piece, scale: float, names: tuple[int, int]) -> float:
    """Return the width of a piece's place; `names`: maximum width of a name and gap; in pixels."""
    most, gap = names
    low, high = extent(piece.shape, Pose(0.0, 0.0, 0.0))
    name = stage.text(known(piece.name), NAME, TEXT).get_width()
    return max((high.x - low.x) * scale, min(name, most)) + gap


def _lines(widths: Mapping[str, float]) -> list[list[str]]:
    """Break the pieces into at most `ROWS` lines of approximately minimal length."""
    most = max(sum(widths.values()) / ROWS, *widths.values())
    while len(lines := _broken(widths, most)) > ROWS:
        most *= 1.01
    return lines


def _broken(widths: Mapping[str, float], most: float) -> list[list[str]]:
    """Break the pieces greedily into lines of at most `most` pixels."""
    lines: list[list[str]] = [[]]
    used = 0.0
    for kind, width in widths.items():
        if used + width > most:
            lines.append([])
            used = 0.0
        lines[-1].append(kind)
        used += width
    return lines
