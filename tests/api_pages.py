"""Build the API pages from the docstrings: `python -m tests.api_pages FOLDER`."""

import pkgutil
import sys
import warnings
from pathlib import Path

import matplotlib.font_manager  # noqa: F401 - lists the fonts, which pdoc would not let it do
import pdoc

import towersim

LEFT_OUT = ("ui", "cli", "__main__")
"""The window and the command line, which are no interface for programs."""


def write(folder: Path) -> None:
    """Write the pages; a warning of pdoc is an error."""
    # What the façade imports when it is used is not in its namespace before.
    vars(towersim)["Scene"] = towersim.Scene
    inside = (module.name for module in pkgutil.iter_modules(towersim.__path__))
    modules = [f"towersim.{name}" for name in inside if name not in LEFT_OUT]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pdoc.pdoc("towersim", *modules, output_directory=folder)
    for page in folder.rglob("*.html"):
        # Two colons before code are of another markup than that of pdoc.
        page.write_text(page.read_text("utf-8").replace("::</p>", ":</p>"), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
