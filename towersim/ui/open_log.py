"""The whole log, open over the middle of a card table: it covers no hand and no button."""

from collections.abc import Sequence

import pygame

from towersim.ui.draw_text import fitting
from towersim.ui.paint import panel
from towersim.ui.theme import ON_DARK, ON_DARK_SOFT, WALNUT_DARK, WALNUT_LIGHT, Stage

PAD = 14
"""Between the log's edge and its lines, in units."""


class OpenLog:
    """How far back the open log is scrolled."""

    def __init__(self) -> None:
        self._back = 0
        """So many lines are newer than the last one shown."""

    def scroll(self, notches: int) -> None:
        """Go back in time, or forth if `notches` is negative."""
        self._back = max(self._back + notches, 0)

    def close(self) -> None:
        """Begin at the newest line when it is opened again."""
        self._back = 0

    def draw(
        self, target: pygame.Surface, stage: Stage, rect: pygame.Rect, lines: Sequence[str]
    ) -> None:
        """Draw as many lines as fit into a rectangle, the newest at its lower edge."""
        tall, pad = stage.grown(15), stage.px(PAD)
        step = stage.px(1.5 * tall)
        many = max((rect.h - 2 * pad - step) // step, 1)
        self._back = min(self._back, max(len(lines) - many, 0))
        end = len(lines) - self._back
        shown = lines[max(end - many, 0) : end]
        sheet = stage.cached(
            ("open log", rect.size),
            lambda: panel(rect.size, stage.px(12), WALNUT_DARK, WALNUT_LIGHT, stage.px(1.5)),
        )
        target.blit(sheet, rect)
        newer = f"{self._back} newer – " if self._back else ""
        older = f"{end - len(shown)} older – wheel" if end > len(shown) else "wheel"
        words = f"{newer}{older}  ·  close with L" if len(lines) > many else "close with L"
        head = stage.text(stage.prompt(words), 13, ON_DARK_SOFT, width=rect.w - 2 * pad)
        target.blit(head, head.get_rect(topright=(rect.right - pad, rect.y + pad // 2)))
        for index, line in enumerate(reversed(shown)):
            tint = ON_DARK if index == 0 and not self._back else ON_DARK_SOFT
            words_ = fitting(stage, line, tint, rect.w - 2 * pad, tall)
            y = rect.bottom - pad - step // 2 - index * step
            target.blit(words_, words_.get_rect(midleft=(rect.x + pad, y)))
