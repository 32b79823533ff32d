"""Learned heuristics, trained by `towersim lab train`, and the features of a scene for them.

*boosting* is gradient boosting on a few numbers (Friedman, Greedy function approximation, 2001);
*neighbour* answers what is true of the tower whose numbers, each over its standard deviation, are
nearest; *pixels* is a network with one hidden layer whose only input is a picture of 32 x 32
pixels. All are trained on random towers of all kinds, labelled by exact statics; none of these is
in the benchmark.

A saved model is a file of skops, which names the types that it consists of. `load` makes only those
of `TRUSTED` and of skops itself, none of which runs code of the file, as a pickle would.
"""

import hashlib
import math
import re
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
import numpy.typing as npt

from towersim.common.errors import OptionFault, ResultFault, abridged
from towersim.common.portable_math import total
from towersim.common.whole_file import write_whole
from towersim.lab.heuristics.simple import centre_of_mass, overlap
from towersim.lab.metrics import Floats
from towersim.lab.renders import IMAGE, Picture, render
from towersim.lab.towers import hard_tower, tower
from towersim.lab.truth import truth
from towersim.scene.contacts import joints
from towersim.scene.scene import Scene

SIDE = 32
"""Size of a model's input picture, in pixels."""


FEATURES = (
    *("blocks", "height", "width", "centre-height", "lean", "tilted", "overhang", "contacts"),
    *("overlap", "centre-of-mass", "friction"),
)
"""Number of blocks; height and width of the tower; height of the centre of mass; distance of that
centre outside the blocks on the table; number of blocks that are not axis-aligned; distance of the
farthest block from the centre; number of contacts; the answers of the heuristics `overlap` and
`centre-of-mass`; least friction."""


def numbers(scene: Scene) -> Floats:
    """Return the features of a scene in the order of `FEATURES`; lengths in metres.

    >>> from towersim.lab.analytic_scenes import column
    >>> features = dict(zip(FEATURES, numbers(column([0.0, 0.25])), strict=True))
    >>> [round(float(features[name]), 3) for name in ("blocks", "height", "lean")]
    [2.0, 0.04, 0.0]
    """
    blocks = scene.blocks
    ends = [b.extent for b in blocks]
    xs = [end.x for both in ends for end in both]
    foot = [end.x for low, high in ends if low.y < 1e-6 for end in (low, high)]
    mass = total(b.mass for b in blocks) or 1.0
    x = total(b.mass * b.pose.x for b in blocks) / mass
    turns = (math.remainder(b.pose.angle, math.pi / 2) for b in blocks)
    return np.array(
        [
            len(blocks),
            max((high.y for _, high in ends), default=0.0),
            max(xs, default=0.0) - min(xs, default=0.0),
            total(b.mass * b.pose.y for b in blocks) / mass,
            # The depth inside does not matter: it counts as 0.
            max(0.0, min(foot) - x, x - max(foot)) if foot else 1.0,
            sum(abs(turn) > 1e-6 for turn in turns),
            max((abs(b.pose.x - x) for b in blocks), default=0.0),
            sum(1 for _ in joints(scene)),
            overlap(scene),
            centre_of_mass(scene),
            min((b.material.friction for b in blocks), default=0.0),
        ],
        np.float64,
    )


def pixels(scene: Scene) -> Floats:
    """Return the picture of a scene as 32 · 32 numbers between 0 and 1."""
    return shrunk(render(scene, IMAGE))


def shrunk(image: Picture) -> Floats:
    """Return a picture of 128 x 128 pixels as 32 · 32 numbers between 0 and 1."""
    blocks = image.reshape(SIDE, IMAGE // SIDE, SIDE, IMAGE // SIDE)
    means: Floats = blocks.mean(axis=(1, 3)).ravel() / 255
    return means


SEED = 4001
"""Seed of the training towers; those of the benchmarks are 1001 … 1004, 3001 and 3002."""


MODELS = {"boosting": numbers, "neighbour": numbers, "pixels": pixels}
"""The features of a scene that each kind of model sees."""


def untrained(kind: str) -> Any:  # noqa: ANN401 - scikit-learn ships no types
    """Return an untrained model of a kind."""
    from sklearn import ensemble, neighbors, neural_network, pipeline, preprocessing  # noqa: PLC0415 - 0.7 s

    nearest = neighbors.KNeighborsClassifier(1, algorithm="brute")
    return {
        "boosting": ensemble.HistGradientBoostingClassifier(max_iter=200, random_state=1),
        "neighbour": pipeline.make_pipeline(preprocessing.StandardScaler(), nearest),
        "pixels": neural_network.MLPClassifier(
            (64,), alpha=0.01, early_stopping=True, max_iter=60, random_state=1
        ),
    }[kind]


SCHEMA = "schema.json"
"""The part of a file of skops that lists the objects of a model."""
TRUSTED = (
    "sklearn._loss.link.Interval",
    "sklearn._loss.link.LogitLink",
    "sklearn._loss.loss.HalfBinomialLoss",
    "sklearn.ensemble._hist_gradient_boosting.binning._BinMapper",
    "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
    "sklearn.neural_network._stochastic_optimizers.AdamOptimizer",
)
"""The parts of models that not every version of skops trusts by itself."""


class Learned:
    """A trained model as a heuristic that takes many scenes at once."""

    def __init__(self, kind: str, model: Any) -> None:  # noqa: ANN401 - scikit-learn ships no types
        self.kind = kind
        self._look = MODELS[kind]
        self._model = model

    def predict_many(self, scenes: Sequence[Scene]) -> Sequence[float]:
        """Return for each scene the probability that it stands."""
        return self._chances([self._look(scene) for scene in scenes])

    def _chances(self, looks: Sequence[Floats]) -> Sequence[float]:
        chances: Sequence[float] = self._model.predict_proba(np.array(looks))[:, 1].tolist()
        return chances


class LearnedPictures(Learned):
    """A trained model whose only input is pictures."""

    def predict_images(self, images: Sequence[Any]) -> Sequence[float]:
        """Return for each picture the probability that its tower stands."""
        return self._chances([shrunk(image) for image in images])


def train(kind: str, towers: int, executor: Executor, done: Callable[[], None]) -> Learned:
    """Train a model on `towers` random towers; raises OptionFault for an unknown kind.

    The result is deterministic. `done` is called after each tower.
    """
    if kind not in MODELS:
        raise OptionFault(f"model {kind!r}: not known; known: {', '.join(MODELS)}, cnn")
    looks, labels = [], []
    for look, stands in executor.map(partial(lesson, kind), range(towers), chunksize=16):
        looks.append(look)
        labels.append(stands)
        done()
    return _heuristic(kind, fitted(kind, np.array(looks), np.array(labels)))


def fitted(kind: str, looks: Floats, labels: npt.NDArray[np.bool_]) -> Any:  # noqa: ANN401 - as above
    """Return a model trained on the features of n scenes."""
    from sklearn.exceptions import ConvergenceWarning  # noqa: PLC0415 - 0.7 s

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it is stopped after some epochs
        warnings.filterwarnings("error", "Training interrupted")  # by Ctrl-C, a network warns only
        try:
            return untrained(kind).fit(looks, labels)
        except UserWarning as warning:
            raise warning.__context__ or warning from None


def _heuristic(kind: str, model: Any) -> Learned:  # noqa: ANN401 - as above
    return (LearnedPictures if kind == "pixels" else Learned)(kind, model)


def lesson(kind: str, index: int) -> tuple[Floats, bool]:
    """Return the features of training tower `index`, and whether it stands."""
    scene = (hard_tower if index % 2 else tower)(SEED, index // 2)
    return MODELS[kind](scene), truth(scene, simulate=False).stands


def save(learned: Learned, path: Path) -> None:
    """Write a model and the Python file that loads it; raises OptionFault if that fails."""
    from skops import io  # noqa: PLC0415 - it imports all of scikit-learn, pandas and PyTorch

    content = io.dumps({"kind": learned.kind, "model": learned._model})  # noqa: SLF001 - of this module
    save_content(_reproducible(content), path, ".skops", __name__)


def _reproducible(content: bytes) -> bytes:
    """Return a file of skops without times, its objects numbered in place of their addresses."""
    made, numbers = BytesIO(), dict[str, str]()

    def numbered(address: re.Match[str]) -> str:
        return numbers.setdefault(address[0], str(len(numbers)))

    with ZipFile(BytesIO(content)) as given, ZipFile(made, "w", ZIP_DEFLATED) as new:
        schema = re.sub(r'(?<="__id__": )\d+|\d+(?=\.npy")', numbered, given.read(SCHEMA).decode())
        new.writestr(ZipInfo(SCHEMA), schema)
        files = set(given.namelist())
        for address, number in numbers.items():
            if f"{address}.npy" in files:
                new.writestr(ZipInfo(f"{number}.npy"), given.read(f"{address}.npy"))
    return made.getvalue()


def save_content(content: bytes, path: Path, suffix: str, module: str) -> None:
    """Write a model, and the Python file that has it loaded by a module of this package."""
    write_whole(path.with_suffix(suffix), content)
    # The hash in the file makes the heuristic's version depend on the model.
    write_whole(path, _FILE.format(module=module, suffix=suffix, hash=content_hash(content)))


def load(path: Path, expected: str) -> Learned:
    """Return a model that `save` wrote.

    Raises ResultFault if its hash is not `expected`, or if it contains anything but a model.
    """
    from skops import io  # noqa: PLC0415 - as above

    content = checked_content(path, expected)
    try:
        kind, model = map(io.loads(content, trusted=[*TRUSTED]).get, ("kind", "model"))
        if type(model) is type(untrained(kind)):
            return _heuristic(kind, model)
        reason = f"a {type(model).__name__} is not a model of {kind}"
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    raise ResultFault(path, "$", f"is not a model that can be loaded ({abridged(reason)})")


def checked_content(path: Path, expected: str) -> bytes:
    """Return the content of a file; ResultFault if its SHA-256 is not `expected`."""
    content = path.read_bytes()
    if content_hash(content) != expected:
        raise ResultFault(path, "$", "is not the model that was saved with its Python file")
    return content


def content_hash(content: bytes) -> str:
    """Return the SHA-256 of a model's file, which its Python file names."""
    return hashlib.sha256(content).hexdigest()


_FILE = '''"""A heuristic that `towersim lab train` has trained; the model lies beside this file."""

from pathlib import Path

from {module} import load

heuristic = load(Path(__file__).with_suffix("{suffix}"), "{hash}")
'''
