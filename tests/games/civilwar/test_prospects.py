"""The odds that a commander can ask for: of what he could order now, from what he sees, and without measuring."""

from random import Random
from typing import Any

import msgspec
import pytest

from civilwar_fire import fire_turn
from civilwar_table import cannon, chiefs, field_of, foot, with_unit
from civilwar_turns import battle_at
from feltherre.core.catalogue import render
from feltherre.core.prospect import Prospect
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders.language import OrderLine, Stand
from feltherre.games.civilwar.procedures.artillery import artillery_fire
from feltherre.games.civilwar.sightings import look_round
from feltherre.games.civilwar.state import ROLES, CivilWarState
from feltherre.umpire import desk


def written(*placed: Any, **more: Any) -> CivilWarState:
    """A field while orders are written, after everybody has looked round."""
    staff = chiefs((50, 20), (50, 110))
    state = field_of(*placed, staff=staff, **more)
    state.phase = "orders"
    look_round(state, ())
    return state


def found(state: CivilWarState, role: str = "union") -> dict[str, Prospect]:
    return {render(one.title): one for one in GAME.prospects(state, (role,))}


def chances(one: Prospect, output: str) -> dict[Any, float]:
    """By the desk, as the terminal asks for them."""
    odds = desk.odds(GAME.procedures[one.procedure], desk_input(one))["outputs"][output]
    return {chance["value"]: chance["probability"] for chance in odds}


def desk_input(one: Prospect) -> Any:
    return msgspec.to_builtins(one.situation)


def test_an_attack_within_reach_of_the_eye_is_weighed() -> None:
    state = written(foot("a", 0, 50, 40), foot("e", 1, 50, 60), foot("far", 1, 50, 100, face=0))
    seen = found(state)
    assert "a attacks e" in seen
    assert not any("far" in title for title in seen)
    after = chances(seen["a attacks e"], "enemy_order_after")
    assert sum(after.values()) == pytest.approx(1)
    assert set(after) <= {"OR", "LU", "U", "FU"}


def test_an_attack_on_the_flank_has_better_odds() -> None:
    front = found(written(foot("a", 0, 50, 40), foot("e", 1, 50, 60)))["a attacks e"]
    state = written(foot("a", 0, 20, 60, face=90), foot("e", 1, 50, 60))
    flank = found(state)["a attacks e in the flank"]
    assert chances(flank, "enemy_order_after").get("OR", 0) < chances(front, "enemy_order_after")["OR"]


def test_who_may_not_attack_is_not_weighed() -> None:
    state = written(foot("a", 0, 50, 40), foot("e", 1, 50, 60))
    with_unit(state, "a", order="U")
    assert not any("attacks" in title for title in found(state))


def test_what_nobody_can_see_of_the_enemy_changes_nothing() -> None:
    state = written(foot("a", 0, 50, 40), foot("e", 1, 50, 60, grade=0))
    steady = written(foot("a", 0, 50, 40), foot("e", 1, 50, 60, grade=2))
    with_unit(steady, "e", men=19, out_of_ammunition=True)
    assert found(steady) == found(state)


@pytest.mark.parametrize("seed", range(3))
def test_the_odds_come_from_the_view_alone(seed: int) -> None:
    battle = battle_at("kernstown", turn=3, seed=seed).state
    for role in ROLES:
        seen = found(battle, role)
        assert seen
        assert found(GAME.redeal(battle, (role,), Random(seed)), role) == seen


def test_fire_is_weighed_for_every_zone_the_eye_allows() -> None:
    state = written(foot("a", 0, 50, 40), foot("e", 1, 50, 50))
    zones = [title for title in found(state) if "fires at" in title]
    assert len(zones) > 1
    with_unit(state, "e", y=5150)
    assert [title for title in found(state) if "fires at" in title] == zones, "a step that the eye does not see"


def test_where_the_umpire_allows_measuring_the_zone_is_the_true_one() -> None:
    state = written(foot("a", 0, 50, 40), foot("e", 1, 50, 46))
    state.options = {**state.options, "measuring": "allowed"}
    (volley,) = [one for title, one in found(state).items() if "fires at" in title]
    assert volley.situation.distance_cm == pytest.approx(6)  # type: ignore[attr-defined]


def test_a_gunner_is_told_how_rounds_scatter_and_never_how_far_it_is() -> None:
    state = written(cannon("g", 0, 50, 40), foot("e", 1, 50, 70))
    seen = found(state)
    assert sum(chances(seen["A round of g"], "deviation").values()) == pytest.approx(1)
    assert "g hits e with shell" in seen
    with_unit(state, "e", y=7150)
    look_round(state, ())
    assert found(state) == seen, "the same to the eye, and another range"


def shell_hits(state: CivilWarState) -> dict[str, int]:
    """What is told of hits with shell, each with its modifier (schema IX)."""
    hits = {title: one for title, one in found(state).items() if "with shell" in title}
    return {title: artillery_fire.assess(one.situation).known["modifier"] for title, one in hits.items()}  # type: ignore[arg-type]


def test_shell_is_weighed_on_both_sides_of_its_20_cm_where_the_eye_cannot_tell() -> None:
    # a 6-pounder has -2; shell has +2 beyond 20 cm
    near = written(cannon("g", 0, 50, 40, piece="6pdr_m41"), foot("e", 1, 50, 60))
    assert shell_hits(near) == {
        "g hits e with shell, if within 20 cm": -2,
        "g hits e with shell, if farther than 20 cm": 0,
    }
    far = written(cannon("g", 0, 50, 40, piece="6pdr_m41"), foot("e", 1, 50, 70))
    assert shell_hits(far) == {"g hits e with shell": 0}
    near.options = {**near.options, "measuring": "allowed"}
    assert shell_hits(near) == {"g hits e with shell": -2}


def test_a_target_beyond_every_round_is_not_weighed() -> None:
    # shell of a mountain howitzer reaches 60 cm and falls at 66 at most; the eye may be wrong by 5
    state = written(cannon("g", 0, 50, 20, piece="3pdr_mountain"), foot("e", 1, 50, 100))
    assert not shell_hits(state)


def test_a_battery_that_is_limbered_has_nothing_to_weigh() -> None:
    state = written(cannon("g", 0, 50, 40, formation="march_column"), foot("e", 1, 50, 70))
    assert not found(state)


def test_who_is_asked_for_surprised_fire_can_weigh_it() -> None:
    state = field_of(foot("a", 0, 50, 40), foot("e", 1, 50, 47))
    ran = fire_turn(state, {"e": "A a", "a": OrderLine(Stand())})
    assert [decision.role for decision in ran.asked] == ["union"]
    (asked,) = GAME.prospects(ran.state, ("union",))
    assert render(asked.title) == "a fires as surprised at e"
    assert asked.situation.surprised  # type: ignore[attr-defined]
    assert not GAME.prospects(ran.state, ("confederate",)), "the others are not asked"
