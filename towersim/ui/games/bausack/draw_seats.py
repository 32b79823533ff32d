"""The seats: who it is, whose turn it is, tokens, bids, and a small picture of each tower."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.messages import message as _
from towersim.messages import plural
from towersim.record import SeatSpec
from towersim.rules.bausack.state import TOKENS, Phase, View
from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.draw_frames import draw_player, draw_seat_plate
from towersim.ui.draw_text import fitting, name_text
from towersim.ui.games.bausack.layout import Layout, seat_rect
from towersim.ui.paint import blend, panel, smooth
from towersim.ui.sprites import Sprites
from towersim.ui.theme import (
    GLOW,
    ON_DARK,
    ON_DARK_SOFT,
    RGB,
    SEAT_TINTS,
    WALNUT,
    WALNUT_LIGHT,
    Stage,
)
from towersim.units import Seat, Vec

TOKEN: Final[RGB] = (226, 178, 74)
HOLLOW: Final[RGB] = blend(WALNUT_LIGHT, ON_DARK_SOFT, 0.5)
"""Where a token was: it is seen on every plate."""
NICHE: Final = 82
"""Width of the niche with the small tower, in units."""
LEAST: Final = 0.11
"""The least height that a niche shows, in metres."""
LOW: Final = 84
"""A plate that is lower says less, in units."""
PLACES: Final = (
    _("1st"),
    _("2nd"),
    _("3rd"),
    _("4th"),
    _("5th"),
    _("6th"),
    _("7th"),
    _("8th"),
)
"""In which order towers collapsed."""


class SeatPlate(NamedTuple):
    """One seat as its plate shows it."""

    seat: Seat
    spec: SeatSpec
    figures: Sequence[Figure]
    span: tuple[Vec, Vec] | None
    """The corners of the upright box around its tower, in metres; None if none stands."""
    lit: bool
    """Whether it has to do something now."""
    out: int
    """Its rank among the collapsed towers, from 1; 0: it stands."""

    @property
    def height(self) -> float:
        """Of its tower, in metres."""
        return self.span[1].y if self.span else 0.0


def tint(seat: Seat) -> RGB:
    """Return the colour of a seat."""
    return SEAT_TINTS[seat % len(SEAT_TINTS)]


def number_disc(stage: Stage, seat: Seat, size: int) -> pygame.Surface:
    """Return a disc of a seat's colour with its number."""

    def make() -> pygame.Surface:
        rim = blend(tint(seat), (255, 255, 255), 0.45)
        disc = panel((size, size), size // 2, tint(seat), rim, max(size // 14, 1))
        number = stage.fonts.titles.text(str(seat + 1), round(size * 0.62), (255, 250, 240))
        disc.blit(number, number.get_rect(center=(size // 2, size // 2)))
        return disc

    return stage.cached(("seat disc", seat, size), make)


def token_disc(stage: Stage, size: int, *, full: bool) -> pygame.Surface:
    """Return a token, or the hollow where one was."""

    def paint(large: pygame.Surface) -> None:
        w = large.get_width()
        middle = (w / 2, w / 2)
        if full:
            pygame.draw.circle(large, (150, 104, 30), middle, w * 0.49)
            pygame.draw.circle(large, TOKEN, middle, w * 0.42)
            pygame.draw.circle(large, (246, 214, 130), middle, w * 0.28, max(round(w * 0.06), 1))
        else:
            pygame.draw.circle(large, HOLLOW, middle, w * 0.42, max(round(w * 0.09), 1))

    return stage.cached(("token", size, full), lambda: smooth((size, size), paint))


def draw_seats(
    target: pygame.Surface,
    stage: Stage,
    layout: Layout,
    sprites: Sprites,
    seat_plates: Sequence[SeatPlate],
    view: View,
) -> None:
    """Draw all plates."""
    for one in seat_plates:
        rect = seat_rect(stage, layout, len(seat_plates), one.seat)
        _draw_plate(target, stage, rect, one)
        niche = pygame.Rect(0, 0, stage.px(NICHE), rect.h - stage.px(12))
        niche.midright = (rect.right - stage.px(6), rect.centery)
        _draw_niche(target, stage, sprites, niche, one)
        _draw_words(target, stage, rect, niche.left, one, view)


def _draw_plate(target: pygame.Surface, stage: Stage, rect: pygame.Rect, one: SeatPlate) -> None:
    draw_seat_plate(target, stage, rect, lit=one.lit, out=bool(one.out))
    band = pygame.Rect(rect.x + stage.px(4), rect.y + stage.px(8), stage.px(4), rect.h)
    band.h -= stage.px(16)
    target.fill(blend(tint(one.seat), WALNUT, 0.6) if one.out else tint(one.seat), band)


def _draw_niche(
    target: pygame.Surface, stage: Stage, sprites: Sprites, niche: pygame.Rect, one: SeatPlate
) -> None:
    """Draw the tower as small as it fits into its niche."""
    back = stage.cached(
        ("niche", niche.size), lambda: panel(niche.size, stage.px(5), (232, 214, 184))
    )
    target.blit(back, niche)
    foot = niche.bottom - stage.px(5)
    pygame.draw.line(target, (150, 104, 62), (niche.x + 3, foot), (niche.right - 4, foot), 2)
    if one.span is None:
        words = stage.text(_("out") if one.out else "–", 13, (150, 126, 98))
        target.blit(words, words.get_rect(center=niche.center))
        return
    inside = niche.inflate(-stage.px(8), 0)
    inside.h = foot - niche.y
    clip = target.get_clip()
    target.set_clip(niche)
    draw_small_tower(target, sprites, inside, one.figures, one.span)
    target.set_clip(clip)


def draw_small_tower(
    target: pygame.Surface,
    sprites: Sprites,
    area: pygame.Rect,
    figures: Sequence[Figure],
    span: tuple[Vec, Vec],
) -> None:
    """Draw a tower that fills `span`, in metres, as small as it fits into an area, on its foot."""
    (low, _), (high, top) = span
    scale = min(0.96 * area.h / max(top, LEAST), area.w / max(high - low, 0.06))
    # Steps of scale, so that a tower in motion does not paint every piece anew in every frame.
    scale = 20.0 * max(int(scale / 20), 1)
    here = Camera(scale, area.centerx - scale * (low + high) / 2, area.bottom)
    for figure in figures:
        x, y = here.to_px(figure.pose.x, figure.pose.y)
        sprites.draw(target, figure.kind, scale, (x, y, figure.pose.angle))


def _draw_words(
    target: pygame.Surface, stage: Stage, rect: pygame.Rect, right: int, one: SeatPlate, view: View
) -> None:
    low = rect.h < stage.px(LOW)
    left, y = rect.x + stage.px(16), rect.y + stage.px(19 if low else 24)
    disc = number_disc(stage, one.seat, stage.px(22))
    target.blit(disc, disc.get_rect(midleft=(left, y)))
    draw_player(target, stage, one.spec, ((left + stage.px(28), y), 14.0), lit=one.lit)
    x = left + stage.px(47)
    ink = ON_DARK_SOFT if one.out else ON_DARK
    room = right - x - stage.px(6)
    name = _name_picture(stage, one, ink, (room, stage.px(32)), low=low)
    target.blit(name, name.get_rect(midleft=(x, y)))
    if not one.out:
        _draw_tokens(target, stage, (left, y + stage.px(19 if low else 27)), view.tokens[one.seat])
    said, strong = _status(one, view)
    ink = GLOW if strong else ON_DARK_SOFT
    words = fitting(stage, said, ink, right - left - stage.px(6), 14, bold=strong)
    y = rect.bottom - stage.px(15 if low else 22)
    target.blit(words, words.get_rect(midleft=(left, y)))


def _name_picture(
    stage: Stage, one: SeatPlate, ink: RGB, room: tuple[int, int], *, low: bool
) -> pygame.Surface:
    """Return a seat's name in one line, or in two smaller ones where the plate is high enough."""
    name, (width, height) = one.spec.name, room
    lines = stage.fonts.wrapped(name, stage.px(14), width, bold=one.lit)
    if low or len(lines) == 1 or stage.fonts.width(name, stage.px(17), bold=one.lit) <= width:
        return name_text(stage, name, ink, room, 17, bold=one.lit)
    words = (lines[0], " ".join(lines[1:]))
    rows = [name_text(stage, line, ink, (width, height // 2), 14, bold=one.lit) for line in words]
    picture = pygame.Surface((width, sum(row.get_height() for row in rows)), pygame.SRCALPHA)
    picture.blit(rows[0], (0, 0))
    picture.blit(rows[1], (0, rows[0].get_height()))
    return picture


def _draw_tokens(target: pygame.Surface, stage: Stage, at: tuple[int, int], number: int) -> None:
    size = stage.px(13)
    for index in range(TOKENS):
        disc = token_disc(stage, size, full=index < number)
        target.blit(disc, disc.get_rect(midleft=(at[0] + index * (size + 1), at[1])))


def _status(one: SeatPlate, view: View) -> tuple[str, bool]:
    """Return the last line of a plate, and whether it is emphasised."""
    if one.out:
        return _("collapsed {place}", place=PLACES[one.out - 1]), False
    bids = dict(view.bids)
    if view.phase is Phase.BIDDING and one.seat in view.passed:
        return _("passed"), False
    if view.phase is Phase.BIDDING and one.seat in bids:
        bid = bids[one.seat]
        if one.seat == view.bidder:
            return _("bids {bid} – highest", bid=bid), True
        return _("bids {bid}", bid=bid), False
    pieces = len(one.figures)
    if not pieces:
        return _("no foundation yet"), False
    told = plural(
        "{count} piece, {height:.1f} cm",
        "{count} pieces, {height:.1f} cm",
        pieces,
        height=one.height * 100,
    )
    return told, False
