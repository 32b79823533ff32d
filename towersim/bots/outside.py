"""Bots from outside: a class of a file (``mine.py:Mine``), or of an installed package.

A package offers a bot in the entry point group ``towersim.bots``. The class takes no arguments and
has the method ``choose`` of `towersim.bots.base.Bot`; it may also return its action at once::

    class Mine:
        def choose(self, position):
            return max(position.view.legal, key=str)

It thinks for at most `Host.budget` seconds a move, in a thread or, isolated, in a process of its
own, which alone loads it then. A bot that raises, takes longer or answers anything but a legal
action raises BotFault, and the bot that is the game's best chooses for it in that move.
"""

import time
from collections.abc import Callable, Collection, Generator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from towersim.bots.base import AnyBot, BotPosition, Put, Thinking
from towersim.common.errors import BotFault, OptionFault
from towersim.common.interrupts import starting_workers
from towersim.common.plugins import installed, load, why
from towersim.common.units import Pose
from towersim.rules.base import Action, Place, StartTower

STARTING = 10.0
"""The time that a bot may take to load, in seconds; with its process, if it is isolated."""
_POLL = 0.002
"""The time between two looks at whether it has chosen, in seconds."""


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How bots from outside run."""

    isolate: bool = False
    """Whether each runs in a process of its own."""
    budget: float = 1.0
    """The time that each may think about a move, in seconds."""


HERE = Host()


def installed_bots() -> Collection[str]:
    """Return the names of the bots that installed packages offer."""
    return installed("bot")


def outside_bot(name: str, host: Host = HERE) -> AnyBot | None:
    """Return a bot by its file and class or as installed; None if the name is of neither form.

    Raises OptionFault if it is no bot, or is not loaded in `STARTING` seconds.
    """
    if ":" not in name and name not in installed_bots():
        return None
    return _OutsideBot(name, _Isolated(name) if host.isolate else _Threaded(name), host.budget)


def _loaded(name: str) -> tuple[AnyBot, str] | OptionFault:
    """Return a bot and the version of its source, or why it cannot be loaded."""
    try:
        plugin = load("bot", name)
        if plugin is None:
            return OptionFault(f"bot {name!r}: is not installed")
        bot: Any = plugin.thing() if isinstance(plugin.thing, type) else plugin.thing
    except OptionFault as fault:
        return fault
    except (Exception, SystemExit) as error:
        return OptionFault(f"bot {name!r}: cannot be made: {why(error)}")
    if not callable(getattr(bot, "choose", None)):
        return OptionFault(f"bot {name!r}: is no class with a method choose(position)")
    return bot, plugin.version


class _OutsideBot:
    """A bot whose decisions are timed and checked."""

    def __init__(self, name: str, worker: "_Threaded | _Isolated", budget: float) -> None:
        self.name = name
        self._worker = worker
        self._budget = budget
        try:
            any(self._within(STARTING, worker.ready))
        except BotFault as fault:
            raise OptionFault(f"bot {name!r}: cannot be loaded: {fault}") from fault
        self.version = worker.version

    def choose(self, position: BotPosition[Any]) -> Thinking:
        """Return its answer; BotFault if there is none in time, or it is not legal."""
        try:
            yield from self._within(STARTING, self._worker.ready)
        except OptionFault as fault:
            raise BotFault(str(fault)) from fault
        self._worker.ask(position)
        answer = yield from self._within(self._budget, self._worker.answer)
        return _checked(answer, position)

    def _within(self, seconds: float, look: Callable[[], Any]) -> Generator[None, None, Any]:
        """Return the result of a look in time; BotFault if there is none, or the fault it gives."""
        began = time.monotonic()
        while (result := look()) is None:
            if time.monotonic() > began + seconds:
                self._worker.abandon()
                raise BotFault(f"took longer than {seconds:g} s")
            yield
        if isinstance(result, BotFault | OptionFault):
            raise result
        return result


def _checked(answer: Any, position: BotPosition[Any]) -> Action | Put:  # noqa: ANN401 - anything
    """Return an answer; BotFault if it is neither a legal action nor one with a finite pose."""
    try:
        if not isinstance(answer, Put):
            chosen, legal = answer, answer in position.view.legal
        else:
            chosen = Put(answer.action, Pose(*map(float, answer.at)))
            legal = chosen.action in position.view.legal
            legal = legal and isinstance(chosen.action, Place | StartTower)
    except Exception as error:
        raise BotFault(f"answered nonsense: {why(error)}") from error
    if not legal:
        raise BotFault(f"answered what is not legal: {str(answer)[:80]}")
    return chosen  # type: ignore[no-any-return]  # it was compared with the legal actions


def _answer(bot: AnyBot, position: BotPosition[Any]) -> Any:  # noqa: ANN401 - may be anything
    """Return what a bot chooses, or the BotFault of its exception."""
    try:
        chosen: Any = bot.choose(position)
        while isinstance(chosen, Generator):
            try:
                next(chosen)
            except StopIteration as done:
                chosen = done.value
    except (Exception, SystemExit) as error:
        return BotFault(f"failed: {why(error)}")
    return BotFault("answered None") if chosen is None else chosen


class _Threaded:
    """A thread for each decision; one that never ends is left behind.

    `ready` and `answer` look for a moment, and return None while the work goes on.
    """

    def __init__(self, name: str) -> None:
        self.version = ""
        self._begin(lambda: _loaded(name))

    def _begin(self, work: Callable[[], Any]) -> None:
        results = self._results = SimpleQueue[Any]()
        self._thread: Thread | None = Thread(target=lambda: results.put(work()), daemon=True)
        self._thread.start()

    def ready(self) -> Any:  # noqa: ANN401 - may be anything
        if not self.version:
            loaded = self.answer()
            if not isinstance(loaded, tuple):
                return loaded
            self._bot, self.version = loaded
        late = self._thread is not None and self._thread.is_alive()
        return BotFault("still thinks about an earlier move") if late else self.version

    def ask(self, position: BotPosition[Any]) -> None:
        self._begin(lambda: _answer(self._bot, position))

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        try:
            answer = self._results.get(timeout=_POLL)
        except Empty:
            return None
        self._thread = None
        return answer

    def abandon(self) -> None:
        """Leave the thread; its late answer goes to a queue that nobody reads."""


class _Isolated:
    """A process that is killed if it takes too long, and started anew for the next decision."""

    def __init__(self, name: str) -> None:
        self.version = ""
        self._name = name
        self._pipe: Connection | None = None

    def ready(self) -> Any:  # noqa: ANN401 - may be anything
        if self._pipe is None:
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._name), daemon=True)
            with starting_workers():
                self._process.start()
            theirs.close()
            self.version = ""
        if not self.version:
            loaded = self.answer()
            if not isinstance(loaded, str):
                return loaded
            self.version = loaded
        return self.version

    def ask(self, position: BotPosition[Any]) -> None:
        if self._pipe is not None:
            with suppress(OSError):  # its process may have ended, which `answer` finds
                self._pipe.send(position)

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        if self._pipe is None or not self._pipe.poll(_POLL):
            return None
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self.abandon()
            return BotFault(f"ended its process (exit code {self._process.exitcode})")
        except Exception as error:  # an object whose class is not known here
            return BotFault(f"answered nonsense: {why(error)}")

    def abandon(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe = None


def _serve(pipe: Connection, name: str) -> None:
    """Send the version of a bot, and answer positions until the other end closes."""
    loaded = _loaded(name)
    if isinstance(loaded, OptionFault):
        pipe.send(loaded)
        return
    bot, version = loaded
    pipe.send(version)
    with suppress(EOFError, OSError):
        while True:
            answer = _answer(bot, pipe.recv())
            try:
                pipe.send(answer)
            except Exception:
                pipe.send(BotFault("answered what cannot be pickled"))
