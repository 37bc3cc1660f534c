"""The sea as it is shown: piles and names on the board, what lies elsewhere, what is told of ships and sea areas."""

from io import StringIO

import pytest
from rich.console import Console

from feltherre.cli.board import hand_line, show_position
from feltherre.core.catalogue import missing_keys, render
from feltherre.core.game import Setup
from feltherre.core.scene import Guide, Lot, Scene
from feltherre.core.table import Table
from feltherre.games.norway import board, cards, chart
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import put, turn_down, turn_up
from feltherre.games.norway.state import ROLES
from norway_table import Playing, position, sea_position

AT_SEA = {
    "I": ["KMS Emden"],
    "IV": ["KMS Blücher", "KMS Köln", "HMS Warspite", "Eidsvoll & Norge"],
    "VI": ["HMS Rodney"],
    "raid": ["KMS Scharnhorst"],
    "home": ["HMS Ark Royal"],
}


def shown(play: Playing, *roles: str) -> Scene:
    return GAME.scene(play.state, roles)


def pieces(scene: Scene, sea: str) -> list[tuple[str, int]]:
    """(kind or ship, number) of the ships in a sea area."""
    there = next((stack.pieces for stack in scene.stacks if stack.place == sea), ())
    return [(one.kind, one.count) if isinstance(one, Lot) else (one, 1) for one in there]


def notes(scene: Scene) -> list[str]:
    return [render(note) for note in scene.notes]


def test_own_ships_are_named_and_of_others_only_the_number_is_shown() -> None:
    play = sea_position(ships_at=AT_SEA)
    german = shown(play, "germany")
    assert pieces(german, "IV") == [
        ("germany-ships", 2),
        ("eidsvoll-norge", 1),
        ("allies-ships", 1),
    ]
    assert german.known == {"I": ("kms-emden",), "IV": ("kms-blucher", "kms-koln")}
    assert pieces(shown(play), "IV") == pieces(german, "IV")
    assert shown(play).known == {}
    assert pieces(german, "II") == []


def test_a_ship_turned_up_is_named_to_all_and_remembered_when_it_is_hidden_again() -> None:
    play = sea_position(ships_at=AT_SEA)
    blucher = ships.NAMES.find("KMS Blücher")
    turn_up(Table(GAME, play.state, play.script), [blucher])
    assert pieces(shown(play, "allies"), "IV")[:2] == [
        ("germany-ships", 1),
        ("kms-blucher", 1),
    ]
    turn_down(play.state, [blucher])
    assert shown(play, "allies").known["IV"] == ("kms-blucher", "hms-warspite"), "it cannot have gone yet"
    assert shown(play).known == {}
    assert not any(note.startswith("Seen") for note in notes(shown(play, "allies")))
    put(play.state, [ships.NAMES.find("KMS Köln")], ships.SEA_V)
    seen = "Seen before and hidden now: KMS Blücher. It can be in: sea area IV and sea area V."
    assert seen in notes(shown(play, "allies"))
    assert notes(shown(play, "norway", "allies")).count(seen) == 1
    assert seen not in notes(shown(play, "germany"))
    assert seen not in notes(shown(play))


def test_what_lies_in_no_sea_area_is_held() -> None:
    play = sea_position(ships_at=AT_SEA)

    def held(scene: Scene, kind: str) -> list[tuple[str, int, list[str]]]:
        found = [holding for holding in scene.holdings if holding.kind == kind]
        return [(h.side, h.count, [render(ships.name(ships.INDEX[ship])) for ship in h.items]) for h in found]

    assert pieces(shown(play, "allies"), "raid")[0][1] == 1
    assert held(shown(play, "allies"), "home-fleet") == [("allies", 1, ["HMS Ark Royal"])]
    assert held(shown(play, "germany"), "home-fleet") == [("allies", 1, [])]
    assert held(shown(play, "germany"), "ships-sunk") == []


def test_control_is_told_except_on_9_april() -> None:
    """On 9 April a pile may hold nothing but decoys."""
    play = sea_position(ships_at=AT_SEA)
    assert {"Control at sea, Germany: I.", "Control at sea, Allies: VI."} <= set(notes(shown(play, "norway")))
    play.state.round = 0
    assert not any(note.startswith("Control") for note in notes(shown(play, "norway")))
    assert render(shown(play).status.turn) == "9 April"


def test_the_basic_game_shows_no_sea() -> None:
    scene = shown(position(), "germany")
    basic, advanced = (GAME.board(Setup((), {"rules": rules})) for rules in ("basic", "advanced"))
    assert {place.id for place in basic.places} == set(board.AREAS)
    assert {place.id for place in advanced.places} == {*board.AREAS, *board.SEAS, "raid"}
    assert {(holding.kind, *holding.beside) for holding in scene.holdings} == {("hand", "deck", "used")}


def test_the_words_of_9_april_are_on_the_board_and_a_scene_says_how_far_it_has_come() -> None:
    board_of = {rules: GAME.board(Setup((), {"rules": rules})) for rules in ("basic", "advanced")}
    words, play = board_of["advanced"].guide, sea_position(ships_at=AT_SEA)
    assert board_of["basic"].guide is None
    assert words is not None
    assert [render(title) for title, _ in words.steps][:2] == ["cards are chosen", "the Allies draw ships"]
    assert shown(play).guide is None
    play.state.round = 0
    assert shown(play).guide == Guide(at=0)


@pytest.mark.parametrize("width", [60, 100])
def test_a_terminal_shows_the_sea_areas_and_names_own_ships_below(width: int) -> None:
    play = sea_position(ships_at=AT_SEA, hands={"germany": ["Bomber"]})
    console = Console(file=StringIO(), width=width, highlight=False)
    drawn_on = GAME.board(Setup((), {"rules": "advanced"}))
    show_position(console, drawn_on, shown(play, "germany"))
    page = console.file.getvalue()  # type: ignore[attr-defined]
    assert "sea area IV G2 Eidsvoll & Norge A1" in page
    assert "sea area IV G2  Known: KMS Blücher and KMS Köln" in page
    assert "the raid box S" not in page
    assert "Ark Royal" not in page
    assert all(len(line) <= width for line in page.splitlines())
    assert hand_line(drawn_on, shown(play, "germany"), "germany") == "Bomber", "ships are no cards of the hand"


# what is told of pieces


def said(name: str) -> list[str]:
    return [render(line.text) for line in GAME.about(name)]


def test_of_a_sea_area_its_borders_and_its_coast_are_told() -> None:
    second = said("II")
    assert second[0] == "sea area II"
    assert "Closed to Allied ships." in second
    assert any("Arendal" in line for line in second)
    assert not any("coast" in line for line in said("viii"))
    assert "I, III and VIII" in second[1]


def test_of_a_ship_its_class_and_its_dice_are_told() -> None:
    warspite = said("HMS Warspite")
    assert warspite[0].startswith("HMS Warspite (Allies): battleship.")
    assert "Sinks an enemy ship on a die of: 5 and 6.°" in warspite
    assert "If it is sunk, its owner loses 2 cards from the deck." in warspite
    assert not any("deck" in line for line in said("Eidsvoll & Norge"))
    for ship in range(ships.SHIP_COUNT):
        lines = chart.about_ship(ship)
        assert missing_keys([line.text for line in lines]) == []
        assert all(line.rule in GAME.ledger.rules for line in lines)


def test_cards_of_the_advanced_game_say_what_they_need() -> None:
    def told(card: str, *, advanced: bool) -> str:
        return " ".join(render(text) for text in chart.card_details(cards.INDEX[card], advanced))

    need = "Needs a carrier in the sea area, or in one that the land area borders."
    assert need in told("all-fighter", advanced=True)
    assert need not in told("all-fighter", advanced=False)
    assert "Needs Allied control of a sea area that the land area borders.°" in told("all-invasion", advanced=True)
    assert "Needs" not in told("all-tank", advanced=True)
    for card in range(cards.ALL_COUNT):
        assert missing_keys(chart.card_details(card, True)) == []


# the board


def test_the_board_has_every_ship_and_sea_area_with_its_words() -> None:
    drawn = GAME.board(Setup((), {"rules": "advanced"}))
    kinds = {kind.id: kind for kind in drawn.kinds}
    assert [id_ for id_ in kinds if kinds[id_].shape == "ship" and not kinds[id_].lot] == list(ships.IDS)
    assert kinds[ships.IDS[ships.NAMES.find("KMS Blücher")]].side == "germany"
    assert {kind.side for kind in drawn.kinds} == set(ROLES)
    assert set(board.SEAS) < {place.id for place in drawn.places}
    basic = GAME.board(Setup(()))
    assert not {kind.id for kind in basic.kinds} & set(ships.IDS)
    words = [kind.name for kind in drawn.kinds] + [fact for kind in drawn.kinds for fact in kind.facts]
    assert missing_keys([*words, *(place.name for place in drawn.places)]) == []
