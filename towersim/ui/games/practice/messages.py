"""The messages to the player of a challenge."""

from towersim.common.messages import message as _
from towersim.match.match import MatchPhase
from towersim.rules.base import StartTest
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.sentences import CARRY_BY_KEYS, REPLAY, SEE_AGAIN


def hint(play: PracticePlay, *, keys: bool = False) -> str:
    """Return the prompt; `keys`: whether the player uses the keyboard."""
    match = play.match
    if play.playback.is_replaying:
        return REPLAY
    if match.phase is MatchPhase.OVER:
        return match.outcome.reason if match.outcome else ""
    if match.phase is MatchPhase.SETTLING:
        if match.strain is not None:
            return _("The test goes on …  Faster: ({key:F})")
        return _("Wait until all is at rest.")
    if play.is_carrying:
        if keys:
            return CARRY_BY_KEYS
        return _("Carry it with the mouse, turn it with the wheel, let go to place it.")
    return _building(play)


def _building(play: PracticePlay) -> str:
    """Return the prompt while a person may place, take out, test or end."""
    if play.cause and play.can_take_back:
        return _(
            "{why}  {key:V}: see it again, {key:N}: take it back, {key:R}: begin again.",
            why=play.cause,
        )
    if play.cause:
        return _("{why}  {again}", why=play.cause, again=SEE_AGAIN)
    view = play.view()
    has_pieces = any(left for _kind, left in view.supply)
    if view.stars == 3 and not has_pieces and not play.removable():
        return _("Three stars! Press {key:D} to finish.")
    if view.stars == 3:
        return _("Three stars! Press {key:D} to finish, or go on for a better measure.")
    if isinstance(play.ending, StartTest):
        return _("Ready: press {key:D} to begin the test, or go on building.")
    if play.removable() and not play.kinds():
        return _("Click on a piece to take it out.")
    if not has_pieces:
        return _no_piece_left(play)
    if view.stars:
        return _("That is worth a star: press {key:D} to finish, or go on for more.")
    return _("Drag a piece from the panel onto the table.")


def _no_piece_left(play: PracticePlay) -> str:
    if play.ending is not None and play.can_take_back:
        return _(
            "No piece is left: {key:N} takes one back; press {key:D} to finish, or {key:R} to "
            "begin again."
        )
    if play.ending is not None:
        return _("No piece is left: press {key:D} to finish, or {key:R} to begin again.")
    if play.removable():
        return _(
            "No piece is left: click on a piece to take it out, or press {key:R} to begin again."
        )
    return _("No piece is left: press {key:R} to begin again.")
