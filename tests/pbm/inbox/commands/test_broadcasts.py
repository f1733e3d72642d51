"""Mails to all players, as the players see them; the operator's side is in tests/pbm/cli."""

from __future__ import annotations

import pytest

from pbm.admin.action import action
from pbm.play import messages
from tests.pbm.inbox.commands.people import account
from tests.pbm.town import ALICE, BOB, Mail, Town, only, refused_because


def broadcast(town: Town) -> list[Mail]:
    with action(town.app, "players broadcast") as work:
        hearers = [each for each in work.tx.players.list() if messages.wants_broadcasts(each)]
        news = messages.Broadcast("A pause", "Off on Sunday.")
        messages.broadcast(work, hearers, news)
    return town.new_mails()


def test_a_reply_to_a_broadcast_switches_them_off(town_with_players: Town) -> None:
    alice, bob = broadcast(town_with_players)
    assert (alice.to, bob.to) == (ALICE, BOB)
    answer = only(town_with_players.answer(alice, "set broadcasts off\n"))
    assert answer.facts["changed"] == "broadcasts off"
    assert [mail.to for mail in broadcast(town_with_players)] == [BOB]


def test_broadcasts_can_be_switched_on_again(town_with_players: Town) -> None:
    town_with_players.answer(account(town_with_players, ALICE), "set broadcasts off\n")
    town_with_players.answer(account(town_with_players, ALICE), "set broadcasts on\n")
    assert [mail.to for mail in broadcast(town_with_players)] == [ALICE, BOB]


@pytest.mark.parametrize("value", ["", "never"])
def test_broadcasts_are_on_or_off(town_with_players: Town, value: str) -> None:
    answer = town_with_players.answer(
        account(town_with_players, ALICE), f"set broadcasts {value}\n"
    )
    code, facts = refused_because(answer)
    assert (code, facts["known"]) == ("unknown_value", "on, off")
