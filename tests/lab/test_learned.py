"""Learned heuristics: better than chance, deterministic, saved and used like others."""

import hashlib
import json
import pickle
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from sklearn.neural_network import MLPClassifier

from towersim.common.errors import OptionFault, ResultFault
from towersim.lab import learned
from towersim.lab.analytic_scenes import column
from towersim.lab.heuristics import find
from towersim.lab.learned import pixels, train
from towersim.lab.towers import tower

KNOWN = 60


@pytest.fixture(autouse=True)
def _without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide PyTorch, which skops would import in seconds."""
    if "torch" not in sys.modules:
        monkeypatch.setitem(sys.modules, "torch", None)


def trained(kind: str, towers: int = KNOWN) -> learned.Learned:
    with ThreadPoolExecutor(1) as here:
        return train(kind, towers, here, lambda: None)


@pytest.fixture(scope="module")
def boosting() -> learned.Learned:
    return trained("boosting")


def test_ctrl_c_ends_the_training_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MLPClassifier, "_update_no_improvement_count", pressed)
    with pytest.raises(KeyboardInterrupt):
        learned.fitted("pixels", np.eye(20), np.arange(20) % 2 == 0)


def test_boosting_is_better_than_chance_on_unseen_towers(boosting: learned.Learned) -> None:
    lessons = [learned.lesson("boosting", index) for index in range(1000, 1024)]
    looks = np.array([look for look, _ in lessons])
    said = boosting._model.predict(looks)
    assert np.mean(said == [stands for _, stands in lessons]) > 0.7


@pytest.mark.slow
def test_training_is_deterministic(boosting: learned.Learned, tmp_path: Path) -> None:
    scenes = [tower(9, index) for index in range(12)]
    again = trained("boosting")
    assert boosting.predict_many(scenes) == again.predict_many(scenes)
    assert boosting.predict_many(scenes)[:1] == boosting.predict_many(scenes[:1])
    for name, model in (("one", boosting), ("two", again)):
        learned.save(model, tmp_path / f"{name}.py")
    one, two = ((tmp_path / name).read_bytes() for name in ("one.skops", "two.skops"))
    assert one == two, "a hash tells whether a model is the same"


def test_features_are_finite_numbers() -> None:
    leaning = learned.numbers(tower(1, 3))
    assert np.isfinite(leaning).all()
    assert dict(zip(learned.FEATURES, leaning, strict=True))["tilted"] == 1
    assert pixels(column([0.0])).shape == (learned.SIDE * learned.SIDE,)
    assert pixels(column([0.0])).max() <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "towers"), [("neighbour", 10), ("pixels", KNOWN)])
def test_a_saved_model_is_a_heuristic_with_a_version(
    kind: str, towers: int, boosting: learned.Learned, tmp_path: Path
) -> None:
    versions = set()
    for model in (boosting, trained(kind, towers)):
        learned.save(model, tmp_path / "mine.py")
        find.cache_clear()
        heuristic = find(f"{tmp_path / 'mine.py'}:heuristic")
        assert heuristic.card.predicts
        assert heuristic.predict_many is not None
        versions.add(heuristic.version)
    assert len(versions) == 2


class Canary:
    """A value whose pickle creates a file when it is loaded."""

    def __reduce__(self) -> tuple[Callable[..., None], tuple[Path]]:
        return Path.touch, (Path("sang"),)


def saved(value: object) -> bytes:
    """Return a file of skops."""
    from skops import io as skops  # noqa: PLC0415 - imports all of scikit-learn, in seconds

    return bytes(skops.dumps(value))


def called(module: str, name: str) -> bytes:
    """Return a file of skops in which the model is what a function returns for a text."""
    content = BytesIO(saved({"kind": "boosting", "model": Fraction(1, 2)}))
    with zipfile.ZipFile(content) as file:
        schema = json.loads(file.read("schema.json"))
    model = schema["content"]["model"]  # is loaded by calling `Fraction` with two texts
    model |= {"__module__": module, "__class__": name}
    model["content"]["content"][1:] = []
    model["content"]["content"][0]["content"] = '"touch sang"'
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("schema.json", json.dumps(schema))
    return content.getvalue()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: pickle.dumps(Canary()), "BadZipFile"),
        (lambda: called("os", "system"), "Untrusted.*os.system"),
        (lambda: called("tests.lab.sings", "song"), "Untrusted.*tests.lab.sings"),
        (
            lambda: saved({"kind": "boosting", "model": learned.untrained("pixels")}),
            "not a model of boosting",
        ),
        (lambda: saved({"kind": "oracle", "model": 1}), "KeyError"),
        (lambda: saved([1]), "AttributeError"),
    ],
)
def test_nothing_but_a_model_is_loaded_and_no_code_runs(
    made: Callable[[], bytes], why: str, cwd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = made()
    # A run of all tests imports every module in search of doctests.
    monkeypatch.delitem(sys.modules, "tests.lab.sings", raising=False)
    path = cwd / "mine.skops"
    path.write_bytes(content)
    with pytest.raises(ResultFault, match=f"is not a model that can be loaded .*{why}"):
        learned.load(path, hashlib.sha256(content).hexdigest())
    assert not Path("sang").exists()
    assert "tests.lab.sings" not in sys.modules


def test_a_model_that_is_not_the_saved_one_is_refused(
    boosting: learned.Learned, tmp_path: Path
) -> None:
    learned.save(boosting, tmp_path / "mine.py")
    with pytest.raises(ResultFault, match="is not the model that was saved"):
        learned.load(tmp_path / "mine.skops", "0" * 64)


def test_an_unknown_model_gives_one_line() -> None:
    with pytest.raises(OptionFault, match=f"not known; known: {', '.join(learned.MODELS)}"):
        trained("oracle")
