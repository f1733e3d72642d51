from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.marks import MarkKind
from pbm.mail.correspondence import Purpose
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, token


def test_marks_and_moments_are_found_by_name(tx: Transaction) -> None:
    address = "alice@example.org"
    replies = [MarkKind.REPLY.of(address), MarkKind.REPLY.of(address, board=17)]
    for mark in [
        *replies,
        replies[0],
        MarkKind.WRONG.of("alice"),
        MarkKind.REPLY.of("bob@example.org"),
    ]:
        tx.marks.add(mark, NOW)
    for player in (1, 2):
        tx.moments.set(MarkKind.HEARD.of(player), NOW)
    # A part of the server may have the same name as a player.
    tx.marks.add(MarkKind.TROUBLE.of("alice"), NOW)
    tx.moments.set(MarkKind.ALERT.of("alice"), NOW)
    names = ["1", "alice", address]
    assert tx.marks.about(names) == {replies[0]: 2, replies[1]: 1, MarkKind.WRONG.of("alice"): 1}
    assert tx.moments.about(names) == {MarkKind.HEARD.of(1): NOW}
    tx.marks.erase(names)
    tx.moments.erase(names)
    assert (tx.marks.about(names), tx.moments.about(names)) == ({}, {})
    assert tx.marks.count(MarkKind.REPLY.of("bob@example.org"), NOW - SECOND) == 1
    assert tx.marks.count(MarkKind.TROUBLE.of("alice"), NOW - SECOND) == 1
    assert tx.moments.get(MarkKind.HEARD.of(2)) == tx.moments.get(MarkKind.ALERT.of("alice")) == NOW


def test_a_token_is_found_by_its_hash(tx: Transaction) -> None:
    player = add_player(tx, "alice").id
    data = {"lines": ["gyges move 1 13-14"], "texts": [["ö", ""]]}
    made = token("h", Purpose.CONFIRM, player=player, data=data, expires=NOW + SECOND)
    tx.tokens.add(made)
    assert tx.tokens.find("h") == made
    assert tx.tokens.find("g") is None


def test_a_used_token_has_the_time_of_its_use(tx: Transaction) -> None:
    tx.tokens.add(token())
    tx.tokens.use("h", NOW + SECOND)
    found = tx.tokens.find("h")
    assert found is not None
    assert found.used == NOW + SECOND


def test_a_token_is_used_once(tx: Transaction) -> None:
    tx.tokens.add(token())
    assert tx.tokens.use("h", NOW)
    assert not tx.tokens.use("h", NOW + SECOND)
    assert not tx.tokens.use("g", NOW)
    found = tx.tokens.find("h")
    assert found is not None
    assert found.used == NOW


def test_a_mark_is_taken_up_to_its_limit(tx: Transaction) -> None:
    alice, bob = MarkKind.MESSAGE.of(1), MarkKind.MESSAGE.of(2)
    tx.marks.add(alice, NOW - SECOND)
    tx.marks.add(alice, NOW)
    since = NOW - SECOND
    assert tx.marks.take(alice, NOW + SECOND, since, 2)
    assert not tx.marks.take(alice, NOW + SECOND, since, 2)
    assert tx.marks.times(alice, since) == [NOW, NOW + SECOND]
    assert not tx.marks.take(bob, NOW, since, 2, times=3)
    assert tx.marks.take(bob, NOW, since, 2, times=2)
    assert tx.marks.times(bob, since) == [NOW, NOW]


def test_revoking_deletes_the_unused_tokens_of_a_player_and_purpose(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    tx.tokens.add(token("revoked", Purpose.CONFIRM, player=alice))
    tx.tokens.add(token("used", Purpose.CONFIRM, player=alice))
    tx.tokens.add(token("account", Purpose.ACCOUNT, player=alice))
    tx.tokens.add(token("bob", Purpose.CONFIRM, player=bob))
    tx.tokens.use("used", NOW)
    tx.tokens.revoke(alice, Purpose.CONFIRM)
    left = [name for name in ("revoked", "used", "account", "bob") if tx.tokens.find(name)]
    assert left == ["used", "account", "bob"]


def test_all_unused_tokens_of_a_purpose_can_be_revoked(tx: Transaction) -> None:
    alice = add_player(tx, "alice").id
    tx.tokens.add(token("alice", Purpose.CONFIRM, player=alice))
    tx.tokens.add(token("nobody", Purpose.CONFIRM))
    tx.tokens.add(token("used", Purpose.CONFIRM, player=alice))
    tx.tokens.add(token("account", Purpose.ACCOUNT, player=alice))
    tx.tokens.use("used", NOW)
    tx.tokens.revoke_all(Purpose.CONFIRM)
    left = [name for name in ("alice", "nobody", "used", "account") if tx.tokens.find(name)]
    assert left == ["used", "account"]


def test_an_act_is_kept_with_its_reason(tx: Transaction) -> None:
    act = tx.acts.add("players suspend bob", "spam", {"userid": "bob"}, NOW)
    assert tx.acts.get(act.id) == act
    assert (act.why, act.facts, act.at) == ("spam", {"userid": "bob"}, NOW)
    assert tx.acts.get(act.id + 1) is None
    assert tx.acts.count() == 1


@pytest.mark.parametrize(("since", "expected"), [(-1, 2), (0, 1), (1, 0)])
def test_marks_are_counted_by_mark_and_time(tx: Transaction, since: int, expected: int) -> None:
    tx.marks.add(MarkKind.WRONG.of("alice"), NOW)
    tx.marks.add(MarkKind.WRONG.of("alice"), NOW + SECOND)
    tx.marks.add(MarkKind.WRONG.of("bob"), NOW + 5 * SECOND)
    assert tx.marks.count(MarkKind.WRONG.of("alice"), NOW + since * SECOND) == expected


def test_old_marks_are_deleted(tx: Transaction) -> None:
    for seconds in (0, 1, 2):
        tx.marks.add(MarkKind.WRONG.of("alice"), NOW + seconds * SECOND)
    tx.marks.forget(NOW + SECOND)
    assert tx.marks.count(MarkKind.WRONG.of("alice"), NOW - SECOND) == 2


def test_only_long_expired_tokens_are_deleted(tx: Transaction) -> None:
    alice = add_player(tx, "alice").id
    for name, expires in (("old", NOW), ("new", NOW + SECOND), ("endless", None)):
        tx.tokens.add(replace(token(name, Purpose.CONFIRM, player=alice), expires=expires))
    tx.tokens.forget(NOW + SECOND)
    assert [bool(tx.tokens.find(name)) for name in ("old", "new", "endless")] == [False, True, True]


def test_tokens_are_counted_by_purpose(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    for number in range(2):
        tx.tokens.add(token(f"account{number}", Purpose.ACCOUNT, player=alice))
    tx.tokens.add(token("reset", Purpose.RESET, player=alice))
    assert tx.tokens.counts(alice) == {Purpose.ACCOUNT: 2, Purpose.RESET: 1}
    assert tx.tokens.counts(bob) == {}


def test_unused_tokens_of_a_purpose_are_found_oldest_first(tx: Transaction) -> None:
    alice = add_player(tx, "alice").id
    for name, seconds in (("new", 1), ("old", 0), ("used", 0)):
        made = token(name, Purpose.CONFIRM, player=alice, expires=NOW)
        tx.tokens.add(replace(made, created=NOW + seconds * SECOND))
    tx.tokens.add(token("account", Purpose.ACCOUNT, player=alice))
    tx.tokens.use("used", NOW)
    assert [each.hash for each in tx.tokens.unused(alice, Purpose.CONFIRM)] == ["old", "new"]


def test_acts_are_listed_newest_first(tx: Transaction) -> None:
    one, two, three = (tx.acts.add("games new", "", {}, NOW, who="root") for _ in range(3))
    assert list(tx.acts.list()) == [three, two, one]
    assert list(tx.acts.list(limit=1)) == [three]


def test_the_times_of_a_mark_are_found_oldest_first(tx: Transaction) -> None:
    mark = MarkKind.MESSAGE.of(17)
    for seconds in (2, 0, 1):
        tx.marks.add(mark, NOW + seconds * SECOND)
    tx.marks.add(MarkKind.MESSAGE.of(17, board=3), NOW + SECOND)
    assert tx.marks.times(mark, NOW) == [NOW + SECOND, NOW + 2 * SECOND]


def test_moments_of_a_kind_are_listed_until_they_are_dropped(tx: Transaction) -> None:
    for player in (1, 2):
        tx.moments.set(MarkKind.HEARD.of(player), NOW)
    tx.moments.set(MarkKind.ABSENCE_TOLD.of(1), NOW)
    assert tx.moments.of(MarkKind.HEARD) == dict.fromkeys(map(MarkKind.HEARD.of, (1, 2)), NOW)
    tx.moments.drop(MarkKind.HEARD.of(1))
    tx.moments.drop(MarkKind.HEARD.of(3))
    assert tx.moments.of(MarkKind.HEARD) == {MarkKind.HEARD.of(2): NOW}


def test_counters_grow_by_one(tx: Transaction) -> None:
    assert tx.counters.get("restarts") == 0
    for _ in range(2):
        tx.counters.add("restarts")
    assert (tx.counters.get("restarts"), tx.counters.get("others")) == (2, 0)
