from __future__ import annotations

import pytest

from pbm.core.model import EventKind, MatchStatus
from tests.combinations import for_each
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refused,
    refused_because,
)


@pytest.fixture
def mails(placed_mails: tuple[Mail, Mail]) -> tuple[Mail, Mail]:
    """The mails to alice and bob after the placing; alice is to move."""
    return placed_mails


def kinds_of_events(town: Town) -> list[EventKind]:
    with town.app.store.reading() as tx:
        return [event.kind for event in tx.matches.events(1)]


def test_a_draw_is_agreed(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    by_bob, for_alice = of(proposed, BOB).facts["proposal"], of(proposed, ALICE).facts["proposal"]
    assert (by_bob["offer"], by_bob["yours"], by_bob["asked"]) == ("draw", True, False)
    assert (for_alice["by"], for_alice["yours"], for_alice["asked"]) == ("bob", False, True)
    agreed = town_with_game.answer(of(proposed, ALICE), "accept\nWell played.\n")
    assert of(agreed, BOB).news == "agreed"
    assert "| Well played." in of(agreed, BOB).text
    match = town_with_game.match()
    assert (match.status, match.result, match.reason) == (
        MatchStatus.FINISHED,
        "1/2-1/2",
        "agreed",
    )
    assert findings(town_with_game) == []


def test_while_a_proposal_waits_no_mail_offers_another_one(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    offers = "propose draw, undo, "
    assert offers in mails[1].text
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    assert not [mail for mail in proposed if "propose draw" in mail.text or "undo" in mail.text]
    rejected = town_with_game.answer(of(proposed, ALICE), "reject\n")
    assert offers in of(rejected, BOB).text


@pytest.mark.parametrize(("answer", "agreed"), [("oui", True), ("no thanks", False)])
def test_a_draw_is_answered_with_yes_or_no(
    town_with_game: Town, mails: tuple[Mail, Mail], answer: str, agreed: bool
) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    town_with_game.answer(of(proposed, ALICE), f"{answer}\n")
    assert town_with_game.match().finished is agreed
    assert kinds_of_events(town_with_game)[-1] is (
        EventKind.AGREED if agreed else EventKind.REJECTED
    )


def test_a_no_to_ones_own_proposal_does_not_withdraw_it(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    town_with_game.answer(of(proposed, BOB), "no\n")
    assert kinds_of_events(town_with_game)[-1] is EventKind.PROPOSED


@pytest.mark.parametrize("words", ["propose drw", "propose", "accept draw"])
def test_a_refusal_on_a_board_is_in_its_thread(
    town_with_game: Town, mails: tuple[Mail, Mail], words: str
) -> None:
    answer = only(town_with_game.answer(mails[1], f"{words}\n"))
    assert answer.kind == "refusal"
    assert answer.subject.startswith("[gyges 1] ")
    assert mails[1].row.message_id in str(answer.message["References"])


def test_a_refusal_of_a_reply_to_a_board_mail_shows_the_short_form(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    _, facts = refused_because(town_with_game.answer(mails[1], "accept draw\n"))
    assert facts["usage"] == "accept"
    _, facts = refused_because(town_with_game.write(BOB, "gyges accept\n"))
    assert facts["usage"] == "gyges accept B u p"


def test_an_undo_is_offered_only_to_a_player_who_has_moved(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert [mail.facts["undoable"] for mail in board_mails] == [False, False]
    moved = town_with_game.play(board_mails, SOUTH)
    assert [mail.facts["undoable"] for mail in moved] == [True, False]
    assert ["undo, " in mail.text for mail in (*board_mails, *moved)] == [False, False, True, False]


@for_each("words", ["undo", "propose undo", "propose undo.", "PROPOSE UNDO?"])
def test_an_undo_is_agreed(town_with_game: Town, mails: tuple[Mail, Mail], words: str) -> None:
    mails = town_with_game.play(mails, "16-35", "61-53")
    proposed = town_with_game.answer(mails[0], f"{words}\n")
    proposal = of(proposed, BOB).facts["proposal"]
    assert (proposal["offer"], proposal["by"], proposal["ply"]) == ("undo", "alice", 3)
    agreed = town_with_game.answer(of(proposed, BOB), "accept\n")
    assert of(agreed, ALICE).facts["taken_back"] == ["3. 16-35", "4. 61-53"]
    assert of(agreed, ALICE).facts["your_turn"]
    assert town_with_game.match().plies == 2
    town_with_game.play((of(agreed, ALICE), of(agreed, BOB)), "16-35")
    assert town_with_game.match().plies == 3
    assert findings(town_with_game) == []


def test_silence_is_never_consent(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    town_with_game.later(days=400)
    assert town_with_game.match().running


def test_a_rejected_proposal_is_over(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = of(town_with_game.answer(mails[1], "propose draw\n"), ALICE)
    rejected = town_with_game.answer(proposed, "reject\n")
    told = of(rejected, BOB)
    assert (told.news, told.facts["offer"], told.facts["by"]) == ("rejected", "draw", "alice")
    assert refused(town_with_game.answer(proposed, "accept\n")) == "no_proposal"
    assert town_with_game.match().running
    assert findings(town_with_game) == []


def test_players_withdraw_their_own_proposal(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    withdrawn = town_with_game.answer(of(proposed, BOB), "reject\n")
    told = of(withdrawn, ALICE)
    assert (told.news, told.facts["offer"], told.facts["by"]) == ("withdrawn", "draw", "bob")
    refusal = refused(town_with_game.answer(of(proposed, ALICE), "accept\n"))
    assert refusal == "no_proposal"


def test_nobody_accepts_their_own_proposal(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    refusal = refused(town_with_game.answer(of(proposed, BOB), "accept\n"))
    assert refusal == "own_proposal"
    assert town_with_game.match().running


def test_a_proposal_lapses_with_the_next_move(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(mails[1], "propose draw\n")
    town_with_game.answer(of(proposed, ALICE), "16-35\n")
    late = only(town_with_game.answer(of(proposed, ALICE), "accept\n"))
    assert late.news == "stale"
    assert town_with_game.match().running
    assert not late.facts["proposal"]


def test_a_mail_from_before_the_proposal_still_moves(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    moved = town_with_game.answer(mails[0], "16-35\n")
    assert [mail.kind for mail in moved] == ["board", "board"]
    assert town_with_game.match().plies == 3


def test_a_mail_from_before_the_proposal_does_not_accept_it(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    answer = only(town_with_game.answer(mails[0], "accept\n"))
    assert answer.news == "unseen"
    assert (answer.facts["proposal"]["offer"], answer.facts["proposal"]["by"]) == ("draw", "bob")
    assert town_with_game.match().running
    town_with_game.answer(answer, "accept\n")
    assert town_with_game.match().finished


def test_an_answer_to_the_first_proposal_does_not_accept_the_second(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    first = of(town_with_game.answer(mails[1], "propose draw\n"), ALICE)
    again = of(town_with_game.answer(first, "reject\n"), BOB)
    town_with_game.answer(again, "propose undo\n")
    answer = only(town_with_game.answer(first, "accept\n"))
    assert answer.news == "unseen"
    assert town_with_game.match().plies == 2


def test_a_mail_from_before_an_undo_moves_nothing(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(mails, "16-35")
    proposed = town_with_game.answer(mails[0], "undo\n")
    town_with_game.answer(of(proposed, BOB), "accept\n")
    stale = only(town_with_game.answer(mails[1], "61-53\n"))
    assert stale.news == "stale"
    assert town_with_game.match().plies == 2


def test_one_proposal_waits_at_a_time(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    assert refused(town_with_game.answer(mails[1], "propose undo\n")) == "your_proposal_waits"
    code, facts = refused_because(town_with_game.answer(mails[0], "propose draw\n"))
    assert (code, facts["offer"]) == ("proposal_waits", "draw")
    assert kinds_of_events(town_with_game).count(EventKind.PROPOSED) == 1


def test_a_proposal_is_accepted_in_reply_to_the_board_that_is_shown(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    shown = only(town_with_game.answer(mails[0], "show\n"))
    town_with_game.answer(shown, "accept\n")
    assert town_with_game.match().reason == "agreed"


REFUSED = {
    "propose": "missing_word",
    "propose peace": "unknown_offer",
    "reject": "no_proposal",
    "accept": "no_proposal",
}


@for_each(("words", "code"), REFUSED.items())
def test_wrong_words_change_nothing(
    town_with_game: Town, mails: tuple[Mail, Mail], words: str, code: str
) -> None:
    before = kinds_of_events(town_with_game)
    assert refused(town_with_game.answer(mails[0], f"{words}\n")) == code
    assert kinds_of_events(town_with_game) == before


def test_a_player_who_has_not_moved_has_nothing_to_take_back(town_with_game: Town) -> None:
    mails = town_with_game.play(town_with_game.board(), SOUTH)
    assert refused(town_with_game.answer(mails[1], "undo\n")) == "nothing_to_undo"


def test_a_game_that_is_over_is_not_drawn(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    ended = town_with_game.answer(mails[0], "resign\n")
    refusal = refused(town_with_game.answer(of(ended, BOB), "propose draw\n"))
    assert refusal == "not_running"


def test_a_proposal_with_the_password(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.write(
        "alice@elsewhere.example", subject=f"gyges propose 1 alice {PASSWORD} draw"
    )
    assert kinds_of_events(town_with_game)[-1] is EventKind.PROPOSED


def test_a_proposal_from_the_address_alone_waits_for_a_yes(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.write(ALICE, "gyges propose 1 draw\n"))
    assert question.kind == "confirm"
    assert EventKind.PROPOSED not in kinds_of_events(town_with_game)
    assert kinds(town_with_game.answer(question, "yes\n")) == ["board", "board"]


def test_others_propose_nothing(town_with_game: Town, mails: tuple[Mail, Mail]) -> None:
    town_with_game.sign_up(CAROL)
    assert refused(town_with_game.write(CAROL, "gyges propose 1 draw\n")) == "not_your_board"
    assert is_turned_away(town_with_game, "gyges propose 1 draw\n")
    suspend(town_with_game, "bob")
    assert refused(town_with_game.answer(mails[1], "propose draw\n")) == "suspended"
    assert EventKind.PROPOSED not in kinds_of_events(town_with_game)


def test_a_proposal_is_accepted_with_a_password_whatever_mail_was_seen_last(
    town_with_game: Town, mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(mails[1], "propose draw\n")
    town_with_game.write(ALICE, f"gyges accept 1 alice {PASSWORD}\n")
    assert kinds_of_events(town_with_game)[-1] is EventKind.AGREED
