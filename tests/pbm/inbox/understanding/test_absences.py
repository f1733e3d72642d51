"""Absences: a vacation whose days are named is asked about, and its end where somebody is back."""

from __future__ import annotations

from datetime import date

import pytest

from pbm.base.values import replace
from pbm.core.games import find
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each

TURN = Situation(Place.TURN, "alice", "en", game=find("gyges"), today=date(2026, 11, 20))


def meant(text: str) -> Intention:
    return understand([text], TURN)


@for_each(
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


@for_each(
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


@for_each(
    "text",
    [
        "Bin bis 3. Dezember im Urlaub.",
        "Ich bin bis 3. Dezember im Urlaub, also nicht wundern, wenn es dauert.",
        "I am on holiday until 3 December, so don't be surprised if it takes a while.",
        "Je suis en vacances jusqu'au 3 décembre, donc ne vous étonnez pas si ça dure.",
        "Sono in vacanza fino al 3 dicembre, quindi non stupitevi se ci metto un po'.",
        "Ik ben tot 3 december op vakantie, dus niet schrikken als het even duurt.",
    ],
)
def test_a_vacation_is_asked_about_whatever_stands_behind_its_clause(text: str) -> None:
    found = understand([text], TURN)
    assert (found.certainty, found.command) == (Certainty.ASK, "vacation 2026-11-20 2026-12-03")


@pytest.mark.parametrize(
    "text",
    ["Mein Bruder ist bis 3. Dezember im Urlaub", "If I were on holiday until 3 December, hm"],
)
def test_other_people_and_conditions_are_no_vacation(text: str) -> None:
    assert understand([text], TURN).certainty is not Certainty.ASK


BACK = [
    *("Ich bin wieder aus dem Urlaub zurück!", "I'm back from holiday!"),
    *("Je suis rentré de vacances !", "Sono tornato dalle vacanze!", "Ik ben terug van vakantie!"),
]


@for_each("place", [Place.TURN, Place.BETWEEN])
@for_each("text", BACK)
def test_who_is_back_is_asked_to_end_a_vacation_that_runs(text: str, place: Place) -> None:
    away = replace(TURN, place=place, away=True)
    found = understand([text], away)
    assert (found.certainty, found.command) == (Certainty.ASK, "vacation off")
    assert understand([text], replace(away, away=False)).command != "vacation off"


@pytest.mark.parametrize("text", ["I'm not back from holiday yet", "Are you back from holiday?"])
def test_others_are_not_asked_to_end_it(text: str) -> None:
    assert understand([text], replace(TURN, away=True)).command != "vacation off"


PLANNED = replace(TURN, place=Place.BETWEEN, game=None)


@for_each(
    ("text", "days"),
    [
        ("only from Monday", "2026-12-07 2026-12-10"),
        ("erst ab 3. Dezember", "2026-12-03 2026-12-10"),
        ("nur bis 8. Dezember", "2026-12-01 2026-12-08"),
        ("not until 3 December", "2026-12-03 2026-12-10"),
        ("à partir du 3 décembre", "2026-12-03 2026-12-10"),
        ("solo fino all'8 dicembre", "2026-12-01 2026-12-08"),
        ("maar tot 8 december", "2026-12-01 2026-12-08"),
        ("from 25 November", "2026-11-25 2026-12-10"),
        ("from 3 to 12 December", "2026-12-03 2026-12-12"),
    ],
)
def test_days_below_a_no_correct_those_of_the_vacation(text: str, days: str) -> None:
    dropped = replace(PLANNED, dropped="vacation 2026-12-01 2026-12-10")
    found = understand([text], dropped)
    assert (found.certainty, found.command) == (Certainty.ASK, f"vacation {days}")


def test_a_no_to_a_planned_vacation_corrects_its_days() -> None:
    planned = replace(PLANNED, vacation=(date(2026, 12, 1), date(2026, 12, 10)))
    found = understand(["nein, erst ab 3. Dezember"], planned)
    assert (found.certainty, found.command) == (Certainty.ASK, "vacation 2026-12-03 2026-12-10")
    assert not understand(["erst ab 3. Dezember"], planned).command.startswith("vacation 2026")


@for_each("text", ["from 12 December", "until Monday or Tuesday", "from 1 December"])
def test_other_days_correct_nothing(text: str) -> None:
    dropped = replace(PLANNED, dropped="vacation 2026-12-01 2026-12-10")
    assert understand([text], dropped).certainty is not Certainty.ASK


def test_who_names_the_days_between_games_is_asked_about_a_vacation() -> None:
    found = understand(["off to Whitby from 3 to 10 December"], PLANNED)
    assert (found.certainty, found.command) == (Certainty.ASK, "vacation 2026-12-03 2026-12-10")


@for_each(
    "text",
    [
        "Ich bin vom 3. bis 10. weg, bitte so lange anhalten",
        "I'm away from the 3rd to the 10th, please stop the clock meanwhile",
        "Je suis absent du 3 au 10, merci d'arrêter l'horloge",
        "Ik ben van de 3e tot de 10e weg, graag zo lang stilzetten",
        "Sono via dal 3 al 10, per favore fermate tutto",
        "Van 3 tot en met 10 december ben ik op vakantie. Kan mijn klok dan stilstaan?",
        "Wir fahren vom 3. bis zum 10. Dezember in den Urlaub. Könnt ihr so lange anhalten?",
        "Nous partons en vacances du 3 au 10 décembre et je n'aurai pas d'internet là-bas.",
    ],
)
@for_each("place", [Place.TURN, Place.BETWEEN])
def test_days_of_the_same_month_and_wishes_beside_them_are_understood(
    text: str, place: Place
) -> None:
    found = understand([text], replace(TURN, place=place))
    assert (found.certainty, found.command) == (Certainty.ASK, "vacation 2026-12-03 2026-12-10")


@for_each(
    "text",
    [
        "bin dann mal weg, bis morgen",
        "muss weg, bis Montag!",
        "je m'absente, à demain",
        "ik ben weg, tot morgen",
        "moet weg, tot maandag!",
        "vado via, a domani",
        "I'm off then, until tomorrow",
    ],
)
@for_each("place", [Place.TURN, Place.BETWEEN])
def test_who_says_goodbye_until_tomorrow_is_not_on_vacation(text: str, place: Place) -> None:
    found = understand([text], replace(TURN, place=place))
    assert found.certainty in (Certainty.PASS_ON, Certainty.UNCLEAR)
