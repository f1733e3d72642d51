from __future__ import annotations

import json
import re

import pytest

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


@pytest.mark.parametrize("option", [["--why", "a test's end"], ["--why=a test's end"]])
def test_a_reason_is_listed_once(option: list[str], house: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "1", *option)
    newest, oldest = pbm("acts").stdout.splitlines()
    assert re.split(" {2,}", newest)[2:] == ["pbm games abort 1", "a test's end"]
    assert oldest.endswith("pbm games create gyges alice bob  -")
