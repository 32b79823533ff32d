"""Random positions of every game, reached by legal actions only."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from towersim.dice import stream
from towersim.rules import AnyRules
from towersim.rules.base import Action, Event, Nature, Settled


class Step(NamedTuple):
    """One action of a game: the state before, the action, the state after, what happened."""

    before: Any
    action: Action
    after: Any
    events: tuple[Event, ...]


class Play(NamedTuple):
    """How a random game goes; `steady` is the probability that gravity lets everything stand."""

    seats: int
    options: Any
    seed: int
    steady: float


def steps(rules: AnyRules, play: Play) -> Iterator[Step]:
    """Yield a random game action by action until nobody has to move."""
    dice = stream(play.seed, "play")
    state = rules.setup(play.seats, play.options)
    while (actor := rules.actor(state)) is not Nature.OVER:
        stands = actor is Nature.GRAVITY and dice.random() < play.steady
        action = Settled() if stands else dice.choice(rules.legal(state))
        after, events = rules.apply(state, action)
        yield Step(state, action, after, events)
        state = after


@st.composite
def plays(draw: st.DrawFn, rules: AnyRules) -> Play:
    """Draw a random game with any number of seats and any options."""
    return Play(
        seats=draw(st.sampled_from(rules.seats)),
        options=draw(_options(rules)),
        seed=draw(st.integers(0, 2**32)),
        steady=draw(st.floats(0.5, 1.0)),
    )


def _options(rules: AnyRules) -> st.SearchStrategy[Any]:
    fields = msgspec.structs.fields(rules.options)
    return st.builds(rules.options, **{field.name: st.from_type(field.type) for field in fields})


@st.composite
def moments(draw: st.DrawFn, rules: AnyRules) -> Step:
    """Draw one step somewhere in a random game."""
    wanted = draw(st.integers(0, 300))
    so_far = list(islice(steps(rules, draw(plays(rules))), wanted + 1))
    return so_far[-1]
