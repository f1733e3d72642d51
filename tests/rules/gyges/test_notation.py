"""All forms in which moves can be written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.errors import IllegalMove, NotationError
from pbm.rules.gyges.route import Route
from pbm.rules.gyges.state import Move, Placement
from tests.combinations import for_each
from tests.patience import within_patience
from tests.rules.gyges.drawn import CLASSIC, GAMES, drawn, play

START = CLASSIC.start()
PLACED = play(START, "231123", "321123")
# The sample game of the pbmserv help after ply 6, South to move.
SAMPLE = play(PLACED, "16-35", "61-53", "15-24", "66x65=21")
BOUNCING = drawn(
    """
    . . . . . .
    3 . . . . .
    . . 1 . 1 .
    1 . 2 3 . 3
    3 . 2 2 . 1
    . . . . 2 .
    """,
    "n",
)


def parsed(state: object, text: str) -> object:
    assert CLASSIC.reads(text)
    return CLASSIC.parse(state, text)  # type: ignore[arg-type]


@for_each(
    "text",
    ["231123", "2,3,1,1,2,3", "2 3 1 1 2 3", "2, 3, 1, 1, 2, 3", " 231 123 ", "２３１１２３"],
)
def test_every_spelling_of_a_placement_is_read(text: str) -> None:
    assert parsed(START, text) == Placement((2, 3, 1, 1, 2, 3))


@for_each(
    "text",
    [
        "13x14=44",
        "13X14=44",
        "13×14=44",
        " 13 x 14 = 44 ",
        "13\u00a0x\u00a014\u00a0=\u00a044",
        "１３x１４=４４",
        "c1xd1=d4",
        "C1XD1=D4",
        "c1x14=d4",
        "13-14=44",
    ],
)
def test_every_spelling_of_a_relocation_is_read(text: str) -> None:
    assert parsed(PLACED, text) == Move(13, 14, 44)


@for_each("dash", list("-\uff0d‐‑‒–—―−"))
def test_every_dash_is_read(dash: str) -> None:
    assert parsed(BOUNCING, dash.join("51 43 33 31 21 S".split())) == Move(51, 0)


@for_each(
    "text",
    [
        "51-43-33-31-21-S",
        "51-43-33-31-21-s",
        "51-43-33-31-21-(11-12-)S",
        "51-43-33-31-21-(11-12)-S",
        "51-43-33-31-21(-11-12-)S",
        "51-43-33-31-21-(11)-S",
        "51-(41-)43-33-31-21-S",
        "51 - 43 - 33 - 31 - 21 - ( 11 - 12 - ) S",
        "a5-c4-c3-a3-a2-(a1-b1-)S",
        "51-S",
        "a5-s",
    ],
)
def test_every_spelling_of_bounces_and_ways_is_read(text: str) -> None:
    assert parsed(BOUNCING, text) == Move(51, 0)


def test_ways_between_dashes_are_read_as_in_source_004() -> None:
    state = CLASSIC.decode("....../....../....../....../....../...3.. s")
    assert parsed(state, "d1-(d2-d3)-d4") == Move(14, 44)


@pytest.mark.parametrize("text", ["13-35=33", "13x35=33", "13-14-24x35=33"])
def test_the_short_form_is_read_as_the_same_move(text: str) -> None:
    assert parsed(SAMPLE, text) == Move(13, 35, 33)


def test_the_short_form_is_formatted_with_all_landings() -> None:
    assert CLASSIC.format(BOUNCING, CLASSIC.parse(BOUNCING, "51-S")).count("-") > 1


def test_two_routes_with_the_same_effect_are_one_move() -> None:
    routes = ("13-14-24x35=33", "13-12-24x35=33")
    assert len({CLASSIC.parse(SAMPLE, text) for text in routes}) == 1
    assert len({CLASSIC.format(SAMPLE, CLASSIC.parse(SAMPLE, text)) for text in routes}) == 1


def test_without_the_written_text_a_shortest_route_is_formatted() -> None:
    square = CLASSIC.decode("....../....../..11../..11../.2..../...... s")
    square = CLASSIC.decode("....../....../....../..11../..11../.2.... s")
    assert CLASSIC.format(square, CLASSIC.parse(square, "12-23-33-34-24-23-22")).startswith("12-")
    assert len(CLASSIC.format(square, Move(12, 22))) < len("12-23-33-34-24-23-22")


@for_each(
    ("text", "rule"),
    [
        ("16-(15)-35", "G4"),
        ("16-(26-36)-35", None),
        ("16-(36-26)-35", "G3"),
        ("16-(26-25)-35", None),
        ("16-(25-26)-35", "G3"),
        ("16-(25)-35", None),
        ("16-(46)-35", "G3"),
    ],
)
def test_a_way_in_parentheses_must_be_possible(text: str, rule: str | None) -> None:
    if rule is None:
        assert parsed(PLACED, text) == Move(16, 35)
        return
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.parse(PLACED, text)
    assert refusal.value.rule == rule


def test_written_bounces_must_be_possible_even_if_others_are() -> None:
    assert parsed(SAMPLE, "13x35=33")
    with pytest.raises(IllegalMove):
        CLASSIC.parse(SAMPLE, "13-14x35=33")


@for_each(
    ("text", "code"),
    [
        ("13x14", "relocation_unfinished"),
        ("13x14-24", "relocation_not_last"),
        ("13x14x24=44", "relocation_not_last"),
        ("13", "unreadable_move"),
        ("1314", "unreadable_move"),
        ("13-17", "unknown_slot"),
        ("13-(04)-14", "unreadable_move"),
        ("13-14x21=70", "unknown_slot"),
        ("71-72", "unreadable_move"),
        ("13-14=N", "unreadable_move"),
        ("13-(14", "unreadable_move"),
        ("13-()14", "unreadable_move"),
        ("N-13", "unreadable_move"),
        ("231124", "wrong_sizes"),
        ("2 3 1 1 2 0", "wrong_sizes"),
        ("23112", "unreadable_move"),
        ("2311231", "unreadable_move"),
        ("34-44-43; 43-53-N", "unreadable_move"),
        ("", "unreadable_move"),
    ],
)
def test_unreadable_text_and_illegal_moves_are_different_errors(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        CLASSIC.parse(PLACED, text)
    assert refusal.value.phrase.code == code


@pytest.mark.parametrize(
    ("ruleset", "text", "row"),
    [("classic", "16-17", "11 12 13 14 15 16"), ("towers", "f2-g2", "a2 b2 c2 d2 e2 f2")],
)
def test_the_refusal_of_an_unknown_slot_explains_the_names_of_slots(
    ruleset: str, text: str, row: str
) -> None:
    with pytest.raises(NotationError) as refusal:
        GAMES[ruleset].parse(PLACED, text)
    assert refusal.value.phrase.facts["row"] == row


@for_each(
    "text",
    [
        *("12x12", "14x15", "13x14-24", "13x14x24=44"),
        *("33-33", "22-11-22", "33-(34)-33", "33x33=34", "c3-33", "33-34-44-43-33"),
    ],
)
@for_each("ruleset", ["classic", "modern", "simple", "kang"])
def test_text_that_is_legal_on_no_board_does_not_read_as_a_move(ruleset: str, text: str) -> None:
    assert not GAMES[ruleset].reads(text)


@for_each("text", ["c3-c3", "c3xd3", "c3-d3-c3", "c3xc3=d3"])
def test_text_that_is_legal_on_no_board_of_towers_does_not_read_as_a_move(text: str) -> None:
    assert not GAMES["towers"].reads(text)


@given(st.text(alphabet="123456cnsx=-*() ", max_size=20))
@pytest.mark.parametrize("ruleset", GAMES)
def test_an_illegal_move_reads_as_a_move_unless_it_ends_where_it_began(
    ruleset: str, text: str
) -> None:
    game = GAMES[ruleset]
    try:
        claimed = game.notation.read(text)
    except NotationError:
        assert not game.reads(text)
    else:
        leads_back = isinstance(claimed, Route) and claimed.origin == claimed.destination
        assert game.reads(text) is not leads_back


def test_parsing_takes_linear_time() -> None:
    """In quadratic time, these spaces would take an hour."""
    with within_patience("parsing does not take linear time"):
        for text in ("13-14" + " " * 1_000_000 + "x", " " * 1_000_000 + "-", "1 " * 500_000):
            assert not any(game.reads(text) for game in GAMES.values())


@for_each(
    "text", ["see you on the 13th", "13", "N", "abc", "a1", "pass", "resign", "1-0", "12:30", "x"]
)
def test_ordinary_text_does_not_read_as_a_move(text: str) -> None:
    assert not CLASSIC.reads(text)


@for_each("text", ["13-" * 500 + "14", "13-14-" * 5000 + "13", "(" * 5000, "1 " * 5000])
def test_long_nonsense_is_refused(text: str) -> None:
    with pytest.raises((IllegalMove, NotationError)):
        CLASSIC.parse(PLACED, text)


def test_every_formatted_move_can_be_parsed() -> None:
    for state in (PLACED, SAMPLE, BOUNCING):
        for move in CLASSIC.legal_moves(state):
            assert parsed(state, CLASSIC.format(state, move)) == move


def test_moves_that_were_not_parsed_are_checked_too() -> None:
    for move in (Move(99, 14), Move(13, 99), Move(13, 14, -5), Move(0, 14), Move(13, 14, 70)):
        with pytest.raises(IllegalMove):
            CLASSIC.apply(PLACED, move)


def test_only_legal_moves_are_formatted_and_described() -> None:
    for ask in (CLASSIC.format, CLASSIC.describe):
        with pytest.raises(IllegalMove):
            ask(PLACED, Move(13, 44))
