"""What every game must have for newcomers: views, tasks, and words for both."""

from __future__ import annotations

from pbm import rules
from pbm.rules.game import Seat, Teaching
from pbm.rules.lesson import TASKS, VIEWS, Lesson
from pbm.rules.lessons import general, lesson_of, shown
from pbm.rules.phrase import Phrase, Word
from pbm.rules.words import WORDS
from tests.combinations import for_each
from tests.rules.playouts import SPECS

every_game = for_each("spec", SPECS)

_LONGEST = 120
"""The most characters of a sentence of a lesson: newcomers read them before anything else."""


def phrases(lesson: Lesson) -> list[Phrase]:
    views = [view.caption for view in lesson.views]
    return [
        lesson.aim,
        *views,
        *(each for task in lesson.tasks for each in (task.question, task.hint)),
    ]


def said(spec: str, phrase: Phrase) -> str:
    words = {**WORDS, **rules.games()[spec].words}
    facts = {
        name: words[fact] if isinstance(fact, Word) else fact for name, fact in phrase.facts.items()
    }
    return words[phrase.code].format_map(facts)


@every_game
def test_every_game_has_views_and_tasks_with_words(spec: str) -> None:
    lesson = lesson_of(rules.games()[spec])
    assert (len(lesson.views), len(lesson.tasks)) == (VIEWS, TASKS)
    for phrase in phrases(lesson):
        assert 0 < len(said(spec, phrase)) <= _LONGEST


@every_game
def test_the_views_of_a_game_show_different_things(spec: str) -> None:
    game = rules.games()[spec]
    lesson = lesson_of(game)
    seen = {(view.position, view.move) for view in lesson.views}
    assert len(seen) == VIEWS
    for view in lesson.views:
        assert (game.last_move(shown(game, view)) is None) == (view.move == "")


@every_game
def test_the_answer_of_every_task_is_right_and_some_legal_moves_are_not(spec: str) -> None:
    game = rules.games()[spec]
    missed = 0
    for task in lesson_of(game).tasks:
        before = game.decode(task.position)
        assert game.to_move(before) is Seat.FIRST
        assert task.right(before, game.make(before, task.answer).after)
        afters = (game.apply(before, move) for move in game.legal_moves(before))
        missed += not all(task.right(before, after) for after in afters)
    assert missed >= TASKS - 1 or not isinstance(game, Teaching)


@for_each("spec", ["gyges/simple", "dvonn/standard"])
def test_a_game_without_a_lesson_of_its_own_has_a_general_one(spec: str) -> None:
    game = rules.games()[spec]
    lesson = general(game)
    assert (len(lesson.views), len(lesson.tasks)) == (VIEWS, TASKS)
    for phrase in phrases(lesson):
        assert said(spec, phrase)
    for task in lesson.tasks:
        before = game.decode(task.position)
        assert task.right(before, game.make(before, task.answer).after)
    won = lesson.tasks[-1]
    before = game.decode(won.position)
    outcome = game.outcome(game.make(before, won.answer).after)
    assert outcome and outcome.winner is Seat.FIRST
