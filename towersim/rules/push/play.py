"""Push: one more card is one more point, until there is one too many.

======== ==========================================================================
Seats    2 to 6
Cards    120: five colours three times 1 to 6, 18 roll cards, 12 switch cards
Turn     flip and place cards one by one, or bank one colour of your bench
Place    on up to three stacks; in none of them a colour or a number twice
Stop     take a stack to your bench, then all others do, while there are stacks
Roll     who took a roll card rolls the die and loses the bench cards of that colour
Bust     no stack takes the card: no stack for you, roll the die, the others take
End      the deck is empty and the last stacks are taken
Score    the numbers on your bench and in your bank
======== ==========================================================================

Source: the rule text of the game of that name; what is marked "ruling" fills a gap that it leaves.
All cards are turned over before everybody's eyes, so no event has to be kept from anybody; what
lies below the top of the discard pile is left to memory.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from towersim.messages import english
from towersim.messages import message as _
from towersim.rules.base import (
    Action,
    Actor,
    Event,
    First,
    FirstChosen,
    GameOver,
    Nature,
    Outcome,
    Rules,
    TurnStarted,
    refused,
    swapped,
)
from towersim.rules.push.cards import Card, Mark, deck, value
from towersim.rules.push.legal import legal, refusal, refusals, seat_actions
from towersim.rules.push.log import (
    Added,
    Banked,
    Bust,
    Cleared,
    DeckOut,
    Flipped,
    Rolled,
    Stopped,
    Switched,
    Took,
    describe,
)
from towersim.rules.push.state import (
    STACKS,
    Bank,
    Deal,
    Flip,
    Options,
    Phase,
    Put,
    Roll,
    State,
    Stop,
    Take,
    View,
)
from towersim.units import Seat

Result = tuple[State, tuple[Event, ...]]
"""A state and what led to it."""

ENDED = _("The deck is empty and the last stacks are taken.")
DUEL = 2
"""The number of seats at which switch cards have no effect."""


def full_deck(seats: int, options: Options) -> tuple[Card, ...]:
    """Return the cards that a game begins with, sorted."""
    switches = seats > DUEL or options.two_seat_switches == "discard"
    return tuple(card for card in deck() if switches or card.mark is not Mark.SWITCH)


class Push(Rules[State, Options, View]):
    """The rules of Push."""

    name = "push"
    title = "Push"
    seats = range(2, 7)
    options = Options
    state = State
    actions = Flip | Bank | Put | Stop | Take | Deal | Roll | First

    def setup(self, seats: int, options: Options) -> State:
        """Return the first turn; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        nothing: tuple[tuple[Card, ...], ...] = ((),) * seats
        return State(
            phase=Phase.SEATING if options.first_seat == "random" else Phase.STARTING,
            options=options,
            deck=full_deck(seats, options),
            benches=nothing,
            banks=nothing,
        )

    def actor(self, state: State) -> Actor:
        """Return who has to move."""
        match state.phase:
            case Phase.FLIPPING:
                return Nature.DECK
            case Phase.ROLLING | Phase.SEATING:
                return Nature.DIE
            case Phase.OVER:
                return Nature.OVER
            case Phase.TAKING:
                return state.takers[0]
            case _:
                return state.turn

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return every action the actor may take, each once, in a fixed order."""
        return legal(state)

    def apply(self, state: State, action: Action) -> Result:
        """Return the state after `action` and what happened; IllegalAction if it is not legal."""
        why = refusal(state, action)
        if why:
            raise refused(action, why)
        match action:
            case Deal(card):
                return _flip(state, card)
            case Put(stack):
                return _put(state, stack)
            case Stop():
                return _stop(state, Stopped(state.turn))
            case Take(stack):
                return _take(state, stack)
            case Roll(face):
                return _roll(state, face)
            case Bank(colour):
                return _bank(state, colour)
            case First(seat):
                begun = replace(state, phase=Phase.STARTING, turn=seat)
                return begun, (FirstChosen(seat), TurnStarted(seat))
            case _:
                return replace(state, phase=Phase.FLIPPING), ()

    def view(self, state: State, seat: Seat) -> View:
        """Return what that seat may know: all but the deck and what lies deep in the discards."""
        actor = self.actor(state)
        return View(
            seat=seat,
            actor=actor,
            phase=state.phase,
            options=state.options,
            deck=len(state.deck),
            stacks=state.stacks,
            flipped=state.flipped[0] if state.flipped else None,
            refusals=refusals(state.stacks, state.flipped[0]) if state.flipped else None,
            aside=state.aside,
            benches=state.benches,
            banks=state.banks,
            discarded=len(state.discards),
            top=state.discards[-1] if state.discards else None,
            turn=state.turn,
            takers=state.takers,
            rollers=state.rollers,
            legal=seat_actions(state) if actor == seat else (),
        )

    def can_undo(self, action: Action) -> bool:
        """Return whether a seat may take it back before it flips on: where it put a card."""
        return isinstance(action, Put)

    def outcome(self, state: State) -> Outcome | None:
        """Return how it ended, or None while somebody has to move."""
        return _outcome(state) if state.phase is Phase.OVER else None

    def describe(self, event: Event, names: Sequence[str]) -> str:
        """Return one sentence that tells an event; `names` are the players', by seat."""
        return describe(event, names)


def _flip(state: State, card: Card) -> Result:
    """Turn a card of the deck face up; what nobody can choose about it happens at once."""
    event = Flipped(state.turn, card)
    place = bisect_left(state.deck, card)
    dealt = replace(state, deck=state.deck[:place] + state.deck[place + 1 :])
    if card.mark is Mark.SWITCH:
        return _switch(dealt, card, event)
    if None in refusals(state.stacks, card):
        return replace(dealt, phase=Phase.PLACING, flipped=(card,)), (event,)
    return _bust(dealt, card, event)


def _switch(state: State, card: Card, *events: Event) -> Result:
    if len(state.benches) == DUEL:
        return _decide(_discarded(state, card), *events)
    switched = replace(state, aside=(*state.aside, card))
    return _decide(switched, *events, Switched(is_reversed(switched)))


def _bust(state: State, card: Card, *events: Event) -> Result:
    bust = replace(
        _discarded(state, card),
        phase=Phase.ROLLING,
        takers=others(state),
        rollers=(state.turn,),
    )
    return bust, (*events, Bust(state.turn, card))


def _put(state: State, place: int) -> Result:
    (card,), stack = state.flipped, state.stacks[place]
    stacks = swapped(state.stacks, place, (*stack, card))
    added = Added(state.turn, card, place, began=not stack)
    return _decide(replace(state, stacks=stacks, flipped=()), added)


def _decide(state: State, *events: Event) -> Result:
    """Let the seat flip on or stop; without a deck its turn becomes a stop."""
    if state.deck:
        return replace(state, phase=Phase.DECIDING), events
    return _stop(state, *events, DeckOut(state.turn))


def _stop(state: State, *events: Event) -> Result:
    return _go_on(replace(state, takers=(state.turn, *others(state))), *events)


def _take(state: State, place: int) -> Result:
    """Give a stack to the first of the takers: its numbers to the bench, its roll card aside."""
    seat, *others = state.takers
    stack = state.stacks[place]
    rolls, numbers = _split(stack, Mark.ROLL)
    bench = tuple(sorted(state.benches[seat] + numbers))
    took = replace(
        state,
        stacks=swapped(state.stacks, place, ()),
        benches=swapped(state.benches, seat, bench),
        aside=state.aside + rolls,
        takers=tuple(others),
        rollers=(*state.rollers, seat) if rolls else state.rollers,
    )
    return _go_on(took, Took(seat, place, stack))


def _roll(state: State, face: Mark) -> Result:
    seat, *others = state.rollers
    lost, bench = _split(state.benches[seat], face)
    if face is Mark.STAR and state.options.star == "lose-bench":
        lost, bench = bench, ()
    rolled = replace(state, benches=swapped(state.benches, seat, bench), rollers=tuple(others))
    return _go_on(_discarded(rolled, *lost), Rolled(seat, face, lost))


def _bank(state: State, colour: Mark) -> Result:
    seat = state.turn
    safe, bench = _split(state.benches[seat], colour)
    bank = tuple(sorted(state.banks[seat] + safe))
    banked = replace(
        state,
        benches=swapped(state.benches, seat, bench),
        banks=swapped(state.banks, seat, bank),
    )
    return _end_turn(banked, Banked(seat, colour, safe))


def _go_on(state: State, *events: Event) -> Result:
    """Let the next taker take, then discard what is left, then let the next roller roll.

    Ruling: the dice wait until everybody has taken; only who pushed too far rolls before.
    """
    left = sum(state.stacks, ())
    if left and state.takers:
        return replace(state, phase=Phase.TAKING), events
    cleared = replace(_discarded(state, *left), stacks=((),) * STACKS, takers=())
    told = (*events, Cleared(left)) if left else events
    if cleared.rollers:
        return replace(cleared, phase=Phase.ROLLING), told
    return _end_turn(cleared, *told)


def _end_turn(state: State, *events: Event) -> Result:
    """Return the next seat's turn, or the end of the game."""
    ended = replace(_discarded(state, *state.aside), aside=())
    if not ended.deck:
        over = replace(ended, phase=Phase.OVER)
        return over, (*events, GameOver(_outcome(over)))
    turn = Seat((state.turn + 1) % len(state.benches))
    return replace(ended, phase=Phase.STARTING, turn=turn), (*events, TurnStarted(turn))


def _outcome(state: State) -> Outcome:
    """Of equal scores the one with more cards wins, then the win is shared."""
    ranks = [(value(cards), len(cards)) for cards in _cards(state)]
    winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(english(ENDED), winners, tuple(points for points, cards in ranks))


def _cards(state: State) -> Iterable[tuple[Card, ...]]:
    """Return each seat's cards, open and banked."""
    return [bench + bank for bench, bank in zip(state.benches, state.banks, strict=True)]


def others(state: State | View) -> tuple[Seat, ...]:
    """Return the seats that take a stack after the one whose turn it is, in that order."""
    seats = len(state.benches)
    clockwise = tuple(Seat((state.turn + step) % seats) for step in range(1, seats))
    return clockwise[::-1] if is_reversed(state) else clockwise


def is_reversed(state: State | View) -> bool:
    """Return whether this turn's switch cards turn the order of taking round."""
    return [card.mark for card in state.aside].count(Mark.SWITCH) % 2 == 1


def _discarded(state: State, *cards: Card) -> State:
    return replace(state, discards=state.discards + cards)


def _split(cards: tuple[Card, ...], mark: Mark) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards with this mark, and the others."""
    marked = tuple(card for card in cards if card.mark is mark)
    return marked, tuple(card for card in cards if card.mark is not mark)
