"""What becomes of the rows of each set: by set, by context, and by language of those that judge."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.sets import FIGURES, SETS, Use, rows_of
from tests.pbm.inbox.understanding.table import results
from tests.pbm.inbox.understanding.verdicts import Result, Verdict
from tests.pbm.town import remembered_drafts

Key = tuple[str, str]
"""What is counted, ``set``, ``context`` or ``language``, and its name."""

Figures = Mapping[Key, Counter[Verdict]]

ALL = ("all that judge", "")
_HEAD = ("what", "name", "rows", *(each.value for each in Verdict))
_CHANGED = 0.05
"""Shares that differ by less, in percent, are printed as equal."""


def figures_of(names: Iterable[str], show: Callable[[str], object] | None) -> Figures:
    """The verdicts on the rows of these sets. show: is told of each row not answered best."""
    found: dict[Key, Counter[Verdict]] = {}
    for name in names:
        for each in _results(rows_of(name)):
            for key in _keys(name, each.row):
                found.setdefault(key, Counter())[each.verdict] += 1
            if show and each.verdict is not Verdict.BEST:
                row = each.row
                came = "+".join(sorted(each.came))
                show(f"{name}\t{each.verdict.value}\t{row.id}\t{row.context}\t{came}\t{row.body}")
    return found


def _results(tried: Sequence[Row]) -> Iterator[Result]:
    with remembered_drafts():
        yield from results(tried)


def _keys(name: str, row: Row) -> Iterator[Key]:
    yield ("set", name)
    if SETS[name] is Use.JUDGE:
        yield from (("context", row.context), ("language", row.language), ALL)


def printed(found: Figures) -> str:
    """Percentages, each with its difference from the recorded figure, if there is one."""
    before = recorded_figures()
    head = f"{'':32} {'rows':>5}" + "".join(f"{each.value:>15}" for each in Verdict)
    return "\n".join([head, *(_line(key, found[key], before.get(key)) for key in found)])


def _line(key: Key, counted: Counter[Verdict], before: Counter[Verdict] | None) -> str:
    cells = (_cell(verdict, counted, before) for verdict in Verdict)
    return f"{' '.join(key):32} {counted.total():5}{''.join(cells)}"


def _cell(verdict: Verdict, counted: Counter[Verdict], before: Counter[Verdict] | None) -> str:
    now = percent(counted, verdict)
    change = now - percent(before, verdict) if before else 0.0
    return f"{now:7.1f}" + (f" ({change:+5.1f})" if abs(change) > _CHANGED else " " * 8)


def percent(counted: Counter[Verdict], verdict: Verdict) -> float:
    return 100 * counted[verdict] / max(1, counted.total())


def recorded(found: Figures) -> str:
    """The figures as the text of a file."""
    lines = [_HEAD] + [
        (*key, str(counted.total()), *(str(counted[each]) for each in Verdict))
        for key, counted in found.items()
    ]
    return "".join("\t".join(each) + "\n" for each in lines)


def recorded_figures() -> Figures:
    """The figures that were recorded last; none without the file."""
    if not FIGURES.is_file():
        return {}
    with FIGURES.open(encoding="utf-8", newline="") as file:
        return {
            (line["what"], line["name"]): Counter({each: int(line[each.value]) for each in Verdict})
            for line in csv.DictReader(file, delimiter="\t")
        }
