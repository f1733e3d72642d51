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
    Gyges("modern", "Gyges, the modern rules: a stuck shore gives way", Modern()),
    Gyges("simple", "Gyges, the modern rules without relocation", Simple()),
    Gyges("towers", "Gyges as on the Games of Towers page", Towers(), BY_LETTERS),
    Gyges(
        "kang",
        "Gyges Kang: rings from reserve, three goals to win",
        Kang(),
        WITH_ENTRIES,
        kang_position,
        KangLabels,
        WORDS_WITH_SCORES,
    ),
)
