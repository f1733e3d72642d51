"""The first minutes with pbm: the demonstration, and the sandbox in place of a mail program."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from pbm.admin.demo import PROGRAM_GAME
from tests.end_to_end.player import letter
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.test_whole_games import SAMPLE_GAME
from tests.patience import PATIENCE

ALICE = "alice@example.org"


def sandbox(server: ServerProcess, *arguments: str, stdin: str = "") -> str:
    """Return what ``pbm sandbox`` prints; it must exit with 0."""
    done = run(server, *arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(server: ServerProcess) -> str:
    return sandbox(server, "read", ALICE, "--wait", str(PATIENCE))


def run(
    server: ServerProcess, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    listen = ("--listen", f"127.0.0.1:{server.port}")
    return server.pbm(*listen, "sandbox", *arguments, stdin=stdin)


@pytest.mark.slow
def test_the_demonstration_plays_its_games_and_leaves_only_their_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # a fork would keep its parent's folder
    demo = ServerProcess(tmp_path / "data").pbm("serve", "--demo")

    assert demo.returncode == 0, demo.stderr
    assert demo.stderr == ""
    lines = demo.stdout.splitlines()
    assert [line for line in lines if line.startswith("listening on 127.0.0.1:")]
    # Both players get a mail for every ply, and four before the first. Against a program alice gets
    # the list, a mail when the program accepts, and one for each of her moves, with the program's
    # answer.
    program_mails = 2 + len(PROGRAM_GAME)
    assert sum(line.startswith("== alice gets a mail") for line in lines) == 16 + 4 + program_mails
    assert sum(line.startswith("== bob gets a mail") for line in lines) == 16 + 4
    assert [move for move in SAMPLE_GAME if f'replies: "{move}"' not in demo.stdout] == []
    assert "North won by 64-54-35-36-S at ply 16." in lines
    assert lines[-3:-1] == [
        "South played 2 turns against owl-1, a program.",
        "The audit finds nothing wrong. The demonstration is over.",
    ]
    (pages,) = tmp_path.iterdir()
    assert lines[-1].endswith(f" {pages}/index.html")
    assert (pages / "games" / "1.html").is_file()


def subject_of(shown: str) -> str:
    """Return the subject of a mail that ``pbm sandbox read`` shows, "" without one."""
    found = re.search("^Subject: (.*)$", shown, re.MULTILINE)
    return found[1] if found else ""


def test_a_newcomer_signs_up_without_a_mail_program(server: ServerProcess) -> None:
    sent = sandbox(server, "send", "--from", ALICE, "--subject", "signup alice")
    assert sent.startswith('sent to the server; "')
    assert sent.endswith(f'pbm sandbox read {ALICE}" shows the answer\n')

    question = read(server)
    assert f"To:      {ALICE}\nSubject: [pbm] " in question
    subject = subject_of(question)
    assert "alice" in subject

    answered = sandbox(server, "send", "--from", ALICE, "--reply", stdin="yes\n")
    assert f'sent as a reply to "{subject}"' in answered

    assert subject_of(read(server)) not in ("", subject)


def test_a_mail_is_shown_once(server: ServerProcess) -> None:
    sandbox(server, "send", "--from", ALICE, stdin="help\n")
    read(server)

    assert sandbox(server, "read", ALICE, "--wait", "0") == f"no new mail for {ALICE}\n"


def test_a_command_may_be_in_the_text(server: ServerProcess) -> None:
    sandbox(server, "send", "--from", ALICE, stdin="\nsignup alice\n")

    assert "alice" in subject_of(read(server))


def test_the_sandbox_needs_a_server(server: ServerProcess) -> None:
    server.stop()

    failed = run(server, "send", "--from", ALICE, stdin="help\n")

    assert failed.returncode == 75
    assert failed.stderr.count("\n") == 1
    assert "start one with pbm serve" in failed.stderr


def test_the_sandbox_reads_maildirs_only(server: ServerProcess) -> None:
    failed = run(server, "read", ALICE, "--outgoing", "smtp://127.0.0.1:25")

    assert failed.returncode == 2
    assert "serve with --outgoing maildir:DIR" in failed.stderr


def test_a_reply_needs_something_to_reply_to(server: ServerProcess) -> None:
    failed = run(server, "send", "--from", ALICE, "--reply", stdin="yes\n")

    assert failed.returncode == 2
    assert failed.stderr == f"{ALICE} has no mail to reply to; send a mail without --reply first\n"


def test_an_address_has_an_at_sign(server: ServerProcess) -> None:
    failed = run(server, "read", "alice")

    assert failed.returncode == 2
    assert failed.stderr == '"alice" is not a mail address; give one like alice@example.org\n'


def test_what_the_server_refuses_is_told(server: ServerProcess) -> None:
    failed = run(server, "send", "--from", ALICE, stdin="all work and no play\n" * 20_000)

    assert failed.returncode == 1
    assert failed.stderr.startswith("the server refused the mail: 552 ")


def test_a_letter_that_came_through_a_pipe_is_answered_once_the_server_runs(
    server: ServerProcess,
) -> None:
    server.stop()
    piped = server.pbm("deliver", stdin=letter(ALICE, "signup alice", "").as_string())
    assert piped.returncode == 0, piped.stderr

    server.start()

    assert "alice" in subject_of(read(server))
