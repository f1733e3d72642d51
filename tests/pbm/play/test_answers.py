from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.core.board import Board
from pbm.core.happening import Happening
from pbm.core.happenings import Agreed, Rejected
from pbm.core.model import Offer, Player
from pbm.core.openings import Accepted, Declined
from pbm.play.answers import accept, decline
from pbm.play.invitations import challenge
from pbm.play.proposals import propose
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, latest_news, refused

Answer = Callable[[Work, Player, int | None, int | None, tuple[str, ...]], Board]


@pytest.mark.parametrize(("answer", "what"), [(accept, Accepted), (decline, Declined)])
def test_an_invitation_is_answered_before_the_game_begins(
    work: Work, alice: Player, bob: Player, answer: Answer, what: type[Happening]
) -> None:
    invited = challenge(work, alice, bob, GameOptions(GYGES))
    after = answer(work, bob, invited.number, None, ("Well!",))
    told = latest_news(work)
    assert (type(told.what), told.by, told.said) == (what, bob, ("Well!",))
    assert after.running is (answer is accept)


@pytest.mark.parametrize(("answer", "what"), [(accept, Agreed), (decline, Rejected)])
def test_a_proposal_is_answered_in_a_running_game_if_it_was_seen(
    work: Work, alice: Player, bob: Player, placed: Board, answer: Answer, what: type[Happening]
) -> None:
    offered = propose(work, alice, placed.number, Offer.DRAW)
    with refused("unseen_proposal"):
        answer(work, bob, offered.number, placed.match.seq, ())
    answer(work, bob, offered.number, offered.match.seq, ("Well!",))
    told = latest_news(work)
    assert (type(told.what), told.by, told.said) == (what, bob, ("Well!",))


@pytest.mark.parametrize("answer", [accept, decline])
def test_an_unknown_board_cannot_be_answered(work: Work, alice: Player, answer: Answer) -> None:
    with refused("unknown_board", board=77):
        answer(work, alice, 77, None, ())
