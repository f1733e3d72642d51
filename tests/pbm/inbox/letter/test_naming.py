"""Newcomers give a name in their own words, in reply to the mail that asks for one."""

from __future__ import annotations

import pytest

from pbm.inbox.letter.naming import named_in, other_name
from tests.combinations import for_each
from tests.pbm.town import STRANGER, Town, kinds, only

QUESTION = "Hello, how can I play here with you?"


@for_each(
    ("text", "name"),
    [
        ("maxi", "maxi"),
        ("“Ivy”", "ivy"),
        ("I would like to be called Gina", "gina"),
        ("Hi! My name is Olaf.", "olaf"),
        ("Call me ivy-7, please!", "ivy-7"),
        ("Please sign me up as Freddy", "freddy"),
        ("ich möchte gern juergen heißen", "juergen"),
        ("je m'appelle Denise", "denise"),
        ("Noem me maar joost", "joost"),
        ("Chiamami pippo.", "pippo"),
        ("what password?? just sam", "sam"),
        ("einfach nur sam", "sam"),
        ("juste sam", "sam"),
        ("solo sam", "sam"),
        ("gewoon sam", "sam"),
        ("Ich hätte gern den Namen Ronja, wenn er noch frei ist.", "ronja"),
        ("I'd like the name Ronja if it is still free", "ronja"),
        ("Je prendrais bien le pseudo Ronja, s'il est encore libre.", "ronja"),
        ("Vorrei il nome Ronja se è ancora libero", "ronja"),
        ("Graag de naam Ronja als die nog vrij is.", "ronja"),
    ],
)
def test_a_name_is_found(text: str, name: str) -> None:
    assert named_in(["", text]) == name


@for_each(
    "text",
    [
        *("hello", "thanks", "unsubscribe", "stop", "how does it work"),
        *(
            "I am Bob and I am away",
            "I am away until Monday.",
            "Ich bin im Urlaub.",
            "sono assente",
        ),
        "Call me Ann. Call me Bea.",
        "my lunch is just spaghetti",
        "J'ai une vieille tablette qui rame.",
        "Is it free? I'm retired.",
    ],
)
def test_other_words_are_no_name(text: str) -> None:
    assert named_in([text]) == ""


@pytest.mark.parametrize("text", ["maxi", "I would like to be called Maxi.", "signup “Maxi”"])
def test_a_newcomer_who_gives_a_name_is_asked_to_confirm_it(
    town_with_players: Town, text: str
) -> None:
    asking = only(town_with_players.write(STRANGER, QUESTION))
    mail = only(town_with_players.answer(asking, text))
    assert (mail.kind, mail.facts["userid"]) == ("signup", "maxi")


def test_a_name_in_a_letter_that_answers_nothing_signs_nobody_up(town_with_players: Town) -> None:
    assert kinds(town_with_players.write(STRANGER, "My name is Maxi.")) == ["introduction"]


@for_each("line", ["signup Maxi.", "signup “Maxi”", "Signup Maxi P.", "signup maxi!"])
def test_marks_and_initials_are_no_part_of_a_userid(town: Town, line: str) -> None:
    assert only(town.write(STRANGER, line)).facts["userid"] == "maxi"


@for_each(
    ("text", "name"),
    [
        *(("yes im oli", "oli"), ("then I'm oli", "oli"), ("no, call me oli", "oli")),
        *(
            ("dann bin ich joni", "joni"),
            ("ja, aber als joni", "joni"),
            ("nein, lieber joni", "joni"),
        ),
        *(("oui, je suis oli", "oli"), ("alors je suis oli", "oli"), ("ja, ik ben oli", "oli")),
        *(("dan ben ik joni", "joni"), ("sì, sono oli", "oli"), ("allora sono joni", "joni")),
    ],
)
def test_another_name_than_the_one_asked_about_is_asked_about(
    town: Town, text: str, name: str
) -> None:
    assert other_name([text], "carol") == name
    question = only(town.write(STRANGER, "signup carol"))
    other = only(town.answer(question, text))
    assert (other.kind, other.facts["userid"]) == ("signup", name)
    assert kinds(town.answer(other, "yes")) == ["welcome"]


@for_each(
    "text",
    [
        *("Yes, I am away.", "Ja, ich bin verreist.", "no spam", "no, unsubscribe", "oli", "later"),
        *("I am Oli, who are you?", "This is Oliver's mailbox.", "yes, but who is carol?", "Yes"),
    ],
)
def test_no_other_name_is_read_into_other_words(text: str) -> None:
    assert other_name([text], "carol") == ""


@for_each("text", ["yes im carol", "yes, I'm carol", "oui, je suis carol", "ja, ik ben carol"])
def test_the_name_that_was_asked_about_goes_with_a_yes(town: Town, text: str) -> None:
    assert kinds(town.answer(only(town.write(STRANGER, "signup carol")), text)) == ["welcome"]
