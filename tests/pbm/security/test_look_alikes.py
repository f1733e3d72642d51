"""No userid and no address of a player looks like that of another player."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import for_each
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, CAROL, SOUTH, Mail, Town, kinds

TAKEN = [
    "ALICE", "Alice", "a.lice", "a_l_i_c_e", "al-ice", "alice.", "alice_", "a1ice", "aIice",
    "al1ce", "alice\u200b", "ali\u00adce", "\u202ealice", "alice\u2060",
]  # fmt: skip
NO_USERID = [
    "аlice",  # Cyrillic a
    "аӏісе",
    "αlice",
    "alıce",
    "alíce",
    "ａｌｉｃｅ",
    "𝐚𝐥𝐢𝐜𝐞",
    "alice\u0301",
    "a\ufe0flice",
    "al\u0456ce",
    "9alice",
    "alice@example.org",
    "../alice",
    "alice\\nbob",
    "a" * 21,
]
OFFICIAL = [
    "pbm",
    "p.b.m",
    "adm1n",
    "adrnin",
    "root",
    "r00t",
    "post-master",
]


@for_each("userid", TAKEN)
def test_a_look_alike_of_a_player_is_taken(town_with_players: Town, userid: str) -> None:
    before = goods(town_with_players)
    town_with_players.write(CAROL, f"signup {userid}")
    assert town_with_players.note in ("taken_userid", "reserved_userid")
    assert goods(town_with_players) == before


@for_each("userid", NO_USERID)
def test_no_letter_of_another_script_is_in_a_userid(town_with_players: Town, userid: str) -> None:
    mails = town_with_players.write(CAROL, f"signup {userid}")
    assert "signup" not in kinds(mails)
    assert goods(town_with_players)["players"] == goods(town_with_players)["players"][:2]


@for_each("userid", OFFICIAL)
def test_no_userid_looks_like_the_servers_own_names(town_with_players: Town, userid: str) -> None:
    town_with_players.write(CAROL, f"signup {userid}")
    assert town_with_players.note == "reserved_userid"


def test_a_letter_that_only_folds_to_one_of_ours_is_stored_as_ours(town: Town) -> None:
    """The Kelvin sign casefolds to k; a userid is stored with a-z only."""
    (question,) = town.write(CAROL, "signup \u212aarl")
    town.answer(question, "yes")
    assert town.player("karl").userid == "karl"


# Addresses

FOREIGN = [
    "alice@exаmple.org",  # Cyrillic a
    "аlice@example.org",
    "alice@example.оrg",
    "alice@example。org",
    "alice@xn--exmple-4nf.org",
    "alice@example.org\u200b.evil.example",
    "alice@sub.example.org",
    "alice@example.com",
    "alice+x@example.org",
    "al.ice@example.org",
    "alice@example\u00adorg",
]


@for_each("author", FOREIGN)
def test_an_address_that_looks_like_hers_is_not_hers(
    town_with_game: Town, board_mails: tuple[Mail, Mail], author: str
) -> None:
    raw = f"From: {author}\r\nMessage-ID: <l@x>\r\n\r\n{SOUTH}\r\n".encode()
    before = goods(town_with_game)
    mails = town_with_game.post("x@evil.example", raw, board_mails[0].reply_to)
    assert goods(town_with_game) == before
    assert set(kinds([mail for mail in mails if mail.to == ALICE])) <= {"wrong_secret"}


@pytest.mark.parametrize("address", ["alice@exаmple.org", "аlice@example.org", "a@ｅ.example"])
def test_no_address_that_shows_other_letters_than_it_has_is_signed_up(
    town: Town, address: str
) -> None:
    raw = f"From: {address}\r\nMessage-ID: <l@x>\r\nSubject: signup carol\r\n\r\n".encode()
    assert town.post("x@evil.example", raw) == []
    assert town.status is LetterStatus.IGNORED


def test_a_domain_of_other_letters_is_shown_as_it_is_sent(town: Town) -> None:
    (question,) = town.write("carol@xn--exmple-4nf.org", "signup carol")
    assert str(question.message["To"]) == "carol@xn--exmple-4nf.org"
