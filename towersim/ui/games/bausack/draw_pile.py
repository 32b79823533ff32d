"""The pile: all pieces on shelves; the place of a taken piece shows its owner."""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import known, message as _
from towersim.common.units import Pose, Seat
from towersim.geometry.shapes import extent
from towersim.rules.bausack.play import PIECES
from towersim.rules.bausack.state import View
from towersim.scene.table_setup import Piece
from towersim.ui.drawing import theme
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.paint import multiplied, ready
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.wood import wood
from towersim.ui.games.bausack.draw_seats import Layout, number_disc

ROWS: Final = 7
"""Number of shelves for all seventy pieces; a shorter game has fewer, and larger pieces."""
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


class PieceSpot(NamedTuple):
    """A piece's place: `rect` is its hit area, and the piece stands centred on `foot`."""

    kind: str
    rect: pygame.Rect
    foot: tuple[int, int]
    opens: str
    """The family of which this piece is the first; empty otherwise."""


class Shelf(NamedTuple):
    """All places, shelf by shelf, and the scale of the pieces."""

    rows: tuple[tuple[PieceSpot, ...], ...]
    boards: tuple[pygame.Rect, ...]
    scale: float

    def places(self) -> list[PieceSpot]:
        """Return all places in order."""
        return [place for row in self.rows for place in row]

    def at(self, point: tuple[int, int]) -> str:
        """Return the kind of the piece at a point; empty for none."""
        return thing_at(((place.kind, place.rect) for place in self.places()), point) or ""

    def place(self, kind: str) -> PieceSpot:
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


def shelf(viewport: theme.Viewport, area: pygame.Rect, pieces: Mapping[str, Piece]) -> Shelf:
    """Return the places of all pieces, in the order of `pieces`, on shelves that fill `area`."""
    inner = area.inflate(-viewport.px(24), 0)
    count = math.ceil(ROWS * math.sqrt(len(pieces) / len(PIECES)))
    step = (area.h - viewport.px(TITLE) - viewport.px(8)) // count
    board = viewport.px(BOARD)
    tallest = (step - board - viewport.px(8)) / TALLEST
    for share, most, gap in NARROWER:
        scale, names = share * tallest, (viewport.px(most), viewport.px(gap))
        widths = {kind: _width(viewport, piece, scale, names) for kind, piece in pieces.items()}
        if max(sum(widths[kind] for kind in line) for line in _lines(widths, count)) <= inner.w:
            break
    rows, boards = [], []
    families = groupby(pieces.values(), attrgetter("family"))
    opens = {next(group).id: family for family, group in families}
    for index, kinds in enumerate(_lines(widths, count)):
        y = area.y + viewport.px(TITLE) + index * step
        boards.append(pygame.Rect(inner.x, y + step - board, inner.w, board))
        together = sum(widths[kind] for kind in kinds)
        spare = max(inner.w - together, 0.0) / len(kinds)
        x, row = float(inner.x), []
        for kind in kinds:
            wide = widths[kind] * min(inner.w / together, 1.0) + spare
            rect = pygame.Rect(round(x), y, round(x + wide) - round(x), step)
            row.append(
                PieceSpot(kind, rect, (rect.centerx, rect.bottom - board), opens.get(kind, ""))
            )
            x += wide
        rows.append(tuple(row))
    return Shelf(tuple(rows), tuple(boards), scale)


def _width(viewport: theme.Viewport, piece: Piece, scale: float, names: tuple[int, int]) -> float:
    """Return the width of a piece's place; `names`: maximum width of a name and gap; in pixels."""
    most, gap = names
    low, high = extent(piece.shape, Pose(0.0, 0.0, 0.0))
    name = viewport.text(known(piece.name), NAME, theme.TEXT).get_width()
    return max((high.x - low.x) * scale, min(name, most)) + gap


def _lines(widths: Mapping[str, float], count: int) -> list[list[str]]:
    """Break the pieces into at most `count` lines of approximately minimal length."""
    most = max(sum(widths.values()) / count, *widths.values())
    while len(lines := _broken(widths, most)) > count:
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


EMPTY = 46
"""Opacity of the shadow that a taken piece leaves, of 255."""
BARRED: Final = (196, 44, 32)
"""Colour of the mark on a piece that may not be chosen now."""
AHEAD: Final = 2
"""Number of places painted per frame while the pile is closed."""
AT_ONCE: Final = 6
"""Number of places painted per frame while it is open."""


class PlaceState(NamedTuple):
    """The appearance of one place."""

    kept: bool
    """Whether the piece is in the supply."""
    owner: Seat | None
    barred: bool


class Pile:
    """The shelves on one viewport; a place is repainted only when its `PlaceState` changes."""

    def __init__(
        self, viewport: theme.Viewport, layout: Layout, sprites: Sprites, kinds: Collection[str]
    ) -> None:
        self._viewport, self._area, self._sprites = viewport, layout.pile, sprites
        self._pieces = {kind: one for kind, one in sprites.pieces.items() if kind in kinds}
        self.shelf: Shelf = shelf(viewport, layout.pile, self._pieces)
        self._boards: pygame.Surface | None = None
        """The empty shelves."""
        self._picture = pygame.Surface(layout.pile.size)
        self._picture.fill(theme.WALNUT_DARK)
        self._painted: dict[str, PlaceState] = {}
        """The painted look of each place, by kind of piece."""

    def middle(self, kind: str) -> tuple[int, int]:
        """Return the centre of a piece in its place, in pixels."""
        place = self.shelf.place(kind)
        low, high = extent(self._sprites.pieces[kind].shape, Pose(0.0, 0.0, 0.0))
        return place.foot[0], round(place.foot[1] - (high.y - low.y) / 2 * self.shelf.scale)

    def prepare(self, view: View, owners: Mapping[str, Seat], places: int | None = None) -> None:
        """Repaint at most `places` changed places; None: all of them.

        With a limit, the first call paints only the empty shelves.
        """
        if self._boards is None:
            self._boards = self._paint_boards()
            self._picture = self._boards.copy()
            if places is not None:
                return
        supply, barred = set(view.supply), view.barred_now
        looks = {
            kind: PlaceState(kind in supply, owners.get(kind), kind == barred)
            for kind in self._pieces
        }
        changed = [kind for kind, look in looks.items() if self._painted.get(kind) != look]
        for kind in changed[:places]:
            look = self._painted[kind] = looks[kind]
            self._paint_place(self._boards, self.shelf.place(kind), look)

    def draw(
        self, canvas: Canvas, view: View, owners: Mapping[str, Seat], chosen: str, hovered: str
    ) -> None:
        """Draw the shelves; the chosen and the hovered piece are framed and slightly lifted."""
        if self._painted or not self._sprites.live:
            self.prepare(view, owners, AT_ONCE if self._sprites.live else None)
        px, area = canvas.px, self._area
        canvas.shadow(area, 8, px(10), 130, (0, px(5)))
        canvas.put(self._picture, area)
        at = area.x + px(16), area.y + px(9)
        canvas.text(_("The supply"), 18, theme.ON_DARK, bold=True, room=(None, px(30)), topleft=at)
        left = _("{left} of {pieces} pieces", left=len(view.supply), pieces=len(self._pieces))
        at = area.right - px(16), area.y + px(13)
        canvas.text(left, 14, theme.ON_DARK_SOFT, room=(None, px(26)), topright=at)
        for kind in dict.fromkeys((chosen, hovered)):
            if kind:
                self._draw_lit(canvas, self.shelf.place(kind), chosen=kind == chosen)

    def _draw_lit(self, canvas: Canvas, place: PieceSpot, *, chosen: bool) -> None:
        rect = place.rect
        paint = partial(wood, rect.size, theme.WALNUT, "pile lit", 0.4)
        shown = pygame.Rect(0, 0, rect.w, rect.h - canvas.px(BOARD))
        canvas.target.blit(canvas.cached(("shelf back", rect.size), paint), rect, shown)
        self._draw_piece(canvas.target, place, (0, 0), canvas.px(4))
        tint, units = (theme.GLOW, 2.5) if chosen else (theme.ON_DARK_SOFT, 1.5)
        canvas.frame(rect, tint, units)

    def _draw_piece(
        self, target: pygame.Surface, place: PieceSpot, origin: tuple[int, int], lift: int = 0
    ) -> None:
        low, high = extent(self._sprites.pieces[place.kind].shape, Pose(0.0, 0.0, 0.0))
        x = place.foot[0] - origin[0] - (low.x + high.x) / 2 * self.shelf.scale
        y = place.foot[1] - origin[1] + low.y * self.shelf.scale - lift
        self._sprites.draw(target, place.kind, self.shelf.scale, (x, y, 0.0))

    def _paint_boards(self) -> pygame.Surface:
        viewport, area = self._viewport, self._area
        picture = wood(area.size, theme.WALNUT_DARK, "pile", 0.45)
        pygame.draw.rect(picture, (104, 72, 46), picture.get_rect(), viewport.px(3))
        shelf = wood(self.shelf.boards[0].size, theme.OAK, "shelf", 0.7)
        for board in self.shelf.boards:
            edge = board.move(-area.x, -area.y)
            picture.blit(shelf, edge)
            pygame.draw.line(picture, (230, 190, 136), edge.topleft, edge.topright)
            picture.fill((26, 17, 11), (edge.x, edge.bottom, edge.w, viewport.px(2)))
        for place in self.shelf.places():
            if place.opens:
                # A family's name may be wider than its first place; it must end on the shelf.
                title = viewport.text(known(place.opens), 10.5, theme.ON_DARK_SOFT)
                x, y = place.rect.x - area.x, place.rect.y - area.y
                end = area.w - viewport.px(12) - title.get_width()
                picture.blit(title, (min(x + viewport.px(3), end), y + viewport.px(1)))
                low = y + place.rect.h - 2
                pygame.draw.line(picture, (86, 62, 44), (x, y + viewport.px(3)), (x, low))
        return ready(picture)

    def _paint_place(self, boards: pygame.Surface, place: PieceSpot, look: PlaceState) -> None:
        """Paint a piece with its name; both are faint if the piece is taken."""
        viewport, picture = self._viewport, self._picture
        rect = place.rect.move(-self._area.x, -self._area.y)
        if min(rect.size) < 1:
            return  # a narrow window of four times its width has no room for all places
        picture.set_clip(rect)
        picture.blit(boards, rect, rect)
        name = viewport.text(
            known(self._sprites.pieces[place.kind].name),
            NAME,
            theme.TEXT,
            room=(rect.w - viewport.px(2), viewport.px(BOARD + 3)),
        )
        board = pygame.Rect(rect.x, rect.bottom - viewport.px(BOARD), rect.w, viewport.px(BOARD))
        self._sprites.begin(self._viewport)
        if look.kept:
            self._draw_piece(picture, place, self._area.topleft)
        else:
            hollow = pygame.Surface(rect.size, pygame.SRCALPHA)
            self._draw_piece(hollow, place, place.rect.topleft)
            picture.blit(multiplied(hollow, (0, 0, 0, EMPTY)), rect)
            name = name.copy()
            name.set_alpha(120)
        picture.blit(name, name.get_rect(center=board.center))
        middle = rect.centerx, rect.y + (rect.h - board.h) // 2
        if look.owner is not None and not look.kept:
            disc = number_disc(viewport, look.owner, viewport.px(15))
            picture.blit(disc, disc.get_rect(center=middle))
        if look.barred:
            sign = symbol(viewport, "barred", viewport.px(34), BARRED)
            x, y = self.middle(place.kind)
            picture.blit(sign, sign.get_rect(center=(x - self._area.x, y - self._area.y)))
        picture.set_clip(None)
