"""The proof of a letter is decided at its reception; nothing that happens later adds proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm.admin.action import action
from pbm.admin.messages import retry_letter
from pbm.base.secrets import hash_password
from pbm.inbox.desk import Desk
from pbm.mail.correspondence import LetterStatus
from pbm.mail.peers import PIPE, SOCKET
from tests.pbm.conftest import SavedTown
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, PASSWORD, SERVER, SOUTH, Mail, Town, kinds

FRONT = "mx.pbm.example"
VOUCHED = f"Authentication-Results: {FRONT}; dmarc=pass header.from=example.org"
PEER, STRANGER = "192.0.2.1", "192.0.2.99"
TRUSTING = {"trust_authserv": FRONT, "trusted_peers": PEER}
UNTRUSTING = {"trust_authserv": "", "trusted_peers": ""}

Open = Callable[..., Town]


@pytest.fixture
def open_town(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Open]:
    """Opens a town with a game under other settings; the town that was open is closed."""
    saved_town_with_game.copy(tmp_path).close()
    opened: list[Town] = []

    def start(**settings: str) -> Town:
        if opened:
            opened[-1].close()
        opened.append(Town(tmp_path, **settings))
        return opened[-1]

    yield start
    opened[-1].close()


def vouched(text: str = f"gyges move 1 {SOUTH}", *more: str) -> bytes:
    head = (
        VOUCHED,
        *more,
        f"From: {ALICE}",
        f"To: {SERVER}",
        "Subject: hello",
        "Date: Fri, 20 Nov 2026 10:00:00 +0000",
        "Message-ID: <1@example.org>",
    )
    return "\r\n".join([*head, "", text, ""]).encode()


def retry(town: Town) -> list[Mail]:
    number = town.last_letter().id
    with action(town.app, "inbox retry") as work:
        retry_letter(work, number)
    town.app.handle_now(number)
    return town.new_mails()


def fail(town: Town, monkeypatch: pytest.MonkeyPatch, sender: str, raw: bytes, to: str) -> None:
    """Make a letter fail because of an error in the server."""

    def broken(*_: object) -> None:
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patch:
        patch.setattr(Desk, "_act", broken)
        town.post(sender, raw, to)
    assert town.status is LetterStatus.FAILED


def set_password(town: Town, password: str) -> None:
    with town.app.store.transaction() as tx:
        player = tx.players.by_userid("alice")
        assert player is not None
        tx.players.set_password(player.id, hash_password(password))


@pytest.mark.parametrize("peer", [PEER, f"::ffff:{PEER}", PIPE, SOCKET])
def test_a_trusted_peer_brings_the_front_server_s_word(open_town: Open, peer: str) -> None:
    town = open_town(**TRUSTING)
    town.post(ALICE, vouched(), peer=peer)
    assert town.match().plies == 1


@pytest.mark.parametrize("peer", [STRANGER, "127.0.0.1", "::1", "::ffff:127.0.0.1", "unknown"])
def test_an_untrusted_peer_does_not_bring_the_front_server_s_word(
    open_town: Open, peer: str
) -> None:
    town = open_town(**TRUSTING)
    before = goods(town)
    assert kinds(town.post(ALICE, vouched(), peer=peer)) == ["confirm"]
    assert goods(town) == before


def test_the_loopback_counts_where_it_is_named(open_town: Open) -> None:
    town = open_town(trust_authserv=FRONT, trusted_peers="127.0.0.0/8, ::1")
    town.post(ALICE, vouched(), peer="127.0.0.1")
    assert town.match().plies == 1


def test_a_letter_that_was_not_believed_is_not_believed_under_other_settings(
    open_town: Open,
) -> None:
    number = open_town(**UNTRUSTING).keep(ALICE, vouched(), peer=PEER)
    town = open_town(**TRUSTING)
    town.app.handle_now(number)
    assert kinds(town.new_mails()) == ["confirm"]
    assert town.match().plies == 0


def test_a_letter_that_was_believed_stays_so_under_other_settings(open_town: Open) -> None:
    number = open_town(**TRUSTING).keep(ALICE, vouched(), peer=PEER)
    town = open_town(**UNTRUSTING)
    town.app.handle_now(number)
    assert town.match().plies == 1


@pytest.mark.parametrize(
    ("first", "then", "plies"), [(TRUSTING, UNTRUSTING, 1), (UNTRUSTING, TRUSTING, 0)]
)
def test_a_retry_uses_the_proof_that_was_stored_at_reception(
    open_town: Open,
    monkeypatch: pytest.MonkeyPatch,
    first: dict[str, str],
    then: dict[str, str],
    plies: int,
) -> None:
    fail(open_town(**first), monkeypatch, ALICE, vouched(), SERVER)
    town = open_town(**then)
    retry(town)
    assert town.match().plies == plies


def answer(to: str) -> bytes:
    head = f"From: {ALICE}\r\nTo: {to}\r\nSubject: Re: yours\r\nMessage-ID: <2@example.org>"
    return f"{head}\r\n\r\nyes\r\n".encode()


def test_a_token_is_judged_by_when_its_letter_came(
    town_with_game: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    (question,) = town_with_game.write(ALICE, f"gyges move 1 {SOUTH}")
    town_with_game.later(hours=47)
    fail(town_with_game, monkeypatch, ALICE, answer(question.reply_to), question.reply_to)
    town_with_game.later(hours=47)
    retry(town_with_game)
    assert town_with_game.match().plies == 1


def test_a_token_that_had_expired_when_its_letter_came_stays_so(
    town_with_game: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    (question,) = town_with_game.write(ALICE, f"gyges move 1 {SOUTH}")
    town_with_game.later(hours=49)
    fail(town_with_game, monkeypatch, ALICE, answer(question.reply_to), question.reply_to)
    town_with_game.later(hours=-47)
    retry(town_with_game)
    assert town_with_game.match().plies == 0


def test_a_token_is_good_once_however_often_its_letter_is_tried(town_with_game: Town) -> None:
    (question,) = town_with_game.write(ALICE, f"gyges move 1 {SOUTH}")
    town_with_game.answer(question, "yes")
    before = goods(town_with_game)
    town_with_game.answer(question, "yes")
    assert goods(town_with_game) == before


@pytest.mark.parametrize(
    ("before", "then", "plies"),
    [(PASSWORD, "another-lantern", 1), ("another-lantern", PASSWORD, 0)],
)
def test_a_password_is_compared_with_that_of_when_its_letter_came(
    town_with_game: Town, monkeypatch: pytest.MonkeyPatch, before: str, then: str, plies: int
) -> None:
    set_password(town_with_game, before)
    raw = f"From: {ALICE}\r\n\r\ngyges move 1 alice {PASSWORD} {SOUTH}\r\n".encode()
    fail(town_with_game, monkeypatch, ALICE, raw, SERVER)
    set_password(town_with_game, then)
    retry(town_with_game)
    assert town_with_game.match().plies == plies
    assert town_with_game.last_letter().passwords == {}
