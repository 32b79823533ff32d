"""Any moment of a recorded game as a picture: the table, who plays, and what happens."""

from typing import Final

import pygame

from towersim.messages import message as _
from towersim.rules.base import Event
from towersim.table import Figure
from towersim.theatre.focus import Focus, focus
from towersim.theatre.timeline import Position, Timeline
from towersim.theatre.zones import tallies, zones
from towersim.ui.camera import Camera, fitted
from towersim.ui.canvas import Canvas
from towersim.ui.cards.draw_felt import felt
from towersim.ui.draw_cubes import draw_blocks
from towersim.ui.draw_room import draw_room
from towersim.ui.draw_text import draw_slip
from towersim.ui.layout import areas
from towersim.ui.sprites import Sprites, resting_and_held
from towersim.ui.still_layer import StillLayer
from towersim.ui.theme import GLOW, ON_DARK, ON_DARK_SOFT, SOFT_TEXT, TEXT, WALNUT_DARK, Stage
from towersim.ui.watch.draw_zones import draw_zones
from towersim.units import Seat

BAND: Final = 64
"""Height of the band with the words at the bottom, in units."""
LINE: Final = 1.25
"""From one line of words to the next, as a share of their size."""
PLATE: Final = (150, 46)
"""Size of a player's plate, in units, where there is room for it."""


class Painter:
    """Draws a timeline through the eyes of one seat; -1 sees what lies open to all."""

    def __init__(self, stage: Stage, timeline: Timeline, seat: Seat) -> None:
        self.stage, self.timeline, self.seat = stage, timeline, seat
        pieces = timeline.setup.pieces
        self._sprites = Sprites(pieces) if len(pieces) > 1 else None
        self._still = StillLayer()

    @property
    def is_stacking(self) -> bool:
        """Whether the game has a table with towers to look at."""
        return bool(self.timeline.setup.spots)

    def goal(self, index: int, below: int = 0) -> Camera:
        """Return the camera that shows where a move takes place, `below` pixels kept free."""
        return self._camera(focus(self.timeline, index), below)

    def _camera(self, shown: Focus, below: int) -> Camera:
        width, height = self.stage.size
        base = height - below - self.stage.px(BAND + 46)
        box = (0.0, float(self.stage.px(PLATE[1] + 24)), float(width), float(base))
        return fitted(box, shown.low, shown.high, shown.top)

    def is_told(self, at: Position) -> bool:
        """Whether all that came of a move has been seen by then, so that it may be told."""
        return at.seconds >= self.timeline.moves[at.move].settles

    def fresh(self, before: Position, at: Position) -> tuple[Event, ...]:
        """Return the events that are told at a moment, and were not at one before."""
        move, told = self.timeline.moves[at.move], self.is_told(at)
        events = tuple(self.timeline.seen(move, self.seat))
        if before.move != at.move:
            return events if told else events[: move.acted]
        return events[move.acted :] if told and not self.is_told(before) else ()

    def draw(
        self,
        target: pygame.Surface,
        at: Position,
        figures: tuple[Figure, ...],
        camera: Camera,
        below: int = 0,
    ) -> None:
        """Draw a moment over the whole stage but the `below` lowest pixels."""
        known = at.move if self.is_told(at) else max(at.move - 1, 0)
        view = self.timeline.view(self.timeline.moves[known], max(self.seat, Seat(0)))
        if self.is_stacking:
            self._draw_table(target, figures, camera)
        else:
            height = self.stage.size[1] - below - self.stage.px(BAND)
            target.blit(felt(self.stage, height), (0, 0))
            top = self.stage.px(PLATE[1] + 22)
            room = pygame.Rect(0, top, self.stage.size[0], height - top)
            names = self.timeline.names
            draw_zones(target, self.stage, room, zones(view, names, self.seat))
        self._draw_plates(target, at, tallies(view, len(self.timeline.names)))
        self._draw_words(target, at, below)

    def _draw_table(
        self, target: pygame.Surface, figures: tuple[Figure, ...], camera: Camera
    ) -> None:
        canvas, width = Canvas(target, self.stage), target.get_width()
        layout = areas(self.stage, 0)._replace(
            base=round(camera.base), front=round(camera.base) + 20
        )
        draw_room(canvas, layout, camera, self.timeline.setup.table.width)
        seen = [f for f in figures if -200 < camera.to_px(f.pose.x, 0.0)[0] < width + 200]
        if self._sprites is None:
            draw_blocks(canvas, camera, self._still, seen)
            return
        self._sprites.begin()
        self._sprites.draw_blocks(target, camera, *resting_and_held(seen))

    def _draw_plates(self, target: pygame.Surface, at: Position, standing: tuple[str, ...]) -> None:
        """Draw the players' names and how they stand, and mark whose move it is."""
        stage, names = self.stage, self.timeline.names
        gap = stage.px(10)
        room = (stage.size[0] - gap) // len(names) - gap
        width = min(stage.px(PLATE[0]), room)
        for seat, (name, tally) in enumerate(zip(names, standing, strict=True)):
            plate = pygame.Rect(gap + seat * (width + gap), gap, width, stage.px(PLATE[1]))
            draw_slip(target, stage, plate)
            inner = width - stage.px(20)
            words = stage.text(
                f"{seat + 1}  {name}", 15, TEXT, bold=True, width=inner, height=stage.px(24)
            )
            target.blit(words, (plate.x + stage.px(10), plate.y + stage.px(2)))
            words = stage.text(tally, 14, SOFT_TEXT, width=inner, height=stage.px(22))
            target.blit(words, (plate.x + stage.px(10), plate.y + stage.px(21)))
            if self.timeline.moves[at.move].seat == seat:
                mark = pygame.Rect(plate.x + gap, plate.bottom - stage.px(5), inner, stage.px(4))
                pygame.draw.rect(target, GLOW, mark, border_radius=stage.px(2))

    def _draw_words(self, target: pygame.Surface, at: Position, below: int) -> None:
        """Draw what happens on a band: what a seat did at once, what came of it once it is seen."""
        stage, move = self.stage, self.timeline.moves[at.move]
        told = self.timeline.sentences(move, self.seat)
        told = told if self.is_told(at) else told[: move.acted]
        width, height = stage.size
        band = pygame.Rect(0, height - below - stage.px(BAND), width, stage.px(BAND))
        target.fill(WALNUT_DARK, band)
        last = self.timeline.moves[-1].number
        counted = _("Move {number} of {all}", number=move.number, all=last)
        number = stage.text(counted, 14, ON_DARK_SOFT, width=width // 4, height=stage.px(30))
        target.blit(number, number.get_rect(midright=(width - stage.px(16), band.centery)))
        room = width - number.get_width() - stage.px(48)
        sizes = range(round(stage.grown(18)), 13, -1)
        size = next((s for s in sizes if self._fits(told, s, room)), 13)
        lines = self._lines(told, size, room)
        shown = lines if len(lines) <= 3 else [*lines[:2], f"{lines[2]} …"]
        step = stage.px(LINE * size)
        top = band.centery - step * len(shown) // 2
        for index, line in enumerate(shown):
            words = stage.text(line, size, ON_DARK, width=room)
            target.blit(words, (stage.px(16), top + index * step))

    def _fits(self, told: tuple[str, ...], size: int, room: int) -> bool:
        """Return whether what is told has two lines at most, in the band's height."""
        lines = len(self._lines(told, size, room))
        return lines <= 2 and lines * LINE * size <= BAND

    def _lines(self, told: tuple[str, ...], size: int, room: int) -> list[str]:
        fonts = self.stage.fonts
        return fonts.wrapped(" ".join(map(fonts.language.say, told)), self.stage.px(size), room)
