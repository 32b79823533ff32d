"""The table of Palace: turns, animations, messages, the log, and what stays hidden."""

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.rules.palace.tables import cards, table as state_of
from tests.ui.cards.tables import (
    at,
    come_to_rest,
    flying,
    match_of,
    node,
    set_up,
    shown_nodes,
    table,
)
from tests.ui.pilot import Pilot, Point, window
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.rules.palace.log import PileTaken, Played
from towersim.rules.palace.play import refusal
from towersim.rules.palace.state import Card, Play, Source, State
from towersim.ui.app_context import AppContext
from towersim.ui.cards.controller import state_of as shown_state
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.text import BLUSH
from towersim.ui.drawing.theme import PAPER, WALNUT_DARK, Viewport
from towersim.ui.games.palace.choices import Choice, mattering
from towersim.ui.games.palace.messages import in_hand
from towersim.ui.games.palace.nodes import Layout
from towersim.ui.games.palace.table import PalaceTable
from towersim.ui.pictures.table import table_picture
from towersim.ui.screens.game import GameScreen
from towersim.ui.watch.finale import Finale

USUAL = state_of("2c 4d 4h 9s 9d Jd/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9)


def match_at(state: State, *players: str) -> Match:
    """Return a match in this state; a bot plays each seat without a player."""
    kinds = (*players, *("uniform",) * (len(state.hands) - len(players)))
    match = match_of("palace", *kinds, seed=1, options=state.options)
    played = [Played(Seat(0), (card,), Source.HAND) for card in state.pile]
    return set_up(match, state, played)


def waits(pilot: Pilot) -> bool:
    """Return whether a person has to act at the table and all events were shown."""
    return isinstance(pilot.screen, GameScreen) and table(pilot).state.mine


def spot(pilot: Pilot, card: Card) -> Point:
    """Return a point near the left edge of a card, which no other card covers."""
    place = node(pilot, card).place
    return round(place.x - 0.27 * place.height), round(place.y)


def blind_spots(pilot: Pilot) -> list[Point]:
    """Return the centres of the own blind cards, from left to right."""
    home = table(pilot).play.home
    keys = [("blind", home, place) for place in range(3)]
    return [n.rect().center for n in table(pilot).nodes if n.key in keys]


def pile(pilot: Pilot) -> Point:
    """Return the centre of the pile."""
    return at(pilot, "pile")


def chosen(pilot: Pilot) -> frozenset[Card]:
    picked: frozenset[Card] = table(pilot).selection.cards
    return picked


def heap(pilot: Pilot) -> tuple[Card, ...]:
    """Return the visible cards of the pile."""
    return tuple(n.key for n in table(pilot).nodes if n.zone == "heap")  # type: ignore[misc]  # cards


def card(text: str) -> Card:
    return cards(text)[0]


def hand(pilot: Pilot) -> tuple[Card, ...]:
    """Return Ada's hand."""
    held: tuple[Card, ...] = table(pilot).match.state.hands[0]
    return held


def top(pilot: Pilot) -> tuple[Card, ...]:
    """Return the cards of the pile."""
    lying: tuple[Card, ...] = table(pilot).match.state.pile
    return lying


@pytest.fixture
def pilot(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pilot]:
    """Yield the window on Ada's turn in a given state."""
    state = getattr(request, "param", USUAL)
    with window(tmp_path, match=match_at(state, "human")) as opened:
        come_to_rest(opened)
        yield opened


def test_the_first_cards_are_dealt_visibly_and_a_click_ends_it(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("palace", "human", "uniform", seed=1)) as pilot:
        pilot.frames(10)
        controller = table(pilot)
        assert flying(pilot)
        assert controller.screen.hint == "The cards are dealt …"
        assert "asks" not in {node.key for node in controller.nodes}
        assert sum(controller.state.view.hands) < 6, "one card after the other"
        pilot.until(lambda: controller.state.view.hands[1] == 1)
        keys = {node.key for node in controller.nodes}
        assert ("hand count", 1) not in keys, "a number waits where no card lies yet"
        pilot.click((600, 300))
        assert controller.ready
        assert controller.state.view.hands == (6, 6)
        assert chosen(pilot) == frozenset()


def test_three_cards_are_laid_up_before_the_first_turn(tmp_path: Path) -> None:
    with window(tmp_path, match=match_of("palace", "human", "uniform", seed=1)) as pilot:
        pilot.until(lambda: waits(pilot))
        come_to_rest(pilot)
        mine = hand(pilot)
        for wanted in mine[2:]:
            pilot.click(spot(pilot, wanted))
            pilot.frames(30)
        assert chosen(pilot) == set(mine[2:5]), "a fourth does not go"
        pilot.press("Lay face up")
        assert table(pilot).match.state.rows[0] == mine[2:5]
        assert set(mine[2:5]) <= flying(pilot)


BURNS = state_of("10d 4d 5d/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h 9s", stock=5)


@pytest.mark.parametrize("pilot", [BURNS], indirect=True)
def test_a_pile_is_shown_burning_before_it_disappears(pilot: Pilot) -> None:
    pilot.drag(spot(pilot, card("10d")), pile(pilot))
    controller = table(pilot)
    assert controller.state.view.burned == 0
    assert heap(pilot) == cards("10d")
    pilot.until(lambda: bool(controller.pump.motion._flashes))
    assert card("10d") in flying(pilot)
    pilot.until(lambda: controller.ready)
    assert (controller.state.view.burned, heap(pilot)) == (4, ())
    assert controller.play.has_choice(Play), "who burned it plays again"


def test_bots_wait_until_every_card_has_landed_and_their_cards_leave_their_hands(
    pilot: Pilot,
) -> None:
    pilot.drag(spot(pilot, card("Jd")), pile(pilot))
    controller, steps = table(pilot), table(pilot).match.steps
    while not controller.ready:
        assert controller.match.steps == steps
        pilot.frames()
    pilot.until(lambda: controller.match.steps > steps, 60)
    pilot.until(lambda: controller.match.actor == 0 and not controller.ready)
    assert controller.state.view.hands[1] == 2
    assert flying(pilot) & set(cards("3h 8d Qc"))


@pytest.mark.parametrize(
    ("name", "brief"), [("Ada", set()), ("Maximilian von Hohenfels", {"14 cards"})]
)
def test_the_own_plate_counts_the_hand_only_beside_a_short_name(
    tmp_path: Path, written: list[str], name: str, brief: set[str]
) -> None:
    eight = "2c 4d 4h 5c 6d 9s 9d Jd/5h 10c Kd/3"
    match = match_at(state_of(eight, "3h 8d Qc/6s 7d As/3", pile="6c 8h", stock=9), "human")
    match.header = replace(match.header, seats=(SeatSpec(name), *match.header.seats[1:]))
    with window(tmp_path, match=match) as pilot:
        come_to_rest(pilot)
        written.clear()
        pilot.app.draw()
    assert {*written} & {"14 cards"} == brief


def test_the_open_log_covers_no_own_card_and_no_button(pilot: Pilot) -> None:
    controller = table(pilot)
    where = controller.table.log_rect(controller.layout)
    own = [n.rect() for n in controller.nodes if n.key in {*USUAL.hands[0], *USUAL.rows[0]}]
    assert where.h > 150
    assert where.collidelist([*own, controller.layout.go, controller.layout.take]) == -1
    pilot.app.draw()
    before = pygame.image.tobytes(pilot.app.window.subsurface(controller.layout.hand), "RGB")
    pilot.key(pygame.K_l)
    pilot.app.draw()
    assert pilot.app.window.get_at(where.center)[:3] == WALNUT_DARK
    after = pygame.image.tobytes(pilot.app.window.subsurface(controller.layout.hand), "RGB")
    assert after == before


def test_the_wheel_scrolls_the_open_log_at_any_mouse_position(pilot: Pilot) -> None:
    match, controller = table(pilot).match, table(pilot)
    match.events.extend(60 * [PileTaken(Seat(1), 3)])
    controller.pump.queue.told += 60
    pilot.key(pygame.K_l)
    for at_ in (controller.layout.hand.center, controller.layout.others.center):
        pilot.move(at_)
        pilot.app.draw()
        low = controller.table.log_rect(controller.layout)
        newest = pygame.image.tobytes(pilot.app.window.subsurface(low), "RGB")
        for y in (3, -9):
            pilot.wheel(y)
            pilot.app.draw()
            shown = pygame.image.tobytes(pilot.app.window.subsurface(low), "RGB")
            assert (shown == newest) == (y < 0)


def test_a_refusal_does_not_look_like_a_prompt(pilot: Pilot) -> None:
    controller = table(pilot)
    hint = controller.layout.areas.hint
    pilot.key(pygame.K_t)
    assert controller.hud.message == "You can play a card, so the pile is not yours to take."
    pilot.app.draw()
    paper = pilot.app.window.get_at((hint.centerx, hint.bottom - 5))[:3]
    assert paper == BLUSH
    controller.hud.say("Sound off")
    pilot.app.draw()
    assert pilot.app.window.get_at((hint.centerx, hint.bottom - 5))[:3] == PAPER


def test_only_the_relevant_top_of_the_pile_is_shown() -> None:
    assert mattering(cards("4c 9h 9s")) == cards("9h 9s")
    assert mattering(cards("4c 9h 9s 3c 3d")) == cards("9h 9s 3c 3d")
    assert mattering(cards("3c")) == cards("3c")
    assert mattering(()) == ()


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (880, 550), (1920, 1080), (2560, 1080)])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_area_of_palace_overlaps_another(size: tuple[int, int], seats: int) -> None:
    viewport = Viewport(size, Fonts())
    layout = Layout(viewport)
    places = layout.seatings(seats, home=1)
    others = [seating.plate for seat, seating in enumerate(places) if seat != 1]
    for one, other in pairwise(sorted(others, key=lambda rect: rect.x)):
        assert one.right < other.left
    assert max(rect.right for rect in others) <= viewport.size[0]
    for piled in (layout.stock, layout.pile, layout.burnt):
        assert piled.y - piled.height / 2 > layout.asks.bottom
        assert piled.y + piled.height / 2 < layout.hand.y
    assert layout.pile.height >= viewport.px(96)
    assert layout.own.plate.right < layout.hand.left
    assert layout.hand.right < layout.go.left
    assert layout.take.bottom < layout.areas.log.top
    for seating in places:
        assert seating.hand.w > viewport.px(36)


OVER = state_of("4d", "3h/6s/2", "", pile="3d")


@pytest.mark.parametrize("pilot", [replace(OVER, out=(2,))], indirect=True)
def test_the_result_lists_seats_in_the_order_they_went_out(pilot: Pilot) -> None:
    pilot.drag(spot(pilot, card("4d")), pile(pilot))
    pilot.until(lambda: isinstance(pilot.screen, Finale))
    pilot.frames(2)
    assert pilot.screen.ending.outcome.scores == (1, 0, 2)
    drawn: list[object] = []
    ending = pilot.screen.ending
    pilot.screen.ending = ending._replace(draw_row=lambda *row: drawn.append(row[-1]))
    pilot.frames(40)
    pilot.key(pygame.K_t)
    pilot.app.draw()
    assert drawn[-3:] == [2, 0, 1]


def test_a_picture_of_a_game_between_people_shows_no_hand() -> None:
    hidden, other = (
        state_of(f"{mine}/10c 10d 10h/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")
        for mine in ("4d 5d 6d", "Jd Jh Js")
    )

    def pixels(state: State, *players: str) -> bytes:
        return pygame.image.tobytes(table_picture(match_at(state, *players)), "RGB")

    assert pixels(hidden, "human", "human") == pixels(other, "human", "human")
    assert pixels(hidden, "human") != pixels(other, "human")


def test_legal_cards_are_lit_and_others_are_dark(pilot: Pilot) -> None:
    marked = {str(card): node.marks for card, node in shown_nodes(pilot, Card).items()}
    legal = {name for name, look in marked.items() if look.legal}
    assert legal == {"2 of clubs", "9 of spades", "9 of diamonds", "jack of diamonds"}
    assert {name for name, look in marked.items() if look.dim} == {"4 of diamonds", "4 of hearts"}


@pytest.mark.parametrize("how", ["button", "pile"])
def test_clicks_choose_cards_of_one_rank_that_a_button_or_a_click_on_the_pile_plays(
    pilot: Pilot, how: str
) -> None:
    pilot.click(pile(pilot))
    assert len(top(pilot)) == 2, "nothing is chosen"
    for text, left in (("9s", "9s"), ("9s", ""), ("Jd", "Jd"), ("9s", "9s"), ("9d", "9d 9s")):
        pilot.click(spot(pilot, card(text)))
        pilot.frames(30)
        assert chosen(pilot) == set(cards(left)), "a second click puts it back"
    if how == "button":
        pilot.press("Play 2 cards")
    else:
        pilot.click(pile(pilot))
    assert top(pilot)[-2:] == cards("9d 9s")


def double_click(pilot: Pilot, what: str) -> int:
    """Double-click a card; return the number of the match's actions."""
    pilot.click(spot(pilot, card(what)))
    pilot.click(spot(pilot, card(what)))
    return table(pilot).match.steps


def test_a_double_click_plays_a_card_after_a_moment(pilot: Pilot) -> None:
    last = heap(pilot)[-1]
    steps = double_click(pilot, "Jd")
    assert heap(pilot)[-1] == card("Jd"), "one sees it on the pile"
    assert last in {node.key for node in table(pilot).nodes}, "and what it covers until it is there"
    assert top(pilot)[-1] != card("Jd"), "but the match does not know of it"
    pilot.frames(60)
    assert table(pilot).match.steps == steps
    assert "take it back" in pilot.screen.hint
    pilot.frames(60)
    assert card("Jd") not in hand(pilot)
    assert table(pilot).match.steps > steps


@pytest.mark.parametrize("how", ["button", "key"])
def test_a_double_clicked_card_can_be_taken_back(pilot: Pilot, how: str) -> None:
    steps = double_click(pilot, "Jd")
    if how == "key":
        pilot.key(pygame.K_n)
    else:
        pilot.press("Take back")
    assert card("Jd") in hand(pilot)
    assert heap(pilot)[-1] != card("Jd")
    assert table(pilot).state.mine
    pilot.frames(150)
    assert table(pilot).match.steps == steps
    pilot.key(pygame.K_n)
    assert table(pilot).hud.message == "That cannot be taken back."


@pytest.mark.parametrize("how", ["click", "key"])
def test_a_press_plays_a_double_clicked_card_at_once(pilot: Pilot, how: str) -> None:
    steps = double_click(pilot, "Jd")
    if how == "key":
        pilot.key(pygame.K_SPACE)
    else:
        pilot.click((5, 300))
    assert table(pilot).match.steps > steps
    pilot.key(pygame.K_n)
    assert card("Jd") not in hand(pilot), "what was answered, or drew a card, stays"


def test_a_double_clicked_card_is_saved_with_the_game(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[int]()
    count = lambda _, match: counted.append(match.steps)  # noqa: E731
    monkeypatch.setattr(AppContext, "count_game", count)
    match, steps = table(pilot).match, double_click(pilot, "Jd")
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Save and go to the menu")
    assert match.steps > steps
    assert counted == [match.steps], "it may have won, also for a series"


def test_a_card_dragged_onto_the_pile_is_played_with_the_chosen_ones(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("9s")))
    pilot.drag(spot(pilot, card("9d")), pile(pilot))
    assert top(pilot)[-2:] == cards("9d 9s")
    motion = table(pilot).pump.motion
    seen = motion.seen(node(pilot, card("9d")))
    assert math.dist(seen[:2], pile(pilot)) < 40, "they fly from where they were let go"


def test_the_right_button_chooses_all_of_a_rank(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("9d")))
    pilot.down(3)
    pilot.up(3)
    assert chosen(pilot) == set(cards("9s 9d"))


def test_a_refused_card_gives_the_reason_of_the_rules_and_a_magic_one_its_effect(
    pilot: Pilot,
) -> None:
    pilot.move(spot(pilot, card("2c")))
    pilot.frames(2)
    assert "everything" in str(table(pilot).tip)
    why = refusal(table(pilot).match.state, Play(cards("4d")))
    pilot.move(spot(pilot, card("4d")))
    pilot.frames(2)
    assert why is not None
    assert why in str(table(pilot).tip)
    for act in (pilot.click, lambda at: pilot.drag(at, pile(pilot))):
        pilot.screen.say("")
        act(spot(pilot, card("4d")))
        assert why in pilot.screen.hint
        assert "4 of diamonds" in pilot.screen.hint
    assert card("4d") in hand(pilot)


ROW = state_of("/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")


@pytest.mark.parametrize("pilot", [ROW], indirect=True)
def test_without_a_hand_the_face_up_row_is_played(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("5h")))
    assert chosen(pilot) == frozenset()
    pilot.drag(spot(pilot, card("Kd")), pile(pilot))
    assert top(pilot)[-1] == card("Kd")
    assert table(pilot).match.state.rows[0] == cards("5h 10c")


BLIND = state_of("//3", "3h 8d Qc/6s 7d As/3", pile="6c 9h", unseen="2h 2d Kc Ac 2s 2c")


@pytest.mark.parametrize("pilot", [BLIND], indirect=True)
def test_the_pressed_blind_card_is_the_one_that_turns_over(pilot: Pilot) -> None:
    first, second, third = blind_spots(pilot)
    pilot.click(second)
    assert table(pilot).match.state.blind[0] == 2
    assert blind_spots(pilot) == [first, third]
    assert flying(pilot) == {"turned"}
    seen = table(pilot).state
    assert seen.view.pile == 2, "the table does not tell before the card does"
    assert "goes on the pile" not in " ".join(table(pilot).hud.log)
    shown = 0
    while table(pilot).state.view.pile == 2 and shown < 600:
        pilot.frames()
        shown += 1
    assert 60 < shown < 600, "a little suspense"
    come_to_rest(pilot)
    assert "goes on the pile" in " ".join(table(pilot).hud.log)


STUCK = state_of("4d 5d/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h Ad")


@pytest.mark.parametrize("pilot", [STUCK], indirect=True)
def test_with_no_legal_card_the_pile_is_taken(pilot: Pilot) -> None:
    assert "the pile is yours: 3 cards" in pilot.screen.hint
    pilot.press("Take the pile")
    assert hand(pilot) == cards("4d 5d 6c 9h Ad")
    assert set(cards("6c 9h Ad")) <= flying(pilot)
    come_to_rest(pilot)
    assert heap(pilot) == ()


def test_declining_has_a_button_if_it_is_legal(tmp_path: Path) -> None:
    state = state_of("4d 9d", "5c", pile="6c", may_decline=True)
    with window(tmp_path, match=match_at(state, "human")) as pilot:
        pilot.frames(3)
        pilot.press("Take the pile")
        assert hand(pilot) == cards("4d 6c 9d")


def test_arrows_point_space_chooses_and_enter_plays(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    assert table(pilot).pointing.focus == card("Jd")
    pilot.keys(pygame.K_LEFT, pygame.K_SPACE, pygame.K_LEFT, pygame.K_UP)
    assert chosen(pilot) == set(cards("9s 9d"))
    pilot.key(pygame.K_DOWN)
    assert len(chosen(pilot)) == 1
    pilot.keys(pygame.K_a, pygame.K_RETURN)
    assert top(pilot)[-2:] == cards("9d 9s")


def test_tab_goes_through_the_playable_cards(pilot: Pilot) -> None:
    pointed = []
    for _ in range(5):
        pilot.key(pygame.K_TAB)
        pointed.append(table(pilot).pointing.focus)
    assert pointed == [*cards("2c 9d 9s Jd"), card("2c")]
    pilot.key(pygame.K_RETURN)
    assert top(pilot)[-1] == card("2c")


def test_numbers_of_cards_in_palace() -> None:
    match = match_at(state_of("9s 9d/5h/1", "3h/6s/1", pile="6c"), "human")
    state = shown_state(PalaceTable(), Viewport((1280, 720), Fonts()), match)
    for held, what in (("9s", "drag it "), ("9s 9d", "drag them ")):
        picked = state._replace(selection=Choice(frozenset(cards(held))))
        assert PalaceTable().hint(picked).startswith(what)
    view = match.view(Seat(0))
    assert in_hand(view, 0, mine=True) == "4 cards"
    one = replace(view, hands=(0, 1), rows=((), ()), blind=(1, 1))
    assert in_hand(one, 0, mine=False) == "1 card left"


def test_a_long_word_stays_inside_its_empty_place(pilot: Pilot, sizes: dict[str, int]) -> None:
    pilot.change(text_size=150, language="de")
    pilot.app.draw()
    viewport, place = pilot.app.context.viewport, pilot.table.layout.burnt
    wide = viewport.fonts.width("verbrannt", sizes["verbrannt"])
    assert wide <= round(place.height * 5 / 7) - viewport.px(10)
