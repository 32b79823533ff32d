"""Run a command of the program, and read what it prints."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from towersim.cli.commands import run

Printed = pytest.CaptureFixture[str]


def json_of(capsys: Printed, *arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """Run a command that prints a single line of JSON and return the object."""
    assert run([str(argument) for argument in arguments]) == code
    printed = capsys.readouterr()
    assert printed.out.count("\n") == 1
    result: dict[str, Any] = msgspec.json.decode(printed.out)
    return result


def complaint(capsys: Printed, *arguments: str | Path) -> str:
    """Run a command that fails with one line on standard error, and return that line."""
    assert run([str(argument) for argument in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("towersim: ")
    assert printed.err.count("\n") == 1
    return printed.err
