"""The table screen: room, ruler, towers, pool, cards, seats and words, drawn from one `Sight`."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import pygame

from towersim.record import SeatSpec
from towersim.rules.fawlty_towers import View
from towersim.scene import Shape, extent
from towersim.table import Figure
from towersim.ui.camera import Camera
from towersim.ui.draw_cubes import draw_block, draw_shadows
from towersim.ui.draw_frames import dimmed, draw_badge, draw_card_shadow, draw_frame, draw_glow
from towersim.ui.draw_marks import symbol
from towersim.ui.draw_room import draw_guide, draw_room, draw_ruler, draw_spots
from towersim.ui.draw_wood import side_panel
from towersim.ui.draw_words import draw_hint, draw_log, draw_note, draw_tip, fitting
from towersim.ui.games.fawlty_towers.draw_cards import card_face
from towersim.ui.games.fawlty_towers.draw_plates import draw_plates
from towersim.ui.games.fawlty_towers.draw_pool import draw_pool, rack
from towersim.ui.games.fawlty_towers.draw_seats import draw_seat_tip, draw_seats, seat_rect
from towersim.ui.games.fawlty_towers.layout import Layout, card_rect
from towersim.ui.theme import ACCENT_DARK, GLOW, ON_DARK, ON_DARK_SOFT, PAPER, WALNUT_DARK, Stage
from towersim.units import TowerId

Place = tuple[int, int]
"""An open card: its column from the left, its row from the bottom."""


class Flight(NamedTuple):
    """A picture on its way: where its middle is, how large and how solid it is (0 … 1)."""

    picture: pygame.Surface
    at: tuple[float, float]
    share: float


class Told(NamedTuple):
    """What a slip of paper says above a tower's place."""

    tower: TowerId
    words: str


class Sight(NamedTuple):
    """Everything that one frame of the table shows."""

    view: View
    seats: Sequence[SeatSpec]
    figures: Sequence[Figure]
    camera: Camera
    spots: Sequence[float]
    table_width: float
    shape: Shape
    pick_up_x: float
    hint: str
    log: Sequence[str]
    tip: str = ""
    tip_at: tuple[int, int] = (0, 0)
    whole_log: bool = False
    near_end: str = ""
    """What will end the game soon."""
    claiming: bool = False
    """Whether a person chooses a card now."""
    marked: frozenset[Place] = frozenset()
    """Cards that may be taken now."""
    hinted: frozenset[Place] = frozenset()
    """Cards that could be taken if the block in the hand stood where it is held."""
    chosen: Place | None = None
    aim: TowerId | None = None
    """The place that the held block is over."""
    told: Sequence[Told] = ()
    """Which towers fell just now, and why."""
    plumb: bool = False
    """Whether a line shows where the held block would land."""
    wanted: frozenset[TowerId] = frozenset()
    """Towers that would win the card that is pointed at."""
    seat: int | None = None
    """The seat that is pointed at."""
    reach: tuple[int, int] | None = None
    """Where the mouse wants the hand, in pixels."""
    held: str | None = None
    """The kind of block in the hand."""
    pool_open: bool = False
    pool_chosen: str | None = None
    card_shift: Mapping[Hashable, float] = {}
    """How far above its place a card is still drawn, in pixels."""
    flights: Sequence[Flight] = ()


def draw_table(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw a whole frame of the table."""
    camera, shape = sight.camera, sight.shape
    draw_room(target, stage, layout.areas, camera, sight.table_width)
    draw_ruler(target, stage, layout.areas, camera, _height(sight))
    vacant = {TowerId(i): x for i, x in enumerate(sight.spots) if not sight.view.towers[i]}
    draw_spots(target, stage, camera, shape, vacant, sight.aim)
    draw_pool(target, stage, sight)
    if sight.plumb:
        draw_guide(target, stage, layout.areas, camera, _held(sight.figures))
    draw_shadows(target, stage, camera, [(f.shape, f.pose) for f in sight.figures])
    for figure in sight.figures:
        draw_block(target, stage, camera, figure.kind, figure.shape, figure.pose)
    if sight.reach is not None:
        _draw_reach(target, stage, camera, _held(sight.figures), sight.reach)
    heights = _heights(sight.figures)
    draw_plates(
        target,
        stage,
        layout.areas.front,
        camera,
        sight.spots,
        sight.view.towers,
        heights,
        sight.aim,
        sight.wanted,
    )
    _draw_told(target, stage, layout, sight)
    draw_side(target, stage, layout, sight)
    draw_log(target, stage, layout.areas, sight.log, whole=sight.whole_log)
    draw_hint(target, stage, layout.areas, sight.hint, sight.seats[sight.view.seat].name)
    for flight in sight.flights:
        picture = flight.picture
        if flight.share < 1:
            picture = pygame.transform.smoothscale_by(picture, max(flight.share, 0.05))
        target.blit(picture, picture.get_rect(center=(round(flight.at[0]), round(flight.at[1]))))
    if sight.seat is not None:
        name, taken = sight.seats[sight.seat].name, sight.view.taken[sight.seat]
        beside = seat_rect(stage, layout, len(sight.seats), sight.seat)
        draw_seat_tip(target, stage, beside, name, taken, sight.view.scores[sight.seat])
    if sight.tip:
        draw_tip(target, stage, layout.areas, sight.tip, sight.tip_at)


def _draw_told(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw a slip of paper above the place of each tower that fell, left of the pool."""
    pool = rack(stage, sight.camera, sight.pick_up_x, len(sight.view.pool))
    room = pygame.Rect(
        layout.areas.room.x, 0, pool.x - layout.areas.room.x, layout.areas.base
    ).inflate(-16, 0)
    for index, (tower, words) in enumerate(sight.told):
        x = round(sight.camera.to_px(sight.spots[tower], 0.0)[0])
        at = (x, layout.areas.base - stage.px(90) - index * stage.px(46))
        draw_note(target, stage, room, words, at)


def _draw_reach(
    target: pygame.Surface,
    stage: Stage,
    camera: Camera,
    held: Figure | None,
    at: tuple[int, int],
) -> None:
    """Draw a ring where the mouse is, if the block cannot follow it that far or that fast."""
    if held is None or math.dist(camera.to_px(held.pose.x, held.pose.y), at) < stage.px(9):
        return
    size = stage.px(13)
    ring = stage.kept("reach", lambda: symbol(stage, "ring", size, ACCENT_DARK))
    target.blit(ring, ring.get_rect(center=at))


def _held(figures: Sequence[Figure]) -> Figure | None:
    return next((figure for figure in figures if figure.held), None)


def _height(sight: Sight) -> float | None:
    """Return the height of the lower side of what the hand holds, in metres."""
    held = _held(sight.figures)
    return None if held is None else max(extent(held.shape, held.pose)[0].y, 0.0)


def _heights(figures: Sequence[Figure]) -> dict[TowerId, float]:
    """Return how high each tower reaches, in metres."""
    heights: dict[TowerId, float] = {}
    for figure in figures:
        if figure.tower is not None:
            top = extent(figure.shape, figure.pose)[1].y
            heights[figure.tower] = max(heights.get(figure.tower, 0.0), top)
    return heights


def draw_side(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw the panel with the cards and the seats."""
    target.blit(side_panel(stage, layout.areas.side.size), layout.areas.side)
    title = stage.text("Cards", 18, ON_DARK, bold=True)
    target.blit(title, (layout.cards.x, stage.px(12)))
    deck = "deck empty" if sight.view.deck == 0 else f"{sight.view.deck} in the deck"
    words = stage.text(deck, 14, ON_DARK_SOFT)
    target.blit(words, words.get_rect(topright=(layout.cards.right, stage.px(16))))
    draw_columns(target, stage, layout, sight)
    if sight.near_end and not sight.claiming:
        words = fitting(stage, sight.near_end, GLOW, layout.decline.w)
        target.blit(words, words.get_rect(center=layout.decline.center))
    draw_seats(target, stage, layout, sight.seats, sight.view)


def draw_columns(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw the open cards, the top ones first, so that the lower lie over them."""
    for column, cards in enumerate(sight.view.columns):
        if not cards:
            _draw_empty(target, stage, card_rect(layout, column, 0))
        for row in reversed(range(len(cards))):
            _draw_card(target, stage, layout, sight, (column, row))


def _draw_empty(target: pygame.Surface, stage: Stage, rect: pygame.Rect) -> None:
    draw_frame(target, stage, rect, ON_DARK_SOFT, 1.5)
    words = stage.text("empty", 13, ON_DARK_SOFT)
    target.blit(words, words.get_rect(center=rect.center))


def _draw_card(
    target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight, place: Place
) -> None:
    column, row = place
    card = sight.view.columns[column][row]
    rect = card_rect(layout, column, row)
    rect.y -= round(sight.card_shift.get(card, 0.0))
    marked, hinted = place in sight.marked, place in sight.hinted
    face = card_face(stage, card, layout.card, layout.strip)
    if sight.claiming and not marked:
        face = dimmed(stage, face, card)
    if marked:
        rect.x += stage.px(4)
        draw_glow(target, stage, rect)
    draw_card_shadow(target, stage, rect)
    target.blit(face, rect)
    if place == sight.chosen:
        around = rect.inflate(stage.px(6), stage.px(6))
        draw_frame(target, stage, rect, WALNUT_DARK, 2)
        draw_frame(target, stage, around, PAPER, 3)
    elif hinted:
        draw_frame(target, stage, rect, GLOW, 2)
    if marked or hinted:
        at = (rect.right + stage.px(2), rect.y + stage.px(4))
        draw_badge(target, stage, at, "tick", sure=marked)
