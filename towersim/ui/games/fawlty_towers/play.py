"""A running match of Fawlty Towers: its decisions about cards."""

from towersim.rules.base import TurnStarted
from towersim.rules.fawlty_towers.log import Dealt
from towersim.rules.fawlty_towers.play import claims
from towersim.rules.fawlty_towers.state import Decline, Take, View
from towersim.ui.play import Play


class FawltyTowersPlay(Play[View]):
    """A running match of Fawlty Towers."""

    quiet = (Dealt, TurnStarted)
    """Events without a line in the log."""

    @property
    def claiming(self) -> bool:
        """Whether a person has to take a card or decline."""
        return self.has_choice(Take, Decline)

    def takes(self) -> tuple[Take, ...]:
        """Return the cards that the person may take now."""
        if not self.claiming:
            return ()
        return tuple(action for action in self.view().legal if isinstance(action, Take))

    def prospects(self) -> tuple[Take, ...]:
        """Return the cards that the held block would win here, if everything stands."""
        held, tower = self.held, self.over()
        if held is None or tower is None or not self.is_carrying:
            return ()
        return claims(self.view(), held.kind, tower)

    def founding_only(self) -> bool:
        """Whether the seat must found a tower, as one fell."""
        return self.view().phase == "founding"
