"""One-line errors of `towersim build`."""

from pathlib import Path

import pytest

from towersim.cli.commands import run
from towersim.files.level import levels_dir

OVERLAP = """
format = 1
[[blocks]]
id = "a"
shape = { box = [0.02, 0.02] }
at = [0.0, 0.01, 0.0]
[[blocks]]
id = "b"
shape = { box = [0.02, 0.02] }
at = [0.0, 0.012, 0.0]
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no such file"),
        ("format = 2", "$.format: expected format = 1"),
        ("[[blocks", "not TOML"),
        ("format = 1\nwide = 3", "unknown key `wide`"),
        (OVERLAP, "$.blocks[1].at: stands 18.00 mm deep in block 'a', 0.5 mm is the most"),
    ],
)
def test_a_scene_that_cannot_be_opened_is_one_line_and_exit_code_2(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scene.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert run(["build", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"towersim: {path}: ")
    assert said in line


def test_a_missing_display_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", str(levels_dir() / "scenes" / "arch.toml")]) == 2
    assert "there is no display" in capsys.readouterr().err
