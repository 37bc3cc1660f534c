"""The position in words: everything a commander has to keep in mind stands there, and nothing he may not know."""

import pytest
from msgspec.structs import replace

from civilwar_players import orders_due
from civilwar_table import cannon, chief, field_of, foot, table_for, with_unit
from feltherre.core import engine
from feltherre.core.catalogue import in_every_language, languages, render
from feltherre.core.errors import BadInput
from feltherre.core.game import Seat, Setup
from feltherre.core.match import Match
from feltherre.core.text import say
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.ground import TYPES
from feltherre.games.civilwar.gunners import guns_of, leave_guns
from feltherre.games.civilwar.orders.lexicon import OpenLexicon
from feltherre.games.civilwar.orders.sheets import read_sheet
from feltherre.games.civilwar.sheets import SealOrders
from feltherre.games.civilwar.sightings import look_round
from feltherre.games.civilwar.state import CivilWarState, move_staff, unit_of
from feltherre.ground.tabletop.measure import TURN

WOOD = {"id": "pines", "type": "wood", "rect": (100, 0, 120, 20)}


def battle() -> CivilWarState:
    return field_of(
        foot("a", 0, 60, 40),
        cannon("g", 0, 80, 40),
        foot("far", 0, 150, 110),
        foot("e", 1, 60, 70),
        staff=[chief("chief-0", 0, at=(60, 30)), chief("chief-1", 1, at=(60, 80))],
        terrain=[WOOD],
    )


def words(state: CivilWarState, name: str, role: str = "union") -> str:
    """What the board says of a piece."""
    return render(GAME.scene(state, (role,)).told[name])


def listed(state: CivilWarState, name: str, role: str = "union") -> str:
    """What a list says of it that has no picture of the table."""
    return render(GAME.scene(state, (role,)).listed[name])


def looked_at(state: CivilWarState, name: str, role: str = "union") -> str:
    return "\n".join(render(line.text) for line in GAME.look(state, (role,), name))


def test_the_board_says_what_state_an_own_unit_is_in() -> None:
    state = battle()
    assert words(state, "a") == "line: good order (OR); facing north"
    with_unit(state, "a", order="LU", pinned=state.turn, men=7, out_of_ammunition=True)
    told = words(state, "a")
    assert told.startswith(
        "line: light disorder (LU), pinned (NH), 7 men lost towards the next figure and out of ammunition;"
    )
    assert "guns serviceable: 4 of 4" in words(state, "g")
    assert "shell" in words(state, "g")


def test_a_damaged_gun_is_not_counted_among_the_serviceable() -> None:
    state = battle()
    battery = unit_of(state, "g").battery
    assert battery is not None
    with_unit(state, "g", battery=replace(battery, damaged=1))
    assert "guns serviceable: 3 of 4, 1 damaged" in words(state, "g")


def test_places_are_told_to_five_centimetres_and_a_point_of_the_compass() -> None:
    state = battle()
    with_unit(state, "a", x=6170, y=4330, facing=880)
    assert listed(state, "a") == "line: good order (OR); near 60/45, facing east"
    assert words(state, "a") == "line: good order (OR); facing east", "nothing of it where there is a picture"


def test_the_board_says_who_is_out_of_command() -> None:
    state = battle()
    assert "out of command" in words(state, "far")
    assert "out of command" not in words(state, "a")


def test_a_general_stands_on_the_board_with_his_place() -> None:
    state = battle()
    assert words(state, "chief-0") == "brigade commander"
    assert listed(state, "chief-0") == "brigade commander; near 60/30"


def test_a_courier_who_has_come_to_his_unit_is_not_on_his_way_to_it() -> None:
    state = battle()
    move_staff(state, "chief-0", bound_for="a", beside="g")
    assert words(state, "chief-0") == "brigade commander; with g and on the way to a"
    move_staff(state, "chief-0", beside="a")
    assert words(state, "chief-0") == "brigade commander; with a"
    assert listed(state, "chief-0") == "brigade commander; with a and near 60/30"


def test_of_the_enemy_only_what_is_seen_is_told() -> None:
    state = battle()
    with_unit(state, "e", order="LU", men=9, out_of_ammunition=True)
    assert words(state, "e") == "line: in sight; facing south"
    told = looked_at(state, "e")
    assert "ammunition" not in told
    assert "LU" not in told
    assert "grade" not in told
    assert "Morale grade" in looked_at(state, "e", "confederate")


def test_R126_with_what_a_unit_is_armed_is_known_of_whoever_is_seen() -> None:
    state = battle()
    assert "Armed with: smoothbore muskets" in looked_at(state, "e")
    assert "Armed with: smoothbore muskets" in looked_at(state, "a")
    assert "Guns: " in looked_at(state, "g", "confederate")


def test_what_is_hidden_cannot_be_looked_at() -> None:
    state = field_of(foot("a", 0, 20, 10), foot("e", 1, 110, 10, face=0), terrain=[WOOD])
    assert "e" not in GAME.scene(state, ("union",)).told
    with pytest.raises(BadInput):
        GAME.look(state, ("union",), "e")


def test_an_object_is_looked_at_by_its_name() -> None:
    told = looked_at(battle(), "pines")
    assert "pines: wood" in told
    assert "/" not in told, "where it lies is seen"
    assert "Nobody sees through it" in told


def test_every_kind_of_object_has_a_word() -> None:
    """Of the scenario (TYPES) or made in play; guns that were left say how they are taken (R99)."""
    for kind in (*TYPES, "material"):
        for told in in_every_language(say(f"civilwar.object.{kind}")):
            assert "<" not in told
    state = battle()
    leave_guns(table_for(state, GAME), "g")
    look_round(state, ())
    told = looked_at(state, guns_of("g"))
    assert "g-guns: guns left behind" in told
    assert "has captured them" in told


def test_the_board_and_the_orders_call_solid_shot_by_one_word() -> None:
    for lang in languages()[1:]:
        word = render(say("civilwar.ammunition.solid_shot"), lang)
        assert word in render(say("civilwar.display.rounds", shell=1, shot=1, canister=1), lang)


def test_a_battery_has_no_companies_to_tell_of() -> None:
    assert "companies" not in looked_at(battle(), "g")
    assert "companies" in looked_at(battle(), "a")


def test_an_enemy_who_is_seen_in_a_house_is_shown_in_it() -> None:
    house = {"id": "farm", "type": "building", "kind": "building_wood", "rect": (58, 46, 62, 50), "capacity": 3}
    state = field_of(
        foot("a", 0, 60, 40),
        foot("e", 1, 60, 70, 9, companies=3),
        staff=[chief("chief-0", 0, at=(60, 30)), chief("chief-1", 1, at=(60, 80))],
        terrain=[house],
    )
    state.phase = "orders"
    look_round(state, ())
    assert "in farm" not in words(state, "e")
    assert "In it" not in looked_at(state, "farm")
    with_unit(state, "e", building="farm", x=6000, y=4800)
    look_round(state, {"e"})
    assert "in farm" in words(state, "e")
    assert "in farm" in looked_at(state, "e")
    assert "In it: e (e)" in looked_at(state, "farm")
    assert "In it: e (e)" in looked_at(state, "farm", "confederate")
    state.turn += 1
    with_unit(state, "a", x=6000, y=1000)
    look_round(state, ())
    assert "Last seen in it, in turn 1: e (e)" in looked_at(state, "farm")


@pytest.mark.parametrize(
    ("tick", "told"),
    [(0, "At the start of the turn"), (3 * TURN // 8, "At 0.38 of the turn"), (TURN, "At the end of the turn")],
)
def test_what_is_told_in_a_turn_has_its_moment(tick: int, told: str) -> None:
    state = battle()
    state.line.now = tick
    table = table_for(state, GAME)
    table.tell(say("core.plain", text="Bang."))
    moment = table.events[0].moment
    assert moment is not None
    assert render(moment) == told
    state.phase = "orders"
    table.tell(say("core.plain", text="Quiet."))
    assert table.events[1].moment is None


def test_nobody_measures_unless_the_umpire_allows_it() -> None:
    state = field_of(foot("a", 0, 60, 40), foot("e", 1, 60, 70), staff=[chief("chief-0", 0, at=(60, 30))])
    assert "cm" not in looked_at(state, "a")
    umpire = "\n".join(render(line.text) for line in GAME.look(state, (), "a", all_seeing=True))
    assert "Exactly at 60/40 cm, facing 0 degrees; the umpire types 60 40 0" in umpire
    assert "To e (e): 30 cm" in umpire
    state.options = {**state.options, "measuring": "allowed"}
    assert "To e (e): 30 cm" in looked_at(state, "a")
    with_unit(state, "e", where="awaited")
    assert "To e" not in looked_at(state, "a")


def test_the_umpire_reads_every_order_sheet_as_soon_as_it_is_sealed() -> None:
    state = orders_due(foot("a", 0, 60, 40), foot("e", 1, 60, 70))

    def lines(name: str, *roles: str) -> str:
        return "\n".join(render(line.text) for line in GAME.look(state, roles, name, all_seeing=not roles))

    def seal(role: str, text: str) -> None:
        sheet = SealOrders(read_sheet(text, OpenLexicon()))
        engine.carry_out(table_for(state, GAME), engine.open_decisions(GAME, state), role, sheet)

    seal("union", "a: GO N 6")
    assert "The order sheet of Union:" in lines("union")
    assert "(a: GO N 6)" in lines("union")
    assert "(a: GO N 6)" in lines("a"), "beside what else there is to say of the unit"
    assert "no order sheet of Confederacy" in lines("confederate")
    board = [render(one) for one in GAME.scene(state, (), all_seeing=True).status.notes]
    assert board[-1] == "Union: the order sheet is in"
    assert [*GAME.view(state, (), all_seeing=True).sheets[0].units] == ["a"], "so that any client can show it"
    # nobody else does before all are in, and of the enemy's nobody ever
    for role in ("union", "confederate"):
        assert GAME.view(state, (role,)).sheets == ()
        assert "no order sheet of Union" in lines("union", role)
        assert "GO N 6" not in lines("a", "union")


def test_a_sheet_in_force_is_read_by_its_own_commander_and_the_umpire() -> None:
    state = battle()
    sheets = {"a": "a: GO N 6", "e": "e: X"}
    state.phase, state.sheets = "turn", [read_sheet(text, OpenLexicon()) for text in sheets.values()]
    assert "(a: GO N 6)" in looked_at(state, "union")
    assert "no order sheet of Confederacy" in looked_at(state, "confederate")
    assert [len(GAME.view(state, roles, all_seeing=not roles).sheets) for roles in (("union",), ())] == [1, 2]


def test_both_sheets_stand_in_the_log_of_the_umpire_alone() -> None:
    """A turn without a question is over as soon as the last sheet is in: he could not look at it before."""
    setup = Setup(tuple(Seat(role, (role,)) for role in GAME.roles), scenario="hokes-run", umpire=True)
    match = Match(GAME, setup, key=bytes(32))
    for role, text in (("union", "pa11: GO S 6"), ("confederate", "va5: BACK 3")):
        decision = next(one for one in match.decisions() if one.role == role)
        match.act(role, role, decision.id, SealOrders(read_sheet(text, OpenLexicon())))

    def told(seat: str) -> list[str]:
        return [render(one.text, "en") for one in match.seen(seat) if one.text.key == "civilwar.event.sheet"]

    assert [line.rpartition(": ")[2] for line in told("umpire")] == ["GO S 6", "BACK 3"]
    assert not [*told("union"), *told("confederate")]
