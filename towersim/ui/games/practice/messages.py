"""What the player is told during a challenge."""

from towersim.match import Phase
from towersim.rules.practice.log import goal_text
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.messages import REPLAY


def hint(play: PracticePlay) -> str:
    """Return the line that says what to do now."""
    match, view = play.match, play.view()
    if play.playback.is_replaying:
        return REPLAY
    if match.phase is Phase.OVER:
        return match.outcome.reason if match.outcome else ""
    if match.phase is Phase.SETTLING:
        return "The test goes on …" if match.strain is not None else "Wait until all is at rest."
    if play.is_carrying:
        return "Carry it with the mouse, turn it with the wheel, let go to place it."
    if view.stars == 3:
        return "Three stars! Press D to finish, or go on for a better measure."
    if play.removable() and not play.kinds():
        return f"{goal_text(view.challenge.goal)}: click on a piece to take it out."
    if not any(left for _, left in view.supply):
        return "No piece is left: press D to finish, or R to begin again."
    return view.challenge.hint
