"""Bots from outside: a class of a file (``mine.py:Mine``), or of an installed package.

A package offers a bot in the entry point group ``towersim.bots``. The class takes no arguments and
has the method ``choose`` of `towersim.bots.base.Bot`; it may also return its action at once::

    class Mine:
        def choose(self, position):
            return max(position.view.legal, key=str)

It thinks for at most `Host.budget` seconds a move, in a thread or, isolated, in a process of its
own, which alone loads it then. A bot that raises, takes longer or answers anything but a legal
action raises BotFault, and the bot that is the game's best chooses for it in that move.

By a fault of its own, an isolated bot alone can neither end the program nor hold it up, and it gets
no more than its view: `os._exit` ends every thread, a thread in a long call of a C function lets no
other run, and threads share all memory. Its process tells only an index of `legal` and a pose.
"""

import os
import pickle
import time
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Annotated, Any
from weakref import finalize

import msgspec

from towersim.bots.base import AnyBot, BotPosition, Put, Thinking
from towersim.common.errors import BotFault, OptionFault, in_line
from towersim.common.messages import message as _
from towersim.common.plugins import installed, load, why
from towersim.common.processes import Child, serve
from towersim.common.slices import finished
from towersim.common.units import Pose
from towersim.rules.base import PUTS, Action

STARTING = 10.0
"""The time that a bot may take to load, in seconds; with its process, if it is isolated."""
_POLL = 0.002
"""The time between two looks at whether it has chosen, in seconds."""
RECEIVED = "received"
"""The message of a process that has a position; for the first it has imported all types."""
FAULTS = _("failed: {why}"), _("answered nonsense: {why}"), _("answered what is not legal: {why}")
"""What may be wrong with an answer."""
_QUOTED = 80
"""The maximum length of a quoted answer, in characters."""


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How bots from outside run."""

    isolate: bool = False
    """Whether each runs in a process of its own."""
    budget: float = 1.0
    """The time that each may think about a move, in seconds."""


HERE = Host()


class Chosen(msgspec.Struct, frozen=True, tag=True):
    """The choice of a bot, by the index of the legal action, with the pose of a `Put`."""

    index: Annotated[int, msgspec.Meta(ge=0)]
    at: tuple[float, float, float] | None = None


class Failed(msgspec.Struct, frozen=True, tag=True):
    """An answer that is no choice: the index of its fault in `FAULTS`, and the reason."""

    fault: Annotated[int, msgspec.Meta(ge=0, lt=len(FAULTS))]
    why: str


class Refused(msgspec.Struct, frozen=True, tag=True):
    """A bot cannot be loaded."""

    why: str


Reply = str | Refused | Chosen | Failed
"""What a process says: the version of its bot; `RECEIVED`, and then its choice; or a fault."""


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


def _loaded(name: str) -> tuple[AnyBot, str] | Refused:
    """Return a bot and the version of its source, or why it cannot be loaded."""
    try:
        plugin = load("bot", name)
        if plugin is None:
            return Refused(f"bot {name!r}: is not installed")
        bot: Any = plugin.thing() if isinstance(plugin.thing, type) else plugin.thing
        if not callable(getattr(bot, "choose", None)):
            return Refused(f"bot {name!r}: is not a class with a method choose(position)")
    except OptionFault as fault:
        return Refused(str(fault))
    except BaseException as error:  # nor may a KeyboardInterrupt of its own end the worker
        return Refused(f"bot {name!r}: cannot be made: {why(error)}")
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
            version = yield from self._within(STARTING, self._worker.ready)
        except OptionFault as fault:
            raise BotFault(str(fault)) from fault
        if version != self.version:
            raise BotFault(_("has another version than at the start"))
        self._worker.ask(position)
        try:
            yield from self._within(STARTING, self._worker.thinks)
            chosen = yield from self._within(self._budget, self._worker.answer)
        except GeneratorExit:  # nobody waits any more: its answer would be taken for the next one
            self._worker.abandon()
            raise
        if chosen.index >= len(position.view.legal):
            raise BotFault(FAULTS[2].filled(why=str(chosen.index)))
        action = position.view.legal[chosen.index]
        return action if chosen.at is None else Put(action, Pose(*chosen.at))

    def _within(self, seconds: float, look: Callable[[], Any]) -> Generator[None, None, Any]:
        """Return the result of a look in time; BotFault if there is none, or the fault it gives."""
        began = time.monotonic()
        while (result := look()) is None:
            if time.monotonic() > began + seconds:
                self._worker.abandon()
                raise BotFault(_("took longer than {seconds:g} s", seconds=seconds))
            yield
        match result:
            case BotFault():
                raise result
            case Refused(reason):
                raise OptionFault(reason)
            case Failed(fault, reason):
                raise BotFault(FAULTS[fault].filled(why=reason))
        return result


def _answer(bot: AnyBot, position: BotPosition[Any]) -> Chosen | Failed:
    """Return what a bot chooses."""
    try:
        chosen: Any = bot.choose(position)
        chosen = finished(chosen) if isinstance(chosen, Generator) else chosen
    except BaseException as error:  # nor may a KeyboardInterrupt of its own end the worker
        return Failed(0, why(error))
    try:
        return _checked(chosen, position.view.legal)
    except Exception as error:
        return Failed(1, why(error))


def _checked(answer: Any, legal: Sequence[Action]) -> Chosen | Failed:  # noqa: ANN401 - anything
    """Return the index of a legal action, with a pose for one that puts a block down."""
    wanted = answer.action if isinstance(answer, Put) else answer
    if isinstance(wanted, Action) and wanted in legal:
        index = legal.index(wanted)
        if not isinstance(answer, Put):
            return Chosen(index)
        if isinstance(legal[index], PUTS):
            return Chosen(index, Pose(*map(float, answer.at)))
    return Failed(2, in_line(str, answer, _QUOTED))


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
        self._child: Child[Reply] | None = None

    def ready(self) -> Any:  # noqa: ANN401 - may be anything
        if self._child is None:
            self._child = Child(__name__, Reply)
            self._end = finalize(self, self._child.end)
            self._child.send(os.fsencode(self._name))
            self.version = ""
        if not self.version:
            loaded = self._hear(str, Refused)
            if isinstance(loaded, Refused):
                self.abandon()
            if not isinstance(loaded, str):
                return loaded
            self.version = loaded
        return self.version

    def ask(self, position: BotPosition[Any]) -> None:
        if self._child is not None:
            self._child.send(pickle.dumps(position))

    def thinks(self) -> Any:  # noqa: ANN401 - may be anything
        return self._hear(str)

    def answer(self) -> Any:  # noqa: ANN401 - may be anything
        return self._hear(Chosen, Failed)

    def _hear(self, *kinds: type) -> Reply | BotFault | None:
        """Return a message of these kinds, which alone may come now; None if none has come yet."""
        if self._child is None:
            return None
        try:
            reply = self._child.messages.get(timeout=_POLL)
        except Empty:
            if self._child.has_ended:
                self._child.end()  # its last messages, and then None, come afterwards
            return None
        if isinstance(reply, kinds):
            return reply
        child, self._child, code = self._child, None, self._end()
        if reply is not None or child.is_garbled:
            return BotFault(_("wrote to the pipe of its process"))
        return BotFault(_("ended its process (exit code {code})", code=code))

    def abandon(self) -> None:
        self._end()
        self._child = None


def main() -> None:
    """Load the bot that is named first, and answer pickled positions until the parent ends."""
    bot: AnyBot | None = None

    def fulfil(request: bytes, tell: Callable[[Reply], None]) -> None:
        nonlocal bot
        with suppress(BaseException):  # of what the bot has broken here: its end is told
            if bot is None:
                loaded = _loaded(os.fsdecode(request))
                if isinstance(loaded, Refused):
                    tell(loaded)
                else:
                    bot, version = loaded
                    tell(version)
            else:
                position = pickle.loads(request)  # noqa: S301 - of the parent alone
                tell(RECEIVED)
                tell(_answer(bot, position))
            return
        os._exit(1)  # at once, whatever the bot has registered for the exit

    serve(bytes, fulfil)


if __name__ == "__main__":
    main()
