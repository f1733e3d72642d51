"""What a player only cites is not done: words in quotation marks, or behind "you wrote"."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import EmailMessage
from email.policy import SMTP
from itertools import islice
from random import Random

import pytest

from pbm.mail.correspondence import LetterStatus
from tests.combinations import contained, for_each, in_all_tests
from tests.pbm.security.attack import goods
from tests.pbm.security.cited import (
    Cited,
    answered,
    cited,
    deeds,
    does,
    each_manner,
    languages,
    places,
)
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, kinds, of

AT_A_TURN = [
    'You wrote: "draw?"',
    "you wrote: draw?",
    'You wrote:\n"take that back"',
    '"take that back" you said, hm.',
    'Your words: "undo please". I do not like that.',
    "Haha, 'undo please', good one.",
    'Thanks. "16-35"',
    "Du hast geschrieben: \N{DOUBLE LOW-9 QUOTATION MARK}remis\N{LEFT DOUBLE QUOTATION MARK}",
    "Du schriebst: nimm zur\xfcck",
    "Danke!\n\N{DOUBLE LOW-9 QUOTATION MARK}16-35\N{LEFT DOUBLE QUOTATION MARK}\nWas meinst du?",
    "Tu as \xe9crit : 16-35",
    "Tu as \xe9crit\xa0: \xab\xa0nulle ?\xa0\xbb",
    "\xab 16-35 \xbb : tu es s\xe9rieux ?",
    "Hai scritto: \xabpatta?\xbb",
    "Je schreef: remise?",
    "bob: undo please",
    "[10:00] bob: draw?",
    "bob wrote:\nresign",
    "Bob a \xe9crit :\n\nresign",
    "bob schreef:\n16-35",
    "Thanks.\n\nbob wrote:\nset mail text",
    "Thanks.\n\n\xbb draw?\n\xbb resign",
    *(
        "bob wrote\nresign",
        "resign\n(you said)",
        "[bob, 10:00]\nhm\nresign",
        "bob wrote:\nhm\nresign",
    ),
    *("Subject: draw?", "Remis : [gyges 1] \xe0 toi", "```\nresign\n```", "16-35 (bob)"),
    "bob wrote:\nresign alice",
]
OFFERED = [
    *('Thanks. "yes"', '"I accept", you said', "bob wrote: agreed", "bob: no", 'You wrote: "no"'),
    *("Tu as \xe9crit : oui", "bob schreef:\n\nja", "Hai scritto:\naccept"),
]
OWN = [
    *('"16-35"\nGood luck!', "Mon coup : 16-35", "Voici\xa0: 16-35", "Vorschlag: remis?"),
    *("my reply: 16-35 cheers", "My move: 16-35", "[16-35]", "** 16-35 **", "- 16-35"),
    *("Hi bob,\nhere is my move:\n16-35", "Bob,\n\n16-35", "16-35\n-- alice", "*draw?*"),
    *("Hi bob: draw?", "Oops: undo please", "\u201cdraw?\u201d", "16-35\nYou wrote well."),
]


@for_each("text", AT_A_TURN)
def test_no_cited_words_are_done(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    before = goods(town_with_game)
    town_with_game.answer(placed_mails[0], text)
    assert goods(town_with_game) == before


@for_each("text", OFFERED)
def test_cited_words_answer_no_offer(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    offered = of(town_with_game.answer(placed_mails[1], "propose draw"), ALICE)
    invited = of(town_with_game.write(BOB, "gyges challenge alice"), BOB)
    invited = of(town_with_game.answer(invited, "yes"), ALICE)
    before = goods(town_with_game)
    for mail in (offered, invited):
        town_with_game.answer(mail, text)
        assert goods(town_with_game) == before, mail.subject


@for_each("text", OWN)
def test_words_of_the_writer_are_done(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    before = goods(town_with_game)
    town_with_game.answer(placed_mails[0], text)
    assert goods(town_with_game) != before


@for_each(
    "text", [":\nresign", "  - draw?", " : \n16-35", "()\nresign", "--\n-\nresign", "[]\n16-35"]
)
def test_signs_alone_introduce_nothing(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    town_with_game.answer(placed_mails[0], text)
    assert town_with_game.last_letter().status is LetterStatus.DONE


def test_a_cited_command_is_asked_about(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    told = town_with_game.answer(placed_mails[0], "bob wrote:\nresign")
    assert kinds(told) == ["confirm"]


def test_a_help_desks_subject_is_no_command(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    before = goods(town_with_game)
    told = town_with_game.answer(placed_mails[0], "", subject="[Ticket#4711] resign")
    assert goods(town_with_game) == before
    assert kinds(told) == ["confirm"]


def test_a_password_proves_that_a_command_is_not_cited(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.write("alice@work.example", f"Bob said:\ngyges move 1 alice {PASSWORD} 16-35")
    assert town_with_game.match().plies == 3


@pytest.mark.parametrize("words", ["resign", "draw?", "16-35"])
def test_a_quote_that_only_a_line_marks_is_not_done(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], words: str
) -> None:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = ALICE, placed_mails[0].reply_to
    message["Message-ID"] = "<ruled@example.org>"
    page = f'<p>Thanks.</p><div style="border-left:2px solid blue">{words}</div>'
    message.set_content(page, subtype="html")
    before = goods(town_with_game)
    town_with_game.post(ALICE, message.as_bytes(), placed_mails[0].reply_to)
    assert goods(town_with_game) == before


ONE_IN, FEW, MANY = 4, 40, 500


def _nothing_is_done(town: Town, mails: tuple[Mail, Mail, Mail], letters: Iterable[Cited]) -> None:
    answer = answered(town, *mails)
    done = []
    for each in letters:
        with town.rehearsing():
            done += [each] if does(town, answer[each.place](), each.text) else []
    assert done == []


@pytest.mark.parametrize("one_in", [contained(ONE_IN), *in_all_tests([1])])
def test_no_manner_of_citing_does_what_is_cited(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], welcome: Mail, one_in: int
) -> None:
    _nothing_is_done(
        town_with_game, (*placed_mails, welcome), islice(each_manner(), 0, None, one_in)
    )


@pytest.mark.parametrize("number", [contained(FEW), *in_all_tests([MANY])])
def test_nothing_is_done_that_is_cited_at_random(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], welcome: Mail, number: int
) -> None:
    letters = (cited(Random(seed)) for seed in range(number))
    _nothing_is_done(town_with_game, (*placed_mails, welcome), letters)


@for_each("place", places())
def test_the_same_words_are_done_if_they_are_not_cited(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], welcome: Mail, place: str
) -> None:
    answer = answered(town_with_game, *placed_mails, welcome)[place]
    for deed in {deeds(place, each)[-1] for each in languages()}:
        with town_with_game.rehearsing():
            assert does(town_with_game, answer(), deed), deed
