"""The beginning of an attempt, and the file of attempts."""

from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from towersim.common.errors import OptionFault
from towersim.match.match import Match
from towersim.match.record import HUMAN, NAMES, SeatSpec, fresh_path
from towersim.practice.daily import daily_challenge, keep_daily, kept_daily
from towersim.practice.own import FOLDER
from towersim.rules import PRACTICE
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.state import Options
from towersim.ui.app_context import AppContext, Screen
from towersim.ui.background import new_client, slow_worker
from towersim.ui.settings import persons_hand


def attempts_folder(context: AppContext) -> Path:
    """Return the folder of the attempts, one's own and those of friends."""
    return context.files.records / PRACTICE.name


def fresh_match(context: AppContext, challenge: Challenge) -> Match:
    """Return a new attempt at a challenge, recorded in a fresh file."""
    record = fresh_path(attempts_folder(context), challenge.name, datetime.now())
    name = next((seat.name for seat in context.settings.seats if seat.is_person), NAMES[0])
    seat = SeatSpec(name, HUMAN, persons_hand(context.settings))
    return Match.new(PRACTICE.name, [seat], seed=1, options=Options(challenge), record=record)


def new_attempt(context: AppContext, challenge: Challenge) -> Screen:
    """Return the screen of a new attempt at a challenge."""
    return context.table(fresh_match(context, challenge))


def own_folder(context: AppContext) -> Path:
    """Return the folder of the user's own challenges, beside the saved games."""
    return context.files.records.parent / FOLDER


class Today:
    """The challenge of the day, made once by another process and then kept in a file."""

    def __init__(self, context: AppContext) -> None:
        self._path = context.files.records.parent / "daily.json"
        self._client = new_client()
        self._day = datetime.now().date()
        self._known = kept_daily(self._path, self._day)

    def made(self) -> Challenge | None:
        """Return the challenge, or None while it is made; call it again then."""
        if self._known is None:
            slow_worker().ask(self._client, self._day, partial(daily_challenge, self._day))
            found = slow_worker().found(self._client)
            self._known = found[1] if found else None
            if self._known is not None:
                with suppress(OptionFault):  # then it is made again another time
                    keep_daily(self._path, self._known)
        return self._known
