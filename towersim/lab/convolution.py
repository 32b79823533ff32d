"""A small convolutional network that judges pictures of towers, trained on `stability-3`.

Its only input is the picture of 128 x 128 pixels of the track *image*. Three layers of 3 x 3
kernels follow on blocks of 4 x 4 pixels, then two dense layers: 231,417 weights, 0.9 MB. It is
trained by AdamW (Loshchilov & Hutter 2019) with a learning rate that rises and falls in one cycle;
every other time a picture is mirrored, which changes no label. With one thread, equal seeds give
equal weights on one machine.

PyTorch comes with the extra `learn`, and with no other.
"""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from towersim.common import dice
from towersim.common.errors import ResultFault, abridged
from towersim.lab.learned import checked_content, save_content
from towersim.lab.optional_dependencies import requires
from towersim.lab.renders import IMAGE, Picture
from towersim.lab.stability3 import Bools

EPOCHS, BATCH, RATE, DECAY = 8, 64, 3e-3, 1e-2
WIDTH, CELL = 24, 4
"""Number of the first layer's channels; side of the first blocks, in pixels."""


def network() -> Any:  # noqa: ANN401 - PyTorch is optional
    """Return the network without training; its answer is the log-odds that a tower stands."""
    torch, _ = _libraries()
    nn, last = torch.nn, 2 * WIDTH * (IMAGE // CELL // 4) ** 2
    made = nn.Sequential(
        nn.PixelUnshuffle(CELL),
        *(nn.Conv2d(CELL**2, WIDTH, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(WIDTH, 2 * WIDTH, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(2 * WIDTH, 2 * WIDTH, 3, padding=1), nn.ReLU(), nn.Flatten()),
        *(nn.Linear(last, 64), nn.ReLU(), nn.Linear(64, 1)),
    )
    return made.to(memory_format=torch.channels_last)


class Convolution:
    """A trained network as a heuristic that takes many pictures at once."""

    def __init__(self, trained: Any) -> None:  # noqa: ANN401 - as above
        self.network = trained.eval()

    def predict_images(self, images: Picture | Sequence[Picture]) -> Sequence[float]:
        """Return for each picture the probability that its tower stands."""
        torch, chances = _libraries()[0], list[float]()
        with torch.no_grad():
            for first in range(0, len(images), BATCH):
                some = _tensor(np.asarray(images[first : first + BATCH]))
                chances += torch.sigmoid(self.network(some)[:, 0]).tolist()
        return chances


def train(
    pictures: Picture,
    labels: Bools,
    seed: int = 1,
    told: Callable[[float, Convolution], None] = lambda *_: None,
) -> Convolution:
    """Train on n x 128 x 128 pictures; `told` gets the mean loss of each epoch, and the model."""
    torch, _ = _libraries()
    torch.set_num_threads(1)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = network()
    noise = dice.stream(seed, "cnn")
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=DECAY)
    steps = -(-len(labels) // BATCH)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, EPOCHS * steps)
    truth = torch.from_numpy(labels.astype(np.float32))
    for _ in range(EPOCHS):
        losses = []
        for some in np.array_split(noise.sample(range(len(labels)), len(labels)), steps):
            shown = pictures[some]
            mirrored = np.array([noise.random() < 0.5 for _ in some])
            shown[mirrored] = shown[mirrored, :, ::-1]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                model.train()(_tensor(shown))[:, 0], truth[torch.from_numpy(some)]
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            rate.step()
            losses.append(loss.item())
        told(float(np.mean(losses)), Convolution(model))
    return Convolution(model)


def save(model: Convolution, path: Path) -> None:
    """Write a model and the Python file that loads it; raises OptionFault if that fails."""
    _, safetensors = _libraries()
    weights = {name: part.contiguous() for name, part in model.network.state_dict().items()}
    save_content(safetensors.torch.save(weights), path, ".safetensors", __name__)


def load(path: Path, expected: str) -> Convolution:
    """Return a model that `save` wrote; raises ResultFault for another file or another hash."""
    (_, safetensors), content, model = _libraries(), checked_content(path, expected), network()
    try:
        model.load_state_dict(safetensors.torch.load(content))
    except (safetensors.SafetensorError, RuntimeError, ValueError) as error:
        reason = f"has not the weights of the network: {abridged(str(error))}"
        raise ResultFault(path, "$", reason) from None
    return Convolution(model)


def _tensor(pictures: Picture) -> Any:  # noqa: ANN401 - as above
    """Return pictures of n x side x side pixels as a tensor of numbers between 0 and 1."""
    torch, _ = _libraries()
    return torch.from_numpy(pictures)[:, None].to(torch.float32) / 255


@cache
def _libraries() -> tuple[ModuleType, ModuleType]:
    """Return PyTorch and safetensors, imported once."""
    with requires("learn"):
        import safetensors.torch  # noqa: PLC0415 - optional
        import torch  # noqa: PLC0415 - the same
    return torch, safetensors
