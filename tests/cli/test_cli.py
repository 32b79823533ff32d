"""The command line: its output, and one line for every user error."""

import os
import re
import shlex
import sys
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from tests.commands import Printed, complaint, json_of, output, python
from tests.matches import GOLDEN, Idle, idle_game
from tests.theatre.games import fallen_game
from towersim import __version__
from towersim.cli.commands import COMMANDS, _loaded, run
from towersim.cli.games import parsed_seats, sentences
from towersim.cli.watch import told_steps
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read

SCENES = Path(__file__).parents[2] / "levels" / "scenes"
PLAY = ("play", "fawlty-towers", "--headless", "--json", "--seats", "human,human", "--seed", "6")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace people by `Idle`, so that games are short."""
    monkeypatch.setattr("towersim.cli.games.best_bot", lambda _: Idle())


class TestPlay:
    def test_json_has_exactly_the_documented_keys(self, capsys: Printed, path: Path) -> None:
        result = json_of(capsys, *PLAY, "--record", path)
        assert list(result) == [
            *("game", "seed", "seats", "outcome", "actions", "collapses", "ticks"),
            *("sim_seconds", "wall_seconds", "record", "notices"),
        ]
        assert list(result["outcome"]) == ["reason", "winners", "scores"]
        assert result["game"] == "fawlty-towers"
        assert result["seed"] == 6
        assert result["seats"] == ["human", "human"]
        assert result["record"] == str(path)
        assert result["sim_seconds"] == pytest.approx(result["ticks"] / 120)
        assert result["wall_seconds"] > 0
        steps = read(path).steps
        assert result["actions"] == len(steps) - 1
        assert steps[-1].over is not None
        assert result["outcome"] == msgspec.json.decode(msgspec.json.encode(steps[-1].over))
        fallen = sum(len(msgspec.json.decode(step.action)["fell"]) for step in steps if step.motion)
        assert result["collapses"] == fallen

    def test_saves_to_the_users_data_folder(self, capsys: Printed, home: Path) -> None:
        result = json_of(capsys, *PLAY)
        path = Path(result["record"])
        assert home in path.parents
        assert path.name.startswith("fawlty-towers_")
        assert path.suffix == ".tower"
        assert read(path).header.seed == 6

    def test_options_and_hands_reach_the_record(self, capsys: Printed, path: Path) -> None:
        seats = ("--seats", "human:shaky, human,human", "--option", "black_cards=false")
        json_of(capsys, *PLAY[:-4], "--seed", "2", *seats, "--record", path)
        first = read(path).header
        assert first.options["black_cards"] is False
        assert first.seats == (
            SeatSpec("Ada", "human", "shaky"),
            SeatSpec("Bruno", "human", "normal"),
            SeatSpec("Clara", "human", "normal"),
        )

    def test_without_json_the_whole_game_and_the_scores_are_printed(
        self, capsys: Printed, tmp_path: Path
    ) -> None:
        arguments = [argument for argument in PLAY if argument != "--json"]
        printed = output(capsys, *arguments, "--record", str(path := tmp_path / "holiday.png"))
        assert "Ada" in printed
        assert "won" in printed
        assert read(path).steps, "the picture is not drawn over the record"
        story = [line for line in output(capsys, "replay", path).splitlines() if line[0] != " "]
        assert printed.splitlines()[: len(story)] == story

    def test_a_game_without_its_picture_is_recorded(self, capsys: Printed, path: Path) -> None:
        path.with_name(f"{path.name}.png").mkdir()
        assert run([*PLAY[:3], *PLAY[4:], "--record", str(path)]) == 0
        printed = capsys.readouterr()
        assert printed.out.splitlines()[-1] == f"record:  {path}"
        assert ".png: cannot be written" in printed.err


GAME = "play fawlty-towers --headless --json"
ARCH = SCENES / "arch.toml"
PRACTICE = "play practice --headless"
CUP = f"analyse '{SCENES / 'cup.toml'}'"
TOURNAMENT = "tournament push --bots uniform,reckoner"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("play", "game"),
        ("play chess", "'chess'"),
        (
            f"{GAME} --seats clever,human",
            "'clever'.*human, careful, hard, normal, easy, greedy, uniform",
        ),
        (f"{GAME} --seats human:clumsy,human", "'clumsy'.*steady"),
        (f"{GAME} --seats ''", "player ''"),
        (f"{GAME} --seats human", "1 seat, .* 2 to 8"),
        (f"{GAME} --seats {','.join(['careful'] * 9)}", "2 to 8"),
        (f"{GAME} --seed seven", "--seed"),
        (f"{GAME} --seed -1", "--seed"),
        (f"{GAME} --seed {2**63}", "should be less than or equal to"),
        (f"{GAME} --seed {'9' * 5000}", "--seed"),
        (f"{GAME} --option black_cards", "name=value"),
        (
            f"{GAME} --option black_cards=perhaps",
            "'black_cards' of fawlty-towers: expected true or false",
        ),
        (f"{GAME} --option 'black\ncats=true'", "not known; known: .*black_"),
        (f"{GAME} --frob", "--frob"),
        ("play push --headless --option star=nix", "'nix'; known: safe, lose-bench"),
        ("play palace --seats human,keeper", "no display.*--headless"),
        (f"{PRACTICE} --seats human,human --option challenge=endless", "for 1$"),
        (
            f"{PRACTICE} --option challenge=two-arms --seats solver",
            "known: human, uniform, or file.py:Class",
        ),
        ("play practice", "practice --list"),
        ("practice far-away", "practice --list"),
        ("practice first-tower", "no display.*--solve"),
        ("practice judge", "no display"),
        ("practice --list --history", ": --list: it means nothing with --history$"),
        ("practice --history --solve", ": --solve: it means nothing with --history$"),
        ("practice tee --list", ": --list: it means nothing with one challenge$"),
        ("practice tee --json", ": --json: it means nothing with one challenge$"),
        ("practice --list --seed 3", ": --seed: it means nothing with nothing to solve$"),
        ("practice tee /nowhere", ": source: it means nothing with anything but league or code$"),
        ("practice tee --name Eva", ": --name: it means nothing with anything but code$"),
        ("practice code tee --name Eva", ": --name: it means nothing with a challenge$"),
        ("practice code", ": code: name the"),
        ("practice league", ": league: name the"),
        ("practice league /nowhere", "/nowhere: is not a folder$"),
        ("tournament practice --bots solver", "challenge=NAME"),
        (f"{TOURNAMENT} --seed {'9' * 20}", "--seed"),
        (f"{TOURNAMENT} --seats 7", "2 to 6"),
        (f"{TOURNAMENT}@loose", "'loose'"),
        (f"{TOURNAMENT} --scheduler x --jobs 2", "--jobs"),
        ("tournament bausack --bots clever,uniform", "'clever'"),
        ("tournament bausack --bots uniform", "two or more different ones"),
        ("tournament push --bots uniform,uniform", "two or more different ones"),
        ("tournament palace --bots human,keeper", "'human': no bot plays for people"),
        ("tournament chess --bots uniform,uniform", "'chess'"),
        ("tournament rummu --bots uniform,planner --seats 3 --option size=2", "'size'"),
        ("hands --seed -1", "--seed"),
        ("hands --towers 9 --png a.png", ": --png: only heights that 10 towers have reached are"),
        ("rules push --option star=safe --option star=lose-bench", "star is given twice"),
        ("hands --png hands.jpg", r"'hands\.jpg' does not end in \.png"),
        ("pieces --png pieces.jpg", r"'pieces\.jpg' does not end in \.png"),
        ("envelope --json --markdown", ": --markdown: it means nothing with --json$"),
        ("play push --json --no-isolate", ": --no-isolate: .* could print beside the JSON"),
        ("lab break best-margin", "places pieces"),
        (f"lab break height --seed {'9' * 20}", "--seed"),
        (f"lab break height --tries {'9' * 20}", "--tries"),
        ("lab run nothing", "sweep 'nothing': not known; known: "),
        ("lab run nothing.toml", "nothing.toml: there is no such file"),
        (
            "lab train boosting --out model.txt",
            "'model.txt' is not a Python file, which ends in .py",
        ),
        (f"lab train boosting --towers {'9' * 20}", "--towers"),
        ("lab train pixels --towers 10", "greater than or equal to 20"),
        ("lab train pixels --seed 3", ": --seed: pixels always has the same one$"),
        ("lab train cnn --towers 50", ": --towers: cnn learns from the training set"),
        ("lab compare margin margin", "two different ones are needed"),
        ("lab compare height@1 margin", "only results of a sweep keep older versions"),
        (
            "lab export nothing --to new",
            "'nothing': not known; known: stability-3, stability-2, quick",
        ),
        (
            "lab export quick --to new --no-pictures --side 64",
            ": --side: it means nothing with --no-pictures$",
        ),
        ("lab baselines --track all", "'all': not known; known: scene, budget, image, hidden$"),
        ("lab leaderboard --json --markdown", ": --markdown: it means nothing with --json$"),
        ("lab baselines --json --markdown", ": --markdown: it means nothing with --json$"),
        ("lab leaderboard --track hidden", "'hidden': not known; known: all, image"),
        ("lab leaderboard --track image --heuristic overlap", "overlap.*is shown scenes"),
        ("lab leaderboard --noise-seed 5", "noise seed: only placement-3 has a hand"),
        ("lab leaderboard placement-1", "known: stability-3, stability-2, placement-3"),
        ("lab leaderboard placement-3 --track budget", "'budget': not known; known: all$"),
        ("lab leaderboard placement-3 --people here.jsonl", "--people: they judged stability-3 or"),
        ("serve chess", "'chess'"),
        ("serve fawlty-towers", "its blocks are placed in the window"),
        ("serve bausack", "codes for bids on phones"),
        ("serve palace --seats human", "1 seat"),
        ("serve palace --port 70000", "port"),
        ("serve palace --seats human,human --names Mia", "2 different names by commas"),
        ("serve palace --seats human,human --names Mia,", "2 different names by commas"),
        ("serve palace --seats human,human --names Mia,Mia", "2 different names by commas"),
        ("serve palace --resume missing.tower", "missing.tower"),
        ("serve palace --resume a.tower --seed 1", "--seed: it means nothing"),
        ("resume", "file"),
        ("resume /nowhere/game.tower", "/nowhere/game.tower"),
        (f"resume '{GOLDEN}'", "with --headless bots play for people"),
        ("resume '/nowhere/line\nbreak'", "nowhere"),
        ("replay /nowhere/game.tower", "/nowhere/game.tower"),
        ("replay /nowhere/game.tower --validate --json", "/nowhere/game.tower"),
        (f"replay '{SCENES}'", "directory"),
        (f"replay '{ARCH}'", "line 1"),
        (f"watch '{GOLDEN}'", "--to game.html` makes a page of it"),
        (f"build '{ARCH}'", "there is no display"),
        ("build /nowhere/scene.toml", "/nowhere/scene.toml: there is no such file"),
        ("stand /nowhere/scene.toml", "/nowhere/scene.toml"),
        (f"stand '{ARCH}' --seconds nan", "--seconds"),
        (f"stand '{ARCH}' --seconds inf", "--seconds"),
        (f"stand '{ARCH}' --seconds -1", "--seconds"),
        ("analyse /nowhere/scene.toml", "/nowhere/scene.toml"),
        (f"analyse '{ARCH}' --seconds 3", ": --seconds: it means nothing with no --certify$"),
        (f"{CUP} --reach inf", ": reach inf: is not a gap"),
        (f"{CUP} --reach 0", ": reach 0.0: is not a gap"),
        (f"{CUP} --reach 0.5", ": reach 0.5: is not a gap .* of which the thinnest has 0.0"),
        (f"{CUP} --png 'a\0b.png'", r"file 'a\\x00b.png': is not a path"),
        (f"{CUP} --png picture.txt", ": --png: 'picture.txt' does not end in .png"),
        ("tournament push --bots uniform,easy --report a.png", "'a.png' does not end in .html"),
        (
            f"{CUP} --png /nowhere/x.png",
            ": /nowhere/x.png: cannot be written: there is no folder /nowhere$",
        ),
        ("frobnicate", "frobnicate"),
        ("--frob", "--frob"),
        ("stnad", "Did you mean 'stand'"),
    ],
)
def test_a_user_error_is_one_line_and_exit_code_2(
    command: str, said: str, capsys: Printed, home: Path
) -> None:
    assert re.search(said, complaint(capsys, *shlex.split(command)))
    assert not list(home.rglob("*.tower")), "no game, no record"


def test_a_word_without_end_is_shortened(capsys: Printed) -> None:
    assert len(complaint(capsys, "analyse", "x" * 5000)) < 300


def test_an_output_that_a_bot_closed_gives_one_line(
    capfd: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = StringIO()
    closed.close()
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(sys, stream, closed)
    assert run(["rules", "push", "--json"]) == 2
    line = "towersim: the output: was closed, as by a bot with --no-isolate\n"
    assert capfd.readouterr().err == line


OUTPUT = "analyse x --png", "lab break height --out", "export x --out", "play push --record"


@pytest.mark.parametrize("command", OUTPUT)
def test_a_file_is_not_written_in_place_of_a_folder(capsys: Printed, command: str) -> None:
    for folder in ("adir.png/", "."):
        line = f"towersim: '{folder}': cannot be written: it is a folder, not a file\n"
        assert complaint(capsys, *command.split(), folder) == line


class TestRules:
    def test_the_rules_follow_the_options(self, capsys: Printed) -> None:
        pages = json_of(capsys, "rules", "push", "--option", "star=lose-bench", "--json")["pages"]
        assert "The star costs the whole bench" in str(pages)
        printed = " ".join(output(capsys, "rules", "push", "--option", "star=lose-bench").split())
        assert all(words in printed for page in pages for words in page["paragraphs"])
        assert pages[0]["title"] in printed
        assert "[bold]" not in printed

    def test_practice_needs_no_challenge(self, capsys: Printed) -> None:
        assert run(["rules", "practice"]) == 0
        assert "unless the challenge says no" in capsys.readouterr().out.replace("\n", " ")

    @pytest.mark.parametrize("game", ["chess", "push --option star=sun", "practice --option a=b"])
    def test_an_unknown_game_or_option_is_refused(self, capsys: Printed, game: str) -> None:
        assert complaint(capsys, "rules", *game.split())


class TestResume:
    def test_continues_with_bots_in_place_of_people(self, capsys: Printed, path: Path) -> None:
        idle_game(path, 2)
        before = path.read_bytes()
        result = json_of(capsys, "resume", path, "--headless", "--json")
        assert result["seats"] == ["human", "human"]
        assert result["record"] == str(path)
        assert path.read_bytes().startswith(before)
        assert read(path).steps[-1].over is not None

    def test_reports_a_dropped_last_line_on_standard_error(
        self, capsys: Printed, record: Path
    ) -> None:
        record.write_bytes(record.read_bytes()[:-30])
        assert run(["resume", str(record), "--headless", "--json"]) == 0
        printed = capsys.readouterr()
        assert "was cut off and is dropped" in printed.err
        assert msgspec.json.decode(printed.out)["outcome"]["scores"] == [0, 0]

    @pytest.mark.slow
    def test_prints_only_events_after_the_resumed_record(self, capsys: Printed, path: Path) -> None:
        idle_game(path, 2)
        before = len(Match.loaded(read(path)).events)
        printed = output(capsys, "resume", path, "--headless").splitlines()
        story = [line for line in output(capsys, "replay", path).splitlines() if line[0] != " "]
        assert printed[: len(story) - before] == story[before:]

    def test_tells_the_cause_of_a_collapse(self, path: Path) -> None:
        recording = fallen_game(path)
        *_, (events, cause) = ((step.events, step.collapse) for step in told_steps(recording))
        told = sentences(Match.loaded(recording), 0)
        assert told[-1] == cause
        assert told[-1 - len(events) : -1] == list(events)

    def test_prints_the_result_of_a_finished_game(self, capsys: Printed, record: Path) -> None:
        before = record.read_bytes()
        assert json_of(capsys, "resume", record, "--json")["outcome"]["winners"] == [0, 1]
        stranger = complaint(capsys, "resume", record, "--headless", "--bot", "mine.py:Mine")
        assert f"--bot mine.py:Mine: plays on no seat of {record}; there: human" in stranger
        assert record.read_bytes() == before


class TestReplay:
    def test_a_valid_record(self, capsys: Printed, record: Path) -> None:
        report = json_of(capsys, "replay", record, "--validate", "--json")
        assert report == {
            "valid": True,
            "actions": 43,
            "first_divergence": None,
            "hand_proven": True,
        }
        assert "valid: 43 actions" in output(capsys, "replay", record, "--validate")

    def test_a_divergent_record(self, capsys: Printed, record: Path) -> None:
        record.write_bytes(record.read_bytes().replace(b'"scores":[0,0]', b'"scores":[7,0]'))
        report = json_of(capsys, "replay", record, "--validate", "--json", code=1)
        assert list(report) == ["valid", "actions", "first_divergence", "hand_proven"]
        assert report["valid"] is False
        assert list(report["first_divergence"]) == ["line", "why"]
        assert report["first_divergence"]["line"] == 45
        assert run(["replay", str(record), "--validate"]) == 1
        assert "divergent from line 45" in capsys.readouterr().out

    def test_an_unreadable_record(self, capsys: Printed, record: Path) -> None:
        record.write_bytes(record.read_bytes().replace(b'"n":7', b'"n":8'))
        assert "line 9" in complaint(capsys, "replay", record, "--validate", "--json")
        assert "line 9" in complaint(capsys, "replay", record)

    def test_prints_every_event_as_a_line_or_as_json(self, capsys: Printed, record: Path) -> None:
        told = json_of(capsys, "replay", record, "--json")
        assert list(told) == ["game", "seed", "seats", "steps", "outcome"]
        recorded = read(record)
        assert [step["line"] for step in told["steps"]] == [*range(2, len(recorded.steps) + 1)]
        assert [step["actor"] for step in told["steps"][:1]] == [recorded.steps[0].actor]
        assert told["outcome"]["winners"] == [0, 1]
        events = sum(len(step["events"]) for step in told["steps"])
        assert events == len(Match.loaded(recorded).events)
        assert run(["replay", str(record)]) == 0
        lines = []
        for step in told["steps"]:
            lines += step["events"]
            lines += [f"  {step['collapse']}"] if step["collapse"] else []
        assert capsys.readouterr().out.splitlines() == lines

    def test_a_record_is_replayed_without_its_bots(self, capsys: Printed, path: Path) -> None:
        record = path
        line = ["play", "palace", "--seats", "uniform,uniform", "--record", str(record)]
        assert run([*line, "--seed", "1", "--headless", "--json"]) == 0
        capsys.readouterr()
        record.write_bytes(record.read_bytes().replace(b'"uniform"', b'"other.py:Clever"', 1))
        assert json_of(capsys, "replay", record, "--validate", "--json")["valid"]
        record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:-20]))
        assert run(["resume", str(record), "--json"]) == 0
        assert "Clever is not loaded from a record; the best bot" in capsys.readouterr().err


class TestStand:
    def test_json_has_exactly_the_documented_keys(self, capsys: Printed) -> None:
        answer = json_of(capsys, "stand", SCENES / "column.toml", "--json")
        assert list(answer) == [
            *("verdict", "fell", "shifted", "collapse"),
            *("rest", "ticks", "sim_seconds", "hash", "poses", "outside", "statics"),
        ]
        assert (answer["statics"], answer["outside"]) == (None, ""), "it agrees and is proven"
        assert (answer["verdict"], answer["fell"], answer["rest"]) == ("stood", [], True)
        assert all(len(pose) == 3 for pose in answer["poses"].values())

    def test_names_the_fallen_blocks(self, capsys: Printed) -> None:
        answer = json_of(capsys, "stand", SCENES / "too-far.toml", "--json")
        assert answer["verdict"] == "fell"
        assert set(answer["fell"]) <= set(answer["poses"])
        assert answer["fell"]

    def test_what_exact_statics_says_otherwise_is_said(self, capsys: Printed) -> None:
        path = SCENES.parents[1] / "tests/statics/two_solutions/tent.toml"
        *_, objection = output(capsys, "stand", path).splitlines()
        assert objection.startswith("exact statics disagrees: stands up to a tilt of at most 0.95°")
        assert json_of(capsys, "stand", path, "--json")["statics"].startswith("stands up to")

    def test_stops_after_the_given_seconds(self, capsys: Printed) -> None:
        answer = json_of(capsys, "stand", SCENES / "arch.toml", "--json", "--seconds", "0.25")
        assert (answer["ticks"], answer["sim_seconds"], answer["rest"]) == (30, 0.25, False)

    def test_explains_how_the_fall_began(self, capsys: Printed) -> None:
        why = output(capsys, "stand", SCENES / "too-far.toml").splitlines()[1]
        assert why.startswith(
            "Block brick-8 tipped over the right edge of block brick-7: its weight was 0.6 mm"
        )

    def test_prints_the_verdict_in_one_line(self, capsys: Printed) -> None:
        for seconds, rest in ((5.0, "at rest after 5.00 s"), (0.1, "not yet at rest after 0.10 s")):
            assert run(["stand", str(SCENES / "column.toml"), "--seconds", str(seconds)]) == 0
            (line,) = capsys.readouterr().out.splitlines()
            assert f"stood; {rest}" in line


def test_prints_the_version_and_ignores_other_commands(capsys: Printed, record: Path) -> None:
    for more in ([], ["replay", str(record)]):
        assert output(capsys, "--version", *more) == f"{__version__}\n"


@pytest.mark.parametrize(
    "command", [(), *((name,) for group in COMMANDS.values() for name in group), ("lab", "compare")]
)
def test_help_is_printed_whole_in_80_columns(
    command: tuple[str, ...], capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*command, "--help"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert max(len(line.rstrip()) for line in printed.out.splitlines()) <= 80
    assert not re.search(r"\w(\.\.\.|…)", printed.out.replace("heuristics...", ""))


def test_the_list_of_commands_has_groups_and_their_first_lines(capsys: Printed) -> None:
    printed = output(capsys, "--help")
    for group, commands in COMMANDS.items():
        assert f"─ {group} ─" in printed
        for name, (_, line) in commands.items():
            assert line in printed
            assert _loaded(name).help.splitlines()[0] == line


def test_the_shell_completes_the_names_of_commands() -> None:
    words = {"_TOWERSIM_COMPLETE": "complete_bash", "COMP_WORDS": "towersim re", "COMP_CWORD": "1"}
    done = python("-c", "import towersim.cli.commands as c; c.run()", env=words)
    assert done.stdout.split() == ["resume", "replay"]


def test_a_persons_hand_trembles_only_if_a_bot_moves_it() -> None:
    assert [
        seat.skill for seat in parsed_seats("fawlty-towers", "human,careful", headless=False)
    ] == [*("none", "normal")]
    assert parsed_seats("fawlty-towers", "human", headless=True)[0].skill == "normal"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text there")
def test_a_file_name_of_a_record_need_not_be_valid_utf_8(capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.tower")
    result = json_of(capsys, *PLAY, "--record", path)
    assert result["record"] == str(tmp_path / r"\xff.tower")
    assert read(path).steps
