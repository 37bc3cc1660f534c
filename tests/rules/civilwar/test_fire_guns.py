"""Artillery fire carried out: guess and deviation, who can fire, solid shot, canister (06.01, 06.02; R58-R62, R64)."""

from typing import Any

import pytest

from cases import cases
from civilwar_fire import CALM, ON_THE_SPOT, battery, fire_turn, gun_fire, next_turn, shelled
from civilwar_table import cannon, field_of, foot, inf, with_unit
from feltherre.core import catalogue, errors
from feltherre.games.civilwar import fire, gun_steps, sheets, shots, sightings, under_fire
from feltherre.games.civilwar.guns import GunOrder, NoShot, guns_bearing
from feltherre.games.civilwar.guns import gun_fire as laid
from feltherre.games.civilwar.state import Battery, CivilWarState, unit_of

LONG, LEFT = (6, 6), (2, 2)


def order(state: CivilWarState, ammunition: str, *targets: str, guess: float | None = None, **more: Any) -> Any:
    guessed = None if guess is None else round(guess * 100)
    wanted: Any = GunOrder(ammunition, targets, guessed, **more)  # type: ignore[arg-type]
    return laid(state, unit_of(state, "g"), wanted)


def why(found: Any) -> str:
    assert isinstance(found, NoShot)
    return found.why.key.rpartition(".")[2]


# guess, deviation and hit


@pytest.mark.proves("06.02.2", "06.02.3", "06.03.1", "03.03.7")
def test_a_good_guess_hits_on_the_spot_and_spends_a_round() -> None:
    fought = fire_turn(shelled(), {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, CALM])
    assert fought.ruling("artillery-deviation").outputs["hit"] == "b"
    # shell beyond 20 cm +2
    assert fought.ruling("artillery-fire").outputs["modifier"] == 2
    assert fought.doing("b").men_lost == fought.ruling("artillery-fire").outputs["losses_men"] > 0
    assert (battery(fought.state).shell, battery(fought.state).shot) == (3, 6)
    assert fought.doing("g").shots == 1


@cases(
    "guess dice formation where",
    ("06.02.2", 31, LEFT, "line", ""),
    ("06.02.2", 28, LONG, "line", ""),
    ("06.02.2", 25, ON_THE_SPOT, "line", "short"),
    ("06.02.2", 35, ON_THE_SPOT, "line", "beyond"),
    ("06.02.2", 31, LONG, "line", "beyond"),
    # a line of 24 figures is 9.6 cm wide: a tenth of 80 cm is beside it, a tenth of 25 cm is not
    ("06.02.2", 25, LEFT, "line", "short"),
    ("06.02.2", 80, LEFT, "line", "beyond-left"),
    ("06.02.2", 80, (5, 4), "line", "beyond-right"),
    ("06.02.2", 33, LEFT, "march_column", "left"),
    ("06.02.2", 33, (5, 4), "march_column", "right"),
)
def test_the_round_falls_a_tenth_of_the_guess_astray(
    guess: float, dice: tuple[int, int], formation: str, where: str
) -> None:
    """R59: the gunners see on which side of their target the point struck is; no distance is told."""
    state = shelled(formation=formation)
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=guess)}, dice=[dice, CALM])
    ruling = fought.ruling("artillery-deviation")
    assert (ruling.outputs["hit"] == "b") is (where == "")
    assert "impact" not in ruling.outputs
    assert battery(fought.state).shell == 3
    assert ("civilwar.fire.missed-where" in fought.told) is bool(where)
    if where:
        seen = ruling.explanation[-1].text
        assert seen.args["where"].key == f"civilwar.fire.fell.{where}"
        assert not [sign for sign in catalogue.render(seen) if sign.isdigit()]
        assert "civilwar.fire.falls-there" in fought.told, "who sees guns and target sees it too"
        assert "civilwar.fire.fires" not in fought.told


@pytest.mark.proves("06.02.2")
def test_who_sees_the_guns_and_not_their_target_learns_only_that_they_fire() -> None:
    state = shelled()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_fire, "role_sees", lambda state, role, unit: unit.id == "g")
        fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=25)}, dice=[ON_THE_SPOT])
    assert "civilwar.fire.fires" in fought.told
    assert "civilwar.fire.falls-there" not in fought.told


@pytest.mark.proves("06.02.3")
def test_whoever_stands_on_the_point_is_hit_friend_or_foe() -> None:
    state = shelled(foot("friend", 0, 50, 62), piece="12pdr_howitzer")
    # a howitzer may fire over nobody here: the friend is no nearer than the point
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=20.5)}, dice=[ON_THE_SPOT, CALM])
    assert fought.ruling("artillery-deviation").outputs["hit"] == "friend"
    assert fought.doing("friend").men_lost > 0
    assert fought.doing("b").men_lost == 0


def hit_before() -> CivilWarState:
    """The turn after one in which a shell hit its target."""
    return next_turn(fire_turn(shelled(), {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, CALM]).state)


@pytest.mark.proves("06.02.5")
def test_continued_fire_hits_without_a_throw_or_a_guess() -> None:
    state = hit_before()
    assert order(state, "shell", "b").situation.continued_hit == "b"
    again = fire_turn(state, {"g": gun_fire("shell", "b")}, dice=[CALM])
    assert again.ruling("artillery-deviation").outputs["deviation"] == "continued"
    assert battery(again.state).shell == 2
    assert order(next_turn(again.state), "shell", "b").situation.continued_hit == "b"


@pytest.mark.proves("06.02.5")
@pytest.mark.parametrize("change", ["ammunition", "moved", "turned away", "a turn's rest"])
def test_continued_fire_ends(change: str) -> None:
    state = hit_before()
    if change == "moved":
        with_unit(state, "b", y=7799)
        assert isinstance(order(state, "shell", "b"), gun_steps.Laying), "less than 8 cm"
        with_unit(state, "b", y=7800)
    if change == "turned away":
        fire.rewatch(state, "g")
    if change == "a turn's rest":
        next_turn(state)
    ammunition = "solid_shot" if change == "ammunition" else "shell"
    assert why(order(state, ammunition, "b")) == ("moved-on" if change == "moved" else "no-guess")


@pytest.mark.proves("06.02.5")
@pytest.mark.parametrize(("sign", "ammunition"), [("SHELL", "shell"), ("SHOT", "shot")])
def test_fire_is_continued_without_a_guess_on_the_sheet_unless_the_target_is_seen_to_have_fled(
    sign: str, ammunition: Any
) -> None:
    fought = fire_turn(shelled(), {"g": gun_fire(ammunition, "b", guess=31)}, dice=[ON_THE_SPOT, CALM])
    state = next_turn(fought.state)
    sightings.look_round(state, ())
    assert sheets.SheetSpace(state, "union").add_line(None, f"g: S {sign} AT b")
    with_unit(state, "b", y=7800)
    sightings.look_round(state, ())
    with pytest.raises(errors.Illegal) as refused:
        sheets.SheetSpace(state, "union").add_line(None, f"g: S {sign} AT b")
    assert refused.value.reason.key == "civilwar.no.guess-missing"
    assert sheets.SheetSpace(state, "union").add_line(None, f"g: S {sign} AT b GUESS 38")


# who can fire


@pytest.mark.proves("06.01.2")
def test_a_battery_fires_unlimbered_and_with_ammunition() -> None:
    state = shelled()
    assert why(order(state, "shell", "b", guess=200)) == "no-guess"
    with_unit(state, "g", battery=Battery(4, 4, 4, 4, 4, shell=0, shot=1))
    assert why(order(state, "shell", "b", guess=31)) == "no-rounds"
    assert isinstance(order(state, "solid_shot", "b", guess=31), gun_steps.Laying)
    with_unit(state, "g", formation="limbered_line")
    assert why(order(state, "solid_shot", "b", guess=31)) == "limbered"


@pytest.mark.proves("06.01.3")
def test_half_a_gunner_serves_a_gun_and_damaged_guns_are_silent() -> None:
    state = shelled()
    with_unit(state, "g", figures=1)
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, CALM])
    assert fought.ruling("artillery-fire").outputs["guns"] == 2
    state = shelled()
    with_unit(state, "g", battery=Battery(4, 4, 4, 4, 4, damaged=3, shell=4))
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)}, dice=[ON_THE_SPOT, CALM])
    assert fought.ruling("artillery-fire").outputs["guns"] == 1
    with_unit(state, "g", battery=Battery(2, 4, 4, 4, 4, damaged=2, shell=4))
    assert why(order(state, "shell", "b", guess=31)) == "no-guns"


@pytest.mark.proves("06.01.3", "06.01.4")
def test_only_the_models_that_bear_count() -> None:
    state = field_of(cannon("g", 0, 50, 40, guns=6), foot("b", 1, 90, 50, 2, face=270, companies=1))
    six = unit_of(state, "g")
    assert guns_bearing(state, six, (((60, 5000),),)) == 0
    assert guns_bearing(state, six, (((5000, 6000),),)) == 6
    # 45 degrees from the right wing (53, 40), but not from the wing of the left model (50, 40)
    assert guns_bearing(state, six, (((6299, 5000),),)) == 3


HILL = {"id": "hill", "type": "hill", "level": 1, "poly": [(30, 20), (70, 20), (70, 45), (30, 45)]}


def over(y: float = 53, piece: str = "12pdr_howitzer", **more: Any) -> CivilWarState:
    """A battery behind a friend, and the enemy before him."""
    friend = foot("friend", 0, 50, y, 12, companies=4)
    return field_of(cannon("g", 0, 50, 40, piece=piece), foot("b", 1, 50, 70), friend, **more)


@cases(
    "says state guess refused",
    # the middle of the target is 31.5 cm ahead; the battery's front is 4 cm wide
    ("06.01.4", "within 45 degrees of the right wing", shelled(at=(78, 70)), 45, ""),
    ("06.01.4", "not within", shelled(at=(85, 70)), 45, "outside-arc"),
    ("06.01.4", "within 45 degrees of the left wing", shelled(at=(20, 70)), 45, ""),
    ("06.01.4", "not within that", shelled(at=(14, 70)), 45, "outside-arc"),
    ("06.01.5", "cannon fire over nobody", over(piece="12pdr_napoleon"), 31, "overhead"),
    ("06.01.5", "but from higher ground", over(piece="12pdr_napoleon", terrain=[HILL]), 31, ""),
    # its rear edge is 3 cm behind its front: 10 cm from the guns at 53; its front 10 cm short of the point at 61
    ("06.01.5", "howitzers over who stands 10 cm before them", over(), 31, ""),
    ("06.01.5", "not nearer", over(52.9), 31, "overhead"),
    ("06.01.5", "10 cm short of the point", over(61), 31, ""),
    ("06.01.5", "and not nearer", over(61.1), 31, "overhead"),
)  # fmt: skip
def test_where_a_battery_can_fire(state: CivilWarState, guess: float, refused: str) -> None:
    found = order(state, "shell", "b", guess=guess)
    assert isinstance(found, gun_steps.Laying) if not refused else why(found) == refused


@pytest.mark.proves("06.01.1")
def test_a_target_that_is_not_seen_is_not_fired_at() -> None:
    wood = {"id": "pines", "type": "wood", "poly": [(20, 50), (80, 50), (80, 60), (20, 60)]}
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 70), terrain=[wood])
    fought = fire_turn(state, {"g": gun_fire("shell", "b", guess=31)})
    assert fought.told == ["civilwar.fire.no-shot.unseen"]
    assert battery(fought.state).shell == 4


# solid shot


@pytest.mark.proves("06.02.3")
def test_solid_shot_counts_the_ranks_that_it_goes_through() -> None:
    for formation, rows, extra in (("line", 2, 0), ("attack_column", 4, 2), ("march_column", 8, 4)):
        state = shelled(formation=formation)
        found = order(state, "solid_shot", "b", guess=30.5)
        assert isinstance(found, gun_steps.Laying)
        shot = next(one for one in found.shots if one.struck.unit == "b")
        # the round comes down 0.5 cm inside the first rank; 10 cm on it just touches the eighth
        assert shot.situation.front_ranks_hit == rows
        fought = fire_turn(state, {"g": gun_fire("shot", "b", guess=30.5)}, dice=[ON_THE_SPOT, CALM, (6, 6)])
        assert fought.ruling("artillery-fire").outputs["modifier"] == extra


@pytest.mark.proves("06.02.3")
@pytest.mark.parametrize(("dice", "extra"), [(ON_THE_SPOT, 2), ((6, 6), 0), ((1, 1), 4)])
def test_the_ranks_are_counted_from_where_the_round_falls(dice: tuple[int, int], extra: int) -> None:
    # eight ranks of 1.5 cm from 30 cm on: at 37 cm four are left, at 40.7 cm one, at 33.3 cm six
    state = shelled(formation="march_column")
    fought = fire_turn(state, {"g": gun_fire("shot", "b", guess=37)}, dice=[dice, CALM])
    assert fought.ruling("artillery-deviation").outputs["hit"] == "b"
    assert fought.ruling("artillery-fire").outputs["modifier"] == extra


@pytest.mark.proves("06.02.3", "07.04.1")
@pytest.mark.parametrize("ammunition", ["shell", "shot"])
def test_R114_a_round_that_falls_into_a_melee_hits_nobody(ammunition: str) -> None:
    melee = (foot("m", 1, 50, 60, face=0), foot("n", 0, 50, 60, face=180))
    for there, hit in ((melee, None), (melee[:1], "m")):
        state = shelled(*there, at=(50, 95))
        fought = fire_turn(state, {"g": gun_fire(ammunition, "b", guess=19)}, dice=_strikes(ON_THE_SPOT, there, hit))
        assert fought.ruling("artillery-deviation").outputs["hit"] == hit
        assert (fought.doing("m").shots, battery(fought.state).shell + battery(fought.state).shot) == (0, 9)


def _strikes(deviation: tuple[int, int], melee: Any, hit: str | None) -> list[tuple[int, int]]:
    """The throws of the melee, and those of the guns."""
    fought = [(1, 1), (1, 1)] if len(melee) > 1 else []
    return [*fought, deviation, *([CALM] if hit else [])]


@pytest.mark.proves("06.02.3", "07.04.1")
def test_R114_a_solid_shot_does_not_count_the_ranks_of_a_melee_behind() -> None:
    behind = (foot("m", 1, 50, 77, face=0), foot("n", 0, 50, 77, face=180))
    rows = []
    for there in (behind, behind[:1]):
        found = order(shelled(*there), "solid_shot", "b", guess=30.5)
        rows.append(next(shot.situation.all_ranks_hit for shot in found.shots if shot.struck.unit == "b"))
    assert rows == [2, 4]


@pytest.mark.proves("06.02.3")
def test_a_line_taken_from_the_side_counts_its_figures() -> None:
    state = field_of(cannon("g", 0, 50, 40), foot("b", 1, 50, 70, face=90))
    regiment = unit_of(state, "b")
    assert shots.rows_on(state, regiment, (4990, 6500), (4990, 7500)) == 12
    assert shots.rows_on(state, regiment, (4500, 7000), (5500, 7000)) == 2


@pytest.mark.proves("06.02.4")
def test_units_behind_take_only_the_extra_losses() -> None:
    state = shelled(foot("c", 1, 50, 75))
    fought = fire_turn(state, {"g": gun_fire("shot", "b", guess=30.5)}, dice=[ON_THE_SPOT, (3, 3), (6, 6)])
    outputs = fought.ruling("artillery-fire").outputs
    assert outputs["extra_losses_men"] > 0
    assert fought.doing("b").men_lost == outputs["losses_men"]
    assert fought.doing("c").men_lost == outputs["extra_losses_men"]


# canister


@pytest.mark.proves("06.02.1")
def test_canister_needs_no_guess_and_adds_four() -> None:
    fought = fire_turn(shelled(at=(50, 50)), {"g": gun_fire("canister", "b")}, dice=[CALM, (6, 6)])
    assert fought.ruling("artillery-fire").outputs["modifier"] == 4
    assert battery(fought.state).canister == 1
    assert not fought.made("artillery-deviation")


@pytest.mark.proves("06.02.1")
@pytest.mark.parametrize(("gap", "fires"), [(20, True), (20.1, False)])
def test_canister_reaches_as_far_as_its_zone(gap: float, fires: bool) -> None:
    found = order(shelled(at=(50, 40 + gap)), "canister", "b")
    assert isinstance(found, gun_steps.Cannonade) is fires


@pytest.mark.proves("06.02.1")
def test_a_friend_in_the_same_half_bars_canister() -> None:
    target: dict[str, Any] = {"at": (55, 55), "figures": 6, "companies": 2}
    friends = {"right": (52, 47), "left": (46, 47), "behind": (55, 36)}
    for side, at in friends.items():
        state = shelled(inf("friend", 0, at=at, face=0, figures=2, companies=1), **target)
        assert isinstance(order(state, "canister", "b"), gun_steps.Cannonade) is (side != "right")


@pytest.mark.proves("06.02.1")
def test_a_closed_unit_covers_those_behind_it_and_a_chain_does_not() -> None:
    closed = shelled(foot("c", 1, 50, 50), at=(50, 58))
    assert why(order(closed, "canister", "b")) == "canister"
    chain = shelled(foot("c", 1, 50, 50, formation="chain", gap=120, figures=6, companies=2), at=(50, 58))
    assert isinstance(order(chain, "canister", "b"), gun_steps.Cannonade)


@pytest.mark.proves("06.02.1", "06.01.4")
@pytest.mark.parametrize("ammunition", ["canister", "shell"])
def test_a_battery_without_a_target_fires_at_the_nearest_that_it_can_hit(ammunition: str) -> None:
    few: dict[str, Any] = {"figures": 6, "companies": 2}
    state = shelled(
        foot("friend", 0, 56, 44, 2, companies=1),
        foot("barred", 1, 57, 50, **few),
        foot("aside", 1, 50, 32, **few),
        at=(42, 53),
        figures=6,
    )
    guess = None if ammunition == "canister" else 16.5
    dice = [CALM] if ammunition == "canister" else [ON_THE_SPOT, CALM]
    if ammunition == "shell":
        with_unit(state, "barred", where="lost")
    fought = fire_turn(state, {"g": gun_fire(ammunition, guess=guess)}, dice=dice)
    assert fought.doing("b").men_lost > 0


@pytest.mark.proves("06.02.3", "02.04.3")
@pytest.mark.parametrize("target", ["b", "c"])
def test_of_two_units_in_a_house_the_target_is_hit(target: str) -> None:
    house = {"id": "henry", "type": "building", "kind": "building_wood", "rect": [46, 50, 54, 58]}
    few: dict[str, Any] = {"at": (50, 54), "figures": 6, "companies": 1}
    state = field_of(cannon("g", 0, 50, 43), inf("b", 1, **few), inf("c", 1, **few), terrain=[house])
    for name in ("b", "c"):
        with_unit(state, name, building="henry")
    fought = fire_turn(state, {"g": gun_fire("shell", target, guess=10)}, dice=[ON_THE_SPOT, (6, 5)])
    assert fought.doing(target).men_lost > 0


@pytest.mark.proves("06.02.1")
def test_several_targets_share_one_throw_by_their_figures() -> None:
    state = field_of(
        cannon("g", 0, 50, 40, piece="12pdr_napoleon"),
        foot("b", 1, 43, 50, 18, companies=6),
        foot("c", 1, 57, 50, 6, companies=2),
    )
    fought = fire_turn(state, {"g": gun_fire("canister", "b", "c")}, dice=[(4, 4), (6, 6)])
    first, second = (ruling for ruling in fought.rulings if ruling.procedure == "artillery-fire")
    assert first.throws == second.throws
    whole = 48  # 4 guns at a result of 12
    assert (first.outputs["losses_men"], second.outputs["losses_men"]) == (whole * 3 // 4, whole // 4)
    assert battery(fought.state).canister == 1
