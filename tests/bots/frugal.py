"""A simple baseline for Keeper in Palace."""

from towersim.bots.base import BotPosition, Thinking
from towersim.rules.palace.state import ANYWHERE, Card, LayUp, Play, View

JACK = 11
"""Least rank of which cards are played singly while there is a stock."""


class Frugal:
    """A bot that plays all copies of its lowest non-magic rank and lays its best cards face up."""

    name = "frugal"

    def choose(self, position: BotPosition[View]) -> Thinking:
        """Choose by rank only."""
        yield from ()
        view = position.view
        lays = [action for action in view.legal if isinstance(action, LayUp)]
        if lays:
            return max(lays, key=lambda lay: sum(map(_worth, lay.cards)))
        plays = [action for action in view.legal if isinstance(action, Play)]
        if not plays:
            return view.legal[0]
        lowest = min(plays, key=lambda play: _worth(play.cards[0])).cards[0].rank
        alike = [play for play in plays if play.cards[0].rank == lowest]
        singly = lowest >= JACK and view.stock > 0
        return (min if singly else max)(alike, key=lambda play: len(play.cards))


def _worth(card: Card) -> int:
    """Return the sort key of a card: its rank, with magic cards above all others."""
    return card.rank + 100 * (card.rank in ANYWHERE)
