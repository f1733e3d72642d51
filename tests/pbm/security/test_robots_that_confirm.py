"""Questions wait for a person's yes; no automatic answer is taken for one."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from pbm.core.languages import languages
from pbm.inbox.line.included import own_part
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.line.questions import INVITATION, PROPOSAL, TO_CONFIRM
from pbm.inbox.line.reading import read_commands
from pbm.mail.body.html_text import read_html
from pbm.mail.letter import Envelope
from pbm.mail.read import read
from pbm.notices.kinds import MailKind
from tests.combinations import contained, few_fast, for_each, in_all_tests
from tests.pbm.inbox.letter.lines import DVONN, GYGES
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, BOB, DOMAIN, PASSWORD, SOUTH, Mail, Town, kinds, of, only

AUTOMATIC = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-replied (vacation)"},
    {"Precedence": "auto_reply"},
    {"X_Autoreply": "yes"},
    {"X_Autorespond": "Re: yes"},
]
RELAYED = [
    {"Precedence": "bulk"},
    {"Precedence": "Junk"},
    {"List_Id": "<players.example.org>"},
    {"List_Unsubscribe": "<mailto:leave@example.org>"},
]
"""Headers of relays, which old responders set, too."""
REPLIES = [
    "Yes, I am on holiday until Monday.",
    "Yes! We have received your mail.",
    "yes we got it",
    "Thank you for your mail. Yes, a person will read it.",
    "Please answer yes",
    "> yes",
    "| yes",
    "Oui, je suis absent.",
    "Ja, ich bin im Urlaub.",
    "Yes please reply to this mail",
    "-- \nyes",
    "On Friday, pbm wrote:\nyes",
    "no\nyes or no?",
    "",
]


@pytest.fixture
def question(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> Mail:
    return only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))


@for_each("headers", AUTOMATIC)
def test_a_program_that_declares_itself_confirms_nothing(
    town_with_game: Town, question: Mail, headers: dict[str, str]
) -> None:
    assert town_with_game.write(ALICE, "yes", to=question.reply_to, **headers) == []
    assert town_with_game.match().plies == 0


@for_each("headers", RELAYED)
def test_a_letter_with_headers_of_a_relay_confirms_nothing_and_its_writer_is_told_once_a_day(
    town_with_game: Town, question: Mail, headers: dict[str, str]
) -> None:
    told = only(town_with_game.write(ALICE, "yes", to=question.reply_to, **headers))
    assert (told.kind, bool(told.facts["relayed"])) == ("no_command", True)
    assert town_with_game.write(ALICE, "yes", to=question.reply_to, **headers) == []
    assert town_with_game.match().plies == 0
    assert town_with_game.answer(question, "yes")


def test_a_null_sender_confirms_nothing(town_with_game: Town, question: Mail) -> None:
    raw = f"From: {ALICE}\r\nMessage-ID: <r@x>\r\n\r\nyes\r\n".encode()
    assert town_with_game.post("", raw, question.reply_to) == []
    assert town_with_game.match().plies == 0


@for_each("text", REPLIES)
def test_the_usual_words_of_automatic_replies_are_no_yes(
    town_with_game: Town, question: Mail, text: str
) -> None:
    before = goods(town_with_game)
    town_with_game.answer(question, text)
    assert goods(town_with_game) == before


RECEIPTS = [
    *("Ok, noted.", "Hi,\nyes we got it.\n\n--\nSupport", "Yes, your request has been received."),
    *("Ok, notiert.", "Ja, Ihre Nachricht ist eingegangen.", "Ok, zur Kenntnis genommen."),
    *("D'accord, c'est noté.", "Oui, nous avons bien reçu votre demande."),
    *("Va bene, preso nota.", "Sì, la sua richiesta è stata accettata."),
    *("Ok, genoteerd.", "Ja, we hebben uw bericht ontvangen."),
]
ABSENCES = [
    *("I am out of the office until Monday.", "Automatic reply: I have no access to my mail."),
    *("Ich bin bis zum 3. Dezember nicht im Büro.", "Sono fuori ufficio fino al 3 dicembre."),
    *("Je suis absent du bureau jusqu'au 3 décembre.", "Ik ben afwezig tot 3 december."),
]


@pytest.fixture
def invitation(town_with_players: Town) -> Mail:
    return of(town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob"), BOB)


@for_each("text", RECEIPTS)
def test_who_tells_that_a_mail_came_in_accepts_no_invitation(
    town_with_players: Town, invitation: Mail, text: str
) -> None:
    before = goods(town_with_players)
    town_with_players.answer(invitation, text)
    assert goods(town_with_players) == before


@for_each(
    "text", ["Ok, let's play!", "D'accord, j'ai bien reçu ton invitation. Je joue.", "Ja, gern!"]
)
def test_a_person_accepts_an_invitation(
    town_with_players: Town, invitation: Mail, text: str
) -> None:
    town_with_players.answer(invitation, text)
    assert town_with_players.match().running


@for_each("text", ABSENCES)
def test_no_program_of_somebody_who_is_away_answers_a_message_of_a_player(
    town_with_players: Town, text: str
) -> None:
    written = town_with_players.write(ALICE, "Hello!", subject=f"message alice {PASSWORD} bob")
    assert {each.to for each in town_with_players.answer(of(written, BOB), text)} <= {BOB}


# Letters of programs in words alone


def _letters(language: str) -> Sequence[str]:
    """The letters of ``robots.toml`` in a language."""
    path = Path(__file__).with_name("robots.toml")
    return tomllib.loads(path.read_text("utf-8"))[language]  # type: ignore[no-any-return]


def _invited(town: Town) -> Mail:
    asked = of(town.write(BOB, "gyges challenge alice"), BOB)
    return of(town.answer(asked, "yes"), ALICE)


def _asked(town: Town) -> Mail:
    return only(town.write(ALICE, f"gyges move 1 {SOUTH}"))


ANSWERED = (_invited, _asked)


@for_each("language", languages())
def test_no_letter_of_a_program_answers_or_confirms_anything(
    town_with_game: Town, board_mails: tuple[Mail, Mail], language: str
) -> None:
    for text, ask in zip(_letters(language), cycle(ANSWERED)):
        with town_with_game.rehearsing():
            _does_nothing(town_with_game, ask(town_with_game), text)


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_no_letter_of_a_program_answers_anything_anywhere(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], language: str
) -> None:
    town = town_with_game
    asked = [_invited(town), only(town.write(ALICE, "gyges resign 1")), *placed_mails]
    asked += [of(town.answer(placed_mails[1], "propose draw"), ALICE)]
    for text in _letters(language):
        for mail in asked:
            with town.rehearsing():
                _does_nothing(town, mail, text)


@for_each("language", languages())
def test_no_letter_of_a_program_is_answered_if_its_headers_tell_so(
    town_with_game: Town, question: Mail, language: str
) -> None:
    for text, headers in zip(_letters(language), cycle(AUTOMATIC)):
        assert town_with_game.write(ALICE, text, to=question.reply_to, **headers) == [], text


def _does_nothing(town: Town, mail: Mail, text: str) -> None:
    before = goods(town)
    town.answer(mail, text)
    assert goods(town) == before, text


@for_each("text", ["Yes.\n\nNo problem.", "ja\n\nGrüße", "Yes, confirmed.", "yes\n\nalice"])
def test_a_person_confirms_in_more_words(town_with_game: Town, question: Mail, text: str) -> None:
    town_with_game.answer(question, text)
    assert town_with_game.match().plies == 1


@for_each("subject", ["yes", "Yes", "Re: yes", "Automatic reply: yes", "multiple"])
def test_no_subject_is_a_yes(town_with_game: Town, question: Mail, subject: str) -> None:
    before = goods(town_with_game)
    town_with_game.answer(question, "I am away.", subject=subject)
    town_with_game.answer(question, "", subject=subject)
    assert goods(town_with_game) == before


def test_a_program_that_sends_the_question_back_does_not_answer_it(
    town_with_game: Town, question: Mail
) -> None:
    before = goods(town_with_game)
    quoted = "".join(f"> {line}\n" for line in question.text.splitlines())
    said = f"{question.text}\nyes\n"
    for body in (quoted, f"I am away.\n\n{quoted}", f"From: pbm\nTo: alice\nSubject: x\n\n{said}"):
        town_with_game.answer(question, body)
        assert goods(town_with_game) == before


def test_a_vacation_responder_does_not_confirm_a_signup(town: Town) -> None:
    question = only(town.write("victim@example.org", subject="signup victim"))
    town.write("victim@example.org", "Yes, I am away.", to=question.reply_to)
    town.write("victim@example.org", "yes", to=question.reply_to, Auto_Submitted="auto-replied")
    with town.app.store.reading() as tx:
        assert tx.players.list() == []


def test_a_person_confirms(town_with_game: Town, question: Mail) -> None:
    town_with_game.answer(question, "Yes.")
    assert town_with_game.match().plies == 1


# Programs that include our mail and mark none of its lines


def tabbed(text: str) -> str:
    return textwrap.indent(text, "\t")


def below_words(text: str) -> str:
    return f"Your message was:\n\n{text}"


def as_ticket(text: str) -> str:
    return f"##- Please type your reply above this line -##\n[Request received]\n\n{text}"


def rewrapped(column: int, text: str) -> str:
    folded = (textwrap.wrap(line, column) or [""] for line in text.splitlines())
    return "\n".join(line for lines in folded for line in lines)


def in_paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(each.split()) for each in text.split("\n\n"))


def with_odd_marks(text: str) -> str:
    return textwrap.indent(text, "  : ", lambda _: True)


INCLUDED: dict[str, Callable[[str], str]] = {
    "plain": str,
    "tabbed": tabbed,
    "below words": below_words,
    "as a ticket": as_ticket,
    "in paragraphs": in_paragraphs,
    "odd marks": with_odd_marks,
    **{f"wrapped at {column}": partial(rewrapped, column) for column in (76, 72, 65)},
}
BEFORE = [
    "I am on holiday until Monday.",
    "Ich bin bis Montag im Urlaub.\n\nMit freundlichen Grüßen",
    "Hello,\n\nwe have received your mail.\n\nok",
    "OK",
    "yes",
]


@pytest.fixture
def questions(town: Town) -> list[Mail]:
    """The questions that others cause to a victim: a signup, and bob's second address."""
    welcome = town.sign_up(BOB)
    asked = town.write("victim@example.org", subject="signup victim")
    asked += town.answer(town.answer(welcome, "add address victim@example.org")[0], "yes")
    return [mail for mail in asked if mail.to == "victim@example.org"]


@pytest.mark.parametrize(("how", "before"), few_fast(INCLUDED, BEFORE))
def test_no_program_that_includes_the_question_answers_it(
    town: Town, questions: list[Mail], how: str, before: str
) -> None:
    assert kinds(questions) == ["signup", "address"]
    state = goods(town)
    for question in questions:
        town.answer(question, f"{before}\n\n{INCLUDED[how](question.text)}")
        town.write(question.to, f"{before}\n\n{INCLUDED[how](question.text)}")
    assert goods(town) == state


@pytest.mark.parametrize("text", ["I am away.\n\nok", "I am away.\nyes", "Hello,\nI am away.\nja"])
def test_a_yes_below_other_words_does_not_count(
    town: Town, questions: list[Mail], text: str
) -> None:
    state = goods(town)
    for question, name in zip(questions, ("Ann", "Zoe"), strict=True):
        assert kinds(town.answer(question, f"{name} here\n{text}")) == ["no_command"]
        town.answer(question, text.replace("ok", f"confirm {question.token}"))
    assert goods(town) == state


@for_each("greeting", ["Hi,", "Hello pbm!", "Dear server,", "Guten Tag,", "Bonjour"])
def test_a_yes_below_a_greeting_counts(town: Town, questions: list[Mail], greeting: str) -> None:
    assert kinds(town.answer(questions[0], f"{greeting}\n\nyes\n\nCarol")) == ["welcome"]


def test_an_answer_that_includes_the_question_is_asked_again_with_the_reason(
    town: Town, questions: list[Mail]
) -> None:
    again = only(town.answer(questions[0], f"yes\n\n{questions[0].text}"))
    assert again.kind == "no_command"
    assert again.facts["included"]
    assert kinds(town.answer(again, "yes")) == ["welcome"]


@pytest.mark.parametrize(("how", "before"), few_fast(INCLUDED, BEFORE))
def test_nothing_on_a_board_is_done_by_a_program_that_includes_its_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail], how: str, before: str
) -> None:
    invited = of(
        town_with_game.answer(town_with_game.write(ALICE, "gyges challenge bob")[0], "yes"), BOB
    )
    asked = [
        invited,
        of(town_with_game.answer(board_mails[0], "propose draw"), BOB),
        board_mails[0],
    ]
    state = goods(town_with_game)
    for mail in asked:
        town_with_game.answer(mail, f"{before}\n\n{INCLUDED[how](mail.text)}")
    assert goods(town_with_game) == state


def test_a_move_above_an_included_mail_is_played_and_nothing_of_it_passed_on(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    told = town_with_game.answer(
        board_mails[0], f"{SOUTH}\n\nGood luck!\n\n{tabbed(board_mails[0].text)}"
    )
    assert town_with_game.match().plies == 1
    assert "| Good luck!" in of(told, BOB).text
    assert "first line" not in "".join(
        line for line in of(told, BOB).text.splitlines() if line.startswith("|")
    )


ENGLISH, *OTHERS = languages()


@pytest.fixture(
    scope="module",
    params=[contained("kinds"), *in_all_tests(["all", *OTHERS])],
)
def mails(request: pytest.FixtureRequest) -> Sequence[Mail]:
    """All mails in English, or the longest mail of each kind in English or another language."""
    if request.param == "all":
        return every_mail()
    mails = every_mail(ENGLISH if request.param == "kinds" else request.param)
    kinds = {mail.kind for mail in mails}
    return [max((each for each in mails if each.kind == kind), key=_length) for kind in kinds]


def _length(mail: Mail) -> int:
    return len(mail.text)


CONTEXTS = [
    replace(context, question=question, is_player=lambda word: word in ("alice", "bob"))
    for context in (GYGES, DVONN)
    for question in (TO_CONFIRM, INVITATION, PROPOSAL)
]


HEAD = f"From: {ALICE}\nContent-Type: text/plain; charset=utf-8\n"


def obeyed(text: str) -> list[str]:
    """Return the lines that would execute a command if an automatic reply included this text."""
    raw = f"{HEAD}\nI am on holiday until Monday.\n\n{text}"
    own = own_part(read(Envelope(ALICE, (), raw.encode()), domain=DOMAIN))
    found = [each for context in CONTEXTS for each in read_commands(own, context).lines]
    calls = [each for each in found if isinstance(each, Call)]
    return [each.line for each in calls if not (is_form(each) or is_slip(each))]


# Programs that turn the HTML version of our mail into text


def text_of(page: str, cell: str, link: str = "{label}") -> str:
    """The visible text. cell: the beginning of each table cell. link: the format of links."""
    return "\n".join(filter(None, map(str.strip, _shown(etree.HTML(page), cell, link).split("\n"))))


def _shown(element: Any, cell: str, link: str) -> str:
    if element.tag is etree.Comment or element.tag == "head":
        return ""
    inner = element.text or ""
    if element.tag != "pre":
        inner = " ".join(inner.split("\n"))
    for each in element:
        inner += _shown(each, cell, link) + " ".join((each.tail or "").split("\n"))
    if element.tag == "a":
        return link.format(label=inner, url=element.get("href"))
    if element.tag == "img":
        return str(element.get("alt"))
    if element.tag in ("td", "th"):
        return cell + inner
    return inner if element.tag in ("b", "span") else f"\n{inner}\n"


TURNED_INTO_TEXT: dict[str, Callable[[str], str]] = {
    "as we read it": lambda page: "\n".join(read_html(page).lines),
    "cells as lines": partial(text_of, cell="\n"),
    "cells with tabs": partial(text_of, cell="\t"),
    "links as Markdown": partial(text_of, cell="\n", link="[{label}]({url})"),
    "links in lines of their own": partial(text_of, cell=" ", link="{label}\n<{url}>\n"),
    "wrapped at 72": lambda page: rewrapped(72, text_of(page, "\n")),
}


@pytest.mark.slow
def test_no_line_of_any_page_is_obeyed_where_it_is_included_as_text(mails: Sequence[Mail]) -> None:
    pages = {each.html for each in mails if each.message.get_body(["html"]) is not None}
    assert len(pages) > len(MailKind) / 2
    for page in pages:
        for how, turned in TURNED_INTO_TEXT.items():
            assert obeyed(turned(page)) == [], (how, page)


def is_form(call: Call) -> bool:
    """Whether the line is a usage line as in help, with placeholders instead of values."""
    return call.line == call.command.usage_for(call.game)


def is_slip(call: Call) -> bool:
    """Whether the line is refused as an unreadable move, such as a row of numbers of a table."""
    return call.command.name == MOVE and not call.bare


@pytest.mark.slow
def test_no_line_of_any_mail_is_obeyed_where_the_mail_is_included(mails: Sequence[Mail]) -> None:
    for mail in {each.text: each for each in mails}.values():
        for how, include in INCLUDED.items():
            assert obeyed(include(mail.text)) == [], (how, mail.text)


@pytest.mark.parametrize("mails", [contained("kinds")], indirect=True)
def test_no_line_of_a_mail_of_any_kind_is_obeyed_where_it_is_included(
    mails: Sequence[Mail],
) -> None:
    """The mail of each kind is included in one of the ways, by turns: a slow test above includes
    every mail in every way.
    """
    for mail, how in zip(mails, cycle(INCLUDED), strict=False):
        assert obeyed(INCLUDED[how](mail.text)) == [], (how, mail.text)


def test_no_line_of_any_mail_is_by_itself_an_answer(mails: Sequence[Mail]) -> None:
    questions = {context.question for context in CONTEXTS}
    for line in {line for mail in mails for line in mail.text.splitlines()}:
        assert not any(question.command_for(line) for question in questions), line
