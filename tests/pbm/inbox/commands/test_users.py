from __future__ import annotations

from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Town, only, refused


def listed(town: Town) -> list[list[str]]:
    """The rows of the table, word by word."""
    text = only(town.write(ALICE, "users\n")).text
    table = text[: text.index("\n\n")].splitlines()
    return [line.split() for line in table[1:]]


def test_players_are_listed_with_boards_and_last_move(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.later(days=2)
    town_with_players.play(mails, NORTH)
    town_with_players.sign_up(CAROL)
    assert listed(town_with_players) == [
        ["bob", "1", "2026-11-22", "-", "-", "2026-11-20"],
        ["alice", "1", "2026-11-20", "-", "-", "2026-11-20"],
        ["carol", "0", "never", "-", "-", "2026-11-22"],
    ]


def test_finished_games_are_not_counted_among_the_boards(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.answer(mails[0], "resign\n")
    assert [row[1] for row in listed(town_with_players)] == ["0", "0"]


def test_a_suspended_player_is_marked_and_may_look(town_with_players: Town) -> None:
    suspend(town_with_players, "bob")
    rows = only(town_with_players.write(BOB, "users\n")).facts["rows"]
    assert {row["userid"]: row["suspended"] for row in rows} == {"alice": False, "bob": True}


def test_users_takes_no_more_words(town_with_players: Town) -> None:
    assert refused(town_with_players.write(ALICE, "users of bob\n")) == "too_many_words"


def test_a_stranger_is_not_told_who_plays(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "users\n")


def test_ratings_stand_beside_the_players(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    heading = only(town_with_players.write(ALICE, "users\n")).text.splitlines()[0]
    assert heading.index("dvonn") < heading.index("gyges")
    assert sorted(row[3:5] for row in listed(town_with_players)) == [["-", "1480?"], ["-", "1520?"]]
