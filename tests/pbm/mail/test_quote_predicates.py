"""Tests each predicate of ``pbm.mail.quotes`` with lines for which it is true, and false."""

from __future__ import annotations

from pbm.mail.quotes import MAX_ATTRIBUTION, MAX_SENT_FROM, MAX_UNADDRESSED, WRAP_COLUMN, own_text
from tests.combinations import for_each

OWN, QUOTED = "13x14=44", "62x53=36"


def own(*lines: str) -> list[str]:
    return [line for line in own_text(lines, "example.org").lines if line]


def ends_own_text(*lines: str) -> bool:
    """Whether the writer's text ends at these lines."""
    found = own(OWN, *lines, QUOTED)
    assert found in ([OWN], [OWN, *lines, QUOTED]), found
    return found == [OWN]


@for_each(
    ("line", "expected"),
    [
        # A date, a time and a name need no verb: it may be on the next line, or unknown to us.
        ("On Mon, 7 Dec 2026 at 18:00, Alice Smith", True),
        ("Le 07/12/2026 18h05, Alice", True),
        ("Am 7. Dezember 2026 um 18:00 Uhr Alice", True),
        ("2026-12-07 18:00 GMT+01:00 Alice:", True),
        # An address is enough in place of time and name.
        ("On Mon, 7 Dec 2026, alice@example.net", True),
        # No name.
        ("On Mon, 7 Dec 2026 at 18:00", False),
        ("On Mon, 7 Dec 2026 at 18:00 PM UTC", False),
        ("Am 7. Dezember 2026 um 18:00 Uhr", False),
        # No time.
        ("On Mon, 7 Dec 2026 I am away", False),
        # No date.
        ("On Monday at 18:00 I am away", False),
        # Too far to the right to be part of an attribution.
        (f"On {'x' * MAX_ATTRIBUTION} 7 Dec 2026 at 18:00, Alice", False),
        (f"On 7 Dec 2026{' ' * MAX_ATTRIBUTION}at 18:00, Alice", False),
    ],
)
def test_a_line_with_date_time_and_name_is_an_attribution(line: str, expected: bool) -> None:
    assert ends_own_text(line) is expected


@for_each(
    ("lines", "expected"),
    [
        (["On Monday, Alice Smith wrote:"], True),
        (["On Monday, Alice Smith", "wrote:"], True),
        (["On Monday, Alice Smith", "<alice@example.net>", "wrote:"], True),
        (["Alice Smith <alice@example.net>:"], True),
        (["alice@example.net wrote:"], True),
        (["Alice Smith <alice@example.net>", "wrote on Monday:"], True),
        (["Alice Smith <", "alice@example.net> wrote:"], True),
        # No verb, no address.
        (["On Monday, it will rain:"], False),
        # No colon.
        (["On Monday, Alice Smith wrote"], False),
        # A name alone.
        (["Alice Smith wrote:"], True),
        # No opening word and no address, and no name alone.
        (["She wrote:"], False),
        (["As Alice wrote:"], False),
        # The address does not end the line, and there is no verb.
        (["Ask alice@example.net about it:"], False),
        # Too long.
        ([f"On Monday, {'x' * MAX_ATTRIBUTION} wrote:"], False),
    ],
)
def test_an_attribution_needs_a_name_a_verb_and_a_colon(lines: list[str], expected: bool) -> None:
    assert ends_own_text(*lines) is expected


UNADDRESSED = "Alice wrote on 7 Dec 2026 at 18:00:"


@for_each(
    ("lines", "expected"),
    [
        ([UNADDRESSED], True),
        (["-- Alice wrote (2026-12-07 18:00): --"], True),
        (["Alice wrote on", "7 Dec 2026", "at 18:00:"], True),
        (["7 Dec 2026 18:00 Alice", "wrote:"], True),
        ([UNADDRESSED.rjust(MAX_UNADDRESSED, "x")], True),
        # No verb.
        (["Alice on 7 Dec 2026 at 18:00:"], False),
        # No time: 7.12 may be one, but not at the beginning of a date.
        (["Alice wrote on 7 Dec 2026:"], False),
        (["Alice wrote on 7.12.2026:"], False),
        # No date. Numbers with dashes may be a move.
        (["Alice wrote at 18:00:"], False),
        (["Alice wrote 13-14-24 at 18:00:"], False),
        # No colon.
        (["Alice wrote on 7 Dec 2026 at 18:00"], False),
        # Too long, or on too many lines.
        ([UNADDRESSED.rjust(MAX_UNADDRESSED + 1, "x")], False),
        (["Alice wrote", "on", "7 Dec 2026", "at 18:00:"], False),
    ],
)
def test_an_attribution_without_address_needs_a_verb_a_date_and_a_time(
    lines: list[str], expected: bool
) -> None:
    assert ends_own_text(*lines) is expected


@for_each("above", ["well played", "As I wrote", "Until 7.12.2026", "As I wrote:"])
def test_a_line_above_an_attribution_without_address_stays_own(above: str) -> None:
    assert own(above, UNADDRESSED, QUOTED) == [above]
    assert own(above, "Alice wrote on", "7 Dec 2026 at 18:00:", QUOTED) == [above]


def test_a_line_that_begins_with_an_address_in_brackets_continues_the_attribution() -> None:
    assert ends_own_text("Alice @Smith", "<alice@example.net> wrote:")
    assert own("Thanks @Alice", "Smith <alice@example.net> wrote:", QUOTED) == ["Thanks @Alice"]


def test_an_attribution_has_at_most_three_lines() -> None:
    assert ends_own_text("On Monday", "Alice", "Smith wrote:")
    assert own(OWN, "On Monday", "Alice", "Mary", "and others wrote:") == [
        OWN,
        *("On Monday", "Alice", "Mary", "and others wrote:"),
    ]


@for_each(
    ("line", "expected"),
    [
        ("To: pbm@example.org", True),
        ("An : pbm+abc.d=e_f@example.org", True),
        ("pbm@example.org", False),
        ("To: pbm@example.com", False),
        ("Dear pbm@example.org,", False),
    ],
)
def test_our_own_address_behind_a_label_ends_the_own_text(line: str, expected: bool) -> None:
    assert ends_own_text(line) is expected


@for_each(
    ("lines", "expected"),
    [
        (["From: Alice", "Sent: Monday"], True),
        (["From: Alice", "", "Sent: Monday"], True),
        (["Subject: a game", "Date: 7 December 2026", "To: Bob"], True),
        (["Subject: a game", "Date: Monday, 18:00", "To: Bob"], True),
        (["Subject: a game", "Date: today", "To: Bob <bob@example.org>"], True),
        (["*From:* Alice", "*To:* Bob"], True),
        # What people write, too: no author, address, date or time.
        (["Subject: a game", "Date: today", "To: Bob"], False),
        (["Datum: morgen", "Betreff: Kuchen", "An: alle"], False),
        # Two labels, neither of them for the author.
        (["Subject: a game", "Date: today"], False),
        (["From: here on it is easy"], False),
        (["From: Alice", "Von: Alice"], False),
        # Too far apart.
        (["From: Alice", "a", "b", "c", "d", "e", "Sent: Monday"], False),
    ],
)
def test_labels_of_different_kinds_are_a_header_block(lines: list[str], expected: bool) -> None:
    assert ends_own_text(*lines) is expected


@for_each(
    ("line", "expected"),
    [
        ("Sent from my phone", True),
        ("- Sent from my phone", True),
        ("Von meinem Telefon gesendet", True),
        ("Von meinem Telefon gesendet!", True),
        ("I was sent from pillar to post", False),
        ("from my phone I cannot see the board well", False),
        ("Auf dem Handy", False),
        ("Dal mio telefono non vedo niente", False),
        ("Sent from " + "x" * (MAX_SENT_FROM - len("Sent from ")), True),
        ("Sent from " + "x" * (MAX_SENT_FROM + 1 - len("Sent from ")), False),
        ("x" * MAX_SENT_FROM + " gesendet", False),
    ],
)
def test_a_short_line_that_a_telephone_adds_ends_the_own_text(line: str, expected: bool) -> None:
    assert ends_own_text(line) is expected


def test_a_line_that_a_telephone_adds_at_the_top_ends_nothing() -> None:
    assert own("Sent from my phone", OWN) == [OWN]


WIDE = "> " + "x" * (WRAP_COLUMN - 2 - len(OWN))
"""A line that, with a blank and the move after it, is one column wider than ``WRAP_COLUMN``."""


@for_each(
    ("lines", "expected"),
    [
        ([WIDE, OWN, "> more"], False),
        ([WIDE, f"{OWN} and more", "> more"], False),
        ([WIDE, OWN, "", "> more"], False),
        # The first word would have fitted on the line above.
        ([WIDE[:-1], OWN, "> more"], True),
        # The quote does not continue below.
        ([WIDE, OWN, "and more"], True),
        ([WIDE, OWN], True),
        # The line above is no quote. The first line has none above it, whatever the last line is.
        (["x" * WRAP_COLUMN, OWN, "> more"], True),
        ([OWN, "> more", WIDE], True),
        ([WIDE, "", OWN, "> more"], True),
    ],
)
def test_the_wrapped_rest_of_a_quoted_line_is_quoted(lines: list[str], expected: bool) -> None:
    assert (OWN in own(*lines) or f"{OWN} and more" in own(*lines)) is expected


@for_each(
    ("line", "expected"),
    [
        (f"> {QUOTED}", True),
        (f">{QUOTED}", True),
        (f"| {QUOTED}", True),
        ("|", True),
        (f"&gt; {QUOTED}", True),
        (f"al> {QUOTED}", True),
        (f"|{QUOTED}", False),
        (f"al>{QUOTED}", False),
        (f"somebodyelse> {QUOTED}", False),
        (f"a > {QUOTED}", False),
    ],
)
def test_a_line_with_a_quote_mark_is_quoted(line: str, expected: bool) -> None:
    assert (own(OWN, line, "well played") == [OWN, "well played"]) is expected


@for_each(
    ("line", "expected"),
    [
        ("--", True),
        ("__", True),
        ("—", True),
        ("-", False),
        ("_", False),
        ("-- bob", False),
        ("-----Original Message-----", True),
        ("Original Message", True),
        ("The original message", False),
        ("[gyges 17] ply 8: your move, bob", True),
        ("[gyges 17]", False),
        ("  7. alice (South)        13-14-24x35=33", True),
        ("7. alice", False),
        ("+---+---+", True),
        ("+---+ is the board", False),
    ],
)
def test_single_lines_that_end_the_own_text(line: str, expected: bool) -> None:
    assert ends_own_text(line) is expected


def test_text_below_an_attribution_with_a_marked_quote_is_own() -> None:
    assert own("On Monday, Alice wrote:", f"> {QUOTED}", OWN) == [OWN]
    assert own("On Monday, Alice wrote:", "", f"&gt; {QUOTED}", OWN) == [OWN]
    assert own("On Monday, Alice wrote:", QUOTED, f"> {QUOTED}", OWN) == []
