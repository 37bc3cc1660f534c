"""Deployment in the nine-April round (7.0), in the order of R61: Norway, Germany, the Reconnaissance plane, the Allies,
Misleading manoeuvre, Redeployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Space
from feltherre.core.spaces import OneEach
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april.actions import Deploy, DeployNorwegians, Reconnoitre
from feltherre.games.norway.april.steps import (
    DeployNorway,
    DeployShips,
    Reconnaissance,
    ReconnaissanceDice,
    ReconnaissanceRuled,
)
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.hands import card_name, country_name, use
from feltherre.games.norway.procedures.nine_april import ReconSituation, reconnaissance
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import face_down, look, pile, put, ships_at, turn_up
from feltherre.games.norway.sea.movement import arrive, no_station
from feltherre.games.norway.sea.spaces import check_seas, sea_label, sea_space, stations_space
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState, bring_on, free_of_enemies

RECONNAISSANCE_PLANE = cards.INDEX["apr-all-reconnaissance-plane"]

FINNMARK, OSLO = board.INDEX["finnmark"], board.INDEX["oslo"]
#: where the battalion "at Oslo" may stand (7.0-deploy-nor)
AROUND_OSLO: tuple[int, ...] = tuple(sorted((OSLO, *board.NEIGHBOURS[OSLO])))
#: sea areas for Eidsvoll & Norge (7.0-deploy-nor)
STATIONS: tuple[int, ...] = tuple(area for area in ships.SEAS if area != ships.SEA_VIII)


# Norway


class DeployNorwayRules(StepRules[NorwayState, DeployNorway]):
    asks = True

    @rule("7.0-deploy-nor")
    def decisions(self, state: NorwayState, step: DeployNorway) -> Sequence[Decision[Any]]:
        """Norway deploys first, before it knows of any ship (7.0-deploy-nor, R61)."""
        role = ROLES[NORWAY]
        prompt = say("norway.prompt.deploy-norway")
        waiting = say("norway.wait.deploy", country=country_name(NORWAY))
        return (Decision(decision_id(state, role), role, prompt, "7.0-deploy-nor", NorwegianSpace(state), waiting),)

    @rule("7.0-deploy-nor", "6.1-coast-defence")
    def answer(self, table: Table[NorwayState], step: DeployNorway, role: str, action: DeployNorwegians) -> None:
        """A battalion in Finnmark, one at Oslo, two on mobilisation points, the ships face up (7.0-deploy-nor)."""
        state = table.state
        named = [FINNMARK, *(board.INDEX[area] for area in (action.oslo, action.first, action.second))]
        areas = free_of_enemies(state, NORWAY, named)
        for area in areas:
            bring_on(state, NORWAY, area, 1)
        put(state, (ships.EIDSVOLL,), board.SEA_INDEX[action.station])
        turn_up(table, (ships.EIDSVOLL,))
        text = say(
            "norway.event.norway-deploys",
            areas=[area_name(area) for area in areas],
            sea=ships.place_name(board.SEA_INDEX[action.station]),
        )
        table.tell(text, "7.0-deploy-nor", (*(board.AREAS[area] for area in areas), action.station))


class NorwegianSpace(Space[DeployNorwegians]):
    """The area at Oslo, two mobilisation points (the same one may be named twice), the ships' sea area."""

    kinds = (DeployNorwegians,)

    def __init__(self, state: NorwayState) -> None:
        # Germans are there only if an umpire has placed them
        self.around_oslo = free_of_enemies(state, NORWAY, AROUND_OSLO)
        self.points = free_of_enemies(state, NORWAY, board.MOBILISATION)

    def options(self, partial: Partial) -> Sequence[Part]:
        match len(partial):
            case 0:
                return [board.AREAS[area] for area in self.around_oslo]
            case 1:
                return [board.AREAS[area] for area in self.points]
            case 2:
                first = self.points.index(board.INDEX[str(partial[1])])
                return [board.AREAS[area] for area in self.points[first:]]
            case 3:
                return [board.SEAS[area] for area in STATIONS]
        return ()

    def build(self, partial: Partial) -> DeployNorwegians:
        return DeployNorwegians(*(str(part) for part in partial))

    def parts(self, action: DeployNorwegians) -> Partial:
        board.check_ids((action.oslo, action.first, action.second))
        check_seas((action.station,))
        points = sorted((action.first, action.second), key=board.INDEX.__getitem__)
        return (action.oslo, *points, action.station)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        words = ("around-oslo", "mobilisation-point", "mobilisation-point", "no-station-viii")
        return Illegal(say(f"norway.illegal.{words[len(partial)]}"), "7.0-deploy-nor")

    def label(self, partial: Partial, part: Part) -> Text:
        return sea_label(str(part)) if len(partial) == 3 else area_label(str(part))


# Germany and the Allies


class DeployShipsRules(StepRules[NorwayState, DeployShips]):
    asks = True

    @rule("7.0-deploy-ger", "7.0-deploy-all")
    def decisions(self, state: NorwayState, step: DeployShips) -> Sequence[Decision[Any]]:
        """Germany places its ships and decoys in any sea areas, the Allies the ships they drew in any but I and II,
        also where Germans lie (7.0-deploy-ger, 7.0-deploy-all)."""
        role = ROLES[step.country]
        number = pile(state, step.country, ships.IN_HAND)
        prompt = say("norway.prompt.deploy-ships", country=country_name(step.country), n=number)
        waiting = say("norway.wait.deploy", country=country_name(step.country))
        space = deployment_space(state, step.country)
        return (Decision(decision_id(state, role), role, prompt, DEPLOY_RULE[step.country], space, waiting),)

    @rule("7.0-deploy-ger", "7.0-deploy-all", "6.1-1")
    def answer(self, table: Table[NorwayState], step: DeployShips, role: str, action: Deploy) -> None:
        """The ships lie back up, one pile in each sea area (6.1-1)."""
        stations = {ships.INDEX[ship]: board.SEA_INDEX[sea] for ship, sea in action.stations}
        arrive(table, stations, ships.IN_HAND)


DEPLOY_RULE = {GERMANY: "7.0-deploy-ger", ALLIES: "7.0-deploy-all"}


def deployment_space(state: NorwayState, country: int) -> OneEach[Any]:
    closed = ships.CLOSED_TO_ALLIES if country == ALLIES else ()
    seas = [area for area in ships.SEAS if area not in closed]
    places: Mapping[int, Sequence[int]] = dict.fromkeys(ships_at(state, country, ships.IN_HAND), seas)
    return stations_space(places, Deploy, no_station, Illegal(say("norway.illegal.stations"), DEPLOY_RULE[country]))


# the Reconnaissance plane


class ReconnaissanceRules(StepRules[NorwayState, Reconnaissance]):
    asks = True

    @rule("7.0-recon", "7.0-cards")
    def decisions(self, state: NorwayState, step: Reconnaissance) -> Sequence[Decision[Any]]:
        """After the German and before the Allied deployment, over one sea area (7.0-recon)."""
        areas = [area for area in ships.SEAS if pile(state, GERMANY, area)]
        space = sea_space(areas, Reconnoitre, lambda sea: Illegal(say("norway.illegal.nothing-to-see"), "7.0-recon"))
        prompt = say("norway.prompt.reconnoitre", card=card_name(RECONNAISSANCE_PLANE))
        return play_window(state, ALLIES, RECONNAISSANCE_PLANE, "reconnoitre", space, "7.0-recon", prompt)

    def proceed(self, table: Table[NorwayState], step: Reconnaissance) -> None:
        """The Allies cannot hold the card."""

    def answer(self, table: Table[NorwayState], step: Reconnaissance, role: str, action: Any) -> None:
        if isinstance(action, Pass):
            return
        use(table, RECONNAISSANCE_PLANE)
        area = board.SEA_INDEX[action.area]
        text = say("norway.event.reconnoitres", card=card_name(RECONNAISSANCE_PLANE), sea=ships.place_name(area))
        table.tell(text, "7.0-recon", (action.area,))
        table.push(ReconnaissanceDice(area))


class ReconnaissanceDiceRules(Adjudication[NorwayState, ReconnaissanceDice]):
    """One die for each German card in the sea area, by the procedure reconnaissance."""

    def procedure(self, state: NorwayState) -> Any:
        return reconnaissance

    def assessment(self, state: NorwayState, step: ReconnaissanceDice) -> Any:
        return reconnaissance.assess(ReconSituation(target_cards=pile(state, GERMANY, step.area)))

    def effects(self, step: ReconnaissanceDice, ruling: Ruling) -> Step:
        return ReconnaissanceRuled(step.area, ruling)

    def thrower(self, state: NorwayState, step: ReconnaissanceDice, purpose: str) -> str:
        return ROLES[ALLIES]


class ReconnaissanceRuledRules(StepRules[NorwayState, ReconnaissanceRuled]):
    @rule("7.0-recon")
    def proceed(self, table: Table[NorwayState], step: ReconnaissanceRuled) -> None:
        """For each success the Allies look at one card drawn from the pile, which stays face down (7.0-recon)."""
        cards_there = face_down(table.state, GERMANY, step.area)
        number = max(0, min(int(step.ruling.outputs["seen"]), len(cards_there)))
        seen = sorted(table.draw(number, cards_there, "seen", "7.0-recon")) if number else []
        look(table, ALLIES, seen)
        where = ships.place_name(step.area)
        public = say("norway.event.ships-seen", n=number, sea=where)
        own = say("norway.event.you-see-ships", sea=where, ships=[ships.name(ship) for ship in seen])
        secrets = (Secret(ROLES[ALLIES], own),) if seen else ()
        table.tell(public, "7.0-recon", (board.SEAS[step.area],), step.ruling, secrets)


STEPS: dict[type[Step], Any] = {
    DeployNorway: DeployNorwayRules(),
    DeployShips: DeployShipsRules(),
    Reconnaissance: ReconnaissanceRules(),
    ReconnaissanceDice: ReconnaissanceDiceRules(),
    ReconnaissanceRuled: ReconnaissanceRuledRules(),
}
