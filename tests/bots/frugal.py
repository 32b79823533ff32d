"""A simple rival for Keeper in Palace: twelve lines of what anybody would do."""

from towersim.bots.base import Position, Thinking
from towersim.rules.palace.cards import ANYWHERE, Card
from towersim.rules.palace.state import LayUp, Play, View

JACK = 11
"""From this rank on cards are played singly while there is a stock to draw from."""


class Frugal:
    """Plays the lowest rank that is not magic, all copies of it, and lays its best face up."""

    name = "frugal"

    def choose(self, position: Position[View]) -> Thinking:
        """Choose by rank alone."""
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
    """Return the rank of a card, magic ones above all others."""
    return card.rank + 100 * (card.rank in ANYWHERE)
