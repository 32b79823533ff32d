"""A recorded game as a film with sound, as an animated picture, or as a strip of one collapse."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

import av
import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

from towersim.errors import OptionFault
from towersim.theatre.simulation import Playback
from towersim.theatre.timeline import Move, Position, Timeline
from towersim.ui.animations import follow
from towersim.ui.fonts import Fonts
from towersim.ui.language import ENGLISH, Language
from towersim.ui.sound.cues import Cue, of_event, of_impacts
from towersim.ui.sound.mixdown import mixed, sixteen_bit
from towersim.ui.sound.synthesis import RATE
from towersim.ui.theme import USUAL, Stage
from towersim.ui.watch.painter import Painter
from towersim.units import Seat

Picture = npt.NDArray[np.uint8]
"""Height × width × red, green, blue."""

COLOURS: Final = 256
"""Of an animated picture; it has one palette, of its first frame."""
PANELS: Final = (3, 2)
"""Pictures of a strip, across and down."""
AROUND: Final = 0.4
"""A strip begins this long before the first block falls and ends so long after the last one."""


class Shot(NamedTuple):
    """What is filmed and how: moves, whose eyes, size in pixels, frames a second, speed, words."""

    timeline: Timeline
    moves: tuple[Move, ...]
    seat: Seat
    size: tuple[int, int] = USUAL
    fps: int = 30
    speed: float = 1.0
    language: Language = ENGLISH

    @property
    def seconds(self) -> float:
        """How long the film is, in seconds."""
        return sum(move.seconds for move in self.moves) / self.speed

    @property
    def frames(self) -> int:
        """How many frames it has, at least one."""
        return max(round(self.seconds * self.fps), 1)


class Camera:
    """Goes through a shot frame by frame and notes what is heard on the way."""

    def __init__(self, shot: Shot) -> None:
        self.shot = shot
        self.cues: list[tuple[float, Cue]] = []
        """What is heard, with its time in the film in seconds."""
        self._playback = Playback(shot.timeline)
        stage = Stage(_drawn_size(shot.size), Fonts(language=shot.language))
        self._painter = Painter(stage, shot.timeline, shot.seat)
        self._canvas = pygame.Surface(stage.size)

    def pictures(self) -> Iterator[Picture]:
        """Yield every frame; where nothing moves, the same again."""
        shot, painter, first = self.shot, self._painter, self.shot.moves[0].begins
        step = shot.speed / shot.fps
        before, shown = Position(-1, 0.0), None
        camera = painter.goal(shot.moves[0].number)
        picture = self._picture()
        for frame in range(shot.frames):
            at = shot.timeline.at(first + frame * step)
            goal = painter.goal(at.move)
            camera = follow(camera, goal, 1 / shot.fps)
            figures = self._playback.figures(at)
            self._listen(before, at, frame / shot.fps)
            seen = (at.move, painter.is_told(at), figures, camera)
            if seen != shown:
                painter.draw(self._canvas, at, figures, camera)
                picture, shown = self._picture(), seen
            before = at
            yield picture

    def still(self, at: Position) -> Picture:
        """Return one moment."""
        camera = self._painter.goal(at.move)
        self._painter.draw(self._canvas, at, self._playback.figures(at), camera)
        return self._picture()

    def _listen(self, before: Position, at: Position, seconds: float) -> None:
        """Note what is heard between two frames."""
        shot, painter = self.shot, self._painter
        move = shot.timeline.moves[at.move]
        events = shot.timeline.seen(move, shot.seat)
        told = painter.is_told(at)
        if before.move != at.move:
            fresh = events if told else events[: move.acted]
        else:
            fresh = events[move.acted :] if told and not painter.is_told(before) else ()
        found = {cue for event in fresh if (cue := of_event(event))}
        half = shot.timeline.setup.table.width / 2
        found |= {*of_impacts(self._playback.impacts(before, at), -half, half)}
        self.cues += [(seconds, cue) for cue in found]

    def _picture(self) -> Picture:
        width, height = self._canvas.get_size()
        pixels = np.frombuffer(pygame.image.tobytes(self._canvas, "RGB"), dtype=np.uint8)
        return pixels.reshape(height, width, 3)


def save_film(shot: Shot, path: Path, tell: Callable[[], None]) -> None:
    """Write a film with sound as MP4; `tell` is called for each frame."""
    camera = Camera(shot)
    with av.open(str(path), "w") as file:
        video = file.add_stream(
            "libx264", rate=shot.fps, options={"preset": "veryfast", "crf": "22"}
        )
        video.width, video.height = shot.size
        video.pix_fmt = "yuv420p"
        audio = file.add_stream("aac", rate=RATE, layout="stereo")
        for picture in camera.pictures():
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            file.mux(video.encode(frame.reformat(*shot.size, format="yuv420p")))
            tell()
        file.mux(video.encode())
        for chunk in _sound(camera):
            file.mux(audio.encode(chunk))
        file.mux(audio.encode())


def _sound(camera: Camera) -> Iterator[av.AudioFrame]:
    """Yield what is heard, in pieces of a second."""
    track = sixteen_bit(mixed(camera.cues, camera.shot.frames / camera.shot.fps))
    for start in range(0, len(track), RATE):
        piece = np.ascontiguousarray(track[start : start + RATE].reshape(1, -1))
        frame = av.AudioFrame.from_ndarray(piece, format="s16", layout="stereo")
        frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
        yield frame


def save_animation(shot: Shot, path: Path, tell: Callable[[], None]) -> None:
    """Write an animated GIF that goes on for ever; `tell` is called for each frame."""
    pictures = _reduced(shot, tell)
    first = next(pictures)
    first.save(
        path,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=round(1000 / shot.fps),
        loop=0,
        optimize=False,
    )


def _reduced(shot: Shot, tell: Callable[[], None]) -> Iterator[Image.Image]:
    palette: Image.Image | None = None
    for picture in Camera(shot).pictures():
        image = Image.fromarray(picture).resize(shot.size, Image.Resampling.LANCZOS)
        # Median cut, the usual way, spends all colours on the wall and none on the blocks.
        palette = palette or image.quantize(COLOURS, Image.Quantize.FASTOCTREE)
        yield image.quantize(palette=palette, dither=Image.Dither.NONE)
        tell()


def save_strip(shot: Shot, path: Path) -> None:
    """Write six moments of the last collapse as one PNG; without one, the table in the end."""
    fallen = [move for move in shot.moves if move.collapsed]
    across, down = PANELS if fallen else (1, 1)
    panel = shot.size[0] // across, shot.size[1] // down
    camera = Camera(shot._replace(size=panel))
    moments = [Position(shot.moves[-1].number, shot.moves[-1].seconds)]
    if fallen:
        moments = list(_moments(fallen[-1], shot.timeline.profile.tick_hz, across * down))
    strip = Image.new("RGB", shot.size)
    for index, at in enumerate(moments):
        picture = Image.fromarray(camera.still(at)).resize(panel, Image.Resampling.LANCZOS)
        strip.paste(picture, (index % across * panel[0], index // across * panel[1]))
    strip.save(path, "PNG")


def _moments(move: Move, tick_hz: int, number: int) -> Iterator[Position]:
    """Yield moments of a collapse, from before the first block falls to after the last."""
    if move.motion is None:
        raise ValueError("the move has no motion")
    falls = [fall.tick / tick_hz for fall in move.motion.fell]
    start, end = max(min(falls) - AROUND, 0.0), min(max(falls) + AROUND, move.settles)
    for index in range(number):
        yield Position(move.number, start + (end - start) * index / (number - 1))


def checked_size(text: str) -> tuple[int, int]:
    """Return a size such as ``1280x720`` in pixels; OptionFault for what no film can have.

    >>> checked_size("640x360")
    (640, 360)
    """
    width, cross, height = text.partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise OptionFault(f"size {text!r}: it should look like 1280x720")
    size = int(width), int(height)
    if any(side % 2 or not 160 <= side <= 3840 for side in size):
        raise OptionFault(f"size {text!r}: both sides are even numbers from 160 to 3840")
    return size


def _drawn_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return at which size frames are drawn: small films are drawn larger and shrunk."""
    scale = max(1.0, USUAL[0] / size[0], USUAL[1] / size[1])
    return round(size[0] * scale), round(size[1] * scale)
