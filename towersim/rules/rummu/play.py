"""Rummü: lay your cards in sets and runs, with yellow cards as jokers.

======== ==========================================================================
Seats    3 to 6; with 4 and 6, seats opposite each other may be partners
Cards    60: red, blue, green, yellow, black × 0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9
Turn     draw from the deck, or any number of discards from the top; play; discard
Play     come out with 3 to 6 cards; then lay, add to anything, exchange jokers
Jokers   a yellow card stands for the same number of another suit
End      of a round: a seat discards its last card; of the game: 200, partners 500
Score    sets and runs as laid, 10 for going out, minus the cards left in the hand
======== ==========================================================================

Source: the rule text of the game of that name; "ruling" marks how a gap in it is filled.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec.structs import asdict, replace

from towersim.common.errors import OptionFault
from towersim.common.lazy_sequence import LazySequence
from towersim.common.messages import english, message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.display import sentences
from towersim.rules.rummu import log
from towersim.rules.rummu.cards import (
    SHORTEST,
    Card,
    Cards,
    deck,
    every_addition,
    every_combination,
    fault,
    ordered,
)
from towersim.rules.rummu.state import (
    HAND,
    ROUND_GUARD,
    TARGET,
    TARGET_PARTNERS,
    Add,
    Combination,
    Deal,
    Discard,
    Draw,
    Exchange,
    Lay,
    Options,
    Phase,
    Public,
    SeatAction,
    State,
    Take,
    View,
    combined,
    minimum,
    played,
    round_shares,
    worth,
)

AWAITED = sentences("rummu")["phases"]
"""The message that refuses any other action, by phase."""
DISORDER = _("cards are named from the lowest to the highest, then by suit")
NOTHING_LEFT = _("a card must be left to discard at the end of the turn")


class Plays(LazySequence[SeatAction]):
    """The legal actions of a seat after its draw; the test of membership needs no list."""

    def __init__(self, state: State) -> None:
        self._state = state

    @cached_property
    def _all(self) -> tuple[SeatAction, ...]:
        state = self._state
        return tuple(action for action in _candidates(state) if refusal(state, action) is None)

    def __contains__(self, action: object) -> bool:
        """Return whether nothing speaks against an action."""
        return isinstance(action, SeatAction) and refusal(self._state, action) is None

    def __len__(self) -> int:
        return len(self._all)

    def nth(self, number: int) -> SeatAction:
        """Return the action with this index."""
        return self._all[number]


def legal(state: State) -> Sequence[base.Action]:
    """Return every legal action of the actor, each once, in a fixed order."""
    match state.phase:
        case Phase.DEALING | Phase.FETCHING:
            return base.Deals(state.deck, Deal)
        case Phase.TAKING | Phase.PLAYING:
            return Plays(state)
        case _:
            return seat_actions(state)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the seat in `turn`; none when nature moves."""
    match state.phase:
        case Phase.DRAWING:
            return (Draw(), Take())
        case Phase.TAKING | Phase.PLAYING:
            return Plays(state)[:]
        case _:
            return ()


def refusal(state: State, action: base.Action) -> str | None:
    """Return the reason why an action is illegal; None for one of `Plays`."""
    match state.phase, action:
        case Phase.TAKING, Take():
            return None if state.discards else _("the discard pile is empty")
        case Phase.TAKING | Phase.PLAYING, Lay() | Add() | Exchange() | Discard():
            return _play_refusal(state, action)
        case _:
            return AWAITED[state.phase]


def _play_refusal(state: State, action: Lay | Add | Exchange | Discard) -> str | None:
    for card in played(action):
        if card not in state.hand:
            return _("the {card} is not in the hand", card=str(card))
    match action:
        case Lay(cards):
            return _lay_refusal(state, cards)
        case Discard():
            return _discard_refusal(state)
        case _:
            return _table_refusal(state, action)


def _lay_refusal(state: State, cards: Cards) -> str | None:
    reason = DISORDER if cards != ordered(cards) else fault(cards)
    if reason is not None:
        return reason
    laid = {role.card for role in cards}
    left = tuple(card for card in state.hand if card not in laid)
    if not left:
        return NOTHING_LEFT
    needed = minimum(state, state.turn)
    short = state.turn not in state.out and state.laid + len(cards) < needed
    if not short or _can_lay(left):
        return None
    return _(
        "coming out takes {needed} cards, and no other combination in the hand makes them up",
        needed=needed,
    )


@lru_cache(maxsize=1 << 12)  # many ways to lay leave the same cards
def _can_lay(hand: tuple[Card, ...]) -> bool:
    """Return whether a combination can be laid that leaves a card in the hand.

    Two combinations are enough to come out, as that takes at most six cards. The first one has
    to leave another to lay, so the turn can always be ended.
    """
    return len(hand) > SHORTEST and any(every_combination(hand, longest=SHORTEST))


def _table_refusal(state: State, action: Add | Exchange) -> str | None:
    if state.turn not in state.out:
        needed = minimum(state, state.turn)
        return _("first come out, with combinations of {needed} cards in all", needed=needed)
    if action.combination not in range(len(state.table)):
        number = action.combination
        return _("there is no combination {number} on the table", number=number)
    cards = state.table[action.combination].cards
    match action:
        case Exchange(card):
            fits = any(role.stands_in_for(card) for role in cards)
            return None if fits else _("no joker there stands for the {card}", card=str(card))
        case _:
            return _add_refusal(state, cards, action.cards)


def _add_refusal(state: State, cards: Cards, added: Cards) -> str | None:
    if added != ordered(added):
        return DISORDER
    if not added:
        return _("no card is named")
    reason = fault(ordered((*cards, *added)))
    return reason or (None if len(added) < len(state.hand) else NOTHING_LEFT)


def _discard_refusal(state: State) -> str | None:
    if state.laid and state.turn not in state.out:
        return _(
            "coming out takes {needed} cards and {laid} are laid: another combination comes first",
            needed=minimum(state, state.turn),
            laid=state.laid,
        )
    return None


def _candidates(state: State) -> Iterator[SeatAction]:
    """Yield a superset of the legal actions of a seat."""
    yield Take()
    yield from map(Lay, every_combination(state.hand))
    if state.turn in state.out:
        for i, (_, cards) in enumerate(state.table):
            yield from (Add(added, i) for added in every_addition(state.hand, cards))
            replaced = [role for role in cards if role.replaces]
            for card in state.hand:
                if any(role.stands_in_for(card) for role in replaced):
                    yield Exchange(card, i)
    yield from map(Discard, state.hand)


Result = tuple[State, tuple[base.Event, ...]]

PARTNERS = (4, 6)
"""The numbers of seats that can be split into pairs of partners opposite each other."""
QUIET_ROUNDS = 10
"""Ruling: a round ends after this number of turns per seat without a card laid."""

HALTED_DECK = _("The deck is out and there is nothing to shuffle: the round ends.")
HALTED_QUIET = _("Nobody has laid a card for 10 times round the table: the round ends.")
ENDED_TARGET = {TARGET: _("200 points are reached."), TARGET_PARTNERS: _("500 points are reached.")}
ENDED_ROUNDS = _("All rounds that were agreed on are played.")
ENDED_GUARD = {
    TARGET: _("30 rounds are played, and no score has reached 200."),
    TARGET_PARTNERS: _("30 rounds are played, and no score has reached 500."),
}

MOVES_FOR = {
    Phase.DEALING: base.Nature.DECK,
    Phase.FETCHING: base.Nature.DECK,
    Phase.OVER: base.Nature.OVER,
}
"""The part of nature that moves in a phase; in the others the seat in `turn` moves."""


class Rummu(base.Rules[State, Options, View]):
    """The rules of Rummü."""

    name = "rummu"
    title = "Rummü"
    seats = range(3, 7)
    options = Options
    state = State
    actions = SeatAction | Deal

    def setup(self, seats: int, options: Options) -> State:
        """Return the state before the deal; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        if options.partners and seats not in PARTNERS:
            reason = _(
                "{game}: partners need 4 or 6 players, not {seats}", game=self.name, seats=seats
            )
            raise OptionFault(reason)
        return State(
            phase=Phase.DEALING,
            options=options,
            deck=deck(),
            hands=((),) * seats,
            scores=(0,) * (seats // 2 if options.partners else seats),
            dealer=Seat(seats - 1),  # ruling: so the first seat begins the first round
            turn=Seat(seats - 1),
        )

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        return MOVES_FOR.get(state.phase, state.turn)

    legal = staticmethod(legal)
    refusal = staticmethod(refusal)

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        playing = replace(state, phase=Phase.PLAYING)
        match action:
            case Deal(card):
                return _deal(state, card)
            case Draw():
                return _draw(state)
            case Lay(cards):
                return _lay(playing, cards)
            case Add():
                return _add(playing, action)
            case Exchange():
                return _exchange(playing, action)
            case Discard(card):
                return _discard(state, card)
            case _:  # Take
                return _take(state)

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the view, without other hands, the deck and lower discards."""
        actor = self.actor(state)
        every_seat = [Seat(other) for other in range(len(state.hands))]
        return View(
            **base.shared(state, Public),
            viewer=viewer,
            actor=actor,
            hand=() if viewer is None else state.hands[viewer],
            hands=tuple(map(len, state.hands)),
            deck=len(state.deck),
            discards=len(state.discards),
            top=state.discards[-1] if state.discards else None,
            worth=tuple(worth(cards, state.options) for _, cards in state.table),
            minimum=tuple(minimum(state, other) for other in every_seat),
            scores=_scores(state),
            legal=seat_actions(state) if actor == viewer else (),
        )

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome; ruling: a tie is shared."""
        scores = _scores(state)
        return base.Outcome(state.ended, base.leaders(scores), scores)

    def can_undo(self, action: base.Action) -> bool:
        """Return whether a seat may take an action back before it discards."""
        return isinstance(action, Lay | Add | Exchange)

    def asks(self, view: View) -> str:
        """Return what the seat to move may do now."""
        taken_all = view.phase is Phase.TAKING and not view.discards
        return AWAITED[Phase.PLAYING if taken_all else view.phase]

    sentences, values = log.SENTENCES, log.VALUES
    zones, counts = staticmethod(log.zones), staticmethod(log.counts)
    own_cards, uses = staticmethod(log.own_cards), staticmethod(log.uses)
    attempt = staticmethod(log.attempt)
    sounds = log.SOUNDS
    untold = (log.Dealt, base.TurnStarted)
    secret = log.Dealt

    def facts(self, given: Options | None) -> Mapping[str, object]:
        """Return the options, and the numbers in the pages."""
        options = given or Options()
        return {
            **asdict(options),
            **dict(zip(("three", "four", "five", "six"), HAND.values(), strict=True)),
            "count": options.rounds or ROUND_GUARD,
            "target": TARGET_PARTNERS if options.partners else TARGET,
        }


def _deal(state: State, card: Card) -> Result:
    """Deal a card to the seat that drew, to the next hand, or to the discard pile."""
    state = replace(state, deck=_without(state.deck, card))
    if state.phase is Phase.FETCHING:
        got = _with_hand(state, state.turn, (*state.hand, card))
        return replace(got, phase=Phase.PLAYING), (log.Dealt(state.turn, card),)
    dealt, seats = sum(map(len, state.hands)), len(state.hands)
    if dealt < seats * HAND[seats]:
        seat = Seat((state.dealer + 1 + dealt) % seats)
        return _with_hand(state, seat, (*state.hands[seat], card)), (log.Dealt(seat, card),)
    return _next_turn(replace(state, discards=(card,)), log.TurnedUp(card))


def _draw(state: State) -> Result:
    """Ask the deck for a card; an empty deck is refilled with all discards but the top."""
    drawn = replace(state, phase=Phase.FETCHING)
    if state.deck:
        return drawn, ()
    *below, top = state.discards
    return replace(drawn, deck=tuple(sorted(below)), discards=(top,)), (log.Reshuffled(len(below)),)


def _take(state: State) -> Result:
    *below, top = state.discards
    taken = _with_hand(state, state.turn, (*state.hand, top))
    taken = replace(taken, phase=Phase.TAKING, discards=tuple(below))
    return taken, (log.Took(state.turn, top),)


def _lay(state: State, cards: Cards) -> Result:
    seat = state.turn
    left = _without(state.hand, *(role.card for role in cards))
    table, count = (*state.table, Combination(seat, cards)), state.laid + len(cards)
    laid = replace(_with_hand(state, seat, left), table=table, laid=count)
    if seat in state.out or laid.laid < minimum(state, seat):
        return laid, (log.Laid(seat, cards),)
    events = log.Laid(seat, cards), log.CameOut(seat, laid.laid)
    return replace(laid, out=(*state.out, seat)), events


def _add(state: State, action: Add) -> Result:
    left = _without(state.hand, *(role.card for role in action.cards))
    event = log.Added(state.turn, action.cards, state.table[action.combination])
    return _put(state, action, left, len(action.cards)), (event,)


def _exchange(state: State, action: Exchange) -> Result:
    before = state.table[action.combination]
    joker = next(role for role in before.cards if role.stands_in_for(action.card))
    hand = (*_without(state.hand, action.card), joker.card)
    event = log.Exchanged(state.turn, action.card, joker, before)
    return _put(state, action, hand, 1), (event,)


def _put(state: State, action: Add | Exchange, hand: tuple[Card, ...], count: int) -> State:
    """Return the state after `count` cards changed a combination, which keeps its owner."""
    number = action.combination
    changed = state.table[number]._replace(cards=combined(state.table, action))
    table = base.swapped(state.table, number, changed)
    return replace(_with_hand(state, state.turn, hand), table=table, laid=state.laid + count)


def _discard(state: State, card: Card) -> Result:
    left = _with_hand(state, state.turn, _without(state.hand, card))
    discarded = replace(
        left, discards=(*state.discards, card), quiet=0 if state.laid else state.quiet + 1
    )
    event = log.Discarded(state.turn, card)
    if not discarded.hand:
        return _end_round(discarded, state.turn, event, log.WentOut(state.turn))
    if not discarded.deck and len(discarded.discards) == 1:
        return _end_round(discarded, None, event, log.Halted(english(HALTED_DECK)))
    if discarded.quiet >= QUIET_ROUNDS * len(state.hands):
        return _end_round(discarded, None, event, log.Halted(english(HALTED_QUIET)))
    return _next_turn(discarded, event)


def _next_turn(state: State, *events: base.Event) -> Result:
    turn = _next(state, state.turn)
    started = replace(state, phase=Phase.DRAWING, turn=turn, laid=0)
    return started, (*events, base.TurnStarted(turn))


def _end_round(state: State, first: Seat | None, *events: base.Event) -> Result:
    """Add up the points of the round, then start the next one or end the game."""
    shares, sides = round_shares(state, first), len(state.scores)
    points = tuple(map(sum, shares))
    scores = tuple(score + sum(points[side::sides]) for side, score in enumerate(state.scores))
    over = log.RoundOver(state.round, points, scores, shares, state.hands, state.table)
    told, state = (*events, over), replace(state, scores=scores)
    ended = _ended(state)
    if ended:
        return replace(state, phase=Phase.OVER, ended=ended), told
    dealer, number = _next(state, state.dealer), state.round + 1
    begun = Rummu().setup(len(state.hands), state.options)
    fresh = replace(begun, scores=scores, dealer=dealer, turn=dealer, round=number)
    return fresh, (*told, log.RoundStarted(number, dealer))


def _ended(state: State) -> str:
    target = TARGET_PARTNERS if state.options.partners else TARGET
    if max(state.scores) >= target:
        return english(ENDED_TARGET[target])
    if state.options.rounds:
        return english(ENDED_ROUNDS) if state.round >= state.options.rounds else ""
    return english(ENDED_GUARD[target]) if state.round >= ROUND_GUARD else ""


def _scores(state: State) -> tuple[int, ...]:
    """Return the score of each seat's side."""
    return tuple(state.scores[state.side(Seat(seat))] for seat in range(len(state.hands)))


def _next(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise."""
    return Seat((seat + 1) % len(state.hands))


def _with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
    return replace(state, hands=base.swapped(state.hands, seat, tuple(sorted(hand))))


def _without(cards: tuple[Card, ...], *gone: Card) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)
