"""What a game of Fawlty Towers asks people, besides taking and placing cubes."""

from collections.abc import Callable

from towersim.match import Match
from towersim.rules.base import Collapsed, Event
from towersim.rules.fawlty_towers import View, claims
from towersim.rules.fawlty_towers_state import Decline, Take
from towersim.table import Table
from towersim.ui.games.fawlty_towers.falls import why_fallen
from towersim.ui.play import Play
from towersim.units import TowerId


class FawltyTowersPlay(Play[View]):
    """A match of Fawlty Towers: its cards, and why its towers fall."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        super().__init__(match, clock)
        self.why: dict[int, str] = {}
        """Why towers fell, as a sentence, by the number of the event."""

    @property
    def claiming(self) -> bool:
        """Whether a person has to take a card or decline."""
        return self.may(Take, Decline)

    def takes(self) -> tuple[Take, ...]:
        """Return the cards that the person may take now."""
        if not self.claiming:
            return ()
        return tuple(action for action in self.view().legal if isinstance(action, Take))

    def prospects(self) -> tuple[Take, ...]:
        """Return the cards that the held block would win where it is, if everything stands."""
        held, tower = self.held, self.over()
        if held is None or tower is None or not self.carrying:
            return ()
        return claims(self.view(), held.kind, tower)

    def fallen(self) -> list[TowerId]:
        """Return which towers the last move brought down, in the order in which they fell."""
        towers: list[TowerId] = []
        for event in reversed(self.match.events):
            if not isinstance(event, Collapsed):
                break
            towers.insert(0, event.tower)
        return towers

    def founding_only(self) -> bool:
        """Whether the seat has to found a tower, because one fell."""
        return self.view().phase == "founding"

    def about(self, number: int) -> str:
        """Return why a tower fell."""
        return self.why.get(number, "")

    def answered(self, number: int, event: Event, table: Table) -> None:
        """Say why a tower fell, from how everything lay just before it was cleared away."""
        if not isinstance(event, Collapsed):
            return
        put = event.tower == self.view().tower
        mine = [f for f in self.before if f.tower == event.tower or (put and f.tower is None)]
        bases = (*(placed.id for placed in table.towers[event.tower]), *(f.id for f in mine))
        self.why[number] = why_fallen(mine, bases[:1], table.setup.table.width / 2)
