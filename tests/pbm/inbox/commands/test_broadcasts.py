"""Mails to all players, as the players see them; the operator's side is in tests/pbm/cli."""

from __future__ import annotations

import pytest

from pbm.admin.action import action
from pbm.play import messages
from tests.pbm.inbox.commands.people import account
from tests.pbm.town import ALICE, BOB, Mail, Town, only


def broadcast(town: Town) -> list[Mail]:
    with action(town.app, "players broadcast") as work:
        hearers = [each for each in work.tx.players.list() if messages.wants_broadcasts(each)]
        news = messages.Broadcast("A pause", "Off on Sunday.")
        messages.broadcast(work, hearers, news)
    return town.new_mails()


def test_a_broadcast_says_how_to_be_spared_the_next(town_with_players: Town) -> None:
    alice, bob = broadcast(town_with_players)
    assert (alice.to, bob.to) == (ALICE, BOB)
    answer = only(town_with_players.answer(alice, "set broadcasts off\n"))
    assert "From now on: broadcasts off" in answer.text
    assert [mail.to for mail in broadcast(town_with_players)] == [BOB]


def test_who_wants_broadcasts_again_hears_them_again(town_with_players: Town) -> None:
    town_with_players.answer(account(town_with_players, ALICE), "set broadcasts off\n")
    town_with_players.answer(account(town_with_players, ALICE), "set broadcasts on\n")
    assert [mail.to for mail in broadcast(town_with_players)] == [ALICE, BOB]


@pytest.mark.parametrize("value", ["", "never"])
def test_broadcasts_are_on_or_off(town_with_players: Town, value: str) -> None:
    answer = only(
        town_with_players.answer(account(town_with_players, ALICE), f"set broadcasts {value}\n")
    )
    assert "Choose one of on, off" in " ".join(answer.text.split())
