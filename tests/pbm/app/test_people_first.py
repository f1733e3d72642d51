"""Programs delay their moves while letters wait. Time passes only by the pauses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import pytest

from pbm.app.analyses import Steps, advanced
from pbm.app.people_first import LONGEST_SECONDS, Courtesy
from pbm.app.programs import ProgramLoop
from pbm.base.errors import TemporaryFailure
from pbm.core.board import Board
from pbm.core.games import Analysis
from pbm.mail.correspondence import LetterStatus
from pbm.programs.pipes import Stops
from pbm.programs.thinking import Decision, decide
from pbm.store.protocol import Transaction
from tests.pbm.town import ALICE, NORTH, SOUTH, Mail, Town, of, only

LETTER = b"From: alice@example.org\r\nTo: pbm@pbm.example\r\nSubject: help\r\n\r\nhelp\r\n"


@dataclass
class Time:
    """A clock that only pauses advance. during: what happens in each pause."""

    during: Callable[[], None] = lambda: None
    passed: float = 0.0
    beats: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.passed

    def pause(self, seconds: float) -> None:
        self.passed += seconds
        self.during()

    def beat(self) -> None:
        self.beats.append(self.passed)

    def courtesy(self, club: Town) -> Courtesy:
        return Courtesy(club.app.store, self.beat, now=self.now, pause=self.pause)


def settle(club: Town, letter: int) -> None:
    with club.app.store.transaction() as tx:
        tx.letters.settle(letter, LetterStatus.DONE)


def test_without_letters_a_thought_begins_at_once(club: Town) -> None:
    time = Time()
    time.courtesy(club).wait()
    assert time.passed == 0


def test_a_thought_begins_when_the_last_letter_was_acted_on(club: Town) -> None:
    letters = [club.keep(ALICE, LETTER) for _ in range(3)]
    time = Time(lambda: settle(club, letters.pop()))
    time.courtesy(club).wait()
    assert letters == []
    assert 0 < time.passed < LONGEST_SECONDS


def test_a_letter_that_stays_waiting_puts_a_thought_off_for_some_seconds(club: Town) -> None:
    club.keep(ALICE, LETTER)
    time = Time()
    time.courtesy(club).wait()
    assert time.passed == pytest.approx(LONGEST_SECONDS, abs=1)
    assert len(time.beats) > LONGEST_SECONDS, "the server must see that the process lives"


def test_a_process_that_ends_does_not_wait(club: Town) -> None:
    club.keep(ALICE, LETTER)
    time = Time()
    time.courtesy(club).wait(lambda: time.passed > 0)
    assert 0 < time.passed < LONGEST_SECONDS


def test_a_search_pauses_while_letters_wait(club: Town) -> None:
    letters = [club.keep(ALICE, LETTER) for _ in range(3)]
    time = Time(lambda: settle(club, letters.pop()))
    assert not time.courtesy(club).within(lambda: False)()
    assert letters == []
    assert 0 < time.passed < LONGEST_SECONDS


def test_a_search_without_letters_does_not_pause(club: Town) -> None:
    time = Time()
    stops = time.courtesy(club).within(lambda: False)
    assert not any(stops() for _ in range(3))
    assert time.passed == 0


def test_the_pauses_of_a_search_are_bounded_together(club: Town) -> None:
    club.keep(ALICE, LETTER)
    time = Time()
    stops = time.courtesy(club).within(lambda: False)
    assert not any(stops() for _ in range(3))
    assert time.passed == pytest.approx(LONGEST_SECONDS, abs=1)


def test_a_search_that_is_stopped_does_not_pause(club: Town) -> None:
    club.keep(ALICE, LETTER)
    time = Time()
    assert time.courtesy(club).within(lambda: True)()
    assert time.passed == 0


def test_a_search_goes_on_while_the_store_cannot_be_read(
    club: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable() -> AbstractContextManager[Transaction]:
        raise TemporaryFailure("the disk is broken")

    monkeypatch.setattr(club.app.store, "reading", unreadable)
    time = Time()
    assert not time.courtesy(club).within(lambda: False)()
    assert time.passed == 0


def test_a_program_pauses_within_its_search(club: Town, welcome: Mail) -> None:
    mail = only(club.answer(welcome, "gyges challenge owl-1\n"))
    club.answer(mail, "231123\n")
    letters = list[int]()
    time = Time(lambda: settle(club, letters.pop()))

    def think(board: Board, level: int, stops: Stops) -> Decision:
        letters.append(club.keep(ALICE, LETTER))
        return decide(board, level, stops)

    ProgramLoop(club.app, lambda: None, thinks=think, courtesy=time.courtesy(club)).play()
    assert letters == []
    assert time.passed > 0


def test_a_program_moves_after_the_letters_that_waited(club: Town, welcome: Mail) -> None:
    mail = only(club.answer(welcome, "gyges challenge owl-1\n"))
    club.answer(mail, "231123\n")
    letter = club.keep(ALICE, LETTER)
    acted, thought_after = list[int](), list[list[int]]()

    def act() -> None:
        if not acted:
            settle(club, letter)
            acted.append(letter)

    def think(board: Board, level: int, stops: Stops) -> Decision:
        thought_after.append([*acted])
        return decide(board, level, stops)

    loop = ProgramLoop(club.app, lambda: None, thinks=think, courtesy=Time(act).courtesy(club))
    loop.play()
    assert thought_after == [[letter]]


def test_a_step_of_an_analysis_comes_after_them_too(club: Town) -> None:
    over = of(club.answer(club.play(club.board(), SOUTH, NORTH)[0], "resign\n"), ALICE)
    club.answer(over, "analyse\n")
    letter = club.keep(ALICE, LETTER)
    acted, begun_after = list[int](), list[list[int]]()

    def act() -> None:
        if not acted:
            settle(club, letter)
            acted.append(letter)

    def advance(steps: Steps) -> int | Analysis:
        begun_after.append([*acted])
        return advanced(steps)

    courtesy = Time(act).courtesy(club)
    ProgramLoop(club.app, lambda: None, analyses=advance, courtesy=courtesy).play()
    assert begun_after == [[letter]]
