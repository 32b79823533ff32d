"""Translations of the page: no English text is left in another language."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.practice.planned import attempt, proofs
from tests.ui.language.cyrillic import CYRILLIC, unsaid
from towersim.cli.commands import run
from towersim.common.units import Seat
from towersim.files.level import levels_dir
from towersim.match.record import read
from towersim.rules import GAMES
from towersim.theatre.page import MARKUP, PARTS, PROGRAM, page, page_game
from towersim.theatre.timeline import Timeline
from towersim.ui.language import language


class Reader(HTMLParser):
    """An HTML parser that collects the texts of a page and the data of its script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.game = ""
        self.language: str | None = None
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.language = given.get("lang", self.language)
        self._inside = f"{tag} {given.get('id')}" if tag in ("script", "style") else ""
        self.said += (said for name in ("aria-label", "title") if (said := given.get(name)))

    def handle_data(self, data: str) -> None:
        if self._inside == "script game":
            self.game += data
        elif not self._inside:
            self.said.append(data.strip())

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the caller passes it
        self._inside = ""


def said_in(game: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of the script of a page."""
    words: dict[str, str] = game["words"]
    clock = words["clock"].replace("{now}", "").replace("{end}", "")
    yield from (game["title"], game["players"], *(words | {"clock": clock}).values())
    yield from chain.from_iterable(face[:2] for face in game["faces"])
    for move in game["moves"]:
        yield from (*move.get("says", ()), *move.get("then", ()))
        yield from (zone[0] for zone in move.get("zones", {}).values())


def latin(timeline: Timeline, moves: int) -> set[str]:
    """Return the Latin words on a page of some moves in a Cyrillic language."""
    shown = page_game(timeline, timeline.moves[:moves], Seat(0))
    reader = Reader(page(shown, CYRILLIC.say, "uk").decode())
    assert reader.language == "uk"
    names = {word for name in timeline.names for word in name.split()}
    said = (*reader.said, *said_in(json.loads(reader.game)))
    return set().union(*map(unsaid, said)) - names


@pytest.mark.parametrize("game", GAMES)
def test_all_texts_of_a_page_are_translated(game: str) -> None:
    assert latin(Timeline(read(levels_dir() / "pictures" / f"{game}.tower")), 9) == set()


def test_all_texts_of_a_challenges_page_are_translated(tmp_path: Path) -> None:
    record = tmp_path / "attempt.tower"
    attempt("on-end", proofs()["on-end"]["first_idea"], record)
    assert latin(Timeline(read(record)), 9) == set()


def test_the_markup_contains_no_untranslated_words() -> None:
    bare = Reader((PARTS / "player.html").read_text(encoding="utf-8")).said
    marked = " ".join(bare)
    for mark in MARKUP:
        assert f"{{{{{mark}}}}}" in marked
        marked = marked.replace(f"{{{{{mark}}}}}", "")
    assert unsaid(marked) == set()


def test_a_page_is_in_the_requested_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(levels_dir() / "pictures" / "push.tower")
    options = ["export", record, "--to-move", "4", "--to", str(tmp_path / "game.html")]
    pages = []
    for code in ("en", "de"):
        assert run([*options, "--language", code]) == 0
        pages.append(Reader((tmp_path / "game.html").read_text(encoding="utf-8")))
        assert pages[-1].language == code
        for mark, words in MARKUP.items():
            of_towers = mark == "help with towers"  # Push has none
            assert (language(code).say(words) in pages[-1].said) != of_towers
        for words in PROGRAM.values():
            assert json.dumps(language(code).say(words), ensure_ascii=False) in pages[-1].game
    english, german = (page.game for page in pages)
    assert '"Stack 1"' in english
    assert '"Stapel 1"' in german
    assert run([*options, "--language", "xx"]) == 2
    assert "language: xx: there are en, de" in capsys.readouterr().err
