"""Names as people type them: folding, and finding a thing by a clear part of its name."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import each
from feltherre.core import names as module
from feltherre.core.catalogue import render
from feltherre.core.names import MOST_OFFERED, AmbiguousName, Names, UnknownName, fold
from refusals import refusal_of

TOWNS = Names(
    ids=("oslo", "rena", "arendal", "mo-i-rana", "mosjoen", "namsos", "kristiansand", "kristiansund"),
    names=("Oslo", "Rena", "Arendal", "Mo i Rana", "Mosjøen", "Namsos", "Kristiansand", "Kristiansund"),
)
GERMAN, ALLIED = 0, 2
CARDS = Names(
    ids=("ger-reinforcements", "ger-fighter-bomber", "all-reinforcements", "all-fighter"),
    names=("Reinforcements", "Fighter-bomber", "Reinforcements", "Fighter"),
    others=(("Forsterkninger",), ("Jagerbomber",), ("Forsterkninger",), ("Jagerfly",)),
)


@each(
    "written folded",
    ("Østfold", "ostfold"),
    ("Ålesund", "alesund"),
    ("Lærdal", "laerdal"),
    ("GEBIRGSJÄGER", "gebirgsjager"),
    ("Königsberg", "konigsberg"),
    ("Blücher", "blucher"),
    ("Émile Bertin", "emile bertin"),
    ("Weiß", "weiss"),
    ("Mo-i-Rana", "mo i rana"),
    ("  Mo   i_Rana ", "mo i rana"),
    ("Bløff/trusler", "bloff trusler"),
    ("A\u030andalsnes", "andalsnes"),
    ("", ""),
)
def test_folding_gives_plain_small_letters(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_another_script_is_not_thrown_away() -> None:
    assert fold("Осло") != ""
    assert fold("Ж Oslo") != fold("Oslo")


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet="æøåäöüéÆØÅÄÖÜÉßabcXYZ -'", max_size=30))
def test_nordic_and_german_letters_fold_to_ascii(text: str) -> None:
    assert fold(text).isascii()
    assert fold(text) == fold(text.upper()) == fold(text.lower())


@each(
    "typed meant",
    ("oslo", "oslo"),
    ("OSLO", "oslo"),
    ("mosjøen", "mosjoen"),
    ("mo-i-rana", "mo-i-rana"),
    ("Mo i Rana", "mo-i-rana"),
    ("moirana", "mo-i-rana"),
    ("rana", "mo-i-rana"),
    ("rena", "rena"),  # an exact name, although Arendal contains it
    ("aren", "arendal"),
    ("jøen", "mosjoen"),
    ("kristiansa", "kristiansand"),
)
def test_an_id_a_name_or_a_clear_part_is_enough(typed: str, meant: str) -> None:
    assert TOWNS.ids[TOWNS.find(typed)] == meant


@each(
    "typed meant",
    ("mo", ["Mo i Rana", "Mosjøen"]),
    ("kristians", ["Kristiansand", "Kristiansund"]),
    ("os", ["Oslo", "Namsos"]),  # the beginning of one and the ending of another
)
def test_a_part_that_fits_several_is_refused_with_all_of_them(typed: str, meant: list[str]) -> None:
    refused = refusal_of(AmbiguousName, lambda: TOWNS.find(typed))
    assert [TOWNS.name(number) for number in refused.matches] == meant
    said = render(refused.reason)
    assert typed in said
    assert all(name in said for name in meant)


def test_an_unknown_name_is_refused_with_the_near_ones() -> None:
    refused = refusal_of(UnknownName, lambda: TOWNS.find("Kristiansnd"))
    assert {TOWNS.name(number) for number in refused.near} == {"Kristiansand", "Kristiansund"}
    assert "Kristiansand" in render(refused.reason)


@pytest.mark.parametrize("typed", ["", "   ", "--", "xyzzy", "Осло"])
def test_nonsense_is_refused_without_a_guess(typed: str) -> None:
    refused = refusal_of(UnknownName, lambda: TOWNS.find(typed))
    assert refused.near == ()
    assert not render(refused.reason).startswith("<")


def test_a_name_of_several_things_is_clear_among_some_of_them() -> None:
    with pytest.raises(AmbiguousName):
        CARDS.find("Reinforcements")
    assert CARDS.find("Reinforcements", among=(0, 1)) == GERMAN
    assert CARDS.find("forsterk", among=(2, 3)) == ALLIED
    with pytest.raises(UnknownName):
        CARDS.find("ger-reinforcements", among=(2, 3))


def test_an_exact_name_wins_over_a_longer_one() -> None:
    assert CARDS.find("fighter") == 3
    assert CARDS.find("fighter bomber") == CARDS.find("fighterbomber") == CARDS.find("Jagerbomber") == 1


def test_things_of_the_same_name_are_written_by_their_ids() -> None:
    assert [CARDS.name(number) for number in range(4)] == [
        "ger-reinforcements",
        "Fighter-bomber",
        "all-reinforcements",
        "Fighter",
    ]


def test_no_more_names_are_offered_than_a_person_reads() -> None:
    many = Names([f"unit-{n}" for n in range(20)], [f"Unit {n}" for n in range(20)])
    refused = refusal_of(AmbiguousName, lambda: many.find("unit"))
    assert len(refused.matches) == 20
    assert refused.reason.args["near"] == [f"Unit {n}" for n in range(MOST_OFFERED)]


def test_every_id_needs_a_name() -> None:
    with pytest.raises(ValueError, match="every id"):
        Names(["a", "b"], ["A"])


@given(st.lists(st.text(alphabet="abø- ", min_size=1, max_size=4).filter(fold), min_size=1, max_size=8))
def test_what_is_written_finds_the_thing_again(words: list[str]) -> None:
    names = Names([f"id{n}" for n in range(len(words))], words)
    assert [names.find(names.name(n)) for n in range(len(names))] == list(range(len(names)))
    assert [names.find(thing) for thing in names.ids] == list(range(len(names)))


def test_the_examples_in_the_text_run() -> None:
    assert doctest.testmod(module).failed == 0


# names in the readers' languages


def translated() -> list[tuple[str, ...]]:
    return [("Fallskärmstrupp",), ("Jaktbombplan", "Jager"), ("Bombplan", "Tank"), ("Transportplan", "Bombplan 2")]


TRANSLATED = Names(
    ids=("paratroops", "gebirgsjager", "bomber", "tank"),
    names=("Paratroops", "Gebirgsjäger", "Bomber", "Tank"),
    translated=translated,
)


@each(
    "typed meant",
    ("Bombplan", "bomber"),
    ("FALLSKARMSTRUPP", "paratroops"),
    ("bombplan 2", "tank"),
    ("jaktb", "gebirgsjager"),
    ("tank", "tank"),  # a name of its own goes before another's translation
    ("bom", "bomber"),  # and a part of one before a part of a translation
)
def test_a_translated_name_is_found_after_the_thing_s_own(typed: str, meant: str) -> None:
    assert TRANSLATED.ids[TRANSLATED.find(typed)] == meant


def test_a_whole_translated_name_goes_before_the_ending_of_another_name() -> None:
    names = Names(("hunter", "gebirgsjager"), ("Hunter", "Gebirgsjäger"), translated=lambda: [("Jäger",), ()])
    assert names.find("jager") == 0
    assert names.find("sjager") == 1


def test_a_part_that_fits_several_translations_is_ambiguous_and_a_slip_is_answered_with_what_is_near() -> None:
    assert refusal_of(AmbiguousName, lambda: TRANSLATED.find("plan")).matches == (1, 2, 3)
    assert refusal_of(UnknownName, lambda: TRANSLATED.find("Transportplam")).reason.args["near"][0] == "Tank"
    with pytest.raises(UnknownName):
        TRANSLATED.find("plan", among=[0])


def test_translations_are_read_only_when_a_name_is_none_of_the_things_own() -> None:
    asked: list[str] = []

    def reading() -> list[tuple[str, ...]]:
        asked.append("read")
        return translated()

    names = Names(TRANSLATED.ids, TRANSLATED.display, translated=reading)
    assert [names.find(typed) for typed in ("tank", "Gebirgsjäger", "BOMBER")] == [3, 1, 2]
    assert asked == []
    assert [names.find(typed) for typed in ("Jager", "Transportplan")] == [1, 3]
    assert asked == ["read"]
