from __future__ import annotations

import json

from tests.pbm.cli.program import pbm
from tests.pbm.town import Town


def test_acts_are_listed_newest_first_with_their_reason(house: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "1", "--why", "a test")
    pbm("games", "list")
    newest, oldest = json.loads(pbm("acts", "--json").stdout)
    assert (newest["act"], newest["command"]) == (2, "pbm games abort 1 --why 'a test'")
    assert newest["why"] == "a test"
    assert oldest["command"] == "pbm games create gyges alice bob"
    assert len(pbm("acts", "--limit", "1").stdout.splitlines()) == 1
