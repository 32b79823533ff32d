"""The table of Palace: mouse and keys, and the answers to them."""

import math
from pathlib import Path

import pygame
import pytest

from tests.rules.palace.tables import cards, table as state_of
from tests.ui.cards.tables import come_to_rest, flying, node, shown_nodes, table
from tests.ui.palace.matches import (
    blind_spots,
    card,
    chosen,
    drag,
    hand,
    heap,
    match_at,
    pile,
    spot,
    top,
)
from tests.ui.pilot import Pilot, window
from towersim.rules.palace.cards import Card
from towersim.rules.palace.legal import refusal
from towersim.rules.palace.state import Play
from towersim.ui.nodes.node import NodeMarks


def looks(pilot: Pilot) -> dict[str, NodeMarks]:
    """Return the look of each card."""
    return {str(card): node.marks for card, node in shown_nodes(pilot, Card).items()}


# --- by mouse -----------------------------------------------------------------------------------


def test_legal_cards_are_lit_and_others_are_dark(pilot: Pilot) -> None:
    marked = looks(pilot)
    assert {name for name, look in marked.items() if look.legal} == {
        "2 of clubs",
        "9 of spades",
        "9 of diamonds",
        "jack of diamonds",
    }
    assert {name for name, look in marked.items() if look.dim} == {"4 of diamonds", "4 of hearts"}


def test_a_click_chooses_a_card_and_a_second_click_puts_it_back(pilot: Pilot) -> None:
    nine = card("9s")
    pilot.click(spot(pilot, nine))
    assert chosen(pilot) == {nine}
    pilot.frames(30)
    pilot.click(spot(pilot, nine))
    assert chosen(pilot) == frozenset()
    assert nine in hand(pilot)


def test_cards_of_one_rank_are_chosen_together_and_another_rank_replaces_them(pilot: Pilot) -> None:
    for text in ("9s", "9d"):
        pilot.click(spot(pilot, card(text)))
        pilot.frames(30)
    assert chosen(pilot) == set(cards("9s 9d"))
    pilot.click(spot(pilot, card("Jd")))
    assert chosen(pilot) == {card("Jd")}


def test_the_button_plays_the_chosen_cards(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("9s")))
    pilot.frames(30)
    pilot.click(spot(pilot, card("9d")))
    pilot.press("Play 2 cards")
    assert top(pilot)[-2:] == cards("9d 9s")


def test_a_click_on_the_pile_plays_the_chosen_card(pilot: Pilot) -> None:
    pilot.click(pile(pilot))
    assert len(top(pilot)) == 2, "nothing is chosen"
    pilot.click(spot(pilot, card("Jd")))
    pilot.click(pile(pilot))
    assert top(pilot)[-1] == card("Jd")


def double_click(pilot: Pilot, what: str) -> int:
    """Double-click a card; return the number of the match's actions."""
    pilot.click(spot(pilot, card(what)))
    pilot.click(spot(pilot, card(what)))
    return table(pilot).match.steps


def test_a_double_click_plays_a_card_after_a_moment(pilot: Pilot) -> None:
    steps = double_click(pilot, "Jd")
    assert heap(pilot)[-1] == card("Jd"), "one sees it on the pile"
    assert top(pilot)[-1] != card("Jd"), "but the match does not know of it"
    pilot.frames(60)
    assert table(pilot).match.steps == steps
    assert "take it back" in table(pilot).hint
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
    assert table(pilot).message == "That cannot be taken back."


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


def test_a_card_dragged_onto_the_pile_is_played_with_the_chosen_ones(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("9s")))
    drag(pilot, spot(pilot, card("9d")), pile(pilot))
    assert top(pilot)[-2:] == cards("9d 9s")
    motion = table(pilot).pump.motion
    seen = motion.seen(node(pilot, card("9d")))
    assert math.dist(seen[:2], pile(pilot)) < 40, "they fly from where they were let go"


def test_the_right_button_chooses_all_of_a_rank(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("9d")))
    pilot.down(3)
    pilot.up(3)
    assert chosen(pilot) == set(cards("9s 9d"))


def test_a_refused_card_gives_the_reason_of_the_rules(pilot: Pilot) -> None:
    why = refusal(table(pilot).match.state, Play(cards("4d")))
    pilot.move(spot(pilot, card("4d")))
    pilot.frames(2)
    assert why is not None
    assert why in str(table(pilot).tip)
    for act in (pilot.click, lambda at: drag(pilot, at, pile(pilot))):
        table(pilot).say("")
        act(spot(pilot, card("4d")))
        assert why in table(pilot).hint
        assert "4 of diamonds" in table(pilot).hint
    assert card("4d") in hand(pilot)


def test_tips_of_magic_cards_tell_their_effect(pilot: Pilot) -> None:
    pilot.move(spot(pilot, card("2c")))
    pilot.frames(2)
    assert "everything" in str(table(pilot).tip)


ROW = state_of("/5h 10c Kd/3", "3h 8d Qc/6s 7d As/3", pile="6c 9h")


@pytest.mark.parametrize("pilot", [ROW], indirect=True)
def test_without_a_hand_the_face_up_row_is_played(pilot: Pilot) -> None:
    pilot.click(spot(pilot, card("5h")))
    assert chosen(pilot) == frozenset()
    drag(pilot, spot(pilot, card("Kd")), pile(pilot))
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
    assert "the pile is yours: 3 cards" in table(pilot).hint
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


# --- by keys ------------------------------------------------------------------------------------


def test_arrows_point_space_chooses_and_enter_plays(pilot: Pilot) -> None:
    pilot.key(pygame.K_LEFT)
    assert table(pilot).pointing.focus == card("Jd")
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_SPACE)
    pilot.key(pygame.K_LEFT)
    pilot.key(pygame.K_UP)
    assert chosen(pilot) == set(cards("9s 9d"))
    pilot.key(pygame.K_DOWN)
    assert len(chosen(pilot)) == 1
    pilot.key(pygame.K_a)
    pilot.key(pygame.K_RETURN)
    assert top(pilot)[-2:] == cards("9d 9s")


def test_tab_goes_through_the_playable_cards(pilot: Pilot) -> None:
    pointed = []
    for _ in range(5):
        pilot.key(pygame.K_TAB)
        pointed.append(table(pilot).pointing.focus)
    assert pointed == [*cards("2c 9d 9s Jd"), card("2c")]
    pilot.key(pygame.K_RETURN)
    assert top(pilot)[-1] == card("2c")
