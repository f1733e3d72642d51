"""Programs play on their boards: whole games, kills, refusals, and the audit of their moves."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbm.admin.audit import Finding, audit, audit_programs
from pbm.app.analyses import Steps
from pbm.app.programs import ProgramLoop, item_of
from pbm.app.programs_process import Thinker
from pbm.app.setting_values import Span
from pbm.base.priorities import LOWEST_NICENESS
from pbm.core.board import Board
from pbm.core.marks import Trouble
from pbm.core.model import EventKind
from pbm.notices.alerts import times_noted
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import MOST_ONWARD, next_challenges, program_challenges
from pbm.play.programs import MOST_BOARDS, dismiss, enlist, here, stop, unavailable, userids
from pbm.programs.thinking import Decision, decide
from tests.pbm.town import ALICE, Mail, Town, only, refused

Stops = Callable[[], bool]


def play(club: Town, **options: Any) -> list[Mail]:
    """Let the programs play, and return the mails about it."""
    ProgramLoop(club.app, lambda: None, **options).play()
    return club.new_mails()


def challenge(club: Town, welcome: Mail, line: str = "gyges challenge owl-1") -> Mail:
    """Begin a game of alice, and return its first mail."""
    return only(club.answer(welcome, f"{line}\n"))


def answer(club: Town, mail: Mail, text: str) -> list[Mail]:
    """Send alice's reply, let the programs act, and return all mails."""
    return [*club.answer(mail, f"{text}\n"), *play(club)]


def findings(club: Town) -> list[Finding]:
    store = club.app.store
    return [*audit(store, lambda: None), *audit_programs(store)]


def board_of(club: Town) -> Board:
    with club.app.store.reading() as tx:
        return club.app.repository.read(tx, club.match())


def requests(club: Town) -> list[Decision]:
    """The decisions that led to the events of board 1."""
    with club.app.store.reading() as tx:
        causes = [each.cause.request for each in tx.matches.events(1)]
        found = [tx.requests.get(each) for each in causes if each is not None]
        return [Decision.read(each.what) for each in found if each]


@pytest.mark.parametrize("game", ["gyges", "dvonn -random"])
def test_a_whole_game_is_played_against_the_lowest_level(
    club: Town, welcome: Mail, game: str
) -> None:
    name, *options = game.split()
    mail = challenge(club, welcome, " ".join([name, "challenge owl-1", *options]))
    while club.match().running:
        mails = answer(club, mail, decide(board_of(club), 1).move)
        mail = mails[-1]
    assert {each.kind for each in mails} == {MailKind.BOARD}
    assert all(mail.to == ALICE for mail in mails)
    assert requests(club)
    assert findings(club) == []


def test_a_program_accepts_at_once_and_its_games_do_not_count(club: Town, welcome: Mail) -> None:
    first = challenge(club, welcome)
    assert first.facts["running"]
    assert not club.match().rated


def test_games_with_programs_count_for_a_list_of_their_own_where_that_is_wanted(
    club: Town, welcome: Mail
) -> None:
    with club.app.store.transaction() as tx:
        enlist(tx, "owl", club.time, rated=True)
    mail = answer(club, challenge(club, welcome), "231123")[-1]
    mail = answer(club, mail, decide(board_of(club), 1).move)[-1]
    assert refused(club.answer(mail, "undo\n")) == "program_keeps"
    over = club.answer(mail, "resign\n")[-1]
    assert [each["gain"] for each in over.facts["ratings"]] == ["-20", "+20"]
    found = only(club.answer(over, "ratings\n")).facts["rows"]
    listed = {(each["game"], each["programs"], each["userid"], each["points"]) for each in found}
    assert listed == {("gyges", True, "alice", 1480), ("gyges", True, "owl-1", 1520)}
    own = only(club.answer(over, "ratings alice\n")).facts["by_game"]
    assert [(each["programs"], each["rating"]) for each in own] == [(True, "1480?")]
    assert findings(club) == []


def test_programs_rated_no_more_finish_what_they_began_as_it_was(club: Town, welcome: Mail) -> None:
    for rated in (True, False):
        with club.app.store.transaction() as tx:
            enlist(tx, "owl", club.time, rated=rated)
        challenge(club, welcome)
    with club.app.store.reading() as tx:
        assert [match.rated for match in tx.matches.list()] == [True, False]


def test_neither_chat_nor_a_draw_is_offered_against_a_program(club: Town, welcome: Mail) -> None:
    running = answer(club, challenge(club, welcome), "231123")[-1]
    over = answer(club, answer(club, running, decide(board_of(club), 1).move)[-1], "resign")[-1]
    for mail in (running, over):
        can = [line for line, _ in only(club.answer(mail, "help\n")).facts["can"]]
        assert not {"chat", "propose draw"}.intersection(can)
        assert "review" in can


def test_a_program_waits_before_it_moves_if_that_is_set(club: Town, welcome: Mail) -> None:
    hour = timedelta(hours=1)
    club.app.settings = replace(club.app.settings, programs_delay=Span(hour, hour))
    mail = challenge(club, welcome, "gyges challenge owl-1 -first=owl-1")
    assert mail.facts["running"]
    assert play(club) == []
    club.later(hours=1)
    assert len(play(club)) == 1


def test_a_move_is_not_played_if_the_board_has_changed_meanwhile(club: Town, welcome: Mail) -> None:
    mail = challenge(club, welcome, "gyges challenge owl-1 -first=owl-1")

    def thinks(board: Board, level: int, stops: Stops) -> Decision:
        club.answer(mail, "resign\n")
        return decide(board, level, stops)

    loop = ProgramLoop(club.app, lambda: None, thinks=thinks)
    loop.play()
    assert not club.match().running
    assert requests(club) == []
    assert findings(club) == []


def test_a_program_that_fails_plays_at_the_lowest_level_and_then_not_at_all(
    club: Town, welcome: Mail
) -> None:
    challenge(club, welcome, "gyges challenge owl -first=owl")
    levels: list[int] = []

    def thinks(board: Board, level: int, stops: Stops) -> Decision:
        levels.append(level)
        raise MemoryError

    loop = ProgramLoop(club.app, lambda: None, thinks=thinks)
    for _ in range(6):
        loop.play()
    assert levels == [3, 3, 1]
    with club.app.store.reading() as tx:
        assert times_noted(tx, Trouble.STUCK, club.time - timedelta(hours=1)) == 1
        assert tx.matches.events(1)[-1].kind is EventKind.EXCUSED
    assert play(club) == []
    challenge(club, welcome, "gyges challenge owl -first=owl")
    assert {each.row.board for each in play(club)} == {2}
    assert findings(club) == []


@pytest.mark.parametrize("deaths, level", [(1, 3), (2, 1)])
def test_a_position_that_killed_the_process_twice_is_played_at_the_lowest_level(
    club: Town, welcome: Mail, deaths: int, level: int
) -> None:
    challenge(club, welcome, "gyges challenge owl -first=owl")
    play(club, deaths={item_of(club.match()): deaths})
    assert [each.level for each in requests(club)] == [level]
    assert findings(club) == []


def test_the_audit_finds_a_move_that_the_program_did_not_decide(club: Town, welcome: Mail) -> None:
    challenge(club, welcome, "gyges challenge owl -first=owl")
    other = replace(decide(board_of(club), 3), move="123123")

    play(club, thinks=lambda *_: other)
    assert [each.seq for each in findings(club)] == [club.match().seq]


def test_the_audit_finds_a_request_that_is_not_of_its_event(club: Town, welcome: Mail) -> None:
    challenge(club, welcome, "gyges challenge owl -first=owl")
    play(club)
    with closing(sqlite3.connect(club.folder / "pbm.sqlite")) as db, db:
        db.execute("UPDATE requests SET what = replace(what, 'move', 'made')")
    assert [each.seq for each in findings(club)] == [club.match().seq]


def test_an_undo_is_agreed_to_at_once_and_a_draw_is_not(club: Town, welcome: Mail) -> None:
    mail = challenge(club, welcome)
    mail = answer(club, mail, "231123")[-1]
    assert refused(club.answer(mail, "propose draw\n")) == "program_plays_on"
    undone = only(club.answer(mail, "undo\n"))
    assert (undone.news, club.match().plies) == (Headline.AGREED, 0)
    assert play(club) == []
    assert findings(club) == []


def test_a_person_has_a_few_boards_with_programs_at_a_time(club: Town, welcome: Mail) -> None:
    for _ in range(MOST_BOARDS):
        challenge(club, welcome)
    assert refused(club.answer(welcome, "gyges challenge owl-2\n")) == "program_boards"


def test_a_program_that_is_stopped_begins_no_games_and_finishes_the_others(
    club: Town, welcome: Mail
) -> None:
    mail = challenge(club, welcome)
    with club.app.store.transaction() as tx:
        stop(tx, club.player("owl-1"))
        enlist(tx, "owl", club.time)
    assert refused(club.answer(welcome, "gyges challenge owl-1\n")) == "program_rests"
    assert len(answer(club, mail, "231123")) == 2


def test_a_program_reads_no_messages(club: Town, welcome: Mail) -> None:
    assert refused(club.answer(welcome, "message owl\nhello\n")) == "program_reads_nothing"


@pytest.mark.parametrize("userid", ["owl", "owl-3", "0wl-3", "owl-12"])
def test_nobody_can_sign_up_with_the_name_of_a_program(club: Town, userid: str) -> None:
    code = refused(club.write("eve@example.net", subject=f"signup {userid}"))
    assert code in ("taken_userid", "reserved_userid", "bad_userid")


def test_a_name_that_a_person_has_is_left_to_them(town_with_players: Town) -> None:
    with town_with_players.app.store.transaction() as tx:
        assert unavailable(tx, userids("bob")) == ["bob"]
        assert enlist(tx, "bob", town_with_players.time) == ["bob"]
        assert {each.userid for each in here(tx)} == {*userids("bob")} - {"bob"}
    assert not town_with_players.player("bob").is_program


def test_programs_that_are_switched_off_begin_no_games(club: Town) -> None:
    with club.app.store.transaction() as tx:
        dismiss(tx)
        assert here(tx) == []
        enlist(tx, "owl", club.time)
        assert [each.level for each in here(tx)] == [3, 3, 1, 2, 4, 5]


def test_where_no_program_plays_no_mail_offers_one(town_with_players: Town, welcome: Mail) -> None:
    club = town_with_players
    assert welcome.facts["program"] == []
    assert only(club.answer(welcome, "gyges seek\n")).facts["program"] == ""
    assert only(club.answer(welcome, "programs\n")).facts["programs"] == []
    for line in ("help", "help commands", "help programs"):
        facts = only(club.answer(welcome, f"{line}\n")).facts
        assert "programs" not in facts["topics"]
        assert "programs" not in usages(facts)


def test_help_lists_programs_where_some_play(club: Town, welcome: Mail) -> None:
    facts = only(club.answer(welcome, "help commands\n")).facts
    assert "programs" in facts["topics"]
    assert "programs" in usages(facts)


def usages(facts: Mapping[str, Any]) -> set[str]:
    """The commands that a help mail lists."""
    return {each["usage"] for group in facts["groups"] for each in group["commands"]}


def test_a_program_takes_a_seek_that_nobody_has_taken_for_a_day(club: Town, welcome: Mail) -> None:
    club.answer(welcome, "gyges seek 2 -programs\n")
    club.later(hours=23)
    assert play(club) == []
    club.later(hours=1)
    begun = only(play(club))
    assert (begun.to, begun.kind) == (ALICE, MailKind.BOARD)
    assert club.match().running
    assert not club.match().rated
    assert play(club) == []  # programs begin one game at a time
    assert findings(club) == []
    club.answer(begun, "resign\n")
    assert [each.row.board for each in play(club)] == [2]


def test_a_program_takes_no_seek_that_is_for_people(club: Town, welcome: Mail) -> None:
    club.answer(welcome, "gyges seek\n")
    club.later(days=2)
    assert play(club) == []


def test_another_name_lets_the_former_programs_rest(club: Town) -> None:
    with club.app.store.transaction() as tx:
        enlist(tx, "heron", club.time)
        assert {each.userid for each in here(tx)} == set(userids("heron"))


def test_only_the_thread_that_thinks_has_the_lowest_priority() -> None:
    def priority() -> tuple[int, int]:
        thread = threading.get_native_id()
        return os.getpriority(os.PRIO_PROCESS, thread), os.sched_getscheduler(thread)

    seen = list[tuple[int, int]]()

    def steps() -> Steps:
        seen.append(priority())
        yield 1
        raise AssertionError

    before = priority()
    Thinker().advance(steps())
    assert seen == [(LOWEST_NICENESS, os.SCHED_IDLE)]
    assert priority() == before


def test_thinking_that_takes_too_much_processor_time_ends_its_process() -> None:
    ended = threading.Event()

    def steps() -> Steps:
        while not ended.is_set():
            pass
        yield 1
        raise AssertionError

    assert Thinker(most=0.01, die=ended.set).advance(steps()) == 1
    assert ended.is_set()


def test_waiting_takes_no_processor_time() -> None:
    """A thread that waits for long on a busy machine is not killed with its process."""
    beats = threading.Event()

    def steps() -> Steps:
        beats.wait()
        yield 1
        raise AssertionError

    assert Thinker(beats.set, most=1.0, die=_never).advance(steps()) == 1


def _never() -> None:
    raise AssertionError


def test_a_game_against_a_program_leads_to_the_next_one(club: Town, welcome: Mail) -> None:
    with club.app.store.reading() as tx:
        first = program_challenges(tx, club.player("alice"))
    assert first[0] == "gyges challenge owl-1"
    lines = first[1:]
    mail = answer(club, challenge(club, welcome), "231123")[-1]
    lost = answer(club, mail, "resign")[-1]
    assert lost.facts["onward"] == lines[:MOST_ONWARD]
    with club.app.store.reading() as tx:
        owls = {each.level: each for each in here(tx)}
        harder = next_challenges(tx, "gyges", owls[1], won=True)
        assert harder == ["gyges challenge owl-2", *lines][:MOST_ONWARD]
        assert next_challenges(tx, "dvonn", owls[5], won=True)[0] == "gyges challenge owl-5"
        easier = next_challenges(tx, "dvonn", owls[5], won=False)
        assert easier[:2] == ["dvonn challenge owl-4 -random", "gyges challenge owl-5"]
    for line in lost.facts["onward"]:
        assert f"    {line}\n" in lost.text
        question = only(club.answer(lost, f"{line}\n"))
        assert club.answer(question, "yes\n")[-1].news == "begun"


def test_the_first_board_mail_says_once_that_a_tap_sends_nothing(club: Town, welcome: Mail) -> None:
    first = challenge(club, welcome)
    assert "until you send it" in " ".join(first.text.split())
    later = answer(club, first, "231123")[-1]
    assert "until you send it" not in " ".join(later.text.split())


def test_an_undo_says_whose_move_is_taken_back(club: Town, welcome: Mail) -> None:
    mail = answer(club, challenge(club, welcome), "231123")[-1]
    undone = only(club.answer(mail, "undo\n"))
    assert "Your last move is taken back: owl-1 agreed." in undone.text
