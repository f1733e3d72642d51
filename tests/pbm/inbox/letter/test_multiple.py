"""Letters of several commands: each line is executed, and one mail lists all results."""

from __future__ import annotations

from pbm.inbox.letter.replies import MOST_TOLD
from pbm.notices.languages import translations
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, STRANGER, Mail, Town, of, only


def asked(town: Town, *lines: str, author: str = ALICE) -> Mail:
    mails = town.write(author, "\n".join(lines), subject="multiple")
    return only([mail for mail in mails if mail.kind == "multiple"])


def results(mail: Mail) -> list[tuple[str, str]]:
    """Each line of the letter with its result."""
    return [(each["line"], each["result"]) for each in mail.facts["results"]]


def informed(mail: Mail) -> list[tuple[int, str]]:
    """The numbers of the lines whose information follows below the results, and the information."""
    return [(each["number"], each["line"]) for each in mail.facts["told"]]


def test_each_line_of_a_multiple_is_executed_on_its_own(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    lines = f"gyges move 1 {SOUTH}\ngyges show 99\nnonsense here\nchat\n"
    mails = town_with_game.write(
        ALICE, lines + "whoami\n", subject="multiple", to=board_mails[0].reply_to
    )
    assert town_with_game.match().plies == 1
    answer = of([mail for mail in mails if mail.kind == "multiple"], ALICE)
    executed = [each["line"] for each in answer.facts["results"]]
    assert executed == [
        f"gyges move 1 {SOUTH}",
        "gyges show 99",
        "******** here",
        "gyges chat 1",
        "whoami",
    ]
    assert town_with_game.note == "done, unknown_board, not_a_command, nothing_said, done"
    assert of([mail for mail in mails if mail.kind == "board"], BOB).row.player is not None


def test_the_unproven_lines_of_a_multiple_share_one_question(town_with_game: Town) -> None:
    town_with_game.board()
    lines = f"gyges move 1 {SOUTH}\nwhoami\ngyges move 2 {SOUTH}\n"
    question = only(town_with_game.write(ALICE, lines, subject="multiple"))
    held = question.facts["held"]
    assert [each["line"] for each in held] == [f"gyges move {board} {SOUTH}" for board in (1, 2)]
    assert all(str(board) in each["deed"] for board, each in enumerate(held, 1))
    town_with_game.answer(question, "yes")
    assert (town_with_game.match(1).plies, town_with_game.match(2).plies) == (1, 1)


def test_the_first_wrong_secret_ends_a_multiple(town_with_game: Town) -> None:
    lines = (
        f"gyges chat 1 alice {PASSWORD} hello",
        "gyges chat 1 alice wrong-horse hello",
        f"gyges move 1 alice {PASSWORD} {SOUTH}",
    )
    town_with_game.write(ALICE, "\n".join(lines), subject="multiple")
    assert town_with_game.note == "done, wrong_password"
    assert town_with_game.match().plies == 0


def test_a_multiple_from_a_foreign_address_is_answered_to_the_player(town_with_game: Town) -> None:
    lines = f"gyges move 1 alice {PASSWORD} {SOUTH}\nwhoami\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert town_with_game.match().plies == 1
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert [mail.to for mail in mails if mail.kind == "multiple"] == [ALICE]
    assert town_with_game.note == "done, stranger"


def test_only_the_first_line_of_a_strangers_multiple_is_executed(town_with_game: Town) -> None:
    lines = f"signup carol\ngyges resign 1 alice {PASSWORD}\nsignup caroline\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert [(mail.kind, mail.to) for mail in mails] == [("signup", STRANGER)]
    assert town_with_game.note == "done"
    assert town_with_game.match().running


def test_a_wrong_secret_in_a_strangers_multiple_is_reported(town_with_game: Town) -> None:
    lines = "gyges resign 1 alice wrong-horse\nwhoami\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert {(mail.kind, mail.to) for mail in mails} == {
        ("refusal", STRANGER),
        ("wrong_secret", ALICE),
    }


# Information below the list of results


def test_information_follows_the_results_as_if_asked_for_alone(town_with_game: Town) -> None:
    lines = ("users", "gyges show 1")
    alone = [only(town_with_game.write(ALICE, line)) for line in lines]
    answer = asked(town_with_game, *lines)
    assert informed(answer) == [(1, "users"), (2, "gyges show 1")]
    for mail, each in zip(alone, answer.facts["told"], strict=True):
        assert each["text"].strip("\n") in mail.text
        assert each["text"].strip("\n") in answer.text


def test_the_effect_of_a_line_is_told_in_its_result_alone(town_with_players: Town) -> None:
    answer = asked(
        town_with_players, f"gyges challenge alice {PASSWORD} bob", "whoami", "gyges show 99"
    )
    assert [line for line, _ in results(answer)] == [
        "gyges challenge bob",
        "whoami",
        "gyges show 99",
    ]
    assert informed(answer) == [(2, "whoami")]


def test_information_is_left_out_where_the_mail_would_be_too_long(town_with_players: Town) -> None:
    answer = asked(town_with_players, *["help commands"] * 20)
    assert MOST_TOLD / 2 < len(answer.text) < MOST_TOLD + 10_000
    texts = [each["text"] for each in answer.facts["told"]]
    assert texts[0].strip("\n") in answer.text
    assert texts[-1] == ""


def test_information_that_another_player_asked_for_is_not_shown(town_with_players: Town) -> None:
    answer = asked(town_with_players, f"set alice {PASSWORD}", "users", author=BOB)
    assert answer.to == BOB
    assert [line for line, _ in results(answer)] == ["set", "users"]
    assert informed(answer) == [(2, "users")]


TILE = 'bgcolor="#faf5ea"'
"""The background of an empty tile, in a board that is a table."""


def test_its_boards_are_painted_for_a_player_who_wants_html(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"set alice {PASSWORD} mail html")
    alone = only(town_with_game.write(ALICE, "gyges show 1")).html
    told = asked(town_with_game, "users", "gyges show 1").html
    assert told.count(TILE) == alone.count(TILE) > 0


def test_all_results_are_in_the_language_that_a_line_chose(town_with_players: Town) -> None:
    question = asked(town_with_players, "whoami", "set lang fr", "gyges seek")
    told = only(town_with_players.answer(question, "yes\n"))
    in_french = translations("fr")
    assert told.subject.endswith(
        in_french.ngettext("%(num)s command", "%(num)s commands", 2) % {"num": 2}
    )
    before = asked(town_with_players, "users", f"set alice {PASSWORD} lang it")
    players = "%(num)s player listed", "%(num)s players listed", 2
    assert results(before)[0] == ("users", translations("it").ngettext(*players) % {"num": 2})


def test_every_setting_of_a_confirmed_letter_is_kept(town_with_players: Town) -> None:
    question = asked(town_with_players, "set lang fr", "set board compact")
    town_with_players.answer(question, "yes\n")
    settings = town_with_players.player("alice").settings
    assert (settings["lang"], settings["board"]) == ("fr", "compact")


def test_each_line_below_a_no_is_read_beside_the_question(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.answer(placed_mails[0], "I think I give up"))
    mails = town_with_game.answer(question, "no\nshow\n16-35\nwhoami", subject="multiple")
    answer = only([mail for mail in mails if mail.kind == "multiple"])
    assert [line for line, _ in results(answer)] == ["gyges show", "gyges move 1 16-35", "whoami"]
    town_with_game.answer(question, "yes")
    assert town_with_game.match().running


def test_a_line_may_replace_the_question_to_which_the_line_above_said_no(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.answer(placed_mails[0], "I think I give up"))
    lines = "no\ngyges resign 1\nwhoami\nusers"
    mails = town_with_game.answer(question, lines, subject="multiple")
    assert "multiple" in [mail.kind for mail in mails]
    assert town_with_game.match().running
