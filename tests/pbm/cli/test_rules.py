from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.combinations import for_each
from tests.pbm.cli.program import pbm

# White on a1, a DVONN piece on b1, Black on c1.
THREE = "........./........../.........../........../wrb...... w"
JUMPED = "........./........../.........../........../.[rw]b...... b"
OVER = "........./........../.........../........../.[rwb]....... ="

RECORD = """\
[Game "dvonn/standard"]
[White "alice"]
[Black "bob"]
[Setup "........./........../.........../........../wrb...... w"]
[Result "{result}"]
[Reason "score"]

1 A1-B1          2 {second}
"""


def test_list_has_a_spec_and_a_title_on_each_line() -> None:
    lines = pbm("rules", "list").stdout.splitlines()
    specs = [line.split("  ", 1)[0] for line in lines]
    assert specs == [entry["spec"] for entry in json.loads(pbm("rules", "list", "--json").stdout)]
    assert "dvonn/standard" in specs
    assert all(line.split("  ", 1)[1].strip() for line in lines)


def test_moves_are_printed_one_a_line() -> None:
    assert pbm("rules", "moves", "dvonn/standard", JUMPED).stdout == "C1-B1\n"


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        ("start", "49 moves 49 positions"),
        (THREE, "1 moves 1 positions"),
        (OVER, "0 moves 0 positions"),
    ],
)
def test_count_prints_moves_and_positions(position: str, counts: str) -> None:
    assert pbm("rules", "moves", "dvonn/standard", position, "--count").stdout == f"{counts}\n"


def test_each_line_of_standard_input_is_answered_on_one_line() -> None:
    result = pbm("rules", "moves", "dvonn/standard", "-", stdin=f"{THREE}\n{OVER}\n{JUMPED}\n")
    assert result.stdout == "A1-B1\n\nC1-B1\n"
    assert result.exit_code == 0


def test_moves_of_one_position_are_separated_by_two_spaces_with_a_dash() -> None:
    result = pbm("rules", "moves", "dvonn/standard", "-", stdin="start\n")
    assert len(result.stdout.rstrip("\n").split("  ")) == 49


@pytest.mark.parametrize("line", ["nonsense", "", "\xff"])
def test_an_invalid_line_is_answered_with_an_error_in_its_place(line: str) -> None:
    stdin = f"{THREE}\n{line}\n{THREE}\n".encode("latin-1")
    result = pbm("rules", "moves", "dvonn/standard", "-", "--count", stdin=stdin)
    first, second, third = result.stdout.splitlines()
    assert first == third == "1 moves 1 positions"
    assert second.startswith("error: notation: ")
    assert result.exit_code == 1
    assert result.stderr == ""


def test_a_last_line_without_a_line_end_is_answered() -> None:
    assert pbm("rules", "moves", "dvonn/standard", "-", stdin=THREE).stdout == "A1-B1\n"


def test_an_invalid_position_is_an_error() -> None:
    result = pbm("rules", "show", "dvonn/standard", "nonsense")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("notation: ")


@pytest.mark.parametrize("moves", [("A1-B1", "C1-B1"), ("A1-B1; C1-B1",), ("a1b1", "c1xb1;")])
def test_play_prints_the_position_after_each_move(moves: tuple[str, ...]) -> None:
    result = pbm("rules", "play", "dvonn/standard", THREE, *moves)
    assert result.stdout == f"{JUMPED}\n{OVER}\n"
    assert result.exit_code == 0


def test_an_illegal_move_leaves_standard_output_empty() -> None:
    result = pbm("rules", "play", "dvonn/standard", THREE, "A1-B1", "C1-D1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("ply 2 Black: D5: ")
    assert result.stderr.count("\n") == 1


def test_play_answers_each_line_of_standard_input_too() -> None:
    stdin = f"{THREE}\n{OVER}\n{THREE}\n"
    result = pbm("rules", "play", "dvonn/standard", "-", "A1-B1", "C1-B1", stdin=stdin)
    first, second, third = result.stdout.splitlines()
    assert first == third == f"{JUMPED}  {OVER}"
    assert second.startswith("error: ply 1 White: over: ")
    assert result.exit_code == 1


@for_each(("depth", "count"), [("0", 1), ("1", 1), ("2", 1), ("3", 0)])
def test_perft_prints_the_bare_number(depth: str, count: int) -> None:
    assert pbm("rules", "perft", "dvonn/standard", THREE, depth).stdout == f"{count}\n"


@pytest.mark.parametrize("depth", ["101", "99999999999999999999"])
def test_a_negative_depth_is_wrong_usage(depth: str) -> None:
    result = pbm("rules", "perft", "gyges", "start", depth)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_perft_split_prints_each_move_before_the_sum() -> None:
    lines = pbm("rules", "perft", "dvonn/standard", "start", "2", "--split").stdout.splitlines()
    assert len(lines) == 50
    assert {line.split()[1] for line in lines[:-1]} == {"48"}
    assert lines[-1] == str(49 * 48)


def test_show_puts_a_blank_line_between_boards() -> None:
    board = pbm("rules", "show", "dvonn/standard", THREE).stdout
    other = pbm("rules", "show", "dvonn/standard", JUMPED).stdout
    both = pbm("rules", "show", "dvonn/standard", "-", stdin=f"{THREE}\n{JUMPED}\n").stdout
    assert board.strip()
    assert both == f"{board}\n{other}"


def test_styles_differ() -> None:
    boards = {
        pbm("rules", "show", "dvonn/standard", THREE, "--style", style).stdout
        for style in ("grid", "compact", "list")
    }
    assert len(boards) == 3


def test_replay_prints_how_each_game_ends() -> None:
    stdin = "F3 A1; B2 C3\n\nF3 F3\nF3 RESIGN\nF3 resign A1\n"
    result = pbm("rules", "replay", "dvonn/standard", "-", stdin=stdin)
    lines = result.stdout.splitlines()
    assert lines[:2] == ["unfinished", "unfinished"]
    assert lines[2].startswith("illegal ply 2 Black: D2: ")
    assert lines[3] == "won white"
    assert lines[4].startswith("illegal ply 3 White: over: ")
    assert result.exit_code == 1


def test_replay_of_legal_moves_exits_with_0() -> None:
    assert pbm("rules", "replay", "dvonn/standard", "-", stdin="F3 A1\n").exit_code == 0


def test_check_prints_a_line_for_each_record(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    right, wrong = (
        RECORD.format(result="0-1", second="C1-B1"),
        RECORD.format(result="1-0", second="C1-B1"),
    )
    file.write_text("\n".join([right, wrong, RECORD.format(result="0-1", second="C1-A1")]))
    result = pbm("rules", "check", str(file))
    first, second, third = result.stdout.splitlines()
    assert first == f"{file} 1: dvonn/standard 0-1 score, 2 plies"
    assert second.startswith(f"{file} 2: notation: ")
    assert third.startswith(f"{file} 3: ply 2 Black: D5: ")
    assert result.exit_code == 1


@pytest.mark.parametrize("text", ["", "1 A1-B1", '[White "alice"]', '[Game "chess"]'])
def test_check_reports_text_that_is_no_record(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text)
    result = pbm("rules", "check", str(file))
    assert result.stdout.startswith(str(file))
    assert result.exit_code == 1


@for_each("spec", ["chess", "dvonn/chess", "", "/", "dvonn/"])
def test_an_unknown_spec_is_wrong_usage(spec: str) -> None:
    result = pbm("rules", "moves", spec, "start")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "dvonn" in result.stderr


@for_each("spec", ["dvonn", "DVONN/Standard", "d", "dv/st"])
def test_a_spec_may_be_abbreviated(spec: str) -> None:
    assert pbm("rules", "moves", spec, THREE).stdout == "A1-B1\n"
