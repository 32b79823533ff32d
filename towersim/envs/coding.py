"""Numbers for the actions of a game and for what a seat knows: the base of all environments.

An action is a word of one or more numbers, taken one after the other; it is done as soon as the
numbers so far belong to one legal action alone. A view is a row of facts, each a few whole numbers
with a known maximum. Rows that name seats begin with the viewer's own and go on clockwise.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from towersim.common.units import Seat
from towersim.rules import game as rules_of
from towersim.rules.base import Outcome

T = TypeVar("T")
Numbers = npt.NDArray[np.float32]
Word = tuple[int, ...]
"""The numbers of one action."""


class Fact(NamedTuple):
    """Some numbers of an observation: what they are, their maximum, and their values."""

    name: str
    most: int
    values: bytes | bytearray


def _no_outcome(_action: Any) -> int:  # noqa: ANN401 - the actions of any game
    return 0


class Coding(NamedTuple):
    """The numbers of one game."""

    game: str
    """The name of the game's rules."""
    numbers: Sequence[str]
    """The meaning of each number of an action; those of a drop come last."""
    word: Callable[[Any], Word]
    """Return the numbers of an action of a seat, without those of a drop."""
    facts: Callable[[Any], Iterator[Fact]]
    """Yield what a seat knows, always as many numbers for as many seats."""
    angles: Sequence[float] = ()
    """The angles at which a block may be dropped, in radians; none in a game without blocks."""
    outcomes: Sequence[str] = ()
    """The meaning of each number of a move of deck or die, if only they act besides the seats."""
    outcome: Callable[[Any], int] = _no_outcome
    """Return the number of such a move."""
    values: Callable[[Any], Iterable[bytes]] | None = None
    """Return the values of the facts alone; None: there is no faster way to them."""


class Observer:
    """The observations of a game with a number of seats."""

    def __init__(self, coding: Coding, seats: int) -> None:
        """Take the coding and the number of seats; OptionFault for a wrong one."""
        self._values = coding.values or partial(_values, coding)
        rules = rules_of(coding.game)
        facts = list(coding.facts(rules.view(rules.setup(seats, rules.options()), Seat(0))))
        ends = accumulate(len(fact.values) for fact in facts)
        self.layout = {
            fact.name: range(end - len(fact.values), end)
            for fact, end in zip(facts, ends, strict=True)
        }
        """The indices of each fact, by its name."""
        most = [fact.most for fact in facts for _ in fact.values]
        self.size = len(most)
        most += [1] * len(coding.numbers)
        self._scale: Numbers = np.float32(1) / np.array(most, np.float32)

    def __str__(self) -> str:
        """Return the first and last index of each fact, a line each."""
        return "\n".join(
            f"{at.start:4} {at.stop - 1:4}  {name}" for name, at in self.layout.items()
        )

    def numbers(self, view: object, chosen: bytes | bytearray = b"") -> Numbers:
        """Return a view as numbers from 0 to 1: the values of all facts over their maxima.

        A mark for each number of an action may follow; all of them, or none.
        """
        row = b"".join([*self._values(view), chosen])
        scaled: Numbers = np.frombuffer(row, np.uint8) * self._scale[: len(row)]
        return scaled


def _values(coding: Coding, view: object) -> Iterable[bytes | bytearray]:
    return [fact.values for fact in coding.facts(view)]


class Choice(Generic[T]):
    """One of several things, each with a word, that is chosen number by number."""

    def __init__(self, words: Sequence[tuple[Word, T]], chosen: Word = ()) -> None:
        """Take every thing with its word, of which these numbers are chosen already.

        None of the words begins another.
        """
        self._left = words
        self.chosen = chosen
        """The numbers so far."""

    @property
    def legal(self) -> list[int]:
        """The numbers that may come next, in ascending order."""
        at = len(self.chosen)
        return sorted({word[at] for word, _ in self._left})

    def after(self, number: int) -> "Choice[T]":
        """Return the choice that is left after one of the numbers of `legal`."""
        at = len(self.chosen)
        return Choice([one for one in self._left if one[0][at] == number], (*self.chosen, number))

    @property
    def certain(self) -> T | None:
        """The thing that is chosen, once only one is left."""
        return self._left[0][1] if len(self._left) == 1 else None


def marked(size: int, at: Iterable[int]) -> bytearray:
    """Return `size` counts: how often each index occurs.

    >>> list(marked(4, [1, 3, 1]))
    [0, 2, 0, 1]
    """
    row = bytearray(size)
    for index in at:
        row[index] += 1
    return row


def phase_fact(phases: Sequence[str], phase: str) -> Fact:
    """Return the mark of a game's phase."""
    return Fact(f"phase: {', '.join(phases)}", 1, marked(len(phases), [phases.index(phase)]))


def counts(values: Iterable[int], most: int = 255) -> bytes:
    """Return values as bytes, clipped to 0 … `most`."""
    return bytes([max(0, min(most, value)) for value in values])


def clockwise(row: Sequence[T], seat: Seat) -> Sequence[T]:
    """Return a row by seat, beginning with this seat.

    >>> clockwise("abcd", Seat(2))
    ['c', 'd', 'a', 'b']
    """
    return [*row[seat:], *row[:seat]]


def relative(seats: Iterable[int], seat: Seat, many: int) -> bytearray:
    """Return a mark for each of these seats, in a row that begins with `seat`."""
    return marked(many, ((other - seat) % many for other in seats))


def rewards(outcome: Outcome, seats: int) -> list[float]:
    """Return the reward of each seat at the end: (n·w − 1) / (n − 1) for its share w of the win.

    >>> rewards(Outcome("", (Seat(1),), ()), 3), rewards(Outcome("", (Seat(0), Seat(1)), ()), 2)
    ([-0.5, 1.0, -0.5], [0.0, 0.0])
    """
    share = 1 / max(1, len(outcome.winners))
    shares = [share if seat in outcome.winners else 0.0 for seat in range(seats)]
    return [(seats * won - 1) / (seats - 1) for won in shares]
