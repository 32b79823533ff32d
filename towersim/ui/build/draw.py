"""Layout, palette and drawing of the free table: room, blocks, x-ray and panel."""

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

import pygame

from towersim.common.messages import known, message as _
from towersim.common.units import BlockId, Pose
from towersim.files.level import WOOD, levels_dir, load_materials, load_pieces
from towersim.free_table.edits import fresh_id
from towersim.free_table.history import Strain
from towersim.geometry.skyline import STEP, rows
from towersim.scene.scene import Block, Material, Scene
from towersim.scene.table_setup import Piece
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera, pixel_rect
from towersim.ui.drawing.canvas import Canvas, draw_frame
from towersim.ui.drawing.layout import Areas, Grid, areas
from towersim.ui.drawing.paint import panel
from towersim.ui.drawing.room import draw_guide, draw_height, draw_room, draw_ruler
from towersim.ui.drawing.sprites import STAINS, Pen, Sprites, draw_outline
from towersim.ui.drawing.text import Hint, draw_hint
from towersim.ui.drawing.theme import Viewport
from towersim.ui.drawing.wood import SURFACES, material_look, material_surface, side_panel, wood
from towersim.ui.stacking.draw_blocks import draw_notes
from towersim.ui.stacking.xray import GHOST, XRayPicture, draw_xray

NAIL: Final = ((13, theme.WALNUT_DARK), (9, (176, 176, 182)), (3, theme.WALNUT_DARK))
"""The sizes in units and colours of the discs of the nail that holds a fixed block."""
COLUMNS: Final = 4
"""Columns of pieces in the panel."""
GAP: Final = 6
MATERIAL_COLUMNS, MATERIAL_ROWS = 3, 4
"""Columns of materials; more of them only if the materials would fill more than these rows."""
TOOL_COLUMNS: Final = 3
TOOL_ROWS: Final = 4


class Layout(NamedTuple):
    """Rectangles in pixels."""

    areas: Areas
    head: pygame.Rect
    challenge: pygame.Rect
    """The button that makes a challenge."""
    pieces: pygame.Rect
    slots: Grid
    """The slots of the visible pieces, in row order."""
    rows: int
    """Number of visible rows of pieces."""
    materials: pygame.Rect
    swatches: tuple[pygame.Rect, ...]
    tools: pygame.Rect
    sliders: tuple[pygame.Rect, pygame.Rect, pygame.Rect]
    """Tilt, shake and load, each with its label above."""


def build_layout(viewport: Viewport, count: int) -> Layout:
    """Return the layout for a viewport and `count` materials."""
    px, height = viewport.px, viewport.size[1]
    whole = areas(viewport)
    left, width = whole.side.x + px(16), whole.side.w - px(34)
    head = pygame.Rect(left, px(12), width - px(132), px(30))
    challenge = pygame.Rect(left + width - px(126), px(10), px(126), px(34))
    tools = pygame.Rect(left, 0, width, TOOL_ROWS * px(34) + (TOOL_ROWS - 1) * px(GAP))
    tools.bottom = height - px(14)
    columns = max(MATERIAL_COLUMNS, math.ceil(count / MATERIAL_ROWS))
    lines = math.ceil(count / columns)
    materials = pygame.Rect(left, 0, width, px(lines * (30 + GAP) - GAP))
    materials.bottom = tools.top - px(14)
    top = head.bottom + px(8)
    wide, gap = (width - (COLUMNS - 1) * px(GAP)) // COLUMNS, px(GAP)
    pieces = pygame.Rect(left, top, width, materials.top - px(28) - top)
    rows = max(round((pieces.h + gap) / (wide + gap)), 1)
    slots = Grid(pieces.topleft, (wide, (pieces.h + gap) // rows - gap), gap, COLUMNS)
    band = whole.log
    third = (band.w - px(30)) // 3
    one = pygame.Rect(band.x + px(22), band.y, third - px(22), band.h)
    sliders = tuple(one.move(n * third, 0) for n in range(3))
    three = sliders[0], sliders[1], sliders[2]
    swatches = tuple(grid(viewport, materials, columns, lines)[:count])
    return Layout(whole, head, challenge, pieces, slots, rows, materials, swatches, tools, three)


def scroll_bar(viewport: Viewport, layout: Layout) -> pygame.Rect:
    """Return the hit area of the scroll bar beside the pieces, wider than the bar."""
    return pygame.Rect(layout.pieces.right, layout.pieces.y, viewport.px(16), layout.pieces.h)


def slot_at(layout: Layout, at: tuple[int, int]) -> int | None:
    """Return the index of the visible slot at a point, or None."""
    return layout.slots.at(at, COLUMNS * layout.rows)


def grid(viewport: Viewport, area: pygame.Rect, columns: int, rows: int) -> list[pygame.Rect]:
    """Return the rectangles of a grid in an area, row by row."""
    gap = viewport.px(GAP)
    size = (area.w - (columns - 1) * gap) // columns, (area.h - (rows - 1) * gap) // rows
    places = Grid(area.topleft, size, gap, columns)
    return [places.rect(place) for place in range(columns * rows)]


class PaletteSlot(NamedTuple):
    """A visible piece in the panel."""

    key: str
    piece: Piece
    hovered: bool


class FrameState(NamedTuple):
    """The state shown in one frame."""

    title: str
    scene: Scene
    held: Block | None
    fits: bool
    """Whether the held block may be released here."""
    keys: Mapping[BlockId, str]
    """The name of the sprite of each block."""
    camera: Camera
    hint: str
    slots: Sequence[PaletteSlot]
    scrolled: tuple[float, float]
    """The shares of all pieces that are above the visible ones, and visible; 0 … 1."""
    strain: Strain
    """The present strain, on its way to the commanded one."""
    chosen: BlockId | None
    hovered: BlockId | None
    plumb: bool = False
    xray: XRayPicture | None = None
    loads: bool = False
    """Whether the x-ray shows the load on each block as a colour."""
    ruler: bool = True
    """Whether the ruler is shown; only while the camera follows the table."""


def draw_table(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw a whole frame, without the buttons."""
    camera, areas = frame.camera, layout.areas
    sprites.begin(canvas.viewport)
    draw_room(canvas, areas, camera, frame.scene.table.width, "hand")
    held = frame.held
    if frame.ruler:
        draw_ruler(canvas, areas, camera)
        draw_height(canvas, areas, camera, held)
    if frame.plumb and held is not None:
        draw_guide(canvas, camera, held)
    _draw_blocks(canvas, sprites, frame)
    if frame.xray is not None:
        draw_xray(canvas, areas, camera, frame.xray, loads=frame.loads)
        boxes = [pixel_rect(camera, *box) for box in frame.xray.boxes]
        notes = [(areas.free.centerx, note) for note in frame.xray.notes]
        draw_notes(canvas, areas.free, notes, boxes)
    draw_side(canvas, layout, sprites, frame)
    draw_hint(canvas, areas, Hint(frame.hint))


def _draw_blocks(canvas: Canvas, sprites: Sprites, frame: FrameState) -> None:
    camera, held = frame.camera, frame.held
    resting = tuple((frame.keys[block.id], block.pose) for block in frame.scene.blocks)
    held_piece = ((frame.keys[held.id], held.pose),) if held else ()
    sprites.draw_blocks(canvas, camera, resting, held_piece)
    for block in [*frame.scene.blocks, *([held] if held else [])]:
        if block.fixed:
            x, y = map(round, camera.to_px(*block.pose[:2]))
            for size, tint in NAIL:
                canvas.sign("circle", size, tint, center=(x, y))
        if block.id == frame.strain.loaded and frame.strain.load:
            _draw_load(canvas, camera, block, frame.strain.load)
        if block.id == frame.chosen:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(theme.GLOW, 3))
        elif block.id == frame.hovered:
            draw_outline(canvas, camera, block.shape, block.pose, Pen(theme.PAPER, 2))
    if held is not None and not frame.fits:
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


def draw_side(canvas: Canvas, layout: Layout, sprites: Sprites, frame: FrameState) -> None:
    """Draw the panel and the strip without their buttons."""
    side = layout.areas.side
    canvas.put(side_panel(canvas.viewport, side.size), side)
    head = layout.head
    canvas.title(frame.title, 24, theme.ON_DARK, room=head.size, midleft=head.midleft)
    for place, slot in enumerate(frame.slots):
        at = layout.slots.rect(place)
        _draw_slot(canvas, sprites, at, slot)
        if place < 9:
            corner = at.x + canvas.px(5), at.y + canvas.px(2)
            canvas.text(str(place + 1), 11, theme.ON_DARK_SOFT, topleft=corner)
    _draw_scroll(canvas, layout, frame.scrolled)
    hovered = next((slot.piece.name for slot in frame.slots if slot.hovered), "")
    text = _("{piece:capital}", piece=known(hovered)) if hovered else _("Material")
    tint, tall = theme.ON_DARK if hovered else theme.ON_DARK_SOFT, canvas.px(26)
    middle = (layout.materials.x, layout.materials.y - tall // 2)
    canvas.text(text, 14, tint, room=(layout.materials.w, tall), midleft=middle)
    _draw_strip(canvas, layout, frame)


def _draw_slot(canvas: Canvas, sprites: Sprites, rect: pygame.Rect, slot: PaletteSlot) -> None:
    canvas.panel(rect, canvas.px(8), theme.WALNUT_DARK)
    if slot.hovered:
        draw_frame(canvas, rect, theme.GLOW, 2)
    room = rect.inflate(-canvas.px(16), -canvas.px(26)).move(0, canvas.px(5))
    sprites.draw_in(canvas.target, slot.key, room, canvas.px(BIGGEST))


def draw_swatches(canvas: Canvas, buttons: Mapping[str, pygame.Rect]) -> None:
    """Draw a swatch of each material on its button."""
    side = canvas.px(11)
    for name, rect in buttons.items():
        swatch = canvas.cached(("swatch", name, side), partial(_swatch, name, side))
        canvas.put(swatch, midleft=(rect.x + canvas.px(6), rect.centery))


def _swatch(name: str, side: int) -> pygame.Surface:
    large = (8 * side, 8 * side)
    if name in SURFACES:
        surface = material_surface(large, name, "swatch")
    else:
        surface = wood(large, STAINS["natural"][0], "swatch")
    small = pygame.transform.smoothscale(surface, (side, side)).convert_alpha()
    small.blit(panel((side, side), side // 3, (255, 255, 255)), (0, 0), None, pygame.BLEND_RGBA_MIN)
    return small


def _draw_scroll(canvas: Canvas, layout: Layout, scrolled: tuple[float, float]) -> None:
    """Draw the scroll bar, unless all pieces are visible."""
    above, seen = scrolled
    if seen >= 1.0:
        return
    area = layout.pieces
    bar = pygame.Rect(area.right + canvas.px(6), area.y, canvas.px(4), area.h)
    pygame.draw.rect(canvas.target, theme.WALNUT_DARK, bar, border_radius=canvas.px(2))
    part = pygame.Rect(bar.x, bar.y + round(above * bar.h), bar.w, round(seen * bar.h))
    pygame.draw.rect(canvas.target, theme.WALNUT_LIGHT, part, border_radius=canvas.px(2))


def _draw_strip(canvas: Canvas, layout: Layout, frame: FrameState) -> None:
    """Draw the strip below the table, with the label and the value of each slider."""
    band = layout.areas.log
    canvas.put(side_panel(canvas.viewport, band.size), band)
    strain, high = frame.strain, canvas.px(26)
    degrees = abs(math.degrees(strain.tilt))
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


FIRST: Final = ("cubes", "basics")
"""The sets listed first; the others follow by name."""


@cache
def all_pieces() -> tuple[Piece, ...]:
    """Return the pieces of all sets."""
    sets = sorted(path.stem for path in (levels_dir() / "pieces").glob("*.toml"))
    ordered = [*FIRST, *(name for name in sets if name not in FIRST)]
    return tuple(piece for name in ordered for piece in load_pieces(name).values())


class Palette:
    """The scrollable list of pieces, and the material of new blocks."""

    def __init__(self) -> None:
        self.pieces = all_pieces()
        self.materials: Mapping[str, Material] = load_materials()
        self.material = next(iter(self.materials))
        self.top = 0
        """Index of the first visible row."""
        self.rows = 1
        """Number of visible rows."""

    @property
    def all_rows(self) -> int:
        """The number of rows of all pieces."""
        return -(-len(self.pieces) // COLUMNS)

    @property
    def seen(self) -> tuple[Piece, ...]:
        """The visible pieces."""
        first = self.top * COLUMNS
        return self.pieces[first : first + self.rows * COLUMNS]

    def scroll(self, by: int) -> None:
        """Scroll down by `by` rows, or up if negative."""
        most = max(self.all_rows - self.rows, 0)
        self.top = min(max(self.top + by, 0), most)

    def block(self, piece: Piece, scene: Scene, pose: Pose) -> Block:
        """Return a new block: a piece of the chosen material, with a fresh id."""
        material = self.materials[self.material]
        return Block(fresh_id(scene, piece.id), piece.shape, material, piece.depth, pose)

    def material_of(self, block: Block) -> str:
        """Return the name of a block's material; empty for an unknown one."""
        called = (name for name, known in self.materials.items() if known == block.material)
        return next(called, "")


class BlockStyles:
    """A cache of sprites by shape and material."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._pieces: dict[str, Piece] = {}
        self._keys: dict[tuple[object, Material], str] = {}
        self._known = {piece.shape: piece for piece in palette.pieces}
        self.sprites = Sprites(self._pieces)

    def key(self, block: Block) -> str:
        """Return the name of a block's sprite, registering it on first use."""
        what = (block.shape, block.material)
        if what not in self._keys:
            piece = self._known.get(block.shape)
            look = self._palette.material_of(block) or material_look(block.material) or WOOD
            if look not in SURFACES:
                look = "natural" if piece is None else piece.colour
            called = f"{len(self._keys)} {look}"
            self._keys[what] = called
            solid = block.shape, block.material, block.depth
            self._pieces[called] = Piece(called, *solid, colour=look)
        return self._keys[what]
