"""The slowest letters known cause few calls of functions, and few while they hold the write lock.

``python -m tests.pbm.security.slow_letters`` has found these letters; with ``--known`` it measures
their seconds. The limits are twice the counted calls.
"""

from __future__ import annotations

import pytest

from pbm.inbox.letter.own_words import SHORT
from tests.combinations import few_fast, for_each
from tests.patience import within_patience
from tests.pbm.security.slow_letters.found import FOUND
from tests.pbm.security.slow_letters.making import KIB, LARGEST, Slow
from tests.pbm.security.slow_letters.measuring import Calls, Cost, Scales
from tests.pbm.town import ALICE, SERVER, STRANGER, Mail, Town, of, only

MOST, MOST_HELD = 1_600_000, 120_000


class Counted:
    """A town in which the calls that letters to ``to`` cause are counted."""

    def __init__(self, town: Town, to: str = SERVER) -> None:
        self._calls, self._to = Calls(), to
        self._scales = Scales(town, self._calls.made)

    def weigh(self, slow: Slow, author: str, size: int = LARGEST) -> Cost:
        # The first letter of a process loads templates and fills caches.
        self._scales.weigh(slow, author, self._to, KIB)
        with self._calls.counted(), within_patience("a letter takes seconds at most"):
            return self._scales.weigh(slow, author, self._to, size)


@pytest.mark.parametrize(("slow", "author"), few_fast(FOUND, [ALICE, STRANGER], one_in=3))
def test_no_letter_causes_many_calls_or_many_with_the_write_lock(
    town_with_game: Town, board_mails: tuple[Mail, Mail], slow: str, author: str
) -> None:
    cost = Counted(town_with_game).weigh(FOUND[slow], author)
    assert cost.total < MOST
    assert cost.held < MOST_HELD


def test_a_stranger_who_gives_many_names_causes_few_calls(town: Town) -> None:
    introduction = only(town.write(STRANGER, "Hello, how can I play here with you?\n"))
    names = Slow((), "", ("zab zac zad zae zaf zag zah zai zaj zak zal zam\n",))
    cost = Counted(town, introduction.reply_to).weigh(names, STRANGER)
    assert cost.total < MOST
    assert cost.held < MOST_HELD


def test_many_wishes_beside_a_deed_cause_few_calls(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    wishes = "no more pictures in my mails? " * 8 + "\n"
    start = f"I offer a draw, what do you think?\n{wishes * 12}"
    long = Slow((), start, ("Winifred rendez-vous, over 35 and pictures 16 | but\n",))
    cost = Counted(town_with_game, placed_mails[0].reply_to).weigh(long, ALICE, 8 * KIB)
    assert cost.total < MOST
    assert cost.held < MOST_HELD


COMMENTS = {
    "long lines": "Winifred rendez-vous, hunter22 over 35 and pictures 16 | but " * 8 + "\n",
    "passwords": "kennwort aaaaaaa1 what about you " * 8 + "\n",
    "words of many alphabets": "\u00e9t\u00e9 \u4e2d\u6587 \U0001f600 no more pictures? " * 8
    + "\n",
}


@pytest.mark.parametrize("deed", ["16 to 35 please", "I would like to offer a draw"])
@for_each("comment", COMMENTS)
def test_a_long_comment_on_a_deed_in_words_causes_few_calls(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], deed: str, comment: str
) -> None:
    long = Slow((), f"{deed}\n", (COMMENTS[comment],))
    cost = Counted(town_with_game, placed_mails[0].reply_to).weigh(long, ALICE)
    assert cost.total < MOST
    assert cost.held < MOST_HELD


@pytest.mark.parametrize("size", [SHORT, 4 * KIB, LARGEST])
@for_each("words", ["ok ; ", "zzz hunter22 ; hunter22 . "])
def test_many_short_sentences_in_answer_to_a_question_cause_few_calls(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], words: str, size: int
) -> None:
    question = of(town_with_game.answer(placed_mails[0], "I give up"), ALICE)
    many = Slow((), "", (words,))
    cost = Counted(town_with_game, question.reply_to).weigh(many, ALICE, size)
    assert cost.total < MOST
    assert cost.held < MOST_HELD


@pytest.mark.slow
def test_a_letter_twice_as_large_causes_less_than_twice_as_many_calls(
    town_with_players: Town,
) -> None:
    counted, size = Counted(town_with_players), LARGEST // 4
    small = sum(counted.weigh(slow, STRANGER, size).total for slow in FOUND.values())
    large = sum(counted.weigh(slow, STRANGER, 2 * size).total for slow in FOUND.values())
    assert 0 < small < large < 2 * small
