"""A sequence whose items are made when they are asked for."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class LazySequence(Sequence[T_co]):
    """A sequence that knows its length and how to make an item, and keeps none of them."""

    @abstractmethod
    def nth(self, number: int) -> T_co:
        """Return the item of this number, between 0 and the length."""

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        """Return an item, or those of a slice; IndexError behind the end."""
        chosen = range(len(self))[index]
        if isinstance(chosen, range):
            return tuple(self.nth(number) for number in chosen)
        return self.nth(chosen)
