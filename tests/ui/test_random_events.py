"""Random events on every page of the window raise no exception, at any size."""

import subprocess
import warnings
import webbrowser
from collections.abc import Iterator
from itertools import islice

import pygame
import pytest

from tests.ui.language.windows import VISITS
from tests.ui.pilot import FRAME, Pilot
from towersim.common.dice import Stream, stream
from towersim.ui.display import open_window
from towersim.ui.input.bindings import AT_REST
from towersim.ui.menu.menu import Menu

SEEDS = [(0, 60), *(pytest.param(n, 150, marks=pytest.mark.sweep) for n in range(1, 50))]
"""Seeds and numbers of random actions: together ten minutes of each page by the window's clock."""
SIZES = ((1280, 720), (320, 200), (1920, 1080), (640, 1), (1, 480), (1, 1), (2000, 90), (90, 900))
KEYS = (
    *range(pygame.K_a, pygame.K_z + 1),
    *range(pygame.K_0, pygame.K_9 + 1),
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_BACKSPACE),
    *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DELETE),
    *(pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END, pygame.K_COMMA),
    *range(pygame.K_F1, pygame.K_F12 + 1),
)
TEXTS = ("a", "Ω", "\x00", "\u202e", "👩‍🚀", "{key:N}", "[/b]", "<b>", "é" * 40, "7", "-", " ")
MODS = (0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT)


@pytest.fixture(autouse=True)
def no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no browser, file manager or film."""

    def refused(*_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(subprocess, "Popen", refused)
    monkeypatch.setattr(webbrowser, "open", lambda *_: True)


def resize(size: tuple[int, int]) -> None:
    """Resize the window as a window manager does that knows no minimum size."""
    open_window(size)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().minimum_size = (1, 1)
    assert pygame.display.set_mode(size, pygame.RESIZABLE).get_size() == size


def events(draw: Stream, size: tuple[int, int]) -> Iterator[pygame.event.Event]:
    """Yield the events of one random action."""
    at = draw.randint(-50, size[0] + 50), draw.randint(-50, size[1] + 50)
    button = draw.choice((1, 1, 1, 2, 3, 4, 5, 9))
    match draw.randrange(12):
        case 0 | 1 | 2:
            held = (draw.choice((0, 1)), 0, draw.choice((0, 1)))
            yield pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, -3), buttons=held)
        case 3 | 4:
            yield pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button)
            yield pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button)
        case 5:
            kind = draw.choice((pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
            yield pygame.event.Event(kind, pos=at, button=button)
        case 6:
            y = draw.choice((-9, -1, 0, 1, 40))
            yield pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=y, precise_y=float(y), flipped=False)
        case 7 | 8:
            key, mod = draw.choice(KEYS), draw.choice(MODS)
            yield pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=chr(key % 128))
            if draw.random() < 0.8:
                yield pygame.event.Event(pygame.KEYUP, key=key, mod=mod)
        case 9:
            yield pygame.event.Event(pygame.TEXTINPUT, text=draw.choice(TEXTS))
        case 10:
            where = {"x": draw.uniform(-0.1, 1.1), "y": draw.random(), "dx": 0.1, "dy": -0.1}
            touch = {"finger_id": draw.randrange(3), "touch_id": 1, "pressure": 1.0, **where}
            for kind in draw.sample((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP), 2):
                yield pygame.event.Event(kind, touch)
        case _:
            kinds = (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.WINDOWENTER)
            file = draw.choice((".", "README.md", "é.tower"))
            yield pygame.event.Event(draw.choice((*kinds, pygame.DROPFILE)), file=file)


def stress(pilot: Pilot, draw: Stream, actions: int) -> None:
    """Post random events, with frames and other sizes of the window between them."""
    app, size = pilot.app, pilot.app.window.get_size()
    for _ in range(actions):
        if draw.random() < 0.04:
            size = draw.choice(SIZES)
            resize(size)
        for event in events(draw, size):
            pygame.event.post(event)
        app.frame(draw.choice((0.0, FRAME, FRAME, 0.3)))
        if draw.random() < 0.1:
            app.draw()
        if not app.running:
            app.running, app.screens[:] = True, [Menu(app.context)]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "actions"), SEEDS)
@pytest.mark.parametrize("name", VISITS)
def test_random_events_raise_nothing(name: str, seed: int, actions: int, pilot: Pilot) -> None:
    draw = stream(seed, name)
    visit = VISITS[name](pilot)
    for _ in islice(visit, draw.randint(1, 5)):
        pass
    stress(pilot, draw, actions)
    pilot.app.context.push = AT_REST


@pytest.mark.slow
def test_a_window_of_one_pixel_is_drawn(pilot: Pilot) -> None:
    for size in ((640, 1), (1, 1), (1, 480)):
        resize(size)
        pilot.frames(2)
        pilot.app.draw()
