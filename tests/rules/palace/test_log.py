"""The event sentences of Palace, and their redaction."""

import pytest

from tests.rules.palace.tables import RULES, after, cards, dealt, play, refused, table
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, GameOver, Outcome
from towersim.rules.palace.cards import Card, Suit
from towersim.rules.palace.log import Burned, Dealt, Missed, PileTaken, describe
from towersim.rules.palace.pile import Demand
from towersim.rules.palace.state import Deal, LayUp, Options, Play, TakePile, TurnOver

NAMES = ("Ann", "Bob", "Cid")
ACE = Card(14, Suit.SPADES)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (play("9c"), "the 9 of clubs is not in the hand"),
        (play("4d 4c"), "each card is named once, the lowest first and one rank by suit"),
        (play("4c 4c"), "each card is named once, the lowest first and one rank by suit"),
        (play("4c Jc"), "one plays one or more cards of one rank"),
        (Play(()), "one plays one or more cards of one rank"),
        (
            play("4c"),
            "the pile asks for a card higher than an 8; only 2, 3 and 10 go on everything",
        ),
        (TurnOver(), "the cards of the hand come first"),
        (TakePile(), "one who can play has to"),
        (
            Deal(ACE, Seat(0)),
            "now the seat whose turn it is plays, turns a blind card over or takes the pile",
        ),
    ],
)
def test_an_illegal_play_is_refused_with_the_reason(action: Action, reason: str) -> None:
    state = table("4c 4d Jc / 5c / 1", "4h", pile="8h", unseen="As")
    assert refused(state, action) == reason


def test_a_card_outside_the_deck_is_refused() -> None:
    assert refused(table("4c", "4d"), Play((Card(99, Suit.CLUBS),))) == (
        "the 99 of clubs is not in the hand"
    )


def test_a_card_not_in_the_face_up_row_is_refused() -> None:
    state = table("/ 5c Kc / 1", "4d", pile="4h")
    assert refused(state, play("9c")) == "the 9 of clubs is not in the face-up row"


def test_no_card_can_be_named_with_only_blind_cards_left() -> None:
    state = table("/ / 1", "4d", pile="8h")
    assert refused(state, play("9c")) == "the 9 of clubs is not in the hand or face-up row"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("2c 5s", "it takes exactly three cards"),
        ("2c 5s 6c 10c", "it takes exactly three cards"),
        ("2c 5s Kc", "the king of clubs is not in the hand"),
        ("2c 6c 5s", "each card is named once, the lowest first and one rank by suit"),
    ],
)
def test_an_illegal_choice_of_face_up_cards_is_refused_with_the_reason(
    names: str, reason: str
) -> None:
    assert refused(dealt(2), LayUp(cards(names))) == reason
    assert refused(dealt(2), play("2c")).startswith("now the seat whose turn it is lays three")


def test_an_illegal_deal_is_refused_with_the_reason() -> None:
    state = RULES.setup(2, Options())
    assert refused(state, Deal(ACE, Seat(1))) == "this card goes to seat 0"
    assert refused(after(state, Deal(ACE, Seat(0))), Deal(ACE, Seat(1))) == (
        "the ace of spades has been seen already"
    )
    assert refused(state, TakePile()) == "now the deck deals"


def test_every_action_after_the_end_is_refused() -> None:
    over = after(table("9c", "4d"), play("9c"))
    assert refused(over, play("4d")) == "now the game is over"


def test_an_illegal_action_is_quoted() -> None:
    with pytest.raises(IllegalAction, match=r'^{"do":"take-pile"}: there is no pile to take$'):
        after(table("4c", "4d"), TakePile())


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (Demand(), "any card"),
        (Demand(14), "a 2, 3 or 10"),
        (Demand(14, equal=True), "an ace"),
        (Demand(11), "a card higher than a jack"),
        (Demand(7, lower=True), "a card lower than a 7"),
        (Demand(8, equal=True), "an 8 or a higher card"),
        (Demand(7, lower=True, equal=True), "a 7 or a lower card"),
    ],
)
def test_the_demand_of_the_pile_in_words(asked: Demand, told: str) -> None:
    assert str(asked) == told


def test_a_dealt_card_is_described_to_its_seat_only() -> None:
    event = Dealt(Seat(1), ACE)
    told = [describe(RULES.seen(event, Seat(seat)), NAMES) for seat in range(3)]
    assert told == [
        "The deck gives Bob a card.",
        "The deck gives Bob the ace of spades.",
        "The deck gives Bob a card.",
    ]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PileTaken(Seat(1), 1), "Bob takes the pile of 1 card."),
        (PileTaken(Seat(1), 9), "Bob takes the pile of 9 cards."),
        (Burned(Seat(1), 1, alike=False), "The 10 burns the pile: 1 card out of play."),
        (Burned(Seat(1), 4, alike=True), "Four alike burn the pile: 4 cards out of play."),
        (
            Missed(Seat(1), ACE, 1),
            "It is the ace of spades, which does not go: Bob takes it and 1 card.",
        ),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert describe(event, NAMES) == told


@pytest.mark.parametrize(
    ("scores", "winners", "told"),
    [
        ((1, 2, 0), (1,), "Bob wins and Cid comes last (opponents left behind: Ann 1, Bob 2, "),
        ((0, 2, 0), (1,), "Bob wins (opponents left behind: Ann 0, Bob 2, "),
        ((1, 1, 0), (0, 1), "Ann and Bob share the win and Cid comes last (opponents left "),
        ((0, 0, 0), (0, 1, 2), "Ann, Bob and Cid share the win (opponents left behind: Ann 0, "),
    ],
)
def test_a_result_is_described_with_the_last_seat(
    scores: tuple[int, ...], winners: tuple[int, ...], told: str
) -> None:
    outcome = Outcome("Over.", tuple(map(Seat, winners)), scores)
    assert describe(GameOver(outcome), NAMES).startswith(f"Over. {told}")


def test_on_an_ace_the_refusal_names_no_higher_card() -> None:
    state = table("4c Jc", "4h", pile="As", unseen="5s")
    assert refused(state, play("Jc")) == "no card is higher than an ace; only 2, 3 and 10 go on it"
