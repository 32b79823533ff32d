"""Drawing of any moment of a recorded game: table, players, current events, and the time bar."""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final

import pygame

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Seat
from towersim.rules.base import Event, Outcome
from towersim.scene.scene import height_of
from towersim.theatre.falls import ToldFall, fall_paces, told_fall
from towersim.theatre.focus import MovingPart, focus, last_focus
from towersim.theatre.impacts import Impact
from towersim.theatre.margins import margin_of_tallest
from towersim.theatre.player import Figures, collapses
from towersim.theatre.timeline import ONLOOKER, PlaybackPosition, Timeline
from towersim.ui.app_context import GameUI, RecordedPosition
from towersim.ui.drawing import theme
from towersim.ui.drawing.camera import Box, Camera, CameraControl, fitted, pixel_rect, turned
from towersim.ui.drawing.canvas import Canvas, StillLayer
from towersim.ui.drawing.layout import Areas
from towersim.ui.drawing.scenery import symbol
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.text import LEGIBLE, Paragraph, TextBox, TextSizes, draw_banner, draw_slip
from towersim.ui.explainer import Marks
from towersim.ui.screens.result import winners_title
from towersim.ui.screens.thumbnails import Loading
from towersim.ui.sound.cues import Cue, of_frame
from towersim.ui.stacking import draw_blocks
from towersim.ui.stacking.effects import Effects, effects_of

HIGHEST: Final = 0.5
"""Upper bound of the margins drawn; the tangent of 27 degrees."""
GRAPHS: Final = 0.32
"""The share of the width above the bar that says what its graphs are, for usual text."""


def graphs_share(viewport: theme.Viewport) -> float:
    """Return that share for the player's text size."""
    return min(GRAPHS * viewport.look.text, 0.45)


class Margins:
    """Computes margins move by move in a thread, as long as `step` is called."""

    def __init__(self, timeline: Timeline) -> None:
        self._moves = timeline.moves if timeline.setup.spots else ()
        self.known: list[float | None] = []
        """The margins computed so far, by move; at most `HIGHEST`, None without a tower."""
        self._margins: Loading[int, float | None] = Loading(
            lambda number: margin_of_tallest(self._moves[number].after)
        )

    @property
    def is_complete(self) -> bool:
        """Whether the margins after all moves are known."""
        return len(self.known) == len(self._moves)

    def step(self) -> None:
        """Collect finished margins and request the next."""
        moves, known = self._moves, self.known
        while (number := len(known)) < len(moves):
            if number and moves[number].after.towers == moves[number - 1].after.towers:
                known.append(known[-1])
            elif self._margins.has(number):
                margin = self._margins.take(number)
                known.append(None if margin is None else min(margin, HIGHEST))
            else:
                break


SOON: Final = 0.5
"""Seconds before a fall at which playback waits until its cause is found."""


class FallFinder:
    """Finds the causes of collapses in a thread, as long as `step` is called."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self.known: dict[int, ToldFall | None] = {}
        """The collapses found so far, by move."""
        self._falls = Loading[int, ToldFall | None](
            lambda number: told_fall(timeline, timeline.moves[number])
        )

    def step(self, at: PlaybackPosition) -> bool:
        """Request the fall in a move, or collect it; return whether it is too early to go on."""
        falls_at = self._timeline.moves[at.move].falls_at
        if falls_at is None or at.move in self.known:
            return False
        if self._falls.has(at.move):
            self.known[at.move] = self._falls.take(at.move)
            return False
        return at.seconds >= falls_at - SOON


KNOB: Final = 9
"""Radius of the knob, in units."""


class TimeBar:
    """Draws a timeline and converts x positions to moments."""

    def __init__(
        self, viewport: theme.Viewport, timeline: Timeline, rect: pygame.Rect, margins: Margins
    ) -> None:
        self.rect = rect
        self._viewport, self._timeline = viewport, timeline
        self._margins, self._dotted = margins, 0
        self._heights = [height_of(move.after.scene().blocks) for move in timeline.moves]
        self._picture = self._painted()

    def seconds(self, x: int) -> float:
        """Return the moment at x (pixels), in seconds since the beginning; clamped to the bar."""
        share = (x - self.rect.x) / max(self.rect.w - 1, 1)
        return min(max(share, 0.0), 1.0) * self._timeline.seconds

    def draw(self, canvas: Canvas, seconds: float) -> None:
        """Draw the bar with its knob at a moment, and height and margin of the tallest tower."""
        canvas.put(self._picture, self.rect)
        at = self._timeline.at(seconds)
        rests = at.seconds >= self._timeline.moves[at.move].settles
        self._draw_now(canvas, at.move if rests else max(at.move - 1, 0))
        x = self.rect.x + self._x(seconds)
        line = pygame.Rect(x - 1, self.rect.y, 2, self.rect.h)
        pygame.draw.rect(canvas.target, theme.GLOW, line)
        pygame.draw.circle(canvas.target, theme.GLOW, (x, self.rect.bottom - 2), canvas.px(KNOB))

    def _painted(self) -> pygame.Surface:
        """Return the graph: tallest tower as an area, seat counts as lines, and marks."""
        timeline, height = self._timeline, self.rect.h
        picture = pygame.Surface(self.rect.size)
        picture.fill(theme.WALNUT_DARK)
        pygame.draw.rect(picture, theme.WALNUT_LIGHT, picture.get_rect(), 1)
        heights = self._heights
        most = max(heights)
        foot, room = height - 3, height - self._viewport.px(16)
        for move, tall in zip(timeline.moves, heights, strict=True):
            if tall > 0:
                left, right = self._x(move.begins), self._x(move.begins + move.seconds)
                high = round(tall / most * room)
                picture.fill(theme.WALNUT_LIGHT, (left, foot - high, right - left, high))
        self._draw_counts(picture, foot, room)
        for move in timeline.moves:
            if move.begins_round:
                picture.fill(
                    theme.CREAM, (self._x(move.begins), 1, self._viewport.px(1), height - 2)
                )
        size = self._viewport.px(5)
        for x in map(self._x, collapses(timeline)):
            triangle = [(x - size, 1), (x + size, 1), (x, 1 + 2 * size)]
            pygame.draw.polygon(picture, theme.ACCENT, triangle)
        return picture

    def update(self) -> None:
        """Draw newly computed margins as rows of dots, distinct from the area and the lines."""
        self._margins.step()
        picture, known = self._picture, self._margins.known
        px, foot, room = self._viewport.px, self.rect.h - 3, self.rect.h - self._viewport.px(16)
        fresh = range(self._dotted, len(known))
        self._dotted = len(known)
        for number in fresh:
            move, margin = self._timeline.moves[number], known[number]
            if margin is None:
                continue
            y = foot - round(margin / HIGHEST * room)
            left, right = self._x(move.begins), self._x(move.begins + move.seconds)
            for x in range(left, max(right, left + 1), px(5)):
                pygame.draw.circle(picture, theme.ON_DARK, (x, y), px(1.5))

    def _draw_now(self, canvas: Canvas, move: int) -> None:
        """Draw height and margin of the tallest tower in the band above, with the graph's marks."""
        known, tall = self._margins.known, self._heights[move]
        if not tall:
            return
        target, px = canvas.target, canvas.px
        labels: list[tuple[str, str]] = [("hill", _("tallest {cm:.1f} cm", cm=100 * tall))]
        # Statics finds no equilibrium in some towers that stand by a jammed piece.
        if move < len(known) and (margin := known[move]):
            tilt = math.degrees(math.atan(margin))
            holds = _("withstands {tilt:.1f}° of tilt", tilt=tilt)
            if margin == HIGHEST:
                holds = _("withstands over {tilt:.1f}° of tilt", tilt=tilt)
            labels.append(("dots", holds))
        x, y, viewport = self.rect.right, self.rect.y - px(16), self._viewport
        room = round(graphs_share(viewport) * self.rect.w) - px(32 * len(labels))
        together = " ".join(label for _mark, label in labels)
        size = viewport.common_size([together], 13, (room, px(26)))
        for mark, label in reversed(labels):
            told = viewport.text(label, size, theme.ON_DARK)
            x = canvas.put(told, midright=(x, y)).x - px(24)
            if mark == "hill":
                target.fill(theme.WALNUT_LIGHT, (x, y - px(6), px(18), px(12)))
            else:
                for dot in range(4):
                    pygame.draw.circle(target, theme.ON_DARK, (x + px(2 + 5 * dot), y), px(1.5))
            x -= px(8)

    def _draw_counts(self, picture: pygame.Surface, foot: int, room: int) -> None:
        timeline = self._timeline
        seats = len(timeline.names)
        views = (timeline.view(move, ONLOOKER) for move in timeline.moves)
        by_move = [timeline.rules.counts(view).numbers for view in views]
        every = [number for row in by_move for number in row]
        low, most = min(every, default=0), max(every, default=0)
        if most == low:
            return
        for seat in range(seats):
            points = [
                (
                    self._x(move.begins + move.settles),
                    foot - round((row[seat] - low) / (most - low) * room),
                )
                for move, row in zip(timeline.moves, by_move, strict=True)
                if row
            ]
            if len(points) > 1:
                tint = theme.SEAT_TINTS[seat % len(theme.SEAT_TINTS)]
                stairs = points[:1]
                for x, y in points[1:]:
                    stairs += [(x, stairs[-1][1]), (x, y)]
                pygame.draw.lines(picture, tint, closed=False, points=stairs, width=2)
                # The seat's number at the end of its line, for the colour-blind.
                name = self._viewport.text(str(seat + 1), 12, tint, bold=True)
                place = (points[-1][0] - (seat + 1) * self._viewport.px(12), points[-1][1])
                picture.blit(name, name.get_rect(midbottom=place))

    def _x(self, seconds: float) -> int:
        return round(seconds / self._timeline.seconds * (self.rect.w - 1))


LETTERS: Final = 1.6
"""Largest size of texts as a multiple of the usual, in a picture that is shown smaller."""
BAND: Final = 46
"""Height of the text band at the bottom, in units, for usual text; it grows with the text."""
LINE: Final = 1.25
"""Line spacing, as a multiple of the text size."""
DrawRecorded = Callable[[Canvas, RecordedPosition], Areas]
FRONT: Final = 30
"""Height of the table below its edge, in units."""
PLATE: Final = (150, 46)
"""Greatest width, and height, of a player's plate, in units."""
OFFER: Final = 180
"""Side of the place of a piece that is bid for, in units."""
WIDEST: Final = 0.08
"""Side of that place in metres, in which the longest piece fits."""


class Painter:
    """Draws a timeline from the view of one seat; None is an onlooker, with public facts only.

    The `below` lowest pixels of the viewport stay free.
    """

    def __init__(
        self,
        viewport: theme.Viewport,
        timeline: Timeline,
        seat: Seat | None,
        ui: GameUI,
        below: int = 0,
    ) -> None:
        self.viewport, self.timeline, self.seat = viewport, timeline, seat
        self.falls: Mapping[int, ToldFall | None] = {}
        """The collapses by move that are marked and told."""
        self._recorded, self.is_stacking = ui.recorded, ui.recorded is None
        """What draws a card game's table; whether the game has a table with towers instead."""
        self._blocks = Sprites(draw_blocks.table_pieces(timeline.setup))
        width, height = viewport.size[0], viewport.size[1] - below
        high = viewport.px(BAND * viewport.look.text)
        self._band = pygame.Rect(0, height - high, width, high)
        """The band of the sentences about a move."""
        self._strip = pygame.Rect(0, viewport.px(PLATE[1] + 20), width, viewport.px(60))
        """The strip of the winners' names: below the plates, or where card games have the hint."""
        self._has_graphs = below > 0 and self.is_stacking
        self._card_stage = theme.Viewport((width, height), viewport.fonts, viewport.look)
        self._cards = StillLayer(is_ground=True)
        self._move, self._moving = -1, MovingPart()
        self.control = CameraControl(self._goal(0))

    def _goal(self, index: int) -> Camera:
        """Return the camera framing a move."""
        return fitted(self._box, *focus(self.timeline, index))

    def jump(self, index: int) -> None:
        """Frame a move at once."""
        self.control.jump(self._goal(index))

    @property
    def _box(self) -> Box:
        """The box for towers, in pixels: below the plates, above the band."""
        base = self._band.top - self.viewport.px(FRONT)
        return 0.0, float(self.viewport.px(PLATE[1] + 14)), float(self._band.w), float(base)

    def follow(self, at: PlaybackPosition, figures: Figures, seconds: float) -> None:
        """Advance the camera towards a move; it holds all that moves until the next or the end."""
        move, control = self.timeline.moves[at.move], self.control
        if at.move != self._move:
            self._move = at.move
            self._moving.begin(move.before.figures())
        if self._moving.swept is None:
            control.aim(self._goal(at.move))
        self._moving.see(figures, move.test)
        if self.is_stacking and self._outcome(at) is not None and self.fall(at, figures) is None:
            control.aim(fitted(self._box, *last_focus(self.timeline)))
        else:
            control.hold(self._moving, self._box)
        control.step(seconds)

    def is_told(self, at: PlaybackPosition) -> bool:
        """Return whether a move has settled at a moment, so that its results may be shown."""
        return at.seconds >= self.timeline.moves[at.move].settles

    def _outcome(self, at: PlaybackPosition) -> Outcome | None:
        """Return the outcome of a game of several players once its last move has settled."""
        last = self.timeline.moves[-1]
        if at.move != last.number or not self.is_told(at) or len(self.timeline.names) == 1:
            return None
        return self.timeline.rules.outcome(last.state)

    def cues(
        self, impacts: Iterable[Impact], before: PlaybackPosition, at: PlaybackPosition
    ) -> tuple[Cue, ...]:
        """Return the different sounds of impacts, then of the events shown since `before`."""
        sounds = map(self.timeline.rules.sound, self._fresh(before, at))
        return tuple(dict.fromkeys(of_frame(impacts, self.timeline.setup.table.width, sounds)))

    def _fresh(self, before: PlaybackPosition, at: PlaybackPosition) -> tuple[Event, ...]:
        """Return the events shown at the moment `at` and not yet at the moment `before`."""
        move, told = self.timeline.moves[at.move], self.is_told(at)
        events = self.timeline.seen(move, self.seat)
        if before.move != at.move:
            return events if told else events[: move.acted]
        return events[move.acted :] if told and not self.is_told(before) else ()

    def draw(self, target: pygame.Surface, at: PlaybackPosition, figures: Figures) -> None:
        """Draw a moment."""
        canvas = Canvas(target, self.viewport)
        known = at.move if self.is_told(at) else max(at.move - 1, 0)
        if self._recorded is None:
            effects = self._effects(at, figures)
            around = draw_blocks.Surroundings(self.timeline.setup, self.timeline.room, effects)
            move = self.timeline.moves[at.move]
            lean, camera = move.lean(at.seconds), self.control.camera
            camera = turned(camera, lean, self._box, figures, self._moving)
            draw_blocks.draw_towers(canvas, self._blocks, camera, figures, around)
            if (fall := self.fall(at, figures)) is not None:
                draw_blocks.draw_marks(canvas, camera, figures, Marks(fall.block, fall.tipped_by))
                if self.is_told(at):
                    blocks = {figure.id: pixel_rect(camera, *figure.extent) for figure in figures}
                    self._draw_cause(canvas, at, fall, blocks)
            view = self.timeline.view(self.timeline.moves[known], self.seat)
            rules = self.timeline.rules
            counts = rules.counts(view)
            self._draw_plates(canvas, at, counts.texts(len(self.timeline.names)))
            if move.motion is None and (piece := rules.offered(view)):
                place = pygame.Rect(0, 0, canvas.px(OFFER), canvas.px(OFFER))
                place.topright = self._band.right - canvas.px(16), canvas.px(PLATE[1] + 20)
                canvas.panel(place, canvas.px(12), theme.WALNUT_DARK, theme.OAK_EDGE, 2)
                self._blocks.draw(canvas.target, piece, place.h / WIDEST, (*place.center, 0.0))
        else:
            self._cards.draw(canvas, known, partial(self._draw_cards, self._recorded, known))
        self._draw_words(canvas, at)
        if (outcome := self._outcome(at)) is not None:
            self._draw_winners(canvas, outcome)

    def _draw_winners(self, canvas: Canvas, outcome: Outcome) -> None:
        """Draw the winners' names."""
        px, room = canvas.px, self._strip
        title = winners_title(self.timeline.names, outcome, self.viewport, room.w - px(160))
        crown = symbol(self.viewport, "crown", min(px(34), room.h - px(4)), theme.ACCENT_DARK)
        draw_banner(canvas, room, title, crown)

    def fall(self, at: PlaybackPosition, figures: Figures) -> ToldFall | None:
        """Return the collapse that has begun and whose block still lies there; None without one."""
        fall = self.falls.get(at.move)
        if fall is None or at.seconds < fall.begins:
            return None
        return fall if any(figure.id == fall.block for figure in figures) else None

    def pace(self, at: PlaybackPosition, *, slow: bool = True) -> float:
        """Return the highest speed at which a moment is shown, as `fall_paces` says."""
        if (fall := self.falls.get(at.move)) is None:
            return math.inf
        parts = fall_paces(self.timeline.moves[at.move], fall, slow=slow)
        return next((pace for end, pace in parts if at.seconds < end), math.inf)

    def _draw_cause(
        self,
        canvas: Canvas,
        at: PlaybackPosition,
        fall: ToldFall,
        blocks: dict[BlockId, pygame.Rect],
    ) -> None:
        """Tell the cause of a collapse on a slip below the plates and the winners' names."""
        px, room = canvas.px, pygame.Rect(0, 0, self._band.w, self._band.top)
        room = room.inflate(-px(32), -2 * px(PLATE[1] + 24))
        above = 0 if self._outcome(at) is None else px(68)
        room = pygame.Rect(room.x, room.y + above, room.w, room.h - above)
        x = blocks[fall.block].centerx
        draw_blocks.draw_notes(canvas, room, [(x, fall.sentence)], [*blocks.values()])

    def _effects(self, at: PlaybackPosition, figures: Figures) -> Effects:
        """Return the effects of a test that goes on."""
        move = self.timeline.moves[at.move]
        if at.seconds >= move.settles:
            return Effects()
        moment, still = (at.seconds, move.strain(at.seconds)), self.viewport.look.still
        return effects_of(move.test, moment, figures, still=still)

    def _draw_cards(self, draw: DrawRecorded, known: int, canvas: Canvas) -> pygame.Rect:
        """Draw a card game's table after a move, on a small viewport at a reduced size."""
        timeline, viewport = self.timeline, self._card_stage
        moves = timeline.moves[: known + 1]
        events = [event for move in moves for event in timeline.seen(move, self.seat)]
        view = timeline.view(moves[-1], self.seat)
        shown = RecordedPosition(view, events, timeline.recording.header.seats)
        table = pygame.Surface(viewport.size)
        areas = draw(Canvas(table, viewport), shown)
        self._strip, self._band = (
            pygame.Rect(*(round(side / viewport.scale) for side in area))
            for area in (areas.hint, areas.log)
        )
        self._band.h += 1
        room = (round(side / viewport.scale) for side in viewport.size)
        return canvas.put(pygame.transform.smoothscale(table, tuple(room)), (0, 0))

    def _draw_plates(self, canvas: Canvas, at: PlaybackPosition, standing: tuple[str, ...]) -> None:
        """Draw the players' names and tallies, and mark the player of the current move."""
        px, names = canvas.px, self.timeline.names
        gap = px(10)
        room = (self.viewport.size[0] - gap) // len(names) - gap
        width = min(px(PLATE[0]), room)
        for seat, (name, tally) in enumerate(zip(names, standing, strict=True)):
            plate = pygame.Rect(gap + seat * (width + gap), gap, width, px(PLATE[1]))
            draw_slip(canvas, plate)
            x, inner, label = plate.x + px(10), width - px(20), f"{seat + 1}  {name}"
            at_top, at_foot = (x, plate.y + px(2)), (x, plate.y + px(21))
            canvas.text(label, 15, theme.TEXT, bold=True, room=(inner, px(24)), topleft=at_top)
            canvas.text(tally, 14, theme.SOFT_TEXT, room=(inner, px(22)), topleft=at_foot)
            if self.timeline.moves[at.move].seat == seat:
                mark = pygame.Rect(plate.x + gap, plate.bottom - px(5), inner, px(4))
                pygame.draw.rect(canvas.target, theme.GLOW, mark, border_radius=px(2))

    def _draw_words(self, canvas: Canvas, at: PlaybackPosition) -> None:
        """Draw the text band: the action of a move from its start, its results once it settles."""
        viewport, px, move = canvas.viewport, canvas.px, self.timeline.moves[at.move]
        told = self.timeline.sentences(move, self.seat)
        told = told if self.is_told(at) else told[: move.acted]
        band = self._band.copy()
        canvas.target.fill(theme.WALNUT_DARK, band)
        last = self.timeline.moves[-1].number
        counted = _("Move {number} of {all}", number=move.number, all=last)
        y = band.y + band.h // (4 if self._has_graphs else 2)
        wide, right = (band.w // 4, band.h // 2), (band.right - px(16), y)
        number = canvas.text(counted, 14, theme.ON_DARK_SOFT, room=wide, midright=right).w
        number = max(number, round(graphs_share(viewport) * band.w) if self._has_graphs else 0)
        room = pygame.Rect(band.x + px(16), band.y, band.w - number - px(48), band.h - px(6))
        say = viewport.fonts.language.say
        sentences = Paragraph(" ".join(map(say, told)), theme.ON_DARK)
        sizes = TextSizes(round(viewport.grown(18)), 11, LINE)
        box = TextBox(viewport, [sentences], room, sizes)
        if box.size < viewport.grown(LEGIBLE):  # it also takes the front of the table
            for area in (band, room):
                area.update(area.x, area.y - px(FRONT), area.w, area.h + px(FRONT))
            canvas.target.fill(theme.WALNUT_DARK, (*band.topleft, band.w, px(FRONT)))
            box = TextBox(viewport, [sentences], room, sizes)
        box.draw(canvas, (band.h - box.height) // 2)
