"""Generated challenges by name: the daily challenge, and endless building by a number.

Both depend on the date or number alone, so all players get the same ones. The date also chooses the
kind of goal. A daily challenge is the first candidate in which the solver reaches all three stars
with the normal hand; all candidates of a day come from one random stream.
"""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from towersim.bots.solver import Solver
from towersim.bots.table import final_outcome
from towersim.common import dice
from towersim.common.errors import OptionFault
from towersim.common.messages import Day, message as _, plain
from towersim.common.version import __version__
from towersim.common.whole_file import whole_file
from towersim.match.match import Match
from towersim.match.record import SeatSpec
from towersim.practice.generated import MAKERS, PLAIN, endless, hint_of, title_of
from towersim.rules import PRACTICE
from towersim.rules.base import Outcome
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.state import Options

DAILY: Final = "daily"
ENDLESS: Final = "endless"
TRIES: Final = 20
"""The number of candidates of one kind that are tried for a day."""
NUMBER: Final = re.compile(r"[0-9]{1,9}")


def named(name: str, today: date) -> Challenge | None:
    """Return the generated challenge called `name`, or None if the name is of another kind.

    ``daily`` is that of `today`, ``daily-2026-11-22`` of a date, ``endless`` the first and
    ``endless-17`` the seventeenth endless one. OptionFault for an invalid date or number.
    """
    kind, dash, rest = name.partition("-")
    if kind == ENDLESS:
        if dash and not NUMBER.fullmatch(rest):
            raise OptionFault(
                f"challenge {name!r}: {rest!r} is no number; it looks like endless-17"
            )
        return endless_challenge(int(rest or 1))
    if kind != DAILY:
        return None
    try:
        day = date.fromisoformat(rest) if dash else today
    except ValueError as fault:
        raise OptionFault(f"challenge {name!r}: {fault}; it looks like daily-2026-11-22") from fault
    return daily_challenge(day)


def daily_challenge(day: date) -> Challenge:
    """Return the challenge of a day: the first candidate that the solver solves.

    If it solves none, the first of those in which it reaches the most stars.
    """
    best, most = PLAIN, -1
    for made in _candidates(day):
        stars = solve(made).stars or 0
        if stars > most:
            best, most = made, stars
        if stars == len(made.stars):
            break
    return in_words(replace(best, name=daily_name(day)))


class _Kept(msgspec.Struct):
    """The challenge of a day in a file; another version may make another one."""

    version: str
    challenge: Challenge


def kept_daily(path: Path, day: date) -> Challenge | None:
    """Return the challenge of a day that `keep_daily` has written, or None."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    is_right = (kept.version, kept.challenge.name) == (__version__, daily_name(day))
    return in_words(kept.challenge) if is_right else None


def keep_daily(path: Path, challenge: Challenge) -> None:
    """Write the challenge of a day to a file, in place of an earlier one; OptionFault if not."""
    with whole_file(path) as part:
        part.write_bytes(msgspec.json.encode(_Kept(__version__, challenge), enc_hook=plain))


def _candidates(day: date) -> Iterator[Challenge]:
    """Yield the candidates for a day's challenge, kind after kind; their thresholds differ."""
    stream = dice.stream(day.toordinal(), "daily challenge")
    kinds = list(MAKERS)
    stream.shuffle(kinds)
    for kind in kinds:
        for _try in range(TRIES):
            made = MAKERS[kind](stream)
            if len(set(made.stars)) == len(made.stars):
                yield made


def daily_name(day: date) -> str:
    """Return the name of the challenge of a day, without generating it.

    >>> daily_name(date(2026, 11, 22))
    'daily-2026-11-22'
    """
    return f"{DAILY}-{day.isoformat()}"


def endless_challenge(number: int) -> Challenge:
    """Return the endless challenge with this number."""
    made = endless(dice.stream(number, "endless challenge"))
    return in_words(replace(made, name=f"{ENDLESS}-{number}"))


def in_words(challenge: Challenge) -> Challenge:
    """Return a generated challenge with translatable title and hint; others are unchanged.

    A record holds their English text only; both can be derived from the challenge and its name.
    """
    kind, _dash, rest = challenge.name.partition("-")
    if challenge.number:
        return challenge
    if kind == ENDLESS and NUMBER.fullmatch(rest):
        title = _("Endless {number}", number=int(rest))
        return replace(challenge, title=title, hint=hint_of(challenge))
    try:
        day = date.fromisoformat(rest) if kind == DAILY else None
    except ValueError:
        day = None
    if day is None:
        return challenge
    title = _("{title}, {day}", title=title_of(challenge), day=Day(day.year, day.month, day.day))
    return replace(challenge, title=title, hint=hint_of(challenge))


def solve(challenge: Challenge, seed: int = 1) -> Outcome:
    """Return the solver's outcome with the normal hand; `seed` is that of its tremor."""
    seat = SeatSpec("Solver", "solver", "normal")
    match = Match.new(PRACTICE.name, [seat], seed=seed, options=Options(challenge))
    return final_outcome(match, {seat.player: Solver()})
