"""A simple idea for each game, to measure better bots by."""

from towersim.bots.base import BotPosition, Put, Thinking
from towersim.bots.careful import best, gain
from towersim.common.units import TowerId
from towersim.rules.base import PUTS, SeatView
from towersim.rules.bausack.state import Pass, Pay, PushPiece, View as BausackView
from towersim.rules.fawlty_towers.play import claims
from towersim.rules.fawlty_towers.state import View as FawltyView
from towersim.rules.palace.state import ANYWHERE, LayUp, Play, View as PalaceView
from towersim.rules.push import state
from towersim.rules.rummu.state import Add, Discard, Draw, Lay, View as RummuView, worth


class Uniform:
    """Plays at random."""

    name = "uniform"

    def choose(self, position: BotPosition[SeatView]) -> Thinking:
        """Choose any legal action."""
        yield from ()
        return position.dice.choice(position.view.legal)


AWKWARD = (
    *("egg", "ring", "spoon", "small-cone", "spinning-top", "crescent", "diamond", "pear"),
    *("star", "leaf", "heart", "key", "cactus", "little-tree", "goblet", "bullet", "barrel"),
)
"""The pieces that are hardest to place, hardest first."""
ENOUGH = 11
"""The points of a stack with which `StopAt11` stops."""
SAFE = 10
"""The points of a colour that it banks."""


class Greedy:
    """Puts the cube that wins the best card, whatever may fall."""

    name = "greedy"

    def choose(self, position: BotPosition[FawltyView]) -> Thinking:
        """Choose by the gain in points alone."""
        yield from ()
        view = position.view
        puts = [action for action in view.legal if isinstance(action, PUTS)]
        if puts:
            return max(puts, key=lambda put: best(view, claims(view, put.block, put.tower)))
        return max(view.legal, key=lambda action: gain(view, action))


class Pusher:
    """Pushes awkward pieces, pays while it can, and never bids."""

    name = "pusher"

    def choose(self, position: BotPosition[BausackView]) -> Thinking:
        """Place where no simulation is needed to find room."""
        yield from ()
        view = position.view
        for action in view.legal:
            if isinstance(action, PUTS):
                return Put(action, position.prospects.plan(view.piece, TowerId(view.seat)).at)
            if isinstance(action, Pass | Pay):
                return action
        pushes = {a.piece: a for a in view.legal if isinstance(a, PushPiece)}
        return next((pushes[piece] for piece in AWKWARD if piece in pushes), view.legal[-1])


class LowFirst:
    """Plays the lowest rank, with all copies, and magic cards last; lays up the highest."""

    name = "low-first"

    def choose(self, position: BotPosition[PalaceView]) -> Thinking:
        """Choose by rank."""
        yield from ()
        view = position.view

        def order(rank: int) -> int:
            return 15 + rank if rank in ANYWHERE else rank

        rows = [action for action in view.legal if isinstance(action, LayUp)]
        if rows:
            return max(rows, key=lambda row: sum(order(card.rank) for card in row.cards))
        plays = [action for action in view.legal if isinstance(action, Play)]
        return min(
            plays, key=lambda a: (order(a.cards[0].rank), -len(a.cards)), default=view.legal[0]
        )


class StopAt11:
    """Flips until a stack is worth eleven points, takes the best stack, and banks ten points."""

    name = "stop-at-11"

    def choose(self, position: BotPosition[state.View]) -> Thinking:
        """Put numbers on the highest stack that they fit, and roll cards on the lowest."""
        yield from ()
        view = position.view
        takes = [action for action in view.legal if isinstance(action, state.Take)]
        if takes:
            return max(takes, key=lambda take: state.value(view.stacks[take.stack]))
        puts = [action for action in view.legal if isinstance(action, state.Put)]
        if puts and view.flipped:
            highest = 1 if view.flipped.number else -1
            return max(puts, key=lambda put: highest * state.value(view.stacks[put.stack]))
        for bank in (action for action in view.legal if isinstance(action, state.Bank)):
            if state.value(c for c in view.benches[view.seat] if c.mark is bank.colour) >= SAFE:
                return bank
        if state.Stop() in view.legal and max(view.values) >= ENOUGH:
            return state.Stop()
        return state.Flip() if state.Flip() in view.legal else view.legal[0]


class Layer:
    """Draws, lays and adds all it can at once, and discards its highest card."""

    name = "layer"

    def choose(self, position: BotPosition[RummuView]) -> Thinking:
        """Choose the combination with most points first."""
        yield from ()
        view = position.view
        lays = [action for action in view.legal if isinstance(action, Lay)]
        if lays:
            return max(lays, key=lambda lay: (len(lay.cards), worth(lay.cards, view.options)))
        for kind in (Draw, Add):
            some = [action for action in view.legal if isinstance(action, kind)]
            if some:
                return some[0]
        discards = [action for action in view.legal if isinstance(action, Discard)]
        return max(discards, key=lambda action: action.card.number, default=view.legal[0])
