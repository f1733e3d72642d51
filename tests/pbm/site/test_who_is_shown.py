"""Who is shown: private games, and players who hide, joined before there were pages, or leave."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest import MonkeyPatch

from pbm.notices.kinds import MailKind
from pbm.play import publicity
from pbm.play.publicity import SINCE
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, BOB, CAROL, PASSWORD, Mail, Town, of, only, refused


def names_anywhere(published: Published, word: str) -> list[str]:
    return [place for place, content in published.files().items() if word.encode() in content]


def test_no_address_comment_or_chat_is_shown(played: Published) -> None:
    town = played.town
    town.write(ALICE, f"gyges chat 1 alice {PASSWORD}\n\nsecret-chat\n")
    town.write(ALICE, f"gyges move 1 alice {PASSWORD} 15-24\n\nsecret-comment\n")
    played.write()
    for word in ("example.org>", ALICE, BOB, "secret-", PASSWORD):
        assert names_anywhere(played, word) == [], word


def test_a_private_game_is_on_no_page_and_for_its_players_alone(published: Published) -> None:
    town = published.town
    town.sign_up(CAROL, PASSWORD)
    town.play(town.board("-private"), *OPENING)
    published.write()
    assert town.match().private and not town.match().rated
    assert not [place for place in published.files() if place.startswith("games/")]
    assert "games/1.html" not in published.read("index.html")
    assert refused(town.write(CAROL, "gyges show 1\n")) == "unknown_board"
    assert refused(town.write(CAROL, "gyges record 1\n")) == "unknown_board"
    assert only(town.write(ALICE, "gyges show 1\n")).news == "shown"
    assert only(town.write(CAROL, "list\n")).facts["rows"] == []
    assert len(only(town.write(ALICE, "list\n")).facts["rows"]) == 1


def test_a_private_game_is_not_in_the_feed_of_finished_games(published: Published) -> None:
    town = published.town
    town.play(town.board("-private"), *OPENING)
    town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    with town.app.store.reading() as tx:
        assert not tx.unheard.oldest()


def test_either_player_hides_a_game(played: Published) -> None:
    town = played.town
    town.write(BOB, f"set bob {PASSWORD} public off\n")
    played.write()
    assert [place for place in names_anywhere(played, "bob") if "rules/" not in place] == []
    assert not played.holds("games/1.html") and not played.holds("games/1.json")
    assert played.holds("players/alice.html")
    town.write(BOB, f"set bob {PASSWORD} public on\n")
    played.write()
    assert played.holds("games/1.html") and played.holds("players/bob.html")


def test_a_player_who_leaves_is_named_gone(played: Published) -> None:
    town = played.town
    town.write(BOB, f"signoff bob {PASSWORD}\n")
    played.write()
    assert played.holds("games/1.html")
    places = [each for each in names_anywhere(played, "bob") if "rules/" not in each]
    assert places == []
    assert "(gone)" in played.read("games/1.txt")


def test_a_player_who_hid_their_games_and_leaves_stays_hidden(played: Published) -> None:
    town = played.town
    town.write(BOB, f"set bob {PASSWORD} public off\n")
    town.write(BOB, f"signoff bob {PASSWORD}\n")
    played.write()
    assert not played.holds("games/1.html")


@pytest.fixture
def older(played: Published) -> Published:
    """A club whose players joined before it had pages."""
    town = played.town
    town.later(days=1)
    with town.app.store.transaction() as tx:
        tx.moments.set(SINCE, town.time)
    town.later(days=1)
    played.restart()
    return played


def test_players_of_before_are_hidden(older: Published) -> None:
    assert not older.holds("games/1.html") and not older.holds("players/alice.html")


def test_players_of_before_are_shown_once_both_agree(older: Published) -> None:
    for address, userid in ((ALICE, "alice"), (BOB, "bob")):
        assert not older.holds("games/1.html")
        older.town.write(address, f"set {userid} {PASSWORD} public on\n")
        older.write()
    assert older.holds("games/1.html")


def test_players_of_before_are_shown_once_they_begin_a_game(older: Published) -> None:
    mails = older.town.board()
    assert "public off" in of(mails, ALICE).text
    older.write()
    assert older.holds("games/2.html") and older.holds("games/1.html")


def asked(published: Published) -> list[Mail]:
    """The mails of the next minutes that ask whether games may be shown."""
    mails = published.town.tick() + published.town.tick()
    return [mail for mail in mails if mail.kind == MailKind.PUBLIC]


def test_players_of_before_are_asked_once(older: Published) -> None:
    assert sorted(mail.to for mail in asked(older)) == [ALICE, BOB]
    older.town.later(days=1)
    assert asked(older) == []


def test_an_answer_to_the_question_shows_the_player(older: Published) -> None:
    for mail in asked(older):
        older.town.answer(mail, "set public on")
    older.write()
    assert older.holds("games/1.html")


def test_nobody_is_asked_who_has_chosen_or_is_shown(older: Published) -> None:
    older.town.write(ALICE, f"set alice {PASSWORD} public off\n")
    older.town.sign_up(CAROL, PASSWORD)
    assert [mail.to for mail in asked(older)] == [BOB]


def test_many_players_are_asked_in_portions(older: Published, monkeypatch: MonkeyPatch) -> None:
    monkeypatch.setattr(publicity, "MOST_ASKED", 1)
    first = [mail.to for mail in older.town.tick() if mail.kind == MailKind.PUBLIC]
    second = [mail.to for mail in older.town.tick() if mail.kind == MailKind.PUBLIC]
    assert (first, second) == ([ALICE], [BOB])
    assert asked(older) == []


def test_nobody_is_asked_where_there_are_no_pages(town_with_players: Town) -> None:
    with town_with_players.app.store.transaction() as tx:
        tx.moments.set(SINCE, town_with_players.time + timedelta(days=1))
    assert MailKind.PUBLIC not in {mail.kind for mail in town_with_players.tick()}


def test_without_pages_no_mail_speaks_of_them(town_with_players: Town) -> None:
    for mail in town_with_players.board():
        assert "http" not in mail.text and "public off" not in mail.text
