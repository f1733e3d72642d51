"""Challenges in a player's own words: how the game begins, and what the opponent is told."""

from __future__ import annotations

import pytest

from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, Mail, Town, of, only


@pytest.fixture
def account(town_with_players: Town) -> Mail:
    return only(town_with_players.write(ALICE, "whoami"))


ASKED = [
    "would you ask bob for a game of dvonn?",
    "frag bob nach einer Partie DVONN",
    "pouvez-vous proposer une partie de dvonn à bob ?",
    "vraag bob om een partij dvonn",
    "chiedi a bob una partita di dvonn",
]


@for_each("text", ASKED)
def test_a_game_with_a_person_begins_with_the_pieces_on_the_board(
    town_with_players: Town, account: Mail, text: str
) -> None:
    asked = only(town_with_players.answer(account, text))
    assert (asked.kind, asked.facts["line"]) == ("confirm", "dvonn challenge bob -random")


def test_a_plain_wish_for_a_game_does_so_at_once(town_with_players: Town, account: Mail) -> None:
    invitations = [
        of(town_with_players.answer(account, text), BOB)
        for text in ("dvonn with bob please", "dvonn challenge bob")
    ]
    assert [each.kind for each in invitations] == ["invitation", "invitation"]
    assert [each.facts["start"] for each in invitations] == ["random", ""]


@for_each(
    ("text", "told"),
    [
        ("Invite bob to gyges. Tell them I'd love that!", "Tell them I'd love that!"),
        ("Lade bob zu Gyges ein und sag ihm, dass es eilt", "sag ihm, dass es eilt"),
        ("Invite bob à une partie de gyges. Dites-lui bonjour", "Dites-lui bonjour"),
        ("Nodig bob uit voor gyges. Zeg hem dat het leuk is", "Zeg hem dat het leuk is"),
        ("Invitate bob a una partita di gyges. Ditegli che spero", "Ditegli che spero"),
    ],
)
def test_words_for_the_opponent_go_out_with_the_invitation(
    town_with_players: Town, account: Mail, text: str, told: str
) -> None:
    found = town_with_players.answer(account, text)
    if found[0].kind == "confirm":
        found = town_with_players.answer(found[0], "yes")
    assert f"| {told}" in of(found, BOB).text


def test_a_password_among_them_goes_to_nobody(town_with_players: Town, account: Mail) -> None:
    said = "Invite bob to gyges. Tell them my password is Xk9!fooZ"
    found = town_with_players.answer(account, said)
    if found[0].kind == "confirm":
        found = town_with_players.answer(found[0], "yes")
    assert not any("Xk9" in each.text for each in found if each.to == BOB)
