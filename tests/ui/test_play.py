"""Real time becomes ticks, bots think in slices, falls are slow, and events come in order."""

import math
from collections.abc import Callable, Iterable, Sequence

import pytest
from msgspec.structs import replace

from tests.matches import knocked
from tests.ui.cards.tables import small_match
from tests.ui.sound.test_sound import strongest_frequency
from towersim.bots.baselines import Uniform
from towersim.bots.table import turn
from towersim.common.units import BlockId, Pose, Seat, Target, TowerId
from towersim.geometry.shapes import Box
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec
from towersim.rules.base import Collapsed, Event
from towersim.rules.fawlty_towers.state import Card, Colour, Symbol, View
from towersim.rules.palace.log import Dealt
from towersim.rules.palace.state import View as PalaceView
from towersim.table.table import Figure
from towersim.theatre.falls import AFTER, LONGEST, SLOW
from towersim.theatre.impacts import Impact
from towersim.ui import playback
from towersim.ui.app_context import PlayContext
from towersim.ui.events import EventQueue, Moment, Script
from towersim.ui.games.fawlty_towers.presenter import (
    FawltyTowersPlay,
    about_card,
    hint,
    near_end,
    needs,
)
from towersim.ui.play import BREATH
from towersim.ui.settings import PACES
from towersim.ui.sound import cues
from towersim.ui.sound.synthesis import STRETCH

PEOPLE = (SeatSpec("Ada"), SeatSpec("Bruno"))


def ticking(step: float) -> Callable[[], float]:
    """Return a clock that advances by `step` seconds with each reading."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


def new(*seats: SeatSpec, step: float = 0.0) -> FawltyTowersPlay:
    """Return a play with a clock that advances by `step` seconds with each reading."""
    return FawltyTowersPlay(
        Match.new("fawlty-towers", seats or PEOPLE, seed=4), PlayContext(ticking(step))
    )


def count_ticks(play: FawltyTowersPlay, monkeypatch: pytest.MonkeyPatch) -> list[Target | None]:
    """Return a list to which every tick appends its target."""
    seen: list[Target | None] = []
    tick = play.match.tick

    def counted(target: Target | None = None) -> object:
        seen.append(target)
        return tick(target)

    monkeypatch.setattr(play.match, "tick", counted)
    return seen


@pytest.mark.parametrize("pace", PACES)
def test_the_hand_moves_in_real_time_at_any_pace(
    pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = new()
    x, y, _ = play.lift("red")
    ticks = count_ticks(play, monkeypatch)
    for _ in range(60):
        play.advance(1 / 60, Target(x, y, 0.0), pace, 1.0)
    assert len(ticks) == pytest.approx(120, abs=1)
    assert set(ticks) == {Target(x, y, 0.0)}


def test_settling_is_faster_at_a_higher_pace() -> None:
    play = new()
    play.lift("red")
    target = Target(play.match.setup.spots[0], 0.0320, 0.0)
    for _ in range(240):
        play.advance(1 / 60, target, 1, 1.0)
    assert play.let_go()
    play.advance(0.0, None, 4, 1.0)
    projector = play.playback._now
    assert projector is not None
    assert projector.film.is_complete, "simulated ahead of what is shown"
    assert not play.legal(), "gravity answers when it has been shown"
    for _ in range(3):
        play.advance(1 / 60, None, 4, 1.0)
    assert projector.at == pytest.approx(min(24, len(projector.film.frames) - 1))
    while play.match.phase is MatchPhase.SETTLING:
        play.advance(1 / 60, None, 4, 1.0)
    assert play.view().towers[0] == ("red", "red")


def test_a_slow_machine_slows_the_game_but_not_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    play = new(step=0.004)
    x, y, _ = play.lift("red")
    ticks = count_ticks(play, monkeypatch)
    play.advance(5.0, Target(x, y, 0.0), 1, 0.010)
    assert 1 <= len(ticks) <= 3
    ticks.clear()
    play.advance(1 / 60, Target(x, y, 0.0), 1, 1.0)
    assert len(ticks) <= 3, "what did not fit is not made up for"


def test_a_bot_thinks_in_slices_that_fit_into_frames() -> None:
    bots = (SeatSpec("Ada", "careful", "steady"), SeatSpec("Bruno", "careful", "steady"))
    play = new(*bots, step=0.004)
    play.advance(BREATH, None, 1, 0.010)
    frames = 0
    while play.match.phase is MatchPhase.CHOOSING:
        play.advance(1 / 60, None, 1, 0.010)
        frames += 1
    assert frames > 1


def test_the_hint_says_what_to_do_in_every_phase() -> None:
    play = new()
    name = play.match.seats[play.seat].name
    assert hint(play).startswith(name)
    assert "pool" in hint(play)
    play.lift("red")
    assert "red cube over a tower" in hint(play)
    for _ in range(300):
        play.advance(1 / 60, Target(play.match.setup.spots[2], 0.035, 0.0), 1, 1.0)
    assert play.over() == TowerId(2)
    assert "tower 3" in hint(play)
    play.let_go()
    assert hint(play) == "Hold your breath …"
    play = FawltyTowersPlay(knocked(), PlayContext(ticking(0.0)))
    opened = "A cube touched the table or fell off it, so the hand opened by itself."
    assert hint(play) == opened


def test_the_hint_names_the_possible_places() -> None:
    play = new()
    bases = play.match.state.towers

    def stand(*standing: bool) -> str:
        towers = tuple(b if on else () for b, on in zip(bases, standing, strict=True))
        play.match.state = replace(play.match.state, towers=towers)
        play._seen = None
        return hint(play)

    assert stand(True, True, True, True).endswith("onto a tower.")
    assert stand(True, False, True, True).endswith("onto a tower or the free place.")
    assert stand(True, False, False, True).endswith("onto a tower or a free place.")
    play.match.state = replace(play.match.state, phase="founding")
    play.match.events.append(Collapsed(play.seat, TowerId(1), ("blue",)))
    assert stand(True, False, True, True).endswith("onto the free place.")


def test_after_knocking_over_a_tower_a_cube_may_not_be_put_back() -> None:
    play = new()
    play.lift("red")
    spots = play.match.setup.spots
    between = (spots[2] + spots[3]) / 2
    for x in (between, between, spots[2] + 0.005, between):
        for _ in range(60):
            play.advance(1 / 60, Target(x, 0.012, 0.0), 1, 1.0)
    assert play.is_disturbing
    assert "push" in hint(play)
    assert play.put_back() is False
    assert not play.let_go(), "between the towers"
    for _ in range(60):
        play.advance(1 / 60, Target(spots[3], 0.06, 0.0), 1, 1.0)
    assert play.let_go()


COLUMN = (
    Card(Colour.YELLOW, Symbol.DROP, 1),
    Card(Colour.WHITE, Symbol.DROP, 2),
    Card(Colour.YELLOW, Symbol.WHEEL, 3),
    Card(Colour.RED, Symbol.ARROW, 5),
    Card(Colour.BLACK, Symbol.ARROW, 4),
    Card(Colour.RED, Symbol.WHEEL, 6),
)


def seen(*tower: Colour) -> View:
    """Return a view of one column and a first tower of these cubes."""
    view: View = new().match.view(Seat(0))
    others = tuple((Colour.GREEN,) for _ in range(3))
    return replace(view, columns=(COLUMN, (), (), ()), towers=(tower, *others))


def test_the_tip_of_a_card_names_the_cubes_it_needs_and_towers_that_have_them() -> None:
    poor, rich = seen(Colour.YELLOW), seen(Colour.YELLOW, Colour.RED, Colour.YELLOW)
    assert needs(poor, 0, 3) == (
        "a tower must hold 2 yellow and 1 more of any colour before your cube goes on"
    )
    assert "No tower reaches it yet" in about_card(poor, 0, 3)
    assert about_card(rich, 0, 3) == "Red 5, arrow. Put a red cube on tower 1 to win it."
    assert "at the bottom" in about_card(poor, 0, 0)
    assert "black card below" in about_card(rich, 0, 5)


def test_a_near_end_of_the_game_is_announced_with_its_reason() -> None:
    view = replace(seen(Colour.YELLOW), columns=(COLUMN,) * 4)
    assert near_end(view) == ""
    assert "empty column" in near_end(replace(view, columns=(COLUMN, COLUMN, (), COLUMN)))
    assert near_end(replace(view, pool=((Colour.RED, 3),))).startswith("3 cubes left")
    assert near_end(replace(view, quiet=3)) == ""
    assert "without a card" in near_end(replace(view, quiet=4))
    assert near_end(replace(view, turn=None, quiet=6)) == ""


def test_a_refused_card_explains_the_reason() -> None:
    reason = "two yellow cubes are needed for the cards below it, the tower held one"
    view = replace(seen(Colour.YELLOW), refusals=((None, None, None, reason, "", ""), (), (), ()))
    assert about_card(view, 0, 3) == f"Red 5, arrow. Not now: {reason}."
    assert about_card(view, 0, 0).endswith("You may take it.")


TICK = 1 / 120
NAME = BlockId("a")


def frame(angle: float, y: float = 0.1) -> tuple[Figure, ...]:
    pose = Pose(0.0, y, angle)
    return (Figure(NAME, "red", Box(0.02, 0.02), pose, TowerId(0), held=False),)


def toppling(stands: int, tips: int, lies: int) -> playback.Film:
    """Return a film of a block that stands, tips, falls and lies, for given numbers of ticks."""
    film = playback.Film(frame(0.0), TICK)
    for _ in range(stands):
        film.add(frame(0.0), None)
    for tick in range(1, tips + 1):
        fallen = NAME if tick == tips else None
        film.add(frame(math.pi / 2 * tick / tips), fallen)
    for _ in range(lies):
        film.add(frame(math.pi / 2), NAME)
    film.is_complete = True
    return film


def test_a_fall_begins_when_the_block_starts_to_move_but_a_creeping_one_near_its_end() -> None:
    film, creeping = toppling(60, 40, 30), toppling(10, 400, 30)
    assert film.fell_at == 100
    assert film.tips_at == pytest.approx(60, abs=2)
    assert creeping.fell_at - creeping.tips_at == round(playback.BEFORE / TICK)


@pytest.mark.parametrize("pace", PACES)
def test_slow_motion_begins_with_the_fall_and_is_as_slow_at_any_pace(pace: float) -> None:
    film = toppling(60, 40, 240)
    projector, shown, slow = playback.Projector(film), 0, 0
    while not projector.is_done:
        was = projector.is_slow
        at = projector.at
        projector.advance(1 / 60, pace)
        shown += 1
        if was:
            slow += 1
            assert projector.at - at < 2 * 2 * SLOW
            assert at >= film.tips_at
    assert slow / 60 == pytest.approx(LONGEST, rel=0.1)
    assert shown < slow + 200 / pace


@pytest.mark.parametrize("y", [0.1, -0.1])
def test_slow_motion_ends_with_the_first_impact_on_the_table_or_beside_it(y: float) -> None:
    film = toppling(60, 40, 0)
    film.is_complete = False
    for tick in range(60):
        knock = Impact(0.02, 0.01, 0.0, on_table=tick >= 5 and y > 0)
        film.add(frame(math.pi / 2, y if tick >= 5 else 0.1), None, (knock,))
    assert film.lands_at == 106
    projector = playback.Projector(film, 105)
    assert projector.is_slow
    assert not playback.Projector(film, film.lands_at + AFTER / TICK).is_slow


def test_slow_motion_is_shorter_from_the_third_fall_on_and_can_be_skipped_or_be_off() -> None:
    slow, film = playback.SlowMotion(), toppling(60, 40, 240)
    lengths = []
    for _ in range(3):
        projector, seconds = playback.Projector(film, film.tips_at, slow), 0.0
        while projector.is_slow:
            projector.advance(1 / 60, 1)
            seconds += 1 / 60
        lengths.append(seconds)
        slow.end(fell=True)
    assert lengths == pytest.approx([LONGEST, LONGEST, playback.LENGTHS[1]], rel=0.1)
    slow.skip()
    assert not playback.Projector(film, film.tips_at, slow).is_slow
    slow.end(fell=False)
    assert playback.Projector(film, film.tips_at, slow).is_slow, "only that fall was skipped"
    slow.is_on = False
    assert not playback.Projector(film, film.tips_at, slow).is_slow


def test_the_sound_of_slow_motion_is_longer_lower_and_softer() -> None:
    film = toppling(60, 40, 0)
    film.is_complete = False
    knock = Impact(0.02, 0.01, 0.0, on_table=True)
    film.add(frame(math.pi / 2), None, (knock,))
    slow, quick = playback.Projector(film, film.tips_at), playback.Projector(film, film.tips_at)
    quick._slow.skip()
    slow.at = quick.at = len(film.frames) - 1
    (heard,), (usual,) = slow.take_impacts(), quick.take_impacts()
    assert usual == knock
    (normal,), (slowed,) = (cues.of_impacts([one], -0.5, 0.5) for one in (knock, heard))
    before, after = cues.samples(normal.sound), cues.samples(slowed.sound)
    assert len(after) == STRETCH * len(before)
    assert strongest_frequency(before) > 2.5 * strongest_frequency(after)
    assert slowed.volume < normal.volume


def test_without_a_fall_there_is_no_slow_motion() -> None:
    projector = playback.Projector(toppling(60, 0, 0))
    projector.advance(0.25, 2)
    assert projector.is_done
    assert not projector.is_tipping


def test_playback_stays_behind_the_simulation_until_a_fall_is_known() -> None:
    film = toppling(100, 0, 0)
    film.is_complete = False
    projector = playback.Projector(film)
    projector.advance(5.0, 4)
    assert projector.at == 100 - round(playback.AHEAD / TICK)
    assert not projector.is_done
    film.add(frame(0.5), NAME)
    projector.advance(5.0, 4)
    assert projector.at == film.tips_at


def test_a_replay_begins_shortly_before_the_fall() -> None:
    film = toppling(90, 40, 30)
    again = playback.seen_again(film)
    assert again.at == pytest.approx(film.tips_at - playback.RUN_UP / TICK)
    assert not again.is_tipping


class Looker:
    """A fake viewer at a seat."""

    def __init__(self, match: Match, seat: int = 0) -> None:
        self.match, self.watcher = match, Seat(seat)

    def view_at(self, step: int) -> PalaceView:
        view: PalaceView = self.match.view(self.watcher, step)
        return view


class Counting(Script[PalaceView]):
    """Shows each event twice and counts the events."""

    blank = 0

    def moments(
        self, before: PalaceView, events: Sequence[Event], after: PalaceView
    ) -> Iterable[Moment[PalaceView]]:
        for event in events:
            yield Moment(event, before)
            yield Moment(event, after)

    def remember(self, memory: int, event: Event) -> int:  # noqa: ARG002 - the caller passes it
        return memory + 1


def play(match: Match, turns: int) -> None:
    """Play some turns at random."""
    for _ in range(turns):
        for _ in turn(match, Uniform()):
            pass


def test_events_before_the_start_or_a_given_step_count_as_shown() -> None:
    match = small_match("human", "human")
    queue: EventQueue[PalaceView] = EventQueue(Looker(match), Script())
    assert not queue.busy
    assert queue.next() is None
    assert (queue.view, queue.told) == (match.view(Seat(0)), len(match.events))
    queue = EventQueue(Looker(match), Script(), step=0)
    assert (queue.told, queue.view.hand, queue.busy) == (0, (), True)
    show_all(queue)
    assert queue.view.hand == match.state.hands[0]


def test_every_event_is_shown_once_in_order_up_to_the_view_of_the_rules() -> None:
    match = small_match("human", "human", "human")
    queue: EventQueue[PalaceView] = EventQueue(Looker(match), Script())
    first = len(match.events)
    play(match, 12)
    shown = []
    while (moment := queue.next()) is not None:
        shown.append(moment.event)
        assert queue.view == moment.view
        assert queue.told == first + len(shown)
    assert shown == [match.rules.seen(event, Seat(0)) for event in match.events[first:]]
    assert (queue.view, queue.told, queue.busy) == (match.view(Seat(0)), len(match.events), False)


def test_equal_events_of_one_action_are_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    match = small_match("human", "human")
    monkeypatch.setattr(match, "events_of", lambda _step: [*map(replace, 3 * match.events[:1])])
    queue: EventQueue[PalaceView] = EventQueue(Looker(match), Script(), step=0)
    assert [queue.told for _ in range(3) if queue.next()] == [1, 2, 3]


def show_all(queue: EventQueue[PalaceView]) -> None:
    """Show all waiting events at once."""
    queue.rest(0.0)
    while queue.next() is not None:
        pass


def test_a_pause_has_the_given_length() -> None:
    match = small_match("human", "human")
    queue: EventQueue[PalaceView] = EventQueue(Looker(match), Script())
    play(match, 3)
    assert queue.next() is not None
    queue.rest(1.0)
    queue.wait(0.6)
    assert queue.next() is None
    queue.wait(0.6)
    assert queue.next() is not None
    queue.rest(9.0)
    show_all(queue)
    assert not queue.busy
    assert queue.view == match.view(Seat(0))


def test_cards_of_a_hand_are_shown_to_their_owner_only() -> None:
    match = small_match("human", "human")
    looker = Looker(match)
    queue: EventQueue[PalaceView] = EventQueue(looker, Script(), step=0)
    dealt = [one.event for one in iter(queue.next, None) if isinstance(one.event, Dealt)]
    assert {event.seat for event in dealt if event.card is not None} == {0}
    looker.watcher = Seat(1)
    queue.rebuild()
    assert queue.view == match.view(Seat(1))


def test_a_script_supplies_intermediate_views_and_memory() -> None:
    match = small_match("human", "human")
    queue: EventQueue[PalaceView] = EventQueue(Looker(match), Counting())
    begun = queue.memory
    before = queue.view
    match.submit(match.rules.legal(match.state)[0])
    count = len(match.events) - queue.told
    moment = queue.next()
    assert moment is not None
    assert queue.view == before, "the first half"
    show_all(queue)
    assert queue.memory == begun + 2 * count
    queue.rebuild()
    assert queue.memory == len(match.events), "told anew, each event once"
