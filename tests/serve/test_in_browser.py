"""Four pages in a real browser play whole games, each told only what its seat may know."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By

from tests.browser import IN_BROWSER, chromium, until
from tests.serve.served import Served, served
from tests.serve.test_table import audited, people, public_names
from towersim.bots.table import bots_of, play_out, turn
from towersim.common.units import Seat
from towersim.rules.bausack.state import Build

pytestmark = IN_BROWSER
SIZES = {"portrait": (390, 844), "landscape": (844, 390), "tablet": (1024, 768)}
LISTEN = """
window.received = []; const Old = WebSocket;
window.WebSocket = class extends Old { constructor(...a) { super(...a);
  this.addEventListener("message", (event) => window.received.push(event.data)); } };
"""
STACKS = """
const main = document.querySelector("main");
const cards = (n) => Array(n).fill(["2", "", "green", "", ""]);
const stacks = [1, 0, 0, 2, 3].map((n, i) => ["", cards(n), i ? 0 : 9, null, []]);
state.zones = [...stacks, ...[0, 0, 1, 1, 2, 2].map((seat) => ["Bank", [], 0, seat, []])];
state.players.pop();
let low = 0;
for (let high = 600; high < 844; high += 4) {
  document.body.style.height = `${high}px`;
  draw();
  low += board.offsetHeight > main.clientHeight;
}
return low;
"""
"""Script that counts the heights of a page at which stacks and three benches do not fit."""
RUNS = """
const cards = Array(7).fill(["2", "", "green", "", ""]);
state.zones = state.players.map((_, seat) => ["", cards, 0, seat, [7]]);
draw();
return areWhole();
"""
"""Script that shows each seat with a long combination."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["webdriver.Chrome"]:
    with chromium(tmp_path_factory.mktemp("browser"), "--lang=en") as browser:
        yield browser


class Phones:
    """The pages of all seats in the tabs of one browser."""

    def __init__(self, browser: "webdriver.Chrome", game: Served) -> None:
        self.browser, self.game = browser, game
        self.tabs: list[str] = []
        for seat in game.serving.table.people:
            browser.switch_to.new_window("tab")
            self.tabs.append(browser.current_window_handle)
            browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})
            browser.get(game.serving.url_of(seat))

    def open(self, seat: int) -> None:
        """Show the page of a seat."""
        self.browser.switch_to.window(self.tabs[seat])

    def resize(self, width: int, height: int) -> None:
        """Give the open page the size of a phone; it fits itself anew in the next frame."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.until(f"innerWidth === {width}")
        self.browser.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")

    def run(self, script: str) -> Any:
        return self.browser.execute_script(script)

    def until(self, script: str) -> None:
        """Wait until an expression of the page is true."""
        until(lambda: self.run(f"return Boolean({script})"), script)

    def press(self, selector: str, index: int) -> None:
        """Click on a visible element; a page that has just been drawn again is no fault."""

        def is_pressed() -> bool:
            with suppress(StaleElementReferenceException, IndexError):
                self.browser.find_elements(By.CSS_SELECTOR, selector)[index].click()
                return True
            return False

        until(is_pressed, selector)

    def move(self) -> None:
        """Play a bot's next move by clicks on cards and buttons of the seat to move."""
        match = self.game.match
        actor = match.last_seat
        self.open(actor)
        self.until(f"state && state.step === {match.steps}")
        view, step = match.view(actor), match.steps
        own = [card for card, _face in match.rules.own_cards(view)]
        ahead = match.clone()
        for _slice in turn(ahead, next(iter(bots_of(match.game).values()))):
            pass
        action = ahead._past[match.steps].action
        for index in sorted(own.index(card) for card in match.rules.uses(action)):
            self.press("#own .card", index)
        wanted = view.legal.index(action)
        found = "(chosen.size ? offered?.offers ?? [] : state.offers)"
        self.until(f"{found}.some((o) => o.choice === {wanted})")
        place = self.run(f"return {found}.findIndex((o) => o.choice === {wanted})")
        self.press("#offers button", place)
        self.until(f"state.step > {step}")


@pytest.mark.parametrize(("game", "begun"), [("palace", 180), ("push", 320), ("rummu", 0)])
def test_four_pages_play_a_game_to_its_end_and_get_no_secret(
    browser: "webdriver.Chrome", game: str, begun: int
) -> None:
    """Bots play its first steps, where it would be long."""
    match = people(game, 4)
    moves = play_out(match, next(iter(bots_of(game).values())))
    while match.steps < begun:
        next(moves)
    with served(match) as server:
        phones = Phones(browser, server)
        while match.outcome is None:
            phones.move()
        known, checked = public_names(match), 0
        for seat in server.serving.table.people:
            phones.open(seat)
            phones.until("state.is_over")
            asks, news = "document.getElementById('asks')", "state.log[state.log.length - 1]"
            phones.until(f"{asks}.textContent === {news}")
            phones.until("document.querySelectorAll('.won').length === 1")
            texts = phones.run("return window.received")
            checked += sum(audited(match, known, seat, text) for text in texts)
        assert checked > 1000


def test_a_page_shows_everything_within_its_width(browser: "webdriver.Chrome") -> None:
    match = people("rummu", 4)
    folder = os.environ.get("TOWERSIM_SCREENSHOTS")
    with served(match) as server:
        phones = Phones(browser, server)
        for _ in range(10):
            phones.move()
        actor = match.last_seat
        for (name, size), seat in product(SIZES.items(), (actor, Seat((actor + 1) % 4))):
            phones.open(seat)
            phones.resize(*size)
            phones.until("document.querySelectorAll('#own .card').length > 0")
            assert phones.run("return document.documentElement.scrollWidth") <= size[0]
            parts = "[...document.querySelectorAll('#own .card, #offers button, header, .player')]"
            box = "p.getBoundingClientRect()"
            beyond = f"{parts}.filter(p => {box}.bottom > innerHeight || {box}.right > innerWidth)"
            assert phones.run(f"return {beyond}.map((p) => p.outerHTML)") == []
            buttons = "[...document.querySelectorAll('#own .card, footer button')]"
            low = f"{buttons}.filter((b) => b.getBoundingClientRect().height < 44).length"
            assert phones.run(f"return {low}") == 0, "big enough for a thumb"
            if folder:
                browser.save_screenshot(str(Path(folder, f"{name}-{seat == actor}.png")))
        phones.open(actor)
        phones.resize(390, 844)
        high = "draw(); return document.querySelector('main').clientHeight"
        free = phones.run(f"state.offers = []; state.can_undo = false; {high}")
        text = "Lay the 5 of diamonds, 8 of hearts and 9 of clubs face up"
        long = f"chosen = new Set([0]); offered = {{ why: '', offers: [{{ text: '{text}' }}] }}"
        assert phones.run(f"{long}; {high}") == free, "an offer in two lines moves no card"
        phones.resize(360, 640)
        six = "state.own = Array(6).fill(state.own[0]); draw(); const [a, , , , , f] = own.children"
        assert phones.run(f"{six}; return f.offsetTop - a.offsetTop") == 0, "a hand has one row"
        phones.resize(320, 568)
        more = "state.own = Array(18).fill(state.own[0]); chosen = new Set([0])"
        phones.run(f"{more}; offered = {{ why: '', offers: [{{ text: 'Go on' }}] }}; draw()")
        box = "document.querySelector('#offers button').getBoundingClientRect()"
        assert phones.run(f"return {box}.bottom <= innerHeight"), "a long hand hides no button"
        long = "state.zones = [['Bench', Array(40).fill(state.own[0]), 0, state.you, []]]"
        phones.run(f"{long}; state.own = []; draw()")
        beyond = "document.querySelector('.me .card:last-child').getBoundingClientRect().right"
        assert phones.run(f"return {beyond} <= innerWidth"), "a long fan has several rows"
        phones.resize(1024, 768)
        assert phones.run(RUNS), "a combination has one line"
        phones.resize(390, 844)
        assert phones.run(STACKS) == 0, "two rows of zones stay two"
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_page_of_bausack_shows_the_piece_the_towers_and_the_bids(
    browser: "webdriver.Chrome",
) -> None:
    match = people("bausack", 3)
    match.submit(Build("goblet", 2))
    with served(match) as server:
        phones = Phones(browser, server)
        phones.until("document.querySelector('.piece path')?.getBBox().height > 20")
        plate = phones.run("return document.querySelector('.plate').innerText").split("\n")
        assert plate[:4] == ["Ada", "10 tokens", "no foundation yet", "bids 2"]


def test_only_what_has_changed_is_made_anew(browser: "webdriver.Chrome") -> None:
    """A tap on a panel is not swallowed, and a screen reader does not repeat what stays."""
    with served(people("rummu", 4)) as server:
        phones = Phones(browser, server)
        phones.open(0)
        phones.until("state.players[3].is_away === false && own.children.length")
        browser.switch_to.window(phones.tabs.pop())
        browser.close()
        phones.open(0)
        phones.until("document.querySelector('#players > :nth-child(4) .tool')")
        parts = "document.querySelectorAll('#asks, #players > *, #zones, #news, #log, #seat')"
        marked = "(one) => [...one.childNodes].forEach((child) => { child.kept = 1; })"
        left = f"[...{parts}].filter((one) => [...one.childNodes].some((child) => !child.kept))"
        phones.run(f"{parts}.forEach({marked}); own.firstElementChild.click()")
        phones.until("offered")
        with server.socket(None), server.socket(2):
            time.sleep(0.3)
        assert phones.run(f"return {left}.map((one) => one.id || one.innerText)") == []
        tools = browser.find_elements(By.CSS_SELECTOR, ".player .tool")
        browser.switch_to.window(phones.tabs.pop())
        browser.close()
        phones.open(0)
        phones.until("state.players[2].is_away")
        tools[-1].click()
        phones.until("state.players[3].has_bot")


def test_a_tap_counts_once_and_a_dead_connection_is_noticed(browser: "webdriver.Chrome") -> None:
    """A phone that has left the network is told nothing, also not that its socket is closed."""
    with served(people("push", 2)) as server:
        phones = Phones(browser, server)
        phones.open(0)
        ready = "document.querySelectorAll('#offers button:enabled').length > 0"
        press = "document.querySelector('#offers button').click()"
        phones.until(ready)
        phones.run(
            "const old = socket.onmessage; socket.onmessage = (e) => setTimeout(old, 900, e)"
        )
        phones.run(f"{press}; {press}")
        phones.until("state.step > 0")
        time.sleep(1.0)
        assert phones.run("return document.getElementById('why').textContent") == ""
        phones.until(ready)
        step = phones.run("return state.step")
        phones.run(f"socket.onmessage = () => {{}}; {press}")
        phones.until(f"state.step > {step} && {ready}")
        phones.run("reconnect(); reconnect()")  # back, and online again: one connection is left
        phones.until(f"socket.readyState === WebSocket.OPEN && !lost && {ready}")
        browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
        until(lambda: server.serving.table.is_away(Seat(0)), "it says that it sleeps")
        browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
        phones.until(f"socket.readyState === WebSocket.OPEN && !lost && {ready}")
