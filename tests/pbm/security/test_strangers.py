"""People who are no players learn nothing about players."""

from __future__ import annotations

import pytest

from pbm.inbox.limits import STRANGER_PER_DAY
from pbm.inbox.line.command import Command
from pbm.inbox.line.names import all_commands
from tests.combinations import for_each
from tests.pbm.inbox.letter.test_forms import example
from tests.pbm.security.attack import MALLORY, goods, said_to
from tests.pbm.town import ALICE, BOB, CAROL, DOMAIN, PASSWORD, SOUTH, Mail, Town, of, refused

FOR_ANYONE = {"help", "learn", "signup", "confirm", "password"}
COMMANDS = [each for each in all_commands() if not each.hidden]


@for_each("command", COMMANDS)
def test_a_stranger_gets_nothing_out_of_any_command(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: Command
) -> None:
    line = example(command, claim=False).replace(" 17", " 1")
    before = goods(town_with_game)
    mails = town_with_game.write(MALLORY, f"{line}\n\nhello")
    assert goods(town_with_game) == before
    told = said_to(mails, MALLORY)
    if command.name != "help":  # help shows an example board
        assert "+---+" not in told
    assert ALICE not in told and BOB not in told
    if command.name not in FOR_ANYONE:
        assert refused(mails) == "stranger"


def test_a_stranger_gets_three_mails_a_day_however_they_ask(town_with_players: Town) -> None:
    asked = ["help", "help gyges", "signup carol", "confirm abc", "gyges resign 1 alice wrong-one"]
    mails = [mail for each in asked for mail in town_with_players.write(MALLORY, each)]
    assert len([mail for mail in mails if mail.to == MALLORY]) == STRANGER_PER_DAY


@for_each("command", ["data", "whoami", "users", "gyges record 1", "gyges show 1"])
def test_the_password_opens_nothing_to_the_address_it_is_sent_from(
    town_with_game: Town, command: str
) -> None:
    """A password allows its commands from any address, but information goes to its owner."""
    for line in (f"data alice {PASSWORD}", f"set alice {PASSWORD}", f"{command} alice {PASSWORD}"):
        mails = town_with_game.write(MALLORY, line)
        assert "+---+" not in said_to(mails, MALLORY)
        assert ALICE not in said_to(mails, MALLORY)


def test_the_data_export_goes_to_its_player_alone(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.write(CAROL, f"data alice {PASSWORD}")
    assert {mail.to for mail in mails} == {ALICE}
    assert PASSWORD not in said_to(mails, ALICE)
    assert board_mails[0].token not in said_to(mails, ALICE)


def test_no_player_is_told_the_address_of_another(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\nhello")
    for question in ("users", "gyges list", "gyges games", "gyges history alice", "all show alice"):
        mails += town_with_game.write(BOB, question)
    assert BOB not in said_to(mails, ALICE)
    assert ALICE not in said_to(mails, BOB)


def test_a_reply_address_in_a_comment_is_not_passed_on(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    """Some mail programs write the reply address above a quote. It is the key to alice's board."""
    lines = [f"pbm <{board_mails[0].reply_to}> hat geantwortet", board_mails[0].reply_to.upper()]
    lines.append(f"mailto:pbm%2B{board_mails[0].token}%40{DOMAIN}")
    (text,) = {"\n".join(lines)}
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\nhello\n{text}")
    assert town_with_game.match().plies == 1
    for mail in mails:
        assert board_mails[0].token not in mail.raw.decode().lower().replace("=\r\n", "")
    assert "hello" in of(mails, BOB).text
    assert board_mails[0].token.encode() not in town_with_game.bytes_on_disk().lower()


@pytest.mark.parametrize("line", ["chat", "message bob", "gyges challenge bob"])
def test_a_reply_address_in_a_message_is_not_passed_on(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    (question,) = town_with_game.write(ALICE, f"{line}\n\nsee pbm <{board_mails[0].reply_to}>, hm")[
        :1
    ]
    mails = town_with_game.answer(question, "yes")
    assert not any(board_mails[0].token in mail.text for mail in mails)
