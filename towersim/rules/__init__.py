"""The rules of the games, as pure values; the games by name."""

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from towersim.common.errors import OptionFault, check_kind, in_plain_words, quoted
from towersim.common.lazy_sequence import LazyMapping, imported
from towersim.rules.base import Rules
from towersim.rules.practice.play import Practice

AnyRules = Rules[Any, Any, Any]
"""A game that is known by name only, so its state, options and view types are not known."""

_CLASSES: Final = {
    "fawlty-towers": "fawlty_towers.play.FawltyTowers",
    "bausack": "bausack.play.Bausack",
    "palace": "palace.play.Palace",
    "push": "push.play.Push",
    "rummu": "rummu.play.Rummu",
}
GAMES: Mapping[str, AnyRules] = LazyMapping(
    [*_CLASSES], lambda name: imported(f"{__name__}.{_CLASSES[name]}")()
)
"""Every game for several players by its name, in rule-book order, imported when it is asked for."""
PRACTICE = Practice()
"""The rules of Practice, for one person alone."""


def game(name: str) -> AnyRules:
    """Return the rules of the game called `name`; OptionFault if there is none.

    >>> game("fawlty-towers").title
    'Fawlty Towers'
    """
    if name == PRACTICE.name:
        return PRACTICE
    if name not in GAMES:
        raise OptionFault(f"no game is called {quoted(name)}; known: {', '.join(GAMES)}")
    return GAMES[name]


def checked_options(game_name: str, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - type by game
    """Return a game's options; OptionFault for an unknown option or a wrong value."""
    check_kind("options", given, Mapping, "dictionary of names and values")
    kind = game(game_name).options
    known = [field.name for field in msgspec.structs.fields(kind)]
    for name in given:
        if name not in known:
            there = ", ".join(known) or "none"
            raise OptionFault(f"option {quoted(name)} of {game_name}: not known; known: {there}")
    try:
        # NumPy's numbers, as of a grid of options, become Python's.
        plain = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in given.items()}
        return msgspec.convert(plain, kind, strict=False)
    except (msgspec.ValidationError, UnicodeEncodeError) as fault:
        reason, where = in_plain_words(fault)
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        choices = get_args(types.get(where[1:])) if "enum" in str(fault) else ()
        there = f"; known: {', '.join(map(str, choices))}" if choices else ""
        option = f"option {where[1:]!r} of {game_name}" if where else game_name
        raise OptionFault(f"{option}: {reason}{there}") from fault
