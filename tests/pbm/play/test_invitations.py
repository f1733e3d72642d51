from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.model import EventKind, MatchStatus, Player
from pbm.core.openings import Accepted, Declined, Invited
from pbm.play import bounds, invitations
from pbm.play.invitations import accept, challenge, decline
from pbm.play.settings import choose
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import (
    GYGES,
    begin,
    drop_addresses,
    latest_news,
    news,
    refused,
    suspend,
    unchanged,
)

OPTIONS = GameOptions(GYGES)

Change = Callable[[Work, Player, Player], object]


def be_suspended(work: Work, _by: Player, other: Player) -> None:
    suspend(work, other)


def leave(work: Work, _by: Player, other: Player) -> None:
    drop_addresses(work, other)


def block(work: Work, by: Player, other: Player) -> None:
    work.tx.blocks.add(by.id, other.id, work.now)


def be_blocked(work: Work, by: Player, other: Player) -> None:
    block(work, other, by)


def reach_limit(work: Work, by: Player, other: Player) -> None:
    begin(work, by, other)
    choose(work, other, "limit", "1")
    work.published.clear()


def test_an_invitation_is_published_with_its_terms_and_note(
    work: Work, alice: Player, bob: Player
) -> None:
    board = challenge(work, alice, bob, OPTIONS, ("A game?",))
    told = news(work)
    assert isinstance(told.what, Invited)
    assert (told.by, told.said, told.before, told.after) == (alice, ("A game?",), None, board)
    assert told.what.terms.by == alice.id
    assert board.match.status is MatchStatus.INVITED


def test_an_automatic_acceptance_is_one_piece_of_news_for_two_events(
    work: Work, alice: Player, bob: Player
) -> None:
    board = challenge(work, alice, choose(work, bob, "autoaccept", "on"), OPTIONS)
    told = news(work)
    assert (type(told.what), told.after.running) == (Invited, True)
    kinds = [event.kind for event in work.tx.matches.events(board.number)]
    assert kinds == [EventKind.INVITED, EventKind.ACCEPTED]


@pytest.mark.parametrize(
    ("answer", "what", "status"),
    [(accept, Accepted, MatchStatus.RUNNING), (decline, Declined, MatchStatus.DECLINED)],
)
def test_an_answer_is_published_with_the_board_before_and_after(
    work: Work,
    alice: Player,
    bob: Player,
    answer: Callable[..., object],
    what: type,
    status: MatchStatus,
) -> None:
    invited = challenge(work, alice, bob, OPTIONS)
    answer(work, bob, invited.number)
    told = latest_news(work)
    assert (type(told.what), told.by, told.before) == (what, bob, invited)
    assert told.after.match.status is status


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        (be_suspended, "player_away"),
        (leave, "left_club"),
        (block, "you_block"),
        (be_blocked, "blocked_by"),
        (reach_limit, "player_busy"),
    ],
)
def test_an_unavailable_player_cannot_be_invited(
    work: Work, alice: Player, bob: Player, prepare: Change, code: str
) -> None:
    prepare(work, alice, bob)
    opponent = work.tx.players.get(bob.id)
    with refused(code):
        challenge(work, alice, opponent, OPTIONS)
    assert work.published == []


def test_an_invitation_across_a_block_can_only_be_declined(
    work: Work, alice: Player, bob: Player
) -> None:
    board = challenge(work, alice, bob, OPTIONS)
    block(work, bob, alice)
    with refused("you_block"):
        accept(work, bob, board.number)
    assert decline(work, bob, board.number).match.status is MatchStatus.DECLINED


def test_the_refusal_of_too_many_invitations_names_the_oldest_one(
    work: Work, alice: Player, bob: Player, carol: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 2)
    challenge(work, bob, alice, OPTIONS)
    first = challenge(work, alice, bob, OPTIONS)
    challenge(work, alice, carol, OPTIONS)
    with refused("many_invitations", most=2, board=first.number, game="gyges"):
        challenge(work, alice, carol, OPTIONS)
    decline(work, alice, first.number)
    challenge(work, alice, carol, OPTIONS)


def test_a_withdrawn_challenge_counts_towards_the_limit(
    work: Work, alice: Player, bob: Player
) -> None:
    for _ in range(bounds.GAMES.most):
        decline(work, alice, challenge(work, alice, bob, OPTIONS).number)
    with refused("many_games"):
        challenge(work, alice, bob, OPTIONS)


def test_nobody_can_invite_themselves(work: Work, alice: Player) -> None:
    with refused("not_yourself"):
        challenge(work, alice, alice, OPTIONS)


def test_only_the_invited_player_can_accept(
    work: Work, alice: Player, bob: Player, carol: Player
) -> None:
    board = challenge(work, alice, bob, OPTIONS)
    with unchanged(work, board), refused("own_invitation", board=board.number, game="gyges"):
        accept(work, alice, board.number)
    with unchanged(work, board), refused("not_your_board"):
        accept(work, carol, board.number)


def test_the_inviting_player_can_withdraw_the_invitation(
    work: Work, alice: Player, bob: Player
) -> None:
    board = challenge(work, alice, bob, OPTIONS)
    assert decline(work, alice, board.number).match.status is MatchStatus.DECLINED
    assert latest_news(work).by == alice


@pytest.mark.parametrize("answer", [accept, decline])
def test_a_game_that_has_begun_is_no_invitation(
    work: Work, alice: Player, bob: Player, answer: Callable[..., object]
) -> None:
    board = begin(work, alice, bob)
    with unchanged(work, board), refused("no_invitation", board=board.number):
        answer(work, bob, board.number)
