"""A bot that chooses uniformly among the legal actions: the baseline for all others."""

from towersim.bots.base import BotPosition, Thinking
from towersim.rules.base import SeatView


class Uniform:
    """Plays at random."""

    name = "uniform"

    def choose(self, position: BotPosition[SeatView]) -> Thinking:
        """Choose any legal action."""
        yield from ()
        return position.dice.choice(position.view.legal)
