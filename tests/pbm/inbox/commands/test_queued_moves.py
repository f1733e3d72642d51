"""Moves that are played automatically: unconditional queued ones, and the only legal one."""

from __future__ import annotations

from pbm.play.autoplay import MOST_AT_ONCE
from tests.pbm.inbox.commands.plans import CELLS, events, kept_plans, lines, queue
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, findings, kinds, of, only

# Moves without a condition


def test_an_unconditional_move_is_played_whatever_the_opponent_does(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "12-33")
    town_with_game.answer(mails[1], "66-45\n")
    assert lines(town_with_game)[-1] == "12-33"


def test_an_unconditional_move_that_turns_out_illegal_is_dropped_with_a_mail(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "11-31")
    moved = town_with_game.answer(mails[1], "61-31\n")
    assert lines(town_with_game)[-1] == "61-31"
    assert of(moved, ALICE).facts["dropped"] == ["11-31"]
    assert findings(town_with_game) == []


def test_a_condition_comes_before_a_move_without_one(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "12-33", "if 61-53 then 11-31")
    moved = town_with_game.answer(mails[1], "61-53\n")
    assert lines(town_with_game)[-1] == "11-31"
    assert [mail.facts["queued"] for mail in (of(moved, ALICE), of(moved, BOB))] == [True, False]


def test_at_ones_own_turn_a_queued_move_is_played_at_once(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    assert kinds(town_with_game.answer(mails[1], "queue 61-53\n")) == ["board", "board"]
    assert lines(town_with_game)[-1] == "61-53"


def test_a_move_that_nothing_makes_legal_is_refused(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(mails[0], "queue 11-12\n"))
    assert (answer.kind, kept_plans(town_with_game)) == ("unqueued", [])


# Placing


def test_dvonn_is_placed_in_two_letters(town_with_players: Town) -> None:
    alice, _ = town_with_players.board(game="dvonn")
    placed = town_with_players.answer(alice, f"queue {' '.join(CELLS)}\n")
    assert town_with_players.match().plies == 1
    placed = town_with_players.answer(of(placed, BOB), f"queue {' '.join(reversed(CELLS))}\n")
    assert len(placed) == 2
    assert town_with_players.match().plies == len(CELLS) == 49
    assert of(placed, ALICE).facts["your_turn"]
    assert lines(town_with_players)[:4] == [CELLS[0], CELLS[-1], CELLS[1], CELLS[-2]]
    assert all(len(line) <= 78 for mail in placed for line in mail.text.splitlines())
    assert findings(town_with_players) == []


def test_a_cell_that_was_taken_meanwhile_is_left_out(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(game="dvonn"), "A1")
    queue(town_with_players, mails[0], "A2 A3")
    town_with_players.answer(mails[1], "A2\n")
    assert lines(town_with_players) == ["A1", "A2", "A3"]


def test_a_cell_that_is_taken_already_is_left_out(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(game="dvonn"), "A1")
    assert queue(town_with_players, mails[0], "A1 B1").facts["left_out"] == ["A1"]
    answer = only(town_with_players.answer(mails[0], "queue A1\n"))
    assert answer.kind == "unqueued"
    assert answer.facts["which"] == "A1"
    assert answer.facts["why"].endswith("(rule D2 of DVONN)")


def test_a_new_list_replaces_the_old_one(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(game="dvonn"), "A1")
    answer = queue(town_with_players, mails[0], "B1 B2", "C1 C2")
    assert answer.facts["lines"] == ["C1 C2"]


def test_one_letter_can_cause_more_automatic_plies_than_a_board_has_cells() -> None:
    assert len(CELLS) < MOST_AT_ONCE


# The only legal move


def test_the_only_legal_move_is_played_for_a_player_with_automove(town_with_players: Town) -> None:
    alice, _ = town_with_players.board(game="dvonn")
    town_with_players.write(ALICE, subject=f"set alice {PASSWORD} automove on")
    placed = town_with_players.answer(alice, f"queue {' '.join(CELLS[:24])}\n")
    placed = town_with_players.answer(of(placed, BOB), f"queue {' '.join(CELLS[24:48])}\n")
    assert town_with_players.match().plies == 49
    assert events(town_with_players)[-1].data == {"seat": 0, "line": CELLS[48], "how": "only"}
    assert of(placed, BOB).facts["last"][-1]["how"] == "only"
    assert findings(town_with_players) == []


def test_without_automove_the_only_legal_move_waits(town_with_players: Town) -> None:
    alice, _ = town_with_players.board(game="dvonn")
    placed = town_with_players.answer(alice, f"queue {' '.join(CELLS[:24])}\n")
    town_with_players.answer(of(placed, BOB), f"queue {' '.join(CELLS[24:48])}\n")
    assert town_with_players.match().plies == 48


def test_automove_plays_nothing_when_there_is_a_choice(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_game.write(ALICE, subject=f"set alice {PASSWORD} automove on")
    town_with_game.answer(mails[1], "61-53\n")
    assert lines(town_with_game)[-1] == "61-53"
