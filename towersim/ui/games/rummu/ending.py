"""The end of a game of Rummü: what each round brought everybody."""

import pygame

from towersim.match import Match
from towersim.messages import message as _
from towersim.ui.games.rummu.rounds import rounds
from towersim.ui.screens.result import Ending
from towersim.ui.theme import SOFT_TEXT, TEXT, Stage
from towersim.units import Seat


def ending(match: Match) -> Ending:
    """Return how the match ended, for the result's page."""
    ended, outcome = rounds(match), match.outcome
    if outcome is None:
        raise ValueError("the game is not over")

    def draw_row(target: pygame.Surface, stage: Stage, area: pygame.Rect, seat: Seat) -> None:
        step = min(stage.px(76), area.w // max(len(ended), 1))
        for index, one in enumerate(ended):
            x = area.x + step * index + step // 2
            head = stage.text(str(one.number), 12, SOFT_TEXT)
            target.blit(head, head.get_rect(midtop=(x, area.y - stage.px(1))))
            words = stage.text(str(one.points[seat]), 17, TEXT)
            target.blit(words, words.get_rect(midtop=(x, area.y + stage.px(14))))

    shared = match.options.partners
    return Ending(
        outcome=outcome,
        draw_row=draw_row,
        caption=_("points by round, and of both partners")
        if shared
        else _("points by round, and in all"),
    )
