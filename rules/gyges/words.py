"""English for every phrase, word and board label of Gyges, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

NAMES_OF_RINGS = {
    "single": "single",
    "double": "double",
    "triple": "triple",
}

NOTATION = {
    "unreadable_move": (
        "this is no move on the slots 11 to 66; write those where the ring lands, like"
        " 14-24-34, or 13x14=44 to displace the ring on 14 to 44, or six rings like 231123"
    ),
    "unreadable_move_by_letters": (
        "this is no move; write the slots where a ring lands, column and row, like c2-c3-d3,"
        " or c2xd2=d5 to displace the ring on d2 to d5, or six rings like 231123"
    ),
    "unreadable_move_with_entries": (
        "this is no move; write the slots where the ring lands, like 14-24-34, or 13x14=44 to"
        " displace the ring on 14 to 44; a ring that enters is written by its size, like 2*-13"
    ),
    "wrong_sizes": "{rings} cannot fill your row: it takes two rings of each size, 1, 2 and 3 (G1)",
    "unknown_slot": "there is no slot {slot}: the slots of the lowest row are {row}",
    "too_many_landings": "a ring lands at most {most} times in a move",
    "several_relays": "{count} moves begin and end so; write all landings, as in {candidates}",
    "relocation_not_last": "the x stands before the last slot only: the move ends there",
    "relocation_unfinished": "the slot for the displaced ring is missing, like =44 in 13x14=44",
    "unreadable_position": (
        "this is no position; write six rows of six, North's first, and the side to play:"
        " ....../3...../..1.1./1.23.3/3.22.1/....2. n"
    ),
    "unreadable_position_with_reserves": (
        "this is no position; write six rows of six, North's first, the side to play, both"
        " reserves, the goals, and who scored on their last turn:"
        " ....../....../..1.../....../....../...... s 12/112233 1-0 s"
    ),
    "goals_and_end_differ": "the game is won with {goals} goals, and only then",
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
    "not_your_shore": "you may not move the ring on {slot}: your shore is row {shore}",
    "nearer_row": "you may not move the ring on {slot} while one on row {row} can move",
    "reserve_first": "you may not move the ring on {slot} while one from your reserve can enter",
    "not_in_reserve": "there is no ring of size {size} in your reserve",
    "way_occupied": "the way from {origin} to {destination} is blocked by the ring on {slot}",
    "crossed_twice": "connection {connection} is crossed twice",
    "slot_twice": "the slot {slot} is used twice",
    "nothing_to_bounce_on": (
        "there is no ring to bounce on at {slot}; slots that a ring only passes are not written"
    ),
    "wrong_count": "there is no way of length {count} from {origin} to {destination}",
    "wrong_way": (
        "there is no way of length {count} from {origin} through {through} to {destination}"
    ),
    "out_of_reach": (
        "{destination} cannot be reached from {origin}, neither by a way of length {count}"
        " nor by bouncing on"
    ),
    "slot_occupied": (
        "{slot} is occupied: bounce on from there, or displace the ring there with x and ="
    ),
    "must_bounce_on": "{slot} is occupied: the ring has to bounce on from there",
    "no_relocation": "no ring is displaced in this rule set; write where yours bounces on to",
    "nothing_to_relocate": "there is no ring on {slot} to displace",
    "relocation_in_goal": "a goal holds no ring to displace",
    "room_occupied": "the displaced ring cannot go to {slot}: that slot is occupied",
    "past_shore": (
        "the displaced ring cannot go to {slot}: that lies behind the opponent's shore, row {shore}"
    ),
    "goal_not_last": "a goal can only be the end of a move",
    "own_goal": "{goal} is your own goal; you have to reach the other one",
    "scored_last_turn": "you scored on your last turn, so you may not on this one",
    "nothing_changes": "the rings would stand as they stand now",
    "position_repeated": "the rings would stand as they stood after move {ply}",
    "search_too_long": (
        "whether it is legal could not be found out by trying {trails} routes; name every slot"
        " where the ring lands"
    ),
    "may_not_pass": "there is a legal move, so the turn cannot be passed over",
}

PROMPTS = {
    "to_place": (
        "Each player fills their row with two singles (1), two doubles (2) and two triples (3):"
        " write the sizes of the six rings in the order of the columns."
    ),
    "to_place_short": "Fill your row with six rings, two each of 1, 2 and 3.",
    "to_enter_short": "Rings enter over your edge: write a size, a star, and where it lands.",
    "to_enter": (
        "Each player has two singles (1), two doubles (2) and two triples (3) in reserve. A ring"
        " enters over your own edge: write its size, a star, and the slots where it lands."
    ),
}

AIM = {
    "aim": (
        "The first player to bring a ring, any ring, into the goal beyond the other player's side"
        " wins: South into {south}, North into {north}."
    ),
    "aim_of_seat": (
        "You are {seat}: bring any ring into the goal {goal}, beyond the other side of the board,"
        " and you win."
    ),
    "aim_lifting": (
        "The rings belong to nobody: you move one from your shore, the row nearest to you that has"
        " rings, and it goes exactly 1, 2 or 3 steps, as its number says."
    ),
    "aim_landing": (
        "A ring that lands on another one may bounce: it goes on by that one's number. Or it stays"
        " there, and you put the other one on an empty slot, not past your opponent's shore."
    ),
    "aim_bouncing": (
        "A ring that lands on another one bounces: it has to go on by that one's number."
    ),
    "aim_relaying": (
        "A ring that lands on another one takes its place, and that one goes on by its own number."
        " Or the last one stays, and you put the ring that was there on an empty slot, not past"
        " your opponent's shore."
    ),
    "naming": "In moves, {slot} is row {row}, column {column}.",
    "aim_by_rows": (
        "The first player to bring a ring, any ring, into a goal cell beyond the other player's"
        " side wins: South into row {south}, North into row {north}."
    ),
    "aim_of_seat_by_rows": (
        "You are {seat}: bring any ring into a goal cell of row {goal}, beyond the other side of"
        " the board, and you win."
    ),
    "aim_of_three": (
        "The first player to bring three rings, any rings, over the other player's edge wins:"
        " South into {south}, North into {north}."
    ),
    "aim_of_seat_of_three": (
        "You are {seat}: bring any ring over the far edge into {goal} three times, and you win."
    ),
    "aim_entering": (
        "While you have rings in reserve you enter one of them, later you move one from the row"
        " nearest to you that has rings; it goes exactly 1, 2 or 3 steps, as its number says."
    ),
}

LESSON = {
    "lesson_aim": ("Nobody owns the rings: bring any one into the far goal, by steps and bounces."),
    "lesson_aim_relaying": (
        "Nobody owns the rings: bring any one into a goal beyond the far side, by steps and from"
        " ring to ring."
    ),
    "lesson_aim_of_three": (
        "Nobody owns the rings on the board: bring any three over the far edge, by steps and"
        " bounces."
    ),
    "view_lift": "Lift a ring of the row nearest to you.",
    "view_enter": "First your rings enter, over the edge nearest to you.",
    "view_steps": "It goes as many steps as its number.",
    "view_steps_ahead": "It goes as many steps as its number, never back.",
    "view_bounce": "On a ring, it may bounce on by that number.",
    "view_must_bounce": "Landing on a ring, it bounces on by that number.",
    "view_relay": "Landing on a ring it stays, that one goes on.",
    "view_displace": "Or it stays: put that ring elsewhere.",
    "view_bounce_again": "It bounces on until it comes to an empty slot.",
    "task_enter": "You are South, below. Bring a ring from your reserve onto the board.",
    "task_step": (
        "You are South, below. Move the single, the ring with a 1: one step, to an empty slot."
        " {slot} is row {row}, column {column}."
    ),
    "task_turn": (
        "Move the triple, the ring with a 3: three steps, with a turn. Write its start and its end,"
        " not each step."
    ),
    "task_bounce": (
        "Land on a ring, and bounce on by that ring's number. Write its start, that ring's slot"
        " and its end, with -."
    ),
    "task_relay": "Land on a ring, so that it goes on in place of yours.",
    "task_displace": (
        "Land on a ring, stay there, and put that ring on an empty slot: write x before its slot,"
        " = before its new one."
    ),
    "task_bounce_twice": "Bounce twice in one move.",
    "task_goal": (
        "Bring a ring into the goal on the other side. Write the goal as the board names it."
    ),
    "hint_enter": "That is a legal move, but no ring comes from the reserve.",
    "hint_step": "That is a legal move, but not one step of the single to an empty slot.",
    "hint_turn": "That is a legal move, but not a way of the triple with a turn.",
    "hint_bounce": "That is a legal move, but nothing bounces.",
    "hint_relay": "That is a legal move, but no other ring goes on.",
    "hint_displace": "That is a legal move, but no ring is put elsewhere.",
    "hint_bounce_twice": "That is a legal move, but it does not bounce twice.",
    "hint_goal": "That is a legal move, but no ring comes into the goal.",
}

TELLING = {
    "places": "places {rings} on row {row}",
    "moves": "{ring} from {origin} goes to {destination}",
    "bounces": "{ring} from {origin} bounces on {bounces} to {destination}",
    "moves_home": "{ring} from {origin} reaches the goal and wins",
    "bounces_home": "{ring} from {origin} bounces on {bounces}, reaches the goal and wins",
    "the_reserve": "the reserve",
    "scores": "{ring} from {origin} leaves over the far edge and scores",
    "bounces_and_scores": (
        "{ring} from {origin} bounces on {bounces}, leaves over the far edge and scores"
    ),
    "relays": (
        "{ring} from {origin} sets off {bounces}, each to the next, the last to {destination}"
    ),
    "relays_home": (
        "{ring} from {origin} sets off {bounces}, each to the next, and the last one wins"
    ),
    "relocates": "the {ring} there goes to {destination}",
}

EXPLAINING = {
    "explains_placing": "{rule}: {rings} fill row {row}",
    "explains_lift": "{rule}: the {ring} on {slot} moves; row {row} is the shore",
    "explains_farther_lift": (
        "{rule}: the {ring} on {slot} moves; nothing nearer than row {row} can"
    ),
    "explains_entry": "{rule}: a {ring} comes from the reserve",
    "explains_step": "{rule}: it crosses one connection, from {origin} to {destination}",
    "explains_way": (
        "{rule}: it crosses {count} connections, from {origin} through {passed} to {destination}"
    ),
    "explains_bounce": "{rule}: it bounces on the {ring} on {slot}, which stays",
    "explains_relay": "{rule}: it stays on {slot}, and the {ring} from there goes on",
    "explains_rest": "{rule}: the steps are used up on {slot}, which is empty",
    "explains_relocation": "{rule}: it stays on {slot}, and the {ring} from there goes to {room}",
    "explains_goal": "{rule}: the goal is reached with the exact number of steps: the game is won",
    "explains_score": "{rule}: the far edge is crossed with the exact number of steps: a goal",
    "explains_pass": "{rule}: the opponent has no legal move and is passed over",
}

LABELS = {
    "South": "South",
    "North": "North",
    "you_are": "you are {seat}, on your way to {goal}",
    "you_were": "you are {seat}",
    "your_shore": "your shore",
    "shore_of": "{seat}'s shore",
    "both_shores": "both shores",
    "your_reserve": "your reserve",
    "reserve_of": "{seat}'s reserve",
    "reserve_and_goals": "{reserve}: {rings}; goals: {goals} of 3",
    "barred": "may not score this turn",
    "nothing": "none",
    "your_home": "your row to fill",
    "home_of": "{seat}'s row to fill",
    "wins": "{seat} wins",
    "drawn": "drawn: nobody can move",
    "row": "row {row}: {rings}",
    "home_row": "row {row}, {seat}: {rings}",
    "ring_at": "{ring} at {slot}",
    "empty": "empty",
    "row_note": "{note}: row {row}",
    "sign_moved": "{moved} moved last",
    "sign_displaced": "{displaced} displaced",
    "sign_left": "{left} left from here",
    "last_placement": "last move: {rings} placed on row {row}",
    "last_move": "last move: {ring} from {origin} to {destination}",
    "last_entry": "last move: {ring} from the reserve to {destination}",
    "last_relay": "last move: from {origin} over {over} to {destination}, each ring moving on",
    "last_displaced": "the {ring} that stood on {origin} went to {destination}",
}

ENDINGS = {
    "reason_goal": "goal",
    "reason_stalemate": "stalemate",
    "because_goal": "by bringing a ring into the goal",
    "because_stalemate": "because neither side can move",
}

WORDS: Mapping[str, str] = (
    NAMES_OF_RINGS
    | NOTATION
    | REFUSALS
    | PROMPTS
    | AIM
    | LESSON
    | TELLING
    | EXPLAINING
    | LABELS
    | ENDINGS
)
WORDS_WITH_SCORES: Mapping[str, str] = {
    **WORDS,
    "because_goal": "by scoring the third goal",
}
"""The words of a rule set in which one goal does not win."""
