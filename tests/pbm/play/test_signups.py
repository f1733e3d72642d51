from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.model import Player
from pbm.play.signups import SignedUp, Signup, SignupAsked, add, agree, ask
from pbm.play.work import Work
from tests.pbm.play.table import refused

DORA = Signup("dora", "dora@example.org", "de", ("dora@example.net", "alice@example.org"))
WORDS = frozenset({"resign"})


def anybody(_address: str) -> bool:
    return True


def test_who_asks_is_nobody_yet(work: Work) -> None:
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
def test_who_cannot_be_a_player_is_refused(
    work: Work, alice: Player, change: dict[str, object], code: str
) -> None:
    with refused(code):
        ask(work, replace(DORA, **change), None, WORDS)  # type: ignore[arg-type]
    assert work.published == []


def test_the_address_agrees_and_further_ones_are_asked(work: Work, alice: Player) -> None:
    player = agree(work, DORA, "a hash", WORDS, anybody)
    assert (player.userid, player.addresses) == ("dora", (DORA.address,))
    assert (player.password, player.settings) == ("a hash", {"lang": "de"})
    assert work.published == [SignedUp(player, player, DORA.more)]


def test_an_address_that_cannot_be_asked_now_stops_no_signup(work: Work) -> None:
    player = agree(work, DORA, None, WORDS, lambda address: address.endswith(".net"))
    assert work.published == [SignedUp(player, player, ("dora@example.net",))]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"userid": "alice"}, "taken_userid"), ({"address": "alice@example.org"}, "taken_address")],
)
def test_what_was_taken_meanwhile_is_refused(
    work: Work, alice: Player, change: dict[str, str], code: str
) -> None:
    with refused(code):
        agree(work, replace(DORA, **change), None, WORDS, anybody)  # type: ignore[arg-type]


def test_a_signup_is_read_as_it_was_written() -> None:
    assert Signup.read(DORA.data()) == DORA
    old = {"userid": "dora", "address": "dora@example.org", "more": []}
    assert Signup.read(old) == Signup("dora", "dora@example.org", "en")


def test_the_operator_adds_a_player_without_asking(work: Work) -> None:
    player = add(work, "Dora", ["dora@example.org", "dora@example.net"], WORDS)
    assert (player.userid, player.password) == ("dora", None)
    assert player.addresses == ("dora@example.org", "dora@example.net")
    assert work.published == [SignedUp(None, player)]
