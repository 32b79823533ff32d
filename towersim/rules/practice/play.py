"""Practice: one seat, a challenge and a supply of pieces; gravity moves after every action.

Every piece is a tower of one block, in a place of its own. A fallen piece stays in the game; it
is lost only when it leaves the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from towersim.common.lazy_sequence import LazySequence
from towersim.common.messages import kind_text, message as _
from towersim.common.units import Seat, TowerId
from towersim.rules import base
from towersim.rules.display import Counts, Sound, joined, sentences
from towersim.rules.practice import goals, log
from towersim.rules.practice.challenge import Challenge, Endless, Load, Pull, Span, Topple, table_of
from towersim.rules.practice.state import (
    Finish,
    GiveUp,
    Measured,
    Options,
    Phase,
    SeatAction,
    Snapshot,
    State,
    View,
    worth,
)
from towersim.scene.table_setup import TableSetup

FAR = 1e6
"""The bound on the absolute value of a measure."""


class Losses(LazySequence[base.Settled]):
    """Gravity's possible moves: any of the standing pieces leave the table.

    Lazy; a move may name the pieces in any order, but only one order is listed.
    """

    def __init__(self, standing: Iterable[TowerId]) -> None:
        self._standing = tuple(standing)

    def __contains__(self, action: object) -> bool:
        """Return whether a move names only standing pieces, each once."""
        return (
            isinstance(action, base.Settled)
            and not action.together
            and len({*action.fell} & {*self._standing}) == len(action.fell)
        )

    def __len__(self) -> int:
        return int(2 ** min(len(self._standing), 60))

    def nth(self, number: int) -> base.Settled:
        """Return the move in which the pieces at the set bits of `number` leave the table."""
        return base.Settled(tuple(p for i, p in enumerate(self._standing) if number >> i & 1))


class Measurements(LazySequence[Measured]):
    """The measurer's possible moves for a table with some places; only a sample is listed."""

    def __init__(self, places: int) -> None:
        self._places = places

    def __contains__(self, action: object) -> bool:
        """Return whether a measurement has this number of places and bounded values."""
        return (
            isinstance(action, Measured)
            and len(action.lows) == self._places
            and (action.value is None or abs(action.value) < FAR)
            and abs(action.height) < FAR
            and set(action.fallen) <= set(range(self._places))
        )

    def __len__(self) -> int:
        return 1000

    def nth(self, number: int) -> Measured:
        """Return a measurement of the sample by index."""
        lows = (None,) * self._places
        return Measured(number / 100, number / 1000, number % 7 == 0, lows)


Result = tuple[State, tuple[base.Event, ...]]
SEAT = Seat(0)
MOVES_FOR: dict[Phase, base.Actor] = {
    Phase.BUILDING: SEAT,
    Phase.FALLING: base.Nature.GRAVITY,
    Phase.TESTING: base.Nature.GRAVITY,
    Phase.MEASURING: base.Nature.MEASURER,
    Phase.OVER: base.Nature.OVER,
}
GAVE_UP = _("You gave up.")
AWAITED = sentences("practice")["phases"]


class Practice(base.Stacking[State, Options, View]):
    """The rules of Practice."""

    name = "practice"
    title = _("Practice")
    seats = range(1, 2)
    options = Options
    state = State
    actions = SeatAction | base.Settled | Measured

    def setup(self, seats: int, options: Options) -> State:
        """Return the start of the challenge; the measurer moves first."""
        self.check_seats(seats)
        challenge = options.challenge
        blocks: list[str | None] = [piece.kind for piece in challenge.standing]
        blocks += [None] * (challenge.places - len(blocks))
        return State(challenge, Phase.MEASURING, Snapshot(tuple(blocks)))

    def actor(self, state: State) -> base.Actor:
        """Return the actor to move."""
        return MOVES_FOR[state.phase]

    def legal(self, state: State) -> Sequence[base.Action]:
        """Return every legal action of the actor, each once, in a fixed order."""
        match state.phase:
            case Phase.BUILDING:
                return tuple(_seat_actions(state))
            case Phase.FALLING | Phase.TESTING:
                standing = [TowerId(i) for i, kind in enumerate(state.now.blocks) if kind]
                return Losses(standing)
            case Phase.MEASURING:
                return Measurements(len(state.now.blocks))
            case _:
                return ()

    def refusal(self, state: State, action: base.Action) -> str:
        """Return the reason why an illegal action is illegal."""
        if state.phase is Phase.BUILDING:
            if isinstance(action, base.StartTest) and state.challenge.tested:
                return _untestable(state)
            if isinstance(action, base.TakeOut):
                return _("no such piece may be taken out")
            if isinstance(action, base.TakeBack):
                return _("there is no move that may be taken back")
        return AWAITED[state.phase]

    def after(self, state: State, action: base.Action) -> Result:
        """Return the state after a legal action and its events."""
        match action:
            case base.StartTower(block, tower):
                moved = _moved(state, base.swapped(state.now.blocks, tower, block), tower)
                return moved, (base.TowerStarted(SEAT, block, tower),)
            case base.TakeOut(tower):
                kind = state.now.blocks[tower] or ""
                moved = _moved(state, base.swapped(state.now.blocks, tower, None), tower)
                return moved, (log.TookOut(SEAT, kind, tower),)
            case base.StartTest():
                return replace(state, phase=Phase.TESTING, tested=True), (log.TrialStarted(SEAT),)
            case base.TakeBack():
                return _take_back(state), (log.TookBack(SEAT),)
            case base.Settled(fell):
                return _settle(state, fell)
            case Measured():
                return _rate(state, action)
            case Finish():
                return _over(state, _verdict(state)), ()
            case _:  # GiveUp
                return _over(replace(state, now=replace(state.now, value=None)), GAVE_UP), ()

    def view_of(self, state: State, viewer: Seat | None) -> View:
        """Return the seat's view; nothing is hidden."""
        mine = self.actor(state) == viewer
        return View(
            challenge=state.challenge,
            phase=state.phase,
            blocks=state.now.blocks,
            supply=tuple(_supply(state).items()),
            fallen=state.now.fallen,
            value=state.now.value,
            height=state.now.height,
            stars=stars(state),
            touches=state.now.touches,
            taken_back=state.taken_back,
            legal=tuple(_seat_actions(state)) if mine else (),
        )

    def ending(self, state: State) -> base.Outcome:
        """Return the outcome: the score is the number of stars, and one star is a win."""
        won = stars(state)
        return base.Outcome(
            reason=state.ended,
            winners=(SEAT,) if won else (),
            scores=(won,),
            stars=won,
            measure=state.now.value,
            goal=state.challenge.goal.tag,
        )

    sentences, values = log.SENTENCES, log.VALUES
    sounds = log.SOUNDS

    def sound(self, event: base.Event) -> Sound:
        """Return the sound of an event; an end without a star has none."""
        is_missed = isinstance(event, base.GameOver) and event.outcome.stars == 0
        return Sound.NONE if is_missed else super().sound(event)

    def facts(self, given: Options | None) -> Mapping[str, object]:
        """Return what the challenge allows; None: any challenge."""
        if given is None:
            return {"take_back": "any", "take_out": True}
        return {"take_back": given.challenge.take_back, "take_out": given.challenge.take_out}

    def counts(self, view: View) -> Counts:  # noqa: ARG002 - nothing is counted
        """Return no numbers; the outcome tells the stars."""
        return Counts("points", ())

    def towers(self, state: State) -> tuple[tuple[str, ...] | None, ...]:
        """Return the piece in each place as a tower of one; None for an empty place."""
        return tuple((kind,) if kind else None for kind in state.now.blocks)

    def table(self, options: Options) -> TableSetup:
        """Return the challenge's table; OptionFault if the challenge cannot be played."""
        return table_of(options.challenge)

    def test(self, state: State) -> base.StressTest | None:
        """Return the challenge's test while it goes on."""
        return state.challenge.test if state.phase is Phase.TESTING else None

    def hand(self, state: State) -> tuple[str, float]:
        """Return the challenge's hand and the factor on its tremor, which grows per touch."""
        return state.challenge.hand, 1.0 + state.challenge.growth * state.now.touches

    def measured(self, state: State, survey: base.Survey) -> Measured:
        """Return the measurer's move for a survey of the table."""
        now = state.now
        fell = bool(now.lows) and goals.dropped(now.lows, survey, state.moved)
        low = goals.out_of_place(state.challenge, survey)
        on_table = now.blocks[state.moved] if state.moved in low and not fell else None
        if isinstance(state.challenge.goal, Endless):
            fell = fell or bool(now.lost) or bool(low)
        fresh = {place for place in survey.fell or () if place != state.moved}
        fallen = tuple(sorted({*now.fallen, *fresh}))
        survey = survey._replace(fell=fallen)
        tested = state.challenge.tested and not state.tested
        value = goals.measured(state.challenge, now.blocks, now.touches, survey)
        return Measured(
            value=None if tested else value,
            height=round(goals.height(survey), 4),
            dropped=fell,
            lows=tuple(None if box is None else round(box.low, 5) for box in survey.boxes),
            joined=goals.is_joined(state.challenge, survey),
            in_place=goals.is_in_place(state.challenge, now.blocks, survey),
            on_table=on_table or "",
            fallen=fallen,
        )


def stars(state: State) -> int:
    """Return the present stars of an attempt, less the cost of moves taken back."""
    return worth(state.challenge, state.now.value, state.taken_back)


def _seat_actions(state: State) -> Iterator[SeatAction]:
    challenge = state.challenge
    free = next((TowerId(i) for i, kind in enumerate(state.now.blocks) if kind is None), None)
    left = [kind for kind, count in _supply(state).items() if count]
    if free is not None:
        for kind in left[:1] if challenge.forced_order else left:
            yield base.StartTower(kind, free)
    for place, stood in enumerate(state.now.blocks):
        if stood in challenge.take_out:
            yield base.TakeOut(TowerId(place))
    if not challenge.tested:
        yield Finish()
    elif not _untestable(state):
        yield base.StartTest()
    if state.before is not None and challenge.take_back != "no":
        yield base.TakeBack()
    yield GiveUp()


def _untestable(state: State) -> str:
    """Return the reason why the test may not begin yet, or an empty string."""
    challenge, now = state.challenge, state.now
    standing = goals.standing(now.blocks, now.fallen)
    if now.height < challenge.least_height:
        high = 1000 * challenge.least_height
        return _("the building must be {mm:.0f} mm high first", mm=high)
    if standing < challenge.least_pieces:
        return _(
            "{least} pieces must stand first, now there are {count}",
            least=challenge.least_pieces,
            count=standing,
        )
    if isinstance(challenge.goal, Load) and not now.in_place:
        return log.place_text(challenge.goal)
    if any(kind in challenge.absent for kind in now.blocks):
        return _("first take out: {pieces}", pieces=joined(map(kind_text, challenge.absent)))
    return "" if now.joined else _("both sides must be joined first, by pieces that touch")


def _supply(state: State) -> dict[str, int]:
    """Return the number of pieces left, by kind, in the order of the challenge."""
    used = Counter(kind for kind in state.now.blocks if kind) + Counter(state.now.lost)
    began = Counter(piece.kind for piece in state.challenge.standing)
    pulled = isinstance(state.challenge.goal, Pull)
    supplied, refills = Counter({p.kind: p.count for p in state.challenge.pieces}), 0
    if is_refilled(state.challenge):
        refills = max(0, used.total() - began.total()) // supplied.total()
    own = Counter[str]() if pulled else began
    return {
        kind: max(0, count * (1 + refills) + own[kind] - used[kind])
        for kind, count in supplied.items()
    }


def is_refilled(challenge: Challenge) -> bool:
    """Return whether the supply never ends."""
    goal = challenge.goal
    return isinstance(goal, Endless) and goal.refilled and any(p.count for p in challenge.pieces)


def _moved(state: State, blocks: tuple[str | None, ...], place: TowerId) -> State:
    fallen = tuple(each for each in state.now.fallen if each != place)
    now = replace(state.now, blocks=blocks, touches=state.now.touches + 1, fallen=fallen)
    return replace(state, phase=Phase.FALLING, now=now, before=state.now, moved=place)


def _take_back(state: State) -> State:
    # `before` is never None here: taking back is legal only after a move.
    now = replace(state.before or state.now, lows=())
    taken = state.taken_back + 1
    return replace(state, phase=Phase.MEASURING, now=now, before=None, moved=None, taken_back=taken)


def _settle(state: State, fell: tuple[TowerId, ...]) -> Result:
    gone = [state.now.blocks[place] or "" for place in fell]
    blocks = tuple(None if i in fell else kind for i, kind in enumerate(state.now.blocks))
    fallen = tuple(place for place in state.now.fallen if place not in fell)
    now = replace(state.now, blocks=blocks, lost=(*state.now.lost, *gone), fallen=fallen)
    return replace(state, phase=Phase.MEASURING, now=now), tuple(map(log.Lost, gone))


def _rate(state: State, measurement: Measured) -> Result:
    """Apply a measurement; a fall ends an attempt in which nothing may fall."""
    value = measurement.value
    ends = measurement.dropped and isinstance(state.challenge.goal, Pull | Endless)
    if ends:
        value = state.now.value
    # A refilled supply needs a free place whenever all are taken.
    full = is_refilled(state.challenge) and None not in state.now.blocks
    now = replace(
        state.now,
        blocks=(*state.now.blocks, None) if full else state.now.blocks,
        value=value,
        height=measurement.height,
        lows=measurement.lows,
        joined=measurement.joined,
        in_place=measurement.in_place,
        fallen=measurement.fallen,
    )
    state = replace(state, phase=Phase.BUILDING, now=now, moved=None)
    events: tuple[base.Event, ...] = ()
    if measurement.on_table:
        where = isinstance(state.challenge.goal, Span), state.challenge.river is not None
        events = (log.TouchesTable(measurement.on_table, *where),)
    elif measurement.dropped and not state.tested:
        counts = isinstance(state.challenge.goal, Topple | Pull | Endless)
        events = (log.Fell(void=bool(measurement.fallen) and not counts),)
    if ends or state.tested:
        return _over(state, _verdict(state)), events
    if not (now.touches or state.taken_back):
        return state, ()
    text = "" if value is None else log.measure_text(state.challenge.goal, value)
    return state, (*events, log.Rated(text, stars(state)))


def _verdict(state: State) -> str:
    challenge: Challenge = state.challenge
    measure = log.measure_text(challenge.goal, state.now.value)
    if state.now.value is None:
        return _("{title}: the goal is not met.", title=log.title_text(challenge))
    return _("{title}: {measure}.", title=log.title_text(challenge), measure=measure)


def _over(state: State, reason: str) -> State:
    return replace(state, phase=Phase.OVER, ended=reason, before=None)
