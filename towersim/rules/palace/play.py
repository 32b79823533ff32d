"""Palace: get rid of your hand, your face-up cards, then your unknown face-down cards.

======== ==========================================================================
Seats    2 to 5
Cards    52; each seat has 3 blind, 3 face up, 3 in the hand; the rest is the stock
Turn     play cards of one rank, higher than the pile's top; then refill the hand to 3
Magic    2, 3 and 10 fit on any card; a 3 is ignored, a 10 burns, a 7 wants a lower card
Burning  a 10, or four of one rank on top; the seat that burned it starts a new pile
Stuck    take the whole pile; the next seat starts a new one
End      one seat is left with cards: it is last, the first one out wins
Score    the number of opponents ranked behind
======== ==========================================================================

Source: the rule text of the game of that name; "ruling" marks how a gap in it is filled.
A blind card is unknown to all seats, so the deck reveals it when it is turned over.
"""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import chain, combinations

from msgspec.structs import replace

from towersim.common.messages import english, message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.display import sentences
from towersim.rules.palace import log
from towersim.rules.palace.state import (
    BURNING,
    DECK,
    Card,
    Cards,
    Deal,
    LayUp,
    Options,
    Phase,
    Play,
    Public,
    SeatAction,
    Source,
    State,
    TakePile,
    TurnOver,
    View,
    burns,
    fitting,
)

Result = tuple[State, tuple[base.Event, ...]]

BLIND = 3
"""The number of cards that each seat has face down."""
DEALT = 6
"""The number of cards dealt to each hand, before the seat lays some of them face up."""
HAND = 3
"""The number of cards to which a hand is refilled while the stock lasts."""
QUIET_TAKES = 20
"""Ruling: the number of piles taken per seat, without other progress, that ends the game."""

MOVES_FOR = {Phase.SEATING: base.Nature.DIE, Phase.OVER: base.Nature.OVER}
"""The part of nature that moves in a phase; in others without a seat to move, the deck does."""

ENDED_LAST = _("Only one player still has cards.")
ENDED_FIRST = _("One player has got rid of all cards.")
ENDED_QUIET = _("The same cards have gone round for too long.")
ROW = 3
"""The number of cards that each seat lays face up."""
ASKED = (Phase.PLAYING, Phase.CHOOSING)
"""The phases in which a seat moves; the die moves in the first, the deck in the others."""
AWAITED = sentences("palace")["phases"]
"""The message that refuses any other action, by phase."""
FIRST = {
    Source.HAND: _("the cards of the hand come first"),
    Source.ROW: _("the cards of the face-up row come first"),
}
"""The refusal to turn a blind card over, by the source that comes first."""
NOT_THERE = {
    Source.HAND: _("the {card} is not in the hand"),
    Source.ROW: _("the {card} is not in the face-up row"),
    Source.BLIND: _("the {card} is not in the hand or face-up row"),
}
"""The refusal to play a card that does not lie open, by the source."""


def legal(state: State) -> Sequence[base.Action]:
    """Return every legal action of a seat, the deck or the die, each once, in a fixed order."""
    if state.phase in ASKED or state.phase is Phase.OVER:
        return seat_actions(state)
    if state.phase is Phase.SEATING:
        return tuple(base.First(Seat(seat)) for seat in range(len(state.hands)))
    return base.Deals(state.unseen, partial(Deal, seat=state.turn))


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the seat in `turn`; none when the deck moves."""
    match state.phase:
        case Phase.CHOOSING:
            return tuple(map(LayUp, combinations(state.hands[state.turn], ROW)))
        case Phase.PLAYING:
            playable = state.playable
            plays = _plays(playable, fitting(state.asks)) if playable else (TurnOver(),)
            takes = state.pile and (state.options.may_decline or not plays)
            return (*plays, TakePile()) if takes else plays
        case _:
            return ()


def refusal(state: State, action: base.Action) -> str | None:
    """Return the reason why an illegal action is illegal.

    It reveals nothing that the seat's view hides.
    """
    match state.phase, action:
        case Phase.PLAYING, Play(cards):
            return _not_held(cards, state.playable, state.source) or _not_played(state, cards)
        case Phase.SEATING, base.First(seat):
            return _("there is no seat {seat}", seat=seat)
        case ((Phase.DEALING | Phase.DRAWING | Phase.TURNING), Deal(card, seat)):
            if seat != state.turn:
                return _("this card goes to seat {seat}", seat=state.turn)
            return _("the {card} has been seen already", card=str(card))
        case Phase.CHOOSING, LayUp(cards):
            if len(cards) != ROW:
                return _("it takes exactly three cards")
            return _not_held(cards, state.hands[state.turn], Source.HAND)
        case Phase.PLAYING, TurnOver():
            return FIRST[state.source]
        case Phase.PLAYING, TakePile():
            return _not_taken(state)
        case _:
            return AWAITED[state.phase]


def _not_held(cards: Cards, held: Cards, source: Source) -> str | None:
    """Return the reason why these cards cannot be played from those held, or None."""
    for card in cards:
        if card not in held:
            return NOT_THERE[source].filled(card=str(card))
    if cards[1:] and list(cards) != sorted(set(cards)):
        return _("each card is named once, the lowest first and one rank by suit")
    return None


def _not_played(state: State, cards: Cards) -> str:
    """Return the reason why cards that are held cannot be played."""
    if not cards or cards[0].rank != cards[-1].rank:
        return _("one plays one or more cards of one rank")
    return asks(state)


def asks(view: State | View) -> str:
    """Return what the cards of the seat to move have to be, in words; empty for anything."""
    if view.phase is Phase.CHOOSING:
        return _(
            "choose three cards to lie face up in front of you. You play them after your hand."
        )
    if view.asks.is_met_by_all:
        return ""
    if view.asks.is_unbeatable:
        return _("no card is higher than an ace; only 2, 3 and 10 go on it")
    return _("the pile asks for {wanted}; only 2, 3 and 10 go on everything", wanted=str(view.asks))


def _not_taken(state: State) -> str:
    """Return the reason why the pile cannot be taken."""
    if not state.pile:
        return _("there is no pile to take")
    if state.source is Source.BLIND:
        return _("a blind card has to be tried first")
    return _("one who can play has to")


@lru_cache(1 << 8)
def _plays(cards: Cards, fit: frozenset[int]) -> tuple[SeatAction, ...]:
    """Return every play of cards of one fitting rank; both the view and `apply` ask."""
    by_rank = dict[int, Cards]()
    for card in cards:
        if (rank := card[0]) in fit:
            by_rank[rank] = (*by_rank.get(rank, ()), card)
    return tuple(chain.from_iterable(map(_choices, by_rank.values())))


@cache
def _choices(alike: Cards) -> tuple[Play, ...]:
    """Return every play of some of these cards of one rank; the cache gets 15 sets per rank."""
    sizes = range(1, len(alike) + 1)
    return tuple(map(Play, chain.from_iterable(combinations(alike, n) for n in sizes)))


class Palace(base.Rules[State, Options, View]):
    """The rules of Palace."""

    name = "palace"
    title = "Palace"
    seats = range(2, 6)
    options = Options
    state = State
    actions = SeatAction | Deal | base.First

    def setup(self, seats: int, options: Options) -> State:
        """Return the state before the deal; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        return State(
            phase=Phase.SEATING if options.first_seat == "random" else Phase.DEALING,
            options=options,
            unseen=DECK,
            hands=((),) * seats,
            rows=((),) * seats,
            blind=(BLIND,) * seats,
        )

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        if state.phase in ASKED:
            return state.turn
        return MOVES_FOR.get(state.phase, base.Nature.DECK)

    legal = staticmethod(legal)
    refusal = staticmethod(refusal)

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        match action:
            case Play(cards):
                return _play(state, cards)
            case Deal(card):
                return _deal(state, card)
            case LayUp(cards):
                return _lay_up(state, cards)
            case base.First(seat):
                return replace(state, phase=Phase.DEALING, turn=seat), (base.FirstChosen(seat),)
            case TurnOver():
                return replace(state, phase=Phase.TURNING), (log.TurnedOver(state.turn),)
            case _:  # TakePile
                return _take_pile(state)

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the view: a seat's own hand, open cards and counts of hidden cards."""
        actor = self.actor(state)
        return View(
            **base.shared(state, Public),
            viewer=viewer,
            actor=actor,
            hand=() if viewer is None else state.hands[viewer],
            hands=tuple(map(len, state.hands)),
            stock=state.stock,
            top=state.pile[-1] if state.pile else None,
            pile=len(state.pile),
            asks=state.asks,
            burned=len(state.burned),
            legal=seat_actions(state) if actor == viewer else (),
        )

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome; ruling: seats with cards left rank last, by their number of cards."""
        seats = tuple(map(Seat, range(len(state.hands))))
        behind = [len(seats) + state.cards_left(seat) for seat in seats]
        ranks = [state.out.index(s) if s in state.out else behind[s] for s in seats]
        scores = tuple(sum(other > rank for other in ranks) for rank in ranks)
        return base.Outcome(state.ended, base.leaders(scores), scores)

    secret = log.Dealt
    sentences, values = log.SENTENCES, log.VALUES
    zones = staticmethod(log.zones)
    own_cards = staticmethod(log.own_cards)
    uses = staticmethod(log.uses)
    attempt, asks = staticmethod(log.attempt), staticmethod(asks)
    counts = staticmethod(log.counts)
    sounds = log.SOUNDS
    untold = (log.Dealt, base.TurnStarted, log.LeadsAgain)


def _deal(state: State, card: Card) -> Result:
    """Deal an unseen card to a hand, or reveal the blind card that was turned over."""
    seat = state.turn
    rest = replace(state, unseen=_without(state.unseen, (card,)), quiet=0)
    if state.phase is Phase.TURNING:
        return _turn_up(rest, card)
    dealt = _with_hand(rest, (*state.hands[seat], card))
    event = log.Dealt(seat, card)
    if state.phase is Phase.DRAWING:
        return _refill(dealt, event)
    done = all(len(hand) == DEALT for hand in dealt.hands)
    phase = Phase.CHOOSING if done else Phase.DEALING
    return replace(dealt, phase=phase, turn=next_seat(state, seat)), (event,)


def _turn_up(state: State, card: Card) -> Result:
    """Play the revealed blind card, or take it with the pile if it does not fit."""
    seat = state.turn
    rest = replace(state, blind=base.swapped(state.blind, seat, state.blind[seat] - 1))
    if state.asks.fits(card.rank):
        return _put(rest, (card,), Source.BLIND)
    took = _with_hand(rest, (*state.pile, card))
    return _next_turn(replace(took, pile=()), log.Missed(seat, card, len(state.pile)))


def _lay_up(state: State, cards: Cards) -> Result:
    seat = state.turn
    kept = _with_hand(state, _without(state.hands[seat], cards))
    laid = replace(kept, rows=base.swapped(state.rows, seat, cards))
    event = log.LaidUp(seat, cards)
    if all(len(row) == ROW for row in laid.rows):
        return _next_turn(laid, event)
    return replace(laid, turn=next_seat(state, seat)), (event,)


def _play(state: State, cards: Cards) -> Result:
    rest = _without(state.playable, cards)
    if state.source is Source.HAND:
        hands = base.swapped(state.hands, state.turn, rest)
        return _put(replace(state, hands=hands), cards, Source.HAND)
    rows = base.swapped(state.rows, state.turn, rest)
    return _put(replace(state, rows=rows, quiet=0), cards, Source.ROW)


def _put(state: State, cards: Cards, source: Source) -> Result:
    """Put cards on the pile and burn it if they complete a burn."""
    pile, played = (*state.pile, *cards), log.Played(state.turn, cards, source)
    if not burns(pile):
        return _refill(replace(state, pile=pile), played)
    burned = replace(state, pile=(), burned=tuple(sorted(state.burned + pile)), quiet=0)
    alike = cards[0].rank != BURNING
    return _refill(burned, played, log.Burned(state.turn, len(pile), alike))


def _refill(state: State, *events: base.Event) -> Result:
    """Let the deck refill the hand of the seat that has played, or go on to the next turn."""
    if len(state.hands[state.turn]) < HAND and state.stock:
        return replace(state, phase=Phase.DRAWING), events
    if not state.cards_left(state.turn):
        return _go_out(state, *events)
    if state.pile:
        return _next_turn(state, *events)
    return replace(state, phase=Phase.PLAYING), (*events, log.LeadsAgain(state.turn))


def _go_out(state: State, *events: base.Event) -> Result:
    """Take a seat out of the game and go on to the next turn or the end.

    Ruling: only a burn clears the pile. Any other last card stays, and its demand binds the next
    player although the seat that played it is out.
    """
    seat = state.turn
    gone, told = replace(state, out=(*state.out, seat), quiet=0), (*events, log.WentOut(seat))
    if state.options.end == "first-wins":
        return _end(gone, english(ENDED_FIRST), *told)
    if len(gone.out) == len(gone.hands) - 1:
        return _end(gone, english(ENDED_LAST), *told)
    return _next_turn(gone, *told)


def _take_pile(state: State) -> Result:
    seat = state.turn
    hand = state.hands[seat] + state.pile
    took = replace(_with_hand(state, hand), pile=(), quiet=state.quiet + 1)
    event = log.PileTaken(seat, len(state.pile))
    if took.quiet >= QUIET_TAKES * len(state.hands):
        return _end(took, english(ENDED_QUIET), event)
    return _next_turn(took, event)


def _next_turn(state: State, *events: base.Event) -> Result:
    turn = next_seat(state, state.turn)
    return replace(state, phase=Phase.PLAYING, turn=turn), (*events, base.TurnStarted(turn))


def _end(state: State, reason: str, *events: base.Event) -> Result:
    return replace(state, phase=Phase.OVER, ended=reason), events


def next_seat(state: State | View, seat: Seat) -> Seat:
    """Return the next seat that has not gone out."""
    seats = len(state.hands)
    later = Seat((seat + 1) % seats)
    return next_seat(state, later) if later in state.out else later


def _with_hand(state: State, cards: Cards) -> State:
    """Return the state with another hand for the acting seat."""
    return replace(state, hands=base.swapped(state.hands, state.turn, tuple(sorted(cards))))


def _without(cards: Cards, gone: Cards) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
