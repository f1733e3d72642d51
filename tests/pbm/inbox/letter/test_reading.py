"""Commands are found in the right lines of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from pbm.core.games import find
from pbm.inbox.line.line import Call, Context, Misread, read_line, secrets_of
from pbm.inbox.line.printed import printed
from pbm.inbox.line.questions import INVITATION, PROPOSAL, TO_CONFIRM, Question
from pbm.inbox.line.reading import (
    MOST_LINES,
    MOST_OWN_CHARACTERS,
    MOST_OWN_LINES,
    Reading,
    read_commands,
)
from pbm.mail.letter import Letter
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import ACCOUNT, DVONN, GYGES, PLAIN


def letter(subject: str, *lines: str, undecoded: tuple[str, ...] = ()) -> Letter:
    return Letter(("alice@example.org",), subject, "<1@x>", (), lines, undecoded, 0, None)


def said(reading: Reading) -> list[str]:
    """Each line as a full command, or as the code of its refusal if it was misread."""
    return [printed(each) if isinstance(each, Call) else each.code for each in reading.lines]


def only(subject: str, *lines: str, context: Context = PLAIN) -> Call:
    (found,) = read_commands(letter(subject, *lines), context).lines
    assert isinstance(found, Call), found
    return found


def codes(subject: str, *lines: str, context: Context = PLAIN) -> list[str]:
    return said(read_commands(letter(subject, *lines), context))


PREFIXES = ["", "Re: ", "RE : ", "Fwd: AW: ", "[games] Re[2]: ", "SV: TR: "]


@for_each("prefix", PREFIXES)
def test_the_subject_is_read_after_any_prefixes(prefix: str) -> None:
    assert codes(f"{prefix}gyges show 17") == ["gyges show 17"]


def test_the_body_is_the_comment_of_a_command_in_the_subject() -> None:
    call = only("gyges move 17 13-14", "", "Your turn!  ", "", "Alice", "")
    assert call.text == ("Your turn!", "", "Alice")


def test_a_reply_is_read_from_its_body_first() -> None:
    assert codes("gyges show 18", "resign", context=GYGES) == ["gyges resign 17"]
    assert codes("gyges show 18", "thanks", context=GYGES) == []


def test_a_reply_without_an_own_line_is_read_from_its_subject() -> None:
    assert codes("Re: gyges show 18", "", "  ", context=GYGES) == ["gyges show 18"]
    assert codes("Re: 13-14", context=GYGES) == ["gyges move 17 13-14"]


def test_greetings_and_empty_lines_are_skipped() -> None:
    call = only("", "Hi bob,", "", "13-14", "", "see you", context=GYGES)
    assert (printed(call), call.text) == ("gyges move 17 13-14", ("see you",))


def test_the_body_is_read_where_the_subject_holds_no_command() -> None:
    assert codes("hello", "Hello server,", "gyges show 17") == ["gyges show 17"]


def test_a_code_confirms_on_the_first_line_below_a_greeting_alone() -> None:
    assert codes("", "Hello,", "", "confirm abcd-1234") == ["confirm"]
    assert codes("", "I am on holiday.", "confirm abcd-1234") == []


def test_nothing_is_found_in_plain_words() -> None:
    assert codes("hello", "how do you do") == []
    assert codes("Re: your move", "Nice one! I will think about it.", context=GYGES) == []


def test_a_move_comes_before_a_sentence_that_begins_like_a_command() -> None:
    assert codes("", "Show me how to beat that", "13-14", context=GYGES) == ["gyges move 17 13-14"]


@for_each(
    ("lines", "found"),
    [
        (("c",), ["oware move 17 c"]),
        (("", "C!", "", "B"), ["oware move 17 C"]),
        (("sow c", "A"), ["oware move 17 sow c"]),
        (("Your turn", "sow c", "A"), ["oware move 17 sow c"]),
        (("What a game!", "", "B"), []),
        (("See you", "a"), []),
    ],
)
def test_a_letter_is_a_move_in_the_first_line_only(
    lines: tuple[str, ...], found: Sequence[str]
) -> None:
    assert codes("", *lines, context=replace(GYGES, game=find("oware"))) == found


def test_two_different_moves_are_refused() -> None:
    assert codes("", "13-14", "14-13", context=GYGES) == ["two_moves"]
    assert codes("", "a3-a5", "b2-b3", context=DVONN) == ["two_moves"]


def test_the_same_move_twice_is_one() -> None:
    assert codes("", "13-14", "13-14", context=GYGES) == ["gyges move 17 13-14"]


def test_a_move_and_a_resignation_are_refused() -> None:
    assert codes("", "resign", "13-14", context=GYGES) == ["two_commands"]


@for_each(
    "line",
    [
        "queue 15-16",
        "Queue if 15-16 then 16-15.",
        "queue if he plays 15-16 then 16-15",
        "queue clear",
        "gyges queue 18 15-16",
        "preview 15-16",
        "move 15-16",
        "propose draw",
        "Propose undo?",
        "undo",
        "resign",
        "gyges resign 17 alice correct-horse",
        "Accept!",
        "decline",
        "reject",
    ],
)
@for_each("above", ["13-14", "Hello bob,\n13-14\nNice game", "move 13-14"])
def test_a_command_beside_a_move_is_no_comment(line: str, above: str) -> None:
    assert codes("", *above.split("\n"), "", line, context=GYGES) == ["two_commands"]


@for_each("line", ["queue 15-16", "gyges queue 17 15-16", "propose draw", "14-13"])
def test_a_command_below_a_move_in_the_subject_is_no_comment(line: str) -> None:
    assert codes("gyges move 17 13-14", "Hello,", line) == ["two_commands"]


@for_each(
    "line",
    [
        "resign? never!",
        "resign never",
        "Accept defeat",
        "undo that",
        "queue at the bakery was long",
        "Queue is ok",
        "move on!",
        "Move 15-16 was a blunder",
        "propose something",
        "I propose a draw",
        "draw?",
        "show",
        "thanks, I accept",
        "13-14",
    ],
)
def test_a_sentence_that_sounds_like_a_command_stays_a_comment(line: str) -> None:
    call = only("", "13-14", line, context=GYGES)
    assert (printed(call), call.text) == ("gyges move 17 13-14", (line,))


def test_a_plan_of_another_game_beside_a_move_is_no_comment() -> None:
    plan = "gyges queue 18 if he plays 15-16 then 16-15"
    assert codes("", "a3-a5", plan, context=DVONN) == ["two_commands"]
    assert codes("gyges move 17 13-14", plan) == ["two_commands"]


def test_yes_beside_a_move_is_refused() -> None:
    assert codes("", "13-14", "yes", context=replace(GYGES, question=PROPOSAL)) == ["two_commands"]


def test_two_plans_in_one_mail_are_refused() -> None:
    lines = ("queue if 13-14 then 15-16", "queue if 13-15 then 15-16")
    assert codes("", *lines, context=GYGES) == ["two_commands"]


def test_lines_below_chat_may_look_like_commands() -> None:
    lines = ("queue 15-16", "propose draw", "resign")
    assert only("", "chat", *lines, context=GYGES).text == lines
    assert only("gyges chat 17", "13-14", "14-13", *lines).text == ("13-14", "14-13", *lines)


def test_a_command_that_must_be_written_in_full_precedes_lines_below_it() -> None:
    call = only("", "resign", "show me the next one", context=GYGES)
    assert (printed(call), call.text) == ("gyges resign 17", ("show me the next one",))


def test_the_undecoded_text_is_read_where_the_decoded_has_no_command() -> None:
    careless = letter("", "13x14D", undecoded=("13x14=44",))
    assert said(read_commands(careless, GYGES)) in (
        ["gyges move 17 13x14=44"],
        ["gyges move 17 13x14D"],
    )
    plain = letter("", "hello", undecoded=("gyges show 17",))
    assert said(read_commands(plain, PLAIN)) == ["gyges show 17"]


def test_a_typo_in_a_move_is_refused_not_ignored() -> None:
    assert codes("", "13-99", context=GYGES) == ["gyges move 17 13-99"]
    assert codes("", "See you at 5", context=GYGES) == []


@pytest.mark.parametrize("subject", ["multiple", "Re: Multiple", "[pbm] multiple."])
def test_every_own_line_of_a_multiple_is_a_command(subject: str) -> None:
    read = read_commands(letter(subject, "whoami", "", "hello", "gyges show 17"), PLAIN)
    assert read.multiple
    assert said(read) == ["whoami", "not_a_command", "gyges show 17"]


def test_a_multiple_has_no_comments() -> None:
    read = read_commands(letter("multiple", "gyges move 17 13-14", "gyges resign 18"), PLAIN)
    assert [each.text for each in read.lines if isinstance(each, Call)] == [(), ()]


def test_lines_beyond_the_twentieth_are_refused() -> None:
    lines = ["whoami"] * MOST_LINES
    assert codes("multiple", *lines) == lines
    assert codes("multiple", *lines, "list", "list") == [*lines, "too_many_lines"]


def test_a_letter_of_very_many_lines_is_not_read_to_its_end() -> None:
    lines = ["13-14", *["gyges move 17 alice correct-horse 13-14"] * 50_000]
    call = only("", *lines, context=GYGES)
    assert len(call.text) == MOST_OWN_LINES - 1
    assert secrets_of(call) == ("correct-horse",)


def test_a_letter_of_very_long_lines_is_not_read_to_its_end() -> None:
    call = only("", "13-14", *["x" * 1000] * 100, context=GYGES)
    assert len("".join(call.text)) in range(MOST_OWN_CHARACTERS - 1000, MOST_OWN_CHARACTERS)


QUESTION = replace(PLAIN, question=TO_CONFIRM, ours=True)


YESES = [
    "yes",
    "Yes",
    "YES.",
    "yes!",
    "  yes  ",
    "Yes, please!",
    "Ja.",
    "ja bitte",
    "Yes, gladly!",
    "OK",
    "Okay.",
    "OK, with pleasure!",
    "oui",
    "Sì",
    "si",
]
NOES = ["no", "No.", "no, thanks", "nein", "Nein danke!", "non", "nee"]


@for_each("line", YESES)
def test_yes_is_read_in_answer_to_a_question(line: str) -> None:
    assert codes(
        "Re: [pbm] Reply yes to confirm: gyges resign 1", "Hello,", line, context=QUESTION
    ) == ["yes"]


@for_each("line", YESES)
@for_each("question", [INVITATION, PROPOSAL])
def test_yes_accepts_what_the_mail_offers(line: str, question: Question) -> None:
    asking = replace(GYGES, question=question)
    assert codes("", line, "with pleasure", context=asking) == ["gyges accept 17"]


@for_each("line", NOES)
@for_each(("question", "meant"), [(INVITATION, "decline"), (PROPOSAL, "reject")])
def test_no_declines_what_the_mail_offers(line: str, question: Question, meant: str) -> None:
    assert codes("", line, "maybe later", context=replace(GYGES, question=question)) == [
        f"gyges {meant} 17"
    ]


@for_each("line", ["OK, thanks", "OK?", "ok I see", "no idea", "yes if I may begin"])
def test_a_sentence_neither_accepts_nor_declines(line: str) -> None:
    assert codes("", line, context=replace(GYGES, question=INVITATION)) == []


def test_a_comment_beside_a_move_answers_no_proposal() -> None:
    call = only("", "13-14", "no", context=replace(GYGES, question=PROPOSAL))
    assert (call.command.name, call.text) == ("move", ("no",))


@pytest.mark.parametrize("context", [PLAIN, ACCOUNT, GYGES])
def test_yes_is_not_read_in_answer_to_anything_else(context: Context) -> None:
    assert codes("", "yes", context=context) == []


def test_yes_in_the_subject_is_ignored() -> None:
    assert codes("yes", context=QUESTION) == []
    assert codes("Re: yes", "", context=QUESTION) == []


@for_each("line", ["yes, I know", "ye", "yesterday", "oh yes", "ja, wer ist da?", "no"])
def test_only_the_word_itself_says_yes(line: str) -> None:
    assert not any(said == "yes" for said in codes("", line, context=QUESTION))


def test_yes_is_no_command_of_a_multiple() -> None:
    assert codes("multiple", "whoami", "yes", context=QUESTION) == ["whoami", "not_a_command"]


@for_each(
    "line", ["", " ", "x" * 1001, "\0", "-- ", "gyges", "\u200b", "é", "..." * 100, "@@@ ###"]
)
@for_each("context", [PLAIN, GYGES, DVONN])
def test_odd_lines_are_plain_text(line: str, context: Context) -> None:
    assert read_line(line, context) is None


SECRET = "correct-horse"


@for_each(
    "lines",
    [
        ("gyges move 17 13-14", f"gyges move 17 alice {SECRET} 13-14"),
        ("gyges move 17 13-14", "bye", f"  gyges subscribe 18 alice {SECRET}"),
        ("gyges move 17 13-14", f"gyges mvoe 18 alice {SECRET} 13-14"),
        ("gyges move 17 13-14", f"change password alice {SECRET} other-one"),
        (f"gyges move 17 alice {SECRET} 13-14", "greetings", f"gyges chat 3 alice {SECRET}"),
    ],
)
def test_passwords_of_further_commands_are_blanked_in_the_comment(lines: tuple[str, ...]) -> None:
    call = only("", *lines)
    assert SECRET not in "\n".join(call.text)
    assert len(call.text) == len(lines) - 1
    assert SECRET in secrets_of(call)


def test_a_comment_that_only_begins_like_a_command_stays_as_it_is() -> None:
    comment = ("accept my apologies dear friend", "show bob the way", "help is on its way")
    assert only("", "13-14", *comment, context=GYGES).text == comment


@pytest.mark.parametrize(
    "lines",
    [
        ("resign alice correct-horse", "13-14"),
        ("13-14", "14-13", "gyges resign 17 alice correct-horse"),
    ],
)
def test_the_passwords_of_contradicting_lines_are_secrets(lines: tuple[str, ...]) -> None:
    (found,) = read_commands(letter("", *lines), GYGES).lines
    assert isinstance(found, Misread)
    assert SECRET in found.secrets


def test_the_password_of_an_unknown_command_in_a_multiple_is_a_secret() -> None:
    (found,) = read_commands(letter("multiple", f"gygse move 1 alice {SECRET} 13-14"), PLAIN).lines
    assert isinstance(found, Misread)
    assert SECRET in found.secrets
