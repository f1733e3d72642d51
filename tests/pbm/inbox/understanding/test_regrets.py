"""Regrets after the writer's own move: an undo is proposed if it is plainly asked for."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.reading import understand
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at

WAITING = replace(situation_at(Place.WAITING), opponent="bob")


@for_each(
    "text",
    [
        "oops, can I have that back, I meant 11-41",
        "Would you mind if I took that one back?",
        "May I change my last move to 11-41?",
        "that was a typo, sorry. I meant something else, may I redo it?",
        "Würdest du mir erlauben, den Zug zurückzunehmen?",
        "Bitte den Zug stornieren, ich wollte 11-41",
        "halt, so war das nicht gemeint, bitte zurücknehmen",
        "Ça te dérange si je reprends mon coup ?",
        "Zut, erreur de frappe. Je voulais jouer 11-41, puis-je reprendre ?",
        "Vind je het goed als ik die zet terugneem?",
        "sorry, verkeerde ring, mag het terug?",
        "Ti dispiace se ritiro la mossa?",
        "uffa ho sbagliato tasto, posso tornare indietro di una mossa?",
    ],
)
def test_a_move_that_is_plainly_asked_back_is(text: str) -> None:
    found = understand([text], WAITING)
    assert (found.certainty, found.command) == (Certainty.DO, "undo")


@for_each("text", ["oops I meant 11-41", "Ups, ich meinte 11-41", "ops intendevo 11-41"])
def test_another_move_alone_is_asked_about(text: str) -> None:
    found = understand([text], WAITING)
    assert (found.certainty, found.command) == (Certainty.ASK, "undo")


@for_each(
    "text",
    [
        "undo your seatbelt and relax, I'm not that dangerous",
        "wish I could undo last weekend, my head...",
        "On ne peut pas revenir en arrière, disait ma grand-mère",
        "I'd like to go back home now",
        "Can I take my shoes back to the shop?",
        "My brother wants to take his move back",
        "Wir können nicht zurück, die Straße ist gesperrt",
        "Can I have my move back? No, just kidding",
    ],
)
def test_other_words_propose_nothing(text: str) -> None:
    assert understand([text], WAITING).certainty is not Certainty.DO


@for_each(
    ("text", "command"),
    [
        ("answer 61-31 with 11-41", "queue if 61-31 then 11-41"),
        ("after 61-31 please 11-41", "queue if 61-31 then 11-41"),
        ("auf 61-31 folgt 11-41", "queue if 61-31 then 11-41"),
        ("sur 61-31 je réponds 11-41", "queue if 61-31 then 11-41"),
        ("na 61-31 graag 11-41", "queue if 61-31 then 11-41"),
        ("dopo 61-31 giocate 11-41", "queue if 61-31 then 11-41"),
        ("whatever he plays, I'll play 11-31", "queue 11-31"),
        ("Egal was er spielt, ich spiele 11-31", "queue 11-31"),
        ("Quoi qu'il joue, je joue 11-31", "queue 11-31"),
        ("Wat hij ook speelt, ik speel 11-31", "queue 11-31"),
        ("Qualunque cosa giochi, io gioco 11-31", "queue 11-31"),
    ],
)
def test_a_plan_is_asked_about_and_not_told_to_the_opponent(text: str, command: str) -> None:
    found = understand([text], WAITING)
    assert (found.certainty, found.command) == (Certainty.ASK, command)


@for_each("text", ["After 61-31 you lost 11-41, what a game", "Did you see 61-31 after 11-41?"])
def test_talk_about_two_moves_is_no_plan(text: str) -> None:
    assert understand([text], WAITING).certainty is not Certainty.ASK
