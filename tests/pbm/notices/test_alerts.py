"""The operator is mailed what needs a person, once an hour at most and never in a circle."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.mail.correspondence import MailStatus
from pbm.notices.alerts import LEAST_FREE
from tests.pbm.conftest import SavedTown
from tests.pbm.dsn import address, bounce, report
from tests.pbm.town import ALICE, BOB, DOMAIN, STRANGER, Mail, Town, kinds, letter, of, only

OPERATOR = "olga@example.net"
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def club(saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """Alice and bob, in a game, and an operator who wants to be told."""
    made = saved_town_with_game.copy(tmp_path, operator=OPERATOR)
    yield made
    made.close()


def told(town: Town) -> Mail:
    mail = only(town.tick())
    assert (mail.to, mail.kind) == (OPERATOR, "alert")
    return mail


def words(mail: Mail) -> str:
    return " ".join(mail.text.split())


def fail(town: Town) -> None:
    number = town.keep(ALICE, letter(ALICE, "whoami").as_bytes())
    with town.app.store.transaction() as tx:
        town.app.put_aside(number, RuntimeError("a fault"))(tx)
    town.new_mails()


def give_up(town: Town, mail: Mail, why: str = "554 5.7.1 no thanks") -> None:
    with town.app.store.transaction() as tx:
        town.app.dead(mail.row.id, why)(tx)


def ask_operator(town: Town, to: str = "abuse", **headers: str) -> None:
    to = f"{to}@{DOMAIN}"
    assert town.write(STRANGER, "Alice swears.\n", subject="A complaint", to=to, **headers) == []


def test_a_quiet_hour_is_told_to_nobody(club: Town) -> None:
    assert club.tick() == []


@pytest.mark.parametrize("box", ["postmaster", "abuse", "PostMaster"])
def test_a_letter_to_the_operator_reaches_him(box: str, club: Town) -> None:
    ask_operator(club, box)
    text = words(told(club))
    assert f"Letter {club.last_letter().id} to {box}@{DOMAIN}, from {STRANGER}: A complaint" in text
    assert "| Alice swears." in text


def test_programs_cannot_reach_him(club: Town, saved_town_with_game: SavedTown) -> None:
    ask_operator(club, Auto_Submitted="auto-generated")
    ask_operator(club, Precedence="bulk")
    to = f"postmaster@{DOMAIN}"
    club.post("", report(to, saved_town_with_game.mails[0]), to)
    assert club.tick() == []


def test_many_letters_make_one_mail(club: Town) -> None:
    for _ in range(7):
        ask_operator(club)
    text = words(told(club))
    assert text.count("| Alice swears.") == 5
    assert '2 more came: "pbm inbox list --status ignored".' in text


def test_a_letter_of_ours_that_failed(club: Town) -> None:
    fail(club)
    text = words(told(club))
    assert '1 letter met a fault of ours: see the log, then "pbm inbox retry N".' in text
    assert f"letter {club.last_letter().id}" in text


def test_a_mail_that_was_given_up(club: Town, saved_town_with_game: SavedTown) -> None:
    give_up(club, saved_town_with_game.mails[0], f"554 5.7.1 <{ALICE}>: no thanks")
    text = words(told(club))
    assert "1 mail was given up" in text
    number = saved_town_with_game.mails[0].row.id
    assert f"mail {number} (board): 554 5.7.1 <a…@example.org>: no thanks" in text


def test_an_address_that_bounces(club: Town, saved_town_with_game: SavedTown) -> None:
    bounce(club, saved_town_with_game.mails[1])
    text = words(told(club))
    assert f"bob {BOB} Fri 20 Nov" in text
    assert "pbm players reach" in text


def test_a_disk_that_is_nearly_full_is_told_once_a_day(
    club: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(0, 0, LEAST_FREE - 1))
    assert "Only 199 MiB are free" in words(told(club))
    club.later(hours=23)
    assert club.tick() == []
    club.later(hours=1)
    assert "Only 199 MiB are free" in words(told(club))


def test_one_mail_an_hour_tells_all_of_it(club: Town) -> None:
    fail(club)
    told(club)
    club.later(minutes=1)
    fail(club)
    ask_operator(club)
    club.later(minutes=58)
    assert club.tick() == []
    club.later(minutes=1)
    text = words(told(club))
    assert "1 letter met a fault" in text
    assert "A complaint" in text


def test_what_was_told_is_not_told_again(club: Town, saved_town_with_game: SavedTown) -> None:
    fail(club)
    ask_operator(club)
    bounce(club, saved_town_with_game.mails[1])
    told(club)
    club.later(hours=1)
    assert club.tick() == []


def test_without_an_address_nobody_is_told(town_with_players: Town) -> None:
    fail(town_with_players)
    ask_operator(town_with_players)
    assert town_with_players.tick() == []


# Never in a circle


def test_a_given_up_alert_is_no_news(club: Town) -> None:
    fail(club)
    give_up(club, told(club))
    club.later(hours=1)
    assert club.tick() == []


def test_an_alert_that_bounces_is_no_news(club: Town) -> None:
    fail(club)
    assert bounce(club, told(club)) == []
    club.later(hours=1)
    assert club.tick() == []


def test_an_alert_that_bounces_off_a_player_is_no_news(
    club: Town, saved_town_with_game: SavedTown
) -> None:
    """The operator plays here himself."""
    club.close()
    town = saved_town_with_game.copy(club.folder, operator=BOB)
    fail(town)
    alert = of(town.tick(), BOB)
    assert kinds(bounce(town, alert)) == ["unreachable"]
    town.later(hours=1)
    assert town.tick() == []
    town.close()


def test_an_alert_that_comes_back_to_postmaster_is_no_news(club: Town) -> None:
    """The operator's mailbox is forwarded to postmaster@ here."""
    fail(club)
    alert, to = told(club), f"postmaster@{DOMAIN}"
    for raw in (alert.raw, alert.raw.replace(b"Auto-Submitted", b"X-Was-Auto-Submitted")):
        assert club.post(address(club, alert), raw, to) == []
    club.later(hours=1)
    assert club.tick() == []


def test_a_vacation_reply_to_an_alert_is_no_news(club: Town) -> None:
    fail(club)
    alert = told(club)
    away = f"From: {OPERATOR}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\n\r\nBack soon\r\n"
    for to in (address(club, alert), f"pbm@{DOMAIN}", f"postmaster@{DOMAIN}"):
        assert club.post("", away.encode(), to) == []
    club.later(hours=1)
    assert club.tick() == []


def test_an_alert_says_that_a_program_sent_it(club: Town) -> None:
    fail(club)
    alert = told(club)
    assert alert.message["Auto-Submitted"] == "auto-generated"
    assert alert.row.status is MailStatus.QUEUED


def test_a_fault_in_telling_stops_no_clock(club: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(club)
    monkeypatch.setattr("shutil.disk_usage", None)
    assert kinds(club.live(days=8)) == ["board"]
