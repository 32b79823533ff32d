"""Fawlty Towers: stack cubes to take cards; better cards need higher towers.

======== ==========================================================================
Seats    2 to 8
Cubes    80, 20 of each of four colours; four start as the bases of four towers
Cards    54, or 45 without the black ones: 4 open columns of 6, the rest is the deck
Turn     stack a cube; if no tower falls, you may take one card
Fall     fallen towers go back to the pool; start a new one, then take a bottom card
End      two columns are empty
Score    numbers on your cards, 5 for three equal symbols, 10 for five
======== ==========================================================================

Source: the rule text of the game of that name (CC BY-NC-SA); "ruling" marks how a gap in it is
filled.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations, product, starmap

from msgspec.structs import replace

from towersim.common.messages import english, message as _, plural
from towersim.common.units import Seat, TowerId
from towersim.rules import base
from towersim.rules.display import sentences
from towersim.rules.fawlty_towers import log
from towersim.rules.fawlty_towers.state import (
    COLOUR_NAMES,
    CUBES,
    WILD,
    Card,
    Colour,
    Columns,
    Deal,
    Decline,
    Options,
    Phase,
    Public,
    Refusals,
    SeatAction,
    State,
    Take,
    View,
    deck,
    score,
)

COUNTS = (_("none"), _("one"), _("two"), _("three"), _("four"), _("five"))


def refusal(column: Sequence[Card], row: int, cube: Colour, held: Sequence[Colour]) -> str | None:
    """Return the reason why a cube on a tower of `held` cubes does not win a card, or None.

    Each card below the wanted one needs a cube of its own among `held`, of the card's colour; a
    white card is matched by any cube.
    """
    card, below = column[row], [card.colour for card in column[:row]]
    if card.colour not in (cube, *WILD):
        return _(
            "its colour is {colour}, the cube is {cube}",
            colour=COLOUR_NAMES[card.colour],
            cube=COLOUR_NAMES[cube],
        )
    if Colour.BLACK in below:
        return _("a black card lies below it")
    for colour in CUBES:
        if below.count(colour) > held.count(colour):
            return plural(
                "{needed} {colour} cube is needed for the cards below it, the tower held {had}",
                "{needed} {colour} cubes are needed for the cards below it, the tower held {had}",
                below.count(colour),
                needed=COUNTS[below.count(colour)],
                colour=COLOUR_NAMES[colour],
                had=COUNTS[held.count(colour)],
            )
    if len(below) > len(held):
        return plural(
            "{needed} cube is needed for the cards below it, the tower held {had}",
            "{needed} cubes are needed for the cards below it, the tower held {had}",
            len(below),
            needed=COUNTS[len(below)],
            had=COUNTS[len(held)],
        )
    return None


def refusals(columns: Columns, cube: Colour, held: Sequence[Colour]) -> Refusals:
    """Return `refusal` for each open card, in the shape of `columns`."""
    return tuple(
        tuple(refusal(column, row, cube, held) for row in range(len(column))) for column in columns
    )


def takes(columns: Columns, cube: Colour, held: Sequence[Colour]) -> tuple[Take, ...]:
    """Return every card that may be taken with this cube on a tower of `held` cubes."""
    return tuple(
        Take(index, row)
        for index, column in enumerate(columns)
        for row, card in enumerate(column[: reach(column, held)])
        if card.colour in (cube, *WILD)
    )


def reach(column: Sequence[Card], held: Sequence[Colour]) -> int:
    """Return how many cards from the bottom of a column the next cube can win by its colour."""
    left = list(held)
    for row, card in enumerate(column, 1):
        if card.colour in left:
            left.remove(card.colour)
        elif card.colour is not Colour.WHITE:
            return row
        if row > len(held):
            return row
    return len(column)


Result = tuple[State, tuple[base.Event, ...]]

CUBES_EACH = 20
COLUMNS = 4
ROWS = 6
EMPTY_COLUMNS = 2
"""The number of empty columns that ends the game."""
SHORT = 30
"""The number of cards in play in a short game: 26 to 30 turns of four careful bots, for 54."""
QUIET_ROUNDS = 3
"""Ruling: a game ends after this number of full rounds without a card taken."""

THROWN = 3
"""Ruling: a turn ends after this number of fallen founding cubes."""

ENDED_COLUMNS = _("Two columns are empty.")
ENDED_POOL = _("No cube is left in the pool.")  # ruling: nothing is left to stack
ENDED_QUIET = _("Nobody has taken a card for three full rounds.")

MOVES_FOR = {
    Phase.LAYING: base.Nature.DECK,
    Phase.CHOOSING: base.Nature.DIE,
    Phase.FALLING: base.Nature.GRAVITY,
    Phase.REFILLING: base.Nature.DECK,
    Phase.OVER: base.Nature.OVER,
}
"""The part of nature that moves in a phase; in the others the seat in `turn` moves."""

AWAITED = sentences("fawlty-towers")["phases"]
"""The message that refuses any other action, by phase."""


class FawltyTowers(base.Stacking[State, Options, View]):
    """The rules of Fawlty Towers."""

    name = "fawlty-towers"
    title = "Fawlty Towers"
    seats = range(2, 9)
    options = Options
    state = State
    actions = SeatAction | base.Settled | Deal | base.First

    def setup(self, seats: int, options: Options) -> State:
        """Return the state before the deal; OptionFault for a wrong number of seats."""
        self.check_seats(seats)
        return State(
            phase=Phase.LAYING,
            columns=((),) * COLUMNS,
            deck=deck(black=options.black_cards),
            towers=tuple((colour,) for colour in CUBES),
            taken=((),) * seats,
            options=options,
        )

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        return MOVES_FOR.get(state.phase, state.turn)

    def legal(self, state: State) -> Sequence[base.Action]:
        """Return every legal action of the actor, each once, in a fixed order."""
        match state.phase:
            case Phase.LAYING | Phase.REFILLING:
                return base.Deals(state.deck, Deal)
            case Phase.CHOOSING:
                return tuple(base.First(Seat(seat)) for seat in range(len(state.taken)))
            case Phase.FALLING:
                return _verdicts(state)
            case _:
                return _seat_actions(state)

    def action_space(self, seats: int) -> tuple[base.Action, ...]:  # noqa: ARG002 - the same for all
        """Return the 57 actions: 16 to stack, 16 to found, 24 to take a card, one to decline."""
        places = list(product(CUBES, map(TowerId, range(len(CUBES)))))
        takes = (Take(column, row) for column in range(COLUMNS) for row in range(ROWS))
        return (*starmap(base.Place, places), *starmap(base.StartTower, places), *takes, Decline())

    def refusal(self, state: State, action: base.Action) -> str | None:
        """Return the reason why an illegal action is illegal."""
        if state.phase is Phase.CLAIMING and isinstance(action, Take):
            open_cards = dict(enumerate(state.columns))
            column = open_cards.get(action.column, ())
            if action.row in range(len(column)):
                return refusal(column, action.row, *_claim(state))
        return AWAITED[state.phase]

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        match action:
            case Deal(card):
                return _deal(state, card)
            case base.First(seat):
                state = replace(state, phase=Phase.BUILDING, turn=seat)
                return state, (base.FirstChosen(seat), base.TurnStarted(seat))
            case base.Place(block, tower):
                return _put(state, base.Stacked(state.turn, Colour(block), tower))
            case base.StartTower(block, tower):
                return _put(state, base.TowerStarted(state.turn, Colour(block), tower))
            case base.Settled(fell):
                return _settle(state, fell)
            case Take(column, row):
                return _take(state, column, row)
            case _:  # Decline
                return _end_turn(_without_card(state), log.Declined(state.turn))

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the view of a seat or an onlooker; only the cards of the deck are hidden."""
        idle = state.phase in {Phase.LAYING, Phase.CHOOSING, Phase.OVER}
        return View(
            **base.shared(state, Public),
            viewer=viewer,
            turn=None if idle else state.turn,
            refusals=refusals(state.columns, *_claim(state))
            if state.phase is Phase.CLAIMING
            else None,
            deck=_stock(state),
            towers=self.towers(state),
            pool=_pool(state),
            scores=tuple(map(score, state.taken)),
            card_forfeited=_card_forfeited(state),
            legal=_seat_actions(state) if self.actor(state) == viewer else (),
        )

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome; ruling: more cards win a tie of scores, or the win is shared."""
        ranks = [(score(cards), len(cards)) for cards in state.taken]
        scores = tuple(points for points, cards in ranks)
        return base.Outcome(state.ended, base.leaders(ranks), scores)

    sentences, values = log.SENTENCES, log.VALUES
    zones = staticmethod(log.zones)
    counts = staticmethod(log.counts)
    sounds = log.SOUNDS
    untold = (log.Dealt, base.TurnStarted)

    def towers(self, state: State) -> tuple[tuple[Colour, ...] | None, ...]:
        """Return the colours of the cubes in each tower, base first; None for no tower."""
        return tuple(tower or None for tower in state.towers)


def claims(view: View, block: str, tower: TowerId) -> tuple[Take, ...]:
    """Return the cards a seat may take if its `block` cube on `tower` stands and nothing falls.

    On an empty place the cube founds a tower, which allows bottom cards only.
    """
    if view.card_forfeited:
        return ()
    return takes(view.columns, Colour(block), view.towers[tower] or ())


def _claim(state: State) -> tuple[Colour, tuple[Colour, ...]]:
    """Return the cube just placed and the cubes below it."""
    tower = state.towers[state.tower]
    return tower[-1], tower[:-1]


def _pool(state: State) -> tuple[tuple[Colour, int], ...]:
    standing = [cube for tower in state.towers for cube in tower]
    return tuple((colour, CUBES_EACH - standing.count(colour)) for colour in CUBES)


def _seat_actions(state: State) -> tuple[SeatAction, ...]:
    match state.phase:
        case Phase.BUILDING:
            return (*_puts(state, base.Place), *_puts(state, base.StartTower))
        case Phase.FOUNDING:
            return tuple(_puts(state, base.StartTower))
        case Phase.CLAIMING:
            return (*takes(state.columns, *_claim(state)), Decline())
        case _:
            return ()


def _puts(
    state: State, put: type[base.Place | base.StartTower]
) -> Iterator[base.Place | base.StartTower]:
    """Yield every way to put a cube on a tower, or (`StartTower`) on an empty place."""
    for colour, left in _pool(state):
        for i, tower in enumerate(state.towers):
            if left and bool(tower) is (put is base.Place):
                yield put(colour, TowerId(i))


def _verdicts(state: State) -> tuple[base.Settled, ...]:
    """Return a verdict for every ordered selection of standing towers that may fall."""
    standing = [TowerId(i) for i, tower in enumerate(state.towers) if tower]
    return tuple(
        base.Settled(fell) for n in range(len(standing) + 1) for fell in permutations(standing, n)
    )


def _deal(state: State, card: Card) -> Result:
    short = next(i for i, column in enumerate(state.columns) if len(column) < ROWS)
    columns = base.swapped(state.columns, short, (*state.columns[short], card))
    rest = tuple(other for other in state.deck if other != card)
    dealt, event = replace(state, columns=columns, deck=rest), log.Dealt(card, short)
    if state.phase is Phase.REFILLING:
        return _end_turn(dealt, event)
    if not all(len(column) == ROWS for column in columns):
        return dealt, (event,)
    if state.options.first_seat == "random":
        return replace(dealt, phase=Phase.CHOOSING), (event,)
    return replace(dealt, phase=Phase.BUILDING), (event, base.TurnStarted(state.turn))


def _put(state: State, put: base.Stacked | base.TowerStarted) -> Result:
    towers = base.swapped(state.towers, put.tower, (*state.towers[put.tower], put.block))
    return replace(state, phase=Phase.FALLING, towers=towers, tower=put.tower), (put,)


def _settle(state: State, fell: tuple[TowerId, ...]) -> Result:
    """Remove fallen towers; next the seat founds one or takes a card, or its turn ends."""
    towers = tuple(() if i in fell else tower for i, tower in enumerate(state.towers))
    events: list[base.Event] = [base.Collapsed(state.turn, i, state.towers[i]) for i in fell]
    height, founded = len(towers[state.tower]), len(state.towers[state.tower]) == 1
    settled = replace(state, towers=towers)
    if not height and founded:
        settled = replace(settled, thrown=state.thrown + 1)
        if settled.thrown == THROWN:
            return _end_turn(_without_card(settled), *events, log.GaveUp(state.turn, THROWN))
    if not height or (fell and not founded):
        # Ruling: the new cube stays on its tower even if another tower fell.
        events += [log.StoodAllTheSame(state.turn, state.tower, height)] if height else []
        return replace(settled, phase=Phase.FOUNDING, after_fall=True), tuple(events)
    events.append(base.Stood(state.turn, state.tower, height))
    if _card_forfeited(settled):
        return _end_turn(_without_card(settled), *events, log.Forfeited(state.turn))
    if takes(state.columns, *_claim(settled)):
        return replace(settled, phase=Phase.CLAIMING), tuple(events)
    nothing = log.NothingToTake(state.turn, towers[state.tower][-1])
    return _end_turn(_without_card(settled), *events, nothing)


def _card_forfeited(state: State) -> bool:
    return state.after_fall and not state.options.fall_card


def _take(state: State, column: int, row: int) -> Result:
    cards = state.columns[column]
    card, below = cards[row], cards[:row]
    took = replace(
        state,
        phase=Phase.REFILLING,
        columns=base.swapped(state.columns, column, below + cards[row + 1 :]),
        taken=base.swapped(state.taken, state.turn, (*state.taken[state.turn], card)),
        quiet=0,
    )
    event = log.Took(state.turn, card, column, _claim(state)[0], below)
    return (took, (event,)) if _stock(state) else _end_turn(took, event)


def _stock(state: State) -> int:
    """Return the number of cards that the deck will still deal."""
    if not state.options.short:
        return len(state.deck)
    return SHORT - sum(map(len, (*state.columns, *state.taken)))


def _without_card(state: State) -> State:
    return replace(state, quiet=state.quiet + 1)


def _end_turn(state: State, *events: base.Event) -> Result:
    """Start the next seat's turn, or end the game."""
    ended = _ended(state)
    if ended:
        return replace(state, phase=Phase.OVER, ended=english(ended)), events
    turn = Seat((state.turn + 1) % len(state.taken))
    fresh = replace(state, phase=Phase.BUILDING, turn=turn, after_fall=False, thrown=0)
    return fresh, (*events, base.TurnStarted(turn))


def _ended(state: State) -> str:
    if state.columns.count(()) >= EMPTY_COLUMNS:
        return ENDED_COLUMNS
    if not any(left for _, left in _pool(state)):
        return ENDED_POOL
    if state.quiet >= QUIET_ROUNDS * len(state.taken):
        return ENDED_QUIET
    return ""
