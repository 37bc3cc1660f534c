"""Deployment in the nine-April round (7.0), in the order of R61: Norway, Germany, the Reconnaissance plane, the Allies,
Misleading manoeuvre, Redeployment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any

from feltherre.core.changes import Value, Whole
from feltherre.core.errors import Illegal
from feltherre.core.event import Secret
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Part, Partial, Picking, Space
from feltherre.core.spaces import Level, Pick, Things
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, hands, spaces
from feltherre.games.norway import state as states
from feltherre.games.norway.april import steps as april
from feltherre.games.norway.april.actions import Deploy, DeployNorwegians, Manoeuvre, Reconnoitre, Redeploy
from feltherre.games.norway.placement import to_place
from feltherre.games.norway.procedures.nine_april import ReconSituation, reconnaissance
from feltherre.games.norway.register import steps
from feltherre.games.norway.sea import fleet, ships
from feltherre.games.norway.sea.movement import arrive, no_station, sea_targets, tell_sailing
from feltherre.games.norway.spaces import AREAS
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState

RECONNAISSANCE_PLANE = cards.INDEX["apr-all-reconnaissance-plane"]
MISLEADING_MANOEUVRE = cards.INDEX["apr-ger-misleading-manoeuvre"]
REDEPLOYMENT = cards.INDEX["apr-nor-redeployment"]
#: ships that Misleading manoeuvre moves, battalions that Redeployment moves, at most
MOST_SHIPS = cards.TYPES[MISLEADING_MANOEUVRE].functions[0].ships
MOST_BATTALIONS = cards.TYPES[REDEPLOYMENT].functions[0].battalions

FINNMARK, OSLO = board.INDEX["finnmark"], board.INDEX["oslo"]
#: where the battalion "at Oslo" may stand (7.0-deploy-nor)
AROUND_OSLO: tuple[int, ...] = tuple(sorted((OSLO, *board.NEIGHBOURS[OSLO])))
#: sea areas for Eidsvoll & Norge (7.0-deploy-nor)
STATIONS: tuple[int, ...] = tuple(area for area in ships.SEAS if area != ships.SEA_VIII)

#: battalions that Norway deploys on mobilisation points (7.0-deploy-nor)
POINTS = 2

DEPLOY_RULE = {NORWAY: "7.0-deploy-nor", GERMANY: "7.0-deploy-ger", ALLIES: "7.0-deploy-all"}


# Norway


@steps.asks(april.DeployNorway)
@rule("7.0-deploy-nor")
def where_norwegians_stand(state: NorwayState, step: april.DeployNorway) -> Iterator[Decision[Any]]:
    """Norway deploys first, before it knows of any ship (7.0-deploy-nor, R61)."""
    yield hands.ask_of(state, NORWAY, "deploy-norway", "7.0-deploy-nor", NorwegianSpace(state), waiting="deploy")


class NorwegianSpace(Pick[DeployNorwegians]):
    """The area at Oslo, two mobilisation points (the same one may be named twice), the ships' sea area."""

    def __init__(self, state: NorwayState) -> None:
        # Germans are there only if an umpire has placed them
        around_oslo = states.free_of_enemies(state, NORWAY, AROUND_OSLO)
        points = states.free_of_enemies(state, NORWAY, board.MOBILISATION)
        super().__init__(
            DeployNorwegians,
            _level(AREAS, "around-oslo", lambda: around_oslo),
            _level(AREAS, "mobilisation-point", lambda oslo: points),
            _level(AREAS, "mobilisation-point", lambda oslo, first: points[points.index(first) :]),
            _level(spaces.SEAS, "no-station-viii", lambda *areas: STATIONS, anew=True),
        )
        self.points = [board.AREAS[point] for point in points]

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """The mobilisation points may be picked in any order."""
        return self.points if self._at_points(partial) else self.options(partial)

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if not self._at_points(partial):
            return (*partial, part)
        oslo, *points = partial
        return (oslo, *sorted((*points, part), key=lambda point: board.INDEX[str(point)]))

    def picking(self, partial: Partial) -> Picking | None:
        if not self._at_points(partial):
            return super().picking(partial)
        return Picking("several", need=POINTS, note=to_place(POINTS + 1 - len(partial)))

    def _at_points(self, partial: Partial) -> bool:
        return 1 <= len(partial) <= POINTS

    def parts(self, action: DeployNorwegians) -> Partial:
        oslo, first, second, station = map(str, super().parts(action))
        board.check_ids((oslo, first, second))
        spaces.check_seas((station,))
        return (oslo, *sorted((first, second), key=board.INDEX.__getitem__), station)


def _level(things: Things, refusal: str, options: Any, *, anew: bool = False) -> Level:
    why = Illegal(say(f"norway.illegal.{refusal}"), "7.0-deploy-nor")
    return Level(things.refusing(lambda name: why), options, lambda *chosen: why, anew=anew)


@steps.answer(april.DeployNorway)
@rule("7.0-deploy-nor", "6.1-coast-defence")
def deploy_norwegians(table: Table[NorwayState], step: april.DeployNorway, role: str, action: DeployNorwegians) -> None:
    """A battalion in Finnmark, one at Oslo, two on mobilisation points, the ships face up (7.0-deploy-nor)."""
    state, station = table.state, board.SEA_INDEX[action.station]
    named = [FINNMARK, *(board.INDEX[area] for area in (action.oslo, action.first, action.second))]
    areas = states.free_of_enemies(state, NORWAY, named)
    for area in areas:
        states.bring_on(state, NORWAY, area, 1)
    fleet.put(state, (ships.EIDSVOLL,), station)
    fleet.turn_up(table, (ships.EIDSVOLL,))
    names = [spaces.area_name(area) for area in areas]
    text = say("norway.event.norway-deploys", areas=names, sea=ships.place_name(station))
    table.tell(text, "7.0-deploy-nor", (*(board.AREAS[area] for area in areas), action.station))


# Germany and the Allies


@steps.asks(april.DeployShips)
@rule("7.0-deploy-ger", "7.0-deploy-all")
def where_ships_lie(state: NorwayState, step: april.DeployShips) -> Iterator[Decision[Any]]:
    """Germany places its ships and decoys in any sea areas, the Allies the ships they drew in any but I and II,
    also where Germans lie (7.0-deploy-ger, 7.0-deploy-all)."""
    country, rule_id = step.country, DEPLOY_RULE[step.country]
    seas = [area for area in ships.SEAS if country != ALLIES or area not in ships.CLOSED_TO_ALLIES]
    places = dict.fromkeys(fleet.ships_at(state, country, ships.IN_HAND), seas)
    space = spaces.stations_space(places, Deploy, no_station, Illegal(say("norway.illegal.stations"), rule_id))
    number = fleet.pile(state, country, ships.IN_HAND)
    yield hands.ask_of(state, country, "deploy-ships", rule_id, space, waiting="deploy", n=number)


@steps.answer(april.DeployShips)
@rule("7.0-deploy-ger", "7.0-deploy-all", "6.1-1")
def deploy_ships(table: Table[NorwayState], step: april.DeployShips, role: str, action: Deploy) -> None:
    """The ships lie back up, one pile in each sea area (6.1-1)."""
    stations = {ships.INDEX[ship]: board.SEA_INDEX[sea] for ship, sea in action.stations}
    arrive(table, stations, ships.IN_HAND)


# the Reconnaissance plane


@steps.asks(april.Reconnaissance)
@rule("7.0-recon", "7.0-cards")
def where_to_look(state: NorwayState, step: april.Reconnaissance) -> Iterator[Decision[Any]]:
    """After the German and before the Allied deployment, over one sea area (7.0-recon)."""
    areas = [area for area in ships.SEAS if fleet.pile(state, GERMANY, area)]
    space = spaces.sea_space(areas, Reconnoitre, lambda sea: Illegal(say("norway.illegal.nothing-to-see"), "7.0-recon"))
    yield from hands.offer(state, ALLIES, RECONNAISSANCE_PLANE, space, "7.0-recon", "reconnoitre")


@steps.answer(april.Reconnaissance, to=Reconnoitre)
def reconnoitre(table: Table[NorwayState], step: april.Reconnaissance, role: str, action: Reconnoitre) -> None:
    hands.use(table, RECONNAISSANCE_PLANE)
    area = board.SEA_INDEX[action.area]
    text = say("norway.event.reconnoitres", card=hands.card_name(RECONNAISSANCE_PLANE), sea=ships.place_name(area))
    table.tell(text, "7.0-recon", (action.area,))
    table.push(april.ReconnaissanceDice(area))


def _could_see(state: NorwayState, step: april.ReconnaissanceRuled) -> dict[str, Value]:
    return {"seen": Whole(0, len(fleet.face_down(state, GERMANY, step.area)))}


@steps.throws(
    april.ReconnaissanceDice,
    april.ReconnaissanceRuled,
    by=reconnaissance,
    thrower=lambda state, step, purpose: ROLES[ALLIES],
    changes=_could_see,
)
def cards_below(state: NorwayState, step: april.ReconnaissanceDice) -> ReconSituation:
    """One die for each German card in the sea area (7.0-recon)."""
    return ReconSituation(target_cards=fleet.pile(state, GERMANY, step.area))


@steps.does(april.ReconnaissanceRuled)
@rule("7.0-recon")
def see_ships(table: Table[NorwayState], step: april.ReconnaissanceRuled) -> None:
    """For each success the Allies look at one card drawn from the pile, which stays face down (7.0-recon)."""
    cards_there = fleet.face_down(table.state, GERMANY, step.area)
    number = max(0, min(int(step.ruling.outputs["seen"]), len(cards_there)))
    seen = sorted(table.draw(number, cards_there, "seen", "7.0-recon")) if number else []
    fleet.look(table, ALLIES, seen)
    where = ships.place_name(step.area)
    public = say("norway.event.ships-seen", n=number, sea=where)
    own = say("norway.event.you-see-ships", sea=where, ships=[ships.name(ship) for ship in seen])
    secrets = (Secret(ROLES[ALLIES], own),) if seen else ()
    table.tell(public, "7.0-recon", (board.SEAS[step.area],), step.ruling, secrets)


# Misleading manoeuvre


@steps.asks(april.MisleadingManoeuvre)
@rule("7.0-cards")
def which_ships_shift(state: NorwayState, step: april.MisleadingManoeuvre) -> Iterator[Decision[Any]]:
    """Once the Allies have deployed, Germany may move up to three cards one sea area each (7.0-cards, R61)."""
    space = ManoeuvreSpace(state)
    yield from hands.offer(state, GERMANY, MISLEADING_MANOEUVRE, space, "7.0-cards", "manoeuvre", n=MOST_SHIPS)


@steps.answer(april.MisleadingManoeuvre, to=Manoeuvre)
@rule("7.0-cards")
def manoeuvre(table: Table[NorwayState], step: april.MisleadingManoeuvre, role: str, action: Manoeuvre) -> None:
    """Everybody sees how many cards go from where to where, nobody which (7.0-cards)."""
    hands.use(table, MISLEADING_MANOEUVRE)
    table.tell(say("norway.event.april-card", card=hands.card_name(MISLEADING_MANOEUVRE)), "7.0-cards")
    places = fleet.sea_of(table.state).place
    ways: dict[tuple[int, int], list[int]] = {}
    for ship_id, sea in action.stations:
        ship = ships.INDEX[ship_id]
        ways.setdefault((places[ship], board.SEA_INDEX[sea]), []).append(ship)
    for origin, target in in_turn(ways):
        group = sorted(ways[origin, target])
        fleet.put(table.state, group, target)
        tell_sailing(table, group, origin, target)


def in_turn(ways: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Moves in such an order that cards leave a sea area before others come there, if that can be: nobody should think
    that a card might have moved twice."""
    left, ordered = sorted(ways), []
    while left:
        clear = [way for way in left if way[1] not in {origin for origin, _ in left}]
        ordered.append((clear or left)[0])
        left.remove(ordered[-1])
    return ordered


class ManoeuvreSpace(Space[Manoeuvre]):
    """Ships in the order of the ship cards, each with the adjoining sea area it goes to."""

    kinds = (Manoeuvre,)
    refusal = Illegal(say("norway.illegal.manoeuvre", n=MOST_SHIPS), "7.0-cards")

    def __init__(self, state: NorwayState) -> None:
        self.place = fleet.sea_of(state).place
        self.choice = sorted(ship for area in ships.SEAS for ship in fleet.ships_at(state, GERMANY, area))

    def options(self, partial: Partial) -> Sequence[Part]:
        if partial and partial[-1] == spaces.STOP:
            return ()
        if len(partial) % 2:
            place = self.place[ships.INDEX[str(partial[-1])]]
            return [board.SEAS[area] for area in sea_targets(GERMANY, place)]
        after = self.choice.index(ships.INDEX[str(partial[-2])]) + 1 if partial else 0
        ahead: list[Part] = [ships.IDS[ship] for ship in self.choice[after:]] if len(partial) < 2 * MOST_SHIPS else []
        return [*ahead, spaces.STOP] if partial else ahead

    def pickable(self, partial: Partial) -> Sequence[Part]:
        """The ships may be picked in any order, each with its place."""
        if len(partial) % 2 or not partial:
            return self.options(partial)
        left: list[Part] = [ships.IDS[ship] for ship in self.choice if ships.IDS[ship] not in partial]
        return [*(left if len(partial) < 2 * MOST_SHIPS else []), spaces.STOP]

    def with_picked(self, partial: Partial, part: Part) -> Partial:
        if len(partial) % 2 == 0:
            return (*partial, part)
        pairs = zip(partial[::2], (*partial[1::2], part), strict=True)
        ordered = sorted(pairs, key=lambda pair: ships.INDEX[str(pair[0])])
        return tuple(word for pair in ordered for word in pair)

    def picking(self, partial: Partial) -> Picking | None:
        return None if partial and partial[-1] == spaces.STOP else Picking("pairs")

    def build(self, partial: Partial) -> Manoeuvre:
        words = [str(part) for part in partial[:-1]]
        return Manoeuvre(tuple(zip(words[::2], words[1::2], strict=True)))

    def parts(self, action: Manoeuvre) -> Partial:
        chosen = spaces.check_ships([ship for ship, _ in action.stations], self.refusal)
        spaces.check_seas([sea for _, sea in action.stations])
        to = dict(action.stations)
        return (*(word for ship in chosen for word in (ships.IDS[ship], to[ships.IDS[ship]])), spaces.STOP)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        return self.refusal

    def why_incomplete(self, partial: Partial) -> Illegal:
        return self.refusal

    def label(self, partial: Partial, part: Part) -> Text:
        if part == spaces.STOP:
            return say("norway.ships-chosen")
        return spaces.sea_label(str(part)) if len(partial) % 2 else spaces.ship_label(str(part))


# Redeployment


@rule("7.0-deploy-nor")
def lawful_deployment(areas: Iterable[int]) -> bool:
    """Whether four battalions could have been deployed so: Finnmark, at Oslo, two on mobilisation points
    (7.0-deploy-nor)."""
    left = Counter(areas)
    if not left[FINNMARK]:
        return False
    left[FINNMARK] -= 1
    return any(
        all(area in board.MOBILISATION for area in (left - Counter((at_oslo,))).elements())
        for at_oslo in AROUND_OSLO
        if left[at_oslo]
    )


@steps.asks(april.Redeployment)
@rule("7.0-cards")
def who_redeploys(state: NorwayState, step: april.Redeployment) -> Iterator[Decision[Any]]:
    """Once all ships lie, Norway may move up to two battalions and its ships (7.0-cards, R61)."""
    yield from hands.offer(
        state, NORWAY, REDEPLOYMENT, RedeploySpace(state), "7.0-cards", "redeploy", n=MOST_BATTALIONS
    )


@steps.answer(april.Redeployment, to=Redeploy)
@rule("7.0-cards", "7.0-deploy-nor")
def redeploy(table: Table[NorwayState], step: april.Redeployment, role: str, action: Redeploy) -> None:
    """The battalions go to other areas of deployment, Eidsvoll & Norge to any sea area but VIII (7.0-cards)."""
    state = table.state
    hands.use(table, REDEPLOYMENT)
    table.tell(say("norway.event.april-card", card=hands.card_name(REDEPLOYMENT)), "7.0-cards")
    for origin, target in action.moves:
        states.add(state, NORWAY, board.INDEX[origin], -1)
        states.add(state, NORWAY, board.INDEX[target], 1)
        text = say("norway.event.redeploys", origin=spaces.area_label(origin), target=spaces.area_label(target))
        table.tell(text, "7.0-cards", (origin, target))
    if action.station:
        origin_sea, station = fleet.sea_of(state).place[ships.EIDSVOLL], board.SEA_INDEX[action.station]
        fleet.put(state, (ships.EIDSVOLL,), station)
        tell_sailing(table, (ships.EIDSVOLL,), origin_sea, station)


class RedeploySpace(Space[Redeploy]):
    """Up to two moves, each lawful when it is made, then the ships' sea area or a stop; not nothing at all."""

    kinds = (Redeploy,)

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        self.areas = [area for area in range(board.AREA_COUNT) for _ in range(states.at(state, NORWAY, area))]

    def options(self, partial: Partial) -> Sequence[Part]:
        moves, rest = self._split(partial)
        if rest is not None:
            return self._stations(moves) if not rest else ()
        stands = self._after(moves)
        if len(partial) % 2:
            return [board.AREAS[area] for area in self._targets(stands, board.INDEX[str(partial[-1])])]
        origins: list[Part] = []
        if len(moves) < MOST_BATTALIONS:
            origins = [board.AREAS[area] for area in sorted(set(stands)) if self._targets(stands, area)]
        return [*origins, spaces.STOP]

    def picking(self, partial: Partial) -> Picking | None:
        return Picking(anew=True) if len(partial) % 2 == 0 or spaces.STOP in partial else None

    def _split(self, partial: Partial) -> tuple[list[tuple[int, int]], Partial | None]:
        """(whole moves, what follows the stop; None before it)"""
        end = partial.index(spaces.STOP) if spaces.STOP in partial else len(partial)
        numbers = [board.INDEX[str(part)] for part in partial[: end - end % 2]]
        moves = list(zip(numbers[::2], numbers[1::2], strict=True))
        return moves, partial[end + 1 :] if spaces.STOP in partial else None

    def _after(self, moves: Sequence[tuple[int, int]]) -> list[int]:
        stands = list(self.areas)
        for origin, target in moves:
            stands.remove(origin)
            stands.append(target)
        return stands

    def _targets(self, stands: Sequence[int], origin: int) -> list[int]:
        others = list(stands)
        others.remove(origin)
        goals = (area for area in range(board.AREA_COUNT) if area != origin and lawful_deployment([*others, area]))
        return states.free_of_enemies(self.state, NORWAY, goals)

    def _stations(self, moves: Sequence[tuple[int, int]]) -> list[Part]:
        here = fleet.sea_of(self.state).place[ships.EIDSVOLL]
        seas: list[Part] = [board.SEAS[area] for area in STATIONS if area != here and here in ships.SEAS]
        return [spaces.STOP, *seas] if moves else seas

    def build(self, partial: Partial) -> Redeploy:
        moves, _ = self._split(partial)
        station = "" if partial[-1] == spaces.STOP else str(partial[-1])
        return Redeploy(tuple((board.AREAS[origin], board.AREAS[target]) for origin, target in moves), station)

    def parts(self, action: Redeploy) -> Partial:
        board.check_ids(area for move in action.moves for area in move)
        if action.station:
            spaces.check_seas((action.station,))
        moves = self._one_by_one(action.moves)
        return (*(area for move in moves for area in move), spaces.STOP, action.station or spaces.STOP)

    def _one_by_one(self, moves: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
        """The same moves, in an order and with goals exchanged so that each is lawful when it is made: what counts is
        how the battalions stand in the end."""
        if len(moves) > MOST_BATTALIONS:
            return moves
        for origins in permutations([origin for origin, _ in moves]):
            for goals in permutations([goal for _, goal in moves]):
                tried = tuple(zip(origins, goals, strict=True))
                if self._lawful(tried):
                    return tried
        return moves

    def _lawful(self, moves: Sequence[tuple[str, str]]) -> bool:
        path = tuple(part for move in moves for part in move)
        return all(part in self.options(path[:depth]) for depth, part in enumerate(path))

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if spaces.STOP in partial:
            return Illegal(say("norway.illegal.no-station-viii"), "7.0-deploy-nor")
        return Illegal(say("norway.illegal.redeploy", n=MOST_BATTALIONS), "7.0-deploy-nor")

    def label(self, partial: Partial, part: Part) -> Text:
        if spaces.STOP in partial:
            return say("norway.ships-stay") if part == spaces.STOP else spaces.sea_label(str(part))
        if part == spaces.STOP:
            return say("norway.battalions-chosen")
        return spaces.area_name(board.INDEX[str(part)])
