from __future__ import annotations

import pytest

from pbm.core.ratings import PROVISIONAL_GAMES
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    of,
    only,
    refused,
    refused_because,
)

HEADERS = (["Rank"], ["Player"], ["Board"])


def lose(town: Town, options: str = "") -> list[Mail]:
    """Let alice resign a game after a day, and return the mails about its end."""
    alice, _ = town.play(town.board(options), SOUTH, NORTH)
    town.later(days=1)
    return town.answer(alice, "resign\n")


def draw(town: Town) -> None:
    alice, _ = town.play(town.board(), SOUTH, NORTH)
    town.later(days=1)
    offered = town.answer(alice, "propose draw\n")
    town.answer(of(offered, BOB), "accept\n")


def ask(town: Town, line: str) -> Mail:
    return only(town.write(ALICE, f"{line}\n"))


def gains(mail: Mail) -> list[tuple[str, str, str]]:
    """The changes of both players' ratings in a board mail."""
    return [(each["userid"], each["rating"], each["gain"]) for each in mail.facts["ratings"]]


def rows(town: Town, line: str) -> list[list[str]]:
    """The table in the answer to a line, word by word."""
    lines = ask(town, line).text.splitlines()
    header = next(number for number, each in enumerate(lines) if each.split()[:1] in HEADERS)
    return [each.split() for each in lines[header + 1 : lines.index("", header)]]


# Unrated games


def test_a_challenge_is_rated_unless_it_says_otherwise(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert town_with_players.match(1).rated
    assert of(mails, BOB).facts["rated"]


def test_both_are_told_that_a_game_is_unrated(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob -unrated\n")
    begun = town_with_players.answer(of(mails, BOB), "accept\n")
    assert [mail.facts["rated"] for mail in (*mails, *begun)] == [False] * 4
    assert not town_with_players.match(1).rated


# Finished games


def test_both_see_what_a_game_did_to_their_ratings(town_with_players: Town) -> None:
    mails = lose(town_with_players)
    for address in (ALICE, BOB):
        assert gains(of(mails, address)) == [("alice", "1480?", "-20"), ("bob", "1520?", "+20")]
        assert "help ratings\n" in of(mails, address).text
    assert gains(ask(town_with_players, "gyges show 1"))[0] == ("alice", "1480?", "-20")


def test_a_draw_moves_the_ratings_towards_each_other(town_with_players: Town) -> None:
    lose(town_with_players)
    draw(town_with_players)
    shown = ask(town_with_players, "gyges show 2")
    assert gains(shown) == [("alice", "1482?", "+2"), ("bob", "1518?", "-2")]


def test_a_loss_on_time_is_rated(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board("-nagtime=off"), SOUTH, NORTH)
    forfeited = of(town_with_players.live(days=22), BOB)
    assert (forfeited.news, forfeited.facts["late"]) == ("forfeited", "alice")
    assert gains(forfeited) == [("alice", "1480?", "-20"), ("bob", "1520?", "+20")]


def test_a_game_that_nobody_began_in_time_rates_nobody(town_with_players: Town) -> None:
    town_with_players.board("-nagtime=off")
    town_with_players.live(days=22)
    assert town_with_players.match().reason == "aborted"
    assert ask(town_with_players, "gyges ratings").facts["rows"] == []


def test_an_unrated_game_rates_nobody(town_with_players: Town) -> None:
    mails = lose(town_with_players, "-unrated")
    assert (of(mails, ALICE).facts["rated"], gains(of(mails, ALICE))) == (False, [])
    assert ask(town_with_players, "gyges ratings").facts["rows"] == []


def test_the_mails_of_a_running_game_say_nothing_about_ratings(town_with_players: Town) -> None:
    alice, _ = town_with_players.board()
    assert "atings" not in alice.text


def test_the_mails_of_a_cancelled_game_say_nothing_about_ratings(town_with_players: Town) -> None:
    cancelled = town_with_players.answer(town_with_players.board()[0], "resign\n")
    assert "atings" not in of(cancelled, BOB).text


# ratings


def test_ratings_are_listed_the_highest_first(town_with_players: Town) -> None:
    lose(town_with_players)
    assert rows(town_with_players, "gyges ratings") == [
        ["1", "bob", "1520?", "1", "2026-11-21"],
        ["2", "alice", "1480?", "1", "2026-11-21"],
    ]


def test_players_with_the_same_rating_have_the_same_rank(town_with_players: Town) -> None:
    draw(town_with_players)
    assert [row[:3] for row in rows(town_with_players, "gyges ratings")] == [
        ["1", "alice", "1500?"],
        ["1", "bob", "1500?"],
    ]


def test_each_game_has_its_own_ratings(town_with_players: Town) -> None:
    lose(town_with_players)
    assert ask(town_with_players, "dvonn ratings").facts["rows"] == []


def test_a_rating_is_marked_until_ten_games_have_been_played(town_with_players: Town) -> None:
    for _ in range(PROVISIONAL_GAMES - 1):
        lose(town_with_players)
    assert all(row[2].endswith("?") for row in rows(town_with_players, "gyges ratings"))
    lose(town_with_players)
    assert not any("?" in row[2] for row in rows(town_with_players, "gyges ratings"))


def test_the_history_of_a_rating_is_listed_newest_first(town_with_players: Town) -> None:
    lose(town_with_players)
    draw(town_with_players)
    answer = ask(town_with_players, "gyges ratings bob")
    (gyges,) = answer.facts["by_game"]
    assert (answer.facts["userid"], gyges["rating"], gyges["games"]) == ("bob", "1518?", 2)
    assert rows(town_with_players, "gyges ratings bob") == [
        ["2", "2026-11-22", "alice", "drawn", "1520?", "->", "1518?", "-2"],
        ["1", "2026-11-21", "alice", "won", "1500?", "->", "1520?", "+20"],
    ]


def test_of_a_long_history_the_latest_games_are_shown(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.notices.facts.ratings._LATEST", 1)
    lose(town_with_players)
    lose(town_with_players)
    answer = ask(town_with_players, "gyges ratings alice")
    (gyges,) = answer.facts["by_game"]
    assert gyges["games"] == 2
    assert [row["ended"] for row in gyges["rows"]] == ["2026-11-22"]


def test_a_player_without_rated_games_has_no_rating(town_with_players: Town) -> None:
    answer = ask(town_with_players, "gyges ratings bob")
    assert (answer.kind, answer.facts["by_game"]) == ("rating", [])
    assert refused([ask(town_with_players, "gyges ratings dave")]) == "unknown_player"


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


def test_standings_list_players_without_a_rating_or_a_move(town_with_players: Town) -> None:
    town_with_players.board()
    assert rows(town_with_players, "gyges standings") == [
        ["alice", "0", "0", "0", "0", "1", "-", "never"],
        ["bob", "0", "0", "0", "0", "1", "-", "never"],
    ]


def test_standings_do_not_count_invitations(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert ask(town_with_players, "gyges standings").facts["rows"] == []


# Permissions


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_a_suspended_player_may_look(town_with_players: Town, command: str) -> None:
    town_with_players.sign_up(CAROL)
    suspend(town_with_players, "carol")
    lose(town_with_players)
    assert "1520?" in only(town_with_players.write(CAROL, f"gyges {command}\n")).text


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_asking_twice_in_a_reply_gives_the_same_answer_twice(
    town_with_players: Town, command: str
) -> None:
    alice, _ = town_with_players.board()
    first, second = (
        only(town_with_players.answer(alice, f"gyges {command}\n")).text for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize("line", ["ratings alice bob", "standings alice"])
def test_too_many_words_are_answered_with_usage(town_with_players: Town, line: str) -> None:
    code, facts = refused_because([ask(town_with_players, f"gyges {line}")])
    assert code == "too_many_words"
    assert facts["usage"].startswith(f"gyges {line.split(maxsplit=1)[0]}")


@pytest.mark.parametrize("command", ["ratings", "standings"])
def test_a_stranger_is_not_told(town_with_players: Town, command: str) -> None:
    assert is_turned_away(town_with_players, f"gyges {command}\n")


def test_help_explains_the_numbers(town_with_players: Town) -> None:
    answer = ask(town_with_players, "help ratings").text
    for fact in ("1500", "ten games", "-unrated"):
        assert fact in answer


# history


def test_history_shows_how_each_game_changed_the_rating_of_the_player_named(
    town_with_players: Town,
) -> None:
    lose(town_with_players)
    lose(town_with_players, "-unrated")
    listed = ask(town_with_players, "gyges history bob").facts["rows"]
    assert [(row["winner"], row["gain"]) for row in listed] == [("bob", ""), ("bob", "+20")]
    assert rows(town_with_players, "gyges history")[1][-1] == "(-20)"


# Without a game


def test_without_a_game_all_are_told(town_with_players: Town) -> None:
    town = town_with_players
    lose(town)
    mails = town.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -random\n")
    town.answer(of(mails, BOB), "accept\n")
    assert {row["game"] for row in ask(town, "standings").facts["rows"]} == {"gyges", "dvonn"}
    assert {row["game"] for row in ask(town, "ratings").facts["rows"]} == {"gyges"}
    (gyges,) = ask(town, "ratings bob").facts["by_game"]
    assert (gyges["game"], gyges["games"]) == ("gyges", 1)
    assert {row["board"] for row in ask(town, "history").facts["rows"]} == {1}
