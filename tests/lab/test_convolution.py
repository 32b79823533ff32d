"""The convolutional network: it learns, is saved as plain numbers, and is used like others."""

from pathlib import Path

import numpy as np
import pytest

from tests.commands import Printed, complaint
from towersim.common.errors import ResultFault
from towersim.lab import convolution
from towersim.lab.heuristics import find
from towersim.lab.learned import content_hash
from towersim.lab.optional_dependencies import EXTRAS
from towersim.lab.renders import IMAGE, Picture

LABELS = np.arange(96) % 2 == 0


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Picture:
    """Return pictures that are brighter at the top if the label is true; two epochs of training."""
    pytest.importorskip("torch", reason="the extra learn is not installed")
    monkeypatch.setattr(convolution, "EPOCHS", 2)
    noise = np.random.default_rng(1).integers(0, 100, (len(LABELS), IMAGE, IMAGE), np.uint8)
    noise[LABELS, :40] += 80
    return noise


@pytest.mark.slow  # trains
def test_it_learns_what_is_seen_and_equal_seeds_give_equal_weights(
    pictures: Picture, tmp_path: Path
) -> None:
    losses: list[float] = []
    model = convolution.train(pictures, LABELS, 7, lambda loss, _: losses.append(loss))
    assert losses[1] < losses[0]
    chances = np.array(model.predict_images(pictures))
    assert ((chances > np.median(chances)) == LABELS).mean() > 0.9
    again, other = (convolution.train(pictures, LABELS, seed) for seed in (7, 8))
    assert again.predict_images(pictures) == model.predict_images(pictures)
    assert other.predict_images(pictures) != model.predict_images(pictures)
    convolution.save(model, tmp_path / "cnn.py")
    assert (tmp_path / "cnn.safetensors").stat().st_size < 2e6
    heuristic = find(f"{tmp_path / 'cnn.py'}:heuristic")
    assert heuristic.sees_images
    thing = heuristic.predict_many
    assert thing is not None
    assert [*thing(list(pictures), None)] == model.predict_images(pictures)  # type: ignore[arg-type] # no dice


@pytest.mark.slow  # imports PyTorch
def test_other_files_are_refused(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra learn is not installed")
    safetensors = pytest.importorskip("safetensors.torch", reason="the same")
    wrong = safetensors.save({"weight": torch.zeros(3)})
    for content, why in ((b"no tensors", "has not the weights"), (wrong, "Missing key")):
        path = tmp_path / "x.safetensors"
        path.write_bytes(content)
        with pytest.raises(ResultFault, match=why):
            convolution.load(path, content_hash(content))
    with pytest.raises(ResultFault, match="not the model that was saved"):
        convolution.load(path, "0" * 64)


def test_without_its_library_training_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setitem(EXTRAS, "learn", ("no_such_library",))
    told = complaint(capsys, "lab", "train", "cnn")
    assert told == "towersim: no_such_library is not installed: pip install 'towersim[learn]'\n"
