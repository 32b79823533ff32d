"""Random reachable positions of every game.

Playing takes most of the time of the tests of rules, so the games of a run are played once and
shared by all tests. They are random, except in CI.
"""

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import msgspec
from hypothesis import strategies as st

from tests.examples import IN_CI, MANY
from towersim.common.dice import Stream, stream
from towersim.rules import AnyRules
from towersim.rules.base import Action, Event, Nature, Settled

GAMES = 30
"""Default number of games to draw from."""
RUN = 0 if IN_CI else secrets.randbelow(2**32)
"""The seed of the games of this run; a test that fails names the game with its own seed."""


class Step(NamedTuple):
    """One action of a game: the state before, the action, the state after, and its events."""

    before: Any
    action: Action
    after: Any
    events: tuple[Event, ...]


class Play(NamedTuple):
    """The parameters of a random game; `steady` is the probability that nothing falls."""

    seats: int
    options: Any
    seed: int
    steady: float


def played(rules: AnyRules, play: Play, state: Any = None) -> Iterator[Step]:
    """Yield the steps of a random game until it is over; it may begin with a given state."""
    dice = stream(play.seed, "play")
    state = state or rules.setup(play.seats, play.options)
    while (actor := rules.actor(state)) is not Nature.OVER:
        stands = actor is Nature.GRAVITY and dice.random() < play.steady
        action = Settled() if stands else dice.choice(rules.legal(state))
        after, events = rules.apply(state, action)
        yield Step(state, action, after, events)
        state = after


_KEPT: dict[tuple[AnyRules, Play], tuple[Step, ...]] = {}
_PLAYS: dict[tuple[AnyRules, int], st.SearchStrategy[Play]] = {}
_MOMENTS: dict[AnyRules, st.SearchStrategy[Step]] = {}


def steps(rules: AnyRules, play: Play) -> tuple[Step, ...]:
    """Return the steps of a complete random game, cached for all tests."""
    if (rules, play) not in _KEPT:
        _KEPT[rules, play] = tuple(played(rules, play))
    return _KEPT[rules, play]


def random_options(rules: AnyRules, dice: Stream) -> Any:
    """Return a random value for each option of a game."""
    fields = msgspec.structs.fields(rules.options)
    choices = {field.name: get_args(field.type) or (False, True) for field in fields}
    choices |= getattr(rules, "samples", {})
    return rules.options(**{name: dice.choice(of) for name, of in choices.items()})


def games(rules: AnyRules, count: int) -> tuple[Play, ...]:
    """Return random games with all numbers of seats in turn, and random options.

    `count` games where many examples are wanted, otherwise a third.
    """
    dice = stream(RUN, rules.name)
    return tuple(
        Play(
            seats=rules.seats[number % len(rules.seats)],
            options=random_options(rules, dice),
            seed=dice.randrange(2**32),
            steady=dice.uniform(0.5, 1.0),
        )
        for number in range(count if MANY else count // 3)
    )


def plays(rules: AnyRules, count: int = GAMES) -> st.SearchStrategy[Play]:
    """Return a strategy for one of `count` random games."""
    if (rules, count) not in _PLAYS:
        _PLAYS[rules, count] = st.sampled_from(games(rules, count))
    return _PLAYS[rules, count]


def moments(rules: AnyRules) -> st.SearchStrategy[Step]:
    """Return a strategy for a step in a random game."""

    def step(play: Play, wanted: int) -> Step:
        game = steps(rules, play)
        return game[min(wanted, len(game) - 1)]

    if rules not in _MOMENTS:
        _MOMENTS[rules] = st.builds(step, plays(rules), st.integers(0, 300))
    return _MOMENTS[rules]
