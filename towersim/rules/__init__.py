"""The rules of the games, as pure values; the games by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from towersim.errors import OptionFault
from towersim.rules.base import Rules
from towersim.rules.bausack import Bausack
from towersim.rules.fawlty_towers import FawltyTowers
from towersim.rules.palace import Palace
from towersim.rules.push import Push
from towersim.rules.rummu import Rummu

GAMES: Mapping[str, Rules[Any, Any]] = MappingProxyType(
    {rules.name: rules for rules in (FawltyTowers(), Bausack(), Palace(), Push(), Rummu())}
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


def checked_options(game_name: str, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - each its own
    """Return a game's options; OptionFault for one that there is not or a wrong value."""
    try:
        return msgspec.convert(given, game(game_name).options, strict=False)
    except msgspec.ValidationError as fault:
        raise OptionFault(f"option of {game_name}: {fault}") from fault
