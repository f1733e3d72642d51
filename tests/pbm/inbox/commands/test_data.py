from __future__ import annotations

import re

import pytest

from pbm.core.languages import ENGLISH, languages
from pbm.notices.facts import kept
from pbm.notices.rendering import name_of
from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    only,
    refused,
    refused_because,
)

DATA = f"data alice {PASSWORD}\n"


def asked(town: Town) -> Mail:
    return only(town.write(ALICE, DATA))


def section(mail: Mail, title: str) -> str:
    """The text below a title, up to the next one."""
    start = mail.text.index(f"\n{title}\n---") + len(title) + 2
    end = mail.text.find("\n---", start)
    return mail.text[start:end] if end > 0 else mail.text[start:]


def test_the_export_contains_account_settings_blocks_seeks_and_vacations(
    town_with_players: Town,
) -> None:
    town_with_players.answer(account(town_with_players, ALICE), "set board compact\n")
    town_with_players.answer(account(town_with_players, ALICE), "block bob\n")
    town_with_players.answer(
        account(town_with_players, ALICE), "dvonn seek 2 -unrated -first=random\n"
    )
    town_with_players.answer(account(town_with_players, ALICE), "vacation 2026-11-25 2026-11-27\n")
    told = section(asked(town_with_players), "Account")
    assert "Vacation     2026-11-25" in told
    assert "Userid       alice" in told
    assert "Since        2026-11-20 10:00 UTC" in told
    assert f"Address      {ALICE}" in told
    assert "Setting      board compact" in told
    assert "You block    bob" in told
    assert "You seek     dvonn, games: 2 -first=random -unrated" in told
    assert "argon2" not in told


def test_the_export_contains_boards_with_their_records(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    town_with_players.answer(account(town_with_players, BOB), "gyges challenge alice\n")
    answer = asked(town_with_players)
    told = section(answer, "Boards")
    assert "Board 1, gyges/classic, finished" in told
    assert "gyges 1: 1500 to" in section(answer, "Ratings")
    assert f"1 {SOUTH}         2 {NORTH}" in told
    assert "Board 2, gyges/classic, invited" in told


def test_the_export_contains_ones_own_plans_only(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[1], "queue if 16-35 then 61-53\n")
    assert "61-53" not in section(asked(town_with_players), "Boards")
    answer = only(town_with_players.answer(account(town_with_players, BOB), "data\n"))
    assert "queued: if 16-35 then 61-53" in section(answer, "Boards")


def test_the_export_contains_letters_without_quotes_and_secrets(town_with_players: Town) -> None:
    mails = town_with_players.board()
    town_with_players.answer(mails[0], f"{SOUTH}\nGood luck!\n\n> quoted\n")
    answer = asked(town_with_players)
    told = section(answer, "Letters from you")
    assert "| Good luck!" in told
    assert f"| Subject: Re: {mails[0].listed}" in told
    assert "quoted" not in told
    assert PASSWORD not in answer.text


def test_the_export_contains_no_letters_of_others(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.answer(mails[1], f"{NORTH}\nBy bob.\n")
    assert "By bob." not in asked(town_with_players).text


def test_the_export_contains_mails_reply_addresses_and_rate_limits(town_with_players: Town) -> None:
    town_with_players.board()
    answer = asked(town_with_players)
    assert "2026-11-20 10:00 UTC, welcome, queued" in section(answer, "Mails to you")
    assert "board" in section(answer, "Reply addresses given to you")
    assert f"reply:{ALICE}" in section(answer, "Counted for limits")


def test_a_long_export_comes_in_several_mails(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "PART", 300)
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    mails = town_with_players.write(ALICE, DATA)
    assert len(mails) > 2
    assert {mail.to for mail in mails} == {ALICE}
    assert [mail.facts["part"] for mail in mails] == [*range(1, len(mails) + 1)]
    whole = "".join(mail.text for mail in mails)
    assert "Userid       alice" in whole
    assert "Counted for limits" in whole


def test_no_line_of_an_export_is_wider_than_a_mail(town_with_players: Town) -> None:
    town_with_players.answer(account(town_with_players, ALICE), f"message bob\n{'far ' * 60}\n")
    assert max(map(len, asked(town_with_players).text.splitlines())) <= 78


def test_an_export_goes_to_the_players_own_address_only(town_with_players: Town) -> None:
    assert only(town_with_players.write("alice@elsewhere.example", DATA)).to == ALICE


def test_an_export_is_sent_once_a_day(town_with_players: Town) -> None:
    asked(town_with_players)
    assert refused([asked(town_with_players)]) == "data_sent_today"
    town_with_players.later(days=1, minutes=1)
    assert asked(town_with_players).kind == "data"


def test_without_proof_an_export_waits_for_a_yes(town_with_players: Town) -> None:
    question = only(town_with_players.write(ALICE, "data\n"))
    assert question.kind == "confirm"
    assert only(town_with_players.answer(question, "yes\n")).kind == "data"
    assert only(town_with_players.answer(account(town_with_players, BOB), "data\n")).kind == "data"


def test_nobody_gets_the_export_of_another_player(town_with_players: Town) -> None:
    mails = town_with_players.answer(account(town_with_players, BOB), "data alice\n")
    assert refused(mails) == "not_you"
    assert is_turned_away(town_with_players, "data\n")


def test_a_suspended_player_is_told_whom_to_ask_instead(town_with_players: Town) -> None:
    suspend(town_with_players, "alice")
    code, facts = refused_because([asked(town_with_players)])
    assert (code, facts["postmaster"]) == ("suspended", "postmaster@pbm.example")


@pytest.mark.parametrize("language", languages())
def test_titles_and_labels_are_in_the_language_of_the_player(
    town_with_players: Town, language: str
) -> None:
    town_with_players.write(ALICE, f"set alice {PASSWORD} lang {language}")
    told = asked(town_with_players).text
    words = [name_of(code, "kept", language) for code in ("account", "userid", "keys", "limits")]
    assert [word for word in words if not re.search(rf"^{word}( |$)", told, re.MULTILINE)] == []
    headings = re.findall(r"^(.+)\n---+$", told, re.MULTILINE)
    english = [name_of(code, "kept") for code in ("letters", "mails", "keys", "limits")]
    assert len(headings) == 9
    assert language == ENGLISH or not {*headings} & {*english}
