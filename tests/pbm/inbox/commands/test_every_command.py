"""The answers of every command to wrong arguments, and to people who may not use it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbm.core.games import family
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import Command
from pbm.inbox.line.forms import SlotKind
from pbm.inbox.line.line import Call, Context, read_line
from pbm.inbox.line.names import all_commands
from tests.combinations import for_each
from tests.pbm.inbox.commands.people import suspend
from tests.pbm.inbox.letter.test_forms import FILLED
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, STRANGER, Mail, Town, findings, of, refused

COMMANDS = [each for each in all_commands() if not each.hidden]
WORDS = {**FILLED, "claim": f"alice {PASSWORD}", "board": "1", "move": SOUTH, "offer": "draw"}
# Placeholders in commands to copy, and values for them.
PLACEHOLDERS = {"USERID": "carol", "BOARD": "1", "GAME": "gyges", "MOVE": SOUTH, "TOPIC": "ratings"}

each_command = for_each("command", COMMANDS)


def line(command: Command, *, claim: bool = False, without: str = "") -> str:
    """The command for board 1, with every slot filled except those in ``without``."""
    words = ["gyges"] if command.scope is not Scope.SERVER else []
    slots = [each for each in command.slots if each.name not in without.split()]
    slots = [each for each in slots if claim or each.kind is not SlotKind.CLAIM]
    return " ".join([*words, command.name, *(WORDS.get(each.name, "bob") for each in slots)])


def wrong(command: Command) -> str:
    """The command without its required words; or, if it has none, with too many words."""
    needed = [
        each.name for each in command.slots if each.required and each.kind is not SlotKind.CLAIM
    ]
    needed = [name for name in needed if name != "board"]
    if needed:
        return line(command, without=" ".join(needed))
    return f"{line(command)} !? !? !? !? !?"


def copyable(text: str) -> Iterator[str]:
    """The commands that a mail gives as examples: between quotation marks, or indented."""
    told = " ".join(text.split())
    for said in [*re.findall(r'"([^"]+)"', told), *re.findall(r"^    (\S.*)$", text, re.MULTILINE)]:
        written = said
        for name, filled in PLACEHOLDERS.items():
            written = written.replace(name, filled)
        if isinstance(read_line(written, Context(lambda word: word in ("alice", "bob"))), Call):
            yield said


def tells_how(mail: Mail, command: Command) -> bool:
    """Whether the mail says how to write the command, or what to write instead."""
    usage = command.usage_for(family("gyges"))
    return usage in " ".join(mail.text.split()) or any(copyable(mail.text))


@each_command
def test_wrong_arguments_are_answered_with_the_form(
    town_with_game: Town, welcomes: tuple[Mail, Mail], command: Command
) -> None:
    before = goods(town_with_game)
    told = of(town_with_game.answer(welcomes[0], wrong(command)), ALICE)
    assert tells_how(told, command), told.text
    assert goods(town_with_game) == before


def test_a_stranger_is_told_how_to_begin(town_with_game: Town) -> None:
    for command in COMMANDS:
        with town_with_game.rehearsing():
            mails = town_with_game.write(STRANGER, line(command))
        if command.name == "password":
            # The question is bob's affair, and a stranger is not even told that there is a bob.
            assert [mail.to for mail in mails] == [BOB]
            continue
        told = of(mails, STRANGER)
        assert any(copyable(told.text)), told.text
        if command.access is not Access.ANYONE:
            assert refused([told]) == "stranger", command.name


@each_command
def test_a_suspended_player_can_look_and_changes_nothing(
    town_with_game: Town, command: Command
) -> None:
    suspend(town_with_game, "alice")
    before = goods(town_with_game)
    told = of(town_with_game.write(ALICE, line(command, claim=True)), ALICE)
    if command.access not in (Access.ANYONE, Access.READER):
        assert refused([told]) == "suspended"
        assert goods(town_with_game) == before


def test_a_reply_needs_no_password(
    town_with_game: Town, board_mails: tuple[Mail, Mail], welcomes: tuple[Mail, Mail]
) -> None:
    for command in COMMANDS:
        on_board = command.scope is Scope.BOARD and command.access is not Access.READER
        mail = board_mails[0] if on_board else welcomes[0]
        with town_with_game.rehearsing():
            told = of(town_with_game.answer(mail, line(command)), ALICE)
        if told.kind == "refusal" and command.name != "change password":
            assert refused([told]) != "needs_password", command.name


@each_command
def test_the_same_command_twice_in_a_row_is_answered_twice(
    town_with_game: Town, command: Command
) -> None:
    for _ in range(2):
        mails = town_with_game.write(ALICE, line(command, claim=True))
        assert [mail.to for mail in mails if mail.row.reply] == [ALICE]
    assert findings(town_with_game) == []


ON_BOARDS = [each for each in COMMANDS if each.scope is Scope.BOARD]


@for_each("command", ON_BOARDS)
def test_a_command_out_of_turn_is_answered_and_moves_nothing(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: Command
) -> None:
    """It is alice's turn, but bob writes."""
    told = of(town_with_game.answer(board_mails[1], line(command)), BOB)
    assert told.row.reply
    assert town_with_game.match().plies == 0
    assert findings(town_with_game) == []
