"""What the answer to ``multiple`` holds below its list of results: whatever was asked for."""

from __future__ import annotations

from pbm.inbox.dialogue.replies import MOST_TOLD
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, only


def asked(town: Town, *lines: str, author: str = ALICE) -> Mail:
    mails = town.write(author, "\n".join(lines), subject="multiple")
    return only([mail for mail in mails if mail.kind == "multiple"])


def body(mail: Mail) -> str:
    """What a mail says itself, above the lines that stand under every mail."""
    return mail.text.partition("\nRead as: ")[0].strip("\n")


def test_what_was_asked_for_stands_below_the_results_as_if_asked_for_alone(
    town_with_game: Town,
) -> None:
    alone = [body(only(town_with_game.write(ALICE, line))) for line in ("users", "gyges show 1")]
    told = asked(town_with_game, "users", "gyges show 1").text
    results, _, below = told.partition("\n 1. users\n=========\n\n")
    assert "    2 players listed\n 2. gyges show 1\n" in results
    users, _, board = below.partition("\n\n 2. gyges show 1\n================\n\n")
    assert users == alone[0]
    assert board.startswith(alone[1])
    assert "reply to a mail about that board alone" in board


def test_what_a_line_did_is_told_in_its_result_alone(town_with_players: Town) -> None:
    told = asked(
        town_with_players, f"gyges challenge alice {PASSWORD} bob", "whoami", "gyges show 99"
    ).text
    assert told.count("challenge bob") == told.count("There is no board 99.") == 1
    assert told.count("gyges 1: bob is invited") == 1
    assert "\n 2. whoami\n===" in told


def test_what_is_too_long_is_named_and_left_out(town_with_players: Town) -> None:
    told = asked(town_with_players, *["help"] * 20).text
    assert MOST_TOLD / 2 < len(told) < MOST_TOLD + 10_000
    assert "\n 1. help\n========\n\nG is a game" in told
    assert told.rpartition("\n20. help\n========\n\n")[2].startswith("This mail would be too long")


def test_what_another_player_asked_for_is_not_told_to_the_one_at_the_from(
    town_with_players: Town,
) -> None:
    told = asked(town_with_players, f"set alice {PASSWORD}", "users", author=BOB)
    assert told.to == BOB
    assert told.text.startswith(" 1. set\n    settings shown\n")
    assert "\n 1. set\n==" not in told.text
    assert "\n 2. users\n==" in told.text


def test_boards_in_it_are_painted_for_who_wants_html(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"set alice {PASSWORD} mail html")
    alone = only(town_with_game.write(ALICE, "gyges show 1")).html
    told = asked(town_with_game, "users", "gyges show 1").html
    assert told.count("<table") == alone.count("<table") > 0


def test_all_is_told_in_the_language_that_a_line_chose(town_with_players: Town) -> None:
    question = asked(town_with_players, "whoami", "set lang fr", "gyges seek")
    told = only(town_with_players.answer(question, "yes\n"))
    assert told.subject == "[pbm] 2 commandes"
    assert "réglé" in told.text
    assert "l'offre 1 est ouverte" in told.text
    before = asked(town_with_players, "users", f"set alice {PASSWORD} lang it")
    assert "2 giocatori" in before.text
    assert "joueurs" not in before.text


def test_settings_of_one_mail_that_was_confirmed_are_all_kept(town_with_players: Town) -> None:
    question = asked(town_with_players, "set lang fr", "set board compact")
    town_with_players.answer(question, "yes\n")
    assert town_with_players.player("alice").settings == {"lang": "fr", "board": "compact"}
