"""The daily digest: one mail in the morning instead of many."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.mail.correspondence import MailStatus
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from tests.pbm.dsn import bounce
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, findings, kinds, of, only


@pytest.fixture
def town_with_digest(town_with_players: Town) -> Town:
    """A town with players, where bob wants a digest that holds everything."""
    choose(town_with_players, "digest all")
    return town_with_players


def choose(town: Town, setting: str) -> Mail:
    """Let bob change a setting, and return the receipt."""
    question = only(town.write(BOB, f"set {setting}\n"))
    return only(town.answer(question, "yes\n"))


def sent(mails: list[Mail]) -> list[Mail]:
    """The mails that are not held."""
    return [mail for mail in mails if mail.row.status is MailStatus.QUEUED]


def test_news_is_held_until_the_morning_and_sent_in_one_mail(town_with_digest: Town) -> None:
    ours, _ = town_with_digest.board()
    moved = town_with_digest.answer(ours, f"{SOUTH}\nGood luck!\n")
    said = town_with_digest.write(ALICE, f"gyges chat 1 alice {PASSWORD}\nHow are you?\n")
    assert [mail.to for mail in sent([*moved, *said])] == [ALICE, ALICE]
    assert sent(town_with_digest.live(hours=19)) == []
    digest = only(town_with_digest.live(hours=1))
    assert (digest.to, digest.kind) == (BOB, "digest")
    held = of(moved, BOB), of(said, BOB)
    assert [digest.text.count(part) for mail in held for part in (mail.subject, body(mail))] == [
        1,
        1,
        1,
        1,
    ]
    assert sent(town_with_digest.live(days=2)) == []
    assert findings(town_with_digest) == []


def test_each_mail_in_a_digest_has_its_own_reply_address(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    digest = digest_of(town_with_digest)
    address = addresses(digest)[-1]
    assert kinds(town_with_digest.write(BOB, f"{NORTH}\n", to=address)) == ["board", "board"]
    assert town_with_digest.match().plies == 2


def body(mail: Mail) -> str:
    """The text of a mail without its signature."""
    return mail.text.rpartition("\n-- \n")[0].strip()


def addresses(digest: Mail) -> list[str]:
    return [line.strip() for line in digest.text.split("\n") if line.startswith("    pbm+")]


def digest_of(town: Town) -> Mail:
    return only([mail for mail in town.live(days=1) if mail.kind == "digest"])


def test_the_reply_address_of_a_digest_is_for_the_account_and_no_board(
    town_with_digest: Town,
) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    digest = digest_of(town_with_digest)
    assert only(town_with_digest.answer(digest, "set digest off\n")).kind == "settings"
    assert town_with_digest.answer(digest, f"gyges move 1 {NORTH}\n")[0].kind == "confirm"


def test_a_move_in_reply_to_a_digest_is_asked_about(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    question = only(town_with_digest.answer(digest_of(town_with_digest), f"{NORTH}\n"))
    assert (question.kind, question.facts["board"]) == (MailKind.CONFIRM, 1)


def test_other_words_in_reply_to_a_digest_are_answered_with_an_explanation(
    town_with_digest: Town,
) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    answer = only(town_with_digest.answer(digest_of(town_with_digest), "Hm.\n"))
    assert (answer.kind, answer.facts["digest"]) == (MailKind.NO_COMMAND, True)
    assert not only(town_with_digest.answer(answer, "Hmpf.\n")).facts["digest"]


@pytest.mark.parametrize("setting", ["digest daily", "digest all"])
def test_choosing_a_digest_is_confirmed_in_the_settings(
    town_with_players: Town, setting: str
) -> None:
    assert choose(town_with_players, setting).facts["changed"] == setting


def test_a_daily_digest_holds_news_but_no_turn_offer_or_end_of_a_game_of_the_reader(
    town_with_players: Town,
) -> None:
    choose(town_with_players, "digest daily")
    ours, _ = town_with_players.board()
    moved = of(town_with_players.answer(ours, SOUTH), BOB)
    assert moved.facts["your_turn"]
    said = of(town_with_players.write(ALICE, f"gyges chat 1 alice {PASSWORD}\nHello!\n"), BOB)
    played = of(town_with_players.answer(moved, NORTH), ALICE)
    offered = of(town_with_players.answer(played, "propose draw\n"), BOB)
    over = of(town_with_players.answer(played, "resign"), BOB)
    assert [mail.row.status for mail in (moved, said, offered, over)] == [
        MailStatus.QUEUED,
        MailStatus.HELD,
        MailStatus.QUEUED,
        MailStatus.QUEUED,
    ]


def test_a_stored_digest_contains_no_token(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    digest = digest_of(town_with_digest)
    assert b"pbm+xxxx" in digest.row.raw
    address = addresses(digest)[-1]
    assert digest.token.encode() not in digest.row.raw
    assert address.encode() not in digest.row.raw


def test_a_reply_is_not_held(town_with_digest: Town) -> None:
    town_with_digest.board()
    assert only(town_with_digest.write(BOB, "gyges show 1\n")).row.status is MailStatus.QUEUED


def test_a_reminder_is_not_held(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    mails = sent(town_with_digest.live(days=8))
    assert kinds(mails) == ["digest", "board"]
    assert mails[1].facts["news"] == Headline.REMINDER


def test_turning_the_digest_off_sends_the_held_mails(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    account = only(town_with_digest.write(BOB, "whoami\n"))
    town_with_digest.answer(account, "set digest off\n")
    assert only(town_with_digest.tick()).kind == "digest"
    said = town_with_digest.write(ALICE, f"gyges chat 1 alice {PASSWORD}\nHello!\n")
    assert of(said, BOB).row.status is MailStatus.QUEUED


def test_a_digest_for_an_address_that_bounces_is_delayed(town_with_digest: Town) -> None:
    """The digest is delayed instead of each held mail."""
    ours, _ = town_with_digest.board()
    bounce(town_with_digest, only(town_with_digest.write(BOB, "whoami\n")))
    news = of(town_with_digest.answer(ours, SOUTH), BOB)
    assert (news.row.status, news.row.due) == (MailStatus.HELD, town_with_digest.time)
    digest = only(town_with_digest.live(days=1))
    assert (digest.kind, digest.row.due) == ("digest", town_with_digest.time + timedelta(days=6))


def test_one_digest_is_sent_after_a_downtime(town_with_digest: Town) -> None:
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    town_with_digest.tick()
    town_with_digest.later(days=10)
    assert kinds(sent(town_with_digest.tick())) == ["digest"]


def test_the_digest_is_sent_in_the_morning_of_the_reader_s_time_zone(
    town_with_digest: Town,
) -> None:
    account = only(town_with_digest.write(BOB, "whoami\n"))
    town_with_digest.answer(account, "set timezone Asia/Tokyo\n")
    town_with_digest.answer(town_with_digest.board()[0], SOUTH)
    # It is 19:00 in Tokyo. 21:00 UTC is six in the morning there.
    assert sent(town_with_digest.live(hours=10, minutes=59)) == []
    assert only(town_with_digest.live(minutes=1)).kind == "digest"
