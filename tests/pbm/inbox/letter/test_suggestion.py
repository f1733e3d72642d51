"""Suggestions to somebody whose letter holds no command."""

from __future__ import annotations

from pbm.inbox.letter.no_command import Suggestion, suggest
from pbm.inbox.line.line import Context
from pbm.mail.letter import Letter
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import ACCOUNT, DVONN, PLAIN
from tests.pbm.town import ALICE, PASSWORD, STRANGER, Mail, Town, only


def guessed(*lines: str, subject: str = "", context: Context = ACCOUNT) -> Suggestion:
    letter = Letter((ALICE,), subject, "<1@x>", (), lines, (), 0, None)
    return suggest(letter, context, ("hex", 4))


@for_each(
    ("line", "whole"),
    [
        ("challenge bob", "gyges challenge bob"),
        ("take 2", "gyges take 2"),
        ("show 17 18", "gyges show 17 18"),
        ("show", "hex show 4"),
        ("show me how to play", "hex show 4"),
        ("Accept!", "hex accept 4"),
        ("unsubscribe", "hex unsubscribe 4"),
    ],
)
def test_a_command_that_lacks_its_game_is_offered_with_one(line: str, whole: str) -> None:
    assert guessed("", line, "Thanks") == Suggestion(whole=whole)
    assert guessed(subject=f"Re: {line}", context=PLAIN) == Suggestion(whole=whole)


def test_on_a_board_its_own_game_is_offered() -> None:
    assert guessed("challenge bob", context=DVONN).whole == "dvonn challenge bob"


def test_no_password_is_in_what_is_offered() -> None:
    assert guessed(f"challenge alice {PASSWORD} bob", context=PLAIN).whole == "gyges challenge bob"


def test_a_command_in_the_subject_of_a_reply_is_suggested_for_the_body() -> None:
    told = guessed("Shall we?", subject="gyges challenge bob")
    assert told == Suggestion(whole="gyges challenge bob", in_subject=True)


@for_each("word", ["no thanks", "gyges", "gyg", "hi", ""])
def test_short_words_and_games_are_like_no_command(word: str) -> None:
    assert guessed(word) == Suggestion()


@for_each(
    ("line", "name"),
    [("lits", "list"), ("sigunp", "signup"), ("chalenge bob", "challenge"), ("Hlep!", "help")],
)
def test_a_misspelt_command_is_offered_in_its_right_spelling(line: str, name: str) -> None:
    assert guessed(line).similar == [name]


@for_each(
    "line",
    [
        *("signof", "resgin", "blokc bob", "declien", "Semino", "Mossa: E"),
        *("lits all the games", "Ein Mensch bitte", "Semino la casa C", "Hallo zusammen"),
    ],
)
def test_no_word_is_like_a_command_by_chance_or_like_one_that_ends_something(line: str) -> None:
    assert (guessed(line).whole, *guessed(line).similar) == ("",)


def test_strangers_are_offered_only_what_they_can_do(town: Town) -> None:
    told = only(town.write(STRANGER, "sigunp rene\n"))
    assert told.facts["meant"] == Suggestion(["signup"])
    assert "resign" not in told.text


def test_the_mail_holds_the_suggested_line(town_with_players: Town) -> None:
    told = only(town_with_players.write(ALICE, "take 2\nThanks"))
    assert told.facts["meant"] == Suggestion(whole="gyges take 2")
    assert "\n    gyges take 2\n" in told.text
    welcome = town_with_players.sign_up("eva@example.org")
    told = only(town_with_players.answer(welcome, "Shall we?", subject="gyges challenge alice"))
    assert (told.kind, told.facts["line"]) == ("confirm", "gyges challenge alice")


def test_a_command_that_lacks_its_board_is_offered_with_one_of_the_writers(
    town_with_game: Town, welcomes: tuple[Mail, Mail]
) -> None:
    (answer,) = town_with_game.answer(welcomes[0], "resign\n")
    assert answer.facts["meant"].whole == "gyges resign 1"


def test_a_writer_without_boards_is_offered_none(
    town_with_players: Town, welcomes: tuple[Mail, Mail]
) -> None:
    (answer,) = town_with_players.answer(welcomes[0], "resign\n")
    assert answer.facts["meant"].whole == ""


def test_the_word_board_with_a_number_alone_shows_it(town_with_game: Town) -> None:
    (answer,) = town_with_game.write(ALICE, subject="gyges board 1")
    assert (answer.kind, answer.facts["board"]) == ("board", 1)
