"""The pile: all pieces of the box on shelves; an empty place shows who has the piece."""

from collections.abc import Mapping
from typing import Final

import pygame

from towersim.geometry.shapes import extent
from towersim.rules.bausack.state import View
from towersim.ui.draw_frames import draw_frame
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_wood import wood
from towersim.ui.games.bausack.draw_seats import number_disc
from towersim.ui.games.bausack.layout import Layout
from towersim.ui.games.bausack.pile_layout import BOARD, NAME, Place, Shelf, shelf
from towersim.ui.paint import ready, soft_shadow
from towersim.ui.sprites import Sprites
from towersim.ui.theme import GLOW, OAK, ON_DARK, ON_DARK_SOFT, TEXT, WALNUT, WALNUT_DARK, Stage
from towersim.units import Pose, Seat

EMPTY = 46
"""Opacity of the shadow that a taken piece leaves, of 255."""
BARRED: Final = (196, 44, 32)
"""The colour of the sign on a piece that may not be chosen now."""


class Pile:
    """The shelves of one stage; painted anew only when the supply has changed."""

    def __init__(self, stage: Stage, layout: Layout, sprites: Sprites) -> None:
        self._stage, self._area, self._sprites = stage, layout.pile, sprites
        self.shelf: Shelf = shelf(stage, layout.pile, sprites.pieces)
        self._painted: tuple[object, pygame.Surface] | None = None

    def middle(self, kind: str) -> tuple[int, int]:
        """Return the middle of a piece in its place, in pixels."""
        place = self.shelf.place(kind)
        low, high = extent(self._sprites.pieces[kind].shape, Pose(0.0, 0.0, 0.0))
        return place.foot[0], round(place.foot[1] - (high.y - low.y) / 2 * self.shelf.scale)

    def draw(
        self,
        target: pygame.Surface,
        view: View,
        owners: Mapping[str, Seat],
        chosen: str,
        hovered: str,
    ) -> None:
        """Draw the shelves; the chosen piece is framed and the hovered one lifted a little."""
        key = view.supply, view.barred_now, tuple(owners.items())
        if self._painted is None or self._painted[0] != key:
            self._painted = key, self._paint(view, owners)
        stage, area = self._stage, self._area
        blur = stage.px(10)
        shade = stage.cached(
            ("pile shade", area.size), lambda: soft_shadow(area.size, 8, blur, 130)
        )
        target.blit(shade, (area.x - 2 * blur, area.y - 2 * blur + stage.px(5)))
        target.blit(self._painted[1], area)
        for kind in dict.fromkeys((chosen, hovered)):
            if kind:
                self._draw_lit(target, self.shelf.place(kind), chosen=kind == chosen)

    def _draw_lit(self, target: pygame.Surface, place: Place, *, chosen: bool) -> None:
        stage, rect = self._stage, place.rect
        back = stage.cached(
            ("shelf back", rect.size), lambda: wood(rect.size, WALNUT, "pile lit", 0.4)
        )
        board = stage.px(BOARD)
        target.blit(back, rect, (0, 0, rect.w, rect.h - board))
        self._draw_piece(target, place, (0, 0), stage.px(4))
        draw_frame(target, stage, rect, GLOW if chosen else ON_DARK_SOFT, 2.5 if chosen else 1.5)

    def _draw_piece(
        self, target: pygame.Surface, place: Place, origin: tuple[int, int], lift: int = 0
    ) -> None:
        low, _ = extent(self._sprites.pieces[place.kind].shape, Pose(0.0, 0.0, 0.0))
        left, _, width = self._span(place.kind)
        x = place.foot[0] - origin[0] - left - width / 2
        y = place.foot[1] - origin[1] + low.y * self.shelf.scale - lift
        self._sprites.draw(target, place.kind, self.shelf.scale, (x, y, 0.0))

    def _span(self, kind: str) -> tuple[float, float, float]:
        """Return how far left and how high of its centre of mass a piece begins, and its width."""
        low, high = extent(self._sprites.pieces[kind].shape, Pose(0.0, 0.0, 0.0))
        scale = self.shelf.scale
        return low.x * scale, high.y * scale, (high.x - low.x) * scale

    def _paint(self, view: View, owners: Mapping[str, Seat]) -> pygame.Surface:
        stage, area, supply = self._stage, self._area, set(view.supply)
        picture = wood(area.size, WALNUT_DARK, "pile", 0.45)
        pygame.draw.rect(picture, (104, 72, 46), picture.get_rect(), stage.px(3))
        title = stage.text("The pile", 18, ON_DARK, bold=True)
        picture.blit(title, (stage.px(16), stage.px(9)))
        left = f"{len(supply)} of {len(self._sprites.pieces)} pieces"
        words = stage.text(left, 14, ON_DARK_SOFT)
        picture.blit(words, words.get_rect(topright=(area.w - stage.px(16), stage.px(13))))
        for board in self.shelf.boards:
            edge = board.move(-area.x, -area.y)
            picture.blit(wood(edge.size, OAK, "shelf", 0.7), edge)
            pygame.draw.line(picture, (230, 190, 136), edge.topleft, edge.topright)
            picture.fill((26, 17, 11), (edge.x, edge.bottom, edge.w, stage.px(2)))
        for place in self.shelf.places():
            self._sprites.begin()
            self._paint_place(picture, place, kept=place.kind in supply, owners=owners)
            if place.kind == view.barred_now:
                self._bar(picture, place.kind)
        return ready(picture)

    def _bar(self, picture: pygame.Surface, kind: str) -> None:
        """Mark a piece that may not be chosen now."""
        sign = symbol(self._stage, "barred", self._stage.px(34), BARRED)
        x, y = self.middle(kind)
        picture.blit(sign, sign.get_rect(center=(x - self._area.x, y - self._area.y)))

    def _paint_place(
        self, picture: pygame.Surface, place: Place, *, kept: bool, owners: Mapping[str, Seat]
    ) -> None:
        stage, origin = self._stage, self._area.topleft
        rect = place.rect.move(-origin[0], -origin[1])
        if place.opens:
            words = stage.text(place.opens, 10.5, ON_DARK_SOFT)
            picture.blit(words, (rect.x + stage.px(3), rect.y + stage.px(1)))
            top = rect.y + stage.px(3)
            pygame.draw.line(picture, (86, 62, 44), (rect.x, top), (rect.x, rect.bottom - 2))
        name = stage.text(self._sprites.pieces[place.kind].name, NAME, TEXT, width=rect.w)
        board = pygame.Rect(rect.x, rect.bottom - stage.px(BOARD), rect.w, stage.px(BOARD))
        if kept:
            self._draw_piece(picture, place, origin)
            picture.blit(name, name.get_rect(center=board.center))
            return
        hollow = pygame.Surface(rect.size, pygame.SRCALPHA)
        self._draw_piece(hollow, place, place.rect.topleft)
        hollow.fill((0, 0, 0, EMPTY), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(hollow, rect)
        faint = name.copy()
        faint.set_alpha(120)
        picture.blit(faint, faint.get_rect(center=board.center))
        if place.kind in owners:
            disc = number_disc(stage, owners[place.kind], stage.px(15))
            at = rect.centerx, rect.y + (rect.h - board.h) // 2
            picture.blit(disc, disc.get_rect(center=at))
