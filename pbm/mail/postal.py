"""Postal addresses, known by streets, postcodes and towns."""

from __future__ import annotations

import re

MOST_CHARACTERS = 80
"""Longer lines are no address."""
MOST_WORDS = 7

# The last part of a German or Dutch name of a street.
_ENDS = (
    r"stra(?:ß|ss)e|str|weg|platz|gasse|allee|damm|ufer"
    r"|straat|laan|plein|gracht|kade|dijk|singel|dreef|hof"
)
_WAYS = (
    r"street|st|road|rd|avenue|ave|lane|drive|close|court|terrace|crescent|square|gardens"
    r"|rue|boulevard|bd|blvd|place|chemin|all(?:é|e)e|impasse|quai"
    r"|via|viale|piazza|piazzale|corso|vicolo|strada|largo"
)
_HOUSE = r"\d{1,4}(?: ?[a-h]| bis| ter|/\d{1,3}|[-\N{EN DASH}]\d{1,3})?"
_WORD = r"[^\W\d_][\w'’.-]*"
_NAMES = rf"(?:{_WORD},? ){{0,4}}"
_STREET = (
    # "Hauptstr. 12", "Lange Gracht 12"; "12 High Street"; "Via Roma, 12"; "12, rue de la Paix".
    rf"{_NAMES}[^\W\d_]*(?:{_ENDS})\.?,? {_HOUSE}"
    rf"|{_HOUSE},? (?:{_WORD} ){{1,4}}(?:{_WAYS})\.?"
    rf"|(?:{_HOUSE},? )?(?:{_WAYS})\.? (?:{_WORD} ){{0,4}}{_WORD}(?:,? {_HOUSE})?"
)
_TOWN = (
    # "10115 Berlin", "D-10115 Berlin", "1234 AB Utrecht", "00184 Roma (RM)".
    rf"(?:[a-z]{{1,2}}-)?\d{{4,5}}(?: [a-z]{{2}})?,? {_WORD}(?: \(?{_WORD}\)?){{0,3}}"
    # "London SW1A 2AA", "Springfield, IL 62701".
    rf"|(?:{_WORD},? ){{0,3}}[a-z]{{1,2}}\d[a-z\d]? ?\d[a-z]{{2}}"
    rf"|(?:{_WORD},? ){{1,3}}[a-z]{{2}},? \d{{5}}"
)
_STREETS = re.compile(_STREET, re.IGNORECASE)
_TOWNS = re.compile(_TOWN, re.IGNORECASE)
_DIGIT = re.compile(r"\d")


def is_postal(line: str) -> bool:
    """Whether the line is a street with a house's number, or a town with its postcode."""
    bare = " ".join(line.split()).strip(",. ")
    # A digit is looked for first: most lines have none.
    if not _DIGIT.search(bare) or len(bare) > MOST_CHARACTERS or len(bare.split()) > MOST_WORDS:
        return False
    return bool(_STREETS.fullmatch(bare) or _TOWNS.fullmatch(bare))


def is_postal_row(line: str) -> bool:
    """Whether the line is an address in one row: "Alice Smith, 12 High Street, London"."""
    parts = [part.strip() for part in line[:MOST_CHARACTERS].split(",")]
    names = (part for part in parts if not is_postal(part))
    is_row = len(parts) > 1 and any(map(is_postal, parts))
    return is_row and all(part == part.title() for part in names)
