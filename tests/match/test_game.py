"""Invalid set-ups, previews of moves, series and the rematch, undo of laid cards."""

from io import FileIO
from pathlib import Path

import msgspec
import pytest

from tests.bots.card_games import decided
from tests.matches import GAME, fresh, full_disk
from towersim.bots.planner import Planner
from towersim.bots.table import bots_of, play_out
from towersim.common import dice
from towersim.common.errors import IllegalAction, OptionFault, RecordFault
from towersim.common.units import Seat
from towersim.files.level import levels_dir, load_table
from towersim.match import game as game_module, record as record_module
from towersim.match.game import Game
from towersim.match.match import Match
from towersim.match.record import Recorder, SeatSpec, header, read
from towersim.match.series import Goal, Series, rematch
from towersim.rules import GAMES, checked_options
from towersim.rules.palace.log import Dealt
from towersim.rules.palace.state import Deal, Options
from towersim.rules.rummu.state import Discard, Draw, Lay, Take


def test_a_table_with_the_wrong_number_of_spots_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_table(GAME)
    narrow = msgspec.structs.replace(setup, spots=setup.spots[:3])
    monkeypatch.setattr(game_module, "load_table", lambda *_: narrow)
    with pytest.raises(OptionFault, match="3 places for towers, not 4"):
        fresh()


@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [
        ("chess", [SeatSpec("Ada")] * 2, 1),
        (GAME, [SeatSpec("Ada")], 1),
        (GAME, [SeatSpec("Ada")] * 9, 1),
        (GAME, [SeatSpec("Ada", skill="clumsy")] * 2, 1),
        (GAME, [SeatSpec("")] * 2, 1),
        (GAME, [SeatSpec("A" * 65)] * 2, 1),
        (GAME, [SeatSpec("Ada")] * 2, -1),
        (GAME, [SeatSpec("Ada")] * 2, 2**63),
    ],
)
def test_an_invalid_set_up_raises_an_option_fault(
    game: str, seats: list[SeatSpec], seed: int, path: Path
) -> None:
    with pytest.raises(OptionFault):
        Match.new(game, seats, seed=seed, record=path)
    assert not path.exists(), "no game, no record"


def test_a_preview_of_a_move_shows_a_seat_no_more_than_the_move_will() -> None:
    game = Game(header("palace", Options(), [SeatSpec("Ada"), SeatSpec("Bruno")], 1))
    deal = game.drawn()
    assert isinstance(deal, Deal)
    assert game.would_bring(deal, deal.seat) == (Dealt(deal.seat, deal.card),)
    assert game.would_bring(deal, Seat(1 - deal.seat)) == (Dealt(deal.seat, None),)


def test_the_actor_of_each_action_is_the_one_in_the_view_before_it() -> None:
    recording = read(levels_dir() / "pictures" / "push.tower")
    game = Game.at_start(recording)
    for step in recording.steps:
        game.follow(step)
    actors = [game.actor_of(step) for step in range(game.steps + 1)]
    assert actors == [game.view(Seat(0), step).actor for step in range(game.steps + 1)]
    assert actors[:-1] == [step.actor for step in recording.steps]


SEATS = tuple(map(SeatSpec, ("Ada", "Bruno", "Clara")))


def series(goal: Goal, *winners: str) -> Series:
    """Return a series with a game for each winner."""
    played = Series(goal, ("Ada", "Bruno", "Clara"))
    for number, name in enumerate(winners):
        played = played.with_game(f"{number}.tower", (name,))
    return played


@pytest.mark.parametrize(
    ("goal", "winners", "best"),
    [
        ("best-of-3", "AB", None),
        ("best-of-3", "AA", ("Ada",)),
        ("best-of-3", "ABB", ("Bruno",)),
        ("best-of-3", "ABC", ("Ada", "Bruno", "Clara")),
        ("first-to-5", "AAAABBBB", None),
        ("first-to-5", "AAAABBBBA", ("Ada",)),
        ("open", "AAAAAAAAA", None),
    ],
)
def test_a_series_ends_at_its_goal(goal: Goal, winners: str, best: tuple[str, ...] | None) -> None:
    names = {"A": "Ada", "B": "Bruno", "C": "Clara"}
    played = series(goal, *(names[one] for one in winners))
    assert (played.is_over, played.winners) == (best is not None, best or ())


def test_a_game_counts_once_and_a_shared_win_for_each_winner() -> None:
    played = series("first-to-5").with_game("a.tower", ("Ada", "Clara"))
    assert played.with_game("a.tower", ("Ada",)) is played
    assert played.score == (1, 0, 1)


def test_the_game_after_the_last_one_begins_a_new_series() -> None:
    assert series("best-of-3", "Ada", "Ada", "Bruno").score == (0, 1, 0)


def test_a_series_is_of_its_players_in_any_order() -> None:
    assert series("open").is_of(reversed(SEATS))
    assert not series("open").is_of(SEATS[:2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_next_seat_begins_the_rematch(game: str, seed: int) -> None:
    bot = bots_of(game)["uniform"]
    random = {"first_seat": "random"} if game in ("palace", "push") else {}
    first = Match.new(game, SEATS, seed=seed, options=checked_options(game, random))
    begins = first.actor
    for _ in range(2):
        next(play_out(first, bot))
    assert isinstance(begins, int)
    seats, agreed = rematch(first)
    assert seats[0].name == SEATS[(begins + 1) % 3].name
    second = Match.new(game, seats, seed=seed, options=agreed)
    assert second.actor == Seat(0)
    assert rematch(second)[0][0] == seats[1]


def played_until_laid(path: Path) -> tuple[Match, bytes]:
    """Return a match in which a seat has just laid cards, and the record before that."""
    match = Match.new("rummu", tuple(map(SeatSpec, ("Ada", "Bruno", "Clara"))), seed=4, record=path)
    while True:
        before = path.read_bytes()
        view = match.view(Seat(int(match.actor)))
        action = decided(Planner(), view, dice.stream(1, "test", match.steps))
        assert not match.can_undo, "what brings cards or ends a turn stays"
        match.submit(action)
        if isinstance(action, Lay):
            return match, before


def test_undo_restores_match_and_record(path: Path) -> None:
    match, before = played_until_laid(path)
    laid, told, whole, steps = match.state, [*match.events], path.read_bytes(), match.steps
    action = match.state.table[-1].cards
    assert match.can_undo
    match.undo()
    assert path.read_bytes() == before
    assert (match.steps, match.state.table, match.can_undo) == (steps - 1, (), False)
    assert len(match.events) == sum(len(match.events_of(n)) for n in range(match.steps))
    match.submit(Lay(action))
    assert (match.state, match.events, path.read_bytes()) == (laid, told, whole)
    match.close()
    resumed = Match.resume(read(path))
    resumed.undo()
    assert path.read_bytes() == before
    with pytest.raises(IllegalAction, match="cannot be taken back"):
        resumed.undo()
    resumed.close()
    assert len(read(path).steps) == steps - 1


def test_an_action_not_yet_written_can_be_undone(path: Path) -> None:
    match, before = played_until_laid(path)
    action = Lay(match.state.table[-1].cards)
    match.undo()
    with full_disk():
        match.submit(action)
    assert path.read_bytes() != before
    match.undo()
    match.close()
    assert path.read_bytes() == before


def test_undo_removes_only_the_last_of_several_unwritten_lines(path: Path) -> None:
    written = Recorder(FileIO(path, "w+"))
    with full_disk():
        for line in (Draw(), Take()):
            with pytest.raises(RecordFault, match="No space left on device"):
                written.write(line)
        written.unwrite()
    written.close()
    assert path.read_bytes() == msgspec.json.encode(Draw()) + b"\n"


def test_an_action_stays_if_the_record_cannot_be_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = played_until_laid(path)
    state = match.state

    def broken(text: bytes) -> int:
        if text:
            raise OSError(30, "Read-only file system")
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(record_module, "_last_line", broken)
        with pytest.raises(IllegalAction, match=r"cannot be taken back: .*Read-only"):
            match.undo()
    assert match.state is state
    discard = next(a for a in match.rules.legal(match.state) if isinstance(a, Discard | Lay))
    match.submit(discard)
    match.close()
    assert len(read(path).steps) == match.steps
