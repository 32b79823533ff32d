"""Visits of every page and every game's table in the real window."""

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame

from tests.matches import GOLDEN
from tests.ui.pilot import Pilot
from tests.ui.watch.test_watch import has_listed
from towersim.bots.table import bots_of, turn
from towersim.files.challengefile import find_challenge
from towersim.files.level import levels_dir
from towersim.match.match import Match, MatchPhase
from towersim.match.record import SeatSpec, read
from towersim.practice.code import Received
from towersim.practice.league import Entry, Refused
from towersim.rules.practice.challenge import Height
from towersim.rules.practice.state import GiveUp
from towersim.theatre.timeline import Timeline
from towersim.ui.app_context import Screen
from towersim.ui.build.screen import BuildScreen
from towersim.ui.games import GAME_UIS
from towersim.ui.games.practice.chapters import PracticePage
from towersim.ui.games.practice.friends import FriendsPage
from towersim.ui.games.practice.hand_page import HandPage
from towersim.ui.games.practice.start import fresh_match
from towersim.ui.input import bindings
from towersim.ui.judge.plan import kept_plan
from towersim.ui.judge.screen import JudgeResult, JudgeRound, JudgeStart, RoundStep
from towersim.ui.menu.menu import Menu
from towersim.ui.menu.new_game import Games, NewGame, in_the_middle
from towersim.ui.rulebook import FREE_TABLE
from towersim.ui.screens.phones import PhonesPage
from towersim.ui.screens.rules import RulesPages
from towersim.ui.screens.settings import GROUPS, KeysPage, SettingsPage
from towersim.ui.watch.finale import Finale
from towersim.ui.watch.games_list import GamesList
from towersim.ui.watch.screen import WatchScreen
from towersim.ui.widgets.forms import Pressed

Visit = Callable[[Pilot], Iterator[None]]
"""Shows screens in order; yields once each is drawn."""
GUIDES = (*GAME_UIS, "practice", FREE_TABLE)
CHALLENGES = ("first-tower", "the-right-foot", "flat-arch", "first-quake", "over-the-edge")
TURNS = {"fawlty-towers": 6, "bausack": 8}
"""Number of moves visited, by game; 60 in others."""


def show(pilot: Pilot, screen: Screen) -> None:
    """Show a screen over the menu."""
    pilot.app.screens[:] = [Menu(pilot.app.context), screen]
    pilot.frames(2)


def press(pilot: Pilot, usual: int) -> None:
    """Press the player's key for a usual one."""
    own = pilot.app.context.settings.keys.get(pygame.key.name(usual))
    pilot.key(usual if own is None else bindings.code(own) or usual)


def menu(pilot: Pilot) -> Iterator[None]:
    """Show the menu with a game that can be continued, and a damaged one."""
    records = pilot.app.context.files.records
    records.mkdir(parents=True, exist_ok=True)
    shutil.copy(levels_dir() / "pictures" / "push.tower", records / "push_1.tower")
    (records / "broken.tower").write_text("spam")
    pilot.app.screens[:] = [Menu(pilot.app.context)]
    yield
    show(pilot, Games(pilot.app.context))
    yield
    show(pilot, GamesList(pilot.app.context))
    pilot.until(lambda: has_listed(pilot))
    yield
    pilot.press(pilot.screen.form.widgets[2].text)
    yield


def new_games(pilot: Pilot) -> Iterator[None]:
    """Show the page of a new game for each game, with the description of every chooser."""
    for game in GAME_UIS:
        show(pilot, NewGame(pilot.app.context, game))
        form = pilot.screen.form
        for index in range(len(form.widgets)):
            form.set_focus(index)
            yield
    pilot.screen.seed.set_text("x")
    press(pilot, pygame.K_RETURN)
    yield


def phones(pilot: Pilot) -> Iterator[None]:
    """Show the page of phones: codes, a seat played at the screen, and one by a bot."""
    context, seats = pilot.app.context, [SeatSpec(name) for name in ("Ada", "Bruno", "Clara")]
    match = Match.new("palace", seats, seed=1)
    pilot.app.screens[:] = [context.table(match), PhonesPage(context, match)]
    yield
    for command in (("here", 0), ("bot", 1), "network"):
        pilot.screen.execute(Pressed(command))
        yield
    pilot.app.screens.pop()
    yield


def settings(pilot: Pilot) -> Iterator[None]:
    """Show the settings and the keys."""
    show(pilot, SettingsPage(pilot.app.context))
    for _ in GROUPS:
        yield
        pilot.screen.turn_page(1)
    show(pilot, KeysPage(pilot.app.context))
    yield
    for key in (pygame.K_e, pygame.K_y, pygame.K_e):
        pilot.click(pygame.Rect(pilot.screen.form.widgets[9].get_abs_rect()).center)
        yield
        press(pilot, key)
        yield
        if pilot.screen.is_typing:
            press(pilot, pygame.K_ESCAPE)


def rules(guide: str, pilot: Pilot) -> Iterator[None]:
    """Show the rules and keys of a game."""
    show(pilot, RulesPages(pilot.app.context, (guide, None)))
    for _ in pilot.screen.pages:
        yield
        pilot.screen.turn_page(1)


def table(game: str, pilot: Pilot) -> Iterator[None]:
    """Show a game turn by turn, its pause and, if it ends, its result."""
    match, bot = in_the_middle(game), bots_of(game)["uniform"]
    for number in range(TURNS.get(game, 60)):
        show(pilot, pilot.app.context.table(match))
        yield
        if number == 0:
            yield from pointed(pilot)
            press(pilot, pygame.K_ESCAPE)
            yield
            pilot.app.screens.pop()
        if match.phase is MatchPhase.OVER:
            break
        play(match, bot)
    pilot.until(
        lambda: match.phase is not MatchPhase.OVER or isinstance(pilot.screen, Finale), 4000
    )
    yield


def play(match: Match, bot: object) -> None:
    """Let a bot act once and wait for gravity."""
    for _ in turn(match, bot):  # type: ignore[arg-type]  # any bot
        pass
    while match.phase is MatchPhase.SETTLING:
        match.tick()


def pointed(pilot: Pilot) -> Iterator[None]:
    """Point at many places of a table for its tooltips, and open the pages bound to keys."""
    width, height = pilot.app.context.viewport.size
    for row in range(6):
        for column in range(8):
            pilot.move((width * (2 * column + 1) // 16, height * (2 * row + 1) // 12))
            if column % 2 == 0:
                yield
    for key in (pygame.K_TAB, pygame.K_l, pygame.K_x, pygame.K_l):
        press(pilot, key)
        yield


def practice(pilot: Pilot) -> Iterator[None]:
    """Show the chapters, some challenges, a result, and the page of hand statistics."""
    context = pilot.app.context
    show(pilot, PracticePage(context))
    yield
    for name in CHALLENGES:
        match = fresh_match(context, find_challenge(name))
        show(pilot, context.table(match))
        yield
        yield from pointed(pilot)
        press(pilot, pygame.K_d)
        yield
        if name == CHALLENGES[-1]:
            pilot.app.screens[2:] = []
            press(pilot, pygame.K_ESCAPE)
            yield
            pilot.app.screens[2:] = []
            if match.phase is not MatchPhase.OVER:
                match.submit(GiveUp())
            pilot.frames(80)
            yield
        match.close()
    show(pilot, HandPage(context))
    yield
    page = FriendsPage(context)
    entry = Entry("tee", Height(), 1, "Ada", 2, 0.1, "steady", "a.tower", "T")
    page._judged = {
        Path("a.tower"): entry,
        Path("b.tower"): Refused("b.tower", "the attempt is not over"),
    }
    show(pilot, page)
    yield
    page._take(Received(find_challenge("tee"), entry))
    yield


def judge(pilot: Pilot) -> Iterator[None]:
    """Show a round of judging."""
    context = pilot.app.context
    plan = kept_plan(context.settings)._replace(asks_side=True, exposure=None)
    show(pilot, JudgeStart(context))
    yield
    screen = JudgeRound(context, plan, (1, []))
    show(pilot, screen)
    for key in (pygame.K_1, pygame.K_1, pygame.K_2):
        yield
        pilot.app.draw()
        press(pilot, key)
    press(pilot, pygame.K_SPACE)
    pilot.until(lambda: screen.step is RoundStep.TOLD)
    yield
    show(pilot, JudgeResult(context, plan, screen.answers))
    yield


def free_table(pilot: Pilot) -> Iterator[None]:
    """Show the free table, its menu and its pages."""
    context = pilot.app.context
    show(pilot, BuildScreen(context))
    yield
    yield from pointed(pilot)
    for key in (pygame.K_s, pygame.K_o, pygame.K_ESCAPE):
        press(pilot, key)
        yield
        pilot.app.screens[2:] = []


def watch(pilot: Pilot) -> Iterator[None]:
    """Show the player of recorded games."""
    show(pilot, WatchScreen(pilot.app.context, Timeline(read(GOLDEN))))
    for key in (0, pygame.K_PAGEDOWN, pygame.K_END, pygame.K_SPACE):
        press(pilot, key)
        yield
    yield from pointed(pilot)


VISITS: dict[str, Visit] = {
    "menu": menu,
    "new games": new_games,
    "phones": phones,
    "settings": settings,
    **{f"rules of {guide}": partial(rules, guide) for guide in GUIDES},
    **{f"table of {game}": partial(table, game) for game in GAME_UIS},
    "practice": practice,
    "judge": judge,
    "free table": free_table,
    "watch": watch,
}
