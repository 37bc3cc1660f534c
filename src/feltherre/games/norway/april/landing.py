"""The landing of 9 April (7.2-landing): ships on the coast put their battalions ashore, past mines and forts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april.actions import SAILORS as SAILORS_ID
from feltherre.games.norway.april.actions import Land
from feltherre.games.norway.april.defences import defence_window, offered, use_defence
from feltherre.games.norway.april.steps import CitiesResist, LandElsewhere, Landing, LandingPlan, Landings
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.marches import enter
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.combat import begin_sea_battle
from feltherre.games.norway.sea.fleet import change, real, sea_of, ships_at, turn_down, turn_up
from feltherre.games.norway.sea.spaces import ship_label
from feltherre.games.norway.spaces import area_label
from feltherre.games.norway.state import GERMANY, NOWHERE, ROLES, NorwayState

#: the number of SAILORS_ID, which is no ship
SAILORS = -1
#: the ship lands nothing
STAYS = "-"


class LandingsRules(StepRules[NorwayState, Landings]):
    @rule("7.2-landing-1", "7.2-landing-2", "7.2-resist-1")
    def proceed(self, table: Table[NorwayState], step: Landings) -> None:
        """Sea area by sea area along the coast, nothing from VIII; when all have landed the point cities resist
        (7.2-landing-1, 7.2-landing-2, 7.2-resist-1)."""
        table.push(*(Landing(area) for area in ships.COASTAL), CitiesResist())


# what is announced


def ship_id(ship: int) -> str:
    return SAILORS_ID if ship == SAILORS else ships.IDS[ship]


def ship_number(ship: str) -> int:
    return SAILORS if ship == SAILORS_ID else ships.INDEX[ship]


def landings_of(action: Land) -> tuple[tuple[int, int], ...]:
    """(ship, land area) pairs in the order of the ship cards, crews last, however they were named."""
    named = [(ship_number(ship), board.INDEX[area]) for ship, area in action.landings]
    return tuple(sorted(named, key=lambda landing: (landing[0] == SAILORS, landing)))


@rule("7.2-landing-1", "7.2-landing-4")
def landing_ships(state: NorwayState, step: Landing) -> list[int]:
    """The German ships that may land one battalion each from a sea area: every real one, whether it fought or not, and
    the crew of one that was sunk there (7.2-landing-1, 7.2-landing-4, R49). After the battle against Eidsvoll & Norge
    only those that announced it (R75)."""
    crews = [SAILORS] * sea_of(state).sailors.count(step.area)
    able = real(ships_at(state, GERMANY, step.area))
    return [*sorted(ship for ship in able if step.announced is None or ship in step.announced), *crews]


def might_land(state: NorwayState, step: Landing) -> bool:
    """Whether, for all the others can see, something may land: cards lie there, or the announced ships and crews."""
    if step.area in sea_of(state).sailors:
        return True
    if step.announced is None:
        return bool(ships_at(state, GERMANY, step.area))
    return bool(landing_ships(state, step))


class LandingRules(StepRules[NorwayState, Landing]):
    asks = True

    @rule("7.2-landing-1")
    def decisions(self, state: NorwayState, step: Landing) -> Sequence[Decision[Any]]:
        """Germany says which ships of the sea area land and where; it is asked wherever it has cards, for the others do
        not know decoys from ships (7.2-landing-1)."""
        if not might_land(state, step):
            return ()
        role = ROLES[GERMANY]
        where = ships.place_name(step.area)
        prompt = say("norway.prompt.land", sea=where)
        waiting = say("norway.wait.land", country=country_name(GERMANY), sea=where)
        space = LandingSpace(step.area, landing_ships(state, step), board.SHORE[step.area])
        return (Decision(decision_id(state, role), role, prompt, "7.2-landing-1", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: Landing) -> None:
        """No German ship lies there (any more)."""

    @rule("7.2-landing-3", "7.2-landing-4")
    def answer(self, table: Table[NorwayState], step: Landing, role: str, action: Land) -> None:
        """The landing ships are shown. Where Eidsvoll & Norge lies and has not fought, they must fight it first; those
        that are left say anew where they land (7.2-landing-3, 7.2-landing-4, R62, R75)."""
        state = table.state
        landings = landings_of(action)
        if not landings:
            nothing = say("norway.event.nothing-lands", sea=ships.place_name(step.area))
            table.tell(nothing, "7.2-landing-1", (board.SEAS[step.area],))
            return
        own = tuple(ship for ship, _ in landings if ship != SAILORS)
        turn_up(table, own)
        text = say(
            "norway.event.lands",
            sea=ships.place_name(step.area),
            landings=[
                say("norway.landing", ship=_name(ship), area=area_label(board.AREAS[to])) for ship, to in landings
            ],
        )
        table.tell(text, "7.2-landing-4", (board.SEAS[step.area], *(board.AREAS[to] for _, to in landings)))
        if own and coast_defence_bars(state, step.area):
            table.push(Landing(step.area, announced=own))
            begin_sea_battle(table, step.area, own, (ships.EIDSVOLL,))
        else:
            table.push(LandingPlan(step.area, landings))


def _name(ship: int) -> Text:
    return say("norway.sailors") if ship == SAILORS else ships.name(ship)


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
        self.shore = [board.AREAS[land] for land in shore]
        #: ships turned away by a fort have to land elsewhere
        self.all_must = all_must

    def options(self, partial: Partial) -> Sequence[Part]:
        if len(partial) == len(self.choice):
            return ()
        return self.shore if self.all_must else [STAYS, *self.shore]

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
        if any(ship not in self.choice for ship in named):
            raise self._refusal()
        parts = [named[ship].pop(0) if named.get(ship) else STAYS for ship in self.choice]
        if any(named.values()):
            raise self._refusal()  # a ship has just one battalion
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


# what becomes of it


def still_landing(state: NorwayState, plan: LandingPlan) -> LandingPlan:
    """The plan without ships that have been sunk or chased away since (7.2-landing-2)."""
    places = sea_of(state).place
    left = tuple((ship, to) for ship, to in plan.landings if ship == SAILORS or places[ship] == plan.area)
    return structs.replace(plan, landings=left)


class LandingPlanRules(StepRules[NorwayState, LandingPlan]):
    """Mines first, then the fort of each point city, then the battalions go ashore (R74)."""

    asks = True

    def decisions(self, state: NorwayState, step: LandingPlan) -> Sequence[Decision[Any]]:
        return defence_window(state, still_landing(state, step))

    def proceed(self, table: Table[NorwayState], step: LandingPlan) -> None:
        plan = still_landing(table.state, step)
        further = offered(plan)
        if further is not None:
            table.push(further)  # nobody can hold the card for it; look for the next
        else:
            go_ashore(table, plan)

    def answer(self, table: Table[NorwayState], step: LandingPlan, role: str, action: Any) -> None:
        plan = still_landing(table.state, step)
        further = offered(plan)
        assert further is not None
        if isinstance(action, Pass):
            table.push(further)
        else:
            table.push(use_defence(table, plan, further))


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


class LandElsewhereRules(StepRules[NorwayState, LandElsewhere]):
    asks = True

    @rule("6.2-coastal-fort")
    def decisions(self, state: NorwayState, step: LandElsewhere) -> Sequence[Decision[Any]]:
        """Ships that a fort has turned away must land elsewhere on the same sea area (6.2-coastal-fort, R28)."""
        shore = other_shore(step)
        if not shore or not step.ships:
            return ()
        role = ROLES[GERMANY]
        city, sea = area_label(board.AREAS[step.city]), ships.place_name(step.plan.area)
        prompt = say("norway.prompt.land-elsewhere", city=city, sea=sea)
        waiting = say("norway.wait.land", country=country_name(GERMANY), sea=sea)
        space = LandingSpace(step.plan.area, step.ships, shore, all_must=True)
        return (Decision(decision_id(state, role), role, prompt, "6.2-coastal-fort", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: LandElsewhere) -> None:
        """No other area on that sea: the battalions are not landed (R28)."""
        table.push(step.plan)

    @rule("6.2-coastal-fort")
    def answer(self, table: Table[NorwayState], step: LandElsewhere, role: str, action: Land) -> None:
        """Their battalions go to the other areas that Germany chooses (6.2-coastal-fort)."""
        table.push(structs.replace(step.plan, landings=(*step.plan.landings, *landings_of(action))))


def other_shore(step: LandElsewhere) -> list[int]:
    """The land areas on the sea area without the cities whose forts have barred the landing."""
    return [land for land in board.SHORE[step.plan.area] if land not in step.plan.barred]


STEPS: dict[type[Step], Any] = {
    Landings: LandingsRules(),
    Landing: LandingRules(),
    LandingPlan: LandingPlanRules(),
    LandElsewhere: LandElsewhereRules(),
}
