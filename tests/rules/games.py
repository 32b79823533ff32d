"""All games under test, including those without a window."""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.rules.bausack.tables import RULES as BAUSACK
from tests.rules.fawlty_towers.tables import RULES as FAWLTY_TOWERS
from tests.rules.palace.tables import RULES as PALACE
from tests.rules.practice.tables import AnyChallenge, AnyOptions
from tests.rules.push.tables import RULES as PUSH
from tests.rules.rummu.tables import AnyTable
from towersim.rules import AnyRules
from towersim.rules.bausack import log as bausack_log, state as bausack_state
from towersim.rules.bausack.play import Bausack
from towersim.rules.fawlty_towers import log as fawlty_towers_log, state as fawlty_towers_state
from towersim.rules.palace import log as palace_log, state as palace_state
from towersim.rules.practice import log as practice_log, state as practice_state
from towersim.rules.push import log as push_log, state as push_state
from towersim.rules.rummu import log as rummu_log, state as rummu_state


def events_of(log: ModuleType) -> Any:
    """Return the union of a game's events, for decoding."""
    return reduce(or_, log.SENTENCES)


class Subject(NamedTuple):
    """A game, the types of its events and views, and the first state of its golden game."""

    rules: AnyRules
    events: Any
    view: Any
    golden: Any


RUMMU = AnyTable()
PRACTICE = AnyChallenge()
EVERY: dict[str, Subject] = {
    subject.rules.name: subject
    for subject in (
        Subject(
            FAWLTY_TOWERS,
            events_of(fawlty_towers_log),
            fawlty_towers_state.View,
            FAWLTY_TOWERS.setup(2, fawlty_towers_state.Options()),
        ),
        Subject(
            BAUSACK,
            events_of(bausack_log),
            bausack_state.View,
            Bausack().setup(3, bausack_state.Options()),
        ),
        Subject(
            PALACE,
            events_of(palace_log),
            palace_state.View,
            PALACE.setup(3, palace_state.Options()),
        ),
        Subject(
            PUSH,
            events_of(push_log),
            push_state.View,
            replace(PUSH.setup(3, push_state.Options()), deck=push_state.deck()[::3]),
        ),
        Subject(
            RUMMU,
            events_of(rummu_log),
            rummu_state.View,
            RUMMU.setup(3, rummu_state.Options(rounds=1)),
        ),
        Subject(
            PRACTICE,
            events_of(practice_log),
            practice_state.View,
            PRACTICE.setup(1, AnyOptions(PRACTICE.samples["challenge"][1])),
        ),
    )
}
"""By name, in rule-book order; Bausack with a small box."""
