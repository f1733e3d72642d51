"""Conditional moves: what is queued, shown, played and dropped."""

from __future__ import annotations

import re

import pytest

from tests.pbm.inbox.commands.people import suspend
from tests.pbm.inbox.commands.plans import events, kept_plans, lines, queue
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    STRANGER,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refusal_words,
)

# Conditions


def test_a_condition_that_comes_true_is_answered_at_once(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    moved = town_with_game.answer(mails[1], "61-53\n")
    assert lines(town_with_game)[-2:] == ["61-53", "11-31"]
    assert of(moved, BOB).subject == "[gyges 1] ply 6: your move, bob"
    for mail in moved:
        assert "5. alice (South)        11-31" in mail.text
        assert "played by itself: alice had queued it" in mail.text
    assert kept_plans(town_with_game) == []
    assert findings(town_with_game) == []


def test_each_move_is_an_event_caused_by_the_letter_that_set_it_off(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    town_with_game.answer(mails[1], "61-53\n")
    by_hand, by_itself = events(town_with_game)[-2:]
    assert by_itself.cause == by_hand.cause
    assert by_hand.data == {"seat": 1, "line": "61-53"}
    assert by_itself.data == {"seat": 0, "line": "11-31", "how": "queued"}


def test_two_plans_play_a_chain(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31 if 62-42 then 12x42=11")
    moved = town_with_game.answer(mails[1], "61-53\n")
    moved = town_with_game.answer(of(moved, BOB), "62-42\n")
    assert lines(town_with_game)[-4:] == ["61-53", "11-31", "62-42", "12x42=11"]
    assert len(moved) == 2
    assert findings(town_with_game) == []


def test_a_branch_that_was_not_played_is_forgotten(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31", "if 66-45 then 12-33")
    moved = town_with_game.answer(mails[1], "66-45\n")
    assert lines(town_with_game)[-1] == "12-33"
    assert "could not be played" not in of(moved, ALICE).text
    assert kept_plans(town_with_game) == []


def test_conditions_that_did_not_come_true_are_dropped_with_a_mail_to_their_owner(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    moved = town_with_game.answer(mails[1], "66-45\n")
    assert "could not be played and are dropped:\n    if 61-53 then 11-31" in of(moved, ALICE).text
    assert of(moved, ALICE).subject == "[gyges 1] ply 5: your move, alice"
    assert "if 61-53" not in of(moved, BOB).text
    assert kept_plans(town_with_game) == []


def test_a_condition_is_met_by_every_spelling_of_its_move(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 64-42 then 11-31")
    town_with_game.answer(mails[1], "64-63-62-42\n")
    assert lines(town_with_game)[-1] == "11-31"


def test_a_condition_is_shown_the_way_it_was_written(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    line = "if 64-63-62-42 then 11-31"
    answer = queue(town_with_game, mails[0], line)
    assert line in answer.text
    assert line in only(town_with_game.answer(answer, "queue\n")).text
    assert line in of(town_with_game.answer(mails[1], "66-45\n"), ALICE).text


def test_a_second_answer_to_the_same_move_takes_the_place_of_the_first(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = queue(town_with_game, mails[0], "if 61-53 then 11-31", "if 61-53 then 11-22")
    assert "if 61-53 then 11-22" in answer.text
    assert "11-31" not in answer.text


def test_a_branch_that_breaks_a_rule_is_refused_with_the_rule(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(mails[0], "queue if 61-53 then 11-66\n"))
    assert answer.kind == "unqueued"
    assert "11-66: G3:" in answer.text
    assert re.search(r"queue if 6\S+ then MOVE", answer.text)
    assert kept_plans(town_with_game) == []


def test_conditions_wait_until_ones_own_move_is_made(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    assert "Send your move first" in refusal_words(
        town_with_game.answer(mails[1], "queue if 11-31 then 61-53\n")
    )


def test_an_undo_drops_what_both_had_queued(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    proposed = town_with_game.answer(mails[0], "undo\n")
    agreed = town_with_game.answer(of(proposed, BOB), "accept\n")
    assert (
        "Because of the undo, what you had queued is dropped:\n    if 61-53 then 11-31"
        in of(agreed, ALICE).text
    )
    assert "if 61-53" not in of(agreed, BOB).text
    assert kept_plans(town_with_game) == []


def test_nothing_is_played_by_an_undo(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "12-33")
    proposed = town_with_game.answer(mails[0], "undo\n")
    town_with_game.answer(of(proposed, BOB), "accept\n")
    assert town_with_game.match().plies == 2


# Looking, forgetting, and who may


def test_the_queue_is_shown_and_cleared(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31", "12-33")
    assert "if 61-53 then 11-31\n    12-33" in queue(town_with_game, mails[0], "show").text
    assert "are forgotten" in queue(town_with_game, mails[0], "clear").text
    assert "no moves queued" in queue(town_with_game, mails[0], "show").text
    town_with_game.answer(mails[1], "61-53\n")
    assert lines(town_with_game)[-1] == "61-53"


def test_only_its_owner_sees_a_queue(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    answers = [
        queue(town_with_game, mails[1], "show"),
        *town_with_game.write(BOB, "gyges show 1\n"),
        *town_with_game.write(BOB, "gyges review 1\n"),
    ]
    assert all("11-31" not in answer.text for answer in answers)


def test_an_old_board_mail_queues_nothing(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(mails[1], "61-53\n")
    stale = only(town_with_game.answer(mails[0], "queue if 66-45 then 12-33\n"))
    assert "the board has moved on" in stale.subject
    assert kept_plans(town_with_game) == []


def test_an_account_token_reaches_the_queue(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    account = only(town_with_game.write(ALICE, "whoami\n"))
    answer = only(town_with_game.answer(account, "gyges queue 1 if 61-53 then 11-31\n"))
    assert answer.kind == "queue"


def test_a_queue_with_the_password(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    line = f"gyges queue 1 alice {PASSWORD} if 61-53 then 11-31"
    town_with_game.write("alice@elsewhere.example", subject=line)
    assert len(kept_plans(town_with_game)) == 1


def test_a_queue_from_the_address_alone_waits_for_a_yes(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.write(ALICE, "gyges queue 1 if 61-53 then 11-31\n"))
    assert (question.kind, kept_plans(town_with_game)) == ("confirm", [])
    assert kinds(town_with_game.answer(question, "yes\n")) == ["queue"]
    assert len(kept_plans(town_with_game)) == 1


REFUSED = {
    "queue if 61-53": "no moves that could be queued",
    "queue if 61-53 then 11-31 then 12-33": "no moves that could be queued",
    "queue 12-33#4": "no moves that could be queued",
    "queue something else": "part of no move",
}


@pytest.mark.parametrize(("words", "why"), REFUSED.items())
def test_wrong_words_queue_nothing(
    town_with_game: Town, mails: tuple[Mail, Mail], words: str, why: str
) -> None:
    assert why in refusal_words(town_with_game.answer(mails[0], f"{words}\n"))
    assert kept_plans(town_with_game) == []


def test_the_bare_word_shows_what_is_queued(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(mails[0], "queue if 61-53 then 11-31\n")
    shown = only(town_with_game.answer(mails[0], "queue\n"))
    assert "    if 61-53 then 11-31\n" in shown.text
    assert len(kept_plans(town_with_game)) == 1


def test_others_queue_nothing(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.sign_up(CAROL)
    line = "gyges queue 1 if 61-53 then 11-31\n"
    assert "You do not play on board 1" in refusal_words(town_with_game.write(CAROL, line))
    assert "Only players can do that" in refusal_words(town_with_game.write(STRANGER, line))
    suspend(town_with_game, "alice")
    assert "suspended your account" in refusal_words(
        town_with_game.answer(mails[0], "queue 12-33\n")
    )
    assert kept_plans(town_with_game) == []


def test_nothing_is_played_for_who_was_suspended_meanwhile(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "12-33")
    suspend(town_with_game, "alice")
    town_with_game.answer(mails[1], "66-45\n")
    assert lines(town_with_game)[-1] == "66-45"


def test_a_queue_ends_with_its_game(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "12-33")
    ended = town_with_game.answer(mails[1], "resign\n")
    assert kept_plans(town_with_game) == []
    assert "is over" in refusal_words(town_with_game.answer(of(ended, ALICE), "queue 12-33\n"))


def test_too_many_moves_are_refused(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(game="dvonn"), "A1")
    answer = town_with_players.answer(mails[0], f"queue {' '.join(['A2'] * 101)}\n")
    assert "More than 100 moves" in refusal_words(answer)


def test_what_was_to_be_queued_beside_a_move_is_not_mailed_to_the_opponent(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    words = refusal_words(town_with_game.answer(mails[1], "61-53\nqueue 62-42\n"))
    assert "Your mail holds two commands." in words
    assert lines(town_with_game)[-1] == "16-35"
    assert kept_plans(town_with_game) == []


def test_who_is_to_move_is_told_to_move_before_he_queues(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(mails[1], "queue 61-61\n"))
    assert answer.kind == "unqueued"
    assert "queue if" not in answer.text
    (move,) = re.findall(r"move on the first line, like\n    (\S+)", answer.text)
    assert kinds(town_with_game.answer(answer, f"{move}\n")) == ["board", "board"]
