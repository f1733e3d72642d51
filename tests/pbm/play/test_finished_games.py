"""The feed of finished games. Its queue is tested with the application."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.boards import unfold
from pbm.core.bookkeeping import FeedKind, FeedLine
from pbm.core.model import Player
from pbm.core.openings import Imported
from pbm.core.results import Reason, Result
from pbm.play.corrections import decide_again, reopen
from pbm.play.finished_games import FinishedGames
from pbm.play.invitations import accept, challenge
from pbm.play.moves import resign
from pbm.play.rulings import abort
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, MOVES, begin, finish, play
from tests.pbm.town import NORTH, SOUTH

FEED = FinishedGames()


def feed(work: Work, number: int) -> list[FeedLine]:
    """The lines of the feed after it has processed the events of a board."""
    events = work.tx.matches.events(number)
    for event, board in zip(events, unfold(events), strict=True):
        if FEED.wants(event.what, board.match):
            FEED.hear(work.tx, event, board)
    return list(work.tx.feed.after(0, 100))


def test_a_game_that_ends_gets_a_line(work: Work, alice: Player, bob: Player) -> None:
    began = work.now
    board = play(work, begin(work, alice, bob), SOUTH, NORTH, *MOVES)
    assert feed(work, board.number) == []
    work.now += timedelta(days=1)
    ended = resign(work, alice, board.number)
    assert feed(work, board.number) == [
        FeedLine(
            board=board.number,
            seq=ended.match.seq,
            kind=FeedKind.FINISHED,
            game="gyges",
            ruleset="classic",
            players=ended.match.players,
            result=Result.SECOND_WON,
            reason=Reason.RESIGNED,
            plies=6,
            started=began,
            at=work.now,
            place=1,
        )
    ]


def test_a_game_starts_when_its_invitation_is_accepted(
    work: Work, alice: Player, bob: Player
) -> None:
    number = challenge(work, alice, bob, GameOptions(GYGES)).number
    work.now += timedelta(days=3)
    accept(work, bob, number)
    resign(work, alice, number)
    (line,) = feed(work, number)
    assert (line.started, line.result, line.reason) == (work.now, Result.NONE, Reason.ABORTED)


def test_each_correction_of_an_end_gets_a_line(work: Work, alice: Player, bob: Player) -> None:
    number = finish(work, alice, bob).number
    decide_again(work, number, Result.DRAWN, "a mistake")
    reopen(work, number, "a mistake")
    resign(work, bob, number)
    assert [(line.kind, line.result) for line in feed(work, number)] == [
        (FeedKind.FINISHED, Result.SECOND_WON),
        (FeedKind.FINISHED, Result.DRAWN),
        (FeedKind.REOPENED, Result.NONE),
        (FeedKind.FINISHED, Result.FIRST_WON),
    ]


def test_an_aborted_invitation_gets_no_line(work: Work, alice: Player, bob: Player) -> None:
    number = challenge(work, alice, bob, GameOptions(GYGES)).number
    ended = abort(work, number, "a test").match
    assert feed(work, number) == []
    assert FEED.missing(work.tx, ended, [ended.seq]) == ()


def test_a_game_that_was_finished_when_it_was_imported_gets_no_line(
    work: Work, alice: Player, bob: Player
) -> None:
    terms = GameOptions(GYGES).terms(alice, bob, None)
    imported = work.open(Imported(terms, (), Result.FIRST_WON, Reason.RESIGNED))
    assert feed(work, imported.number) == []


def test_missing_lines_are_found(work: Work, alice: Player, bob: Player) -> None:
    ended = finish(work, alice, bob).match
    assert FEED.missing(work.tx, ended, [ended.seq]) == {ended.seq}
    feed(work, ended.board)
    assert FEED.missing(work.tx, ended, [ended.seq]) == set()


def test_lines_of_other_events_are_deleted(work: Work, alice: Player, bob: Player) -> None:
    number = finish(work, alice, bob).number
    corrected = decide_again(work, number, Result.DRAWN, "a mistake").match
    feed(work, number)
    FEED.retain(work.tx, number, [corrected.seq])
    assert [line.seq for line in work.tx.feed.after(0, 100)] == [corrected.seq]
