"""The workbench: where a combination is built before it is laid, and what is said of it."""

from functools import partial
from typing import Final

import pygame

from towersim.ui.cards.card_faces import WIDE
from towersim.ui.cards.draw_felt import FELT
from towersim.ui.cards.places import Spot
from towersim.ui.draw_frames import draw_glow
from towersim.ui.games.rummu.faces import draw_role
from towersim.ui.games.rummu.layout import Layout
from towersim.ui.games.rummu.sight import Sight
from towersim.ui.games.rummu.verdict import Verdict
from towersim.ui.paint import blend, panel
from towersim.ui.theme import GLOW, ON_DARK, RGB, Stage

TRAY: Final[RGB] = blend(FELT, (0, 0, 0), 0.3)
RIM: Final[RGB] = blend(FELT, (255, 255, 255), 0.14)
FAINT: Final[RGB] = (198, 206, 190)
GOOD: Final[RGB] = (178, 222, 132)
BAD: Final[RGB] = (246, 176, 140)


def draw_bench(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    """Draw the workbench with its cards and the verdict on them."""
    rect, verdict = layout.bench, sight.bench
    over = sight.dragged is not None and rect.collidepoint(sight.at)
    if over:
        draw_glow(target, stage, rect)
    ready = verdict is not None and bool(verdict.actions)
    edge = GLOW if over or ready else RIM
    tray = partial(panel, rect.size, stage.px(12), TRAY, edge, stage.px(2))
    target.blit(stage.cached(("bench", rect.size, edge), tray), rect)
    if verdict is None:
        _draw_empty(target, stage, layout, sight)
        return
    for role, spot in zip(verdict.cards, sight.on_bench, strict=True):
        if role.card not in sight.away and role.card != sight.dragged:
            draw_role(target, stage, role, spot, sight.looks[role.card]._replace(legal=False))
    _draw_words(target, stage, layout, verdict, sight.on_bench[-1])


def _draw_empty(target: pygame.Surface, stage: Stage, layout: Layout, sight: Sight) -> None:
    view, rect = sight.view, layout.bench
    lines = ["Workbench", "Click cards or drag them here: a combination is built, then laid."]
    if view.hand and view.seat in view.out:
        lines.append("Single cards go to combinations on the table: drag them there.")
    elif view.hand:
        lines.append(f"To come out, lay {view.minimum[view.seat]} cards or more in one turn.")
    for index, line in enumerate(lines):
        picture = stage.text(line, 15, FAINT, bold=index == 0, width=rect.w - stage.px(20))
        y = rect.centery + stage.px(24) * (2 * index - len(lines) + 1) // 2
        target.blit(picture, picture.get_rect(center=(rect.centerx, y)))


def _draw_words(
    target: pygame.Surface, stage: Stage, layout: Layout, verdict: Verdict, last: Spot
) -> None:
    px, x = stage.px, layout.bench.x + stage.px(16)
    most = layout.lay.x - px(14) - x
    sizes = (stage.text(verdict.title, size, ON_DARK, bold=True) for size in (17, 16, 15, 14, 13))
    cut = stage.text(verdict.title, 13, ON_DARK, bold=True, width=most)
    title = next((words for words in sizes if words.get_width() <= most), cut)
    target.blit(title, title.get_rect(midleft=(x, layout.bench.y + px(20))))
    tint = (GOOD if verdict.actions else BAD) if verdict.good else FAINT
    left = round(last.x + WIDE * last.height / 2) + px(20)
    y = layout.bench_cards.y
    for line in stage.fonts.wrapped(verdict.words, px(15), layout.lay.x - px(14) - left)[:4]:
        target.blit(stage.text(line, 15, tint), (left, y))
        y += px(20)
