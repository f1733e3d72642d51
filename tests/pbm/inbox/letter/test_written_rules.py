"""A size, a rule set or a time limit in plain words behind the opponent, and whose userid stands
before it.
"""

from __future__ import annotations

from pbm.base.values import replace
from pbm.inbox.line.line import Context
from tests.combinations import for_each
from tests.pbm.inbox.letter.lines import ACCOUNT, PLAIN, claimed, misread, read
from tests.pbm.town import BOB, Town, refused

BOBS = replace(PLAIN, writer="bob")


@for_each("context", [PLAIN, ACCOUNT, BOBS])
@for_each(
    ("line", "rules"),
    [
        ("hex challenge alice 5", "5"),
        ("hex challenge alice -5", "5"),
        ("hex challenge alice 5x5", "5"),
        ("hex challenge alice 5×5", "5"),
        ("hex challenge 5x5 alice", "5"),
        ("hex challenge alice plateau 5x5", "5"),
        ("hex challenge alice on a 5x5 board", "5"),
        ("hex challenge alice 11-noswap", "11-noswap"),
        ("hex challenge alice 7", "7"),
        ("breakthrough challenge alice 7", "7x7"),
        ("clobber challenge alice 5x6", "5x6"),
        ("gyges challenge alice Modern", "modern"),
    ],
)
def test_a_size_or_a_rule_set_behind_the_opponent_is_the_option(
    line: str, rules: str, context: Context
) -> None:
    call = read(line, context)
    assert claimed(call) is None
    assert (call.args.text, call.args.options) == ("alice", {"rules": rules})


@for_each(("line", "rules"), [("hex seek 5x5", "5"), ("hex seek 2 5-noswap", "5-noswap")])
def test_a_seek_takes_them_too(line: str, rules: str) -> None:
    assert read(line).args.options == {"rules": rules}


@for_each("context", [PLAIN, ACCOUNT, BOBS])
@for_each(
    ("words", "options"),
    [
        (", 3 days per move", {"forfeittime": "3d"}),
        (" 3d", {"forfeittime": "3d"}),
        (" two weeks/move", {"forfeittime": "14d"}),
        (", a week per move please", {"forfeittime": "7d"}),
        (" 36 hours a move on a 5x5 board", {"forfeittime": "36h", "rules": "5"}),
        (" 60 days in total", {"totaltime": "60d"}),
        (", 3 Tage pro Zug", {"forfeittime": "3d"}),
        (", insgesamt 60 Tage", {"totaltime": "60d"}),
        (" avec trois jours par coup", {"forfeittime": "3d"}),
        (", 3 giorni per mossa", {"forfeittime": "3d"}),
        (" met 3 dagen per zet", {"forfeittime": "3d"}),
    ],
)
def test_a_time_behind_the_opponent_is_the_limit(
    words: str, options: dict[str, str], context: Context
) -> None:
    call = read(f"hex challenge alice{words}", context)
    assert claimed(call) is None
    assert (call.args.text, call.args.options) == ("alice", options)


def test_a_seek_takes_a_time_limit_beside_a_number_of_games() -> None:
    call = read("hex seek 2 games, 3 days per move")
    assert (call.args.words, call.args.options) == ({"n": "2"}, {"forfeittime": "3d"})


def test_a_number_alone_is_how_many_games_a_seek_offers() -> None:
    call = read("hex seek 5")
    assert (call.args.words, call.args.options) == ({"n": "5"}, {})


@for_each("context", [PLAIN, ACCOUNT, BOBS])
@for_each(
    ("line", "rules"),
    [
        ("breakthrough challenge alice standard bob", {}),
        ("hex challenge alice 11-noswap bob", {}),
        ("hex challenge alice secret99 bob 5", {"rules": "5"}),
        ("hex challenge alice 24-hours bob 3 days", {"forfeittime": "3d"}),
    ],
)
def test_a_password_before_the_opponent_is_none(
    line: str, rules: dict[str, str], context: Context
) -> None:
    call = read(line, context)
    assert call.args.claim is not None
    assert call.args.claim.userid == "alice"
    assert call.args.claim.password
    assert (call.args.text, call.args.options) == ("bob", rules)


@for_each("line", ["hex challenge alice petit", "hex challenge alice petit plateau"])
def test_the_only_userid_is_an_opponent_if_it_is_not_the_writers(line: str) -> None:
    assert claimed(read(line, BOBS)) is None


def test_a_word_like_a_password_behind_the_opponent_is_not_repeated() -> None:
    assert "secret99" in misread("hex challenge alice secret99", BOBS).secrets


def test_the_size_of_a_board_is_a_value_of_the_option_too(town_with_players: Town) -> None:
    (asked,) = town_with_players.write(BOB, subject="hex challenge alice -rules=5x5")
    town_with_players.answer(asked, "yes\n")
    assert town_with_players.match().spec == "hex/5"


def test_a_size_that_there_is_not_is_refused_and_frightens_nobody(town_with_players: Town) -> None:
    mails = town_with_players.write(BOB, subject="hex challenge alice 7")
    assert refused(mails) == "unknown_rules"
