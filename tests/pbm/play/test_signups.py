from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.model import Player
from pbm.play.addresses import MOST_ADDRESSES
from pbm.play.programs import enlist
from pbm.play.signups import (
    SignedUp,
    Signup,
    SignupAsked,
    WelcomedAgain,
    add,
    agree,
    ask,
    free_userid,
    welcome_again,
)
from pbm.play.work import Work
from tests.pbm.play.helpers import anybody, drop_addresses, refused

DORA = Signup("dora", "dora@example.org", "de", ("dora@example.net", "alice@example.org"))
WORDS = frozenset({"resign"}).__contains__


def test_asking_for_a_signup_creates_no_player(work: Work) -> None:
    ask(work, replace(DORA, address="Dora@Example.org"), "correct horse", WORDS)
    assert work.published == [SignupAsked(None, DORA, "correct horse")]
    assert "correct horse" not in repr(work.published)
    assert work.tx.players.by_userid("dora") is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"userid": "1dora"}, "bad_userid"),
        ({"userid": "resign"}, "reserved_userid"),
        ({"userid": "gyges"}, "reserved_userid"),
        ({"userid": "operator"}, "reserved_userid"),
        ({"userid": "a1ice"}, "taken_userid"),
        ({"address": "alice@example.org"}, "taken_address"),
        ({"address": "dora"}, "bad_address"),
        ({"language": "xx"}, "unknown_language"),
        ({"more": ("dora",)}, "bad_address"),
    ],
)
def test_an_unacceptable_signup_is_refused(
    work: Work, alice: Player, change: dict[str, object], code: str
) -> None:
    with refused(code):
        ask(work, replace(DORA, **change), None, WORDS)  # type: ignore[arg-type]
    assert work.published == []


def test_a_confirmed_signup_creates_a_player_and_asks_further_addresses(
    work: Work, alice: Player
) -> None:
    player = agree(work, DORA, "a hash", WORDS, anybody)
    assert (player.userid, player.addresses) == ("dora", (DORA.address,))
    assert (player.password, player.settings) == (
        "a hash",
        {"lang": "de", "mail": "pictures"},
    )
    assert work.published == [SignedUp(player, player, DORA.more)]


def test_a_further_address_that_cannot_be_asked_does_not_stop_the_signup(work: Work) -> None:
    player = agree(work, DORA, None, WORDS, lambda address: address.endswith(".net"))
    assert work.published == [SignedUp(player, player, ("dora@example.net",))]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"userid": "alice"}, "taken_userid"), ({"address": "alice@example.org"}, "taken_address")],
)
def test_a_userid_or_address_taken_meanwhile_is_refused(
    work: Work, alice: Player, change: dict[str, str], code: str
) -> None:
    with refused(code):
        agree(work, replace(DORA, **change), None, WORDS, anybody)  # type: ignore[arg-type]


def test_a_signup_survives_the_round_trip_through_json() -> None:
    assert Signup.read(DORA.data()) == DORA
    old = {"userid": "dora", "address": "dora@example.org", "more": []}
    assert Signup.read(old) == Signup("dora", "dora@example.org", "en")


def test_the_operator_adds_a_player_without_asking(work: Work) -> None:
    player = add(work, "Dora", ["dora@example.org", "dora@example.net"], WORDS)
    assert (player.userid, player.password) == ("dora", None)
    assert player.addresses == ("dora@example.org", "dora@example.net")
    assert work.published == [SignedUp(None, player)]


def test_the_welcome_mail_can_be_sent_again(work: Work, alice: Player) -> None:
    welcome_again(work, alice)
    assert work.published == [WelcomedAgain(None, alice)]
    with refused("no_address", userid="alice"):
        welcome_again(work, drop_addresses(work, alice))


def test_the_operator_adds_no_player_with_a_taken_address(work: Work, alice: Player) -> None:
    with refused("taken_address"):
        add(work, "dora", ["dora@example.org", alice.mailbox], WORDS)
    assert work.tx.players.by_userid("dora") is None


def test_only_as_many_addresses_are_asked_as_a_player_may_have(work: Work) -> None:
    more = tuple(f"{number}@example.com" for number in range(MOST_ADDRESSES))
    ask(work, replace(DORA, more=more), None, WORDS)
    (asked,) = work.published
    assert isinstance(asked, SignupAsked)
    assert asked.wanted.more == more[:-1]


@pytest.mark.parametrize(
    ("wanted", "free"),
    [
        (["dora", "doraborn"], "dora"),
        (["alice", "aliceborn"], "aliceborn"),
        (["resign"], "resign2"),
        (["operator"], "operator2"),
        (["gyges"], "gyges2"),
        (["a3"], "a32"),
        (["owl-7", "owlborn"], "owlborn"),
        (["owl-7"], ""),
        ([], ""),
    ],
)
def test_a_suggested_userid_can_be_had(
    work: Work, alice: Player, wanted: list[str], free: str
) -> None:
    enlist(work.tx, "owl", work.now, {})
    assert free_userid(work.tx, wanted, WORDS) == free
    if free:
        assert add(work, free, ["dora@example.org"], WORDS).userid == free
