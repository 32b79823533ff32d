"""What a player does on the table of Rummü, by mouse or keyboard; what does not go is explained."""

from collections.abc import Callable

from towersim.rules.base import Action
from towersim.rules.rummu.cards import Card, ordered, plain
from towersim.rules.rummu.state import Add, Discard, Draw, Exchange, Take
from towersim.ui.cards.places import Spot
from towersim.ui.games.rummu.moves import Moves
from towersim.ui.games.rummu.play import RummuPlay
from towersim.ui.games.rummu.sight import Eye, RummuPointer

ONE: str = "Put the card that you mean on the workbench alone, or drag it there."
SOME: str = "Put the cards that you mean on the workbench, or drag one there."


class Deeds:
    """Turns what a player means into actions of the game."""

    def __init__(self, play: RummuPlay, eye: Eye, moves: Moves, say: Callable[[str], None]) -> None:
        self._play, self._eye, self._moves, self._say = play, eye, moves, say

    def _submit(self, action: Action) -> bool:
        """Do it, or say why it does not go; return whether it was done."""
        done = self._play.mine and self._play.submit(action)
        self._explain("" if done else self._play.why_not(action))
        return done

    def _explain(self, why: str) -> None:
        self._say(f"{why[0].upper()}{why[1:]}." if why else "")

    # --- piles ----------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw from the deck."""
        self._submit(Draw())

    def take(self, cards: int) -> None:
        """Take so many cards from the top of the discard pile."""
        for _ in range(cards):
            if not self._submit(Take()):
                return

    def use_discards(self, cards: int) -> None:
        """Discard the card that lies alone on the workbench, or take so many discards."""
        bench = self._eye.shelf.bench
        if len(bench) == 1 and self._play.may_discard(bench[0]):
            self.discard(bench[0])
        elif self._play.mine and Take() not in self._play.legal():
            why = self._play.why_not(Take())
            self._say(f"{ONE} {why[0].upper()}{why[1:]}." if not bench else ONE)
        else:
            self.take(cards)

    def discard(self, card: Card) -> None:
        """Discard a card, which ends the turn."""
        self._submit(Discard(card))

    def discard_chosen(self, pointer: RummuPointer) -> None:
        """Discard the card alone on the workbench, or the one the keyboard points at.

        Where the mouse rests is no choice: a card there is marked first and discarded if asked
        for again.
        """
        bench, thing, marked = self._eye.shelf.bench, self._eye.pointed(pointer), pointer.marked
        pointer.marked = None
        chosen = bench[0] if len(bench) == 1 else thing if pointer.keys else marked
        under = None if pointer.keys or len(bench) == 1 else thing
        if isinstance(under, Card) and under != marked and self._play.may_discard(under):
            pointer.marked = under
            self._say("")
        elif isinstance(chosen, Card):
            self.discard(chosen)
        elif isinstance(under, Card):
            self._explain(self._play.why_not(Discard(under)))
        else:
            self._say("Point at the card to discard, with mouse or arrows.")

    # --- workbench ------------------------------------------------------------------------------

    def toggle(self, card: Card) -> None:
        """Put a card on the workbench, or take it back."""
        self._shifting(lambda: self._eye.shelf.toggle(card))

    def drop_on_bench(self, card: Card, at: tuple[int, int]) -> None:
        """Put a card on the workbench that was dragged there."""
        self._shifting(lambda: self._eye.shelf.toggle(card), card, at)

    def move(self, card: Card, place: int, at: tuple[int, int]) -> None:
        """Put a card at another place of the hand."""
        self._shifting(lambda: self._eye.shelf.move(card, place), card, at)

    def fall_back(self, card: Card, at: tuple[int, int]) -> None:
        """Let a card lie where it lay."""
        self._shifting(lambda: None, card, at)

    def nudge(self, card: Card, way: int) -> None:
        """Put a card of the hand one place further."""
        hand = self._eye.shelf.hand
        if card in hand:
            place = min(max(hand.index(card) + way, 0), len(hand) - 1)
            self._shifting(lambda: self._eye.shelf.move(card, place))

    def take_back(self) -> None:
        """Take everything back from the workbench."""
        self._shifting(self._eye.shelf.clear)

    def sort(self) -> None:
        """Sort the hand in the next way."""
        self._shifting(self._eye.shelf.next_sort)

    def next_reading(self) -> None:
        """Let the yellow cards on the workbench stand for something else."""
        self._eye.shelf.reading += 1

    def _shifting(
        self, change: Callable[[], None], card: Card | None = None, at: tuple[int, int] = (0, 0)
    ) -> None:
        """Change how the own cards lie, and let them glide; one of them came with the mouse."""
        self._say("")
        before = self._eye.goals()
        if card is not None:
            before[card] = Spot(*at, before[card].height)
        change()
        self._moves.shift(before)

    def lay(self) -> None:
        """Lay what is on the workbench, or add it; or say why that does not go."""
        verdict = self._eye.verdict()
        if verdict is None:
            self._say("The workbench is empty: put cards there first.")
        elif not verdict.actions:
            self._say(verdict.words)
        for action in verdict.actions if verdict else ():
            self._submit(action)

    # --- combinations on the table --------------------------------------------------------------

    def use_combination(self, number: int) -> None:
        """Put the cards that lie on the workbench to a combination."""
        bench = self._eye.shelf.bench
        if bench:
            self.put(bench, number)
        else:
            self._say(SOME)

    def put(self, cards: tuple[Card, ...], number: int) -> None:
        """Add cards to a combination, or exchange a joker for one; or say why neither goes."""
        puts = self._play.puts(cards, number)
        if len(puts) > 1:
            self._eye.shelf.put_onto(cards, number)
            self._say("")
        elif puts:
            self._submit(puts[0])
        else:
            there = self._play.view().table[number].cards
            stands = len(cards) == 1 and any(role.stands_in_for(cards[0]) for role in there)
            add = Add(ordered(map(plain, cards)), number)
            self._explain(self._play.why_not(Exchange(cards[0], number) if stands else add))
