"""Options of games on the command line, and challenges by name."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Annotated, Any

import msgspec
import typer

from towersim.common.errors import OptionFault
from towersim.common.messages import plain
from towersim.files.challengefile import find_challenge
from towersim.match.record import records_dir
from towersim.physics.hand import SKILLS
from towersim.practice.code import Received, is_sent, receive
from towersim.practice.generated import named
from towersim.rules import GAMES, PRACTICE
from towersim.rules.practice.challenge import Challenge

BOTS = "hard, normal, easy, uniform, another bot's name or file.py:Class"
WITH_HANDS = f"{BOTS}; if wanted each with @ and a hand ({', '.join(SKILLS)})"
"""What may sit at a table, for the help."""
GameName = Annotated[str, typer.Argument(help=f"One of: {', '.join(GAMES)}.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option of the game as name=value; a wrong name lists all."),
]
"""Option of every command that plays a game."""


def named_challenge(name: str) -> Challenge:
    """Return a challenge by its name or file, that of today (``daily``), or an endless one.

    The name may also be what a friend sent: a code, a text file with one, or a record.
    """
    if is_sent(name):
        return received(name).challenge
    return named(name, datetime.now().date()) or find_challenge(name)


@cache
def received(text: str) -> Received:
    """Return what a friend sent, once checked; cached, as an attempt is simulated."""
    return receive(text, records_dir() / PRACTICE.name)


def game_options(game: str, given: Sequence[str] | None) -> Mapping[str, Any]:
    """Return a game's options, given as ``name=value``; OptionFault for another form.

    The name or file of a challenge is replaced by its content.
    """
    options = option_pairs(given or ())
    if game != PRACTICE.name:
        return options
    if "challenge" not in options:
        raise OptionFault("practice: give --option challenge=NAME; `towersim practice --list`")
    challenge = named_challenge(options["challenge"])
    return {**options, "challenge": msgspec.to_builtins(challenge, enc_hook=plain)}


def option_pairs(options: Sequence[str]) -> dict[str, str]:
    """Return a game's options by name; OptionFault for one without the form name=value.

    >>> option_pairs(["end=first-wins"])
    {'end': 'first-wins'}
    """
    pairs = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise OptionFault(f"option {option!r}: it should look like name=value")
        pairs[name.strip()] = value.strip()
    return pairs
