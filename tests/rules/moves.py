"""Helpers that apply the rules of a game in tests."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
import pytest

from towersim.common.errors import IllegalAction
from towersim.rules.base import Action, Event, Outcome, Rules

S = TypeVar("S")
GOLDEN = Path(__file__).parents[1] / "golden"


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

    def nodes(self, state: S, depth: int) -> int:
        """Return the number of sequences of `depth` legal actions."""
        legal = self.rules.legal(state)
        if depth == 1:
            return len(legal)
        return sum(self.nodes(self.rules.apply(state, action)[0], depth - 1) for action in legal)

    def ways(self, name: str, state: S) -> tuple[list[int], list[int]]:
        """Return the numbers of sequences of 1, 2, … legal actions, and the golden numbers."""
        file = GOLDEN / f"{self.rules.name.replace('-', '_')}_nodes.json"
        known: list[int] = msgspec.json.decode(file.read_bytes())[name]
        return [self.nodes(state, depth) for depth in range(1, len(known) + 1)], known

    def told(self, state: S, actions: Sequence[Action], names: Sequence[str]) -> str:
        """Return a game as text: each action, followed by its events, indented."""
        lines = []
        for action in actions:
            state, events = self.rules.apply(state, action)
            lines += [msgspec.json.encode(action).decode()]
            lines += [f"    {self.rules.describe(event, names)}" for event in events]
        return "\n".join([*lines, ""])
