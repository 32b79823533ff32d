"""The presenter of Practice: camera, supply, measure, messages and frame state."""

import math
from typing import Final, NamedTuple

from towersim.common.messages import kind_text, message as _
from towersim.common.units import BlockId, TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules.base import Outcome, StartTest, StressTest
from towersim.rules.practice.challenge import Challenge, Endless, Pull, Reach, Span, Tilt, Topple
from towersim.rules.practice.goals import stack_height, stars_left
from towersim.rules.practice.log import STARS, hint_text, measure_text
from towersim.rules.practice.play import is_refilled
from towersim.rules.practice.state import View
from towersim.table.table import Figure
from towersim.ui.app_context import PlayContext
from towersim.ui.drawing.camera import Camera, fitted, pixel_rect, turned
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.sprites import Sprites
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.practice.bests import Ghost, Trail
from towersim.ui.games.practice.coach import Coach
from towersim.ui.games.practice.draw_table import FrameState, SupplySlot, draw_table
from towersim.ui.games.practice.layout import TEXTS, Layout
from towersim.ui.games.practice.play import PracticePlay
from towersim.ui.input.bindings import Pointer
from towersim.ui.sentences import CARRY_BY_KEYS, REPLAY, SEE_AGAIN
from towersim.ui.settings import Settings
from towersim.ui.stacking.draw_blocks import table_pieces
from towersim.ui.stacking.effects import ROLLS, Cart, Effects, effects_of
from towersim.ui.stacking.presenter import TableFrame, TablePresenter


def _ended(play: PracticePlay, outcome: Outcome) -> str:
    """Return how an attempt ended; a missed goal with the cause, or with what one star takes."""
    reason = outcome.reason
    if outcome.stars:
        return reason
    challenge, about = play.challenge, play.why_it_fell or play.touches_table
    if outcome.reached is None or (about and not challenge.tested):
        return _("{said} {about}", said=reason, about=about) if about else reason
    # The cause of a failure in a test names what it reached.
    least = measure_text(challenge.goal, challenge.stars[0])
    return _("{said} One star: {measure}.", said=about or reason, measure=least)


def _building(play: PracticePlay, *, by_keys: bool) -> str:
    """Return the prompt while a person may place, take out, test or end."""
    if play.has_failed:
        return play.cause
    view = play.view()
    if play.cause and view.stars < len(STARS) - 1:
        return _("{why}  {again}", why=play.cause, again=SEE_AGAIN)
    is_done = not (any(left for _kind, left in view.supply) or play.removable())
    if view.stars and play.is_branched:
        return TEXTS["prompts"]["branched"].filled(stars=STARS[view.stars])
    if view.stars == 3:
        return _three_stars(view.challenge, is_done=is_done)
    if isinstance(play.ending, StartTest):
        return TEXTS["prompts"]["ready" if is_done else "ready or not"]
    if not is_done and (standing := _still_standing(view)):
        return standing
    if play.falls_short and not (is_done or (view.stars and view.challenge.fewer_is_better)):
        return _short(view)
    return _unfinished(play, by_keys=by_keys)


def _short(view: View) -> str:
    """Return how far what is left goes, which is not enough for all stars."""
    high, is_tested = stack_height(view), view.challenge.tested
    name = "short" if high is None or is_tested else "short stack"
    if high is not None and high < view.challenge.least_height:
        name = "short test"
    values = {"mm": 1000 * (high or 0.0), "stars": STARS[stars_left(view)]}
    return TEXTS["prompts"][name].filled(**values)


def _unfinished(play: PracticePlay, *, by_keys: bool) -> str:
    """Return the prompt while the test may not begin, or a star is missing."""
    view = play.view()
    supplied = {piece.kind for piece in view.challenge.pieces if piece.count}
    is_free = not (supplied and play.kinds()) or play.is_closed
    if play.removable() and not view.stars and is_free:
        return TEXTS["prompts"]["take out by keys" if by_keys else "take out"]
    is_built = not any(left for kind, left in view.supply if kind in supplied)
    is_built = is_built or _is_struck(view)
    if is_built and view.challenge.tested and (why := play.match.why_not(StartTest())):
        return _("Not yet: {why}.", why=why)
    if not (any(left for _kind, left in view.supply) or play.removable()):
        return TEXTS["prompts"]["none left, but back" if play.can_take_back else "none left"]
    if view.stars:
        fewer = "without one" if play.removable() else "with fewer"
        name = fewer if view.challenge.fewer_is_better else "for more"
        name = "all after a price" if play.paid_for_taking_back and view.stars == 2 else name
        least = measure_text(view.challenge.goal, view.challenge.stars[view.stars])
        more = STARS[view.stars + 1]
        return TEXTS["prompts"][name].filled(stars=STARS[view.stars], more=more, measure=least)
    begins = not view.touches or view.challenge.tested or view.challenge.fewer_is_better
    if play.touches_table or not begins:
        return play.touches_table or wanted(view.challenge, view.stars)
    return TEXTS["prompts"]["take by keys" if by_keys else "take"]


def wanted(challenge: Challenge, stars: int) -> str:
    """Return what one more star takes; empty with three."""
    if stars == len(challenge.stars):
        return ""
    least = measure_text(challenge.goal, challenge.stars[stars])
    return _("Next, {stars}: {measure}.", stars=STARS[stars + 1], measure=least)


def _is_struck(view: View) -> bool:
    """Return whether the centring is out, and the piece to load on the table."""
    loaded, absent = getattr(view.challenge.goal, "piece", None), view.challenge.absent
    return bool(absent) and loaded in (None, *view.blocks) and not {*absent} & {*view.blocks}


def _three_stars(challenge: Challenge, *, is_done: bool) -> str:
    """Return what can be done with three stars; a fall that ends the attempt costs none."""
    if is_done or challenge.fewer_is_better:
        return TEXTS["prompts"]["three stars"]
    risks = challenge.take_back != "free" and not isinstance(challenge.goal, Pull | Endless)
    return TEXTS["prompts"]["three stars at risk" if risks else "three stars or more"]


def _still_standing(view: View) -> str:
    """Return what can be done about a piece that still stands after a touch; empty for none."""
    goal, blocks = view.challenge.goal, enumerate(view.blocks)
    if not (isinstance(goal, Topple) and view.touches):
        return ""
    if all(kind != goal.piece or place in view.fallen for place, kind in blocks):
        return ""
    left = STARS[stars_left(view)]
    return TEXTS["prompts"]["still stands"].filled(piece=kind_text(goal.piece), stars=left)


AROUND: Final = 0.06
"""Metres shown to the left and right of everything."""
ABOVE: Final = 0.09
"""Metres shown above the highest piece, as room for the hand."""
LEAST: Final = 0.2
"""The least height shown, in metres."""
POPS: Final = 0.7
"""Seconds for which a star just reached is larger."""


class Choice(NamedTuple):
    """A piece that may be taken: one of a kind from the supply, or a standing one."""

    kind: str
    id: BlockId | None = None
    """The id of the standing piece; None for one of the supply."""
    place: TowerId | None = None


def _choice(standing: Figure) -> Choice:
    return Choice(standing.kind, standing.id, standing.tower)


class PracticePointer(Pointer):
    """The pointer, with the keyboard's selection and the display switches."""

    def __init__(self) -> None:
        super().__init__()
        self.picked: Choice | None = None
        """The piece that the keyboard would take, or take out."""
        self.ghost = True
        """Whether the outlines of the best attempt are shown."""


class PracticePresenter(TablePresenter):
    """The presenter of an attempt: the challenge, its supply and the standing pieces."""

    layout: Layout
    play: PracticePlay
    pointer: PracticePointer

    def __init__(
        self,
        viewport: Viewport,
        match: Match,
        context: PlayContext,
        former: "PracticePresenter | None" = None,
        trail: Trail | None = None,
    ) -> None:
        """Present an attempt; after a `former` one hints, choices and painted pieces stay.

        `trail` is that of an attempt that branched off the former one.
        """
        play = PracticePlay(match, context, trail)
        if former is None:
            self.sprites, pointer = Sprites(table_pieces(match.setup), live=True), PracticePointer()
            self.coach = Coach(play.challenge)
        else:
            self.sprites, pointer, self.coach = former.sprites, former.pointer, former.coach
        self.best = ""
        self.ghost: Ghost = ()
        self.coming: str | None = None
        """The kind of piece that comes into the hand once all is at rest."""
        self._leant = 0.0
        """The greatest tilt of the table so far, in degrees."""
        self.cart: Cart | None = None
        """The cart that rolls over the finished bridge."""
        self._was_over = match.outcome is not None
        self._since_star = POPS
        super().__init__(viewport, play, pointer)
        self.won = self._stars()
        """The stars for the building or the test, as of the last step."""

    @property
    def test(self) -> StressTest | None:
        """The test while it goes on, and when its end is shown again."""
        match = self.play.match
        return self.play.challenge.test if match.outcome is not None else match.test

    def lay_out(self) -> Layout:
        """Lay everything out for the viewport; return the layout."""
        challenge = self.play.view().challenge
        freed = () if isinstance(challenge.goal, Pull) else challenge.take_out
        kinds = [piece for piece in challenge.pieces if piece.count or piece.kind in freed]
        return Layout(self._viewport, len(kinds))

    @property
    def prompt(self) -> str:
        """The prompt."""
        play, match = self.play, self.play.match
        if play.playback.is_replaying:
            return REPLAY
        if play.shown is not None:
            return TEXTS["prompts"]["earlier"].filled(count=play.shown, most=len(play.trail))
        if match.phase is MatchPhase.OVER:
            return _ended(play, match.outcome) if match.outcome else ""
        if match.phase is MatchPhase.SETTLING:
            if match.strain is not None:
                return _("The test goes on …  Faster: ({key:F})")
            return _("Wait until all is at rest.")
        if play.is_carrying:
            by_mouse = _("Carry it with the mouse, turn it with the wheel, let go to place it.")
            return CARRY_BY_KEYS if self.pointer.keys else by_mouse
        return _building(play, by_keys=self.pointer.keys)

    @property
    def camera(self) -> Camera:
        """The camera of this frame, with the tilt and the sway of the table."""
        camera, sway = self.control.camera, self.effects().sway or 0.0
        camera = camera._replace(left=camera.left + sway * camera.scale)
        if not (lean := self._lean()):
            return camera
        return turned(camera, lean, self.tower_box, self.play.figures(), self._moving)

    def effects(self) -> Effects:
        """Return the effects of this frame."""
        play, still = self.play, self._viewport.look.still
        moment = play.match.moving_for, play.match.strain
        effects = effects_of(play.challenge.test, moment, play.figures(), still=still)
        return effects if self.cart is None else effects._replace(cart=self.cart.pose)

    def step(self, seconds: float, pace: float) -> None:
        """Advance by a time step; a cart rolls over a bridge that has earned a star."""
        super().step(seconds, pace)
        play, setup, before = self.play, self.play.match.setup, self.won
        self.won = before if play.shown is not None else self._stars()
        self._since_star = 0.0 if self.won > before else self._since_star + seconds
        if self.cart is not None:
            self.cart.seconds += seconds
            return
        rolls = play.stars and not self._was_over and not self._viewport.look.still
        if rolls and isinstance(play.challenge.goal, Span) and setup.gap is not None:
            self.cart = Cart(setup.gap, (*play.figures(), *setup.fixed))

    @property
    def fresh(self) -> tuple[int, float] | None:
        """The star just reached, and the share of its pop that is over."""
        is_over = self.play.match.outcome is not None  # the page of the result has its own
        pops = self._since_star < POPS and not (is_over or self._viewport.look.still)
        return (self.won, self._since_star / POPS) if pops else None

    @property
    def is_rolling(self) -> bool:
        """Whether a cart is on its way."""
        return self.cart is not None and self.cart.seconds < ROLLS

    def goal(self) -> Camera:
        """Return the camera that shows the building and the pick-up position."""
        setup = self.play.match.setup
        boxes = [block.extent for block in setup.fixed]
        boxes += [f.extent for f in self.play.figures() if f.tower is not None]
        pick_up = setup.pick_ups[0]
        low = min([pick_up.x, -0.1, *(a.x for a, _ in boxes)]) - AROUND
        high = max([0.1, *(b.x for _, b in boxes)]) + AROUND
        goal = self.play.view().challenge.goal
        if isinstance(goal, Reach):
            high = max(high, goal.edge_x + 0.16)
        tall = max((b.y for _, b in boxes), default=0.0)
        box = self.layout.areas.tower_box(self._viewport.px(4))
        return fitted(box, low, high, max(tall + ABOVE, pick_up.y + ABOVE, LEAST))

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a point is over the panel with the supply."""
        return bool(self.layout.areas.side.collidepoint(at))

    def not_here(self) -> str:
        """Return where to hold the piece."""
        return _("Hold the piece over the table to let it go.")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of piece in the supply; kinds that were not in it at first come last."""
        view = self.play.view()
        counted = tuple(piece.kind for piece in view.challenge.pieces if piece.count)
        return counted + tuple(k for k, left in view.supply if left and k not in counted)

    def choice_at(self, at: tuple[int, int]) -> Choice | None:
        """Return the piece at a point, supplied or standing, that may be taken."""
        index = self.layout.slots.at(at, len(self.kinds))
        if index is not None:
            return Choice(self.kinds[index])
        standing = self.play.removable()
        boxes = ((_choice(one), pixel_rect(self.camera, *one.extent)) for one in standing)
        return thing_at(boxes, at)

    @property
    def choices(self) -> list[Choice]:
        """The pieces that may be taken, or once all is at rest: supplied ones, standing ones."""
        free = self.play.kinds() or [kind for kind, left in self.play.view().supply if left]
        supplied = [Choice(kind) for kind in self.kinds if kind in free]
        return supplied + list(map(_choice, self.play.removable()))

    @property
    def is_telling(self) -> bool:
        """Whether the prompt tells the cause of a fall."""
        return bool(self.play.cause)

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table and the panel beside it."""
        frame = self.frame_state(settings)
        draw_table(canvas, self.layout, self.sprites, frame)

    def frame_state(self, settings: Settings) -> FrameState:
        """Return everything that a frame shows now."""
        play, view, pointer = self.play, self.play.queue.view, self.pointer
        free, left = play.kinds(), {} if is_refilled(play.challenge) else dict(view.supply)
        coach = self.coach
        chosen = pointer.picked if pointer.keys else self.choice_at(pointer.at)
        return FrameState(
            challenge=play.challenge,
            table=self._table(settings),
            setup=play.match.setup,
            slots=[
                SupplySlot(kind, left.get(kind), kind in free, chosen == Choice(kind))
                for kind in self.kinds
            ],
            measure=self._measure(),
            stars=self._stars(),
            best=_("Built on from earlier: no star") if play.is_branched else self.best,
            advice=coach.drill or hint_text(play.challenge),
            marked=chosen and chosen.id,
            ghost=self.ghost if pointer.ghost else (),
            par=coach.line() or "" if coach.plays else "",
            plan=coach.ghost(still=self._viewport.look.still),
            next=coach.pointed(play.pieces)
            if play.is_now and (play.is_waiting or play.is_carrying)
            else None,
            coming=(self.coming, pointer.mouse) if self.coming and pointer.mouse else None,
            rest=self.control.camera,
            effects=self.effects(),
            curve=None if play.shown is None else play.trail.curve,
            fresh=self.fresh,
            has_choices=play.has_choices,
            looked_at=play.shown or 0,
        )

    @property
    def has_xray(self) -> bool:
        """Whether there are forces to show: a test ends in motion, and a cause has other marks."""
        is_over = self.play.match.outcome is not None
        return not (self.is_telling or (is_over and self.play.challenge.tested))

    def _table(self, settings: Settings) -> TableFrame:
        """Return the table of this frame; an earlier state is always shown with the x-ray."""
        play, shown = self.play, self.play.shown
        if shown is None and play.match.outcome is not None and play.is_now:
            shown = len(play.trail) if settings.xray_in_practice and self.has_xray else None
        if shown is None:
            return self.table_frame(settings, xray=settings.xray_in_practice)
        scene, steps = play.trail.at(shown)
        frame = self.table_frame(settings, xray=False)
        return frame._replace(xray=self._xray.at_rest(("back", steps), scene))

    def _lean(self) -> float:
        """Return the tilt of the table in a test and after it, in radians, counter-clockwise."""
        play, match = self.play, self.play.match
        goal, strain, shift = play.challenge.goal, match.strain, match.last_shift
        if not isinstance(goal, Tilt) or play.shown is not None:
            return 0.0
        if match.outcome is not None and match.outcome.reached is not None and shift is not None:
            strain = shift.strength
        # What a test has reached is a little less than the tilt at which a piece has moved.
        self._leant = max(self._leant, strain or 0.0)
        return -goal.direction * math.radians(self._leant)

    def _measure(self) -> str:
        view, reached, shown = self.play.view(), self.play.match.reached, self.play.shown
        digits = 2 if view.challenge.stars[0] < 1 else 1
        value = view.value if reached is None else round(reached, digits)
        if shown is not None:
            value = self.play.view_at(self.play.trail.at(shown).steps).value
        if value is None and view.challenge.tested:
            return _("not tested yet")
        return measure_text(view.challenge.goal, value)

    def _stars(self) -> int:
        """Return the stars to be shown: those of the state looked at, none if branched."""
        if self.play.is_branched:
            return 0
        if self.play.shown is not None:
            return self.play.view_at(self.play.trail.at(self.play.shown).steps).stars
        return self.play.stars_so_far
