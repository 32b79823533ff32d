"""The README's Python examples run as they are printed, and links of all pages lead to files."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(f"towersim/{n}/README.md" for n in ("cli", "lab", "physics")),
]


@pytest.mark.slow  # the example of `towersim.evaluate` evaluates as many towers
def test_the_python_example_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristic, example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "mine.py").write_text(heuristic, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test) == doctest.TestResults(0, 4)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!http)([^)]+)\)", text)
    named = re.findall(r"`((?:tests|towersim|levels)/[\w/.-]+)`", text)
    missing = [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]
    missing += [name for name in named if not (ROOT / name).exists()]
    assert missing == []
