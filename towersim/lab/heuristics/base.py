"""What a heuristic is, how plain functions become one, and how its answers are checked."""

import inspect
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from towersim.dice import Stream
from towersim.errors import HeuristicFault, OptionFault
from towersim.scene import Block, Scene
from towersim.units import Pose

FAR = 5.0
"""No pose is proposed further from the middle of the table, in metres."""
_PREDICTS = (["scene"], ["scene", "dice"])
_PROPOSES = (["scene", "piece"], ["scene", "piece", "dice"])
_KINDS = "(scene), (scene, dice), (scene, piece) or (scene, piece, dice)"


class Predict(Protocol):
    """Answers whether a scene stands."""

    def __call__(self, scene: Scene, dice: Stream, /) -> float:
        """Return the probability, 0 … 1, that the scene stands."""


class Propose(Protocol):
    """Answers where the next piece should go."""

    def __call__(self, scene: Scene, piece: Block, dice: Stream, /) -> Sequence[Pose]:
        """Return poses for the piece, metres and radians, best first."""


class Heuristic(NamedTuple):
    """A heuristic as the lab asks it, and under which name; it answers one question, or both."""

    name: str
    predict: Predict | None
    propose: Propose | None

    def probability(self, scene: Scene, dice: Stream, trial: str) -> float:
        """Return the checked answer; HeuristicFault naming heuristic and trial if it is none."""
        said = self._asked(trial, self.predict, scene, dice)
        number: float | None = self._asked(trial, _number, said)
        if number is None or not 0 <= number <= 1:
            raise self._fault(trial, f"{_short(said)} is not a probability, 0 … 1")
        return number

    def proposal(self, scene: Scene, piece: Block, dice: Stream, trial: str) -> Pose:
        """Return the best of the checked poses; HeuristicFault if there is none."""
        said = self._asked(trial, self.propose, scene, piece, dice)
        numbers = self._asked(trial, _first, said)
        if numbers is None:
            raise self._fault(trial, f"{_short(said)} is not a list of poses")
        pose = [n for n in numbers if n is not None and abs(n) <= FAR]
        if len(numbers) != len(Pose._fields) or len(pose) != len(numbers):
            raise self._fault(trial, f"{_short(said)} does not begin with a pose x, y, angle")
        return Pose(*pose)

    def _asked(self, trial: str, answer: Callable[..., Any] | None, *question: object) -> Any:  # noqa: ANN401 - it is somebody else's, so it is anything
        if answer is None:
            raise self._fault(trial, "it has no answer to that question")
        try:
            return answer(*question)
        except (Exception, SystemExit) as error:
            raise self._fault(trial, why(error)) from error

    def _fault(self, trial: str, why: str) -> HeuristicFault:
        return HeuristicFault(f"heuristic {self.name!r}: trial {trial}: {why}")


def adapted(name: str, thing: object) -> Heuristic:
    """Return a function, object or class as a heuristic; OptionFault if it cannot be one.

    >>> adapted("few", lambda scene: 1 / (1 + len(scene.blocks))).propose is None
    True
    """
    if isinstance(thing, Heuristic):
        return thing._replace(name=name)
    if isinstance(thing, type):
        try:
            thing = thing()
        except (Exception, SystemExit) as error:
            raise OptionFault(f"heuristic {name!r}: {why(error)}") from error
    methods = [getattr(thing, word, None) for word in ("predict", "propose")]
    if any(methods):
        predict, propose = (_taking(name, m, w) for m, w in zip(methods, _ASKED, strict=True))
        return Heuristic(name, predict, propose)
    if not callable(thing):
        raise OptionFault(f"heuristic {name!r}: is no function and has no predict or propose")
    if _parameters(name, thing)[1:2] == ["piece"]:
        return Heuristic(name, None, _taking(name, thing, _PROPOSES))
    return Heuristic(name, _taking(name, thing, _PREDICTS), None)


_ASKED = (_PREDICTS, _PROPOSES)


def _taking(
    name: str, function: Callable[..., Any] | None, kinds: Sequence[list[str]]
) -> Callable[..., Any] | None:
    """Return the function such that it can be given dice even if it does not want any."""
    if function is None:
        return None
    wanted = _parameters(name, function)
    if wanted == kinds[1]:
        return function
    if wanted != kinds[0]:
        said = ", ".join(wanted)
        raise OptionFault(f"heuristic {name!r}: takes ({said}), but should take one of {_KINDS}")
    return lambda *question: function(*question[:-1])


def _parameters(name: str, function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that have to be given."""
    try:
        given = inspect.signature(function).parameters.values()
    except (ValueError, TypeError) as error:
        raise OptionFault(f"heuristic {name!r}: its parameters are not known: {error}") from None
    return [p.name for p in given if p.default is p.empty and p.kind is not p.VAR_KEYWORD]


def _first(said: object) -> list[float | None] | None:
    """Return the numbers of the first pose that is said, or None if there is none."""
    if not isinstance(said, Iterable):
        return None
    pose = next(iter(said), None)
    return [_number(value) for value in pose] if isinstance(pose, Iterable) else None


def _number(said: object) -> float | None:
    """Return what is said as a finite number, or None if it is none."""
    if isinstance(said, str | bytes) or not hasattr(said, "__float__"):
        return None
    try:
        number = float(said)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def why(error: BaseException) -> str:
    """Return in one line what went wrong in somebody else's code.

    >>> why(ValueError("too many"))
    'ValueError: too many'
    """
    return " ".join(f"{type(error).__name__}: {error}".split())


def _short(said: object) -> str:
    try:
        text = " ".join(repr(said).split())
    except Exception:  # an int of more than 4,300 digits has none, nor has much that is broken
        text = type(said).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"
