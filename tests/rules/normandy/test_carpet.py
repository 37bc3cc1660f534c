"""Carpet bombing: planned a turn ahead, secret until it falls, in clear weather only (CAR, STEP-2, SEQ-5; R31)."""

from __future__ import annotations

from random import Random

import pytest

from cases import cases
from feltherre.core.state import canonical
from feltherre.core.table import Table
from feltherre.games.normandy.carpet import carpet_due
from feltherre.games.normandy.game import GAME
from feltherre.games.normandy.state import NormandyState
from feltherre.games.normandy.steps import CarpetDue
from feltherre.games.normandy.units import BOMBERS, GERMAN, UNITS
from feltherre.hexgame.counters import AWAITED
from feltherre.hexgame.umpire import RemoveUnit
from normandy_table import Playing, hex_, position
from norway_table import Script
from procedure_desk import Desk

DESK = Desk(GAME.procedures)
#: open ground; 1011 is bocage
TARGET = "1613"
SEA = {"1001": [*(UNITS[bomber].id for bomber in BOMBERS), "at-83-grp-1"]}
ALLIES = {**SEA, "juno": ["br-3-inf"]}
GERMANS = {TARGET: ["de-711-inf", "de-716-inf"], "2106": ["de-346-inf"]}


def before_the_turn(target: str = TARGET, *dice: list[int], **more: object) -> Playing:
    """Turn 3 begins, and a carpet is planned."""
    fields = {"allied": ALLIES, "german": GERMANS, "plan": hex_(target), "asked_to_plan": True, "alone": True, **more}
    return position(phase="turn", turn=3, dice=dice, **fields)


def at_the_end(weather: str = "clear", turn: int = 2, **more: object) -> Playing:
    """The Allied combat phase is about to end."""
    fields = {"allied": ALLIES, "german": GERMANS, "weather": weather, "alone": True, **more}
    return position(phase="combat", turn=turn, **fields)


# the plan


@pytest.mark.proves("CAR-1", "CAR-2", "CAR-7")
@cases("weather", ("CAR-7", "clear"), ("CAR-7", "rain"), ("CAR-7", "storm"))
def test_at_the_end_of_their_turn_the_allies_plan_one_hex_in_any_weather(weather: str) -> None:
    play = at_the_end(weather)
    assert (play.prompt, play.asked) == ("bombing-plan", ["allied"])
    play("bomb 1512 next turn")
    assert play.state.plan == hex_("1512")
    # the Germans take their turn as if nothing had been said
    assert (play.asked, play.state.side) == (["german"], GERMAN)


@pytest.mark.proves("CAR-1")
def test_nobody_has_to_plan_a_carpet() -> None:
    play = at_the_end()("no bombing")
    assert (play.state.plan, play.asked) == (AWAITED, ["german"])


@pytest.mark.proves("CAR-8")
def test_who_has_used_a_bomber_in_the_turn_plans_nothing() -> None:
    play = position(allied=ALLIES, german=GERMANS, alone=True)
    play("fly bm-us-8af 1613", "end movement")
    assert play.asked == ["german"]
    # attack aircraft do not matter
    other = position(allied=ALLIES, german=GERMANS, alone=True)
    other("fly at-83-grp-1 1613", "end movement")
    assert other.prompt == "bombing-plan"


@pytest.mark.proves("CAR-1", "CAR-8")
def test_nothing_is_planned_beyond_the_last_turn_or_without_bombers() -> None:
    assert at_the_end(turn=8).asked == ["german"]
    assert at_the_end(allied={"juno": ["br-3-inf"]}).asked == ["german"]


@pytest.mark.proves("CAR-2")
def test_a_hex_at_sea_is_not_bombed() -> None:
    play = at_the_end()
    assert play.refusal("bomb 1001") == ("no-bombing-there", "CAR-2")
    assert play.refusal("bomb 3025") == ("no-bombing-there", "CAR-2")


# the secret


@pytest.mark.proves("CAR-2")
def test_only_the_allies_and_the_umpire_know_of_the_plan() -> None:
    play, other = at_the_end()("bomb 1512"), at_the_end()("no bombing")
    assert play.told_to("allied")[-2:] == ["bombing-planned", "player-turn"]
    for roles in (("german",), ()):
        assert play.told_to(*roles) == other.told_to(*roles)
        assert canonical(GAME.view(play.state, roles)) == canonical(GAME.view(other.state, roles))
        assert canonical(GAME.scene(play.state, roles)) == canonical(GAME.scene(other.state, roles))
    for seen in (GAME.view(play.state, ("allied",)), GAME.view(play.state, (), all_seeing=True)):
        assert seen.plan == hex_("1512")  # type: ignore[attr-defined]
    assert GAME.scene(play.state, ("allied",)).places == {"target": ("1512",)}


@pytest.mark.proves("CAR-2")
def test_what_is_dealt_again_is_another_plan_and_nothing_else() -> None:
    play = at_the_end()("bomb 1512")
    dealt = [GAME.redeal(play.state, ("german",), Random(seed)) for seed in range(60)]
    assert len({state.plan for state in dealt}) > 30
    for state in dealt:
        state.plan = play.state.plan
        assert canonical(state) == canonical(play.state)
    assert GAME.redeal(play.state, ("allied",), Random(1)).plan == play.state.plan
    # who was not asked has planned nothing
    nothing = position(side="german", german=GERMANS, allied=ALLIES, alone=True).state
    assert {GAME.redeal(nothing, (), Random(seed)).plan for seed in range(20)} == {AWAITED}


@pytest.mark.proves("CAR-3", "CAR-8")
@cases("die weather", ("1.8-rain", 2, "rain"), ("1.8-storm", 1, "storm"))
def test_without_clear_weather_it_lapses_in_secret_and_may_be_planned_anew(die: int, weather: str) -> None:
    play = before_the_turn(TARGET, [die])
    assert (play.state.weather, play.state.plan) == (weather, AWAITED)
    assert play.told_to("german") == ["turn", f"weather.{weather}", "player-turn"]
    assert "bombing-off" in play.told_to("allied")
    play("end movement")
    assert play.prompt == "bombing-plan"


@pytest.mark.proves("CAR-2", "CAR-3")
@cases("says weather bombed", ("CAR-3", "rain", "rain", True), ("CAR-2", "no bomber is left", "clear", False))
def test_where_none_can_fall_nobody_is_shown_that_none_was_planned(weather: str, bombed: bool) -> None:
    for plan in (hex_(TARGET), AWAITED):
        allied = ALLIES if bombed else {"juno": ["br-3-inf"]}
        state = position(allied=allied, german=GERMANS, weather=weather, plan=plan, alone=True).state
        state.asked_to_plan = True
        table: Table[NormandyState] = Table(GAME, state, Script())
        carpet_due(table, CarpetDue())
        assert (table.shown, table.barrier) == ([], False)


@pytest.mark.proves("CAR-2")
def test_a_plan_stays_hidden_when_an_umpire_has_taken_all_bombers_away() -> None:
    play = at_the_end(umpire=True)("bomb 1512")
    play.edit(*(RemoveUnit(UNITS[bomber].id) for bomber in BOMBERS))
    dealt = {GAME.redeal(play.state, ("german",), Random(seed)).plan for seed in range(60)}
    assert len(dealt) > 30
    assert GAME.redeal(play.state, ("allied",), Random(1)).plan == hex_("1512")


# the carpet


@pytest.mark.proves("STEP-2", "CAR-3", "CAR-5", "CAR-6", "CAR-9", "SEQ-5")
def test_it_falls_after_the_weather_and_before_everything_else_at_4_1() -> None:
    play = before_the_turn(TARGET, [4], [2])
    assert play.told() == ["turn", "weather.clear", "carpet-comes", "carpet"]
    assert play.prompt == "losses"
    play("losses de-711-inf + de-716-inf")
    # A1-F2: the A part is ignored; isolation is looked at only now, and then the Allies are in turn
    assert (play.losses("de-711-inf"), play.losses("br-3-inf"), play.asked) == (1, 0, ["allied"])
    assert [play.losses(UNITS[bomber].id) for bomber in BOMBERS] == [0, 0, 0, 0]
    between = {TARGET: ["de-711-inf"], "1715": ["de-346-inf"]}
    early = before_the_turn("juno", [4], [6], allied={**SEA, "1614": ["br-3-inf"]}, german=between)
    assert early.told()[2:5] == ["carpet-comes", "carpet", "isolated"]


@cases(
    "die code losses retreats",
    ("CAR-3", 1, "A2-F2R", 2, True),
    ("CAR-3", 2, "A1-F2", 2, False),
    ("CAR-3", 3, "F1", 1, False),
    ("CAR-3", 4, "F1R", 1, True),
    ("CAR-3", 5, "F2R", 2, True),
    ("CAR-3", 6, "F2R", 2, True),
)
@pytest.mark.proves("CAR-3", "CAR-5")
def test_the_bare_die_is_read_in_whatever_terrain(die: int, code: str, losses: int, retreats: bool) -> None:
    given = {"planned": True, "weather": "clear", "bombers": [{"id": "b", "loss_value": 2}], "defenders": []}
    for terrain in ("open", "covered", "bocage", "marsh", "city"):
        answer = DESK.ask("carpet-bombing", **given, terrain=terrain, dice=[die])
        assert (answer["result"], answer["defender_losses"], answer["retreat_required"]) == (code, losses, retreats)
        assert answer["loss_instead_allowed"] == (retreats and terrain in ("bocage", "marsh", "city"))
        assert answer["bomber_losses_from_table"] == 0


@pytest.mark.proves("CAR-3", "CAR-5")
def test_the_beaten_retreat_as_in_any_combat_and_nobody_advances() -> None:
    play = before_the_turn(TARGET, [4], [4])("losses de-711-inf")
    assert play.prompt == "retreat"
    # no hex is nearer to the attackers than another: there are none
    play("fall back to 1713")
    assert [play.place(name) for name in ("de-711-inf", "de-716-inf")] == ["1713", "1713"]
    assert play.asked == ["allied"]
    assert "advance" not in play.told()


@pytest.mark.proves("CAR-5")
def test_in_bocage_the_bombed_may_take_a_loss_instead() -> None:
    play = before_the_turn("1011", [4], [4], german={"1011": ["de-352-inf"], "2106": ["de-346-inf"]})
    assert play.prompt == "retreat-or-stand"
    play("stand")
    assert play.place("de-352-inf") == "destroyed"


@pytest.mark.proves("CAR-5")
def test_allied_units_in_the_hex_and_an_empty_one_suffer_nothing() -> None:
    play = before_the_turn("juno", [4], [6])
    assert (play.losses("br-3-inf"), play.place("br-3-inf"), play.asked) == (0, "1410", ["allied"])
    assert "carpet" in play.told_to("german")


@pytest.mark.proves("CAR-8", "CAR-2")
def test_who_has_bombed_neither_flies_nor_plans_in_that_turn() -> None:
    play = before_the_turn("juno", [4], [6])
    assert play.refusal("fly bm-us-8af 1613") == ("flown-already", "STEP-4-g")
    assert [play.state.moved[bomber] for bomber in BOMBERS] == [1, 1, 1, 1]
    play("end movement")
    assert play.asked == ["german"]
    # in the turn after they fly again
    play.throws([4])("end movement")
    assert play.state.turn == 4
    play("fly bm-us-8af 1613")


@cases(
    "change reason",
    ("CAR-2", {"planned": False}, "not-planned"),
    ("CAR-8", {"bombers_used_last_turn": True}, "bomber-flew"),
    ("CAR-3", {"weather": "rain"}, "weather"),
    ("1.8-storm", {"weather": "storm"}, "weather"),
    ("CAR-2", {"bombers": []}, "no-bombers"),
)
@pytest.mark.proves("STEP-2")
def test_the_desk_says_why_nothing_falls(change: dict[str, object], reason: str) -> None:
    given = {"planned": True, "weather": "clear", "bombers": [{"id": "b", "loss_value": 2}], "defenders": []}
    answer = DESK.ask("carpet-bombing", **{**given, **change}, terrain="open", dice=None)
    assert (answer["carried_out"], answer["reason"], answer["result"]) == (False, reason, None)


@pytest.mark.proves("CAR-4", "1.7-a", "1.7-d")
def test_flak_throws_at_each_bomber_before_the_carpet() -> None:
    bombers = [{"id": "one", "loss_value": 2}, {"id": "two", "loss_value": 2, "losses": 1}]
    given = {"planned": True, "weather": "clear", "bombers": bombers, "defenders": [], "terrain": "open"}
    answer = DESK.ask("carpet-bombing", **given, flak_points=2, dice=[3, 4, 5])
    assert (answer["shot_down"], answer["result"]) == (["two"], "F2R")
    answer = DESK.ask("carpet-bombing", **given, flak_points=4, dice=[6, 3])
    assert (answer["shot_down"], answer["carried_out"]) == (["one", "two"], False)
    # a die for a carpet that no bomber lays is passed over, and there is none beyond it
    assert DESK.ask("carpet-bombing", **given, flak_points=4, dice=[6, 3, 1])["result"] is None
    assert "call" in DESK.refusal("carpet-bombing", **given, flak_points=4, dice=[6, 3, 1, 1])
    assert "1.7-d" in DESK.refusal("carpet-bombing", **given, flak_points=3, dice=[6, 3])


@pytest.mark.proves("CAR-4", "CAR-2")
def test_in_the_game_flak_over_the_hex_fires_at_each_bomber_first() -> None:
    german = {TARGET: ["de-711-inf", "de-flak-32"], "1713": ["de-flak-sturm-1"], "2106": ["de-346-inf"]}
    # both regiments cover it: the first bomber takes 3 and falls, the second takes 1, the others nothing
    play = before_the_turn(TARGET, [4], [6], [4], [1], [2], [3], german=german)
    names = [UNITS[bomber].id for bomber in BOMBERS]
    assert [play.place(name) for name in names[:2]] == ["destroyed", "1001"]
    assert [play.losses(name) for name in names[1:]] == [1, 0, 0]
    told = play.told()[2:]
    assert [key for key in told if key.startswith(("carpet", "flak"))] == [
        *("carpet-comes", "flak", "flak", "flak-misses", "flak-misses", "carpet"),
    ]


@pytest.mark.proves("CAR-4")
def test_when_all_bombers_are_shot_down_no_bomb_falls() -> None:
    german = {TARGET: ["de-flak-32"], "1713": ["de-flak-sturm-1"], "2106": ["de-346-inf"]}
    play = before_the_turn(TARGET, [4], [6], [6], [6], [6], german=german)
    assert (play.told()[-2], play.losses("de-flak-32"), play.asked) == ("carpet-fails", 0, ["allied"])
