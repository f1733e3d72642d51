"""The daily digest: one mail in the morning in place of many."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.mail.correspondence import MailStatus
from tests.pbm.dsn import bounce
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, findings, kinds, of, only


@pytest.fixture
def club(town_with_players: Town) -> Town:
    """Bob wants a digest."""
    question = only(town_with_players.write(BOB, "set digest daily\n"))
    town_with_players.answer(question, "yes\n")
    return town_with_players


def sent(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.row.status is MailStatus.QUEUED]


def begun(town: Town) -> tuple[Mail, Mail]:
    """Bob accepts: his receipt is a reply, and no news for a digest."""
    return town.board()


def test_news_waits_for_the_morning_and_comes_in_one_mail(club: Town) -> None:
    ours, _ = begun(club)
    moved = club.answer(ours, f"{SOUTH}\nGood luck!\n")
    said = club.write(ALICE, f"gyges chat 1 alice {PASSWORD}\nHow are you?\n")
    assert [mail.to for mail in sent([*moved, *said])] == [ALICE, ALICE]
    assert sent(club.live(hours=19)) == []
    digest = only(club.live(hours=1))
    assert (digest.to, digest.kind) == (BOB, "digest")
    assert "[gyges 1] ply 2: your move, bob" in digest.text
    assert "| Good luck!" in digest.text
    assert "| How are you?" in digest.text
    assert sent(club.live(days=2)) == []
    assert findings(club) == []


def test_each_piece_of_news_is_answered_at_its_own_address(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    digest = digest_of(club)
    address = addresses(digest)[-1]
    assert kinds(club.write(BOB, f"{NORTH}\n", to=address)) == ["board", "board"]
    assert club.match().plies == 2


def addresses(digest: Mail) -> list[str]:
    return [line.strip() for line in digest.text.split("\n") if line.startswith("    pbm+")]


def digest_of(town: Town) -> Mail:
    return only([mail for mail in town.live(days=1) if mail.kind == "digest"])


def test_a_digest_itself_reaches_the_account_and_no_board(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    digest = digest_of(club)
    assert only(club.answer(digest, "set digest off\n")).kind == "settings"
    assert club.answer(digest, f"gyges move 1 {NORTH}\n")[0].kind == "confirm"


def test_a_move_in_answer_to_a_digest_is_told_where_it_belongs(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    answer = only(club.answer(digest_of(club), f"{NORTH}\n"))
    assert "You have answered a digest." in answer.text
    assert "a digest" not in only(club.answer(answer, "Hm.\n")).text


def test_who_wants_a_digest_is_told_that_his_turns_wait_for_it(town_with_players: Town) -> None:
    question = only(town_with_players.write(BOB, "set digest daily\n"))
    assert (
        "your turn wait for that mail too" in only(town_with_players.answer(question, "yes\n")).text
    )


def test_no_token_of_a_digest_is_kept(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    digest = digest_of(club)
    assert b"pbm+xxxx" in digest.row.raw
    address = addresses(digest)[-1]
    assert digest.token.encode() not in digest.row.raw
    assert address.encode() not in digest.row.raw


def test_what_a_player_asked_for_is_answered_at_once(club: Town) -> None:
    begun(club)
    assert only(club.write(BOB, "gyges show 1\n")).row.status is MailStatus.QUEUED


def test_a_reminder_does_not_wait(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    mails = sent(club.live(days=8))
    assert [mail.kind for mail in mails] == ["digest", "board"]
    assert "still your move" in mails[1].subject


def test_who_wants_single_mails_again_gets_what_was_held(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    account = only(club.write(BOB, "whoami\n"))
    club.answer(account, "set digest off\n")
    assert only(club.tick()).kind == "digest"
    said = club.write(ALICE, f"gyges chat 1 alice {PASSWORD}\nHello!\n")
    assert of(said, BOB).row.status is MailStatus.QUEUED


def test_what_is_held_for_somebody_whose_mails_come_back_is_told_in_a_digest(club: Town) -> None:
    """The digest rests in the place of each mail."""
    ours, _ = begun(club)
    bounce(club, only(club.write(BOB, "whoami\n")))
    news = of(club.answer(ours, SOUTH), BOB)
    assert (news.row.status, news.row.due) == (MailStatus.HELD, club.time)
    digest = only(club.live(days=1))
    assert (digest.kind, digest.row.due) == ("digest", club.time + timedelta(days=6))


def test_one_digest_comes_after_a_downtime(club: Town) -> None:
    club.answer(begun(club)[0], SOUTH)
    club.tick()
    club.later(days=10)
    assert kinds(sent(club.tick())) == ["digest"]


def test_the_morning_is_that_of_the_readers_zone(club: Town) -> None:
    account = only(club.write(BOB, "whoami\n"))
    club.answer(account, "set timezone Asia/Tokyo\n")
    club.answer(begun(club)[0], SOUTH)
    # It is 19:00 in Tokyo; 21:00 in UTC is six in the morning there.
    assert sent(club.live(hours=10, minutes=59)) == []
    assert only(club.live(minutes=1)).kind == "digest"
