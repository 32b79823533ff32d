"""What cards on the workbench can be together: one combination, or several side by side."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, product
from typing import Final

from towersim.rules.rummu.cards import Card, Cards, every_combination
from towersim.rules.rummu.score import worth
from towersim.rules.rummu.state import Options

Reading = tuple[Cards, ...]
"""Combinations that hold all cards, the lowest first."""
Part = frozenset[Card]

MOST: Final = 16
"""More cards than that are not read as several combinations."""
ENOUGH: Final = 24
"""So many readings are offered at most."""


@lru_cache(maxsize=256)
def readings(cards: tuple[Card, ...], options: Options) -> tuple[Reading, ...]:
    """Return every combination that all these cards are together, the best first.

    If there is none: how they are several combinations, so that no card is left.
    """
    every = tuple(every_combination(cards)) if len(cards) <= MOST else ()
    whole: list[Reading] = [(some,) for some in every if len(some) == len(cards)]
    found = whole or list(islice(_several(cards, every), ENOUGH))

    def merit(reading: Reading) -> tuple[int, int, int]:
        points = sum(worth(some, options) for some in reading)
        replaced = sum(role.replaces for some in reading for role in some)
        return -points, len(reading), replaced

    return tuple(sorted(found, key=merit)[:ENOUGH])


def _several(cards: tuple[Card, ...], every: tuple[Cards, ...]) -> Iterator[Reading]:
    """Yield the ways to part cards into combinations, with all that jokers may stand for."""
    meanings: dict[Part, list[Cards]] = {}
    for some in every:
        meanings.setdefault(frozenset(role.card for role in some), []).append(some)
    for parts in _parted(frozenset(cards), tuple(meanings), set()):
        for reading in product(*(meanings[part] for part in parts)):
            yield tuple(sorted(reading, key=lambda some: some[0].card.number))


def _parted(left: Part, known: tuple[Part, ...], hopeless: set[Part]) -> Iterator[tuple[Part, ...]]:
    """Yield the ways to part what is left; what cannot be parted is noted as `hopeless`."""
    if not left:
        yield ()
        return
    first, some = min(left), False
    for part in known if left not in hopeless else ():
        if first in part and part <= left:
            for others in _parted(left - part, known, hopeless):
                some = True
                yield (part, *others)
    if not some:
        hopeless.add(left)
