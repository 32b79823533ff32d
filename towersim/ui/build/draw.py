"""Drawing of the free table: room, blocks, x-ray and panel."""

import math
from collections.abc import Mapping
from typing import Final

import pygame

from towersim.common.messages import known, message as _
from towersim.free_table.history import Strain
from towersim.geometry.skyline import STEP, rows
from towersim.scene.scene import Block
from towersim.scene.table_setup import Piece
from towersim.ui.build.palette import BlockStyles, Layout, Palette
from towersim.ui.build.presenter import Presenter
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera, pixel_rect
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.room import draw_guide, draw_height, draw_room, draw_ruler
from towersim.ui.drawing.sprites import STAINS, Pen, draw_outline
from towersim.ui.drawing.text import Hint, draw_hint
from towersim.ui.drawing.wood import SURFACES, material_surface, side_panel, wood
from towersim.ui.explainer import culprit
from towersim.ui.settings import Settings
from towersim.ui.stacking.draw_blocks import draw_marks, draw_notes
from towersim.ui.stacking.xray import GHOST, draw_xray

NAIL: Final = ((13, theme.WALNUT_DARK), (9, (176, 176, 182)), (3, theme.WALNUT_DARK))
"""The sizes in units and colours of the discs of the nail that holds a fixed block."""


def draw_table(canvas: Canvas, presenter: Presenter, settings: Settings, hint: str) -> None:
    """Draw a whole frame, without the buttons."""
    table, camera, areas = presenter.table, presenter.camera, presenter.layout.areas
    scene, held = table.scene, table.held
    # Fixed to the room while the table shakes.
    camera = camera._replace(left=camera.left + table.sway * camera.scale)
    draw_room(canvas, areas, camera, scene.table.width, "hand")
    if not presenter.control.free:
        draw_ruler(canvas, areas, camera)
        draw_height(canvas, areas, camera, held)
    if settings.plumb_line and held is not None:
        draw_guide(canvas, camera, held)
    _draw_blocks(canvas, presenter, camera, scene.blocks, held)
    xray, fall = presenter.xray(scene), table.fall
    if fall is not None and xray is None:  # which has a red mark of its own
        draw_marks(canvas, camera, presenter.figures, culprit(fall))
    if xray is not None:
        draw_xray(canvas, areas, camera, xray, loads=settings.xray_loads)
        boxes = [pixel_rect(camera, *box) for box in xray.boxes]
        notes = [(areas.free.centerx, note) for note in xray.notes]
        draw_notes(canvas, areas.free, notes, boxes)
    _draw_side(canvas, presenter)
    draw_hint(canvas, areas, Hint(hint))


def _draw_blocks(
    canvas: Canvas,
    presenter: Presenter,
    camera: Camera,
    resting: tuple[Block, ...],
    held: Block | None,
) -> None:
    styles, strain, in_hand = presenter.styles, presenter.table.strain_now, (held,) if held else ()
    styles.sprites.draw_blocks(canvas, camera, styles.placed(resting), styles.placed(in_hand))
    chosen, hovered = presenter.pointer.chosen, presenter.hovered
    for block in (*resting, *in_hand):
        if block.fixed:
            x, y = map(round, camera.to_px(*block.pose[:2]))
            for size, tint in NAIL:
                canvas.sign("circle", size, tint, center=(x, y))
        if block.id == strain.loaded and strain.load:
            _draw_load(canvas, camera, block, strain.load)
        if block.id == chosen and block is not held:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(theme.GLOW, 3))
        elif block.id == hovered:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(theme.PAPER, 2))
    if held is not None and not presenter.table.fits:
        draw_outline(canvas, camera, held.shape, held.pose, Pen(GHOST, 3))


def _draw_load(canvas: Canvas, camera: Camera, block: Block, load: float) -> None:
    """Draw a downward arrow onto a block, its length growing with the load, and the newtons."""
    edge = rows(block.shape, block.pose)
    middle = min(max(round(block.pose.x / STEP) - edge.first, 0), len(edge.top) - 1)
    x, y = camera.to_px(block.pose.x, float(edge.top[middle]))
    y -= canvas.px(2)
    long, half = canvas.px(18 + 14 * math.sqrt(load)), canvas.px(6)
    pygame.draw.line(canvas.target, theme.ACCENT_DARK, (x, y - long), (x, y - half), canvas.px(4))
    head = [(x, y), (x - half, y - 1.7 * half), (x + half, y - 1.7 * half)]
    pygame.draw.polygon(canvas.target, theme.ACCENT_DARK, head)
    text = canvas.viewport.text(_("{load:.1f} N", load=load), 14, theme.ON_DARK, bold=True)
    rect = text.get_rect(midbottom=(round(x), round(y - long))).inflate(canvas.px(12), canvas.px(4))
    pygame.draw.rect(canvas.target, theme.ACCENT_DARK, rect, border_radius=canvas.px(5))
    canvas.put(text, center=rect.center)


BIGGEST = 1500.0
"""Greatest scale of pieces in the panel, in units per metre."""


def _draw_side(canvas: Canvas, presenter: Presenter) -> None:
    """Draw the panel and the strip without their buttons."""
    layout, palette = presenter.layout, presenter.palette
    side, head = layout.areas.side, layout.head
    canvas.put(side_panel(canvas.viewport, side.size), side)
    title = presenter.table.history.now.name or _("Free table")
    sizes = [canvas.px(units) for units in range(24, 15, -1)]
    size = canvas.viewport.fonts.titles.fitting(title, sizes, (head.w, None))
    units = size / canvas.viewport.unit
    canvas.title(title, units, theme.ON_DARK, room=head.size, midleft=head.midleft)
    pointed = presenter.slot
    for place, piece in enumerate(palette.seen):
        at = layout.slots.rect(place)
        _draw_slot(canvas, presenter.styles, at, piece, hovered=place == pointed)
        if place < 9:
            corner = at.x + canvas.px(5), at.y + canvas.px(2)
            canvas.text(str(place + 1), 11, theme.ON_DARK_SOFT, topleft=corner)
    _draw_scroll(canvas, layout, palette)
    text, tint, tall = _("Material"), theme.ON_DARK_SOFT, canvas.px(26)
    if pointed is not None and pointed < len(palette.seen):
        name = known(palette.seen[pointed].name)
        text, tint = _("{piece:capital}", piece=name), theme.ON_DARK
    middle = (layout.materials.x, layout.materials.y - tall // 2)
    canvas.text(text, 14, tint, room=(layout.materials.w, tall), midleft=middle)
    _draw_strip(canvas, layout, presenter.table.strain_now)


def _draw_slot(
    canvas: Canvas, styles: BlockStyles, rect: pygame.Rect, piece: Piece, *, hovered: bool
) -> None:
    canvas.panel(rect, canvas.px(8), theme.WALNUT_DARK)
    if hovered:
        canvas.frame(rect, theme.GLOW, 2)
    room = rect.inflate(-canvas.px(16), -canvas.px(26)).move(0, canvas.px(5))
    styles.sprites.draw_in(canvas.target, styles.piece_key(piece), room, canvas.px(BIGGEST))


def draw_swatches(canvas: Canvas, buttons: Mapping[str, pygame.Rect]) -> None:
    """Draw a swatch of each material on its button."""
    side = canvas.px(11)
    for name, rect in buttons.items():
        swatch = _swatch(canvas.viewport, name, side)
        canvas.put(swatch, midleft=(rect.x + canvas.px(4), rect.centery))


@theme.painted_once
def _swatch(_viewport: theme.Viewport, name: str, side: int) -> pygame.Surface:
    large = (8 * side, 8 * side)
    if name in SURFACES:
        surface = material_surface(large, name, "swatch")
    else:
        surface = wood(large, STAINS["natural"][0], "swatch")
    small = pygame.transform.smoothscale(surface, (side, side)).convert_alpha()
    small.blit(panel((side, side), side // 3, (255, 255, 255)), (0, 0), None, pygame.BLEND_RGBA_MIN)
    return small


def _draw_scroll(canvas: Canvas, layout: Layout, palette: Palette) -> None:
    """Draw the scroll bar, unless all pieces are visible."""
    if palette.rows >= palette.all_rows:
        return
    area = layout.pieces
    bar = pygame.Rect(area.right + canvas.px(6), area.y, canvas.px(4), area.h)
    pygame.draw.rect(canvas.target, theme.WALNUT_DARK, bar, border_radius=canvas.px(2))
    row = bar.h / palette.all_rows
    part = pygame.Rect(bar.x, bar.y + round(palette.top * row), bar.w, round(palette.rows * row))
    pygame.draw.rect(canvas.target, theme.WALNUT_LIGHT, part, border_radius=canvas.px(2))


def _draw_strip(canvas: Canvas, layout: Layout, strain: Strain) -> None:
    """Draw the strip below the table, with the label and the value of each slider."""
    band = layout.areas.log
    canvas.put(side_panel(canvas.viewport, band.size), band)
    high, degrees = canvas.px(26), abs(math.degrees(strain.tilt))
    aside = _("{degrees:.1f}° to the right") if strain.tilt > 0 else _("{degrees:.1f}° to the left")
    tilt = (aside if strain.tilt else _("{degrees:.1f}°")).filled(degrees=degrees)
    lines = (
        (_("Tilt  (,)  (.)"), tilt),
        (_("Shake  (−)  (+)"), _("{strength:.1f} m/s²", strength=strain.shake)),
        (_("Load  ({key:L})"), _("{load:.1f} N", load=strain.load)),
    )
    for rect, (label, value) in zip(layout.sliders, lines, strict=True):
        middle = rect.y + canvas.px(5) + high // 2 - canvas.px(3)
        small = round(0.6 * rect.w), high
        number = canvas.viewport.text(value, 14, theme.ON_DARK, bold=True, room=small)
        canvas.put(number, midright=(rect.right, middle))
        room = rect.w - number.get_width() - canvas.px(6)
        canvas.text(label, 14, theme.ON_DARK_SOFT, room=(room, high), midleft=(rect.x, middle))
