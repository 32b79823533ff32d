"""States that differ only in cards that a viewer may not see."""

from collections.abc import Sequence
from itertools import dropwhile
from random import Random
from typing import Any

from msgspec.structs import replace

from towersim.common.units import Seat
from towersim.rules.palace.state import INVISIBLE


def with_hidden_cards_shuffled(state: Any, viewer: Seat | None, random: Random) -> Any:
    """Shuffle all cards among each other that a viewer may not see, in any game's state.

    They are those of other hands, of the deck, of the discard pile below the top, and in Palace the
    burned ones and those of the pile below what counts.
    """
    hands = getattr(state, "hands", ())
    piles: dict[Any, Sequence[Any]] = {
        name: getattr(state, name) for name in ("unseen", "deck") if hasattr(state, name)
    }
    piles |= {seat: hand for seat, hand in enumerate(hands) if seat != viewer}
    piles["discards"] = getattr(state, "discards", ())[:-1]
    piles["burned"], pile = getattr(state, "burned", ()), getattr(state, "pile", ())
    under = sum(1 for _ in dropwhile(lambda card: card.rank == INVISIBLE, reversed(pile)))
    piles["buried"] = pile[: max(under - 1, 0)]
    cards = [card for pile in piles.values() for card in pile]
    random.shuffle(cards)
    dealt = {name: tuple(sorted(cards.pop() for _ in pile)) for name, pile in piles.items()}
    changed = {name: dealt[name] for name in ("unseen", "deck") if name in dealt}
    if pile:
        changed["pile"] = (*dealt["buried"], *pile[len(dealt["buried"]) :])
    if dealt["burned"]:
        changed["burned"] = dealt["burned"]
    if hands:
        changed["hands"] = tuple(dealt.get(seat, hand) for seat, hand in enumerate(hands))
    if dealt["discards"]:
        changed["discards"] = (*dealt["discards"], state.discards[-1])
    return replace(state, **changed)
