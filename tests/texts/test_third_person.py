"""What happened and what is waited for is read by everybody: the umpire, spectators, whoever opens the record.

So it speaks to nobody as "you"; that is for what a player is asked, offered or refused.
"""

import re

import pytest

import texts

LANGUAGES = ("en", "nb", "sv", "da")
PLACES = texts.locales()
#: what everybody reads
READ_BY_ALL = re.compile(r"\.(event|wait)\.")
YOU = {
    "en": re.compile(r"\b(you|yours?|yourself)\b", re.IGNORECASE),
    "nb": re.compile(r"\b(du|deg|din|ditt|dine)\b", re.IGNORECASE),
    "sv": re.compile(r"\b(du|dig|din|ditt|dina)\b", re.IGNORECASE),
    "da": re.compile(r"\b(du|dig|din|dit|dine)\b", re.IGNORECASE),
}


@pytest.mark.parametrize(("owner", "lang"), [(owner, lang) for owner in PLACES for lang in LANGUAGES])
def test_what_everybody_reads_speaks_to_nobody(owner: str, lang: str) -> None:
    entries = texts.entries(PLACES[owner] / lang)
    spoken = {key: entry.forms for key, entry in entries.items() if READ_BY_ALL.search(key)}
    assert [key for key, forms in spoken.items() if YOU[lang].search(" ".join(forms))] == []
