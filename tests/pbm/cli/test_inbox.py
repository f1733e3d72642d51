from __future__ import annotations

import json
import logging
import re
import unicodedata

import pytest

from pbm.inbox import limits
from pbm.inbox.desk import Desk
from pbm.mail.correspondence import LetterStatus
from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.town import (
    ALICE,
    BOB,
    PASSWORD,
    SERVER,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    letter,
    of,
)


@pytest.fixture
def town_with_failed_letter(cli_town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """A town where letter 7, a move of alice's, failed by a bug that is fixed now."""
    mover = of(cli_town.board(), ALICE)
    with monkeypatch.context() as broken:
        broken.setattr(Desk, "_act", lambda *_: 1 / 0)
        cli_town.answer(mover, f"{SOUTH}\n")
    return cli_town


def test_the_list_is_newest_first(cli_town: Town) -> None:
    cli_town.write(STRANGER, "hello\n")
    lines = [line.split() for line in pbm("inbox", "list", "--limit", "2").stdout.splitlines()]
    assert [line[:2] for line in lines] == [["5", "ignored"], ["4", "done"]]


def test_the_list_of_one_status_as_json(town_with_failed_letter: Town) -> None:
    (found,) = json.loads(pbm("inbox", "list", "--status", "failed", "--json").stdout)
    assert found == {
        "letter": 7,
        "status": "failed",
        "received": "2026-11-20T10:00:00+00:00",
        "sender": ALICE,
        "note": "ZeroDivisionError: division by zero",
    }


def test_a_letter_is_shown_without_its_token(cli_town: Town) -> None:
    mover = of(cli_town.board(), ALICE)
    cli_town.answer(mover, f"{SOUTH}\n")
    shown = pbm("inbox", "show", "7").stdout
    assert SOUTH in shown
    assert mover.token not in shown


def test_a_failed_letter_is_shown_without_its_secrets(
    town_with_failed_letter: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Desk, "_act", lambda *_: 1 / 0)
        town_with_failed_letter.write(BOB, f"gyges resign 1 alice {PASSWORD}\n")
    shown = pbm("inbox", "show", "8").stdout
    assert "gyges resign 1 alice ********" in shown
    assert PASSWORD not in shown
    token = town_with_failed_letter.last_letter().recipients
    assert token == (SERVER,)
    assert "pbm+xxxx" in pbm("inbox", "show", "7").stdout


def test_a_failed_letter_can_be_retried(town_with_failed_letter: Town) -> None:
    town_with_failed_letter.new_mails()
    result = pbm("inbox", "retry", "7")
    assert result.exit_code == 0
    assert result.stdout.startswith("letter 7 is done")
    assert kinds(town_with_failed_letter.new_mails()) == ["board", "board"]
    assert town_with_failed_letter.match().plies == 1
    assert pbm("audit").stdout == ""


def test_a_retry_that_fails_keeps_the_letter_failed(
    town_with_failed_letter: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "_act", lambda *_: int("x"))
    monkeypatch.setattr(logging.root, "handlers", [])
    result = pbm("inbox", "retry", "7")
    assert result.exit_code == 1
    assert result.stderr.startswith("letter 7 failed again: ValueError: invalid literal")
    assert result.stderr.count("\n") == 1
    assert town_with_failed_letter.status is LetterStatus.FAILED


def test_the_traceback_of_a_failed_retry_can_be_printed(
    town_with_failed_letter: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "_act", lambda *_: int("x"))
    monkeypatch.setattr(logging.root, "handlers", [])
    assert "Traceback" in pbm("inbox", "retry", "7", "--traceback").stderr


def test_a_retry_acts_on_a_waiting_letter_at_once(cli_town: Town) -> None:
    cli_town.keep(ALICE, letter(ALICE, "", "whoami").as_bytes())
    assert pbm("inbox", "retry", "5").exit_code == 0
    assert kinds(cli_town.new_mails()) == ["account"]


def test_a_letter_that_is_done_is_not_retried(cli_town: Town) -> None:
    result = pbm("inbox", "retry", "4")
    assert result.exit_code == 1


@pytest.fixture
def town_with_withheld_answers(cli_town: Town) -> Town:
    """A town that answers one stranger an hour. The answers to letters 6 and 7 are withheld."""
    cli_town.close()
    (cli_town.folder / "pbm.toml").write_text('strangers_per_hour = "1"\n')
    town = Town(cli_town.folder, strangers_per_hour="1")
    town.later(hours=2)
    for name in ("carol", "dave", "erin"):
        town.write(f"{name}@{name}.example", subject=f"signup {name}")
    return town


def test_letters_whose_answers_were_withheld_are_listed_and_answered(
    town_with_withheld_answers: Town,
) -> None:
    listed = pbm("inbox", "list", "--withheld", "--status", "ignored").stdout
    assert [line.split()[0] for line in listed.splitlines()] == ["7", "6"]
    result = pbm("inbox", "retry", "-", stdin=listed)
    assert result.exit_code == 0
    assert [numbers_in(line) for line in result.stdout.splitlines()] == [[7], [6]]
    assert [(mail.kind, mail.to) for mail in town_with_withheld_answers.new_mails()[-2:]] == [
        ("signup", "erin@erin.example"),
        ("signup", "dave@dave.example"),
    ]
    assert pbm("inbox", "list", "--withheld").stdout == ""
    town_with_withheld_answers.later(hours=1)
    assert town_with_withheld_answers.minute() == []


def test_an_ignored_letter_can_be_retried(cli_town: Town) -> None:
    cli_town.write(STRANGER, "hello\n")
    result = pbm("inbox", "retry", "5")
    assert (result.exit_code, numbers_in(result.stdout)) == (0, [5])
    assert cli_town.status is LetterStatus.IGNORED


def test_a_letter_whose_bytes_were_removed_cannot_be_retried(cli_town: Town) -> None:
    cli_town.write(STRANGER, "hello\n")
    cli_town.later(days=8)
    with cli_town.app.store.transaction() as tx:
        cli_town.app.tidy()(tx)
    result = pbm("inbox", "retry", "5")
    assert result.exit_code == 1


def test_a_failed_letter_whose_bytes_were_not_kept_cannot_be_retried(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(Desk, "_act", lambda *_: 1 / 0)
        broken.setattr(limits, "MIB", 0)
        cli_town.write(ALICE, "whoami\n")
    result = pbm("inbox", "retry", "5")
    assert (result.exit_code, cli_town.status) == (1, LetterStatus.FAILED)
    assert "its bytes were not kept" in result.stderr


def test_a_retry_of_several_letters_reports_those_that_are_refused(
    town_with_failed_letter: Town,
) -> None:
    result = pbm("inbox", "retry", "4", "7", "99")
    assert result.exit_code == 1
    assert result.stdout.startswith("letter 7 is done")
    assert [numbers_in(line) for line in result.stderr.splitlines()] == [[4], [99]]


def test_letters_are_found_by_their_notes(town_with_failed_letter: Town) -> None:
    assert len(pbm("inbox", "list", "--note", "ZeroDivision").stdout.splitlines()) == 1
    assert pbm("inbox", "list", "--note", "no such note").stdout == ""


@pytest.mark.parametrize("command", ["show", "retry"])
def test_an_unknown_letter_is_wrong_usage(command: str, cli_town: Town) -> None:
    result = pbm("inbox", command, "99")
    assert result.exit_code == 2


def test_a_letter_is_shown_with_the_mails_that_it_caused(cli_town: Town) -> None:
    mover = of(cli_town.board(), ALICE)
    mails = cli_town.answer(mover, f"{SOUTH}\n")
    letter = cli_town.last_letter().id
    shown = json.loads(pbm("inbox", "show", str(letter), "--json").stdout)
    assert shown["mails"] == [
        {"mail": mail.row.id, "kind": "board", "to": mail.to, "status": "queued"} for mail in mails
    ]
    assert SOUTH in shown["text"]
    lines = pbm("inbox", "show", str(letter)).stdout.splitlines()
    for mail in mails:
        assert [f"mail {mail.row.id}", f"board to {mail.to}, queued"] in [
            re.split(" {2,}", line) for line in lines
        ]


def _answers(mail: Mail, text: str, head: str = "") -> bytes:
    lines = [f"From: {ALICE}", f"To: {mail.reply_to}", head or "Subject: Re: hello", "", text]
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize(
    ("sender", "head", "text", "note"),
    [
        (
            ALICE,
            "Auto-Submitted: auto-replied",
            "I am away.",
            "auto-submitted, an automatic letter",
        ),
        (ALICE, "Subject: Automatic reply: hello", "I am away.", "absence, an automatic letter"),
        ("", "", "I am away.", "null-sender, an automatic letter"),
        (ALICE, "", "Good  morning to you, 17!", "the same words without a command as letter 7"),
        (ALICE, "", "Good morning to you, 16.", "of letter 7"),
        (ALICE, "Precedence: bulk", "Well.", "a list's or program's header, no command"),
    ],
)
def test_a_letter_that_is_not_answered_shows_why(
    cli_town: Town, sender: str, head: str, text: str, note: str
) -> None:
    mover = of(cli_town.board(), ALICE)
    first = _answers(mover, "Good morning to you, 16.")
    cli_town.post(ALICE, first, mover.reply_to)
    number = cli_town.last_letter().id
    cli_town.post(sender, _answers(mover, text, head), mover.reply_to)
    shown = pbm("inbox", "show", str(cli_town.last_letter().id)).stdout
    assert note.replace("letter 7", f"letter {number}") in shown


def test_a_letter_can_be_printed_as_its_bytes(cli_town: Town) -> None:
    cli_town.write(ALICE, "whoami\n")
    kept = cli_town.last_letter()
    assert pbm("inbox", "show", str(kept.id), "--raw").stdout_bytes == kept.raw


HOSTILE = "\x1b]0;title\x07 \x08\x08 \x9b31m \u202eabc\u2066 \rover \x7f\u200f"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_control_characters_of_a_letter_are_escaped(options: list[str], cli_town: Town) -> None:
    cli_town.write(ALICE, f"chat {HOSTILE}\n", subject="whoami")
    shown = pbm("inbox", "show", str(cli_town.last_letter().id), *options).stdout
    assert "title" in shown
    assert [
        each
        for each in shown
        if each in HOSTILE and unicodedata.category(each) != "Zs" and not each.isprintable()
    ] == []


@pytest.mark.parametrize("sender", ["<>", "", f"<{ALICE}>", "@EXAMPLE.org"])
def test_senders_are_found_in_each_notation(sender: str, cli_town: Town) -> None:
    bounce, mine = (
        cli_town.keep("", b"Subject: x\n\nx\n"),
        cli_town.keep(ALICE, b"Subject: x\n\nx\n"),
    )
    listed = json.loads(pbm("inbox", "list", "--from", sender, "--limit", "1", "--json").stdout)
    assert [each["letter"] for each in listed] == [mine if "@" in sender else bounce]
