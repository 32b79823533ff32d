"""A sequence and a mapping that compute their items on demand, or import them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, overload

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

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self):,} items>"


class LazyMapping(Mapping[str, T_co]):
    """A mapping of names to values; each is made when it is first asked for, and kept."""

    def __init__(self, names: Sequence[str], make: Callable[[str], T_co]) -> None:
        self._names, self._make = tuple(names), cache(make)

    def __getitem__(self, name: str) -> T_co:
        if name not in self:
            raise KeyError(name)
        return self._make(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def imported(path: str) -> Any:  # noqa: ANN401 - any module's attribute
    """Import a module and return its attribute of the path ``module.attribute``."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)
