"""Films and strips of a game, decoded again and inspected."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import av
import numpy as np
import pygame
import pytest
from msgspec.structs import replace
from PIL import Image, ImageSequence

from tests.commands import Printed, complaint
from tests.examples import slow
from tests.matches import GOLDEN, finish, lead, settle
from tests.practice.planned import match_of
from tests.rules.games import HIDING
from tests.theatre.games import attempt_with_test, dealt_game, fallen_game, with_other_hands
from towersim.bots.table import bots_of
from towersim.cli.commands import run
from towersim.common.errors import OptionFault
from towersim.common.units import Pose, Seat, Vec
from towersim.files.challengefile import find_challenge
from towersim.match.match import Match
from towersim.match.record import Recording, SeatSpec, read
from towersim.rules.practice.challenge import InitialPiece
from towersim.theatre.falls import READ, SLOW
from towersim.theatre.focus import BELOW
from towersim.theatre.timeline import ONLOOKER, Move, PlaybackPosition, Timeline
from towersim.ui.app_context import RecordedPosition
from towersim.ui.drawing import text
from towersim.ui.drawing.theme import USUAL
from towersim.ui.games import GAME_UIS
from towersim.ui.watch import film, painter

SMALL = (320, 180)
LONG = "Bruno Maximilian von Hohenlohe"
TWO = (SeatSpec("Ada"), SeatSpec(LONG))
UI = GAME_UIS["fawlty-towers"]


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return Timeline(read(GOLDEN))


def first_put(timeline: Timeline) -> Move:
    return next(move for move in timeline.moves if move.motion is not None)


def shot(timeline: Timeline, *moves: Move) -> film.Shot:
    return film.Shot(timeline, moves, ONLOOKER, UI, SMALL, fps=10, speed=2.0)


@pytest.mark.slow
def test_each_frame_of_a_film_is_the_picture_drawn_for_its_moment_and_it_has_sound(
    timeline: Timeline, tmp_path: Path
) -> None:
    filmed, path, done = shot(timeline, first_put(timeline)), tmp_path / "a.mp4", []
    film.save_film(filmed, path, lambda: done.append(1))
    camera = film.FilmCamera(filmed)
    drawn = [(differs, camera.picture()) for differs in camera.frames()]
    assert {differs for differs, _ in drawn} == {True, False}
    with av.open(str(path)) as file:
        for number, frame in enumerate(file.decode(video=0)):
            picture = Image.fromarray(drawn[number][1]).resize(SMALL, Image.Resampling.BILINEAR)
            assert frame.time == pytest.approx(number / filmed.fps)
            # A block off by one frame would differ by 120.
            assert np.abs(frame.to_ndarray(format="rgb24").astype(int) - picture).max() < 80
    assert number + 1 == filmed.frames == len(done)
    with av.open(str(path)) as file:
        heard = np.concatenate([frame.to_ndarray() for frame in file.decode(audio=0)], axis=1)
    assert np.abs(heard).max() > 0.01
    assert heard.shape[1] / 44_100 == pytest.approx(filmed.seconds, abs=0.15)


def test_a_frame_without_motion_repeats_the_previous_one(
    timeline: Timeline, tmp_path: Path
) -> None:
    filmed, method = shot(timeline, timeline.moves[0]), film.FilmCamera.converted
    with patch.object(film.FilmCamera, "converted", autospec=True, side_effect=method) as converted:
        film.save_film(filmed, tmp_path / "a.mp4", lambda: None)
    assert converted.call_count == 1 < filmed.frames


def test_a_film_that_is_too_long_is_hastened_but_for_its_end(timeline: Timeline) -> None:
    whole = shot(timeline, *timeline.moves)
    short = whole._replace(most=whole.seconds / 2)
    early = short.seconds - film.TAIL
    assert early > 1
    shown = short.at(np.array([0.0, early / 2, early, short.seconds]))
    late = whole.seconds - film.TAIL
    assert shown == pytest.approx(
        [min(2 * seconds, timeline.seconds) for seconds in (0.0, late / 2, late, whole.seconds)]
    )
    assert short.hastens(np.array([0.0, early - 0.1, early])).tolist() == [True, True, False]
    assert not whole.hastens(whole.times).any()


@pytest.mark.slow
def test_a_tower_falls_slowly_and_its_cause_stays_to_be_read(tmp_path: Path) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    move = next(move for move in timeline.moves if move.falls_at is not None)
    plain = shot(timeline, move)
    told = plain._replace(falls=film.falls(timeline, timeline.moves))
    fall = told.falls[move.number]
    assert fall is not None
    shown = told.at(np.arange(0.0, told.seconds, 0.05))
    for low, high, pace in (
        (0.0, fall.begins, told.speed),
        (fall.begins, fall.lands, SLOW),
        (fall.lands + 0.2, move.settles, told.speed),
        (move.settles, move.seconds, (move.seconds - move.settles) / READ),
    ):
        steps = np.diff(shown[(low < shown) & (shown < high)])
        assert steps.mean() / 0.05 == pytest.approx(pace)
    moments = (0.0, fall.begins + 0.01, move.settles)
    cameras = film.FilmCamera(plain), film.FilmCamera(told)
    stills = [
        [camera.still(PlaybackPosition(move.number, at)) for at in moments] for camera in cameras
    ]
    alike = [(one == other).all() for one, other in zip(*stills, strict=True)]
    assert alike == [True, False, False], "marked from its begin, told at rest"


@pytest.mark.parametrize("fps", [4, slow(30)])
def test_an_animation_shows_the_same_frames_for_as_long(
    timeline: Timeline, tmp_path: Path, fps: int
) -> None:
    filmed, path = shot(timeline, first_put(timeline))._replace(fps=fps), tmp_path / "a.gif"
    film.save_animation(filmed, path, lambda: None)
    with Image.open(path) as image:
        assert image.size == SMALL
        lengths = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert sum(lengths) == pytest.approx(1000 * filmed.seconds, abs=1000 / fps)
    assert fps > 4 or len(lengths) == filmed.frames


@pytest.mark.slow
def test_a_strip_of_a_collapse_shows_six_moments(tmp_path: Path) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    fallen = next(move for move in timeline.moves if move.falls_at is not None)
    told = shot(timeline, fallen)._replace(size=(960, 540), falls=film.falls(timeline, [fallen]))
    film.save_strip(told, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        pixels = np.asarray(image).astype(int)
    panels = [pixels[y : y + 270, x : x + 320] for y in (0, 270) for x in (0, 320, 640)]
    changes = [np.abs(late - early).max() > 40 for early, late in pairwise(panels)]
    assert sum(changes) >= 3
    assert all(panel.std() > 10 for panel in panels)


def test_a_strip_without_a_collapse_shows_the_final_table(
    timeline: Timeline, tmp_path: Path
) -> None:
    move = first_put(timeline)
    film.save_strip(shot(timeline, move), tmp_path / "a.png")
    camera = film.FilmCamera(shot(timeline, move))
    expected = Image.fromarray(camera.still(PlaybackPosition(move.number, move.seconds)))
    with Image.open(tmp_path / "a.png") as image:
        assert image.tobytes() == expected.resize(SMALL, Image.Resampling.LANCZOS).tobytes()


@pytest.mark.parametrize(("game", "bot"), [("palace", "low-first"), slow("bausack", "uniform")])
def test_a_film_ends_with_the_winners_name_and_tower(
    tmp_path: Path, game: str, bot: str, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new(game, TWO, seed=2, record=tmp_path / "game.tower")
    finish(match, bot=bots_of(game)[bot])
    timeline = Timeline(read(tmp_path / "game.tower"))
    last = timeline.moves[-1]
    falls = film.falls(timeline, [last])
    filmed = shot(timeline, *timeline.moves[-2:])._replace(ui=GAME_UIS[game], falls=falls)
    camera = film.FilmCamera(filmed)
    frames = camera.frames()
    next(frames)
    assert f"{LONG} wins" not in written
    assert sum(1 for _ in frames) / filmed.fps > last.seconds / filmed.speed + 2
    assert f"{LONG} wins" in written
    left, top, right, base = camera._painter._box
    places = [camera._painter.control.camera.to_px(*one.pose[:2]) for one in last.after.figures()]
    assert bool(places) is (game == "bausack")
    for told in falls.values():
        at = PlaybackPosition(last.number, last.settles)
        camera.still(at)
        figure = next(
            f for f in camera._simulation(at.move).figures(at.seconds) if f.id == told.block
        )
        places.append(camera._painter.control.camera.to_px(*figure.pose[:2]))
    assert all(left < x < right and top < y < base for x, y in places)
    slips = list[pygame.Rect]()
    monkeypatch.setattr(text, "draw_slip", lambda _canvas, rect: slips.append(rect))
    for seconds, notes in ((last.settles, len(falls)), (last.seconds, 0)):
        slips.clear()
        camera.still(PlaybackPosition(last.number, seconds))
        assert [slip.collidelistall(slips) for slip in slips] == [[n] for n in range(1 + notes)]
    assert camera._painter._strip.contains(slips[-1]), "below the plates, or above the cards"


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("eyes", [Seat(0), ONLOOKER])
def test_a_picture_does_not_depend_on_hidden_cards(path: Path, game: str, eyes: Seat) -> None:
    recording = dealt_game(path, game, 1)
    stills = []
    for one in (recording, with_other_hands(recording)):
        timeline = Timeline(one)
        camera = film.FilmCamera(film.Shot(timeline, timeline.moves, eyes, GAME_UIS[game]))
        moments = [PlaybackPosition(move.number, 0.0) for move in timeline.moves[-2:]]
        stills.append([camera.still(at).tobytes() for at in moments])
    assert stills[0] == stills[1]


def test_a_seat_sees_its_own_hand_and_an_onlooker_does_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[RecordedPosition]()

    def noted(*values: Any) -> RecordedPosition:
        given.append(RecordedPosition(*values))
        return given[-1]

    monkeypatch.setattr(painter, "RecordedPosition", noted)
    timeline = Timeline(dealt_game(path, "palace", 1))
    at = PlaybackPosition(len(timeline.moves) - 1, 0.0)
    own, open_to_all = (
        film.FilmCamera(film.Shot(timeline, timeline.moves, eyes, GAME_UIS["palace"])).still(at)
        for eyes in (Seat(0), ONLOOKER)
    )
    assert (own != open_to_all).any()
    for shown, eyes in zip(given, (Seat(0), ONLOOKER), strict=True):
        assert shown.events == [
            each for move in timeline.moves for each in timeline.seen(move, eyes)
        ]


@pytest.mark.parametrize(
    "size", ["640", "640x", "axb", "641x360", "64x36", "8000x4000", "-2x2", "9" * 5000 + "x2"]
)
def test_an_impossible_film_size_is_refused(size: str) -> None:
    with pytest.raises(OptionFault, match="size '"):
        film.checked_size(size)


@pytest.mark.slow
def test_an_interrupted_film_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("towersim.ui.watch.film.mixed", stop)
    to = tmp_path / "game.mp4"
    arguments = ["export", str(GOLDEN), "--to", str(to), "--to-move", "1", "--size", "320x180"]
    assert run(arguments) == 130
    assert list(tmp_path.iterdir()) == []


def test_the_last_collapse_is_exported_or_reported_missing(tmp_path: Path, capsys: Printed) -> None:
    fallen_game(tmp_path / "game.tower")
    to = ["--to", str(tmp_path / "game.html"), "--last-collapse"]
    assert run(["export", str(tmp_path / "game.tower"), *to]) == 0
    printed = capsys.readouterr()
    assert "moves 5 to 5" in printed.out
    assert not printed.err, "a bar is for a terminal"
    assert "nothing falls in moves 0 to" in complaint(capsys, "export", GOLDEN, *to)


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("game.avi", [], "game.avi: it should end in .png, .gif, .mp4, .html\n"),
        ("page.html", ["--fps", "30"], "--fps"),
        ("page.html", ["--size", "640x360"], "--size"),
        ("strip.png", ["--speed", "2"], "--speed"),
    ],
)
def test_an_unknown_kind_of_film_or_an_option_without_an_effect_is_refused_in_one_line(
    name: str, given: list[str], why: str, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / name
    assert why in complaint(capsys, "export", GOLDEN, "--to", path, *given)
    assert not path.exists()


@pytest.mark.slow
def test_a_strip_uses_the_requested_language(tmp_path: Path) -> None:
    made = {}
    for code in ("en", "de"):
        path = tmp_path / f"{code}.png"
        options = ["--language", code, "--size", "640x360", "--to-move", "1"]
        assert run(["export", str(GOLDEN), "--to", str(path), *options]) == 0
        with Image.open(path) as image:
            made[code] = np.asarray(image)
    assert (made["en"] != made["de"]).any()


def test_letters_of_a_film_that_is_drawn_larger_are_larger(
    timeline: Timeline, sizes: dict[str, int]
) -> None:
    for size, height in ((USUAL, 14), (SMALL, 22)):
        move = first_put(timeline)
        camera = film.FilmCamera(shot(timeline, move)._replace(size=size))
        camera.still(PlaybackPosition(move.number, 0.0))
        assert {sizes[told] for told in sizes if told.startswith("Move ")} == {height}


def struck_tower(path: Path) -> Recording:
    """Return an attempt at a challenge in which the hand strikes down a tower of eighteen cubes."""
    first = find_challenge("first-tower")
    cube = first.pieces[0]
    poses = (Pose(0.0, 0.02 * (level + 0.5), 0.0) for level in range(18))
    standing = tuple(InitialPiece(cube.kind, pose) for pose in poses)
    challenge = replace(first, pieces=(replace(cube, count=1),), standing=standing)
    match = match_of(challenge, path)
    match.lift(cube.kind)
    lead(match, Vec(-0.12, 0.2), Vec(0.06, 0.2), Vec(0.3, 0.3))
    match.release()
    settle(match)
    match.close()
    return read(path)


@pytest.mark.parametrize(
    ("game", "size"),
    [(fallen_game, SMALL), slow(struck_tower, (800, 600)), slow(struck_tower, (1280, 720))],
)
def test_a_film_holds_all_that_falls_in_a_view_that_only_widens(
    path: Path, game: Callable[[Path], Recording], size: tuple[int, int]
) -> None:
    timeline = Timeline(game(path))
    move = next(move for move in timeline.moves if move.motion and len(move.before.figures()) > 4)
    camera = film.FilmCamera(shot(timeline, move)._replace(size=size))
    rest = {figure.id: figure.pose for figure in move.before.figures()}
    scales, fell = [], 0
    for frame, _ in enumerate(camera.frames()):
        control, painter = camera._painter.control, camera._painter
        at = timeline.at(move.begins + frame * camera.shot.speed / camera.shot.fps)
        left, top, right, base = painter._box
        for figure in camera._simulation(at.move).figures(at.seconds):
            if figure.held or figure.pose.y < BELOW:
                continue
            if figure.id in rest and figure.pose != rest[figure.id]:
                x, y = control.camera.to_px(figure.pose.x, figure.pose.y)
                assert left <= x <= right
                assert top <= y <= base
                scales.append(control.camera.scale)
                fell += 1
    assert fell
    assert scales == sorted(scales, reverse=True)


@pytest.mark.slow
def test_an_attempt_is_filmed_in_its_room_with_its_piers_on_a_leaning_table(tmp_path: Path) -> None:
    timeline = Timeline(attempt_with_test(tmp_path / "attempt.tower"))
    tested = timeline.moves[2]
    camera = film.FilmCamera(shot(timeline, tested))
    drawn = list(camera.frames())
    assert sum(drawn) > 0.8 * len(drawn), "the leaning table differs from frame to frame"
    camera.still(PlaybackPosition(1, 0.0))
    (x, y), picture = camera._painter.control.camera.to_px(0.2, 0.015), camera.picture()
    red, _green, blue = picture[round(y), round(x)].tolist()
    assert abs(red - blue) < 30, "the pier is of stone, all else is of wood"
    room = picture[20:200].astype(int)
    timeline.room = "bridges"
    other = film.FilmCamera(shot(timeline, tested)).still(PlaybackPosition(1, 0.0))[20:200]
    assert np.abs(other - room).mean() > 5
