"""The beginning of an attempt, the file of attempts, and the next challenge.

The menu imports it before its first frame, so it imports no page.
"""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from towersim.common.errors import OptionFault
from towersim.files.challengefile import first_challenge
from towersim.match.record import HUMAN, NAMES, SeatSpec, fresh_path
from towersim.practice.attempts import FILE, Attempts
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.state import Options
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.language.faults import fault_message
from towersim.ui.settings import persons_hand

if TYPE_CHECKING:
    from towersim.match.match import Match

FOLDER: Final = "challenges"
"""Name of the folder of the user's own challenges."""


def attempts_folder(context: AppContext) -> Path:
    """Return the folder of the attempts, one's own and those of friends."""
    return context.files.records / PRACTICE.name


def own_name(context: AppContext) -> str:
    """Return the name of the first person of a new game, which one's own attempts carry."""
    return next((seat.name for seat in context.settings.seats if seat.is_person), NAMES[0])


def fresh_match(context: AppContext, challenge: Challenge) -> "Match":
    """Return a new attempt at a challenge, recorded in a fresh file."""
    from towersim.match.match import Match  # noqa: PLC0415 - the menu needs no match

    record = fresh_path(attempts_folder(context), challenge.name, datetime.now())
    seat = SeatSpec(own_name(context), HUMAN, persons_hand(context.settings))
    return Match.new(PRACTICE.name, [seat], seed=1, options=Options(challenge), record=record)


def new_attempt(context: AppContext, challenge: Challenge) -> Screen:
    """Return the screen of a new attempt at a challenge."""
    return context.table(fresh_match(context, challenge))


def attempts_file(context: AppContext) -> Attempts:
    """Return the file of attempts, beside the saved games; OptionFault if it cannot be opened."""
    return Attempts(context.files.records.parent / FILE)


def next_challenge_of(context: AppContext) -> Challenge | None:
    """Return the first challenge without a star, or None; a damaged file becomes the notice."""
    stars, notice = stars_so_far(context)
    context.notice = context.notice or notice
    return first_challenge({name for name, best in stars.items() if best})


def stars_so_far(context: AppContext) -> tuple[dict[str, int], str]:
    """Return the best stars by challenge name, and a notice about the file (empty for none)."""
    if not (context.files.records.parent / FILE).exists():
        return {}, ""
    try:
        attempts = attempts_file(context)
        return attempts.stars(), attempts.notice
    except OptionFault as fault:
        return {}, fault_message(fault)


def own_folder(context: AppContext) -> Path:
    """Return the folder of the user's own challenges, beside the saved games."""
    return context.files.records.parent / FOLDER
