"""From a match being played to what a frame shows: marks, words, and where cards fly."""

from typing import NamedTuple

import pygame

from towersim.record import SeatSpec
from towersim.rules.push_cards import Card, Mark, highest
from towersim.rules.push_state import Flip, Phase, Put, Take, View
from towersim.ui.cards.faces import WIDE
from towersim.ui.cards.places import Spot
from towersim.ui.games.push.draw_die import Pose
from towersim.ui.games.push.layout import (
    Bench,
    Layout,
    aside_fan,
    bench_spot,
    benches,
    stack_fan,
)
from towersim.ui.games.push.play import PushPlay, by_colour
from towersim.ui.games.push.reel import Reel
from towersim.ui.games.push.shown import Shown
from towersim.ui.games.push.words import (
    about_bank,
    about_bench,
    about_deck,
    hint,
    percent,
    sentence,
    worst_roll,
)
from towersim.ui.logbook import Logbook
from towersim.ui.pointer import Pointer
from towersim.ui.theme import Stage

PACE_TIP = "Speed of bots, cards and die (F)"
PAUSE_TIP = "Pause (Esc)"


class PushPointer(Pointer):
    """Where mouse and keyboard point on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.place: int | None = None
        """The stack that the keyboard points at."""
        self.colour: Mark | None = None
        """The colour that was chosen to be banked, but is not yet."""


class MatSight(NamedTuple):
    """How a stack's mat is seen."""

    legal: bool = False
    pointed: bool = False
    dim: bool = False
    best: bool = False
    """Whether no stack is worth more."""
    note: str = ""
    """A few words below the cards."""
    costs: tuple[int, ...] = ()
    """What each side of the die would cost whoever takes it; without the star if it is safe."""


class Sight(NamedTuple):
    """Everything that one frame of the table shows."""

    shown: Shown
    seats: tuple[SeatSpec, ...]
    actor: int | None
    """The seat that has to act, or whose cards are on their way; nobody after the end."""
    mats: tuple[MatSight, ...]
    flips: bool = False
    """Whether the deck waits for a person."""
    pointed: bool = False
    """Whether the mouse is over it."""
    puts: bool = False
    """Whether the flipped card waits to be put somewhere."""
    bankable: tuple[Mark, ...] = ()
    chosen: Mark | None = None
    chances: str = ""
    """How likely the next card fits."""
    risk: str = ""
    """What it may cost if it does not."""
    buttons: bool = False
    """Whether there are buttons below the stacks."""
    pose: Pose = Pose(Mark.STAR)
    away: frozenset[object] = frozenset()
    dragged: Card | None = None
    at: tuple[int, int] = (0, 0)
    banner: str = ""
    hint: str = ""
    who: str = ""
    """Whom the hint speaks to."""
    log: tuple[str, ...] = ()
    whole_log: bool = False
    tip: str = ""
    tip_at: tuple[int, int] = (0, 0)


class Eye:
    """Where everything is on a stage, for the mouse and for the picture."""

    def __init__(self, stage: Stage, layout: Layout, play: PushPlay, reel: Reel) -> None:
        self._stage, self.layout, self._play, self._reel = stage, layout, play, reel
        self._log = Logbook(play)
        self._odds: tuple[int, str] = (-1, "")
        self.flipped_from = layout.flipped
        """Where the flipped card is when it is put on a stack: in its place, or at the mouse."""

    def resize(self, stage: Stage, layout: Layout) -> None:
        """See the same on another stage."""
        self._stage, self.layout = stage, layout
        self.flipped_from = layout.flipped

    @property
    def benches(self) -> list[Bench]:
        """Where each seat's things lie."""
        return benches(self._stage, self.layout, len(self._play.match.seats))

    # --- where things lie -----------------------------------------------------------------------

    def on_stack(self, place: int, index: int, cards: int) -> Spot:
        """Return where a card of a stack lies."""
        return stack_fan(self._stage, self.layout.mats[place], cards).spots()[index]

    def on_bench(self, shown: Shown, seat: int, card: Card) -> Spot:
        """Return where a card of a bench lies."""
        alike = [other for other in shown.benches[seat] if other.mark is card.mark]
        index = alike.index(card)
        return bench_spot(self._stage, self.benches[seat], card.mark, index, len(alike))

    def in_bank(self, seat: int) -> Spot:
        """Return where a seat's banked cards lie."""
        bench = self.benches[seat]
        return Spot(*bench.bank.center, min(bench.card, bench.bank.h))

    def put_aside(self, shown: Shown, card: Card) -> Spot:
        """Return where a card lies that was set aside."""
        fan = aside_fan(self.layout, len(shown.aside))
        return fan.spots()[shown.aside.index(card)]

    # --- what is at a point ---------------------------------------------------------------------

    def stack_at(self, at: tuple[int, int]) -> int | None:
        """Return which stack's mat is at a point."""
        mats = enumerate(self.layout.mats)
        return next((place for place, mat in mats if mat.collidepoint(at)), None)

    def on_deck(self, at: tuple[int, int]) -> bool:
        """Return whether a point is on the deck."""
        return self.layout.deck.has(at, WIDE)

    def on_flipped(self, at: tuple[int, int]) -> bool:
        """Return whether a point is on the flipped card."""
        return self._reel.shown.flipped is not None and self.layout.flipped.has(at, WIDE)

    def colour_at(self, at: tuple[int, int]) -> tuple[int, Mark] | None:
        """Return the seat and the colour of a bench at a point."""
        for seat, bench in enumerate(self.benches):
            for colour, column in bench.columns.items():
                low = pygame.Rect(column.x, column.y, column.w, bench.rect.bottom - column.y)
                if low.collidepoint(at):
                    return seat, colour
        return None

    # --- what a frame shows ---------------------------------------------------------------------

    def sight(self, pointer: PushPointer, *, ready: bool, said: str = "") -> Sight:
        """Return what a frame shows; `ready`: everything that happened was seen."""
        play, shown = self._play, self._reel.shown
        view, waits = play.view(), ready and play.waits
        acts = play.seat if ready else shown.acting
        tip, tip_at = self._tip(pointer) if ready else ("", (0, 0))
        flips = waits and play.may(Flip)
        return Sight(
            shown=shown,
            seats=play.match.seats,
            actor=None if ready and play.match.outcome else acts,
            mats=tuple(self._mat(place, pointer, view, ready=ready) for place in range(3)),
            flips=flips,
            pointed=flips and not pointer.keys and self.on_deck(pointer.at),
            puts=waits and play.may(Put),
            bankable=play.colours() if waits else (),
            chosen=pointer.colour if waits else None,
            chances=self._chances(view) if flips else "",
            risk=self._risk(view) if flips else "",
            buttons=flips,
            hint=said or self._hint(pointer, ready=ready),
            who=play.name,
            log=tuple(self._log.lines(self._reel.told)),
            whole_log=pointer.whole_log,
            at=pointer.at,
            tip=tip,
            tip_at=tip_at,
        )

    def _hint(self, pointer: PushPointer, *, ready: bool) -> str:
        if ready:
            return hint(self._play, pointer.colour)
        return f"{self._play.match.seats[self._reel.shown.turn].name}'s turn …"

    def _chances(self, view: View) -> str:
        """Return how likely the next card fits; reckoned once for each state of the table."""
        if view.phase is not Phase.DECIDING:
            return ""
        if self._odds[0] != self._play.match.steps:
            self._odds = (self._play.match.steps, percent(*self._play.chances()))
        return self._odds[1]

    def _risk(self, view: View) -> str:
        worst = worst_roll(view)
        return f"if not: up to −{worst}" if worst and view.phase is Phase.DECIDING else ""

    def _mat(self, place: int, pointer: PushPointer, view: View, *, ready: bool) -> MatSight:
        play, stack = self._play, self._reel.shown.stacks[place]
        best = place in highest(self._reel.shown.stacks) and bool(stack)
        choosing = ready and play.may(Put, Take)
        if not choosing:
            deciding = ready and play.human and view.phase is Phase.DECIDING
            return MatSight(best=best, costs=self._costs(place, view) if deciding else ())
        legal = place in play.places()
        keys, mouse = pointer.place, self.stack_at(pointer.at)
        pointed = legal and place == (keys if pointer.keys else mouse)
        note = "" if legal else self._why_not(place, view)
        costs = self._costs(place, view) if view.phase is Phase.TAKING and legal else ()
        return MatSight(legal, pointed, not legal, best, note, costs)

    def _why_not(self, place: int, view: View) -> str:
        """Return why a stack cannot be chosen; a free place, that others come first, is clear."""
        return sentence(self._play.why_not(self._play.meant(place))) if view.stacks[place] else ""

    def _costs(self, place: int, view: View) -> tuple[int, ...]:
        """Return what each colour of the die would cost who takes this stack; nothing: no roll."""
        stack = view.stacks[place]
        if not any(card.mark is Mark.ROLL for card in stack):
            return ()
        costs = by_colour((*view.benches[self._play.seat], *stack))
        return (*costs, sum(costs)) if view.options.star == "lose-bench" else costs

    def _tip(self, pointer: PushPointer) -> tuple[str, tuple[int, int]]:
        """Return what can be said about what the mouse points at, and where."""
        layout, shown, at = self.layout, self._reel.shown, pointer.at
        px = self._stage.px
        if self.on_deck(at) and shown.flipped is None:
            # With a flipped card the words would lie on it.
            deck = layout.deck
            where = (round(deck.x + deck.height * WIDE / 2) + px(8), round(deck.y))
            return about_deck(self._play, shown.deck), where
        for button, words in ((layout.areas.pace, PACE_TIP), (layout.areas.pause, PAUSE_TIP)):
            if button.collidepoint(at):
                return words, button.bottomleft
        return self._bench_tip(at)

    def _bench_tip(self, at: tuple[int, int]) -> tuple[str, tuple[int, int]]:
        shown, beside = self._reel.shown, self.layout.areas.side.right
        found = self.colour_at(at)
        if found is not None:
            bench = self.benches[found[0]]
            return about_bench(shown, *found), (beside, bench.columns[found[1]].y)
        for seat, bench in enumerate(self.benches):
            if bench.bank.collidepoint(at):
                return about_bank(shown, seat), (beside, bench.bank.y)
        return "", (0, 0)
