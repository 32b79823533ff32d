"""Run a command of the program, and read what it prints."""

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
