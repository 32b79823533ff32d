"""A sequence that computes its items on demand."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class LazySequence(Sequence[T_co]):
    """A sequence defined by its length and `nth`; it stores no items."""

    @abstractmethod
    def nth(self, number: int) -> T_co:
        """Return the item at index `number`, 0 … length - 1."""

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        """Return an item, or a tuple for a slice; IndexError for an index out of range."""
        chosen = range(len(self))[index]
        if isinstance(chosen, range):
            return tuple(self.nth(number) for number in chosen)
        return self.nth(chosen)
