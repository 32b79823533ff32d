"""Codes of challenges and attempts, and what a friend does with them."""

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests import known
from tests.commands import Printed, complaint, output
from tests.practice.planned import Plan, attempt
from towersim.common.errors import OptionFault
from towersim.files.challengefile import all_challenges, find_challenge
from towersim.files.level import levels_dir
from towersim.match.record import Header
from towersim.practice import code
from towersim.practice.generated import endless_challenge
from towersim.practice.league import label
from towersim.rules.practice.challenge import Challenge

TOWER = Plan(["cube 0"] * 3)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_every_challenge_comes_back_from_its_code(tmp_path: Path) -> None:
    for challenge in (*all_challenges()[::5], endless_challenge(5)):
        text = code.code_of(challenge)
        wrapped = "\n".join(text[at : at + 60] for at in range(0, len(text), 60))
        received = code.receive(wrapped, tmp_path)
        assert received == code.Received(challenge, None)
    assert not list(tmp_path.iterdir())


def test_a_changed_challenge_does_not_bear_the_name_of_the_included_one(tmp_path: Path) -> None:
    eased = replace(find_challenge("tee"), stars=(0.0, 0.0, 0.0))
    received = code.receive(code.code_of(eased), tmp_path).challenge
    assert received.name == label(eased)
    assert received.name.startswith("tee (changed ")
    again = code.receive(code.code_of(received), tmp_path).challenge
    assert again == received


def test_an_attempt_is_validated_and_becomes_the_rival(tmp_path: Path, capsys: Printed) -> None:
    record, rivals = tmp_path / "mine.tower", tmp_path / "rivals"
    match = attempt("first-tower", TOWER, record)
    text = output(capsys, "practice", "code", record, "--name", "Eva")
    (tmp_path / "code.txt").write_text(text)
    for sent in (text, str(tmp_path / "code.txt")):
        received = code.receive(sent, rivals)
        assert received.entry is not None
        assert (received.entry.name, received.entry.stars) == ("Eva", 1)
    challenge = received.challenge
    rival = known(code.rival_at(challenge, rivals))
    standing = tuple((p.kind, p.pose) for tower in match.table.towers for p in tower)
    assert rival == ("Eva", known(match.outcome).reached, standing)
    assert rival.compared(challenge, 0.5) == "You beat Eva: 60.1 mm high."
    assert rival.compared(challenge, 0.04) == "Eva is still ahead: 60.1 mm high."
    assert rival.compared(challenge, None) == "Eva is still ahead: 60.1 mm high."
    assert rival.compared(challenge, rival.measure) == "You are level with Eva."
    assert code.rival_at(find_challenge("tee"), rivals) is None


def test_only_an_attempt_at_the_challenge_of_this_name_is_a_rival(tmp_path: Path) -> None:
    tee, pictures = find_challenge("tee"), levels_dir() / "pictures"
    attempt("first-tower", TOWER, tmp_path / "tee - x (0123abcd) - Eva.tower")
    attempt("first-tower", TOWER, tmp_path / "three-posts - Eva.tower")
    assert code.rival_at(find_challenge("three-posts"), tmp_path) is None, "of other pieces"
    (tmp_path / "tee - gone.tower").symlink_to(tmp_path / "nowhere")
    assert code.rival_at(tee, tmp_path) is None
    (tmp_path / "tee - Ada.tower").write_bytes((pictures / "bausack.tower").read_bytes())
    assert code.rival_at(tee, tmp_path) is None


def test_fewer_pieces_beat_more() -> None:
    rival = code.Rival("Eva", 4.0, ())
    bridge = find_challenge("plank-bridge")
    assert bridge.fewer_is_better
    assert rival.compared(bridge, 3.0).startswith("You beat Eva")
    assert rival.compared(bridge, 5.0).startswith("Eva is still ahead")
    assert rival._replace(measure=None).compared(bridge, 5.0).startswith("You beat Eva")


def packed(content: bytes, *, known: bool = True) -> str:
    """Return a code of any content, also without the dictionary of codes."""
    press = zlib.compressobj(9, zdict=code.TYPICAL) if known else zlib.compressobj(9)
    data = press.compress(content) + press.flush()
    return code.PREFIX + urlsafe_b64encode(data).decode().rstrip("=")


def altered(change: Callable[[Challenge], Challenge]) -> str:
    """Return the code of a record without moves, with another challenge."""
    line = code.unpacked(code.code_of(find_challenge("tee")))
    head = msgspec.json.decode(line, type=Header)
    challenge = msgspec.convert(head.options["challenge"], Challenge)
    return code.packed(msgspec.json.encode(replace(head, options={"challenge": change(challenge)})))


GOOD = code.code_of(find_challenge("tee"))
HOSTILE = {
    "cut off": GOOD[:-30],
    "swapped": GOOD[:60] + GOOD[70:80] + GOOD[60:70] + GOOD[80:],
    "empty": code.PREFIX,
    "no alphabet": code.PREFIX + "ü!",
    "a bomb": packed(b"{" + bytes(code.MOST + 1)),
    "no dictionary": packed(b"{}", known=False),
    "no record": packed(b'{"format":"spam"}'),
    "no JSON": packed(b"{{{"),
    "a code in a code": packed(GOOD.encode()),
    "nested": packed(b"[" * 100_000),
    "another folder": altered(lambda one: replace(one, name="../../spam")),
    "a wide title": altered(lambda one: replace(one, title="spam" * 100)),
    "a command": altered(lambda one: replace(one, hint="\x1b[2J")),
    "too many pieces": altered(
        lambda one: replace(one, pieces=tuple(replace(p, count=100) for p in one.pieces))
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_damaged_or_hostile_code_is_one_line(kind: str, tmp_path: Path, capsys: Printed) -> None:
    assert len(complaint(capsys, "practice", HOSTILE[kind])) < 400
    assert not list(tmp_path.rglob("*.tower"))


@pytest.mark.parametrize("more", ["\n" + GOOD.removeprefix(code.PREFIX), "abcdEFGH"])
def test_a_code_with_more_at_its_end_is_damaged(more: str) -> None:
    with pytest.raises(OptionFault, match="the code is damaged"):
        code.unpacked(GOOD + more)


def test_a_forged_attempt_and_another_game_are_refused(tmp_path: Path) -> None:
    record = tmp_path / "mine.tower"
    attempt("first-tower", TOWER, record)
    forged = record.read_bytes().replace(b'"stars":1', b'"stars":3')
    with pytest.raises(OptionFault, match=r"^line "):
        code.receive(code.packed(forged), tmp_path / "rivals")
    cut = b"".join(record.read_bytes().splitlines(keepends=True)[:-3])
    with pytest.raises(OptionFault, match=r"^the attempt is not over$"):
        code.receive(code.packed(cut), tmp_path / "rivals")
    palace = levels_dir() / "pictures" / "palace.tower"
    with pytest.raises(OptionFault, match="is a game of palace"):
        code.attempt_code(palace)
    with pytest.raises(OptionFault, match=r"^palace\.tower: it is a game of palace$"):
        code.receive(str(palace), tmp_path / "rivals")
    assert not (tmp_path / "rivals").exists()


def test_a_file_that_is_neither_a_code_nor_a_record_is_named(tmp_path: Path) -> None:
    junk = tmp_path / "junk.tower"
    for content, why in (("hello", "this is not a code: .+"), ('{"format":1}', "line 1: .+")):
        junk.write_text(content)
        with pytest.raises(OptionFault, match=rf"^junk\.tower: {why}$"):
            code.receive(str(junk), tmp_path)


def test_an_empty_clipboard_is_no_code(tmp_path: Path) -> None:
    assert str(code.checked(" ", tmp_path)).startswith("this is not a code")


def test_a_file_without_an_end_is_refused_and_a_missing_line_end_is_added(tmp_path: Path) -> None:
    if Path("/dev/zero").exists():
        with pytest.raises(OptionFault, match=r"^/dev/zero: is larger than 16 MiB$"):
            code.receive("/dev/zero", tmp_path)
    (tmp_path / "start.tower").write_bytes(code.unpacked(GOOD).rstrip())
    assert code.attempt_code(tmp_path / "start.tower") == GOOD


def test_a_name_with_a_control_character_is_refused(tmp_path: Path, capsys: Printed) -> None:
    attempt("first-tower", TOWER, tmp_path / "mine.tower")
    assert "name" in complaint(
        capsys, "practice", "code", tmp_path / "mine.tower", "--name", "\x1b"
    )
