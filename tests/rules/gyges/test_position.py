from __future__ import annotations

import pytest

from pbm.rules.errors import NotationError
from pbm.rules.game import Outcome, Seat
from tests.combinations import for_each
from tests.rules.gyges.drawn import CLASSIC, play

EMPTY = "....../....../....../....../....../......"
HOME = "....../....../....../....../....../231123"
FULL = "321123/....../....../....../....../231123"


def test_13_is_the_third_slot_of_souths_home_row() -> None:
    state = CLASSIC.decode("....../....../....../....../....../..1... s")
    assert {CLASSIC.format(state, move) for move in CLASSIC.legal_moves(state)} == {
        "13-12",
        "13-14",
        "13-23",
    }


@for_each("line", [f"{EMPTY} s", f"{HOME} n", f"{FULL} s", f"{FULL} n"])
def test_positions_of_running_games_survive(line: str) -> None:
    assert CLASSIC.encode(CLASSIC.decode(line)) == line


@pytest.mark.parametrize(
    ("mark", "outcome"),
    [
        ("N", Outcome(Seat.FIRST, "goal")),
        ("S", Outcome(Seat.SECOND, "goal")),
        ("=", Outcome(None, "stalemate")),
    ],
)
def test_positions_of_finished_games_survive(mark: str, outcome: Outcome) -> None:
    state = CLASSIC.decode(f"{HOME} {mark}")
    assert CLASSIC.outcome(state) == outcome
    assert CLASSIC.encode(state) == f"{HOME} {mark}"


def test_positions_during_placement_are_recognised_by_their_rings() -> None:
    assert play(CLASSIC.decode(f"{EMPTY} s"), "231123") == CLASSIC.decode(f"{HOME} n")
    assert play(CLASSIC.decode(f"{HOME} n"), "321123") == CLASSIC.decode(f"{FULL} s")


def test_six_rings_that_are_not_a_home_row_are_a_running_game() -> None:
    state = CLASSIC.decode(f"{EMPTY[:-6]}231122 n")
    assert not state.placing
    assert CLASSIC.decode(f"{HOME} n").placing
    assert not CLASSIC.decode(f"{HOME} s").placing


@for_each(
    ("text", "code"),
    [
        ("", "unreadable_position"),
        (FULL, "unreadable_position"),
        (f"{FULL} w", "unreadable_position"),
        (f"{FULL} s n", "unreadable_position"),
        (f"{FULL}/...... s", "unreadable_position"),
        (f"{FULL.replace('3', '4')} s", "unreadable_position"),
        (f"{FULL[:-1]} s", "unreadable_position"),
        (f"8,6,{FULL}", "unreadable_position"),
        ("111111/....../....../....../....../...... s", "too_many_of_a_size"),
        ("111122/223333/....../....../....../.....1 s", "too_many_of_a_size"),
        (f"{EMPTY} n", "no_rings"),
        (f"{EMPTY} =", "no_rings"),
        (f"{FULL} N", "no_ring_in_goal"),
        (f"{FULL} S", "no_ring_in_goal"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        CLASSIC.decode(text)
    assert refusal.value.phrase.code == code


def test_a_lone_ring_that_wins_leaves_an_empty_board() -> None:
    won = play(CLASSIC.decode("1...../....../....../....../....../...... s"), "61-N")
    assert CLASSIC.encode(won) == f"{EMPTY} N"
    assert CLASSIC.decode(f"{EMPTY} N") == won


def test_the_diagrams_of_source_000_are_read_with_and_without_a_side() -> None:
    for text, line in (
        (f'towergv2diag("a.jpg","8,6,zzzzzz/{FULL}/zzzzzz");', f"{FULL} s"),
        (f'towergv2diag("a.jpg", "8,6,zzzzzz/{FULL}/zzzzzz") n', f"{FULL} n"),
        (f'"8,6,zzzzzz/{FULL}/zzzzzz"', f"{FULL} s"),
        (f"8,6,zzzzzz/{FULL}/zzzzzz n", f"{FULL} n"),
    ):
        assert CLASSIC.encode(CLASSIC.decode(text)) == line
