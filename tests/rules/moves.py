"""Helpers that apply the rules of a game in tests, and states that differ in hidden cards only."""

from collections.abc import Sequence
from itertools import dropwhile
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.rules.base import Action, Event, Outcome, Rules
from towersim.rules.palace.state import INVISIBLE

S = TypeVar("S")
GOLDEN = Path(__file__).parents[1] / "golden"


def golden(file: Path, text: str) -> str:
    """Return what a golden file says; one that does not exist is written for reading, and fails."""
    if not file.exists():
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file} is written anew: read it, and run the test again")
    return file.read_text(encoding="utf-8")


class Moves(Generic[S]):
    """The consequences of actions in one game."""

    def __init__(self, rules: Rules[S, Any, Any]) -> None:
        self.rules = rules

    def after(self, state: S, *actions: Action) -> S:
        """Return the state after all these actions."""
        for action in actions:
            state, _ = self.rules.apply(state, action)
        return state

    def happened(self, state: S, *actions: Action) -> tuple[Event, ...]:
        """Return the events of the last of these actions."""
        return self.rules.apply(self.after(state, *actions[:-1]), actions[-1])[1]

    def outcome(self, state: S) -> Outcome:
        """Return the outcome of a finished game."""
        ended = self.rules.outcome(state)
        assert ended is not None
        return ended

    def refused(self, state: S, action: Action) -> str:
        """Return the reason why an action is illegal; `legal` must not list it either."""
        assert action not in self.rules.legal(state)
        with pytest.raises(IllegalAction) as caught:
            self.rules.apply(state, action)
        return str(caught.value).partition("}: ")[2]

    def told(self, state: S, actions: Sequence[Action], names: Sequence[str]) -> str:
        """Return a game as text: each action, followed by its events, indented."""
        lines = []
        for action in actions:
            state, events = self.rules.apply(state, action)
            lines += [msgspec.json.encode(action).decode()]
            lines += [f"    {self.rules.describe(event, names)}" for event in events]
        return "\n".join([*lines, ""])


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
