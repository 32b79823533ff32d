"""Export of a recorded game as a film with sound, an animated GIF, or a strip of one collapse."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import av
import numpy as np
import numpy.typing as npt
import pygame
from av.video.reformatter import VideoReformatter
from PIL import Image

from towersim.common.errors import OptionFault
from towersim.common.units import Seat
from towersim.theatre.falls import ToldFall, fall_paces, told_fall
from towersim.theatre.impacts import Impact
from towersim.theatre.player import simulations
from towersim.theatre.timeline import Move, PlaybackPosition, Timeline
from towersim.ui.app_context import GameUI
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import USUAL, USUAL_STYLE, Viewport
from towersim.ui.language import ENGLISH, Language
from towersim.ui.playback import slowed
from towersim.ui.sound.cues import Cue, mixed, sixteen_bit
from towersim.ui.sound.synthesis import RATE
from towersim.ui.watch.painter import LETTERS, Painter

Picture = npt.NDArray[np.uint8]
"""Height × width × red, green, blue."""
Times = npt.NDArray[np.float64]
"""Times in seconds."""

CODING: Final = {
    "preset": "superfast",
    "tune": "animation",
    "crf": "22",
    "x264-params": "mbtree=1:rc-lookahead=10",
}
"""Encoder options of x264. `mbtree`, which the preset leaves out, cuts the file to a fifth."""
COLOURS: Final = 256
"""Colours of an animated GIF; the palette is that of its first frame."""
PANELS: Final = (3, 2)
"""Columns and rows of a strip."""
LATER: Final = 0.7
"""Seconds from the first impact on the table to the last picture of a strip but one."""
TAIL: Final = 4.0
"""Seconds at the end of a shortened film that are not hastened, or more if there is a fall."""
RUN_UP: Final = 0.5
"""Seconds before that fall which are not hastened either."""
WON: Final = 2.5
"""Seconds for which a film of a whole game goes on showing who has won."""


class Shot(NamedTuple):
    """Parameters of an export: moves, viewing seat, size in pixels, frame rate, speed, language.

    `most` is the longest duration in seconds; in a longer film all but its end is hastened.
    """

    timeline: Timeline
    moves: tuple[Move, ...]
    seat: Seat | None
    ui: GameUI
    size: tuple[int, int] = USUAL
    fps: int = 30
    speed: float = 1.0
    language: Language = ENGLISH
    most: float = math.inf
    falls: Mapping[int, ToldFall] = MappingProxyType({})
    """The falls by move; their parts are shown as slowly as `fall_paces` says."""

    def _parts(self) -> Iterator[tuple[float, float]]:
        """Yield the parts of the film: their lengths in the game and in the film, in seconds."""
        for move in self.moves:
            fall, start = self.falls.get(move.number), 0.0
            for end, pace in fall_paces(move, fall) if fall else ((move.seconds, math.inf),):
                yield end - start, (end - start) / min(pace, self.speed)
                start = end
        is_whole = self.timeline.is_over and self.moves[-1] is self.timeline.moves[-1]
        if is_whole and len(self.timeline.names) > 1:
            yield 0.0, WON

    @property
    def _whole(self) -> float:
        return sum(seconds for _, seconds in self._parts())

    @property
    def seconds(self) -> float:
        """Duration of the film, in seconds."""
        return min(self._whole, self.most)

    @property
    def _tail(self) -> float:
        """The length of the end that is not hastened: with the fall in the last move, if any."""
        fall, ends = self.falls.get(self.moves[-1].number), self._ends
        if fall is None:
            return TAIL
        begins = self.moves[-1].begins - self.moves[0].begins + fall.begins - RUN_UP
        tail = float(ends[-1, 1] - np.interp(begins, ends[:, 0], ends[:, 1]))
        return min(max(tail, TAIL), self.seconds - 1.0)

    @property
    def _ends(self) -> Times:
        """The ends of the parts, in the game and in the film, in seconds; the first row is 0."""
        return np.cumsum([(0.0, 0.0), *self._parts()], axis=0)

    def at(self, seconds: Times) -> Times:
        """Return the times since the first move that the film shows after `seconds`."""
        skipped, hastened = self._whole - self.seconds, self.seconds - self._tail
        if skipped:
            seconds = seconds + skipped * np.minimum(seconds / hastened, 1.0)
        ends = self._ends
        moments: Times = np.interp(seconds, ends[:, 1], ends[:, 0])
        return moments

    def hastens(self, seconds: Times) -> npt.NDArray[np.bool_]:
        """Return whether the film is hastened after `seconds`."""
        return (seconds < self.seconds - self._tail) & (self._whole > self.seconds)

    @property
    def frames(self) -> int:
        """Number of frames, at least one."""
        return max(round(self.seconds * self.fps), 1)

    @property
    def times(self) -> Times:
        """The times of the frames in the film, in seconds."""
        return np.arange(self.frames) / self.fps


def falls(timeline: Timeline, moves: Iterable[Move]) -> dict[int, ToldFall]:
    """Return the falls in some moves; each is simulated."""
    told = ((move.number, told_fall(timeline, move)) for move in moves)
    return {number: fall for number, fall in told if fall is not None}


class FilmCamera:
    """Renders a shot frame by frame and collects its sounds."""

    def __init__(self, shot: Shot) -> None:
        self.shot = shot
        self.cues: list[tuple[float, Cue]] = []
        """Sound cues, with their times in the film in seconds."""
        self._simulation = simulations(shot.timeline)
        # Small films are drawn larger and downscaled.
        scale = max(1.0, USUAL[0] / shot.size[0], USUAL[1] / shot.size[1])
        size = round(shot.size[0] * scale), round(shot.size[1] * scale)
        look = USUAL_STYLE._replace(text=min(scale, LETTERS))
        viewport = Viewport(size, Fonts(language=shot.language), look)
        self._painter = Painter(viewport, shot.timeline, shot.seat, shot.ui)
        self._painter.falls = shot.falls
        self._painter.jump(shot.moves[0].number)
        self._canvas = pygame.Surface(viewport.size, depth=32)
        self._converter = VideoReformatter()

    def frames(self) -> Iterator[bool]:
        """Draw the frames in order; yield for each whether it differs from the previous one."""
        shot, painter, first = self.shot, self._painter, self.shot.moves[0].begins
        before, shown = PlaybackPosition(-1, 0.0), None
        times = shot.times
        rows = zip(times, shot.at(times), shot.hastens(times), strict=True)
        for seconds, moment, is_mute in rows:
            at = shot.timeline.at(first + float(moment))
            if is_mute:
                ticks = shot.timeline.moves[at.move].ticks
                self._simulation(at.move).simulate_towards(at.seconds, ticks, listens=False)
            figures = self._simulation(at.move).figures(at.seconds)
            painter.follow(at, figures, 1 / shot.fps)
            self._listen(at if is_mute else before, at, float(seconds))
            strained = shot.timeline.moves[at.move].test and at.seconds
            fall, camera = painter.fall(at, figures), painter.control.camera
            seen = (at.move, painter.is_told(at), fall, figures, camera, strained)
            differs = seen != shown
            if differs:
                painter.draw(self._canvas, at, figures)
            before, shown = at, seen
            yield differs

    def still(self, at: PlaybackPosition) -> Picture:
        """Return the picture at a position of the timeline."""
        figures = self._simulation(at.move).figures(at.seconds)
        self._painter.follow(at, figures, math.inf)
        self._painter.draw(self._canvas, at, figures)
        return self.picture()

    def _listen(self, before: PlaybackPosition, at: PlaybackPosition, seconds: float) -> None:
        """Collect the sounds between two frames."""
        start = before.seconds if before.move == at.move else at.seconds
        impacts: Iterable[Impact] = self._simulation(at.move).impacts(start, at.seconds)
        if self._painter.pace(at) < 1:
            impacts = map(slowed, impacts)
        self.cues += [(seconds, cue) for cue in self._painter.cues(impacts, before, at)]

    def picture(self) -> Picture:
        """Return the last frame drawn."""
        width, height = self._canvas.get_size()
        pixels = np.frombuffer(pygame.image.tobytes(self._canvas, "RGB"), dtype=np.uint8)
        return pixels.reshape(height, width, 3)

    def converted(self) -> av.VideoFrame:
        """Return the last frame drawn in the pixel format of x264, yuv420p."""
        width, height = self._canvas.get_size()
        # A view of the canvas's pixels: it locks the surface until the frame is freed.
        pixels = pygame.surfarray.pixels2d(self._canvas).T.view(np.uint8)
        drawn = av.VideoFrame.from_numpy_buffer(pixels.reshape(height, width, 4), format="bgra")
        return self._converter.reformat(drawn, *self.shot.size, format="yuv420p")


def save_film(shot: Shot, path: Path, tell: Callable[[], None]) -> None:
    """Write a film with sound as MP4; `tell` is called for each frame."""
    camera = FilmCamera(shot)
    with av.open(str(path), "w") as file:
        video = file.add_stream("libx264", rate=shot.fps, options=dict(CODING))
        video.width, video.height = shot.size
        video.pix_fmt = "yuv420p"
        # x264 encodes frames in its own threads while this one draws the next.
        video.thread_type = "FRAME"
        audio = file.add_stream("aac", rate=RATE, layout="stereo")
        for number, differs in enumerate(camera.frames()):
            if differs:
                frame = camera.converted()
            frame.pts, frame.time_base = number, Fraction(1, shot.fps)
            file.mux(video.encode(frame))
            tell()
        file.mux(video.encode())
        for chunk in _sound(camera):
            file.mux(audio.encode(chunk))
        file.mux(audio.encode())


def _sound(camera: FilmCamera) -> Iterator[av.AudioFrame]:
    """Yield the soundtrack in chunks of one second."""
    track = sixteen_bit(mixed(camera.cues, camera.shot.frames / camera.shot.fps))
    for start in range(0, len(track), RATE):
        piece = np.ascontiguousarray(track[start : start + RATE].reshape(1, -1))
        frame = av.AudioFrame.from_ndarray(piece, format="s16", layout="stereo")
        frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
        yield frame


def save_animation(shot: Shot, path: Path, tell: Callable[[], None]) -> None:
    """Write an endlessly looping GIF; `tell` is called for each frame."""
    pictures = _reduced(shot, tell)
    first = next(pictures)
    # GIF counts in hundredths of a second.
    ends = [10 * round(100 * number / shot.fps) for number in range(shot.frames + 1)]
    first.save(
        path,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[end - begin for begin, end in pairwise(ends)],
        loop=0,
        optimize=False,
    )


def _reduced(shot: Shot, tell: Callable[[], None]) -> Iterator[Image.Image]:
    camera, palette = FilmCamera(shot), None
    for differs in camera.frames():
        if differs:
            picture = Image.fromarray(camera.picture())
            image = picture.resize(shot.size, Image.Resampling.LANCZOS)
            # Median cut, the default, spends all colours on the wall and none on the blocks.
            palette = palette or image.quantize(COLOURS, Image.Quantize.FASTOCTREE)
            reduced = image.quantize(palette=palette, dither=Image.Dither.NONE)
        yield reduced
        tell()


def save_strip(shot: Shot, path: Path) -> None:
    """Write six moments of the last collapse as one PNG, or the final table if nothing fell."""
    fallen = [(move, fall) for move in shot.moves if (fall := shot.falls.get(move.number))]
    across, down = PANELS if fallen else (1, 1)
    panel = shot.size[0] // across, shot.size[1] // down
    camera = FilmCamera(shot._replace(size=panel))
    moments = [PlaybackPosition(shot.moves[-1].number, shot.moves[-1].seconds)]
    if fallen:
        moments = _moments(*fallen[-1], across * down)
    strip = Image.new("RGB", shot.size)
    for index, at in enumerate(moments):
        picture = Image.fromarray(camera.still(at)).resize(panel, Image.Resampling.LANCZOS)
        strip.paste(picture, (index % across * panel[0], index // across * panel[1]))
    strip.save(path, "PNG")


def _moments(move: Move, fall: ToldFall, number: int) -> list[PlaybackPosition]:
    """Return `number` moments of a collapse: equidistant from its begin on, and at rest."""
    end = min(fall.lands + LATER, move.settles)
    moments = [*np.linspace(fall.begins, end, number - 1).tolist(), move.settles]
    return [PlaybackPosition(move.number, moment) for moment in moments]


def checked_size(text: str) -> tuple[int, int]:
    """Return (width, height) of a size such as ``1280x720``, in pixels; OptionFault if invalid.

    >>> checked_size("640x360")
    (640, 360)
    """
    if not (sides := re.fullmatch(r"(\d{1,9})x(\d{1,9})", text)):
        raise OptionFault(f"size {text!r}: it should look like 1280x720")
    size = int(sides[1]), int(sides[2])
    if any(side % 2 or not 160 <= side <= 3840 for side in size):
        raise OptionFault(f"size {text!r}: both sides are even numbers from 160 to 3840")
    return size
