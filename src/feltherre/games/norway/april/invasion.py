"""Interception, paratroops, rescued crews and raiding (7.1, 7.2); Norwegian resistance at the landing, and Bluff and
threats in the land battles after it (7.2-resist, 7.2b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltherre.core.changes import Whole, YesNo
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import battle, board, cards, hands, marches
from feltherre.games.norway import state as states
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.april.actions import BluffAndThreaten, Raid, RescueSailors
from feltherre.games.norway.movement_air import APRIL_FIGHTER, APRIL_PARATROOPS, divert_space, drop_space
from feltherre.games.norway.procedures import nine_april
from feltherre.games.norway.procedures.sea_fire import RAIDING_SEAS
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import change, enemy_ships, put, sea_of, ships_at, turn_up
from feltherre.games.norway.sea.steps import Interceptions
from feltherre.games.norway.spaces import Kinds, area_name, ships_space
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, NOWHERE, ROLES, NorwayState
from feltherre.games.norway.steps import BattleOver, Withdrawal

SAILORS_CARD = cards.INDEX["apr-ger-evacuated-sailors"]
BLUFF_CARD = cards.INDEX["apr-ger-bluff"]


@steps.does(april.AprilInterceptions)
@rule("7.1-1")
def interceptions(table: Table[NorwayState], step: april.AprilInterceptions) -> None:
    """Wherever ships of both sides lie, Germany may intercept first and then the Allies (7.1-1, R46)."""
    state = table.state
    areas = [a for a in ships.SEAS if ships_at(state, GERMANY, a) and enemy_ships(state, GERMANY, a)]
    table.push(*(Interceptions(area) for area in areas))


# Paratroops, which come down as in any turn (movement_air.py)


@steps.asks(april.AprilDrops)
@rule("7.1-2")
def where_to_drop(state: NorwayState, step: april.AprilDrops) -> Iterator[Decision[Any]]:
    """There is no ordinary movement; only Paratroops can be used (7.1-2)."""
    yield from hands.offer(state, GERMANY, APRIL_PARATROOPS, drop_space(state), "7.1-2", "april-drop")


@steps.asks(april.AprilDropAnswer)
@rule("7.1-2", "7.1-fighter")
def where_to_divert(state: NorwayState, step: april.AprilDropAnswer) -> Iterator[Decision[Any]]:
    """Norway may answer with Fighter (7.1-2, 7.1-fighter)."""
    space, where = divert_space(step.area, "7.1-fighter"), area_name(step.area)
    yield from hands.offer(state, NORWAY, APRIL_FIGHTER, space, "7.1-fighter", "april-divert", area=where)


# 7.2a: the crew of a sunk ship


@steps.asks(april.EvacuatedSailors)
@rule("7.2a-1", "7.2-landing-2")
def may_rescue(state: NorwayState, step: april.EvacuatedSailors) -> Iterator[Decision[Any]]:
    """A German ship was sunk on the coast: with Evacuated sailors it still lands a battalion later (7.2a-1).
    Nothing is ever landed from VIII (7.2-landing-2, R73)."""
    if step.area in ships.COASTAL:
        sea = ships.place_name(step.area)
        yield from hands.offer(state, GERMANY, SAILORS_CARD, RescueSailors(), "7.2a-1", "sailors", sea=sea)


@steps.answer(april.EvacuatedSailors, to=RescueSailors)
@rule("7.2a-1")
def rescue(table: Table[NorwayState], step: april.EvacuatedSailors, role: str, action: RescueSailors) -> None:
    """The crew waits off the coast for the landing step (7.2a-1)."""
    hands.use(table, SAILORS_CARD)
    change(table.state, sailors=(*sea_of(table.state).sailors, step.area))
    text = say("norway.event.sailors", card=hands.card_name(SAILORS_CARD), sea=ships.place_name(step.area))
    table.tell(text, "7.2a-1", (board.SEAS[step.area],))


# 7.2: raiding

#: sea areas from which ships may raid
RAIDING_WATERS: tuple[int, ...] = tuple(board.SEA_INDEX[sea] for sea in RAIDING_SEAS)


@rule("7.2-raiding-1")
def raiders(state: NorwayState) -> list[int]:
    """German battleships and heavy cruisers in VI, VII or VIII (7.2-raiding-1)."""
    return sorted(ship for area in RAIDING_WATERS for ship in ships_at(state, GERMANY, area) if ship in ships.RAIDERS)


@steps.asks(april.Raiding)
@rule("7.2-raiding-1")
def who_raids(state: NorwayState, step: april.Raiding) -> Iterator[Decision[Any]]:
    """Battleships and heavy cruisers in VI, VII and VIII may raid; Germany is asked whenever cards lie there
    (7.2-raiding-1)."""
    if not any(ships_at(state, GERMANY, area) for area in RAIDING_WATERS):
        return
    able = raiders(state)
    refusal = Illegal(say("norway.illegal.raid"), "7.2-raiding-1")
    branches: dict[str, Space[Any]] = {"raid": ships_space(able, Raid, refusal, least=1)} if able else {}
    branches["pass"] = Single(Pass())
    space = Kinds(branches, (Raid, Pass), lambda kind: refusal)
    yield hands.ask_of(state, GERMANY, "raid", "7.2-raiding-1", space)


@steps.answer(april.Raiding)
@rule("7.2-raiding-1", "7.2-raiding-2", "5.1-raid-box")
def raid(table: Table[NorwayState], step: april.Raiding, role: str, action: Raid | Pass) -> None:
    """The ships lie open in the raid box; the Allies lose two cards for a battleship, one for a heavy cruiser
    (7.2-raiding-2, 5.1-raid-box)."""
    if isinstance(action, Pass):
        return
    raiding = tuple(ships.INDEX[ship] for ship in action.ships)
    turn_up(table, raiding)
    for ship in raiding:
        put(table.state, (ship,), ships.RAID_BOX)
    table.tell(say("norway.event.raids", ships=[ships.name(ship) for ship in raiding]), "7.2-raiding-1")
    lost = nine_april.raid_cost(ships.CLASS[ship] for ship in raiding)
    hands.lose_from_deck(table, ALLIES, lost, "7.2-raiding-2")


# 7.2: resistance of the point cities


@steps.does(april.CitiesResist)
@rule("7.2-resist-1", "7.2-resist-2")
def cities_resist(table: Table[NorwayState], step: april.CitiesResist) -> None:
    """One throw for each point city where battalions came ashore from ships, none elsewhere (7.2-resist-1,
    7.2-resist-2, R27)."""
    landed = dict(sea_of(table.state).landed)
    table.push(*(april.Resistance(city) for city in board.POINT_CITY if landed.get(city)))


@steps.throws(
    april.Resistance,
    april.ResistanceRuled,
    by=nine_april.norwegian_resistance,
    thrower=lambda state, step, purpose: ROLES[NORWAY],
    changes={"new_norwegian_battalions": Whole(0, 1)},
)
def city_invaded(state: NorwayState, step: april.Resistance) -> nine_april.ResistanceSituation:
    """Norway's die for a city; one battalion for a city that rises (7.2-resist-1)."""
    landed = dict(sea_of(state).landed).get(step.city, 0)
    return nine_april.ResistanceSituation(point_city=True, battalions_landed=landed)


@steps.does(april.ResistanceRuled)
@rule("7.2-resist-1")
def rise(table: Table[NorwayState], step: april.ResistanceRuled) -> None:
    """A new Norwegian battalion stands in the city, and all Germans there have to attack it (7.2-resist-1)."""
    state, city = table.state, step.city
    raised = max(0, int(step.ruling.outputs["new_norwegian_battalions"]))
    key = "norway.event.resists" if raised else "norway.event.no-resistance"
    table.tell(say(key, city=area_name(city)), "7.2-resist-1", (board.AREAS[city],), step.ruling)
    if raised:
        states.bring_on(state, NORWAY, city, raised)
        change(state, mobilised=tuple(sorted((*sea_of(state).mobilised, city))))
        attack_from_within(state, city)


def attack_from_within(state: NorwayState, city: int) -> None:
    """Germans who have taken a city that rises against them fight for it as they came, from the sea or the air."""
    resting = states.at(state, GERMANY, city)
    by_sea = min(resting, dict(sea_of(state).landed).get(city, 0))
    if resting:
        states.add(state, GERMANY, city, -resting)
    if by_sea:
        states.add_group(state, NOWHERE, city, "sea", by_sea)
    if resting > by_sea:
        states.add_group(state, NOWHERE, city, "air", resting - by_sea)


# 7.2b: Bluff and threats


@steps.alive(april.Bluff, april.BluffDie, april.BluffRuled)
def battle_goes_on(state: NorwayState, step: Any) -> bool:
    return state.battle is not None


@steps.asks(april.Bluff)
@rule("7.2b-bluff", "7.2b-1")
def may_bluff(state: NorwayState, step: april.Bluff) -> Iterator[Decision[Any]]:
    """Before other cards and dice Germany may bluff Norwegian defenders out of the area (7.2b-bluff, R30)."""
    if battle.defending_countries(state) == (NORWAY,):
        area = area_name(battle.fought(state).area)
        yield from hands.offer(state, GERMANY, BLUFF_CARD, BluffAndThreaten(), "7.2b-bluff", "bluff", area=area)


@steps.answer(april.Bluff, to=BluffAndThreaten)
@rule("7.2b-bluff")
def bluff(table: Table[NorwayState], step: april.Bluff, role: str, action: BluffAndThreaten) -> None:
    """The card is used, and a die decides (7.2b-bluff)."""
    marches.use_card(table, BLUFF_CARD, "7.2b-bluff", battle.fought(table.state).area)
    table.push(april.BluffDie())


@steps.throws(
    april.BluffDie,
    april.BluffRuled,
    by=nine_april.bluff_and_threats,
    thrower=lambda state, step, purpose: ROLES[GERMANY],
    changes={"defender_leaves": YesNo()},
)
def bluffing(state: NorwayState, step: april.BluffDie) -> nine_april.BluffSituation:
    """Germany's die (7.2b-bluff)."""
    return nine_april.BluffSituation()


@steps.does(april.BluffRuled)
@rule("7.2b-bluff")
def leave_or_stay(table: Table[NorwayState], step: april.BluffRuled) -> None:
    """The Norwegians leave without a fight, by the retreat rules; or the battle goes on (7.2b-bluff)."""
    leaves = bool(step.ruling.outputs["defender_leaves"])
    area = battle.fought(table.state).area
    key = "norway.event.bluff-works" if leaves else "norway.event.bluff-fails"
    table.tell(say(key, area=area_name(area)), "7.2b-bluff", (board.AREAS[area],), step.ruling)
    if leaves:
        table.push(Withdrawal(attacker_wins=True), BattleOver(attacker_wins=True))
