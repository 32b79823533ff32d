"""Bots from outside: a class of a file (``mine.py:Mine``), or of an installed package.

A package offers a bot in the entry point group ``towersim.bots``. The class takes no arguments and
has the method ``choose`` of `towersim.bots.base.Bot`; it may also return its action at once::

    class Mine:
        def choose(self, position):
            return max(position.view.legal, key=str)

It thinks for at most `BUDGET` seconds a move, in a thread or, isolated, in a process of its own. A
bot that raises, takes longer or answers anything but a legal action raises BotFault, and the bot
that is the game's best chooses for it in that move.
"""

import time
from collections.abc import Generator
from importlib.metadata import entry_points
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

from towersim.bots.base import AnyBot, BotPosition, Put, Thinking
from towersim.common.errors import BotFault, OptionFault
from towersim.common.plugins import load, why
from towersim.common.units import Pose
from towersim.rules.base import Action, Place, StartTower

BUDGET = 1.0
"""The time that a bot may think about a move, in seconds."""
STARTING = 10.0
"""The time that a process may need to start and load its bot, in seconds."""
GROUP = "towersim.bots"
"""The entry point group of installed bots."""
_POLL = 0.002
"""The time between two looks at whether it has chosen, in seconds."""


def outside_bot(name: str, *, isolate: bool = False, budget: float = BUDGET) -> AnyBot | None:
    """Return a bot by its file and class or as installed; None if the name is of neither form.

    Raises OptionFault if it cannot be loaded or is no bot.
    """
    found = _loaded(name)
    if found is None:
        return None
    bot, version = found
    worker = _Isolated(name) if isolate else _Threaded(bot)
    return _OutsideBot(name, version, worker, budget)


def _loaded(name: str) -> tuple[AnyBot, str] | None:
    """Return a bot and the version of its source."""
    plugin = load("bot", name, {point.name: point for point in entry_points(group=GROUP)})
    if plugin is None:
        return None
    try:
        bot: Any = plugin.thing() if isinstance(plugin.thing, type) else plugin.thing
    except Exception as error:
        raise OptionFault(f"bot {name!r}: cannot be made: {why(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise OptionFault(f"bot {name!r}: is no class with a method choose(position)")
    return bot, plugin.version


class _OutsideBot:
    """A bot whose decisions are timed and checked."""

    def __init__(self, name: str, version: str, worker: "_Worker", budget: float) -> None:
        self.name = name
        self.version = version
        self._worker = worker
        self._budget = budget

    def choose(self, position: BotPosition[Any]) -> Thinking:
        """Return its answer; BotFault if there is none in time, or it is not legal."""
        deadline = time.monotonic() + self._budget + self._worker.ask(position)
        while (answer := self._worker.answer()) is None:
            if time.monotonic() > deadline:
                self._worker.abandon()
                raise BotFault(f"took longer than {self._budget:g} s")
            yield
        if isinstance(answer, BotFault):
            raise answer
        return _checked(answer, position)


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


class _Worker(Protocol):
    """A place where a bot thinks."""

    def ask(self, position: BotPosition[Any]) -> float:
        """Begin to think; return the seconds that the start may take besides."""

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        """Return the answer or a BotFault, or None after a moment without one."""

    def abandon(self) -> None:
        """Give up this decision."""


class _Threaded:
    """A thread for each decision; one that never ends is left behind."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot
        self._answers: SimpleQueue[Any] = SimpleQueue()
        self._thread: Thread | None = None

    def ask(self, position: BotPosition[Any]) -> float:
        if self._thread is not None and self._thread.is_alive():
            raise BotFault("still thinks about an earlier move")
        answers = self._answers = SimpleQueue()
        self._thread = Thread(target=lambda: answers.put(_answer(self._bot, position)), daemon=True)
        self._thread.start()
        return 0.0

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        try:
            return self._answers.get(timeout=_POLL)
        except Empty:
            return None

    def abandon(self) -> None:
        """Leave the thread; its late answer goes to a queue that nobody reads."""


class _Isolated:
    """A process that is killed if a decision takes too long, and started anew for the next."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._pipe: Connection | None = None

    def ask(self, position: BotPosition[Any]) -> float:
        starting = 0.0
        if self._pipe is None:
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._name), daemon=True)
            self._process.start()
            theirs.close()
            starting = STARTING
        self._pipe.send(position)
        return starting

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
    """Answer positions until the other end closes."""
    found = _loaded(name)
    while found is not None:
        try:
            position = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer(found[0], position))
