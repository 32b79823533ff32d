"""The page in a real browser: it plays, seeks, ends like the record, and makes no request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import IN_BROWSER, chromium, until
from tests.matches import GOLDEN
from tests.theatre.games import dealt_game, fallen_game
from towersim.files.level import levels_dir
from towersim.match.record import read
from towersim.table.placing import Motion
from towersim.theatre.falls import fall_paces, told_fall
from towersim.theatre.page import page, page_game
from towersim.theatre.timeline import ONLOOKER, Timeline
from towersim.ui.language import ENGLISH, Language, language

pytestmark = IN_BROWSER
MOVES = 9
SIZES = ((844, 390), (390, 844), (1024, 768), (1280, 720))
TENTH = "towersim.frame(towersim.before + 100); towersim.playing = false"
"""Script that shows the picture a tenth of a second after the last one, and pauses."""

AFTER = """
towersim.game.moves.push({});
towersim.follow(towersim.game.moves.length - 1, document.all.table, 9);
towersim.game.moves.pop();
const { game, camera } = towersim, rest = [...game.rests.at(-1).values()];
return rest.map(([x]) => camera.left + x * game.data.length * camera.scale);
"""
"""Script that returns the x of each block in the picture of a next move without the hand."""


class Shown(NamedTuple):
    browser: "webdriver.Chrome"
    folder: Path
    url: str
    timeline: Timeline


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    folder = tmp_path_factory.mktemp("browser")
    timeline = Timeline(read(GOLDEN))
    path = folder / "game.html"
    path.write_bytes(page(page_game(timeline, timeline.moves[:MOVES])))
    with chromium(folder / "profile", "--window-size=1200,1000") as browser:
        log_of(browser, "performance")  # requests of the empty browser before
        browser.get(path.as_uri())
        yield Shown(browser, folder, path.as_uri(), timeline)


@contextmanager
def screen(shown: Shown, width: int, height: int) -> Iterator[None]:
    """Give the browser a screen of this size."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 900}
    shown.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        shown.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def run(shown: Shown, script: str) -> Any:
    return shown.browser.execute_script(script)


def log_of(browser: "webdriver.Chrome", kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.get_log(kind)  # type: ignore[no-untyped-call]  # selenium
    return found


def press(shown: Shown, *keys: str) -> None:
    body = shown.browser.find_element(By.TAG_NAME, "body")
    body.send_keys(*keys)


def seconds(shown: Shown) -> float:
    return float(run(shown, "return towersim.seconds"))


def poses(shown: Shown) -> dict[int, list[float]]:
    found = run(shown, "return towersim.game.posesAt(towersim.seconds)")
    length, turn = run(shown, "return [towersim.game.data.length, towersim.game.data.turn]")
    return {
        one["block"]: [one["pose"][0] * length, one["pose"][1] * length, one["pose"][2] * turn]
        for one in found
    }


@contextmanager
def told_in(shown: Shown, spoken: Language, timeline: Timeline | None = None) -> Iterator[None]:
    """Show the page in another language, or of another game, in a new tab."""
    path, short = shown.folder / f"{spoken.code}.html", shown.timeline.moves[:3]
    game = page_game(timeline or shown.timeline, timeline.moves if timeline else short)
    path.write_bytes(page(game, spoken.say, spoken.code))
    first = shown.browser.current_window_handle
    shown.browser.switch_to.new_window("tab")
    shown.browser.get(path.as_uri())
    try:
        yield
    finally:
        shown.browser.close()
        shown.browser.switch_to.window(first)


def test_it_plays_by_button_and_key_and_stops_at_the_end(shown: Shown) -> None:
    run(shown, "towersim.seek(0)")
    shown.browser.find_element(By.ID, "play").click()
    until(lambda: seconds(shown) > 0.2)
    press(shown, " ")
    assert run(shown, "return towersim.playing") is False
    run(shown, "towersim.seek(towersim.game.seconds - 0.1); towersim.toggle()")
    until(lambda: not run(shown, "return towersim.playing"))
    assert seconds(shown) == pytest.approx(run(shown, "return towersim.game.seconds"))


def test_it_ends_on_the_poses_of_the_record_to_a_tenth_of_a_millimetre(shown: Shown) -> None:
    press(shown, Keys.END)
    last = shown.timeline.moves[MOVES - 1]
    expected = [placed.pose for tower in last.after.towers for placed in tower]
    found = sorted(poses(shown).values())
    assert len(found) == len(expected)
    for shown_pose, pose in zip(found, sorted(map(list, expected)), strict=True):
        assert shown_pose == pytest.approx(pose, abs=1e-4)
    bare = "{moves} = towersim.game, {stands, ...rest} = moves.pop(); moves.push(rest)"
    left = run(shown, f"const {bare}; return towersim.game.restAfter(moves.length - 1).size")
    assert left == len(expected), "what fell stays where else the table would be empty"


def test_a_move_is_shown_with_its_simulated_poses(shown: Shown) -> None:
    index = next(i for i, move in enumerate(shown.timeline.moves) if move.motion)
    move = shown.timeline.moves[index]
    assert isinstance(move.motion, Motion)
    run(shown, f"towersim.seek({move.begins + 0.0001})")
    assert [*move.motion.block.pose] == pytest.approx(list(poses(shown).values())[-1], abs=1e-3)
    run(shown, f"towersim.seek({move.begins + move.settles})")
    ends = [list(pose) for _, pose in move.motion.poses]
    assert list(poses(shown).values()) == [pytest.approx(end, abs=1e-4) for end in ends]


def test_keys_seek_and_the_caption_describes_the_move(shown: Shown) -> None:
    press(shown, Keys.HOME)
    assert seconds(shown) == 0.0
    press(shown, Keys.PAGE_DOWN, Keys.PAGE_DOWN)
    move = shown.timeline.moves[2]
    assert seconds(shown) == pytest.approx(move.begins, abs=1e-3)
    run(shown, f"towersim.seek({move.begins + move.settles + 0.1})")
    told = " ".join(shown.timeline.sentences(move, ONLOOKER))
    caption = shown.browser.find_element(By.ID, "caption")
    until(lambda: caption.text == told)
    press(shown, Keys.ARROW_LEFT)
    assert seconds(shown) == pytest.approx(move.begins + move.settles - 0.9, abs=1e-3)
    run(shown, "const to = document.all.seek; to.value = to.max; to.oninput({ target: to })")
    assert seconds(shown) == run(shown, "return towersim.game.seconds"), "the end of the slider"


def test_the_outcome_of_a_move_is_not_shown_before_its_end(shown: Shown) -> None:
    move = next(move for move in shown.timeline.moves if move.motion)
    run(shown, f"towersim.seek({move.begins + 0.05})")
    first = " ".join(shown.timeline.sentences(move, ONLOOKER)[: move.acted])
    caption = shown.browser.find_element(By.ID, "caption")
    until(lambda: caption.text == first)


def test_a_drag_pans_and_the_wheel_zooms(shown: Shown) -> None:
    table = shown.browser.find_element(By.ID, "table")
    run(shown, "towersim.free = true")
    before = run(shown, "return {...towersim.camera}")
    ActionChains(shown.browser).drag_and_drop_by_offset(table, 60, 25).perform()
    until(lambda: run(shown, "return towersim.pointers.size") == 0)
    after = run(shown, "return {...towersim.camera}")
    assert after["left"] - before["left"] == pytest.approx(60, abs=8)
    run(shown, "towersim.zoom(2, 100, 100)")
    assert run(shown, "return towersim.camera.scale") == pytest.approx(2 * after["scale"], rel=0.01)
    press(shown, "0")
    assert run(shown, "return towersim.free") is False


def test_two_fingers_zoom(shown: Shown) -> None:
    script = """
      const table = document.getElementById('table');
      const touch = (type, id, x) => table.dispatchEvent(new PointerEvent(type, {
        pointerId: id, pointerType: 'touch', isPrimary: id === 1, bubbles: true,
        clientX: table.getBoundingClientRect().left + x,
        clientY: table.getBoundingClientRect().top + 50 }));
      table.setPointerCapture = () => {};
      const before = towersim.camera.scale;
      touch('pointerdown', 1, 200); touch('pointerdown', 2, 300); touch('pointermove', 2, 400);
      touch('pointerup', 1, 200); touch('pointerup', 2, 400);
      return towersim.camera.scale / before;"""
    assert run(shown, script) == pytest.approx(2.0, rel=0.01)


def test_a_click_on_a_line_of_the_story_seeks_its_move(shown: Shown) -> None:
    run(shown, "towersim.free = false")
    press(shown, "L")
    assert not shown.browser.find_element(By.ID, "table").is_displayed()
    run(shown, "towersim.seek(0); towersim.toggle()")
    until(lambda: seconds(shown) > 0.2)
    run(shown, "towersim.pause()")
    lines = shown.browser.find_elements(By.CSS_SELECTOR, "#story button")
    assert len(lines) == MOVES
    shown.browser.execute_script("arguments[0].click()", lines[4])
    assert seconds(shown) == pytest.approx(shown.timeline.moves[4].begins, abs=1e-3)
    assert shown.browser.find_element(By.ID, "table").is_displayed()


def test_a_still_picture_is_drawn_once(shown: Shown) -> None:
    script = """
      let drawn = 0;
      const whole = window.drawTable;
      window.drawTable = (...parts) => { drawn += 1; whole(...parts); };
      const after = (seconds) => {
        drawn = 0;
        towersim.seek(seconds);
        for (let i = 0; i < 3; i++) towersim.draw(0.1);
        return drawn;
      };
      for (let i = 0; i < 200; i++) { towersim.seek(1.5); towersim.draw(0.1); }
      const counts = [after(1.5), after(1.6)];
      window.drawTable = whole;
      return counts;"""
    run(shown, "towersim.pause(); towersim.free = false")
    assert run(shown, script) == [0, 1]
    turned = "towersim.camera.base = 0; dispatchEvent(new Event('resize')); towersim.draw(0)"
    assert run(shown, f"{turned}; return towersim.camera.base > 0"), "a turned phone shows it all"


def test_it_plays_in_german(shown: Shown) -> None:
    german = language("de")
    with told_in(shown, german):
        assert run(shown, "return document.documentElement.lang") == "de"
        play = shown.browser.find_element(By.ID, "play")
        assert play.text == "Ansehen"
        play.click()
        until(lambda: play.text == "Pause" and seconds(shown) > 0.2)
        assert " von 0:" in shown.browser.find_element(By.ID, "clock").text
        press(shown, Keys.END)
        move = shown.timeline.moves[2]
        told = map(german.say, shown.timeline.sentences(move, ONLOOKER))
        caption, last = shown.browser.find_element(By.ID, "caption"), " ".join(told)
        until(lambda: caption.text == last)


def test_a_jump_leads_to_just_before_a_fall_which_is_slow(shown: Shown, tmp_path: Path) -> None:
    timeline = Timeline(fallen_game(tmp_path / "game.tower"))
    move = next(move for move in timeline.moves if move.falls_at is not None)
    fall = told_fall(timeline, move)
    assert fall is not None
    begins = move.begins + fall.begins
    with told_in(shown, ENGLISH, timeline):
        shown.browser.find_element(By.ID, "fall").click()
        assert seconds(shown) == pytest.approx(begins - 0.7, abs=0.01)
        run(shown, f"towersim.seek({begins + 0.001}); towersim.playing = true; {TENTH}")
        (_, _), (_, pace), *_ = fall_paces(move, fall)
        assert pace < 0.5
        assert seconds(shown) - begins == pytest.approx(0.001 + 0.1 * pace, abs=1e-3)
        for at, marked in (
            (begins - 0.01, False),
            (begins + 0.01, True),
            (move.begins + fall.lands, True),
        ):
            run(shown, f"towersim.pause(); towersim.seek({at}); towersim.draw(0)")
            assert (run(shown, OUTLINED) > 0) is marked
        tipped_it = OUTLINED.replace("196", "222").replace("52", "160")
        assert run(shown, tipped_it) == 0
        run(shown, f"towersim.game.moves[{move.number}].fall.marked.push(0)")
        run(shown, "towersim.picture = ''; towersim.draw(0)")
        assert run(shown, OUTLINED) > 0
        assert run(shown, tipped_it) > 0
        low, high = run(shown, TRIANGLE)
        whole = run(shown, "return towersim.game.seconds")
        assert low * whole < begins < high * whole


def test_a_wide_fall_is_whole_on_a_tall_screen(shown: Shown, tmp_path: Path) -> None:
    timeline, path = Timeline(fallen_game(tmp_path / "game.tower")), shown.folder / "wide.html"
    move = next(move for move in timeline.moves if move.falls_at is not None)
    content = page(page_game(timeline, timeline.moves))
    # The margins around the hand are made so small that the fall of a few cubes is wide.
    for usual, less in ((b"WIDE = 0.7", b"WIDE = 0.3"), (b"0.22", b"0.01"), (b"/ 0.36", b"/ 0.05")):
        content = content.replace(usual, less)
    path.write_bytes(content)
    with screen(shown, 390, 844):
        shown.browser.get(path.as_uri())
        until(lambda: run(shown, "return towersim.camera"))
        run(shown, f"towersim.seek({move.begins + move.settles - 0.1}); towersim.draw(9)")
        camera = run(shown, "return {...towersim.camera, wide: document.all.table.width}")
        xs = [camera["left"] + camera["scale"] * x for x, _y, _angle in poses(shown).values()]
        stand = run(shown, AFTER)
    assert len(stand) == 3
    assert 0.5 < (max(stand) - min(stand)) / camera["wide"] < 1, "the place of the tower is empty"
    assert len(xs) == 7
    moved = sorted(xs)[:4]
    assert moved[0] > 0
    assert moved[-1] < camera["wide"]


def test_the_piece_on_offer_gives_way_to_a_tower(shown: Shown) -> None:
    draw = """
    const lefts = [], { table } = document.all, pen = table.getContext('2d');
    pen.roundRect = (left) => lefts.push(left);
    drawOffer(table, { radius: 0.02, rings: [] }, [[arguments[0] * table.width, 30]]);
    delete pen.roundRect;
    return lefts[0] / table.width;"""
    assert shown.browser.execute_script(draw, 0.5) > 0.7
    assert shown.browser.execute_script(draw, 0.95) < 0.1


def test_the_page_makes_no_request_and_logs_no_error(shown: Shown) -> None:
    assert log_of(shown.browser, "browser") == []
    entries = log_of(shown.browser, "performance")
    log = [json.loads(entry["message"])["message"] for entry in entries]
    asked = [
        entry["params"]["request"]["url"]
        for entry in log
        if entry["method"] == "Network.requestWillBeSent"
        and entry["params"]["documentURL"] == shown.url
    ]
    assert {url for url in asked if not url.startswith("data:")} == {shown.url}


OUTSIDE = """
  const low = document.querySelector("footer").getBoundingClientRect().top;
  const parts = "#stage .card, #stage h3, #stage .plate, #stage #table";
  const visible = [...document.querySelectorAll(parts)].filter((part) => part.offsetParent);
  return visible.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > low;
  }).map((part) => part.outerHTML);"""
"""The visible parts of the table that are beyond the window or behind the controls."""
OUTLINED = """
  const table = document.getElementById("table"), { width, height } = table;
  const copy = Object.assign(document.createElement("canvas"), { width, height });
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(table, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  return data.filter((_, i) => i % 4 === 0 && data[i] === 196 && data[i + 1] === 52).length;"""
"""The number of pixels in the colour of the outline of a block that gave way."""
TRIANGLE = """
  const graph = document.getElementById("graph"), { width, height } = graph;
  const { data } = graph.getContext("2d").getImageData(0, 0, width, height);
  const isMark = (i) => data[4 * i] === 122 && data[4 * i + 1] === 31 && data[4 * i + 2] === 16;
  const xs = [...Array(width * height).keys()].filter(isMark).map((i) => i % width);
  return [Math.min(...xs) / width, Math.max(...xs) / width];"""
"""The left and right end of the marks of falls, as shares of the graph's width."""
CUT = "return ((part) => part.scrollHeight - part.clientHeight)(document.getElementById('caption'))"


@pytest.mark.parametrize(("game", "seed"), [("palace", 5), ("push", 2), ("rummu", 2)])
def test_a_game_of_cards_lies_within_every_screen_and_its_last_sentence_is_whole(
    shown: Shown, game: str, seed: int
) -> None:
    timeline = Timeline(dealt_game(shown.folder / f"{game}.tower", game, seed, 1000))
    assert timeline.is_over
    path = shown.folder / f"{game}.html"
    path.write_bytes(page(page_game(timeline, timeline.moves)))
    assert path.stat().st_size < 700_000
    *_, outcome = timeline.sentences(timeline.moves[-1], None)
    widths = []
    for width, height in (*SIZES, (1920, 1080)):
        with screen(shown, width, height):
            shown.browser.get(path.as_uri())
            for share in (0, 0.5, 0.9, 1):
                run(shown, f"towersim.seek({share} * towersim.game.seconds); towersim.draw(0)")
                assert run(shown, OUTSIDE) == [], (width, share)
            assert run(shown, CUT) <= 0
            assert shown.browser.find_element(By.CSS_SELECTOR, "#caption strong").text == outcome
            assert len(shown.browser.find_elements(By.CSS_SELECTOR, ".won .crown")) == 1
            widths.append(run(shown, "return towersim.width"))
    with screen(shown, *SIZES[1]):
        shown.browser.get(path.as_uri())
        run(shown, "towersim.read()")
        with screen(shown, *SIZES[0]):
            until(lambda: run(shown, f"return innerWidth === {SIZES[0][0]}"))
            run(shown, "towersim.read(false)")
            assert run(shown, "return towersim.width") == widths[0], "turned in the story"
    assert min(widths) > 28, "numbers on cards are legible"
    assert min(widths[3:]) > 45, "cards use the room"


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_shows_all_controls_points_and_foundations_with_blocks_larger_than_dots(
    shown: Shown, size: tuple[int, int]
) -> None:
    width, height = size
    with screen(shown, width, height):
        shown.browser.get(shown.url)
        until(lambda: run(shown, "return towersim.camera"))
        run(shown, "towersim.draw(9)")
        boxes = """return [...document.querySelectorAll('#controls > *, #seek, #table')]
          .filter((part) => part.offsetParent).map((part) => {
          const box = part.getBoundingClientRect();
          return [box.left, box.right, box.top, box.bottom]; })"""
        found = run(shown, boxes)
        assert len(found) >= 7
        for left, right, top, bottom in found:
            assert 0 <= left < right <= width
            assert 0 <= top < bottom <= height
        seats = shown.browser.find_elements(By.CSS_SELECTOR, "#seats li")
        assert [seat.text.split()[0] for seat in seats] == list(shown.timeline.names)
        assert run(shown, "return towersim.camera.scale") * 0.02 > 12, "a cube has fewer pixels"
        centres = """return [...towersim.game.rests[1].values()].map(([x]) => (
          towersim.camera.left + x * towersim.game.data.length * towersim.camera.scale))"""
        room = run(shown, "return document.getElementById('table').width")
        assert len(run(shown, centres)) >= 4
        assert all(0 < x < room for x in run(shown, centres))
        for share in (0.3, 0.9, 1):
            run(shown, f"towersim.seek({share} * towersim.game.seconds); towersim.draw(9)")
            assert run(shown, OUTSIDE) == []
            assert run(shown, CUT) <= 0


def test_the_cards_beside_towers_are_legible_on_a_tall_phone(shown: Shown) -> None:
    timeline = Timeline(read(levels_dir() / "pictures" / "fawlty-towers.tower"))
    path = shown.folder / "towers.html"
    path.write_bytes(page(page_game(timeline, timeline.moves)))
    with screen(shown, 390, 844):
        shown.browser.get(path.as_uri())
        run(shown, "towersim.seek(towersim.game.seconds); towersim.draw(9)")
        assert run(shown, "return towersim.width") > 24
        assert run(shown, OUTSIDE) == []
