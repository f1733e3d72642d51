"""Lessons: every game can be learnt by mail, by players and by strangers."""

from __future__ import annotations

import pytest

from pbm.core.games import find, game_names, lesson_of
from pbm.rules.lesson import TASKS
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
