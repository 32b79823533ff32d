"""The layout of Push in every window size and for every number of seats, and its texts."""

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import match_of
from tests.ui.pilot import assert_apart
from towersim.common.units import Seat
from towersim.rules.push.log import Banked, Took
from towersim.rules.push.state import COLOURS, Card, Flip, Mark, Phase
from towersim.ui.cards.card_faces import card_size
from towersim.ui.cards.controller import state_of
from towersim.ui.drawing import text as draw_text
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import SMALLEST, USUAL, USUAL_STYLE, Viewport
from towersim.ui.games.push import messages, nodes
from towersim.ui.games.push.layout import Layout
from towersim.ui.games.push.nodes import face, paint_worth
from towersim.ui.games.push.table import PushTable
from towersim.ui.language import language
from towersim.ui.nodes.node import Painting, Spot, draw_node

SIZES = (SMALLEST, (960, 600), (1280, 720), (1920, 1080), (1400, 700))


def rect_of(spot: Spot) -> pygame.Rect:
    """Return the rectangle of a card at a spot."""
    rect = pygame.Rect((0, 0), card_size(round(spot.height)))
    rect.center = (round(spot.x), round(spot.y))
    return rect


@pytest.mark.parametrize("size", SIZES)
def test_no_area_in_the_middle_overlaps_another(size: tuple[int, int]) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport)
    areas = layout.areas
    piles = [rect_of(spot) for spot in (layout.deck, layout.flipped, layout.discards)]
    rects = [*piles, layout.die, layout.aside, layout.order, layout.chances]
    rects += [*layout.mats, *layout.buttons, areas.log, areas.hint, areas.pace, areas.pause]
    assert_apart(rects, viewport.rect)
    assert len({rect.bottom for rect in (*piles, layout.die)}) <= 2, "they stand on one line"
    assert max(rect.bottom for rect in piles) - layout.die.bottom <= 1
    assert {rect.w for rect in piles} == {layout.die.w}, "they are of one size"
    assert all(rect.x > areas.side.right for rect in rects[:-4])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("cards", [1, 3, 6])
def test_a_full_stack_fits_on_its_mat_and_shows_every_number(
    size: tuple[int, int], cards: int
) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport)
    for mat in layout.mats:
        fan = layout.stack_fan(mat, cards)
        assert all(mat.contains(rect_of(spot)) for spot in fan.spots())
        assert cards == 1 or fan.step >= 0.165 * fan.size[1]
        assert cards == 1 or fan.spots()[-1].x - fan.spots()[0].x + fan.size[0] > 0.8 * mat.w
        assert cards > 3 or abs(fan.spots()[0].x - layout.stack_fan(mat, 1).spots()[0].x) < 20
    assert all(
        layout.aside.inflate(2, 2).contains(rect_of(s)) for s in layout.aside_fan(cards).spots()
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_bench_has_room_for_its_colours(size: tuple[int, int], seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport)
    places = layout.benches(seats)
    assert_apart((bench.rect for bench in places), layout.areas.side)
    for bench in places:
        parts = [*bench.columns.values(), bench.bank, bench.plate]
        assert_apart(parts, bench.rect)
        assert min(column.h for column in bench.columns.values()) >= viewport.px(40)
        for colour in COLOURS:
            lying, spots = bench.column(colour, 5)
            assert bench.columns[colour].contains(lying)
            assert all(bench.columns[colour].collidepoint(spot[:2]) for spot in spots[:1])
        for cards in (1, 2, 4, 18):
            lying, spots = bench.column(Mark.RED, cards)
            for last in spots[-1:]:
                assert last.y - last.height / 2 < lying.bottom - viewport.px(10)
                is_whole = last.y + last.height / 2 <= lying.bottom + 1
                assert is_whole or cards > 4 or seats > 4


def test_every_card_has_its_own_face() -> None:
    faces = {face(Card(mark, number)) for mark in COLOURS for number in range(1, 7)}
    faces |= {face(Card(Mark.ROLL)), face(Card(Mark.SWITCH))}
    assert len({(f.corner, f.sign) for f in faces}) == 32, "without seeing colours"


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_lies_on_no_button(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    viewport, slips = Viewport(size, Fonts()), list[pygame.Rect]()
    layout = Layout(viewport)
    monkeypatch.setattr(draw_text, "draw_slip", lambda _canvas, slip: slips.append(slip))
    where = PushTable().banner_rect(layout, buttons=True)
    canvas = Canvas(pygame.Surface(size), viewport)
    draw_text.draw_banner(canvas, where, "Switch! The others take the other way")
    assert slips[0].collidelist(list(layout.buttons)) == -1


@pytest.mark.parametrize("size", SIZES)
def test_the_worth_of_a_bank_stays_on_its_mat(size: tuple[int, int]) -> None:
    viewport = Viewport(size, Fonts())
    viewport.fonts.language = language("de")
    for bench in Layout(viewport).benches(3):
        target = pygame.Surface(size, pygame.SRCALPHA)
        paint_worth(88, Canvas(target, viewport), Painting(bench.bank), low=False)
        within = bench.rect.inflate(-2 * viewport.px(8), -viewport.px(3))
        assert within.contains(target.get_bounding_rect())


ONE, SIX = (Card(Mark.RED, 1),), (Card(Mark.RED, 1), Card(Mark.RED, 5))
ADA = Seat(0)


def test_points_banked_or_taken_in_push() -> None:
    told = [messages.told_large(Banked(ADA, Mark.RED, held), ["Ada"]) for held in (ONE, SIX)]
    assert told == ["Ada banks red: 1 point is safe.", "Ada banks red: 6 points are safe."]
    told = [messages.told_large(Took(ADA, 1, held), ["Ada"]) for held in (ONE, SIX)]
    assert told == ["Ada takes stack 2: 1 point.", "Ada takes stack 2: 6 points."]


@pytest.mark.parametrize(
    ("unseen", "deck", "sentence"),
    [
        (1, 1, "One card lies in the deck. 1 card is not seen"),
        (5, 3, "3 cards lie in the deck. 5 cards are not seen"),
    ],
)
def test_unseen_cards_in_push(
    monkeypatch: pytest.MonkeyPatch, unseen: int, deck: int, sentence: str
) -> None:
    match = match_of("push", "human", "uniform")
    match.state = replace(match.state, phase=Phase.DECIDING)
    monkeypatch.setattr(messages, "chances", lambda _view: (1, unseen))
    assert messages.about_deck(replace(match.view(ADA), deck=deck)).startswith(sentence)


def test_the_chances_are_shown_while_deciding_but_no_risk_if_every_card_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = match_of("push", "human", "uniform")
    starting = state_of(PushTable(), Viewport(USUAL, Fonts()), match)
    assert "chances" not in {node.key for node in nodes.table_nodes(starting)}
    match.state = replace(match.state, phase=Phase.DECIDING, benches=(SIX, ()))
    assert Flip() in match.view(ADA).legal
    state = state_of(PushTable(), Viewport(USUAL, Fonts()), match)
    for fitting, risk in ((7, False), (6, True)):
        monkeypatch.setattr(nodes, "chances", lambda _view, fit=fitting: (fit, 7))
        keys = {node.key for node in nodes.table_nodes(state)}
        assert {"chances", "will fit"} <= keys
        assert ("risk" in keys) == risk


@pytest.mark.parametrize("size", SIZES)
def test_no_number_of_the_dies_costs_is_cut(size: tuple[int, int], written: list[str]) -> None:
    canvas = Canvas(pygame.Surface(size), Viewport(size, Fonts()))
    mat = Layout(canvas.viewport).mats[0]
    for sides in (5, 6):
        nodes.paint_costs((22,) * sides, canvas, Painting(mat.inflate(-canvas.px(16), 0)))
    assert set(written) == {"−22"}


def test_captions_grow_with_the_text() -> None:
    match = match_of("push", "human", "uniform")
    wide = []
    for size in (1.0, 1.75):
        look, shown = USUAL_STYLE._replace(text=size), pygame.Surface(USUAL, pygame.SRCALPHA)
        viewport = Viewport(USUAL, Fonts(), look)
        for node in nodes.table_nodes(state_of(PushTable(), viewport, match)):
            if node.key == ("discards", "caption"):
                draw_node(Canvas(shown, viewport), node)
        wide.append(shown.get_bounding_rect().w)
    assert 1 < wide[1] / wide[0] < 1.4
