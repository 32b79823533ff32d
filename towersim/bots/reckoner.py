"""A bot for Push that counts the unseen cards and flips while another card has a positive value.

It looks one card ahead and weighs its own points against those of the others: the stack it would
take, the stacks it leaves, and the expected loss to the die.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Self

from towersim.bots.base import BotPosition, Strength, Thinking
from towersim.common import portable_math
from towersim.common.units import Seat
from towersim.rules.base import Event, swapped
from towersim.rules.push import state
from towersim.rules.push.log import Flipped
from towersim.rules.push.play import full_deck, others, refusals
from towersim.rules.push.state import FACES, Card, Mark, value

RIVALS = 0.6
"""Weight of the others' mean points relative to own points."""
TURN = 8.0
"""The value of flipping in a turn instead of banking, in points."""
TURN_CARDS = 4.5
"""The mean number of cards flipped in a turn."""
ROLLS = 0.6
"""The mean number of rolls of the die by a seat between two of its turns."""

ERROR: Mapping[Strength, float] = {Strength.HARD: 0.0, Strength.NORMAL: 1.0, Strength.EASY: 2.0}
"""Standard deviation of the error in the value of an action, in points."""


class Reckoner(NamedTuple):
    """Stops when the expected value of another card is below that of stopping."""

    name: str = "reckoner"
    strength: Strength = Strength.HARD

    def choose(self, position: BotPosition[state.View]) -> Thinking:
        """Choose the action with the highest expected points, less those of the others."""
        yield from ()
        view = position.view
        sums, error = Sums.of(view, position.history), ERROR[self.strength]

        def value(action: state.SeatAction) -> float:
            return _promise(view, sums, action) + position.dice.gauss(0.0, error)

        return max(view.legal, key=value)


class Sums(NamedTuple):
    """The counts and values derived from a view."""

    benches: tuple[int, ...]
    """The points on the benches, by seat."""
    toll: float
    """The mean share of a bench that is lost in a roll of the die."""
    seat: Seat
    others: tuple[Seat, ...]
    """The seats that take stacks after this one, in that order."""
    coming: tuple[tuple[Card, float], ...]
    """One card of each unseen kind, and its probability to come next."""

    @classmethod
    def of(cls, view: state.View, history: Iterable[Event] = ()) -> Self:
        """Return the counts and values for a view and the events that led to it."""
        lost = 2 if view.options.star == "lose-bench" else 1
        seen = sum((*view.stacks, *view.benches, *view.banks), view.aside)
        shown = Counter(_kind(card) for card in (*seen, view.flipped, view.top) if card)
        flipped = Counter(_kind(event.card) for event in history if isinstance(event, Flipped))
        left = _kinds(len(view.benches), view.options) - (shown | flipped)
        return cls(
            benches=tuple(map(value, view.benches)),
            toll=lost / len(FACES),
            seat=view.seat,
            others=others(view, view.seat),
            coming=tuple((card, count / left.total()) for card, count in left.items()),
        )

    def gain(self, seat: Seat, stack: Sequence[Card]) -> float:
        """Return the expected value of a stack for a seat, including the roll for a roll card."""
        numbers = [card.number for card in stack]
        points = sum(numbers)
        rolls = 0 in numbers  # in a stack, only roll cards have the number 0
        return points - rolls * self.toll * (self.benches[seat] + points)

    def rest(self, stacks: state.Stacks, seats: Sequence[Seat]) -> float:
        """Return the value to this seat if `seats` take stacks in turn, each its best one."""
        left, given = [stack for stack in stacks if stack], 0.0
        for seat in seats[: len(left)]:
            gains = [self.gain(seat, stack) for stack in left]
            given += max(gains)
            left.pop(gains.index(max(gains)))
        return -RIVALS * given / len(self.others)

    def take(self, stacks: state.Stacks, place: int, others: Sequence[Seat]) -> float:
        """Return the expected value of taking this stack and leaving the rest to the others."""
        return self.gain(self.seat, stacks[place]) + self.rest(swapped(stacks, place, ()), others)

    def stop(self, stacks: state.Stacks) -> float:
        """Return the expected value of stopping now."""
        places = (place for place, stack in enumerate(stacks) if stack)
        return max((self.take(stacks, place, self.others) for place in places), default=0.0)

    def flip(self, stacks: state.Stacks) -> float:
        """Return the expected value of flipping one card and then stopping."""
        bust = self.rest(stacks, self.others) - self.toll * self.benches[self.seat]
        values = (chance * self.met(stacks, card, bust) for card, chance in self.coming)
        return portable_math.total(values)

    def met(self, stacks: state.Stacks, card: Card, bust: float) -> float:
        """Return the expected value of stopping after this card, or `bust` if it fits no stack."""
        if card.mark is Mark.SWITCH:
            return self._replace(others=self.others[::-1]).stop(stacks)
        free = [place for place, why in enumerate(refusals(stacks, card)) if why is None]
        placed = (swapped(stacks, place, (*stacks[place], card)) for place in free)
        return max(map(self.stop, placed), default=bust)


@cache
def _kinds(seats: int, options: state.Options) -> Counter[Card]:
    """Return the number of cards of each mark and number in the game."""
    return Counter(map(_kind, full_deck(seats, options)))


def _kind(card: Card) -> Card:
    return Card(*card[:2])


def _promise(view: state.View, sums: Sums, action: state.SeatAction) -> float:
    match action:
        case state.Take(place):
            return sums.take(view.stacks, place, view.takers[1:])
        case state.Put(place) if view.flipped:
            stacks = swapped(view.stacks, place, (*view.stacks[place], view.flipped))
            return max(sums.stop(stacks), sums.flip(stacks))
        case state.Stop():
            return sums.stop(view.stacks)
        case state.Flip() if view.phase is state.Phase.STARTING:
            return TURN * min(1.0, view.deck / TURN_CARDS)
        case state.Bank(colour):
            return _saved(view, sums, colour)
        case _:
            return sums.flip(view.stacks)


def _saved(view: state.View, sums: Sums, colour: Mark) -> float:
    """Return the expected loss of a bench colour to the die until the end of the game."""
    points = value(card for card in view.benches[view.seat] if card.mark is colour)
    rounds = view.deck / (TURN_CARDS * len(view.benches))
    kept = portable_math.exp(ROLLS * rounds * portable_math.log(1 - sums.toll))
    return points * (1 - kept)
