"""An attempt in the window: its questions besides taking and placing pieces."""

import math
from collections.abc import Callable

from towersim.contacts import joints
from towersim.forensics import piece_names, sentence, why_it_moved
from towersim.geometry.touching import SETTLED
from towersim.match import Match
from towersim.placements import measured
from towersim.placing import Motion
from towersim.rules.base import Action, Event, GameOver, StartTest, TakeOut
from towersim.rules.practice.challenge import Tilt
from towersim.rules.practice.log import Fell
from towersim.rules.practice.state import Finish, TakeBack, View
from towersim.statics.balance import balance
from towersim.statics.equilibrium import limits
from towersim.surveying import stress_of
from towersim.table import Figure
from towersim.ui.collapse_film import Watcher
from towersim.ui.games.practice.trail import Trail
from towersim.ui.play import Play
from towersim.units import Target, TowerId


class PracticePlay(Play[View]):
    """An attempt at a challenge, and why what stood in it fell."""

    par = ""
    """What statics says a test should reach, as a line, once one began."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, clock)
        self.trail = Trail()
        """The pieces that were placed while this was looked at."""
        self._placed_last = False
        """Whether the last move placed a piece."""

    def _answer(self, target: Target | None) -> None:
        """Let a tick pass; a piece that has come to rest is added to the trail."""
        match = self.match
        table, motion = match.table, match.last_motion
        super()._answer(target)
        placed = match.last_motion
        if placed is not None and placed is not motion:
            found = measured(placed, table, match.tick_seconds)
            self.trail.add(placed.block.id, found, match.table.scene())
            self._placed_last = True

    def submit(self, action: Action) -> bool:
        """Let the person act without the hand; return whether that was allowed."""
        done = super().submit(action)
        if done and isinstance(action, TakeBack) and self._placed_last:
            self.trail.take_back()
        self._placed_last = self._placed_last and not done
        return done

    def explain(self, number: int, event: Event) -> None:
        """Find out why something fell that had stood; the move is simulated once more."""
        challenge = self.view().challenge
        outcome = self.match.outcome
        # Who gives up before the test has no measure.
        tested = challenge.tested and outcome is not None and outcome.reached is not None
        table, match = self._answered, self.match
        move = match.last_motion if self._with_hand else match.last_shift
        if table is None or move is None or not isinstance(event, GameOver if tested else Fell):
            return
        self._answered = None
        stress = stress_of(challenge, table) if tested else None
        watcher = Watcher(self.match.profile.tick_hz)
        collapse = why_it_moved(table, move, self.match.profile, stress, watcher.look)
        if collapse is None:
            return
        told = sentence(collapse, piece_names(table, move))
        # What set it in motion is the test, whatever its neighbours did.
        told = f"{told.partition(':')[0]}." if tested else told
        placed = move if isinstance(move, Motion) else None
        self.keep_collapse(number, watcher.film(table, placed, collapse, told))

    def over(self) -> TowerId | None:
        """Return the free place for the held piece: anywhere over the table will do."""
        return self.match.aim() if self.is_carrying and self.held else None

    def removable(self) -> tuple[Figure, ...]:
        """Return the standing pieces that may be taken out now."""
        places = {action.tower for action in self.legal() if isinstance(action, TakeOut)}
        if not self.has_choice(TakeOut):
            return ()
        return tuple(figure for figure in self.figures() if figure.tower in places)

    @property
    def ending(self) -> StartTest | Finish | None:
        """The action that has what stands tested or rated, if it may be done now."""
        if not self.has_choice(StartTest, Finish):
            return None
        return next(each for each in self.legal() if isinstance(each, StartTest | Finish))

    @property
    def can_take_back(self) -> bool:
        """Whether the last move may be taken back now."""
        return self.has_choice(TakeBack)

    def end_attempt(self) -> bool:
        """Have the building tested or rated; return whether that is legal now."""
        ending, goal = self.ending, self.view().challenge.goal
        if ending is None:
            return False
        if isinstance(goal, Tilt):
            scene = self.match.table.scene()
            rows = balance(scene, list(joints(scene, SETTLED)))
            right, left = limits(rows)
            par = math.degrees(math.atan((right if goal.way > 0 else left).margin))
            self.par = f"By statics alone it could stand up to {par:.1f}°."
        return self.submit(ending)

    def why_no_end(self) -> str:
        """Return why what stands cannot be tested or rated now, or nothing."""
        tested = self.view().challenge.tested
        return self.match.why_not(StartTest() if tested else Finish())
