from __future__ import annotations

import pytest

from pbm.core.ratings import PROVISIONAL_GAMES
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Mail, Town, of, only

HEADERS = (["Rank"], ["Player"], ["Board"])


def lose(town: Town, options: str = "") -> list[Mail]:
    """A game that alice resigns after a day; the mails of its end."""
    alice, _ = town.play(town.board(options), SOUTH, NORTH)
    town.later(days=1)
    return town.answer(alice, "resign\n")


def draw(town: Town) -> None:
    alice, _ = town.play(town.board(), SOUTH, NORTH)
    town.later(days=1)
    offered = town.answer(alice, "propose draw\n")
    town.answer(of(offered, BOB), "accept\n")


def ask(town: Town, line: str) -> str:
    return only(town.write(ALICE, f"{line}\n")).text


def rows(town: Town, line: str) -> list[list[str]]:
    """The table that answers, word by word."""
    lines = ask(town, line).splitlines()
    header = next(number for number, each in enumerate(lines) if each.split()[:1] in HEADERS)
    return [each.split() for each in lines[header + 1 : lines.index("", header)]]


# Unrated games


def test_a_challenge_is_rated_unless_it_says_otherwise(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert town_with_players.match(1).rated
    assert "unrated" not in of(mails, BOB).text


def test_both_are_told_that_a_game_is_unrated(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob -unrated\n")
    assert "The game is unrated" in of(mails, ALICE).text
    assert "The game is unrated" in of(mails, BOB).text
    begun = town_with_players.answer(of(mails, BOB), "accept\n")
    assert "the unrated game begins" in of(begun, ALICE).text
    assert not town_with_players.match(1).rated


# What a finished game did


def test_both_see_what_a_game_did_to_their_ratings(town_with_players: Town) -> None:
    mails = lose(town_with_players)
    for address in (ALICE, BOB):
        assert "\nRatings: alice 1480? (-20), bob 1520? (+20)\n" in of(mails, address).text
        assert "help ratings\n" in of(mails, address).text
    assert "Ratings: alice 1480?" in ask(town_with_players, "gyges show 1")


def test_a_draw_moves_the_ratings_towards_each_other(town_with_players: Town) -> None:
    lose(town_with_players)
    draw(town_with_players)
    assert "\nRatings: alice 1482? (+2), bob 1518? (-2)\n" in ask(town_with_players, "gyges show 2")


def test_who_lets_his_time_run_out_loses_the_rated_game(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board("-nagtime=off"), SOUTH, NORTH)
    forfeited = of(town_with_players.live(days=22), BOB)
    assert "time was over" in forfeited.text
    assert "\nRatings: alice 1480? (-20), bob 1520? (+20)\n" in forfeited.text


def test_a_game_that_nobody_began_in_time_rates_nobody(town_with_players: Town) -> None:
    town_with_players.board("-nagtime=off")
    town_with_players.live(days=22)
    assert town_with_players.match().reason == "aborted"
    assert "No rated game" in ask(town_with_players, "gyges ratings")


def test_an_unrated_game_rates_nobody_and_says_so(town_with_players: Town) -> None:
    mails = lose(town_with_players, "-unrated")
    assert "The game does not count for the ratings." in of(mails, ALICE).text
    assert "No rated game" in ask(town_with_players, "gyges ratings")


def test_a_game_that_runs_says_nothing_of_ratings(town_with_players: Town) -> None:
    alice, _ = town_with_players.board()
    assert "atings" not in alice.text


def test_a_cancelled_game_says_nothing_of_ratings(town_with_players: Town) -> None:
    cancelled = town_with_players.answer(town_with_players.board()[0], "resign\n")
    assert "atings" not in of(cancelled, BOB).text


# ratings


def test_ratings_are_listed_the_highest_first(town_with_players: Town) -> None:
    lose(town_with_players)
    assert rows(town_with_players, "gyges ratings") == [
        ["1", "bob", "1520?", "1", "2026-11-21"],
        ["2", "alice", "1480?", "1", "2026-11-21"],
    ]


def test_who_has_the_same_rating_has_the_same_rank(town_with_players: Town) -> None:
    draw(town_with_players)
    assert [row[:3] for row in rows(town_with_players, "gyges ratings")] == [
        ["1", "alice", "1500?"],
        ["1", "bob", "1500?"],
    ]


def test_each_game_has_its_own_ratings(town_with_players: Town) -> None:
    lose(town_with_players)
    assert "No rated game of dvonn" in ask(town_with_players, "dvonn ratings")


def test_a_rating_is_marked_until_ten_games_have_been_played(town_with_players: Town) -> None:
    for _ in range(PROVISIONAL_GAMES - 1):
        lose(town_with_players)
    assert all(row[2].endswith("?") for row in rows(town_with_players, "gyges ratings"))
    lose(town_with_players)
    assert not any("?" in row[2] for row in rows(town_with_players, "gyges ratings"))


def test_a_player_sees_how_a_rating_came_about_newest_first(town_with_players: Town) -> None:
    lose(town_with_players)
    draw(town_with_players)
    answer = ask(town_with_players, "gyges ratings bob")
    assert answer.startswith("bob has the rating 1518? in gyges after 2 rated games.\n")
    assert rows(town_with_players, "gyges ratings bob") == [
        ["2", "2026-11-22", "alice", "drawn", "1520?", "->", "1518?", "-2"],
        ["1", "2026-11-21", "alice", "won", "1500?", "->", "1520?", "+20"],
    ]


def test_of_a_long_history_the_latest_games_are_shown(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.inbox.commands.ratings._LATEST", 1)
    lose(town_with_players)
    lose(town_with_players)
    answer = ask(town_with_players, "gyges ratings alice")
    assert "These are the latest 1 of 2 games." in answer
    assert "2026-11-22" in answer
    assert "2026-11-21" not in answer


def test_who_has_played_no_rated_game_has_no_rating(town_with_players: Town) -> None:
    assert ask(town_with_players, "gyges ratings bob").startswith(
        "bob has finished no rated game of gyges"
    )
    assert "There is no player dave" in ask(town_with_players, "gyges ratings dave")


# standings


def test_standings_count_every_result_the_most_wins_first(town_with_players: Town) -> None:
    lose(town_with_players)
    lose(town_with_players, "-unrated")
    draw(town_with_players)
    town_with_players.board()
    town_with_players.answer(town_with_players.board()[0], "resign\n")
    assert rows(town_with_players, "gyges standings") == [
        ["bob", "3", "2", "1", "0", "1", "1518?", "2026-11-22"],
        ["alice", "3", "0", "1", "2", "1", "1482?", "2026-11-22"],
    ]


def test_who_has_not_been_rated_or_moved_stands_there_without(town_with_players: Town) -> None:
    town_with_players.board()
    assert rows(town_with_players, "gyges standings") == [
        ["alice", "0", "0", "0", "0", "1", "-", "never"],
        ["bob", "0", "0", "0", "0", "1", "-", "never"],
    ]


def test_an_invitation_is_no_game_yet(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert "Nobody has played gyges yet" in ask(town_with_players, "gyges standings")


# Who may ask, and how


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_a_suspended_player_and_who_does_not_play_may_look(
    town_with_players: Town, command: str
) -> None:
    town_with_players.sign_up(CAROL)
    suspend(town_with_players, "carol")
    lose(town_with_players)
    assert "1520?" in only(town_with_players.write(CAROL, f"gyges {command}\n")).text


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_in_a_reply_no_password_is_needed_and_twice_is_the_same(
    town_with_players: Town, command: str
) -> None:
    alice, _ = town_with_players.board()
    first, second = (
        only(town_with_players.answer(alice, f"gyges {command}\n")).text for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("line", ["ratings alice bob", "standings alice"])
def test_too_many_words_are_answered_with_usage(town_with_players: Town, line: str) -> None:
    answer = ask(town_with_players, f"gyges {line}")
    assert "more words than the command takes" in answer
    assert f"gyges {line.split(maxsplit=1)[0]}" in answer


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_a_stranger_is_not_told(town_with_players: Town, command: str) -> None:
    assert is_turned_away(town_with_players, f"gyges {command}\n")


def test_help_explains_the_numbers(town_with_players: Town) -> None:
    answer = ask(town_with_players, "help ratings")
    for fact in ("1500", "ten games", "-unrated"):
        assert fact in answer


# history


def test_history_shows_what_each_game_did_to_the_player_named(town_with_players: Town) -> None:
    lose(town_with_players)
    lose(town_with_players, "-unrated")
    assert [row[5:] for row in rows(town_with_players, "gyges history bob")] == [
        ["0-1", "resigned"],
        ["0-1", "resigned", "+20"],
    ]
    assert rows(town_with_players, "gyges history")[1][-1] == "-20"
