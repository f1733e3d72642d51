"""The rule sets of Gyges, the default first. The texts in help/ say how each one differs."""

from __future__ import annotations

from . import kang_position
from .classic import Classic
from .game import Gyges
from .kang import Kang
from .kang_labels import KangLabels
from .modern import Modern, Simple
from .notation import BY_LETTERS, WITH_ENTRIES
from .towers import Towers
from .words import WORDS_WITH_SCORES

RULESETS: tuple[Gyges, ...] = (
    Gyges("classic", "Gyges, the classic rules of 2001 (pbmserv)", Classic()),
    Gyges("modern", "Gyges modern: if your shore is stuck, the next row moves", Modern()),
    Gyges("simple", "Gyges simple: modern, and no ring is displaced", Simple()),
    Gyges("towers", "Gyges towers: the ring that is landed on goes on", Towers(), BY_LETTERS),
    Gyges(
        "kang",
        "Gyges kang: rings enter from a reserve, three goals to win",
        Kang(),
        WITH_ENTRIES,
        kang_position,
        KangLabels,
        WORDS_WITH_SCORES,
    ),
)
