from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.happenings import Accepted, Declined, Invited
from pbm.core.model import EventKind, MatchStatus, Player, PlayerStatus
from pbm.play import bounds, invitations
from pbm.play.invitations import accept, challenge, decline
from pbm.play.settings import choose
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.games import GYGES, begin
from tests.pbm.play.table import latest_news, news, refused

OPTIONS = GameOptions(GYGES)

Deed = Callable[[Work, Player, Player], object]


def suspend(work: Work, _by: Player, other: Player) -> None:
    work.tx.players.set_status(other.id, PlayerStatus.SUSPENDED)


def sign_off(work: Work, _by: Player, other: Player) -> None:
    for address in other.addresses:
        work.tx.players.drop_address(other.id, address)


def block(work: Work, by: Player, other: Player) -> None:
    work.tx.blocks.add(by.id, other.id, work.now)


def be_blocked(work: Work, by: Player, other: Player) -> None:
    block(work, other, by)


def have_enough(work: Work, by: Player, other: Player) -> None:
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


def test_who_accepts_everything_is_told_once_though_two_things_happened(
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
        (suspend, "player_away"),
        (sign_off, "player_away"),
        (block, "you_block"),
        (be_blocked, "blocked_by"),
        (have_enough, "player_busy"),
    ],
)
def test_who_cannot_be_invited(
    work: Work, alice: Player, bob: Player, prepare: Deed, code: str
) -> None:
    prepare(work, alice, bob)
    opponent = work.tx.players.get(bob.id)
    with refused(code):
        challenge(work, alice, opponent, OPTIONS)
    assert work.published == []


def test_an_invitation_from_before_a_block_is_not_accepted_but_declined(
    work: Work, alice: Player, bob: Player
) -> None:
    board = challenge(work, alice, bob, OPTIONS)
    block(work, bob, alice)
    with refused("you_block"):
        accept(work, bob, board.number)
    assert decline(work, bob, board.number).match.status is MatchStatus.DECLINED


def test_who_has_invited_too_many_is_told_of_the_oldest_that_waits(
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


def test_a_challenge_counts_even_if_it_is_taken_back(
    work: Work, alice: Player, bob: Player
) -> None:
    for _ in range(bounds.GAMES.most):
        decline(work, alice, challenge(work, alice, bob, OPTIONS).number)
    with refused("many_games"):
        challenge(work, alice, bob, OPTIONS)
