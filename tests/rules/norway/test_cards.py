"""Chapter 2.4 and the card lists of chapter 4: which cards there are, what they do and when."""

from collections import Counter
from typing import Any

import pytest

from cases import cases
from feltherre.core.catalogue import missing_keys, render
from feltherre.core.datafile import MARKS, read_tree, unmarked
from feltherre.core.names import AmbiguousName, UnknownName
from feltherre.games.norway import cards
from feltherre.games.norway.cardfile import CARDS
from feltherre.games.norway.cards import ALL, COUNTERS, OPPONENT, OWN, OWN_REACTION
from norway_table import table

GERMANY, NORWAY, ALLIES = range(3)
COUNTRIES = {"Germany": GERMANY, "Norway": NORWAY, "Allies": ALLIES}
TIMING_OF_SYMBOL = {"triangle": "own", "square": "opponent", "circle": "own-reaction"}
#: our completion: the book shows no such card
OURS = {"nor-reinforcements"}


def card(name: str, country: int | None = None) -> int:
    return cards.find_card(name, country)


def names(numbers: Any) -> set[str]:
    return {cards.TYPES[number].name_en for number in numbers}


# decks and hands (2.4)


@pytest.mark.proves("2.4-ger-1", "2.4-nor-1", "2.4-all-1")
@pytest.mark.parametrize(("country", "total", "limit"), [(GERMANY, 62, 5), (NORWAY, 22, 3), (ALLIES, 28, 3)])
def test_deck_and_hand_of_each_country(country: int, total: int, limit: int) -> None:
    deck = cards.deck(country)
    assert len(deck) == cards.DECK_TOTAL[country] == total
    assert Counter(deck) == {number: cards.COUNT[number] for number in cards.OF_COUNTRY[country]}
    assert cards.hand_limit(country) == limit
    row = table("2.4-hands")[country]
    assert row[1:4] == [total, limit, cards.MUST_USE_A_CARD[country]]


def test_what_happens_when_a_deck_is_used_up() -> None:
    assert cards.DECK_REGIME == ("game-over", "reshuffle", "allied-withdrawal")


def test_cards_are_numbered_country_by_country() -> None:
    assert cards.TYPE_COUNT == len(cards.PLAY_TYPES) == 29
    assert cards.ALL_COUNT == len(cards.TYPES) == len(set(cards.IDS)) == 29 + 20
    for kinds in (cards.PLAY_TYPES, cards.APRIL_TYPES):
        countries = [card.country for card in kinds]
        assert countries == sorted(countries)
    assert [len(own) for own in cards.OF_COUNTRY] == [12, 6, 11]
    assert [len(own) for own in cards.APRIL_OF_COUNTRY] == [9, 5, 6]
    assert [card for own in (*cards.OF_COUNTRY, *cards.APRIL_OF_COUNTRY) for card in own] == list(range(49))
    assert all(cards.INDEX[cards.IDS[number]] == number for number in range(49))
    assert cards.SHORT_IDS[cards.INDEX["ger-u-boat"]] == "u-boat"
    assert cards.SHORT_IDS[cards.INDEX["apr-ger-bomber"]] == "april-bomber"
    for country in range(3):
        own = (*cards.OF_COUNTRY[country], *cards.APRIL_OF_COUNTRY[country])
        assert len({cards.SHORT_IDS[number] for number in own}) == len(own)


def test_every_card_has_symbols_and_the_seen_ones_are_kept() -> None:
    assert min(cards.SYMBOLS) >= 1
    for name, country, symbols, _ in table("2.4-symbols-seen"):
        number = card(name, COUNTRIES[country])
        assert cards.SYMBOLS[number] == symbols
        assert cards.provenance(cards.IDS[number], "symbols") == "source"


def test_counts_and_symbols_of_all_cards() -> None:
    """Mostly values of ours; a change must be meant."""
    table = {kind.id: (kind.count, kind.symbols) for kind in cards.PLAY_TYPES}
    assert tuple(table.values()) == tuple(zip(cards.COUNT[:29], cards.SYMBOLS[:29], strict=True))
    assert table == {
        "ger-reinforcements": (12, 5),
        "ger-panzer": (6, 1),
        "ger-artillery": (5, 1),
        "ger-gebirgsjager": (6, 2),
        "ger-bomber": (6, 1),
        "ger-fighter-bomber": (5, 1),
        "ger-scouts": (4, 1),
        "ger-engineer-company": (4, 1),
        "ger-paratroops": (3, 2),
        "ger-rapid-movement": (5, 1),
        "ger-transport-plane": (4, 2),
        "ger-u-boat": (2, 2),
        "nor-ambush": (7, 1),
        "nor-roadblock": (5, 1),
        "nor-blown-bridge": (3, 1),
        "nor-train-transport": (3, 1),
        "nor-anti-tank-gun": (2, 1),
        "nor-reinforcements": (2, 3),
        "all-reinforcements": (3, 7),
        "all-invasion": (2, 2),
        "all-coastal-evacuation": (4, 2),
        "all-fighter": (4, 1),
        "all-coastal-bombardment": (2, 1),
        "all-french-chasseurs": (2, 2),
        "all-foreign-legion": (2, 2),
        "all-polish-mountain-troops": (2, 2),
        "all-tank": (2, 1),
        "all-anti-tank-gun": (3, 1),
        "all-submarine": (2, 1),
    }


# when a card can be used (2.4)


@pytest.mark.proves("2.4-symbols-1")
def test_the_number_in_a_sign_is_the_phase() -> None:
    for number, kind in enumerate(cards.PLAY_TYPES):
        assert [phase for _, phase in cards.signs(number)] == [int(use.phase[0]) for use in kind.functions]
        for use in kind.functions:
            assert use in cards.functions_at(number, use.timing, use.phase, use.step)
            assert number in cards.cards_for(kind.country, use.timing, use.phase, use.step)
            assert number in cards.cards_for(kind.country, use.timing, use.phase)
            for other in {"1b", "1c", "2a", "2b", "3"} - {use.phase}:
                assert use not in cards.functions_at(number, use.timing, other)


@pytest.mark.proves("2.4-symbols-2", "2.4-symbols-3", "2.4-symbols-4")
def test_the_signs_say_whose_turn_it_must_be() -> None:
    blown_bridge, paratroops, engineers = card("Blown bridge"), card("Paratroops"), card("Engineer company")
    assert cards.signs(paratroops) == (("green triangle", 1),)
    assert cards.signs(blown_bridge) == (("red square", 1),)
    assert cards.signs(engineers) == (("green circle", 1), ("red square", 2))
    assert paratroops in cards.cards_for(GERMANY, OWN, "1b")
    assert paratroops not in cards.cards_for(GERMANY, OPPONENT, "1b")
    assert blown_bridge in cards.cards_for(NORWAY, OPPONENT, "1c")
    assert blown_bridge not in cards.cards_for(NORWAY, OWN, "1c")
    assert engineers in cards.cards_for(GERMANY, OWN_REACTION, "1c")
    assert engineers not in cards.cards_for(GERMANY, OWN, "1c")


@pytest.mark.proves("2.4-symbols-5")
def test_a_card_with_several_signs_has_several_times() -> None:
    train = card("Train transport")
    assert [use.op for use in cards.functions_at(train, OWN, "1b")] == ["extra-move"]
    assert [use.op for use in cards.functions_at(train, OPPONENT, "1c")] == ["flee"]
    assert cards.functions_at(train, OWN, "1c") == ()


@pytest.mark.proves("2.4-symbols-6")
def test_the_cards_of_the_caption() -> None:
    assert cards.signs(card("Gebirgsjäger")) == (("green triangle", 2), ("red square", 2))
    assert cards.signs(card("Blown bridge")) == (("red square", 1),)
    assert cards.signs(card("Paratroops")) == (("green triangle", 1),)
    gun = card("Anti-tank gun", ALLIES)
    first, *second = zip(cards.signs(gun), (use.op for use in cards.TYPES[gun].functions), strict=True)
    assert first == (("red square", 2), "add-dice")
    # the second printed function has two signs
    assert second == [(("red square", 2), "cancel-card"), (("green circle", 2), "cancel-card")]


@cases(
    "country timing phase wanted",
    ("4.1b-cards", GERMANY, OWN, "1b", {"Paratroops", "Rapid movement", "Transport plane"}),
    ("4.1b-cards", NORWAY, OWN, "1b", {"Train transport"}),
    ("4.1b-cards", ALLIES, OWN, "1b", {"Invasion", "Coastal evacuation"}),
    ("4.1b-cards", ALLIES, OPPONENT, "1b", {"Fighter"}),
    ("4.1c-cards", GERMANY, OWN_REACTION, "1c", {"Engineer company"}),
    ("4.1c-cards", NORWAY, OPPONENT, "1c", {"Blown bridge", "Train transport", "Roadblock"}),
    ("4.3-cards", GERMANY, OWN, "3", {"Transport plane", "Reinforcements"}),
    ("4.3-cards", GERMANY, OPPONENT, "3", {"U-boat"}),
    ("4.3-cards", ALLIES, OPPONENT, "3", {"Submarine"}),
    ("4.3-cards", NORWAY, OPPONENT, "3", set()),
)
def test_the_cards_of_phases_1_and_3(country: int, timing: Any, phase: str, wanted: set[str]) -> None:
    assert names(cards.cards_for(country, timing, phase)) == wanted


def test_every_place_of_use_in_the_book_is_in_the_data_and_no_other() -> None:
    """Tables 4-cards (basic) and 8.2-cards (advanced), row by row."""
    listed = set()
    for listing, version in (("4-cards", "basic"), ("8.2-cards", "advanced")):
        for country, name, norwegian, phase, step, symbol, *_ in table(listing):
            if country != "all":
                number = card(name, COUNTRIES[country])
                assert cards.TYPES[number].name_nb == norwegian
                listed.add((number, phase, step, TIMING_OF_SYMBOL[symbol], version))
    data = {
        (number, int(use.phase[0]), use.step or use.phase, use.timing, use.version)
        for number, kind in enumerate(cards.PLAY_TYPES)
        for use in kind.functions
        if kind.id not in OURS
    }
    assert data == listed


def test_sea_battles_belong_to_the_advanced_game() -> None:
    for kind in cards.PLAY_TYPES:
        assert all((use.version == "advanced") == (use.phase == "2a") for use in kind.functions)


# what cards do (4.2 and examples)


@pytest.mark.proves("4.2-values")
def test_the_dice_the_examples_show() -> None:
    ambush, panzer = card("Ambush"), card("Panzer")
    assert cards.defence_dice(ambush) == 2
    assert cards.attack_dice(panzer) == 2
    assert cards.attack_dice(panzer, over_land=False) == 1


def test_the_dice_of_all_cards() -> None:
    """Values of ours; a change must be meant."""
    table = {
        kind.id: (cards.ATTACK_DICE[n], cards.REDUCED_DICE[n], cards.DEFENCE_DICE[n])
        for n, kind in enumerate(cards.PLAY_TYPES)
        if cards.ATTACK_DICE[n] or cards.DEFENCE_DICE[n]
    }
    assert table == {
        "ger-panzer": (2, 1, 1),
        "ger-artillery": (1, 1, 1),
        "ger-gebirgsjager": (2, 2, 1),
        "ger-bomber": (2, 2, 0),
        "ger-fighter-bomber": (1, 1, 0),
        "ger-engineer-company": (0, 0, 1),
        "nor-ambush": (2, 2, 2),
        "nor-anti-tank-gun": (0, 0, 1),
        "all-coastal-bombardment": (2, 2, 0),
        "all-french-chasseurs": (1, 1, 2),
        "all-foreign-legion": (2, 2, 1),
        "all-polish-mountain-troops": (2, 2, 1),
        "all-tank": (2, 1, 1),
        "all-anti-tank-gun": (0, 0, 1),
    }


@cases(
    "name country step cancelled",
    ("4.2-cancel", "Scouts", GERMANY, COUNTERS, {"Ambush"}),
    ("4.2-cancel", "Fighter", ALLIES, "4.2-2", {"Bomber", "Fighter-bomber"}),
    ("4.2-cancel", "Fighter-bomber", GERMANY, COUNTERS, {"Fighter"}),
    ("4.2-cancel", "Anti-tank gun", NORWAY, "4.2-2", {"Panzer"}),
    ("4.2-cancel", "Anti-tank gun", NORWAY, COUNTERS, {"Panzer"}),
    ("4.2-cancel", "Anti-tank gun", ALLIES, "4.2-2", {"Panzer"}),
    ("4.2-cancel", "Anti-tank gun", ALLIES, COUNTERS, {"Panzer"}),
    ("4.2-cancel", "Scouts", GERMANY, "4.2-1", set()),
    ("4.2-cancel", "Ambush", NORWAY, "4.2-2", set()),
    ("4.2-cancel 4.1c-3", "Engineer company", GERMANY, "1c", {"Roadblock", "Blown bridge"}),
)
def test_which_card_cancels_which(name: str, country: int, step: str, cancelled: set[str]) -> None:
    assert names(cards.counters(card(name, country), step)) == cancelled


def test_cards_and_their_answers() -> None:
    answers = {
        kind.id: {other.id for other in cards.PLAY_TYPES if any(n in use.targets for use in other.functions)}
        for n, kind in enumerate(cards.PLAY_TYPES)
    }
    assert {name: by for name, by in answers.items() if by} == {
        "ger-panzer": {"nor-anti-tank-gun", "all-anti-tank-gun"},
        "ger-bomber": {"all-fighter"},
        "ger-fighter-bomber": {"all-fighter"},
        "ger-paratroops": {"all-fighter"},
        "ger-transport-plane": {"all-fighter"},
        "nor-ambush": {"ger-scouts"},
        "nor-roadblock": {"ger-engineer-company"},
        "nor-blown-bridge": {"ger-engineer-company"},
        "all-fighter": {"ger-fighter-bomber"},
    }


def test_bomber_and_fighter_bomber_are_one_type_in_step_one() -> None:
    same = [kind.id for n, kind in enumerate(cards.PLAY_TYPES) if cards.BATTLE_TYPE[n] != n]
    assert same == ["ger-fighter-bomber"]
    assert cards.BATTLE_TYPE[card("Fighter-bomber")] == card("Bomber")


def test_only_fighter_needs_no_own_battalions() -> None:
    assert [kind.id for n, kind in enumerate(cards.PLAY_TYPES) if not cards.NEEDS_OWN_BATTALIONS[n]] == ["all-fighter"]


@cases(
    "country name timing phase numbers",
    ("", GERMANY, "Rapid movement", OWN, "1b", {"battalions": 2, "areas": 2}),
    ("", NORWAY, "Train transport", OWN, "1b", {"battalions": 3, "areas": 3}),
    ("", GERMANY, "Paratroops", OWN, "1b", {"battalions": 1}),
    ("", GERMANY, "Transport plane", OWN, "1b", {"battalions": 2}),
    ("", ALLIES, "Coastal evacuation", OWN, "1b", {"battalions": 3}),
    ("", NORWAY, "Roadblock", OPPONENT, "1c", {"battalions": 2}),
    ("", NORWAY, "Blown bridge", OPPONENT, "1c", {"battalions": ALL}),
    ("", GERMANY, "U-boat", OPPONENT, "3", {"success": (4, 5, 6)}),
    ("", ALLIES, "Submarine", OPPONENT, "3", {"success": (4, 5, 6)}),
    ("", GERMANY, "Bomber", OWN, "2b", {"needs": "battle-in-air-range"}),
    ("", ALLIES, "Coastal bombardment", OWN, "2b", {"needs": "battle-on-allied-coast"}),
)
def test_the_numbers_of_the_other_functions(
    country: int, name: str, timing: Any, phase: str, numbers: dict[str, Any]
) -> None:
    use = cards.functions_at(card(name, country), timing, phase)[0]
    assert {field: getattr(use, field) for field in numbers} == numbers


# names and texts


def test_cards_are_found_by_name() -> None:
    assert card("panzer") == card("PANZER") == card("ger-panzer") == card("panz") == cards.INDEX["ger-panzer"]
    assert card("gebirgsjager") == cards.INDEX["ger-gebirgsjager"]
    assert card("Bakhold") == cards.INDEX["nor-ambush"]
    assert card("Reinforcements", ALLIES) == cards.INDEX["all-reinforcements"]
    with pytest.raises(AmbiguousName):
        card("Reinforcements")
    with pytest.raises(UnknownName):
        card("Panzer", NORWAY)


def test_names_within_a_country() -> None:
    for country, own in enumerate(cards.OF_COUNTRY):
        book = cards.names_of(country)
        assert book.ids == tuple(cards.SHORT_IDS[number] for number in own)
        assert [own[book.find(book.name(place))] for place in range(len(own))] == list(own)


def test_every_function_is_told_in_words() -> None:
    kinds = cards.TYPES
    texts = [use.text for kind in kinds for use in kind.functions]
    assert missing_keys(texts) == []
    assert len({text.key for text in texts}) == len(texts) == 79
    assert render(cards.TYPES[card("Ambush")].functions[0].text) == "Two more dice in defence."


@pytest.mark.parametrize(("dice", "words"), [(1, "One more die"), (2, "Two more dice")])
def test_the_words_of_a_function_agree_with_its_dice(dice: int, words: str) -> None:
    told = [render(use.text) for kind in cards.PLAY_TYPES for use in kind.functions if use.dice == dice]
    assert told
    assert all(text.startswith(words) for text in told)


# nine-April cards and ships


def test_the_nine_april_cards() -> None:
    kinds = cards.APRIL_TYPES
    assert Counter({c: sum(k.count for k in kinds if k.country == c) for c in range(3)}) == {0: 10, 1: 6, 2: 6}
    assert cards.cards_to_choose() == (5, 3, 3)
    assert all(use.timing.startswith("april") for kind in kinds for use in kind.functions)
    assert {kind.id for kind in kinds} == set(cards.IDS[cards.TYPE_COUNT :])
    fighter = next(kind for kind in kinds if kind.id == "apr-nor-fighter")
    assert [cards.IDS[target] for target in fighter.functions[0].targets] == ["apr-ger-paratroops"]
    assert cards.provenance("apr-ger-paratroops", "count") == "derived"
    assert cards.provenance("apr-nor-coastal-fort", "values", 0) == "derived"


def test_every_nine_april_card_of_the_book_is_there() -> None:
    kinds = cards.APRIL_TYPES
    data = {(kind.country, kind.name_en, kind.name_nb) for kind in kinds}
    listed = {(COUNTRIES[row[0]], row[1], row[2]) for row in table("7-cards")}
    assert listed <= data
    assert {name for _, name, _ in data - listed} == {"Reinforcements"}


def test_the_ships() -> None:
    ships = cards.ships()
    assert [sum(ship.country == country for ship in ships) for country in range(3)] == [17, 1, 18]
    assert len({ship.id for ship in ships}) == 36
    assert sum(ship.ship_class == "decoy" for ship in ships) == 4
    classes = {row[0]: row for row in table("6.1")}
    assert set(classes) == set(cards.ship_classes())
    for ship in ships:
        _, _, _, sinks, chases, lost, *_ = classes[ship.ship_class]
        assert (list(ship.sink), list(ship.chase), ship.cards_lost) == (sinks, chases, lost)
    shown = {ship.name for ship in ships}
    named = {row[0] for row in table("6.1-ships")}
    assert all(any(name in ship for ship in shown) for name in named)
    assert cards.firing_order() == ("battleship", "carrier", "heavy-cruiser", "minor", "coast-defence")
    assert cards.ship_class_provenance("battleship", "sink") == "derived"


# where the data come from


def test_every_datum_of_the_cards_has_a_mark() -> None:
    assert list(unmarked(read_tree(CARDS))) == []


def test_marks_can_be_asked_for() -> None:
    assert cards.provenance("ger-panzer", "name") == "source"
    assert cards.provenance("ger-panzer", "count") == "reconstructed"
    assert cards.provenance("ger-panzer", "effect", 0) == "derived"
    assert cards.provenance("nor-roadblock", "effect", 0) == "source"
    assert cards.provenance("nor-roadblock", "values", 0) == "reconstructed"
    assert cards.provenance("nor-ambush", "values", 0) == "source"
    assert cards.provenance("ger-fighter-bomber", "counts_as") == "source"
    assert cards.provenance("all-invasion", "advanced_needs", 0) == "reconstructed"
    with pytest.raises(KeyError):
        cards.provenance("ger-panzer", "counts_as")
    assert all(
        use.provenance in MARKS and use.value_provenance in MARKS for k in cards.PLAY_TYPES for use in k.functions
    )
