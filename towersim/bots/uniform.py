"""A bot that takes any legal action with the same chance: the yardstick for all others."""

from towersim.bots.base import Position, Thinking
from towersim.rules.base import Action


class Uniform:
    """Plays at random."""

    name = "uniform"

    def choose(self, position: Position) -> Thinking:
        """Choose any legal action."""
        yield from ()
        legal: tuple[Action, ...] = position.view.legal
        return position.dice.choice(legal)
