"""Every game as the tests know it, at the table or not yet."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.rules.bausack_tables import RULES as BAUSACK
from tests.rules.fawlty_tables import RULES as FAWLTY_TOWERS
from tests.rules.palace_tables import RULES as PALACE
from tests.rules.push_tables import RULES as PUSH
from tests.rules.rummu_tables import AnyTable
from towersim.rules import (
    bausack_log,
    bausack_state,
    fawlty_towers_log,
    fawlty_towers_state,
    palace_log,
    palace_state,
    push_cards,
    push_log,
    push_state,
    rummu_log,
    rummu_state,
)
from towersim.rules.base import Rules
from towersim.rules.bausack import Bausack


class Subject(NamedTuple):
    """A game, the types of what it tells and shows, and where its golden game begins."""

    rules: Rules[Any, Any]
    events: Any
    view: Any
    golden: Any


RUMMU = AnyTable()
EVERY: dict[str, Subject] = {
    subject.rules.name: subject
    for subject in (
        Subject(
            FAWLTY_TOWERS,
            fawlty_towers_log.Happened,
            fawlty_towers_state.View,
            FAWLTY_TOWERS.setup(2, fawlty_towers_state.Options()),
        ),
        Subject(
            BAUSACK,
            bausack_log.Happened,
            bausack_state.View,
            Bausack().setup(3, bausack_state.Options()),
        ),
        Subject(
            PALACE,
            palace_log.Happened,
            palace_state.View,
            PALACE.setup(3, palace_state.Options()),
        ),
        Subject(
            PUSH,
            push_log.Happened,
            push_state.View,
            replace(PUSH.setup(3, push_state.Options()), deck=push_cards.deck()[::3]),
        ),
        Subject(
            RUMMU,
            rummu_log.Happened,
            rummu_state.View,
            RUMMU.setup(3, rummu_state.Options(rounds=1)),
        ),
    )
}
"""By name, in rule-book order; Bausack with a small box."""
