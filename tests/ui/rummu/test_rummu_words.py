"""What Rummu says: its help, its messages and the names of its combinations."""

import pytest
from msgspec.structs import replace

from tests.ui.rummu.rummuhands import BLACK, BLUE, GREEN, RED, YELLOW, cards, laid_out, match_of
from towersim.bots.table import final_outcome
from towersim.common.units import Seat
from towersim.rules.rummu.cards import Card, Cards, Role, fault, ordered
from towersim.rules.rummu.log import RoundOver
from towersim.rules.rummu.state import Add, Discard, Lay, Options, Take, worth
from towersim.ui.cards.controller import state_of
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.rummu.choices import Arrangement, Sort, State
from towersim.ui.games.rummu.messages import Assessment, assess, name, offers, readings, why_none
from towersim.ui.games.rummu.table import MOST, RummuTable, by_round, rounds

YELLOW_5 = Card(YELLOW, 5)


@pytest.mark.parametrize(
    ("combination", "title"),
    [
        (cards((RED, 3), (RED, 4), (RED, 5)), "pure red run of three"),
        (
            (*cards((RED, 3), (RED, 4)), Role(YELLOW_5, RED)),
            "red run of three with a joker, so mixed",
        ),
        (cards((RED, 3), (BLUE, 4), (GREEN, 5), (BLACK, 6)), "mixed run of four"),
        ((*cards((RED, 3), (BLUE, 4)), Role(YELLOW_5, GREEN)), "mixed run of three with a joker"),
        (cards((RED, 0), (BLUE, 0), (GREEN, 0), (BLACK, 0)), "pure set of four 0s"),
        (
            ordered((*cards((RED, 5), (BLUE, 5)), Role(YELLOW_5, GREEN))),
            "set of three 5s with a joker, so mixed",
        ),
    ],
)
def test_names_of_combinations(combination: tuple[Role, ...], title: str) -> None:
    assert fault(combination) is None
    assert name(combination) == title


def test_every_meaning_of_a_yellow_card_is_found_the_best_first() -> None:
    held = (Card(RED, 3), Card(RED, 4), YELLOW_5)
    assert [str(some[-1]) for (some,) in readings(held, Options())] == ["yellow 5 as red"]
    several = readings((Card(RED, 5), Card(BLUE, 5), YELLOW_5), Options())
    stand = {str(role) for (some,) in several for role in some if role.card == YELLOW_5}
    assert stand == {"yellow 5 as green", "yellow 5 as black"}
    assert readings((Card(RED, 5), Card(BLUE, 7), YELLOW_5), Options()) == ()


def test_the_reason_against_a_combination_is_that_of_the_closest_reading() -> None:
    held = (Card(RED, 3), Card(YELLOW, 4), YELLOW_5, Card(RED, 6))
    assert "more other cards than jokers, here 2 of 4" in why_none(held)
    assert "three cards or more" in why_none((Card(RED, 3), Card(RED, 4)))


def said_of(hand: Cards, some: int) -> Assessment:
    """Return the assessment of the first `some` cards of a hand whose seat is not out."""
    match = laid_out([role.card for role in hand], out=False)
    state: State = state_of(RummuTable(), Viewport((1280, 720), Fonts()), match)
    bench = tuple(role.card for role in hand[:some])
    return assess(state._replace(selection=state.selection.put(bench)))


def test_the_workbench_tells_whether_it_is_enough_to_come_out() -> None:
    run = cards((RED, 3), (RED, 4), (RED, 5), (RED, 6))
    more = cards((BLUE, 0), (BLUE, 1), (BLUE, 2), (BLACK, 9))
    few = said_of((*run[:3], *more[1:]), 3)
    assert (few.good, few.actions) == (True, ())
    assert few.advice.startswith("Coming out takes 4 cards, and no other combination")
    begun = said_of((*run[:3], *more), 3)
    assert len(begun.actions) == 1
    assert begun.advice == "3 of 4 cards to come out: another one has to follow."
    enough = said_of((*run, *more), 4)
    assert enough.title == "Pure red run of four – 20 points"
    assert enough.advice == "Enough to come out: 4 of 4 cards."


def test_the_prompt_offers_only_legal_actions() -> None:
    view = match_of("human", "human", "human").view(Seat(0))
    assert offers(replace(view, legal=())) == "come out with 4 cards or more"
    begun = replace(view, laid=3, legal=())
    assert offers(begun) == "3 of 4 cards are laid, another combination has to follow"
    run, last = cards((RED, 3), (RED, 4), (RED, 5)), Discard(Card(RED, 3))
    free = replace(view, legal=(Take(), Lay(run), last))
    assert offers(free) == (
        "take the next discard too, come out with 4 cards or more "
        "– or discard a card to end your turn"
    )
    assert offers(replace(view, legal=(last,))) == "discard a card to end your turn"
    out = replace(view, out=(view.seat,), legal=(Lay(run), last))
    assert offers(out) == "lay a combination – or discard a card to end your turn"
    added = (Add(cards((RED, 6)), 0), last)
    assert offers(replace(out, legal=added)) == (
        "add cards to a combination on the table – or discard a card to end your turn"
    )


def test_several_combinations_are_laid_side_by_side() -> None:
    two = cards((RED, 3), (BLUE, 0), (RED, 4), (BLUE, 1), (RED, 5), (BLUE, 2))
    both = said_of((*two, *cards((BLACK, 9))), 6)
    assert [len(group) for group in both.groups] == [3, 3]
    assert both.title == "Pure blue run of three + Pure red run of three – 20 points"
    assert both.actions == tuple(map(Lay, both.groups))
    assert both.advice == "Enough to come out: 6 of 4 cards."
    hand = (*two, *cards((GREEN, 8), (BLACK, 9)))
    assert not said_of(hand, 7).good, "one card goes with none of them"


def test_an_arrangement_keeps_its_order_when_cards_come_and_go() -> None:
    held = (Card(RED, 9), Card(BLUE, 1), Card(BLACK, 4))
    shelf = Arrangement().fit(held)
    assert shelf.hand == held
    shelf = shelf.move(Card(BLACK, 4), 0).fit((*held[1:], Card(GREEN, 0)))
    assert shelf.hand == (Card(BLACK, 4), Card(BLUE, 1), Card(GREEN, 0))
    shelf = shelf.toggle(Card(BLUE, 1)).fit((Card(BLACK, 4),))
    assert [*shelf.hand, *shelf.bench] == [Card(BLACK, 4)]
    assert shelf.next_sort().sort is Sort.SUIT
    again = shelf.toggle(Card(BLACK, 4)).fit(held, 2)
    assert (again.sort, again.bench, again.hand) == (Sort.SUIT, (), held), "a fresh hand"


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sides", [2, 4])
def test_the_points_of_a_round_are_those_laid_and_those_left(seed: int, sides: int) -> None:
    options = Options(rounds=3, partners=sides == 2)
    match = match_of(*["planner"] * 4, seed=seed, options=options)
    final_outcome(match)
    played = rounds(match)
    assert [one.round for one in played] == [1, 2, 3]
    for one in played:
        first = next((seat for seat, share in enumerate(one.shares) if share.out), None)
        for seat, (laid, out, left) in enumerate(one.shares):
            red = sum(card.suit is RED for card in one.hands[seat])
            paid = -10 * red - 5 * (len(one.hands[seat]) - red)
            free = first is not None and (seat - first) % sides == 0
            assert left == (0 if free else paid)
            assert laid == sum(worth(cards, options) for of, cards in one.table if of == seat)
            assert laid + out + left == one.points[seat]
    last = match.state
    assert (played[-1].table, played[-1].hands) == (last.table, last.hands)


def test_the_columns_of_the_scores_add_up_after_many_rounds() -> None:
    def ended(number: int) -> RoundOver:
        return RoundOver(number, (5, -10, 0, number), ())

    few = by_round([ended(1), ended(2)])
    assert few == [("1", (5, -10, 0, 1)), ("2", (5, -10, 0, 2))]
    many = by_round([ended(number) for number in range(1, 31)])
    assert len(many) == MOST
    assert many[0] == ("1–19", (95, -190, 0, 190))
    assert many[1] == ("20", (5, -10, 0, 20))
    assert sum(points[3] for _, points in many) == sum(range(31))
    assert by_round([]) == []
