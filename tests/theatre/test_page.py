"""The page of a game: it ends like the record, escapes names, and leaks no hidden card."""

import base64
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from tests.matches import GOLDEN
from tests.rules.hidden_cards import with_hidden_cards_shuffled
from tests.theatre.games import attempt_with_test, dealt_game, with_other_hands
from tests.theatre.unpacking import unpacked
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.match.record import SeatSpec, read
from towersim.theatre.page import PARTS, page, page_game, units
from towersim.theatre.timeline import ONLOOKER, Timeline
from towersim.ui.drawing.scenery import rooms
from towersim.ui.language import language


def test_every_track_begins_and_ends_as_the_record_says() -> None:
    timeline = Timeline(read(GOLDEN))
    moves = [move for move in timeline.moves if move.motion is not None][:3]
    game = page_game(timeline, moves)
    for move, shown in zip(moves, game.moves, strict=True):
        assert move.motion is not None
        ends = {units(pose) for _, pose in move.motion.poses}
        assert shown.tracks
        for track in shown.tracks:
            poses = unpacked(base64.b64decode(track.poses))
            assert len(poses) == track.gone == shown.frames
            assert poses[-1] in ends
        assert len(shown.stands) == sum(map(len, move.after.towers))


def test_a_page_opens_at_the_first_move_of_a_person() -> None:
    recording = read(GOLDEN)
    timeline = Timeline(recording)
    first = timeline.moves[1]
    second = next(move for move in timeline.moves[2:] if move.seat != first.seat)
    moves = timeline.moves[: second.number + 1]
    start = page_game(timeline, moves).start
    assert start == pytest.approx(first.begins, abs=1e-3)
    seats = list(recording.header.seats)
    seats[first.seat or 0] = SeatSpec("Bot", "careful")
    header = msgspec.structs.replace(recording.header, seats=tuple(seats))
    watched = Timeline(msgspec.structs.replace(recording, header=header))
    game = page_game(watched, watched.moves[: len(moves)])
    assert game.start == pytest.approx(second.begins, abs=1e-3)


def test_a_page_holds_the_count_of_each_seat_when_it_changes(tmp_path: Path) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "palace", 1))
    game = page_game(timeline, timeline.moves)
    counts = [move.counts for move in game.moves if move.counts]
    view = timeline.view(timeline.moves[-1], ONLOOKER)
    assert counts[-1] == timeline.rules.counts(view).texts(3)
    assert all(before != after for before, after in pairwise(counts))


def test_a_page_is_one_file_without_requests_that_escapes_names() -> None:
    recording = read(GOLDEN)
    evil = SeatSpec("</script><script>alert(1)</script>{{look}}"[:64])
    header = msgspec.structs.replace(recording.header, seats=(evil, recording.header.seats[1]))
    timeline = Timeline(msgspec.structs.replace(recording, header=header))
    text = page(page_game(timeline, timeline.moves[:1])).decode()
    assert "<script>alert" not in text
    assert "{{programs}}" not in text
    assert text.count("</script>") == 2
    assert text.count(":root {") == 1
    assert "default-src 'none'" in text
    assert "http" not in text.replace("http-equiv", "")


@pytest.mark.parametrize("game", ["palace", "rummu"])
@pytest.mark.parametrize("seed", [1, 2, 4])
@pytest.mark.parametrize("eyes", [Seat(0), ONLOOKER])
def test_a_page_does_not_depend_on_hidden_cards(
    tmp_path: Path, game: str, seed: int, eyes: Seat
) -> None:
    """Two games that differ only in cards that a seat never saw give the same bytes."""
    recording = dealt_game(tmp_path / "game.tower", game, seed)
    twin = with_other_hands(recording)
    assert twin.steps != recording.steps
    pages = []
    for one in (recording, twin):
        timeline = Timeline(one)
        shown = page_game(timeline, timeline.moves, eyes)
        pages.append((page(shown), page(shown, language("de").say, "de")))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("game", ["palace", "push", "rummu"])
@pytest.mark.parametrize("viewer", [ONLOOKER, Seat(0), Seat(2)])
def test_a_page_contains_no_card_of_a_state_that_its_viewer_may_not_see(
    tmp_path: Path, game: str, viewer: Seat | None
) -> None:
    timeline, random = (
        Timeline(dealt_game(tmp_path / "game.tower", game, 3, 20)),
        stream(1, "hidden"),
    )
    twins = [
        msgspec.structs.replace(move, state=with_hidden_cards_shuffled(move.state, viewer, random))
        for move in timeline.moves
    ]
    assert twins != list(timeline.moves)
    shown = (page_game(timeline, moves, viewer) for moves in (timeline.moves, twins))
    one, other = map(page, shown)
    assert one == other


def test_a_hand_is_on_the_page_of_its_seat_only(tmp_path: Path) -> None:
    recording = dealt_game(tmp_path / "game.tower", "palace", 4)
    timeline = Timeline(recording)
    hand = timeline.view(timeline.moves[-1], Seat(1)).hand
    assert hand
    for eyes, seen in ((Seat(1), True), (Seat(0), False), (ONLOOKER, False)):
        text = page(page_game(timeline, timeline.moves, eyes)).decode()
        assert all((f'"{card.suit}"' in text and str(card) in text) for card in hand) is seen


def test_the_zones_of_a_page_name_their_seats(tmp_path: Path) -> None:
    timeline = Timeline(dealt_game(tmp_path / "game.tower", "palace", 4))
    first = page_game(timeline, timeline.moves).moves[0]
    owners = {title: seat for title, _faces, _hidden, seat in first.zones.values()}
    hands = {f"{name}'s hand": seat for seat, name in enumerate(timeline.names)}
    assert owners | hands == owners
    assert (owners["Pile"], owners["Stock"]) == (-1, -1)


def test_a_page_of_an_attempt_has_its_piers_its_room_and_its_test(tmp_path: Path) -> None:
    timeline = Timeline(attempt_with_test(tmp_path / "attempt.tower"))
    game = page_game(timeline, timeline.moves)
    kinds = [game.shapes[kind].kind for kind, *_pose in game.blocks]
    pier, tile, cube = (kinds.index(kind) for kind in ("fixed pier", "tile", "cube"))
    _begun, taken, tested = game.moves
    assert (game.first, game.room, game.shapes[pier].colour) == (
        (pier, tile, cube),
        "hand",
        "stone",
    )
    assert taken.stands == tested.stands == (pier, tile)
    assert [(track.block, track.gone) for track in taken.tracks] == [(cube, 1)]
    (track,) = tested.tracks
    assert track.block == tile
    assert len(unpacked(base64.b64decode(track.poses))) == tested.frames > 5 * game.fps
    assert tested.lean == pytest.approx(timeline.moves[2].lean(99.0), abs=1e-5)
    assert tested.lean > 0.05 > game.tilt > 0
    script = (PARTS / "drawing.js").read_text(encoding="utf-8")
    for name, (air, *_lines) in rooms().items():
        top, low = air.split()[-2:]
        assert f'["{top}", "{low}"]' in script, name
