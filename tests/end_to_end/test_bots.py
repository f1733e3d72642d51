"""The program in scripts/ that plays by mail plays a whole game through a real server."""

from __future__ import annotations

import subprocess
import sys
import time

from pbm.admin.audit import audit
from pbm.store import open_store
from tests.end_to_end.player import Player
from tests.end_to_end.process import ROOT, ServerProcess
from tests.end_to_end.stored import a_move, match
from tests.patience import PATIENCE

BOT = ROOT / "scripts" / "example_bot.py"
A_MOMENT = 0.05


def run_bot(server: ServerProcess, robby: Player) -> None:
    """Let the program answer the mails that it has."""
    maildir = server.outgoing / robby.address
    command = [sys.executable, str(BOT), str(maildir), robby.address, f"127.0.0.1:{server.port}"]
    subprocess.run(command, check=True, timeout=PATIENCE)


def declare(alice: Player, robby: Player) -> None:
    assert robby.ask("signup robby -program -owner=alice").kind == "signup"
    assert robby.told("yes").kind == "owner_asked"
    assert alice.receive().kind == "owner"
    assert alice.told("yes").kind == "program_declared"
    assert robby.receive().kind == "welcome"


def test_a_program_plays_a_whole_game_by_mail(server: ServerProcess, alice: Player) -> None:
    robby = Player(server, "robby")
    declare(alice, robby)
    alice.told("dvonn challenge robby -random")
    end = time.monotonic() + PATIENCE
    while not match(server.data).finished:
        assert time.monotonic() < end
        run_bot(server, robby)
        if alice.unread():
            alice.receive()
        if alice.last.asks_for_move:
            alice.told(alice.last.example or a_move(server.data))
        else:
            time.sleep(A_MOMENT)
    store = open_store(server.data)
    try:
        assert list(audit(store, lambda: None)) == []
    finally:
        store.close()


def test_the_program_is_as_short_as_it_is_said_to_be() -> None:
    """Blank lines, imports and the text at its beginning are not counted."""
    lines = BOT.read_text(encoding="utf-8").split('"""')[2].splitlines()
    assert sum(bool(line) and " import " not in f" {line}" for line in lines) <= 35
