from __future__ import annotations

import pytest

from pbm.core.games import find
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Town, only

WINNING = "12-13x14=36 64x65=34 16x15=52 63x62=43 13x14=54 62-52-54x66=33 14-15-34-54-N"


@pytest.fixture
def begun(town_with_players: Town) -> Town:
    """Board 1 after the placing; alice, South, is to move."""
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return town_with_players


def rows(text: str) -> list[str]:
    """The board in a mail, row 6 first, each row's rings."""
    drawn = [line.split("|") for line in text.splitlines() if line.count("|") == 7]
    return ["".join(cell[1] for cell in cells[1:7]).replace(":", " ") for cells in drawn]


def test_the_board_after_the_moves_is_shown_and_nothing_is_played(begun: Town) -> None:
    before = begun.match()
    answer = only(begun.write(BOB, "gyges preview 1 16-35 61-53\n"))
    assert rows(answer.text) == [" 21123", "  3   ", "      ", "    3 ", "      ", "23112 "]
    assert "3. South        16-35" in answer.text
    assert "5. South        to move" in answer.text
    assert begun.match() == before


def test_who_does_not_play_may_preview(begun: Town) -> None:
    begun.sign_up(CAROL)
    assert only(begun.write(CAROL, subject="gyges preview 1 16-35")).kind == "preview"


def test_in_a_reply_the_moves_are_enough(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    answer = only(town_with_players.answer(mails[0], "preview 16-35\n"))
    assert "3. South        16-35" in answer.text


def test_a_preview_is_answered_with_the_move(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    answer = only(town_with_players.answer(mails[0], "preview 16-35\n"))
    town_with_players.answer(answer, "16-35\n")
    assert town_with_players.match().plies == 3


def test_a_move_that_cannot_be_played_is_explained_on_the_board_before_it(begun: Town) -> None:
    answer = only(begun.write(ALICE, "gyges preview 1 16-35 61-54\n"))
    assert answer.subject == "[gyges 1] only a preview: 61-54 cannot be played"
    assert rows(answer.text)[3] == "    3 "
    assert "4. North        61-54" in answer.text
    assert "61-53" in answer.text[answer.text.index("Some legal moves:") :]


@pytest.mark.parametrize("moves", ["16-35; 61-53", "16-35;61-53;", "16-35 61-53"])
def test_moves_are_separated_by_spaces_or_semicolons(begun: Town, moves: str) -> None:
    answer = only(begun.write(ALICE, f"gyges preview 1 {moves}\n"))
    assert "3. South        16-35" in answer.text
    assert "4. North        61-53" in answer.text


def test_a_move_with_a_space_in_it_is_one_move(town_with_players: Town) -> None:
    town_with_players.board("-random", game="dvonn")
    game = find("dvonn/standard")
    state = game.decode(town_with_players.match().setup)
    move = game.format(state, next(game.legal_moves(state)))
    answer = only(town_with_players.write(ALICE, f"dvonn preview 1 {move.replace('-', ' ')}\n"))
    assert f"White        {move}\n" in answer.text


def test_several_placements_are_several_moves(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, "dvonn preview new A1 B1 C1\n"))
    assert "  3. White        C1" in answer.text


def test_a_new_game_is_previewed_by_its_rules(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, f"gyges preview new {SOUTH} {NORTH}\n"))
    assert rows(answer.text)[0] == "321123"
    assert "no game of" in answer.text
    modern = only(town_with_players.write(ALICE, f"gyges preview new {SOUTH} -rules=modern\n"))
    assert modern.kind == "preview"
    start = only(town_with_players.write(ALICE, "dvonn preview new pass -random\n"))
    assert "cannot be played" in start.subject


def test_a_goal_in_a_preview_is_told(begun: Town) -> None:
    answer = only(begun.write(ALICE, f"gyges preview 1 {WINNING}\n"))
    assert "South wins (goal)." in answer.text
    assert begun.match().result == "*"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("gyges preview 1", "MOVE is missing."),
        ("gyges preview 9 16-35", "There is no board 9."),
        ("gyges preview", "The number of the board is missing."),
        ("gyges preview 1 secret99 16-35", "A word among the moves is part of no move."),
        ("gyges preview new 231123 -rules=chess", 'There are no rules "chess" for gyges.'),
        ("gyges preview new 231123 -random", "gyges has no random start."),
    ],
)
def test_a_preview_that_cannot_be_shown_says_why(begun: Town, line: str, why: str) -> None:
    assert why in only(begun.write(ALICE, f"{line}\n")).text


def test_previewing_twice_shows_the_same_twice(begun: Town) -> None:
    one, two = (only(begun.write(ALICE, "gyges preview 1 16-35\n")).text for _ in range(2))
    assert one == two


def test_a_suspended_player_looks_and_a_stranger_does_not(begun: Town) -> None:
    suspend(begun, "bob")
    assert only(begun.write(BOB, "gyges preview 1 16-35\n")).kind == "preview"
    assert is_turned_away(begun, "gyges preview 1 16-35\n")
