from __future__ import annotations

import pytest

from pbm.core.model import Player
from pbm.play import bounds
from pbm.play.chat import say
from pbm.play.news import ChatNews
from pbm.play.work import Work
from tests.pbm.play.helpers import begin, finish, refused


def test_chat_is_published(work: Work, alice: Player, bob: Player) -> None:
    board = begin(work, alice, bob)
    say(work, alice, board.number, ("Hello", "there"))
    assert work.published == [ChatNews(alice, board, said=("Hello", "there"))]


def test_chat_is_limited_on_each_board_and_on_all_together(
    work: Work, alice: Player, bob: Player
) -> None:
    boards = [begin(work, alice, bob).number for _ in range(4)]
    for _ in range(bounds.CHAT.most):
        for board in boards[:3]:
            say(work, alice, board, ("Hello",))
    for board in boards:
        with refused("much_chat"):
            say(work, alice, board, ("Hello",))
    say(work, bob, boards[0], ("Quiet, please",))


def test_chat_about_a_finished_game_counts_as_a_message(
    work: Work, alice: Player, bob: Player
) -> None:
    over = finish(work, alice, bob)
    bounds.charge(work, alice, bounds.MESSAGES, times=bounds.MESSAGES.most)
    with refused("many_messages"):
        say(work, alice, over.number, ("Well played",))


@pytest.mark.parametrize("said", [(), ("Hello",)])
def test_a_blocked_player_cannot_chat(
    work: Work, alice: Player, bob: Player, said: tuple[str, ...]
) -> None:
    board = begin(work, alice, bob)
    work.tx.blocks.add(bob.id, alice.id, work.now)
    with refused("blocked_by"):
        say(work, alice, board.number, said)


def test_chat_without_text_is_refused(work: Work, alice: Player, bob: Player) -> None:
    board = begin(work, alice, bob)
    with refused("nothing_said"):
        say(work, alice, board.number, ())
    assert work.published == []
