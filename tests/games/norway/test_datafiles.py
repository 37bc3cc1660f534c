"""A damaged data file of Norway is refused, and says in which entry what is wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from cases import each
from feltherre.core.datafile import DamagedFile, read_tree
from feltherre.games.norway.boardfile import MAP, read_board
from feltherre.games.norway.cardfile import CARDS, read_cards

GONE = object()


def damaged(original: Path, folder: Path, place: str, value: Any) -> Path:
    """A copy of the file in which one place (`areas.3.coast`) has another value, or is gone."""
    tree = read_tree(original)
    here = tree
    *way, last = (int(step) if step.isdigit() else step for step in place.split("."))
    for step in way:
        here = here[step]
    if value is GONE:
        del here[last]
    else:
        here[last] = value
    path = folder / original.name
    path.write_text(yaml.dump(tree, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper)), encoding="utf-8")
    return path


def complaint(read: Callable[[Path], object], path: Path) -> str:
    with pytest.raises(DamagedFile) as refused:
        read(path)
    return str(refused.value)


@each(
    "place value told",
    ("areas.3.coast", "I", "areas, skien, coast: Expected `array`"),
    ("areas.3.coast", ["IX"], "areas, skien, coast: there is no area 'IX'"),
    ("areas.3.provenance.coast", "guess", "areas, skien, provenance, coast: Invalid enum value 'guess'"),
    ("areas.3.provenance.coast", GONE, "areas, skien, provenance: Object missing required field `coast`"),
    ("areas.3", GONE, "borders, kongsberg-skien: there is no area 'skien'"),
    ("areas.1.name", "OSLO", "areas and borders: the name 'oslo' is given twice"),
    ("borders.0.between", ["oslo", "atlantis"], "borders, oslo-atlantis: there is no area 'atlantis'"),
    ("borders.0.between", ["oslo", "horten"], "areas and borders: the border oslo-horten is given twice"),
    ("borders.0.crossing", "river", "borders, oslo-ostfold, crossing: Invalid enum value 'river'"),
    ("borders.0.crossing", "lake", "counts: water_borders says 13, the file has 14"),
    ("borders.0", GONE, "counts: borders says 72, the file has 71"),
    ("borders.0.water", "Glomma", "borders, oslo-ostfold: water has a name, and only water"),
    ("sea_areas.0.coast", ["oslo", "ostfold", "horten"], "sea_areas, I: only one of sea area and land area"),
    ("sea_areas.0.borders", ["III"], "sea_areas, I: borders III, but not the other way round"),
    ("sea_areas.0.allied_ships", True, "sea_areas, I: is either guarded by Germany or open to Allied ships"),
    ("point_cities.areas", ["oslo"], "counts: point_cities says 6, the file has 1"),
    ("impassable.0.borders", ["stockholm"], "impassable, sweden, borders: there is no area 'stockholm'"),
    ("air_range.airfields.0.reaches", ["horten"], "air_range, oslo: the airfield does not reach its own area"),
    ("setup_basic.germany.battalions.oslo", 3, "setup_basic, germany: the battalions do not add up to 13"),
    ("setup_basic.norway.battalions", {"oslo": 9}, "setup_basic: both Germany and Norway start in oslo"),
    ("setup_basic.allies_first_reinforcement.per_group", 2, "the groups do not add up to the battalions"),
    ("colour", "blue", "Object contains unknown field `colour`"),
)
def test_a_damaged_board(tmp_path: Path, place: str, value: Any, told: str) -> None:
    said = complaint(read_board, damaged(MAP, tmp_path, place, value))
    assert said.startswith("map.yaml: ")
    assert told in said


def test_an_inland_fjord_is_refused(tmp_path: Path) -> None:
    tree = read_tree(MAP)
    for border in tree["borders"]:
        if border["crossing"] == "lake":
            border["crossing"] = "fjord"
    path = tmp_path / "map.yaml"
    path.write_text(yaml.safe_dump(tree), encoding="utf-8")
    assert "borders, hamar-gjovik: a fjord is coastline, but hamar has no coast" in complaint(read_board, path)


GERMAN = "play_decks.germany"
PANZER = f"{GERMAN}.cards.1"


@each(
    "place value told",
    (f"{PANZER}.count", 7, "play_decks, germany: the total is 62, the cards are 63"),
    (f"{PANZER}.count", "six", "play_decks, germany, cards, ger-panzer, count: Expected `int`"),
    (f"{GERMAN}.total", 61, "play_decks, germany: the total is 61, the cards are 62"),
    ("totals.play_cards.split.germany", 61, "totals, play_cards: germany has a deck of 62"),
    ("totals.play_cards.value", 111, "totals, play_cards: says 111, the file has 112"),
    ("totals.ship_cards.value", 35, "totals, ship_cards: says 35, the file has 36"),
    (f"{PANZER}.symbols", 0, "ger-panzer: a card exists at least once and bears at least one symbol"),
    (f"{PANZER}.id", "ger-bomber", "ger-bomber: is the id of several cards"),
    (f"{PANZER}.functions", [], "ger-panzer: has no function"),
    (f"{PANZER}.functions.0.op", "add-dise", "ger-panzer, function 1: the code word 'add-dise' is not explained"),
    (f"{PANZER}.functions.0.dice", 0, "ger-panzer, function 1: add-dice adds dice, and nothing else does"),
    (f"{PANZER}.functions.0.reduced", GONE, "ger-panzer, function 1: a reduced value needs its condition"),
    (f"{PANZER}.functions.0.needs", "luck", "ger-panzer, function 1: the code word 'luck' is not explained"),
    (f"{PANZER}.functions.0.timing", "later", "ger-panzer, functions, entry 1, timing: Invalid enum value 'later'"),
    (f"{PANZER}.functions.0.provenance", GONE, "functions, entry 1: Object missing required field `provenance`"),
    (f"{PANZER}.counts_as", "ger-bomber", "ger-panzer: what is given needs a mark, and only that"),
    (f"{GERMAN}.cards.5.counts_as", "zeppelin", "ger-fighter-bomber: counts as 'zeppelin', which is no card"),
    (f"{GERMAN}.cards.5.functions.1.targets", ["zeppelin"], "ger-fighter-bomber, function 2: aims at 'zeppelin'"),
    (f"{GERMAN}.cards.11.functions.0.success", [7], "ger-u-boat, function 1: a die shows 1 to 6"),
    ("ships.germany.cards.0.class", "raft", "ships, kms-scharnhorst: there is no class 'raft'"),
    ("ships.germany.cards.0", GONE, "ships, germany: the total is 17, the ships are 16"),
    ("ships.germany.cards.0.id", "kms-koln", "ships, kms-koln: is the id of several ships"),
    ("ships.firing_order.classes", ["battleship"], "ships, firing_order: every class that fires has its place"),
)
def test_damaged_cards(tmp_path: Path, place: str, value: Any, told: str) -> None:
    said = complaint(read_cards, damaged(CARDS, tmp_path, place, value))
    assert said.startswith("cards.yaml: ")
    assert told in said
