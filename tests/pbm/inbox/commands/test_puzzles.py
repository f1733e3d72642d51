"""Puzzles by mail: getting one, answering it, ratings, and one each morning."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.core.marks import MarkKind
from pbm.core.puzzles import KeptPuzzle, TryState
from pbm.core.ratings import FIRST_RATING
from pbm.notices.kinds import MailKind
from pbm.play.programs import dismiss
from pbm.play.study.puzzles import HEARD_WITHIN, MOST_A_DAY
from tests.pbm.inbox.letter.mails import PUZZLES
from tests.pbm.town import ALICE, BOB, STRANGER, Mail, Town, findings, kinds, only, refused

(GYGES_SPEC, GYGES), (DVONN_SPEC, DVONN) = PUZZLES


@pytest.fixture
def club(club: Town) -> Town:
    """The town of alice and bob with the programs, and a puzzle of each game."""
    with club.app.store.transaction() as tx:
        for spec, puzzle in PUZZLES:
            tx.puzzles.add(spec, puzzle, "a test")
    return club


@pytest.fixture
def given(club: Town, welcome: Mail) -> Mail:
    """The puzzle of gyges, which has two moves to find."""
    return only(club.answer(welcome, "gyges puzzle\n"))


def kept(club: Town, number: int) -> KeptPuzzle:
    with club.app.store.reading() as tx:
        found = tx.puzzles.get(number)
    assert found is not None
    return found


def state_of(club: Town, mail: Mail) -> TryState | None:
    with club.app.store.reading() as tx:
        tried = tx.puzzles.try_of(club.player("alice").id, mail.facts["puzzle"])
        return tried.state if tried else None


def own_points(club: Town, game: str = "gyges") -> int:
    with club.app.store.reading() as tx:
        return tx.puzzles.rating(club.player("alice").id, game).points


def test_a_puzzle_says_who_wins_and_shows_no_solution(given: Mail) -> None:
    assert given.kind == MailKind.PUZZLE
    assert (given.facts["seat"], given.facts["moves"], given.facts["found"]) == ("South", 2, 0)
    assert not any(move in given.raw.decode() for move in GYGES.line)
    assert given.facts["example"] not in GYGES.line


def test_the_same_puzzle_comes_again_until_it_is_answered(
    club: Town, welcome: Mail, given: Mail
) -> None:
    again = only(club.answer(welcome, "gyges puzzle\n"))
    assert again.facts["puzzle"] == given.facts["puzzle"]
    assert state_of(club, given) is None


def test_moves_in_reply_solve_a_puzzle_step_by_step(club: Town, given: Mail) -> None:
    first, _, last = GYGES.line
    so_far = only(club.answer(given, f"{first}\nNice one!\n"))
    assert (so_far.facts["verdict"], so_far.facts["found"]) == ("so_far", 1)
    assert [each["text"] for each in so_far.facts["last"]] == [first, GYGES.line[1]]
    assert state_of(club, given) is TryState.OPEN
    right = only(club.answer(so_far, f"{last}\n"))
    assert right.facts["verdict"] == "right"
    assert state_of(club, given) is TryState.SOLVED
    assert own_points(club) == FIRST_RATING + 20
    assert kept(club, given.facts["puzzle"]).rating.points == FIRST_RATING - 20
    assert findings(club) == []


def test_a_wrong_move_is_answered_and_counts_once(club: Town, given: Mail) -> None:
    wrong = only(club.answer(given, given.facts["example"]))
    assert wrong.facts["verdict"] == "wrong"
    assert len(wrong.facts["last"]) == 2
    assert state_of(club, given) is TryState.FAILED
    assert own_points(club) == FIRST_RATING - 20
    for move in GYGES.line[::2]:
        last = only(club.answer(wrong, move))
    assert (last.facts["verdict"], last.facts["gain"]) == ("right", "")
    assert (state_of(club, given), own_points(club)) == (TryState.FAILED, FIRST_RATING - 20)


def test_those_who_solve_puzzles_are_listed_below_the_ratings(
    club: Town, welcome: Mail, given: Mail
) -> None:
    club.answer(given, given.facts["example"])
    (row,) = only(club.answer(welcome, "gyges ratings\n")).facts["solvers"]
    assert (row["rank"], row["userid"], row["points"], row["tried"]) == (1, "alice", 1480, 1)
    assert only(club.answer(welcome, "dvonn ratings\n")).facts["solvers"] == []


def test_an_illegal_move_does_not_count(club: Town, given: Mail) -> None:
    told = only(club.answer(given, "11-13\n"))
    assert (told.facts["verdict"], bool(told.facts["why"])) == ("", True)
    assert state_of(club, given) is None


def test_next_skips_a_puzzle_and_it_comes_back_when_there_is_no_other(
    club: Town, given: Mail
) -> None:
    again = only(club.answer(given, "next\n"))
    assert again.facts["puzzle"] == given.facts["puzzle"]
    assert state_of(club, given) is TryState.SKIPPED
    for move in GYGES.line[::2]:
        given = only(club.answer(given, move))
    assert refused(club.answer(given, "next\n")) == "no_puzzles"


def test_show_in_reply_repeats_the_puzzle_where_it_stands(club: Town, given: Mail) -> None:
    club.answer(given, GYGES.line[0])
    shown = only(club.answer(given, "show\n"))
    assert (shown.facts["puzzle"], shown.facts["found"]) == (given.facts["puzzle"], 1)


def test_a_puzzle_is_answered_by_its_number(club: Town, welcome: Mail, given: Mail) -> None:
    number = given.facts["puzzle"]
    line = f"gyges puzzle {number} {GYGES.line[0]}\n"
    assert only(club.answer(welcome, line)).facts["verdict"] == "so_far"
    assert refused(club.answer(welcome, "gyges puzzle 99\n")) == "no_such_puzzle"


def test_a_puzzle_without_a_game_is_one_of_the_game_played_last(club: Town, welcome: Mail) -> None:
    club.answer(welcome, "dvonn challenge owl -random\n")
    assert only(club.answer(welcome, "puzzle\n")).facts["game"] == "dvonn"


def test_to_look_an_address_is_enough_and_to_answer_it_is_not(club: Town, given: Mail) -> None:
    assert only(club.write(ALICE, "gyges puzzle\n")).kind == MailKind.PUZZLE
    asked = only(club.write(ALICE, f"gyges puzzle 1 {GYGES.line[0]}\n"))
    assert asked.kind == MailKind.CONFIRM
    assert state_of(club, given) is None
    only(club.answer(asked, "yes\n"))
    assert state_of(club, given) is TryState.OPEN


def test_strangers_and_robots_get_no_puzzle(club: Town, given: Mail) -> None:
    assert MailKind.PUZZLE not in kinds(club.write(STRANGER, "gyges puzzle\n"))
    robot = club.write(ALICE, GYGES.line[0], to=given.reply_to, Auto_Submitted="auto-replied")
    assert robot == []
    assert state_of(club, given) is None


def test_the_reply_address_of_a_puzzle_is_of_no_use_to_others(club: Town, given: Mail) -> None:
    club.write(BOB, GYGES.line[0], to=given.reply_to)
    assert state_of(club, given) is None


def test_a_quoted_move_is_no_answer(club: Town, given: Mail) -> None:
    mails = club.answer(given, f"> {GYGES.line[0]}\n")
    assert "so_far" not in [mail.facts.get("verdict") for mail in mails]
    assert state_of(club, given) is None


def test_answers_are_bounded(club: Town, given: Mail) -> None:
    with club.app.store.transaction() as tx:
        mark = MarkKind.PUZZLE.of(club.player("alice").id)
        for _ in range(MOST_A_DAY):
            tx.marks.add(mark, club.time)
    assert refused(club.answer(given, GYGES.line[0])) == "puzzles_today"


def test_without_programs_there_are_no_puzzles(club: Town, welcome: Mail) -> None:
    with club.app.store.transaction() as tx:
        dismiss(tx)
    assert refused(club.answer(welcome, "gyges puzzle\n")) == "no_puzzles"


def daily(club: Town, welcome: Mail, **span: float) -> list[Mail]:
    """Have alice choose daily puzzles, and return the mails of the following days."""
    assert only(club.answer(welcome, "set puzzle daily\n")).kind == MailKind.SETTINGS
    return [mail for mail in club.live(**span) if mail.kind == MailKind.PUZZLE]


def test_a_daily_puzzle_comes_each_morning_and_stops_in_one_word(club: Town, welcome: Mail) -> None:
    first, second = daily(club, welcome, days=2)
    assert first.facts["daily"]
    stopped = only(club.answer(second, "stop\n"))
    assert stopped.kind == MailKind.SETTINGS
    assert club.live(days=2) == []


def test_no_daily_puzzle_comes_on_vacation(club: Town, welcome: Mail) -> None:
    club.answer(welcome, "vacation tomorrow tomorrow\n")
    assert daily(club, welcome, days=1) == []


def test_no_daily_puzzle_comes_while_mails_bounce(club: Town, welcome: Mail) -> None:
    club.answer(welcome, "set puzzle daily\n")
    with club.app.store.transaction() as tx:
        tx.players.set_bounced(ALICE, club.time)
    assert club.live(days=1) == []


def test_no_daily_puzzle_comes_to_those_who_have_long_been_silent(
    club: Town, welcome: Mail
) -> None:
    assert daily(club, welcome, days=1)
    club.later(days=HEARD_WITHIN / timedelta(days=1))
    assert club.live(days=1) == []
    club.answer(welcome, "whoami\n")
    assert kinds(club.live(days=1)) == [MailKind.PUZZLE]


def test_what_a_player_has_tried_is_in_their_data_and_goes_with_them(
    club: Town, welcome: Mail, given: Mail
) -> None:
    club.answer(given, given.facts["example"])
    club.answer(welcome, "set puzzle daily\n")
    player = club.player("alice").id
    exported = only(club.answer(welcome, "data\n")).text
    assert f"puzzle {given.facts['puzzle']}: failed" in exported
    club.write(ALICE, "signoff alice quiet-lantern\n")
    with club.app.store.reading() as tx:
        assert tx.puzzles.tries(player) == []
        assert tx.moments.of(MarkKind.PUZZLE_DUE) == {}
    assert findings(club) == []


@pytest.mark.parametrize("said", ["puzzle pls 🧩", "puzzle please", "puzzle 🙂"])
def test_a_courtesy_is_no_answer_to_a_puzzle(club: Town, given: Mail, said: str) -> None:
    again = only(club.answer(given, f"{said}\n"))
    assert (again.kind, again.facts["why"]) == (MailKind.PUZZLE, "")
    assert state_of(club, given) is None


def test_an_answer_that_is_no_move_is_refused_in_one_sentence(club: Town, welcome: Mail) -> None:
    given = only(club.answer(welcome, "dvonn puzzle\n"))
    refused_mail = only(club.answer(given, f"dvonn puzzle {given.facts['puzzle']} Z9-Z8\n"))
    assert "Your answer cannot be played:\n  " in refused_mail.text
    assert refused_mail.text.casefold().count("that is no") <= 1


def test_the_solution_is_shown_and_counts_like_a_wrong_answer(club: Town, given: Mail) -> None:
    shown = only(club.answer(given, "solution\n"))
    assert shown.facts["verdict"] == "shown"
    assert shown.moves == list(GYGES.line)
    assert state_of(club, given) is TryState.FAILED
    assert own_points(club) < FIRST_RATING


def test_after_a_right_move_the_solution_is_the_rest(club: Town, given: Mail) -> None:
    first, _, last = GYGES.line
    club.answer(given, f"{first}\n")
    shown = only(club.answer(given, "solution\n"))
    assert shown.moves == [last]


def test_a_solution_that_was_found_can_be_seen_without_loss(club: Town, given: Mail) -> None:
    first, _, last = GYGES.line
    club.answer(given, f"{first}\n")
    club.answer(given, f"{last}\n")
    rated = own_points(club)
    assert only(club.answer(given, "solution\n")).moves == list(GYGES.line)
    assert (state_of(club, given), own_points(club)) == (TryState.SOLVED, rated)


def test_a_wish_in_doubt_is_asked_about(club: Town, given: Mail) -> None:
    question = only(club.answer(given, "I can't find it show me the solution\n"))
    assert state_of(club, given) is None
    assert only(club.answer(question, "yes")).facts["verdict"] == "shown"
