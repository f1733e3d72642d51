"""Conditional moves: what is queued, shown, played and dropped."""

from __future__ import annotations

from tests.combinations import for_each
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
    refused,
    refused_because,
)

# Conditions


def test_a_condition_that_comes_true_is_answered_at_once(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    moved = town_with_game.answer(mails[1], "61-53\n")
    assert lines(town_with_game)[-2:] == ["61-53", "11-31"]
    assert of(moved, BOB).facts["your_turn"]
    for mail in moved:
        by_itself = mail.facts["last"][-1]
        assert (by_itself["userid"], by_itself["text"], by_itself["how"]) == (
            "alice",
            "11-31",
            "queued",
        )
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


def test_a_plan_tells_nothing_of_the_opponents_one(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31", "if 66-45 then 12-33")
    moved = town_with_game.answer(mails[1], "queue 61-53 if 11-31 then 62-42\n")
    assert lines(town_with_game)[-3:] == ["61-53", "11-31", "62-42"]
    assert kinds(moved) == ["board", "board"]
    assert findings(town_with_game) == []


def test_a_plan_that_is_refused_is_so_before_the_opponents_one_is_looked_at(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    before = lines(town_with_game)
    answers = town_with_game.answer(mails[1], "queue 61-53 if 11-31 then 11-66\n")
    others = town_with_game.answer(mails[1], "queue 61-53 if 12-33 then 11-66\n")
    assert kinds(answers) == kinds(others) == ["unqueued"]
    assert lines(town_with_game) == before


def test_a_branch_that_was_not_played_is_forgotten(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31", "if 66-45 then 12-33")
    moved = town_with_game.answer(mails[1], "66-45\n")
    assert lines(town_with_game)[-1] == "12-33"
    assert of(moved, ALICE).facts["dropped"] == []
    assert kept_plans(town_with_game) == []


def test_conditions_that_did_not_come_true_are_dropped_with_a_mail_to_their_owner(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    moved = town_with_game.answer(mails[1], "66-45\n")
    assert of(moved, ALICE).facts["dropped"] == ["if 61-53 then 11-31"]
    assert of(moved, ALICE).facts["your_turn"]
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
    assert answer.facts["lines"] == [line]
    assert only(town_with_game.answer(answer, "queue\n")).facts["lines"] == [line]
    assert of(town_with_game.answer(mails[1], "66-45\n"), ALICE).facts["dropped"] == [line]


def test_a_second_answer_to_the_same_move_replaces_the_first(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = queue(town_with_game, mails[0], "if 61-53 then 11-31", "if 61-53 then 11-22")
    assert answer.facts["lines"] == ["if 61-53 then 11-22"]


def test_a_branch_that_breaks_a_rule_is_refused_with_the_rule(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(mails[0], "queue if 61-53 then 11-66\n"))
    assert answer.kind == "unqueued"
    assert answer.facts["which"] == "11-66"
    assert answer.facts["why"].endswith("(rule G3)")
    assert answer.facts["hint"].startswith("6")
    assert kept_plans(town_with_game) == []


def test_conditions_wait_until_ones_own_move_is_made(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    refusal = refused(town_with_game.answer(mails[1], "queue if 11-31 then 61-53\n"))
    assert refusal == "move_first"


def test_an_undo_drops_what_both_had_queued(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31")
    proposed = town_with_game.answer(mails[0], "undo\n")
    agreed = town_with_game.answer(of(proposed, BOB), "accept\n")
    told = of(agreed, ALICE)
    assert (told.news, told.facts["dropped"]) == ("agreed", ["if 61-53 then 11-31"])
    assert "if 61-53" not in of(agreed, BOB).text
    assert kept_plans(town_with_game) == []


def test_nothing_is_played_by_an_undo(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "12-33")
    proposed = town_with_game.answer(mails[0], "undo\n")
    town_with_game.answer(of(proposed, BOB), "accept\n")
    assert town_with_game.match().plies == 2


# Showing, clearing, permissions


def test_the_queue_is_shown_and_cleared(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    queue(town_with_game, mails[0], "if 61-53 then 11-31", "12-33")
    shown = queue(town_with_game, mails[0], "show")
    assert shown.facts["lines"] == ["if 61-53 then 11-31", "12-33"]
    cleared = queue(town_with_game, mails[0], "clear")
    assert (cleared.facts["news"], cleared.facts["lines"]) == ("cleared", [])
    assert queue(town_with_game, mails[0], "show").facts["lines"] == []
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
    assert stale.news == "stale"
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
    "queue if 61-53": "no_plan",
    "queue if 61-53 then 11-31 then 12-33": "no_plan",
    "queue something else": "not_a_move",
}


@for_each(("words", "code"), REFUSED.items())
def test_wrong_words_queue_nothing(
    town_with_game: Town, mails: tuple[Mail, Mail], words: str, code: str
) -> None:
    assert refused(town_with_game.answer(mails[0], f"{words}\n")) == code
    assert kept_plans(town_with_game) == []


def test_a_move_for_a_certain_ply_is_no_move_of_a_queue(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    assert kinds(town_with_game.answer(mails[0], "queue 12-33#4\n")) == ["unqueued"]
    assert kept_plans(town_with_game) == []


def test_the_bare_word_shows_what_is_queued(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(mails[0], "queue if 61-53 then 11-31\n")
    shown = only(town_with_game.answer(mails[0], "queue\n"))
    assert shown.facts["lines"] == ["if 61-53 then 11-31"]
    assert len(kept_plans(town_with_game)) == 1


def test_others_queue_nothing(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.sign_up(CAROL)
    line = "gyges queue 1 if 61-53 then 11-31\n"
    assert refused(town_with_game.write(CAROL, line)) == "not_your_board"
    assert refused(town_with_game.write(STRANGER, line)) == "stranger"
    suspend(town_with_game, "alice")
    assert refused(town_with_game.answer(mails[0], "queue 12-33\n")) == "suspended"
    assert kept_plans(town_with_game) == []


def test_nothing_is_played_for_a_player_who_was_suspended_meanwhile(
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
    assert refused(town_with_game.answer(of(ended, ALICE), "queue 12-33\n")) == "not_running"


def test_too_many_moves_are_refused(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(game="dvonn"), "A1")
    answer = town_with_players.answer(mails[0], f"queue {' '.join(['A2'] * 101)}\n")
    code, facts = refused_because(answer)
    assert (code, facts["most"]) == ("plan_too_long", 100)


def test_a_queue_below_a_move_is_refused_and_not_mailed_to_the_opponent(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    refusal = refused(town_with_game.answer(mails[1], "61-53\nqueue 62-42\n"))
    assert refusal == "two_commands"
    assert lines(town_with_game)[-1] == "16-35"
    assert kept_plans(town_with_game) == []


def test_the_player_to_move_is_told_to_move_before_queueing(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_game.answer(mails[1], "queue 61-61\n"))
    assert answer.kind == "unqueued"
    assert answer.facts["your_turn"]
    assert "queue if" not in answer.text
    hint = answer.facts["hint"]
    assert kinds(town_with_game.answer(answer, f"{hint}\n")) == ["board", "board"]
