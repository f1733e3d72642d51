"""What people see first: words, sizes, colours and lists of mails about a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from pbm.core.languages import ENGLISH, languages
from pbm.notices.kinds import MailKind
from pbm.play.programs import enlist
from rules import games
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.notices.looks import club_with_pages, mails_about, most_words, speak, words
from tests.pbm.pictures.sight import contrast
from tests.pbm.town import ALICE, BOB, PASSWORD, SOUTH, STRANGER, Mail, Town, of, only

PLIES = 6
MOST_BYTES = 60 * 1024

MOST_READ = 300
"""The most words in the three mails from which somebody comes to their first move."""

MOST_READ_FIRST = 350
"""The same for somebody who asks what this is, in any language."""

HELLO = {
    "en": "Hi, a friend told me that people play here by mail. How does it work?",
    "de": "Hallo, ein Freund sagt, dass man hier per Mail spielen kann. Wie geht das?",
    "fr": "Bonjour, un ami m'a dit qu'on joue ici par mail. Comment ça marche ?",
    "it": "Ciao, un amico mi ha detto che qui si gioca per mail. Come funziona?",
    "nl": "Hallo, een vriend zei dat je hier per mail kunt spelen. Hoe werkt dat?",
}

_STYLE = re.compile(r"\.(\w+)[^{}]*\{(background-)?color:(#\w{6})")


def preview(mail: Mail) -> str:
    found = re.search(r"display:none[^>]*>(.*?)</div>", mail.html, re.DOTALL)
    assert found
    return found[1]


def mails_of_a_game(town: Town) -> Iterator[Mail]:
    """The mails to both players about each ply, for which the example is played."""
    mails = town.board("-unrated")
    yield from mails
    for _ in range(PLIES):
        mover = next(mail for mail in mails if mail.facts["your_turn"])
        answers = town.answer(mover, f"{mover.facts['hint']}\nGood luck!\n")
        mails = of(answers, ALICE), of(answers, BOB)
        yield from mails


def test_a_game_is_one_conversation_and_tells_its_news_beside_the_subject(
    town_with_players: Town,
) -> None:
    own = [mail for mail in mails_of_a_game(town_with_players) if mail.to == ALICE]
    assert len(own) == PLIES + 1
    assert {mail.listed for mail in own} == {"[gyges 1] against bob"}
    assert {mail.sender for mail in own} == {"bob via pbm <pbm@pbm.example>"}
    assert len({preview(mail) for mail in own}) == len(own)
    first = str(own[0].message["References"]).split()[0]
    assert all(first in str(mail.message["References"]) for mail in own)


def test_running_games_are_told_apart_by_their_subjects(town_with_players: Town) -> None:
    for number in range(1, 6):
        invited = town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
        begun = town_with_players.answer(of(invited, BOB), "accept\n")
        assert of(begun, ALICE).listed == f"[gyges {number}] against bob"


@pytest.mark.parametrize("setting", ["subject news", "mail text"])
def test_readers_of_text_and_those_who_want_news_have_the_old_subjects(
    town_with_players: Town, setting: str
) -> None:
    town_with_players.write(ALICE, f"set alice {PASSWORD} {setting}\n")
    ours, theirs = town_with_players.board()
    assert ours.listed == "[gyges 1] ply 1: your move, alice"
    assert ours.sender == "pbm <pbm@pbm.example>"
    assert theirs.listed == "[gyges 1] against alice"


@pytest.mark.parametrize(
    "subject", ["Re: [gyges 1] ply 1: your move, alice", "AW: [gyges 1] gegen bob"]
)
def test_old_and_new_subjects_are_answered_alike(town_with_players: Town, subject: str) -> None:
    ours, _ = town_with_players.board()
    town_with_players.answer(ours, f"{SOUTH}\n", subject)
    assert town_with_players.match().plies == 1


def test_a_board_mail_has_at_most_one_button_few_words_and_loads_nothing(tmp_path: Path) -> None:
    """One rule set of each game; the slow tests measure all of them, in all languages."""
    specs = {spec.partition("/")[0]: spec for spec in reversed([*games()])}.values()
    chosen = zip(specs, cycle(languages()), strict=False)
    with closing(club_with_pages(tmp_path)) as town:
        for spec, language in chosen:
            speak(town, language)
            for mail in mails_about(town, spec):
                assert mail.html.count('<a class="b"') == (1 if mail.facts["your_turn"] else 0)
                assert len(words(mail)) <= most_words(mail), (spec, language)


def test_a_mail_loads_nothing_and_is_small() -> None:
    """All that is kept about a player may take more, for it is theirs to have."""
    for mail in every_mail(ENGLISH):
        if mail.row.page and mail.message.get_body(("html",)):
            assert len(mail.html) < MOST_BYTES or mail.kind == MailKind.DATA, mail.subject
            assert all(each.startswith("cid:") for each in re.findall(r'src="([^"]*)"', mail.html))


def test_the_colours_for_the_dark_have_contrast() -> None:
    boards = (mail for mail in every_mail(ENGLISH) if mail.kind == MailKind.BOARD)
    html = next(mail.html for mail in boards if mail.row.page)
    dark = html.partition("prefers-color-scheme:dark")[2].partition("</style>")[0]
    colours = {(name, bool(ground)): colour for name, ground, colour in _STYLE.findall(dark)}
    for ink in ("i", "m", "l", "u"):
        for ground in ("c", "t", "p"):
            assert contrast(colours[ink, False], colours[ground, True]) >= 4.5


def test_three_letters_lead_from_an_address_to_the_first_move(town: Town) -> None:
    """Somebody who was told of the club signs up, takes a game, and moves."""
    town.answer(town.sign_up(BOB), "gyges seek -first=taker\n")
    question = only(town.write(STRANGER, "signup carol\n"))
    welcome = only(town.answer(question, "yes\n"))
    take = next(line for line in welcome.text.splitlines() if " take " in line).strip()
    begun = town.answer(welcome, f"{take}\n")
    assert town.match().running
    assert _read(question, welcome, of(begun, STRANGER)) <= MOST_READ


@pytest.mark.parametrize("game", ["gyges", "hex"])
def test_three_letters_lead_from_an_address_to_the_board_of_a_program(
    town: Town, game: str
) -> None:
    _with_programs(town)
    question = only(town.write(STRANGER, "signup carol\n"))
    welcome = only(town.answer(question, "yes\n"))
    assert _read(question, welcome, _challenged(town, welcome, game)) <= MOST_READ


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", ["gyges", "hex"])
def test_three_letters_lead_from_a_question_to_the_board_of_a_program(
    town: Town, language: str, game: str
) -> None:
    """Somebody asks what this is, signs up, and challenges the program that the mails name."""
    _with_programs(town)
    introduction = only(town.write(STRANGER, f"{HELLO[language]}\n"))
    assert (introduction.draft and introduction.draft.language) == language
    welcome = only(town.answer(introduction, "signup carol\n"))
    begun = _challenged(town, welcome, game)
    assert _read(introduction, welcome, begun) <= MOST_READ_FIRST


def _with_programs(town: Town) -> None:
    with town.app.store.transaction() as tx:
        enlist(tx, "owl", town.time)


def _challenged(town: Town, welcome: Mail, game: str) -> Mail:
    """The first board of a game with the program that the welcome names."""
    line = next(each for each in welcome.text.splitlines() if f"  {game} challenge" in each)
    begun = only(town.answer(welcome, f"{line.strip()}\n"))
    assert begun.facts["your_turn"]
    return begun


def _read(*mails: Mail) -> int:
    return sum(len(words(mail)) for mail in mails)
