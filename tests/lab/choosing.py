"""Choose the towers of `stability-3` again: `python -m tests.lab.choosing FOLDER`, half an hour.

It also measures what can be attained on the tracks; without FOLDER it does only that, on the frozen
test set and the hidden densities.

The attainable accuracy on pictures is that of a judge who knows everything but where a block stands
within a quarter of a pixel (pictures are supersampled by four): it sees each block shifted by that
noise, shifts what it sees by the same noise `COPIES` times, and answers what most copies do. Widths
and heights are blurred by a picture too, which costs more. For hidden densities, the copies have
other densities.
"""

import hashlib
import math
import os
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from tests.lab.content import exact_hash
from towersim.common import dice
from towersim.common.whole_file import whole_file
from towersim.files.tomlfile import toml_text
from towersim.geometry.touching import TOUCH
from towersim.lab import stability3
from towersim.lab.executors import processes
from towersim.lab.noise import blurred
from towersim.lab.renders import FINER, IMAGE, WINDOW
from towersim.lab.stability import DENSITIES, NEAR
from towersim.lab.trials import PredictTrial, weighing
from towersim.lab.truth import margin
from towersim.physics.settle import Verdict
from towersim.physics.stand import verdict
from towersim.scene.scene import Scene
from towersim.statics.analysis import structure_of
from towersim.statics.certificate import certify
from towersim.statics.equilibrium import stands

SECONDS = 4.0
"""Time limit of the search for a second solution."""
ENOUGH = 1.4
"""Draws of each band and label, over the number of matches to choose: the next ones are spared."""
SIDES = (64, IMAGE, 224, 448)
"""Sizes of pictures whose attainable accuracy is measured, in pixels."""
COPIES = 11
"""Number of copies of a tower for an attainable accuracy."""


class Quota(NamedTuple):
    """The number of matches to choose of a template, and the number of draws to choose from."""

    matches: int = 700
    draws: int = 6000


class Candidate(NamedTuple):
    """A draw with its margin and number of blocks."""

    draw: int
    margin: float
    blocks: int


class Chosen(NamedTuple):
    """The chosen towers of a template, a standing and a falling one by turns.

    Also how many draws were left out, by reason.
    """

    towers: tuple[Candidate, ...]
    left_out: dict[str, int]


def write(path: Path, chosen: dict[str, Chosen]) -> None:
    """Write chosen towers as the benchmark's file."""
    towers = [tower for some in chosen.values() for tower in some.towers]
    np.savez_compressed(
        path,
        names=np.array(list(chosen)),
        counts=np.array([len(some.towers) for some in chosen.values()], np.int32),
        draws=np.array([tower.draw for tower in towers], np.uint32),
        margins=np.array([round(tower.margin / stability3.SCALE) for tower in towers], np.int32),
        blocks=np.array([tower.blocks for tower in towers], np.uint8),
    )


def choose(executor: Executor) -> dict[str, Chosen]:
    """Choose the towers again: half an hour of one processor."""
    names = [*stability3.SCENES, *(stability3.PREFIX + name for name in stability3.HIDDEN)]
    quotas = [*([Quota()] * len(stability3.SCENES)), *([Quota(100, 3000)] * len(stability3.HIDDEN))]
    return dict(zip(names, executor.map(chosen, names, quotas), strict=True))


def chosen(template: str, quota: Quota) -> Chosen:
    """Choose the matches of a template among its first draws.

    Each band of |λ| has the same number of matches as long as there are draws for it; what lacks
    is taken from the other bands, those nearer to the limit first.
    """
    left_out = Counter[str]()
    candidates = _candidates(template, quota.draws, left_out)
    by_band: list[list[Candidate]] = [[] for _ in stability3.BANDS]
    there, each = Counter[tuple[int, bool]](), -(-quota.matches // len(stability3.BANDS))
    for it in candidates:
        by_band[band(it.margin)].append(it)
        there[band(it.margin), it.margin > 0] += 1
        if len(there) == 2 * len(stability3.BANDS) and min(there.values()) > ENOUGH * each:
            break
    check = partial(_certain, template, left_out)
    streams = [_matches(template, some, check) for some in by_band]
    found = [[match for _, match in zip(range(each), stream, strict=False)] for stream in streams]
    for some, stream in zip(found, streams, strict=True):
        lacking = quota.matches - sum(map(len, found))
        some += [match for _, match in zip(range(lacking), stream, strict=False)]
    matches = [match for some in found for match in some][: quota.matches]
    return Chosen(tuple(it for match in matches for it in match), dict(left_out))


def band(margin: float) -> int:
    """Return the band of |λ|."""
    return sum(abs(margin) >= least for least in stability3.BANDS) - 1


def _candidates(template: str, draws: int, left_out: Counter[str]) -> Iterator[Candidate]:
    """Yield the draws of a template that are no duplicate and not too near to their limit."""
    seen = set[bytes]()
    for draw in range(draws):
        scene = stability3.trial(template, draw).scene()
        key = min(picture_key(scene, side) for side in (-1, 1))
        if key in seen:
            left_out["duplicate"] += 1
            continue
        seen.add(key)
        # The benchmark was chosen with this reach; by size, two margins of 21,000 differ.
        value = margin(replace(scene, reach=TOUCH))
        if abs(value) < NEAR:
            left_out["near"] += 1
        else:
            yield Candidate(draw, value, len(scene.blocks))


def picture_key(scene: Scene, side: int) -> bytes:
    """Return a hash of a scene to 0.01 mm, or of its mirror image (side -1), wherever it stands."""
    middle = scene.blocks[0].pose.x if scene.blocks else 0.0
    content = sorted(
        (
            round(side * (block.pose.x - middle) * 1e5) + 0,
            round(block.pose.y * 1e5),
            round(block.mass * 1e7),
            block.material.friction,
        )
        for block in scene.blocks
    )
    return hashlib.sha256(msgspec.json.encode(content)).digest()[:12]


def _matches(
    template: str, candidates: Iterable[Candidate], certain: Callable[[Candidate], bool]
) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield a standing and a falling tower of equal size, or of one pair, both certain."""
    waiting: dict[tuple[int, bool], deque[Candidate]] = defaultdict(deque)
    for it in candidates:
        key, stands = it.draw // 2 if template == "pair" else it.blocks, it.margin > 0
        others = waiting[key, not stands]
        if not others:
            waiting[key, stands].append(it)
        elif certain(it):
            # One that is not certain is left out, and the next one takes its place.
            while others and not certain(others[0]):
                others.popleft()
            if others:
                yield (it, others.popleft()) if stands else (others.popleft(), it)
            else:
                waiting[key, stands].append(it)


def _certain(template: str, left_out: Counter[str], it: Candidate) -> bool:
    """Return whether a label is certain, and count the reason if it is not."""
    scene = stability3.trial(template, it.draw).scene()
    if (verdict(scene) is Verdict.STOOD) != (it.margin > 0):
        left_out["disputed"] += 1
        return False
    proof = "falls" if it.margin < 0 else certify(structure_of(scene).rows, SECONDS).verdict
    if proof not in ("falls", "proved"):
        left_out[proof] += 1
        return False
    return True


def freeze(folder: Path, executor: Executor) -> None:
    """Choose the towers and write the benchmark's two files into a folder."""
    chosen = choose(executor)
    write(folder / f"{stability3.NAME}.npz", chosen)
    towers = [
        stability3.trial(name, it.draw) for name, some in chosen.items() for it in some.towers
    ]
    held = np.concatenate(
        [stability3.folds_of(name, len(some.towers)) < 0 for name, some in chosen.items()]
    )
    shares = ceilings([it for it, out in zip(towers, held, strict=True) if out], executor)
    facts = {
        "ceilings": {name: share for name, (share, _) in shares.items()},
        "standard_errors": {name: error for name, (_, error) in shares.items()},
        "left_out": {name: some.left_out for name, some in chosen.items()},
        "sha256": exact_hash((it.scene(), it.seen()) for it in towers),
    }
    with whole_file(folder / f"{stability3.NAME}.toml") as part:
        part.write_text(toml_text(facts), encoding="utf-8")


def ceilings(towers: Sequence[PredictTrial], executor: Executor) -> dict[str, tuple[float, float]]:
    """Return attainable accuracies by track and size of pictures, with their standard errors.

    `towers` are the test set and the set of hidden densities.
    """
    found = {}
    for side in (*SIDES, 0):
        some = [it for it in towers if it.hidden_density == (side == 0)]
        hits = list(executor.map(partial(usual, side), some, chunksize=8))
        share = sum(hits) / len(hits)
        error = math.sqrt(share * (1 - share) / len(hits))
        found[f"image {side}" if side else "hidden density"] = round(share, 4), round(error, 4)
    found["image"] = found[f"image {IMAGE}"]
    return found


def usual(side: int, tower: PredictTrial) -> bool:
    """Return whether most towers that look like this one have its label.

    `side` is the size of the picture in pixels; 0: only the densities are unknown.
    """
    scene, noise = tower.scene(), dice.stream(1, f"ceiling {side}", int(tower.id, 16))
    label, votes = stands(scene), Counter[bool]()
    look = partial(blurred, sigma=WINDOW / side / FINER / math.sqrt(12)) if side else None
    seen = look(scene, noise=noise) if look else scene
    while max(votes.values(), default=0) <= COPIES / 2:
        copy = look(seen, noise=noise) if look else weighing(seen, DENSITIES, noise)
        votes[stands(copy)] += 1
    return votes.most_common(1)[0][0] == label


if __name__ == "__main__":
    with processes(os.cpu_count() or 1) as pool:
        if sys.argv[1:]:
            freeze(Path(sys.argv[1]), pool)
        else:
            judged = [
                it for split in ("test", "hidden") for it in stability3.load_benchmark(split).trials
            ]
            sys.stdout.write(f"{msgspec.json.encode(ceilings(judged, pool)).decode()}\n")
