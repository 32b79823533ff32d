"""The interface of a heuristic, adapters for plain functions, and checks of its answers."""

import inspect
import math
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import Any, NamedTuple

import msgspec

from towersim.common.dice import Stream
from towersim.common.errors import HeuristicFault, OptionFault, in_line
from towersim.common.plugins import why
from towersim.common.units import Pose
from towersim.lab.placement import Task
from towersim.lab.renders import IMAGE, Picture, render
from towersim.scene.scene import Block, Scene

FAR = Pose(5.0, 5.0, 100.0)
"""Greatest absolute values of a proposed pose, in metres and radians."""
SHORT = 60
"""Maximum length of a quoted answer, in characters."""
_KINDS = "(scene), (scene, piece) or (scene, piece, task), and dice after that"


Predict = Callable[[Scene, Stream], float]
"""A function that returns the probability, 0 … 1, that the scene stands."""
Propose = Callable[[Scene, Block, Stream], Sequence[Pose]]
"""A function that returns poses for the next piece, metres and radians, best first."""
PredictMany = Callable[[Sequence[Scene], Sequence[Stream]], Sequence[float]]
"""A function that predicts for many scenes, each with dice, in one call: for learned models."""
Place = Callable[[Scene, Block, Task, Stream], Sequence[Pose]]
"""A function that returns poses for the next piece of a task; an empty sequence leaves it out."""


class HeuristicInfo(msgspec.Struct, frozen=True, tag=True):
    """The name of a heuristic and its abilities, known to processes that do not import it."""

    name: str
    version: str
    predicts: bool = False
    """Whether it predicts, for one scene or for many."""
    proposes: bool = False
    """Whether it proposes poses for a piece on any tower."""
    places: bool = False
    """Whether it can build a task: it places or proposes."""
    sees_images: bool = False
    takes_many: bool = False
    """Whether it predicts for many scenes in one call."""


class Heuristic(NamedTuple):
    """A named heuristic with one or more of the functions above."""

    name: str
    predict: Predict | None = None
    propose: Propose | None = None
    predict_many: PredictMany | None = None
    version: str = ""
    """12 hexadecimal digits of a hash of its source; empty if it was given as a value."""
    place: Place | None = None
    sees_images: bool = False
    """Whether its input is pictures (`towersim.lab.renders`) instead of scenes."""

    @property
    def card(self) -> HeuristicInfo:
        """Its name and abilities."""
        many, proposes = self.predict_many is not None, self.propose is not None
        predicts, places = many or self.predict is not None, proposes or self.place is not None
        return HeuristicInfo(
            self.name, self.version, predicts, proposes, places, self.sees_images, takes_many=many
        )

    def shown(self, scene: Scene | Picture) -> Any:  # noqa: ANN401 - a scene or its picture
        """Return its input for a scene: a picture if it takes pictures; a picture is unchanged."""
        if self.sees_images and isinstance(scene, Scene):
            return render(scene, IMAGE)
        return scene

    def probability(self, scene: Scene | Picture, dice: Stream, trial: str) -> float:
        """Return the checked probability; raises HeuristicFault if the answer is invalid."""
        if self.predict is None and self.predict_many is not None:
            return self.probabilities([scene], [dice], [trial])[0]
        answer = self._asked(trial, self.predict, self.shown(scene), dice)
        return self._checked(trial, answer)

    def probabilities(
        self, scenes: Sequence[Scene | Picture], dice: Sequence[Stream], trials: Sequence[str]
    ) -> list[float]:
        """Return the checked answers of `predict_many`; raises HeuristicFault if one is invalid."""
        shown = [self.shown(scene) for scene in scenes]
        answer = self._asked(trials[0], self.predict_many, shown, dice)
        answers = self._asked(trials[0], list, answer)
        if len(answers) != len(scenes):
            reason = f"{len(answers)} answers to {len(scenes)} scenes"
            raise HeuristicFault(self.name, trials[0], reason)
        return [self._checked(trial, answer) for trial, answer in zip(trials, answers, strict=True)]

    def _checked(self, trial: str, answer: object) -> float:
        number: float | None = self._asked(trial, _number, answer)
        if number is None or not 0 <= number <= 1:
            raise HeuristicFault(self.name, trial, f"{_short(answer)} is not a probability, 0 … 1")
        return number

    def proposal(self, scene: Scene, piece: Block, dice: Stream, trial: str) -> Pose:
        """Return the first pose, checked; raises HeuristicFault if there is none."""
        answer = self._asked(trial, self.propose, scene, piece, dice)
        return self._pose(answer, trial)

    def placing(
        self, scene: Scene, piece: Block, task: Task, dice: Stream, trial: str
    ) -> Pose | None:
        """Return the first pose in a task, checked; None to leave the piece out."""
        if self.place is None:
            return self.proposal(scene, piece, dice, trial)
        answer = self._asked(trial, self.place, scene, piece, task, dice)
        left_out = answer is None or (isinstance(answer, Sized) and not len(answer))
        return None if left_out else self._pose(answer, trial)

    def _pose(self, answer: object, trial: str) -> Pose:
        """Return the first pose of an answer, checked."""
        numbers = self._asked(trial, _first, answer)
        if numbers is None:
            raise HeuristicFault(self.name, trial, f"{_short(answer)} is not a list of poses")
        pose = [
            n for n, most in zip(numbers, FAR, strict=False) if n is not None and abs(n) <= most
        ]
        if len(numbers) != len(FAR) or len(pose) != len(numbers):
            reason = f"{_short(answer)} does not begin with a pose x, y, angle"
            reason += f" (within {FAR.x:g} m and {FAR.angle:g} rad)"
            raise HeuristicFault(self.name, trial, reason)
        return Pose(*pose)

    def _asked(self, trial: str, answer: Callable[..., Any] | None, *question: object) -> Any:  # noqa: ANN401 - third-party answers are untyped
        if answer is None:
            raise HeuristicFault(self.name, trial, "it has no answer to that question")
        try:
            return answer(*question)
        except (Exception, SystemExit) as error:
            raise HeuristicFault(self.name, trial, why(error)) from error


def adapted(name: str, thing: object) -> Heuristic:
    """Return a heuristic from a function, object or class; raises OptionFault if it is unfit.

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
    for sees_images, methods in ((True, _SEEING), (False, _METHODS)):
        answers: dict[str, Any] = {
            field: _taking(name, method, needed)
            for word, (field, needed) in methods.items()
            if (method := getattr(thing, word, None))
        }
        if answers:
            return Heuristic(name, **answers, sees_images=sees_images)
    if not callable(thing):
        raise OptionFault(f"heuristic {name!r}: is not a function and has no predict or propose")
    given = _parameters(name, thing)
    if len(given) == 4 or given[2:3] == ["task"]:
        return Heuristic(name, place=_taking(name, thing, 3))
    if len(given) == 3 or given[1:2] == ["piece"]:
        return Heuristic(name, propose=_taking(name, thing, 2))
    return Heuristic(name, _taking(name, thing, 1), sees_images=given[:1] == ["image"])


_SEEING = {"predict_image": ("predict", 1), "predict_images": ("predict_many", 1)}
_METHODS = {
    "predict": ("predict", 1),
    "propose": ("propose", 2),
    "predict_many": ("predict_many", 1),
    "place": ("place", 3),
}
"""The methods: their fields, and the numbers of their parameters without dice."""


def _taking(name: str, function: Callable[..., Any], needed: int) -> Callable[..., Any]:
    """Return the function with dice as its last parameter, which it may ignore.

    `needed` is its number of parameters without dice.
    """
    wanted = _parameters(name, function)
    if len(wanted) == needed + 1:
        return function
    if len(wanted) != needed:
        given = ", ".join(wanted)
        raise OptionFault(f"heuristic {name!r}: takes ({given}), but should take one of {_KINDS}")
    return lambda *question: function(*question[:-1])


def _parameters(name: str, function: Callable[..., Any]) -> list[str]:
    """Return the names of the required parameters."""
    try:
        given = inspect.signature(function).parameters.values()
    except (ValueError, TypeError) as error:
        raise OptionFault(f"heuristic {name!r}: its parameters are not known: {error}") from None
    return [p.name for p in given if p.default is p.empty and p.kind is not p.VAR_KEYWORD]


def _first(answer: object) -> list[float | None] | None:
    """Return the numbers of the first pose of an answer, which may be one; None without any."""
    if not isinstance(answer, Iterable) or (first := next(iter(answer), None)) is None:
        return None
    return [_number(value) for value in (first if isinstance(first, Iterable) else answer)]


def _number(answer: object) -> float | None:
    """Return an answer as a float; None if it is not a finite number."""
    if isinstance(answer, str | bytes) or not hasattr(answer, "__float__"):
        return None
    try:
        number = float(answer)  # also a tensor of one number
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _short(answer: object) -> str:
    return in_line(repr, answer, SHORT)
