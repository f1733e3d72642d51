from __future__ import annotations

import pytest

from pbm.core.games import find
from tests.combinations import for_each
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Mail, Town, kinds, of, only, refused

WINNING = "12-13x14=36 64x65=34 16x15=52 63x62=43 13x14=54 62-52-54x66=33 14-15-34-54-N"


@pytest.fixture
def begun(town_with_players: Town) -> Town:
    """Board 1 after the placing; alice, South, is to move."""
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return town_with_players


def rows(text: str) -> list[str]:
    """The rings of each row of the board in a mail, row 6 first."""
    drawn = [line.split("|") for line in text.splitlines() if line.count("|") == 7]
    return ["".join(cell[1] for cell in cells[1:7]).replace(":", " ") for cells in drawn]


def test_the_board_after_the_moves_is_shown_and_nothing_is_played(begun: Town) -> None:
    before = begun.match()
    answer = only(begun.write(BOB, "gyges preview 1 16-35 61-53\n"))
    assert rows(answer.text) == [" 21123", "  3   ", "      ", "    3 ", "      ", "23112 "]
    assert answer.moves == ["16-35", "61-53"]
    assert (answer.facts["turn"]["seat"], answer.facts["turn"]["number"]) == ("South", 5)
    assert begun.match() == before


def test_a_player_of_no_board_can_preview(begun: Town) -> None:
    begun.sign_up(CAROL)
    assert only(begun.write(CAROL, subject="gyges preview 1 16-35")).kind == "preview"


def test_in_a_reply_the_moves_are_enough(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    answer = only(town_with_players.answer(mails[0], "preview 16-35\n"))
    assert answer.moves == ["16-35"]


def test_a_preview_is_answered_with_the_move(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    answer = only(town_with_players.answer(mails[0], "preview 16-35\n"))
    town_with_players.answer(answer, "16-35\n")
    assert town_with_players.match().plies == 3


@pytest.fixture
def previewed(town_with_players: Town) -> Mail:
    """A preview of 16-35 and of an answer to it, mailed to alice, who is to move."""
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    return only(town_with_players.answer(mails[0], "preview 16-35 61-53\n"))


AGREEING = [
    *("ok play it", "Yes", "D'accord, jouez-le", "ja, spiel das", "Va bene, giocala"),
    *("goed, speel dat maar", "Hello,\nok, go with that move"),
]


@for_each("text", AGREEING)
def test_the_first_move_of_a_preview_is_asked_about_if_the_reply_agrees(
    town_with_players: Town, previewed: Mail, text: str
) -> None:
    question = only(town_with_players.answer(previewed, f"{text}\n"))
    assert (question.kind, question.facts["move"]) == ("confirm", "16-35")
    assert town_with_players.match().plies == 2


@for_each("text", ["play it?", "thanks", "ok do not play it"])
def test_other_words_in_reply_to_a_preview_play_nothing(
    town_with_players: Town, previewed: Mail, text: str
) -> None:
    assert "confirm" not in kinds(town_with_players.answer(previewed, f"{text}\n"))


def test_a_yes_to_a_preview_accepts_no_draw(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    offered = of(town_with_players.answer(mails[1], "propose draw\n"), ALICE)
    shown = only(town_with_players.answer(offered, "preview 16-35\n"))
    question = only(town_with_players.answer(shown, "yes\n"))
    assert (question.kind, question.facts["move"]) == ("confirm", "16-35")
    assert town_with_players.match().running


def test_a_late_yes_to_a_preview_plays_nothing(town_with_players: Town, previewed: Mail) -> None:
    town_with_players.answer(previewed, "11-31\n")
    assert "confirm" not in kinds(town_with_players.answer(previewed, "ok play it\n"))
    assert town_with_players.match().plies == 3


def test_a_move_that_cannot_be_played_is_explained_on_the_board_before_it(begun: Town) -> None:
    answer = only(begun.write(ALICE, "gyges preview 1 16-35 61-54\n"))
    assert rows(answer.text)[3] == "    3 "
    assert (answer.moves, answer.facts["failed"]) == (["16-35"], "61-54")
    assert "61-53" in answer.facts["similar"]


@pytest.mark.parametrize("moves", ["16-35; 61-53", "16-35;61-53;", "16-35 61-53"])
def test_moves_are_separated_by_spaces_or_semicolons(begun: Town, moves: str) -> None:
    answer = only(begun.write(ALICE, f"gyges preview 1 {moves}\n"))
    assert answer.moves == ["16-35", "61-53"]


def test_a_move_with_a_space_in_it_is_one_move(town_with_players: Town) -> None:
    town_with_players.board("-random", game="dvonn")
    game = find("dvonn/standard")
    state = game.decode(town_with_players.match().setup)
    move = game.format(state, next(game.legal_moves(state)))
    answer = only(town_with_players.write(ALICE, f"dvonn preview 1 {move.replace('-', ' ')}\n"))
    assert answer.moves == [move]


def test_several_placements_are_several_moves(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, "dvonn preview new A1 B1 C1\n"))
    assert answer.moves == ["A1", "B1", "C1"]


def test_a_new_game_is_previewed_by_its_rules(town_with_players: Town) -> None:
    answer = only(town_with_players.write(ALICE, f"gyges preview new {SOUTH} {NORTH}\n"))
    assert rows(answer.text)[0] == "321123"
    assert not answer.facts["board"]
    modern = only(town_with_players.write(ALICE, f"gyges preview new {SOUTH} -rules=modern\n"))
    assert modern.kind == "preview"
    start = only(town_with_players.write(ALICE, "dvonn preview new pass -random\n"))
    assert start.facts["failed"] == "pass"


def test_a_goal_in_a_preview_is_told(begun: Town) -> None:
    answer = only(begun.write(ALICE, f"gyges preview 1 {WINNING}\n"))
    result = answer.facts["result"]
    assert result["winner"] == "South"
    assert result["how"]
    assert begun.match().result == "*"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("gyges preview 1", "missing_word"),
        ("gyges preview 9 16-35", "unknown_board"),
        ("gyges preview", "no_board"),
        ("gyges preview 1 secret99 16-35", "not_a_move"),
        ("gyges preview new 231123 -rules=chess", "unknown_rules"),
        ("gyges preview new 231123 -random", "no_such_start"),
    ],
)
def test_a_preview_that_cannot_be_shown_is_refused(begun: Town, line: str, code: str) -> None:
    assert refused(begun.write(ALICE, f"{line}\n")) == code


def test_previewing_twice_shows_the_same_twice(begun: Town) -> None:
    one, two = (only(begun.write(ALICE, "gyges preview 1 16-35\n")).text for _ in range(2))
    assert one == two


def test_a_suspended_player_looks_and_a_stranger_does_not(begun: Town) -> None:
    suspend(begun, "bob")
    assert only(begun.write(BOB, "gyges preview 1 16-35\n")).kind == "preview"
    assert is_turned_away(begun, "gyges preview 1 16-35\n")


def test_a_single_move_that_cannot_be_played_is_not_called_a_preview(begun: Town) -> None:
    answer = only(begun.write(ALICE, "gyges preview 1 16-56\n"))
    assert (answer.facts["refused"], "preview" in answer.subject) == (True, False)
    assert "not played: 16-56" in answer.subject
    assert only(begun.write(BOB, "gyges preview 1 61-11\n")).facts["refused"] is False


def test_without_similar_moves_an_example_is_shown(town_with_players: Town) -> None:
    town_with_players.board(" -random", game="dvonn")
    answer = only(town_with_players.write(ALICE, "dvonn preview 1 a5-b5\n"))
    assert answer.facts["similar"] == []
    assert f"\n    {answer.facts['hint']}\n" in answer.text
