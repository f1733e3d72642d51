from __future__ import annotations

import re

import pytest

from pbm.notices.rendering import WIDTH
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, SOUTH, Town, only, refused


def listed(town: Town) -> list[list[str]]:
    """The fields of each row that are not empty."""
    text = only(town.write(ALICE, "users\n")).text
    return [re.split(r" {2,}", row) for row in text[: text.index("\n\n")].splitlines()[1:]]


def offer(games: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server list the ratings of these games, whether they exist or not."""
    for module in ("pbm.inbox.commands.people", "pbm.play.listings"):
        monkeypatch.setattr(f"{module}.game_names", lambda: games)


def test_players_are_listed_with_boards_and_last_move(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.later(days=2)
    town_with_players.play(mails, NORTH)
    town_with_players.sign_up(CAROL)
    assert listed(town_with_players) == [
        ["bob", "1", "2026-11-22", "2026-11-20"],
        ["alice", "1", "2026-11-20", "2026-11-20"],
        ["carol", "0", "not yet", "2026-11-22"],
    ]


def test_finished_games_are_not_counted_among_the_boards(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.answer(mails[0], "resign\n")
    rows = only(town_with_players.write(BOB, "users\n")).facts["rows"]
    assert [row["boards"] for row in rows] == [0, 0]


def test_a_suspended_player_is_marked_and_may_look(town_with_players: Town) -> None:
    suspend(town_with_players, "bob")
    rows = only(town_with_players.write(BOB, "users\n")).facts["rows"]
    assert {row["userid"]: row["suspended"] for row in rows} == {"alice": False, "bob": True}


def test_users_takes_no_more_words(town_with_players: Town) -> None:
    assert refused(town_with_players.write(ALICE, "users of bob\n")) == "too_many_words"


def test_a_stranger_is_not_told_who_plays(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "users\n")


def test_ratings_stand_beside_the_players(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(("dvonn", "gyges"), monkeypatch)
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    assert sorted(row[-2] for row in listed(town_with_players)) == ["1480?", "1520?"]


GAMES = [("gyges",), ("gyges", "breakthrough"), ("amazons", "breakthrough", "dvonn", "gyges", "y")]


@pytest.mark.parametrize("games", GAMES, ids=len)
def test_the_table_stays_narrow_with_any_number_of_games(
    games: tuple[str, ...], town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    suspend(town_with_players, "bob")
    offer(games, monkeypatch)
    text = only(town_with_players.write(ALICE, "users\n")).text
    assert max(map(len, text.splitlines())) <= WIDTH
    assert all(rating in text for rating in ("1480?", "1520?"))
    table = text[: text.index("\n\n")].splitlines()
    assert (
        len({row.index("2026-", 40) for row in table[1:]} | {table[0].index("Player since")}) == 1
    )
