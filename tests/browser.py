"""A real browser without a window."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver

MISSING = shutil.which("chromium") is None or shutil.which("chromedriver") is None
IN_BROWSER = [
    pytest.mark.slow,
    pytest.mark.skipif(
        MISSING and not os.environ.get("CI"), reason="there is no Chromium here; CI installs one"
    ),
]
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
LOGS = {"browser": "ALL", "performance": "ALL"}
PATIENCE = 60.0
"""Timeout of an action on a loaded machine, in seconds."""


@contextmanager
def chromium(profile: Path, argument: str) -> Iterator["webdriver.Chrome"]:
    """Run Chromium with a further argument."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    options.set_capability("goog:loggingPrefs", LOGS)
    for each in (*QUIET.split(), f"--user-data-dir={profile}", argument):
        options.add_argument(each)
    browser = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    yield browser
    browser.quit()


def until(true: Callable[[], object], what: str = "") -> None:
    """Wait until the condition holds, or fail."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.01)
