"""English for every phrase, word and board label of Gyges. Facts stand in braces."""

from __future__ import annotations

from collections.abc import Mapping

NAMES_OF_RINGS = {
    "single": "single",
    "double": "double",
    "triple": "triple",
}

NOTATION = {
    "unreadable_move": (
        "this is no move; write the slots where the ring lands, like 14-24-34,"
        " or 13x14=44 to put the ring on 14 elsewhere, or six rings like 231123"
    ),
    "relocation_not_last": "the x stands before the last slot only: the move ends there",
    "relocation_unfinished": "the slot for the displaced ring is missing, like =44 in 13x14=44",
    "relocation_in_goal": "a goal holds no ring that could be put elsewhere",
    "goal_not_last": "a goal can only be the end of a move",
    "unreadable_position": (
        "this is no position; write six rows of six, North's first, and the side to play:"
        " ....../3...../..1.1./1.23.3/3.22.1/....2. n"
    ),
    "too_many_of_a_size": "there are {count} rings of size {size}; the game has 4 of them",
    "no_rings": "there is no ring on the board",
    "no_ring_in_goal": "a game is won with a ring in the goal, and all 12 stand on the board",
    "unknown_start": "Gyges always starts with an empty board",
}

REFUSALS = {
    "already_placed": "the rings are placed already; now one of them moves",
    "place_first": "place your six rings on row {row} first, like 231123",
    "wrong_rings": "{rings} is not two singles, two doubles and two triples",
    "no_such_slot": "{slot} is no place for this move on the board",
    "slot_empty": "there is no ring on {slot}",
    "not_your_shore": "you may not lift the ring on {slot}: your shore is row {shore}",
    "way_occupied": "the way from {origin} to {destination} is blocked by the ring on {slot}",
    "crossed_twice": "connection {connection} is crossed twice",
    "nothing_to_bounce_on": "there is no ring to bounce on at {slot}",
    "wrong_count": "{destination} cannot be reached from {origin} with a count of {count}",
    "wrong_way": (
        "{destination} cannot be reached from {origin} through {through} with a count of {count}"
    ),
    "out_of_reach": (
        "{destination} cannot be reached from {origin},"
        " neither with a count of {count} nor by bouncing on"
    ),
    "slot_occupied": (
        "{slot} is occupied: bounce on from there, or write x and = to put the ring there elsewhere"
    ),
    "nothing_to_relocate": "there is no ring on {slot} that could be put elsewhere",
    "room_occupied": "the displaced ring cannot go to {slot}: that slot is occupied",
    "past_shore": (
        "the displaced ring cannot go to {slot}: that lies past the opponent's shore, row {shore}"
    ),
    "own_goal": "{goal} is your own goal; you have to reach the other one",
    "nothing_changes": "the rings would stand as they stand now",
    "position_repeated": "the rings would stand as they stood after ply {ply}",
    "may_not_pass": "there is a legal move, so the turn cannot be passed over",
}

TELLING = {
    "places": "places {rings} on row {row}",
    "moves": "{ring} {origin} goes to {destination}",
    "bounces": "{ring} {origin} bounces on {bounces} to {destination}",
    "moves_home": "{ring} {origin} reaches the goal and wins",
    "bounces_home": "{ring} {origin} bounces on {bounces}, reaches the goal and wins",
    "relocates": "the {ring} there goes to {destination}",
}

LABELS = {
    "South": "South",
    "North": "North",
    "you_are": "you are {seat}, on your way to {goal}",
    "you_were": "you are {seat}",
    "your_shore": "your shore",
    "shore_of": "{seat}'s shore",
    "both_shores": "both shores",
    "your_home": "your row to fill",
    "home_of": "{seat}'s row to fill",
    "wins": "{seat} wins",
    "drawn": "drawn: nobody can move",
    "row": "row {row}: {rings}",
    "home_row": "row {row}, {seat}: {rings}",
    "ring_at": "{size} at {slot}",
    "empty": "empty",
    "row_note": "{note}: row {row}",
    "last_placement": "last move: {rings} placed on row {row}",
    "last_move": "last move: {size} from {origin} to {destination}",
    "last_displaced": "the {size} that stood on {origin} went to {destination}",
}

WORDS: Mapping[str, str] = NAMES_OF_RINGS | NOTATION | REFUSALS | TELLING | LABELS
