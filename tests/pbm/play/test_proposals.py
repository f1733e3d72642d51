from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Agreed, Proposed, Rejected
from pbm.core.model import Offer, Player, Proposal
from pbm.play.bounds import MOST_PROPOSALS
from pbm.play.moves import move, resign
from pbm.play.plans import plan
from pbm.play.proposals import UnseenProposalError, agree, propose, reject
from pbm.play.work import Work
from tests.pbm.play.helpers import latest_news, lines, news, refused, unchanged

Answer = Callable[[Work, Player, int | None, int | None], Board]

answers = pytest.mark.parametrize("answer", [agree, reject])


@pytest.fixture
def offered(work: Work, alice: Player, placed: Board) -> Board:
    """Alice has proposed a draw."""
    after = propose(work, alice, placed.number, Offer.DRAW)
    work.published.clear()
    return after


def test_a_proposal_waits_and_changes_nothing_else(work: Work, bob: Player, placed: Board) -> None:
    after = propose(work, bob, placed.number, Offer.UNDO, said=("A slip, sorry.",))
    assert after.proposal == Proposal(Seat.SECOND, Offer.UNDO, after.match.seq)
    assert (after.turn, lines(after)) == (placed.turn, lines(placed))
    told = news(work)
    assert (told.what, told.by) == (Proposed(Seat.SECOND, Offer.UNDO), bob)
    assert told.said == ("A slip, sorry.",)


def test_an_agreed_draw_ends_the_game(work: Work, bob: Player, offered: Board) -> None:
    after = agree(work, bob, offered.number, offered.match.seq)
    assert (after.match.result, after.running) == ("1/2-1/2", False)
    told = news(work)
    assert (told.what, told.before, told.after) == (Agreed(Seat.SECOND), offered, after)


def test_an_agreed_undo_takes_back_the_proposer_s_last_move(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    propose(work, alice, placed.number, Offer.UNDO)
    after = agree(work, bob, placed.number, None)
    assert (lines(after), after.turn, after.proposal) == ([], Seat.FIRST, None)


def test_an_undo_drops_the_plans_of_both_players(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "66-45")
    propose(work, bob, placed.number, Offer.UNDO)
    agree(work, alice, placed.number, None)
    told = latest_news(work)
    assert told.dropped == {bob.id: ("66-45",)}
    assert work.tx.queues.of(placed.number) == {}


def test_a_rejected_proposal_is_removed(work: Work, bob: Player, offered: Board) -> None:
    after = reject(work, bob, offered.number, None)
    assert (after.proposal, after.running) == (None, True)
    assert news(work).what == Rejected(Seat.SECOND)


def test_a_player_can_withdraw_their_proposal(work: Work, alice: Player, offered: Board) -> None:
    assert reject(work, alice, offered.number, None).proposal is None


def test_nobody_can_accept_their_own_proposal(work: Work, alice: Player, offered: Board) -> None:
    with unchanged(work, offered), refused("own_proposal", offer="draw"):
        agree(work, alice, offered.number, None)


@answers
def test_without_a_proposal_an_answer_is_refused(
    answer: Answer, work: Work, bob: Player, placed: Board
) -> None:
    with unchanged(work, placed), refused("no_proposal", board=placed.number):
        answer(work, bob, placed.number, None)


@answers
def test_a_proposal_that_the_player_has_not_seen_cannot_be_answered(
    answer: Answer, work: Work, bob: Player, offered: Board
) -> None:
    with unchanged(work, offered), refused("unseen_proposal") as told:
        answer(work, bob, offered.number, offered.match.seq - 1)
    assert isinstance(told.value, UnseenProposalError)
    assert told.value.board == offered


def test_a_board_has_at_most_one_proposal(
    work: Work, alice: Player, bob: Player, offered: Board
) -> None:
    with unchanged(work, offered), refused("your_proposal_waits", offer=Offer.DRAW):
        propose(work, alice, offered.number, Offer.UNDO)
    with unchanged(work, offered), refused("proposal_waits", offer=Offer.DRAW):
        propose(work, bob, offered.number, Offer.UNDO)


def test_a_move_removes_a_proposal(work: Work, alice: Player, bob: Player, offered: Board) -> None:
    assert move(work, alice, offered.number, "11-31").proposal is None
    with refused("no_proposal"):
        agree(work, bob, offered.number, None)


def test_a_player_who_has_not_moved_cannot_propose_an_undo(
    work: Work, alice: Player, board: Board
) -> None:
    with unchanged(work, board), refused("nothing_to_undo", board=board.number):
        propose(work, alice, board.number, Offer.UNDO)


def test_proposals_are_limited_until_somebody_moves(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    for _ in range(MOST_PROPOSALS):
        propose(work, alice, placed.number, Offer.DRAW)
        reject(work, bob, placed.number, None)
    with refused("many_proposals", most=MOST_PROPOSALS):
        propose(work, alice, placed.number, Offer.DRAW)
    propose(work, bob, placed.number, Offer.DRAW)
    move(work, alice, placed.number, "11-31")
    assert propose(work, alice, placed.number, Offer.DRAW).proposal is not None


def test_only_players_of_a_running_game_can_propose(
    work: Work, alice: Player, carol: Player, placed: Board
) -> None:
    with refused("not_your_board"):
        propose(work, carol, placed.number, Offer.DRAW)
    resign(work, alice, placed.number)
    with refused("not_running"):
        propose(work, alice, placed.number, Offer.DRAW)
