"""Drawing of a round of Judge, with its messages, and of a person's results."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import Message, message as _, texts
from towersim.common.units import BlockId, Pose
from towersim.geometry.shapes import box_around
from towersim.lab.judge import Answered
from towersim.scene.scene import Scene
from towersim.scene.table_setup import Piece
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.drawing.canvas import TICK_GREEN, Canvas
from towersim.ui.drawing.layout import Areas, areas
from towersim.ui.drawing.room import draw_room
from towersim.ui.drawing.sprites import Pen, Sprites, draw_outline
from towersim.ui.drawing.text import Hint, draw_hint, draw_paragraph
from towersim.ui.drawing.wood import side_panel
from towersim.ui.judge.plan import JudgeScore
from towersim.ui.screens.base import MARGIN
from towersim.ui.stacking.xray import SWAY, XRayPicture, draw_xray

TEXTS: Final = texts(__file__)
SIDES: Final = TEXTS["sides"]
SHARES: Final = {float(share): label for share, label in TEXTS["shares"].items()}
STEEPEST: Final = 60.0
"""Tilts above this are not mentioned, in degrees."""


def told(answer: Answered) -> tuple[Message, Message]:
    """Return two sentences: the fate of the tower, and the score of the answer."""
    judgement, question, fate = answer.judgement, answer.question, answer.fate
    tilt = math.degrees(math.atan(abs(question.margin)))
    fell = "stands" if question.stands else "fell"
    became = TEXTS["fates"][fell if tilt < STEEPEST else f"{fell} [at any tilt]"].filled(
        tilt=tilt, side=SIDES[fate.side], fell=len(fate.fell), blocks=fate.blocks
    )
    costs, values = TEXTS["costs"], {"chance": judgement.probability, "loss": answer.loss}
    if judgement.side is None or judgement.share is None or question.stands:
        return became, costs["chance"].filled(**values)
    share, side = SHARES[judgement.share], SIDES[judgement.side]
    return became, costs["side too"].filled(**values, share=share, side=side)


BAND: Final = 116
"""Height of the band below the table, in units."""
FRONT: Final = 30
"""Visible height of the table's front edge, in units."""
ASIDE: Final = 0.7
"""Width shown on each side of a tower for its fall, as a share of its height."""
AROUND: Final = 0.04
"""Margin added to that width, in metres."""
ROUND: Final = 20
"""The number of towers of a round."""
DOTS: Final = 184
"""Width of the area with the marks of the round, in units."""


class RoundFrame(NamedTuple):
    """The state shown in one frame of a round."""

    scene: Scene
    poses: Sequence[Pose]
    """The pose of each block; none while the tower is hidden."""
    hint: str
    right: Sequence[bool | None]
    """Whether each answer so far was right; None: that is not told."""
    lines: Sequence[str]
    """The question (one line) or the verdict (two lines)."""
    keys: int = 0
    """Number of choices, each with a digit key."""
    ends: bool = False
    """Whether the scale's ends and middle are labelled."""


def prepared(scene: Scene) -> Sprites:
    """Return sprites for the blocks of a scene, each with its own wood grain."""
    return Sprites({b.id: Piece(b.id, b.shape, b.material, b.depth) for b in scene.blocks})


def band(viewport: theme.Viewport) -> pygame.Rect:
    """Return the rectangle of the band below the table."""
    height = viewport.px(BAND)
    return pygame.Rect(0, viewport.size[1] - height, viewport.size[0], height)


def next_rect(viewport: theme.Viewport) -> pygame.Rect:
    """Return the rectangle of the button in the band that goes on."""
    px, room = viewport.px, band(viewport)
    return pygame.Rect(room.right - px(220), room.y + px(36), px(196), px(48))


def stop_rect(viewport: theme.Viewport) -> pygame.Rect:
    """Return the rectangle of the button that ends the round."""
    px = viewport.px
    return pygame.Rect(viewport.size[0] - px(124), px(14), px(110), px(38))


def _areas(viewport: theme.Viewport) -> Areas:
    whole, top = areas(viewport, 0), band(viewport).top
    front = top - viewport.px(FRONT)
    base = front - viewport.px(20)
    room, hint = pygame.Rect(0, 0, viewport.size[0], base), whole.hint.copy()
    hint.x = viewport.px(DOTS)
    hint.w = stop_rect(viewport).x - viewport.px(16) - hint.x
    return whole._replace(front=front, base=base, room=room, hint=hint)


def camera_of(viewport: theme.Viewport, scene: Scene) -> Camera:
    """Return the camera framing a tower and the room for its fall."""
    parts = _areas(viewport)
    low, high = box_around([block.extent for block in scene.blocks])
    aside = ASIDE * high.y + AROUND
    box = (0, parts.hint.bottom + viewport.px(16), viewport.size[0], parts.base)
    return fitted(box, low.x - aside, high.x + aside, high.y + AROUND / 2)


def draw_round(canvas: Canvas, sprites: Sprites, frame: RoundFrame) -> None:
    """Draw a frame without its buttons."""
    viewport, scene = canvas.viewport, frame.scene
    parts, camera = _areas(viewport), camera_of(viewport, scene)
    draw_room(canvas, parts, camera, scene.table.width)
    pairs = zip(scene.blocks, frame.poses, strict=False)
    sprites.draw_blocks(canvas, camera, tuple((block.id, pose) for block, pose in pairs))
    draw_hint(canvas, parts, Hint(frame.hint))
    _draw_dots(canvas, frame.right)
    _draw_band(canvas, frame)


SWINGS: Final = 1.8
"""Seconds in which what moves first sways and comes back."""


def swayed(scene: Scene, told: XRayPicture | None, seconds: float) -> list[Pose]:
    """Return the pose of each block: once told, those that move first sway where they would fall.

    `seconds` is the time since it was told.
    """
    mechanism = {} if told is None else told.analysis.mechanism
    far = SWAY * (1 - math.cos(math.tau * seconds / SWINGS)) / 2
    ways = (mechanism.get(block.id, (0.0, 0.0, 0.0)) for block in scene.blocks)
    pairs = zip((block.pose for block in scene.blocks), ways, strict=True)
    return [Pose(x + far * dx, y + far * dy, a + far * turn) for (x, y, a), (dx, dy, turn) in pairs]


def draw_first(
    canvas: Canvas, frame: RoundFrame, marked: BlockId | None, told: XRayPicture | None
) -> None:
    """Draw the block that was chosen and, once told, the one that moves first, over a tower."""
    camera = camera_of(canvas.viewport, frame.scene)
    weakest = None if told is None else told.analysis.summary.weakest
    for block, pose in zip(frame.scene.blocks, frame.poses, strict=True):
        for name, pen in ((marked, Pen(theme.GLOW, 4)), (weakest, Pen(theme.ACCENT_DARK, 4))):
            if block.id == name:
                draw_outline(canvas, camera, block.shape, pose, pen)
    if told is not None:
        draw_xray(canvas, _areas(canvas.viewport), camera, told, loads=False)


def _draw_band(canvas: Canvas, frame: RoundFrame) -> None:
    """Draw the question or the verdict, and the labels of the scale."""
    px, room = canvas.px, band(canvas.viewport)
    canvas.put(side_panel(canvas.viewport, room.size), room)
    first, *more = frame.lines
    if more:
        wide = room.w - px(250)
        lines = (first, 34, 20, theme.ON_DARK), (more[0], 74, 16, theme.ON_DARK_SOFT)
        for line, y, units, tint in lines:
            at = room.x + px(32), room.y + px(y)
            most = canvas.viewport.grown(units)
            canvas.fitted(line, most, tint, wide, bold=y < 60, midleft=at)
    else:
        size, at = (room.w - px(220), px(34)), (room.centerx, room.y + px(21))
        canvas.text(first, 17, theme.ON_DARK, bold=True, room=size, center=at)
    if frame.ends:
        for text, share in ((_("it falls"), -1), (_("cannot say"), 0), (_("it stands"), 1)):
            at = room.centerx + share * px(50 * (frame.keys - 1)), room.y + px(101)
            canvas.text(text, 13, theme.ON_DARK_SOFT, room=(px(190), px(26)), center=at)
    if frame.keys:
        called, at = _("Keys 1 … {most}", most=frame.keys), (room.right - px(16), room.y + px(21))
        canvas.text(called, 13, theme.ON_DARK_SOFT, room=(px(130), px(26)), midright=at)


def _draw_dots(canvas: Canvas, right: Sequence[bool | None]) -> None:
    """Draw a mark for each tower of the round: tick, cross, or ring (bright if answered)."""
    px = canvas.px
    marks = {
        True: ("tick", TICK_GREEN),
        False: ("wrong", theme.ACCENT_DARK),
        None: ("ring", theme.ACCENT),
    }
    for index in range(ROUND):
        row, column = divmod(index, 10)
        is_said = index < len(right)
        name, tint = marks[right[index]] if is_said else ("ring", theme.WALNUT_LIGHT)
        at = px(24 + 15 * column), px(24 + 18 * row)
        canvas.sign(name, 12 if is_said else 9, tint, center=at)


SHEET: Final = (900, 500)
"""Width and height of the sheets with the results, in units."""
COLUMN: Final = 480
"""Width of the column beside the results, in units."""
DISC: Final = 11
"""Greatest radius of a disc in the plot, in units."""


def draw_standing(
    canvas: Canvas, sheet: pygame.Rect, person: str, standing: JudgeScore | None
) -> None:
    """Draw a person's results on a sheet, beside its column; None: no answers yet."""
    px, left = canvas.px, canvas.px(MARGIN + COLUMN + 40)
    size = sheet.w - left - px(MARGIN), px(352)
    rect = pygame.Rect((sheet.x + left, sheet.y + px(76)), size)
    canvas.text(person, 18, theme.TEXT, bold=True, room=(rect.w, px(30)), topleft=rect.topleft)
    told = _("No tower judged yet.")
    if standing is not None:
        told = _(
            "{right} of {answers} towers right ({share:.0%}). Score {brier:.3f}: 0 is "
            "perfect, always “cannot say” gives 0.25.",
            right=standing.right,
            answers=standing.answers,
            share=standing.right / standing.answers,
            brier=standing.brier,
        )
    room = pygame.Rect(rect.x, rect.y + px(30), rect.w, px(72))
    draw_paragraph(canvas, told, room, theme.SOFT_TEXT, 15)
    if standing is not None and standing.levels:
        side = min(rect.w - px(40), rect.h - px(160))
        chart = pygame.Rect(rect.x + px(40), rect.y + px(112), side, side)
        _draw_calibration(canvas, chart, standing)


def _draw_calibration(canvas: Canvas, chart: pygame.Rect, standing: JudgeScore) -> None:
    """Draw the share of standing towers against the estimated chance; the diagonal is calibrated.

    The area of a disc is proportional to its number of answers.
    """
    px, target = canvas.px, canvas.target
    pygame.draw.rect(target, theme.OAK_EDGE, chart, px(1))
    pygame.draw.aaline(target, theme.OAK_EDGE, chart.bottomleft, chart.topright)
    most = max(level.answers for level in standing.levels)
    for level in standing.levels:
        at = chart.x + level.chance * chart.w, chart.bottom - level.stood * chart.h
        radius = max(px(DISC) * math.sqrt(level.answers / most), px(3))
        pygame.draw.aacircle(target, theme.ACCENT, at, radius)
    below, line = chart.bottom + px(DISC), px(20)
    for share, text in ((0.0, "0"), (0.5, "50"), (1.0, "100 %")):
        at = chart.x + share * chart.w, below
        canvas.text(text, 12, theme.SOFT_TEXT, room=(None, line), midtop=at)
    label, at = _("said: it stands"), (chart.centerx, below + px(17))
    canvas.text(label, 12, theme.TEXT, room=(chart.w, line), midtop=at)
    stood = canvas.viewport.text(_("share that stood"), 12, theme.TEXT, room=(chart.h, line))
    turned = pygame.transform.rotate(stood, 90)
    canvas.put(turned, midright=(chart.x - px(DISC + 4), chart.centery))
