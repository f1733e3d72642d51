from __future__ import annotations

import pytest

from tests.pbm.cli.program import pbm

TABOO = "....../1...../3.23../3.211./2.132./......"
STALEMATE = ".3.3.3/112232/...1.2/...1../....../...... s"


def test_a_legal_move_is_explained_step_by_step() -> None:
    result = pbm("rules", "explain", "gyges", f"{TABOO} s", "24-(14-15-)25-(24-)34-44-(54-64-)N")
    assert result.stdout.splitlines() == [
        "G2: the triple on 24 moves; row 2 is the shore",
        "G3: it crosses 3 connections, from 24 through 14 and 15 to 25",
        "G6: it bounces on the double on 25, which stays",
        "G3: it crosses 2 connections, from 25 through 24 to 34",
        "G6: it bounces on the single on 34, which stays",
        "G3: it crosses one connection, from 34 to 44",
        "G6: it bounces on the triple on 44, which stays",
        "G3: it crosses 3 connections, from 44 through 54 and 64 to N",
        "G8: the goal is reached with the exact number of steps: the game is won",
    ]


@pytest.mark.parametrize(
    ("position", "move", "error"),
    [
        (f"{TABOO} n", "51-41-31-21-S", "ply 1 North: G5: connection 31-32 is crossed twice"),
        (f"{TABOO} n", "hello", "ply 1 North: notation: this is no move"),
    ],
)
def test_an_illegal_move_names_the_rule_that_it_breaks(
    position: str, move: str, error: str
) -> None:
    result = pbm("rules", "explain", "gyges/classic", position, move)
    assert (result.exit_code, result.stdout) == (1, "")
    assert error in result.stderr


def test_several_moves_are_explained_one_after_the_other() -> None:
    lines = pbm("rules", "explain", "gyges", STALEMATE, "34-44-43; 43-53-N").stdout.splitlines()
    passed = lines.index("G10: the opponent has no legal move and is passed over")
    assert lines[passed + 1] == "G2: the single on 43 moves; row 4 is the shore"


def test_a_dvonn_move_lists_its_path_and_what_it_cuts_off() -> None:
    position = "........r/........../w[bw]wwr....../........../......... w"
    assert pbm("rules", "explain", "dvonn", position, "D3-E3").stdout.splitlines() == [
        "D4: the white single on D3 is White's",
        "D6: D3 is not surrounded; occupied neighbours: 2 of 6",
        "D5: a single moves one cell, to E3",
        "D5: it lands on the DVONN piece on E3, which makes a stack of 2",
        "D8: no link to a DVONN piece is left for A3, B3 and C3 (pieces: 4)",
        "D11: nobody can move any more, White has 2, Black 0",
    ]


def test_every_rule_set_is_listed() -> None:
    listed = pbm("rules", "list").stdout
    specs = [line.split("  ")[0] for line in listed.splitlines()]
    assert [spec for spec in specs if spec.startswith("gyges/")] == [
        f"gyges/{ruleset}" for ruleset in ("classic", "modern", "simple", "towers", "kang")
    ]


def test_a_rule_set_is_found_by_the_beginning_of_its_name() -> None:
    assert pbm("rules", "moves", "gy/ka", "start", "--count").stdout == "36 moves 36 positions\n"
