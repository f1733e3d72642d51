"""Every rule set by mail, and its record on another server."""

from __future__ import annotations

from pathlib import Path

from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table
from tests.rules.playouts import SPECS, whole_game

BOARDS = [str(number) for number, _ in enumerate(SPECS, start=1)]


def test_a_game_of_each_is_played_to_its_end_and_holds_on_an_empty_server(
    server: ServerProcess, alice: Player, bob: Player, tmp_path: Path
) -> None:
    for spec in SPECS:
        play_to_the_end(server, Table(alice, bob), spec)

    records = answer(server, "games", "export", *BOARDS)
    assert [f'[Game "{spec}"]' for spec in SPECS] == games_of(records)
    assert audited(server) == ""

    other = empty_server(tmp_path / "other")
    file = tmp_path / "records.txt"
    file.write_text(records)
    assert answer(other, "games", "import", str(file)).split() == BOARDS
    assert answer(other, "games", "export", *BOARDS) == records
    assert audited(other) == ""


def play_to_the_end(server: ServerProcess, table: Table, spec: str) -> None:
    name, _, ruleset = spec.partition("/")
    table.begin(f"{name} challenge bob -rules={ruleset}")
    last = table.play(whole_game(spec))
    board = int(last.position[0].split()[1])
    assert match(server.data, board).finished, spec


def audited(server: ServerProcess) -> str:
    """What an audit finds: so many letters are checked by several processes, which need a parent
    that was not forked.
    """
    return answer(ServerProcess(server.data), "audit")


def games_of(records: str) -> list[str]:
    return [line for line in records.splitlines() if line.startswith("[Game ")]


def empty_server(data: Path) -> ServerProcess:
    """A server without games, which has alice and bob as players."""
    server = ForkedServer(data)
    for userid in ("alice", "bob"):
        answer(server, "players", "add", userid, f"{userid}@example.org")
    return server


def answer(server: ServerProcess, *arguments: str) -> str:
    done = server.pbm(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout
