"""Guessed passwords: few tries, no hints, and guesses by others never lock the owner out."""

from __future__ import annotations

import pytest

from pbm.inbox.limits import REPLIES_PER_HOUR
from pbm.inbox.line.speaker import WRONG_PER_HOUR
from tests.combinations import few_fast, for_each
from tests.pbm.inbox.commands.people import account, suspend
from tests.pbm.security.attack import MALLORY, goods, said_to
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, STRANGER, Mail, Town, kinds, of, only

TRIES = 12


def guess(
    town: Town, author: str = "{}@evil.example", line: str = "gyges resign 1 alice {}"
) -> None:
    for number in range(TRIES):
        town.write(author.format(number), line.format(f"wrong-{number}"))


# The number of guesses


@pytest.mark.parametrize(
    ("line", "author"),
    few_fast(
        ["gyges resign 1 alice {}", "signoff alice {}", "data alice {}"],
        ["{}@evil.example", MALLORY, ALICE, BOB],
    ),
)
def test_few_guesses_an_hour_are_checked(
    town_with_game: Town, hashes: list[str], author: str, line: str
) -> None:
    before = goods(town_with_game)
    guess(town_with_game, author, line)
    assert len(hashes) == WRONG_PER_HOUR
    assert goods(town_with_game) == before


def test_forged_and_foreign_guesses_together_are_few(
    town_with_game: Town, hashes: list[str]
) -> None:
    for author in ("{}@evil.example", ALICE, BOB):
        guess(town_with_game, author)
    assert len(hashes) <= 2 * WRONG_PER_HOUR


def test_a_mail_of_many_commands_is_one_guess(town_with_game: Town, hashes: list[str]) -> None:
    lines = [f"gyges resign 1 alice wrong-{number}" for number in range(19)]
    lines.append(f"gyges resign 1 alice {PASSWORD}")
    before = goods(town_with_game)
    town_with_game.write(MALLORY, "\n".join(lines), subject="multiple")
    assert hashes == ["wrong-0"]
    assert goods(town_with_game) == before


def test_many_mails_of_many_commands_are_no_more_guesses(
    town_with_game: Town, hashes: list[str]
) -> None:
    for mail in range(TRIES):
        lines = [f"gyges resign 1 alice wrong-{mail}-{number}" for number in range(5)]
        town_with_game.write(f"{mail}@evil.example", "\n".join(lines), subject="multiple")
    assert len(hashes) == WRONG_PER_HOUR


def test_a_mail_of_many_commands_stops_once_no_password_is_checked(
    town_with_game: Town, hashes: list[str]
) -> None:
    guess(town_with_game)
    lines = f"gyges resign 1 alice {PASSWORD}\ngyges resign 1 alice {PASSWORD}\n"
    town_with_game.write(MALLORY, lines, subject="multiple")
    assert town_with_game.match().result == "*"
    assert len(hashes) == WRONG_PER_HOUR


def test_guessing_the_userid_too_does_not_help(town_with_game: Town, hashes: list[str]) -> None:
    for number in range(TRIES):
        town_with_game.write(MALLORY, f"gyges resign 1 eve{number} {PASSWORD}")
    town_with_game.write(MALLORY, f"gyges resign 1 alice {PASSWORD}")
    assert hashes == []
    assert town_with_game.match().result == "*"


# Answers give no hint


@for_each("how", ["unknown", "without password", "switched off", "suspended"])
def test_the_answer_to_a_wrong_password_is_the_same_for_everybody(
    town_with_game: Town, how: str
) -> None:
    if how == "switched off":
        town_with_game.write(ALICE, f"set alice {PASSWORD} passwords off")
    if how == "suspended":
        suspend(town_with_game, "alice")
    userid = {"unknown": "eve", "without password": "bob"}.get(how, "alice")
    wrong = said_to(town_with_game.write(MALLORY, "gyges resign 1 carol wrong-horse"), MALLORY)
    told = said_to(town_with_game.write(STRANGER, f"gyges resign 1 {userid} wrong-horse"), STRANGER)
    assert told.replace(userid, "carol").replace(STRANGER, MALLORY) == wrong


def test_its_owner_is_told_that_passwords_are_switched_off(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"set alice {PASSWORD} passwords off")
    only(town_with_game.write(ALICE, f"gyges resign 1 alice {PASSWORD}"))
    assert town_with_game.note == "passwords_off"


def test_a_refused_guess_shows_nothing_of_the_game(town_with_game: Town) -> None:
    told = said_to(town_with_game.write(MALLORY, "gyges show 1 alice wrong-horse"), MALLORY)
    told += said_to(town_with_game.write(MALLORY, "gyges move 1 alice wrong-horse 13-14"), MALLORY)
    assert "+---+" not in told
    assert ALICE not in told
    assert "wrong-horse" not in told


# The owner is not locked out


@pytest.fixture
def besieged(town_with_game: Town) -> Town:
    """Strangers have guessed alice's password from other addresses until they were blocked."""
    guess(town_with_game)
    guess(town_with_game, MALLORY)
    return town_with_game


def test_guesses_of_others_leave_the_password_good_from_its_owners_address(
    besieged: Town,
) -> None:
    besieged.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert besieged.match().plies == 1


@pytest.fixture
def forged_siege(besieged: Town) -> Town:
    """``besieged``, with further guesses under a forged From of alice's own address."""
    guess(besieged, ALICE)
    besieged.later(minutes=1)
    return besieged


def test_reply_addresses_are_good_however_many_guesses_there_were(
    forged_siege: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert kinds(forged_siege.answer(board_mails[0], SOUTH)) == ["board", "board"]
    assert forged_siege.match().plies == 1


def test_the_refusal_says_how_to_go_on_without_a_password(forged_siege: Town) -> None:
    # The answers of this hour are used up.
    forged_siege.later(hours=1)
    for _ in range(WRONG_PER_HOUR):
        forged_siege.write(ALICE, "signoff alice wrong-horse")
    told = said_to(forged_siege.write(ALICE, f"signoff alice {PASSWORD}"), ALICE)
    assert "Reply to a mail of ours, which needs no password" in " ".join(told.split())
    assert "without userid and password" in " ".join(told.split())
    assert kinds(forged_siege.write(ALICE, "signoff")) == ["confirm"]


def test_a_flood_under_her_address_leaves_her_moves_their_answers(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 10):
        town_with_game.write(ALICE, "hello")
    assert of(town_with_game.answer(board_mails[0], SOUTH), ALICE).kind == "board"


def test_the_owner_learns_of_guesses_once_a_day(town_with_game: Town) -> None:
    reports = []
    for number in range(3):
        reports += town_with_game.write(
            f"{number}@evil.example", "gyges resign 1 alice wrong-horse"
        )
    assert [mail.kind for mail in reports if mail.to == ALICE] == ["wrong_secret"]
    assert "0@evil.example" in said_to(reports, ALICE)


def test_a_report_repeats_neither_the_guess_nor_the_mail(town_with_game: Town) -> None:
    mails = town_with_game.write(MALLORY, "gyges resign 1 alice almost-the-password\n\nBuy now!")
    report = of(mails, ALICE)
    assert "almost" not in report.text + report.subject
    assert "Buy" not in report.text


def test_an_account_asks_for_confirmation_once_at_a_time(town_with_game: Town) -> None:
    token = account(town_with_game, ALICE)
    first = only(town_with_game.answer(token, f"change address {MALLORY}"))
    only(town_with_game.answer(token, "signoff"))
    before = goods(town_with_game)
    town_with_game.answer(first, "yes")
    assert goods(town_with_game) == before
