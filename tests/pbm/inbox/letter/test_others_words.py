"""Words that another player wrote about a board are asked about if they come back as a letter."""

from __future__ import annotations

import pytest

from pbm.notices.kinds import MailKind
from tests.pbm.town import Mail, Town, kinds

PLAY = "I play 16-35"


@pytest.mark.parametrize(
    ("heard", "plies"),
    [("Good luck", 3), (PLAY, 2), ("i PLAY  16-35 ", 2), ("Maybe I play 16-35", 3)],
)
def test_a_move_in_words_of_others_is_not_played(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], heard: str, plies: int
) -> None:
    town_with_game.answer(placed_mails[1], f"chat\n{heard}")
    mails = town_with_game.answer(placed_mails[0], PLAY)
    assert (MailKind.CONFIRM in kinds(mails)) == (plies == 2)
    assert town_with_game.match().plies == plies
