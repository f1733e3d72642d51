"""Absences whose days are named are asked about, whatever else the letter says."""

from __future__ import annotations

from datetime import date

import pytest

from pbm.base.values import replace
from pbm.inbox.places import Place
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import understand
from tests.pbm.inbox.understanding.planted import situation_at

TODAY = date(2026, 11, 20)


def meant(text: str) -> Intention:
    return understand((text,), replace(situation_at(Place.TURN), today=TODAY))


@pytest.mark.parametrize(
    "text",
    [
        "Bin vom 20.12. bis 3.1. verreist, danach geht es weiter.",
        "I'm away 12/20 until 1/3",
        "I'm on holiday from 20/12 to 3/1",
        "Je suis absente du 20/12 au 03/01, désolée",
        "dal 20/12 al 3/1 sono in vacanza",
        "Ik ben van 20/12 tot 3/1 op vakantie",
        "van 20 december t/m 3 januari zijn we op wintersport",
        "We are skiing in Austria from 20 December to 3 January.",
        "wir fahren vom 20.12. bis 3.1. zu den Schwiegereltern",
    ],
)
def test_the_days_of_an_absence_are_asked_about(text: str) -> None:
    asked = meant(text)
    assert (asked.certainty, asked.command) == (Certainty.ASK, "vacation 2026-12-20 2027-01-03")


@pytest.mark.parametrize(
    "text",
    [
        "We are skiing until 3 January.",
        "Der Markt geht vom 1.12. bis 23.12., sehr schön.",
        "My sister is skiing from 20 December to 3 January.",
        "Are you skiing from 20 December to 3 January?",
    ],
)
def test_other_days_are_talk(text: str) -> None:
    assert meant(text).certainty is Certainty.PASS_ON


def test_days_that_may_be_months_are_not_guessed() -> None:
    assert meant("I'm on holiday from 2/1 to 4/1").certainty is Certainty.ANSWER
