"""Starts and stops of the server, as the operator sees them."""

from __future__ import annotations

from collections.abc import Callable

from pbm.version import told as version
from tests.end_to_end.player import Player
from tests.end_to_end.process import DOMAIN, ServerProcess


def test_a_kill_can_be_told_from_an_end(server: ServerProcess) -> None:
    server.restart()
    server.kill()
    server.start()
    told = [line.partition(": ")[2] for line in server.log.read_text().splitlines()]
    start = [f"pbm {version()} starts on {server.data} for {DOMAIN}", "letters that wait: 0"]
    # That it is a trial is logged when it listens, which a kill may come before.
    others = [line for line in told if not line.startswith("no mail from outside")]
    assert others == [*start, "stopped", *start, *start]


def test_a_second_server_on_the_same_data_is_refused(server: ServerProcess) -> None:
    second = server.pbm("serve", "--listen", "127.0.0.1:0")
    assert (second.returncode, second.stdout) == (75, "")
    assert second.stderr == f"another pbm serve is running on {server.data}; stop it first\n"
    assert server.pbm("players", "list").returncode == 0


def test_an_operator_at_the_server_itself_is_warned_of(server: ServerProcess) -> None:
    (server.data / "pbm.toml").write_text(f'operator = "olga@{DOMAIN}"\n')
    server.restart()
    assert "WARNING pbm.app.server: operator is an address of this server" in server.log.read_text()


def test_a_domain_that_was_changed_is_warned_of(
    server: ServerProcess, player: Callable[[str], Player]
) -> None:
    player("alice")
    server.stop()
    server.domain = "other.example.com"
    server.start()
    assert f"WARNING pbm.app.server: the club was at {DOMAIN}" in server.log.read_text()
