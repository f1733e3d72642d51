"""English for what only Oware says, with facts in braces."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "South": "South",
    "North": "North",
    "mark_South": "A-F",
    "mark_North": "a-f",
    "no_house": "that is no move: name one of your houses, like C",
    "no_such_house": "there is no house {house}: houses have the letters A to F",
    "no_pits": (
        "that is no position; write the houses of both rows, the side to play and what each side"
        " has taken, {seeds} seeds in all, like {example}"
    ),
    "not_your_house": "house {house} is not yours",
    "empty_house": "house {house} is empty",
    "must_feed": "the opponent has no seeds, and house {house} gives them none: another one does",
    "sows": "{player} sows house {house} as far as {end}",
    "takes_seeds": "takes {count} seeds",
    "shares_out": "the game ends, and each side takes the seeds in its own houses",
    "explains_sowing": "{rule}: the seeds of {house} are sown one by one, the last one into {end}",
    "explains_skipping": "{rule}: {house} itself gets none of them",
    "explains_taking": "{rule}: the seeds in {houses} are taken, as these have two or three now",
    "explains_slam": "{rule}: nothing is taken, as it would be all that the opponent has",
    "explains_starving": "{rule}: no move gives seeds to the other side: each takes its own",
    "explains_repeating": "{rule}: this position has been there before: each side takes its own",
    "explains_most": "{rule}: {seat} has most of the seeds and wins",
    "explains_tie": "{rule}: both sides have 24 seeds: a draw",
    "aim": "Who takes 25 of the 48 seeds wins.",
    "aim_of_seat": "You are {seat}: take 25 of the 48 seeds, and you win.",
    "aim_moving": (
        "A move sows the seeds of one of your houses, one by one and anticlockwise; a last seed"
        " that makes two or three in a house of the opponent takes them."
    ),
    "naming_houses": "Your houses are {first} to {last}, as lettered on the board.",
    "listed_houses": "{seat}: {houses}.",
    "listed_taken": "Taken: {taken}.",
    "legend_last_move": "{left} sown   > last seed",
    "view_sows": "All seeds of a house are sown anticlockwise, one in each of the next houses.",
    "view_takes": (
        "If the last seed makes two or three in a house of the other side, these are taken."
    ),
    "view_most": "Who has 25 of the 48 seeds wins.",
    "task_takes": "Take seeds of North.",
    "task_two": "Take the seeds of two houses with one move.",
    "hint_two": "That is a legal move, but it does not take the seeds of two houses.",
    "task_keeps": "North could take seeds with the next move: prevent that.",
    "hint_keeps": "That is a legal move, but now North can take seeds.",
}
