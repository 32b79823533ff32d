"""Measure a profile against its specification: each row states measurement, bound and result.

The same scenes are run by `towersim.lab.other_engines` for comparison, without bounds.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from towersim.lab import envelope_scenes as scenes
from towersim.lab.analytic_scenes import SIDE, column, harmonic
from towersim.lab.envelope_scenes import Cost, Engine, Sway
from towersim.lab.executors import processes
from towersim.lab.other_engines import OTHER_ENGINES
from towersim.lab.tables import Column, Sheet
from towersim.lab.towers import tower
from towersim.physics.profile import TABLE_3, Profile
from towersim.statics.equilibrium import NOTHING

MAX_DRIFT = 0.02
"""Maximum sideways drift of a cube of a column, in cube sides."""
MAX_ERROR = 0.01
"""Maximum relative error of a measured limit."""
MAX_CREEP = 0.0001
"""Maximum motion of a cube at rest, in metres."""
MAX_COST = 0.25
"""Maximum cost of a column of 40, in CPU seconds per simulated second."""
MAX_RATIO = 1.10
"""Maximum cost of a world relative to a bare pymunk loop with the same settings."""
NEAR = 0.01
"""Least |λ| of a tower that must be judged correctly."""
MIN_AGREEMENT = 0.99
"""Least share of all towers on which simulation and statics agree."""
CHUNK = 50
"""Number of towers per job."""
HARMONIC = (4, 8, 12, 20)
FRICTIONS = (0.25, 0.5, 1.0)
WIDTHS = (0.2, 0.5, 1.0)
DECADES = {0: 0.995, 1: 0.995, 2: 0.995, 3: 0.98, 4: None}
"""Least share of the stable scenes of a decade of load ratios that stand; None: any."""
PINS = [(ratio, side) for ratio in (2.0, 8.0, 32.0, 64.0) for side in (0.001, 0.015)]
"""Width of a cube over that of the one below it, and the side of that, in metres."""
WORKERS = 2


class Reading(msgspec.Struct, frozen=True):
    """The result of one engine: text, numbers (SI units or shares), and whether the bound holds."""

    text: str
    holds: bool
    numbers: dict[str, float]


class EnvelopeRow(msgspec.Struct, frozen=True):
    """One bound: the measurement, the requirement, and the result of each engine."""

    measure: str
    must: str
    ours: Reading
    other_engines: dict[str, Reading]


class Measure(NamedTuple):
    """A measurement: `jobs` each take an engine, `read` turns their results into a reading."""

    measure: str
    must: str
    jobs: Sequence[Callable[[Engine], Any]]
    read: Callable[[Sequence[Any]], Reading]
    alone: bool = False
    """Whether it is a timing, which must run alone."""


def measure(
    profile: Profile = TABLE_3, *, quick: bool = False, per_decade: int = 100, seed: int = 1
) -> Iterator[EnvelopeRow]:
    """Yield the rows as they are finished; `quick` takes fewer seeds, seconds and scenes.

    Random towers and scenes follow from the `seed`.
    """
    engines: list[Engine] = [profile, *OTHER_ENGINES]
    every = measures(quick=quick, per_decade=per_decade, seed=seed)
    with processes(WORKERS) as pool:
        waiting = [
            (m, [[pool.submit(job, engine) for job in m.jobs] for engine in engines])
            for m in every
            if not m.alone
        ]
        for m, futures in waiting:
            yield _row(m, [m.read([future.result() for future in of_one]) for of_one in futures])
    for m in (m for m in every if m.alone):
        yield _row(m, [m.read([job(engine) for job in m.jobs]) for engine in engines])


def measures(*, quick: bool, per_decade: int = 100, seed: int = 1) -> Sequence[Measure]:
    """Return all measurements, not yet run."""
    return (
        columns(40, seeds=2 if quick else 10, seconds=5 if quick else 60),
        columns(60, seeds=1 if quick else 3, seconds=3 if quick else 20),
        columns(100, seeds=0 if quick else 1, seconds=1 if quick else 20),
        harmonics(HARMONIC),
        limits("plank slides down a ramp: tan θ = friction", scenes.slides_at, FRICTIONS),
        limits("post topples on a ramp: tan θ = width / height", scenes.topples_at, WIDTHS),
        agreeing(40 if quick else 400, seed),
        *(loaded(decade, 20 if quick else per_decade, seed) for decade in DECADES),
        pins(PINS, seconds=1 if quick else 10),
        creeping(40, seconds=5 if quick else 60),
        repeats(),
        costs(40, rounds=3 if quick else 11),
    )


def columns(n: int, seeds: int, seconds: float) -> Measure:
    """Return the measurement that columns of n cubes stand without drift."""
    places = [[0.0] * n, *(scenes.offsets(seed, n) for seed in range(seeds))]
    jobs = [partial(scenes.track, scene=column(xs), seconds=seconds) for xs in places]

    def read(tracks: Sequence[Sway]) -> Reading:
        standing = sum(t.stands for t in tracks)
        drift = max(t.drift for t in tracks) / SIDE
        text = f"{standing} of {len(tracks)} stand"
        text += f", drift {drift:.1g}" if standing == len(tracks) else ""
        numbers = {"stand": standing, "drift_sides": drift}
        return Reading(text, standing == len(tracks) and drift < MAX_DRIFT, numbers)

    offset = f"{seeds} with offsets of ±{scenes.SPREAD:.0%}"
    what = f"column of {n} cubes, one aligned, {offset}, {seconds} s"
    return Measure(what, f"all stand, drift < {MAX_DRIFT} cubes", jobs, read)


def harmonics(sizes: Sequence[int]) -> Measure:
    """Return the measurement that harmonic stacks stand below their limit and fall above it."""
    cases = [(n, share) for n in sizes for share in (0.98, 1.02)]
    jobs = [partial(scenes.track, scene=harmonic(*case), seconds=10.0) for case in cases]

    def read(tracks: Sequence[Sway]) -> Reading:
        # Each size is tried below its limit and then above it.
        stand = sum(track.stands for track in tracks[::2])
        fall = sum(not track.stands for track in tracks[1::2])
        text = f"{stand} of {len(sizes)} stand, {fall} fall"
        return Reading(text, stand == fall == len(sizes), {"stand": stand, "fall": fall})

    what = f"harmonic stacks of {_list(sizes)} bricks, 10 s"
    return Measure(what, "stand at 0.98 of the exact overhangs, fall at 1.02", jobs, read)


def limits(what: str, limit: Callable[..., float], expected: Sequence[float]) -> Measure:
    """Return the measurement that the limit on a slope matches the closed form."""
    jobs = [partial(limit, expected=value) for value in expected]

    def read(measured: Sequence[float]) -> Reading:
        errors = [value / exact - 1 for value, exact in zip(measured, expected, strict=True)]
        worst = max(errors, key=abs)
        # The search is bounded by 0.5 and 1.5 times the exact value.
        text = f"{worst:+.2%}" if abs(worst) < 0.49 else "50% off, or more"
        numbers = {f"at_{exact}": value for exact, value in zip(expected, measured, strict=True)}
        return Reading(text, abs(worst) < MAX_ERROR, numbers)

    must = f"the worst within {MAX_ERROR:.0%} of the closed form"
    return Measure(f"{what} = {_list(expected)}", must, jobs, read)


def creeping(n: int, seconds: float) -> Measure:
    """Return the measurement that a cube at rest on a column of n cubes does not move."""

    def read(moves: Sequence[float | None]) -> Reading:
        moved = moves[0]
        if moved is None:
            return Reading("comes down", holds=False, numbers={})
        return Reading(f"{moved * 1000:.1g} mm", moved < MAX_CREEP, {"moved_m": moved})

    wait = f"{scenes.REST:g} s to come to rest, then {seconds} s"
    return Measure(
        f"cube dropped 1 mm onto a column of {n}: {wait}",
        f"moves < {MAX_CREEP * 1000} mm once at rest",
        [partial(scenes.creep, n=n, seconds=seconds)],
        read,
    )


def agreeing(count: int, seed: int = 1) -> Measure:
    """Return the measurement that simulation and statics agree on random towers."""
    what = f"{count} random towers (columns, bridges, counterweights, leaning planks)"
    must = f"agreement with statics: all with |λ| ≥ {NEAR}, ≥ {MIN_AGREEMENT:.0%} over all, "
    must += "none that is impossible stands"
    return _judged(what, must, (partial(tower, seed), count), agreement)


def _judged(
    what: str,
    must: str,
    sample: tuple[scenes.SceneOf, int],
    judge: Callable[[Sequence[float], Sequence[bool]], Reading],
) -> Measure:
    """Return a measurement whose jobs simulate at most `CHUNK` scenes of a sample each.

    `judge` gets λ of each scene, and whether it stood.
    """
    scene_of, count = sample
    job, firsts = partial(scenes.standing, scene_of=scene_of), range(0, count, CHUNK)
    jobs = [partial(job, first=first, count=min(CHUNK, count - first)) for first in firsts]
    margins = cache(lambda: scenes.margins(scene_of, count))

    def read(chunks: Sequence[Sequence[bool]]) -> Reading:
        return judge(margins(), [stands for chunk in chunks for stands in chunk])

    return Measure(what, must, jobs, read)


def agreement(margins: Sequence[float], stood: Sequence[bool]) -> Reading:
    """Return the agreement of the simulated results with λ (< 0: cannot stand)."""
    wrong = [m for m, stands in zip(margins, stood, strict=True) if stands != (m >= 0)]
    clear = sum(abs(m) >= NEAR for m in wrong)
    impossible = sum(m < 0 for m in wrong)
    share = 1 - len(wrong) / len(margins)
    text = f"{share:.2%} agree, {clear} clear cases wrong, {impossible} impossible ones stand"
    numbers = {"agreement": share, "clear_wrong": clear, "impossible_stand": impossible}
    holds = clear == impossible == 0 and share >= MIN_AGREEMENT
    return Reading(text, holds, numbers)


def loaded(decade: int, count: int, seed: int = 1) -> Measure:
    """Return the measurement that light blocks hold heavy ones, in one decade of load ratios."""
    what = f"{count} scenes of nine families, a block carries {10**decade} … {10 ** (decade + 1)}"
    what += " × its mass, 1 mm … 1 m, friction 0.1 … 2"
    least = DECADES[decade]
    must = "–"
    if least is not None:
        must = f"≥ {least:.1%} of those with λ ≥ {NEAR} stand, none that is impossible"
    sample = partial(scenes.ratio_scene, seed, decade), count
    return _judged(what, must, sample, partial(holding, least=least))


def holding(margins: Sequence[float], stood: Sequence[bool], least: float | None) -> Reading:
    """Return how many scenes stand of those with λ ≥ `NEAR`, and of those that fall by statics.

    Scenes that jam, with λ = -`NOTHING`, may stand or fall.
    """
    pairs = list(zip(margins, stood, strict=True))
    stable = [stands for margin, stands in pairs if margin >= NEAR]
    impossible = [stands for margin, stands in pairs if margin < -NOTHING]
    text = f"{sum(stable)} of {len(stable)} stand, "
    text += f"{sum(impossible)} of {len(impossible)} impossible"
    undecided = sum(map(math.isnan, margins))
    text += f", {undecided} undecided by statics" if undecided else ""
    numbers = {"stand": sum(stable), "stable": len(stable), "impossible_stand": sum(impossible)}
    holds = sum(stable) >= (least or 0.0) * len(stable) and not any(impossible)
    return Reading(text, holds, {**numbers})


def pins(cases: Sequence[tuple[float, float]], seconds: float) -> Measure:
    """Return the measurement that a cube balances on the middle of a narrow one."""
    jobs = [partial(scenes.pin_stands, ratio=r, side=s, seconds=seconds) for r, s in cases]

    def read(stood: Sequence[bool]) -> Reading:
        text = f"{sum(stood)} of {len(stood)} stand"
        return Reading(text, all(stood), {"stand": float(sum(stood))})

    widest, widths = max(ratio for ratio, _ in cases), sorted({side for _, side in cases})
    what = f"cube on a cube of {_list([1000 * side for side in widths])} mm"
    return Measure(f"{what}, up to {widest:g} times as wide, {seconds} s", "all stand", jobs, read)


def repeats() -> Measure:
    """Return the measurement that a scene gives bit-identical results in another process."""

    def read(hashes: Sequence[str]) -> Reading:
        same = len(set(hashes)) == 1
        return Reading("equal" if same else "differs", same, {"different": len(set(hashes))})

    return Measure(
        "20 bricks tumbling for 2 s, in two processes with other hash seeds",
        "equal poses, to the bit",
        [partial(scenes.hashed, hash_seed=seed) for seed in (1, 2)],
        read,
    )


def costs(n: int, rounds: int) -> Measure:
    """Return the measurement of the cost of a column of n cubes."""

    def read(readings: Sequence[Cost]) -> Reading:
        cost = readings[0]
        text, numbers = f"{cost.seconds:.2g} CPU-s", {"cpu_s_per_s": cost.seconds}
        if cost.ratio is not None:
            text, numbers = f"{text}, × {cost.ratio:.2f}", numbers | {"ratio": cost.ratio}
        cheap = cost.seconds <= MAX_COST and (cost.ratio is None or cost.ratio <= MAX_RATIO)
        text += "" if cost.stands else ", fallen"
        return Reading(text, cheap and cost.stands, numbers)

    return Measure(
        f"cost of a column of {n} per simulated second, median of {rounds} × 0.5 s",
        f"≤ {MAX_COST} CPU-s, ≤ {MAX_RATIO:.2f} × a bare pymunk loop of the same settings",
        [partial(scenes.cost, n=n, rounds=rounds)],
        read,
        alone=True,
    )


def sheets(rows: Sequence[EnvelopeRow], *, texts: bool) -> tuple[Sheet[Any], Sheet[Any]]:
    """Return the tables of bounds with our results, and of the results by other engine.

    `texts` says whether the second holds the texts of results, not only whether bounds hold.
    """
    bounds: list[Column[tuple[int, EnvelopeRow]]] = [
        Column("", lambda numbered: str(numbered[0])),
        Column("measure", lambda numbered: numbered[1].measure, is_text=True),
        Column("must", lambda numbered: numbered[1].must, is_text=True),
        Column("table-3", lambda numbered: _told(numbered[1].ours), is_text=True),
    ]
    engines: list[Column[str]] = [Column("same scenes, same run", str, is_text=True)]
    for number, row in enumerate(rows, 1):
        engines.append(Column(f"{number}", partial(_of_engine, row.other_engines, texts=texts)))
    names = dict.fromkeys(name for row in rows for name in row.other_engines)
    return Sheet(bounds, [*enumerate(rows, 1)], lined=True), Sheet(engines, [*names])


def _row(m: Measure, readings: Sequence[Reading]) -> EnvelopeRow:
    ours, *others = readings
    return EnvelopeRow(m.measure, m.must, ours, dict(zip(OTHER_ENGINES, others, strict=True)))


def _told(reading: Reading) -> str:
    return f"{'✓' if reading.holds else '✗'} {reading.text}"


def _of_engine(readings: Mapping[str, Reading], engine: str, *, texts: bool) -> str:
    reading = readings.get(engine)
    return "–" if reading is None else _told(reading) if texts else _told(reading)[0]


def _list(values: Sequence[float]) -> str:
    return ", ".join(map(str, values)) or "none"
