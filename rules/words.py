"""English words for all games; a game's own words take precedence."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "and": "and",
    "no_move": "there is no move in it",
    "not_your_turn": "after {before} it is the opponent's turn, so {text} cannot be played",
    "other_turn": "it would be {seat}'s turn then, so {text} cannot be played",
    "game_over": "the game is over",
    "seat_to_move": "{seat} is to move",
    "seat_wins": "{seat} wins",
    "pass": "pass",
    "by_rule": "rule {rule}",
    "after_resignation": "nothing can follow a resignation",
    "tag_unreadable": 'line {line}: "{text}" is no tag; a tag looks like [Game "gyges/classic"]',
    "tag_missing": "the tag [{tag}] is missing",
    "number_missing": 'ply {ply} should stand here, not "{text}"',
    "result_differs": "the record says {said}, its moves say {found}",
    "view_begins": "So a game begins. {seat} moves first, then both in turn.",
    "view_moves": "{seat} writes a move: {move}.",
    "view_goes_on": "Further on in a game: {seat} plays {move}.",
    "view_ends": "And so a game can end: {seat} plays {move}.",
    "task_moves": "It is your move: make any that the rules allow.",
    "task_prevents": "The other side could win with its next move: prevent that.",
    "task_wins": "One move wins at once. Which one?",
    "hint_moves": "A legal move is {move}, for example.",
    "hint_prevents": "That is a legal move, but now the other side can win.",
    "hint_wins": "That is a legal move, but it does not win.",
    "no_record": "there is no game record in it",
}
