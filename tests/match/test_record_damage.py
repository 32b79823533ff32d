"""Every damaged record gives one sentence and no traceback."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.damage import DAMAGES, Damage
from tests.examples import examples
from tests.matches import idle_game
from towersim.cli.commands import run
from towersim.common.dice import stream
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


@settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(how=st.sampled_from(DAMAGES), seed=st.integers(0, 2**32))
def test_a_damaged_record(how: Damage, seed: int, sound: bytes, file: Path) -> None:
    survives(file, how(stream(seed, "damage"), sound))


@pytest.mark.parametrize("action", [b'{"do":"\xff"}', b"1e999", b"9" * 5000, b'["place"]', b"7"])
def test_a_last_action_that_is_no_action(action: bytes, sound: bytes, file: Path) -> None:
    lines = sound.splitlines(keepends=True)
    line = b'{"n":%d,"actor":0,"action":%b}\n' % (len(lines) - 1, action)
    survives(file, b"".join([*lines, line]))


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
