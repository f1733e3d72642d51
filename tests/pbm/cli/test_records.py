"""``pbm games import`` and ``export``: boards as game records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbm.core.model import EventKind
from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Town, kinds

GOAL = """\
[Game "gyges/classic"]
[South "alice"]
[North "bob"]
[Date "2001.02.03"]
[Result "0-1"]
[Reason "resigned"]

1 231123         2 321123
3 13-23
"""


def record(**tags: str) -> str:
    """The record above with other tags; an empty one is left out."""
    wanted = {
        "Game": "gyges/classic",
        "South": "alice",
        "North": "bob",
        "Result": "0-1",
        "Reason": "resigned",
        **tags,
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in wanted.items() if value)
    return f"{head}\n1 231123  2 321123\n3 13-23\n"


def test_a_record_survives_import_and_export(cli_town: Town, tmp_path: Path) -> None:
    file = tmp_path / "record"
    file.write_text(GOAL)
    result = pbm("games", "import", str(file))
    assert (result.exit_code, result.stdout) == (0, "1\n")
    exported = pbm("games", "export", "1").stdout
    assert [line.split() for line in exported.splitlines()] == [
        line.split() for line in GOAL.splitlines()
    ]
    assert cli_town.new_mails() == []
    assert pbm("audit").stdout == ""


def test_an_imported_game_is_one_event_of_an_act(cli_town: Town, tmp_path: Path) -> None:
    (tmp_path / "record").write_text(record())
    pbm("games", "import", str(tmp_path / "record"))
    with cli_town.app.store.reading() as tx:
        (event,) = tx.matches.events(1)
    assert event.kind is EventKind.IMPORTED
    assert (event.cause.letter, event.cause.act) == (None, 1)


def test_games_of_every_kind_survive_export_and_import(cli_town: Town, tmp_path: Path) -> None:
    cli_town.play(cli_town.board(), SOUTH, NORTH, "13-23")
    pbm("games", "create", "dvonn", "bob", "alice", "--random")
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "3", "--why", "a test")
    pbm("games", "create", "gyges", "alice", "bob")
    boards = ["1", "2", "3", "4"]
    first = pbm("games", "export", *boards).stdout
    (tmp_path / "records").write_text(first)
    assert pbm("games", "import", str(tmp_path / "records")).stdout == "5\n6\n7\n8\n"
    assert pbm("games", "export", "5", "6", "7", "8").stdout == first
    statuses = [row["status"] for row in json.loads(pbm("games", "list", "--json").stdout)]
    assert statuses == ["running", "running", "finished", "running"] * 2
    assert pbm("audit").stdout == ""


def test_an_imported_game_that_is_not_over_can_be_continued(cli_town: Town, tmp_path: Path) -> None:
    (tmp_path / "record").write_text(record(Result="*", Reason=""))
    pbm("games", "import", str(tmp_path / "record"))
    (board,) = cli_town.write(BOB, "gyges show 1\n")
    assert board.facts["your_turn"]
    assert kinds(cli_town.answer(board, "63-53\n")) == ["board", "board"]


@pytest.mark.parametrize(
    "text",
    [
        record(North="carol"),
        record(North=""),
        record(Game="chess"),
        record().replace("13-23", "13-66"),
        record(Result="1-0", Reason="goal"),
        record(Result="*", Reason="resigned"),
        record(Result="2-0"),
        record(North="alice"),
        record(Start="random"),
        record(Seed="x"),
        "nothing\n",
        "",
    ],
)
def test_nothing_of_a_file_with_an_error_is_imported(
    text: str, cli_town: Town, tmp_path: Path
) -> None:
    file = tmp_path / "records"
    file.write_text(f"{record()}\n{text}" if text.startswith("[") else text)
    result = pbm("games", "import", str(file))
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert result.stderr.startswith(f"{file}, record 2: " if text.startswith("[") else f"{file}: ")
    assert result.stderr.count("\n") == 1
    assert pbm("games", "list").stdout == ""


def test_a_seeded_start_must_be_what_its_seed_gives(cli_town: Town, tmp_path: Path) -> None:
    pbm("games", "create", "dvonn", "alice", "bob", "--symmetry")
    text = pbm("games", "export", "1").stdout
    seed = cli_town.match().seed
    (tmp_path / "record").write_text(text.replace(f'"{seed}"', f'"{seed + 1}"'))
    result = pbm("games", "import", str(tmp_path / "record"))
    assert result.exit_code == 1


def test_all_games_that_have_begun_are_exported(cli_town: Town) -> None:
    for _ in range(2):
        pbm("games", "create", "gyges", "alice", "bob")
    cli_town.write(ALICE, f"gyges challenge alice {PASSWORD} bob")
    assert pbm("games", "export", "--all").stdout == pbm("games", "export", "1", "2").stdout


@pytest.mark.parametrize("arguments", [[], ["1", "--all"]])
def test_either_boards_or_all_are_exported(arguments: list[str], cli_town: Town) -> None:
    cli_town.board()
    result = pbm("games", "export", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")


def test_an_invitation_cannot_be_exported(cli_town: Town) -> None:
    cli_town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    result = pbm("games", "export", "1")
    assert (result.exit_code, result.stdout) == (1, "")
