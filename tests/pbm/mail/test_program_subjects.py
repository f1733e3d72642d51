from __future__ import annotations

from pbm.mail.program_subjects import is_of_program
from pbm.mail.robot_words import RECEIPTS, RESPONDERS
from tests.combinations import for_each

OURS = "[gyges 17] ply 9: your move"


@for_each("mark", RESPONDERS)
def test_the_mark_of_a_responder_is_known_before_a_colon_in_brackets_and_alone(mark: str) -> None:
    shapes = [
        f"{mark}: Re: {OURS}",
        f"{mark.upper()}:{OURS}",
        f"{mark}：{OURS}",
        f"{mark} : {OURS}",
        f"[{mark}] Re: {OURS}",
        f"【{mark}】{OURS}",
        f"({mark}) {OURS}",
        f"{mark} - Re: {OURS}",
        f"[EXTERNAL] {mark}: {OURS}",
        f"EXTERNAL: {mark}: {OURS}",
        f"{mark} 2026-12-05: {OURS}",
        f" *{mark}* {OURS}",
        mark,
        f"{mark}!",
    ]
    assert [each for each in shapes if not is_of_program(each)] == []


@for_each("mark", RECEIPTS)
def test_the_mark_of_a_receipt_is_known_before_a_subject_of_ours(mark: str) -> None:
    assert is_of_program(f"{mark}: {OURS}")
    assert is_of_program(f"{mark.capitalize()} : {OURS}")
    assert not is_of_program(f"{mark}: see you on Monday")


@for_each(
    "subject",
    [
        "",
        OURS,
        f"Re: {OURS}",
        f"Re: Automatic reply: {OURS}",
        f"AW: Automatische Antwort: {OURS}",
        f"[EXTERNAL] Re: Automatic reply: {OURS}",
        "回复：自动回复：hello",
        "Automatic weapons",
        "Automatic reply rules",
        "Out of office hours I play",
        "vacation 5-10 December",
        "vacation: 5-10 December",
        "accept",
        "accepted: the draw",
        "decline",
        "Read: the rules",
        "challenge bob",
        "signup alice",
        "afwezigheid van alice",
        ": :",
        "[",
        "[]",
    ],
)
def test_a_subject_of_a_person_is_not_taken_for_one(subject: str) -> None:
    assert not is_of_program(subject)
