"""Signatures without a line ``-- `` above them.

They are known by HTML, a farewell, a number or a street.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from pbm.core.names import reads_as_move
from pbm.mail.contacts import is_contact, is_phone, parts_of
from pbm.mail.farewells import Farewell, begins_postscript, farewell_in
from pbm.mail.postal import is_postal, is_postal_row
from pbm.mail.quote_heads import is_bare_rule
from pbm.mail.quotes import OwnText
from pbm.mail.small_print import begins_small_print, is_above_small_print, is_small_print

MOST_WORDS = 4
"""A line of more words below a phone number is a sentence, not a part of the signature."""

MOST_WORDS_ABOVE = 6
"""The most words of a title or a street above a number or an address below a farewell."""

MOST_PARTS = 12
"""The most names, numbers and addresses in a row."""

LONGEST_INITIALS = 4

LEAST_WORDS_OF_PLACE = 4
"""A line with fewer words and numbers such as "12-14" may be advice to play a move."""

LAST_LINES = 40
"""A farewell is looked for in so many lines at the end."""

MOST_LINES_OF_SAYING, LONGEST_SAYING = 5, 400
"""The most lines and characters of a saying, with the name behind it."""

MOST_PARAGRAPHS = 6
"""The most paragraphs of small print."""

MOST_LINES_OF_ADDRESS = 8
"""An address without a farewell is looked for in so many lines at the end."""

_DIGIT_OR_AT = re.compile(r"[\d@]|www")
_LOWER_WORDS = frozenset(
    "& and of for the und der die das de du des la le et van von zu di e en".split()
)
_WORD = re.compile(r"\w+")
_DASH = frozenset("-~(\N{EN DASH}\N{EM DASH}")
_NAME = r"(?:[A-ZÀ-Þ][\w'’.-]+|d[aei]|de[rn]|v[oa]n|la|le)"
_NAMES = rf"{_NAME}(?:,?\s{_NAME}){{0,4}}"
_SAYING = re.compile(
    rf"[\"“”„«»'‘].{{3,300}}[\"“”„«»'’][\s,.]*[-–—~(]+\s*{_NAMES}\W*"
    rf"|.{{3,300}}\s(?:--|[–—])\s?{_NAMES}\W*"
)
_SLOT = re.compile(r"[a-k]?\d{1,2}", re.IGNORECASE)
_PROSE = frozenset(
    """accept decline reject resign draw undo yes no show help hilfe aufgeben annehmen ablehnen
    ja nein remis matt aide aiuto resa oui non sì si nee ok okay ps i i'm i'll you he she it
    we they my your this that here see till until thanks thank good happy merry have enjoy
    please sorry great nice well ich du er sie es wir ihr mein dein das hier bis danke dank
    vielen viel gute guten gutes schöne schönen schönes frohe frohes alles bitte tolle
    tolles toller super nächste nächstes wer was wann wie wo je tu il elle nous vous mon ton
    merci bonne bon beau joyeux à au ça c'est io noi voi mio tuo grazie buona buon buone
    buoni bella bel ci non che auguri ik jij hij zij wij mijn jouw bedankt dank fijne goede
    tot leuk veel prettige""".split()
)
"""Words with which a line begins that is no name: commands, pronouns and wishes."""


def without_signature(own: OwnText, marked: Sequence[str], author: str = "") -> OwnText:
    """Drop a signature from the end of the writer's own lines.

    author: the From of the letter, whose words are names.
    marked: the lines that the HTML part marks as the signature. If the writer's lines do not end
    with these, a signature is known by a farewell above names, addresses and numbers; or by a line
    with a phone number, and ends with its paragraph or above a sentence. A writer who wrote nothing
    else keeps everything, unless it begins with a farewell.
    """
    without_marked = _without_marked(own, marked)
    if without_marked is not None:
        return without_marked
    left = _without_ruled(_without_epigraph(_without_small_print(own)), author)
    left = _without_farewell(left, author)
    left = _without_address(_without_contact(left), author)
    return _without_name(left, author, is_signed=len(left.lines) < len(own.lines))


def _without_small_print(own: OwnText) -> OwnText:
    """Drop the last paragraphs that begin like small print, and headings and rules above them."""
    begins = [at for at in range(1, len(own.lines)) if own.lines[at] and not own.lines[at - 1]]
    if not begins:
        return own
    end = len(own.lines)
    for at in reversed(begins[-MOST_PARAGRAPHS:]):
        is_heading = end < len(own.lines) and is_above_small_print(own.lines[at])
        first = at + (is_bare_rule(own.lines[at]) and at + 1 < end)
        if not (begins_small_print(own.lines[first]) or is_heading):
            break
        end = at
    while 0 < end < len(own.lines) and is_above_small_print(own.lines[end - 1]):
        end -= 1
    return _kept(own, range(end)) if any(own.lines[:end]) and end < len(own.lines) else own


def _without_epigraph(own: OwnText) -> OwnText:
    """Drop a last paragraph that is a saying of somebody else with their name behind it."""
    begin = max((at for at, line in enumerate(own.lines) if not line.strip()), default=0) + 1
    last = own.lines[begin:] if begin > 1 else ()
    if not last or len(last) > MOST_LINES_OF_SAYING or _DASH.isdisjoint("".join(last)):
        return own
    text = " ".join(last)
    is_saying = len(text) <= LONGEST_SAYING and _SAYING.fullmatch(text)
    return _kept(own, range(begin)) if is_saying else own


def _without_ruled(own: OwnText, author: str) -> OwnText:
    """Drop the author's name below a rule, and what stands below it."""
    for at in range(max(1, len(own.lines) - MOST_LINES_OF_ADDRESS), len(own.lines) - 1):
        if is_bare_rule(own.lines[at]):
            words = _WORD.findall(own.lines[at + 1].casefold())
            if words and words[0] in _names_in(author):
                return _kept(own, range(at))
    return own


def _without_marked(own: OwnText, marked: Sequence[str]) -> OwnText | None:
    wanted = [" ".join(line.split()) for line in marked if line.strip()]
    written = [at for at, line in enumerate(own.lines) if line.strip()]
    tail = written[len(written) - len(wanted) :] if 0 < len(wanted) < len(written) else []
    if not tail or [" ".join(own.lines[at].split()) for at in tail] != wanted:
        return None
    return _kept(own, [at for at in range(tail[0]) if at <= written[-len(tail) - 1]])


def _without_address(own: OwnText, author: str) -> OwnText:
    """Drop the last lines if they are a name with a postal or other address below it.

    They begin a paragraph, or with a name of the author.
    """
    lines = own.lines
    end = len(lines)
    # The first line is never one of an address.
    if not any(_DIGIT_OR_AT.search(line) for line in lines[1:][-MOST_LINES_OF_ADDRESS:]):
        return own
    block = list(takewhile(_is_of_address, reversed(lines[-MOST_LINES_OF_ADDRESS:])))[::-1]
    names = _names_in(author)
    for begin in range(end - len(block), end):
        is_apart = begin > 0 and not lines[begin - 1].strip() and any(map(str.strip, lines[:begin]))
        starts = is_apart or (begin > 0 and _names_author(lines[begin].partition(",")[0], names))
        if starts and _is_address(lines[begin:]):
            return _kept(own, range(begin))
    return own


def _is_of_address(line: str) -> bool:
    is_known = is_postal(line) or is_postal_row(line) or is_contact(line)
    return bool(line.strip()) and (is_known or _is_part(line, is_above=False))


def _is_address(block: Sequence[str]) -> bool:
    """Whether the lines are a name above an address, or several lines of one."""
    known = [is_postal(line) or is_contact(line) for line in block]
    return any(map(is_postal_row, block)) or (any(known) and (len(block) > 1))


def _names_in(author: str) -> frozenset[str]:
    return frozenset(_WORD.findall(author.casefold()))


def _names_author(line: str, names: Collection[str]) -> bool:
    """Whether the line is a name of the author, perhaps with others: "Grandma Alice"."""
    words = line.split()
    is_name = len(words) <= MOST_WORDS and all(word[0].isupper() for word in words)
    is_prose = bool(words) and words[0].strip(",.").lower() in _PROSE
    return is_name and not is_prose and bool({*names} & {*_WORD.findall(line.casefold())})


def _without_name(own: OwnText, author: str, *, is_signed: bool) -> OwnText:
    """Drop the author's name where it ends the letter without a farewell above it.

    is_signed: whether other lines of a signature stood below it.
    """
    written = [at for at, line in enumerate(own.lines) if line.strip()]
    names = _names_in(author)
    last = own.lines[written[-1]] if len(written) > 1 else ""
    is_apart = is_signed or (len(written) > 1 and written[-1] - written[-2] > 1)
    if not last or not (_is_named(last, names) or (is_apart and _names_author(last, names))):
        return own
    return _kept(own, range(written[-2] + 1))


def _without_farewell(own: OwnText, author: str) -> OwnText:
    """Drop the last farewell and the names, addresses and numbers below it, but no postscript."""
    written = [at for at, line in enumerate(own.lines) if line.strip()]
    for at in reversed(written[-LAST_LINES:]):
        found = farewell_in(own.lines[at])
        if found is not None:
            names = _names_in(author)
            return _without_block(own, at, found, names)
    return own


def _without_block(own: OwnText, farewell: int, found: Farewell, names: Collection[str]) -> OwnText:
    lines = own.lines
    end, has_contact = _end_of_block(lines, farewell + 1, names)
    is_top = not any(map(str.strip, lines[:farewell]))
    is_whole = not any(map(str.strip, lines[end:]))
    is_signed = any(map(str.strip, lines[farewell + 1 : end]))
    ends = is_whole or (is_signed and not lines[end - 1].strip()) or begins_postscript(lines[end])
    if not ends or (is_top and not (is_whole and _stands_alone(found, has_contact=has_contact))):
        return own
    if found is Farewell.BESIDE and not has_contact:
        return own
    begin = farewell + (found is Farewell.BESIDE)
    while end > begin and not lines[end - 1].strip():
        # The empty line above a postscript.
        end -= 1
    return _kept(own, [*range(begin), *range(end, len(lines))])


def _stands_alone(found: Farewell, *, has_contact: bool) -> bool:
    """Whether a letter that begins with the farewell says nothing else."""
    return found is Farewell.PLAIN or has_contact


def _end_of_block(lines: Sequence[str], begin: int, names: Collection[str]) -> tuple[int, bool]:
    """Where the lines of a signature end, and whether one of them is an address or a number."""
    contacts = [at for at in range(begin, len(lines)) if is_contact(lines[at])]
    last = contacts[-1] if contacts else -1
    end, has_contact = begin, False
    while end < len(lines):
        line = lines[end]
        reaches = bool(line.strip()) and (is_contact(line) or is_postal(line))
        is_part = reaches or _is_named(line, names) or _is_part(line, is_above=end < last)
        if line.strip() and not is_part:
            if is_small_print(line, has_contact=has_contact):
                return len(lines), True
            break
        has_contact = has_contact or reaches
        end += 1
    return end, has_contact


def _is_named(line: str, names: Collection[str]) -> bool:
    """Whether the line is nothing but names of the author, perhaps in lower case."""
    return set(_WORD.findall(line.casefold())) <= {*names}


def _is_part(line: str, *, is_above: bool) -> bool:
    """Whether the line may be a name, a title, a company or a street.

    is_above: whether a number or an address follows, so that words in lower case may be a title.
    """
    words = line.split() or [""]
    if words[0].strip(",:;!?").lower() in _PROSE or line.rstrip().endswith(("!", "?", ":")):
        return False
    if begins_postscript(line):
        return False
    if _may_be_move(words):
        return is_above and _is_place(line)
    if len(words) == 1:
        # A word in capitals may be a command that was shouted.
        is_shouted = words[0].isupper() and len(words[0]) > LONGEST_INITIALS
        return words[0][:1].isupper() and (is_above or not is_shouted)
    return _is_name(line) or _is_street(words) or (is_above and len(words) <= MOST_WORDS_ABOVE)


def _is_street(words: Sequence[str]) -> bool:
    """Whether the words are a street with a number, or a town with its postcode."""
    capital = [word for word in words if word[0].isupper() and len(word.strip(".,")) >= 3]
    numbers = [word for word in words if word[0].isdigit()]
    return bool(capital) and len(capital) + len(numbers) == len(words) <= MOST_WORDS + 1


def _is_place(line: str) -> bool:
    """Whether the line is a street and a town, with a range of numbers: "Verdi 12-14, Genova"."""
    words = line.replace(",", " ").split()
    names = [word for word in words if word[0].isupper()]
    ranges = [word for word in words if reads_as_move(word)]
    numbered = [word for word in words if word[0].isdigit() and word not in ranges]
    is_all = len(names) + len(numbered) + len(ranges) == len(words)
    return "," in line and len(ranges) == 1 and len(words) >= LEAST_WORDS_OF_PLACE and is_all


def _may_be_move(words: Sequence[str]) -> bool:
    bare = [word.strip(".,;:!?()*") for word in words]
    slots = list(filter(_SLOT.fullmatch, bare))
    return len(slots) > 1 or any(reads_as_move(word) for word in bare if not word.isdecimal())


def _without_contact(own: OwnText) -> OwnText:
    phones = (at for at, line in enumerate(own.lines) if at and _has_phone(line))
    phone = next(phones, None)
    if phone is None:
        return own
    if _is_double_spaced(own.lines):
        return _without_spaced_contact(own, phone)
    begin = phone - sum(1 for _ in takewhile(_is_name, reversed(own.lines[:phone])))
    # In a letter of one paragraph, the lines above the number may be what is meant.
    begin = begin if begin and not own.lines[begin - 1].strip() else phone
    below = own.lines[phone + 1 :]
    end = phone + 1 + sum(1 for _ in takewhile(_is_of_contact, below))
    kept = [*range(begin), *range(end, len(own.lines))]
    return _kept(own, kept) if any(own.lines[at].strip() for at in kept) else own


def _without_spaced_contact(own: OwnText, phone: int) -> OwnText:
    """Drop the lines around a phone number where an empty line follows each: Outlook does that."""
    above, below = own.lines[:phone], own.lines[phone + 1 :]
    begin = phone - sum(1 for _ in takewhile(_is_blank_or_named, reversed(above)))
    end = phone + 1 + sum(1 for _ in takewhile(_is_blank_or_contact, below))
    first = next(at for at, line in enumerate(own.lines) if line.strip())
    # The first line may be what is meant.
    return _kept(own, [*range(max(begin, first + 1)), *range(end, len(own.lines))])


def _is_double_spaced(lines: Sequence[str]) -> bool:
    return not any(above.strip() and line.strip() for above, line in pairwise(lines))


def _is_blank_or_named(line: str) -> bool:
    return not line.strip() or _is_part(line, is_above=False)


def _is_blank_or_contact(line: str) -> bool:
    return _is_blank_or_named(line) or is_contact(line)


def _has_phone(line: str) -> bool:
    """Whether the line is a phone number, or names and one in a row: "Alice | Firm | Tel. ..."."""
    if is_phone(line):
        return True
    parts = [part.strip() for part in parts_of(line)]
    # The number is looked for first: to tell names from sentences takes ten times as long.
    has_number = 1 < len(parts) <= MOST_PARTS and any(map(is_phone, parts))
    return has_number and all(not part or _is_blank_or_contact(part) for part in parts)


def _is_name(line: str) -> bool:
    """Whether the line may be a name, a title or a company; one word may be a command."""
    words = line.split()
    return 2 <= len(words) <= 8 and all(
        word[0].isupper() or word.lower() in _LOWER_WORDS or not word[0].isalnum() for word in words
    )


def _is_of_contact(line: str) -> bool:
    """Whether the line may stand below a phone number in a signature: an address, a company."""
    return bool(line.strip()) and (len(line.split()) <= MOST_WORDS or _is_name(line))


def up_to(own: OwnText, end: int) -> OwnText:
    """The own lines up to an index."""
    return _kept(own, range(end))


def _kept(own: OwnText, places: Sequence[int]) -> OwnText:
    """The own lines at ``places``, without blank ones at the end; others count as ignored."""
    last = max((at for at in places if own.lines[at].strip()), default=-1)
    kept = [at for at in places if at <= last]
    dropped = sum(bool(line.strip()) for line in own.lines) - sum(
        bool(own.lines[at].strip()) for at in kept
    )
    return replace(
        own,
        lines=tuple(own.lines[at] for at in kept),
        places=tuple(own.places[at] for at in kept),
        ignored=own.ignored + dropped,
    )
