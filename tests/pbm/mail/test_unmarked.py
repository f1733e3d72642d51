"""Signatures that no line ``-- `` precedes are not taken for what their writer says."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

import pytest

from pbm.mail.letter import Envelope
from pbm.mail.quotes import OwnText
from pbm.mail.read import read
from pbm.mail.unmarked import without_signature
from tests.combinations import for_each

NAMES = ["Margaret Hollis ACCA", "Fenwick & Hollis Accountants"]
PHONE = "T: 01223 555 0142"


def left(lines: Sequence[str], marked: Sequence[str] = (), author: str = "") -> list[str]:
    own = OwnText(tuple(lines), tuple(range(len(lines))), 0)
    found = without_signature(own, marked, author)
    written = sum(map(bool, lines))
    assert found.ignored == written - sum(map(bool, found.lines))
    assert [lines[at] for at in found.places] == list(found.lines)
    return list(found.lines)


@for_each(
    "phone",
    [
        PHONE,
        "Tel. 01223 312213",
        "Phone (01223) 555-0142",
        "Mobile: +31 6 12345678",
        "Tél. : 06 12 34 56 78",
        "Handy 0171/2345678",
        "+44 (0)1223 555 0142",
        "06 12 34 56 78",
        "(01223) 555 0142 ext. 12",
    ],
)
def test_a_paragraph_with_a_phone_number_is_a_signature(phone: str) -> None:
    assert left(["13-33", "", *NAMES, phone, "www.fenwick.example"]) == ["13-33"]


@for_each(
    "line",
    [
        "13-33",
        "231123",
        "34-44-43; 43-53-N",
        "m: 13-33-35",
        "1*x65=54",
        "B1-A2",
        "phone me at 9",
        "2026-11-23",
        "see you on 12.12.2026",
        "a tel is no number: 312213",
    ],
)
def test_no_move_or_sentence_is_a_phone_number(line: str) -> None:
    lines = ["Hello Bob,", "", line]
    assert left(lines) == lines


def test_lines_above_the_number_stay_if_there_is_no_other_paragraph() -> None:
    lines = ["Yes I'd love to play", "", "Any day"]
    assert left([*lines, PHONE]) == lines
    assert left([*NAMES, PHONE]) == NAMES


def test_a_command_of_one_word_above_the_number_stays() -> None:
    assert left(["Hi Bob", "", "accept", PHONE]) == ["Hi Bob", "", "accept"]


def test_paragraphs_below_a_signature_stay() -> None:
    assert left(["Hello", "", *NAMES, PHONE, "", "13-33"]) == ["Hello", "", "", "13-33"]


def test_a_sentence_below_the_number_stays() -> None:
    ours = "Reply to this mail with the one word yes."
    assert left(["yes", "", PHONE, "London", ours]) == ["yes", "", ours]


def test_a_letter_that_is_nothing_but_a_number_stays() -> None:
    assert left([PHONE]) == [PHONE]
    assert left(["", PHONE]) == ["", PHONE]


def test_what_html_marks_as_signature_is_dropped_from_the_end() -> None:
    assert left(["13-33", "", "Margaret", "ACCA"], ["Margaret", "", " ACCA "]) == ["13-33"]


def test_what_html_marks_stays_elsewhere() -> None:
    assert left(["Margaret", "13-33"], ["Margaret"]) == ["Margaret", "13-33"]
    assert left(["accept"], ["accept"]) == ["accept"]


@pytest.mark.parametrize(
    "mark",
    [
        '<div id="Signature" class="elementToProof">%s</div>',
        '<div id="ms-outlook-mobile-signature">%s</div>',
        '<div class="gmail_signature" dir="ltr">%s</div>',
        '<div id="AppleMailSignature">%s</div>',
        "<signature>%s</signature>",
    ],
)
@pytest.mark.parametrize("alone", [False, True], ids=["beside a text", "HTML alone"])
def test_the_signature_of_a_mail_program_is_no_part_of_the_letter(
    mark: str, *, alone: bool
) -> None:
    mail = EmailMessage()
    mail["From"], mail["Date"] = "alice@example.org", "Mon, 23 Nov 2026 12:00:00 +0000"
    html = f"<div>accept</div><div><br></div>{mark % '<p>Alice Smith</p><p>Smith Ltd</p>'}"
    quoted = '<hr><div id="divRplyFwdMsg">From: pbm</div><div id="x_Signature">resign</div>'
    if alone:
        mail.set_content(html + quoted, subtype="html")
    else:
        mail.set_content("accept\n\nAlice Smith\nSmith Ltd\n")
        mail.add_alternative(html + quoted, subtype="html")
    letter = read(
        Envelope("alice@example.org", ("pbm@pbm.example",), mail.as_bytes(), "127.0.0.1"),
        domain="pbm.example",
    )
    assert letter.lines == ("accept",)


CONTACT = [
    *("Jana Krüger", "Buchhaltung", "Bäckerei Müller GmbH & Co. KG", "Lange Straße 12"),
    *("04109 Leipzig", "Telefon 0341/123456", "Fax: 0341/123457", "Mobil: 0171 2345678"),
    *("E-Mail: jana@baeckerei.example", "www.baeckerei.example"),
]
FAREWELLS = [
    *("Mit freundlichen Grüßen", "Viele liebe Grüße,", "Beste Gruesse", "MfG", "lg", "Gruß"),
    *("Kind regards,", "With best wishes", "Yours sincerely,", "All the best", "Cheers"),
    *(
        "Cordialement,",
        "Bien à toi",
        "Meilleures salutations",
        "Cordiali saluti,",
        "Distinti saluti",
    ),
    *("Con i migliori saluti", "Met vriendelijke groet,", "Hartelijke groeten", "Mvg"),
]


def spaced(lines: Sequence[str]) -> list[str]:
    """The lines as in Outlook's text part: an empty one below each."""
    return [part for line in lines for part in (line, "")]


@pytest.mark.parametrize("farewell", FAREWELLS)
@pytest.mark.parametrize(
    "below",
    [
        ["Jana"],
        ["Jana Krüger", "Bäckerei Müller"],
        ["", *CONTACT],
        ["", *spaced(CONTACT)],
        ["Jana Krüger | Bäckerei Müller | Tel. 0341/123456"],
        ["Margaret Hollis", "Head of sales", "12 Mill Lane", "Cambridge CB1 2AB", CONTACT[-1]],
    ],
    ids=["name", "firm", "block", "double-spaced", "row", "title"],
)
def test_a_farewell_with_names_and_addresses_below_is_a_signature(
    farewell: str, below: list[str]
) -> None:
    assert left(["13-33 good luck", "", farewell, *below]) == ["13-33 good luck"]


@for_each("line", ["LG Jana", "Best, Bob", "Cordiali saluti, Marco Rossi", "Regards"])
def test_a_farewell_in_one_line_is_a_signature(line: str) -> None:
    assert left(["13-33", "", line]) == ["13-33"]


@for_each(
    "postscript",
    ["PS: see you on Sunday", "P.S. Bis Sonntag", "Bis Sonntag!", "Do you still play?"],
)
def test_words_below_a_signature_stay(postscript: str) -> None:
    for farewell in (["Best wishes", "Bob"], ["", *spaced(["Best wishes", *CONTACT])]):
        found = left(["13-33", *farewell, "", postscript])
        assert [line for line in found if line] == ["13-33", postscript]


@pytest.mark.parametrize("signed", [CONTACT, ["Bob"], []])
@pytest.mark.parametrize(
    "small",
    [
        [
            "This e-mail is confidential. If you are not the person that it was",
            "sent to, drop it.",
        ],
        ["If you have received this message in error please delete it and notify us."],
    ],
)
def test_legal_small_print_below_a_farewell_is_part_of_the_signature(
    signed: list[str], small: list[str]
) -> None:
    assert left(["13-33", "Regards", *signed, "", *small]) == ["13-33"]


def test_pleas_for_the_environment_are_about_printing_or_stand_below_an_address() -> None:
    plea, printing = "Please consider the environment before you", "print this e-mail."
    other = f"{plea} drive to the tournament."
    assert left(["13-33", "Regards", *CONTACT, "", other]) == ["13-33"]
    assert left(["13-33", "Regards", "Bob", "", f"{plea} {printing}"]) == ["13-33"]
    assert left(["13-33", "Regards", "Bob", "", other])[-1] == other


def test_numbers_in_a_row_may_have_an_initial_before_them() -> None:
    row = "T +44 20 7946 0133 | M +44 7700 900 163 | www.firm.example"
    names = ["Alice", "", "Alice Smith ACA | Senior Associate", "Smith Hale & Partners LLP"]
    assert left(["13-33", "", "Best,", *names, row, "23 Great Street, London"]) == ["13-33"]


@for_each(
    "lines",
    [
        ["Hi", "Best wishes", "resign"],
        ["Hi", "LG", "Resign"],
        ["Hi", "LG", "13-33"],
        ["Hi", "Best wishes", "C3 D4"],
        ["Hi", "Best wishes", "Bob", "I take 13-33"],
        ["Hi", "Viele Grüße", "Schönes Wochenende"],
        ["Hi", "Best wishes", "You can see my garden at www.garden.example"],
        ["Hi", "Viele Grüße aus Leipzig", "Jana"],
        ["Hi", "Grüße an deine Frau"],
        ["Best move ever"],
        ["Cheers", "", "13-33"],
        ["Cheers, Bob"],
    ],
)
def test_commands_moves_and_sentences_are_no_signature(lines: list[str]) -> None:
    assert left(lines) == lines


def test_a_farewell_beside_other_words_stays_and_the_block_below_it_goes() -> None:
    assert left(["13-33", "Thanks and best regards", *CONTACT]) == [
        "13-33",
        "Thanks and best regards",
    ]


def test_nothing_stays_of_a_letter_that_is_nothing_but_a_signature() -> None:
    assert left(["Mit freundlichen Grüßen", "", *CONTACT]) == []
    assert left(["Kind regards, Bob"]) == []


def test_lines_around_a_number_are_a_signature_if_an_empty_line_follows_each() -> None:
    assert left(spaced(["13-33", *CONTACT])) == ["13-33"]
    assert left(spaced(["Accept", PHONE])) == ["Accept"]


@for_each("name", ["bob", "bob smith", "J.", "BS", "Bob"])
def test_a_name_of_the_author_may_be_in_lower_case(name: str) -> None:
    lines = ["13-33", "", "Best wishes", name]
    assert left(lines, author="Bob Smith <bob@example.org>") == ["13-33"]


@pytest.mark.parametrize("name", ["resign", "bob resign", "RESIGN"])
def test_another_word_in_lower_case_is_no_name(name: str) -> None:
    lines = ["13-33", "", "Best wishes", name]
    assert left(lines, author="Bob Smith <bob@example.org>") == lines


@for_each(
    "block",
    [
        ["Marie DUPONT", "Responsable comptable", "12 rue de la Paix", "75002 Paris", CONTACT[-1]],
        ["i. A. Jana Krüger", "- Buchhaltung -", "Geschäftsführer: Hans Müller"],
        ["Jana Krüger", "Müller GmbH", "Amtsgericht Leipzig, HRB 12345", "USt-IdNr. DE123456789"],
        ["Dott. Marco Rossi", "via Garibaldi 12", "20121 Milano (MI)", "cell. 335 1234567"],
    ],
)
def test_titles_streets_and_registers_are_part_of_a_signature(block: list[str]) -> None:
    assert left(["13-33", "", "Kind regards,", "", *block]) == ["13-33"]


@pytest.mark.parametrize(
    "street",
    [
        "Unit 13-16, Harbour Estate, Hull HU1 3AB",
        "Industriestr. 12-16, 35390 Gießen",
        "12-14 Mill Lane, Ludlow",
    ],
)
def test_streets_with_a_range_of_numbers_stand_above_an_address(street: str) -> None:
    assert left(["13-33", "", "Kind regards,", "Peter Ash", street, "T: +44 1482 132333"]) == [
        "13-33"
    ]


@pytest.mark.parametrize("line", ["Play 13-33, Bob", "Take 13-33", "I take 13-33, Bob, Ludlow"])
def test_moves_above_an_address_are_no_street(line: str) -> None:
    assert line in left(["Hi", "Best wishes", line, "T: +44 1482 132333"])


@for_each(
    "block",
    [
        ["Alice Smith", "12 High Street", "London SW1A 2AA"],
        ["Alice Smith", "12 High Street", "London"],
        ["Grandma Alice", "221 Elm Ave.", "Springfield, IL 62701"],
        ["Alice Schmidt", "Hauptstr. 12", "10115 Berlin"],
        ["Alice Schmidt", "Lange Strasse 12a", "D-10115 Berlin"],
        ["Alice Dupont", "12, rue de la Paix", "75002 Paris"],
        ["Alice Dupont", "3 bis, chemin des Prés", "75002 Paris"],
        ["Alice Jansen", "Dorpsstraat 12", "1234 AB Utrecht"],
        ["Alice Rossi", "Via Roma 12", "00184 Roma (RM)"],
        ["Alice Rossi", "alice@example.org"],
        ["Alice Smith, 12 High Street, London"],
    ],
)
@for_each("above", ["How is your garden?", "It rains here, too"])
def test_an_address_without_a_farewell_is_a_signature(above: str, block: list[str]) -> None:
    text = [above, "I go 16-35", ""]
    assert left([*text, *block], author="alice@example.org") == text[:2]
    assert left([*text[:2], *block], author="Alice <a@example.org>") == text[:2]


@for_each(
    "lines",
    [
        ["Alice Smith", "12 High Street"],
        ["Accept", "", "Thank you!"],
        ["16-35", "", "Good luck!"],
        ["16-35", "", "We live in", "12 High Street"],
        ["Hello", "", "Gyges 12", "16-35"],
        ["16-35", "", "3 1 2 2 1 3"],
        ["16-35", "", "Carol wins"],
    ],
)
def test_other_last_lines_are_no_address(lines: list[str]) -> None:
    assert left(lines, author="alice@example.org") == lines


def test_a_name_apart_from_the_text_may_be_longer_than_that_of_the_author() -> None:
    assert left(["16-35", "", "Grandma Alice"], author="alice@example.org") == ["16-35"]
    assert left(["Alice accepts", "Alice"], author="bob@example.org") == ["Alice accepts", "Alice"]


def test_the_name_above_a_phone_number_goes_with_it() -> None:
    block = ["Alice Smith", "Tel 01223 555 0142", "12 High Street", "Cambridge CB2 1TN"]
    assert left(["16-35", *block], author="alice@example.org") == ["16-35"]


@for_each(
    "line",
    [
        "This email and any attachments are confidential and intended solely for the addressee.",
        "Diese E-Mail ist vertraulich und nur für den Empfänger bestimmt, bitte löschen Sie sie.",
        "Ce message est confidentiel et destiné exclusivement à la personne ci-dessus.",
        "Deze e-mail is vertrouwelijk en alleen bestemd voor de geadresseerde persoon.",
        "Questo messaggio è riservato ed è destinato esclusivamente al destinatario.",
    ],
)
def test_small_print_in_a_paragraph_of_its_own_goes_without_a_farewell(line: str) -> None:
    assert left(["16-35", "", line, "Delete it."]) == ["16-35"]
    assert left([line]) == [line]
    assert left(["16-35", line]) == ["16-35", line]


def test_a_writer_may_call_their_words_confidential() -> None:
    line = "Confidential: do not tell grandma that I am going to win this one"
    assert left(["16-35", "", line]) == ["16-35", "", line]
