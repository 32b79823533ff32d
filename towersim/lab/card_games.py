"""Games of bots by the rules alone, without table, hand or record, and how often a bot wins."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, cast

from scipy.stats import binomtest

from towersim import dice
from towersim.bots.base import Bot, Position, Spot
from towersim.bots.uniform import Uniform
from towersim.rules.base import Action, Nature, Outcome, Rules
from towersim.units import Pose, Seat, TowerId

CONFIDENCE = 0.95
"""How sure the intervals are."""


class Game(NamedTuple):
    """One whole game: all actions in order, and how it ended."""

    actions: tuple[Action, ...]
    outcome: Outcome


class Wins(NamedTuple):
    """How often one bot won alone against others."""

    games: int
    wins: int
    fair: float
    """The share that it would win if it were one of them."""
    low: float
    """The lower end of Wilson's interval of the share."""
    high: float
    """The upper end."""

    @property
    def share(self) -> float:
        """The share of the games that it won."""
        return self.wins / self.games


def play(rules: Rules[Any, Any], bots: Sequence[Bot], seed: int, options: Any) -> Game:  # noqa: ANN401 - each game's own
    """Play a game of a bot on each seat; cards and dice fall as they would in a match."""
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


def decided(bot: Bot, view: Any, noise: dice.Stream) -> Action:  # noqa: ANN401 - each game's own
    """Return what a bot chooses where no tower stands."""
    thinking = bot.choose(Position(view, _NoTowers(), noise, _NoTowers()))
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            return cast("Action", done.value)


def measure(
    rules: Rules[Any, Any], bot: Bot, games: int, seed: int, *, seats: int, rival: Bot | None = None
) -> Wins:
    """Return how often `bot` wins alone if all others are `rival`, at first `Uniform`.

    It sits on each seat equally often. A shared win counts as none. The interval is Wilson's, of
    95 %: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
    """
    wins = sum(_won(rules, bot, rival or Uniform(), seats, seed + n) for n in range(games))
    low, high = binomtest(wins, games).proportion_ci(CONFIDENCE, method="wilson")
    return Wins(games, wins, 1 / seats, low, high)


def _won(rules: Rules[Any, Any], bot: Bot, rival: Bot, seats: int, seed: int) -> bool:
    seat = Seat(seed % seats)
    bots = [bot if other == seat else rival for other in range(seats)]
    return play(rules, bots, seed, rules.options()).outcome.winners == (seat,)


class _NoTowers:
    """What a bot can look ahead at where nothing is stacked: asking is a mistake."""

    def __call__(
        self, kind: str, tower: TowerId, at: Pose | None = None
    ) -> Generator[None, None, float]:
        raise _no_tower(kind, tower, at)

    def room(self, tower: TowerId) -> float:
        raise _no_tower(tower)

    def guess(self, kind: str, tower: TowerId) -> float:
        raise _no_tower(kind, tower)

    def plan(self, kind: str, tower: TowerId) -> Spot:
        raise _no_tower(kind, tower)

    def confirm(self, kind: str, tower: TowerId) -> Generator[None, None, Spot]:
        raise _no_tower(kind, tower)


def _no_tower(*asked: object) -> LookupError:
    return LookupError(f"there are no towers to ask about in a game without gravity: {asked}")
