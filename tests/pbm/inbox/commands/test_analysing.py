"""The analysis of finished games by mail."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.admin.action import action
from pbm.app.analyses import MOST_TRIES, item_at
from pbm.app.programs import ProgramLoop
from pbm.base.errors import PbmError
from pbm.core.games import ENGINES, Analysis
from pbm.core.marks import MarkKind
from pbm.notices.kinds import MailKind
from pbm.play.corrections import reopen
from pbm.play.programs import dismiss
from pbm.play.study.analyses import MOST_A_DAY
from tests.pbm.conftest import Prepared
from tests.pbm.town import ALICE, BOB, CAROL, Mail, Town, findings, of, only, refused

LOST = ("121323", "213312", "16x15=45", "65-64x63=25", "13x14=32")
"""Moves after which South resigns the game: the last one lets North win with one move."""


@pytest.fixture
def over(club: Town, prepared: Prepared) -> Mail:
    """Alice's last mail of a game that she has lost."""
    return prepared(club, finish)


def finish(club: Town) -> Mail:
    mails = club.play(club.board(), *LOST)
    return of(club.answer(mails[0], "resign\n"), ALICE)


def let_analyse(club: Town, **options: Any) -> list[Mail]:
    """Let the programs analyse all games that players wait for, and return the mails."""
    loop = ProgramLoop(club.app, lambda: None, **options)
    while loop.play() == 0:
        pass
    return club.new_mails()


def test_the_last_mail_of_a_game_offers_its_analysis(club: Town, over: Mail) -> None:
    assert over.facts["analysable"]
    waits = only(club.answer(over, "analyse\n"))
    assert (waits.kind, waits.facts["state"]) == (MailKind.ANALYSIS, "waits")


@pytest.mark.parametrize("line", ["review it please", "record it please", "chat it please"])
def test_words_behind_a_command_accuse_nobody(club: Town, over: Mail, line: str) -> None:
    answered = of(club.answer(over, line), ALICE)
    assert answered.facts.get("code") not in ("wrong_password", "not_you")


def test_how_to_have_a_game_analysed_is_a_question(club: Town, over: Mail) -> None:
    told = only(club.answer(over, "How do I get an analysis?"))
    assert (told.kind, told.facts["topic"]) == (MailKind.HELP, "analyse")


def test_an_analysis_comes_when_it_is_made_and_is_kept(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    made = only(let_analyse(club))
    assert (made.to, made.facts["state"]) == (ALICE, "made")
    again = only(club.answer(over, "analyse\n"))
    assert again.facts["curve"] == made.facts["curve"]
    with club.app.store.reading() as tx:
        kept = tx.analyses.get(1)
    assert kept is not None
    assert (kept.version, len(kept.found.curve)) == (ENGINES, len(LOST))
    assert findings(club) == []


def test_all_who_wait_for_a_game_get_its_analysis(club: Town, over: Mail) -> None:
    shown = only(club.write(BOB, "gyges show 1\n"))
    for mail in (over, shown):
        club.answer(mail, "analyse\n")
    assert {mail.to for mail in let_analyse(club)} == {ALICE, BOB}


def test_a_remark_names_the_move_a_better_one_and_the_punishment(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    made = only(let_analyse(club))
    (remark,) = made.facts["remarks"]
    assert (remark["number"], remark["kind"], remark["moves"]) == (len(LOST), "let_in", 1)
    assert (remark["better"], remark["punished"]) == ("15x25=35", "62-63-64-45-25-S")
    assert (made.facts["decisive"]["ply"], made.facts["decisive"]["move"]) == (5, "15x25=35")


@pytest.mark.parametrize("form", ["pictures", "html", "text"])
def test_the_curve_is_in_every_form_of_mail(club: Town, over: Mail, form: str) -> None:
    club.answer(over, f"mail {form}\n")
    club.answer(over, "analyse\n")
    made = only(let_analyse(club))
    assert str(made.facts["curve"]) in made.text
    assert max(map(len, made.text.splitlines())) <= 78
    if form == "pictures":
        assert len(made.facts["curve"].diagram.heights) == len(LOST)
        assert [part for part in made.message.walk() if part.get_content_type() == "image/png"]


def test_a_private_game_is_not_analysed(club: Town) -> None:
    mails = club.play(club.board("-private"), *LOST)
    last = of(club.answer(mails[0], "resign\n"), ALICE)
    assert not last.facts["analysable"]
    assert refused(club.answer(last, "analyse\n")) == "analysis_of_private"
    carol = club.sign_up(CAROL)
    assert refused(club.answer(carol, "gyges analyse 1\n")) == "unknown_board"


def test_a_running_game_is_not_analysed(club: Town) -> None:
    mails = club.play(club.board(), *LOST)
    assert refused(club.answer(mails[0], "analyse\n")) == "analysis_of_running"
    assert not mails[0].facts["analysable"]


def test_a_game_that_was_hardly_begun_is_not_analysed(club: Town) -> None:
    mails = club.board()
    last = of(club.answer(mails[0], "resign\n"), ALICE)
    assert refused(club.answer(last, "analyse\n")) == "analysis_of_nothing"


def test_a_game_that_stands_like_a_running_one_is_not_analysed(club: Town, over: Mail) -> None:
    running = club.play(club.board(), *LOST)
    assert refused(club.answer(over, "analyse\n")) == "stands_elsewhere"
    club.answer(running[0], "resign\n")
    assert only(club.answer(over, "analyse\n")).facts["state"] == "waits"


def test_no_analysis_is_handed_out_if_a_running_game_has_come_to_stand_so(
    club: Town, over: Mail
) -> None:
    club.answer(over, "analyse\n")
    club.play(club.board(), *LOST)
    assert only(let_analyse(club)).facts["state"] == "failed"
    with club.app.store.reading() as tx:
        assert tx.analyses.get(1) is None


def test_a_player_waits_for_one_analysis_at_a_time(club: Town, over: Mail) -> None:
    other = finish(club)
    club.answer(over, "analyse\n")
    assert refused(club.answer(other, "analyse\n")) == "analysis_waits"


def test_analyses_of_a_day_are_bounded(club: Town, over: Mail) -> None:
    with club.app.store.transaction() as tx:
        for _ in range(MOST_A_DAY):
            tx.marks.add(MarkKind.ANALYSIS.of(club.player("alice").id), club.time)
    assert refused(club.answer(over, "analyse\n")) == "analyses_today"


def test_an_address_alone_asks_for_no_analysis(club: Town, over: Mail) -> None:
    assert only(club.write(ALICE, "gyges analyse 1\n")).kind == MailKind.CONFIRM
    with club.app.store.reading() as tx:
        assert tx.analyses.asked() == []


def test_a_game_that_is_analysed_is_not_reopened(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    let_analyse(club)
    with pytest.raises(PbmError, match="analysed"), action(club.app, "games reopen") as work:
        reopen(work, 1, "a test")


def test_an_analysis_is_made_again_after_the_process_has_died(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    first = ProgramLoop(club.app, lambda: None)
    for _ in range(3):
        first.play()
    assert only(let_analyse(club)).facts["state"] == "made"


def test_an_analysis_that_kills_the_process_is_given_up(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    deaths = {item_at(1, 3): MOST_TRIES}
    assert only(let_analyse(club, deaths=deaths)).facts["state"] == "failed"


def test_an_analysis_that_fails_is_tried_again_and_given_up(club: Town, over: Mail) -> None:
    tried = []

    def fails(steps: object) -> int | Analysis:
        tried.append(steps)
        raise MemoryError

    club.answer(over, "analyse\n")
    assert only(let_analyse(club, analyses=fails)).facts["state"] == "failed"
    assert len(tried) == MOST_TRIES


def test_moves_of_programs_come_first(club: Town, over: Mail, welcomes: tuple[Mail, Mail]) -> None:
    club.answer(over, "analyse\n")
    club.answer(welcomes[0], "gyges challenge owl-1 -first=owl-1\n")
    loop = ProgramLoop(club.app, lambda: None)
    assert loop.play() == 0
    assert club.match(2).plies == 1
    with club.app.store.reading() as tx:
        assert tx.analyses.get(1) is None


def test_without_programs_nothing_is_analysed_or_offered(club: Town, over: Mail) -> None:
    with club.app.store.transaction() as tx:
        dismiss(tx)
    assert refused(club.answer(over, "analyse\n")) == "no_analyses"
    assert not only(club.answer(over, "show\n")).facts["analysable"]


def test_who_leaves_waits_no_more(club: Town, over: Mail) -> None:
    club.answer(over, "analyse\n")
    exported = only(club.write(ALICE, "data alice quiet-lantern\n")).text
    assert "the analysis of board 1" in exported
    club.write(ALICE, "signoff alice quiet-lantern\n")
    assert let_analyse(club) == []
