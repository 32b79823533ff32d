"""The server believes nobody: codes, names, origins, sizes and floods; and it goes on."""

import asyncio
import http.client
import json
import random
import re
import socket
import time
from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.examples import slow, tried
from tests.serve.served import PATIENCE, Served, ask, served, told
from tests.serve.test_table import people
from towersim.bots.table import bots_of, play_out
from towersim.common.errors import IllegalAction
from towersim.common.units import Seat
from towersim.match.match import Match
from towersim.match.record import SeatSpec, read
from towersim.match.replay import validate
from towersim.serve import running, web
from towersim.serve.running import POLL, host_names
from towersim.serve.table import ServedTable
from towersim.serve.web import LONGEST, MOST, PAGE, REVOKED, WORDS, Desk, TableServer
from towersim.theatre.page import filled
from towersim.ui.language import translator


def get(table: Served, path: str, **headers: str) -> http.client.HTTPResponse:
    """Ask for a page."""
    host, port = table.pages.name.split(":")
    with closing(http.client.HTTPConnection(host, int(port), timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer


def closed(socket: ClientConnection) -> str:
    """Return the code and the reason with which the server closes a connection."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as ended:
        return str(ended.rcvd)


def test_pages_are_given_for_valid_codes_and_the_own_name_only() -> None:
    with served(people("palace", 2)) as table:
        path = table.serving.table.path(Seat(0))
        answers = [get(table, each).status for each in ("/", path, "/seat/x", "/else")]
        assert answers == [200, 200, 404, 404]
        assert get(table, path, host="evil.example").status == 400
        sent = get(table, path).headers
        assert "default-src 'none'" in sent["content-security-policy"]
        assert sent["referrer-policy"] == "no-referrer"
        assert sent["cache-control"] == "no-store"


def test_the_page_names_no_other_host() -> None:
    page = filled(PAGE.read_text("utf-8"), {"script": WORDS["script"]})
    assert "{{" not in page
    assert "http" not in page.replace("http-equiv", "").replace("https:", "")
    assert "src=" not in page
    assert len(page.encode()) < 30_000


def test_sockets_are_opened_for_the_own_origin_and_valid_codes_only() -> None:
    with served(people("palace", 2)) as table:
        for seat, code, origin in (
            (None, "", "http://evil.example"),
            (0, "", "http://evil.example"),
            (0, "", None),
            (None, "wrong", f"http://{table.pages.name}"),
        ):
            refused = pytest.raises((InvalidStatus, ConnectionClosed))
            with refused, table.socket(seat, code=code, origin=origin) as socket:
                socket.recv(PATIENCE)
        with table.socket(None) as onlooker, table.socket(0) as seat_0:
            assert told(onlooker, "words")["words"].keys() == WORDS.keys()
            assert told(onlooker, "state")["you"] is None
            assert told(seat_0, "state")["you"] == 0


def test_an_onlooker_may_do_nothing() -> None:
    with served(people("palace", 2)) as table, table.socket(None) as onlooker:
        state = told(onlooker, "state")
        for wish in (
            {"do": "choose", "step": state["step"], "choice": 0},
            {"do": "select", "cards": [0]},
            {"do": "undo", "step": state["step"]},
            {"do": "stand-in", "seat": 0},
            {"do": "renew"},
        ):
            ask(onlooker, **wish)
            assert told(onlooker, "refusal")["why"] == "Only a player may do that."
        assert table.match.steps == state["step"]


def test_a_new_code_revokes_the_old_one() -> None:
    with served(people("palace", 2)) as table:
        old = table.serving.table.path(Seat(0)).rpartition("/")[2]
        with table.socket(0) as first, table.socket(0) as second, table.socket(1) as other:
            told(second, "state")
            told(other, "state")
            ask(first, do="renew")
            path = told(first, "code")["path"]
            assert closed(second)
            ask(other, do="stand-in", seat=1)
            assert told(other, "refusal")["why"], "others stay"
        assert get(table, f"/seat/{old}").status == 404
        host, port = table.pages.name.split(":")
        with closing(http.client.HTTPConnection(host, int(port), timeout=PATIENCE)) as german:
            german.request("GET", f"/seat/{old}", headers={"Accept-Language": "de-DE,de;q=0.9"})
            told_so = german.getresponse().read().decode()
        assert "neuen Code" in told_so
        assert get(table, path).status == 200
        refused = pytest.raises((InvalidStatus, ConnectionClosed))
        with refused, table.socket(None, code=old) as socket:
            socket.recv(PATIENCE)


def test_a_code_renewed_while_its_page_is_accepted_opens_nothing() -> None:
    def asked() -> None:
        raise AssertionError("the page asks for something")

    table, sent = ServedTable(people("palace", 2)), list[dict[str, Any]]()
    server = TableServer(table, ["here:1"], Desk(asked), translator)
    path = table.path(Seat(0)).replace("/seat", "/ws")

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(dict(message))
        if message["type"] == "websocket.accept":
            table.renew(Seat(0))
            server.close_pages(REVOKED, table, Seat(0))

    headers = [(b"host", b"here:1"), (b"origin", b"http://here:1")]
    scope = {"type": "websocket", "path": path, "headers": headers, "query_string": b""}
    asyncio.run(server.app()(scope, receive, send))  # type: ignore[arg-type]
    assert [one.get("code") for one in sent] == [None, REVOKED]


@pytest.mark.parametrize(("limit", "who"), [("PAGES", None), ("SEAT_PAGES", 0)])
def test_the_pages_of_a_seat_or_of_onlookers_shut_no_other_seat_out(
    monkeypatch: pytest.MonkeyPatch, limit: str, who: int | None
) -> None:
    monkeypatch.setattr(web, limit, 2)
    with served(people("palace", 2)) as table, ExitStack() as stack:
        for _ in range(2):
            told(stack.enter_context(table.socket(who)), "state")
        assert closed(stack.enter_context(table.socket(who)))
        assert told(stack.enter_context(table.socket(1)), "state")["you"] == 1


def test_silent_connections_are_closed_soon_or_at_once_if_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for waits, most in ((0.2, 9), (60.0, 2)):
        monkeypatch.setattr(running, "WAIT", waits)
        monkeypatch.setattr(running, "CONNECTIONS", most)
        with served(people("palace", 2)) as table, ExitStack() as stack:
            host, port = table.pages.name.split(":")
            silent = [
                stack.enter_context(socket.create_connection((host, int(port)), PATIENCE))
                for _ in range(3)
            ]
            with suppress(ConnectionResetError):
                assert silent[-1].recv(1) == b""


def test_browsers_name_no_port_80_and_every_other() -> None:
    assert host_names(80, lan=False) == ["127.0.0.1", "localhost"]
    assert host_names(8000, lan=False) == ["127.0.0.1:8000", "localhost:8000"]


def flood(socket: ClientConnection) -> None:
    """Send one message more than is allowed in a second, and read the answers, until it is closed.

    Again, if a pause of the machine made it last longer. With more at once the reason is lost.
    """
    while True:
        for _ in range(MOST + 1):
            socket.send('{"do":"select","cards":[0]}')
        for _ in range(MOST + 1):
            socket.recv(PATIENCE)


def test_a_game_goes_on_after_floods_and_long_or_wrong_messages() -> None:
    with served(people("palace", 2)) as table, table.socket(0) as good:
        step = told(good, "state")["step"]
        for why, text in (
            ("1009", "x" * (LONGEST + 1)),
            ("no wish", "{}"),
            ("no wish", "[1"),
            ("no wish", '{"do":"choose","step":1}'),
            ("no wish", '{"do":"choose","step":-1,"choice":0}'),
            ("no wish", '{"do":"select","cards":[' + "1," * 100 + "1]}"),
            ("no wish", b"\xff\x00"),
        ):
            with table.socket(1) as bad:
                told(bad, "state")
                bad.send(text)
                assert why in closed(bad), text[:40]
        with table.socket(1) as bad, pytest.raises(ConnectionClosed, match="in a second"):
            flood(bad)
        ask(good, do="select", cards=[0, 1, 2])
        offer = told(good, "offers")["offers"][0]
        ask(good, do="choose", step=step, choice=offer["choice"])
        while (state := told(good, "state"))["step"] == step:
            pass
        assert state["turn"] == 1


@pytest.mark.slow
@tried(
    40,
    texts=st.lists(
        st.text(max_size=60)
        | st.binary(max_size=60)
        | st.sampled_from(["[" * LONGEST, "9" * (LONGEST + 1), b"\x00" * LONGEST])
        | st.fixed_dictionaries(
            {"do": st.sampled_from(["choose", "select", "undo", "stand-in", "renew", "x"])},
            optional=dict.fromkeys(
                ("step", "choice", "cards", "seat"),
                st.integers(-1, 40) | st.lists(st.integers(-3, 60), max_size=5) | st.none(),
            ),
        ).map(json.dumps),
        max_size=6,
    ),
)
def test_no_message_of_a_seat_stops_the_game(fuzzed: Served, texts: list[str | bytes]) -> None:
    # A client may raise ValueError itself if it sends while the server closes, also at its end.
    with suppress(ConnectionClosed, ValueError), fuzzed.socket(1) as bad:
        for text in texts:
            bad.send(text)
    with fuzzed.socket(0) as good:
        state = told(good, "state")
        assert (state["title"], state["you"]) == ("Palace", 0)
        ask(good, do="undo", step=state["step"] - 1)
        assert told(good, "refusal")["why"]


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    record = tmp_path_factory.mktemp("fuzz") / "game.tower"
    match = people("palace", 2, record=record)
    with served(match) as table:
        yield table
    match.close()
    assert validate(read(record)).valid


def test_a_bot_plays_for_a_closed_page_until_it_comes_back_and_gets_the_present_state() -> None:
    with served(people("palace", 2)) as table:
        with table.socket(1) as second:
            assert told(second, "state")["players"][0]["is_away"]
            with table.socket(0) as first:
                told(first, "state")
                while told(second, "state")["players"][0]["is_away"]:
                    pass
            while not told(second, "state")["players"][0]["is_away"]:
                pass
            ask(second, do="stand-in", seat=0)
            while told(second, "state")["turn"] != 1:
                pass
        with table.socket(0) as again:
            assert told(again, "state")["own"]
            assert table.serving.table.stands_in == set()


def test_a_phone_that_sleeps_as_the_game_ends_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "FAREWELL", 0.5)
    monkeypatch.setattr(running, "PATIENCE", 2 * PATIENCE)
    match = people("palace", 2)
    moves = play_out(match, bots_of("palace")["keeper"])
    while len(match.history(None)) < 715:
        next(moves)
    assert match.actor == 0, "its move is the last"
    with served(match) as game:
        with game.socket(0) as left, game.socket(1) as asleep:
            told(left, "state")
            told(asleep, "state")
        while not all(map(game.serving.table.is_away, (Seat(0), Seat(1)))):
            time.sleep(0.01)
        game.serving.table.stands_in.add(Seat(0))
        while match.outcome is None:
            time.sleep(0.01)
        time.sleep(running.FAREWELL + 2 * POLL)
        with game.socket(1) as awake:
            assert told(awake, "state")["is_over"]
            assert closed(awake), "a bot plays for the other one"


def test_the_screen_takes_a_seat_and_gives_it_back_with_a_new_code() -> None:
    with served(people("palace", 2)) as game, ExitStack() as stack:
        old = game.serving.table.codes[Seat(0)]
        first = stack.enter_context(game.socket(0))
        told(first, "state")
        version = game.serving.table.version
        game.serving.renew(Seat(0), here=True)
        assert game.serving.table.version > version, "the screen shows the code"
        assert closed(first)
        assert get(game, f"/seat/{old}").status == 404
        assert not game.serving.table.awaits_page
        game.serving.table.stands_in.add(Seat(1))  # whose turn it is not, so no bot moves now
        game.serving.renew(Seat(1), here=True)
        assert game.serving.table.stands_in == set()
        game.serving.renew(Seat(0))
        with game.socket(0) as again:
            assert told(again, "state")["you"] == 0
        assert game.serving.table.awaits_page


def test_codes_stay_for_a_rematch_and_for_another_address() -> None:
    with served(people("palace", 3)) as game:
        serving, codes = game.serving, dict(game.serving.table.codes)
        with game.socket(1) as bruno:
            assert told(bruno, "state")["you"] == 1
            seats = game.match.seats
            old = serving.table
            serving.begin(Match.new("push", (*seats[1:], *seats[:1]), seed=1))
            assert closed(bruno)
        with pytest.raises(IllegalAction):
            old.choose(old.match.last_seat, old.match.steps, 0)
        with pytest.raises(IllegalAction):
            old.renew(Seat(0))
        assert game.serving.table.codes == {0: codes[Seat(1)], 1: codes[Seat(2)], 2: codes[Seat(0)]}
        with game.socket(0) as bruno:
            state = told(bruno, "state")
            assert (state["title"], state["you"]) == ("Push", 0)
            assert state["players"][0]["name"] == "Bruno"
        serving.begin(people("palace", 2))
        assert game.match.game == "push", "other people do not go on"
        with game.socket(2) as ada:
            before = serving.url
            serving.admit(lan=True)
            assert closed(ada)
        assert serving.url != before
        with game.socket(2) as ada:
            state = told(ada, "state")
            assert [one["is_away"] for one in state["players"]] == [True, True, False]


def test_people_of_one_name_go_on_to_a_rematch() -> None:
    twins = [SeatSpec("Ada"), SeatSpec("Bruno"), SeatSpec("Ada")]
    with served(Match.new("push", twins, seed=1)) as game:
        codes = dict(game.serving.table.codes)
        game.serving.begin(Match.new("push", (*twins[1:], twins[0]), seed=2))
        assert game.match.seed == 2
        assert game.serving.table.codes[Seat(0)] == codes[Seat(1)]
        assert set(game.serving.table.codes.values()) == set(codes.values())


@pytest.mark.slow
def test_slow_and_silent_pages_do_not_stop_the_others() -> None:
    specs = [SeatSpec("Ada", "keeper"), SeatSpec("Bruno", "keeper")]
    with served(Match.new("palace", specs, seed=4)) as game, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(game.socket(None))  # silent
        host, port = game.pages.name.split(":")
        slow = stack.enter_context(closing(socket.create_connection((host, int(port)))))
        slow.sendall(b"GET /ws HTTP/1.1\r\n")  # it never ends its question
        with game.socket(None) as reader:
            while not told(reader, "state")["is_over"]:
                pass


@pytest.mark.parametrize("game", ["push", *(slow(g) for g in ("rummu", "palace"))])
def test_the_program_of_the_readme_plays_to_the_end(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "MOST", 10**6)
    page = Path(web.__file__).with_name("README.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    program: dict[str, Any] = {}
    exec(source.replace("time.sleep", "float"), program)  # noqa: S102 - our own page
    program["random"] = random.Random(1)  # noqa: S311 - no secret
    with served(people(game, 3)) as table:
        serving = table.serving
        serving.table.stands_in.update((Seat(1), Seat(2)))
        how = program["play"](serving.url, serving.url_of(Seat(0)))
        assert how == table.match.outcome.reason  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_thousand_reconnects() -> None:
    with served(people("push", 2)) as table:
        for number in range(1000):
            with table.socket(number % 2) as socket:
                assert told(socket, "state")["you"] == number % 2
        with table.socket(0) as socket:
            assert told(socket, "state")["players"][1]["is_away"]
        assert len(table.pages._pages) <= 1
