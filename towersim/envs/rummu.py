"""Rummü in numbers.

Actions: 0–107 name a card in its role, a yellow one with each suit that it may stand for (`ROLES`);
108 draw, 109 take the discard, 110 lay, 111 discard, 112 exchange, 113 no more cards, 114–133 a
combination on the table. Cards are laid one by one, in their order: 110 (or the combination to add
to), the cards, and 113 if more could follow. Discarding is 111 and the card, exchanging 112, the
combination and the card. Outcomes: 0–59 the card, of the deck as sorted.

What a seat knows, here with three seats:

>>> from towersim.envs.coding import Observer
>>> print(Observer(CODING, 3))
   0    5  phase: dealing, drawing, fetching, taking, playing, over
   6    8  turn
   9   11  dealer
  12   71  own hand
  72  131  top discard
 132  133  cards in deck, discards
 134  136  cards in hands
 137  139  seats that have come out
 140  142  cards to come out
 143  143  cards laid this turn
 144  144  turns without a card laid
 145  145  round
 146  148  scores, plus 500, over 4
 149 2308  cards in their roles, by combination
2309 2368  owner, by combination
2369 2388  worth of combinations
"""

from collections.abc import Iterator
from functools import lru_cache

from towersim.envs.coding import Coding, Fact, Word, clockwise, counts, marked, phase_fact, relative
from towersim.rules.rummu import state
from towersim.rules.rummu.cards import deck, plain, roles

DECK = {card: number for number, card in enumerate(deck())}
ROLES = {role: number for number, role in enumerate(role for card in DECK for role in roles(card))}
DRAW, TAKE, LAY, DISCARD, EXCHANGE, DONE = range(len(ROLES), len(ROLES) + 6)
ADD = DONE + 1
"""The number for adding to the first combination on the table."""
MOST = 20
"""The maximum number of combinations on the table: sixty cards in threes."""
PHASES = tuple(state.Phase)


@lru_cache(1 << 14)
def _word(action: state.SeatAction) -> Word:
    match action:
        case state.Draw():
            return (DRAW,)
        case state.Take():
            return (TAKE,)
        case state.Lay(cards):
            return (LAY, *(ROLES[role] for role in cards), DONE)
        case state.Add(cards, place):
            return (ADD + place, *(ROLES[role] for role in cards), DONE)
        case state.Exchange(card, place):
            return (EXCHANGE, ADD + place, ROLES[plain(card)])
        case state.Discard(card):
            return (DISCARD, ROLES[plain(card)])


def _outcome(action: state.Deal) -> int:
    return DECK[action.card]


def _facts(view: state.View) -> Iterator[Fact]:
    seat, many = view.seat, len(view.hands)
    yield phase_fact(PHASES, view.phase)
    yield Fact("turn", 1, relative([view.turn], seat, many))
    yield Fact("dealer", 1, relative([view.dealer], seat, many))
    yield Fact("own hand", 1, marked(len(DECK), [DECK[card] for card in view.hand]))
    yield Fact("top discard", 1, marked(len(DECK), [DECK[view.top]] if view.top else []))
    yield Fact("cards in deck, discards", len(DECK), bytes((view.deck, view.discards)))
    yield Fact("cards in hands", len(DECK), bytes(clockwise(view.hands, seat)))
    yield Fact("seats that have come out", 1, relative(view.out, seat, many))
    yield Fact("cards to come out", 6, counts(clockwise(view.minimum, seat), 6))
    yield Fact("cards laid this turn", len(DECK), bytes((view.laid,)))
    yield Fact("turns without a card laid", 60, counts([view.quiet], 60))
    yield Fact("round", 30, counts([view.round], 30))
    scores = [(score + 500) // 4 for score in clockwise(view.scores, seat)]
    yield Fact("scores, plus 500, over 4", 255, counts(scores))
    cards, owners = bytearray(MOST * len(ROLES)), bytearray(MOST * many)
    for place, (owner, laid) in enumerate(view.table):
        for role in laid:
            cards[place * len(ROLES) + ROLES[role]] = 1
        owners[place * many + (owner - seat) % many] = 1
    yield Fact("cards in their roles, by combination", 1, cards)
    yield Fact("owner, by combination", 1, owners)
    yield Fact("worth of combinations", 200, counts([*view.worth, *[0] * MOST][:MOST], 200))


CODING = Coding(
    "rummu",
    (
        *map(str, ROLES),
        *("draw", "take the discard", "lay", "discard", "exchange", "no more cards"),
        *(f"combination {place}" for place in range(MOST)),
    ),
    _word,
    _facts,
    outcomes=tuple(map(str, DECK)),
    outcome=_outcome,
)
