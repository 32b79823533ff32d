"""Fawlty Towers in the window: decisions about cards, messages, camera, marks and frame state."""

import math
from typing import Final

from msgspec.structs import replace

from towersim.common.messages import message as _, plural, texts
from towersim.common.units import Pose, TowerId
from towersim.match.match import Match, MatchPhase
from towersim.rules.display import listed
from towersim.rules.fawlty_towers.log import Took
from towersim.rules.fawlty_towers.play import EMPTY_COLUMNS, QUIET_ROUNDS, claims
from towersim.rules.fawlty_towers.state import (
    COLOUR_NAMES,
    CUBES,
    SYMBOL_NAMES,
    WILD,
    Card,
    Colour,
    Decline,
    Take,
    View,
)
from towersim.ui.app_context import PlayContext
from towersim.ui.drawing.camera import Camera, fitted
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.layout import thing_at
from towersim.ui.drawing.sprites import Sprites, painted
from towersim.ui.drawing.text import Tip
from towersim.ui.drawing.theme import Viewport
from towersim.ui.explainer import last_collapses
from towersim.ui.games.fawlty_towers import draw_table
from towersim.ui.games.fawlty_towers.draw_table import Layout, Rack, card_rect
from towersim.ui.input.bindings import Pointer
from towersim.ui.play import Play
from towersim.ui.sentences import REPLAY, settling, won
from towersim.ui.settings import Settings
from towersim.ui.stacking.presenter import FlyingPicture, TablePresenter

PROMPTS: Final = texts(__file__)
"""The prompts of a person who takes a cube and carries it, with the mouse or with keys."""
FEW: Final = 8
"""Number of cubes in the pool from which on the near end is announced."""


class FawltyTowersPlay(Play[View]):
    """A running match of Fawlty Towers."""

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


def hint(play: FawltyTowersPlay, *, keys: bool = False) -> str:
    """Return the prompt for the seat to move; `keys`: worded for use of the keyboard."""
    match, name = play.match, play.name
    if play.playback.is_replaying:
        return REPLAY
    if match.outcome is not None:
        return won(match.outcome, [seat.name for seat in match.seats])
    if match.phase is MatchPhase.SETTLING:
        return settling(play, cubes=True)
    if not play.is_human_turn:
        return _bot(play, name)
    if play.is_carrying:
        return _carrying(play, name, keys=keys)
    asked = _claiming(play, keys=keys) if play.claiming else _choosing(play, keys=keys)
    return _("{name}: {words}", name=name, words=asked)


def _claiming(play: FawltyTowersPlay, *, keys: bool) -> str:
    if keys:
        return _("{key:arrows} choose a marked card, {key:Enter} takes it, {key:N} takes none.")
    return plural(
        "take the marked card, or none.",
        "take one of the {count} marked cards, or none.",
        len(play.takes()),
    )


def _choosing(play: FawltyTowersPlay, *, keys: bool) -> str:
    """Return the prompt for taking a cube, with its legal places."""
    prompts, where = PROMPTS["keys" if keys else "mouse"], _where(play)
    if play.founding_only():
        return _("{fell} {then}", fell=_fell(play), then=prompts["founding"].filled(place=where))
    return prompts["choosing"].filled(place=where)


def _bot(play: FawltyTowersPlay, name: str) -> str:
    held = play.held
    if held:
        return _("{name} carries a {colour} cube …", name=name, colour=_colour(held.kind))
    if play.founding_only():
        return _("{fell:capital} {name} founds a new one …", fell=_fell(play), name=name)
    return _("{name} is thinking …", name=name)


def _colour(kind: str) -> str:
    return COLOUR_NAMES[Colour(kind)]


def _fell(play: FawltyTowersPlay) -> str:
    """Return a phrase about the towers that the last move felled."""
    fell = last_collapses(play.match.events).values()
    numbers = [str(tower + 1) for tower in sorted(event.tower for event in fell)]
    told = listed(numbers)
    return plural("tower {towers} is lost!", "towers {towers} are lost!", len(numbers), towers=told)


def _where(play: FawltyTowersPlay) -> str:
    """Return a phrase for the legal places of a cube."""
    free = sum(tower is None for tower in play.view().towers)
    if not free:
        return _("a tower")
    if play.founding_only():
        return _("the free place") if free == 1 else _("a free place")
    return _("a tower or the free place") if free == 1 else _("a tower or a free place")


def _carrying(play: FawltyTowersPlay, name: str, *, keys: bool) -> str:
    if play.is_disturbing:
        return _(
            "{name}: that was a push! Let the cube go over a tower, and see what falls.", name=name
        )
    prompts, tower, held = PROMPTS["keys" if keys else "mouse"], play.over(), play.held
    if held is None:
        return ""
    if tower is None:
        colour = _colour(held.kind)
        return prompts["carrying"].filled(name=name, colour=colour, place=_where(play))
    stands = play.view().towers[tower]
    place = _("tower {number}", number=tower + 1) if stands else _("the free place")
    wins = _wins(len(play.prospects()))
    return prompts["lowering"].filled(name=name, place=place, wins=wins)


def _wins(cards: int) -> str:
    """Return a sentence about the number of cards that the held cube may win."""
    if not cards:
        return _("If it stands, it wins no card.")
    return plural(
        "If it stands, it wins one card.", "If it stands, it wins one of {count} cards.", cards
    )


def near_end(view: View) -> str:
    """Return a sentence about a near end of the game; empty for none."""
    cubes = sum(left for _, left in view.pool)
    if view.turn is None:
        return ""
    if view.columns.count(()) == EMPTY_COLUMNS - 1:
        return _("One more empty column ends the game.")
    if cubes <= FEW:
        return plural(
            "One cube left; it ends the game.",
            "{count} cubes left; the last one ends the game.",
            cubes,
        )
    if view.quiet >= (QUIET_ROUNDS - 1) * len(view.taken):
        return _("One more round without a card ends the game.")
    return ""


def about_card(view: View, take: Take) -> str:
    """Return the tooltip of an open card: its name, and the cube that wins it or the obstacle."""
    card = view.columns[take.column][take.row]
    return _(
        "{colour:capital} {number}, {symbol}. {advice}",
        colour=COLOUR_NAMES[card.colour],
        number=card.number,
        symbol=SYMBOL_NAMES[card.symbol],
        advice=_advice(view, take),
    )


def _advice(view: View, take: Take) -> str:
    """Return a sentence about the cube that wins an open card, or about the obstacle."""
    if view.refusals is not None:
        reason = view.refusals[take.column][take.row]
        return _("Not now: {reason}.", reason=reason) if reason else _("You may take it.")
    towers, colour = winning_towers(view, take), view.columns[take.column][take.row].colour
    if not towers:
        return _("No tower reaches it yet: {needs}.", needs=needs(view, take))
    cube = _("any cube") if colour in WILD else _("a {colour} cube", colour=COLOUR_NAMES[colour])
    if take.row == 0:
        return _("It lies at the bottom: {cube} on any tower wins it.", cube=cube)
    if len(towers) == sum(tower is not None for tower in view.towers):
        return _("Put {cube} on any tower to win it.", cube=cube)
    told = listed((str(tower + 1) for tower in sorted(towers)), either=True)
    return _("Put {cube} on tower {towers} to win it.", cube=cube, towers=told)


def winning_towers(view: View, take: Take) -> frozenset[TowerId]:
    """Return the standing towers on which some cube would win this card."""
    return frozenset(
        TowerId(index)
        for index, tower in enumerate(view.towers)
        if tower and any(take in claims(view, cube, TowerId(index)) for cube in CUBES)
    )


def needs(view: View, take: Take) -> str:
    """Return the cubes that a tower has to hold before this card can be won from it.

    A black card below blocks; a white one asks for one cube more, of any colour.
    """
    below = [card.colour for card in view.columns[take.column][: take.row]]
    if Colour.BLACK in below:
        return _("a black card below it blocks")
    parts = [
        _("{count} {colour}", count=below.count(colour), colour=COLOUR_NAMES[colour])
        for colour in CUBES
        if colour in below
    ]
    if Colour.WHITE in below:
        parts.append(_("{count} more of any colour", count=below.count(Colour.WHITE)))
    return _("a tower must hold {cubes} before your cube goes on", cubes=listed(parts))


LEFT: Final = 0.08
"""Visible width left of the first tower, including the ruler, in metres."""
RIGHT: Final = 0.05
"""Visible width right of the pick-up position, in metres."""
ABOVE: Final = 0.07
"""Visible height above the highest tower, for the held block, in metres."""
LEAST: Final = 0.30
"""Minimum visible height, in metres."""
LIE: Final = 1.1
"""Shortest time for which a fallen tower lies on the table before it flies back, in seconds."""
ANY: Final = "red"
"""A representative kind of cube: all have the same shape."""
SLIDE: Final = 9.0
"""Decay rate of a sliding card's distance to its place, in 1/s."""
SLIDES_IN: Final = 220
"""Height above its place from which a new card slides in, in pixels."""
CATCH_UP: Final = 0.14
"""Seconds in which a lifted block glides from the rack to the hand."""


class FawltyTowersPointer(Pointer):
    """The pointer, with the keyboard's selections on this table."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = ""
        """The kind of block selected in the rack by keyboard; empty for none."""
        self.pick: Take | None = None
        """The card selected by keyboard among the legal takes; None for none."""


class FawltyTowersPresenter(TablePresenter):
    """The presenter of a match of Fawlty Towers: cards, rack and towers."""

    shrink = 0.8
    lift_seconds = CATCH_UP
    layout: Layout
    play: FawltyTowersPlay
    pointer: FawltyTowersPointer

    def __init__(self, viewport: Viewport, match: Match, context: PlayContext) -> None:
        play = FawltyTowersPlay(match, context)
        self.sprites = Sprites(painted(match.setup.pieces[""].shape))
        self._held = play.held
        super().__init__(viewport, play, FawltyTowersPointer())

    def lay_out(self) -> Layout:
        """Lay out everything for the viewport; return the layout."""
        self._tops: dict[Card, int] = {}
        self._shift: dict[Card, float] = {}
        """Height above its place at which a card is drawn, in pixels."""
        return Layout(self._viewport, len(self.play.match.seats))

    @property
    def prompt(self) -> str:
        """The prompt for the seat to move."""
        return hint(self.play, keys=self.pointer.keys)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of block in the rack, from the top."""
        return tuple(kind for kind, _ in self.play.view().pool)

    @property
    def rack(self) -> Rack:
        """The rack of the pool."""
        setup = self.play.match.setup
        return draw_table.rack(self._viewport, self.camera, setup.pick_ups[0].x, self.kinds)

    def cube_in_rack(self, kind: str) -> tuple[float, float]:
        """Return the centre of a kind's block in the rack, in pixels."""
        return self.rack.cube_at(self.kinds.index(kind), self._viewport.px(24))

    def card_at(self, at: tuple[int, int]) -> Take | None:
        """Return the open card at a point; None elsewhere."""
        columns = enumerate(self.play.view().columns)
        takes = [Take(column, row) for column, cards in columns for row in range(len(cards))]
        return thing_at(((take, card_rect(self.layout, take)) for take in takes), at)

    def goal(self) -> Camera:
        """Return the camera that shows all towers and the rack."""
        setup, box = self.play.match.setup, self.layout.areas.tower_box(self._viewport.px(4))
        tall = max(self.play.heights().values(), default=0.0)
        low, high = setup.spots[0] - LEFT, setup.pick_ups[0].x + RIGHT
        return fitted(box, low, high, max(tall + ABOVE, LEAST))

    def is_pool(self, at: tuple[int, int]) -> bool:
        """Return whether a point hits the rack."""
        return bool(self.rack.rect.collidepoint(at))

    def not_here(self) -> str:
        """Return where to hold the cube."""
        return _("Hold the cube over {place} to let it go.", place=_where(self.play))

    @property
    def is_moving(self) -> bool:
        """Whether an animation is visible while the match waits."""
        return super().is_moving or bool(self._shift)

    def lift_from(self, start: tuple[float, float]) -> None:
        """Let the lifted block glide from `start` (pixels) to the hand; clear away the fallen."""
        self.begin_lift(lambda pose: Pose(*self.camera.to_m(*start), pose.angle))
        self.take_away()

    def step(self, seconds: float, pace: float) -> None:
        """Advance the animations by `seconds`."""
        play = self.play
        if play.held and not (self._held or play.is_human_turn):
            self.lift_from(self.cube_in_rack(play.held.kind))
        self._held = play.held
        if not play.claiming:
            self.pointer.pick = None
        self._slide_cards(self._viewport.eased(seconds))
        super().step(seconds, pace)

    def _slide_cards(self, seconds: float) -> None:
        """Let cards with a new place slide there from their old one, and new cards from above."""
        tops = {
            card: card_rect(self.layout, Take(column, row)).y
            for column, cards in enumerate(self.play.view().columns)
            for row, card in enumerate(cards)
        }
        for card, y in tops.items() if self._tops else ():
            before = self._tops.get(card, y - SLIDES_IN)
            if before != y:
                self._shift[card] = self._shift.get(card, 0.0) + y - before
        self._tops, keep = tops, math.exp(-SLIDE * seconds)
        self._shift = {card: y * keep for card, y in self._shift.items() if abs(y * keep) >= 0.5}

    def fly_card(self, took: Took) -> None:
        """Start the flight of a card from its column to its taker's seat."""
        layout, viewport = self.layout, self._viewport
        start = card_rect(layout, Take(took.column, len(took.below)))
        face = draw_table.card_face(viewport, took.card, layout.card, layout.strip)
        end = layout.rows[took.seat].center
        self.flights.append(FlyingPicture(face, start.center, end, 0.6, 0.35))

    def tell_fall(self, tower: TowerId, cause: str) -> bool:
        """Show a note on a fallen tower; return whether there is news to see."""
        fell = _("Tower {number} is lost. {why}", number=tower + 1, why=cause) if cause else ""
        return self.show_fall(self.play.spots(ANY)[tower], fell)

    def take_away(self) -> None:
        """Start the flights of the fallen cubes to the pool."""
        self.clear_away(self.cube_in_rack)

    def frame_state(self, settings: Settings) -> draw_table.FrameState:
        """Return the present frame state."""
        play, view, pointer = self.play, self.play.queue.view, self.pointer
        marked, pointed = frozenset(play.takes()), self.card_at(pointer.at)
        spots = play.match.setup.spots
        if play.playback.is_replaying:  # the plates count what is seen again
            cubes: dict[TowerId | None, tuple[str, ...]] = {}
            for figure in play.figures():
                cubes[figure.tower] = (*cubes.get(figure.tower, ()), figure.kind)
            view = replace(view, towers=tuple(cubes.get(TowerId(i)) for i in range(len(spots))))
        return draw_table.FrameState(
            view=view,
            seats=play.match.seats,
            table=self.table_frame(settings, xray=settings.xray),
            spots=play.spots(ANY),
            apart=spots[1] - spots[0],
            shape=play.match.setup.piece(ANY).shape,
            heights=play.heights(),
            rack=self.rack,
            near_end=near_end(view),
            claiming=play.claiming,
            marked=marked,
            hinted=frozenset(play.prospects() if settings.preview else ()),
            chosen=self._picked or (pointed if pointed in marked else None),
            aim=play.over(),
            wanted=winning_towers(play.view(), pointed)
            if pointed and play.is_choosing_block
            else frozenset(),
            seat=None if play.match.airborne else thing_at(enumerate(self.layout.rows), pointer.at),
            pool_open=play.is_choosing_block,
            pool_chosen=pointer.kind if pointer.keys else self.rack.kind_at(pointer.at),
            card_shift=self._shift,
        )

    def draw(self, canvas: Canvas, settings: Settings) -> None:
        """Draw the table, below texts and buttons."""
        self._frame = self.frame_state(settings)
        self.slips = draw_table.draw_table(canvas, self.layout, self.sprites, self._frame)

    def draw_on_top(self, canvas: Canvas) -> None:
        """Draw flying pictures and the tooltip of the hovered seat."""
        super().draw_on_top(canvas)
        if self._frame.seat is not None:
            draw_table.draw_seat_tip(canvas, self.layout, self._frame, self._frame.seat)

    @property
    def _picked(self) -> Take | None:
        """The card selected by keyboard; None for none."""
        return self.pointer.pick if self.pointer.pick in self.play.takes() else None

    def tip(self) -> Tip | None:
        """Return the tooltip of the selected or hovered card and its position; None for none."""
        layout, card = self.layout, self._picked or self.card_at(self.pointer.at)
        if card is None:
            return None
        px = self._viewport.px
        left = layout.areas.beside(px(54), px(self._viewport.grown(300)))
        view = self.play.view()
        if not self.play.is_human_turn:
            view = replace(view, refusals=None)  # those are about the cards that a bot may take
        return about_card(view, card), (left, card_rect(layout, card).y)
