"""A challenge is made on the free table, tried, saved with its proof, and played."""

from pathlib import Path

import msgspec
import pygame
import pytest

from tests import known
from tests.ui.pilot import Pilot, window
from tests.ui.practice.playing import put
from towersim.files.challengefile import find_challenge
from towersim.files.level import levels_dir, load_scene
from towersim.practice.league import Entry, judged, label
from towersim.practice.own import Draft, own_challenges, save
from towersim.scene.scene import Scene
from towersim.ui.build.screen import BuildScreen
from towersim.ui.games.practice import draw_table
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.editor import EditorPage
from towersim.ui.games.practice.result import AttemptResult
from towersim.ui.games.practice.start import attempts_folder
from towersim.ui.screens.game import GameScreen
from towersim.ui.settings import load_settings


@pytest.fixture
def editor(pilot: Pilot) -> Pilot:
    """Put a cube on the free table by keys, and open the page that makes a challenge of it."""
    pilot.press("Practice", "Free table")
    assert pilot.shows(BuildScreen)
    pilot.key(pygame.K_n)
    assert pilot.screen.note == "Put a piece of each kind that it needs on the table first."
    assert not pilot.button("Save").is_enabled
    assert not pilot.button("–").is_enabled, "no English word for a piece that there is not"
    pilot.keys(pygame.K_ESCAPE, pygame.K_1)
    pilot.hold(pygame.K_DOWN, 90)
    pilot.keys(pygame.K_RETURN, pygame.K_n)
    assert pilot.shows(BuildScreen), "it is still falling"
    pilot.until(lambda: not pilot.screen.table.is_moving)
    pilot.press("Challenge")
    assert pilot.shows(EditorPage)
    return pilot


def test_wide_fields_have_larger_text_than_the_choosers_beside_them(tmp_path: Path) -> None:
    with window(tmp_path, text_size=150, language="de") as pilot:
        scene = load_scene(levels_dir() / "scenes" / "counterweight.toml")
        pilot.app.show(EditorPage(pilot.app.context, scene))
        pilot.app.draw()
        buttons = map(pilot.button, ("Kein Zittern", "im Vorrat"))
        wide, small = (known(button.font).get_point_size() for button in buttons)
        assert wide > 1.2 * small


@pytest.mark.slow
def test_without_an_attempt_a_challenge_is_saved_and_listed_without_stars(
    editor: Pilot, tmp_path: Path
) -> None:
    editor.move(pygame.Rect(editor.button("0 to place").get_abs_rect()).center)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 3:
        pygame.event.post(pygame.event.Event(kind, pos=editor.at, button=1))
    editor.frames(2)
    editor.press("1 on the table", "Build high")
    assert [b.text for b in editor.screen.form.widgets[1:5]] == [
        *("‹  Reach out over the edge  ›", "‹  Cube  ›", "‹  No tremor  ›"),
        "‹  30 mm beyond the edge  ›",
    ]
    editor.press("30 mm beyond")
    assert editor.screen.draft.stars == (0.035, 0.06, 0.09)
    assert editor.screen.note == "Try it: the stars that you reach yourself are offered."
    editor.press("Save")
    assert editor.screen.note == "Saved among your own challenges, with no star."
    ((made, offered, _path),), why = own_challenges(tmp_path / "challenges")
    assert (offered, why) == (0, "")
    assert [(piece.kind, piece.count) for piece in made.pieces] == [("cube", 3)]
    assert not made.standing
    editor.press("Back")
    assert editor.shows(BuildScreen)
    editor.key(pygame.K_ESCAPE)
    editor.press("Leave the table")
    assert editor.shows(PracticePage), "that from which the table was opened"
    editor.wheel(-1)
    editor.wheel(-1)
    assert list(editor.screen.places) == ["own-my-challenge"]
    editor.until(lambda: not editor.screen.is_animating)
    editor.app.draw()
    record = tmp_path / "challenges" / "own-my-challenge.tower"
    record.write_text("a proof", encoding="utf-8")
    editor.press("Delete …")
    editor.click(editor.screen.places["own-my-challenge"].center)
    assert editor.screen.notice == "Deleted: My challenge"
    assert (own_challenges(tmp_path / "challenges"), record.exists()) == (([], ""), False)
    editor.press("Undo delete")
    assert len(own_challenges(tmp_path / "challenges")[0]) == 1
    assert record.read_text(encoding="utf-8") == "a proof"
    assert "Undo delete" not in [button.text for button in editor.screen.form.widgets]
    another = msgspec.structs.replace(made, hand="shaky")
    saved = save(tmp_path / "challenges", another, None, {"own-my-challenge-2"})
    assert saved.stem == "own-my-challenge-2-2", "attempts at a deleted one count for no other"


def test_a_draft_is_tried_in_the_room_of_the_free_table(
    editor: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[str] = []
    monkeypatch.setattr(draw_table, "draw_room", lambda *given: rooms.append(given[-1]))
    attempts = attempts_folder(editor.app.context)
    attempts.parent.mkdir(exist_ok=True)
    attempts.write_text("no folder", encoding="utf-8")
    editor.press("0 to place", "Try it")
    assert editor.shows(EditorPage), "what is being made stays open"
    assert "cannot write a record there" in editor.screen.note
    attempts.unlink()
    editor.press("Try it")
    editor.app.draw()
    assert {*rooms} == {"hand"}


def test_more_kinds_than_fit_are_told(pilot: Pilot, written: list[str]) -> None:
    boxes = [(0.05 * n, 0.01, 0.0, 0.02 + n / 1000, 0.02) for n in range(9)]
    pilot.app.screens.append(EditorPage(pilot.app.context, Scene.boxes(boxes)))
    pilot.app.draw()
    assert "and 2 more: wheel or Page down" in written


def build(pilot: Pilot) -> None:
    pilot.frames(30)
    for _piece in range(3):
        put(pilot, "cube", 0.0)
    pilot.press("Done")
    pilot.until(lambda: pilot.shows(AttemptResult))
    pilot.frames(60)


def test_the_usual_title_is_kept_in_no_language(editor: Pilot) -> None:
    for text, title in (("Mine", "Mine"), ("My challenge", "")):
        known(editor.field).set_text(text)
        editor.frames()
        assert editor.screen.draft.title == title


@pytest.mark.slow
def test_a_challenge_is_tried_saved_with_its_proof_and_played_from_its_chapter(
    editor: Pilot, tmp_path: Path
) -> None:
    pilot, folder = editor, tmp_path / "challenges"
    pilot.press("1 on the table", *(f"{count} to place" for count in range(3)), "Try it")
    assert pilot.shows(GameScreen)
    build(pilot)
    pilot.press("Editor")
    assert pilot.shows(EditorPage)
    assert pilot.screen.note.startswith("You reached 59.9 mm high")
    assert pilot.screen.note.endswith("one star.")
    pilot.press("Stars as reached")
    assert pilot.screen.draft.stars == (0.035, 0.045, 0.055)
    assert pilot.screen.note.endswith("three stars.")
    field, context = known(pilot.field), pilot.app.context
    pilot.click(pygame.Rect(field.get_abs_rect()).center)
    field.set_text("Mine")
    pilot.frames()
    scene = pilot.screen.draft.scene
    kept, _fault = load_settings(context.files.settings)
    assert kept.draft["title"] == "Mine"
    assert Draft.remembered(kept.draft, scene) == pilot.screen.draft, "a closed window keeps them"
    for wrong in ({"hand": "third"}, {"stars": ["NaN"]}, {"goal": "span"}):
        pilot.change(draft=kept.draft | wrong)
        draft = EditorPage(context, scene).draft
        assert (draft.goal, draft.hand) == ("height", "none")
    pilot.change(draft=kept.draft)
    pilot.press("Save")
    (((made, *_),), _why) = own_challenges(folder)
    (folder / f"{made.name}.tower").rename(folder / "away")
    path = folder / f"{made.name}.toml"
    assert find_challenge(str(path)) == made, "`towersim practice FILE` reads it"
    proven = judged(folder / "away")
    assert isinstance(proven, Entry)
    assert (proven.challenge, proven.stars) == (label(made), 3), "it counts where a friend sees it"
    pilot.app.screens[:] = [PracticePage(pilot.app.context)]
    pilot.frames(60)
    pilot.press("Arches", "Your own")
    pilot.click(pilot.screen.places[made.name].center)
    assert pilot.table.play.challenge == made
    build(pilot)
    pilot.press("Chapters")
    stars = pilot.screen.stars[made.name], pilot.screen.own[made.name].offered
    assert stars == (3, 3), "the attempt from the chapter proves it, too"
    pilot.frames(60)
    pilot.click(pilot.screen.places[made.name].center)
    pilot.key(pygame.K_t)
    pilot.frames()
    assert pilot.frame.par == "Plan: 59.9 mm high", "the proof is the plan"
    assert pilot.frame.plan[0][0] == "cube"
