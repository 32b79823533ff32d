"""The table of Push in the real window, and the steps in which it shows an action."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from tests.ui.cards.tables import at, look, match_of, node, settle, table
from tests.ui.pilot import Pilot, window
from towersim.bots.table import turn
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.rules.push.log import Bust, Flipped, Rolled
from towersim.rules.push.play import Push, refusals
from towersim.rules.push.state import COLOURS, Card, Mark, Options, Phase, Put, State, View, deck
from towersim.ui.app_context import PlayContext
from towersim.ui.cards.controller import CardController
from towersim.ui.cards.play import CardPlay
from towersim.ui.games.push import moments
from towersim.ui.games.push.moments import chances
from towersim.ui.games.push.table import PushTable
from towersim.ui.nodes.node import Node, Say
from towersim.ui.screens.pause import Pause
from towersim.ui.screens.rules import RulesPages
from towersim.ui.watch.finale import Finale

RED, YELLOW, GREEN, BLUE, PURPLE = COLOURS
STACKS = (
    (Card(RED, 6), Card(YELLOW, 5)),
    (Card(BLUE, 3), Card(PURPLE, 5)),
    (Card(GREEN, 2), Card(YELLOW, 4)),
)


new_match = partial(match_of, "push")
"""Return a fresh match with these kinds of player."""


def placing(match: Match, card: Card, *stacks: tuple[Card, ...]) -> Match:
    """Let the first seat have flipped a card, beside these stacks."""
    state: State = match.state
    lying = (*stacks, (), (), ())[:3]
    out = {card, *sum(lying, ())}
    deck = tuple(other for other in state.deck if other not in out)
    match.state = replace(state, phase=Phase.PLACING, deck=deck, stacks=lying, flipped=(card,))
    assert match.rules.legal(match.state)
    return match


def costs_of(pilot: Pilot, place: int) -> tuple[int, ...]:
    """Return the cost of each side of the die as written on a mat; empty if it is not written."""
    painter = {node.key: node.face for node in table(pilot).nodes}.get(("costs", place))
    return painter.args[0] if isinstance(painter, partial) else ()


def is_best(mat: Node) -> bool:
    """Return whether a mat has a star."""
    assert isinstance(mat.face, partial)
    return bool(mat.face.keywords["best"])


def with_bench(pilot: Pilot, phase: Phase = Phase.STARTING) -> CardController:
    """Give the first seat a bench of red and blue cards; return the table."""
    controller = table(pilot)
    bench = (Card(BLUE, 2), Card(RED, 3), Card(RED, 6))
    state = controller.match.state
    rest = tuple(card for card in deck() if card not in (*bench, *sum(STACKS, ())))
    stacks = STACKS if phase is not Phase.STARTING else ((), (), ())
    controller.match.state = replace(
        state, phase=phase, deck=rest, benches=(bench, *state.benches[1:]), stacks=stacks
    )
    return look(pilot)


@pytest.fixture
def flipped(tmp_path: Path) -> Iterator[Pilot]:
    """A table whose person has just flipped a card with one place."""
    match = placing(new_match("human", "human"), Card(YELLOW, 2), *STACKS)
    with window(tmp_path, match=match) as pilot:
        look(pilot)
        yield pilot


@pytest.fixture
def match() -> Match:
    return new_match("human", "human")


def test_legal_stacks_are_marked_and_the_others_give_the_reason(flipped: Pilot) -> None:
    controller = table(flipped)
    mats = [node(flipped, ("stack", place)) for place in range(3)]
    assert [mat.marks.legal for mat in mats] == [False, True, False]
    assert [mat.action for mat in mats] == [
        Say("stack 1 has a yellow card already"),
        Put(1),
        Say("stack 3 has a yellow card already"),
    ]
    flipped.click(at(flipped, ("stack", 2)))
    assert controller.hud.message == "Stack 3 has a yellow card already."
    assert controller.match.view(Seat(0)).flipped == Card(YELLOW, 2)
    flipped.key(pygame.K_1)
    assert controller.hud.message == "Stack 1 has a yellow card already."
    flipped.click(at(flipped, "deck"))
    assert controller.hud.message == "Put the flipped card on a stack first."
    assert controller.tip is None, "it would cover the card"
    flipped.key(pygame.K_2)
    assert controller.match.state.stacks[1][-1] == Card(YELLOW, 2)


def test_a_card_with_one_place_goes_there_by_itself_after_a_pause(flipped: Pilot) -> None:
    flipped.frames(40)
    assert flipped.match.state.flipped, "the person sees the card first"
    assert flipped.screen.is_animating, "the window does not fall asleep before it"
    flipped.frames(20)
    assert flipped.match.state.stacks[1][-1] == Card(YELLOW, 2)


@pytest.mark.parametrize(
    ("card", "only_moves"), [(Card(PURPLE, 1), True), (Card(YELLOW, 2), False)]
)
def test_a_card_waits_for_the_person_with_two_places_or_if_the_settings_say_so(
    tmp_path: Path, card: Card, *, only_moves: bool
) -> None:
    match = placing(new_match("human", "human"), card, *STACKS)
    with window(tmp_path, match=match, only_moves=only_moves) as pilot:
        look(pilot)
        pilot.frames(90)
        assert match.state.flipped == (card,)


def test_a_card_dropped_elsewhere_stays_and_the_message_names_the_stacks(flipped: Pilot) -> None:
    controller = table(flipped)
    flipped.grab(at(flipped, Card(YELLOW, 2)))
    flipped.move(controller.layout.order.center, steps=3)
    assert table(flipped).pointing.dragged == Card(YELLOW, 2)
    flipped.frames(90)
    assert controller.match.state.flipped == (Card(YELLOW, 2),), "in the hand it waits"
    flipped.up()
    assert table(flipped).pointing.dragged is None
    assert controller.hud.message == "Let the card go over one of the stacks."
    assert controller.match.state.flipped == (Card(YELLOW, 2),)
    flipped.drag(at(flipped, Card(YELLOW, 2)), at(flipped, ("stack", 1)), steps=3)
    assert controller.match.state.flipped == ()


def test_a_second_click_on_a_colour_banks_it(pilot: Pilot) -> None:
    controller = with_bench(pilot)
    assert pilot.button("Bank").is_enabled
    pilot.click(at(pilot, ("colour", 1, RED)))
    assert table(pilot).selection is None
    pilot.click(at(pilot, ("colour", 0, YELLOW)))
    assert controller.hud.message == "You have no yellow card on your bench."
    pilot.click(at(pilot, ("colour", 0, RED)))
    assert table(pilot).selection is RED
    assert controller.match.state.banks[0] == (), "one click only chooses"
    assert "Bank 9 points" in pilot.button("Bank").text
    pilot.key(pygame.K_n)
    assert table(pilot).selection is None
    pilot.keys(pygame.K_b, pygame.K_RIGHT)
    assert table(pilot).selection is BLUE
    pilot.press("Bank 2 points")
    assert controller.match.state.banks[0] == (Card(BLUE, 2),)
    assert controller.match.actor == 1


def test_a_stack_with_a_roll_card_shows_the_cost_of_each_side(tmp_path: Path) -> None:
    for star, costs in (("safe", (15, 5, 0, 2, 0)), ("lose-bench", (15, 5, 0, 2, 0, 22))):
        options = Options(star=star)  # type: ignore[arg-type]  # one of two words
        with window(tmp_path, match=new_match("human", "human", options=options)) as pilot:
            controller = with_bench(pilot, Phase.DECIDING)
            stacks = ((*STACKS[0], Card(Mark.ROLL)), *STACKS[1:])
            controller.match.state = replace(controller.match.state, stacks=stacks)
            look(pilot)
            assert [costs_of(pilot, place) for place in range(3)] == [costs, (), ()]
            mats = [node(pilot, ("stack", place)) for place in range(3)]
            assert [is_best(mat) for mat in mats] == [True, False, False]


def busting(pilot: Pilot) -> CardController:
    """Leave only cards in the deck that fit nowhere; return the table."""
    controller = with_bench(pilot, Phase.DECIDING)
    state = controller.match.state
    bad = [card for card in state.deck if card.number and None not in refusals(STACKS, card)]
    controller.match.state = replace(state, deck=tuple(bad))
    return look(pilot)


def test_a_bust_is_shown_step_by_step_and_the_log_does_not_run_ahead(pilot: Pilot) -> None:
    controller = busting(pilot)
    pilot.press("Flip")
    assert controller.match.actor == 1, "the rules are further already"
    assert not controller.ready
    assert "pushed too far" not in " ".join(controller.hud.log)
    assert controller.pump.banner == ""
    pilot.until(lambda: controller.state.memory.bust)
    assert controller.pump.motion._flashes, "it is stamped on the card"
    assert controller.pump.banner == ""
    assert "pushed too far" in controller.hud.log[-1]
    pilot.until(lambda: controller.state.memory.rolls)
    assert controller.pump.banner == "Ada rolls the die …"
    settle(pilot)
    assert controller.state.view.benches == controller.match.state.benches
    assert "Ada rolls" in " ".join(controller.hud.log)


def test_without_animations_a_bust_is_a_banner_nothing_flies_and_a_press_skips_its_stamp(
    tmp_path: Path,
) -> None:
    with window(tmp_path, match=new_match("human", "human")) as pilot:
        controller = busting(pilot)
        pilot.press("Flip")
        pilot.until(lambda: bool(controller.pump.motion._flashes))
        pilot.click((5, 300))
        assert controller.ready
    with window(tmp_path, match=new_match("human", "human"), animations=False) as pilot:
        controller = busting(pilot)
        pilot.press("Flip")
        pilot.until(lambda: controller.state.memory.bust)
        assert controller.pump.banner.startswith("Too far! The ")
        while not controller.ready:
            assert not controller.pump.motion.busy, "no card flies and no die tumbles"
            pilot.frames()


def test_flying_cards_can_only_be_hurried(pilot: Pilot) -> None:
    controller = busting(pilot)
    pilot.key(pygame.K_SPACE)
    steps = controller.match.steps
    pilot.frames(5)
    assert controller.pump.motion.busy
    pilot.click(at(pilot, ("stack", 0)))
    pilot.key(pygame.K_1)
    assert controller.match.steps == steps
    count = 0
    while not controller.ready:
        pilot.key(pygame.K_SPACE)
        count += 1
    assert count < 20
    assert controller.match.steps == steps


def test_the_acting_seat_is_marked_and_stopping_leads_to_taking(pilot: Pilot) -> None:
    pilot.change(animations=False)
    controller = with_bench(pilot, Phase.DECIDING)
    assert moments.acting(controller.state.view) == 0
    assert node(pilot, "deck").marks.legal
    pilot.press("Stop")
    settle(pilot)
    assert controller.screen.hint == "Ada: take a stack; stack 1 is worth most."
    pilot.key(pygame.K_SPACE)
    assert node(pilot, ("stack", 0)).marks.pointed, "the highest is offered first"
    pilot.key(pygame.K_SPACE)
    settle(pilot)
    assert moments.acting(controller.state.view) == 1
    assert controller.state.memory.taken == (0,)
    pilot.click(at(pilot, ("stack", 0)))
    assert controller.hud.message == "There is no stack 1 to take."
    pilot.click(at(pilot, ("stack", 2)))
    settle(pilot)
    assert set(controller.match.state.benches[1]) == set(STACKS[2])


def test_the_window_can_be_resized_while_cards_fly(pilot: Pilot) -> None:
    controller = table(pilot)
    pilot.key(pygame.K_SPACE)
    pilot.frames(3)
    pygame.display.set_mode((1000, 640))
    pilot.frames(2)
    assert not controller.pump.motion.busy
    settle(pilot)
    assert controller.layout.areas.pause.right < 1000


def test_the_rules_follow_the_options_of_the_game_on_the_table(tmp_path: Path) -> None:
    match = new_match("human", "human", options=Options(star="lose-bench"))
    with window(tmp_path, match=match) as pilot:
        pilot.key(pygame.K_F1)
        assert isinstance(pilot.screen, RulesPages)
        assert pilot.screen.pages[3].paragraphs == tuple(Push().pages(match.options)[3].paragraphs)
        assert pilot.screen.pages[3].paragraphs != tuple(Push().pages()[3].paragraphs)


def test_tips_tell_sums_bank_and_chances(pilot: Pilot) -> None:
    controller = with_bench(pilot, Phase.DECIDING)
    controller.match.state = replace(controller.match.state, banks=((Card(RED, 1),), ()))
    look(pilot)
    told = []
    for key in (("colour", 0, RED), ("bank area", 0), "deck"):
        pilot.move(at(pilot, key))
        tip = controller.tip
        told.append(tip[0] if tip else "")
    assert told[0] == "Red: 3 + 6 = 9 points. Banked: 1."
    assert told[1] == "Banked, safe from the die: red 1. 1 point."
    fitting, _ = chances(controller.state.view)
    assert told[2].endswith(f" {fitting} of them would fit. Too far would cost up to 9 points.")


def test_points_are_the_sum_of_bench_and_bank(pilot: Pilot) -> None:
    pilot.change(animations=False)
    controller = with_bench(pilot, Phase.DECIDING)
    banks = ((Card(GREEN, 5),), ())
    controller.match.state = replace(controller.match.state, deck=(), banks=banks)
    look(pilot)
    pilot.frames(2)
    assert controller.hud.log[:1] == []
    pilot.key(pygame.K_s)
    settle(pilot)
    pilot.key(pygame.K_2)
    settle(pilot)
    pilot.key(pygame.K_1)
    pilot.until(lambda: isinstance(pilot.screen, Finale))
    pilot.app.draw()
    ending = pilot.screen.ending
    assert ending.outcome.scores == (11 + 8 + 5, 11)
    assert ending.parts == ("19 + 5", "11 + 0")
    pilot.keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert isinstance(pilot.screen, Pause)
    with pytest.raises(AssertionError, match="no button"):
        pilot.button("Save")
    pilot.press("Back to the table")
    assert table(pilot) is controller


LYING = (
    (Card(Mark.YELLOW, 6), Card(Mark.BLUE, 1)),
    (Card(Mark.GREEN, 5),),
    (Card(Mark.YELLOW, 4),),
)


def test_the_place_of_a_card_can_be_taken_back_until_the_next_flip(tmp_path: Path) -> None:
    match = placing(new_match("human", "uniform"), Card(YELLOW, 2), LYING[1])
    with window(tmp_path, match=match) as pilot:
        controller = look(pilot)
        pilot.key(pygame.K_1)
        settle(pilot)
        assert controller.match.state.stacks[0][-1] == Card(YELLOW, 2)
        pilot.press("Take back")
        assert controller.match.view(Seat(0)).flipped == Card(YELLOW, 2)
        assert node(pilot, Card(YELLOW, 2)).zone == "flipped"
        pilot.key(pygame.K_2)
        settle(pilot)
        assert controller.match.state.stacks[1] == (Card(YELLOW, 2),)
        pilot.key(pygame.K_n)
        assert controller.match.state.stacks[1] == ()
        pilot.key(pygame.K_1)
        settle(pilot)
        pilot.press("Flip")
        settle(pilot)
        with pytest.raises(AssertionError, match="no button"):
            pilot.button("Take back")
        steps = match.steps
        pilot.key(pygame.K_n)
        assert match.steps == steps, "a card was revealed"


def test_a_card_with_one_place_cannot_be_taken_back(tmp_path: Path) -> None:
    match = placing(new_match("human", "uniform"), Card(YELLOW, 2), *LYING)
    with window(tmp_path, match=match) as pilot:
        look(pilot)
        pilot.key(pygame.K_2)
        settle(pilot)
        with pytest.raises(AssertionError, match="no button"):
            pilot.button("Take back")


def pictured(view: View) -> object:
    """Return the places of all cards in a view."""
    lying = view.stacks, view.benches, view.banks, view.aside, view.flipped
    return lying, view.deck, view.discarded, view.top


@pytest.mark.parametrize(("seats", "star"), [(2, "safe"), (3, "lose-bench"), (6, "lose-bench")])
def test_after_every_action_the_table_shows_the_state_of_the_rules(seats: int, star: str) -> None:
    options = Options(star=star)  # type: ignore[arg-type]  # one of two words
    match, table = new_match(*["uniform"] * seats, seed=seats, options=options), PushTable()
    play: CardPlay[View] = CardPlay(match, PlayContext(), table, 0)
    queue = play.queue
    while match.outcome is None:
        for _ in turn(match):
            pass
        while queue.next() is not None:
            cards = (queue.view.stacks, queue.view.benches, queue.view.banks)
            lying = sum((len(some) for group in cards for some in group), len(queue.view.aside))
            known = lying + queue.view.deck + queue.view.discarded + bool(queue.view.flipped)
            assert known == 120, "no card is lost in between, none is seen twice"
        view = match.view(Seat(0))
        assert pictured(queue.view) == pictured(view)
        if view.takers:
            taken = queue.memory.taken
            assert [s for s in moments.order(view, queue.memory) if s not in taken][
                : len(view.takers)
            ] == [*view.takers]


def test_the_die_comes_to_rest_before_cards_are_lost() -> None:
    lost = (Card(Mark.RED, 3),)
    before = new_match("human", "human", "human").view(Seat(0))
    before = replace(before, benches=(lost, (), ()))
    after = replace(before, benches=((), (), ()), discarded=1, top=lost[0])
    rolled = Rolled(Seat(0), Mark.RED, lost)
    thrown, cost = moments.moments(before, [rolled], after)
    assert thrown.event == moments.Thrown(Seat(0), Mark.RED)
    assert thrown.view.benches[0] == lost
    assert (cost.event, cost.view) == (rolled, after)


def test_in_a_game_of_two_a_switch_card_is_shown_and_then_discarded() -> None:
    flipped = Flipped(Seat(1), Card(Mark.SWITCH))
    for players, seen in (
        (("human",) * 2, [flipped, moments.Idled(flipped.card)]),
        (("human",) * 3, None),
    ):
        view = new_match(*players).view(Seat(0))
        events = [moment.event for moment in moments.moments(view, [flipped], view)]
        assert events == (seen or [flipped])


def test_a_card_that_fits_nowhere_is_shown_before_it_is_discarded() -> None:
    card = Card(Mark.BLUE, 2)
    before = new_match("human", "human", "human").view(Seat(0))
    after = replace(before, deck=before.deck - 1, top=card, discarded=1)
    events = [Flipped(Seat(0), card), Bust(Seat(0), card)]
    first, second = moments.moments(before, events, after)
    assert (first.view.flipped, first.view.discarded) == (card, 0)
    assert second.view == after
    memory = PushTable().remember(moments.Memory(), second.event)
    assert memory.bust
    assert moments.order(after, memory) == (1, 2, 0)


def test_the_chances_count_the_unseen_cards_but_none_left_in_the_box() -> None:
    options = Options(two_seat_switches="leave-out")
    left = new_match("human", "human", options=options).view(Seat(0))
    match = new_match("human", "human")
    assert (chances(left)[1], chances(match.view(Seat(0)))) == (108, (120, 120))
    state = match.state
    full = tuple(
        tuple(Card(mark, number) for number, mark in enumerate(list(Mark)[:5], first))
        for first in (1, 2, 1)
    )
    out = set(sum(full, ()))
    rest = tuple(card for card in state.deck if card not in out)
    match.state = replace(state, deck=rest, stacks=full)
    fitting, unseen = chances(match.view(Seat(0)))
    assert (fitting, unseen) == (18 + 12, 120 - len(out)), "roll and switch cards only"
