"""Lessons: every game can be learnt by mail, by players and by strangers."""

from __future__ import annotations

import pytest

from pbm.core.games import find, game_names, lesson_of
from pbm.notices.languages import language_of
from pbm.rules.lesson import TASKS
from tests.combinations import for_each
from tests.pbm.town import ALICE, CAROL, STRANGER, Mail, Town, only, refused


def lesson(town: Town, author: str, line: str) -> Mail:
    mail = only(town.write(author, f"{line}\n"))
    assert mail.kind == "lesson"
    return mail


@pytest.mark.parametrize("game", game_names())
def test_a_stranger_learns_a_game_by_answering_five_mails(town: Town, game: str) -> None:
    mail = lesson(town, STRANGER, f"learn {game}")
    for number, task in enumerate(lesson_of(find(game)).tasks, 1):
        assert (mail.facts["number"], mail.facts["over"]) == (number, False)
        assert mail.html.count("<img ") == 1
        mail = only(town.answer(mail, f"{task.answer}\n"))
        assert mail.facts["verdict"] == "right"
    assert mail.facts["over"]


@pytest.mark.parametrize("game", ["gyges", "dvonn"])
def test_a_legal_answer_that_misses_the_idea_is_drawn_and_explained(town: Town, game: str) -> None:
    town.sign_up(ALICE)
    mail = lesson(town, ALICE, f"learn {game} {TASKS}")
    missed = only(town.answer(mail, f"{mail.facts['example']}\n"))
    assert (missed.facts["verdict"], missed.facts["number"]) == ("wrong", TASKS)
    assert missed.facts["drawing"] != mail.facts["drawing"]
    again = only(town.answer(missed, f"learn {game} {TASKS}\n"))
    assert again.facts["drawing"] == mail.facts["drawing"]


def test_an_illegal_answer_is_refused_by_its_rule_and_the_lesson_stays(town: Town) -> None:
    mail = lesson(town, STRANGER, "learn gyges 3")
    answered = only(town.answer(mail, "13-14-13\n"))
    assert (answered.facts["verdict"], answered.facts["number"]) == ("illegal", 3)


@pytest.mark.parametrize("line", ["learn", "learn oware", "list games"])
def test_a_command_in_reply_to_a_mail_is_answered_in_the_language_of_that(
    town: Town, line: str
) -> None:
    mail = only(town.write(STRANGER, "Hallo, wie kann ich hier mitspielen?\n"))
    answer = only(town.answer(mail, f"{line}\n"))
    assert answer.draft is not None
    assert answer.draft.language == "de"


@pytest.mark.parametrize("game", game_names())
def test_the_first_lesson_says_the_aim_of_the_game(town: Town, game: str) -> None:
    mail = lesson(town, STRANGER, f"learn {game}")
    assert mail.facts["aim"]
    assert only(town.answer(mail, "learn gyges 2\n")).facts["aim"] == ""


@pytest.mark.parametrize("author", [STRANGER, CAROL])
@pytest.mark.parametrize(
    "said",
    [
        *("Do I have to type numbers now?", "Was ist das Ziel?", "Come si scrive il rimbalzo?"),
        *("Hoe moet ik het dan schrijven?", "Je ne comprends pas"),
    ],
)
def test_a_question_is_answered_by_the_help_of_the_game_and_the_lesson_goes_on(
    town: Town, author: str, said: str
) -> None:
    town.sign_up(CAROL)
    mail = lesson(town, author, "learn gyges 2")
    told = only(town.answer(mail, f"{said}\n"))
    assert (told.kind, told.facts["topic"], told.facts["not_done"]) == ("help", "gyges", [])
    after = only(town.answer(told, "14-33\n"))
    assert (after.facts["verdict"], after.facts["number"]) == ("right", 3)


@pytest.mark.parametrize("author", [STRANGER, CAROL])
@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Bonjour, je ne comprends pas l'anglais. Pouvez-vous m'écrire en français ?", "fr"),
        ("Könnt ihr mir das auf Englisch schreiben?", "en"),
    ],
)
def test_a_plea_for_a_language_brings_the_same_lesson_in_it(
    town: Town, author: str, said: str, language: str
) -> None:
    town.sign_up(CAROL)
    mail = lesson(town, author, "learn gyges 3")
    again = only(town.answer(mail, f"{said}\n"))
    assert (again.kind, again.facts["number"], again.facts["verdict"]) == ("lesson", 3, "")
    assert again.facts["read_as"] == ""
    assert again.facts["not_done"] == []
    assert reader_language(again) == language


def reader_language(mail: Mail) -> str:
    assert mail.draft is not None
    return language_of(mail.draft.player) if mail.draft.player else mail.draft.language


def test_who_was_told_of_a_game_learns_it_by_the_word_learn(town: Town) -> None:
    told = only(town.write(STRANGER, "Was ist Oware?\n"))
    assert told.kind == "lessons"
    assert told.html.count("<img ") == 4
    begun = only(town.answer(told, "learn\n"))
    assert (begun.kind, begun.facts["game"]) == ("lesson", "oware")


@pytest.mark.parametrize(
    ("said", "language"), [("Was ist Oware?", "de"), ("Wat is Oware?", "nl"), ("Cos'è Hex?", "it")]
)
def test_a_few_words_tell_the_language(town: Town, said: str, language: str) -> None:
    assert reader_language(only(town.write(STRANGER, f"{said}\n", subject="Oware"))) == language


def test_a_game_that_was_named_comes_first_from_then_on(town: Town) -> None:
    mail = only(town.write(STRANGER, "Kann ich bei euch Oware spielen?\n"))
    for said in ("signup carla", "learn"):
        mail = only(town.answer(mail, f"{said}\n"))
        first = mail.facts["offers"][0].split()[0] if mail.kind == "welcome" else mail.facts["game"]
        assert first == "oware"


def test_learn_without_a_game_offers_all(town: Town) -> None:
    mail = only(town.write(STRANGER, "learn\n"))
    offered = [each["game"] for each in mail.facts["games"]] + mail.facts["others"]
    assert sorted(offered) == sorted(game_names())


@pytest.mark.parametrize(
    ("said", "game"),
    [("Das ist ja Gyges, ich wollte aber Oware", "oware"), ("ah non je voulais hex", "hex")],
)
def test_another_game_that_is_wanted_is_taught_instead(town: Town, said: str, game: str) -> None:
    other = only(town.answer(lesson(town, STRANGER, "learn gyges"), f"{said}\n"))
    assert (other.facts["game"], other.facts["number"]) == (game, 1)


def test_a_hint_says_how_the_answer_begins_and_another_one_all_of_it(town: Town) -> None:
    mail = lesson(town, STRANGER, f"learn gyges {TASKS}")
    mail = only(town.answer(mail, "mi dai un aiutino?\n"))
    assert (mail.facts["verdict"], mail.facts["start"], mail.facts["solution"]) == (
        "hint",
        "42",
        "",
    )
    mail = only(town.answer(mail, "Noch einen Tipp bitte\n"))
    assert mail.facts["solution"] == "42-N"


def test_a_question_in_a_lesson_is_answered_with_the_way_back(town: Town) -> None:
    mail = lesson(town, STRANGER, "learn oware 2")
    told = only(town.answer(mail, "Wie wird eigentlich gesät?\n"))
    assert (told.kind, told.facts["go_on"]) == ("help", "learn oware 2")


def test_a_house_that_is_not_there_is_refused_by_name(town: Town) -> None:
    mail = only(town.answer(lesson(town, STRANGER, "learn oware"), "G\n"))
    assert (mail.facts["verdict"], "G" in mail.facts["said"]) == ("unclear", True)


@pytest.mark.parametrize("said", ["Dann eben D bitte", "D, bitte"])
def test_the_only_move_among_a_few_words_is_taken(town: Town, said: str) -> None:
    mail = only(town.answer(lesson(town, STRANGER, "learn oware"), f"{said}\n"))
    assert (mail.facts["verdict"], mail.facts["line"]) == ("right", "D")


@pytest.mark.parametrize("author", [STRANGER, CAROL])
@pytest.mark.parametrize("said", ["Ich setze mal auf c3", "Auf c3 bitte", "c3, please"])
def test_a_move_in_words_is_read_as_at_a_board(town: Town, author: str, said: str) -> None:
    town.sign_up(CAROL)
    right = only(town.answer(lesson(town, author, "learn hex"), f"{said}\n"))
    assert (right.facts["verdict"], right.facts["read_as"]) == ("right", "")


@for_each("said", ["the 3 onto the 2, and then on", "42-Nord", "j12?!"])
def test_words_that_are_no_move_do_not_lead_a_stranger_away_from_the_lesson(
    town: Town, said: str
) -> None:
    mail = lesson(town, STRANGER, "learn gyges 2")
    again = only(town.answer(mail, f"{said}\n"))
    assert (again.kind, again.facts["verdict"], again.facts["number"]) == ("lesson", "unclear", 2)
    assert again.facts["drawing"] == mail.facts["drawing"]


def test_after_two_misses_in_a_row_the_mail_gives_the_solution_away(town: Town) -> None:
    mail = lesson(town, STRANGER, f"learn gyges {TASKS}")
    given = []
    for said in ("j12?!", "14-24-34", "learn gyges 5"):
        mail = only(town.answer(mail, f"{said}\n"))
        given.append(mail.facts["solution"])
        assert "next lesson" not in mail.text
    assert given == ["", "42-N", ""]


@pytest.mark.parametrize("said", ["carol", "Carol\n\nHow can I play against somebody?"])
def test_a_name_alone_above_other_words_is_that_of_a_newcomer(town: Town, said: str) -> None:
    end = only(town.answer(lesson(town, STRANGER, f"learn gyges {TASKS}"), "42-N\n"))
    asked = only(town.answer(end, f"{said}\n"))
    assert (asked.kind, asked.facts["userid"]) == ("signup", "carol")


def test_answers_to_lessons_cost_a_stranger_nothing(town: Town) -> None:
    mail = lesson(town, STRANGER, "learn gyges")
    for _ in range(8):
        mail = only(town.answer(mail, "learn gyges\n"))
        assert mail.kind == "lesson"
    assert town.write(STRANGER, "learn dvonn\n") != []
    for _ in range(4):
        town.write(STRANGER, "learn dvonn\n")
    assert town.write(STRANGER, "learn dvonn\n") == []


def test_behind_the_last_lesson_a_player_is_offered_a_game(town: Town) -> None:
    town.sign_up(CAROL)
    mail = lesson(town, CAROL, f"learn gyges {TASKS}")
    end = only(town.answer(mail, "42-N\n"))
    assert "gyges seek" in end.text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("learn chess", "no_such_lesson"),
        ("learn gyges 6", "no_lesson"),
        ("learn gyges 0", "no_lesson"),
    ],
)
def test_what_cannot_be_learnt_is_refused(town: Town, line: str, code: str) -> None:
    town.sign_up(ALICE)
    assert refused(town.write(ALICE, f"{line}\n")) == code
