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
    "no_record": "there is no game record in it",
}
