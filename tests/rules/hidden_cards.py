"""States that differ only in cards that a viewer may not see."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from towersim.common.units import Seat


def with_hidden_cards_shuffled(state: Any, viewer: Seat | None, random: Random) -> Any:
    """Shuffle all cards among each other that a viewer may not see, in any game's state.

    They are those of other hands, of the deck, and of the discard pile below the top.
    """
    hands = getattr(state, "hands", ())
    piles: dict[Any, Sequence[Any]] = {
        name: getattr(state, name) for name in ("unseen", "deck") if hasattr(state, name)
    }
    piles |= {seat: hand for seat, hand in enumerate(hands) if seat != viewer}
    piles["discards"] = getattr(state, "discards", ())[:-1]
    cards = [card for pile in piles.values() for card in pile]
    random.shuffle(cards)
    dealt = {name: tuple(sorted(cards.pop() for _ in pile)) for name, pile in piles.items()}
    changed = {name: dealt[name] for name in ("unseen", "deck") if name in dealt}
    if hands:
        changed["hands"] = tuple(dealt.get(seat, hand) for seat, hand in enumerate(hands))
    if dealt["discards"]:
        changed["discards"] = (*dealt["discards"], state.discards[-1])
    return replace(state, **changed)
