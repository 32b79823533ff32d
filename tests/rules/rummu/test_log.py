"""The event sentences of Rummü, and their redaction."""

import pytest

from tests.rules.rummu.tables import (
    RULES,
    card,
    cards,
    dealt,
    discard,
    happened,
    refused,
    role,
    table,
)
from towersim.common.units import Seat
from towersim.rules.base import Action, Event
from towersim.rules.rummu.log import (
    Added,
    CameOut,
    Dealt,
    Exchanged,
    Halted,
    Laid,
    Reshuffled,
    RoundOver,
    RoundStarted,
)
from towersim.rules.rummu.state import (
    Combination,
    Deal,
    Draw,
    Exchange,
    Options,
    Phase,
    State,
    Take,
)

NAMES = ("Ann", "Bob", "Cid")


# --- sentences ----------------------------------------------------------------------------------

RUN = Combination(Seat(1), cards("r3 y4=r r5"))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Dealt(Seat(1), None), "Bob gets a card from the deck."),
        (Laid(Seat(0), RUN.cards), "Ann lays red 3 – yellow 4 as red – red 5."),
        (CameOut(Seat(0), 4), "Ann has come out with 4 cards."),
        (
            Added(Seat(0), cards("y6=r"), RUN),
            "Ann adds the yellow 6 as red to Bob's red 3 – yellow 4 as red – red 5.",
        ),
        (
            Added(Seat(1), cards("r6 r7"), RUN),
            "Bob adds the red 6 and the red 7 to their own red 3 – yellow 4 as red – red 5.",
        ),
        (
            Exchanged(Seat(0), card("r4"), role("y4=r"), RUN),
            "Ann puts the red 4 into Bob's red 3 – yellow 4 as red – red 5 and gets the yellow 4.",
        ),
        (Reshuffled(9), "The deck is out: 9 discards are shuffled to be the new one."),
        (Reshuffled(1), "The deck is out: 1 discard is shuffled to be the new one."),
        (RoundStarted(2, Seat(2)), "Round 2 begins: Cid deals."),
        (Halted("Quiet: the round ends."), "Quiet: the round ends."),
        (
            RoundOver(2, (40, -25, 0), (120, -5, 95)),
            "Round 2 brings Ann 40, Bob -25, Cid 0; the score is Ann 120, Bob -5, Cid 95.",
        ),
    ],
)
def test_events_are_described_in_sentences(event: Event, told: str) -> None:
    assert RULES.describe(event, NAMES) == told


def test_partners_share_one_score() -> None:
    over = RoundOver(1, (40, -25, 0, 10), (40, -15))
    told = RULES.describe(over, (*NAMES, "Dee"))
    assert told.endswith("; the score is Ann and Cid 40, Bob and Dee -15.")


def test_drawing_is_described_when_the_card_is_dealt() -> None:
    state = table("k5", deck="r3", phase=Phase.DRAWING)
    assert happened(state, Draw()) == ()
    assert happened(state, Draw(), Deal(card("r3"))) == (Dealt(Seat(0), card("r3")),)


# --- reasons ------------------------------------------------------------------------------------

FITTING = table("r4 k0", laid=[(1, "r3 r4 r5")])


@pytest.mark.parametrize(
    ("state", "action", "said"),
    [
        (RULES.setup(3, Options()), Draw(), "now the deck deals a card that it still holds"),
        (FITTING, Exchange(card("r4"), 0), "no joker there stands for the red 4"),
        (FITTING, Take(), "now lay cards, or discard one"),
        (FITTING, discard("b3"), "the blue 3 is not in the hand"),
        (dealt(), discard("k9"), "first draw from the deck, or take the top of the discard pile"),
        (
            table("k5", phase=Phase.FETCHING),
            Take(),
            "now the deck deals a card that it still holds",
        ),
        (
            table("k5", phase=Phase.TAKING),
            Draw(),
            "now take the next discard, lay cards, or discard",
        ),
        (table("k5", phase=Phase.OVER), Draw(), "the game is over"),
    ],
)
def test_an_action_at_the_wrong_time_is_refused_with_the_legal_actions(
    state: State, action: Action, said: str
) -> None:
    assert refused(state, action).startswith(said)


def test_the_deck_deals_only_cards_that_it_contains() -> None:
    waiting, _ = RULES.apply(table("k5", deck="r3", phase=Phase.DRAWING), Draw())
    said = "now the deck deals a card that it still holds"
    assert refused(waiting, Deal(card("k5"))) == said
