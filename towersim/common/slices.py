"""Computations in slices of a few milliseconds: generators that yield between them."""

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(computation: Generator[None, None, T]) -> T:
    """Go through a computation to its end; return its result.

    >>> def bot(legal):
    ...     yield
    ...     return legal[0]
    >>> finished(bot(["flip", "stop"]))
    'flip'
    """
    while True:
        try:
            next(computation)
        except StopIteration as done:
            result: T = done.value
            return result
