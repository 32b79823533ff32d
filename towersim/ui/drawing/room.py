"""Drawing the surroundings of towers: wall, table, ruler, spots, plumb lines; menus' background."""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Pose, TowerId
from towersim.geometry.shapes import Box, Shape, extent
from towersim.scene.scene import Block
from towersim.table.table import Figure
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.paint import panel, ready
from towersim.ui.drawing.scenery import rooms, scenery
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.theme import Viewport, painted_once
from towersim.ui.drawing.wood import room, table, wood

OVERHANG = 12
"""Overhang of the table's board over its apron at an end, in units."""
LIP = 5
"""Thickness of the board below its front edge, in units."""
END_GRAIN = (104, 66, 36)
SHADE = 26
"""Height of the shadow below the overhang, in units."""
SHADE_OPACITY = 200
"""Opacity of that shadow right below the board, of 255."""
ROD = (226, 190, 132)
"""The wood of rulers."""
UNIT = 16
"""Height reserved for a ruler's unit above its highest mark, in units."""
BEHIND = 13
"""Visible depth of the table top behind the blocks, in units."""


def draw_room(canvas: Canvas, areas: Areas, camera: Camera, width: float, name: str = "") -> None:
    """Draw the wall and a table `width` metres wide; the wood moves with the table.

    `name` is that of one of the `rooms`, or empty for a plain wall.
    """
    draw_wall(canvas, areas, name)
    (draw_turned_table if camera.turn else draw_table_top)(canvas, areas, camera, width)


def draw_wall(canvas: Canvas, areas: Areas, name: str, shift: int = 0) -> None:
    """Draw the wall beside the panel, as high as the window, `shift` pixels to the right."""
    size = areas.room.w, canvas.viewport.size[1]
    if name not in rooms() or canvas.viewport.look.contrast:
        wall = room(canvas.viewport).subsurface((areas.room.topleft, size))
    else:
        key = ("scenery", name, size)
        wall = canvas.cached(key, lambda: ready(scenery(name, size, areas.base)))
    canvas.put(wall, (areas.room.x + shift, 0))


def draw_table_top(canvas: Canvas, areas: Areas, camera: Camera, width: float) -> None:
    """Draw a level table; what lies below its overhanging ends is left as it is."""
    left, right = (round(camera.to_px(x, 0.0)[0]) for x in (-width / 2, width / 2))
    start, above, tall = max(left, areas.room.left), canvas.px(BEHIND), canvas.viewport.size[1]
    top, length = round(camera.base) - above, min(right, areas.room.right) - start
    seen = pygame.Rect(start, top, max(length, 0), max(tall - top, 0))
    if not (seen.w and seen.h):
        return
    base, inset = areas.front - areas.base + above, canvas.px(OVERHANG)
    front = max(tall - areas.front, 1)
    board = table(canvas.viewport, areas.room.w, base, front)
    mirrored = partial(pygame.transform.flip, board, flip_x=True, flip_y=False)
    turned = canvas.cached(("board back", board.get_size()), mirrored)
    wide, low = board.get_width(), base + canvas.px(LIP)
    ends = [x if areas.room.left < x < areas.room.right else None for x in (left, right)]
    # A board alternates with its mirror image, so no seam shows.
    first = math.floor((seen.x - left) / wide)
    left_in, right_in = (0 if end is None else inset for end in ends)
    apron = pygame.Rect(seen.x + left_in, seen.y, seen.w - left_in - right_in, seen.h)
    for clip in (pygame.Rect(seen.x, seen.y, seen.w, low), apron):
        with canvas.clipped(clip):
            for index in range(first, first + math.ceil(seen.w / wide) + 1):
                canvas.put(turned if index % 2 else board, (left + index * wide, seen.y))
    for x, side in zip(ends, (1, -1), strict=True):
        if x is not None:
            _draw_end(canvas, x, side, pygame.Rect(0, seen.y, 0, base))


def _draw_end(canvas: Canvas, x: int, side: int, board: pygame.Rect) -> None:
    """Draw the end of the table at `x`: a board, given by its y and height, overhangs the apron.

    The table lies to the right of it (`side` 1) or to the left (-1).
    """
    px, low = canvas.px, board.bottom + canvas.px(LIP)
    under = pygame.Rect(x, low, px(OVERHANG), canvas.viewport.size[1] - low)
    if side < 0:
        under.right = x
    size = under.w, px(SHADE)
    shade = canvas.cached(("table end", side), lambda: _shade_below(size, side))
    with canvas.clipped(under):
        canvas.put(shade, under.topleft)
    grain, inner = pygame.Rect(x, board.y, px(3), low - board.y), pygame.Rect(under)
    grain.right = x if side < 0 else grain.right
    pygame.draw.rect(canvas.target, END_GRAIN, grain)
    inner.w = px(2)
    inner.x = under.right if side > 0 else under.x - inner.w
    pygame.draw.rect(canvas.target, END_GRAIN, inner)


TILT_STEP: Final = math.radians(0.1)
"""Angle by which a tilted table is drawn anew, in radians."""


def draw_turned_table(canvas: Canvas, areas: Areas, camera: Camera, width: float) -> None:
    """Draw the table turned by the camera about the table point (0, 0)."""
    spare = areas.room.w // 4
    wide = areas._replace(room=areas.room.inflate(2 * spare, 0).move(spare - areas.room.x, 0))
    steps, shift = round(camera.turn / TILT_STEP), areas.room.x - spare
    level = camera._replace(left=camera.left - shift, turn=0.0, raised=0.0)
    top = max(round(camera.base) - canvas.px(BEHIND), 0)
    size = wide.room.w, canvas.viewport.size[1] - top
    if size[1] <= 0:
        return

    def flat() -> pygame.Surface:
        picture = pygame.Surface((wide.room.w, canvas.viewport.size[1]), pygame.SRCALPHA)
        draw_table_top(canvas._replace(target=picture), wide, level, width)
        return picture.subsurface((0, top, *size)).premul_alpha()

    key = ("flat table", tuple(areas.room), level, width)
    board = canvas.cached(key, flat)
    turned = canvas.cached(
        (*key, steps), lambda: pygame.transform.rotozoom(board, math.degrees(steps * TILT_STEP), 1)
    )
    # The middle of the picture, seen from the pivot, turns with the table.
    arm = pygame.Vector2(size[0] / 2 - level.left, top + size[1] / 2 - camera.base)
    middle = arm.rotate_rad(-camera.turn) + camera.to_px(0.0, 0.0)
    with canvas.clipped(areas.beside_panel):
        rect = turned.get_rect(center=(round(middle.x), round(middle.y)))
        canvas.target.blit(turned, rect, special_flags=pygame.BLEND_PREMULTIPLIED)


def _shade_below(size: tuple[int, int], side: int) -> pygame.Surface:
    """Return the shadow below a table's overhang: darkest where its board meets the apron."""
    shade = pygame.Surface((2, 2), pygame.SRCALPHA)
    shade.fill((*END_GRAIN, 0))
    shade.set_at((1 if side > 0 else 0, 0), (*END_GRAIN, SHADE_OPACITY))
    return pygame.transform.smoothscale(shade, size)


def draw_ruler(canvas: Canvas, areas: Areas, camera: Camera) -> None:
    """Draw the ruler on the left."""
    draw_rod(canvas, _ruler(canvas, areas), camera)


def draw_height(canvas: Canvas, areas: Areas, camera: Camera, held: Figure | Block | None) -> None:
    """Draw the numbers of the ruler, and a pointer at the foot of the held block."""
    rod, pointer = _ruler(canvas, areas), None
    if held is not None:
        height = max(held.extent[0].y, 0.0)
        pointer = max(round(camera.to_px(0.0, height)[1]), rod.top), height
    draw_numbers(canvas, rod, camera, pointer)


def _ruler(canvas: Canvas, areas: Areas) -> pygame.Rect:
    width, tall = canvas.px(30), areas.base - areas.hint.bottom - canvas.px(10)
    return pygame.Rect(areas.room.left + canvas.px(14), areas.base - tall, width, tall)


def draw_rod(canvas: Canvas, rod: pygame.Rect, camera: Camera) -> None:
    """Draw a ruler in centimetres, its marks spaced by the scale, without numbers."""
    # The rod hangs on the wall: it casts no shadow on the table in front.
    with canvas.clipped(pygame.Rect(0, 0, canvas.viewport.size[0], rod.bottom)):
        canvas.shadow(rod, 2, canvas.px(5), 90, (canvas.px(5), canvas.px(4)))
    board = canvas.cached(("rod", rod.size), lambda: ready(wood(rod.size, ROD, "rod", 0.6)))
    canvas.put(board, rod)
    pygame.draw.rect(canvas.target, (150, 108, 62), rod, 1)
    unit = camera.scale / 100
    step = 1 if unit >= canvas.px(5) else 5 if unit >= canvas.px(1.2) else 10
    for mark, y in _marks(canvas, rod, camera, step):
        long = 0.55 if mark % 10 == 0 else 0.4 if mark % 5 == 0 else 0.22
        pygame.draw.line(
            canvas.target, (96, 62, 30), (rod.right - rod.w * long, y), (rod.right - 2, y)
        )
    canvas.text("cm", 11, theme.SOFT_TEXT, midtop=(rod.centerx, rod.y + canvas.px(2)))


def _marks(
    canvas: Canvas, rod: pygame.Rect, camera: Camera, step: int
) -> Iterator[tuple[int, int]]:
    """Yield each `step` centimetres that the rod shows, with its y in pixels."""
    unit = camera.scale / 100
    low = max(math.ceil((camera.base - rod.bottom) / unit), 1)
    for mark in range(low + -low % step, math.floor((camera.base - rod.top) / unit) + 1, step):
        y = round(camera.base - mark * unit)
        if rod.top + canvas.px(UNIT) < y < rod.bottom:
            yield mark, y


def draw_numbers(
    canvas: Canvas, rod: pygame.Rect, camera: Camera, pointer: tuple[int, float] | None
) -> None:
    """Draw the numbers of a ruler, and its pointer, which no number touches.

    The pointer is given by its y in pixels and the height in metres that is written on it.
    """
    unit = camera.scale / 100
    step = 5 if unit >= canvas.px(9) else 10 if unit >= canvas.px(3) else 50
    plate = None if pointer is None else _draw_pointer(canvas, rod, *pointer)
    for mark, y in _marks(canvas, rod, camera, step):
        tall = canvas.viewport.grown(12, 16)
        number = canvas.viewport.title(str(mark), tall, theme.TEXT)
        place = number.get_rect(topleft=(rod.x + canvas.px(3), y + 1))
        if plate is None or not place.colliderect(plate):
            canvas.put(number, place)


def _draw_pointer(canvas: Canvas, rod: pygame.Rect, y: int, height: float) -> pygame.Rect:
    tall = canvas.viewport.grown(13, 16)
    number_text = canvas.viewport.title(_("{height:.1f}", height=height * 100), tall, theme.PAPER)
    rect = pygame.Rect(0, 0, rod.w + canvas.px(10), canvas.px(22))
    rect.midright = rod.right + canvas.px(2), y
    half = canvas.px(6)
    tip = [
        (rect.right - 1, rect.centery - half),
        (rect.right + half, rect.centery),
        (rect.right - 1, rect.centery + half),
    ]
    pygame.draw.polygon(canvas.target, theme.ACCENT_DARK, tip)
    canvas.panel(rect, canvas.px(5), theme.ACCENT_DARK)
    canvas.put(number_text, center=rect.center)
    return rect


def draw_spots(
    canvas: Canvas,
    camera: Camera,
    shape: Shape,
    vacant: Mapping[TowerId, float],
    aim: TowerId | None,
) -> None:
    """Draw a dashed outline at each vacant spot of a tower, lit if it is the aim."""
    low, high = extent(shape, Pose(0.0, 0.0, 0.0))
    wide, tall = (
        round((b - a) * camera.scale) + canvas.px(6) for a, b in zip(low, high, strict=True)
    )
    for tower, x in vacant.items():
        tint = theme.GLOW if tower == aim else theme.ACCENT_DARK
        sprite = _spot(canvas.viewport, (wide, tall), tint)
        px, py = camera.to_px(x, 0.0)
        canvas.put(sprite, midbottom=(round(px), round(py) + canvas.px(2)))


@painted_once
def _spot(viewport: Viewport, size: tuple[int, int], tint: tuple[int, int, int]) -> pygame.Surface:
    sprite = pygame.Surface(size, pygame.SRCALPHA)
    rect = sprite.get_rect()
    sprite.fill((*tint, 60), rect.inflate(-viewport.px(2), -viewport.px(2)))
    dash, line = viewport.px(5), viewport.px(2)
    for start in range(0, max(size), 2 * dash):
        for bar in (
            (start, 0, dash, line),
            (start, size[1] - line, dash, line),
            (0, start, line, dash),
            (size[0] - line, start, line, dash),
        ):
            sprite.fill((*tint, 230), bar)
    return sprite


def draw_guide(canvas: Canvas, camera: Camera, held: Figure | Block) -> None:
    """Draw a plumb line from the held block down to the table."""
    px, py = camera.to_px(held.pose.x, held.extent[0].y)
    side, radius = canvas.px(3), canvas.px(2)
    # One picture for all dots: to find that of each took 0.3 ms of a frame.
    dot = canvas.cached("dot", lambda: panel((side, side), radius, theme.ACCENT_DARK))
    foot = camera.base - (px - camera.left) * math.tan(camera.turn)
    for y in range(round(py) + canvas.px(6), round(foot) - canvas.px(2), canvas.px(8)):
        canvas.put(dot, (round(px) - side // 2, y))


def draw_reach(canvas: Canvas, camera: Camera, held: Figure, at: tuple[int, int] | None) -> None:
    """Draw a ring at the mouse, if the held block is farther than 9 units from it."""
    if at is not None and math.dist(camera.to_px(*held.pose[:2]), at) >= canvas.px(9):
        canvas.sign("ring", 13, theme.ACCENT_DARK, center=at)


CUBE: Final = Box(0.02, 0.02)
TOWERS: Final = (
    (0.022, ("blue", "green", "red", "yellow", "blue"), (0, 1.2, -0.8, 1.5, -0.6)),
    (
        0.078,
        ("yellow", "red", "blue", "green", "red", "yellow", "green", "blue"),
        (0, -1, 0.6, 2, 0.4, -1.4, 0.2, 1.8),
    ),
    (0.132, ("green", "yellow", "red"), (0, 1.4, -1)),
)
"""Each tower: x in metres, colours from the base, sideways offsets in millimetres."""
LOOSE: Final = (
    ("red", Pose(0.165, 0.01, 0.0)),
    ("yellow", Pose(0.1875, 0.01, 0.0)),
    ("blue", Pose(0.1815, 0.0301, 0.06)),
    ("green", Pose(0.078, 0.196, 0.32)),
)


@painted_once
def still_life(viewport: Viewport) -> pygame.Surface:
    """Return the background of menus, as large as the window."""
    width, height = viewport.size
    picture = room(viewport).copy()
    base, front = height - viewport.px(92), height - viewport.px(58)
    top = base - viewport.px(22)
    picture.blit(table(viewport, width, front - top, height - front), (0, top))
    camera = Camera(viewport.px(2600), width - viewport.px(600), base)
    stacked = (
        (colour, Pose(x + shift / 1000, 0.01 + 0.02 * level, 0.0))
        for x, colours, shifts in TOWERS
        for level, (colour, shift) in enumerate(zip(colours, shifts, strict=True))
    )
    Sprites(painted(CUBE)).draw_blocks(Canvas(picture, viewport), camera, (*stacked, *LOOSE))
    return ready(picture)
