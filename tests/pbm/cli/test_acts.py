from __future__ import annotations

import json
import os
import pwd
import re

import pytest

from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.town import Town


def test_acts_are_listed_newest_first_with_their_reason(cli_town: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "1", "--why", "a test")
    pbm("games", "list")
    newest, oldest = json.loads(pbm("acts", "--json").stdout)
    assert (newest["act"], newest["command"]) == (2, "pbm games abort 1 --why 'a test'")
    assert newest["why"] == "a test"
    assert oldest["command"] == "pbm games create gyges alice bob"
    assert len(pbm("acts", "--limit", "1").stdout.splitlines()) == 1


@pytest.mark.parametrize("option", [["--why", "a test's end"], ["--why=a test's end"]])
def test_a_reason_is_listed_once(option: list[str], cli_town: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "abort", "1", *option)
    newest, oldest = pbm("acts").stdout.splitlines()
    assert re.split(" {2,}", newest)[2:4] == ["pbm games abort 1", "a test's end"]
    assert re.split(" {2,}", oldest)[2:4] == ["pbm games create gyges alice bob", "-"]


def test_an_act_names_the_user_who_typed_it(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUDO_USER", "ada")
    pbm("games", "create", "gyges", "alice", "bob")
    monkeypatch.delenv("SUDO_USER")
    pbm("ratings", "rebuild")
    with cli_town.app.store.transaction() as tx:
        tx.acts.add("clock", "time went by", {}, cli_town.time)
    clock, plain, behind_sudo = json.loads(pbm("acts", "--json").stdout)
    assert (clock["command"], clock["who"]) == ("clock", "")
    assert plain["who"] == pwd.getpwuid(os.getuid()).pw_name
    assert behind_sudo["who"] == "ada"


def test_a_truncated_list_says_how_many_there_are(cli_town: Town) -> None:
    for _ in range(3):
        pbm("ratings", "rebuild")
    assert numbers_in(pbm("acts", "--limit", "2").stderr) == [2, 3, 3]
    assert pbm("acts", "--limit", "3").stderr == ""
