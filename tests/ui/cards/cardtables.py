"""A card table without decoration: Palace, for tests of what all card games share."""

import pygame
from msgspec.structs import replace

from towersim.match import Match
from towersim.record import SeatSpec
from towersim.rules.base import Event, Outcome
from towersim.rules.palace.state import View
from towersim.ui.app_context import AppContext
from towersim.ui.cards.old_play import CardPlay
from towersim.ui.cards.old_screen import CardScreen
from towersim.ui.input import COMMON
from towersim.ui.layout import Areas, areas
from towersim.ui.pointer import Pointer
from towersim.ui.screens.result import Ending

NAMES = ("Ada", "Bruno", "Clara", "Dmitri", "Elif")


def small_match(*players: str, seed: int = 3) -> Match:
    """Return a fresh match of Palace with these kinds of player."""
    names = zip(NAMES, players, strict=False)
    return Match.new("palace", tuple(SeatSpec(*who) for who in names), seed=seed)


class SmallPlay(CardPlay[View]):
    """Palace, without what it asks people."""

    def closed(self, view: View) -> View:
        """Return what all see."""
        return replace(view, hand=(), legal=())


class SmallScreen(CardScreen):
    """Shows nothing, but remembers what it was told."""

    keys = COMMON
    play: SmallPlay

    def __init__(self, context: AppContext, match: Match) -> None:
        self.told: list[Event] = []
        super().__init__(context, SmallPlay(match, context.clock), Pointer())

    def lay_out(self) -> Areas:
        return areas(self._context.stage, 0)

    def result_button(self) -> pygame.Rect:
        return pygame.Rect(0, 0, 100, 40)

    def happened(self, number: int, event: Event) -> None:  # noqa: ARG002 - as it is called
        self.told.append(event)

    def ending(self, outcome: Outcome) -> Ending:
        return Ending(outcome, lambda *_: None)

    def paint(self, target: pygame.Surface) -> None:
        target.fill("darkgreen")
