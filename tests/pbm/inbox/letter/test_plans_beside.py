"""A plan beside a move is for nobody but its writer, who is told how to have it carried out."""

from __future__ import annotations

import pytest

from pbm.inbox.understanding.told_plans import ANY_PLAN
from pbm.notices.kinds import MailKind
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, Mail, Town, kinds, of, only

PLAN = "queue if 61-51 then 21-31"


@for_each(
    ("plan", "command"),
    [
        ("if gran goes 61-51 then i go 21-31", PLAN),
        ("I will play 21-31 if bob goes 61-51", PLAN),
        ("after 61-51 i play 21-31", PLAN),
        ("my next move will be 21-31", "queue 21-31"),
        ("If 61-51 then 21-31, and if 61-41 then 21-31", ANY_PLAN),
        ("My plan is 35-55 and then home :D", "queue 35-55"),
        ("wenn er 61-51 spielt, dann ich 21-31", PLAN),
        ("danach kommt 35-55", "queue 35-55"),
        ("(61-51 21-31)", PLAN),
        ("gegen 61-51 hilft mir 21-31", PLAN),
        ("if they block me i go 21-31", ANY_PLAN),
        ("ensuite je ferai 21-31", "queue 21-31"),
        ("volgende keer doe ik 21-31", "queue 21-31"),
        ("la prossima volta faccio 21-31", "queue 21-31"),
        ("spielt er 61-51, dann spiele ich 21-31", PLAN),
        ("danach will ich 21-31 spielen", "queue 21-31"),
        ("si bob joue 61-51, je joue 21-31", PLAN),
        ("après 61-51 je jouerai 21-31", PLAN),
        ("als bob 61-51 speelt dan speel ik 21-31", PLAN),
        ("na 61-51 speel ik 21-31", PLAN),
        ("se bob gioca 61-51 allora io gioco 21-31", PLAN),
        ("dopo 61-51 gioco 21-31", PLAN),
    ],
)
def test_a_plan_beside_a_move_is_told_to_nobody_else(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], plan: str, command: str
) -> None:
    for text in (f"16-35\n{plan}\nBye!", f"{plan}\n16-35\nBye!"):
        with town_with_game.rehearsing():
            mails = town_with_game.answer(placed_mails[0], text)
            assert of(mails, BOB).facts["comment"] == ["Bye!"], text
            assert of(mails, ALICE).facts["plans"] == [command], text


@for_each(
    "below",
    [
        "I was afraid of 61-51, but you are kind",
        "If you come on Sunday, bring 20 or 30 apples",
        "Wir spielen um 10-12 Uhr Tennis, wenn es nicht regnet",
        "See you on the 12-14 of June?",
        "Termin am 12.-14. Juni bei Oma, kommst du? Wenn ja, Zimmer 21-31.",
        "Wenn du um 12-13 Uhr da bist, können wir bis 15-16 Uhr spielen",
        "The kids are 12, 14 and 16 now. When they were 3, we played too.",
    ],
)
def test_talk_with_numbers_is_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], below: str
) -> None:
    mails = town_with_game.answer(placed_mails[0], f"16-35\n{below}\n")
    assert of(mails, BOB).facts["comment"] == [below]
    assert of(mails, ALICE).facts["plans"] == []


@for_each(
    "text",
    [
        "16-35; wenn 61-51 dann 21-31",
        "16-35; wenn 61-51 geh ich auf 31",
        "16-35\nplan: 61-51 -> 21-31",
        "I play 16-35, and after 61-51 I go 21-31. Bye!",
    ],
)
def test_nothing_of_a_plan_behind_the_move_goes_out_with_it(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    mails = town_with_game.answer(placed_mails[0], text)
    assert kinds(mails) in ([MailKind.BOARD, MailKind.BOARD], [MailKind.CONFIRM]), text
    # A question shows what its yes sends: a mail without either fact would say nothing here.
    words = "text" if len(mails) == 1 else "comment"
    assert {line for mail in mails for line in mail.facts[words]} <= {"Bye!"}


def test_a_question_about_a_move_tells_that_its_plan_goes_to_nobody(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    text = "ich ziehe 16-35, und wenn er dann 61-51 zieht ziehe ich 21-31"
    asked = only(town_with_game.answer(placed_mails[0], text))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, [])
    assert asked.facts["plans"] == [PLAN]


def test_a_plan_in_dvonn_is_told_to_nobody_else(town_with_players: Town) -> None:
    mails = town_with_players.board("-random", "dvonn")
    mover = next(mail for mail in mails if "your move" in mail.subject)
    move = mover.text.partition("first line, like\n")[2].split()[0]
    told = town_with_players.answer(mover, f"{move}\nif gran goes B4-C4 then i go D3-E3")
    assert of(told, BOB).facts["comment"] == []
    plans = of(told, ALICE).facts["plans"]
    assert [plan.casefold() for plan in plans] == ["queue if b4-c4 then d3-e3"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("wenn alice 16-35 spielt spiele ich 61-53", MailKind.CONFIRM),
        ("ich spiele 61-53, wenn alice 16-35 spielt", MailKind.CONFIRM),
        (
            "if you play 16-35 i play 61-53, if you play 16-34 i play 62-52 and after 11-31 63-53",
            MailKind.NO_COMMAND,
        ),
    ],
)
def test_the_words_of_a_plan_are_no_message(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str, kind: str
) -> None:
    asked = town_with_game.answer(placed_mails[1], text)
    assert kinds(asked) == [kind]
    if kind == MailKind.CONFIRM:
        line = "gyges queue 1 if 16-35 then 61-53"
        assert (only(asked).facts["line"], only(asked).facts["text"]) == (line, [])


def test_chat_is_passed_on_as_it_is_written(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    said = "if you go 61-51 then I go 21-31"
    told = of(town_with_game.answer(placed_mails[1], f"chat\n{said}"), ALICE)
    assert [*told.facts["said"]] == [said]
