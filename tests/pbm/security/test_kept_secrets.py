"""Passwords and reply addresses: in no mail, no row, no log and no byte of the disk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.inbox.line.names import all_commands
from tests.combinations import few_fast, for_each
from tests.pbm.security.attack import forged, goods, said_to
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
    refused,
)

SLIP = "battery-staple-7"

UNREAD = [
    "chnage password alice {} another-one",
    "sginup carol {}",
    "movee 1 alice {} 13-14",
    "My password is {}, why does it not work?",
    "Mein Passwort: {}",
    "mot de passe {}",
    "alice {}",
    "please let alice {} resign",
    "Hello,\n\nI am alice and write {} here\n",
]


@pytest.mark.parametrize(
    ("text", "author", "place"), few_fast(UNREAD, [ALICE, STRANGER], ["subject", "body"])
)
def test_a_password_in_a_line_that_is_no_command_is_kept_nowhere(
    town_with_players: Town, text: str, author: str, place: str
) -> None:
    line = text.format(SLIP)
    mails = (
        town_with_players.write(author, subject=line.split("\n")[-1]) if place == "subject" else []
    )
    mails += town_with_players.write(author, line) if place == "body" else []
    assert SLIP not in said_to(mails, author)
    assert SLIP.encode() not in town_with_players.stored()


def test_words_of_a_letter_that_says_nothing_else_are_kept(town_with_players: Town) -> None:
    town_with_players.write(ALICE, "What a beautiful position this was yesterday!")
    assert b"beautiful position" in town_with_players.stored()


@pytest.mark.parametrize(
    ("prefix", "line"),
    few_fast(
        ["", "Re: ", "[pbm] ", "AW: Re[2]: "],
        [
            "signup carol {}",
            "gyges resign 1 alice {}",
            "gyges resign 1 alice {} and more",
            "change password alice {} {}",
            "set alice {} board list",
            "gyges moev 1 alice {}",
        ],
    ),
)
def test_no_password_in_a_subject_comes_back(town_with_game: Town, prefix: str, line: str) -> None:
    subject = prefix + line.format(SLIP, SLIP + "x")
    for author in (ALICE, CAROL):
        for mail in town_with_game.write(author, "hello", subject=subject):
            assert SLIP not in mail.raw.decode()
    assert SLIP.encode() not in town_with_game.stored()


def test_nothing_that_was_ever_secret_is_on_the_disk_of_a_running_server(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(
        board_mails[0], f"{SOUTH}\n\n> Reply to {board_mails[0].reply_to}\n"
    )
    mails += town_with_game.write(ALICE, "password alice")
    mails += town_with_game.answer(mails[-1], f"change password {SLIP}")
    mails += town_with_game.write(STRANGER, f"gyges chat 1 alice {SLIP} hello")
    mails += town_with_game.write(STRANGER, f"gyges chat 1 alice {PASSWORD} hello")
    mails += town_with_game.write(CAROL, "signup carol marble-tower")
    mails += town_with_game.answer(mails[-1], f"confirm {mails[-1].token}")
    kept = town_with_game.stored().lower()
    tokens = [mail.token for mail in (*board_mails, *mails) if mail.token]
    assert len(tokens) > 8
    for secret in (PASSWORD, SLIP, "marble-tower", *tokens):
        assert secret.encode() not in kept


def test_passwords_are_kept_as_slow_hashes_each_with_a_salt_of_its_own(
    town: Town, slow_hashes: None
) -> None:
    for address in (ALICE, BOB):
        town.sign_up(address, "marble-tower")
    hashes = {town.player(userid).password or "" for userid in ("alice", "bob")}
    assert len(hashes) == 2
    assert all(each.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for each in hashes)


def test_a_forged_letter_cannot_have_a_token_filled_in_for_it(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    """The outbox replaces a mask by the token. A sender's text must not be taken for a mask."""
    mask = b"x" * 26
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\npbm+{mask.decode()}@pbm.example\n")
    bobs = of(mails, BOB)
    assert bobs.token not in bobs.text
    assert bobs.html.count(bobs.token) == bobs.html.count(f"mailto:pbm%2B{bobs.token}@")
    (answer,) = town_with_game.post(ALICE, forged("whoami", f"Subject: {mask.decode()}"))
    assert answer.raw.count(answer.token.encode()) == 1


# Asterisks replace a password in a stored letter

BLANK = "********"


@pytest.mark.parametrize(
    "line",
    [
        f"signup carol {BLANK}",
        f"change password alice {PASSWORD} {BLANK}",
        f"change password alice {PASSWORD} {BLANK}*****",
        f"gyges resign 1 alice {BLANK}",
        f"set alice {BLANK} passwords off",
    ],
)
def test_a_blank_is_no_password(town_with_game: Town, hashes: list[str], line: str) -> None:
    before = goods(town_with_game)
    assert refused(town_with_game.write(CAROL, line)) == "blanked_password"
    assert goods(town_with_game) == before
    assert BLANK not in hashes


def test_no_reset_is_answered_with_a_blank(town_with_players: Town) -> None:
    reset = town_with_players.write(ALICE, "password alice")[-1]
    for answer in (f"change password {BLANK}", f"password {BLANK}"):
        assert refused(town_with_players.answer(reset, answer)) == "blanked_password"
    assert kinds(town_with_players.answer(reset, BLANK)) == ["no_command"]


@pytest.mark.parametrize("short", ["-", "x", "hunter2"])
def test_a_word_too_short_for_a_password_is_never_blanked(town_with_game: Town, short: str) -> None:
    town_with_game.write(ALICE, f"gyges move 1 alice {short} {SOUTH}\n\na - b x c hunter2")
    kept = town_with_game.last_letter().raw
    assert b"Message-ID" in kept and f"alice {short} ".encode() in kept
    assert town_with_game.match().plies == 0


@pytest.mark.parametrize(
    "line", few_fast(["{} alice {}", "{} 1 alice {}", "gyges {} 1 alice {} 13-14"], one_in=3)
)
def test_no_answer_repeats_a_password_that_the_command_does_not_take(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    told = []
    for command in all_commands():
        if not command.talks:
            told += town_with_game.write(ALICE, line.format(command.name, "tulipsarenice"))
            told += town_with_game.answer(
                board_mails[0], line.format(command.name, "tulipsarenice")
            )
            town_with_game.later(minutes=40)
    assert len(told) > len(all_commands())
    assert "tulipsarenice" not in said_to(told, ALICE)
    assert b"tulipsarenice" not in town_with_game.stored()


@pytest.mark.parametrize(
    ("author", "line"),
    few_fast(
        [ALICE, STRANGER],
        [
            "help {}",
            "help me please with {}",
            "whoami {}",
            "gyges whoami {}",
            "message alice {}",
            "all show {}",
            "games {}",
            "gyges take {}",
            "vacation {} tomorrow",
            "gyges challenge bob -per={}",
            "gyges preview new -{}",
            "signup dave x x {}",
            "gyges resign 1 {} bob",
        ],
    ),
)
def test_no_answer_to_a_refused_line_repeats_what_may_be_a_password(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str, author: str
) -> None:
    for written in ("tulipsarenice", "TulipsAreNice"):
        text = line.format(written)
        told = town_with_game.write(author, text)
        town_with_game.later(hours=2)
        told += town_with_game.write(author, f"{text}\n{text}", subject="multiple")
        told += town_with_game.answer(board_mails[0], text)
        town_with_game.later(hours=2)
        assert written.casefold() not in said_to(told, author).casefold()
        assert written.casefold() not in said_to(told, ALICE).casefold()
    assert b"tulipsarenice" not in town_with_game.stored().lower()


@for_each(
    ("line", "kept"),
    [
        ("gyges challenge bobb", "bobb"),
        ("learn transposition -per=14d", "-per=14d"),
        ("vacation 2019-03-01 2019-02-29", "2019-02-29"),
        ("add address alice@@example", "alice@@example"),
    ],
)
def test_an_answer_to_a_refused_line_repeats_words_that_are_no_password(
    town_with_players: Town, line: str, kept: str
) -> None:
    refusal = only(town_with_players.write(ALICE, line))
    assert refusal.kind == "refusal"
    assert kept in refusal.text


@pytest.mark.parametrize(
    "text",
    [
        f"{{move}}\n\ngyges resign 1 alice {PASSWORD}",
        f"chat\nhello\ngyges move 2 alice {PASSWORD} 13-14",
        f"chat alice {PASSWORD} mine is {PASSWORD}",
        f"chat alice {PASSWORD}\nmine is ({PASSWORD})",
        f"message alice {PASSWORD} bob\n{PASSWORD} is what I use",
    ],
)
def test_words_that_hold_a_password_are_sent_to_nobody(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    before = goods(town_with_game)
    told = town_with_game.answer(board_mails[0], text.format(move=SOUTH))
    assert {mail.to for mail in told} == {ALICE}
    assert goods(town_with_game) == before
    assert PASSWORD.encode() not in town_with_game.stored()


@for_each("around", ["pbm-2B{}-40x", "pbm%2B{}%40x", "pbm%252B{}", "({})", "2b{}"])
def test_no_words_for_others_hold_a_token(
    town_with_game: Town, board_mails: tuple[Mail, Mail], around: str
) -> None:
    for token in (board_mails[0].token, board_mails[0].token.upper()):
        told = town_with_game.answer(board_mails[0], f"chat see\n{around.format(token)}")
        told += town_with_game.answer(board_mails[0], f"chat {around.format(token)}")
        assert len(told) == 4
        assert token not in said_to(told, BOB)


@pytest.mark.parametrize("case", [str.upper, str.title, str.swapcase])
def test_no_words_for_others_hold_a_token_in_another_case(
    town_with_game: Town, board_mails: tuple[Mail, Mail], case: Callable[[str], str]
) -> None:
    token = case(board_mails[0].token)
    told = of(town_with_game.answer(board_mails[0], f"chat Look: {token}!\n"), BOB)
    assert "Look:" in told.text
    assert token.casefold() not in told.text.casefold()
    assert token.encode() not in town_with_game.last_letter().raw
