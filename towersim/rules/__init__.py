"""The rules of the games, as pure values; the games by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from towersim.errors import OptionFault
from towersim.rules.base import Rules
from towersim.rules.fawlty_towers import FawltyTowers

GAMES: Mapping[str, Rules[Any, Any]] = MappingProxyType(
    {rules.name: rules for rules in (FawltyTowers(),)}
)
"""Every game by its name, in rule-book order."""


def game(name: str) -> Rules[Any, Any]:
    """Return the rules of the game called `name`; OptionFault if there is none.

    >>> game("fawlty-towers").title
    'Fawlty Towers'
    """
    if name not in GAMES:
        raise OptionFault(f"no game is called {name!r}; there is {', '.join(GAMES)}")
    return GAMES[name]
