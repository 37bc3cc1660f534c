"""The fire of a sea battle and what follows (8.2, steps 4 to 8): ships are sunk and chased, and the others hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.april.steps import EvacuatedSailors
from feltherre.games.norway.cards import ships as ship_cards
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.procedures.sea_combat import SeaBattleSituation, naval_combat
from feltherre.games.norway.procedures.ships import NamedShip
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import ChaseTo
from feltherre.games.norway.sea.battle_cards import fought
from feltherre.games.norway.sea.fleet import change, put, sea_of, turn_down
from feltherre.games.norway.sea.losses import sink
from feltherre.games.norway.sea.movement import sea_targets
from feltherre.games.norway.sea.pieces import SeaBattle, Struck
from feltherre.games.norway.sea.spaces import StationsSpace
from feltherre.games.norway.sea.steps import ChooseFlight, SeaBattleOver, SeaDice, SeaRuled
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState

_NAMED: tuple[NamedShip, ...] = tuple(NamedShip(card.name, card.ship_class) for card in ship_cards())  # type: ignore[arg-type]
_BY_NAME = {named.name: ship for ship, named in enumerate(_NAMED)}


class InSeaBattle:
    """For the rules of a step of a sea battle: it drops out when there is none."""

    def alive(self, state: NorwayState, step: Any) -> bool:
        return sea_of(state).battle is not None


# steps 4 and 5: the fire


@rule("6.1-caption")
def situation(battle: SeaBattle) -> SeaBattleSituation:
    """A sea battle as the procedure naval-combat is asked: what a ship needs stands on its card (6.1-caption)."""
    return SeaBattleSituation(
        attacker_ships=tuple(_NAMED[ship] for ship in battle.attackers),
        defender_ships=tuple(_NAMED[ship] for ship in battle.defenders),
        laid_aside=tuple(_NAMED[hit.ship].name for hit in battle.struck),
    )


class SeaDiceRules(InSeaBattle, Adjudication[NorwayState, SeaDice]):
    """Steps 4 and 5, by the procedure naval-combat."""

    def procedure(self, state: NorwayState) -> Any:
        return naval_combat

    @rule("8.2-seq-4", "8.2-seq-5", "6.1-5", "6.1-coast-defence")
    def assessment(self, state: NorwayState, step: SeaDice) -> Any:
        """The side in turn fires first, the best ships first; those struck by cards fire as well (8.2-seq-4, R48)."""
        return naval_combat.assess(situation(fought(state)))

    def effects(self, step: SeaDice, ruling: Ruling) -> Step:
        return SeaRuled(ruling)

    def thrower(self, state: NorwayState, step: SeaDice, purpose: str) -> str:
        battle = fought(state)
        if purpose == "attacker_dice":
            return ROLES[state.country]
        return ROLES[next(ships.COUNTRY[ship] for ship in battle.defenders)]


class SeaRuledRules(InSeaBattle, StepRules[NorwayState, SeaRuled]):
    @rule("8.2-seq-6", "8.2-seq-7", "8.2-seq-7-en")
    def proceed(self, table: Table[NorwayState], step: SeaRuled) -> None:
        """Ships struck by cards and by fire are lost or flee, both sides' together (8.2-seq-6, 8.2-seq-7)."""
        battle = fought(table.state)
        text = say("norway.event.sea-battle-fought", sea=ships.place_name(battle.area))
        table.tell(text, "8.2-seq-4", (board.SEAS[battle.area],), step.ruling)
        take_losses(table, (*battle.struck, *hits(battle, step.ruling)))


def hits(battle: SeaBattle, ruling: Ruling) -> list[Struck]:
    """Ships struck by fire, each once; an umpire may have changed the ruling and named others or nonsense."""
    left = {*battle.attackers, *battle.defenders} - {hit.ship for hit in battle.struck}
    found: list[Struck] = []
    for output in ("defender_sunk", "defender_chased", "attacker_sunk", "attacker_chased"):
        for name in ruling.outputs[output]:
            ship = _BY_NAME.get(name, -1) if isinstance(name, str) else -1
            if ship in left:
                left.remove(ship)
                lost = output.endswith("sunk") or ship == ships.EIDSVOLL
                found.append(Struck(ship, "sunk" if lost else "chased"))
    return found


# steps 6 and 7: ships sunk and chased


@rule("8.2-seq-6", "8.2-seq-7", "7.2a-1")
def take_losses(table: Table[NorwayState], struck: Iterable[Struck]) -> None:
    """Sunk ships leave the game, with the cards they cost; then the chased ones flee (8.2-seq-6, 8.2-seq-7).

    What follows is laid on the agenda first: the last card of a deck may end the game or call the Allies home at once
    (R20, R26). On 9 April the crew of a German ship may still land (7.2a-1).
    """
    state = table.state
    hit = list(struck)
    sunk = [ship.ship for ship in hit if ship.result == "sunk"]
    german = any(ships.COUNTRY[ship] == GERMANY for ship in sunk)
    crews = (EvacuatedSailors(fought(state).area),) if german and not state.round else ()
    table.push(*crews, *flights(state, [ship.ship for ship in hit if ship.result == "chased"]))
    for ship in sunk:
        sink(table, ship, "8.2-seq-6")
        if state.result is not None:
            return


@rule("8.2-seq-7")
def flights(state: NorwayState, chased: Sequence[int]) -> list[ChooseFlight]:
    """Who sends which ships away: Germany the Allied ones; the Allies the German ones, or Norway if Eidsvoll & Norge
    fought alone (8.2-seq-7, R78)."""
    battle = fought(state)
    allied = any(ships.COUNTRY[ship] == ALLIES for ship in (*battle.attackers, *battle.defenders))
    found = []
    for owner, opponent in ((ALLIES, GERMANY), (GERMANY, ALLIES if allied else NORWAY)):
        group = tuple(ship for ship in chased if ships.COUNTRY[ship] == owner)
        if group:
            found.append(ChooseFlight(opponent, group))
    return found


class ChooseFlightRules(InSeaBattle, StepRules[NorwayState, ChooseFlight]):
    asks = True

    @rule("8.2-seq-7")
    def decisions(self, state: NorwayState, step: ChooseFlight) -> Sequence[Decision[Any]]:
        """The opponent chooses an adjoining sea area for each chased ship (8.2-seq-7)."""
        ways = ways_out(state, step)
        if all(len(areas) < 2 for areas in ways.values()):
            return ()
        role = ROLES[step.country]
        incomplete = Illegal(say("norway.illegal.chase-all", ships=[ships.name(ship) for ship in ways]), "8.2-seq-7")
        space = StationsSpace(ways, ChaseTo, no_flight, incomplete)
        prompt = say(
            "norway.prompt.chase", country=country_name(step.country), ships=[ships.name(ship) for ship in ways]
        )
        waiting = say("norway.wait.chase", country=country_name(step.country))
        return (Decision(decision_id(state, role), role, prompt, "8.2-seq-7", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: ChooseFlight) -> None:
        """There is just one way out, or the ships have been withdrawn meanwhile."""
        flee(table, step, {ship: areas[0] for ship, areas in ways_out(table.state, step).items()})

    def answer(self, table: Table[NorwayState], step: ChooseFlight, role: str, action: ChaseTo) -> None:
        flee(table, step, {ships.INDEX[ship]: board.SEA_INDEX[sea] for ship, sea in action.stations})


@rule("8.2-seq-7", "5.1-sea-2")
def ways_out(state: NorwayState, step: ChooseFlight) -> dict[int, tuple[int, ...]]:
    """Where each chased ship can be sent: sea areas that it may enter, never the raid box (8.2-seq-7, R47). A ship that
    could go nowhere stays."""
    area = fought(state).area
    there = [ship for ship in step.ships if sea_of(state).place[ship] == area]
    ways = {ship: sea_targets(ships.COUNTRY[ship], area) for ship in there}
    return {ship: areas for ship, areas in ways.items() if areas}


def no_flight(ship: int, area: int) -> Illegal:
    text = say("norway.illegal.no-flight", ship=ships.name(ship), sea=ships.place_name(area))
    return Illegal(text, "8.2-seq-7")


@rule("8.2-seq-7")
def flee(table: Table[NorwayState], step: ChooseFlight, stations: Mapping[int, int]) -> None:
    """Chased ships are moved, and nobody intercepts them where they come (8.2-seq-7, R47)."""
    for area in sorted(set(stations.values())):
        group = [ship for ship, station in sorted(stations.items()) if station == area]
        put(table.state, group, area)
        names = [ships.name(ship) for ship in group]
        places = (board.SEAS[fought(table.state).area], board.SEAS[area])
        text = say("norway.event.chased-to", n=len(group), ships=names, sea=ships.place_name(area))
        table.tell(text, "8.2-seq-7", places)


# step 8


class SeaBattleOverRules(InSeaBattle, StepRules[NorwayState, SeaBattleOver]):
    @rule("8.2-seq-8", "6.1-4", "6.1-5", "7.2-landing-3")
    def proceed(self, table: Table[NorwayState], step: SeaBattleOver) -> None:
        """Survivors are hidden again where they are, all but Eidsvoll & Norge (8.2-seq-8); whether it has fought in the
        nine-April round is remembered (7.2-landing-3)."""
        state = table.state
        sea, battle = sea_of(state), fought(state)
        fighters = {*battle.attackers, *battle.defenders}
        involved = {*fighters, *(hit.ship for hit in battle.struck)}
        # decoys were shown with the ships that intercepted
        involved |= {ship for ship, place in enumerate(sea.place) if place == battle.area and sea.face_up[ship]}
        change(
            state,
            battle=None,
            done=tuple(sorted({*sea.done, battle.area})),
            caught=tuple(ship for ship in sea.caught if ship not in involved),
            coast_defence_fought=sea.coast_defence_fought or (not state.round and ships.EIDSVOLL in fighters),
        )
        turn_down(state, [ship for ship in sorted(involved) if sea.place[ship] in ships.SEAS])
        if battle.attackers:
            text = say("norway.event.sea-battle-over", sea=ships.place_name(battle.area))
            table.tell(text, "8.2-seq-8", (board.SEAS[battle.area],))


STEPS: dict[type[Step], Any] = {
    SeaDice: SeaDiceRules(),
    SeaRuled: SeaRuledRules(),
    ChooseFlight: ChooseFlightRules(),
    SeaBattleOver: SeaBattleOverRules(),
}
