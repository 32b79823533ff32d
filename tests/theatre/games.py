"""Short recorded games: one with a collapse, and pairs that differ only in hidden cards."""

from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.matches import fresh, lead, pass_on, put
from tests.practice.planned import match_of
from tests.rules.practice.tables import challenge
from towersim.common import dice
from towersim.common.errors import RecordFault
from towersim.common.units import BlockId, Pose, Seat, TowerId, Vec
from towersim.geometry.shapes import Box
from towersim.match.match import Match
from towersim.match.record import Recording, SeatSpec, Step, read
from towersim.rules.base import Nature, StartTest, TakeOut
from towersim.rules.practice.challenge import InitialPiece, Piece, Tilt
from towersim.scene.scene import Block, Material
from towersim.theatre.page import Units


def fallen_game(path: Path) -> Recording:
    """Return a game in which the third cube is released too far aside and the tower falls."""
    path.write_bytes(_fallen_game())
    return read(path)


@cache
def _fallen_game() -> bytes:
    """Play that game once and return its record."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.tower")
        _play_fallen_game(path)
        return path.read_bytes()


def _play_fallen_game(path: Path) -> None:
    match = fresh(path)
    for _ in range(2):
        put(match, "red", 0)
        pass_on(match)
    match.lift("blue")
    lead(match, Vec(match.setup.spots[0] + 0.014, 0.075))
    match.release()
    match.settle()
    match.close()


def dealt_game(path: Path, name: str, seed: int, moves: int = 6) -> Recording:
    """Return a game of three seats after the deal and a few moves."""
    stream = dice.stream(seed, "test")
    match = Match.new(
        name, [SeatSpec(n) for n in ("Ada", "Bruno", "Clara")], seed=seed, record=path
    )
    for _ in range(moves):
        if match.actor is not Nature.OVER:
            match.submit(stream.choice(match.view(match.last_seat).legal))
    match.close()
    return read(path)


def with_other_hands(recording: Recording) -> Recording:
    """Return the game with two cards exchanged that only their owners (seats 1 and 2) saw."""
    match = Match.loaded(recording)
    one, other = match.state.hands[1:]
    pairs = ((a, b) for a in one for b in other if a[:2] != b[:2])
    for a, b in islice(pairs, 200):
        swap = {bytes_of(a): bytes_of(b), bytes_of(b): bytes_of(a)}
        steps = tuple(_swapped(step, swap) for step in recording.steps)
        twin = msgspec.structs.replace(recording, steps=steps)
        try:
            moved = Match.loaded(twin)
        except RecordFault:
            continue  # a rule depended on the hand, as that of Palace about taking the pile
        shown = [match.rules.seen(event, Seat(0)) for event in match.events]
        if shown == [match.rules.seen(event, Seat(0)) for event in moved.events]:
            return twin
    raise LookupError("no two cards of this game can be exchanged")


def bytes_of(card: object) -> bytes:
    return msgspec.json.encode(card)


def _swapped(step: Step, swap: dict[bytes, bytes]) -> Step:
    """Exchange the two cards in a deal; other actions do not name them."""
    action = msgspec.json.decode(step.action)
    if action and "card" in action and bytes_of(action["card"]) in swap:
        card = msgspec.json.decode(swap[bytes_of(action["card"])])
        swapped = msgspec.Raw(bytes_of({**action, "card": card}))
        return msgspec.structs.replace(step, action=swapped)
    return step


def attempt_with_test(path: Path) -> Recording:
    """Return an attempt: a cube is taken out beside a pier, and the table tilted to the left."""
    wood, at = Material(), Pose(0.2, 0.015, 0.0)
    pier = Block(BlockId("pier"), Box(0.1, 0.03), wood, 0.03, at, fixed=True)
    asked = challenge(
        fixed=(pier,),
        pieces=(
            Piece("tile", Box(0.004, 0.04), wood, 0.02),
            Piece("cube", Box(0.02, 0.02), wood, 0.02),
        ),
        standing=(InitialPiece("tile", Pose(0, 0.02, 0)), InitialPiece("cube", Pose(0.1, 0.01, 0))),
        take_out=("cube",),
        goal=Tilt(-1),
        stars=(1, 2, 3),
    )
    match = match_of(asked, path)
    for action in (TakeOut(TowerId(1)), StartTest()):
        match.submit(action)
        match.settle()
    match.close()
    return read(path)


def unpacked(data: Iterable[int]) -> list[Units]:
    """Return the track encoded in these bytes, as the page does in JavaScript."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value >> 1 ^ -(value & 1))
            value = shift = 0
    track, x, y, angle = [], 0, 0, 0
    for dx, dy, turn in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
        x, y, angle = x + dx, y + dy, angle + turn
        track.append((x, y, angle))
    return track
