from __future__ import annotations

import json

from tests.pbm.cli.program import pbm
from tests.pbm.town import Town


def test_everything_is_counted(cli_town: Town) -> None:
    cli_town.board()
    pbm("games", "create", "dvonn", "alice", "bob")
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "3", "--why", "a test")
    pbm("players", "suspend", "bob")
    found = json.loads(pbm("stats", "--json").stdout)
    assert found["players"] == {"active": 1, "suspended": 1, "left": 0, "unreachable": 0}
    assert found["boards"] == {"invited": 0, "declined": 0, "running": 2, "finished": 1}
    assert found["games"] == {"dvonn/standard": 1, "gyges/classic": 2}
    assert found["letters"]["done"] == 6
    assert found["mails"]["queued"] > 8
    assert found["acts"] == {"recorded": 4}


def test_the_counts_are_printed_as_text(cli_town: Town) -> None:
    assert "players  active=2 suspended=0 left=0 unreachable=0\n" in pbm("stats").stdout
