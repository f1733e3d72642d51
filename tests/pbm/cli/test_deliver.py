"""``pbm deliver``: the envelope, the stored letter, and failures that must be temporary."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pbm.app import lock
from pbm.app.application import App
from pbm.base.errors import DamagedError
from pbm.inbox.desk import Desk
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.smtp.listener_limits import ListenerLimits
from pbm.store.protocol import Transaction
from pbm.store.sqlite import connection
from tests import shared
from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, BOB, SERVER, SOUTH, Town, kinds, letter, of

ROOT = Path(__file__).parents[3]
TOKEN = "pbm+" + "a" * 26 + "@pbm.example"


def mail(**headers: str) -> bytes:
    return letter(ALICE, "", "whoami", Message_ID="<1@example.org>", **headers).as_bytes()


def test_a_letter_is_stored_acted_on_and_answered(cli_town: Town) -> None:
    result = pbm("deliver", "--sender", ALICE, "--recipient", SERVER, stdin=mail())
    assert (result.exit_code, result.output) == (0, "")
    assert cli_town.status is LetterStatus.DONE
    assert kinds(cli_town.new_mails()) == ["account"]


def test_a_move_by_reply_comes_through_a_pipe(cli_town: Town) -> None:
    south = of(cli_town.board(), ALICE)
    raw = letter(ALICE, SOUTH, "Re: your move", south.reply_to).as_bytes()
    environ = {**shared.environ(), "SENDER": ALICE, "RECIPIENT": south.reply_to}
    command = [sys.executable, "-m", "pbm", "deliver"]
    done = subprocess.run(
        command, input=raw, env=environ, cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert cli_town.match().plies == 1
    assert pbm("audit").exit_code == 0


@pytest.mark.parametrize(
    ("options", "environ", "headers", "sender", "recipients"),
    [
        (["--sender", BOB], {"SENDER": ALICE}, {}, BOB, (SERVER,)),
        ([], {"SENDER": BOB}, {"Return_Path": "<x@example.org>"}, BOB, (SERVER,)),
        ([], {}, {"Return_Path": f"<{BOB}>"}, BOB, (SERVER,)),
        ([], {}, {}, ALICE, (SERVER,)),
        (["--sender", ""], {"SENDER": ALICE}, {}, "", (SERVER,)),
        (["--sender", "<>"], {}, {}, "", (SERVER,)),
        ([], {"SENDER": "MAILER-DAEMON"}, {}, "", (SERVER,)),
        ([], {}, {"Return_Path": "<>"}, "", (SERVER,)),
        (["--recipient", TOKEN], {"RECIPIENT": SERVER}, {}, ALICE, (TOKEN,)),
        (["--recipient", TOKEN, "--recipient", SERVER], {}, {}, ALICE, (TOKEN, SERVER)),
        ([], {"RECIPIENT": TOKEN}, {}, ALICE, (TOKEN,)),
        ([], {}, {"Delivered_To": TOKEN}, ALICE, (TOKEN, SERVER)),
        ([], {}, {"X_Original_To": TOKEN}, ALICE, (TOKEN, SERVER)),
        ([], {"RECIPIENT": "games@mail.example"}, {}, ALICE, (SERVER,)),
    ],
)
def test_the_envelope_is_given_by_options_then_variables_then_headers(
    options: Sequence[str],
    environ: Mapping[str, str],
    headers: Mapping[str, str],
    sender: str,
    recipients: Sequence[str],
    cli_town: Town,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[KeptLetter] = []

    def handle(_: Desk, tx: Transaction, number: int, *__: object) -> bool:
        found = tx.letters.get(number)
        assert found is not None
        kept.append(found)
        return True

    monkeypatch.setattr(Desk, "handle", handle)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert pbm("deliver", *options, stdin=mail(**headers)).exit_code == 0
    assert (kept[0].sender, kept[0].recipients) == (sender, tuple(recipients))


def test_a_letter_to_an_unknown_recipient_counts_as_one_to_the_server(cli_town: Town) -> None:
    raw = letter(ALICE, "", "whoami", "games@mail.example").as_bytes()
    assert pbm("deliver", stdin=raw).exit_code == 0
    assert kinds(cli_town.new_mails()) == ["account"]


def test_the_from_line_of_an_mbox_is_not_part_of_the_letter(cli_town: Town) -> None:
    raw = b"From alice@example.org Fri Nov 20 10:00:00 2026\n" + mail()
    assert pbm("deliver", stdin=raw).exit_code == 0
    assert cli_town.last_letter().raw == mail()


def test_a_repeated_letter_is_acted_on_once(cli_town: Town) -> None:
    for _ in range(2):
        assert pbm("deliver", stdin=mail()).exit_code == 0
    assert cli_town.status is LetterStatus.DUPLICATE


def test_a_letter_that_fails_is_accepted_all_the_same(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Desk, "_act", lambda *_: 1 / 0)
        assert pbm("deliver", stdin=mail()).exit_code == 0
    assert cli_town.status is LetterStatus.FAILED
    assert kinds(cli_town.new_mails()) == ["failed"]


def test_a_letter_that_cannot_be_marked_as_failed_waits(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("handle", "fail"):
        monkeypatch.setattr(Desk, name, lambda *_: 1 / 0)
    result = pbm("deliver", stdin=mail())
    assert result.exit_code == 0
    assert "is stored, and waits" in result.stderr
    assert cli_town.status is LetterStatus.WAITING


def test_a_letter_of_the_largest_size_is_accepted_and_no_larger_one(cli_town: Town) -> None:
    most = ListenerLimits().message_bytes
    full = mail().ljust(most, b"x")
    assert pbm("deliver", stdin=full).exit_code == 0
    result = pbm("deliver", stdin=full + b"x")
    assert result.exit_code == 1
    assert result.stderr == f"the letter is too large: at most {most} bytes are taken\n"
    assert cli_town.last_letter().id == 5


def test_empty_standard_input_is_a_permanent_failure(cli_town: Town) -> None:
    result = pbm("deliver", stdin=b"\n")
    assert result.exit_code == 1


def test_a_restore_in_progress_is_a_temporary_failure(data: Path) -> None:
    with lock.take_alone(data):
        result = pbm("deliver", stdin=mail())
    assert result.exit_code == 75


def test_a_data_directory_that_cannot_be_created_is_a_temporary_failure(data: Path) -> None:
    data.write_text("a file")
    assert pbm("deliver", stdin=mail()).exit_code == 75


def test_a_database_that_cannot_be_opened_is_a_temporary_failure(data: Path) -> None:
    (data / "pbm.sqlite").mkdir(parents=True)
    result = pbm("deliver", stdin=mail())
    assert result.exit_code == 75
    assert result.stderr.count("\n") == 1


def test_a_locked_database_is_a_temporary_failure(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PRAGMAS", ("journal_mode = WAL", "busy_timeout = 1"))
    with closing(sqlite3.connect(cli_town.folder / "pbm.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        result = pbm("deliver", stdin=mail())
    assert result.exit_code == 75
    assert cli_town.last_letter().id == 4


def test_a_full_disk_is_a_temporary_failure(cli_town: Town) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    command = [sys.executable, "-m", "pbm", "deliver"]
    raw = mail().ljust(ListenerLimits().message_bytes, b"x")
    done = subprocess.run(
        command, input=raw, cwd=ROOT, capture_output=True, check=False, preexec_fn=limit
    )
    assert done.returncode == 75
    assert done.stderr.count(b"\n") == 1
    assert cli_town.last_letter().id == 4


@pytest.mark.parametrize("fault", [RuntimeError("a bug"), DamagedError("letter 1 is odd")])
def test_a_bug_in_pbm_is_a_temporary_failure(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def keep(*_: object) -> None:
        raise fault

    monkeypatch.setattr(App, "keep", keep)
    result = pbm("deliver", stdin=mail())
    assert result.exit_code == 75
    assert str(fault) in result.stderr


def test_wrong_settings_are_a_temporary_failure(data: Path) -> None:
    data.mkdir()
    (data / "pbm.toml").write_text("lisen = 'x'\n")
    result = pbm("deliver", stdin=mail())
    assert result.exit_code == 75
    assert "lisen" in result.stderr


def test_an_unknown_option_is_wrong_usage(data: Path) -> None:
    assert pbm("deliver", "--to", SERVER, stdin=mail()).exit_code == 2
