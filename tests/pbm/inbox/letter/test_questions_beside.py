"""Questions beside a move against a program, or a sign-up: nobody else would answer them."""

from __future__ import annotations

from pytest import fixture

from pbm.core.games import find
from pbm.notices.help_texts import game_text
from pbm.play.programs import enlist
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, of, only

CAROL = "carol@example.org"
RULES = game_text(find("dvonn")).text


@fixture
def first_board(town_with_players: Town) -> Mail:
    """The mail of a game of DVONN against a program, whose first piece alice is to place."""
    with town_with_players.app.store.transaction() as tx:
        enlist(tx, "owl", town_with_players.time)
    account = only(town_with_players.write(ALICE, f"whoami alice {PASSWORD}\n"))
    return only(town_with_players.answer(account, "dvonn challenge owl-1 -first=alice\n"))


@for_each(
    "text",
    [
        "F3\nWhat if both have the same height at the end?",
        "F3. How do I win?",
        "F3\nDarf ich auch rückwärts ziehen?",
        "Peut-on reculer ?\nF3",
        "F3\nMag ik ook achteruit?",
        "F3\nCome si vince?",
    ],
)
def test_the_rules_follow_below_a_move_against_a_program(
    town_with_players: Town, first_board: Mail, text: str
) -> None:
    receipt = only(town_with_players.answer(first_board, f"{text}\n"))
    assert (receipt.moves, receipt.facts["rules"]) == (["F3"], RULES)


@for_each("text", ["F3\nthat was hard", "F3\nHow many days do I have?", "F3"])
def test_other_words_are_not_answered(
    town_with_players: Town, first_board: Mail, text: str
) -> None:
    receipt = only(town_with_players.answer(first_board, f"{text}\n"))
    assert (receipt.facts["rules"], receipt.facts["not_done"]) == ("", [])


def test_the_answer_to_another_question_is_named(
    town_with_players: Town, first_board: Mail
) -> None:
    receipt = only(town_with_players.answer(first_board, "F3\nHow strong are you?\n"))
    assert receipt.facts["not_done"] == ["programs"]


def test_a_person_answers_themself(town_with_players: Town) -> None:
    mail = town_with_players.board("-random", "dvonn")[0]
    state = find("dvonn").decode(town_with_players.match().setup)
    move = str(find("dvonn").format(state, next(iter(find("dvonn").legal_moves(state)))))
    mails = town_with_players.answer(mail, f"{move}\nHow do I win?\n")
    assert of(mails, ALICE).facts["rules"] == ""
    assert of(mails, BOB).facts["comment"] == ["How do I win?"]


@for_each(
    ("text", "game", "language"),
    [
        ("I'd like to sign up as carol. How do the triples move in gyges?", "gyges", "en"),
        ("Ich möchte mich als carol anmelden. Wie zieht man bei DVONN?", "dvonn", "de"),
        ("Je voudrais m'inscrire sous le nom carol. Comment gagne-t-on à DVONN ?", "dvonn", "fr"),
        ("Ik wil me als carol inschrijven. Mag je bij Gyges ook achteruit?", "gyges", "nl"),
        ("Vorrei iscrivermi come carol. Come si muovono i tripli a Gyges?", "gyges", "it"),
        ("signup carol\n\nWhat are the rules of dvonn?", "dvonn", "en"),
    ],
)
def test_the_rules_follow_below_the_question_to_a_newcomer(
    town: Town, text: str, game: str, language: str
) -> None:
    asked = only(town.write(CAROL, f"{text}\n"))
    assert (asked.kind, asked.facts["userid"]) == ("signup", "carol")
    assert asked.facts["rules"] == game_text(find(game), language).text


def test_a_sign_up_alone_tells_no_rules(town: Town) -> None:
    assert only(town.write(CAROL, "signup carol\n")).facts["rules"] == ""
