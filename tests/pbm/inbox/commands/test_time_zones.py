"""The time zone of a player, guessed from the dates of their letters."""

from __future__ import annotations

from tests.pbm.town import ALICE, PASSWORD, Mail, Town, of

BERLIN = "Mon, 07 Dec 2026 10:00:00 +0100"
KOLKATA = "Mon, 07 Dec 2026 14:30:00 +0530 (IST)"
OUTLOOK = "Mon, 07 Dec 2026 09:00:00 +0000"


def play(town: Town, mails: tuple[Mail, Mail], move: str, date: str) -> Mail:
    """Alice's mail about her move, in a letter with this date."""
    board = of(mails, ALICE)
    sent = town.write(
        ALICE, f"{move}\n", subject=f"Re: {board.subject}", to=board.reply_to, Date=date
    )
    return of(sent, ALICE)


def test_the_zone_of_a_letter_is_told_once_with_a_place_that_has_it(
    town_with_players: Town,
) -> None:
    town = town_with_players
    first = play(town, town.board(), "231123", BERLIN)
    assert first.facts["zone"] == {"name": "UTC+1", "line": "set timezone Europe/Paris"}
    assert first.facts["clock"]["local"]
    assert not of(town.board(), ALICE).facts["zone"]


def test_the_line_that_was_told_corrects_the_zone(town_with_players: Town) -> None:
    told = play(town_with_players, town_with_players.board(), "231123", KOLKATA)
    assert told.facts["zone"] == {"name": "UTC+5:30", "line": "set timezone Asia/Kolkata"}
    (asked,) = town_with_players.answer(told, told.facts["zone"]["line"])
    assert asked.kind == "confirm"
    (changed,) = town_with_players.answer(asked, "yes")
    assert changed.facts["changed"] == "timezone Asia/Kolkata"


def test_a_date_in_utc_tells_no_zone(town_with_players: Town) -> None:
    told = play(town_with_players, town_with_players.board(), "231123", OUTLOOK)
    assert (told.facts["zone"], told.facts["clock"]["local"]) == ({}, "")


def test_a_chosen_zone_is_never_overruled(town_with_players: Town) -> None:
    town = town_with_players
    town.write(ALICE, f"set alice {PASSWORD} timezone UTC\n")
    told = play(town, town.board(), "231123", BERLIN)
    assert told.facts["zone"] == {}
    assert "(UTC)" in told.facts["clock"]["by"]


def test_a_letter_that_anybody_may_have_sent_tells_no_zone(town_with_players: Town) -> None:
    town_with_players.write(ALICE, "whoami\n", Date=BERLIN)
    assert "guessed timezone" not in town_with_players.player("alice").settings
