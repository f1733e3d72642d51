"""The layout of texts."""

from __future__ import annotations

from pbm.notices.page.layout import Block, Item, Items, Kind, Lines, Moves, blocks_of
from pbm.notices.page.tables import Table
from tests.combinations import for_each

LONG = "word " * 14 + "word"
BOARD = ["+---+---+", "| 1 | 2 |", "+---+---+", "|   | 3 |", "+---+---+"]


@for_each(
    ("text", "blocks"),
    [
        ("", []),
        (f"{LONG}\nsentence", [Lines(Kind.PROSE, [f"{LONG}\nsentence"])]),
        (f"{LONG}\n3. Row 1", [Lines(Kind.PROSE, [f"{LONG}\n3. Row 1"])]),
        ("short\nlines", [Lines(Kind.PROSE, ["short", "lines"])]),
        ("one\n\ntwo", [Lines(Kind.PROSE, ["one"]), Lines(Kind.PROSE, ["two"])]),
        (
            "like\n    13-14\nor",
            [
                Lines(Kind.PROSE, ["like"]),
                Lines(Kind.INDENTED, ["13-14"]),
                Lines(Kind.PROSE, ["or"]),
            ],
        ),
        ("Title\n=====\nwords", [Lines(Kind.HEADING, ["Title"]), Lines(Kind.PROSE, ["words"])]),
        (
            " 1. whoami\n==========\n\nx",
            [Lines(Kind.HEADING, ["1. whoami"]), Lines(Kind.PROSE, ["x"])],
        ),
        (
            "-----\n[gyges 6] news\n\nx",
            [Lines(Kind.RULE), Lines(Kind.HEADING, ["[gyges 6] news"]), Lines(Kind.PROSE, ["x"])],
        ),
        ("A BOARD\n\nx", [Lines(Kind.HEADING, ["A BOARD"]), Lines(Kind.PROSE, ["x"])]),
        (
            "bob writes:\n| Hi.\n|\n| Bye.",
            [Lines(Kind.PROSE, ["bob writes:"]), Lines(Kind.QUOTE, ["Hi.", "", "Bye."])],
        ),
        (
            "\n".join(f" {line}" for line in BOARD),
            [Lines(Kind.VERBATIM, [f" {line}" for line in BOARD])],
        ),
        ("x\n-- \npbm\n", [Lines(Kind.PROSE, ["x"]), Lines(Kind.SIGNATURE, ["pbm"])]),
    ],
)
def test_the_blocks_of_a_text(text: str, blocks: list[Block]) -> None:
    assert blocks_of(text) == blocks


def test_a_move_has_its_player_the_move_and_its_words() -> None:
    text = "  7. alice (South)        13-14\n     single 13 goes to 14\n  8. bob (North) to-move\n"
    told: list[Block] = [Lines(Kind.PROSE, ["single 13 goes to 14"])]
    moves = [Item("7.", "alice (South)", "13-14", told), Item("8.", "bob (North)", "to-move", [])]
    assert blocks_of(text) == [Items(moves)]


def test_sentences_below_a_move_are_not_joined() -> None:
    told = ["you have 30 days left for all moves together", "a23456789-b23456789c has 30 days left"]
    text = "  1. alice (South)        your move\n" + "".join(f"     {line}\n" for line in told)
    (items,) = blocks_of(text)
    assert isinstance(items, Items)
    assert items.items[0].rest == [Lines(Kind.PROSE, told)]


def test_a_userid_that_begins_a_sentence_does_not_go_on() -> None:
    told = [
        "by Fri 25 Dec 05:20 (America/Argentina/ComodRivadavia), 2 days left",
        "you have 30 days left for all moves together",
        "a23456789-b23456789c has 30 days left for all moves together",
    ]
    (block,) = blocks_of("".join(f"    {line}\n" for line in told))
    assert block == Lines(Kind.INDENTED, told)


def test_a_rule_is_one_item_however_it_is_folded() -> None:
    rule = (
        "G10t  A ring that lands on another one of\n      its size stops there.\n\n      It waits."
    )
    (items,) = blocks_of(rule)
    assert isinstance(items, Items)
    (item,) = items.items
    assert item.mark == "G10t"
    assert item.rest == [
        Lines(Kind.PROSE, ["A ring that lands on another one of", "its size stops there."]),
        Lines(Kind.PROSE, ["It waits."]),
    ]


def test_indented_lines_without_a_mark_are_not_joined() -> None:
    lines = [
        "it lands on the white single on C2, which makes a stack of 2 (rule D5)",
        "every stack",
    ]
    (block,) = blocks_of("".join(f"    {line}\n" for line in lines))
    assert block == Lines(Kind.INDENTED, lines)


def test_an_indented_paragraph_belongs_to_the_name_above_it() -> None:
    text = (
        "A cup\n"
        "    begins as soon as four players have entered: everyone against\n"
        "    everyone, all three games at once. With -both you play each opponent\n"
        "    twice, in six games.\n"
    )
    (items,) = blocks_of(text)
    assert isinstance(items, Items)
    (item,) = items.items
    assert item.first == "A cup"
    (below,) = item.rest
    assert isinstance(below, Lines)
    assert (below.kind, len(below.lines)) == (Kind.PROSE, 1)


def test_a_sentence_above_an_indented_paragraph_is_not_its_name() -> None:
    lines = ["begins as soon as four players have entered: everyone against", "everyone,"] * 2
    text = "This is a cup:\n" + "".join(f"    {line}\n" for line in lines)
    first, *_ = blocks_of(text)
    assert first == Lines(Kind.PROSE, ["This is a cup:"])


def test_a_line_that_ends_before_a_command_goes_on() -> None:
    text = (
        '"set board turned" draws boards with your own side below,\n'
        '"set board straight" as they are.'
    )
    assert blocks_of(text) == [Lines(Kind.PROSE, [text])]


def test_a_command_and_its_help_are_an_item() -> None:
    text = "  help [TOPIC]\n      Explain something.\n  list\n      Show boards."
    first = Item("", "help [TOPIC]", "", [Lines(Kind.PROSE, ["Explain something."])])
    assert blocks_of(text) == [
        Items([first, Item("", "list", "", [Lines(Kind.PROSE, ["Show boards."])])])
    ]


def test_a_table_with_a_head_and_figures() -> None:
    text = "Player   Games  Rating\nalice        3   1500?\nbob          0       -\n"
    rows = [["alice", "3", "1500?"], ["bob", "0", "-"]]
    assert blocks_of(text) == [Table(["Player", "Games", "Rating"], rows, [False, True, True])]


def test_a_cell_that_is_wider_than_its_column_moves_only_the_rest_of_its_row() -> None:
    text = (
        "Board  Game           First, second  Plies  State\n"
        "    1  gyges/classic  alice, bob         0  alice to move\n"
        "    2  dvonn/standard  alice, owl-1       0  alice to move\n"
    )
    (table,) = blocks_of(text)
    assert isinstance(table, Table)
    assert table.head == ["Board", "Game", "First, second", "Plies", "State"]
    assert table.rows[1] == ["2", "dvonn/standard", "alice, owl-1", "0", "alice to move"]
    assert table.figures == [True, False, False, True, False]


def test_a_last_cell_below_its_row_belongs_to_that_row() -> None:
    text = (
        "Seek  Player  Since       Options\n"
        "   1  alice   2026-11-20\n"
        "        -first=taker -random\n"
        "   2  bob     2026-11-21  -unrated\n"
    )
    (table,) = blocks_of(text)
    assert isinstance(table, Table)
    assert table.head == ["Seek", "Player", "Since", "Options"]
    assert [row[-1] for row in table.rows] == ["-first=taker -random", "-unrated"]


def test_words_and_explanations_are_a_table_without_a_head() -> None:
    text = "    Game     Gyges\n    South    alice, who moves first\n             and last\n"
    rows = [["Game", "Gyges"], ["South", "alice, who moves first and last"]]
    assert blocks_of(text) == [Table([], rows, [False, False])]


def test_a_list_of_words_need_not_be_aligned() -> None:
    text = "    24-34        from 24 to 34\n    34-44-43; 43-53-N  two moves\n"
    (table,) = blocks_of(text)
    assert isinstance(table, Table)
    assert table.rows[1] == ["34-44-43; 43-53-N", "two moves"]


def test_the_moves_of_a_record_keep_their_columns() -> None:
    (moves,) = blocks_of("1 231123         2 321123\n3 16-35          4 61-53\n5 15-24")
    assert moves == Moves(
        [[("1", "231123"), ("2", "321123")], [("3", "16-35"), ("4", "61-53")], [("5", "15-24")]]
    )
