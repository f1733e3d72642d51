"""English for every phrase, word and board label of DVONN, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

NAMES: Mapping[str, str] = {
    "White": "White",
    "Black": "Black",
    "white": "white",
    "black": "black",
    "white_piece": "white piece",
    "black_piece": "black piece",
    "dvonn_piece": "DVONN piece",
    "the_white_single": "the white single",
    "the_black_single": "the black single",
    "the_white_stack": "the white stack",
    "the_black_stack": "the black stack",
    "white_single": "white single",
    "black_single": "black single",
    "dvonn_single": "DVONN piece",
    "white_stack": "white stack",
    "black_stack": "black stack",
    "score": "nobody can move, and the pieces are counted",
    "seat_to_move": "{seat} is to move",
    "seat_wins": "{seat} wins",
    "by_rule": "rule {rule} of DVONN",
}

REFUSALS: Mapping[str, str] = {
    "unreadable": "that is no move: a stack is moved with A3-A5, a piece is placed with F3",
    "no_such_cell": "there is no cell {cell} on the board: row {row} is {first} to {last}",
    "no_such_row": "there is no cell {cell} on the board: its rows are 1 to 5",
    "off_the_board": "that is not on the board",
    "game_has_ended": "the game has ended, White {white}, Black {black}: nobody can move any more",
    "placing_is_over": "all pieces are on the board: name the stack that moves to {cell} as well",
    "still_placing": "the pieces are still being placed: name one empty cell for a {piece}",
    "cell_is_taken": "a piece stands on {cell} already",
    "no_choice_to_pass": "who can move has to",
    "nothing_to_move": "nothing stands on {cell}",
    "dvonn_alone": "the DVONN piece on {cell} belongs to nobody and moves only in a stack",
    "not_your_stack": "the top piece on {cell} is {owner}",
    "surrounded": "all six neighbours of {cell} are occupied, which blocks it",
    "wrong_way_single": "the single on {cell} moves to a neighbour, and {target} is not one",
    "wrong_way_stack": (
        "the stack of {height} on {cell} moves exactly {height} cells in a straight line, "
        "and {target} does not lie there"
    ),
    "lands_on_nothing": "{target} is empty: a move from {cell} must end on a stack or a piece",
}

POSITION_ERRORS: Mapping[str, str] = {
    "position_fields": 'a position is a board, then w, b or =, then perhaps "placing"',
    "position_side": '"{side}" is no side: w, b or = is expected',
    "position_stage": '"{stage}" is not understood: only "placing" may follow the side',
    "position_rows": "the board has 5 rows with slashes between them, not {rows}",
    "position_row_unreadable": (
        'row {row} cannot be read: "{text}"; it holds . w b r and stacks such as [rwb]'
    ),
    "position_row_length": "row {row} has {cells} cells, not {found}",
    "position_dvonn_on_top": "row {row}: a DVONN piece is on top of the stack [{stack}]",
    "position_pieces": "{found} pieces {kind} are too many: the game has {count}",
    "position_not_placing": "no board looks like this while pieces are being placed in turn",
    "position_wrong_side": "after {pieces} pieces it is the turn of {expected}, not {side}",
    "position_not_over": 'a side can still move, so the position cannot end with "="',
    "start_unknown": "there is no start {option}; choose from: {starts}",
}

PROMPTS: Mapping[str, str] = {
    "placing_first": "First the {total} pieces are placed, one at each turn.",
    "placing_first_short": "First the {total} pieces are placed, one a turn.",
    "placing_by_list_short": "Place several: queue {cells}",
    "placing_by_list": (
        "To place more pieces with one mail, write queue and cells in your order of preference,"
        " like: queue {cells}. Each of your turns then takes the first cell that is still empty."
    ),
}

AIM: Mapping[str, str] = {
    "aim": (
        "The player who owns more pieces at the end wins; a stack, with all of its pieces,"
        " belongs to the colour on its top."
    ),
    "aim_of_seat": (
        "You are {seat}: own more pieces at the end and you win; a stack, with all of its pieces,"
        " belongs to the colour on its top."
    ),
    "aim_moving": (
        "A stack moves exactly as many cells as it has pieces, straight on, onto another one; what"
        " has no link to a red DVONN piece any more leaves the board."
    ),
}

LESSON: Mapping[str, str] = {
    "lesson_aim": "Stack pieces linked to a red one, and own the most at the end.",
    "view_linked": "A stack belongs to its top piece.",
    "view_stack": "It moves as many cells as it has pieces, onto another.",
    "view_cut_off": "What loses its link to all red pieces is out.",
    "view_score": "At the end, the most pieces in stacks win.",
    "task_single": (
        "You are White. Put a single white piece onto a black one: it moves exactly one cell."
    ),
    "task_stack": "Move the stack of two: exactly two cells, onto another stack.",
    "task_dvonn": "Move onto the red DVONN piece: from then on it moves along with your stack.",
    "task_cut_off": (
        "Move so that a black piece loses its link to the red one, and leaves the game."
    ),
    "task_last": "Win with the last move: own more pieces than Black when nobody can move.",
    "hint_single": "That is a legal move, but no white piece comes onto a black one.",
    "hint_stack": "That is a legal move, but not of the stack of two.",
    "hint_dvonn": "That is a legal move, but not onto the DVONN piece.",
    "hint_cut_off": "That is a legal move, but no black piece leaves the game.",
    "hint_last": "That is a legal move, but it does not win.",
}

NAMING: Mapping[str, str] = {
    "naming": (
        "In moves, {cell} is column {column}, row {row}; row 4 begins with {fourth}, row 5 with"
        " {fifth}."
    ),
}

PHRASES: Mapping[str, str] = {
    "places": "{player} places a {piece} on {cell}",
    "single_on_single": "{mover} on {origin} jumps on the {target} on {destination}",
    "single_on_stack": (
        "{mover} on {origin} jumps on the {target} of {target_height} on {destination}"
    ),
    "stack_on_single": "{mover} of {height} on {origin} jumps on the {target} on {destination}",
    "stack_on_stack": (
        "{mover} of {height} on {origin} jumps on the {target} of {target_height} on {destination}"
    ),
    "now_a_stack": "now a {stack} of {height}",
    "now_with_dvonn": "now a {stack} of {height} with a DVONN piece in it",
    "now_with_dvonns": "now a {stack} of {height} with {count} DVONN pieces in it",
    "cuts_off_single": "which cuts off the piece at {cell}",
    "cuts_off_stack": "which cuts off the stack of {pieces} at {cell}",
    "cuts_off_stacks": "which cuts off {count} stacks, {pieces} pieces in all: {cells}",
}

EXPLAINING: Mapping[str, str] = {
    "explains_placing": "{rule}: {player} places piece {number} of {total}, a {piece}, on {cell}",
    "explains_owner": "{rule}: the {stack} on {cell} is {player}'s",
    "explains_owner_of_stack": (
        "{rule}: the top piece of the {stack} of {height} on {cell} is {player}'s"
    ),
    "explains_freedom": "{rule}: {cell} is not surrounded; occupied neighbours: {occupied} of 6",
    "explains_edge": "{rule}: {cell} lies at the edge, where nothing is surrounded",
    "explains_step": "{rule}: a single moves one cell, to {target}",
    "explains_line": (
        "{rule}: a stack of {height} moves {height} cells straight, over {path} to {target}"
    ),
    "explains_landing": (
        "{rule}: it lands on the {stack} on {target}, which makes a stack of {height}"
    ),
    "explains_links": "{rule}: every stack is still linked to a DVONN piece",
    "explains_cut": "{rule}: no link to a DVONN piece is left for {cells} (pieces: {pieces})",
    "explains_pass": "{rule}: the opponent cannot move and is passed over",
    "explains_end": "{rule}: nobody can move any more, White has {white}, Black {black}",
}

LABELS: Mapping[str, str] = {
    "white_mark": "W",
    "black_mark": "b",
    "dvonn_mark": "*",
    "sides": "White ({white_mark}) plays Black ({black_mark}).",
    "sides_for_white": "You are White ({white_mark}), against Black ({black_mark}).",
    "sides_for_black": "You are Black ({black_mark}), against White ({white_mark}).",
    "you_are_white": "You are White.",
    "you_are_black": "You are Black.",
    "count": "Pieces: White {white}, Black {black}.",
    "turn_to_place": "{player} to place a {piece}, {number} of {total}.",
    "won": "The game is over: {player} wins.",
    "tied": "The game is over: a tie.",
    "last_move": "Last move {move}.",
    "dimmed": "Dimmed: cannot move.",
    "crossed": "Crosses: cut off by the last move.",
    "legend": (
        "{white_mark} single   {white_mark}3 stack of 3   {white_mark}3{dvonn_mark} with DVONN   "
        "{dvonn_mark} DVONN"
    ),
    "legend_placing": "{dvonn_mark} DVONN",
    "legend_last_move": "{left} {right} last move",
    "inside": "With DVONN, bottom to top: {stacks}",
    "listed_row": "Row {row}: {stacks}.",
    "listed_empty_row": "Row {row}: empty.",
    "listed_single": "{cell} {kind}",
    "listed_stack": "{cell} {kind} of {height}",
    "listed_stack_dvonn": "{cell} {kind} of {height} with a DVONN piece",
    "listed_stack_dvonns": "{cell} {kind} of {height} with {count} DVONN pieces",
}

ENDINGS: Mapping[str, str] = {
    "reason_score": "score",
}

WORDS: Mapping[str, str] = {
    **NAMES,
    **REFUSALS,
    **POSITION_ERRORS,
    **PROMPTS,
    **AIM,
    **LESSON,
    **NAMING,
    **PHRASES,
    **EXPLAINING,
    **LABELS,
    **ENDINGS,
}
