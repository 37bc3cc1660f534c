"""Answers as a person puts them together from a list, and the examples he is shown."""

from random import Random

from feltherre.games.norway.actions import Move
from norway_table import position


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
