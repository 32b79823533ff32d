"""All games under test, including those without a window."""

from functools import reduce
from importlib import import_module
from operator import or_
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.rules.bausack.tables import RULES as BAUSACK
from tests.rules.fawlty_towers.tables import RULES as FAWLTY_TOWERS
from tests.rules.palace.tables import RULES as PALACE
from tests.rules.practice.tables import AnyChallenge, AnyOptions
from tests.rules.push.tables import RULES as PUSH
from tests.rules.rummu.tables import AnyTable
from towersim.rules import GAMES, AnyRules
from towersim.rules.base import Stacking
from towersim.rules.bausack.play import Bausack
from towersim.rules.push.state import deck

CARD_GAMES = [name for name, rules in GAMES.items() if not isinstance(rules, Stacking)]
HIDING = [name for name in CARD_GAMES if GAMES[name].secret]
"""The games with cards that only their seat may see."""


class Subject(NamedTuple):
    """A game, the types of its events and views, and the first state of its golden game."""

    rules: AnyRules
    events: Any
    view: Any
    golden: Any


def subject(rules: AnyRules, golden: Any) -> Subject:
    """Return a game with the types that its package names."""
    package = f"towersim.rules.{rules.name.replace('-', '_')}"
    log, state = import_module(f"{package}.log"), import_module(f"{package}.state")
    return Subject(rules, reduce(or_, log.SENTENCES), state.View, golden)


RUMMU = AnyTable()
PRACTICE = AnyChallenge()
SHORT_PUSH = replace(PUSH.setup(3, PUSH.options()), deck=deck()[::3])
"""A game with a third of the cards."""
EVERY: dict[str, Subject] = {
    rules.name: subject(rules, golden)
    for rules, golden in (
        (FAWLTY_TOWERS, FAWLTY_TOWERS.setup(2, FAWLTY_TOWERS.options())),
        (BAUSACK, Bausack().setup(3, BAUSACK.options())),
        (PALACE, PALACE.setup(3, PALACE.options())),
        (PUSH, SHORT_PUSH),
        (RUMMU, RUMMU.setup(3, RUMMU.options(rounds=1))),
        (PRACTICE, PRACTICE.setup(1, AnyOptions(PRACTICE.samples["challenge"][1]))),
    )
}
"""By name, in rule-book order; Bausack with a small box."""
