"""Bots from outside: a class of a file (``mine.py:Mine``), or of an installed package.

A package offers a bot in the entry point group ``towersim.bots``. The class takes no arguments and
has the method ``choose`` of `towersim.bots.base.Bot`; it may also return its action at once::

    class Mine:
        def choose(self, position):
            return max(position.view.legal, key=str)

It thinks for at most `Host.budget` seconds a move, in a thread or, isolated, in a process of its
own, which alone loads it then. A bot that raises, takes longer or answers anything but a legal
action raises BotFault, and the bot that is the game's best chooses for it in that move.

An isolated bot alone can neither end the program nor hold it up: `os._exit` ends every thread, and
a thread in a long call of a C function lets no other run. Its process leads a group, which also
holds what it forks, and is killed as a group; what it prints goes to standard error.
"""

import os
import time
from collections.abc import Callable, Collection, Generator
from contextlib import suppress
from functools import cache
from multiprocessing import connection, get_context, process
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import msgspec

from towersim.bots.base import AnyBot, BotPosition, Put, Thinking
from towersim.common.errors import BotFault, OptionFault
from towersim.common.interrupts import starting_workers
from towersim.common.messages import message as _
from towersim.common.plugins import in_line, installed, load, why
from towersim.common.processes import divert_output, end_with_parent, kill_group
from towersim.common.slices import finished
from towersim.common.units import Pose
from towersim.rules.base import PUTS, Action

STARTING = 10.0
"""The time that a bot may take to load, in seconds; with its process, if it is isolated."""
_POLL = 0.002
"""The time between two looks at whether it has chosen, in seconds."""
RECEIVED = "received"
"""The message of a process that has a position; for the first it has imported all types."""
_QUOTED = 80
"""The maximum length of a quoted answer, in characters."""


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How bots from outside run."""

    isolate: bool = False
    """Whether each runs in a process of its own."""
    budget: float = 1.0
    """The time that each may think about a move, in seconds."""


HERE = Host()


@cache
def installed_bots() -> Collection[str]:
    """Return the names of the bots that installed packages offer, which takes 10 ms once."""
    return installed("bot")


def is_outside(name: str) -> bool:
    """Return whether a name is that of a bot of a file or an installed package."""
    return ":" in name or name in installed_bots()


def outside_bot(name: str, host: Host = HERE) -> AnyBot | None:
    """Return a bot by its file and class or as installed; None if the name is of neither form.

    Raises OptionFault if it is no bot, or is not loaded in `STARTING` seconds.
    """
    if not is_outside(name):
        return None
    return _OutsideBot(name, _Isolated if host.isolate else _Threaded, host.budget)


def _loaded(name: str) -> tuple[AnyBot, str] | OptionFault:
    """Return a bot and the version of its source, or why it cannot be loaded."""
    try:
        plugin = load("bot", name)
        if plugin is None:
            return OptionFault(f"bot {name!r}: is not installed")
        bot: Any = plugin.thing() if isinstance(plugin.thing, type) else plugin.thing
        if not callable(getattr(bot, "choose", None)):
            return OptionFault(f"bot {name!r}: is not a class with a method choose(position)")
    except OptionFault as fault:
        return fault
    except BaseException as error:  # nor may a KeyboardInterrupt of its own end the worker
        return OptionFault(f"bot {name!r}: cannot be made: {why(error)}")
    return bot, plugin.version


class _OutsideBot:
    """A bot whose decisions are timed and checked."""

    def __init__(self, name: str, kind: "type[_Threaded | _Isolated]", budget: float) -> None:
        self.name = name
        self._budget = budget
        try:
            self._worker = worker = kind(name)
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
        yield from self._within(STARTING, self._worker.thinks)
        answer = yield from self._within(self._budget, self._worker.answer)
        return _checked(answer, position)

    def _within(self, seconds: float, look: Callable[[], Any]) -> Generator[None, None, Any]:
        """Return the result of a look in time; BotFault if there is none, or the fault it gives."""
        began = time.monotonic()
        while (result := look()) is None:
            if time.monotonic() > began + seconds:
                self._worker.abandon()
                raise BotFault(_("took longer than {seconds:g} s", seconds=seconds))
            yield
        if isinstance(result, BotFault | OptionFault):
            raise result
        return result


def _checked(answer: Any, position: BotPosition[Any]) -> Action | Put:  # noqa: ANN401 - anything
    """Return a legal action, or one with a finite pose; BotFault if the answer is neither."""
    legal = position.view.legal
    try:
        wanted = answer.action if isinstance(answer, Put) else answer
        if isinstance(wanted, Action) and wanted in legal:
            # The own object, since one of the bot's may claim to be equal.
            chosen: Action = legal[legal.index(wanted)]
            if not isinstance(answer, Put):
                return chosen
            if isinstance(chosen, PUTS):
                return Put(chosen, Pose(*map(float, answer.at)))
    except Exception as error:
        raise BotFault(_("answered nonsense: {why}", why=why(error))) from error
    quoted = in_line(str, answer, _QUOTED)
    raise BotFault(_("answered what is not legal: {answer}", answer=quoted))


def _answer(bot: AnyBot, position: BotPosition[Any]) -> Any:  # noqa: ANN401 - may be anything
    """Return what a bot chooses, or the BotFault of its exception."""
    try:
        chosen: Any = bot.choose(position)
        chosen = finished(chosen) if isinstance(chosen, Generator) else chosen
    except BaseException as error:  # nor may a KeyboardInterrupt of its own end the worker
        return BotFault(_("failed: {why}", why=why(error)))
    return BotFault(_("answered None")) if chosen is None else chosen


class _Threaded:
    """A thread for each decision; one that never ends is left behind.

    `ready`, `thinks` and `answer` look for a moment, and return None while that is to come.
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
        return BotFault(_("still thinks about an earlier move")) if late else self.version

    def ask(self, position: BotPosition[Any]) -> None:
        self._begin(lambda: _answer(self._bot, position))

    def thinks(self) -> bool:
        return True

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
        self._pipe: connection.Connection | None = None

    def ready(self) -> Any:  # noqa: ANN401 - may be anything
        if self._pipe is None:
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs, self._name), daemon=True)
            with starting_workers():
                self._process.start()
            theirs.close()
            self._end = finalize(self, _kill, self._process)
            self.version = ""
        if not self.version:
            loaded = self.answer()
            if not isinstance(loaded, str):
                return loaded
            self.version = loaded
        return self.version

    def ask(self, position: BotPosition[Any]) -> None:
        if self._pipe is not None:
            with suppress(OSError):  # its process may have ended, which `thinks` finds
                self._pipe.send(position)

    def thinks(self) -> Any:  # noqa: ANN401 - may be anything
        return self.answer()

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        if self._pipe is None or not self._pipe.poll(_POLL):
            return None
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self.abandon()
            ended = _("ended its process (exit code {code})", code=self._process.exitcode)
            return BotFault(ended)
        except Exception as error:  # an object whose class is not known here
            return BotFault(_("answered nonsense: {why}", why=why(error)))

    def abandon(self) -> None:
        self._end()
        self._pipe = None


def _kill(bot: process.BaseProcess) -> None:
    """Kill the process of a bot with all that it forked, and wait for its end."""
    if bot.pid is not None:
        kill_group(bot.pid)
    bot.kill()  # it may not lead a group yet
    bot.join()


def _serve(pipe: connection.Connection, name: str) -> None:
    """Send the version of a bot, and answer positions until the other end closes."""
    own = os.getpid()
    divert_output()
    if os.name == "posix":
        os.setsid()
    end_with_parent(group=True)

    def tell(message: object) -> None:
        if os.getpid() != own:
            os._exit(0)  # the bot has forked, and this is its second answer
        try:
            pipe.send(message)
        except OSError:
            raise
        except Exception:
            pipe.send(BotFault(_("answered what cannot be pickled")))

    loaded = _loaded(name)
    if isinstance(loaded, OptionFault):
        tell(loaded)
        return
    bot, version = loaded
    with suppress(BaseException):  # also of what the bot has broken here: the other end tells it
        tell(version)
        while True:
            position = pipe.recv()
            tell(RECEIVED)
            tell(_answer(bot, position))
    os._exit(1)  # at once, whatever the bot has registered for the exit
