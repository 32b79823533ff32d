"""The finale of a game: its clips, its buttons, and the series that it counts for."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from tests import known
from tests.matches import finish
from tests.theatre.games import fallen_game
from tests.ui.conftest import Exports
from tests.ui.pilot import Pilot, window
from towersim.bots.table import bots_of
from towersim.common.units import Pose, Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.series import Played, Series, series_text
from towersim.rules.base import Outcome
from towersim.rules.display import Sound
from towersim.table.table import Figure
from towersim.theatre.falls import SLOW
from towersim.theatre.focus import Focus, has_moved
from towersim.ui.drawing.canvas import Canvas
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.drawing.theme import Viewport
from towersim.ui.games.fawlty_towers.controller import ending
from towersim.ui.language import language
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import NewGame
from towersim.ui.screens.result import Ending, StandingsScreen
from towersim.ui.screens.thumbnails import PAINTED
from towersim.ui.sound.cues import Cue, of_frame
from towersim.ui.watch import finale, painter
from towersim.ui.watch.finale import OPENING, Finale
from towersim.ui.watch.screen import WatchScreen

THREE = tuple(SeatSpec(name, "low-first") for name in ("Ada", "Bruno", "Clara"))
SHEET_TITLE = 30
"""Size of a page's title, which does not grow, in pixels."""
LOADED = 45
"""Frames after which a page no longer ignores stray presses."""


@pytest.fixture
def fallen(tmp_path: Path) -> Iterator[Pilot]:
    """A finale of a game in which four cubes fell."""
    match = Match.loaded(fallen_game(tmp_path / "game.tower"))
    match.record = tmp_path / "game.tower"
    with window(tmp_path, match=match) as pilot:
        outcome = Outcome("Over.", (Seat(1),), (1, 2))
        page = Finale(pilot.app.context, match, ending(match, outcome), pilot.screen.rematch)
        pilot.app.show(page)
        pilot.frames(LOADED)
        yield pilot


def finished(folder: Path, game: str = "palace") -> Match:
    """Return a match of bots before the last action of a seat, recorded."""
    path = folder / "records" / f"{game}.tower"
    match = Match.new(game, THREE, seed=3, record=path)
    finish(match, bot=next(iter(bots_of(game).values())))
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if re.search(rb'"actor":\d', line))
    path.write_bytes(b"".join(lines[:last]))
    return Match.resume(read(path))


def series_of(pilot: Pilot) -> Series:
    """Return the series that is being played."""
    return known(pilot.app.context.settings.series)


def to_the_end(pilot: Pilot) -> None:
    """Play on to the finale."""
    pilot.change(pace=4, animations=False)
    pilot.until(lambda: isinstance(pilot.screen, Finale), 3000)
    pilot.frames(LOADED)


def test_the_clip_of_the_worst_fall_plays_by_itself_and_then_the_winner_is_shown_again(
    fallen: Pilot,
) -> None:
    page = fallen.screen
    assert not page.clip
    fallen.until(lambda: page._falls.known, seconds=0.0)  # the opening asks a thread for the cause
    fallen.frames(round(60 * OPENING))
    assert page.clip.title == "Worst fall"
    before = page.player.figures()
    (fall,) = page._falls.known.values()
    while page.player.at.seconds < fall.begins:
        fallen.frames()
    assert page.player.figures() != before, "nothing moves in the clip"
    fallen.app.draw()
    begun = page.player.seconds
    fallen.frames(12)
    assert page.player.seconds - begun == pytest.approx(SLOW * 12 / 60, abs=0.01)
    fallen.until(lambda: page.clip is None)
    fallen.app.draw()
    fallen.until(lambda: not page.is_animating)  # a thread also computes the margins


@pytest.mark.slow
def test_a_clip_holds_everything_that_moves(fallen: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    page = fallen.screen
    monkeypatch.setattr(painter, "focus", lambda *_: Focus(-0.01, 0.01, 0.02))
    fallen.until(lambda: page.clip is not None)
    rest, seen = dict[object, Pose](), 0
    while page.clip is not None:
        free = [(one.id, one.pose) for one in page.player.figures() if not one.held]
        poses = [pose for key, pose in free if has_moved(rest.setdefault(key, pose), pose)]
        places = [page._painter.control.camera.to_px(*pose[:2]) for pose in poses]
        assert all(0 < x < PAINTED[0] and 0 < y < PAINTED[1] for x, y in places)
        seen += len(poses)
        fallen.frames()
    assert seen, "nothing moves"


def test_without_animations_no_clip_begins_by_itself(fallen: Pilot) -> None:
    fallen.change(animations=False)
    fallen.frames(round(60 * OPENING) + 10)
    assert fallen.screen.clip is None


@pytest.mark.slow
def test_the_podium_shows_places_where_points_count_opponents(
    tmp_path: Path, written: list[str]
) -> None:
    with window(tmp_path, match=finished(tmp_path)) as pilot:
        to_the_end(pilot)
        written.clear()
        pilot.app.draw()
    assert {"1st", "2nd", "3rd"} < set(written)


def test_a_long_reason_ends_before_the_caption_of_the_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places, text, reason = dict[str, pygame.Rect](), Canvas.text, "The deck is empty. " * 5

    def noted(canvas: Canvas, what: str, *args: Any, **named: Any) -> pygame.Rect:
        places[what] = text(canvas, what, *args, **named)
        return places[what]

    monkeypatch.setattr(Canvas, "text", noted)
    over = Ending(Outcome(reason, (Seat(0),), (1, 0)), lambda *_: None, caption="bench + bank")
    match = Match.new("push", (SeatSpec("Ada"), SeatSpec("Bruno")), seed=1)
    with window(tmp_path, match=match) as pilot:
        pilot.change(text_size=175)
        pilot.app.show(StandingsScreen(pilot.app.context, match, over))
        pilot.app.draw()
    assert places[reason].right < places["bench + bank"].left


@pytest.mark.parametrize("game", ["palace", "bausack", "rummu"])
def test_the_table_of_scores_grows_as_a_whole(
    tmp_path: Path, game: str, sizes: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StandingsScreen, "overlay", False)
    drawn, over = [], Outcome("Over.", (Seat(1),), (0, 2, 1))
    match = Match.new(game, [SeatSpec(name) for name in ("Ada", "Bruno", "Clara")], seed=1)
    with window(tmp_path, match=match) as pilot:
        table = pilot.table
        ending = table.ending(over) if game == "bausack" else table.table.ending(table.play, over)
        pilot.app.show(StandingsScreen(pilot.app.context, match, ending))
        for text in (100, 150):
            pilot.change(text_size=text, animations=False)
            sizes.clear()
            pilot.app.draw()
            drawn.append(dict(sizes))
    small, large = drawn
    same = [text for text in small.keys() & large.keys() if small[text] < SHEET_TITLE]
    assert len(same) > 6
    assert not [text for text in same if small[text] >= large[text]]


def test_winners_without_a_tower_see_the_table_before_the_last_fall(
    fallen: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, page = list[tuple[Figure, ...]](), fallen.screen
    monkeypatch.setattr(
        painter.Painter, "draw", lambda _self, _target, _at, figures: shown.append(figures)
    )
    ending = page.ending._replace(picture=None)
    Finale(fallen.app.context, page.match, ending, page._rematch)
    fall = next(move for move in page._timeline.moves if move.falls_at is not None)
    assert shown == [fall.before.figures()]


def test_equal_points_share_a_place() -> None:
    shared = Ending(Outcome("Over.", (Seat(1), Seat(2)), (4, 7, 7, 4, 2)), lambda *_: None)
    assert [shared.place(Seat(seat)) for seat in range(5)] == [2, 0, 0, 2, 4]


@pytest.mark.slow
def test_all_moments_share_a_size_that_grows(fallen: Pilot, sizes: dict[str, int]) -> None:
    fallen.until(lambda: not fallen.screen.is_waiting)
    drawn = []
    for text in (100, 150):
        fallen.change(text_size=text, animations=False)
        sizes.clear()
        fallen.app.draw()
        told = [one.sentence for one in fallen.screen.moments]
        lines = [line for line in sizes if len(line) > 8 and any(line in whole for whole in told)]
        (size,) = {sizes[line] for line in lines}
        drawn.append(size)
    assert drawn[0] >= 15 < drawn[1], drawn


def test_a_pressed_moment_is_shown(fallen: Pilot) -> None:
    fallen.until(lambda: not fallen.screen.is_waiting)
    assert [str(one.title) for one in fallen.screen.moments][:2] == ["Tallest tower", "Worst fall"]
    fallen.click(fallen.screen.rows[0].center)
    assert fallen.screen.clip == fallen.screen.moments[0]


@pytest.mark.slow
def test_a_moment_with_cards_shows_and_sounds_the_whole_turn(
    tmp_path: Path, heard: list[tuple[Cue, float]]
) -> None:
    with window(tmp_path, match=finished(tmp_path, "push")) as pilot:
        to_the_end(pilot)
        page = pilot.screen
        heard.clear()
        bold = page.moments[0]
        pilot.click(page.rows[0].center)
        first = page.player.at.move
        assert first < bold.move - 1, "the cards of the turn were flipped before it was stopped"
        shown = set[int]()
        while page.clip is not None:
            shown.add(page.player.at.move)
            pilot.frames()
        assert shown == set(range(first, bold.move + 1))
        assert {cue for cue, _ in heard}.issuperset(of_frame((), 1.0, [Sound.CARD]))


@pytest.mark.slow
def test_the_scores_are_one_key_away_and_watch_opens_the_game(fallen: Pilot) -> None:
    fallen.key(pygame.K_t)
    assert fallen.shows(StandingsScreen)
    assert fallen.screen.title == "Bruno wins"
    fallen.key(pygame.K_t)
    assert isinstance(fallen.screen, Finale)
    fallen.press("Watch")
    assert isinstance(fallen.screen, WatchScreen)
    fallen.key(pygame.K_ESCAPE)
    assert isinstance(fallen.screen, Finale)
    fallen.key(pygame.K_F1)
    assert fallen.screen.beside_title.startswith("Fawlty Towers"), "F1 shows the rules of the game"


def test_a_press_on_a_page_that_is_laid_out_again_meets_its_button(fallen: Pilot) -> None:
    fallen.screen.form.focus_on("rematch")
    fallen.screen.moments = fallen.screen.moments[:1]
    fallen.screen.resize()
    assert fallen.screen.form.pointed == "rematch"
    fallen.grab(pygame.Rect(fallen.button("Watch").get_abs_rect()).center)
    fallen.screen.resize()
    fallen.up()
    assert isinstance(fallen.screen, WatchScreen)


def test_the_next_seat_begins_the_rematch_of_the_window(fallen: Pilot) -> None:
    first = fallen.screen.match
    begins = next(a for a in map(first.actor_of, range(first.steps)) if isinstance(a, int))
    fallen.app.show(Finale(fallen.app.context, first, fallen.screen.ending, fallen.screen._rematch))
    tap = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    for seconds in (0.4, 0.4, 0.4, 0.7, 0.7, 0.7):  # a slow machine handles two taps in one frame
        pygame.event.post(tap)
        fallen.app.frame(seconds)
    assert fallen.shows(Finale), "who taps on as at the table begins no game"
    fallen.frames(LOADED)
    fallen.key(pygame.K_RETURN)
    names = [seat.name for seat in fallen.match.seats]
    assert names[fallen.match.last_seat] == first.seats[1 - begins].name
    assert fallen.match is not first


@pytest.mark.parametrize(("label", "kind"), [("Share the page", ".html"), ("the clip", ".mp4")])
def test_a_shared_file_is_written_beside_the_game_and_shown(
    fallen: Pilot, monkeypatch: pytest.MonkeyPatch, exports: Exports, label: str, kind: str
) -> None:
    shown = list[Path]()
    monkeypatch.setattr(finale, "reveal", shown.append)
    exports.news = ""
    fallen.press(label)
    fallen.app.context.notice = ""
    fallen.press(label)
    assert fallen.app.context.notice == "Writing the file …", "a second press is answered"
    exports.news = "done"
    fallen.frames(2)
    (path,) = shown
    assert path.suffix == kind
    fall = next(one for one in fallen.screen.moments if one.title == "Worst fall").move
    (export,) = exports
    assert (export.record.name, export.language) == ("game.tower", "en")
    only = ("--from", str(fall), "--to-move", str(fall))
    assert export.options == (() if kind == ".html" else only)
    assert fallen.app.context.notice == "done"


@pytest.mark.slow
def test_a_game_counts_once_for_the_series_whose_last_game_names_its_winner(tmp_path: Path) -> None:
    with window(tmp_path, match=finished(tmp_path)) as pilot:
        names = tuple(seat.name for seat in THREE)
        pilot.change(series=Series("first-to-5", names, begun=("palace.tower",)))
        to_the_end(pilot)
        (game,) = series_of(pilot).games
        assert game.winners == tuple(names[seat] for seat in pilot.screen.match.outcome.winners)
        assert "series" not in pilot.screen.title
        both = Played("earlier.tower", game.winners), game
        decided = Series("best-of-3", names, both, ("palace.tower",))
        pilot.change(series=decided)
        assert pilot.screen.title == series_text(decided)
        pilot.press("Table")
        pilot.frames(100)
        assert series_of(pilot).games == decided.games
        fresh = pilot.screen.rematch().match
        assert series_of(pilot).begun == ("palace.tower", fresh.record.name), "the rematch is part"
        fresh.close()


def test_a_series_is_kept_and_goes_on_in_the_next_window(tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    seats = (SeatSpec("Ada", "low-first"), SeatSpec("Bruno", "low-first"))
    for number in (1, 2):
        match = Match.new("palace", seats, seed=3, record=tmp_path / f"{number}.tower")
        finish(match)
        with window(tmp_path) as pilot:
            context = pilot.app.context
            assert pilot.screen.form.widgets[0].text == ("Practice", "New game")[number - 1]
            before = context.settings.series or Series("open", ("Bruno", "Ada"))
            pilot.change(series=before)
            context.count_game(match)
            assert context.settings.series == before, "it was begun elsewhere"
            pilot.change(series=before.with_begun(f"{number}.tower"))
            context.count_game(match)
            assert [one.record for one in series_of(pilot).games][-1] == f"{number}.tower"
            played = series_of(pilot)
            assert len(played.games) == number
            for begin in (partial(pilot.change, muted=True), partial(context.new_record, "palace")):
                context.settings = replace(context.settings, series=before)
                begin()
                assert series_of(pilot) == played, "another window goes on with it"
            context.files.settings.unlink()
            context.new_record("palace")
            assert series_of(pilot) == played, "it is lost only with the window"
            pilot.change(series=played)


@pytest.mark.slow  # several games
def test_a_new_game_begins_goes_on_with_or_ends_a_series(pilot: Pilot) -> None:
    context = pilot.app.context

    def start(goal: str) -> Series | None:
        """Start a new game with a goal; return the series."""
        pilot.app.screens[:] = [Menu(context), NewGame(context)]
        pilot.screen.goal = goal
        pilot.screen.lay_out()
        pilot.press("Start the game")
        context.put_away(pilot.match)
        return context.settings.series

    assert start("") is None
    start("best-of-3")
    series = series_of(pilot)
    assert (series.goal, len(series.players)) == ("best-of-3", 4)
    played = series.with_game("a.tower", ("Ada",))
    pilot.change(series=played)
    assert NewGame(context).goal == "best-of-3", "the page offers to go on"
    again = known(start("best-of-3"))
    assert again.games == played.games
    assert again.begun == (*played.begun, known(pilot.match.record).name)
    start("first-to-5")
    assert series_of(pilot).games == ()
    assert start("") is None


def test_the_winners_of_a_series_are_named_in_german() -> None:
    series = Series("best-of-3", ("Ada", "Bruno"))
    for record in ("a.tower", "b.tower"):
        series = series.with_game(record, ("Bruno",))
    sentence = language("de").say(series_text(series))
    assert sentence == "Die Serie geht an Bruno: Ada 0, Bruno 2"


def test_a_shared_file_goes_on_being_written_in_the_rematch(
    fallen: Pilot, exports: Exports
) -> None:
    exports.news = ""
    fallen.press("Share the page", "Share the clip")
    assert [export.path.suffix for export in exports] == [".html", ".mp4"], "both are written"
    fallen.press("Rematch")
    assert fallen.app.context.exports == exports
    exports.news = "it is written"
    fallen.frames(2)
    assert fallen.table.hud.message == "it is written"
    assert not fallen.app.context.exports


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("palace", 40),
        ("push", 60),
        pytest.param("rummu", 2000, marks=pytest.mark.slow),
        pytest.param("fawlty-towers", 16, marks=pytest.mark.slow),
        pytest.param("bausack", 24, marks=pytest.mark.slow),
    ],
)
def test_the_picture_shows_what_the_winner_has_and_nothing_of_others(
    tmp_path: Path, game: str, moves: int
) -> None:
    match = Match.new(game, THREE, seed=3)
    finish(match, moves, next(iter(bots_of(game).values())))
    viewport = Viewport(PAINTED, Fonts())
    with window(tmp_path, match=match) as pilot:
        pictures = []
        for winner in map(Seat, (0, 1, 0)):
            ending = pilot.table.ending(Outcome("Over.", (winner,), (1, 1, 1)))
            canvas = Canvas(pygame.Surface(PAINTED), viewport)
            known(ending.picture)(canvas)
            pictures.append(pygame.surfarray.array3d(canvas.target))
        first, second, again = pictures
        assert (first == again).all()
        assert (first != second).any(axis=2).mean() > 0.01
        assert len({tuple(pixel) for pixel in first[::8, ::8].reshape(-1, 3)}) > 50
