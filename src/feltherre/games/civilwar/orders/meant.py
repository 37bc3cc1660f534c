"""What somebody may have meant who has written a line that cannot stand: plain words for signs (`plain_words`), signs
and names with a slip of the pen, and what is easily forgotten.

`va5: march south 10` -> `va5: GO S 10`, `va5: angrib ricets` -> `va5: A ricketts`. Nothing here knows whether a line
can be read or is allowed: that is asked of each before it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import product
from typing import Final

from feltherre.core.errors import BadInput
from feltherre.core.names import fold
from feltherre.games.civilwar.orders import signs
from feltherre.games.civilwar.orders.lexicon import Lexicon
from feltherre.games.civilwar.orders.places import COMPASS
from feltherre.games.civilwar.orders.plain_words import LONGEST, PLAIN
from feltherre.games.civilwar.orders.tokens import split

#: the words of the language itself
SIGNS: Final = frozenset(
    {
        *signs.ACTIONS,
        *signs.FORMATIONS,
        *signs.SIDES,
        *signs.AMMUNITION,
        *signs.WORKS,
        *signs.ARMS,
        *signs.OWN_EVENTS,
        *signs.ANSWERS,
        *signs.REPAIRED,
        *signs.PREFS,
        *COMPASS,
        *(signs.EVADE, signs.FORWARD, signs.CHARGE, signs.NEAREST),
        *("GO", "TO", "ALONG", "BACK", "SIDE", "WHEEL", "FACE", "ABOUT", "AP", "PP", "MOUNT", "DISMOUNT", "ENTER"),
        *("AT", "WITH", "WHEN", "GUESS", "REPAIR", "VIA", "SUPPORT", "THEN", "HOLD", "PURSUE", "NEXT", "FOR", "OF"),
        *("WITHIN", "CROSS", "SEEN", "BEFORE", "AFTER", "SHOCK", "OWN", "ATTACKING", "ABATIS", "RIDE"),
        *("ORDER", "SAY"),
    }
)
#: signs and plain words with what they stand for; words of one or two letters are like too many others
_KNOWN: Final = {sign.casefold(): (sign,) for sign in SIGNS if len(sign) > 2} | PLAIN
#: how like a sign a word must be that is taken for it
_LIKE_A_SIGN: Final = 0.75
#: names that are tried for one that is unknown, and words of a line that may be unknown
_NAMES_TRIED: Final = 3
_UNKNOWN: Final = 3
_NUMBER: Final = re.compile(r"[0-9]+(?:[.,/][0-9]+)?°?")
_KINDS: Final = ("enemy", "object", "unit", "staff")


def meant(line: str, lexicon: Lexicon) -> Iterator[str]:
    """Other lines for one that cannot stand, the likeliest first."""
    head, colon, body = line.partition(":")
    if not colon or not body.strip():
        return
    try:
        words = split(body)
    except BadInput:
        words = [word for word in re.split(r"[^\w/+,;°.-]+", body) if word]
    whose = _whose(head, lexicon)
    complete = _ridden if whose.startswith(signs.STAFF) else _completed
    for plain in _plainly(words, lexicon):
        for said in complete(plain):
            other = f"{whose}: {' '.join(said)}"
            if other != line:
                yield other


def _whose(head: str, lexicon: Lexicon) -> str:
    """The name before the colon, or the one that it is most like."""
    staff, name = head.upper().startswith(f"{signs.STAFF} "), head.strip()
    name = name[len(signs.STAFF) :].strip() if staff else name
    kinds = ("staff",) if staff else ("unit", "staff")
    found = next((like for kind in kinds for like in lexicon.like(kind, name)), name)
    return f"{signs.STAFF} {found}" if staff else found


def _plainly(words: Sequence[str], lexicon: Lexicon) -> Iterator[list[str]]:
    """The words as signs; where one may be several things, each in turn."""
    said: list[Sequence[tuple[str, ...]]] = []
    place = 0
    unknown = 0
    while place < len(words):
        found = _next(words[place:], lexicon)
        if found is None:
            unknown += 1
            if unknown > _UNKNOWN:
                return
        count, choices = found or (1, _like(words[place], lexicon))
        said.append(choices)
        place += count
    for choice in product(*said):
        yield [word for part in choice for word in part]


def _next(words: Sequence[str], lexicon: Lexicon) -> tuple[int, Sequence[tuple[str, ...]]] | None:
    """How many of the words belong together, and what they stand for; None: the first is unknown."""
    first = words[0]
    if first[0] == '"' or not first[0].isalnum() or _NUMBER.fullmatch(first):
        return 1, [(first,)]
    named = lexicon.words_of_name(_KINDS, words)
    if named:
        return named, [tuple(words[:named])]
    for count in range(min(LONGEST, len(words)), 0, -1):
        said = PLAIN.get(fold(" ".join(words[:count])))
        if said is not None:
            return count, [said]
    point = signs.compass(first)
    if first.upper() in SIGNS or point is not None:
        return 1, [(point or first.upper(),)]
    return None


def _like(word: str, lexicon: Lexicon) -> Sequence[tuple[str, ...]]:
    """A name, or a name or a sign that a word is like."""
    names = list(dict.fromkeys(name for kind in _KINDS for name in lexicon.like(kind, word)))[:_NAMES_TRIED]
    words = [_KNOWN[like] for like in get_close_matches(fold(word), _KNOWN, n=1, cutoff=_LIKE_A_SIGN)]
    return [*((name,) for name in names), *words] or [(word,)]


def _ridden(words: list[str]) -> Iterator[list[str]]:
    """The same of a general or courier: who follows somebody rides with him, who goes somewhere rides there."""
    found = _RIDES.fullmatch(" ".join(words))
    if found is not None:
        yield from (["WITH", found[1]], ["TO", found[1]])
    yield from _completed(words)


def _completed(words: list[str]) -> Iterator[list[str]]:
    """With what is forgotten or written twice put right; an order that its arm cannot carry out so, otherwise."""
    text = f" {' '.join(words)} "
    for written, right in _SLIPS:
        text = re.sub(written, right, text)
    yield text.split()
    if " S AT " in text:
        yield text.replace(" S AT ", " S CANISTER AT ").split()
    if f" {signs.CHARGE} " in text:
        yield text.replace(f" {signs.CHARGE} ", " ").split()


_RIDES: Final = re.compile(r"(?:(?:RIDE|GO|ALONG|TOWARDS|TO|WITH) )+(.+)")
_WINDS: Final = "|".join(COMPASS)
#: what is written, as signs, and what is right
_SLIPS: Final = tuple(
    (re.compile(written), right)
    for written, right in (
        # march towards north, march to the north; march towards a thing
        (rf" (?:TOWARDS|TO) (?=(?:{_WINDS}) )", " "),
        (r" S TOWARDS ", " S AT "),
        (r" A TOWARDS ", " A "),
        (r" TOWARDS ", " TO "),
        # march to a place, march back: no direction
        (r" GO (?:FWD )?(?=(?:TO|ALONG|BACK|WHEEL|FACE|SIDE|L|AK|MK|TL|ENTER) )", " "),
        # two words for one thing
        (r" GO GO ", " GO "),
        (r" GO (FWD )?FWD ", " GO FWD "),
        (r" S S (?=SHELL|SHOT|CANISTER)", " S "),
        (r" A AT ", " A "),
        (r" A SM (\S+) ", r" A \1 SM "),
        (rf"^ (?=(?:{_WINDS.replace('|S|', '|')}|FWD) )", " GO "),
        (r" GO (?=[0-9]|FOR )", " GO FWD "),
        (r" GO $", " GO FWD "),
        # a target without AT, a guess without its word
        (r"^ S (?!AT |WHEN |WITH |SHELL |SHOT |CANISTER |,|;)(?=\S)", " S AT "),
        (r" S (SHELL|SHOT|CANISTER) (?!AT |GUESS |WHEN |REPAIR |;)(?=\S)", r" S \1 AT "),
        (r" S (SHELL|SHOT) AT (\S+) (?:AT )?(?=[0-9])", r" S \1 AT \2 GUESS "),
    )
)
