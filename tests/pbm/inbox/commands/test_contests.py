"""Contests by mail: entering and leaving, the mails at the start and at the end, and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbm.mail.correspondence import MailStatus
from pbm.notices.kinds import MailKind
from tests.combinations import for_each
from tests.pbm.conftest import Prepared
from tests.pbm.town import (
    ALICE,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    findings,
    of,
    only,
    refused,
    refused_because,
)

NAMES = ("alice", "bob", "carol", "dave")
_ADDRESS = re.compile(r"^\[gyges (\d+)\].*\n    (pbm\+\S+)$", re.MULTILINE)


def sign_up_all(town: Town) -> dict[str, Mail]:
    return {name: town.sign_up(f"{name}@example.org", PASSWORD) for name in NAMES}


@pytest.fixture
def people(town: Town, prepared: Prepared) -> dict[str, Mail]:
    """The welcome mails of four players."""
    return prepared(town, sign_up_all)


@pytest.fixture
def begun(town: Town, people: dict[str, Mail]) -> list[Mail]:
    """The mails at the start of a cup."""
    for welcome in people.values():
        town.answer(welcome, "gyges cup join")
    town.serve_contests()
    return town.new_mails()


@pytest.fixture(autouse=True)
def _audited(town: Town) -> Iterator[None]:
    yield
    assert findings(town) == []


def boards(mail: Mail) -> dict[int, str]:
    """The reply addresses in a mail at the start, by board."""
    return {int(board): address for board, address in _ADDRESS.findall(mail.text)}


def give_up(town: Town, writer: str, address: str) -> list[Mail]:
    """Resign a game before its second move, and say yes to the question."""
    asked = only(town.write(writer, "resign", subject="Re: x", to=address))
    assert asked.kind == MailKind.CONFIRM
    return town.answer(asked, "yes")


def test_entering_is_told(town: Town, people: dict[str, Mail]) -> None:
    told = only(town.answer(people["alice"], "gyges cup join"))
    assert (told.kind, told.facts["news"]) == (MailKind.CONTEST, "entered")
    assert refused(town.answer(people["alice"], "gyges cup join")) == "entered_already"


def test_a_mail_names_some_of_the_many_who_have_entered(
    town: Town, people: dict[str, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.notices.contest_views.MOST_NAMED", 2)
    for welcome in people.values():
        told = only(town.answer(welcome, "gyges season join"))
    assert (told.facts["players"], told.facts["entered"]) == (4, ["alice", "bob"])


def test_at_the_start_everybody_gets_one_mail_with_their_boards(begun: list[Mail]) -> None:
    assert sorted(mail.to for mail in begun) == [f"{name}@example.org" for name in NAMES]
    assert {mail.facts["news"] for mail in begun} == {"begun"}
    assert [len(mail.facts["games"]) for mail in begun] == [3] * 4
    assert sum(len(mail.facts["boards"]) for mail in begun) == 6


def with_boards(mails: list[Mail], number: int) -> Mail:
    """The first mail to somebody who is to move on ``number`` boards."""
    return next(mail for mail in mails if len(mail.facts["boards"]) == number)


def test_each_of_several_boards_has_its_own_reply_address(town: Town, begun: list[Mail]) -> None:
    mail = with_boards(begun, 2)
    (board, address), *_ = boards(mail).items()
    moved = town.write(mail.to, SOUTH, subject=f"Re: {mail.subject}", to=address)
    assert {each.row.board for each in moved} == {board}
    assert town.match(board).plies == 1


def test_a_move_in_reply_is_played_if_one_board_waits(town: Town, begun: list[Mail]) -> None:
    mail = with_boards(begun, 1)
    assert boards(mail) == {}
    moved = town.answer(mail, f"{SOUTH} good luck everybody")
    assert town.match(mail.facts["boards"][0]["board"]).plies == 1
    assert {each.kind for each in moved} == {MailKind.BOARD}


def test_a_move_in_reply_about_several_boards_is_told_where_to_write(
    town: Town, begun: list[Mail]
) -> None:
    mail = with_boards(begun, 2)
    told = only(town.answer(mail, SOUTH))
    assert told.facts["refusal"] == "which_board_to_move"
    told = only(town.answer(mail, "Hm.\n"))
    assert told.kind == MailKind.NO_COMMAND and told.facts["digest"]


def test_the_mail_that_tells_a_result_has_the_table(town: Town, begun: list[Mail]) -> None:
    mail = with_boards(begun, 2)
    (_, address), *_ = boards(mail).items()
    over = give_up(town, mail.to, address)
    table = of([each for each in over if each.kind == MailKind.BOARD], mail.to).facts["contest"]
    assert table["table"]["over"] == 1
    assert table["without_play"]


def test_giving_games_up_is_asked_about_after_an_account_mail(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    question = only(town.answer(people["alice"], "gyges cup leave"))
    assert question.kind == MailKind.CONFIRM
    told = town.answer(question, "yes")
    own = [mail for mail in told if mail.to == ALICE and mail.kind == MailKind.CONTEST]
    assert [mail.facts["news"] for mail in own] == ["out"]
    held = [mail for mail in told if mail.kind == MailKind.CONTEST_NEWS]
    assert {mail.row.status for mail in held} == {MailStatus.HELD}
    assert len(held) == 3


def test_the_question_says_what_leaving_costs(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    asked = only(town.answer(people["alice"], "gyges cup leave")).facts["leaving"]
    assert (asked["games"], asked["struck"], asked["next"]) == (3, True, False)


def test_a_question_to_leave_that_nothing_proves_says_it_too(town: Town, begun: list[Mail]) -> None:
    for board in sorted(boards(of(begun, ALICE)))[:2]:
        town.write(ALICE, f"gyges resign {board} alice {PASSWORD}")
    # Two of alice's three games are over now, so she would stay in the table.
    forged = only(town.write(ALICE, "gyges cup leave"))
    assert (forged.kind, forged.facts["proven"]) == (MailKind.CONFIRM, False)
    asked = forged.facts["leaving"]
    assert (asked["games"], asked["struck"]) == (1, False)


def test_the_question_about_an_entry_names_no_loss(town: Town, people: dict[str, Mail]) -> None:
    town.answer(people["alice"], "gyges cup join")
    forged = only(town.write(ALICE, "gyges cup leave"))
    assert (forged.kind, forged.facts["leaving"]) == (MailKind.CONFIRM, {})


def test_nobody_leaves_what_is_over_or_was_never_entered(
    town: Town, people: dict[str, Mail]
) -> None:
    for kind in ("cup", "season", "stairs"):
        assert refused(town.answer(people["alice"], f"gyges {kind} leave")) == "not_entered"


def test_a_running_contest_shows_the_line_that_leaves_it(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    shown = only(town.answer(people["alice"], "gyges cup"))
    assert (shown.facts["status"], shown.facts["leave"]) == ("running", "gyges cup leave")


def shown(town: Town, people: dict[str, Mail], line: str = "gyges cup") -> Mapping[str, Any]:
    """The facts of a contest in the mail that shows it to alice."""
    return only(town.answer(people["alice"], line)).facts


def finished(town: Town) -> None:
    """Let the first player of each game of the cup resign, until the cup is over."""
    with town.app.store.reading() as tx:
        games = [(game.board, tx.players.get(game.players.first)) for game in tx.contests.games(1)]
    for board, player in games:
        name = player.userid
        town.write(f"{name}@example.org", f"gyges resign {board} {name} {PASSWORD}")
        town.serve_contests()
    town.serve_contests()
    town.new_mails()


def winners(town: Town) -> list[str]:
    with town.app.store.reading() as tx:
        first = [each.player for each in tx.contests.entries(1) if each.final == 1]
        return [tx.players.get(player).userid for player in first]


def test_a_running_contest_shows_one_s_own_games(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    own = shown(town, people)["own"]
    assert sorted(row["opponent"] for row in own) == ["bob", "carol", "dave"]
    to_move = {each["board"] for each in of(begun, ALICE).facts["boards"]}
    assert {row["board"] for row in own if row["state"] == "yours"} == to_move
    assert all(row["by"] for row in own)


def test_games_that_are_over_stand_below_with_their_results(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    board = shown(town, people)["own"][0]["board"]
    town.write(ALICE, f"gyges resign {board} alice {PASSWORD}")
    own = shown(town, people)["own"]
    assert (own[-1]["board"], own[-1]["state"], own[-1]["by"]) == (board, "lost", "")
    assert [row["running"] for row in own] == [True, True, False]


def test_a_contest_that_is_over_cannot_be_left(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    finished(town)
    mail = only(town.answer(people[winners(town)[0]], "gyges cup"))
    assert mail.facts["status"] == "over"
    assert "leave" not in mail.text
    assert "gyges cup join" in mail.text


def test_who_won_the_last_time_is_shown(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    finished(town)
    town.answer(town.sign_up("eve@example.org"), "gyges cup join")
    assert shown(town, people)["before"]["winners"] == winners(town)


def test_a_game_is_not_given_up_early_without_a_question(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    (board, address), *_ = boards(of(begun, ALICE)).items()
    asked = only(town.write(ALICE, "resign", subject="Re: x", to=address))
    assert asked.kind == MailKind.CONFIRM
    assert asked.facts["early_loss"] == {"name": "Cup 1 of Gyges", "kind": "cup", "out": False}
    assert not asked.facts["cancels"]
    assert town.match(board).running
    over = town.answer(asked, "yes")
    assert not town.match(board).running
    assert of([each for each in over if each.kind == MailKind.BOARD], ALICE).facts["ratings"] == []


def test_the_question_says_that_a_second_loss_leads_out(town: Town, begun: list[Mail]) -> None:
    (_, first), (_, second) = boards(with_boards(begun, 2)).items()
    writer = with_boards(begun, 2).to
    give_up(town, writer, first)
    asked = only(town.write(writer, "resign", subject="Re: x", to=second))
    assert asked.facts["early_loss"]["out"]


def test_a_game_in_which_both_have_moved_is_resigned_at_once(town: Town, begun: list[Mail]) -> None:
    moved = town.answer(with_boards(begun, 1), SOUTH)
    answered = town.answer(moved[-1], NORTH)
    over = town.answer(answered[0], "resign")
    assert {mail.news for mail in over if mail.kind == MailKind.BOARD} == {"resigned"}


def test_no_undo_is_offered_on_a_board_of_a_contest(town: Town, begun: list[Mail]) -> None:
    moved = town.answer(with_boards(begun, 1), SOUTH)
    assert [mail.facts["undoable"] for mail in moved] == [False, False]
    helped = only(town.answer(moved[0], "help"))
    assert "undo" not in [line for line, _ in helped.facts["can"]]


def test_what_is_owed_is_said_as_it_is_asked_for(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    own = [row["board"] for row in shown(town, people)["own"]]
    for board in own[:2]:
        town.write(ALICE, f"gyges resign {board} alice {PASSWORD}")
    town.serve_contests()
    out = of([mail for mail in town.new_mails() if mail.facts.get("news") == "out"], ALICE)
    assert out.facts["owed"] == 2
    code, facts = refused_because(town.answer(people["alice"], "gyges cup join"))
    assert (code, facts["games"]) == ("owes_games", 2)
    assert shown(town, people)["owed"] == 2


def test_leaving_with_the_password_is_not_asked_about(town: Town, begun: list[Mail]) -> None:
    told = town.write(ALICE, f"gyges cup alice {PASSWORD} leave")
    assert "out" in [mail.facts.get("news") for mail in told]


def test_taking_an_entry_back_needs_no_more_than_an_account_mail(
    town: Town, people: dict[str, Mail]
) -> None:
    town.answer(people["alice"], "gyges cup join")
    told = only(town.answer(people["alice"], "gyges cup leave"))
    assert told.facts["news"] == "left"


def test_the_mail_before_a_season_is_answered_by_one_word(
    town: Town, people: dict[str, Mail]
) -> None:
    for welcome in people.values():
        town.answer(welcome, "gyges season join")
    mails = [mail for mail in town.live(days=36) if mail.kind == MailKind.CONTEST]
    asked = of(mails, ALICE)
    assert asked.facts["news"] == "asked"
    assert only(town.answer(asked, "yes")).facts["news"] == "again"
    assert only(town.answer(of(mails, "bob@example.org"), "leave")).facts["news"] == "left"


RULES_ASKED = (
    "Why was I left out?",
    "How is the tie broken?",
    "What if I go on holiday?",
    "What happens if I don't move in time?",
    "How many games do I have to play at once?",
    "Do these games count for my rating?",
    "What do + and - mean?",
    "Wie wird bei Gleichstand entschieden?",
)


@for_each("question", RULES_ASKED)
def test_a_question_in_reply_to_a_mail_about_a_contest_gets_the_help_on_contests(
    town: Town, question: str
) -> None:
    entered = only(town.answer(town.sign_up(ALICE), "gyges season join"))
    told = only(town.answer(entered, question))
    assert (told.kind, told.facts["topic"]) == (MailKind.HELP, "contests")


@pytest.mark.parametrize(
    "question", ["When does it start?", "Can I stop?", "Quand commence la saison ?"]
)
def test_a_question_about_the_contest_itself_shows_it(town: Town, question: str) -> None:
    entered = only(town.answer(town.sign_up(ALICE), "gyges season join"))
    told = only(town.answer(entered, question))
    assert (told.kind, told.facts["news"]) == (MailKind.CONTEST, "shown")
    assert told.facts["starts"]


def test_what_is_said_to_the_other_player_of_a_contest_is_passed_on(
    town: Town, begun: list[Mail]
) -> None:
    (moved, *_) = town.answer(with_boards(begun, 1), SOUTH)
    told = town.answer(moved, "Good luck in the next round")
    assert MailKind.CHAT in {mail.kind for mail in told}


def test_a_remark_about_a_contest_is_no_question(town: Town) -> None:
    entered = only(town.answer(town.sign_up(ALICE), "gyges season join"))
    assert only(town.answer(entered, "Looking forward to it")).kind == MailKind.NO_COMMAND


def test_stairs_show_whom_to_challenge(town: Town, people: dict[str, Mail]) -> None:
    for name in ("alice", "bob"):
        town.answer(people[name], "gyges stairs join")
    shown = only(town.answer(people["alice"], "gyges stairs"))
    assert shown.facts["can"] == ["bob"]
    begun = town.answer(people["alice"], "gyges stairs challenge bob")
    assert {mail.news for mail in begun} == {"challenged"}


def test_the_final_table_is_mailed(town: Town, begun: list[Mail]) -> None:
    with town.app.store.transaction() as tx:
        numbers = [game.board for game in tx.contests.games(1)]
    for number in numbers:
        match = town.match(number)
        with town.app.store.reading() as tx:
            first = tx.players.get(match.players.first).userid
        town.write(f"{first}@example.org", f"gyges resign {number} {first} {PASSWORD}")
        town.serve_contests()
    town.serve_contests()
    mails = [mail for mail in town.new_mails() if mail.kind == MailKind.CONTEST]
    over = [mail for mail in mails if mail.facts["news"] == "over"]
    assert sorted(mail.to for mail in over) == [f"{name}@example.org" for name in NAMES]
    assert all(mail.facts["table"]["final"] for mail in over)


def test_spectators_get_the_beginning(town: Town, people: dict[str, Mail]) -> None:
    for name in ("alice", "bob", "carol"):
        town.answer(people[name], "gyges cup join")
    eve = town.sign_up("eve@example.org")
    assert only(town.answer(eve, "gyges cup subscribe 1")).facts["news"] == "subscribed"
    town.answer(people["dave"], "gyges cup join")
    town.serve_contests()
    told = of(town.new_mails(), "eve@example.org")
    assert (told.facts["news"], told.facts["games"]) == ("begun", [])


def test_who_watches_a_season_that_runs_watches_all_its_leagues(
    town: Town, people: dict[str, Mail]
) -> None:
    for welcome in people.values():
        town.answer(welcome, "gyges season join")
    town.live(days=36)
    for name in NAMES:
        town.write(f"{name}@example.org", f"whoami {name} {PASSWORD}")
        town.write(f"{name}@example.org", f"set {name} {PASSWORD} digest off")
    town.live(days=8)
    eve = town.sign_up("eve@example.org")
    assert only(town.answer(eve, "gyges season subscribe")).facts["kind"] == "season"
    assert only(town.answer(eve, "gyges season subscribe 1a")).facts["kind"] == "league"


def test_results_of_others_wait_for_the_digest_of_those_who_want_one(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    eve = town.sign_up("eve@example.org")
    town.answer(eve, "gyges cup subscribe 1")
    town.answer(people["bob"], "set digest daily")
    (_, address), *_ = boards(of(begun, ALICE)).items()
    over = give_up(town, ALICE, address)
    held = {mail.to: mail for mail in over if mail.kind == MailKind.CONTEST_NEWS}
    assert {mail.facts["news"] for mail in held.values()} == {"result"}
    assert {*held} == {"eve@example.org", "bob@example.org"}
    assert {mail.row.status for mail in held.values()} == {MailStatus.HELD}


def test_a_digest_has_the_table_of_a_contest_once_and_its_results_are_not_answered(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    eve = town.sign_up("eve@example.org")
    town.answer(eve, "gyges cup subscribe 1")
    for number in (1, 2, 3):
        with town.app.store.reading() as tx:
            first = tx.players.get(town.match(number).players.first).userid
        town.write(f"{first}@example.org", f"gyges resign {number} {first} {PASSWORD}")
    mails = [mail for mail in town.live(days=1) if mail.kind == MailKind.DIGEST]
    text = of(mails, "eve@example.org").text
    assert text.count("\n[pbm] ") > 2
    assert len(re.findall(r"^1  ", text, re.MULTILINE)) == 1
    assert text.rfind("[pbm] ") < text.find("\n1  "), "the table is below the last result"
    assert "    pbm+" not in text


def test_records_name_the_contest_and_the_round(town: Town, begun: list[Mail]) -> None:
    record = only(town.write(ALICE, "gyges record 1"))
    assert '[Event "Gyges cup 1"]' in record.text
    assert '[Round "1"]' in record.text


def test_a_word_that_means_nothing_and_a_number_that_is_none(
    town: Town, people: dict[str, Mail]
) -> None:
    assert refused(town.answer(people["alice"], "gyges cup jion")) == "unknown_contest_word"
    assert refused(town.answer(people["alice"], "gyges cup show 7")) == "no_such_contest_number"
    assert refused(town.answer(people["alice"], "gyges cup")) == "contest_not_open_yet"
    assert refused(town.answer(people["alice"], "gyges season leave")) == "not_entered"


def test_users_and_ratings_say_who_keeps_appointments(town: Town, begun: list[Mail]) -> None:
    (_, address), *_ = boards(of(begun, ALICE)).items()
    give_up(town, ALICE, address)
    users = only(town.write(ALICE, "users"))
    kept = {row["userid"]: row["kept"] for row in users.facts["rows"]}
    assert kept["alice"] == {"played": 0, "over": 1}
    rating = only(town.write(ALICE, "ratings alice"))
    assert rating.facts["kept"] == {"played": 0, "over": 1}
    assert [each["place"] for each in rating.facts["contests"]] == [0]


def test_a_vacation_says_what_counts_in_contests(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    eve = town.sign_up("eve@example.org")
    planned = {
        welcome.to: of(town.answer(welcome, "vacation tomorrow 2 weeks"), welcome.to)
        for welcome in (people["alice"], eve)
    }
    assert planned[ALICE].facts["in_contests"] == 7
    assert planned["eve@example.org"].facts["in_contests"] == 0
    assert only(town.answer(people["alice"], "vacation show")).facts["in_contests"] == 7


def test_everything_stored_about_contests_is_in_the_data(town: Town, begun: list[Mail]) -> None:
    (sent, *_) = town.write(ALICE, f"data alice {PASSWORD}")
    assert "Cup 1 of Gyges, running" in sent.text


def out_of_it(town: Town, people: dict[str, Mail], boards: int) -> Mail:
    """The mail to alice that she is out, because she has given up too many of her three games."""
    own = [row["board"] for row in shown(town, people)["own"]]
    for board in own[:boards]:
        town.write(ALICE, f"gyges resign {board} alice {PASSWORD}")
    town.serve_contests()
    return of([mail for mail in town.new_mails() if mail.facts.get("news") == "out"], ALICE)


def test_who_is_out_is_told_why_and_what_is_given_up(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    out = out_of_it(town, people, boards=2)
    assert "You lost two games of Cup 1 of Gyges on time or without play" in out.text
    assert "Your other games there are given up." in out.text


def test_who_has_no_other_games_is_not_told_that_they_are_given_up(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    out = out_of_it(town, people, boards=3)
    assert "You lost two games of Cup 1 of Gyges" in out.text
    assert "given up" not in out.text


def test_who_leaves_is_told_what_their_games_count_for(
    town: Town, begun: list[Mail], people: dict[str, Mail]
) -> None:
    question = only(town.answer(people["alice"], "gyges cup leave"))
    told = of([mail for mail in town.answer(question, "yes") if "out" in mail.news], ALICE)
    assert "You have left Cup 1 of Gyges." in told.text
    assert "stay rated" not in told.text


def test_a_game_without_play_shows_no_board_and_offers_no_rematch(
    town: Town, begun: list[Mail]
) -> None:
    (_, address), *_ = boards(of(begun, ALICE)).items()
    over = [mail for mail in give_up(town, ALICE, address) if mail.kind == MailKind.BOARD]
    assert len(over) == 2
    for mail in over:
        assert "won without play" in mail.subject
        assert "rematch" not in mail.text
        assert "+---+" not in mail.text


def test_a_pool_is_listed_with_how_many_it_needs(town: Town, people: dict[str, Mail]) -> None:
    town.answer(people["alice"], "gyges cup join")
    town.answer(people["alice"], "gyges season join")
    listed = only(town.answer(people["bob"], "contests"))
    assert [row["players"] for row in listed.facts["rows"]] == ["1/4"]
