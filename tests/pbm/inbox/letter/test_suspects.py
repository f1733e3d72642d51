"""Words that may be passwords are found by their neighbours."""

from __future__ import annotations

from dataclasses import replace

from pbm.inbox.line.questions import NEW_PASSWORD
from pbm.inbox.line.secrets import MOST_LOOKED_UP, MOST_READ, passwords_told_in, suspects
from pbm.mail.passages import Passage
from pbm.mail.redact import MAX_SECRETS
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import PLAIN


def written(text: str) -> set[str]:
    return set(suspects([Passage(text, written=True)], PLAIN))


def hidden(text: str) -> set[str]:
    return set(suspects([Passage(text, written=False)], PLAIN))


@for_each(
    "text",
    [
        "my password is tulipsarenice",
        "Mein Passwort:\ntulipsarenice",
        "my name is alice and tulipsarenice goes with it",
        "I am alice\ntulipsarenice is what you want",
        "moev 1 carol tulipsarenice",
        "tulipsarenice",
        "> > tulipsarenice",
        "alice (tulipsarenice), please",
    ],
)
def test_a_word_is_suspected_by_its_neighbours(text: str) -> None:
    assert "tulipsarenice" in written(text)


@for_each("word", ["hunter22", "quiet-lantern", "quiet_lantern", "huntEress", "a#bcdefg"])
def test_a_word_that_looks_like_no_word_of_a_language_is_suspected(word: str) -> None:
    assert word in written(f"tulips are nice {word} and so are roses")


@for_each(
    "text",
    [
        "It was a beautiful position yesterday",
        "write to bob at somebody@example.org, alice",
        "alice played 13-14-24x35=33",
        "Reply with your move on the first line, alice",
        "I couldn't remember, shouldn't we?",
        "https://example.org/games/17#anchor",
        "alice has hunter2",
        "----------------------- ______________",
    ],
)
def test_known_words_are_not_suspected(text: str) -> None:
    assert written(text) == set()


def test_hidden_text_is_suspected_behind_a_userid_or_the_word_password_only() -> None:
    assert hidden("alice tulipsarenice") == {"tulipsarenice"}
    assert hidden('<p title="the password: tulipsarenice') == {"tulipsarenice"}
    assert hidden("font-family:Calibri hunter22\nquiet-lantern") == set()


def test_every_long_word_of_a_reply_to_a_password_question_is_suspected() -> None:
    context = replace(PLAIN, question=NEW_PASSWORD)
    found = suspects([Passage("it will be tulipsarenice then", written=True)], context)
    assert "tulipsarenice" in found


def test_every_long_word_beyond_the_read_limit_is_suspected() -> None:
    assert "tulipsarenice" in written("a b\n" * MOST_READ + "some tulipsarenice are\n")


def test_the_search_stops_once_the_whole_letter_has_to_be_blanked() -> None:
    assert len(written("\n".join(f"password{number}" for number in range(1000)))) == MAX_SECRETS + 1


def test_few_words_are_looked_up_however_long_the_letter_is() -> None:
    asked: set[str] = set()

    def is_player(word: str) -> bool:
        asked.add(word)
        return False

    text = "\n".join(f"some{number} more tulipsarenice here and there" for number in range(2000))
    for passage in (Passage(text, written=True), Passage(text, written=False)):
        suspects([passage], replace(PLAIN, is_player=is_player))
    assert len(asked) <= 2 * MOST_LOOKED_UP


@for_each(
    ("line", "told"),
    [
        ("My password is quiet-lantern", ["quiet-lantern"]),
        ("mot de passe = tulipsarenice", ["tulipsarenice"]),
        ("das Passwort lautet tulipsarenice", ["tulipsarenice"]),
        ("I have forgotten my password again", []),
        ("quiet-lantern is a nice word", []),
        ("bob, well-played!", []),
    ],
)
def test_a_line_for_others_gives_a_password_only_if_it_says_so(line: str, told: list[str]) -> None:
    assert list(passwords_told_in(line)) == told
