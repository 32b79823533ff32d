"""Files are written atomically by all writers."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.lab.sweeps import here
from towersim.cli.commands import run
from towersim.common.errors import OptionFault
from towersim.common.whole_file import delete_abandoned, whole_file, write_whole
from towersim.lab import adversary, plots


def write_half(path: Path) -> None:
    with whole_file(path) as part:
        part.write_text("half")
        raise KeyboardInterrupt


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("before")
    path.chmod(0o600)
    with pytest.raises(KeyboardInterrupt):
        write_half(path)
    assert path.read_text() == "before"
    with whole_file(path) as part:
        part.write_text("whole")
    assert path.read_text() == "whole"
    assert path.stat().st_mode & 0o077 == 0, "still private"
    assert list(tmp_path.iterdir()) == [path]


def test_two_writers_of_a_file_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 60}.html"
    with whole_file(path) as first:
        first.write_text("first")
        with whole_file(path) as second:
            second.write_text("second")
        assert path.read_text() == "second"
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_writers_in_one_folder_do_not_delete_what_others_write(tmp_path: Path) -> None:
    def write(number: int) -> None:
        for text in map(str, range(100)):
            write_whole(tmp_path / f"{number}.json", text)

    with ThreadPoolExecutor(4) as writers:
        list(writers.map(write, range(4)))
    assert [path.read_text() for path in tmp_path.iterdir()] == ["99"] * 4


KILLED = """
import os, signal, sys
from pathlib import Path
from towersim.common.whole_file import whole_file
with whole_file(Path(sys.argv[1])) as part:
    part.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
def test_what_a_killed_program_left_is_deleted_by_the_next_writer(tmp_path: Path) -> None:
    path, other = tmp_path / "page.html", tmp_path / ".page.notes.part.html"
    other.write_text("no temporary file")
    killed = subprocess.run([sys.executable, "-c", KILLED, path], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2
    with whole_file(tmp_path / "scene.toml") as part:
        part.write_text("whole")
    assert sorted(tmp_path.iterdir()) == [other, tmp_path / "scene.toml"]


def test_without_locks_a_temporary_file_counts_as_left_after_an_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("towersim.common.whole_file.lock_descriptor", unknown)
    new = tmp_path / ".page.0123456789ab.part.html"
    new.write_text("half")
    with whole_file(tmp_path / "page.html") as part:
        part.write_text("whole")
    assert len(list(tmp_path.iterdir())) == 2
    os.utime(new, (0, 0))
    delete_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == [tmp_path / "page.html"]


def test_the_content_is_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(file: int) -> None:
        order.append("sync")
        sync(file)

    def renamed(part: Path, target: Path) -> Path:
        order.append("rename")
        return rename(part, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    with whole_file(tmp_path / "page.html") as part:
        part.write_text("whole")
    assert order[:2] == ["sync", "rename"]
    assert order[2:] == ([] if os.name == "nt" else ["sync"]), "and the folder after it"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes there")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(path := tmp_path / "page.html")
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(path) as part:
        part.write_text("whole")
    assert os.read(reader, 100) == b"whole"
    os.close(reader)
    assert path.is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_writing_to_a_link_writes_its_target(tmp_path: Path) -> None:
    path, target = tmp_path / "link.html", tmp_path / "target.html"
    target.write_text("before")
    path.symlink_to(target)
    with whole_file(path) as part:
        part.write_text("whole")
    assert path.is_symlink()
    assert target.read_text() == "whole"


@pytest.mark.parametrize(("name", "why"), [("missing", "No such file"), ("file", "Not a direct")])
def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OptionFault, match=rf"page\.html: cannot be written: {why}"):
        write_half(tmp_path / name / "page.html")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stop", "code"), [(OSError(28, "No space left on device"), 2), (KeyboardInterrupt(), 130)]
)
@pytest.mark.parametrize(
    "command",
    [
        ("break", "mine.py:sure", "--tries", "8", "--workers", "1", "--out"),
        ("compare", "height", "blocks", "--png"),
    ],
    ids=["break", "compare"],
)
def test_an_interrupted_lab_command_leaves_the_old_file(
    command: tuple[str, ...],
    stop: BaseException,
    code: int,
    cwd: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (cwd / "mine.py").write_text("def sure(scene):\n    return 1.0\n")
    path = cwd / "out"
    path.write_text("before")
    monkeypatch.setattr("towersim.cli.lab.heuristic_processes", here)
    monkeypatch.setattr("towersim.cli.lab._answers", lambda *_: [])
    monkeypatch.setattr(adversary, "ROUNDS", 1)
    monkeypatch.setattr(plots, "disagreement_png", lambda *_: b"picture")

    def half(write: Callable[..., int]) -> Callable[..., int]:
        def written(file: Path, content: str | bytes, **how: str) -> int:
            write(file, content[: len(content) // 2], **how)
            raise stop

        return written

    for name in ("write_text", "write_bytes"):
        monkeypatch.setattr(Path, name, half(getattr(Path, name)))
    assert run(["lab", *command, str(path)]) == code
    assert path.read_text() == "before"
    assert sorted(file.name for file in cwd.iterdir() if file.is_file()) == ["mine.py", "out"]
