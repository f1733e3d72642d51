"""Words bound to the forms of commands, with and without userid and password."""

from __future__ import annotations

import pytest

from pbm.inbox.line.access import Scope
from pbm.inbox.line.command import Command
from pbm.inbox.line.forms import SlotKind
from pbm.inbox.line.line import Call, Context, read_line, secrets_of
from pbm.inbox.line.names import all_commands
from pbm.inbox.line.printed import shown
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import ACCOUNT, DVONN, GYGES, PLAIN, claimed, misread, read, told

PASSWORD = "correct-horse"
CLAIMING = [each for each in all_commands() if any(s.kind is SlotKind.CLAIM for s in each.slots)]
# A word for each slot that some form has.
FILLED = {"board": "17", "claim": "alice correct-horse", "move": "13-14", "new": "new-password"}
FILLED |= {"option": "board", "value": "grid", "words": "hello", "plan": "13-14"}
FILLED |= {"n": "3", "seek": "1", "from": "2026-12-01", "to": "2026-12-08"}
FILLED |= {"what": "join", "number": "1", "word": "1"}
FILLED["address"] = "a@example.org"


def example(command: Command, *, claim: bool, game: str = "gyges") -> str:
    """The command with every slot filled, the userid and password only if wanted."""
    words = [game] if command.scope is not Scope.SERVER else []
    slots = [slot for slot in command.slots if claim or slot.kind is not SlotKind.CLAIM]
    return " ".join([*words, command.name, *(FILLED.get(slot.name, "bob") for slot in slots)])


def test_every_command_takes_userid_and_password() -> None:
    for each in CLAIMING:
        call = read(example(each, claim=True))
        assert call.command is each
        assert claimed(call) == ("alice", PASSWORD), each.name
        assert PASSWORD in call.args.secrets, each.name


@pytest.mark.parametrize("context", [PLAIN, ACCOUNT], ids=["unproven", "proven"])
def test_every_command_can_do_without_them(context: Context) -> None:
    for each in CLAIMING:
        call = read(example(each, claim=False), context)
        assert call.command is each
        assert call.args.claim is None, each.name


def test_both_ways_mean_the_same() -> None:
    for each in CLAIMING:
        with_claim, without = read(example(each, claim=True)), read(example(each, claim=False))
        assert with_claim.args.board == without.args.board, each.name
        assert with_claim.args.words == without.args.words, each.name
        assert with_claim.args.rest == without.args.rest, each.name


MOVES = [
    # line, context, board, claim, what is left
    ("gyges move 17 alice secret99 13-14", PLAIN, ("alice", "secret99"), "13-14"),
    ("gyges move 17 13-14", PLAIN, None, "13-14"),
    ("gyges move #17 13-14", PLAIN, None, "13-14"),
    ("gyges move 17 alice 13-14", PLAIN, ("alice", None), "13-14"),
    ("gyges move 17 ALICE secret99 13-14", PLAIN, ("alice", "secret99"), "13-14"),
    ("gyges move 17 231123", PLAIN, None, "231123"),
    ("gyges move 17 2 3 1 1 2 3", PLAIN, None, "2 3 1 1 2 3"),
    ("gyges move 17 alice 231123 231123", PLAIN, ("alice", "231123"), "231123"),
    ("gyges board 17 13-14", PLAIN, None, "13-14"),
    ("dvonn move 17 a3 a5", PLAIN, None, "a3 a5"),
    ("dvonn move 17 alice secret99 a3 a5", PLAIN, ("alice", "secret99"), "a3 a5"),
    ("dvonn move 17 pass", PLAIN, None, "pass"),
    ("move 13-14", GYGES, None, "13-14"),
    ("move 17 13-14", GYGES, None, "13-14"),
    ("move 231123", GYGES, None, "231123"),
    ("gyges move 231123", GYGES, None, "231123"),
    ("gyges move 17 231123", GYGES, None, "231123"),
    ("move alice secret99 13-14", GYGES, ("alice", "secret99"), "13-14"),
    ("231123", GYGES, None, "231123"),
    ("13x14=44", GYGES, None, "13x14=44"),
    ("13-14-24, ", GYGES, None, "13-14-24"),
    ("34-44-43; 43-53-N", GYGES, None, "34-44-43; 43-53-N"),
    ("a3 a5", DVONN, None, "a3 a5"),
    ("A3-A5.", DVONN, None, "A3-A5"),
    ("pass", DVONN, None, "pass"),
]


@for_each(("line", "context", "claim", "left"), MOVES)
def test_a_move_is_bound_to_its_board_and_player(
    line: str, context: Context, claim: tuple[str, str | None] | None, left: str
) -> None:
    call = read(line, context)
    assert told(call) == ("move", 17, left)
    assert claimed(call) == claim


def test_a_reply_can_name_another_board_with_its_game() -> None:
    assert told(read("gyges resign 18", GYGES)) == ("resign", 18, "")
    assert told(read("gyges resign", GYGES)) == ("resign", 17, "")
    assert told(read("resign", GYGES)) == ("resign", 17, "")


@for_each("line", ["move 13-14", "resign", "accept", "231123", "13-14"])
def test_without_a_board_in_hand_a_board_command_needs_its_game(line: str) -> None:
    assert read_line(line, PLAIN) is None


@for_each(
    ("line", "claim", "opponents"),
    [
        ("gyges challenge bob", None, "bob"),
        ("gyges challenge alice bob", ("alice", None), "bob"),
        ("gyges challenge alice secret99 bob", ("alice", "secret99"), "bob"),
        ("gyges challenge nobody", None, "nobody"),
        ("gyges chal bob", None, "bob"),
        ("Gyges CHALLENGE Bob", None, "Bob"),
        ("gyg challenge bob", None, "bob"),
    ],
)
def test_a_challenge_names_the_opponent_last(
    line: str, claim: tuple[str, str | None] | None, opponents: str
) -> None:
    call = read(line)
    assert claimed(call) == claim
    assert call.args.text == opponents


@for_each("dash", ["-", "--", "–", "—"])
def test_options_take_any_dash_and_unique_beginnings(dash: str) -> None:
    call = read(f"gyges challenge {dash}rul=modern bob {dash}FIRST=alice {dash}random")
    assert call.args.options == {"rules": "modern", "first": "alice", "random": ""}
    assert call.args.text == "bob"


@for_each(
    ("line", "words"),
    [
        ("signup carol", {"userid": "carol"}),
        ("signup carol secret99", {"userid": "carol", "p": "secret99"}),
        ("signup carol c@example.net", {"userid": "carol"}),
        ("signup carol secret99 c@example.net", {"userid": "carol", "p": "secret99"}),
        ("change password new-secret", {"new": "new-secret"}),
        ("change password alice new-secret", {"new": "new-secret"}),
        ("change password alice secret99 new-secret", {"new": "new-secret"}),
        ("password alice", {"userid": "alice"}),
        ("confirm abc", {"code": "abc"}),
    ],
)
def test_words_fill_the_slots_in_order(line: str, words: dict[str, str]) -> None:
    assert read(line).args.words == words


@for_each(
    ("line", "code"),
    [
        ("gyges move", "no_board"),
        ("gyges move alice", "no_board"),
        ("gyges move 17", "missing_word"),
        ("gyges move 17 alice", "not_a_move"),
        ("gyges move 1234567890 13-14", "no_board"),
        ("gyges move ١٧ 13-14", "no_board"),
        ("gyges move 17 thirteen to fourteen", "not_a_move"),
        ("gyges resign 17 alice secret99 now please", "too_many_words"),
        ("gyges challenge bob -fast", "unknown_option"),
        ("gyges challenge bob -r", "unknown_option"),
        ("gyges challenge bob -forfeittime=2 weeks", "split_option"),
        ("gyges challenge bob -rules modern", "split_option"),
        ("gyges challenge", "missing_word"),
        ("signup", "missing_word"),
        ("change password", "missing_word"),
        ("whoami please", "too_many_words"),
        ("gyges moev 17 13-14", "unknown_command_similar"),
        ("gyges xyzzy", "unknown_command"),
    ],
)
def test_words_that_do_not_fit_the_form_are_refused_with_a_code(line: str, code: str) -> None:
    assert misread(line).code == code


@for_each(
    "line",
    [
        "gyges move 17 alice correct-horse",
        "gyges move alice correct-horse 13-14",
        "gyges move 17 alcie correct-horse 13-14",
        "gyges move 17 correct-horse 13-14",
        "gyges mvoe 17 alice correct-horse 13-14",
        "gyges resign 17 alice correct-horse now",
        "gyges accept alice correct-horse",
        "gyges challenge alice correct-horse bob -fast",
        "change password alice correct-horse new and again",
        "change password alcie correct-horse new-password again",
        "signup alice correct-horse c@example.org -x c",
        "confirm correct-horse again",
    ],
)
@for_each("context", [PLAIN, ACCOUNT, GYGES])
def test_no_password_is_ever_repeated(line: str, context: Context) -> None:
    found = read_line(line, context)
    assert found is not None
    assert PASSWORD in secrets_of(found)
    assert PASSWORD not in shown(found)


@for_each(
    ("line", "name"),
    [
        ("hel", "help"),
        ("help", "help"),
        ("who", "whoami"),
        ("conf abc", None),
        ("gyges res 17", None),
        ("gyges acc 17", None),
        ("gyges hist", "history"),
        ("gyges h", None),
        ("change pass x", "change password"),
        ("cha pas x", "change password"),
        ("pas mal", None),
        ("mes amis", None),
        ("gyges que", None),
    ],
)
def test_unique_beginnings_do_but_for_commands_that_must_be_whole(
    line: str, name: str | None
) -> None:
    found = read_line(line, PLAIN)
    assert (found.command.name if isinstance(found, Call) else None) == name
