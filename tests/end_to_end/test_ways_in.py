"""SMTP and LMTP side by side: which authentication results are believed on each."""

from __future__ import annotations

import json
import smtplib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.admin.sandbox import hand_in
from pbm.app.setting_values import LmtpSocket
from tests.end_to_end.conftest import findings
from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.process import SERVER, ServerProcess
from tests.patience import PATIENCE, wait_until
from tests.pbm.town import letter

pytestmark = pytest.mark.slow

FRONT = "mail.example.com"
ALICE = "alice@example.org"
MOVE = f"""\
Authentication-Results: {FRONT}; dmarc=pass header.from=example.org
Received: from mx.example.org (mx.example.org [192.0.2.7]) by {FRONT} (Postfix)
From: Alice <{ALICE}>
To: {SERVER}
Subject: gyges move 1 231123
Date: Fri, 20 Nov 2026 10:00:00 +0000
Message-ID: <1@example.org>

"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with both ways in and a front server, and a game that has just begun."""
    process = ForkedServer(tmp_path / "data")
    process.data.mkdir()
    (process.data / "pbm.toml").write_text(f'trust_authserv = "{FRONT}"\n')
    process.listen = f"127.0.0.1:0, lmtp:{socket_of(process)}"
    for player in ("alice", "bob"):
        process.pbm("players", "add", player, f"{player}@example.org")
    process.pbm("games", "create", "gyges", "alice", "bob")
    process.start()
    yield process
    process.stop()
    assert findings(process.data) == []
    assert not socket_of(process).exists()


def socket_of(process: ServerProcess) -> Path:
    return process.data.parent / "socket"


def plies(server: ServerProcess) -> int:
    """Wait until no letter waits, and return the number of plies."""
    wait_until(lambda: '"waiting"' not in told(server, "inbox"), "a letter still waits")
    return int(json.loads(told(server, "games"))[0]["ply"])


def told(server: ServerProcess, what: str) -> str:
    """The rows that an operator's command lists as JSON."""
    return server.pbm(what, "list", "--json").stdout


def test_what_comes_by_the_socket_is_believed(server: ServerProcess) -> None:
    with smtplib.LMTP(str(socket_of(server)), timeout=PATIENCE) as client:
        client.sendmail(ALICE, SERVER, MOVE)
    assert plies(server) == 1


def test_what_anybody_on_the_machine_can_send_is_not(server: ServerProcess) -> None:
    with server.client() as client:
        client.sendmail(ALICE, SERVER, MOVE)
    assert plies(server) == 0


def test_the_sandbox_finds_its_way_in(server: ServerProcess) -> None:
    hand_in(LmtpSocket(socket_of(server)), letter(ALICE, "whoami", to=SERVER))
    assert plies(server) == 0
    (kept,) = json.loads(told(server, "inbox"))
    assert kept["status"] == "done"
