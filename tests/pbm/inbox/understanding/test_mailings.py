"""Wishes about mails that come by themselves, in all languages."""

from __future__ import annotations

import pytest

from pbm.base.values import replace
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.pbm.inbox.understanding.planted import situation_at

CLUB = Situation(Place.BETWEEN, "alice", "en")
SOLVING = replace(situation_at(Place.BETWEEN), solves=True)


def meant(text: str, situation: Situation = CLUB) -> tuple[Certainty, str]:
    found = understand((text,), situation)
    return found.certainty, found.command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("stop sending me puzzles", "set puzzle off"),
        ("could you turn the daily puzzle off?", "set puzzle off"),
        ("unsubscribe me from the puzzles please", "set puzzle off"),
        ("no puzzles please", "set puzzle off"),
        ("I don't want the announcements any longer", "set broadcasts off"),
        ("no more digests, thanks", "set digest off"),
        ("please turn on the news", "set news on"),
        ("no more calendar files", "set calendar off"),
        ("bitte keine Rätsel mehr", "set puzzle off"),
        ("Bitte die täglichen Aufgaben abstellen", "set puzzle off"),
        ("Ich möchte keine Sammelmails mehr", "set digest off"),
        ("hört bitte auf mit den Rundmails", "set broadcasts off"),
        ("arrête de m'envoyer des énigmes", "set puzzle off"),
        ("je ne veux plus de résumés", "set digest off"),
        ("stop met het sturen van puzzels", "set puzzle off"),
        ("geen overzichten meer", "set digest off"),
        ("smettete di mandarmi rompicapi", "set puzzle off"),
        ("non voglio più riepiloghi", "set digest off"),
    ],
)
def test_mails_are_switched_off_and_on(text: str, command: str) -> None:
    assert meant(text) == (Certainty.DO, command)


@pytest.mark.parametrize("text", ["stop sending me puzzles", "bitte keine Rätsel mehr"])
def test_on_a_board_the_writer_is_asked(text: str) -> None:
    """The other player could be meant, and the reply address of a board changes no setting."""
    assert meant(text, situation_at(Place.TURN)) == (Certainty.ASK, "set puzzle off")


@pytest.mark.parametrize("text", ["no more of these problems", "niente più problemi, grazie"])
def test_in_reply_to_a_puzzle_other_words_are_enough(text: str) -> None:
    assert meant(text, SOLVING) == (Certainty.DO, "set puzzle off")


def test_plus_de_may_mean_more_in_french() -> None:
    assert meant("plus d'annonces, merci") == (Certainty.ASK, "set broadcasts off")


@pytest.mark.parametrize(
    "text",
    [
        "no more reminders please",
        "keine Erinnerungen mehr, danke",
        "plus de rappels svp",
        "geen herinneringen meer",
        "basta con i promemoria",
    ],
)
def test_reminders_are_a_matter_of_each_game(text: str) -> None:
    assert meant(text) == (Certainty.ANSWER, "help clocks")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("please don't stop the puzzles", "help set"),
        ("how do I turn off the digest?", "help set"),
        ("do you have a puzzle for me?", "puzzle"),
    ],
)
def test_nothing_is_switched_off_by_mistake(text: str, command: str) -> None:
    assert meant(text) == (Certainty.ANSWER, command)


@pytest.mark.parametrize(
    "text",
    [
        "we got no news from Tom, he never writes",
        "my calendar is full this week",
        "Mein Kalender ist voll, keine Zeit mehr für nichts",
        "je n'ai plus de nouvelles de Paul depuis hier",
    ],
)
def test_talk_to_the_opponent_stays_talk(text: str) -> None:
    found, command = meant(text, situation_at(Place.WAITING))
    assert found is not Certainty.DO
    assert not command.startswith("set")
