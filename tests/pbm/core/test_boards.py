from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbm.core.board import Board
from pbm.core.boards import after, fold, opened, seeded_setup, to_record
from pbm.core.by_seat import BySeat
from pbm.core.changes import BrokenBoardError, played_on, undo_to
from pbm.core.choices import PROGRAM
from pbm.core.clocks import Absence, Pause, TimeLimits
from pbm.core.events import Deed, Event
from pbm.core.games import RulesError, Seat, all_games, spec
from pbm.core.happening import Happening
from pbm.core.happenings import (
    Aborted,
    Adjudicated,
    Agreed,
    Corrected,
    Excused,
    Forfeited,
    Granted,
    Moved,
    Proposed,
    Rejected,
    Reopened,
    Resigned,
    Returned,
    Uncounted,
    Unrated,
)
from pbm.core.model import Cause, EventKind, MatchStatus, Offer, Player, PlayerStatus
from pbm.core.openings import Accepted, Declined, Imported, Invited
from pbm.core.results import Result
from tests.combinations import for_each
from tests.pbm.core.samples import ALICE, BOB, NOW, SPEC, created, terms

LATER = NOW + timedelta(minutes=1)


def moved(seat: Seat, line: str) -> Deed:
    return Deed(Moved(seat, line), LATER)


def invited(**more: Any) -> Deed:
    return Deed(Invited(terms(by=ALICE, **more)), NOW)


def imported(result: str, reason: str) -> Deed:
    return Deed(Imported(terms(rated=False), ("231123",), Result(result), reason), NOW)


def deed(what: Happening) -> Deed:
    return Deed(what, LATER)


def board(*deeds: Deed, opening: Deed | None = None) -> Board:
    made = opened(opening or created(), 17)
    for each in deeds:
        made = after(made, each)
    return made


def events(*deeds: Deed) -> list[Event]:
    made: list[Event] = []
    for seq, each in enumerate(deeds, 1):
        previous = made[-1].hash if made else ""
        made.append(Event.sealed(17, seq, previous, each, Cause(letter=seq)))
    return made


def proposal(seat: Seat, offer: Offer) -> Deed:
    return deed(Proposed(seat, offer))


SOUTH, NORTH = moved(Seat.FIRST, "231123"), moved(Seat.SECOND, "321123")
AGREEMENT = deed(Agreed(Seat.SECOND))
RESIGNATION = deed(Resigned(Seat.SECOND))
UNRATED = deed(Unrated(Uncounted.SHORT, 6))

TIMED = created(limits=TimeLimits(forfeit=timedelta(hours=1)))
DEADLINE = LATER + timedelta(hours=1)
LOSS = Deed(Forfeited(Seat.FIRST, DEADLINE), DEADLINE)
SOUTH_LOSES_EARLY = Deed(Forfeited(Seat.FIRST, LATER), DEADLINE)
ABSENCE = Absence(Seat.FIRST, NOW, LATER, Pause.VACATION)

HISTORIES = {
    "invited": [invited()],
    "accepted": [invited(), deed(Accepted())],
    "declined": [invited(), deed(Declined())],
    "moved": [created(), SOUTH, NORTH],
    "proposed": [created(), SOUTH, proposal(Seat.FIRST, Offer.UNDO)],
    "undone": [created(), SOUTH, NORTH, proposal(Seat.FIRST, Offer.UNDO), AGREEMENT],
    "drawn": [created(), SOUTH, proposal(Seat.FIRST, Offer.DRAW), AGREEMENT],
    "rejected": [created(), proposal(Seat.FIRST, Offer.DRAW), deed(Rejected(Seat.SECOND))],
    "resigned": [created(), SOUTH, RESIGNATION],
    "aborted": [created(), deed(Aborted())],
    "adjudicated": [created(), SOUTH, deed(Adjudicated(Result.DRAWN))],
    "forfeited": [TIMED, SOUTH, NORTH, LOSS],
    "excused": [TIMED, deed(Excused((ABSENCE,))), SOUTH],
    "returned": [TIMED, deed(Excused((ABSENCE,))), deed(Returned(Seat.FIRST, LATER))],
    "imported": [imported("*", "*"), NORTH],
    "corrected": [created(), SOUTH, RESIGNATION, deed(Corrected(Result.DRAWN))],
    "reopened": [TIMED, SOUTH, RESIGNATION, deed(Reopened("a mistake", (ABSENCE,))), NORTH],
    "unrated": [created(), SOUTH, RESIGNATION, UNRATED],
    "rated again": [
        *(created(), SOUTH, RESIGNATION, UNRATED),
        deed(Reopened("a mistake", rated=True)),
        NORTH,
    ],
    "granted": [TIMED, deed(Granted(Seat.FIRST, LATER, timedelta(days=1), "an illness")), SOUTH],
}


def test_every_kind_of_event_is_in_some_history() -> None:
    assert {each.what.kind for deeds in HISTORIES.values() for each in deeds} == set(EventKind)


@pytest.mark.parametrize("deeds", HISTORIES.values(), ids=HISTORIES.keys())
def test_replaying_the_events_gives_the_board_that_the_deeds_gave(deeds: list[Deed]) -> None:
    done = opened(deeds[0], 17)
    for each in deeds[1:]:
        done = after(done, each)
    recorded = events(*deeds)
    folded = fold(recorded)
    assert (folded.match.seq, folded.match.head) == (len(deeds), recorded[-1].hash)
    assert folded.state == done.state
    assert folded.plies == done.plies
    unsealed = {"seq": 0, "head": ""}
    assert vars(folded.match) | unsealed == vars(done.match)


def test_an_invitation_does_not_run_until_it_is_accepted() -> None:
    waiting = board(opening=invited())
    assert (waiting.match.status, waiting.running) == (MatchStatus.INVITED, False)
    assert after(waiting, deed(Accepted())).running


def test_nobody_is_to_move_after_an_invitation_is_declined() -> None:
    declined = board(deed(Declined()), opening=invited())
    assert (declined.match.status, declined.turn) == (MatchStatus.DECLINED, None)


def test_a_move_changes_position_plies_and_turn() -> None:
    after = board(SOUTH)
    assert (after.match.plies, after.turn) == (1, Seat.SECOND)
    assert after.match.position == after.game.encode(after.state)
    assert [ply.text for ply in after.plies] == ["231123"]
    assert after.match.updated == LATER


def test_the_other_side_wins_when_one_resigns_in_or_out_of_turn() -> None:
    resigned = board(SOUTH, deed(Resigned(Seat.FIRST))).match
    assert (resigned.result, resigned.reason) == ("0-1", "resigned")
    assert (resigned.status, resigned.turn) == (MatchStatus.FINISHED, None)


def test_a_draw_that_both_agree_on_ends_the_game() -> None:
    drawn = board(SOUTH, proposal(Seat.FIRST, Offer.DRAW), AGREEMENT).match
    assert (drawn.result, drawn.reason, drawn.turn) == ("1/2-1/2", "agreed", None)


def test_an_undo_takes_the_proposers_last_move_back_and_what_followed() -> None:
    before = board(SOUTH, NORTH)
    undone = after(before, moved(Seat.FIRST, "16-35"))
    undone = after(undone, moved(Seat.SECOND, "61-53"))
    undone = after(after(undone, proposal(Seat.FIRST, Offer.UNDO)), AGREEMENT)
    assert (undone.plies, undone.state) == (before.plies, before.state)
    assert (undone.match.position, undone.match.plies) == (before.match.position, 2)
    assert undone.turn is Seat.FIRST


@pytest.mark.parametrize(("seat", "left"), [(Seat.FIRST, (0, 0)), (Seat.SECOND, (1, 0))])
def test_after_an_undo_of_a_first_move_that_side_has_no_last_move(
    seat: Seat, left: tuple[int, int]
) -> None:
    agreement = deed(Agreed(seat.other))
    undone = board(SOUTH, NORTH, proposal(seat, Offer.UNDO), agreement)
    assert undone.own_last == left
    assert undo_to(undone, seat) is None
    with pytest.raises(BrokenBoardError):
        after(undone, proposal(seat, Offer.UNDO))


def test_a_forced_pass_is_not_counted_as_a_last_move() -> None:
    before = board(SOUTH, NORTH)
    passed = before.plies[-1]._replace(seat=Seat.FIRST, move=None)
    assert played_on(before, (passed,)).own_last == before.own_last


def test_g9_an_undone_move_may_be_played_again() -> None:
    played = moved(Seat.FIRST, "16-35")
    before = board(SOUTH, NORTH)
    undone = after(after(after(before, played), proposal(Seat.FIRST, Offer.UNDO)), AGREEMENT)
    assert undone.state.past == before.state.past
    assert after(undone, played).match.plies == 3


def test_a_proposal_leaves_the_match_unchanged_and_lapses_with_the_next_move() -> None:
    before = board(SOUTH)
    proposed = after(before, proposal(Seat.FIRST, Offer.DRAW))
    assert proposed.match == before.match
    assert proposed.proposal is not None
    assert after(proposed, NORTH).proposal is None


BAD_PROPOSALS = {
    "a second one": [SOUTH, proposal(Seat.FIRST, Offer.DRAW), proposal(Seat.SECOND, Offer.DRAW)],
    "an undo of nothing": [SOUTH, proposal(Seat.SECOND, Offer.UNDO)],
    "agreement with nothing": [SOUTH, AGREEMENT],
    "rejection of nothing": [SOUTH, deed(Rejected(Seat.SECOND))],
    "agreement with oneself": [SOUTH, proposal(Seat.SECOND, Offer.DRAW), AGREEMENT],
    "after a move": [SOUTH, proposal(Seat.FIRST, Offer.DRAW), NORTH, AGREEMENT],
    "on a board that is over": [RESIGNATION, proposal(Seat.FIRST, Offer.DRAW)],
}


@pytest.mark.parametrize("deeds", BAD_PROPOSALS.values(), ids=BAD_PROPOSALS.keys())
def test_an_impossible_proposal_or_answer_is_refused(deeds: list[Deed]) -> None:
    before = board(*deeds[:-1])
    with pytest.raises(BrokenBoardError):
        after(before, deeds[-1])


def test_a_side_that_misses_its_deadline_loses() -> None:
    lost = board(SOUTH, NORTH, LOSS, opening=TIMED)
    assert (lost.match.result, lost.match.reason, lost.turn) == ("0-1", "forfeit", None)
    assert lost.match.clock.deadline() is None


@pytest.mark.parametrize("deeds", [[LOSS], [SOUTH, LOSS], [SOUTH, NORTH, SOUTH_LOSES_EARLY]])
def test_only_a_deadline_that_the_clock_has_can_be_missed(deeds: list[Deed]) -> None:
    with pytest.raises(BrokenBoardError):
        board(*deeds, opening=TIMED)


def test_a_proposal_does_not_touch_the_clock() -> None:
    running = board(SOUTH, opening=TIMED)
    later = Deed(Proposed(Seat.FIRST, Offer.DRAW), DEADLINE)
    assert after(running, later).match.clock == running.match.clock


def test_an_undo_gives_back_the_turn_but_not_the_time() -> None:
    undo = proposal(Seat.FIRST, Offer.UNDO)
    agreed = Deed(Agreed(Seat.SECOND), LATER + timedelta(minutes=5))
    clock = board(SOUTH, undo, agreed, opening=TIMED).match.clock
    assert (clock.seat, clock.since) == (Seat.FIRST, agreed.at)
    assert clock.spent == (timedelta(minutes=1), timedelta(minutes=5))


def test_the_clock_does_not_run_before_an_invitation_is_accepted() -> None:
    waiting = board(opening=invited(limits=TimeLimits(forfeit=timedelta(hours=1))))
    assert waiting.match.clock.deadline() is None
    accepted = after(waiting, deed(Accepted()))
    assert accepted.match.clock.deadline() == DEADLINE


def test_an_aborted_game_has_no_result() -> None:
    aborted = board(deed(Aborted())).match
    assert (aborted.result, aborted.reason) == ("*", "aborted")


def test_an_adjudicated_game_has_the_result_that_was_decided() -> None:
    decided = board(deed(Adjudicated(Result.FIRST_WON))).match
    assert (decided.result, decided.reason) == ("1-0", "adjudicated")


def test_an_imported_game_goes_on_where_it_was() -> None:
    made = board(opening=imported("*", "*"))
    assert (made.running, made.match.plies, made.turn) == (True, 1, Seat.SECOND)


def test_an_imported_game_can_be_over() -> None:
    match = board(opening=imported("1-0", "resigned")).match
    assert (match.result, match.reason, match.finished) == ("1-0", "resigned", True)


def test_the_players_have_the_seats_of_the_terms() -> None:
    match = board().match
    assert (match.seat_of(ALICE), match.seat_of(BOB), match.seat_of(99)) == (*Seat, None)
    assert match.player_at(Seat.SECOND) == BOB


def test_the_state_after_every_ply_is_known() -> None:
    after = board(SOUTH, NORTH)
    texts = [after.game.encode(after.state_at(ply)) for ply in range(3)]
    assert texts[0] == board().match.position
    assert texts[2] == after.match.position
    with pytest.raises(IndexError):
        after.state_at(3)


@for_each(
    ("deeds", "impossible"),
    [
        ([], NORTH),
        ([SOUTH], SOUTH),
        ([SOUTH, RESIGNATION], NORTH),
        ([RESIGNATION], RESIGNATION),
        ([deed(Aborted())], deed(Aborted())),
        ([RESIGNATION], deed(Adjudicated(Result.FIRST_WON))),
        ([], deed(Accepted())),
        ([], deed(Declined())),
        ([], deed(Corrected(Result.DRAWN))),
        ([SOUTH], UNRATED),
        ([SOUTH, RESIGNATION, UNRATED], UNRATED),
        ([], deed(Reopened("a mistake"))),
        ([SOUTH, RESIGNATION], deed(Granted(Seat.SECOND, LATER, timedelta(days=1), ""))),
        ([], created()),
        ([], invited()),
    ],
)
def test_a_deed_that_cannot_happen_now_is_refused(deeds: list[Deed], impossible: Deed) -> None:
    with pytest.raises(BrokenBoardError):
        after(board(*deeds), impossible)


@pytest.mark.parametrize("impossible", [SOUTH, RESIGNATION, deed(Adjudicated(Result.NONE))])
def test_nothing_is_played_before_an_invitation_is_accepted(impossible: Deed) -> None:
    with pytest.raises(BrokenBoardError):
        after(board(opening=invited()), impossible)


@pytest.mark.parametrize(
    "later",
    [deeds[-1] for deeds in HISTORIES.values() if len(deeds) > 1],
    ids=lambda later: str(later.what.kind),
)
def test_only_an_opening_can_be_the_first_event(later: Deed) -> None:
    with pytest.raises(BrokenBoardError):
        opened(later)


def test_no_events_make_no_board() -> None:
    with pytest.raises(BrokenBoardError):
        fold([])


def test_a_move_that_breaks_the_rules_is_refused_by_the_rules() -> None:
    with pytest.raises(RulesError):
        board(moved(Seat.FIRST, "111111"))
    with pytest.raises(RulesError):
        fold(events(created(), moved(Seat.FIRST, "13-14")))


def test_a_deed_does_not_change_the_board_before_it() -> None:
    before = board()
    position = before.match.position
    after(before, SOUTH)
    assert (before.match.position, before.match.plies, before.plies) == (position, 0, ())


DRAWN = [(spec(game), start) for game in all_games() for start in game.starts]


@pytest.mark.parametrize(("name", "start"), DRAWN)
def test_a_seeded_start_depends_on_its_seed_alone(name: str, start: str) -> None:
    setup = seeded_setup(name, start, 17)
    assert setup == seeded_setup(name, start, 17) != seeded_setup(name, start, 18)
    begun = board(opening=created(spec=name, start=start, seed=17, setup=setup))
    assert begun.match.position == setup


def test_an_ordinary_start_is_not_drawn() -> None:
    assert seeded_setup(SPEC, "", 17) == ""


def test_a_record_names_the_players_and_holds_the_moves() -> None:
    alice = Player(ALICE, "alice", PlayerStatus.ACTIVE, None, ("alice@example.org",), {}, NOW)
    owl = replace(alice, id=BOB, userid="owl", settings={PROGRAM: "3"})
    made = to_record(board(SOUTH, NORTH), BySeat(alice, owl))
    assert made.tags["South"] == "alice"
    assert made.tags["North"] == "owl"
    assert made.tags["NorthType"] == "program, level 3"
    assert "SouthType" not in made.tags
    assert made.tags["Date"] == "2026.11.20"
    assert (made.tags["Result"], made.tags["Game"]) == ("*", SPEC)
    assert "Setup" not in made.tags
    assert list(made.moves) == ["231123", "321123"]
