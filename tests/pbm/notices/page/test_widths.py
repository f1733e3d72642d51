"""The places where lines of a page may be broken."""

from __future__ import annotations

from datetime import date

from pbm.core.languages import languages
from pbm.notices.dates import numeric_date
from pbm.notices.page.layout import Moves
from pbm.notices.page.tables import table_of
from pbm.notices.page.widths import breakable, fitted, hard, paired, soft
from tests.combinations import for_each

KEPT = '<span style="white-space:nowrap">{}</span>'


@for_each("word", ["2026-11-23", "-random", "(-random)", "13-14-24x35=33", "owl-1"])
def test_a_short_word_with_hyphens_is_not_broken(word: str) -> None:
    assert breakable(f"on {word} and") == f"on {KEPT.format(word)} and"


def test_in_a_cell_a_long_word_may_be_broken_at_its_hyphens() -> None:
    date, name = "2026-11-23", "a23456789-b23456789c"
    assert breakable(f"{date} {name}", whole=12) == f"{KEPT.format(date)} {name}"
    assert breakable("<-a-long-option", whole=12) == "&lt;-a-long-option"


def test_a_row_that_goes_on_in_a_second_line_is_no_head_of_a_table() -> None:
    table = table_of(["a1xa2  from a1, capture the piece on a2; a1a2 and", "       a1-a2 do, too"])
    assert table is not None
    assert (table.head, len(table.rows)) == ([], 1)
    assert len(fitted(table).gaps) == 2


@for_each("text", ["a move", "-", "on - off", "--", "x <y>"])
def test_other_words_stay(text: str) -> None:
    assert "span" not in breakable(text)


def test_a_long_word_may_be_broken_and_a_token_may_not() -> None:
    assert breakable("a-" * 30).count("<wbr>") == 2
    assert breakable("x" * 26) == "x" * 26


def test_a_short_last_word_and_a_sign_that_is_explained_do_not_begin_a_line() -> None:
    assert breakable("You play each other on gyges 4, gyges 5.").endswith("gyges\u00a05.")
    assert (
        breakable("both of you get the board, and a move is just a reply to\nit.")[-6:]
        == "to\u00a0it."
    )
    assert ".\u00a0not over" in breakable("0 lost, . not over, x does not count, blank: not paired")


def test_a_label_that_fits_a_line_stays_whole() -> None:
    label = "Jouer à DVONN contre alice"
    assert " " not in hard(label, plain=True)
    assert " " in hard(label), "a button is wider"


def test_a_long_label_is_broken_between_its_words_only() -> None:
    assert hard("Take offer 1 of DVONN (alice, -random -unrated)").count("-") == 0
    assert hard("Play DVONN against a23456789-b23456789c").endswith(" a23456789\u2011b23456789c")


def test_french_marks_do_not_begin_a_line_of_a_quote() -> None:
    assert soft("Vous jouez ? « Oui »") == "Vous jouez\u00a0? «\u00a0Oui\u00a0»"
    assert soft("a :-) b") == "a :-) b"


def test_a_figure_and_a_word_beside_it_are_further_apart_than_results() -> None:
    table = table_of(["Player  Games  Since", "alice      20  2026-11-20", "bob         1  never"])
    assert table is not None
    _, figure, _ = fitted(table).gaps
    results = table_of(["Player  1  2  Points", "alice   #  +     1.0", "bob     -  #     0.0"])
    assert results is not None
    assert fitted(results).gaps[1] < figure


def test_short_names_beside_values_get_no_more_than_their_width() -> None:
    table = table_of(["Seek    2", "Games   1"])
    assert table is not None
    assert 0 < fitted(table).label < 100
    assert table.figures == [False, False]


@for_each("language", languages())
def test_dates_are_no_figures_in_any_language(language: str) -> None:
    day = numeric_date(date(2026, 12, 7).isoformat(), language)
    table = table_of(["Player  Games  Last game", f"alice      20  {day}", f"bob         1  {day}"])
    assert table is not None
    assert [*table.figures] == [False, True, False]


def test_long_moves_of_a_record_are_below_each_other() -> None:
    short, long = ("1", "16-35"), ("2", "13-14-24x35=33-43-44-45")
    assert paired(Moves([[short, short]])) == [[short, short]]
    assert paired(Moves([[short, long], [long]])) == [[short], [long], [long]]


def test_the_columns_of_games_are_side_by_side_or_all_below() -> None:
    text = (
        "Player                Boards  Last move   dvonn  gyges  Player since\n"
        "alice                      2  2026-11-20  1512?  1500?  2026-11-20\n"
        "bob                        1  2026-11-20  1488?  1500?  2026-11-20\n"
    )
    table = table_of(text.splitlines())
    assert table is not None
    assert table.head[fitted(table).beside :][:2] == ["dvonn", "gyges"]
