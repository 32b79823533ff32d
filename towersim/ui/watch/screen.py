"""The player of recorded games: play, pause, seek, move the camera, change the viewing seat."""

from enum import StrEnum
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import Seat
from towersim.theatre.impacts import Impact
from towersim.theatre.player import Player
from towersim.theatre.timeline import ONLOOKER, PlaybackPosition, Timeline, opening
from towersim.ui.app_context import AppContext, CloseScreens, GuideKey, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import SMALL, WALNUT, Viewport
from towersim.ui.input.bindings import notches
from towersim.ui.rulebook import OTHER_GUIDES, WATCH, WatchCommand
from towersim.ui.screens.base import TableScreen
from towersim.ui.settings import speed_label
from towersim.ui.watch.painter import FallFinder, Margins, Painter, TimeBar
from towersim.ui.widgets.forms import Button, ButtonId

BUDGET: Final = 0.010
"""Seconds per frame available to the simulation."""
JUMP: Final = 0.150
"""The same after a jump without dragging: one longer frame then shows the target sooner."""
BAR: Final = 40
"""Height of the time bar, in units."""
ROW: Final = 54
"""Height of the row of buttons, in units."""
NEAREST, FARTHEST = 12_000.0, 150.0
"""Limits of the camera's scale, in pixels per metre."""
SECOND: Final = 1.0
"""Step of an arrow key, in seconds; with Shift it is one tick."""


class WatchScreen(TableScreen):
    """The screen of one recorded game; the record is read-only."""

    keys = OTHER_GUIDES[WATCH].keys
    guide: GuideKey = (WATCH, None)
    painter: Painter

    def __init__(self, context: AppContext, timeline: Timeline) -> None:
        self.player = Player(timeline, context.clock)
        begun = ((move.begins, move.seat) for move in timeline.moves)
        self.player.seek(opening(begun, timeline.recording.header.seats))
        self._viewers, self._margins = timeline.viewers(), Margins(timeline)
        self._falls = FallFinder(timeline)
        self._has_falls = any(move.falls_at is not None for move in timeline.moves)
        self._has_rounds = any(move.begins_round for move in timeline.moves)
        self.seat: Seat | None = ONLOOKER
        self._seeking = self._panning = False
        self._before = PlaybackPosition(-1, 0.0)
        self._at = context.viewport.rect.center
        self._viewport: Viewport | None = None
        super().__init__(context)

    @property
    def is_animating(self) -> bool:
        """Whether the screen may change without input."""
        player = self.player
        moves = player.is_playing or player.is_behind or self.painter.control.is_moving
        return moves or not self._margins.is_complete

    def arrange(self) -> None:
        """Lay out the table, the time bar and the row of buttons."""
        viewport, timeline = self._context.viewport, self.player.timeline
        px, (width, height) = viewport.px, viewport.size
        self._below = px(BAR + ROW + 14)
        ui = self._context.ui_of(timeline.recording.header.game)
        painter = Painter(viewport, timeline, self.seat, ui, self._below)
        painter.falls = self._falls.known
        painter.jump(self.player.at.move)
        if viewport is self._viewport:
            painter.control = self.painter.control
        self.painter, self._viewport = painter, viewport
        bar = pygame.Rect(px(16), height - px(BAR + ROW + 6), width - px(32), px(BAR))
        self.bar = TimeBar(viewport, timeline, bar, self._margins)
        self._row = pygame.Rect(px(16), height - px(ROW), width - px(32), px(44))

    def own_buttons(self) -> list[Button]:
        """Return the row of buttons."""
        px, row = self._context.viewport.px, self._row
        buttons: tuple[tuple[str, str, float, bool], ...] = (
            (_("Pause") if self.player.is_playing else _("Play"), "play", 112, True),
            (_("‹ Move"), "back", 100, True),
            (_("Move ›"), "on", 100, True),
            (_("Collapse ›"), "fall", 128, self._has_falls),
            (_("Round ›"), "round", 110, self._has_rounds),
            (speed_label(self.player.speed), "speed", 96, True),
        )
        x, made = row.x, []
        for label, command, width, on in buttons:
            if on:
                rect, turns = pygame.Rect(x, row.y, px(width), row.h), command == "speed"
                made.append(Button(rect, label, command, "dark", chooser=turns))
                x += px(width + 8)
        close = pygame.Rect(row.right - px(110), row.y, px(110), row.h)
        if len(self._viewers) > 1:
            rect = pygame.Rect(x, row.y, min(px(230), close.x - px(8) - x), row.h)
            eyes: str = _("Onlooker")
            if self.seat is not None:
                name, fonts = self.player.timeline.names[self.seat], self._context.viewport.fonts
                eyes = fonts.cut(name, px(SMALL), rect.w - px(50))
            made.append(Button(rect, eyes, "eyes", "dark", chooser=True))
        return [*made, Button(close, _("Close"), "close", "dark")]

    def other_event(self, event: pygame.event.Event) -> None:
        """Handle the mouse: seek in the time bar, or pan and zoom the table."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._mouse(event)
        elif event.type == pygame.MOUSEWHEEL and self.painter.is_stacking:
            self.painter.control.zoom(notches(event), self._at, FARTHEST, NEAREST)

    def lose_focus(self) -> None:
        """End a drag."""
        self._seeking = self._panning = False

    def key_event(self, command: StrEnum | None, event: pygame.event.Event) -> ScreenChange | None:
        """Seek with the arrows, or execute a key's command."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            direction = -1 if event.key == pygame.K_LEFT else 1
            if event.mod & pygame.KMOD_SHIFT:
                self.player.step(direction)
            else:
                self.player.seek(self.player.seconds + direction * SECOND)
            return None
        pressing = command is WatchCommand.PLAY and self.form.focus is not None
        if isinstance(command, WatchCommand) and not pressing:
            return self.do(command)
        return super().key_event(command, event)

    def do(self, command: ButtonId, direction: int = 1) -> ScreenChange | None:
        """Execute the command of a button or a key."""
        player = self.player
        match command:
            case "play":
                player.toggle()
            case "back" | "on":
                player.next_move(-1 if command == "back" else 1)
            case "start" | "end":
                player.seek(0.0 if command == "start" else player.timeline.seconds)
            case "fall":
                player.next_collapse()
            case "round":
                player.next_round()
            case "speed" | "faster" | "slower":
                player.faster(-1 if command == "slower" else direction)
            case "eyes":
                place, former = self._viewers.index(self.seat) + direction, self.form
                self.seat = self._viewers[place % len(self._viewers)]
                self.resize()
                self.form.take_over(former)
            case "follow":
                self.painter.control.home()
            case _:
                return CloseScreens()
        return None

    def _mouse(self, event: pygame.event.Event) -> None:
        self._at = event.pos
        if event.type == pygame.MOUSEBUTTONUP:
            self._seeking = self._panning = False
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button <= pygame.BUTTON_RIGHT:
            top = self._context.viewport.size[1] - self._below
            reach = self.bar.rect.inflate(0, self._context.viewport.px(14))
            self._seeking = event.button == pygame.BUTTON_LEFT and reach.collidepoint(event.pos)
            self._panning = self.painter.is_stacking and event.pos[1] < top
        elif event.type == pygame.MOUSEMOTION and self._panning:
            self.painter.control.pan(*event.rel)
        if self._seeking:
            self.player.seek(self.bar.seconds(event.pos[0]))

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`."""
        jumps = self.player.is_seeking and not self._seeking
        waits, speed = self._falls.step(self.player.at), self.player.speed
        slow = self._context.settings.slow_motion and speed <= 1
        pace = self.painter.pace(self.player.at, slow=slow) * max(speed, 1.0)
        pace = 0.0 if waits and slow else pace
        impacts = self.player.advance(seconds, JUMP if jumps else BUDGET, pace)
        self._hear(impacts)
        self.buttons.show(self.own_buttons())
        eased = self._context.viewport.eased(seconds)
        self.painter.follow(self.player.at, self.player.figures(), eased)
        self.bar.update()
        self.form.update(seconds)
        return None

    def _hear(self, impacts: tuple[Impact, ...]) -> None:
        """Play the sounds of impacts, and of events shown since the last frame."""
        before, self._before = self._before, self.player.at
        cues = self.painter.cues(impacts, before, self._before) if self.player.is_playing else ()
        self._context.sound.cues(cues, self._context.settings)

    def draw(self, canvas: Canvas) -> None:
        """Draw a frame."""
        player, target = self.player, canvas.target
        self.painter.draw(target, player.at, player.figures())
        foot = pygame.Rect(0, target.get_height() - self._below, target.get_width(), self._below)
        target.fill(WALNUT, foot)
        self.bar.draw(canvas, player.seconds)
        self.form.draw(canvas)
