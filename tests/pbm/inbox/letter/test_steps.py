"""Each line of a letter is executed once, in a transaction of its own, whatever breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from pbm.mail.correspondence import LetterStatus
from pbm.store.workbench import Workbench, WorkWanted
from tests.combinations import for_each
from tests.pbm.town import ALICE, PASSWORD, SERVER, Mail, Town, kinds, letter, only

CLAIM = f"alice {PASSWORD}"
LINES = (
    f"gyges challenge {CLAIM} bob",
    "whoami",
    f"gyges seek {CLAIM} 3",
    f"gyges challenge {CLAIM} nobody",
    f"dvonn challenge {CLAIM} bob",
)
# One transaction for each line, and one for the answer.
STEPS = range(len(LINES) + 1)


def step(town: Town, number: int, bench: Workbench) -> bool:
    """Run one transaction and the work that it needs first; return whether all is settled."""
    while True:
        try:
            with town.app.store.transaction() as tx:
                return town.app.handle(number, bench)(tx)
        except WorkWanted as wanted:
            with town.app.store.reading() as tx:
                bench.do(wanted, tx)


def bring(town: Town, text: str, subject: str, to: str = SERVER) -> int:
    return town.keep(ALICE, letter(ALICE, text, subject, to).as_bytes(), to)


def interrupted(town: Town, number: int, steps: int) -> list[Mail]:
    """The mails of a letter when a process dies after some steps and another one continues."""
    bench = Workbench()
    for _ in range(steps):
        assert not step(town, number, bench)
    town.app.handle_now(number)
    return town.new_mails()


def answer_of(mails: Sequence[Mail]) -> Mail:
    (answer,) = (mail for mail in mails if mail.kind == "multiple")
    return answer


@for_each("steps", STEPS)
def test_a_multiple_goes_on_where_it_was_left(town_with_players: Town, steps: int) -> None:
    mails = interrupted(
        town_with_players, bring(town_with_players, "\n".join(LINES), "multiple"), steps
    )
    assert Counter(kinds(mails)) == Counter(multiple=1, invitation=2, invited=2)
    assert town_with_players.note == "done, done, done, unknown_player, done"
    assert [town_with_players.match(board).spec for board in (1, 2)] == [
        "gyges/classic",
        "dvonn/standard",
    ]
    facts = answer_of(mails).facts
    assert len(facts["results"]) == len(LINES)
    assert all(each["result"] for each in facts["results"])
    assert [each["line"] for each in facts["told"]] == ["whoami"]


@for_each("steps", range(4))
def test_a_yes_to_several_lines_goes_on_where_it_was_left(
    town_with_players: Town, steps: int
) -> None:
    lines = "gyges challenge bob\ngyges seek\ndvonn challenge bob\n"
    question = only(town_with_players.write(ALICE, lines, subject="multiple"))
    number = bring(town_with_players, "yes\n", f"Re: {question.subject}", question.reply_to)
    mails = interrupted(town_with_players, number, steps)
    assert Counter(kinds(mails)) == Counter(multiple=1, invitation=2, invited=2)
    assert town_with_players.note == "done, done, done"
    assert town_with_players.answer(question, "yes\n") != []
    assert town_with_players.match(2).spec == "dvonn/standard"
    with town_with_players.app.store.reading() as tx:
        assert tx.matches.get(3) is None


def test_held_lines_are_asked_about_together_after_an_interruption(
    town_with_players: Town,
) -> None:
    number = bring(town_with_players, "gyges challenge bob\nwhoami\ngyges seek\n", "multiple")
    question = only(interrupted(town_with_players, number, 2))
    town_with_players.answer(question, "yes\n")
    assert town_with_players.note == "done, done"


def test_each_outcome_is_stored_before_the_next_line(town_with_players: Town) -> None:
    number, bench = bring(town_with_players, "\n".join(LINES), "multiple"), Workbench()
    notes = []
    for _ in STEPS:
        step(town_with_players, number, bench)
        notes.append([line.note for line in town_with_players.last_letter().progress.lines])
    done = ["done", "done", "done", "unknown_player", "done"]
    assert notes == [*(done[: count + 1] for count in range(len(done))), []]
    assert town_with_players.status is LetterStatus.DONE


def test_a_copy_of_a_half_executed_letter_is_a_duplicate(town_with_players: Town) -> None:
    first, second = (bring(town_with_players, LINES[0], "multiple") for _ in range(2))
    bench = Workbench()
    assert not step(town_with_players, first, bench)
    town_with_players.app.handle_now(second)
    assert town_with_players.note == f"of letter {first}"
    assert step(town_with_players, first, bench)
    assert kinds(town_with_players.new_mails()) == ["invited", "invitation", "multiple"]


def test_a_multiple_does_not_share_a_transaction_with_other_letters(
    town_with_players: Town,
) -> None:
    number = bring(town_with_players, "whoami\nwhoami\n", "multiple")
    with pytest.raises(WorkWanted), town_with_players.app.store.transaction() as tx:
        town_with_players.app.handle(number, Workbench())(tx)
    assert town_with_players.new_mails() == []
