"""The landing of 9 April (7.2-landing): ships on the coast put their battalions ashore, past mines and forts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from feltherre.core.changes import OneOf, Value, Whole
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Picking, Space, What
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.april.actions import SAILORS as SAILORS_ID
from feltherre.games.norway.april.actions import FireFort, Land, LayMines
from feltherre.games.norway.april.steps import LandingPlan
from feltherre.games.norway.hands import ask_of, offer
from feltherre.games.norway.marches import enter, use_card
from feltherre.games.norway.procedures import nine_april
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.aftermath import sink
from feltherre.games.norway.sea.combat import begin_sea_battle
from feltherre.games.norway.sea.fleet import change, real, sea_of, ships_at, turn_down, turn_up
from feltherre.games.norway.spaces import area_label, area_name, ship_label
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, NOWHERE, ROLES, NorwayState

#: the number of SAILORS_ID, which is no ship
SAILORS = -1
#: the ship lands nothing
STAYS = "-"

MINELAYING = cards.INDEX["apr-all-minelaying"]
COASTAL_FORT = cards.INDEX["apr-nor-coastal-fort"]


@steps.does(april.Landings)
@rule("7.2-landing-1", "7.2-landing-2", "7.2-resist-1")
def landings(table: Table[NorwayState], step: april.Landings) -> None:
    """Sea area by sea area along the coast, nothing from VIII; when all have landed the point cities resist
    (7.2-landing-1, 7.2-landing-2, 7.2-resist-1)."""
    table.push(*(april.Landing(area) for area in ships.COASTAL), april.CitiesResist())


# what is announced


def ship_id(ship: int) -> str:
    return SAILORS_ID if ship == SAILORS else ships.IDS[ship]


def ship_number(ship: str) -> int:
    return SAILORS if ship == SAILORS_ID else ships.INDEX[ship]


def _name(ship: int) -> Text:
    return say("norway.sailors") if ship == SAILORS else ships.name(ship)


def landings_of(action: Land) -> tuple[tuple[int, int], ...]:
    """(ship, land area) pairs in the order of the ship cards, crews last, however they were named."""
    named = [(ship_number(ship), board.INDEX[area]) for ship, area in action.landings]
    return tuple(sorted(named, key=lambda landing: (landing[0] == SAILORS, landing)))


@rule("7.2-landing-1", "7.2-landing-4")
def landing_ships(state: NorwayState, step: april.Landing) -> list[int]:
    """The German ships that may land one battalion each from a sea area: every real one, whether it fought or not, and
    the crew of one that was sunk there (7.2-landing-1, 7.2-landing-4, R49). After the battle against Eidsvoll & Norge
    only those that announced it (R75)."""
    crews = [SAILORS] * sea_of(state).sailors.count(step.area)
    able = real(ships_at(state, GERMANY, step.area))
    return [*sorted(ship for ship in able if step.announced is None or ship in step.announced), *crews]


def might_land(state: NorwayState, step: april.Landing) -> bool:
    """Whether, for all the others can see, something may land: cards lie there, or the announced ships and crews."""
    if step.area in sea_of(state).sailors:
        return True
    if step.announced is None:
        return bool(ships_at(state, GERMANY, step.area))
    return bool(landing_ships(state, step))


@steps.asks(april.Landing)
@rule("7.2-landing-1")
def where_to_land(state: NorwayState, step: april.Landing) -> Iterator[Decision[Any]]:
    """Germany says which ships of the sea area land and where; it is asked wherever it has cards, for the others do
    not know decoys from ships (7.2-landing-1)."""
    if might_land(state, step):
        space = LandingSpace(step.area, landing_ships(state, step), board.SHORE[step.area])
        sea = ships.place_name(step.area)
        yield ask_of(state, GERMANY, "land", "7.2-landing-1", space, sea=sea)


@steps.answer(april.Landing)
@rule("7.2-landing-3", "7.2-landing-4")
def announce(table: Table[NorwayState], step: april.Landing, role: str, action: Land) -> None:
    """The landing ships are shown. Where Eidsvoll & Norge lies and has not fought, they must fight it first; those
    that are left say anew where they land (7.2-landing-3, 7.2-landing-4, R62, R75)."""
    sea, sea_name = board.SEAS[step.area], ships.place_name(step.area)
    landings = landings_of(action)
    if not landings:
        table.tell(say("norway.event.nothing-lands", sea=sea_name), "7.2-landing-1", (sea,))
        return
    own = tuple(ship for ship, _ in landings if ship != SAILORS)
    turn_up(table, own)
    told = [say("norway.landing", ship=_name(ship), area=area_name(to)) for ship, to in landings]
    text = say("norway.event.lands", sea=sea_name, landings=told)
    table.tell(text, "7.2-landing-4", (sea, *(board.AREAS[to] for _, to in landings)))
    if own and coast_defence_bars(table.state, step.area):
        table.push(april.Landing(step.area, announced=own))
        begin_sea_battle(table, step.area, own, (ships.EIDSVOLL,))
    else:
        table.push(LandingPlan(step.area, landings))


@rule("7.2-landing-3")
def coast_defence_bars(state: NorwayState, area: int) -> bool:
    """Whether Eidsvoll & Norge lies here and has not been in a sea battle in this round (7.2-landing-3, R62)."""
    sea = sea_of(state)
    return sea.place[ships.EIDSVOLL] == area and not sea.coast_defence_fought


class LandingSpace(Space[Land]):
    """For each ship in the order of the ship cards: the land area where its battalion goes ashore, or nothing."""

    kinds = (Land,)

    def __init__(self, area: int, choice: Sequence[int], shore: Sequence[int], all_must: bool = False) -> None:
        self.area = area
        self.choice = list(choice)
        lands = [board.AREAS[land] for land in shore]
        #: ships turned away by a fort have to land elsewhere
        self.goals = lands if all_must else [STAYS, *lands]

    def options(self, partial: Partial) -> Sequence[Part]:
        return self.goals if len(partial) < len(self.choice) else ()

    def what(self, partial: Partial, part: Part) -> What:
        return "line" if part == STAYS else "place"

    def picking(self, partial: Partial) -> Picking | None:
        if len(partial) == len(self.choice):
            return None
        ship = self.choice[len(partial)]
        # several crews of sunk ships are told apart by their number
        number = self.choice[: len(partial)].count(ship)
        thing = f"{ship_id(ship)}#{number}" if number else ship_id(ship)
        return Picking("each", thing=thing, name=_name(ship), idle=STAYS if STAYS in self.goals else None)

    def build(self, partial: Partial) -> Land:
        chosen = zip(self.choice, partial, strict=True)
        return Land(tuple((ship_id(ship), str(part)) for ship, part in chosen if part != STAYS))

    def parts(self, action: Land) -> Partial:
        named: dict[int, list[str]] = {}
        for ship, land in action.landings:
            if ship != SAILORS_ID and ship not in ships.INDEX:
                raise self._refusal()
            named.setdefault(ship_number(ship), []).append(land)
        board.check_ids(land for _, land in action.landings)
        parts = [named[ship].pop(0) if named.get(ship) else STAYS for ship in self.choice]
        if any(named.values()):
            raise self._refusal()  # a ship that is not there, or a second battalion of one
        return tuple(parts)

    def _refusal(self) -> Illegal:
        where, able = ships.place_name(self.area), [_name(ship) for ship in self.choice]
        if not able:
            return Illegal(say("norway.illegal.no-ship-to-land", sea=where), "7.2-landing-4")
        return Illegal(say("norway.illegal.landing-ships", sea=where, ships=able), "7.2-landing-1")

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if part == STAYS:
            return Illegal(say("norway.illegal.must-land"), "6.2-coastal-fort")
        where = ships.place_name(self.area)
        return Illegal(say("norway.illegal.no-shore", area=area_label(str(part)), sea=where), "7.2-landing-1")

    def label(self, partial: Partial, part: Part) -> Text:
        ship = self.choice[len(partial)]
        name = say("norway.sailors") if ship == SAILORS else ship_label(ships.IDS[ship])
        if part == STAYS:
            return say("norway.lands-nothing", ship=name)
        return say("norway.landing", ship=name, area=area_label(str(part)))


# the cards against it, one after the other: mines first, then the fort of each point city (R74)


def still_landing(state: NorwayState, plan: LandingPlan) -> LandingPlan:
    """The plan without ships that have been sunk or chased away since (7.2-landing-2)."""
    places = sea_of(state).place
    left = tuple((ship, to) for ship, to in plan.landings if ship == SAILORS or places[ship] == plan.area)
    return structs.replace(plan, landings=left)


def landing_at(plan: LandingPlan, city: int | None = None) -> tuple[int, ...]:
    """The ships of a plan that land (in a city), without rescued crews (R73)."""
    return tuple(ship for ship, to in plan.landings if ship >= 0 and city in (None, to))


def open_city(plan: LandingPlan) -> int | None:
    """The next point city whose fort may still fire at this landing."""
    return next((city for city in board.POINT_CITY if city not in plan.forts and landing_at(plan, city)), None)


@rule("7.2-landing-cards")
def mines_due(plan: LandingPlan) -> bool:
    """Minelaying comes before the forts, against a landing from III to VII (7.2-landing-cards, R67)."""
    return not plan.mined and nine_april.mines_allowed(board.SEAS[plan.area]) and bool(landing_at(plan))


def offered(plan: LandingPlan) -> LandingPlan | None:
    """The plan after the next card has been offered; None when none is left to offer."""
    if mines_due(plan):
        return structs.replace(plan, mined=True)
    city = open_city(plan)
    return None if city is None else structs.replace(plan, forts=(*plan.forts, city))


@steps.asks(LandingPlan)
@rule("7.2-landing-cards", "6.2-coastal-fort")
def may_defend(state: NorwayState, step: LandingPlan) -> Iterator[Decision[Any]]:
    """The Allies may answer a landing with Minelaying, Norway one in a point city with Coastal fort
    (7.2-landing-cards)."""
    plan = still_landing(state, step)
    if mines_due(plan):
        sea = ships.place_name(plan.area)
        yield from offer(state, ALLIES, MINELAYING, LayMines(), "7.2-landing-cards", "mines", sea=sea)
    elif (city := open_city(plan)) is not None:
        where = area_name(city)
        yield from offer(state, NORWAY, COASTAL_FORT, FireFort(), "6.2-coastal-fort", "fort", city=where)


@steps.does(LandingPlan)
def undefended(table: Table[NorwayState], step: LandingPlan) -> None:
    """Nobody can hold the card that might be used now: look for the next, or the battalions go ashore."""
    plan = still_landing(table.state, step)
    further = offered(plan)
    if further is not None:
        table.push(further)
    else:
        go_ashore(table, plan)


@steps.answer(LandingPlan)
def defend(table: Table[NorwayState], step: LandingPlan, role: str, action: LayMines | FireFort | Pass) -> None:
    """The card that was offered is used, and its die comes next; or the plan goes on."""
    further = offered(still_landing(table.state, step))
    assert further is not None
    match action:
        case Pass():
            table.push(further)
        case LayMines():
            use_card(table, MINELAYING, "7.2-landing-cards", NOWHERE)
            table.push(april.MineDie(further))
        case FireFort():
            city = further.forts[-1]
            use_card(table, COASTAL_FORT, "6.2-coastal-fort", city)
            table.push(april.FortDie(further, city))


# mines


def _may_strike(state: NorwayState, step: april.MineRuled) -> dict[str, Value]:
    """No ship, or one of those that land there; a ship that strikes no mine is not sunk."""
    found: dict[str, Value] = {"ship": OneOf(("", *(cards.ships()[ship].name for ship in landing_at(step.plan))))}
    return {**found, "ships_sunk": Whole(0, 1)} if step.ruling.outputs["ship"] else found


@steps.throws(
    april.MineDie,
    april.MineRuled,
    by=nine_april.minelaying,
    thrower=lambda state, step, purpose: ROLES[ALLIES],
    changes=_may_strike,
)
def mined_waters(state: NorwayState, step: april.MineDie) -> nine_april.MinesSituation:
    """One die for the sea area (7.2-landing-cards)."""
    landing = tuple(ships.IDS[ship] for ship in landing_at(step.plan))
    return nine_april.MinesSituation(sea_area=board.SEAS[step.plan.area], landing_ships=landing)  # type: ignore[arg-type]


@steps.does(april.MineRuled)
@rule("7.2-landing-cards")
def strike_mine(table: Table[NorwayState], step: april.MineRuled) -> None:
    """On a 6 a landing ship drawn at random is sunk, on 4 or 5 it lands nothing (7.2-landing-cards, R67)."""
    outputs, plan, sea = step.ruling.outputs, step.plan, ships.place_name(step.plan.area)
    # an umpire may have changed the ruling and named another ship, or nonsense
    hit = [ship for ship in landing_at(plan) if cards.ships()[ship].name == outputs["ship"]]
    text = say("norway.event.mines-miss", sea=sea)
    for ship in hit:
        text = say("norway.event.mined", ship=ships.name(ship), sea=sea)
    table.tell(text, "7.2-landing-cards", (board.SEAS[plan.area],), step.ruling)
    table.push(structs.replace(plan, landings=tuple((ship, to) for ship, to in plan.landings if ship not in hit)))
    for ship in hit if outputs["ships_sunk"] else ():
        sink(table, ship, "7.2-landing-cards")


# coastal forts


def _may_bar(state: NorwayState, step: april.FortRuled) -> dict[str, Value]:
    """Once a ship is sunk nothing is landed in the city anyway."""
    there = len(landing_at(step.plan, step.city))
    found: dict[str, Value] = {"ships_sunk": Whole(0, min(1, there))}
    return found if step.ruling.outputs["ships_sunk"] else {**found, "battalions_to_move_elsewhere": Whole(0, there)}


@steps.throws(
    april.FortDie,
    april.FortRuled,
    by=nine_april.coastal_fort,
    thrower=lambda state, step, purpose: ROLES[NORWAY],
    changes=_may_bar,
)
def fort_and_ships(state: NorwayState, step: april.FortDie) -> nine_april.FortSituation:
    """One die for the city (6.2-coastal-fort)."""
    return nine_april.FortSituation(landing_ships=len(landing_at(step.plan, step.city)))


@steps.does(april.FortRuled)
@rule("6.2-coastal-fort")
def fire_fort(table: Table[NorwayState], step: april.FortRuled) -> None:
    """6 sinks one of the ships landing there, drawn at random; on 4 to 6 nothing is landed in this city, and the
    other battalions go elsewhere on the same sea area (6.2-coastal-fort, R28)."""
    outputs, plan, city = step.ruling.outputs, step.plan, step.city
    there = landing_at(plan, city)
    sunk = table.draw(1, there, "sunk", "6.2-coastal-fort") if outputs["ships_sunk"] else ()
    barred = bool(sunk) or bool(outputs["battalions_to_move_elsewhere"])
    key = "fort-sinks" if sunk else "fort-bars" if barred else "fort-misses"
    text = say(f"norway.event.{key}", city=area_name(city), ships=[ships.name(ship) for ship in sunk])
    table.tell(text, "6.2-coastal-fort", (board.AREAS[city],), step.ruling)
    if not barred:
        table.push(plan)
        return
    away = tuple(ship for ship, to in plan.landings if to == city and ship not in sunk)
    left = tuple((ship, to) for ship, to in plan.landings if to != city)
    turned = structs.replace(plan, landings=left, barred=(*plan.barred, city))
    table.push(april.LandElsewhere(turned, city, away))
    for ship in sunk:
        sink(table, ship, "6.2-coastal-fort")


@steps.asks(april.LandElsewhere)
@rule("6.2-coastal-fort")
def where_else(state: NorwayState, step: april.LandElsewhere) -> Iterator[Decision[Any]]:
    """Ships that a fort has turned away must land elsewhere on the same sea area, in no city whose fort has barred the
    landing (6.2-coastal-fort, R28)."""
    shore = [land for land in board.SHORE[step.plan.area] if land not in step.plan.barred]
    if shore and step.ships:
        space = LandingSpace(step.plan.area, step.ships, shore, all_must=True)
        city, sea = area_name(step.city), ships.place_name(step.plan.area)
        yield ask_of(
            state,
            GERMANY,
            "land-elsewhere",
            "6.2-coastal-fort",
            space,
            waiting="land",
            city=city,
            sea=sea,
        )


@steps.does(april.LandElsewhere)
def nowhere_else(table: Table[NorwayState], step: april.LandElsewhere) -> None:
    """No other area on that sea: the battalions are not landed (R28)."""
    table.push(step.plan)


@steps.answer(april.LandElsewhere)
@rule("6.2-coastal-fort")
def land_elsewhere(table: Table[NorwayState], step: april.LandElsewhere, role: str, action: Land) -> None:
    """Their battalions go to the other areas that Germany chooses (6.2-coastal-fort)."""
    table.push(structs.replace(step.plan, landings=(*step.plan.landings, *landings_of(action))))


# ashore


@rule("7.2-landing-1", "2.3-land-4", "6.1-4")
def go_ashore(table: Table[NorwayState], plan: LandingPlan) -> None:
    """One battalion a ship; where Norwegians stand it is an attack from the sea (7.2-landing-1, R49).

    Then the ships are hidden again (6.1-4).
    """
    state = table.state
    landed = dict(sea_of(state).landed)
    for land in sorted({to for _, to in plan.landings}):
        count = sum(1 for _, to in plan.landings if to == land)
        enter(table, NOWHERE, land, count, "sea")
        landed[land] = landed.get(land, 0) + count
    change(state, landed=tuple(sorted(landed.items())))
    turn_down(state, ships_at(state, GERMANY, plan.area))  # also those that mines or a fort have kept from landing
