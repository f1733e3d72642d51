"""Settings for the look of mails: pictures, tables or text alone, and the side that is below."""

from __future__ import annotations

import pytest

from pbm.core.choices import Choice
from pbm.notices.kinds import MailKind
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, findings, of, only


def alice_s_board(town: Town) -> Mail:
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    return of(town.play(town.board(), SOUTH, NORTH), ALICE)


def setting(town: Town, name: Choice, userid: str = "alice") -> str | None:
    return town.player(userid).settings.get(name)


def test_new_players_get_pictures(town: Town) -> None:
    board = alice_s_board(town)
    assert setting(town, Choice.MAIL) == "pictures"
    assert [part.get_content_type() for part in board.message.walk()][-1] == "image/png"


@for_each("line", ["mail text", "Mail HTML", "mail pictures.", "set mail text"])
def test_a_line_of_a_reply_to_a_board_chooses_at_once(town: Town, line: str) -> None:
    (answer,) = town.answer(alice_s_board(town), f"{line}\n")
    assert answer.kind == MailKind.SETTINGS
    assert setting(town, Choice.MAIL) == line.lower().strip(".").rpartition(" ")[2]


def test_it_does_so_in_reply_to_an_outdated_mail_too(town: Town) -> None:
    board = alice_s_board(town)
    town.answer(board, "resign\n")
    assert only(town.answer(board, "mail text\n")).kind == MailKind.SETTINGS


def test_a_forged_letter_chooses_nothing(town: Town) -> None:
    alice_s_board(town)
    assert only(town.write(ALICE, "mail text\n")).kind == MailKind.CONFIRM
    assert setting(town, Choice.MAIL) == "pictures"


@pytest.mark.parametrize("line", ["set passwords off", "set limit 3", "set autoaccept on"])
def test_a_board_mail_does_not_reach_other_settings(town: Town, line: str) -> None:
    assert only(town.answer(alice_s_board(town), f"{line}\n")).kind == MailKind.CONFIRM


@pytest.mark.parametrize("line", ["mail me the rules", "mail texts", "mail"])
def test_other_lines_that_begin_with_mail_are_no_command(town: Town, line: str) -> None:
    mails = town.answer(alice_s_board(town), f"{line}\n")
    assert MailKind.SETTINGS not in [mail.kind for mail in mails]
    assert setting(town, Choice.MAIL) == "pictures"


def test_the_side_and_the_style_of_boards_are_chosen_by_the_same_word(town: Town) -> None:
    board = alice_s_board(town)
    for line in ("set board compact", "set board turned"):
        town.answer(board, f"{line}\n")
    assert (setting(town, Choice.BOARD), setting(town, Choice.SIDE)) == ("compact", "turned")


@pytest.mark.parametrize("turned", [False, True])
def test_the_second_player_s_side_is_below_if_they_want_it(town: Town, turned: bool) -> None:
    alice_s_board(town)
    bob = only(town.write(BOB, "list\n"))
    if turned:
        bob = only(town.answer(bob, "set board turned\n"))
    (shown,) = town.answer(bob, "gyges show 1\n")
    assert shown.facts["drawing"].diagram.turned is turned


def test_players_of_before_keep_text_and_are_told_once(town: Town) -> None:
    board = alice_s_board(town)
    with town.app.store.transaction() as tx:
        tx.players.clear_settings(town.player("alice").id)
    first, second = (town.answer(board, "show\n")[0] for _ in range(2))
    assert (first.message.get_content_type(), "mail pictures" in first.text) == ("text/plain", True)
    assert "\n    mail pictures\n" not in second.text
    assert setting(town, Choice.MAIL) == "text"
    (answer,) = town.answer(second, "mail pictures\n")
    assert answer.message.get_content_type() == "multipart/alternative"
    assert findings(town) == []


def test_mails_without_pictures_name_the_word_that_brings_them_back(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert "mail pictures" not in only(town_with_game.answer(board_mails[0], "show\n")).text
    town_with_game.answer(board_mails[0], "mail text\n")
    assert '"mail pictures"' in only(town_with_game.answer(board_mails[0], "show\n")).text
