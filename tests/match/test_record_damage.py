"""Every damaged record gives one sentence and no traceback."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.examples import examples
from tests.matches import idle_game
from towersim.cli.commands import run
from towersim.common.errors import RecordFault
from towersim.match.match import Match
from towersim.match.record import read
from towersim.match.replay import validate

MOVES = 2


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a record of two moves."""
    path = tmp_path_factory.mktemp("sound") / "game.tower"
    idle_game(path, MOVES)
    return path.read_bytes()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a file to overwrite with damaged content."""
    return tmp_path_factory.mktemp("spoilt") / "game.tower"


def survives(file: Path, content: bytes) -> None:
    """Read, resume and validate damaged content; every fault is a `RecordFault` of one line."""
    file.write_bytes(content)
    for use in (read, as_validated, as_resumed):
        said = f"{file}: "
        try:
            use(file)
        except RecordFault as fault:
            said = str(fault)
        assert said.startswith(f"{file}: ")
        assert "\n" not in said


def as_resumed(path: Path) -> None:
    Match.resume(read(path)).close()


def as_validated(path: Path) -> None:
    validate(read(path))


damage = settings(examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])


@damage
@given(cut=st.integers(0, 2**16))
def test_a_truncated_record(cut: int, sound: bytes, file: Path) -> None:
    survives(file, sound[: cut % len(sound)])


@damage
@given(flips=st.lists(st.integers(0, 2**20), min_size=1, max_size=4))
def test_a_record_with_flipped_bits(flips: list[int], sound: bytes, file: Path) -> None:
    spoilt = bytearray(sound)
    for flip in flips:
        spoilt[flip // 8 % len(sound)] ^= 1 << flip % 8
    survives(file, bytes(spoilt))


@damage
@given(flips=st.lists(st.integers(0, 2**20), min_size=1, max_size=2))
def test_a_record_with_flipped_bits_in_the_short_lines(
    flips: list[int], sound: bytes, file: Path
) -> None:
    head = sound.index(b'"hand"')
    spoilt = bytearray(sound)
    for flip in flips:
        spoilt[flip // 8 % head] ^= 1 << flip % 8
    survives(file, bytes(spoilt))


@damage
@given(data=st.data())
def test_a_record_with_lines_swapped_doubled_or_removed(
    data: st.DataObject, sound: bytes, file: Path
) -> None:
    lines = sound.splitlines(keepends=True)
    line = st.integers(0, len(lines) - 1)
    for how, a, b in data.draw(
        st.lists(st.tuples(st.sampled_from("sdr"), line, line), min_size=1, max_size=3)
    ):
        first, second = a % len(lines), b % len(lines)
        if how == "s":
            lines[first], lines[second] = lines[second], lines[first]
        elif how == "d":
            lines.insert(first, lines[second])
        else:
            del lines[first]
    survives(file, b"".join(lines))


@damage
@given(tail=st.binary(max_size=200), keep=st.integers(0, 30))
def test_a_record_with_other_bytes_after_some_lines(
    tail: bytes, keep: int, sound: bytes, file: Path
) -> None:
    survives(file, b"".join(sound.splitlines(keepends=True)[:keep]) + tail)


NUMBERS = [b"-1", b"0", b"1e18", b"1e308", b"-1e308", b"99999", b"1e-320", b"NaN", b"null", b"true"]
NUMBERS += [b"[]", b"{}", b'""', b"9" * 40, b"-0.0", b"1e9", b"0.5"]


@damage
@given(where=st.integers(0, 2**16), new=st.sampled_from(NUMBERS))
def test_a_record_with_replaced_numbers(where: int, new: bytes, sound: bytes, file: Path) -> None:
    digits = b"0123456789.-"
    starts = [i for i in range(1, len(sound)) if sound[i] in digits and sound[i - 1] not in digits]
    start = end = starts[where % len(starts)]
    while sound[end] in digits:
        end += 1
    survives(file, sound[:start] + new + sound[end:])


def test_an_undamaged_record_is_valid(sound: bytes, file: Path) -> None:
    file.write_bytes(sound)
    assert validate(read(file)).valid


@pytest.mark.parametrize("options", [[], ["--validate"]])
def test_replay_reports_a_truncated_record(
    file: Path, sound: bytes, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    file.write_bytes(sound)
    assert run(["replay", str(file), *options]) == 0
    assert capsys.readouterr().err == ""
    file.write_bytes(sound[:-9])
    assert run(["replay", str(file), *options]) == 0
    assert re.fullmatch(rf"towersim: {file}: .* dropped\n", capsys.readouterr().err)
