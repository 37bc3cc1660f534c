"""Who sees only one of two units is not told the name of the other."""

from typing import Any

import pytest

from civilwar_forced import run
from civilwar_table import cannon, chief, chiefs, field_of, foot, table_for, with_unit
from feltherre.core.catalogue import render
from feltherre.core.chance import Ruling
from feltherre.core.event import Event
from feltherre.core.table import Table
from feltherre.games.civilwar import captures, edits, gunners, motion, parts, sight, steps, under_fire
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.orders import language, legs
from feltherre.games.civilwar.state import ROLES, CivilWarState, note, unit_of
from feltherre.games.civilwar.telling import PARTLY, name, tell

WOOD = {"id": "wood", "type": "wood", "poly": ((0, 68), (160, 68), (160, 90), (0, 90))}
#: keys of events with two units of which nothing is told to those who see only one
WHOLE_OR_NOTHING = (
    *("civilwar.motion.passes", "civilwar.motion.through-pinned", "civilwar.motion.caught"),
    *("civilwar.react.sheltered", "civilwar.forced.carried-away", "civilwar.forced.carried-not"),
    *("civilwar.fire.mistaken", "civilwar.fire.recognised"),
)


def hidden_in_the_wood(**march: Any) -> CivilWarState:
    """The Union sees a column go into a wood, and not the regiment that stands in it."""
    state = field_of(
        foot("column", 1, 50, 60, face=0, **march), foot("hidden", 1, 50, 70), foot("u", 0, 70, 40), terrain=[WOOD]
    )
    assert sight.role_sees(state, "union", unit_of(state, "column"))
    assert not sight.role_sees(state, "union", unit_of(state, "hidden"))
    return state


def told(state: CivilWarState, key: str, first: str, second: str) -> list[Event]:
    """What is told of two units, with every word that an event may have."""
    one, other = name(state, first), name(state, second)
    words: dict[str, Any] = dict.fromkeys(("unit", "attacker", "a"), one) | dict.fromkeys(
        ("other", "target", "b"), other
    )
    words |= {"defender": other, "friend": other, "enemy": other, "result": 9, "losses_a": 3, "losses_b": 4, "n": 2}
    if "turned" in key:
        words |= {"defender": one, "attacker": other}
    table: Table[CivilWarState] = table_for(state, GAME)
    tell(table, key, "04.01.4", first, second, **words)
    return table.events


def heard(events: list[Event], role: str) -> list[Event]:
    return [one for one in events if one.audience is None or role in one.audience]


def test_nobody_is_told_through_whom_a_unit_passes_out_of_sight() -> None:
    state = hidden_in_the_wood(formation="march_column")
    note(state, "column", line=language.OrderLine(language.Move((legs.Go(),))))
    motion.set_out(state, "column")
    for unit in state.units:
        motion.watch(state, unit.id)
    ran = run(state)
    passes = [one for one in ran.events if one.text.key == "civilwar.motion.passes"]
    assert [one.audience for one in passes] == [("confederate",)]
    assert not any("hidden" in one.places or "hidden" in render(one.text) for one in heard(ran.events, "union"))


@pytest.mark.parametrize("key", [*PARTLY, *WHOLE_OR_NOTHING])
@pytest.mark.parametrize("place", [0, 1])
def test_who_sees_one_of_two_units_reads_nothing_of_the_other(key: str, place: int) -> None:
    state = hidden_in_the_wood()
    units = ("column", "hidden") if place == 0 else ("hidden", "column")
    events = told(state, key, *units)
    assert events[0].audience == ("confederate",)
    form = PARTLY.get(key, (None, None))[place]
    (partly,) = heard(events, "union") if form else (None,)
    if partly is None:
        assert heard(events, "union") == []
        return
    assert partly.audience == ("union",)
    assert partly.places == ("column",)
    assert "column" in render(partly.text)
    assert "{" not in render(partly.text)
    if key != "civilwar.attack.guns-captured":
        assert "hidden" not in render(partly.text)
        assert "hidden" not in str(partly.text.args)


@pytest.mark.parametrize("key", [*PARTLY, *WHOLE_OR_NOTHING])
def test_who_sees_both_reads_all_of_it_once(key: str) -> None:
    state = hidden_in_the_wood()
    with_unit(state, "hidden", y=5000, x=9000)
    (event,) = told(state, key, "column", "hidden")
    assert event.audience == ROLES
    assert event.text.key == key


def test_who_is_attacked_knows_by_whom() -> None:
    state = hidden_in_the_wood()
    for key in ("attacks-front", "shock-won", "melee", "prisoners", "pursues"):
        (event,) = told(state, f"civilwar.attack.{key}", "hidden", "u")
        assert event.audience == ROLES
    # but not who sets out for him unseen, or what an unseen enemy makes of him
    for key in ("civilwar.attack.goes-next", "civilwar.fire.recognised", "civilwar.declare.attack"):
        (event,) = told(state, key, "hidden", "u")
        assert event.audience == ("confederate",)


def test_the_commander_of_captured_guns_learns_that_they_are_lost_and_not_to_whom_unless_he_sees_him() -> None:
    for wood, key in ((WOOD, "civilwar.partly.guns-lost"), (None, "civilwar.attack.guns-captured")):
        state = field_of(
            cannon("g", 0, 50, 75),
            foot("taker", 1, 80, 80),
            terrain=[wood] if wood else [],
            staff=chiefs((5, 5), (150, 110)),
        )
        gunners.leave_guns(table_for(state, GAME), "g")
        with_unit(state, "g", x=1000, y=1000)
        with_unit(state, "taker", x=5000, y=7500)
        table = table_for(state, GAME)
        captures.capture_guns(table)
        assert [one.text.key for one in heard(table.events, "union")] == [key]
        assert [one.text.key for one in heard(table.events, "confederate")] == ["civilwar.attack.guns-captured"]


@pytest.mark.parametrize(("y", "told_of"), [(69, "civilwar.partly.fires"), (50, "civilwar.fire.volley")])
def test_who_does_not_see_the_target_learns_only_that_there_is_fire(y: int, told_of: str) -> None:
    """With several commanders one may see who fires at a friend, and not the friend."""
    staff = [
        chief("corps", 0, at=(150, 10), rank="corps"),
        chief("first", 0, at=(150, 15), under="corps"),
        chief("second", 0, at=(30, 74), under="corps"),
        chief("chief-1", 1, at=(120, 110)),
    ]
    units = (
        foot("watching", 0, 70, 40, under="first"),
        foot("target", 0, 30, y, face=180, under="second"),
        foot("firing", 1, 50, 60),
    )
    state = field_of(*units, staff=staff, terrain=[WOOD])
    state.options["commanders"] = "several"
    table = table_for(state, GAME)
    ruling = Ruling("small-arms-fire", {}, (), ())
    under_fire.tell_fire(table, "civilwar.fire.volley", "05.02.1", "firing", "target", ruling, n=3)
    (event,) = heard(table.events, "union-first")
    assert event.text.key == told_of
    assert ("target" in event.places) == (told_of == "civilwar.fire.volley")
    assert [one.text.key for one in heard(table.events, "union-second")] == ["civilwar.fire.volley"]


def test_where_the_umpire_puts_a_general_only_those_hear_who_see_him() -> None:
    state = hidden_in_the_wood()
    state.phase, state.agenda = "orders", [steps.WriteOrders()]
    for at, audience in (((50, 80), ("confederate",)), ((50, 50), ROLES)):
        table = table_for(state, GAME)
        GAME.edit(table, edits.PlaceStaff("chief-1", *at))
        assert [one.audience for one in table.events] == [audience]


def test_companies_that_rejoin_out_of_sight_do_not_give_their_regiment_away() -> None:
    state = hidden_in_the_wood()
    with_unit(state, "column", parent="hidden", figures=6, companies=2)
    table: Table[CivilWarState] = table_for(state, GAME)
    parts.rejoin(table, unit_of(state, "column"), unit_of(state, "hidden"))
    (joined,) = [one for one in table.events if one.text.key == "civilwar.motion.rejoins"]
    assert joined.audience == ("confederate",)
