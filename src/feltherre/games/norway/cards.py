"""The play cards of Norway 1940 (2.4) as data for the rules: what each card does, and when it may be played.

Read once from data/cards.yaml, when this module is first imported. A card type is a number: its place in the file, the
German cards first, then the Norwegian, then the Allied. `IDS[1]` is its id, `TYPES[1]` all about it, and the tuples
(`COUNT`, `SYMBOLS`, `ATTACK_DICE`...) answer what the rules ask most. The nine-April cards (6.2) follow the play cards,
from number `TYPE_COUNT` on; ships (6.1) stand at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from msgspec import Struct

from feltherre.core.catalogue import in_every_language
from feltherre.core.datafile import Mark
from feltherre.core.marks import rule
from feltherre.core.names import Names
from feltherre.core.text import Text, say
from feltherre.games.norway.cardfile import (
    CardEntry,
    Effect,
    FunctionEntry,
    ShipClassEntry,
    Timing,
    WhenUsedUp,
    decks,
    fleets,
    read_cards,
)

#: when a function is used (2.4-symbols-2 to -4)
OWN: Timing = "own"
OPPONENT: Timing = "opponent"
OWN_REACTION: Timing = "own-reaction"
#: and in the nine-April round (6.2-2)
APRIL_PLAY: Timing = "april-play"
APRIL_REACTION: Timing = "april-reaction"
#: the printed sign of each
SIGNS: dict[Timing, str] = {
    OWN: "green triangle",
    OPPONENT: "red square",
    OWN_REACTION: "green circle",
    APRIL_PLAY: "orange triangle",
    APRIL_REACTION: "orange square",
}

#: steps of a land battle in which cards are used
ATTACKERS_CARDS, DEFENDERS_CARDS, COUNTERS, LOSSES, WITHDRAWAL = "4.2-1", "4.2-2", "4.2-3", "4.2-6", "4.2-8"

#: what a function may need of the battle (data/cards.yaml has all)
AIR_RANGE, ALLIED_COAST = "battle-in-air-range", "battle-on-allied-coast"

#: no limit to the battalions of a function
ALL = 1000


class Function(Effect, frozen=True, kw_only=True):
    """One thing a card can do, with its text; other cards by their numbers."""

    text: Text
    value_provenance: Mark
    #: dice under `reduced_when`; the same as `dice` where nothing reduces them
    reduced: int
    #: cards it cancels, diverts or stops
    targets: tuple[int, ...]
    battalions: int


class CardType(Struct, frozen=True):
    """A kind of card of one country: how often it is in the deck, its reinforcement symbols, what it can do."""

    id: str
    name_en: str
    name_nb: str
    country: int
    count: int
    symbols: int
    functions: tuple[Function, ...]
    needs_own_battalions: bool = True
    advanced_needs: str = ""

    @property
    def short_id(self) -> str:
        """The id within its country: `panzer` for `ger-panzer`, `april-bomber` for `apr-ger-bomber`."""
        first, _, rest = self.id.partition("-")
        return f"april-{rest.partition('-')[2]}" if first == "apr" else rest


def card_types(entries: Iterable[tuple[int, CardEntry]], index: Mapping[str, int]) -> tuple[CardType, ...]:
    """Cards of the file as the rules use them; `index` gives the numbers of the cards that functions aim at."""
    return tuple(
        CardType(
            id=entry.id,
            name_en=entry.name.en,
            name_nb=entry.name.nb,
            country=country,
            count=entry.count,
            symbols=entry.symbols,
            functions=tuple(_function(entry, number, index) for number in range(len(entry.functions))),
            needs_own_battalions=entry.needs_own_battalions,
            advanced_needs=entry.advanced_needs,
        )
        for country, entry in entries
    )


def _function(card: CardEntry, number: int, index: Mapping[str, int]) -> Function:
    entry = card.functions[number]
    return Function(
        **{name: getattr(entry, name) for name in Effect.__struct_fields__},
        text=say(f"norway.card-text.{card.id}.{number + 1}"),
        value_provenance=entry.value_provenance or entry.provenance,
        reduced=entry.dice if entry.reduced is None else entry.reduced,
        targets=tuple(index[target] for target in entry.targets),
        battalions=ALL if entry.battalions == "all" else entry.battalions,
    )


_FILE = read_cards()
_DECKS = tuple(deck for _, deck in decks(_FILE.play_decks))
_PLAY_ENTRIES = tuple((country, card) for country, deck in enumerate(_DECKS) for card in deck.cards)
_APRIL_ENTRIES = tuple(
    (country, card) for country, (_, deck) in enumerate(decks(_FILE.nine_april_decks)) for card in deck.cards
)
_ENTRIES: tuple[tuple[int, CardEntry], ...] = _PLAY_ENTRIES + _APRIL_ENTRIES

IDS: tuple[str, ...] = tuple(entry.id for _, entry in _ENTRIES)
INDEX: dict[str, int] = {card: number for number, card in enumerate(IDS)}
TYPES: tuple[CardType, ...] = card_types(_ENTRIES, INDEX)
#: how many types of play cards there are, and of all cards with the nine-April cards
TYPE_COUNT: int = len(_PLAY_ENTRIES)
ALL_COUNT: int = len(TYPES)
PLAY_TYPES: tuple[CardType, ...] = TYPES[:TYPE_COUNT]
APRIL_TYPES: tuple[CardType, ...] = TYPES[TYPE_COUNT:]

COUNTRY: tuple[int, ...] = tuple(card.country for card in TYPES)
SHORT_IDS: tuple[str, ...] = tuple(card.short_id for card in TYPES)
#: country -> its play cards; its nine-April cards
OF_COUNTRY: tuple[tuple[int, ...], ...] = tuple(
    tuple(number for number in range(TYPE_COUNT) if COUNTRY[number] == country) for country in range(len(_DECKS))
)
APRIL_OF_COUNTRY: tuple[tuple[int, ...], ...] = tuple(
    tuple(number for number in range(TYPE_COUNT, ALL_COUNT) if COUNTRY[number] == country)
    for country in range(len(_DECKS))
)
COUNT: tuple[int, ...] = tuple(card.count for card in TYPES)
SYMBOLS: tuple[int, ...] = tuple(card.symbols for card in TYPES)
NEEDS_OWN_BATTALIONS: tuple[bool, ...] = tuple(card.needs_own_battalions for card in TYPES)
#: the type a card counts as when the attacker uses it in step 1 (4.2-1)
BATTLE_TYPE: tuple[int, ...] = tuple(INDEX[entry.counts_as or entry.id] for _, entry in _ENTRIES)

#: by country
DECK_TOTAL: tuple[int, ...] = tuple(deck.total for deck in _DECKS)
HAND_LIMIT: tuple[int, ...] = tuple(deck.hand_limit for deck in _DECKS)
MUST_USE_A_CARD: tuple[bool, ...] = tuple(deck.must_use_a_card for deck in _DECKS)
DECK_REGIME: tuple[WhenUsedUp, ...] = tuple(deck.when_used_up for deck in _DECKS)


def _dice(card: CardType, step: str) -> tuple[int, int]:
    """(dice, reduced dice) that the card adds in a step of a land battle; nothing: (0, 0)."""
    return next(((f.dice, f.reduced) for f in card.functions if f.op == "add-dice" and f.step == step), (0, 0))


ATTACK_DICE: tuple[int, ...] = tuple(_dice(card, ATTACKERS_CARDS)[0] for card in TYPES)
#: dice in attack when nobody comes over land (R7); the same as ATTACK_DICE for most cards
REDUCED_DICE: tuple[int, ...] = tuple(_dice(card, ATTACKERS_CARDS)[1] for card in TYPES)
DEFENCE_DICE: tuple[int, ...] = tuple(_dice(card, DEFENDERS_CARDS)[0] for card in TYPES)


def translated(kinds: Sequence[CardType]) -> Callable[[], list[tuple[str, ...]]]:
    """What each card is called in the readers' languages, read when somebody types a name in one of them."""
    return lambda: [in_every_language(say(f"norway.card.{card.id}")) for card in kinds]


_NAMES = Names(
    IDS[:TYPE_COUNT],
    [card.name_en for card in PLAY_TYPES],
    [(card.short_id, card.name_nb) for card in PLAY_TYPES],
    translated(PLAY_TYPES),
)


# (card, step or phase without steps) -> the cards it cancels then
_COUNTERED: dict[tuple[int, str], tuple[int, ...]] = {
    (card, function.step or function.phase): function.targets
    for card, kind in enumerate(TYPES)
    for function in kind.functions
    if function.op == "cancel-card"
}

# (card, timing, phase, step) -> its functions then, and (country, timing, phase, step) -> its cards that have some;
# with an empty step, those of the whole phase
_FUNCTIONS: dict[tuple[int, str, str, str], tuple[Function, ...]] = {}
_CARDS: dict[tuple[int, str, str, str], tuple[int, ...]] = {}
for _card, _type in enumerate(TYPES):
    for _use in _type.functions:
        for _step in sorted({"", _use.step}):
            _when = (_use.timing, _use.phase, _step)
            _FUNCTIONS[_card, *_when] = (*_FUNCTIONS.get((_card, *_when), ()), _use)
            _listed = _CARDS.get((_type.country, *_when), ())
            _CARDS[_type.country, *_when] = _listed if _card in _listed else (*_listed, _card)


@rule("2.4-symbols-2", "2.4-symbols-3", "2.4-symbols-4", "4.1b-cards", "4.1c-cards", "4.3-cards")
def cards_for(country: int, timing: Timing, phase: str, step: str = "") -> tuple[int, ...]:
    """The cards a country can use at a time, in a phase (1b, 2b...) or one step of it (2.4-symbols-1 to -4)."""
    return _CARDS.get((country, timing, phase, step), ())


@rule("2.4-symbols-1", "2.4-symbols-5")
def functions_at(card: int, timing: Timing, phase: str, step: str = "") -> tuple[Function, ...]:
    """What a card can do at a time; one with several signs has several times (2.4-symbols-1, 2.4-symbols-5)."""
    return _FUNCTIONS.get((card, timing, phase, step), ())


@cache
def functions_in(card: int, step: str) -> tuple[Function, ...]:
    """What a card can do in a step of a battle (`4.2-1`, `8.2-seq-1`): the step itself says at whose time that is."""
    return tuple(function for function in TYPES[card].functions if function.step == step)


@rule("2.4-symbols-1", "2.4-symbols-2", "2.4-symbols-3", "2.4-symbols-4", "2.4-symbols-6")
def signs(card: int) -> tuple[tuple[str, int], ...]:
    """The printed signs before the functions of a card: (sign, number of the phase) (2.4-symbols-1 to -4, -6)."""
    return tuple((SIGNS[function.timing], int(function.phase[0])) for function in TYPES[card].functions)


@rule("4.2-values")
def attack_dice(card: int, over_land: bool = True) -> int:
    """Dice a card adds in attack; `over_land`: some attacker comes over a border without water (4.2-values, R7)."""
    return ATTACK_DICE[card] if over_land else REDUCED_DICE[card]


@rule("4.2-values")
def defence_dice(card: int) -> int:
    """Dice a card adds for the defender (4.2-values)."""
    return DEFENCE_DICE[card]


@rule("4.2-cancel", "4.1c-3")
def counters(card: int, step: str) -> tuple[int, ...]:
    """The cards whose effect this card cancels in a step of a land battle, or in phase `1c` (4.2-cancel, 4.1c-3)."""
    return _COUNTERED.get((card, step), ())


@rule("2.4-ger-1", "2.4-nor-1", "2.4-all-1")
def deck(country: int) -> tuple[int, ...]:
    """All cards of a country's deck before it is shuffled: 62, 22 or 28 (2.4-ger-1, 2.4-nor-1, 2.4-all-1)."""
    return tuple(card for card in OF_COUNTRY[country] for _ in range(COUNT[card]))


@rule("2.4-ger-1", "2.4-nor-1", "2.4-all-1", "4.4-3", "4.4-4", "4.4-5")
def hand_limit(country: int) -> int:
    """How many cards a country may hold and draws up to: five, three, three (2.4-ger-1, 4.4-3 to 4.4-5)."""
    return HAND_LIMIT[country]


def find_card(name: str, country: int | None = None) -> int:
    """The card that a name means, among those of one country or of all; BadInput with the near names otherwise."""
    return _NAMES.find(name, None if country is None else OF_COUNTRY[country])


@cache
def names_of(country: int, april: bool = False) -> Names:
    """The cards of one country by their ids within it, in the order of `OF_COUNTRY` or of `APRIL_OF_COUNTRY`."""
    own = [TYPES[card] for card in (APRIL_OF_COUNTRY if april else OF_COUNTRY)[country]]
    others = [(card.name_nb, f"april {card.name_en}") if april else (card.name_nb,) for card in own]
    return Names([card.short_id for card in own], [card.name_en for card in own], others, translated(own))


def provenance(card_id: str, field: str, function: int | None = None) -> Mark:
    """The mark of one datum of a card: name, count, symbols, counts_as, needs_own_battalions, advanced_needs.

    Of its function with that number (from 0): `effect`, `values` or `advanced_needs`.
    """
    entry = _ENTRIES[INDEX[card_id]][1]
    if function is None:
        marks: object = entry.provenance
        return _mark(getattr(marks, field), card_id, field)
    return function_mark(entry.functions[function], field, card_id)


def function_mark(entry: FunctionEntry, field: str, card_id: str) -> Mark:
    """The mark of one datum of a function."""
    marks = {
        "effect": entry.provenance,
        "values": entry.value_provenance or entry.provenance,
        "advanced_needs": entry.advanced_needs_provenance,
    }
    return _mark(marks[field], card_id, field)


def _mark(mark: Mark | None, card_id: str, field: str) -> Mark:
    if mark is None:
        raise KeyError(f"{card_id} has no {field}")
    return mark


# what only the advanced game uses (6.1, 6.2), built when it is first asked for


class Ship(Struct, frozen=True):
    """A ship card: on which dice it sinks or chases an enemy, and what its loss costs its owner's deck."""

    id: str
    name: str
    country: int
    ship_class: str
    sink: tuple[int, ...]
    chase: tuple[int, ...]
    cards_lost: int
    always_face_up: bool
    sea_areas_per_turn: int
    provenance: Mark


@cache
def cards_to_choose() -> tuple[int, ...]:
    """How many nine-April cards each country chooses from its set."""
    return tuple(deck.choose for _, deck in decks(_FILE.nine_april_decks))


@cache
def ship_classes() -> dict[str, ShipClassEntry]:
    """The classes of ships by id."""
    return {entry.id: entry for entry in _FILE.ships.classes}


@cache
def ships() -> tuple[Ship, ...]:
    """All ships and decoys, the German first, then the Norwegian, then the Allied."""
    classes = ship_classes()
    return tuple(
        Ship(
            id=entry.id,
            name=entry.name,
            country=country,
            ship_class=entry.ship_class,
            sink=classes[entry.ship_class].sink,
            chase=classes[entry.ship_class].chase,
            cards_lost=classes[entry.ship_class].cards_lost,
            always_face_up=entry.always_face_up,
            sea_areas_per_turn=entry.sea_areas_per_turn,
            provenance=entry.provenance,
        )
        for country, (_, fleet) in enumerate(fleets(_FILE.ships))
        for entry in fleet.cards
    )


@cache
def firing_order() -> tuple[str, ...]:
    """The classes of ships in the order in which they fire."""
    return _FILE.ships.firing_order.classes


def ship_class_provenance(ship_class: str, field: str) -> Mark:
    """The mark of one datum of a class of ships: name, sink, chase or cards_lost."""
    return ship_classes()[ship_class].provenance[field]
