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
    refused,
)


@pytest.fixture
def mails(players: Town) -> tuple[Mail, Mail]:
    """The mails to alice and bob after the placing; alice is to move."""
    return players.play(players.board(), SOUTH, NORTH)


def kinds_of_events(town: Town) -> list[EventKind]:
    with town.app.store.reading() as tx:
        return [event.kind for event in tx.matches.events(1)]


def test_a_draw_is_agreed(players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    assert of(proposed, BOB).subject == "[gyges 1] ply 3: you propose a draw"
    assert "bob proposes a draw.\nReply with the one word accept" in of(proposed, ALICE).text
    agreed = players.answer(of(proposed, ALICE), "accept\nWell played.\n")
    assert "The game is drawn: both players agreed." in of(agreed, BOB).text
    assert "| Well played." in of(agreed, BOB).text
    match = players.match()
    assert (match.status, match.result, match.reason) == (
        MatchStatus.FINISHED,
        "1/2-1/2",
        "agreed",
    )
    assert findings(players) == []


def test_nothing_more_is_offered_to_be_proposed_while_a_proposal_waits(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    offers = "propose draw, undo, "
    assert offers in mails[1].text
    proposed = players.answer(mails[1], "propose draw\n")
    assert "Nothing happens until alice accepts it" in of(proposed, BOB).text
    assert not [mail for mail in proposed if "propose draw" in mail.text or "undo" in mail.text]
    rejected = players.answer(of(proposed, ALICE), "reject\n")
    assert offers in of(rejected, BOB).text


@pytest.mark.parametrize(("answer", "agreed"), [("oui", True), ("no thanks", False)])
def test_a_draw_is_answered_with_yes_or_no(
    players: Town, mails: tuple[Mail, Mail], answer: str, agreed: bool
) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    players.answer(of(proposed, ALICE), f"{answer}\n")
    assert players.match().finished is agreed
    assert kinds_of_events(players)[-1] is (EventKind.AGREED if agreed else EventKind.REJECTED)


def test_a_no_of_the_one_who_proposed_takes_nothing_back(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    players.answer(of(proposed, BOB), "no\n")
    assert kinds_of_events(players)[-1] is EventKind.PROPOSED


@pytest.mark.parametrize("words", ["propose drw", "propose", "accept draw"])
def test_what_is_refused_on_a_board_is_told_in_its_thread(
    players: Town, mails: tuple[Mail, Mail], words: str
) -> None:
    answer = only(players.answer(mails[1], f"{words}\n"))
    assert answer.subject == "[gyges 1] Nothing was done"
    assert mails[1].row.message_id in str(answer.message["References"])


def test_the_form_in_answer_to_a_board_mail_is_the_short_one(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    answer = only(players.answer(mails[1], "accept draw\n"))
    assert "\nThe form is\n    accept\n" in answer.text
    written = only(players.write(BOB, "gyges accept\n"))
    assert "    gyges accept B u p\nu p stands for your userid and" in written.text


def test_only_who_has_moved_is_offered_an_undo(players: Town, game: tuple[Mail, Mail]) -> None:
    assert "with: resign, show," in game[0].text
    assert "chat, resign, help" in game[1].text
    alice, bob = players.play(game, SOUTH)
    assert "resign, propose draw, undo, help" in alice.text
    assert "resign, propose draw, show," in bob.text


@pytest.mark.parametrize("words", ["undo", "propose undo", "propose undo.", "PROPOSE UNDO?"])
def test_an_undo_is_agreed(players: Town, mails: tuple[Mail, Mail], words: str) -> None:
    mails = players.play(mails, "16-35", "61-53")
    proposed = players.answer(mails[0], f"{words}\n")
    assert "alice proposes to take back move 3 and what followed it." in of(proposed, BOB).text
    agreed = players.answer(of(proposed, BOB), "accept\n")
    assert "Taken back: 3. 16-35, 4. 61-53" in of(agreed, ALICE).text
    assert of(agreed, ALICE).subject == "[gyges 1] ply 3: your move, alice"
    assert players.match().plies == 2
    players.play((of(agreed, ALICE), of(agreed, BOB)), "16-35")
    assert players.match().plies == 3
    assert findings(players) == []


def test_silence_is_never_consent(players: Town, mails: tuple[Mail, Mail]) -> None:
    players.answer(mails[1], "propose draw\n")
    players.later(days=400)
    assert players.match().running


def test_a_rejected_proposal_is_over(players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = of(players.answer(mails[1], "propose draw\n"), ALICE)
    rejected = players.answer(proposed, "reject\n")
    assert of(rejected, BOB).subject == "[gyges 1] ply 3: alice rejected the draw"
    assert "Nothing is proposed on board 1" in refused(players.answer(proposed, "accept\n"))
    assert players.match().running
    assert findings(players) == []


def test_a_player_takes_his_own_proposal_back(players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    withdrawn = players.answer(of(proposed, BOB), "reject\n")
    assert "bob took the proposal back (draw)." in of(withdrawn, ALICE).text
    refusal = refused(players.answer(of(proposed, ALICE), "accept\n"))
    assert "Nothing is proposed on board 1" in refusal


def test_nobody_accepts_his_own_proposal(players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    assert "for the other player to accept" in refused(
        players.answer(of(proposed, BOB), "accept\n")
    )
    assert players.match().running


def test_a_proposal_lapses_with_the_next_move(players: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = players.answer(mails[1], "propose draw\n")
    players.answer(of(proposed, ALICE), "16-35\n")
    late = only(players.answer(of(proposed, ALICE), "accept\n"))
    assert "the board has moved on" in late.subject
    assert players.match().running
    assert "bob proposes" not in late.text


def test_a_mail_from_before_the_proposal_still_moves(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    players.answer(mails[1], "propose draw\n")
    moved = players.answer(mails[0], "16-35\n")
    assert [mail.kind for mail in moved] == ["board", "board"]
    assert players.match().plies == 3


def test_a_mail_from_before_the_proposal_does_not_accept_it(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    players.answer(mails[1], "propose draw\n")
    answer = only(players.answer(mails[0], "accept\n"))
    assert "the proposal was made after the mail that you answered" in answer.text
    assert "bob proposes a draw." in answer.text
    assert players.match().running
    players.answer(answer, "accept\n")
    assert players.match().finished


def test_an_answer_to_the_first_proposal_is_none_to_the_second(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    first = of(players.answer(mails[1], "propose draw\n"), ALICE)
    again = of(players.answer(first, "reject\n"), BOB)
    players.answer(again, "propose undo\n")
    answer = only(players.answer(first, "accept\n"))
    assert answer.subject == "[gyges 1] ply 3: there is a newer proposal"
    assert players.match().plies == 2


def test_a_mail_from_before_an_undo_moves_nothing(players: Town, mails: tuple[Mail, Mail]) -> None:
    mails = players.play(mails, "16-35")
    proposed = players.answer(mails[0], "undo\n")
    players.answer(of(proposed, BOB), "accept\n")
    stale = only(players.answer(mails[1], "61-53\n"))
    assert "the board has moved on" in stale.subject
    assert players.match().plies == 2


def test_one_proposal_waits_at_a_time(players: Town, mails: tuple[Mail, Mail]) -> None:
    players.answer(mails[1], "propose draw\n")
    assert "still waits" in refused(players.answer(mails[1], "propose undo\n"))
    assert "has proposed something first (draw)" in refused(
        players.answer(mails[0], "propose draw\n")
    )
    assert kinds_of_events(players).count(EventKind.PROPOSED) == 1


def test_the_board_that_is_shown_tells_of_the_proposal(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    players.answer(mails[1], "propose draw\n")
    shown = only(players.answer(mails[0], "show\n"))
    players.answer(shown, "accept\n")
    assert players.match().reason == "agreed"


REFUSED = {
    "propose": "OFFER is missing",
    "propose peace": 'nothing called "peace"',
    "propose a draw": "more words than the command takes",
    "reject": "Nothing is proposed on board 1",
    "accept": "Nothing is proposed on board 1",
}


@pytest.mark.parametrize(("words", "why"), REFUSED.items())
def test_wrong_words_change_nothing(
    players: Town, mails: tuple[Mail, Mail], words: str, why: str
) -> None:
    before = kinds_of_events(players)
    assert why in refused(players.answer(mails[0], f"{words}\n"))
    assert kinds_of_events(players) == before


def test_who_has_not_moved_has_nothing_to_take_back(players: Town) -> None:
    mails = players.play(players.board(), SOUTH)
    assert "nothing to take back" in refused(players.answer(mails[1], "undo\n"))


def test_a_game_that_is_over_is_not_drawn(players: Town, mails: tuple[Mail, Mail]) -> None:
    ended = players.answer(mails[0], "resign\n")
    assert "is over" in refused(players.answer(of(ended, BOB), "propose draw\n"))


def test_a_proposal_with_the_password(players: Town, mails: tuple[Mail, Mail]) -> None:
    players.write("alice@elsewhere.example", subject=f"gyges propose 1 alice {PASSWORD} draw")
    assert kinds_of_events(players)[-1] is EventKind.PROPOSED


def test_a_proposal_from_the_address_alone_waits_for_a_yes(
    players: Town, mails: tuple[Mail, Mail]
) -> None:
    question = only(players.write(ALICE, "gyges propose 1 draw\n"))
    assert question.kind == "confirm"
    assert EventKind.PROPOSED not in kinds_of_events(players)
    assert kinds(players.answer(question, "yes\n")) == ["board", "board"]


def test_others_propose_nothing(players: Town, mails: tuple[Mail, Mail]) -> None:
    players.sign_up(CAROL)
    assert "You do not play on board 1" in refused(players.write(CAROL, "gyges propose 1 draw\n"))
    assert is_turned_away(players, "gyges propose 1 draw\n")
    suspend(players, "bob")
    assert "suspended your account" in refused(players.answer(mails[1], "propose draw\n"))
    assert EventKind.PROPOSED not in kinds_of_events(players)
