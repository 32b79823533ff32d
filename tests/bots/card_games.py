"""Games of bots by the rules only, without table, hand or record."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from towersim.bots.base import AnyBot, Bot, BotPosition
from towersim.common import dice
from towersim.common.slices import finished
from towersim.common.units import Pose, TowerId
from towersim.foresight.footing import Spot
from towersim.rules import AnyRules
from towersim.rules.base import Action, Nature, Outcome, SeatView

V = TypeVar("V", bound=SeatView)


UNASKED: Any = None
"""Prospects that a bot never asks for, as in a game without towers."""


class Game(NamedTuple):
    """A complete game: its actions in order, and its outcome."""

    actions: tuple[Action, ...]
    outcome: Outcome


def play(rules: AnyRules, bots: Sequence[AnyBot], seed: int, options: Any) -> Game:
    """Play a game with a bot on each seat; cards and dice are drawn as in a match."""
    state, actions = rules.setup(len(bots), options), list[Action]()
    while (actor := rules.actor(state)) is not Nature.OVER:
        step = len(actions)
        if isinstance(actor, Nature):
            action = dice.stream(seed, actor, step).choice(rules.legal(state))
        else:
            noise = dice.stream(seed, f"bot {actor}", step)
            action = decided(bots[actor], rules.view(state, actor), noise)
        state, _ = rules.apply(state, action)
        actions.append(action)
    return Game(tuple(actions), cast("Outcome", rules.outcome(state)))


def decided(bot: Bot[V], view: V, noise: dice.Stream) -> Action:
    """Return a bot's decision in a game without towers."""
    thinking = bot.choose(BotPosition(view, noise, UNASKED))
    return cast("Action", finished(thinking))


class Guessed:
    """Prospects in which each block has a random risk on each tower."""

    def __init__(self, seed: int, free: float) -> None:
        self.seed = seed
        self.free = free

    def room(self, tower: TowerId) -> float:
        del tower
        return self.free

    def guess(self, kind: str, tower: TowerId) -> float:
        return dice.stream(self.seed, kind, tower).random()

    def plan(self, kind: str, tower: TowerId) -> Spot:
        return Spot(Pose(0.1, 0.2, 0.3), self.guess(kind, tower), self.room(tower))

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        yield
        return self.plan(kind, tower)
