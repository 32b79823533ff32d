"""Texts of files, names and people reach terminal, window and page without control characters."""

import csv
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from tests.commands import Printed, complaint, output
from tests.lab.sweeps import folder
from towersim.cli import practice
from towersim.cli.commands import run
from towersim.cli.terminal import out
from towersim.common.errors import OptionFault
from towersim.common.messages import message
from towersim.files.level import levels_dir
from towersim.lab import judge, leaderboard, people, report, stability, store
from towersim.match.record import SeatSpec, header, records_dir
from towersim.practice.attempts import FILE, Attempt, Attempts
from towersim.rules import checked_options
from towersim.rules.base import Outcome
from towersim.ui.drawing.fonts import Fonts
from towersim.ui.language import ENGLISH, language
from towersim.ui.settings import load_settings

HOSTILE = "\x1b[2J\x9b31m\u202e\u2066\x07[/b]"
"""A terminal's commands in C0 and C1, turned directions, a bell and the markup of a library."""
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
KEY = msgspec.json.encode(HOSTILE).decode()
CHALLENGE = (levels_dir() / "practice" / "cart.toml").read_text(encoding="utf-8")
SCENE = (levels_dir() / "scenes" / "column.toml").read_text(encoding="utf-8")
RECORD = (Path(__file__).parent / "golden" / "record-3.tower").read_text(encoding="utf-8")


def key_in(text: str) -> str:
    return text.replace("format = 1\n", f"format = 1\n{KEY} = 1\n", 1)


def title() -> str:
    return CHALLENGE.replace('title = "', f'title = "{KEY[1:-1]}', 1)


def swept(**changes: str) -> str:
    said = {"name": '"mine"', "heuristics": '["margin"]', "structures": '["column"]'} | changes
    table = f"[[predict]]\nstructures = {said.pop('structures')}\n"
    return "format = 1\n" + "".join(f"{k} = {v}\n" for k, v in said.items()) + table


SCENES = {
    "an unknown key": key_in(SCENE),
    "a value": SCENE.replace('material = "', f'material = "{KEY[1:-1]}', 1),
    "an id": SCENE.replace('id = "', f'id = "{KEY[1:-1]}', 1),
    "no TOML": f"{SCENE}\n{HOSTILE}",
}
RECORDS = {
    "an unknown key": RECORD.replace("{", f"{{{KEY}:1,", 1),
    "a game": RECORD.replace('"game":"', f'"game":"{KEY[1:-1]}', 1),
    "a seat": RECORD.replace('"name":"', f'"name":"{KEY[1:-1]}', 1),
    "a bot": RECORD.replace('"player":"', f'"player":"{KEY[1:-1]}', 1),
    "a format": RECORD.replace("towersim-record", KEY[1:-1], 1),
    "no JSON": RECORD + HOSTILE,
    "a cut end": RECORD[:-200] + HOSTILE,
}
SWEEPS = {
    "an unknown key": key_in(swept()),
    "a name": swept(name=KEY),
    "a heuristic": swept(heuristics=f"[{KEY}]"),
    "a structure": swept(structures=f"[{KEY}]"),
}
CHALLENGES = {"an unknown key": key_in(CHALLENGE), "a title": title()}
FILES = [
    *(("analyse", ".toml", what, text) for what, text in SCENES.items()),
    *(("stand", ".toml", what, SCENES[what]) for what in ("a value", "an id")),
    *(("replay", ".tower", what, text) for what, text in RECORDS.items()),
    *(("resume --headless", ".tower", what, RECORDS[what]) for what in ("a seat", "a bot")),
    *(("lab run", ".toml", what, text) for what, text in SWEEPS.items()),
    *(("practice", ".toml", what, text) for what, text in CHALLENGES.items()),
    ("build", ".toml", "a value", SCENES["a value"]),
]


def is_clean(shown: str) -> bool:
    return not CONTROL.search(shown)


@pytest.mark.parametrize(
    ("command", "suffix", "what", "text"), FILES, ids=[f"{c}: {what}" for c, _, what, _ in FILES]
)
def test_what_a_file_says_reaches_the_terminal_clean(
    command: str, suffix: str, what: str, text: str, cwd: Path, capsys: Printed
) -> None:
    path = cwd / f"{HOSTILE.replace('/', '')}{suffix}"
    path.write_text(text, encoding="utf-8")
    code = run([*command.split(), path.name])
    shown = capsys.readouterr()
    assert is_clean(shown.out + shown.err)
    assert shown.out + shown.err
    assert code != 2 or shown.err.count("\n") == 1, what


@pytest.mark.parametrize(
    "command",
    [
        f"analyse {HOSTILE}",
        f"replay {HOSTILE}",
        f"practice {HOSTILE}",
        f"play {HOSTILE}",
        f"play palace --seats {HOSTILE}",
        f"play palace --headless --option {HOSTILE}",
        f"lab run {HOSTILE}",
        f"lab report {HOSTILE}",
        f"lab run quick --heuristic {HOSTILE}",
        f"lab leaderboard --people {HOSTILE}",
        f"lab export {HOSTILE} --to out",
        f"--{HOSTILE}",
        HOSTILE,
    ],
)
def test_names_on_the_command_line_come_back_clean(command: str, capsys: Printed) -> None:
    assert is_clean(complaint(capsys, *command.split()))


def test_names_of_challenges_and_attempts_are_clean_in_tables_json_and_csv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(practice, "solve", lambda *_: Outcome("solved", (), (), stars=3))
    path = tmp_path / f"{HOSTILE.replace('/', '')}.toml"
    path.write_text(title(), encoding="utf-8")
    assert run(["practice", "--solve", str(path)]) == 0
    shown = output(capsys, "practice", "--solve", "--json", path)
    assert is_clean(shown)
    assert msgspec.json.decode(shown.splitlines()[-1])[0]["name"] == path.stem
    one = Attempt(HOSTILE, "2026-01-02T03:04:05", 2, -0.5, 3.0, 4, 5, "=1+1", "@SUM(A1)")
    Attempts(records_dir().parent / FILE).add(one)
    shown = output(capsys, "practice", "--history")
    assert is_clean(shown)
    (row,) = csv.DictReader(shown.splitlines())
    assert (row["hand"], row["record"], row["measure"]) == ("'=1+1", "'@SUM(A1)", "-0.5")
    shown = output(capsys, "practice", "--history", "--json")
    assert is_clean(shown)
    assert msgspec.json.decode(shown)[0]["challenge"] == HOSTILE


@pytest.mark.slow  # a report with figures
def test_results_are_clean_in_report_and_terminal(tmp_path: Path, capsys: Printed) -> None:
    results = folder(tmp_path / "results", said=[f"{HOSTILE}.py:f", "margin"], builders=[HOSTILE])
    assert is_clean(report.write(results).read_text(encoding="utf-8").replace("\t", ""))
    assert is_clean(output(capsys, "lab", "compare", f"{HOSTILE}.py:f", "margin", "--on", results))
    (path,) = (results / store.PREDICTIONS).iterdir()
    table = pq.read_table(path)
    pq.write_table(table.rename_columns([HOSTILE, *table.column_names[1:]]), path)
    assert is_clean(complaint(capsys, "lab", "report", results))


def test_people_are_clean_on_the_leaderboard(tmp_path: Path, capsys: Printed) -> None:
    towers = stability.benchmark()["plain"][:2]
    path = tmp_path / "people.jsonl"
    for tower in towers:
        answer = judge.Judgement(HOSTILE, stability.NAME, tower.trial.id, 0.9, 1.5, "2026-11-22")
        judge.append(path, answer)
    board = leaderboard.stability_board((), people.rows(path))
    out.print(*(sheet.grid() for sheet in board.sheets()))
    shown = capsys.readouterr().out
    assert is_clean(shown)
    assert "u001b" in shown
    path.write_text(path.read_text(encoding="utf-8").replace("{", f"{{{KEY}:1,"), encoding="utf-8")
    assert is_clean(complaint(capsys, "lab", "leaderboard", "--people", path))


@pytest.mark.parametrize("sign", CONTROL.findall(HOSTILE))
def test_a_seats_name_has_no_control_characters(sign: str) -> None:
    options = checked_options("palace", {})
    with pytest.raises(OptionFault, match=r"seats\[0\]\.name of the game") as fault:
        header("palace", options, [SeatSpec(f"Ada{sign}")], 1)
    assert is_clean(str(fault.value))


def test_a_notice_about_settings_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f"{{{KEY}: 1}}", encoding="utf-8")
    assert is_clean(load_settings(path)[1])


@pytest.mark.parametrize("spoken", [ENGLISH, language("de")])
def test_the_window_and_the_exported_page_show_clean_text(spoken: object) -> None:
    fonts = Fonts(language=spoken)  # type: ignore[arg-type]  # the type of both parameters
    told: list[Callable[[str], str]] = [
        fonts.language.say,
        lambda words: fonts.cut(words, 20, 9999),
        lambda words: " ".join(fonts.balanced(words, 20, 9999)),
    ]
    for words in (HOSTILE, message("{name} opened", name=HOSTILE), message(HOSTILE)):
        for say in told:
            assert is_clean(say(words))
        assert fonts.text(f"{words}\x00", 20, (0, 0, 0)).get_width() > 0
