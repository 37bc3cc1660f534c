"""Answers as a person puts them together from a list, and the examples he is shown."""

from random import Random

from battery import Way, new_match, play_on
from feltherre.core.catalogue import render
from feltherre.core.space import Picking, offered, shown
from feltherre.core.text import say
from feltherre.games.norway.actions import Move
from feltherre.games.norway.april.steps import Landing, MisleadingManoeuvre, Redeployment
from feltherre.games.norway.game import GAME
from feltherre.server.asking import walked
from norway_table import position
from norway_table.april import april_position


def test_the_example_of_a_move_attacks_nobody_and_leaves_nobodys_place_empty() -> None:
    play = position(turn="norway", germany={"Oslo": 5}, norway={"Hønefoss": 1, "Gjøvik": 1, "Hamar": 2})
    space = play.decision().space
    example = space.build(space.example(("move",)))
    assert isinstance(example, Move)
    assert (example.origin, example.count) == ("hamar", 1)
    assert example.target != "oslo"


def test_the_example_of_a_move_is_any_move_if_all_attack() -> None:
    play = position(turn="norway", germany={"Oslo": 5}, norway={"Hønefoss": 1})
    space = play.decision().space
    assert space.contains(space.build(space.example(("move",))))


def test_cards_to_be_exchanged_are_picked_in_any_order() -> None:
    hand = ["Reinforcements", "Engineer company", "Panzer", "Panzer"]
    play = position(phase=3, germany={"Oslo": 5}, hands={"germany": hand})
    space = play.decision().space
    assert sorted(map(str, space.pickable(()))) == [".", "engineer-company", "panzer", "reinforcements"]
    built = set()
    for seed in range(40):
        rng, partial = Random(seed), ()
        while parts := space.pickable(partial):
            partial = space.with_picked(partial, rng.choice(parts))
        action = space.build(partial)
        space.check(action)
        built.add(action.cards)
    assert ("panzer", "panzer", "engineer-company") in built
    assert () in built
    assert all(cards == () or len(cards) > 2 or "reinforcements" in cards for cards in built), "none for nothing (R86)"


def test_decoys_alone_are_told_why_they_do_not_intercept() -> None:
    play = april_position(1, ships_at={"III": ["HMS Renown", "Decoy 1"]})
    decision = play.decision()
    assert decision.prompt.key == "norway.prompt.intercept"
    assert [(line.text.key, line.rule) for line in decision.cannot] == [("norway.illegal.decoys-only", "6.1-decoy")]


def test_ships_of_a_manoeuvre_are_named_in_any_order_each_with_its_place() -> None:
    ships = ["KMS Blücher", "KMS Emden", "KMS Lützow", "KMS Köln"]
    play = april_position(
        steps=(MisleadingManoeuvre(),), ships_at={"II": ships}, hands={"germany": ["Misleading manoeuvre"]}
    )
    space = play.decision().space
    assert space.picking(("manoeuvre",)) == Picking("pairs")
    first, second, third, fourth = (part for part in space.pickable(("manoeuvre",)) if part != ".")
    there, _ = walked(space, ("manoeuvre", third, "III", first, "I", second, "I"))
    assert there == ("manoeuvre", first, "I", second, "I", third, "III")
    assert space.pickable(there) == ["."]
    assert walked(space, (*there, "."))[1] == ()
    assert fourth in space.pickable(there[:-2])


def test_battalions_that_are_redeployed_go_each_a_way_of_its_own() -> None:
    play = april_position(
        steps=(Redeployment(),),
        norway={"Finnmark": 1, "Oslo": 1, "Harstad": 2},
        hands={"norway": ["Redeployment"]},
        ships_at={"VI": ["Eidsvoll & Norge"]},
    )
    space = play.decision().space.branches["redeploy"]
    anew = Picking(anew=True)
    path = space.parts(GAME.notation.read("redeploy Oslo > Horten and ships V"))
    assert [space.picking(path[:depth]) for depth in range(len(path))] == [anew, None, anew, anew]


def test_two_crews_of_sunk_ships_are_told_apart() -> None:
    play = april_position(steps=(Landing(3),), ships_at={"IV": ["KMS Blücher"]}, sea={"sailors": (3, 3)})
    space, path = play.decision().space, ("-", "-", "-")
    picked = [space.picking(path[:depth]) for depth in range(3)]
    assert [picking.thing for picking in picked if picking] == ["kms-blucher", "sailors", "sailors#1"]
    assert {(picking.pick, picking.idle) for picking in picked if picking} == {("each", "-")}
    assert space.picking(path) is None


def test_a_tap_on_the_map_means_the_first_kind_that_begins_with_a_place() -> None:
    hand = ["Paratroops", "Transport plane", "Rapid movement"]
    play = position(germany={"Oslo": 2, "Stavanger": 1}, hands={"germany": hand})
    kinds = {choice.part: choice for choice in shown(play.decision(), {}).choices}
    assert [kind for kind, choice in kinds.items() if choice.tapped] == ["move"]
    assert kinds["end-movement"].final
    assert kinds["drop"].card == "ger-paratroops"
    play("move Oslo > Østfold 2")
    play("move Stavanger > Haugesund")
    kinds = {choice.part: choice for choice in shown(play.decision(), {}).choices}
    assert [kind for kind, choice in kinds.items() if choice.tapped] == ["drop"]


def test_where_a_transport_plane_flies_is_chosen_with_its_card() -> None:
    play = position(phase=3, germany={"Oslo": 5, "Stavanger": 1}, hands={"germany": ["Transport plane", "Panzer"]})
    seen = shown(play.decision(), dict.fromkeys(("oslo", "stavanger"), "place"))
    assert {(choice.part, choice.what, choice.card) for choice in seen.choices} >= {
        ("-", "line", ""),
        ("oslo", "place", "ger-transport-plane"),
    }
    cards = offered(play.decision().space, ("-",), ("panzer", "."), {})
    assert [(choice.what, choice.card) for choice in cards] == [("card", "ger-panzer"), ("end", "")]
    worth = play.decision().space.picking(("-", "panzer"))
    assert worth is not None
    assert worth.note is not None
    assert worth.note.key == "norway.worth"


def test_who_exchanges_reads_how_many_cards_go_and_how_many_battalions_are_to_be_placed() -> None:
    play = position(phase=3, germany={"Oslo": 5}, hands={"germany": ["Reinforcements", "Panzer"]})
    space = play.decision().space
    assert render(space.label((), ".")) == "Exchange no cards"
    assert render(space.label(("reinforcements", "panzer"), ".")) == "Exchange 2 cards"
    chosen: tuple[str, ...] = ("reinforcements", "panzer", ".")
    for left in (3, 2, 1):
        picking = space.picking(chosen)
        assert picking is not None
        assert picking.need == 3
        assert picking.note == say("norway.to-place", n=left)
        chosen = (*chosen, "oslo")
    assert space.picking(chosen) is None


def test_in_each_decision_of_a_game_one_kind_is_tapped_if_any_begins_on_the_map() -> None:
    several = 0
    for seed in range(3):
        match, rng = new_match(Way("norway", 0, (("rules", "advanced"),)), seed), Random(seed)
        for decision, _ in play_on(match, rng, 400):
            space, known = decision.space, match.known
            kinds = [choice for choice in shown(decision, known).choices if choice.what == "kind"]
            begun = {kind.part: offered(space, (kind.part,), space.options((kind.part,)), known) for kind in kinds}
            on_map = [kind for kind, first in begun.items() if any(choice.what == "place" for choice in first)]
            assert [kind.part for kind in kinds if kind.tapped] == on_map[:1]
            several += len(on_map) > 1
    assert several
