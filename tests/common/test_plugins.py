"""What installed packages offer: heuristics, generators and bots are found by their names."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from towersim.bots.outside import installed_bots
from towersim.bots.table import bot
from towersim.common import dice, plugins
from towersim.common.errors import HeuristicFault, OptionFault
from towersim.lab.heuristics import find
from towersim.lab.trials import find_generator
from towersim.scene.scene import Scene, TableTop

OFFERED = """
class Bot:
    def choose(self, position):
        return position.view.legal[0]

def predict(scene):
    return 1.0
"""


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    for known in (find, find_generator, installed_bots):
        known.cache_clear()
    yield
    for known in (find, find_generator, installed_bots):
        known.cache_clear()


@pytest.mark.parametrize(
    ("kind", "look"),
    [
        ("heuristic", lambda name: find(name).predict),
        ("generator", lambda name: find_generator(name).draw),
        ("bot", partial(bot, "push")),
    ],
)
def test_what_an_installed_package_offers_is_found(
    kind: str, look: Callable[[str], Any], cwd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A name of its own: a module of the same name would stay loaded.
    (cwd / f"offered_{kind}.py").write_text(OFFERED)
    monkeypatch.syspath_prepend(".")
    thing = "Bot" if kind == "bot" else "predict"
    points = EntryPoints([EntryPoint("offered", f"offered_{kind}:{thing}", f"towersim.{kind}s")])
    monkeypatch.setattr(plugins, "entry_points", lambda *, group: points.select(group=group))
    assert look("offered") is not None
    with pytest.raises(OptionFault) as fault:
        look("nothing")
    assert (", offered, or " in str(fault.value)) == (kind != "generator")


def test_files_beside_a_file_are_its_own(cwd: Path) -> None:
    """Two submissions may have files of the same name; neither stays importable."""
    for folder, worth in (("one", 0.25), ("two", 0.75)):
        (cwd / folder / "parts").mkdir(parents=True)
        (cwd / folder / "parts" / "weights.py").write_text(f"WORTH = {worth}")
        (cwd / folder / "features.py").write_text("from parts.weights import WORTH")
        (cwd / folder / "mine.py").write_text(
            "import features, fractions\ndef predict(scene): return features.WORTH"
        )
    for folder, worth in (("one", 0.25), ("two", 0.75)):
        predict = find(f"{folder}/mine.py:predict").predict
        assert predict is not None
        assert predict(None, None) == worth  # type: ignore[arg-type] # it looks at no scene
    assert not {"features", "parts", "parts.weights", "file mine"} & set(sys.modules)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("mine.py", "mine"),
        ("mine.py", "features"),
        ("mine.py", "parts/weights"),
        ("mine.py", "parts/__init__"),
        ("parts.mine", "parts/weights"),
        ("parts.mine", "parts/__init__"),
        ("parts.deep.mine", "parts/weights"),
    ],
)
def test_a_changed_file_beside_a_file_or_in_its_package_is_another_version(
    cwd: Path, name: str, changed: str
) -> None:
    (cwd / "parts" / "deep").mkdir(parents=True)
    texts = {"mine": "import features", "features": "from parts import weights"}
    texts |= {"parts/mine": "from parts.weights import Bot", "parts/__init__": ""}
    texts |= {"parts/deep/mine": "from ..weights import Bot", "parts/weights": ""}
    texts["parts/deep/__init__"] = ""
    for file, text in texts.items():
        (cwd / f"{file}.py").write_text(f"{text}\nBot = 1")
    before = plugins.load("bot", f"{name}:Bot")
    (cwd / f"{changed}.py").write_text(f"{texts[changed]}\nBot = 2")
    after = plugins.load("bot", f"{name}:Bot")
    assert before
    assert after
    assert before.version != after.version
    for module in [each for each in sys.modules if each.partition(".")[0] == "parts"]:
        del sys.modules[module]


def test_a_file_of_a_package_with_relative_imports_is_named_by_its_module(cwd: Path) -> None:
    (cwd / "pack").mkdir()
    (cwd / "pack" / "__init__.py").touch()
    (cwd / "pack" / "mine.py").write_text("from .parts import Bot")
    with pytest.raises(OptionFault, match=f"a package: name it pack.mine:Bot in {cwd}$"):
        plugins.load("bot", "pack/mine.py:Bot")


def test_a_late_import_of_a_file_beside_is_explained(cwd: Path) -> None:
    (cwd / "parts.py").touch()
    (cwd / "mine.py").write_text("def predict(scene):\n    import parts")
    told = "mine.py, line 2; files beside it are imported at its top only"
    with pytest.raises(HeuristicFault, match=told):
        find("mine.py:predict").probability(Scene(TableTop(), ()), dice.stream(1, "any"), "trial")
