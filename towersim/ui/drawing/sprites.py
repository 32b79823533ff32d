"""Sprites and outlines of blocks, at any scale and angle.

The face of a block is painted once at a large scale, then turned and shrunk: painted cubes with the
mark of their colour, and pieces of wood or another material with worn edges. Light falls from the
upper left; red and green wood is stained, so the grain shows.
"""

import math
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pygame

from towersim.common import dice
from towersim.common.units import Pose
from towersim.geometry import shapes
from towersim.scene.scene import Material
from towersim.scene.table_setup import Piece
from towersim.table.table import Figure
from towersim.ui.drawing.camera import Camera
from towersim.ui.drawing.canvas import Canvas, StillLayer
from towersim.ui.drawing.paint import ANGLES, FINER, Size, blend, smooth, steps_of, straight
from towersim.ui.drawing.scenery import COLOUR_SHAPES, mark_shape, paint_sign, thing
from towersim.ui.drawing.theme import RGB, SOFT_TEXT, Viewport, ink
from towersim.ui.drawing.wood import SURFACES, material_surface, wood

SCALES: Final = (300.0, 600.0, 1200.0, 1800.0, 2700.0, 4000.0, 6000.0)
"""Scales at which pieces are painted, in pixels per metre; other scales are shrunk from them."""
COARSE: Final = 600.0
"""First scale of a piece, in pixels per metre, if another is painted at full scale in the frame."""
MOST: Final = 3_000_000
"""Capacity of the cache of rotated sprites, in pixels."""
SOFT: Final = 450.0
"""Scale at which shadows are painted, in pixels per metre; soft enough to be stretched."""
STEP: Final = 1.05
"""Ratio between successive scales of what need not follow a zoom exactly."""
FINE: Final = ((40, FINER), (64, 3), (128, 2))
"""Supersampling factors of painted blocks up to a diameter in pixels."""
UPRIGHT: Final = -1
FALLS: Final = (0.0045, 0.0065)
"""Offset of a piece's shadow on the wall, to the right and down, in metres."""
BESIDE: Final = 200
"""Margin of culling: pieces centred farther outside the picture are not drawn, in pixels."""
IN_FRONT: Final = 1.8
"""Distance of a held piece's shadow on a tower behind it, relative to one on the wall."""

STAINS: Final[dict[str, tuple[RGB, RGB]]] = {
    "natural": ((232, 196, 144), (200, 150, 98)),
    "red": ((204, 66, 46), (176, 48, 36)),
    "green": ((116, 154, 74), (86, 126, 58)),
}
"""The lightest and the darkest wood of pieces, by the name of their colour."""
EDGE: Final = 0.0011
"""Width of a piece's worn edge, in metres."""
LIGHT: Final = (-0.55, -0.83)
"""Direction towards the light, up and to the left (y down, as in pictures)."""

LEAST_MARK: Final = 8
"""Least size of the mark on a painted face, in pixels."""
PAINT: Final = "paint "
"""Begins the colour of a painted block, which continues with the name of one of `theme.INKS`."""

THING: Final = "thing "
"""Begins the colour of a block that looks like one of the `things`, whose name follows."""

Pixels = npt.NDArray[np.float32]
PlacedPieces = tuple[tuple[str, Pose], ...]
"""Each piece's kind, and its pose on the table."""


def stepped(scale: float) -> float:
    """Return a scale rounded in steps of `STEP`, so that a zoom reuses pictures for some frames."""
    return STEP ** round(math.log(scale, STEP))


def painted(shape: shapes.Shape) -> dict[str, Piece]:
    """Return blocks of one shape, painted in all colours of the games, by their colour."""
    return {
        colour: Piece(colour, shape, Material(), 0.0, colour=f"{PAINT}{colour}")
        for colour in COLOUR_SHAPES
    }


class _Key(NamedTuple):
    """Cache key of a sprite."""

    kind: str
    scale: float
    """Pixels per metre."""
    turn: int
    """Angle in steps of 1 / `ANGLES` turn; `UPRIGHT` for a resized face."""
    place: tuple[int, int] | None = None
    """Offset to the right and down in supersampled pixels; None for a shadow."""
    outline: int = 0
    """Width of its black outline, in pixels."""


class Sprites:
    """The sprites of a set of blocks; `live`: only one is painted at full scale in a frame."""

    def __init__(self, pieces: Mapping[str, Piece], *, live: bool = False) -> None:
        self.pieces, self.live = pieces, live
        self._faces: dict[tuple[str, float], pygame.Surface] = {}
        self._has_painted = False
        self._shades: dict[str, pygame.Surface] = {}
        """The shadow of each upright piece at the scale `SOFT`."""
        self._cache: OrderedDict[_Key, pygame.Surface] = OrderedDict()
        self._pixels = 0
        self._outline = 0
        """Width of blocks' outlines in pixels: in high contrast on the viewport drawn last."""
        self.ground = StillLayer(is_ground=True)
        """The background behind the pieces."""
        self.side = StillLayer(is_ground=True)
        """The panel beside the table."""
        self._still = StillLayer()
        self.is_coarse = False
        """Whether a piece was last drawn at a coarser scale than wanted."""

    def picture(self, kind: str, scale: float, angle: float) -> pygame.Surface:
        """Return a picture of a block turned by `angle` (radians), with straight alpha."""
        key = _Key(kind, scale, steps_of(angle), (0, 0), self._outline)
        return straight(self._sprite(key).copy())

    def largest(self, kind: str, room: pygame.Rect) -> float:
        """Return the largest scale, in pixels per metre, at which an upright block fits."""
        low, high = shapes.extent(self.pieces[kind].shape, Pose(0.0, 0.0, 0.0))
        return min(room.w / (high.x - low.x), room.h / (high.y - low.y))

    def draw_in(self, target: pygame.Surface, kind: str, room: pygame.Rect, most: float) -> None:
        """Draw an upright block in the middle of a rectangle, as large as fits up to a scale."""
        low, high = shapes.extent(self.pieces[kind].shape, Pose(0.0, 0.0, 0.0))
        scale = min(self.largest(kind, room), most)
        x = room.centerx - (high.x + low.x) / 2 * scale
        self.draw(target, kind, scale, (x, room.centery + (high.y + low.y) / 2 * scale, 0.0))

    def draw(
        self, target: pygame.Surface, kind: str, scale: float, at: tuple[float, float, float]
    ) -> pygame.Rect:
        """Draw a block around a point in pixels, turned by an angle in radians.

        Return the part of the target that it covers.
        """
        x, y, angle = at
        place = (0, 0)
        if (finer := self._finer(kind, scale)) > 1:
            # Between whole pixels, as slow motion would be jerky.
            place = int(x % 1 * finer), int(y % 1 * finer)
            x, y = math.floor(x), math.floor(y)
        key = _Key(kind, scale, steps_of(angle), place, self._outline)
        return self._blit(target, self._sprite(key), x, y)

    def _finer(self, kind: str, scale: float) -> int:
        """Return the supersampling factor of a block; wood is too dear to paint so large."""
        piece = self.pieces[kind]
        if not piece.colour.startswith(PAINT):
            return 1
        wide = 2 * shapes.bounding_radius(piece.shape) * scale
        return next((finer for most, finer in FINE if wide <= most), 1)

    def draw_placed(
        self, target: pygame.Surface, camera: Camera, kind: str, pose: Pose
    ) -> pygame.Rect:
        """Draw a piece at its pose on the table; return the part of the target that it covers."""
        at = (*camera.to_px(pose.x, pose.y), pose.angle + camera.turn)
        return self.draw(target, kind, camera.scale, at)

    def draw_figures(
        self, canvas: Canvas, camera: Camera, figures: Sequence[Figure], *, in_front: bool = False
    ) -> None:
        """Draw visible blocks with shadows; `in_front`: the held one is in front of a tower."""
        target, right = canvas.target, canvas.target.get_width() + BESIDE
        seen = [f for f in figures if -BESIDE < camera.to_px(f.pose.x, 0.0)[0] < right]
        resting = tuple((figure.kind, figure.pose) for figure in seen if not figure.held)
        held = tuple((figure.kind, figure.pose) for figure in seen if figure.held)
        if not in_front:
            self.draw_blocks(canvas, camera, resting, held)
            return
        self.draw_blocks(canvas, camera, resting)
        # Twice, as one shadow hardly shows on wood.
        self.draw_shadows(target, camera, held * 2, distance=IN_FRONT)
        for kind, pose in held:
            self.draw_placed(target, camera, kind, pose)

    def draw_blocks(
        self, canvas: Canvas, camera: Camera, blocks: PlacedPieces, held: PlacedPieces = ()
    ) -> None:
        """Draw the pieces of a table with their shadows on the wall, and held ones on top."""
        self.begin(canvas.viewport)
        self.draw_shadows(canvas.target, camera, held)
        self._still.draw(canvas, (camera, blocks), partial(self._draw_still, camera, blocks))
        for kind, pose in held:
            self.draw_placed(canvas.target, camera, kind, pose)

    def _draw_still(
        self, camera: Camera, blocks: PlacedPieces, canvas: Canvas
    ) -> pygame.Rect | None:
        self.is_coarse = False
        parts = self.draw_shadows(canvas.target, camera, blocks)
        parts += [self.draw_placed(canvas.target, camera, *block) for block in blocks]
        if self.is_coarse:
            return None
        seen = list(filter(None, parts)) or [pygame.Rect(0, 0, 0, 0)]
        return seen[0].unionall(seen)

    def draw_shadows(
        self,
        target: pygame.Surface,
        camera: Camera,
        blocks: Iterable[tuple[str, Pose]],
        *,
        distance: float = 1.0,
    ) -> list[pygame.Rect]:
        """Draw the shadows of pieces on the background; return the parts that they cover.

        `distance` to the background is relative to the wall's.
        """
        right, down = (round(shift * distance * camera.scale) for shift in FALLS)
        scale, parts = stepped(camera.scale), []
        for kind, pose in blocks:
            x, y = camera.to_px(pose.x, pose.y)
            sprite = self._sprite(_Key(kind, scale, steps_of(pose.angle + camera.turn)))
            parts.append(self._blit(target, sprite, x + right, y + down))
        return parts

    @staticmethod
    def _blit(target: pygame.Surface, sprite: pygame.Surface, x: float, y: float) -> pygame.Rect:
        w, h = sprite.get_size()
        at = (round(x - w / 2), round(y - h / 2))
        return target.blit(sprite, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _sprite(self, key: _Key) -> pygame.Surface:
        """Return the sprite of a key with premultiplied alpha; shared, so never modify it."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        place = key.place
        sprite, lasting = (self._shadow(key), True) if place is None else self._block(key, place)
        if not lasting:
            self.is_coarse = True
            return sprite
        return self._kept(key, sprite)

    def _kept(self, key: _Key, sprite: pygame.Surface) -> pygame.Surface:
        """Add a sprite to the cache, in place of those not used for longest."""
        self._cache[key] = sprite
        self._pixels += sprite.get_width() * sprite.get_height()
        while self._pixels > MOST:
            _, old = self._cache.popitem(last=False)
            self._pixels -= old.get_width() * old.get_height()
        return sprite

    def begin(self, viewport: Viewport) -> None:
        """Begin a frame on a viewport, in which a block may be painted at full scale."""
        self._has_painted = False
        self._outline = viewport.px(2) if viewport.look.contrast else 0

    def _block(self, key: _Key, place: tuple[int, int]) -> tuple[pygame.Surface, bool]:
        """Return a turned and scaled block, and whether it has full resolution."""
        kind, scale, turn = key[:3]
        finer = self._finer(kind, scale)
        face, fine, lasting = self._face(kind, scale * finer)
        share = scale * finer / fine
        if finer > 2:
            # At this resolution, turning without interpolation is fast and good enough.
            whole = _Key(kind, scale * finer, UPRIGHT)
            upright = self._cache.get(whole)
            if upright is None:
                upright = _framed(_turned_face(face, 0, share), finer)
                upright = self._kept(whole, upright) if lasting else upright
            turned = pygame.transform.rotate(upright, turn * 360 / ANGLES)
        else:
            turned = _turned_face(face, turn, share)
            turned = turned if finer == 1 else _framed(turned, finer)
        if not lasting:
            turned = self._plain(kind, turned)
        if key.outline:
            turned = _outlined(turned, key.outline * finer)
        return (turned if finer == 1 else _shrunk(turned, finer, place)), lasting

    def _plain(self, kind: str, face: pygame.Surface) -> pygame.Surface:
        """Return a face in one colour with sharp edges, until it is painted at full scale."""
        colour = self.pieces[kind].colour
        body = ink(colour.removeprefix(PAINT)).body
        only = SURFACES[colour].colour if colour in SURFACES else body
        light, dark = STAINS.get(colour, (only, only))
        plain = [(a + b) // 2 for a, b in zip(light, dark, strict=True)]
        solid = pygame.mask.from_surface(face)
        return solid.to_surface(setcolor=(*plain, 255), unsetcolor=(0, 0, 0, 0))

    def _face(self, kind: str, scale: float) -> tuple[pygame.Surface, float, bool]:
        """Return a face for a scale, its own scale, and whether it is as fine as wanted."""
        wanted = next((some for some in SCALES if some >= scale), SCALES[-1])
        fine = wanted
        if (kind, wanted) not in self._faces:
            others = [some for some in SCALES if (kind, some) in self._faces]
            if not (self.live and self._has_painted):
                self._paint(kind, wanted)
                self._has_painted = True
            elif others:
                fine = others[-1]
            else:
                fine = min(wanted, COARSE)
                self._paint(kind, fine)
        return self._faces[kind, fine], fine, fine == wanted

    def _paint(self, kind: str, scale: float) -> None:
        shape, colour = self.pieces[kind].shape, self.pieces[kind].colour
        if colour.startswith(THING):
            face = thing(colour.removeprefix(THING), _face_size(shape, scale))
        elif colour.startswith(PAINT):
            face = painted_face(colour.removeprefix(PAINT), shape, scale)
        else:
            face = piece_face(kind, shape, colour, scale)
        self._faces[kind, scale] = face.premul_alpha()

    def _shadow(self, key: _Key) -> pygame.Surface:
        """Return the shadow of a block, turned and resized from the scale `SOFT`."""
        kind, scale, turn = key[:3]
        if kind not in self._shades:
            if (kind, COARSE) not in self._faces:
                self._paint(kind, COARSE)
            face = _turned_face(self._faces[kind, COARSE], 0, SOFT / COARSE)
            self._shades[kind] = piece_shadow(face, 2, 1 / 3).premul_alpha()
        turned = pygame.transform.rotozoom(self._shades[kind], turn * 360 / ANGLES, 1)
        return pygame.transform.smoothscale_by(turned, scale / SOFT)


def _framed(face: pygame.Surface, finer: int) -> pygame.Surface:
    """Return a face with the transparent margin that `_shrunk` needs."""
    large = pygame.Surface([side + 6 * finer for side in face.get_size()], pygame.SRCALPHA)
    large.blit(face, (3 * finer, 3 * finer), special_flags=pygame.BLEND_PREMULTIPLIED)
    return large


def _shrunk(turned: pygame.Surface, finer: int, place: tuple[int, int]) -> pygame.Surface:
    """Return a `_framed` block moved by `place` and `finer` times smaller."""
    # Even sides, so that the middle of the block is a corner of pixels.
    size = [(side // finer - 2) // 2 * 2 for side in turned.get_size()]
    part = pygame.Rect(0, 0, size[0] * finer, size[1] * finer)
    part.center = turned.get_rect().center
    part.move_ip(-place[0], -place[1])
    return pygame.transform.smoothscale(turned.subsurface(part), size)


def _turned_face(face: pygame.Surface, turn: int, scale: float) -> pygame.Surface:
    """Return a face rotated by `turn` steps and scaled, with a fast path for quarter turns."""
    quarters, rest = divmod(turn, ANGLES // 4)
    if rest:
        return pygame.transform.rotozoom(face, turn * 360 / ANGLES, scale)
    upright = pygame.transform.rotate(face, 90 * quarters)
    size = tuple(max(round(side * scale), 1) for side in upright.get_size())
    return pygame.transform.smoothscale(upright, size)


def _outlined(face: pygame.Surface, line: int) -> pygame.Surface:
    """Return a block with a black outline inside its edge, `line` pixels wide."""
    solid = pygame.mask.from_surface(face)
    gone = solid.copy()
    gone.invert()
    brush = pygame.mask.Mask((2 * line + 1, 2 * line + 1), fill=True)
    edge = gone.convolve(brush, None, (-line, -line)).overlap_mask(solid, (0, 0))
    picture = face.copy()
    picture.blit(edge.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0)), (0, 0))
    return picture


def painted_face(name: str, shape: shapes.Shape, scale: float) -> pygame.Surface:
    """Return an upright block painted in a colour, with its mark."""
    large, colours, room = scale * FINER, ink(name), _face_size(shape, scale)
    least = (
        min(shape.width, shape.height)
        if isinstance(shape, shapes.Box)
        else shapes.bounding_radius(shape)
    )
    size, (x, y) = round(0.5 * large * least), (side * FINER / 2 for side in room)

    def paint(face: pygame.Surface) -> None:
        if isinstance(shape, shapes.Box):
            _paint_box(face, name, shape, large)
        elif isinstance(shape, shapes.Circle):
            pygame.draw.circle(face, colours.dark, (x, y), shape.radius * large)
            pygame.draw.circle(face, colours.body, (x, y), shape.radius * large * 0.94)
        else:
            points = [(x + p.x * large, y - p.y * large) for p in shapes.corners(shape)]
            pygame.draw.polygon(face, colours.body, points)
            pygame.draw.polygon(face, colours.dark, points, FINER)
        if size >= LEAST_MARK * FINER:
            sign = pygame.Surface((size, size), pygame.SRCALPHA)
            paint_sign(mark_shape(name), colours.mark, sign)
            face.blit(sign, sign.get_rect(center=face.get_rect().center))

    return smooth(room, paint)


def _paint_box(face: pygame.Surface, name: str, shape: shapes.Box, large: float) -> None:
    """Paint a wooden box with rounded corners, light from above, and faint lines of grain."""
    colours = ink(name)
    w, h = round(shape.width * large), round(shape.height * large)
    rect = pygame.Rect(0, 0, w, h).move_to(center=face.get_rect().center)
    radius, rim = round(0.09 * min(w, h)), max(round(0.055 * min(w, h)), 1)
    pygame.draw.rect(face, colours.dark, rect, border_radius=radius)
    lit = pygame.Rect(rect.x, rect.y, rect.w, rect.h - rim)
    pygame.draw.rect(face, colours.light, lit, border_radius=radius)
    inner = rect.inflate(-2 * rim, -2 * rim)
    steps = 12
    for i in range(steps):
        shade = blend(blend(colours.body, colours.light, 0.22), colours.body, i / (steps - 1))
        top = inner.y + inner.h * i // steps
        band = pygame.Rect(inner.x, top, inner.w, inner.bottom - top)
        pygame.draw.rect(face, shade, band, border_radius=max(radius - rim, 1) if i == 0 else 1)
    grain = blend(colours.body, colours.dark, 0.16)
    for y, start, end in ((0.2, 0.05, 0.6), (0.34, 0.5, 0.95), (0.72, 0.08, 0.5), (0.84, 0.3, 0.9)):
        line = inner.y + round(y * inner.h)
        x = inner.x + inner.w * start, inner.x + inner.w * end
        pygame.draw.line(face, grain, (x[0], line), (x[1], line), max(round(0.012 * w), 1))


def piece_face(name: str, shape: shapes.Shape, colour: str, scale: float) -> pygame.Surface:
    """Return an upright piece, its centre of mass in the middle of a transparent rectangle.

    `scale` is pixels per metre; `name` seeds the texture.
    """
    size = _face_size(shape, scale)
    solid = _coverage(shape, scale, size)
    face = pygame.Surface(size, pygame.SRCALPHA)
    light = _light(solid, EDGE * scale)
    board = pygame.surfarray.pixels3d(_board(name, shape, colour, size))
    pixels = pygame.surfarray.pixels3d(face)
    for channel in range(3):
        pixels[..., channel] = np.clip(board[..., channel] * light, 0, 255)
    del pixels
    alpha = pygame.surfarray.pixels_alpha(face)
    alpha[...] = np.round(255 * solid).astype(np.uint8)
    return face


def _face_size(shape: shapes.Shape, scale: float) -> Size:
    """Return the size of the smallest face with the centre of mass in its middle."""
    low, high = shapes.extent(shape, Pose(0.0, 0.0, 0.0))
    across, up = max(-low.x, high.x), max(-low.y, high.y)
    return 2 * math.ceil(across * scale + 2), 2 * math.ceil(up * scale + 2)


def piece_shadow(face: pygame.Surface, blur: int, strength: float) -> pygame.Surface:
    """Return the soft shadow of a piece, `2 * blur` larger than its face on each side."""
    w, h = face.get_size()
    shadow = pygame.Surface((w + 4 * blur, h + 4 * blur), pygame.SRCALPHA)
    shadow.fill((44, 22, 6, 0))
    inside = pygame.surfarray.pixels_alpha(shadow)[2 * blur : 2 * blur + w, 2 * blur : 2 * blur + h]
    inside[...] = (pygame.surfarray.array_alpha(face) * strength).astype(np.uint8)
    del inside
    return pygame.transform.gaussian_blur(shadow, blur)


def _coverage(shape: shapes.Shape, scale: float, size: Size) -> Pixels:
    """Return the share of each pixel that the piece covers, at [x, y]."""
    mask = pygame.Surface((size[0] * FINER, size[1] * FINER), depth=32)
    x, y, large = size[0] * FINER / 2, size[1] * FINER / 2, scale * FINER
    if isinstance(shape, shapes.Circle):
        pygame.draw.circle(mask, "white", (x, y), shape.radius * large)
    else:
        holes = shape.holes if isinstance(shape, shapes.Polygon) else ()
        for ring, ink in [(shapes.corners(shape), "white"), *((hole, "black") for hole in holes)]:
            points = [(x + p.x * large, y - p.y * large) for p in ring]
            pygame.draw.polygon(mask, ink, points)
    small = pygame.transform.smoothscale(mask, size)
    return pygame.surfarray.array_red(small).astype(np.float32) / np.float32(255)


def _board(name: str, shape: shapes.Shape, colour: str, size: Size) -> pygame.Surface:
    """Return the texture of a piece, with the grain along its longer side."""
    if colour in SURFACES:
        return material_surface(size, colour, name)
    tone = blend(*STAINS[colour], dice.stream(0, f"tone of {name}").random())
    low, high = shapes.extent(shape, Pose(0.0, 0.0, 0.0))
    if high.y - low.y > high.x - low.x:
        return pygame.transform.rotate(wood((size[1], size[0]), tone, f"piece {name}", 1.3), 90)
    return wood(size, tone, f"piece {name}", 1.3)


def _light(solid: Pixels, edge: float) -> Pixels:
    """Return the brightness of each pixel: edges are shaded by their slope to the light."""
    soft = _blurred(solid, edge)
    slope_x, slope_y = np.gradient(soft)
    # The slope of a blurred straight edge is 1 / (edge · √2π) at its steepest.
    towards = -(slope_x * LIGHT[0] + slope_y * LIGHT[1]) * edge * math.sqrt(math.tau)
    rim = np.clip(1 - np.hypot(slope_x, slope_y) * edge * 0.45, 0, 1)
    shade: Pixels = (1 + 0.34 * towards) * rim
    down = np.linspace(1.045, 0.955, solid.shape[1], dtype=np.float32)[np.newaxis, :]
    return shade * down


def _blurred(solid: Pixels, sigma: float) -> Pixels:
    """Return the picture blurred by a Gaussian of `sigma` pixels, along x and then y."""
    half = math.ceil(3 * sigma)
    bell = np.exp(-0.5 * (np.arange(-half, half + 1) / sigma) ** 2).astype(np.float32)
    bell /= bell.sum()
    for _ in range(2):
        padded = np.pad(solid, ((half, half), (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1, axis=0)
        solid = (windows @ bell).T
    return solid


class Pen(NamedTuple):
    """Colour and width of a line."""

    tint: RGB
    units: float
    """Width of the line, in units."""


def draw_outline(canvas: Canvas, camera: Camera, shape: shapes.Shape, pose: Pose, pen: Pen) -> None:
    """Draw the outline of a placed shape; a pen of 0 units fills it."""
    tint, line = pen.tint, canvas.px(pen.units) if pen.units else 0
    if isinstance(shape, shapes.Circle):
        middle = camera.to_px(*pose[:2])
        pygame.draw.circle(canvas.target, tint, middle, shape.radius * camera.scale, line)
        return
    points = [camera.to_px(*point) for point in shapes.placed(shapes.corners(shape), pose)]
    pygame.draw.polygon(canvas.target, tint, points, line)


LAID: Final = 0.02
"""Side length of a cube in a picture beside rules, in metres."""
Laid = Iterable[tuple[str, float, float, float]]
"""Blocks by kind, x and y in cubes from the middle of an area's bottom edge, and radians."""


def draw_laid(
    canvas: Canvas, area: pygame.Rect, *, pieces: Mapping[str, Piece], laid: Laid
) -> None:
    """Draw blocks above a line at the bottom edge of an area."""
    side, sprites = canvas.px(44), Sprites(pieces)
    sprites.begin(canvas.viewport)
    for kind, x, y, angle in laid:
        at = (area.centerx + x * side, area.bottom - (y + 0.5) * side, angle)
        sprites.draw(canvas.target, kind, side / LAID, at)
    pygame.draw.line(canvas.target, SOFT_TEXT, area.bottomleft, area.bottomright, canvas.px(2))
