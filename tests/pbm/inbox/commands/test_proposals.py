from __future__ import annotations

import pytest

from pbm.core.model import EventKind, MatchStatus
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refusal_words,
)


@pytest.fixture
def mails(town_with_players: Town) -> tuple[Mail, Mail]:
    """The mails to alice and bob after the placing; alice is to move."""
    return town_with_players.play(town_with_players.board(), SOUTH, NORTH)


def kinds_of_events(town: Town) -> list[EventKind]:
    with town.app.store.reading() as tx:
        return [event.kind for event in tx.matches.events(1)]


def test_a_draw_is_agreed(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    assert of(proposed, BOB).subject == "[gyges 1] ply 3: you propose a draw"
    assert "bob proposes a draw.\nReply with the one word accept" in of(proposed, ALICE).text
    agreed = town_with_players.answer(of(proposed, ALICE), "accept\nWell played.\n")
    assert "The game is drawn: both players agreed." in of(agreed, BOB).text
    assert "| Well played." in of(agreed, BOB).text
    match = town_with_players.match()
    assert (match.status, match.result, match.reason) == (
        MatchStatus.FINISHED,
        "1/2-1/2",
        "agreed",
    )
    assert findings(town_with_players) == []


def test_nothing_more_is_offered_to_be_proposed_while_a_proposal_waits(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    offers = "propose draw, undo, "
    assert offers in mails[1].text
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    assert "Nothing happens until alice accepts it" in of(proposed, BOB).text
    assert not [mail for mail in proposed if "propose draw" in mail.text or "undo" in mail.text]
    rejected = town_with_players.answer(of(proposed, ALICE), "reject\n")
    assert offers in of(rejected, BOB).text


@pytest.mark.parametrize(("answer", "agreed"), [("oui", True), ("no thanks", False)])
def test_a_draw_is_answered_with_yes_or_no(
    town_with_players: Town, mails: tuple[Mail, Mail], answer: str, agreed: bool
) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    town_with_players.answer(of(proposed, ALICE), f"{answer}\n")
    assert town_with_players.match().finished is agreed
    assert kinds_of_events(town_with_players)[-1] is (
        EventKind.AGREED if agreed else EventKind.REJECTED
    )


def test_a_no_of_the_one_who_proposed_takes_nothing_back(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    town_with_players.answer(of(proposed, BOB), "no\n")
    assert kinds_of_events(town_with_players)[-1] is EventKind.PROPOSED


@pytest.mark.parametrize("words", ["propose drw", "propose", "accept draw"])
def test_what_is_refused_on_a_board_is_told_in_its_thread(
    town_with_players: Town, mails: tuple[Mail, Mail], words: str
) -> None:
    answer = only(town_with_players.answer(mails[1], f"{words}\n"))
    assert answer.subject == "[gyges 1] Nothing was done"
    assert mails[1].row.message_id in str(answer.message["References"])


def test_the_form_in_answer_to_a_board_mail_is_the_short_one(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(town_with_players.answer(mails[1], "accept draw\n"))
    assert "\nThe form is\n    accept\n" in answer.text
    written = only(town_with_players.write(BOB, "gyges accept\n"))
    assert "    gyges accept B u p\nu p stands for your userid and" in written.text


def test_only_who_has_moved_is_offered_an_undo(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert "with: resign, show," in board_mails[0].text
    assert "chat, resign, help" in board_mails[1].text
    alice, bob = town_with_game.play(board_mails, SOUTH)
    assert "resign, propose draw, undo, help" in alice.text
    assert "resign, propose draw, show," in bob.text


@pytest.mark.parametrize("words", ["undo", "propose undo", "propose undo.", "PROPOSE UNDO?"])
def test_an_undo_is_agreed(town_with_players: Town, mails: tuple[Mail, Mail], words: str) -> None:
    mails = town_with_players.play(mails, "16-35", "61-53")
    proposed = town_with_players.answer(mails[0], f"{words}\n")
    assert "alice proposes to take back move 3 and what followed it." in of(proposed, BOB).text
    agreed = town_with_players.answer(of(proposed, BOB), "accept\n")
    assert "Taken back: 3. 16-35, 4. 61-53" in of(agreed, ALICE).text
    assert of(agreed, ALICE).subject == "[gyges 1] ply 3: your move, alice"
    assert town_with_players.match().plies == 2
    town_with_players.play((of(agreed, ALICE), of(agreed, BOB)), "16-35")
    assert town_with_players.match().plies == 3
    assert findings(town_with_players) == []


def test_silence_is_never_consent(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_players.answer(mails[1], "propose draw\n")
    town_with_players.later(days=400)
    assert town_with_players.match().running


def test_a_rejected_proposal_is_over(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = of(town_with_players.answer(mails[1], "propose draw\n"), ALICE)
    rejected = town_with_players.answer(proposed, "reject\n")
    assert of(rejected, BOB).subject == "[gyges 1] ply 3: alice rejected the draw"
    assert "Nothing is proposed on board 1" in refusal_words(
        town_with_players.answer(proposed, "accept\n")
    )
    assert town_with_players.match().running
    assert findings(town_with_players) == []


def test_a_player_takes_his_own_proposal_back(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    withdrawn = town_with_players.answer(of(proposed, BOB), "reject\n")
    assert "bob took the proposal back (draw)." in of(withdrawn, ALICE).text
    refusal = refusal_words(town_with_players.answer(of(proposed, ALICE), "accept\n"))
    assert "Nothing is proposed on board 1" in refusal


def test_nobody_accepts_his_own_proposal(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    assert "for the other player to accept" in refusal_words(
        town_with_players.answer(of(proposed, BOB), "accept\n")
    )
    assert town_with_players.match().running


def test_a_proposal_lapses_with_the_next_move(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_players.answer(mails[1], "propose draw\n")
    town_with_players.answer(of(proposed, ALICE), "16-35\n")
    late = only(town_with_players.answer(of(proposed, ALICE), "accept\n"))
    assert "the board has moved on" in late.subject
    assert town_with_players.match().running
    assert "bob proposes" not in late.text


def test_a_mail_from_before_the_proposal_still_moves(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(mails[1], "propose draw\n")
    moved = town_with_players.answer(mails[0], "16-35\n")
    assert [mail.kind for mail in moved] == ["board", "board"]
    assert town_with_players.match().plies == 3


def test_a_mail_from_before_the_proposal_does_not_accept_it(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(mails[1], "propose draw\n")
    answer = only(town_with_players.answer(mails[0], "accept\n"))
    assert "the proposal was made after the mail that you answered" in answer.text
    assert "bob proposes a draw." in answer.text
    assert town_with_players.match().running
    town_with_players.answer(answer, "accept\n")
    assert town_with_players.match().finished


def test_an_answer_to_the_first_proposal_is_none_to_the_second(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    first = of(town_with_players.answer(mails[1], "propose draw\n"), ALICE)
    again = of(town_with_players.answer(first, "reject\n"), BOB)
    town_with_players.answer(again, "propose undo\n")
    answer = only(town_with_players.answer(first, "accept\n"))
    assert answer.subject == "[gyges 1] ply 3: there is a newer proposal"
    assert town_with_players.match().plies == 2


def test_a_mail_from_before_an_undo_moves_nothing(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_players.play(mails, "16-35")
    proposed = town_with_players.answer(mails[0], "undo\n")
    town_with_players.answer(of(proposed, BOB), "accept\n")
    stale = only(town_with_players.answer(mails[1], "61-53\n"))
    assert "the board has moved on" in stale.subject
    assert town_with_players.match().plies == 2


def test_one_proposal_waits_at_a_time(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_players.answer(mails[1], "propose draw\n")
    assert "still waits" in refusal_words(town_with_players.answer(mails[1], "propose undo\n"))
    assert "has proposed something first (draw)" in refusal_words(
        town_with_players.answer(mails[0], "propose draw\n")
    )
    assert kinds_of_events(town_with_players).count(EventKind.PROPOSED) == 1


def test_the_board_that_is_shown_tells_of_the_proposal(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(mails[1], "propose draw\n")
    shown = only(town_with_players.answer(mails[0], "show\n"))
    town_with_players.answer(shown, "accept\n")
    assert town_with_players.match().reason == "agreed"


REFUSED = {
    "propose": "OFFER is missing",
    "propose peace": 'nothing called "peace"',
    "propose a draw": "more words than the command takes",
    "reject": "Nothing is proposed on board 1",
    "accept": "Nothing is proposed on board 1",
}


@pytest.mark.parametrize(("words", "why"), REFUSED.items())
def test_wrong_words_change_nothing(
    town_with_players: Town, mails: tuple[Mail, Mail], words: str, why: str
) -> None:
    before = kinds_of_events(town_with_players)
    assert why in refusal_words(town_with_players.answer(mails[0], f"{words}\n"))
    assert kinds_of_events(town_with_players) == before


def test_who_has_not_moved_has_nothing_to_take_back(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    assert "nothing to take back" in refusal_words(town_with_players.answer(mails[1], "undo\n"))


def test_a_game_that_is_over_is_not_drawn(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    ended = town_with_players.answer(mails[0], "resign\n")
    assert "is over" in refusal_words(town_with_players.answer(of(ended, BOB), "propose draw\n"))


def test_a_proposal_with_the_password(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_players.write(
        "alice@elsewhere.example", subject=f"gyges propose 1 alice {PASSWORD} draw"
    )
    assert kinds_of_events(town_with_players)[-1] is EventKind.PROPOSED


def test_a_proposal_from_the_address_alone_waits_for_a_yes(
    town_with_players: Town, mails: tuple[Mail, Mail]
) -> None:
    question = only(town_with_players.write(ALICE, "gyges propose 1 draw\n"))
    assert question.kind == "confirm"
    assert EventKind.PROPOSED not in kinds_of_events(town_with_players)
    assert kinds(town_with_players.answer(question, "yes\n")) == ["board", "board"]


def test_others_propose_nothing(town_with_players: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_players.sign_up(CAROL)
    assert "You do not play on board 1" in refusal_words(
        town_with_players.write(CAROL, "gyges propose 1 draw\n")
    )
    assert is_turned_away(town_with_players, "gyges propose 1 draw\n")
    suspend(town_with_players, "bob")
    assert "suspended your account" in refusal_words(
        town_with_players.answer(mails[1], "propose draw\n")
    )
    assert EventKind.PROPOSED not in kinds_of_events(town_with_players)
