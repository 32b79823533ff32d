"""Friends in the window: what they send, their ghost on the table, and the league."""

from pathlib import Path

import msgspec
import pygame
import pytest

from tests.practice.planned import Plan, attempt
from tests.ui.pilot import Pilot
from tests.ui.practice.playing import place, play
from tests.ui.same_process import SameProcess
from towersim.common.messages import Message
from towersim.files.challengefile import find_challenge
from towersim.practice.attempts import Attempts
from towersim.practice.code import attempt_code, code_of, receive
from towersim.practice.generated import endless_challenge
from towersim.practice.league import league
from towersim.ui.games.practice import friends
from towersim.ui.games.practice.friends import FriendsPage
from towersim.ui.games.practice.result import AttemptResult


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    process = SameProcess()
    monkeypatch.setattr(friends, "slow_worker", lambda: process)


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """Return the record of a friend: three cubes."""
    attempt("first-tower", Plan(["cube 0"] * 3), tmp_path / "sent.tower")
    return tmp_path / "sent.tower"


@pytest.mark.slow
def test_a_pasted_code_puts_the_friends_ghost_on_the_table_and_the_end_says_who_is_ahead(
    pilot: Pilot, sent: Path
) -> None:
    pilot.press("Practice")
    pygame.scrap.put_text(attempt_code(sent, "Eva"))
    pilot.key(pygame.K_v, pygame.KMOD_CTRL)
    assert pilot.shows(FriendsPage)
    pilot.until(lambda: not pilot.screen.is_animating)
    assert pilot.screen.note == "First tower: 60.1 mm high, by Eva."
    pilot.press("Play it")
    assert len(pilot.frame.ghost) == 3
    assert pilot.frame.best == "To beat: Eva, 60.1 mm high"
    place(pilot, *["cube 0.0"] * 4)
    pilot.press("(D)")
    pilot.until(lambda: pilot.shows(AttemptResult))
    told = "You beat Eva: 60.1 mm high."
    assert (told, True) in pilot.screen._told_lines()
    pilot.frames(40)
    pilot.press("Copy the code")
    folder = pilot.app.context.files.records / "practice"
    received = receive(pygame.scrap.get_text(), folder)
    assert received.entry is not None
    assert (received.entry.name, received.entry.stars) == ("Ada", 1)


def test_what_is_refused_is_told_and_cannot_be_played(pilot: Pilot, sent: Path) -> None:
    sent.write_bytes(sent.read_bytes().replace(b'"stars":1', b'"stars":3'))
    pilot.post(pygame.DROPFILE, file=str(sent))
    assert pilot.shows(FriendsPage), "also from the menu"
    pilot.until(lambda: not pilot.screen.is_animating)
    assert pilot.screen.note.startswith("sent.tower: line ")
    assert not pilot.button("Play it").is_enabled
    pygame.scrap.put_text("Hello!")
    pilot.press("Paste a code")
    pilot.until(lambda: not pilot.screen.is_animating)
    assert pilot.screen.note.startswith("Hello!: ")


@pytest.mark.slow
def test_a_file_dropped_on_an_attempt_is_opened_and_nothing_is_lost(
    pilot: Pilot, sent: Path, tmp_path: Path
) -> None:
    play(pilot, "on-end")
    place(pilot, "block 0.0 1.57")
    for leaves in (True, False):
        pilot.post(pygame.DROPFILE, file=str(sent))
        pilot.until(lambda: not pilot.screen.is_animating)
        pilot.key(pygame.K_ESCAPE) if leaves else None
    pilot.press("Play it")
    assert pilot.frame.best.startswith("To beat: ")
    (kept,) = Attempts(tmp_path / "practice.sqlite3").history()
    assert (kept.challenge, kept.stars) == ("on-end", 1)


def test_ones_own_attempts_that_were_left_are_no_faults(pilot: Pilot) -> None:
    play(pilot, "first-tower")
    pilot.app.screens.append(FriendsPage(pilot.app.context))
    pilot.until(lambda: not pilot.screen.is_animating)
    assert list(pilot.screen._rows()) == [("No finished attempt is in this folder yet.",)]


def test_the_page_has_the_rows_of_the_league(
    pilot: Pilot, sent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sent.parent / "spam.tower").write_text("spam")
    attempt("first-tower", Plan(["cube 0"] * 4), sent.parent / "more.tower")
    pilot.app.screens[:] = [FriendsPage(pilot.app.context, code_of(endless_challenge(3)))]
    pilot.until(lambda: not pilot.screen.is_animating)
    assert pilot.screen.note.template == "Endless {number}", "translatable"
    pilot.post(pygame.DROPFILE, file=str(sent.parent))
    page = pilot.screen
    pilot.until(lambda: not page.is_animating)
    title, *rows, heading, refused = page._rows()
    assert page.note == ""
    monkeypatch.setattr(friends, "ROW", 130)
    pilot.app.draw()
    assert page.note == "and 2 more: wheel or Page down"
    assert (title, heading) == (("First tower",), ("Does not count",))
    entries = league(sent.parent).entries
    assert (
        [row[-1] for row in rows]
        == [entry.file for entry in entries]
        == ["more.tower", "sent.tower"]
    )
    assert rows[0][:4] == ("1", "Ada", "one star", "80.1 mm high")
    assert refused[0] == "spam.tower"
    own = msgspec.structs.replace(entries[0], challenge="own-x (0123abcd)", title="Mine")
    told = friends.title_of(own)
    assert (told, type(told.values["title"])) == ("Mine (0123abcd)", Message)
    daily = msgspec.structs.replace(entries[0], challenge="daily-2026-11-22")
    assert friends.title_of(daily).template == "{title}, {day}"
    assert find_challenge("first-tower").title == title[0]
