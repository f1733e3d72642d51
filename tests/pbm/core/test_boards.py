from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbm.core.board import Board
from pbm.core.boards import after, drawn_setup, fold, moved, opened, to_record
from pbm.core.by_seat import BySeat
from pbm.core.changes import BrokenBoardError, played_on
from pbm.core.clocks import Absence, absence_data
from pbm.core.games import RulesError, Seat, all_games, spec
from pbm.core.model import Cause, Deed, Event, EventKind, MatchStatus

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)
ALICE, BOB = 7, 8
SPEC = "gyges/classic"
SOUTH, NORTH = moved(Seat.FIRST, "231123", LATER), moved(Seat.SECOND, "321123", LATER)


def deed(kind: EventKind, **data: Any) -> Deed:
    return Deed(kind, data, LATER)


def opening(kind: EventKind = EventKind.CREATED, **data: Any) -> Deed:
    return Deed(kind, {"spec": SPEC, "players": [ALICE, BOB], **data}, NOW)


def board(*deeds: Deed, kind: EventKind = EventKind.CREATED, **data: Any) -> Board:
    made = opened(opening(kind, **data), 17)
    for each in deeds:
        made = after(made, each)
    return made


def events(*deeds: Deed) -> list[Event]:
    made: list[Event] = []
    for seq, each in enumerate(deeds, 1):
        previous = made[-1].hash if made else ""
        made.append(Event.sealed(17, seq, previous, each, Cause(letter=seq)))
    return made


def proposal(seat: Seat, offer: str) -> Deed:
    return deed(EventKind.PROPOSED, seat=seat.value, offer=offer)


AGREEMENT = deed(EventKind.AGREED, seat=1)
INVITATION = opening(EventKind.INVITED, by=ALICE)
RESIGNATION = deed(EventKind.RESIGNED, seat=1)

LIMITS = {"nag": None, "forfeit": 3600, "total": None}
DEADLINE = LATER + timedelta(hours=1)
LOSS = Deed(EventKind.FORFEITED, {"seat": 0, "deadline": DEADLINE.isoformat()}, DEADLINE)
SOUTH_LOSES_EARLY = Deed(EventKind.FORFEITED, {"seat": 0, "deadline": LATER.isoformat()}, DEADLINE)
ABSENCE = absence_data(Absence(Seat.FIRST, NOW, LATER, "vacation"))

HISTORIES = {
    "invited": [INVITATION],
    "accepted": [INVITATION, deed(EventKind.ACCEPTED)],
    "declined": [INVITATION, deed(EventKind.DECLINED)],
    "moved": [opening(), SOUTH, NORTH],
    "proposed": [opening(), SOUTH, proposal(Seat.FIRST, "undo")],
    "undone": [opening(), SOUTH, NORTH, proposal(Seat.FIRST, "undo"), AGREEMENT],
    "drawn": [opening(), SOUTH, proposal(Seat.FIRST, "draw"), AGREEMENT],
    "rejected": [opening(), proposal(Seat.FIRST, "draw"), deed(EventKind.REJECTED, seat=1)],
    "resigned": [opening(), SOUTH, RESIGNATION],
    "aborted": [opening(), deed(EventKind.ABORTED)],
    "adjudicated": [opening(), SOUTH, deed(EventKind.ADJUDICATED, result="1/2-1/2")],
    "forfeited": [opening(limits=LIMITS), SOUTH, NORTH, LOSS],
    "excused": [opening(limits=LIMITS), deed(EventKind.EXCUSED, absences=[ABSENCE]), SOUTH],
    "returned": [
        opening(limits=LIMITS, absences=[ABSENCE]),
        deed(EventKind.RETURNED, seat=0, at=LATER.isoformat()),
    ],
    "imported": [opening(EventKind.IMPORTED, moves=["231123"], result="*", reason="*"), NORTH],
}


def test_every_kind_of_event_is_in_some_history() -> None:
    assert {each.kind for deeds in HISTORIES.values() for each in deeds} == set(EventKind)


@pytest.mark.parametrize("deeds", HISTORIES.values(), ids=HISTORIES.keys())
def test_folding_the_events_is_the_same_as_doing_the_deeds(deeds: list[Deed]) -> None:
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
    invited = board(kind=EventKind.INVITED, by=ALICE)
    assert (invited.match.status, invited.running) == (MatchStatus.INVITED, False)
    assert after(invited, deed(EventKind.ACCEPTED)).running


def test_a_declined_invitation_is_nobodys_turn() -> None:
    declined = board(deed(EventKind.DECLINED), kind=EventKind.INVITED, by=ALICE)
    assert (declined.match.status, declined.turn) == (MatchStatus.DECLINED, None)


def test_a_move_changes_position_plies_and_turn() -> None:
    after = board(SOUTH)
    assert (after.match.plies, after.turn) == (1, Seat.SECOND)
    assert after.match.position == after.game.encode(after.state)
    assert [ply.text for ply in after.plies] == ["231123"]
    assert after.match.updated == LATER


def test_the_other_side_wins_when_one_resigns_in_or_out_of_turn() -> None:
    resigned = board(SOUTH, deed(EventKind.RESIGNED, seat=0)).match
    assert (resigned.result, resigned.reason) == ("0-1", "resigned")
    assert (resigned.status, resigned.turn) == (MatchStatus.FINISHED, None)


def test_a_draw_that_both_agree_on_ends_the_game() -> None:
    drawn = board(SOUTH, proposal(Seat.FIRST, "draw"), AGREEMENT).match
    assert (drawn.result, drawn.reason, drawn.turn) == ("1/2-1/2", "agreed", None)


def test_an_undo_takes_the_proposers_last_move_back_and_what_followed() -> None:
    before = board(SOUTH, NORTH)
    undone = after(before, moved(Seat.FIRST, "16-35", LATER))
    undone = after(undone, moved(Seat.SECOND, "61-53", LATER))
    undone = after(after(undone, proposal(Seat.FIRST, "undo")), AGREEMENT)
    assert (undone.plies, undone.state) == (before.plies, before.state)
    assert (undone.match.position, undone.match.plies) == (before.match.position, 2)
    assert undone.turn is Seat.FIRST


@pytest.mark.parametrize(("seat", "left"), [(Seat.FIRST, (0, 0)), (Seat.SECOND, (1, 0))])
def test_a_first_move_that_was_taken_back_is_nobodys_last(
    seat: Seat, left: tuple[int, int]
) -> None:
    agreement = deed(EventKind.AGREED, seat=seat.other.value)
    undone = board(SOUTH, NORTH, proposal(seat, "undo"), agreement)
    assert undone.own_last == left
    with pytest.raises(BrokenBoardError, match="has no move to take back"):
        after(undone, proposal(seat, "undo"))


def test_a_pass_is_nobodys_last_move() -> None:
    before = board(SOUTH, NORTH)
    passed = before.plies[-1]._replace(seat=Seat.FIRST, move=None)
    assert played_on(before, (passed,)).own_last == before.own_last


def test_g9_an_undone_move_leaves_the_history() -> None:
    played = moved(Seat.FIRST, "16-35", LATER)
    before = board(SOUTH, NORTH)
    undone = after(after(after(before, played), proposal(Seat.FIRST, "undo")), AGREEMENT)
    assert undone.state.past == before.state.past
    assert after(undone, played).match.plies == 3


def test_a_proposal_changes_nothing_and_lapses_with_the_next_move() -> None:
    before = board(SOUTH)
    proposed = after(before, proposal(Seat.FIRST, "draw"))
    assert proposed.match == before.match
    assert proposed.proposal is not None
    assert after(proposed, NORTH).proposal is None


BAD_PROPOSALS = {
    "a second one": [SOUTH, proposal(Seat.FIRST, "draw"), proposal(Seat.SECOND, "draw")],
    "an undo of nothing": [SOUTH, proposal(Seat.SECOND, "undo")],
    "agreement with nothing": [SOUTH, AGREEMENT],
    "rejection of nothing": [SOUTH, deed(EventKind.REJECTED, seat=1)],
    "agreement with oneself": [SOUTH, proposal(Seat.SECOND, "draw"), AGREEMENT],
    "after a move": [SOUTH, proposal(Seat.FIRST, "draw"), NORTH, AGREEMENT],
    "on a board that is over": [RESIGNATION, proposal(Seat.FIRST, "draw")],
}


@pytest.mark.parametrize("deeds", BAD_PROPOSALS.values(), ids=BAD_PROPOSALS.keys())
def test_no_such_proposal_or_answer(deeds: list[Deed]) -> None:
    before = board(*deeds[:-1])
    with pytest.raises(BrokenBoardError):
        after(before, deeds[-1])


def test_who_does_not_move_in_time_loses() -> None:
    lost = board(SOUTH, NORTH, LOSS, limits=LIMITS)
    assert (lost.match.result, lost.match.reason, lost.turn) == ("0-1", "forfeit", None)
    assert lost.match.clock.deadline() is None


@pytest.mark.parametrize("deeds", [[LOSS], [SOUTH, LOSS], [SOUTH, NORTH, SOUTH_LOSES_EARLY]])
def test_only_a_deadline_that_the_clock_has_can_be_missed(deeds: list[Deed]) -> None:
    with pytest.raises(BrokenBoardError):
        board(*deeds, limits=LIMITS)


def test_a_proposal_does_not_touch_the_clock() -> None:
    running = board(SOUTH, limits=LIMITS)
    later = Deed(EventKind.PROPOSED, {"seat": 0, "offer": "draw"}, DEADLINE)
    assert after(running, later).match.clock == running.match.clock


def test_an_undo_gives_the_turn_back_and_not_the_time() -> None:
    undo = proposal(Seat.FIRST, "undo")
    agreed = Deed(EventKind.AGREED, {"seat": 1}, LATER + timedelta(minutes=5))
    clock = board(SOUTH, undo, agreed, limits=LIMITS).match.clock
    assert (clock.seat, clock.since) == (Seat.FIRST, agreed.at)
    assert clock.spent == (timedelta(minutes=1), timedelta(minutes=5))


def test_an_invitation_costs_no_time() -> None:
    invited = board(kind=EventKind.INVITED, by=ALICE, limits=LIMITS)
    assert invited.match.clock.deadline() is None
    accepted = after(invited, deed(EventKind.ACCEPTED))
    assert accepted.match.clock.deadline() == DEADLINE


def test_an_aborted_game_has_no_result() -> None:
    aborted = board(deed(EventKind.ABORTED)).match
    assert (aborted.result, aborted.reason) == ("*", "aborted")


def test_an_adjudicated_game_has_the_result_that_was_decided() -> None:
    decided = board(deed(EventKind.ADJUDICATED, result="1-0")).match
    assert (decided.result, decided.reason) == ("1-0", "adjudicated")


def test_an_imported_game_goes_on_where_it_was() -> None:
    imported = board(kind=EventKind.IMPORTED, moves=["231123"], result="*", reason="*")
    assert (imported.running, imported.match.plies, imported.turn) == (True, 1, Seat.SECOND)


def test_an_imported_game_can_be_over() -> None:
    imported = board(kind=EventKind.IMPORTED, moves=["231123"], result="1-0", reason="resigned")
    assert (imported.match.result, imported.match.reason) == ("1-0", "resigned")
    assert imported.match.finished


def test_the_players_sit_as_the_opening_says() -> None:
    match = board().match
    assert (match.seat_of(ALICE), match.seat_of(BOB), match.seat_of(99)) == (*Seat, None)
    assert match.player_at(Seat.SECOND) == BOB


def test_the_board_can_be_looked_at_after_every_ply() -> None:
    after = board(SOUTH, NORTH)
    texts = [after.game.encode(after.state_at(ply)) for ply in range(3)]
    assert texts[0] == board().match.position
    assert texts[2] == after.match.position
    with pytest.raises(IndexError):
        after.state_at(3)


@pytest.mark.parametrize(
    ("deeds", "impossible"),
    [
        ([], NORTH),
        ([SOUTH], SOUTH),
        ([SOUTH, RESIGNATION], NORTH),
        ([RESIGNATION], RESIGNATION),
        ([deed(EventKind.ABORTED)], deed(EventKind.ABORTED)),
        ([RESIGNATION], deed(EventKind.ADJUDICATED, result="1-0")),
        ([], deed(EventKind.ACCEPTED)),
        ([], deed(EventKind.DECLINED)),
        ([], opening()),
        ([], INVITATION),
    ],
)
def test_what_cannot_happen_is_a_broken_board(deeds: list[Deed], impossible: Deed) -> None:
    with pytest.raises(BrokenBoardError):
        after(board(*deeds), impossible)


@pytest.mark.parametrize(
    "impossible", [SOUTH, RESIGNATION, deed(EventKind.ADJUDICATED, result="*")]
)
def test_nothing_is_played_before_an_invitation_is_accepted(impossible: Deed) -> None:
    with pytest.raises(BrokenBoardError):
        after(board(kind=EventKind.INVITED, by=ALICE), impossible)


@pytest.mark.parametrize(
    "kind", sorted(set(EventKind) - set(map(EventKind, "invited created imported".split())))
)
def test_no_board_begins_with_another_event(kind: EventKind) -> None:
    with pytest.raises(BrokenBoardError):
        opened(opening(kind))


def test_no_events_make_no_board() -> None:
    with pytest.raises(BrokenBoardError):
        fold([])


def test_a_move_that_breaks_the_rules_is_refused_by_the_rules() -> None:
    with pytest.raises(RulesError):
        board(moved(Seat.FIRST, "111111", LATER))
    with pytest.raises(RulesError):
        fold(events(opening(), moved(Seat.FIRST, "13-14", LATER)))


def test_a_deed_leaves_the_board_before_it_as_it_was() -> None:
    before = board()
    position = before.match.position
    after(before, SOUTH)
    assert (before.match.position, before.match.plies, before.plies) == (position, 0, ())


DRAWN = [(spec(game), start) for game in all_games() for start in game.starts]


@pytest.mark.parametrize(("name", "start"), DRAWN)
def test_a_drawn_start_stays_the_same_for_ever(name: str, start: str) -> None:
    setup = drawn_setup(name, start, 17)
    assert setup == drawn_setup(name, start, 17) != drawn_setup(name, start, 18)
    begun = board(spec=name, start=start, seed=17, setup=setup)
    assert begun.match.position == setup


def test_an_ordinary_start_is_not_drawn() -> None:
    assert drawn_setup(SPEC, "", 17) == ""


def test_a_record_names_the_players_and_holds_the_moves() -> None:
    made = to_record(board(SOUTH, NORTH), BySeat("alice", "bob"))
    assert made.tags["South"] == "alice"
    assert made.tags["North"] == "bob"
    assert made.tags["Date"] == "2026.11.20"
    assert (made.tags["Result"], made.tags["Game"]) == ("*", SPEC)
    assert "Setup" not in made.tags
    assert list(made.moves) == ["231123", "321123"]
