"""The server remembers for thirty days what others wrote to a player about a board."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.inbox.letter.others_words import REMEMBERED, Words, words_of_others
from pbm.notices.kinds import MailKind
from tests.pbm.town import ALICE, Mail, Town, kinds, of

SAID = "I give  up soon"
PLAY = "I play 16-35"


@pytest.fixture
def said(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> Mail:
    """The mail that tells alice what bob said."""
    mail = of(town_with_game.answer(placed_mails[1], f"chat\n{SAID}"), ALICE)
    assert mail.kind == MailKind.CHAT
    return mail


def words(town: Town, userid: str = "alice", board: int | None = 1) -> Words:
    with town.app.store.reading() as tx:
        return words_of_others(tx, tx.players.by_userid(userid), board, town.time)


@pytest.mark.parametrize("line", [SAID, "i GIVE up  soon ", "I give up soon"])
def test_words_of_others_are_known_however_they_are_spaced(
    town_with_game: Town, said: Mail, line: str
) -> None:
    assert words(town_with_game).hold(line)


def test_only_whole_lines_of_others_are_known(town_with_game: Town, said: Mail) -> None:
    assert not words(town_with_game).hold("I give up")
    assert not any(words(town_with_game).hold(line) for line in said.text.split("\n"))


def test_words_are_forgotten_after_thirty_days(town_with_game: Town, said: Mail) -> None:
    town_with_game.time += REMEMBERED - timedelta(minutes=1)
    assert words(town_with_game).hold(SAID)
    town_with_game.time += timedelta(minutes=2)
    assert not words(town_with_game).hold(SAID)


def test_words_are_known_to_players_and_for_their_board_only(
    town_with_game: Town, said: Mail
) -> None:
    assert not words(town_with_game, "nobody").hold(SAID)
    assert not words(town_with_game, board=2).hold(SAID)
    assert not words(town_with_game, board=None).hold(SAID)


@pytest.mark.parametrize(("heard", "plies"), [("Good luck", 3), (PLAY, 2)])
def test_a_move_in_words_of_others_is_not_played(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], heard: str, plies: int
) -> None:
    town_with_game.answer(placed_mails[1], f"chat\n{heard}")
    mails = town_with_game.answer(placed_mails[0], PLAY)
    assert (MailKind.CONFIRM in kinds(mails)) == (heard == PLAY)
    assert town_with_game.match().plies == plies
