"""Push: flip cards for points, and stop before one fits no stack.

======== ==========================================================================
Seats    2 to 6
Cards    120: five colours three times 1 to 6, 18 roll cards, 12 switch cards
Turn     flip and place cards one by one, or bank one colour of your bench
Place    on one of up to three stacks; no colour or number twice in a stack
Stop     take a stack to your bench, then the others do, while there are stacks
Roll     after taking a roll card: roll the die, lose the bench cards of that colour
Bust     the card fits no stack: no stack for you, roll the die, the others take
End      the deck is empty and the last stacks are taken
Score    the numbers on your bench and in your bank
======== ==========================================================================

Source: the rule text of the game of that name; "ruling" marks how a gap in it is filled.
All cards are revealed to all seats, so no event is redacted; views show only the top of the
discard pile.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from towersim.common.messages import english, message as _
from towersim.common.units import Seat
from towersim.rules import base
from towersim.rules.display import sentences
from towersim.rules.push import log
from towersim.rules.push.state import (
    CARDS,
    COLOURS,
    FACES,
    STACKS,
    Bank,
    Card,
    Deal,
    Flip,
    Mark,
    Options,
    Phase,
    Public,
    Put,
    Roll,
    SeatAction,
    Stacks,
    State,
    Stop,
    Take,
    View,
    deck,
    highest,
    value,
)

Result = tuple[State, tuple[base.Event, ...]]

ENDED = _("The deck is empty and the last stacks are taken.")
DUEL = 2
"""The number of seats at which switch cards have no effect."""
AWAITED = sentences("push")["phases"]
"""The message that refuses any other action, by phase."""
NO_PLACE = _("the index of a stack is 0 to {last}", last=STACKS - 1)
LEFTMOST = _("a new stack begins in the leftmost free place")  # ruling: all are equivalent
BANKS = tuple(map(Bank, COLOURS))
PUTS = tuple(map(Put, range(STACKS)))
TAKES = tuple(map(Take, range(STACKS)))


def full_deck(seats: int, options: Options) -> tuple[Card, ...]:
    """Return the deck at the start of a game, sorted."""
    switches = seats > DUEL or options.two_seat_switches == "discard"
    return tuple(card for card in deck() if switches or card.mark is not Mark.SWITCH)


def legal(state: State) -> Sequence[base.Action]:
    """Return every legal action of a seat or nature, each once, in a fixed order."""
    match state.phase:
        case Phase.FLIPPING:
            return base.Deals(state.deck, Deal)
        case Phase.ROLLING:
            return tuple(map(Roll, FACES))
        case Phase.SEATING:
            return tuple(base.First(Seat(seat)) for seat in range(len(state.benches)))
        case _:
            return seat_actions(state)


def seat_actions(state: State) -> tuple[SeatAction, ...]:
    """Return the legal actions of the asked seat; none when nature moves."""
    match state.phase:
        case Phase.STARTING:
            held = {card.mark for card in state.benches[state.turn]}
            return (Flip(), *(bank for bank in BANKS if bank.colour in held))
        case Phase.DECIDING:
            return (Flip(), Stop())
        case Phase.PLACING:
            reason = refusals(state.stacks, state.flipped[0])
            return tuple(put for put in PUTS if reason[put.stack] is None)
        case Phase.TAKING:
            return tuple(take for take in TAKES if _untakeable(state, take.stack) is None)
        case _:
            return ()


def refusal(state: State, action: base.Action) -> str | None:
    """Return the reason why an illegal action is illegal."""
    match state.phase, action:
        case Phase.STARTING, Bank(colour):
            return _("no {card} lies on the bench", card=CARDS[colour])
        case Phase.PLACING, Put(stack):
            if stack not in range(STACKS):
                return NO_PLACE
            return refusals(state.stacks, state.flipped[0])[stack]
        case Phase.TAKING, Take(stack):
            return _untakeable(state, stack)
        case Phase.FLIPPING, Deal(card):
            return _("the deck does not hold this {card} any more", card=str(card))
        case Phase.SEATING, base.First(seat):
            return _("there is no seat {seat}", seat=seat)
        case Phase.ROLLING, Roll(face):
            return _("no side of the die shows a {face}", face=face.value)
        case _:
            return AWAITED[state.phase]


def refusals(stacks: Stacks, card: Card) -> tuple[str | None, ...]:
    """Return for each place the reason why a card may not be put there, or None if it may."""
    begins = stacks.index(()) if () in stacks else STACKS
    return tuple(
        [
            _clash(place, stack, card) if stack else (None if place == begins else LEFTMOST)
            for place, stack in enumerate(stacks)
        ]
    )


def _clash(place: int, stack: tuple[Card, ...], card: Card) -> str | None:
    """Return the refusal of a card that repeats a mark or number of the stack, or None."""
    mark, number, _ = card
    for other in stack:
        if other.mark is mark:
            return _has_mark(place + 1, mark)
    for other in stack:
        if other.number == number:
            return _has_number(place + 1, number)
    return None


@cache
def _has_mark(stack: int, mark: Mark) -> str:
    """Return the message for a repeated mark; cached, as bots ask for every possible card."""
    return _("stack {stack} has a {card} already", stack=stack, card=CARDS[mark])


@cache
def _has_number(stack: int, number: int) -> str:
    return _("stack {stack} has a {number} already", stack=stack, number=number)


def _untakeable(state: State, stack: int) -> str | None:
    """Return the reason why the first of the takers may not take this stack, or None."""
    if stack not in range(STACKS):
        return NO_PLACE
    if not state.stacks[stack]:
        return _("stack {stack} is not there, or somebody has it", stack=stack + 1)
    stopped = state.takers[0] == state.turn
    if state.options.highest_only and stopped and stack not in highest(state.stacks):
        return _("the seat that stops takes a stack of the highest value")
    return None


class Push(base.Rules[State, Options, View]):
    """The rules of Push."""

    name = "push"
    title = "Push"
    seats = range(2, 7)
    options = Options
    state = State
    actions = SeatAction | Deal | Roll | base.First

    def setup(self, seats: int, options: Options) -> State:
        """Return the state at the first turn; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        nothing: tuple[tuple[Card, ...], ...] = ((),) * seats
        return State(
            phase=Phase.SEATING if options.first_seat == "random" else Phase.STARTING,
            options=options,
            deck=full_deck(seats, options),
            benches=nothing,
            banks=nothing,
        )

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        match state.phase:
            case Phase.FLIPPING:
                return base.Nature.DECK
            case Phase.ROLLING | Phase.SEATING:
                return base.Nature.DIE
            case Phase.OVER:
                return base.Nature.OVER
            case Phase.TAKING:
                return state.takers[0]
            case _:
                return state.turn

    legal = staticmethod(legal)
    refusal = staticmethod(refusal)

    def action_space(self, seats: int) -> tuple[base.Action, ...]:  # noqa: ARG002 - the same for all
        """Return the 13 actions: flip, stop, five to bank, three to put, three to take."""
        return (Flip(), Stop(), *BANKS, *PUTS, *TAKES)

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        match action:
            case Deal(card):
                return _flip(state, card)
            case Put(stack):
                return _put(state, stack)
            case Stop():
                return _stop(state, log.Stopped(state.turn))
            case Take(stack):
                return _take(state, stack)
            case Roll(face):
                return _roll(state, face)
            case Bank(colour):
                return _bank(state, colour)
            case base.First(seat):
                begun = replace(state, phase=Phase.STARTING, turn=seat)
                return begun, (base.FirstChosen(seat), base.TurnStarted(seat))
            case _:  # Flip
                return replace(state, phase=Phase.FLIPPING), ()

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the view: all but the deck and the lower discards."""
        actor = self.actor(state)
        return View(
            **base.shared(state, Public),
            viewer=viewer,
            actor=actor,
            deck=len(state.deck),
            flipped=state.flipped[0] if state.flipped else None,
            refusals=refusals(state.stacks, state.flipped[0]) if state.flipped else None,
            aside=state.aside,
            discarded=len(state.discards),
            top=state.discards[-1] if state.discards else None,
            legal=seat_actions(state) if actor == viewer else (),
        )

    def can_undo(self, action: base.Action) -> bool:
        """Return whether a seat may take an action back before its next one: only a `Put`."""
        return isinstance(action, Put)

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome: most points win; of equal ones more cards, or the win is shared."""
        every = (bench + bank for bench, bank in zip(state.benches, state.banks, strict=True))
        ranks = [(value(cards), len(cards)) for cards in every]
        scores = tuple(points for points, cards in ranks)
        return base.Outcome(english(ENDED), base.leaders(ranks), scores)

    sentences, values = log.SENTENCES, log.VALUES
    zones = staticmethod(log.zones)
    counts = staticmethod(log.counts)
    sounds = log.SOUNDS


def _flip(state: State, card: Card) -> Result:
    """Flip a card; a switch card or a bust is resolved at once, as there is no choice."""
    event = log.Flipped(state.turn, card)
    place = bisect_left(state.deck, card)
    dealt = replace(state, deck=state.deck[:place] + state.deck[place + 1 :])
    if card.mark is Mark.SWITCH:
        return _switch(dealt, card, event)
    if None in refusals(state.stacks, card):
        return replace(dealt, phase=Phase.PLACING, flipped=(card,)), (event,)
    return _bust(dealt, card, event)


def _switch(state: State, card: Card, *events: base.Event) -> Result:
    if len(state.benches) == DUEL:
        return _decide(_discarded(state, card), *events)
    switched = replace(state, aside=(*state.aside, card))
    return _decide(switched, *events, log.Switched(is_reversed(switched)))


def _bust(state: State, card: Card, *events: base.Event) -> Result:
    bust = replace(
        _discarded(state, card),
        phase=Phase.ROLLING,
        takers=others(state, state.turn),
        rollers=(state.turn,),
    )
    return bust, (*events, log.Bust(state.turn, card))


def _put(state: State, place: int) -> Result:
    (card,), stack = state.flipped, state.stacks[place]
    stacks = base.swapped(state.stacks, place, (*stack, card))
    added = log.Added(state.turn, card, place, began=not stack)
    return _decide(replace(state, stacks=stacks, flipped=()), added)


def _decide(state: State, *events: base.Event) -> Result:
    """Let the seat flip again or stop; an empty deck forces a stop."""
    if state.deck:
        return replace(state, phase=Phase.DECIDING), events
    return _stop(state, *events, log.DeckOut(state.turn))


def _stop(state: State, *events: base.Event) -> Result:
    return _go_on(replace(state, takers=(state.turn, *others(state, state.turn))), *events)


def _take(state: State, place: int) -> Result:
    """Give a stack to the first of the takers: its numbers to the bench, its roll cards aside."""
    seat, *following = state.takers
    stack = state.stacks[place]
    rolls, numbers = _split(stack, Mark.ROLL)
    bench = tuple(sorted(state.benches[seat] + numbers))
    took = replace(
        state,
        stacks=base.swapped(state.stacks, place, ()),
        benches=base.swapped(state.benches, seat, bench),
        aside=state.aside + rolls,
        takers=tuple(following),
        rollers=(*state.rollers, seat) if rolls else state.rollers,
    )
    return _go_on(took, log.Took(seat, place, stack))


def _roll(state: State, face: Mark) -> Result:
    seat, *following = state.rollers
    lost, bench = _split(state.benches[seat], face)
    if face is Mark.STAR and state.options.star == "lose-bench":
        lost, bench = bench, ()
    rolled = replace(
        state, benches=base.swapped(state.benches, seat, bench), rollers=tuple(following)
    )
    return _go_on(_discarded(rolled, *lost), log.Rolled(seat, face, lost))


def _bank(state: State, colour: Mark) -> Result:
    seat = state.turn
    safe, bench = _split(state.benches[seat], colour)
    banks = base.swapped(state.banks, seat, tuple(sorted(state.banks[seat] + safe)))
    banked = replace(state, benches=base.swapped(state.benches, seat, bench), banks=banks)
    return _end_turn(banked, log.Banked(seat, colour, safe))


def _go_on(state: State, *events: base.Event) -> Result:
    """Ask the next taker; after the last, discard the stacks left and ask the next roller.

    Ruling: the die is rolled after all have taken; only a seat that went bust rolls before.
    """
    left = sum(state.stacks, ())
    if left and state.takers:
        return replace(state, phase=Phase.TAKING), events
    cleared = replace(_discarded(state, *left), stacks=((),) * STACKS, takers=())
    told = (*events, log.Cleared(left)) if left else events
    if cleared.rollers:
        return replace(cleared, phase=Phase.ROLLING), told
    return _end_turn(cleared, *told)


def _end_turn(state: State, *events: base.Event) -> Result:
    """Start the next seat's turn, or end the game."""
    ended = replace(_discarded(state, *state.aside), aside=())
    if not ended.deck:
        return replace(ended, phase=Phase.OVER), events
    turn = Seat((state.turn + 1) % len(state.benches))
    return replace(ended, phase=Phase.STARTING, turn=turn), (*events, base.TurnStarted(turn))


def others(state: State | View, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that take a stack after `seat`, in this order."""
    seats = len(state.benches)
    clockwise = tuple(Seat((seat + step) % seats) for step in range(1, seats))
    return clockwise[::-1] if is_reversed(state) else clockwise


def is_reversed(state: State | View) -> bool:
    """Return whether this turn's switch cards reverse the order of taking."""
    return [card.mark for card in state.aside].count(Mark.SWITCH) % 2 == 1


def _discarded(state: State, *cards: Card) -> State:
    return replace(state, discards=state.discards + cards)


def _split(cards: tuple[Card, ...], mark: Mark) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards with this mark, and the others."""
    marked = tuple(card for card in cards if card.mark is mark)
    return marked, tuple(card for card in cards if card.mark is not mark)
