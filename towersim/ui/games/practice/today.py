"""The challenge of the day, made beside the window."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from towersim.common.errors import OptionFault
from towersim.practice.generated import daily_challenge, keep_daily, kept_daily
from towersim.rules.practice.challenge import Challenge
from towersim.ui.app_context import AppContext
from towersim.ui.background import new_client, slow_worker


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
            _day, self._known = slow_worker().result(self._client) or (None, None)
            if self._known is not None:
                with suppress(OptionFault):  # then it is made again another time
                    keep_daily(self._path, self._known)
        return self._known
