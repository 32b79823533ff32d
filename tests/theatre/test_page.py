"""The page of a game: it ends like the record, leaks no hidden card, and is wholly translated."""

import base64
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from tests.commands import Printed, complaint
from tests.matches import GOLDEN
from tests.practice.planned import attempt, proofs
from tests.rules.games import CARD_GAMES, HIDING
from tests.rules.moves import with_hidden_cards_shuffled
from tests.theatre import games
from tests.ui.language.catalogues import CYRILLIC, unsaid
from towersim.cli.commands import run
from towersim.common.dice import stream
from towersim.common.units import Seat
from towersim.files.level import levels_dir
from towersim.match.record import SeatSpec, read
from towersim.rules import GAMES
from towersim.theatre.falls import AFTER, READ, SLOW, ToldFall, told_fall
from towersim.theatre.page import MARKUP, PARTS, PROGRAM, packed, page, page_game, units
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
            poses = games.unpacked(base64.b64decode(track.poses))
            assert len(poses) == track.gone == shown.frames
            assert poses[-1] in ends
        assert len(shown.stands) == sum(map(len, move.after.towers))


def test_the_outcome_stays_the_last_sentence_if_the_last_move_brings_a_tower_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline(games.fallen_game(tmp_path / "game.tower"))
    number = next(move.number for move in timeline.moves if move.falls_at is not None)
    timeline.moves = timeline.moves[: number + 1]
    monkeypatch.setattr(Timeline, "is_over", True)
    last = timeline.moves[-1]
    told, fall = timeline.sentences(last, ONLOOKER), told_fall(timeline, last)
    assert fall is not None
    assert page_game(timeline, timeline.moves).moves[-1].then[-2:] == (fall.sentence, told[-1])


def test_a_tower_falls_slowly_on_a_page_and_its_cause_stays_to_be_read(tmp_path: Path) -> None:
    timeline = Timeline(games.fallen_game(tmp_path / "game.tower"))
    moves = [*timeline.moves, timeline.moves[0]]
    game = page_game(timeline, moves)
    for move, shown, after in zip(moves, game.moves, game.moves[1:], strict=False):
        fall, told = told_fall(timeline, move), timeline.sentences(move, ONLOOKER)[move.acted :]
        assert bool(fall) is (move.falls_at is not None)
        assert shown.then == ((*told, fall.sentence) if fall else told)
        assert shown.seconds == pytest.approx(move.seconds + (READ if fall else 0), abs=1e-3)
        assert after.begins == pytest.approx(shown.begins + shown.seconds, abs=2e-3)
        if fall is None:
            assert shown.fall is None
        else:
            ends = fall.lands + AFTER
            times = pytest.approx((fall.begins, ends, SLOW), abs=1e-3)
            assert shown.fall is not None
            assert (shown.fall.begins, shown.fall.ends, shown.fall.pace) == times
            (culprit,) = shown.fall.marked
            (track,) = (one for one in shown.tracks if one.block == culprit)
            assert move.motion is not None
            assert games.unpacked(base64.b64decode(track.poses))[-1] == units(
                dict(move.motion.poses)[fall.block]
            )


def test_a_page_marks_the_block_that_gave_way_first_and_then_the_one_that_tipped_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline(games.fallen_game(tmp_path / "game.tower"))
    move = next(move for move in timeline.moves if move.falls_at is not None)
    fall, base = told_fall(timeline, move), move.start.towers[0][0].id
    assert fall is not None

    def marked(fall: ToldFall) -> tuple[int, ...]:
        monkeypatch.setattr("towersim.theatre.page.told_fall", lambda *_given: fall)
        (shown,) = page_game(timeline, [move]).moves
        assert shown.fall is not None
        return shown.fall.marked

    first, second = marked(fall._replace(tipped_by=None)), marked(fall._replace(block=base))
    assert len(first) == len(second) == 1
    assert marked(fall._replace(tipped_by=base)) == first + second


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


def test_a_page_holds_the_count_of_each_seat_when_it_changes(path: Path) -> None:
    timeline = Timeline(games.dealt_game(path, "palace", 1))
    game = page_game(timeline, timeline.moves)
    counts = [move.counts for move in game.moves if move.counts]
    view = timeline.view(timeline.moves[-1], ONLOOKER)
    assert counts[-1] == timeline.rules.counts(view).texts(3)
    assert all(before != after for before, after in pairwise(counts))


def test_a_page_shows_the_piece_for_which_the_seats_bid() -> None:
    timeline = Timeline(read(levels_dir() / "pictures" / "bausack.tower"))
    moves = timeline.moves[:5]
    game = page_game(timeline, moves)
    offered = [game.shapes[move.offered].kind if move.offered >= 0 else "" for move in game.moves]
    assert offered == [timeline.view(move, ONLOOKER).piece for move in moves]
    assert len(set(offered)) > 1


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


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("seed", [1, 2, 4])
@pytest.mark.parametrize("eyes", [Seat(0), ONLOOKER])
def test_a_page_does_not_depend_on_hidden_cards(
    path: Path, game: str, seed: int, eyes: Seat
) -> None:
    """Two games that differ only in cards that a seat never saw give the same bytes."""
    recording = games.dealt_game(path, game, seed)
    twin = games.with_other_hands(recording)
    assert twin.steps != recording.steps
    pages = []
    for one in (recording, twin):
        timeline = Timeline(one)
        shown = page_game(timeline, timeline.moves, eyes)
        pages.append((page(shown), page(shown, language("de").say, "de")))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("game", CARD_GAMES)
@pytest.mark.parametrize("viewer", [ONLOOKER, Seat(0), Seat(2)])
def test_a_page_contains_no_card_of_a_state_that_its_viewer_may_not_see(
    path: Path, game: str, viewer: Seat | None
) -> None:
    timeline, random = (Timeline(games.dealt_game(path, game, 3, 20)), stream(1, "hidden"))
    twins = [
        msgspec.structs.replace(move, state=with_hidden_cards_shuffled(move.state, viewer, random))
        for move in timeline.moves
    ]
    assert twins != list(timeline.moves)
    shown = (page_game(timeline, moves, viewer) for moves in (timeline.moves, twins))
    one, other = map(page, shown)
    assert one == other


def test_a_hand_is_on_the_page_of_its_seat_only(path: Path) -> None:
    timeline = Timeline(games.dealt_game(path, "palace", 4))
    first = page_game(timeline, timeline.moves).moves[0]
    owned = [(title, seat) for title, _faces, _hidden, seat, _groups in first.zones.values()]
    assert [seat for title, seat in owned if title == "Hand"] == [0, 1, 2]
    assert owned[:2] == [("Stock", None), ("Pile", None)]
    hand = timeline.view(timeline.moves[-1], Seat(1)).hand
    assert hand
    for eyes, seen in ((Seat(1), True), (Seat(0), False), (ONLOOKER, False)):
        text = page(page_game(timeline, timeline.moves, eyes)).decode()
        assert all(f'"{card}"' in text for card in hand) is seen
        whose = "what all players can see"
        if eyes is not ONLOOKER:
            whose = f"through the eyes of {timeline.names[eyes]}"
        assert f" – {whose}" in text


def test_a_page_of_an_attempt_has_its_piers_its_room_and_its_test(tmp_path: Path) -> None:
    timeline = Timeline(games.attempt_with_test(tmp_path / "attempt.tower"))
    game = page_game(timeline, timeline.moves)
    kinds = [game.shapes[kind].kind for kind, *_pose in game.blocks]
    pier, tile, cube = (kinds.index(kind) for kind in ("fixed pier", "tile", "cube"))
    _begun, taken, tested = game.moves
    assert game.first == (pier, tile, cube)
    assert (game.room, game.shapes[pier].colour) == ("hand", "stone")
    assert taken.stands == tested.stands == (pier, tile)
    assert [(track.block, track.gone) for track in taken.tracks] == [(cube, 1)]
    (track,) = tested.tracks
    assert track.block == tile
    assert len(games.unpacked(base64.b64decode(track.poses))) == tested.frames > 5 * game.fps
    assert tested.lean == pytest.approx(timeline.moves[2].lean(99.0), abs=1e-5)
    assert tested.lean > 0.05 > game.tilt > 0
    script = (PARTS / "drawing.js").read_text(encoding="utf-8")
    for name, (air, *_lines) in rooms().items():
        top, low = air.split()[-2:]
        assert f'["{top}", "{low}"]' in script, name


NUMBERS = st.integers(-(2**40), 2**40)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=30))
def test_unpacking_reverses_packing(track: list[tuple[int, int, int]]) -> None:
    assert games.unpacked(packed(track)) == track


def test_a_block_at_rest_costs_three_bytes_a_frame() -> None:
    assert len(packed([(5000, 300, 0)] * 101)) == len(packed([(5000, 300, 0)])) + 300


class Reader(HTMLParser):
    """An HTML parser that collects the texts of a page and the data of its script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.game = ""
        self.language: str | None = None
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.language = given.get("lang", self.language)
        self._inside = f"{tag} {given.get('id')}" if tag in ("script", "style") else ""
        self.said += (said for name in ("aria-label", "title") if (said := given.get(name)))

    def handle_data(self, data: str) -> None:
        if self._inside == "script game":
            self.game += data
        elif not self._inside:
            self.said.append(data.strip())

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the caller passes it
        self._inside = ""


def said_in(game: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of the script of a page."""
    words: dict[str, str] = game["words"]
    yield from (game["title"], game["players"])
    yield from (re.sub(r"\{\w+\}", "", word) for word in words.values())
    yield from (face[1] for face in game["faces"])
    for move in game["moves"]:
        yield from (*move.get("says", ()), *move.get("then", ()))
        yield from (zone[0] for zone in move.get("zones", {}).values())


def latin(timeline: Timeline, moves: int) -> set[str]:
    """Return the Latin words on a page of some moves in a Cyrillic language."""
    shown = page_game(timeline, timeline.moves[:moves], Seat(0))
    reader = Reader(page(shown, CYRILLIC.say, "uk").decode())
    assert reader.language == "uk"
    names = {word for name in timeline.names for word in name.split()}
    said = (*reader.said, *said_in(json.loads(reader.game)))
    return set().union(*map(unsaid, said)) - names


@pytest.mark.parametrize("game", GAMES)
def test_all_texts_of_a_page_are_translated(game: str) -> None:
    assert latin(Timeline(read(levels_dir() / "pictures" / f"{game}.tower")), 9) == set()


def test_all_texts_of_a_challenges_page_are_translated(tmp_path: Path) -> None:
    record = tmp_path / "attempt.tower"
    attempt("on-end", proofs()["on-end"]["first_idea"], record)
    assert latin(Timeline(read(record)), 9) == set()


def test_the_markup_contains_no_untranslated_words() -> None:
    bare = Reader((PARTS / "player.html").read_text(encoding="utf-8")).said
    marked = " ".join(bare)
    for mark in MARKUP:
        assert f"{{{{{mark}}}}}" in marked
        marked = marked.replace(f"{{{{{mark}}}}}", "")
    assert unsaid(marked) == set()


def test_a_page_is_in_the_requested_language(tmp_path: Path, capsys: Printed) -> None:
    record = str(levels_dir() / "pictures" / "push.tower")
    options = ["export", record, "--to-move", "4", "--to", str(tmp_path / "game.html")]
    assert "language: xx: there are en, de" in complaint(capsys, *options, "--language", "xx")
    pages = []
    for code in ("en", "de"):
        assert run([*options, "--language", code]) == 0
        pages.append(Reader((tmp_path / "game.html").read_text(encoding="utf-8")))
        assert pages[-1].language == code
        for mark, words in MARKUP.items():
            of_towers = mark == "help with towers"  # Push has none
            assert (language(code).say(words) in pages[-1].said) != of_towers
        for words in PROGRAM.values():
            assert json.dumps(language(code).say(words), ensure_ascii=False) in pages[-1].game
    english, german = (page.game for page in pages)
    assert '"Stack 1"' in english
    assert '"Stapel 1"' in german
