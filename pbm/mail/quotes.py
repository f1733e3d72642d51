"""Quote stripping: a writer's own lines.

A doubtful line is not read: a missed move costs one more mail, but a quoted move that is played
may cost the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, pairwise

from pbm.base.alternatives import any_of
from pbm.base.characters import bare_lines
from pbm.mail.addresses import parts
from pbm.mail.link_previews import link_preview
from pbm.mail.marks import mark_at, offers_meeting
from pbm.mail.program_lines import advertising, banner, may_have_been_added
from pbm.mail.quote_heads import DASHES, head, is_bare_rule, is_rule
from pbm.mail.quote_words import (
    AUXILIARIES,
    LABELS,
    NO_NAMES,
    OPENERS,
    ORIGINAL_MESSAGE,
    PARTICLES,
    SENT_FROM,
    SENT_FROM_ENDINGS,
    SPOKEN,
    TYPED_ON,
    TYPED_WITH,
    VERBS,
    VERBS_UNSPACED,
    WRITTEN_BY,
)

MAX_OWN_LINES = 500
MAX_ATTRIBUTION_LINES = 3
MAX_ATTRIBUTION = 400
MAX_UNADDRESSED = 120
"""The most characters of an attribution that begins with the name and has no address."""
FEWEST_WORDS_OF_SENTENCE = 3
"""The fewest words in small letters behind a date and a time that are no name."""
FEWEST_SPACED = 4
"""The fewest lines of a letter that tell whether a program has put empty lines between all."""
MAX_SENT_FROM = 100
MAX_NAMED, MOST_NAMES = 60, 4
"""The most characters of "Alice wrote:", and the most names in it."""
HEADER_BLOCK_LINES = 6
OUR_NAME = "pbm"
"""The only name in a head that is not capitalised."""
# Programs that wrap quoted lines do so at this column or further right.
WRAP_COLUMN = 60


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ACCENTS = str.maketrans("äöüàâéèêëîïôûç", "aouaaeeeeiiouc")


def _with_plain(words: Iterable[str]) -> list[str]:
    """The words, and how they are typed without accents: "ä" as "a" or as "ae"."""
    words = [*words]
    whole = "\n".join(words)
    spelt = (whole, whole.translate(_UMLAUTS), whole.translate(_ACCENTS))
    return list(dict.fromkeys(word for each in spelt for word in each.split("\n")))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_QUOTED = re.compile(r">|[│┃║❘▌▍▎▏≫❯〉]|[|»›¦\]}%](?:\s|$)|&gt;|[A-Za-z]{1,10}>(?:\s|$)")
# Neither marks of lists nor of rules, and no brackets or quotation marks.
_ODD_MARK = re.compile(r"(?:[^\W\d_]{1,10}|[-=~]{1,2})>|[^\w\s*+#•·–—([{<'\"$@/\\.,!?…=_-]")
_BLOCK_MARK = _pattern(
    r"\[quote\b[^\[\]]{0,100}\]|<blockquote\b[^<>]{0,100}>|#\+begin_quote"
    r"|(?P<closes>\[/quote\]|</blockquote>|#\+end_quote)|(?P<either>\{quote\})"
)
"""Marks of forums, wikis and trackers around a quote of several lines."""
_BLOCK_WORD = "quote"
_SIGNATURE = re.compile(r"(?:--|_{2,}|[—―]+|ᐧ)$")
_ORIGINAL_MESSAGE = _pattern(rf"[{DASHES} ]*{any_of(ORIGINAL_MESSAGE)}[{DASHES} :\uFF1A]*$")
_SPELT = _with_plain(SENT_FROM)
_SENT_FROM = _pattern(rf"\W{{0,4}}{any_of(_SPELT)}")
_TYPED_ON = _pattern(
    rf"\W{{0,4}}(?:{'|'.join(_with_plain(TYPED_ON))}) (?:\w{{2,12}} )?"
    rf"(?:{'|'.join(_with_plain(TYPED_WITH))})(?: \w{{1,3}})?\W{{0,4}}$"
)
_KINDS = "|".join(f"(?P<{kind}>{any_of(words)})" for kind, words in LABELS.items())
_LABEL = _pattern(rf"[*_\s]{{0,4}}(?:{_KINDS})[*_\s]{{0,4}}:")

# Dates as mail programs write them. Numbers with dashes between them are a date only if one is a
# year of four digits; otherwise they are a move.
_MONTH = r"[^\W\d_]{2,12}"
_DATE = (
    r"(?:(?<![\w/.-])(?:"
    rf"\d{{4}}[-/.] ?\d{{1,2}}[-/.] ?\d{{1,2}}|\d{{4}}\. {_MONTH}\.? \d{{1,2}}"
    r"|\d{1,2}[/.] ?\d{1,2}[/.] ?\d{2,4}|\d{1,2}-\d{1,2}-20\d{2}"
    rf"|\d{{1,2}}\.?(?: de| of)? {_MONTH}[.,]{{0,2}}(?: de)? \d{{4}}"
    rf"|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    r")(?![\w-])|\d{4} ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일])"
)
_TIME = r"\d{1,2}[:.h\N{RATIO}]\d{2}"
_DAY = r"[^\W\d_]{1,12}[.,]{1,2} ?|[^\W\d_]{1,3} "
_OPENING = _pattern(
    rf"[-_*~ ]{{0,8}}(?:{any_of(OPENERS)}\s"
    rf"|[在于於]? ?(?:{_TIME} ?(?:[AP]M)?,? ?)?(?:{_DAY})?{_DATE})"
)
# For text in lower case: five times faster than ignoring case.
_WROTE = re.compile(
    rf"\b{any_of(VERBS)}(?!\w)"
    rf"|{any_of(VERBS_UNSPACED)}"
)
_NO_PART_OF_NAME = frozenset({*PARTICLES, *AUXILIARIES})
_WRITTEN_BY = re.compile(rf"{any_of(WRITTEN_BY)}(?!\w)")
_DATED = _pattern(_DATE)
_CLOCK = re.compile(_TIME)
_CLOCK_WORDS = _pattern(r"\b(?:[AP]M|GMT|UTC|[A-Z]{2,4}T|Uhr)\b")
_NAME = re.compile(r"[^\W\d_]{2}")
_NAME_OR_WORD = re.compile(r"[^\W\d_]+")
_ADDRESS = re.compile(r"[^\s<>()]@[^\s<>()]")
_OF_HEAD = re.compile(r"[\d@]")
"""The lines of a torn head hold dates and addresses; few lines of people do."""
_ENDS_OF_SENTENCES = (".", "!", "?", ":", "…", "。", "！", "？")
_ADDRESS_ENDS = re.compile(r"[>)\]\"]\s?:$")

# Our own mails when quoted without marks: the Subject, the ply played, a drawn board.
_OUR_TEXT = (
    re.compile(r"\[(?:pbm|[a-z]+ \d+)\]\s"),
    re.compile(r"\d{1,3}\.\s+[a-z][\w.-]{1,19} \([^()]{1,20}\)(?:\s{2,}|\s\S*\d)"),
    re.compile(r"\+(?:-{2,}\+){2,}$"),
)


@dataclass(frozen=True)
class OwnText:
    """The writer's own lines, their indexes, and the number of other nonempty lines."""

    lines: tuple[str, ...]
    places: tuple[int, ...]
    ignored: int


def own_text(lines: Sequence[str], domain: str) -> OwnText:
    """Strip quotes, signature and added lines from a mail to ``pbm@domain``."""
    return _own_text(tuple(lines), domain)


# Cached: a text that has been compared with the HTML beside it is read next.
@lru_cache(maxsize=2)
def _own_text(lines: tuple[str, ...], domain: str) -> OwnText:
    bared = bare_lines(lines)
    places = _trimmed(lines, _own_if_closed_up(bared, domain, _first_own(bared, domain)))
    own = tuple(lines[at] for at in places)
    ignored = sum(map(bool, bared)) - sum(bool(bared[at]) for at in places)
    return OwnText(own, tuple(places), ignored)


def _own_if_closed_up(lines: Sequence[str], domain: str, places: list[int]) -> list[int]:
    """The indexes of lines that are the writer's even if empty lines of a program are ignored.

    A program that adds empty lines tears the heads of quotes apart.
    """
    kept = _closed_up(lines)
    if len(kept) == len(lines):
        return places
    own = {kept[at] for at in _first_own([lines[at] for at in kept], domain)}
    return [at for at in places if not lines[at] or at in own]


def _closed_up(lines: Sequence[str]) -> Sequence[int]:
    """The indexes without the empty lines that stand between all lines of the letter alike.

    The end of a sentence is also the end of a paragraph, so they stay behind it.
    """
    # In most letters, the first lines are two that follow each other.
    are_apart = not any(line and below for line, below in pairwise(lines))
    filled = [at for at, line in enumerate(lines) if line] if are_apart else []
    if len(filled) < FEWEST_SPACED:
        return range(len(lines))
    added = min(after - before - 1 for before, after in pairwise(filled))
    spare = {
        at
        for before in filled[:-1]
        if _OF_HEAD.search(lines[before]) and not lines[before].endswith(_ENDS_OF_SENTENCES)
        for at in range(before + 1, before + 1 + added)
    }
    return [at for at in range(len(lines)) if at not in spare]


def _first_own(lines: Sequence[str], domain: str) -> list[int]:
    return [*islice(_own(lines, domain), MAX_OWN_LINES)]


def _own(lines: Sequence[str], domain: str) -> Iterator[int]:
    """Yield the indexes of the own lines, empty ones included.

    Text after an attribution is the writer's only if a quote with marks stands between. Once the
    writer has written something, a line like "Sent from my phone" ends their text.
    """
    at = 0
    has_written = False
    end = _end_before_quote(lines)
    others = [line for line in lines[:end] if not line.startswith(">")]
    has_additions = may_have_been_added(others)
    has_links = any("://" in line for line in others)
    while at < end and not _ends(lines, at):
        if not lines[at]:
            yield at
            at += 1
            continue
        skipped = _block(lines, at) or int(_is_quoted(lines[at]))
        sent_from = 0 if skipped else int(_is_sent_from(lines[at]) or offers_meeting(lines[at]))
        skipped = skipped or (0 if sent_from else mark_at(lines, at))
        if has_links and not skipped:
            skipped = link_preview(lines, at)
        if has_additions and not skipped:
            sent_from = sent_from or advertising(lines, at)
            skipped = banner(lines, at)
        if sent_from and has_written:
            return
        skipped = skipped or sent_from
        if skipped:
            at += skipped
            continue
        span = head_lines(lines, at, domain) or int(_is_above_marked(lines, at))
        if span and not _is_followed_by_quote(lines, at + span):
            marked = _oddly_marked(lines, at + span)
            if not marked:
                return
            span += marked
        if not span and not _is_set_aside(lines, at, domain):
            has_written = has_written or bool(lines[at])
            yield at
        at += span or 1


def _end_before_quote(lines: Sequence[str]) -> int:
    """The number of lines without the empty and quoted ones at the end, where nothing is own.

    They are most lines of an answer, and judging each of them takes 2% of the time of a move.
    """
    others = [at for at, line in enumerate(lines) if line and line[0] != ">"]
    return others[-1] + 1 if others else 0


def _trimmed(lines: Sequence[str], places: list[int]) -> list[int]:
    """The indexes without those of empty lines and horizontal rules at both ends."""
    stripped = [lines[at].strip() for at in places]
    spare = [not line or is_bare_rule(line) for line in stripped]
    if all(spare):
        return []
    return places[spare.index(False) : len(places) - spare[::-1].index(False)]


def _ends(lines: Sequence[str], at: int) -> bool:
    """Whether the writer's text ends here: a signature or a quote without marks begins."""
    line = lines[at]
    # A shortcut: most lines begin with ">", as none of these patterns does.
    return not line.startswith(">") and (
        bool(_SIGNATURE.match(line)) or _is_text_of_another(lines, at)
    )


def _is_text_of_another(lines: Sequence[str], at: int) -> bool:
    """Whether a quote without marks begins here."""
    line = lines[at]
    return bool(
        _ORIGINAL_MESSAGE.match(line)
        or any(pattern.match(line) for pattern in _OUR_TEXT)
        or _begins_header_block(lines, at)
    )


def _begins_header_block(lines: Sequence[str], at: int) -> bool:
    """Whether a block of From, Sent, To, Subject begins here, as Outlook puts it above a quote."""
    if not _LABEL.match(lines[at]):
        return False
    block = [line for line in lines[at : at + 2 * HEADER_BLOCK_LINES] if line]
    labelled = [line for line in block[:HEADER_BLOCK_LINES] if _LABEL.match(line)]
    kinds = {label.lastgroup for label in map(_LABEL.match, labelled) if label}
    if "author" in kinds:
        return len(kinds) >= 2
    # People list such things, too: "Date: tomorrow", "Subject: cake", "To: all".
    return len(kinds) >= 3 and any(map(_is_from_header, labelled))


def _is_from_header(line: str) -> bool:
    """Whether the line has an address, a date or a time, as mail programs write them."""
    return any(sign.search(line) for sign in (_ADDRESS, _DATED, _CLOCK))


def head_lines(lines: Sequence[str], at: int, domain: str) -> int:
    """The number of lines above a quote that begin here, by their words or their shape, or 0."""
    return head(lines, at, domain) or _attribution(lines, at, domain)


def _attribution(lines: Sequence[str], at: int, domain: str) -> int:
    """The number of lines of an attribution, "On Monday, Alice wrote:", that begins here, or 0.

    "Alice wrote:" is enough on a line of its own.
    """
    if _is_name_and_verb(lines[at]):
        return 1
    opens = bool(_OPENING.match(lines[at]))
    if not (opens or _names_someone(lines[at])):
        return _unaddressed(lines, at)
    for span in range(1, MAX_ATTRIBUTION_LINES + 1):
        window = lines[at : at + span]
        if len(window) < span or not window[-1] or (span > 1 and _is_cut(window, opens)):
            break
        if _closes(" ".join(window), opens):
            return span
    is_cut_off = opens and _has_date_and_name(lines[at]) and not _tells_something(lines, at)
    return int(is_cut_off or _names_us(lines[at], domain))


def _unaddressed(lines: Sequence[str], at: int) -> int:
    """The number of lines of "Alice wrote on 7 Dec 2026 at 18:00:" that begin here, or 0."""
    for span in range(1, MAX_ATTRIBUTION_LINES + 1):
        window = lines[at : at + span]
        text = " ".join(window)
        if len(window) < span or not window[-1] or len(text) > MAX_UNADDRESSED:
            break
        # Most lines do not end with a colon, and nothing is searched in them.
        if _without_rule(text).endswith(":"):
            return span if _is_unaddressed(window) else 0
    return 0


def _is_name_and_verb(line: str) -> bool:
    """Whether a line is nothing but a name and a verb such as "wrote", or "In reply to Alice:"."""
    text = _without_rule(line) if ":" in line else ""
    if len(text) > MAX_NAMED or not text.endswith(":"):
        return False
    found = _WROTE.search(text.lower()) or _WRITTEN_BY.match(text.lower())
    # People write "Bob said:" themselves.
    if found is None or found[0] in SPOKEN:
        return False
    words = f"{text[: found.start()]} {text[found.end() :]}".strip(" :").split()
    names = [each for each in words if each.lower() not in _NO_PART_OF_NAME]
    return 0 < len(names) <= MOST_NAMES and all(
        len(each) > 1 and (each[0].isupper() or each == OUR_NAME) and each.lower() not in NO_NAMES
        for each in names
    )


def _is_unaddressed(window: Sequence[str]) -> bool:
    """Whether the lines are an attribution as in ``_unaddressed``, without own words before it."""
    first, others = window[0], " ".join(window[1:])
    is_part = _says_wrote(first) or bool(_DATED.search(first))
    return is_part and _says_wrote_when(" ".join(window)) and not _says_wrote_when(others)


def _says_wrote_when(text: str) -> bool:
    """Whether the text has a verb such as "wrote", a date and a time."""
    return _says_wrote(text) and bool(
        _DATED.search(text) and _CLOCK.search(_DATED.sub("", text, count=1))
    )


def _is_cut(window: Sequence[str], opens: bool) -> bool:
    """Whether the last line begins another attribution, so that the first line is the writer's."""
    # A verb in the first line belongs to the attribution, whatever the next line looks like.
    if opens or _says_wrote(window[0]):
        return False
    last = window[-1]
    whole = not last.startswith("<") and last.count("<") == last.count(">")
    return bool(_OPENING.match(last)) or (whole and _closes(last, opens=False))


def _closes(text: str, opens: bool) -> bool:
    """Whether an attribution is complete: a name or address, a verb unless an address in brackets
    or quotes ends it, and a colon."""
    end = _without_rule(text)
    if len(end) > MAX_ATTRIBUTION or not end.endswith(":"):
        return False
    if not (opens or _ADDRESS.search(end)):
        return False
    return bool(_says_wrote(end) or _ADDRESS_ENDS.search(end))


def _without_rule(text: str) -> str:
    return text.rstrip(" -_*=~")


def _says_wrote(text: str) -> bool:
    return bool(_WROTE.search(text.lower()))


def _has_date_and_name(line: str) -> bool:
    """Whether the line has a date, a time and a name: enough if the verb is on the next line."""
    if not (date := _DATED.search(line[:MAX_ATTRIBUTION])):
        return False
    rest = line[date.end() : MAX_ATTRIBUTION]
    if clock := _CLOCK.search(rest):
        return bool(_NAME.search(_CLOCK_WORDS.sub("", rest[clock.end() :])))
    return bool(_ADDRESS.search(rest))


def _tells_something(lines: Sequence[str], at: int) -> bool:
    """Whether words behind a date and a time are a sentence: "On 7 Dec 2026 at 18:00 I was ill".

    A head whose verb is not known ends with a colon, here or on the next lines.
    """
    line = lines[at]
    closed = (each for each in lines[at : at + MAX_ATTRIBUTION_LINES] if each)
    if _ADDRESS.search(line) or _says_wrote(line) or any(map(_ends_with_colon, closed)):
        return False
    *_, behind = _CLOCK.split(line[:MAX_ATTRIBUTION])
    words = _NAME_OR_WORD.findall(_CLOCK_WORDS.sub("", behind))
    small = [word for word in words if word.islower() and word not in PARTICLES]
    begins_with_name = bool(words) and len(words[0]) > 1 and words[0][0].isupper()
    return len(small) >= FEWEST_WORDS_OF_SENTENCE - begins_with_name


def _ends_with_colon(line: str) -> bool:
    return _without_rule(line).endswith(":")


def _names_someone(line: str) -> bool:
    return "@" in line or line.endswith("<")


def _names_us(line: str, domain: str) -> bool:
    """Whether the line holds our own address as a header or attribution does, in any language."""
    found = _our_address(domain).search(line)
    return found is not None and (":" in line or _is_whole_mailbox(line, found.start()))


def _is_whole_mailbox(line: str, begin: int) -> bool:
    """Whether a line is nothing but a name and an address in brackets."""
    names = line[:begin].rstrip("<(").split()
    is_closed = line.rstrip().endswith((">", ")")) and line[begin - 1 : begin] in ("<", "(")
    return is_closed and len(names) <= MOST_NAMES and all(each[0].isupper() for each in names)


@cache
def _our_address(domain: str) -> re.Pattern[str]:
    local, host = map(re.escape, parts(domain))
    return _pattern(rf"\b{local}(?:\+[\w.=-]{{1,100}})?@{host}\b")


def _is_followed_by_quote(lines: Sequence[str], at: int) -> bool:
    """Whether the next nonempty line is marked with ``>``."""
    return next((line for line in lines[at:] if line), "").startswith((">", "&gt;"))


def _oddly_marked(lines: Sequence[str], at: int) -> int:
    """The number of lines to the end of a quote whose lines all begin with one mark, or 0.

    Below a head, that need not be a mark that only quotes have.
    """
    begin = at
    while begin < len(lines) and not lines[begin]:
        begin += 1
    mark = _ODD_MARK.match(lines[begin]) if begin < len(lines) else None
    if mark is None:
        return 0
    end = below = begin
    while below < len(lines) and (not lines[below] or lines[below].startswith(mark[0])):
        below += 1
        end = below if lines[below - 1] else end
    # Directly below stands the rest of a line that was wrapped, or no quote at all.
    return end - at if end == len(lines) or not lines[end] else 0


def _is_set_aside(lines: Sequence[str], at: int, domain: str) -> bool:
    line = lines[at]
    is_over_quote = is_rule(line) and _is_above_quote(lines, at, domain)
    return is_over_quote or _is_rest_of_quoted_line(lines, at)


def _is_above_marked(lines: Sequence[str], at: int) -> bool:
    """Whether the line says who wrote the marked quote directly below: "bob wrote on Friday:"."""
    line = lines[at]
    if not line.endswith((":", "]")) or len(line) > MAX_UNADDRESSED or not any(lines[at + 1 :][:1]):
        return False
    is_told = _says_wrote(line) or _WRITTEN_BY.match(line.lower()) or _DATED.search(line)
    below = at + 1
    return bool(is_told and (_is_followed_by_quote(lines, below) or _oddly_marked(lines, below)))


def _is_above_quote(lines: Sequence[str], at: int, domain: str) -> bool:
    """Whether the line stands directly above a quote, or above one without marks."""
    below = next((place for place in range(at + 1, len(lines)) if lines[place]), None)
    if below is None:
        return False
    if below == at + 1 and _is_quoted(lines[below]):
        return True
    span = head_lines(lines, below, domain)
    is_unmarked = span > 0 and not _is_followed_by_quote(lines, below + span)
    return is_unmarked or (span > 0 and below == at + 1) or _is_text_of_another(lines, below)


def _is_quoted(line: str) -> bool:
    return bool(_QUOTED.match(line))


def _block(lines: Sequence[str], at: int) -> int:
    """The number of lines of a quote between marks that begins here; all if it has no end."""
    if _BLOCK_WORD not in lines[at].lower() or not _BLOCK_MARK.search(lines[at]):
        return 0
    depth = 0
    for number, line in enumerate(lines[at:], 1):
        for mark in _BLOCK_MARK.finditer(line):
            closes = mark["closes"] or (mark["either"] and depth)
            depth = max(0, depth - 1) if closes else depth + 1
        if not depth:
            return number
    return len(lines) - at


def _is_sent_from(line: str) -> bool:
    if len(line) > MAX_SENT_FROM:
        return False
    if _SENT_FROM.match(line) or _TYPED_ON.match(line):
        return True
    return line.rstrip(".! ").lower().endswith(SENT_FROM_ENDINGS)


def _is_rest_of_quoted_line(lines: Sequence[str], at: int) -> bool:
    """Whether the line is the rest of a quoted line that was wrapped without repeating its mark."""
    if not (at and lines[at] and _is_quoted(lines[at - 1])):
        return False
    first_word = lines[at].split()[0]
    too_wide = len(lines[at - 1]) + 1 + len(first_word) > WRAP_COLUMN
    return too_wide and _is_followed_by_quote(lines, at + 1)
