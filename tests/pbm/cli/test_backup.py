"""``pbm backup`` into a file, and ``pbm restore``."""

from __future__ import annotations

import stat
import tarfile
from datetime import datetime
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest
from click.testing import Result

from pbm.base.secrets import token_hash
from pbm.core.bookkeeping import ServerAct
from pbm.core.model import MatchStatus
from pbm.mail.correspondence import MailStatus, Search
from pbm.mail.letter import Envelope
from pbm.play.departures import due_moment
from pbm.store import administration, open_store
from tests.end_to_end.forked import ForkedServer
from tests.patience import wait_until
from tests.pbm.cli.program import pbm
from tests.pbm.store.sqlite import versions
from tests.pbm.store.sqlite.versions import DEVELOPED
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SERVER,
    SOUTH,
    STRANGER,
    Town,
    kinds,
    of,
    only,
)

ROOT = Path(__file__).parents[3]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def archive(path: Path, **members: bytes) -> Path:
    with tarfile.open(path, "w") as packed:
        for name, content in members.items():
            info = tarfile.TarInfo(name.replace("_", "."))
            info.size = len(content)
            packed.addfile(info, BytesIO(content))
    return path


def test_a_restore_brings_back_what_was_backed_up(cli_town: Town, tmp_path: Path) -> None:
    mails = cli_town.play(cli_town.board(), SOUTH)
    file = tmp_path / "backup"
    assert pbm("backup", str(file)).exit_code == 0
    cli_town.play(mails, NORTH)
    cli_town.close()
    result = pbm("restore", str(file))
    assert result.exit_code == 0
    cli_town.reopen()
    assert cli_town.match().plies == 1
    assert pbm("audit").stdout == ""


def test_a_restore_on_another_machine_accepts_replies_to_older_mails(
    cli_town: Town, tmp_path: Path, data: Path
) -> None:
    south = of(cli_town.board(), ALICE)
    pbm("backup", str(tmp_path / "backup"), "--data", str(cli_town.folder))
    assert pbm("restore", str(tmp_path / "backup")).exit_code == 0
    other = Town(data)
    other.new_mails()
    assert kinds(other.answer(south, f"{SOUTH}\n")) == ["board", "board"]
    other.close()


def test_a_restore_moves_the_replaced_data_aside(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "backup"))
    cli_town.board()
    cli_town.close()
    pbm("restore", str(tmp_path / "backup"))
    (aside,) = cli_town.folder.glob("before-restore-*")
    assert sorted(contents(aside)) == ["pbm.key", "pbm.sqlite"]
    store = open_store(aside)
    with store.reading() as tx:
        assert tx.matches.get(1) is not None
    store.close()


def restored(cli_town: Town, file: Path) -> Result:
    cli_town.close()
    result = pbm("restore", str(file))
    assert result.exit_code == 0
    cli_town.reopen()
    return result


def forgotten_on(cli_town: Town) -> datetime | None:
    with cli_town.app.store.reading() as tx:
        return due_moment(tx, cli_town.player("alice"))


def test_players_who_left_after_the_backup_are_forgotten_again(
    cli_town: Town, tmp_path: Path
) -> None:
    cli_town.play(cli_town.board(), SOUTH, NORTH)
    pbm("backup", str(tmp_path / "backup"))
    cli_town.write(ALICE, f"signoff alice {PASSWORD}\n")
    result = restored(cli_town, tmp_path / "backup")
    assert result.stdout.splitlines()[1].endswith(": alice")
    assert cli_town.player("alice").left
    with cli_town.app.store.reading() as tx:
        assert list(tx.departures.list()) == [ALICE]
        assert not tx.outbox.numbers(Search(status=MailStatus.QUEUED, recipient=ALICE))
        (act,) = [act for act in tx.acts.list() if act.command == ServerAct.RESTORE]
        caused = [mail for mail in tx.outbox.list() if mail.cause.act == act.id]
    assert [(mail.recipient, mail.kind) for mail in caused] == [(BOB, "board")]
    assert cli_town.match().status is MatchStatus.FINISHED
    assert pbm("audit").stdout == ""


def test_a_restore_forgets_nobody_who_has_not_left(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "backup"))
    result = restored(cli_town, tmp_path / "backup")
    assert (result.stdout.count("\n"), result.stderr) == (1, "")
    assert cli_town.player("alice").addresses == (ALICE,)


def test_a_restore_voids_open_confirmations(cli_town: Town, tmp_path: Path) -> None:
    questions = [
        only(cli_town.write(STRANGER, subject="signup stranger")),
        of(cli_town.write(ALICE, f"add address alice {PASSWORD} {CAROL}"), CAROL),
        only(cli_town.write(BOB, "password bob")),
    ]
    pbm("backup", str(tmp_path / "backup"))
    restored(cli_town, tmp_path / "backup")
    with cli_town.app.store.reading() as tx:
        assert [tx.tokens.find(token_hash(each.token)) for each in questions] == [None] * 3
    cli_town.answer(questions[0], "yes")
    with cli_town.app.store.reading() as tx:
        assert tx.players.by_userid("stranger") is None


def test_a_request_to_be_forgotten_outlasts_a_restore(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "before"))
    pbm("players", "forget", "alice", "--why", "a letter")
    due = forgotten_on(cli_town)
    pbm("backup", str(tmp_path / "asked"))
    restored(cli_town, tmp_path / "before")
    assert due is not None and forgotten_on(cli_town) == due
    pbm("players", "forget", "alice", "--why", "a letter", "--cancel")
    restored(cli_town, tmp_path / "asked")
    assert forgotten_on(cli_town) is None


def test_a_backup_of_an_older_version_is_upgraded(cli_town: Town, tmp_path: Path) -> None:
    cli_town.close()
    older = versions.restore(DEVELOPED[-1], tmp_path).read_bytes()
    key = (cli_town.folder / "pbm.key").read_bytes()
    file = archive(tmp_path / "older", pbm_sqlite=older, pbm_key=key)
    assert administration(tmp_path).is_older()
    assert pbm("restore", str(file)).exit_code == 0
    assert not administration(cli_town.folder).is_older()
    assert administration(cli_town.folder).faults(thorough=True) == []


def test_a_restore_over_a_damaged_database_warns_that_departures_are_unknown(
    cli_town: Town, tmp_path: Path
) -> None:
    pbm("backup", str(tmp_path / "backup"))
    cli_town.close()
    (cli_town.folder / "pbm.sqlite").write_bytes(b"x" * 9999)
    result = pbm("restore", str(tmp_path / "backup"))
    assert result.exit_code == 0
    assert "pbm players forget U" in result.stderr
    cli_town.reopen()
    assert cli_town.player("alice").addresses == (ALICE,)


def test_a_write_ahead_log_left_by_a_crash_is_not_applied_to_the_backup(
    cli_town: Town, tmp_path: Path
) -> None:
    pbm("backup", str(tmp_path / "backup"))
    cli_town.board()
    crashed = {
        name: content for name, content in contents(cli_town.folder).items() if "sqlite" in name
    }
    assert "pbm.sqlite-wal" in crashed
    cli_town.close()
    for name, content in crashed.items():
        (cli_town.folder / name).write_bytes(content)
    assert pbm("restore", str(tmp_path / "backup")).exit_code == 0
    assert pbm("games", "list").stdout == ""
    (aside,) = cli_town.folder.glob("before-restore-*")
    store = open_store(aside)
    with store.reading() as tx:
        assert tx.matches.get(1) is not None
    store.close()


def test_only_the_owner_can_read_a_backup(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "backup"))
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    with tarfile.open(tmp_path / "backup") as packed:
        assert packed.getnames() == ["pbm.sqlite", "pbm.key"]
        assert {member.mode for member in packed} == {0o600}


def test_a_backup_replaces_a_file_only_with_force(cli_town: Town, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    file.write_text("older")
    result = pbm("backup", str(file))
    assert result.exit_code == 2
    assert file.read_text() == "older"
    assert pbm("backup", str(file), "--force").exit_code == 0
    assert tarfile.is_tarfile(file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "town"]


def test_a_backup_made_while_letters_arrive_is_consistent(cli_town: Town, tmp_path: Path) -> None:
    stop, kept = Event(), list[int]()

    def write() -> None:
        store = open_store(cli_town.folder)
        while not stop.is_set():
            with store.transaction() as tx:
                kept.append(
                    tx.letters.keep(Envelope(ALICE, (SERVER,), b"x" * 10_000), cli_town.time)
                )
        store.close()

    writer = Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            kept.clear()
            wait_until(lambda: kept, "nothing is written")
            assert pbm("backup", str(tmp_path / f"backup{number}")).exit_code == 0
    finally:
        stop.set()
        writer.join()
    for number in range(3):
        with tarfile.open(tmp_path / f"backup{number}") as packed:
            packed.extract("pbm.sqlite", tmp_path / str(number))
        assert administration(tmp_path / str(number)).faults(thorough=True) == []


def test_a_restore_is_refused_while_the_data_directory_is_open(
    cli_town: Town, tmp_path: Path
) -> None:
    pbm("backup", str(tmp_path / "backup"))
    cli_town.board()
    result = pbm("restore", str(tmp_path / "backup"))
    assert result.exit_code == 75
    assert cli_town.match().board == 1


def test_a_restore_is_refused_while_a_server_runs(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "backup"))
    cli_town.close()
    server = ForkedServer(cli_town.folder)
    server.start()
    assert pbm("restore", str(tmp_path / "backup")).exit_code == 75
    server.stop()
    assert pbm("restore", str(tmp_path / "backup")).exit_code == 0


def test_an_invalid_backup_changes_nothing(cli_town: Town, tmp_path: Path) -> None:
    cli_town.close()
    before = contents(cli_town.folder)
    store, key = before["pbm.sqlite"], before["pbm.key"]
    text = tmp_path / "text"
    text.write_text("no archive")
    broken = store[:8192] + b"x" * 4096 + store[12288:]
    for file in (
        text,
        archive(tmp_path / "keyless", pbm_sqlite=store),
        archive(tmp_path / "storeless", pbm_key=key),
        archive(tmp_path / "empty", pbm_sqlite=b"", pbm_key=key),
        archive(tmp_path / "other", pbm_sqlite=b"x" * 9999, pbm_key=key),
        archive(tmp_path / "broken", pbm_sqlite=broken, pbm_key=key),
        archive(tmp_path / "cut", pbm_sqlite=store[:-4096], pbm_key=key),
    ):
        result = pbm("restore", str(file))
        assert (file.name, result.exit_code) == (file.name, 1)
        assert result.stderr.startswith(str(file))
        assert result.stderr.count("\n") == 1
        assert {**contents(cli_town.folder), "pbm.app.lock": b""} == {**before, "pbm.app.lock": b""}
        assert not list(cli_town.folder.glob("*restore*"))


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_path_in_a_missing_folder_is_wrong_usage(
    command: str, cli_town: Town, tmp_path: Path
) -> None:
    result = pbm(command, str(tmp_path / "nowhere" / "file"))
    assert result.exit_code == 2
    assert "nowhere" in result.stderr
