"""Battles that can be seen coming in the Winter War, with exact chances."""

from typing import Any

from msgspec import json

from feltherre.core.catalogue import languages, render
from feltherre.core.prospect import Prospect
from feltherre.core.state import canonical
from feltherre.games.winterwar.battle import ground_procedure, situation
from feltherre.games.winterwar.game import GAME
from feltherre.games.winterwar.prospects import FORESIGHT, MIDDLING
from feltherre.games.winterwar.tables import tables_of
from feltherre.games.winterwar.units import AIR_COMBAT
from feltherre.games.winterwar.wording import NOTATION
from feltherre.server import thinking
from winterwar_table import Playing, hex_, position, unit


def isthmus(**more: Any) -> Playing:
    """Two divisions, 10 in all, before a Finnish division of 4 in forest; aircraft of both sides behind them."""
    given: dict[str, Any] = {
        "phase": "combat",
        "soviet": {"1742": ["24RD", "90RD"], "1844": ["59IAB"]},
        "finland": {"1741": ["4D"], "1439": ["LeR2"]},
        "owners": {"1742": "soviet"},
    }
    return position(**{**given, **more})


def seen(play: Playing) -> list[Prospect]:
    """What everybody is shown; asking changes nothing, and every language can say it."""
    before = canonical(play.state)
    found = list(GAME.prospects(play.state, ()))
    assert canonical(play.state) == before
    for prospect in found:
        texts = (prospect.title, prospect.assumption, *prospect.outputs.values(), *prospect.values.values())
        for lang in languages():
            assert not [text for text in texts if "<" in render(text, lang) or "{" in render(text, lang)]
    return found


def chances(play: Playing, number: int = 0) -> dict[str, str]:
    """result -> chance, as a client gets it."""
    found = json.decode(thinking.prospects("winterwar", canonical(play.state), ()))
    (output,) = found[number]["outputs"]
    assert all(row["label"] is not None for row in output["chances"])
    return {row["value"]: row["p"] for row in output["chances"]}


def table_chances(play: Playing, target: str, *names: str) -> dict[str, str]:
    """The same by the table alone."""
    attack = situation(play.state, hex_(target), [unit(name) for name in names])
    known = ground_procedure(play.state).assess(attack).known
    table = tables_of(play.state.rules.tables).ground
    ways = table.chances(table.headings.index(known["column"]), known["modifier"])
    reduced = {1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6", 6: "1"}
    return {result: reduced[n] for result, n in ways.items()}


def test_an_attack_that_could_be_made_has_its_odds_and_chances() -> None:
    play = isthmus()
    (ahead,) = seen(play)
    assert render(ahead.title) == (
        "Soviet Union could attack Muolaa (1741): 10 against 4, 2-1. Attackers: 24th Rifle Division and 90th Rifle "
        "Division. Defenders: 4th Division."
    )
    attack = situation(play.state, hex_("1741"), [unit("24RD"), unit("90RD")])
    assert ground_procedure(play.state).assess(attack).known["modifier"] == -1
    assert chances(play) == table_chances(play, "1741", "24RD", "90RD")
    assert render(ahead.assumption) == "as things stand, with every unit that may take part"


def test_the_attack_that_is_worth_most_stands_first() -> None:
    """Two divisions stand before a partisan and before two others: which comes first is no matter of the number."""
    for weak, strong in (("1741", "1642"), ("1642", "1741")):
        play = isthmus(finland={weak: ["P1"], strong: ["4D", "5D"]})
        first, second = (render(prospect.title) for prospect in seen(play))
        assert f"{weak}): 10 against 2" in first
        assert f"{strong}): 10 against 8" in second


def test_attacks_are_seen_coming_in_the_movement_phase_too() -> None:
    play = isthmus(phase="movement")
    assert [prospect.procedure for prospect in seen(play)] == ["ground-combat"]
    play("24RD > 1843")
    assert "5 against 4" in render(seen(play)[0].title)
    play("90RD > 1843")
    assert seen(play) == []


def test_nothing_is_shown_while_nobody_can_fight() -> None:
    assert seen(isthmus(phase="reinforcement", turn=2)) == []
    play = isthmus(phase="combat", cut_off=["24RD"])
    assert "5 against 4" in render(seen(play)[0].title)


def test_the_battle_under_way_is_shown_alone_until_its_die_is_thrown() -> None:
    play = isthmus(dice="typed", finland={"1741": ["4D"], "1642": ["5D"]})
    assert len(seen(play)) == 2
    play("attack 1741 with 90RD")
    (fought,) = seen(play)
    assert render(fought.title).startswith("Soviet Union attacks Muolaa (1741): 5 against 4, 1-1.")
    assert chances(play) == table_chances(play, "1741", "90RD")
    play("dice 6")
    assert not [prospect for prospect in seen(play) if "attacks" in render(prospect.title)]


def test_what_a_result_means_is_said_with_it() -> None:
    (ahead,) = seen(isthmus())
    meanings = {code: render(text) for code, text in ahead.values.items()}
    assert set(chances(isthmus())) <= set(meanings)
    assert all(said.startswith(f"{code}: ") and len(said) > len(code) + 4 for code, said in meanings.items())


def test_a_partisan_counts_its_middling_strength_until_its_die() -> None:
    finland = {"1741": ["P1"], "1640": ["4D"]}
    play = isthmus(finland=finland)
    (ahead,) = seen(play)
    assert MIDDLING == 2
    assert "10 against 2" in render(ahead.title)
    assert render(ahead.assumption) == (
        "with strength 2 taken for granted for Partisan unit 1 (sissi battalion), whose die is still to be thrown"
    )
    play.state.strengths[unit("P1")] = 3
    (known,) = seen(play)
    assert "10 against 3" in render(known.title)
    assert known.assumption.key == "winterwar.odds.as-it-stands"


def test_aircraft_over_the_hex_are_counted() -> None:
    play = isthmus(flying={"59IAB": "1741"}, finland={"1741": ["4D"]})
    (ahead,) = seen(play)
    weighed = FORESIGHT.weighed(play.state, hex_("1741"), [unit("24RD"), unit("90RD"), unit("59IAB")])
    assert weighed is not None
    assert f"{weighed.attack} against 4" in render(ahead.title)
    assert weighed.attack > 10
    assert chances(play) == table_chances(play, "1741", "24RD", "90RD", "59IAB")


def test_the_reading_of_air_support_is_that_of_the_game() -> None:
    """With only the die the value counts nothing; the desk's usual reading would count it."""
    play = isthmus(flying={"59IAB": "1741"}, finland={"1741": ["4D"]}, options={"air_support": "die-only"})
    (ahead,) = seen(play)
    assert "10 against 4" in render(ahead.title)
    assert chances(play) == table_chances(play, "1741", "24RD", "90RD", "59IAB")


def test_the_combat_table_is_that_of_the_game() -> None:
    """The table of 2023 has other results for the same odds."""
    usual, other = isthmus(), isthmus(options={"tables": "2023"})
    assert chances(other) == table_chances(other, "1741", "24RD", "90RD") != chances(usual)


def test_an_air_combat_ahead_is_shown_with_its_difference() -> None:
    play = isthmus(flying={"59IAB": "1741", "LeR2": "1741"})
    ahead = seen(play)[0]
    assert ahead.procedure == "air-combat"
    difference = weighed_air()
    assert render(ahead.title) == (
        "Air combat ahead for Soviet Union over Muolaa (1741): 59th Fighter Brigade against Flying Regiment 2 "
        f"(fighters), difference {difference}."
    )
    table = tables_of(play.state.rules.tables).air
    assert set(chances(play)) == set(table.chances(table.value_column(difference)))


def weighed_air() -> int:
    return AIR_COMBAT[unit("59IAB")] - AIR_COMBAT[unit("LeR2")]


def test_enemy_aircraft_at_their_base_may_be_drawn_in() -> None:
    play = isthmus(flying={"59IAB": "1439"})
    drawn_in = [prospect for prospect in seen(play) if prospect.procedure == "air-combat"]
    assert len(drawn_in) == 1
    assert "Lappeenranta" in render(drawn_in[0].title)


def foreseen(play: Playing, line: str) -> list[Any]:
    """What an answer would bring about, as a client gets it."""
    action = json.encode(NOTATION.read(line))
    told: list[Any] = json.decode(thinking.foreseen("winterwar", canonical(play.state), "soviet", action))
    return told


def test_an_attack_being_built_is_weighed_with_the_units_named() -> None:
    play = isthmus()
    (ahead,) = foreseen(play, "attack 1741 with 24RD")
    assert ahead["title"]["key"] == "winterwar.odds.attack"
    assert ahead["assumption"]["key"] == "winterwar.odds.those-chosen"
    (output,) = ahead["outputs"]
    assert {row["value"]: row["p"] for row in output["chances"]} == table_chances(play, "1741", "24RD")
    assert table_chances(play, "1741", "24RD") != table_chances(play, "1741", "24RD", "90RD")


def test_an_air_combat_being_built_is_weighed_with_or_without_those_at_base() -> None:
    play = isthmus(flying={"59IAB": "1439"})
    (ahead,) = foreseen(play, "air combat 1439 and base")
    assert ahead["procedure"] == "air-combat"
    assert ahead["title"]["args"]["difference"] == weighed_air()


def test_nothing_is_foreseen_of_an_answer_without_dice() -> None:
    assert foreseen(isthmus(), "end combat") == []
