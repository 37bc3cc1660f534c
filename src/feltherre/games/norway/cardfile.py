"""The shape of data/cards.yaml, and the checks its cards and ships must pass before anybody plays with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

from feltherre.core.datafile import DamagedFile, Mark, read_datafile

CARDS = Path(__file__).parent / "data" / "cards.yaml"

#: fields of a function that hold code words explained under `words`
CONDITIONS = ("reduced_when", "limits", "group", "against", "trigger", "needs", "where", "advanced_needs")

Timing = Literal["own", "opponent", "own-reaction", "april-play", "april-reaction"]
#: what happens when a deck is used up: the game ends, it is shuffled again, the Allies withdraw battalions
WhenUsedUp = Literal["game-over", "reshuffle", "allied-withdrawal"]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the file; a misspelt field is a fault and not silently left out."""


class Effect(Entry, frozen=True):
    """One thing a card can do, and when: what the rules read as it stands in the file. Code words (`op`, `needs`,
    `where`...) are explained there."""

    timing: Timing
    phase: str
    op: str
    provenance: Mark
    step: str = ""
    version: Literal["basic", "advanced"] = "basic"
    dice: int = 0
    reduced_when: str = ""
    areas: int = 0
    limits: str = ""
    ships: int = 0
    group: str = ""
    #: faces of a die
    success: tuple[int, ...] = ()
    sink: tuple[int, ...] = ()
    chase: tuple[int, ...] = ()
    bar: tuple[int, ...] = ()
    against: str = ""
    trigger: str = ""
    needs: str = ""
    where: str = ""
    advanced_needs: str = ""


class FunctionEntry(Effect, frozen=True):
    reduced: int | None = None
    battalions: int | Literal["all"] = 0
    targets: tuple[str, ...] = ()
    advanced_needs_provenance: Mark | None = None
    value_provenance: Mark | None = None
    basis: str = ""


class CardName(Entry, frozen=True):
    nb: str
    en: str


class CardMarks(Entry, frozen=True):
    name: Mark
    count: Mark
    symbols: Mark
    counts_as: Mark | None = None
    needs_own_battalions: Mark | None = None
    advanced_needs: Mark | None = None


class CardEntry(Entry, frozen=True):
    id: str
    name: CardName
    count: int
    symbols: int
    provenance: CardMarks
    functions: tuple[FunctionEntry, ...]
    counts_as: str = ""
    needs_own_battalions: bool = True
    advanced_needs: str = ""
    basis: str = ""


class PlayDeck(Entry, frozen=True):
    total: int
    hand_limit: int
    must_use_a_card: bool
    when_used_up: WhenUsedUp
    provenance: dict[str, Mark]
    cards: tuple[CardEntry, ...]


class AprilDeck(Entry, frozen=True):
    total: int
    choose: int
    provenance: dict[str, Mark]
    cards: tuple[CardEntry, ...]


class PlayDecks(Entry, frozen=True):
    germany: PlayDeck
    norway: PlayDeck
    allies: PlayDeck


class AprilDecks(Entry, frozen=True):
    germany: AprilDeck
    norway: AprilDeck
    allies: AprilDeck


class ShipClassEntry(Entry, frozen=True):
    id: str
    name: CardName
    sink: tuple[int, ...]
    chase: tuple[int, ...]
    cards_lost: int
    provenance: dict[str, Mark]


class ShipEntry(Entry, frozen=True):
    id: str
    name: str
    provenance: Mark
    ship_class: str = field(name="class")
    always_face_up: bool = False
    sea_areas_per_turn: int = 2
    basis: str = ""


class Fleet(Entry, frozen=True):
    total: int
    total_provenance: Mark
    cards: tuple[ShipEntry, ...]


class FiringOrder(Entry, frozen=True):
    classes: tuple[str, ...]
    provenance: Mark


class Ships(Entry, frozen=True):
    classes: tuple[ShipClassEntry, ...]
    class_basis: str
    firing_order: FiringOrder
    germany: Fleet
    norway: Fleet
    allies: Fleet


class Total(Entry, frozen=True):
    value: int
    provenance: Mark
    split: dict[str, int] = {}
    basis: str = ""


class Totals(Entry, frozen=True):
    play_cards: Total
    nine_april_cards: Total
    ship_cards: Total


class CardFile(Entry, frozen=True):
    """data/cards.yaml as it stands."""

    game: str
    file: str
    words: dict[str, dict[str, str]]
    totals: Totals
    general_rules: tuple[dict[str, str], ...]
    play_decks: PlayDecks
    nine_april_decks: AprilDecks
    ships: Ships
    notes: tuple[str, ...] = ()


def read_cards(path: Path = CARDS) -> CardFile:
    """The file; DamagedFile says what is wrong with it."""
    file = read_datafile(path, CardFile)
    for entry, fault in _faults(file):
        raise DamagedFile(path.name, entry, fault)
    return file


def decks(of: PlayDecks | AprilDecks) -> tuple[tuple[str, Any], ...]:
    """The decks with the country of each, in the order of the turns."""
    return ("germany", of.germany), ("norway", of.norway), ("allies", of.allies)


def fleets(ships: Ships) -> tuple[tuple[str, Fleet], ...]:
    """The ships of each country, in the order of the turns."""
    return ("germany", ships.germany), ("norway", ships.norway), ("allies", ships.allies)


def _faults(file: CardFile) -> Iterator[tuple[str, str]]:
    """(entry, what is wrong with it)"""
    for title, part in (("play_decks", file.play_decks), ("nine_april_decks", file.nine_april_decks)):
        for country, deck in decks(part):
            found = sum(card.count for card in deck.cards)
            if found != deck.total:
                yield f"{title}, {country}", f"the total is {deck.total}, the cards are {found}"
    yield from _total_faults(file)
    cards = _all_cards(file)
    yield from ((card, "is the id of several cards") for card, times in _times(card.id for card in cards) if times > 1)
    known = {card.id for card in cards}
    for card in cards:
        yield from _card_faults(card, known, file.words)
    yield from _ship_faults(file.ships)


def _all_cards(file: CardFile) -> list[CardEntry]:
    return [card for part in (file.play_decks, file.nine_april_decks) for _, deck in decks(part) for card in deck.cards]


def _times(ids: Iterator[str]) -> list[tuple[str, int]]:
    return list(Counter(ids).items())


def _total_faults(file: CardFile) -> Iterator[tuple[str, str]]:
    play, april, ships = file.totals.play_cards, file.totals.nine_april_cards, file.totals.ship_cards
    for country, deck in decks(file.play_decks):
        if play.split.get(country) != deck.total:
            yield "totals, play_cards", f"{country} has a deck of {deck.total}"
    counted = (
        ("play_cards", play.value, sum(deck.total for _, deck in decks(file.play_decks))),
        ("nine_april_cards", april.value, sum(deck.total for _, deck in decks(file.nine_april_decks))),
        ("ship_cards", ships.value, sum(fleet.total for _, fleet in fleets(file.ships))),
    )
    for title, said, found in counted:
        if said != found:
            yield f"totals, {title}", f"says {said}, the file has {found}"


def _card_faults(card: CardEntry, known: set[str], words: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    if card.count < 1 or card.symbols < 1:
        yield card.id, "a card exists at least once and bears at least one symbol"
    if not card.functions:
        yield card.id, "has no function"
    if card.counts_as and card.counts_as not in known:
        yield card.id, f"counts as {card.counts_as!r}, which is no card"
    for given, mark in (
        (card.counts_as, card.provenance.counts_as),
        (card.advanced_needs, card.provenance.advanced_needs),
        (not card.needs_own_battalions, card.provenance.needs_own_battalions),
    ):
        if bool(given) != bool(mark):
            yield card.id, "what is given needs a mark, and only that"
    if card.advanced_needs and card.advanced_needs not in words["condition"]:
        yield card.id, f"the code word {card.advanced_needs!r} is not explained"
    for number, function in enumerate(card.functions, 1):
        for fault in _function_faults(function, known, words):
            yield f"{card.id}, function {number}", fault


def _function_faults(function: FunctionEntry, known: set[str], words: dict[str, dict[str, str]]) -> Iterator[str]:
    if function.op not in words["op"]:
        yield f"the code word {function.op!r} is not explained"
    for condition in CONDITIONS:
        word = getattr(function, condition)
        if word and word not in words["condition"]:
            yield f"the code word {word!r} is not explained"
    for target in function.targets:
        if target not in known:
            yield f"aims at {target!r}, which is no card"
    for faces in (function.success, function.sink, function.chase, function.bar):
        if any(not 1 <= face <= 6 for face in faces):
            yield "a die shows 1 to 6"
    if (function.op == "add-dice") != (function.dice > 0):
        yield "add-dice adds dice, and nothing else does"
    if (function.reduced is None) != (not function.reduced_when):
        yield "a reduced value needs its condition"
    if bool(function.advanced_needs) != bool(function.advanced_needs_provenance):
        yield "advanced_needs and its mark go together"


def _ship_faults(ships: Ships) -> Iterator[tuple[str, str]]:
    classes = {entry.id for entry in ships.classes}
    for country, fleet in fleets(ships):
        if len(fleet.cards) != fleet.total:
            yield f"ships, {country}", f"the total is {fleet.total}, the ships are {len(fleet.cards)}"
        for ship in fleet.cards:
            if ship.ship_class not in classes:
                yield f"ships, {ship.id}", f"there is no class {ship.ship_class!r}"
    names = _times(ship.id for _, fleet in fleets(ships) for ship in fleet.cards)
    yield from ((f"ships, {name}", "is the id of several ships") for name, times in names if times > 1)
    if set(ships.firing_order.classes) | {"decoy"} != classes:
        yield "ships, firing_order", "every class that fires has its place"
