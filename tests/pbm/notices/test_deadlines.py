"""Deadlines in calendars: published, without a token, replaced with each turn."""

from __future__ import annotations

from typing import Any

import pytest
import vobject
from icalendar import Calendar

from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, of


def entry(mail: Mail) -> Any:
    """The file for calendars of a mail."""
    parts = [part for part in mail.message.walk() if part.get_content_type() == "text/calendar"]
    assert len(parts) <= 1
    return Calendar.from_ical(parts[0].get_content()) if parts else None


@pytest.mark.parametrize("form", ["text", "pictures"])
def test_the_deadline_comes_with_the_board(town_with_players: Town, form: str) -> None:
    town = town_with_players
    for line in (f"mail {form}", "calendar on"):
        town.write(ALICE, f"set alice {PASSWORD} {line}\n")
    mails = town.board()
    mine = entry(of(mails, ALICE))
    assert mine is not None and entry(of(mails, BOB)) is None
    (event,) = mine.walk("VEVENT")
    deadline = town.match().clock.deadline()
    assert event["DTSTART"].dt == deadline and event["STATUS"] == "CONFIRMED"
    assert mine["METHOD"] == "PUBLISH"
    assert "your move" in of(mails, ALICE).text

    mails = town.play(mails, SOUTH)
    after = entry(of(mails, ALICE))
    assert after is not None
    (cancelled,) = after.walk("VEVENT")
    assert (cancelled["UID"], cancelled["STATUS"]) == (event["UID"], "CANCELLED")
    assert cancelled["SEQUENCE"] > event["SEQUENCE"]

    again = entry(of(town.play(mails, NORTH), ALICE))
    assert again is not None and again.walk("VEVENT")[0]["STATUS"] == "CONFIRMED"


def test_an_entry_is_valid_for_another_reader_of_calendars(town_with_players: Town) -> None:
    town = town_with_players
    town.write(ALICE, f"set alice {PASSWORD} calendar on\n")
    mails = town.board()
    for mail in (of(mails, ALICE), of(town.play(mails, SOUTH), ALICE)):
        text = entry(mail).to_ical().decode()
        vobject.readOne(text).validate(raiseException=True)
        assert all(len(line) <= 75 for line in text.split("\r\n"))


def test_an_entry_invites_nobody_and_holds_no_token(town_with_players: Town) -> None:
    town = town_with_players
    town.write(ALICE, f"set alice {PASSWORD} calendar on\n")
    mail = of(town.board(), ALICE)
    found = entry(mail)
    assert found is not None
    told = found.to_ical().decode()
    for word in ("ORGANIZER", "ATTENDEE", "mailto", mail.token, ALICE, BOB):
        assert word not in told
