"""The page that makes a challenge of the scene on the free table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame
from msgspec.structs import replace

from towersim.common.errors import OptionFault
from towersim.common.messages import kind_text, message as _
from towersim.free_table.edits import material_text
from towersim.free_table.history import SimulationState, resting_phase
from towersim.practice.own import DRAFT, TITLE, WITH_PIECE, Draft, Proof, proof, save
from towersim.rules.practice.challenge import Challenge
from towersim.rules.practice.log import STARS, goal_text, measure_text
from towersim.scene.scene import Block, Scene
from towersim.ui.app_context import AppContext, OpenScreen, ScreenChange
from towersim.ui.build.pages import more_below
from towersim.ui.build.palette import BlockStyles, Palette
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.theme import ACCENT, SOFT_TEXT, TEXT
from towersim.ui.games.practice.start import attempts_file, new_attempt, own_folder, stars_so_far
from towersim.ui.input.bindings import neighbour
from towersim.ui.language.faults import fault_message
from towersim.ui.screens.base import FootButton, SheetScreen
from towersim.ui.settings import HANDS
from towersim.ui.widgets.forms import Pressed

ROW: Final = 54
"""Distance of two rows, in units."""
FIELD: Final = (112, 348)
"""Left end and width of the field and the choosers of the left column, in units."""
PIECES: Final = 484
"""Left end of the right column, in units."""
STANDS, SUPPLY = (684, 172), (862, 146)
"""Left ends and widths of its two choosers."""
KINDS: Final = 7
"""The number of kinds of piece shown at once."""
MOST: Final = 24
"""The largest supply of a kind."""
TRIED: Final = 3
"""The number of latest attempts that may prove the stars."""


class EditorPage(SheetScreen):
    """The choices for a challenge: title, goal, hand, stars, and what stands and is supplied."""

    title, title_at = _("A challenge of your own"), 44
    size = 1080, 560

    def __init__(self, context: AppContext, scene: Scene) -> None:
        """Show the choices made last, for the scene on the table."""
        draft = Draft.remembered(context.settings.draft, scene)
        self.draft = draft if draft.hand in HANDS else Draft.remembered({}, scene)
        self._palette = Palette()
        self._styles = BlockStyles(self._palette)
        self._is_back = True
        """Whether attempts may have been made since they were read."""
        self._proofs: Sequence[Proof] = ()
        super().__init__(context)

    def fill(self) -> None:
        """Add the field, the choosers and the buttons."""
        draft, self._fault = self.draft, ""
        self._challenge: Challenge | None = None
        try:
            self._challenge = draft.challenge()
        except OptionFault as fault:
            self._fault = fault_message(fault)
        self._entry = self.form.entry(self._rect(0, FIELD), draft.title or TITLE, 40)
        self._filled = self._entry.get_text(), draft.title
        goal, self.page_count = draft.rule, -(-len(draft.kinds) // KINDS)
        self.form.button(self._rect(1, FIELD), goal_text(goal), "goal", chooser=True)
        label = _("{piece:capital}", piece=kind_text(draft.named or "–"))
        piece = self.form.button(self._rect(2, FIELD), label, "piece", chooser=True)
        self.form.allow(piece, on=draft.goal in WITH_PIECE)
        self.form.button(self._rect(3, FIELD), HANDS[draft.hand], "hand", chooser=True)
        for number, star in enumerate(draft.stars):
            rect = self._rect(4 + number, FIELD)
            self.form.button(rect, measure_text(goal, star), ("star", number), chooser=True)
        self._shown = list(draft.kinds.items())[self.page * KINDS : (self.page + 1) * KINDS]
        for row, (kind, blocks) in enumerate(self._shown):
            standing = 0 if kind in draft.cleared else len(blocks)
            label = _("{count} on the table", count=standing)
            # Another height than the wide ones, as the buttons of a row share their text size.
            rects = [self._rect(row, at).inflate(0, -2) for at in (STANDS, SUPPLY)]
            self.form.button(rects[0], label, ("stands", kind), chooser=True)
            label = _("{count} to place", count=draft.to_place.get(kind, 0))
            supplied = self.form.button(rects[1], label, ("supply", kind), chooser=True)
            self.form.allow(supplied, on=draft.goal != "pull")
        can, proven = self._challenge is not None, self._offered > 0
        differs = draft.stars != self._as_reached.stars
        self.foot(
            right=[
                FootButton(_("Stars as reached"), "reached", 180, on=differs),
                FootButton(_("Try it"), "try", 130, "" if proven else "strong", on=can),
                FootButton(_("Save"), "save", 130, "strong" if proven else "", on=can),
            ]
        )

    def _rect(self, row: int, at: tuple[int, int]) -> pygame.Rect:
        px, (left, wide) = self.context.viewport.px, at
        y = self.sheet.y + px(84 + ROW * row)
        return pygame.Rect(self.left + px(left), y, px(wide), px(ROW - 10))

    @property
    def _best(self) -> Proof | None:
        """The best attempt of one's own at this challenge, whatever its thresholds."""
        made = self._challenge
        if made is None:
            return None
        fitting = (one for one in self._proofs if one.fits(made) and one.measure is not None)
        sign = -1 if made.fewer_is_better else 1
        return max(fitting, key=lambda one: sign * (one.measure or 0.0), default=None)

    @property
    def _offered(self) -> int:
        best, made = self._best, self._challenge
        return 0 if best is None or made is None else best.stars_in(made)

    @property
    def note(self) -> str:
        """The notice, the fault, or the stars that an attempt has proven."""
        best = self._best
        if self.context.notice or self._fault:
            return self.context.notice or self._fault
        if best is None:
            return _("Try it: the stars that you reach yourself are offered.")
        measure = measure_text(self.draft.rule, best.measure)
        return _("You reached {measure}: {stars}.", measure=measure, stars=STARS[self._offered])

    def _read_title(self) -> None:
        """Read the title, and keep all choices for the next challenge."""
        text, (shown, title) = self._entry.get_text(), self._filled
        # The usual title is kept as none, as it is in the present language.
        self.draft = replace(self.draft, title=title if text == shown else text)
        if (choices := self.draft.choices) != self.context.settings.draft:
            self.context.change(replace(self.context.settings, draft=choices))

    def execute(self, pressed: Pressed) -> ScreenChange | None:
        """Change a choice, try the challenge, or save it."""
        self._read_title()
        if pressed.command in ("try", "save"):
            return self._use(saves=pressed.command == "save")
        self.draft = self._changed(pressed)
        self.resize()
        return None

    def _changed(self, pressed: Pressed) -> Draft:
        draft, step = self.draft, pressed.direction
        match pressed.command:
            case "goal":
                return draft.with_goal(neighbour(draft.goals, draft.goal, step))
            case "piece":
                return replace(draft, piece=neighbour(draft.usable, draft.named, step))
            case "hand":
                return replace(draft, hand=neighbour(tuple(HANDS), draft.hand, step))
            case ("star", int(number)):
                return draft.with_star(number, step)
            case ("stands", str(kind)):
                return replace(draft, cleared=draft.cleared ^ {kind})
            case ("supply", str(kind)):
                count = (draft.supply.get(kind, 0) + step) % (MOST + 1)
                return replace(draft, supply={**draft.supply, kind: count})
        return self._as_reached

    @property
    def _as_reached(self) -> Draft:
        """The draft with the thresholds of the best attempt; the draft itself without one."""
        best = self._best
        reached = None if best is None else best.measure
        return self.draft if reached is None else self.draft.as_reached(reached)

    def _use(self, *, saves: bool) -> ScreenChange | None:
        """Save the challenge with its proof, or open an attempt at it."""
        made = self.draft.challenge()
        if resting_phase(self.draft.start) is SimulationState.FROZEN:
            self.context.notice = _("By statics this does not stand by itself.")
            return None
        try:
            if not saves:
                self._is_back = True
                return OpenScreen(new_attempt(self.context, made))
            save(own_folder(self.context), made, self._best, stars_so_far(self.context)[0])
        except OptionFault as fault:
            self.context.notice = fault_message(fault)
        else:
            stars = STARS[self._offered]
            self.context.notice = _("Saved among your own challenges, with {stars}.", stars=stars)
        return None

    def update(self, seconds: float) -> ScreenChange | None:
        """Advance by `seconds`; read the attempts that were made meanwhile."""
        self._read_title()
        if self._is_back:
            self._is_back = False
            self._proofs = latest_proofs(self.context)
            self.resize()
        return super().update(seconds)

    def paint(self, canvas: Canvas) -> None:
        """Draw the labels, and picture and name of each kind of piece."""
        px, names = canvas.px, (_("Title"), _("Goal"), _("Piece"), _("Hand"))
        room = px(FIELD[0] - 8), px(ROW - 10)
        size = canvas.viewport.common_size(names, 16, room, bold=True)
        for row, label in enumerate(names):
            at = self.left, self._rect(row, FIELD).centery
            canvas.text(label, size, TEXT, bold=True, midleft=at)
        for number in range(3):
            y = self._rect(4 + number, FIELD).centery
            for star in range(number + 1):
                tint = ACCENT if number < self._offered else SOFT_TEXT
                canvas.sign("star", 18, tint, midleft=(self.left + px(22 * star), y))
        for row, (kind, blocks) in enumerate(self._shown):
            self._draw_kind(canvas, row, kind, blocks[0])
        more = more_below(len(self.draft.kinds) - (self.page + 1) * KINDS)
        at = self.left + px(PIECES), self._rect(KINDS, FIELD).y
        canvas.text(more, 14, SOFT_TEXT, room=(self.right - at[0], px(24)), topleft=at)

    def _draw_kind(self, canvas: Canvas, row: int, kind: str, block: Block) -> None:
        px, rect = canvas.px, self._rect(row, (PIECES, 60))
        self._styles.sprites.draw_in(canvas.target, self._styles.key(block), rect, px(900))
        material = material_text(self._palette.material_of(block))
        name = _("{piece:capital}, {material}", piece=kind_text(kind), material=material)
        room = px(STANDS[0] - PIECES - 76), rect.h
        canvas.name(name, 15, TEXT, room, midleft=(rect.right + px(8), rect.centery))


def latest_proofs(context: AppContext) -> Sequence[Proof]:
    """Return the latest attempts at the challenge that is being made which met its goal."""
    try:
        history = attempts_file(context).history(DRAFT)
    except OptionFault:
        return ()
    met = [one.record for one in history if one.record and one.measure is not None]
    proofs = (proof(Path(record)) for record in met[-TRIED:])
    return [one for one in proofs if one is not None]
