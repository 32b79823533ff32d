"""The finale of a game: the winner's picture, the podium, and the story with its clips."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import pygame

from towersim.common.errors import RecordFault
from towersim.common.messages import message as _
from towersim.match.match import Match
from towersim.match.record import read
from towersim.match.series import series_text
from towersim.rules.display import ORDINALS
from towersim.theatre.player import BEFORE_FALL, Player
from towersim.theatre.story import Highlight, first_move, story
from towersim.theatre.timeline import ONLOOKER, PlaybackPosition, Timeline
from towersim.ui.app_context import AppContext, OpenScreen, ReplaceScreens, Screen, ScreenChange
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import rows_in
from towersim.ui.drawing.text import Paragraph, TextBox, TextSizes
from towersim.ui.drawing.theme import ACCENT_DARK, CREAM, GLOW, SOFT_TEXT, TEXT, Viewport
from towersim.ui.export import clip_path
from towersim.ui.screens.base import BACK, FootButton, SheetScreen
from towersim.ui.screens.result import Ending, StandingsScreen, reason_of, standings, winners_title
from towersim.ui.screens.thumbnails import PAINTED
from towersim.ui.watch.games_list import reveal
from towersim.ui.watch.painter import LETTERS, FallFinder, Margins, Painter
from towersim.ui.watch.screen import BUDGET, WatchScreen
from towersim.ui.widgets.forms import Pressed

PICTURE: Final = (594, 396)
"""Width and height of the picture, in units."""
TOP: Final = 104
"""y of the picture from the sheet's top, in units."""
PODIUM: Final = 136
"""Height of the podium, in units."""
STEPS: Final = (74, 54, 38)
"""Heights of its steps, in units."""
PLACES: Final = (1, 0, 2)
"""Position of the first, second and third on the podium, from the left."""
GAP: Final = 6
LONGEST: Final = 92
"""Greatest height of a moment of the story, in units."""
OPENING: Final = 2.0
"""Seconds for which the winner's picture is shown before the clip of the worst fall."""
MANY: Final = 6
"""Moves from which a clip plays at twice the speed."""
LAST: Final = 10
"""Moves of the clip of a game in which nothing fell."""


class Finale(SheetScreen):
    """The page at the end of a game, over its table; it ignores stray presses (`PressGuard`)."""

    overlay = is_guarded = True
    note = ""
    size = 1060, 636

    def __init__(
        self, context: AppContext, match: Match, ending: Ending, rematch: Callable[[], Screen]
    ) -> None:
        self.match, self.ending, self._rematch = match, ending, rematch
        self.guide = match.game, match.options
        self._won = pygame.Surface((0, 0))
        """The winners' picture."""
        context.put_away(match)
        context.viewport.release()
        self._timeline: Timeline | None = None
        if match.record is not None:
            with suppress(RecordFault):
                self._timeline = Timeline(read(match.record))
        self.moments: tuple[Highlight, ...] = ()
        self.clip: Highlight | None = None
        """The moment that the picture shows; None: the end."""
        self._shown_for = 0.0
        self.is_waiting = False
        """Whether margins are still being computed, for the closest call, which has its row."""
        if self._timeline is not None:
            self.moments = story(self._timeline)
            self._margins, self._falls = Margins(self._timeline), FallFinder(self._timeline)
            self.is_waiting = not self._margins.is_complete
            self.player = Player(self._timeline, context.clock)
        super().__init__(context)

    @property
    def title(self) -> str:
        """The winners, of the series if this was its last game."""
        return self._titles[0]

    @property
    def _titles(self) -> tuple[str, str]:
        """The title, and the line about the series or, if that is the title, about the game."""
        names = [seat.name for seat in self.match.seats]
        viewport, wide = self.context.viewport, self.right - self.left
        won = winners_title(names, self.ending.outcome, viewport, wide)
        series = self.context.series_of(self.match.record)
        if series is None:
            return won, ""
        text = series_text(series)
        if series.winners and viewport.title(text, 30, TEXT).get_width() <= wide:
            return text, won
        return won, text

    @property
    def is_animating(self) -> bool:
        """Whether a clip plays, or the margins or a file are still being made."""
        return self.is_waiting or self._opens or self.clip is not None or bool(self.context.exports)

    @property
    def _opens(self) -> bool:
        """Whether the clip of the worst fall will still begin by itself."""
        still = self.context.viewport.look.still
        return self._fall is not None and self._shown_for < OPENING and not still

    @property
    def _fall(self) -> Highlight | None:
        moves = () if self._timeline is None else self._timeline.moves
        return next((one for one in self.moments if moves[one.move].falls_at is not None), None)

    def fill(self) -> None:
        """Add a button for each moment, and those at the foot."""
        px, viewport = self.context.viewport.px, self.context.viewport
        self._picture = pygame.Rect(self.left, self.sheet.y + px(TOP), *map(px, PICTURE))
        x = self._picture.right + px(22)
        self._podium = pygame.Rect(x, self._picture.y, self.right - x, px(PODIUM))
        below = self._podium.move(0, self._podium.h + px(10))
        self._line = pygame.Rect(self.left, self._picture.bottom + px(8), self._picture.w, px(44))
        below.h = self._line.bottom - below.y
        many = max(len(self.moments) + self.is_waiting, 1)
        rows = rows_in(below, many, px(GAP), px(LONGEST) - px(GAP))
        self.rows = rows[: len(self.moments)]
        for index, row in enumerate(self.rows):
            style = "chosen" if self.moments[index] == self.clip else ""
            self.form.button(row, "", ("moment", index), style)
        self._sizes = TextSizes(viewport.grown(15), 10, 1.2)
        largest = min((box.size for box, _room in self._told()), default=10)
        self._sizes = self._sizes._replace(largest=largest)
        if self._won.get_size() != self._picture.size:
            size = max(PAINTED, self._picture.size)
            self._stage = Viewport(size, viewport.fonts, viewport.look._replace(text=LETTERS))
            if self._timeline is not None:
                ui = self.context.ui_of(self.match.game)
                self._painter = Painter(self._stage, self._timeline, ONLOOKER, ui)
                self._painter.falls = self._falls.known
            self._won = self._painted_winners()
        on = self._timeline is not None
        self.foot(
            (FootButton(_("Table"), "back", 104), FootButton(_("Menu"), "menu", 104)),
            (
                FootButton(_("Scores  ({key:T})"), "scores", 124),
                FootButton(_("Watch"), "watch", 118, on=on),
                FootButton(_("Share the page"), "page", 158, on=on),
                FootButton(_("Share the clip"), "clip", 158, on=on),
                FootButton(_("Rematch"), "rematch", 150, "strong"),
            ),
        )

    def _painted_winners(self) -> pygame.Surface:
        """Return the winners' picture; if their towers are gone, the table before the last fall."""
        large = pygame.Surface(self._stage.size)
        if self.ending.picture is not None:
            # With a cache of its own: the game's room is higher than the clips'.
            own = Viewport(self._stage.size, self._stage.fonts, self._stage.look)
            self.ending.picture(Canvas(large, own))
        elif self._timeline is not None:
            moves = self._timeline.moves
            last = next((m for m in reversed(moves) if m.falls_at is not None), moves[-1])
            self._painter.jump(last.number)
            self._painter.draw(large, PlaybackPosition(last.number, 0.0), last.before.figures())
        return pygame.transform.smoothscale(large, self._picture.size)

    def command_for(self, key: int) -> str:
        """Return the command of the key for the table of scores, which also closes it."""
        return "scores" if key == pygame.K_t else ""

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Execute the command of a pressed button."""
        match pressed.command:
            case ("moment", int(index)):
                self._play(self.moments[index])
            case "scores":
                scores = self.ending._replace(title=self.title)
                page = StandingsScreen(
                    self.context, self.match, scores, BACK, lambda key: bool(self.command_for(key))
                )
                return OpenScreen(page)
            case "watch" if self._timeline is not None:
                return OpenScreen(WatchScreen(self.context, self._timeline))
            case "page" | "clip" as kind:
                self._share(kind)
            case "rematch":
                return ReplaceScreens(self._rematch())
            case "menu":
                return ReplaceScreens(self.context.pages["menu"](self.context))
        return None

    def _share(self, kind: str) -> None:
        """Write the page of the game, or a clip of the moment shown or of the worst fall."""
        record = self.match.record
        if record is None or self._timeline is None:
            return
        to, span, moment = record.with_suffix(".html"), list[str](), self.clip or self._fall
        if kind == "clip":
            last = self._timeline.moves[-1].number
            first = max(last - LAST, 0)
            if moment is not None:
                first, last = first_move(self._timeline, moment), moment.move
            to, span = clip_path(record), ["--from", str(first), "--to-move", str(last)]
        self.context.export(record, to, *span)

    def _play(self, moment: Highlight | None) -> None:
        """Show a moment in the picture, or None for the end."""
        self.clip, self._shown_for = moment, OPENING
        if moment is not None and self._timeline is not None:
            first = first_move(self._timeline, moment)
            move = self._timeline.moves[first]
            begins = max((move.falls_at or 0.0) - BEFORE_FALL, 0.0)
            self.player.speed = 1.0 if moment.move - first < MANY else 2.0
            self.player.seek(move.begins + begins)
            self._painter.jump(first)
            self.player.is_playing = True
        self.resize()

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`: the clip, the margins, and the files being written."""
        if self._opens and (fall := self._fall) is not None:
            self._falls.step(PlaybackPosition(fall.move, 0.0))
            self._shown_for += seconds
            if self._shown_for >= OPENING:
                self._play(fall)
        if self._timeline is not None:
            self._tell(self._timeline)
            self._advance(seconds)
        export = self.context.exported()
        if export is not None and export.is_saved:
            reveal(export.path)
        return super().update(seconds)

    def _tell(self, timeline: Timeline) -> None:
        """Compute margins; once all are known, the closest call joins the story."""
        self._margins.step()
        if self._margins.is_complete and self.is_waiting:
            self.is_waiting = False
            self.moments = story(timeline, self._margins.known)
            self.resize()

    def _advance(self, seconds: float) -> None:
        """Play the clip with its sounds; after its move, the picture is the end again."""
        if self.clip is None:
            return
        before = self.player.at
        waits, slow = self._falls.step(before), self.context.settings.slow_motion
        pace = 0.0 if waits and slow else self._painter.pace(before, slow=slow)
        heard = self.player.advance(seconds, BUDGET, pace)
        cues = self._painter.cues(heard, before, self.player.at)
        self.context.sound.cues(cues, self.context.settings)
        self._painter.follow(self.player.at, self.player.figures(), seconds)
        if self.player.at.move > self.clip.move or not self.player.is_playing:
            self._play(None)

    def paint(self, canvas: Canvas) -> None:
        """Draw the reason, what the points are, the picture, the podium and the line below."""
        px, room = canvas.px, self.right - self.left
        y = self.sheet.y + px(80)
        if not self.ending.counts_opponents:
            points, at = (self._podium.w, px(26)), (self.right, y)
            told = canvas.text(self.ending.caption, 14, SOFT_TEXT, room=points, midright=at)
            room -= told.w + px(16)
        reason = reason_of(self.ending)
        canvas.text(reason, 17, SOFT_TEXT, room=(room, px(28)), midleft=(self.left, y))
        pygame.draw.rect(canvas.target, CREAM, self._picture)
        self._draw_picture(canvas)
        pygame.draw.rect(canvas.target, GLOW, self._picture.inflate(px(6), px(6)), px(3))
        self._draw_podium(canvas)
        text = self.context.notice or self._titles[1]
        sizes = TextSizes(canvas.viewport.grown(17, 22), 12)
        TextBox(canvas.viewport, [Paragraph(text, ACCENT_DARK)], self._line, sizes).draw(canvas)

    def _draw_picture(self, canvas: Canvas) -> None:
        picture = self._won
        if self.clip is not None:
            at, stage = self.player.at, pygame.Surface(self._stage.size)
            self._painter.draw(stage, at, self.player.figures())
            picture = pygame.transform.smoothscale(stage, self._picture.size)
        canvas.put(picture, self._picture)

    def _draw_podium(self, canvas: Canvas) -> None:
        """Draw the first three on steps, with points or place; equals stand equally high."""
        px, ending, area = canvas.px, self.ending, self._podium
        order = standings(ending.outcome)[: len(STEPS)]
        wide = (area.w + px(6)) // len(STEPS)
        for place, seat in enumerate(order):
            rank = ending.place(seat)
            step = pygame.Rect(0, 0, wide - px(6), px(STEPS[rank]))
            step.bottomleft = (area.x + PLACES[place] * wide, area.bottom)
            colour = CREAM if rank else GLOW
            pygame.draw.rect(canvas.target, colour, step, border_radius=px(5))
            points = str(ending.outcome.scores[seat])
            told = ORDINALS[rank] if ending.counts_opponents else points
            canvas.title(told, 26, TEXT, room=(step.w, step.h), center=step.center)
            name, tall = self.match.seats[seat].name, canvas.viewport.grown(17, 22)
            room, at = (step.w - px(6), px(44)), (step.centerx, step.top - px(2))
            canvas.name(name, tall, TEXT, room, bold=not rank, midbottom=at)

    def paint_on_top(self, canvas: Canvas) -> None:
        """Draw the moments of the story over their buttons."""
        for box, room in self._told():
            box.draw(canvas, max(room.h - box.height, 0) // 2)

    def _told(self) -> Iterator[tuple[TextBox, pygame.Rect]]:
        """Yield the text of each moment and its room."""
        viewport = self.context.viewport
        for row, moment in zip(self.rows, self.moments, strict=True):
            room = row.inflate(-viewport.px(20), -viewport.px(11))
            tints = (CREAM, CREAM) if moment == self.clip else (ACCENT_DARK, TEXT)
            lines = [Paragraph(moment.title, tints[0]), Paragraph(moment.sentence, tints[1])]
            yield TextBox(viewport, lines, room, self._sizes), room
