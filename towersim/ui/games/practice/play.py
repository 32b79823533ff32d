"""An attempt in the window: actions without the hand, and the causes of falls."""

import math

from towersim.common.messages import message as _
from towersim.common.units import BlockId, Pose, Target, TowerId
from towersim.geometry.touching import SETTLED
from towersim.match.match import Match, MatchPhase
from towersim.practice.attempts import Placement, measured, taken_out
from towersim.practice.generated import in_words
from towersim.rules.base import Action, Event, GameOver, Nature, StartTest, TakeBack, TakeOut
from towersim.rules.practice.challenge import NEAR, Pieces, Tilt, Topple
from towersim.rules.practice.goals import is_joined, stars_left
from towersim.rules.practice.log import Fell, Rated, TouchesTable
from towersim.rules.practice.state import Finish, GiveUp, View, worth
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene
from towersim.statics.balance import balance
from towersim.statics.equilibrium import limits
from towersim.table.disturbance import FAILURE_DISPLACEMENT, survey
from towersim.table.table import Figure
from towersim.ui.app_context import PlayContext
from towersim.ui.explainer import told_film
from towersim.ui.games.practice.bests import RestingBuilding, Trail, TrailPiece
from towersim.ui.play import Play

CLOSING = FAILURE_DISPLACEMENT / 2
"""Widest gap of a joint that may close in a test, in metres."""
HASTE = 4.0
"""Factor on the pace of a test that goes on after all stars, to find out what is withstood."""


class PracticePlay(Play[View]):
    """An attempt at a challenge, with explanations of falls."""

    par: str = ""
    """A line with the tilt that statics predicts; empty before a test."""
    cause: str = ""
    """The cause of the fall in the last move; empty without one."""

    shown: int | None = None
    """The number of pieces after which an earlier state is shown; None for the present one."""
    is_branched = False
    """Whether it was branched off another attempt; it earns no star."""

    def __init__(self, match: Match, context: PlayContext, trail: Trail | None = None) -> None:
        """Begin or resume an attempt; `trail` are the pieces of one that was branched."""
        super().__init__(match, context)
        self.is_branched = trail is not None
        self.challenge = in_words(self.view().challenge)
        """The challenge, with its texts as messages."""
        self.trail = trail or Trail(self._rest())
        """The pieces placed since this attempt was opened."""
        self.playback.watches_tumbling = not isinstance(self.challenge.goal, Topple)
        self._taken_back = ""
        """The cause of the last fall if that was taken back."""
        self._touching: dict[int, str] = {}
        """Sentences about pieces that touch the table illegally, by the pieces placed then."""
        self._closed = -1, False
        """Cache: number of actions so far, and whether the arch is closed after them."""

    def _tick_match(self, target: Target | None) -> bool:
        """Advance by a tick; add a placed or removed piece to the trail once all is at rest."""
        match = self.match
        table, motion, taken = match.table, match.last_motion, match.taken
        if not super()._tick_match(target):
            return False
        placed, shift = match.last_motion, match.last_shift
        if placed is not None and placed is not motion:
            self._add(placed.block.id, measured(placed, table, match.tick_seconds))
        elif taken is not None and shift is not None:
            self._add(taken.id, taken_out(taken, table, shift))
        return True

    def _add(self, name: BlockId, placement: Placement) -> None:
        self.trail.add(TrailPiece(name, placement, self._rest()))

    def _rest(self) -> RestingBuilding:
        return RestingBuilding(self.match.table.scene(), self.match.steps)

    def lift(self, kind: str) -> Pose:
        """Take a piece into the hand; return its pose."""
        self.cause = ""
        return super().lift(kind)

    def submit(self, action: Action) -> bool:
        """Submit an action without the hand; return whether it was legal."""
        cause = self.cause
        done = super().submit(action)
        self.cause = "" if done else cause
        if done and isinstance(action, TakeBack):
            self._touching.pop(len(self.trail), None)
            self.trail.take_back()
            self._taken_back = cause
        return done

    @property
    def why_it_fell(self) -> str:
        """The cause of the last collapse; empty before the first, and if it was taken back."""
        cause = self.falls.why_it_fell
        return "" if cause == self._taken_back else cause

    def explain(self, number: int, event: Event) -> None:
        """Keep the cause of a fall."""
        missed = isinstance(event, TouchesTable) or (isinstance(event, GameOver) and not self.stars)
        if missed and not self.cause:
            self.falls.collapse = None
            self.playback.keep_last()
        if isinstance(event, TouchesTable):
            self.cause = self._touching[len(self.trail)] = self.match.rules.describe(event, ())
            film, motion = self.playback.last_fall, self.match.last_motion
            if film is not None and motion is not None:
                self.falls.collapse = told_film(film, self.match.table, motion, self.cause)
        challenge = self.view().challenge
        outcome = self.match.outcome
        # Giving up before the test leaves no measure.
        tested = challenge.tested and outcome is not None and outcome.reached is not None
        # A piece that falls off while it is placed has no separate event.
        tells = isinstance(event, GameOver if tested else Fell | Rated | TouchesTable)
        if tells and (collapse := self.falls.take()) is not None:
            if self._fell_into_place and not isinstance(event, GameOver):
                return
            self.cause, self._taken_back = collapse.told.sentence, ""
            self.falls.keep(number, collapse)

    @property
    def _fell_into_place(self) -> bool:
        """Whether the last move brought the most stars, although something fell in it."""
        count, stars = len(self.trail), self.view().stars
        before = self.view_at(self.trail.at(max(count - 1, 0)).steps)
        return count > 0 and before.stars < stars == self.most_stars

    def figures(self) -> tuple[Figure, ...]:
        """Return every block in the pose to be drawn, those of an earlier state if one is shown."""
        if self.shown is None or self.playback.is_replaying:
            return super().figures()
        blocks = [block for block in self.trail.at(self.shown).scene.blocks if not block.fixed]
        return tuple(
            Figure(b.id, b.id.rpartition("-")[0], b.shape, b.pose, TowerId(0), held=False)
            for b in blocks
        )

    @property
    def touches_table(self) -> str:
        """A sentence about the last piece that touches the table illegally; empty for none."""
        return next(reversed(self._touching.values()), "")

    @property
    def pieces(self) -> Pieces:
        """Kind and pose of each piece on the table at rest."""
        towers = self.match.table.towers
        return tuple((placed.kind, placed.pose) for tower in towers for placed in tower)

    @property
    def is_closed(self) -> bool:
        """Whether the stones make an arch, once the centring is out and their gaps have closed."""
        if self._closed[0] != self.match.steps:
            self._closed = self.match.steps, bool(self.challenge.absent) and self._joins()
        return self._closed[1]

    def _joins(self) -> bool:
        view, challenge = self.view(), self.challenge
        centring = {i for i, kind in enumerate(view.blocks) if kind in challenge.absent}
        seen = survey(self.match.table, fell=view.fallen, reach=NEAR)
        touching = tuple(pair for pair in seen.touching if centring.isdisjoint(pair))
        return is_joined(challenge, seen._replace(touching=touching))

    @property
    def has_failed(self) -> bool:
        """Whether something fell against the goal in the last move, or the goal was missed."""
        if self.match.outcome is not None:
            return not self.stars
        view = self.view()
        toppled = isinstance(view.challenge.goal, Topple) and view.value is not None
        return bool(self.cause) and self.is_waiting and not toppled

    @property
    def has_choices(self) -> bool:
        """Whether a row of choices is offered: after a failure, or if little or no more is left."""
        return self.is_now and (self.has_failed or self.falls_short or self.may_finish)

    @property
    def falls_short(self) -> bool:
        """Whether what is left of the pieces cannot bring the most stars any more."""
        view, can_build = self.view(), self.has_choice(GiveUp) and not self.is_branched
        return can_build and view.touches > 0 and stars_left(view) < self.most_stars

    @property
    def is_now(self) -> bool:
        """Whether the present is shown, neither an earlier state nor a fall seen again."""
        return self.shown is None and not self.playback.is_replaying

    @property
    def is_settling(self) -> bool:
        """Whether a piece that was let go or taken out has not come to rest; a test is none."""
        return self.match.phase is MatchPhase.SETTLING and self.match.strain is None

    @property
    def may_finish(self) -> bool:
        """Whether finishing is offered: at the most stars, or if going on gains nothing."""
        view = self.view()
        if not self.is_waiting or self.ending is None or self.match.outcome is not None:
            return False
        is_done = not any(left for _kind, left in view.supply) and not self.removable()
        is_done = is_done or (view.stars > 0 and view.challenge.fewer_is_better)
        return view.stars == self.most_stars or is_done

    def bank(self) -> bool:
        """End an attempt that has earned stars without a test; return whether it has.

        A piece that still moves comes to rest first, and is taken back if it costs a star.
        """
        if self.match.carrying:
            self.put_back()
        if (stood := self.view().stars) and self.is_settling and not self.is_branched:
            while self.match.phase is MatchPhase.SETTLING:
                self._tick_match(None)
            if self.view().stars < stood and self.can_take_back:
                self.submit(TakeBack())
        earned = not self.is_branched and self.match.outcome is None and self.view().stars > 0
        return earned and isinstance(self.ending, Finish) and self.submit(Finish())

    @property
    def stars(self) -> int:
        """The stars of the finished attempt; none before its end, whatever it reached."""
        outcome = self.match.outcome
        return 0 if outcome is None else outcome.stars or 0

    @property
    def last_move(self) -> int:
        """The number of actions before the last one of the player.

        To finish after a fall, or with no piece left, does not count: nothing could be done then.
        """
        trail, step = self.trail, self.match.steps - 1
        fell = trail.last_fell and self.why_it_fell
        done = fell or not any(left for _kind, left in self.view().supply)
        if len(trail) and done and not self.challenge.tested:
            return trail.at(len(trail) - 1).steps
        while step > 0 and isinstance(self.match.actor_of(step), Nature):
            step -= 1
        return step

    def removable(self) -> tuple[Figure, ...]:
        """Return the standing pieces that may be taken out now."""
        places = {action.tower for action in self.legal() if isinstance(action, TakeOut)}
        if not self.has_choice(TakeOut):
            return ()
        return tuple(figure for figure in self.figures() if figure.tower in places)

    @property
    def ending(self) -> StartTest | Finish | None:
        """The action that tests or rates the building; None while it is illegal."""
        if not self.has_choice(StartTest, Finish):
            return None
        return next(each for each in self.legal() if isinstance(each, StartTest | Finish))

    @property
    def can_take_back(self) -> bool:
        """Whether the last move may be taken back now."""
        return self.has_choice(TakeBack)

    @property
    def most_stars(self) -> int:
        """The stars that can still be reached."""
        return 3 - self.paid_for_taking_back

    @property
    def stars_so_far(self) -> int:
        """The stars for the present building, or those reached so far by a test."""
        view, reached = self.view(), self.match.reached
        return view.stars if reached is None else worth(view.challenge, reached, view.taken_back)

    def advance(self, seconds: float, target: Target | None, pace: float, budget: float) -> None:
        """Advance as other games do, but a test that has earned all stars `HASTE` times as fast."""
        is_earned = self.match.strain is not None and self.stars_so_far == self.most_stars
        super().advance(seconds, target, pace * HASTE if is_earned else pace, budget)

    @property
    def paid_for_taking_back(self) -> bool:
        """Whether taking a move back has cost a star."""
        view = self.view()
        return view.challenge.take_back == "star" and view.taken_back > 0

    def end_attempt(self) -> bool:
        """Have the building tested or rated; return whether that is legal now."""
        ending, goal = self.ending, self.view().challenge.goal
        if ending is None:
            return False
        if isinstance(goal, Tilt):
            self.par = predicted_tilt(self.match.table.scene(), goal.direction)
        return self.submit(ending)


def predicted_tilt(scene: Scene, direction: int) -> str:
    """Return the line with the tilt towards `direction` at which statics lets a scene give way.

    An open joint that may close during the test, which allows more motion, is told if it matters.
    """
    touching = [list(joints(scene, reach)) for reach in (SETTLED, CLOSING)]
    first, closed = (
        math.degrees(math.atan(limits(balance(scene, some))[direction < 0].margin))
        for some in touching
    )
    told = _("By statics it begins to give way at {degrees:.1f}°.", degrees=first)
    if closed < first + 1.0:
        return told
    gap = 1000 * max(joint.gap for joint in touching[1])
    return _(
        "By statics it begins to give way at {degrees:.1f}°, or at {closed:.1f}° once gaps of up to"
        " {mm:.1f} mm have closed.",
        degrees=first,
        closed=closed,
        mm=gap,
    )
