"""Contract: contests, their events, entries and games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.base.errors import ConflictError
from pbm.core.by_seat import BySeat
from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import Closed, Joined, Opened
from pbm.core.contests.model import (
    Contest,
    ContestGame,
    ContestKind,
    ContestStatus,
    Entry,
    Gone,
    How,
    Told,
)
from pbm.core.model import Cause
from pbm.play.contest_events.recording import begin, record
from pbm.store.contest_protocol import Kept
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, open_board


def cause(tx: Transaction) -> Cause:
    return Cause(act=tx.acts.add("a test", "", {}, NOW).id)


def opened(
    tx: Transaction, kind: ContestKind = ContestKind.CUP, number: int = 1, parent: int = 0
) -> Contest:
    what = Opened(what=kind, spec="gyges/classic", number=number, parent=parent, size=4, starts=NOW)
    return begin(tx, ContestDeed(what, NOW), cause(tx))


def game(tx: Transaction, contest: Contest, **more: object) -> ContestGame:
    match = open_board(tx)
    made = ContestGame(match.board, contest.id, 1, match.players, NOW)
    made = replace(made, **more)  # type: ignore[arg-type]
    tx.contests.put_game(made)
    return made


def test_a_contest_is_read_as_it_was_stored(tx: Transaction) -> None:
    contest = opened(tx, ContestKind.SEASON)
    assert tx.contests.get(contest.id) == contest
    assert (contest.seq, contest.starts, contest.size) == (1, NOW, 4)
    assert tx.contests.get(contest.id + 1) is None


def test_events_come_back_in_order_and_in_a_chain(tx: Transaction) -> None:
    contest = opened(tx)
    player = add_player(tx, "alice").id
    after = record(tx, contest, ContestDeed(Joined(player), NOW), cause(tx))
    first, second = tx.contests.events(contest.id)
    assert (first.seq, second.seq, second.previous) == (1, 2, first.hash)
    assert second.what == Joined(player)
    assert tx.contests.events(contest.id, Joined.kind) == [second]
    assert second.seal() == second.hash == after.head
    assert tx.contests.get(contest.id) == after


def test_an_event_must_follow_the_last_one(tx: Transaction) -> None:
    contest = opened(tx)
    record(tx, contest, ContestDeed(Closed("why"), NOW), cause(tx))
    with pytest.raises(ConflictError):
        record(tx, contest, ContestDeed(Closed("again"), NOW), cause(tx))
    with pytest.raises(ConflictError):
        tx.contests.set_alarm(contest, NOW)


def test_contests_whose_alarm_is_due_come_in_order(tx: Transaction) -> None:
    one, two, three = (opened(tx) for _ in range(3))
    tx.contests.set_alarm(one, NOW + 2 * SECOND)
    tx.contests.set_alarm(two, NOW + SECOND)
    tx.contests.set_alarm(three, None)
    assert tx.contests.due(NOW, 5) == []
    assert [each.id for each in tx.contests.due(NOW + 2 * SECOND, 5)] == [two.id, one.id]
    assert [each.id for each in tx.contests.due(NOW + 2 * SECOND, 1)] == [two.id]


def test_contests_are_found_by_kind_game_and_status(tx: Transaction) -> None:
    cup, season = opened(tx), opened(tx, ContestKind.SEASON)
    over = record(tx, opened(tx, number=2), ContestDeed(Closed("why"), NOW), cause(tx))
    assert [each.id for each in tx.contests.list()] == [cup.id, season.id, over.id]
    assert [each.id for each in tx.contests.list(ContestKind.CUP)] == [cup.id, over.id]
    assert tx.contests.list(ContestKind.CUP, "dvonn") == []
    assert [each.id for each in tx.contests.alive(ContestKind.CUP, "gyges")] == [cup.id]
    assert tx.contests.last(ContestKind.CUP, "gyges/classic") == over
    assert tx.contests.last(ContestKind.CUP, "gyges/kang") is None
    assert tx.contests.numbers(0, 2) == [cup.id, season.id]
    assert tx.contests.numbers(season.id, 9) == [over.id]


def test_contests_say_how_far_and_when_they_have_come(tx: Transaction) -> None:
    one, two = opened(tx), opened(tx)
    alice = add_player(tx, "alice").id
    for what, at in ((Joined(alice), NOW), (Closed("why"), NOW + SECOND)):
        two = record(tx, two, ContestDeed(what, at), cause(tx))
    assert tx.contests.seqs() == {one.id: 1, two.id: 3}
    assert tx.contests.dates(one.id) == {}
    assert tx.contests.dates(two.id) == {"closed": NOW + SECOND}


def test_leagues_belong_to_their_season(tx: Transaction) -> None:
    season = opened(tx, ContestKind.SEASON)
    second = opened(tx, ContestKind.LEAGUE, 2, season.id)
    first = opened(tx, ContestKind.LEAGUE, 1, season.id)
    opened(tx, ContestKind.LEAGUE, 1, season.id + 100)
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    tx.contests.put_entry(Entry(second.id, alice, NOW))
    assert [each.id for each in tx.contests.leagues(season.id)] == [first.id, second.id]
    found = tx.contests.league_of(season.id, alice)
    assert found is not None
    assert found.id == second.id
    assert tx.contests.league_of(season.id, bob) is None
    assert tx.contests.running_leagues(season.id, 5) == []
    running = replace(first, status=ContestStatus.RUNNING)
    record(tx, running, ContestDeed(Joined(bob), NOW), cause(tx))
    assert [each.id for each in tx.contests.running_leagues(season.id, 5)] == [first.id]


def test_entries_are_replaced_dropped_and_found(tx: Transaction) -> None:
    contest, other = opened(tx), opened(tx)
    alice, bob, carol = (add_player(tx, each).id for each in ("alice", "bob", "carol"))
    entries = {player: Entry(contest.id, player, NOW) for player in (alice, bob, carol)}
    for entry in (*entries.values(), Entry(other.id, bob, NOW)):
        tx.contests.put_entry(entry)
    whole = Entry(
        contest.id,
        bob,
        NOW + SECOND,
        place=1,
        rating=1600,
        once=True,
        told=Told.ASKED,
        step=2,
        rests=NOW,
        gone=Gone.LEFT,
        until=NOW,
        struck=True,
        final=3,
    )
    tx.contests.put_entry(whole)
    assert tx.contests.entry(contest.id, bob) == whole
    assert tx.contests.entries(contest.id) == [entries[alice], entries[carol], whole]
    assert tx.contests.count_entries(contest.id) == 3
    assert tx.contests.placed(contest.id, 1, 4) == [whole]
    assert tx.contests.untold(contest.id, 1) == [entries[alice]]
    assert tx.contests.untold(contest.id, 9) == [entries[alice], entries[carol]]
    assert tx.contests.after(contest.id, alice, 9) == [whole, entries[carol]]
    assert [each.contest for each in tx.contests.entries_of(bob)] == [contest.id, other.id]
    tx.contests.drop_entry(contest.id, bob)
    assert tx.contests.entry(contest.id, bob) is None


def test_games_are_found_by_board_by_contest_and_by_player(tx: Transaction) -> None:
    contest, other = opened(tx), opened(tx)
    one, two, three = game(tx, contest), game(tx, contest), game(tx, other)
    assert tx.contests.game(one.board) == one
    assert tx.contests.game(one.board + 100) is None
    assert tx.contests.games(contest.id) == [one, two]
    assert tx.contests.games_of(contest.id, two.players.second) == [two]
    assert tx.contests.games_of(contest.id, three.players.first) == []
    over = replace(two, how=How.TIME, halves=0, absent=two.players.first, by=3, ended=NOW)
    tx.contests.put_game(over)
    assert tx.contests.games(contest.id) == [one, over]


def test_appointments_are_counted(tx: Transaction) -> None:
    contest = opened(tx)
    pair = open_board(tx).players
    for how, absent in [
        (How.PLAYED, 0),
        (How.TIME, pair.first),
        (How.WALKOVER, pair.second),
        (How.HALF, 0),
        (How.RUNNING, 0),
        (How.VOID, 0),
        (How.PLAYED, 0),
    ]:
        game(tx, contest, players=BySeat(*pair), how=how, absent=absent)
    assert tx.contests.kept(pair.first) == Kept(3, 4)
    assert tx.contests.kept(add_player(tx, "zoe").id) == Kept(0, 0)
    assert tx.contests.appointments()[pair.second] == Kept(3, 4)


def test_contests_are_watched(tx: Transaction) -> None:
    contest, alice = opened(tx), add_player(tx, "alice").id
    tx.watched_contests.add(alice, contest.id, NOW)
    assert tx.watched_contests.to(contest.id) == [alice]
    tx.watched_contests.drop(alice, contest.id)
    assert not tx.watched_contests.holds(alice, contest.id)
