"""Bausack in the window: the pile, the card, the auction, keys, and messages."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui import bausack
from tests.ui.bausack import build
from tests.ui.pilot import SEEN, SIZES, Pilot, Point, assert_apart, window
from towersim.common.messages import known
from towersim.common.units import Seat
from towersim.files.level import load_pieces
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.bausack.log import Won
from towersim.rules.bausack.state import TOKENS, Options, Phase
from towersim.ui.app_context import PlayContext
from towersim.ui.drawing import text
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import CREAM, SMALLEST, TEXT, Viewport
from towersim.ui.games.bausack import draw_table
from towersim.ui.games.bausack.draw_pile import NAME, shelf
from towersim.ui.games.bausack.draw_seats import Layout
from towersim.ui.games.bausack.messages import facts, help_on_card
from towersim.ui.games.bausack.play import BausackPlay
from towersim.ui.input.bindings import NOTCH
from towersim.ui.language import ENGLISH, Language, language as language_of
from towersim.ui.settings import Settings, save_settings
from towersim.ui.watch.finale import Finale


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    """Open the window on a match of three people."""
    with bausack.table(tmp_path) as opened:
        yield opened


def test_what_to_do_without_a_piece_stays_in_its_low_panel() -> None:
    viewport, target = (
        Viewport(SMALLEST, Fonts(language=language_of("de"))),
        pygame.Surface(SMALLEST),
    )
    area, card = pygame.Rect(99, 99, 170, 36), draw_table.OfferCard(Seat(0), "", "", 0.0, None)
    draw_table._draw_piece(Canvas(target, viewport), Sprites({}), area, card)
    ink = pygame.mask.from_threshold(target, CREAM, (90, 90, 90)).get_bounding_rects()
    assert ink
    assert all(area.contains(letter) for letter in ink)


def test_a_piece_under_the_mouse_is_enlarged_and_a_clicked_one_can_be_built(pilot: Pilot) -> None:
    assert pilot.frame.pile
    assert bausack.buttons(pilot) == {}
    pilot.move(pilot.table.presenter.pile.middle("goblet"))
    card = pilot.frame.card
    assert (card.piece, card.bid, bausack.buttons(pilot)) == ("goblet", None, {})
    bausack.take(pilot, "vase")
    assert pilot.frame.card.piece == "vase"
    assert list(bausack.buttons(pilot).values()) == [False, True, True, True, True]
    assert "Push to Bruno  (U)" in bausack.buttons(pilot)
    assert "vase" in pilot.screen.hint
    pilot.key(pygame.K_o)
    for key in (pygame.K_RETURN, pygame.K_u):
        pilot.key(key)
        assert pilot.table.play.wanted is Phase.CHOOSING, "the pile is closed"
    pilot.key(pygame.K_o)
    pilot.press("Put it back")
    assert pilot.table.pointer.examined == ""


def test_a_piece_turned_in_the_pile_keeps_its_angle_and_is_put_by_keys(pilot: Pilot) -> None:
    build(pilot, "key", notches=9)
    assert pilot.table.play.wanted is Phase.PLACING
    assert pilot.frame.waiting[1].angle == pytest.approx(9 * NOTCH)
    pilot.wheel(1)
    bausack.still(pilot)
    pilot.move(bausack.waiting(pilot))
    pilot.wheel(-1)
    assert pilot.frame.waiting[1].angle == pytest.approx(8 * NOTCH), "over the piece alone"
    pilot.key(pygame.K_w)
    assert pilot.frame.waiting[1].angle == pytest.approx(math.pi / 2)
    pilot.wheel(3)
    assert "take it with Enter" in pilot.screen.hint
    pilot.key(pygame.K_RETURN)
    pilot.carry(pilot.px(pilot.match.setup.spots[0], 0.05))
    held = pilot.table.play.held
    assert held.pose.angle == pytest.approx(9 * NOTCH, abs=0.05)
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: pilot.match.phase is MatchPhase.CHOOSING, 3000)
    assert [block.kind for block in pilot.match.table.towers[0]] == ["key"]


def test_a_bid_is_never_more_than_the_rules_allow(pilot: Pilot) -> None:
    bausack.take(pilot, "egg")
    for _ in range(TOKENS + 3):
        pilot.key(pygame.K_PLUS)
    assert pilot.table.pointer.bid == TOKENS
    assert not bausack.buttons(pilot)["+"]
    for _ in range(3):
        pilot.key(pygame.K_MINUS)
    bausack.answer(pilot, "Build, bid 7")
    assert pilot.table.play.name == "Bruno"
    assert pilot.table.pointer.bid == 8
    pilot.press("+")
    bausack.answer(pilot, "Bid 9")
    bausack.answer(pilot, "Pass")
    assert pilot.table.play.name == "Ada"
    bausack.answer(pilot, "Pass")
    assert (pilot.table.play.name, pilot.table.play.wanted) == ("Bruno", Phase.PLACING)
    assert pilot.match.state.tokens == (10, 1, 10)


def test_the_acting_seat_and_its_last_words_are_shown_and_the_banner_covers_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[pygame.Rect] = []
    bubbles: list[pygame.Rect] = []
    monkeypatch.setattr(text, "draw_banner", lambda _canvas, room, *_: rooms.append(room))
    monkeypatch.setattr(text, "_draw_note", lambda _canvas, slip, _: bubbles.append(slip))
    with bausack.table(tmp_path, size=SMALLEST) as pilot:
        bausack.take(pilot, "egg")
        pilot.press("Push")
        pilot.frames(12)
        frame = pilot.frame
        assert frame.bubbles == [(Seat(0), "For you, Bruno!")]
        assert frame.banner == (Seat(1), "Bruno: accept, or pay")
        assert frame.card.seat == 1
        assert [one.lit for one in frame.seat_plates] == [False, True, False]
        assert pilot.screen.hint == "Bruno: do you accept the egg?"
        assert pilot.screen.is_animating
        for seat in range(3):
            pilot.table.presenter.says(Won(Seat(seat), "egg", 0))
        pilot.app.draw()
        layout = pilot.table.layout
        assert rooms[-1].left > layout.areas.side.right
        assert rooms[-1].collidelist([layout.card, *bubbles]) < 0 < len(bubbles)
        pilot.frames(180)
        frame = pilot.frame
        assert (frame.banner, list(frame.bubbles)) == (None, [])
        assert not pilot.screen.is_animating, "nothing is drawn for a table that waits"


def test_during_a_bots_turn_the_pile_can_be_viewed_but_nothing_chosen(tmp_path: Path) -> None:
    bot = SeatSpec("Clara", "uniform", "steady")
    match = Match.new("bausack", (bot, SeatSpec("Ada")), seed=2)
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_o)
        pilot.click(pilot.table.presenter.pile.middle("egg"))
        frame = pilot.frame
        assert frame.pile
        assert frame.card.piece == "egg"
        assert (pilot.table.pointer.examined, bausack.buttons(pilot)) == ("", {})


def test_the_place_of_a_taken_piece_shows_its_owner(tmp_path: Path) -> None:
    with bausack.table(tmp_path, bases=("brick", "bridge")) as pilot:
        frame = pilot.frame
        assert frame.owners == {"brick": Seat(0), "bridge": Seat(1)}
        pilot.move(pilot.table.presenter.pile.middle("brick"))
        assert pilot.frame.hovered == ""


def test_a_plate_stays_in_sight_with_a_part_of_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plates = list[pygame.Rect]()
    noted = lambda _, rect, radius=0, **__: plates.extend([rect.copy()] if radius else [])  # noqa: E731
    with bausack.table(tmp_path, bases=("brick", "bridge")) as pilot:
        pilot.change(text_size=150)
        pilot.frames(60)
        presenter = pilot.table.presenter
        x = pilot.frame.spots[0]
        middle, room = presenter.camera.to_px(x, 0.0)[0], presenter.layout.areas.room
        presenter.control.pan(room.left - middle, 0)
        assert presenter.camera.to_px(x, 0.0)[0] == pytest.approx(room.left)
        monkeypatch.setattr(Canvas, "plate", noted)
        pilot.app.draw()
        assert room.left <= plates[0].left < room.left + 10
        assert not plates[0].colliderect(plates[1])
        for pan, base in ((-5.0, room.bottom), (5.0, room.bottom + 0.8 * room.h)):
            presenter.control.pan(0, pan * room.h)
            pilot.frames(2)
            assert presenter.control.goal.base == pytest.approx(base), "the table stays in sight"


@pytest.mark.parametrize("size", [*SEEN, (960, 600), (1, 1080)])
@pytest.mark.parametrize("language", [ENGLISH, language_of("de")], ids=["en", "de"])
def test_every_piece_has_its_own_place_on_the_shelves_with_its_name(
    size: Point, language: Language
) -> None:
    viewport = Viewport(size, Fonts(language=language))
    layout = Layout(viewport, len(bausack.PEOPLE))
    pieces = Match.new("bausack", bausack.PEOPLE, seed=1).setup.pieces
    places = shelf(viewport, layout.pile, pieces).places()
    assert [one.kind for one in places] == list(pieces)
    assert_apart((one.rect for one in places), layout.pile)
    names = {one.kind: viewport.text(known(pieces[one.kind].name), NAME, TEXT) for one in places}
    cut = [one for one in places if names[one.kind].get_width() > one.rect.w]
    assert not cut or size in {SMALLEST, (1, 1080)}, "in the smallest windows some are"


def test_the_shelves_of_a_short_game_hold_its_thirty_pieces_and_show_them_larger(
    tmp_path: Path,
) -> None:
    match = Match.new("bausack", bausack.PEOPLE, seed=1, options=Options(short=True))
    with window(tmp_path, match=match) as pilot:
        few, pieces = pilot.table.presenter.pile.shelf, match.setup.pieces
        assert {place.kind for place in few.places()} == match.view(None).pieces
        assert len(few.places()) == 30
        area = pilot.table.presenter.layout.pile
        assert few.scale > 1.3 * shelf(pilot.app.context.viewport, area, pieces).scale


@pytest.mark.parametrize("size", SEEN)
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_seats_card_and_pile_do_not_overlap(size: Point, seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport, seats)
    rows = layout.plates
    assert len(rows) == seats
    assert_apart(rows, layout.seats)
    assert not layout.pile.colliderect(layout.card)
    assert not layout.areas.hint.colliderect(layout.show_pile)
    assert layout.card.bottom < layout.areas.log.top
    parts = [layout.less, layout.bid, layout.more, *layout.buttons]
    assert_apart(parts, layout.card)


@pytest.mark.slow
@pytest.mark.parametrize("size", [*SIZES, (2560, 1440)])
def test_the_buttons_of_every_question_fit_and_the_card_explains_them_in_full(
    tmp_path: Path, size: Point, written: list[str]
) -> None:
    def fits(pilot: Pilot, number: int) -> None:
        seen = [w for w in pilot.screen.form.widgets if w.visible]
        rects = [pygame.Rect(w.get_abs_rect()) for w in seen]
        assert len(rects) == 4 + number
        assert_apart(rects, pygame.Rect((0, 0), size))
        pilot.app.draw()
        card = pilot.frame.card
        for code in ("de", "en") if card else ():
            pilot.change(language=code)
            written.clear()
            pilot.app.draw()
            meaning = help_on_card(pilot.frame.view, card.bid)
            assert language_of(code).say(meaning) in " ".join(written)

    with bausack.table(tmp_path, *bausack.PEOPLE, SeatSpec("Dora"), size=size) as pilot:
        bausack.take(pilot, "vase")
        fits(pilot, 5)
        bausack.answer(pilot, "Build")
        fits(pilot, 5)
        for _ in range(3):
            bausack.answer(pilot, "Pass")
        fits(pilot, 0)
    with bausack.table(tmp_path, size=size) as pilot:
        bausack.take(pilot, "vase")
        bausack.answer(pilot, "Push")
        fits(pilot, 2)


def test_a_spent_token_is_visible_on_the_plate_of_the_acting_seat(pilot: Pilot) -> None:
    bausack.take(pilot, "egg")
    for _ in range(TOKENS):
        pilot.key(pygame.K_PLUS)
    bausack.answer(pilot, "Build, bid 10")
    assert (pilot.table.play.name, pilot.match.state.tokens[0]) == ("Ada", 0)
    pilot.app.draw()
    viewport = pilot.app.context.viewport
    plate = pilot.table.layout.plates[0]
    y = plate.y + viewport.px(24 + 27)
    xs = range(plate.x + viewport.px(16), plate.x + viewport.px(150))
    reds = [pilot.app.window.get_at((x, y)).r for x in xs]
    assert max(reds) - min(reds) > 30


def test_a_highest_bid_set_once_bids_without_asking_again(tmp_path: Path) -> None:
    with bausack.table(tmp_path, *bausack.PEOPLE[:2]) as pilot:
        bausack.take(pilot, "brick")
        bausack.answer(pilot, "Build")
        assert pilot.table.play.wanted is Phase.BIDDING
        for _ in range(2):
            pilot.press("+")
        pilot.move(pilot.button("Up to 3").rect.center)
        assert pilot.table.tip is None, "it would cover the button below; the card explains it"
        bausack.answer(pilot, "Up to 3")
        assert (pilot.table.play.seat, pilot.table.play.view().highest) == (0, 1), (
            "no more than is needed"
        )
        bausack.answer(pilot, "Bid 2")
        assert (pilot.table.play.seat, pilot.table.play.view().highest) == (0, 3)
        bausack.answer(pilot, "Bid 4")
        after = pilot.table.play.wanted, pilot.table.play.view().tokens[0]
        assert after == (Phase.PLACING, 6), "beyond the highest bid it was passed"


def test_a_highest_bid_is_forgotten_when_the_next_auction_opens(tmp_path: Path) -> None:
    with bausack.table(tmp_path, *bausack.PEOPLE[:2]) as pilot:
        pilot.table.pointer.limits[Seat(1)] = 8  # set in an auction in which all others bid since
        bausack.take(pilot, "brick")
        bausack.answer(pilot, "Build")
        pilot.frames(90)
        assert (pilot.table.play.seat, pilot.table.play.wanted) == (1, Phase.BIDDING)


@pytest.mark.slow  # a whole game
def test_people_who_are_out_can_skip_to_the_result(tmp_path: Path) -> None:
    bots = (SeatSpec("Bruno", "uniform"), SeatSpec("Clara", "uniform"))
    with bausack.table(tmp_path, SeatSpec("Ada"), *bots) as pilot:
        screen = pilot.table
        pilot.key(pygame.K_s)
        assert not screen.play.is_skipping, "a person is still in"
        match = screen.match
        match.state = replace(match.state, collapsed=((Seat(0),),), turn=Seat(1), asked=Seat(1))
        screen.play._seen = None
        pilot.until(lambda: screen.play.can_skip, 300)
        pilot.frames()
        pilot.press("To the result")
        pilot.until(lambda: isinstance(pilot.screen, Finale), 6000)
        assert match.phase is MatchPhase.OVER


def test_towers_that_fall_in_one_tick_are_out_at_the_same_place() -> None:
    match = Match.new("bausack", [SeatSpec(name) for name in "ABCD"], seed=1)
    match.state = replace(match.state, collapsed=((Seat(2), Seat(0)), (Seat(1),)))
    play = BausackPlay(match, PlayContext())
    assert [play.out(Seat(seat)) for seat in range(4)] == [1, 3, 1, 0]


def test_a_plant_is_not_called_green_twice() -> None:
    pieces = load_pieces("blocks")
    assert facts(pieces["cactus"]).endswith("g  ·  green")
    assert facts(pieces["egg"]).endswith("g  ·  eggs, red")


def enter(pilot: Pilot, at: Point) -> None:  # noqa: ARG001 - the signature of a click
    pilot.key(pygame.K_RETURN)


@pytest.mark.parametrize(("answer", "frames"), [(enter, 0), (Pilot.click, 24)])
def test_a_second_answer_does_not_count_for_the_next_person(
    pilot: Pilot, answer: Callable[[Pilot, Point], None], frames: int
) -> None:
    bausack.take(pilot, "brick")
    build = pygame.Rect(pilot.button("Build").get_abs_rect()).center
    answer(pilot, build)
    pilot.frames(frames)
    answer(pilot, bid_button(pilot))
    assert (pilot.table.play.name, pilot.table.play.wanted) == ("Bruno", Phase.BIDDING)
    assert pilot.match.state.highest == 0
    assert set(bausack.buttons(pilot).values()) == {False}, "it is seen that they wait"
    bausack.ready(pilot)
    assert all(on for label, on in bausack.buttons(pilot).items() if "Bid" in label)
    pilot.press("Bid 1")
    answer(pilot, bid_button(pilot))
    assert pilot.match.state.highest == 1


def bid_button(pilot: Pilot) -> Point:
    """Return the position of the button for a bid, in pixels."""
    x, y = pilot.table.layout.buttons[1].center
    return x, y


def test_the_key_that_pushes_a_piece_does_not_answer_for_the_next_person(pilot: Pilot) -> None:
    bausack.take(pilot, "egg")
    for name, key in (("Bruno", pygame.K_RETURN), ("Clara", pygame.K_u)):
        pilot.key(pygame.K_u)
        pilot.frames(9)
        pilot.key(key)
        assert (pilot.table.play.name, pilot.table.play.wanted) == (name, Phase.OFFERED)
        bausack.ready(pilot)


def test_a_second_answer_does_not_count_after_a_quick_bot(tmp_path: Path) -> None:
    seats = (SeatSpec("Ada"), SeatSpec("Clara", "uniform", "steady"), SeatSpec("Bruno"))
    save_settings(tmp_path / "settings.json", Settings(pace=4))
    with bausack.table(tmp_path, *seats) as pilot:
        bausack.take(pilot, "brick")
        pilot.press("Build")
        pilot.until(lambda: pilot.table.play.wanted is Phase.BIDDING)
        steps = pilot.match.steps
        for _ in range(4):
            pilot.key(pygame.K_RETURN)
            pilot.click(bid_button(pilot))
        assert pilot.match.steps == steps


def test_arrows_mark_a_piece_enter_takes_it_and_a_second_enter_builds(pilot: Pilot) -> None:
    pilot.keys(pygame.K_RIGHT, pygame.K_RIGHT)
    marked = pilot.table.pointer.hovered
    frame = pilot.frame
    assert (frame.chosen, frame.hovered, frame.card.piece) == ("", marked, marked)
    assert f"Enter takes the {pilot.match.setup.piece(marked).name}" in pilot.screen.hint
    assert bausack.buttons(pilot) == {}
    pilot.key(pygame.K_RETURN)
    pilot.frames(9)
    pilot.key(pygame.K_RETURN)
    frame = pilot.frame
    assert (frame.chosen, pilot.table.play.wanted) == (marked, Phase.CHOOSING), "taken, not built"
    assert set(bausack.buttons(pilot).values()) == {False}
    bausack.ready(pilot)
    pilot.key(pygame.K_DOWN)
    other = pilot.table.pointer.hovered
    assert (bausack.buttons(pilot), pilot.frame.chosen) == ({}, marked)
    pilot.key(pygame.K_u)
    assert pilot.table.play.wanted is Phase.CHOOSING, "what is not shown cannot be pushed"
    pilot.key(pygame.K_RETURN)
    bausack.ready(pilot)
    pilot.key(pygame.K_RETURN)
    bausack.ready(pilot)
    play = pilot.table.play
    assert (play.wanted, play.view().piece) == (Phase.BIDDING, other)
