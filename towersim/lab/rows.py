"""The answers of heuristics, one row each, with all that was varied and how long they took.

A row is one answer of one heuristic in one trial. In memory it is a frozen value, in a folder of
results a row of a Parquet table (`towersim.lab.store`).
"""

from typing import Annotated, NamedTuple

import msgspec

from towersim.physics.settle import Verdict

TrialId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
"""16 hexadecimal digits of a trial's content."""
Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[float, msgspec.Meta(ge=0.0)]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every row says."""

    trial: TrialId


class Prediction(_Row, frozen=True, tag="predict"):
    """What a heuristic expected of a tower, beside the truth."""

    structure: str
    """The kind of tower, such as column, or a scene's name."""
    blocks: Count
    margin: float
    """λ of exact statics, within ±10; > 0 stands, < 0 falls (`equilibrium.signed_margin`)."""
    stands: bool
    """The truth: the verdict is `stood` or, where statics is the truth, λ ≥ 0."""
    heuristic: str
    probability: Chance | None
    """Of standing, as the heuristic sees it; None if it gave no answer."""
    verdict: Verdict | None = None
    """Of the simulated table: stood, shifted or fell; None where statics is the truth."""
    number: Count = 0
    """The place of the trial in its sweep."""
    tower: str = ""
    """16 hexadecimal digits of the tower: the same for all trials that vary one tower."""
    seed: int = 0
    friction: float | None = None
    """Of all blocks and the table; None: as built."""
    density_low: float | None = None
    """The range of densities in kg/m³; None: as built."""
    density_high: float | None = None
    hidden_density: bool = False
    noise_m: float = 0.0
    """The standard deviation, in metres, of where a heuristic was shown the blocks."""
    version: str = ""
    """12 hexadecimal digits of the heuristic's source."""
    failure: str | None = None
    """Why there is no answer."""
    cpu_seconds: Positive = 0.0
    """Processor time of the call."""


class Built(_Row, frozen=True, tag="place"):
    """How far a heuristic came that put down piece after piece."""

    heuristic: str
    hand: str
    """Whose hand it was: none, steady, normal or shaky."""
    pieces: Count
    """How many were put down before the one that brought it down, or all."""
    height: Positive
    """The greatest height reached before the fall, in metres."""
    fell: bool
    """False: all pieces were placed, so how far it could have come is not known."""
    supply: Count
    """How many pieces there were."""
    number: Count = 0
    tower: str = ""
    """16 hexadecimal digits of the pieces: the same for every hand."""
    seed: int = 0
    piece_set: str = ""
    version: str = ""
    failure: str | None = None
    """Why the heuristic gave no place for the piece after the last."""
    cpu_seconds: Positive = 0.0
    """Processor time per call, the mean."""


class Placed(_Row, frozen=True, tag="task"):
    """How well a policy built a task of `placement-2`; lengths in metres."""

    heuristic: str
    task: str
    family: str
    hand: str
    score: Chance
    """0 for the floor or less, and for what fell; 1 for the optimum. Regret is 1 - score."""
    worth: float
    pieces: Count
    """How many were put down and held."""
    fell: bool
    number: Count = 0
    tower: str = ""
    """16 hexadecimal digits of the task: the same for all its trials."""
    seed: int = 0
    version: str = ""
    failure: str | None = None
    """Why the policy had no answer."""
    cpu_seconds: Positive = 0.0
    """Processor time per call, the mean."""


Answer = Prediction | Built | Placed


class Results(NamedTuple):
    """All that a folder of results holds: the sweep's name and the answers."""

    sweep: str
    rows: tuple[Answer, ...]

    @property
    def predictions(self) -> tuple[Prediction, ...]:
        """The answers to `does it stand`."""
        return tuple(row for row in self.rows if isinstance(row, Prediction))

    @property
    def built(self) -> tuple[Built, ...]:
        """The towers that were built piece by piece."""
        return tuple(row for row in self.rows if isinstance(row, Built))
