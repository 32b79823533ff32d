"""Run a command of the program, or Python, and read what it prints."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from towersim.cli.commands import run

Printed = pytest.CaptureFixture[str]


def output(capsys: Printed, *arguments: str | Path, code: int = 0) -> str:
    """Run a command that ends with this exit code, and return what it prints."""
    assert run([str(argument) for argument in arguments]) == code
    return capsys.readouterr().out


def python(
    *arguments: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run Python in a process of its own, with some more variables."""
    command, around = [sys.executable, *arguments], {**os.environ, **(env or {})}
    return subprocess.run(
        command, cwd=cwd, env=around, capture_output=True, text=True, check=False, timeout=timeout
    )


def json_of(capsys: Printed, *arguments: str | Path, code: int = 0) -> Any:
    """Run a command that prints a single line of JSON, and return its value."""
    printed = output(capsys, *arguments, code=code)
    assert printed.count("\n") == 1
    return msgspec.json.decode(printed)


def complaint(capsys: Printed, *arguments: str | Path) -> str:
    """Run a command that fails with one line on standard error, and return that line."""
    assert run([str(argument) for argument in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("towersim: ")
    assert printed.err.count("\n") == 1
    return printed.err
