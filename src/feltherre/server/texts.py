"""The catalogues of a language as one JSON document for the client: the core's and all games'."""

from __future__ import annotations

from functools import cache

from babel.messages.plurals import get_plural

from feltherre.core import catalogue
from feltherre.core.catalogue import FALLBACK
from feltherre.core.registry import book_ids
from feltherre.server.forms import Catalogue, Language, Languages

#: owner of the keys that belong to no game
CORE = "core"
#: keys that only the command line reads
NOT_FOR_CLIENTS = ("cli.",)


def languages() -> Languages:
    """The languages in which the core has a catalogue."""
    return Languages([Language(name) for name in catalogue.languages()], FALLBACK)


@cache
def texts(lang: str) -> Catalogue:
    """Every sentence, in English where it is not translated."""
    merged: dict[str, str | tuple[str, ...]] = {}
    for language in (FALLBACK, lang):
        for owner in (CORE, *book_ids()):
            for key, message in catalogue.messages(owner, language).items():
                if not key.startswith(NOT_FOR_CLIENTS):
                    merged[key] = message.forms[0] if len(message.forms) == 1 else message.forms
    return Catalogue(lang, get_plural(lang).plural_expr, merged)
