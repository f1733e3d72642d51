"""Programs that play by mail: their signup, the mails to them, and the answers they may give."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from pbm.admin.action import action
from pbm.core.model import PlayerStatus
from pbm.inbox.limits import REFUSED_PER_HOUR
from pbm.mail.correspondence import LetterStatus
from pbm.notices.bounds import MOST_FROM_OTHERS
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.play.programs import MOST_BOARDS
from pbm.play.signups import MOST_PROGRAMS
from pbm.play.suspensions import set_status
from tests.pbm.town import ALICE, BOB, CAROL, SOUTH, Mail, Town, findings, kinds, of, only, refused

ROBBY = "robby@example.net"
AUTOMATIC = {"Auto_Submitted": "auto-replied"}


def asked(town: Town, owner: str = "bob", userid: str = "robby") -> list[Mail]:
    """Sign a program up as far as the question to its owner. Return the mails about that."""
    address = f"{userid}@example.net"
    question = only(town.write(address, subject=f"signup {userid} -program -owner={owner}"))
    return town.answer(question, "yes\n")


def declared(town: Town) -> Mail:
    """Make robby a program of bob, and return its welcome."""
    return of(town.answer(of(asked(town), BOB), "yes\n"), ROBBY)


def machine(mail: Mail) -> dict[str, Any]:
    (part,) = (each for each in mail.message.walk() if each.get_content_type().endswith("json"))
    found: dict[str, Any] = json.loads(part.get_content())
    return found


@pytest.fixture
def town(town_with_players: Town) -> Town:
    return town_with_players


@pytest.fixture
def alice(welcomes: tuple[Mail, Mail]) -> Mail:
    return welcomes[0]


@pytest.fixture
def game(town: Town, alice: Mail) -> Mail:
    """Begin a game of alice and robby. Return robby's mail: robby is to place its rings."""
    declared(town)
    return of(town.answer(alice, "gyges challenge robby -first=robby\n"), ROBBY)


def automatic(town: Town, mail: Mail, text: str, **headers: str) -> list[Mail]:
    """Answer a mail as a program does."""
    subject = f"Re: {mail.subject}"
    return town.write(ROBBY, text, subject=subject, to=mail.reply_to, **AUTOMATIC, **headers)


# Signing up


def test_a_program_plays_once_its_owner_has_agreed(town: Town) -> None:
    mails = asked(town)
    assert {(mail.to, mail.kind) for mail in mails} == {
        (BOB, MailKind.OWNER),
        (ROBBY, MailKind.OWNER_ASKED),
    }
    with pytest.raises(AssertionError):
        town.player("robby")
    mails = town.answer(of(mails, BOB), "yes\n")
    assert {(mail.to, mail.kind) for mail in mails} == {
        (BOB, MailKind.PROGRAM_DECLARED),
        (ROBBY, MailKind.WELCOME),
    }
    program = town.player("robby")
    assert program.is_declared
    assert program.owner == town.player("bob").id


def test_the_code_in_the_question_is_an_answer(town: Town) -> None:
    question = of(asked(town), BOB)
    town.write(BOB, f"confirm {question.token}\n")
    assert town.player("robby").is_declared


def test_nobody_else_can_agree(town: Town) -> None:
    question = of(asked(town), BOB)
    for author in (ALICE, ROBBY, CAROL):
        town.answer(question, "yes\n", author=author)
        town.write(author, f"confirm {question.token}\n")
    town.answer(question, "no\n")
    with pytest.raises(AssertionError):
        town.player("robby")


def test_a_program_cannot_agree_for_itself(town: Town) -> None:
    town.write(ROBBY, subject="signup robby -program -owner=bob")
    town.write(BOB, "yes\n", to=of(asked(town), BOB).reply_to, **AUTOMATIC)
    with pytest.raises(AssertionError):
        town.player("robby")


@pytest.mark.parametrize(
    "options, code",
    [
        ("-program", "program_and_owner"),
        ("-owner=bob", "program_and_owner"),
        ("-program -owner=nobody", "no_owner"),
    ],
)
def test_a_program_names_its_owner(town: Town, options: str, code: str) -> None:
    assert refused(town.write(ROBBY, subject=f"signup robby {options}")) == code


def test_a_program_owns_no_program_and_nobody_owns_many(town: Town) -> None:
    declared(town)
    again = town.write("r2@example.net", subject="signup rob2 -program -owner=robby")
    assert refused(again) == "no_owner"
    for number in range(1, MOST_PROGRAMS):
        town.answer(of(asked(town, userid=f"robby{number}"), BOB), "yes\n")
    again = town.write("r2@example.net", subject="signup rob2 -program -owner=bob")
    assert refused(again) == "many_programs"


def test_questions_to_an_owner_are_bounded(town: Town) -> None:
    mails = [
        mail
        for number in range(MOST_FROM_OTHERS + 3)
        for mail in asked(town, userid=f"rob{number}")
    ]
    questions = [mail for mail in mails if mail.to == BOB]
    assert len([mail for mail in questions if mail.row.status == "queued"]) == MOST_FROM_OTHERS


# What players see of a declared program


def test_a_program_is_called_one_everywhere(town: Town, alice: Mail, game: Mail) -> None:
    label = {"userid": "robby", "level": None, "owner": "bob"}
    assert game.facts["programs"] == [label]
    users = only(town.answer(alice, "users\n"))
    assert [row["program"] for row in users.facts["rows"] if row["userid"] == "robby"] == [label]
    assert '[SouthType "program"]' in only(town.answer(alice, "gyges record 1\n")).text
    assert not town.match().rated
    robby = declared_again(town)
    invitation = of(town.answer(robby, "gyges challenge alice\n"), ALICE)
    assert (invitation.kind, invitation.facts["programs"]) == (MailKind.INVITATION, [label])
    assert "robby" in invitation.text.partition("program")[0]


def test_owner_and_program_are_told_whose_it_is(town: Town, alice: Mail) -> None:
    declared(town)
    label = {"userid": "robby", "level": None, "owner": "bob"}
    for author, programs in ((ROBBY, [label]), (BOB, [label]), (ALICE, [])):
        assert only(town.write(author, "whoami\n")).facts["programs"] == programs


def declared_again(town: Town) -> Mail:
    """A mail to robby from which it can begin games."""
    return only(town.write(ROBBY, "help\n"))


def test_games_with_declared_programs_count_among_those_with_programs(
    town: Town, alice: Mail
) -> None:
    declared(town)
    for _ in range(MOST_BOARDS):
        town.answer(alice, "gyges challenge robby\n")
    assert refused(town.answer(alice, "gyges challenge robby\n")) == "program_boards"


# What a declared program may send automatically


def test_a_program_moves_by_an_automatic_mail(town: Town, game: Mail) -> None:
    moved = of(automatic(town, game, f"{machine(game)['legal'][0]}\n"), ROBBY)
    assert moved.news == Headline.MOVED
    assert town.match().plies == 1
    assert findings(town) == []


def test_a_program_resigns_by_an_automatic_mail(town: Town, game: Mail) -> None:
    automatic(town, game, "resign\n")
    assert not town.match().running


@pytest.mark.parametrize(
    "text",
    [
        f"{SOUTH}\nBest wishes\n",
        f"I play {SOUTH}\n",
        f"{SOUTH}\n{SOUTH}\n",
        f"{SOUTH}!\n",
        "I am out of the office until Monday.\n",
        "I resign\n",
        "yes\n",
        "message alice\nhello\n",
        "gyges challenge alice\n",
        "set machine off\n",
        "help\n",
        "",
    ],
)
def test_any_other_automatic_mail_is_ignored(town: Town, game: Mail, text: str) -> None:
    assert automatic(town, game, text) == []
    assert (town.status, town.match().plies) == (LetterStatus.IGNORED, 0)


@pytest.mark.parametrize(
    "header",
    [
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
        {"List_Id": "<list.example.net>"},
        {"Subject": "Out of office: [gyges 1]"},
    ],
)
def test_a_second_sign_of_a_robot_is_one_too_many(
    town: Town, game: Mail, header: dict[str, str]
) -> None:
    subject = header.pop("Subject", "")
    mails = town.write(
        ROBBY, f"{SOUTH}\n", subject=subject, to=game.reply_to, **AUTOMATIC, **header
    )
    assert mails == []
    assert town.match().plies == 0


def test_an_automatic_mail_without_the_latest_token_is_ignored(
    town: Town, alice: Mail, game: Mail
) -> None:
    assert town.write(ROBBY, f"gyges move 1 {SOUTH}\n", **AUTOMATIC) == []
    after = automatic(town, game, f"{SOUTH}\n")
    assert automatic(town, game, f"{SOUTH}\n") == []  # its mail is no longer the latest
    town.answer(of(after, ALICE), "321123\n")
    assert automatic(town, game, "resign\n") == []
    assert town.match().running


def test_the_automatic_mails_of_people_are_ignored(town: Town, alice: Mail) -> None:
    declared(town)
    mail = of(town.answer(alice, "gyges challenge robby -first=alice\n"), ALICE)
    assert town.write(ALICE, f"{SOUTH}\n", to=mail.reply_to, **AUTOMATIC) == []
    assert town.match().plies == 0


def test_refusals_of_automatic_mails_end_after_a_few(town: Town, game: Mail) -> None:
    answers = [automatic(town, game, "11-99\n") for _ in range(REFUSED_PER_HOUR + 5)]
    assert sum(map(len, answers)) <= REFUSED_PER_HOUR
    assert automatic(town, game, f"{SOUTH}\n")


def test_the_same_automatic_mail_again_is_a_duplicate(town: Town, game: Mail) -> None:
    same = {"Message_ID": "<1@example.net>"}
    automatic(town, game, f"{SOUTH}\n", **same)
    automatic(town, game, f"{SOUTH}\n", **same)
    assert town.match().plies == 1


# The owner of a declared program


def test_a_program_is_suspended_with_its_owner(town: Town, game: Mail) -> None:
    change(town, "bob", PlayerStatus.SUSPENDED)
    assert town.player("robby").suspended
    assert automatic(town, game, f"{SOUTH}\n") == []
    change(town, "bob", PlayerStatus.ACTIVE)
    assert automatic(town, game, f"{SOUTH}\n")


def test_a_program_that_was_suspended_itself_stays_so(town: Town) -> None:
    declared(town)
    change(town, "robby", PlayerStatus.SUSPENDED)
    change(town, "bob", PlayerStatus.SUSPENDED)
    change(town, "bob", PlayerStatus.ACTIVE)
    assert town.player("robby").suspended


def test_a_program_leaves_with_its_owner(
    town: Town, welcomes: tuple[Mail, Mail], game: Mail
) -> None:
    question = only(town.answer(welcomes[1], "signoff\n"))
    mails = town.answer(question, "yes\n")
    assert MailKind.SIGNED_OFF in kinds(mail for mail in mails if mail.to == ROBBY)
    assert town.player("robby").left
    assert not town.match().running
    assert findings(town) == []


def change(town: Town, userid: str, status: PlayerStatus) -> Sequence[Mail]:
    with action(town.app, "test") as work:
        set_status(work, work.player(userid), status, "test")
    return town.new_mails()
