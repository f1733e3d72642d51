"""The access that each proof of a sender gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.core.model import PlayerStatus
from pbm.inbox.limits import STRANGER_PER_DAY
from pbm.mail.addresses import reply_address
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    DOMAIN,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
)

OURS = "mx.pbm.example"
VOUCHED = f"{OURS}; dmarc=pass header.from=example.org"


# A From address alone


def test_a_from_alone_reads(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(ALICE, subject="whoami")) == ["account"]


@pytest.mark.parametrize("command", [f"gyges move 1 {SOUTH}", "gyges resign 1", "gyges chat 1 hi"])
def test_a_from_alone_never_acts(town_with_game: Town, command: str) -> None:
    seq = town_with_game.match().seq
    mails = town_with_game.write(ALICE, subject=command)
    assert kinds(mails) == ["confirm"]
    assert only(mails).to == ALICE
    assert town_with_game.match().seq == seq


@for_each("author", [f"{ALICE}, {BOB}", f"{BOB}, {ALICE}", ""])
def test_a_letter_that_is_not_from_one_address_only_warns_the_owner_of_its_key(
    town_with_game: Town, board_mails: tuple[Mail, Mail], author: str
) -> None:
    raw = f"From: {author}\r\nSubject: x\r\n\r\n{SOUTH}\r\n".encode()
    mails = town_with_game.post("x@example.net", raw, to=board_mails[0].reply_to)
    assert (only(mails).to, kinds(mails)) == (ALICE, ["wrong_secret"])
    assert town_with_game.match().plies == 0


# Board tokens


def test_a_board_token_moves_on_its_own_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert kinds(town_with_game.answer(board_mails[0], SOUTH)) == ["board", "board"]
    assert town_with_game.match().plies == 1


def test_a_board_token_does_not_reach_another_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.board()
    assert kinds(town_with_game.answer(board_mails[0], f"gyges move 2 {SOUTH}")) == ["confirm"]
    assert kinds(town_with_game.answer(board_mails[0], "gyges resign 2")) == ["confirm"]
    assert town_with_game.match(2).plies == 0


@pytest.mark.parametrize("command", ["gyges challenge bob", "set digest daily"])
def test_a_board_token_does_not_reach_the_account(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str
) -> None:
    assert kinds(town_with_game.answer(board_mails[0], command)) == ["confirm"]


def test_a_board_token_is_no_proof_for_the_password(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    before = town_with_game.player("alice").password
    town_with_game.answer(board_mails[0], "change password battery-staple")
    assert town_with_game.note == "needs_password"
    assert town_with_game.player("alice").password == before


@pytest.mark.parametrize("command", [SOUTH, "resign"])
def test_an_old_board_token_changes_nothing_and_shows_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    seq = town_with_game.match().seq
    mail = only(town_with_game.answer(board_mails[0], command))
    assert (mail.kind, mail.facts["news"]) == ("board", "stale")
    assert town_with_game.note == "stale"
    assert NORTH in mail.text
    assert town_with_game.match().seq == seq


def test_words_that_came_too_late_are_heard_again_in_reply_to_the_board_of_now(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    words = "Oops, wrong move! Can I have that one back?"
    late = only(town_with_game.answer(board_mails[0], words))
    assert town_with_game.note == "stale"
    town_with_game.answer(late, words)
    assert town_with_game.note != "stale"


@pytest.mark.parametrize("words", ["Well, I give up, this is too much for me.", "j'abandonne"])
def test_who_gives_up_too_late_for_a_mail_is_asked_about_the_board_of_now(
    town_with_game: Town, board_mails: tuple[Mail, Mail], words: str
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    asked = only(town_with_game.answer(board_mails[0], words))
    assert asked.kind == "confirm"
    town_with_game.answer(asked, "yes")
    assert town_with_game.match().result is not None


@pytest.mark.parametrize("text", ["undo", "oops, I meant 11-31", "can I take that back?"])
def test_who_regrets_a_move_too_late_for_its_mail_is_told_of_undo_first(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    town_with_game.answer(mail, "16-35")
    told = only(town_with_game.answer(mail, text))
    above, _, below = told.text.partition('reply with "undo"')
    assert told.news == "stale"
    assert "16-35" in below
    assert "16-35" not in above
    assert "undo" in of(town_with_game.answer(told, "undo"), BOB).subject


def test_an_old_board_token_still_shows_and_chats(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    assert kinds(town_with_game.answer(board_mails[0], "show")) == ["board"]
    assert kinds(town_with_game.answer(board_mails[0], "chat\nhello")) == ["chat", "chat"]


def test_the_mail_that_an_old_token_is_answered_with_carries_a_new_one(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    fresh = only(town_with_game.answer(board_mails[0], "13-14"))
    town_with_game.answer(fresh, "13-24")
    assert town_with_game.note != "stale"
    assert town_with_game.match().plies >= 2


def test_the_opponents_token_does_not_move_for_the_player(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[1], SOUTH)
    assert town_with_game.note == "not_your_turn"
    assert only(mails).to == BOB
    assert town_with_game.match().plies == 0


# Account tokens


def test_an_account_token_reaches_what_is_done_between_games(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, subject="whoami"))
    assert kinds(town_with_players.answer(account, "gyges challenge bob")) == [
        "invited",
        "invitation",
    ]


@pytest.mark.parametrize("command", [f"gyges move 1 {SOUTH}", "gyges resign 1"])
def test_an_account_token_does_not_move(town_with_game: Town, command: str) -> None:
    account = only(town_with_game.write(ALICE, subject="whoami"))
    assert kinds(town_with_game.answer(account, command)) == ["confirm"]
    assert town_with_game.match().plies == 0


def test_an_account_token_does_not_take_an_account_over(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, subject="whoami"))
    before = town_with_players.player("alice").password
    town_with_players.answer(account, "change password battery-staple")
    assert town_with_players.note == "needs_password"
    assert town_with_players.player("alice").password == before


# Tokens in wrong hands


def test_the_token_of_a_player_is_refused_to_a_stranger_and_reported(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], SOUTH, author=STRANGER)
    assert town_with_game.note == "foreign_token"
    assert town_with_game.match().plies == 0
    assert of(mails, ALICE).kind == "wrong_secret"
    assert of(mails, ALICE).facts["sender"] == STRANGER
    assert of(mails, STRANGER).facts["refusal"] == "foreign_token"


def test_a_token_of_another_player_is_foreign_too(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], SOUTH, author=BOB)
    assert (of(mails, ALICE).kind, of(mails, BOB).kind) == ("wrong_secret", "refusal")
    assert town_with_game.match().plies == 0


def test_a_stranger_learns_nothing_of_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mail = of(town_with_game.answer(board_mails[0], "show", author=STRANGER), STRANGER)
    assert "alice" not in mail.text
    assert "+---+" not in mail.text


def test_reports_come_at_most_once_a_day(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    def reported(stranger: str) -> bool:
        return "wrong_secret" in kinds(
            town_with_game.answer(board_mails[0], SOUTH, author=stranger)
        )

    assert reported("one@example.net")
    assert not reported("two@example.net")
    town_with_game.later(hours=25)
    assert reported("three@example.net")


def test_a_stranger_who_had_their_mails_of_the_day_is_reported_all_the_same(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(STRANGER_PER_DAY):
        assert kinds(town_with_game.write(STRANGER, subject="help")) == ["help"]
    mails = town_with_game.answer(board_mails[0], SOUTH, author=STRANGER)
    assert [(mail.kind, mail.to) for mail in mails] == [("wrong_secret", ALICE)]


@pytest.mark.parametrize("token", ["a" * 26, "z234567" * 3 + "abcde"])
def test_an_unknown_token_is_no_token(town_with_game: Town, token: str) -> None:
    mails = town_with_game.write(ALICE, f"gyges move 1 {SOUTH}", to=reply_address(token, DOMAIN))
    assert kinds(mails) == ["confirm"]
    assert town_with_game.match().plies == 0


def test_a_question_is_forgotten_after_two_days(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, subject=f"gyges move 1 {SOUTH}"))
    town_with_game.later(hours=48, seconds=1)
    assert kinds(town_with_game.answer(question, "yes")) == ["no_command"]
    assert town_with_game.match().plies == 0


def test_a_question_is_good_for_two_days(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, subject=f"gyges move 1 {SOUTH}"))
    town_with_game.later(hours=48)
    town_with_game.answer(question, "yes")
    assert town_with_game.match().plies == 1


# A front server that vouches


@pytest.fixture
def trusting(tmp_path: Path, _unsynced: None) -> Town:
    town = Town(tmp_path, trust_authserv=OURS)
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    town.board()
    return town


def test_a_from_that_the_front_server_vouches_for_acts(trusting: Town) -> None:
    trusting.write(ALICE, subject=f"gyges move 1 {SOUTH}", Authentication_Results=VOUCHED)
    assert trusting.match().plies == 1


def test_it_does_not_take_an_account_over(trusting: Town) -> None:
    before = trusting.player("alice").password
    trusting.write(ALICE, "change password new-password", Authentication_Results=VOUCHED)
    assert trusting.note == "needs_password"
    assert trusting.player("alice").password == before


def test_nobody_is_vouched_for_unless_the_operator_says_so(town_with_game: Town) -> None:
    mails = town_with_game.write(
        ALICE, subject=f"gyges move 1 {SOUTH}", Authentication_Results=VOUCHED
    )
    assert kinds(mails) == ["confirm"]


def test_only_the_topmost_word_counts(trusting: Town) -> None:
    forged = f"Authentication-Results: {OURS}; none\r\nAuthentication-Results: {VOUCHED}\r\n"
    raw = f"{forged}From: {ALICE}\r\nSubject: gyges move 1 {SOUTH}\r\n\r\n".encode()
    assert kinds(trusting.post(ALICE, raw)) == ["confirm"]


# Suspended players


def test_a_suspended_player_reads_and_does_nothing_else(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    suspend(town_with_game)
    assert kinds(town_with_game.write(ALICE, subject="whoami")) == ["account"]
    acts: list[Callable[[], object]] = [
        lambda: town_with_game.answer(board_mails[0], SOUTH),
        lambda: town_with_game.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}"),
        lambda: town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"),
    ]
    for act in acts:
        act()
        assert town_with_game.note == "suspended"
    assert town_with_game.match().plies == 0


def test_a_held_command_is_not_executed_for_a_player_suspended_meanwhile(
    town_with_game: Town,
) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    suspend(town_with_game)
    town_with_game.answer(question, "yes")
    assert town_with_game.note == "suspended"
    assert town_with_game.match().plies == 0


def suspend(town: Town) -> None:
    with town.app.store.transaction() as tx:
        tx.players.set_status(town.player("alice").id, PlayerStatus.SUSPENDED)
