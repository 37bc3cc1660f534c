"""Phase 1b, movement on land, and its cards (4.1). Sabotage and flight (1c) are in sabotage.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Part, Partial, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import (
    Divert,
    Drop,
    EndMovement,
    Fly,
    Invade,
    Move,
    Pass,
    RapidMove,
    Ship,
    StopFlight,
    Train,
)
from feltherre.games.norway.hands import could_hold, country_name, holds, use
from feltherre.games.norway.placement import InvasionSpace, place_invaders
from feltherre.games.norway.procedures.inputs import Mode
from feltherre.games.norway.spaces import AreaSpace, Journey, area_label, area_name, kind_name, no_card, not_now
from feltherre.games.norway.state import (
    ALLIES,
    AREAS,
    GERMANY,
    NORWAY,
    NOWHERE,
    ROLES,
    NorwayState,
    add,
    add_group,
    enemy_held,
    held_airfields,
)
from feltherre.games.norway.steps import DropAnswer, FlightAnswer, Movement, Phase, Sabotage

RAPID = cards.INDEX["ger-rapid-movement"]
PARATROOPS = cards.INDEX["ger-paratroops"]
TRANSPORT = cards.INDEX["ger-transport-plane"]
TRAIN = cards.INDEX["nor-train-transport"]
INVASION = cards.INDEX["all-invasion"]
EVACUATION = cards.INDEX["all-coastal-evacuation"]
FIGHTER = cards.INDEX["all-fighter"]

#: the cards of phase 1b in the own turn (4.1b-cards)
CARD_OF_KIND = {
    "rapid": RAPID,
    "drop": PARATROOPS,
    "fly": TRANSPORT,
    "train": TRAIN,
    "invade": INVASION,
    "ship": EVACUATION,
}
KINDS: dict[type, str] = {
    Move: "move",
    RapidMove: "rapid",
    Drop: "drop",
    Fly: "fly",
    Train: "train",
    Invade: "invade",
    Ship: "ship",
    EndMovement: "end-movement",
}


class MovementRules(StepRules[NorwayState, Movement]):
    asks = True

    def opens(self, state: NorwayState, step: Movement) -> bool:
        return True

    def decisions(self, state: NorwayState, step: Movement) -> Sequence[Decision[Any]]:
        role = ROLES[state.country]
        prompt = say("norway.prompt.move", country=country_name(state.country))
        waiting = say("norway.wait.move", country=country_name(state.country))
        return (Decision(decision_id(state, role), role, prompt, "4.1b-1", movement_space(state), waiting),)

    def answer(self, table: Table[NorwayState], step: Movement, role: str, action: Any) -> None:
        if not isinstance(action, EndMovement):
            table.push(step)
        CARRY_OUT[type(action)](table, action)


def movement_space(state: NorwayState) -> OneOf:
    """Everything the country in turn may do now in phase 1b (4.1b-1, 4.1b-cards)."""
    branches: dict[str, Space[Any]] = {}
    if free_battalions(state):
        branches["move"] = MoveSpace(state)
    add_card_branches(state, branches)
    branches["end-movement"] = Single(EndMovement())
    return OneOf(branches, KINDS, lambda kind: why_closed(state, kind), kind_name)


@rule("4.1b-cards", "2.4-symbols-2", "2.4-symbols-1", "2.4-2", "2.4-symbols-5")
def add_card_branches(state: NorwayState, branches: dict[str, Space[Any]]) -> None:
    """The cards of phase 1b that the country in turn holds and can use now (4.1b-cards)."""
    for kind, make in CARD_SPACES[state.country]:
        if holds(state, CARD_OF_KIND[kind]):
            space = make(state)
            if space.options(()):
                branches[kind] = space


def free_battalions(state: NorwayState) -> list[int]:
    """Areas with battalions of the country in turn that have not yet moved (R34)."""
    start = state.country * AREAS
    resting, moved = state.battalions, state.moved
    return [area for area in range(AREAS) if resting[start + area] > moved[area]]


@rule("2.2-3")
def free_to_move(state: NorwayState, area: int) -> int:
    """How many battalions in an area may still move: each makes one move per turn, by foot or by card (R34)."""
    return state.battalions[state.country * AREAS + area] - state.moved[area]


def why_closed(state: NorwayState, kind: str) -> Illegal:
    if kind == "move":
        return Illegal(say("norway.illegal.nobody-to-move"), "2.2-3")
    card = CARD_OF_KIND[kind]
    if cards.COUNTRY[card] != state.country or not holds(state, card):
        return no_card(card, "4.1b-cards")
    return Illegal(say(f"norway.illegal.no-use.{kind}"), "4.1b-cards")


# ordinary moves


class MoveSpace(Journey):
    """A group moves one area (4.1b-1)."""

    def __init__(self, state: NorwayState) -> None:
        super().__init__(state)

    def build_journey(self, path: tuple[str, ...], count: int) -> Move:
        return Move(path[0], path[1], count)

    def journey(self, action: Move) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    def origins(self) -> list[int]:
        return free_battalions(self.state)

    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        return destinations(path[0]) if len(path) == 1 else ()

    def most(self, path: tuple[int, ...]) -> int:
        return free_to_move(self.state, path[0])

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return Illegal(say("norway.illegal.not-adjacent", a=area_name(path[-1]), b=area_name(target)), "4.1b-1")


@rule("4.1b-1", "2.3-fjord-1", "2.3-impassable-1", "2.3-land-2")
def destinations(origin: int) -> tuple[int, ...]:
    """Where a battalion may go: an adjoining land area, also over a fjord; impassable areas are no areas (4.1b-1)."""
    return board.NEIGHBOURS[origin]


def move(table: Table[NorwayState], action: Move) -> None:
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    leave(table.state, origin, action.count)
    enter(table, origin, target, action.count)


def leave(state: NorwayState, origin: int, count: int) -> None:
    add(state, state.country, origin, -count)


@rule("4.1b-2", "2.3-land-4", "4.1b-3", "4.1b-4")
def enter(table: Table[NorwayState], origin: int, target: int, count: int, mode: str = "") -> None:
    """Battalions enter an area: where enemies stand it is an attack, and they wait at the border they came over."""
    state = table.state
    if origin == NOWHERE:
        state.raised[state.country] += count
    if enemy_held(state, state.country, target):
        how: Mode = "water" if board.over_water(origin, target) else "land"
        if origin == NOWHERE:
            how = "sea" if mode == "sea" else "air"
        add_group(state, origin, target, how, count)
        key = f"norway.event.attack.{how}"
    else:
        add(state, state.country, target, count)
        state.moved[target] += count
        key = f"norway.event.enter.{mode or 'land'}"
    places = (board.AREAS[target],) if origin == NOWHERE else (board.AREAS[origin], board.AREAS[target])
    came_from = area_name(origin) if origin != NOWHERE else say(f"norway.origin.{mode}")
    who = country_name(state.country)
    table.tell(say(key, country=who, origin=came_from, target=area_name(target), n=count), "4.1b-2", places)


@rule("4-4", "4.1b-1")
def end_movement(table: Table[NorwayState], action: EndMovement) -> None:
    """Movement is over and not reopened; in the German turn Norwegian sabotage follows (4-4, 4.1c-1)."""
    table.tell(say("norway.event.movement-over", country=country_name(table.state.country)), "4-4")
    table.push(*((Sabotage(),) if table.state.country == GERMANY else ()), Phase(2))


# Rapid movement


class RapidSpace(Journey):
    """Up to two battalions move two areas together (4.1b-rapid, R35)."""

    def build_journey(self, path: tuple[str, ...], count: int) -> RapidMove:
        return RapidMove(path[0], path[1], path[2], count)

    def journey(self, action: RapidMove) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.via, action.target), action.count

    def origins(self) -> list[int]:
        return [area for area in free_battalions(self.state) if self.targets((area,))]

    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        return rapid_targets(self.state, path)

    def most(self, path: tuple[int, ...]) -> int:
        return min(cards.functions_at(RAPID, cards.OWN, "1b")[0].battalions, free_to_move(self.state, path[0]))

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        if target in board.NEIGHBOURS[path[-1]] and target not in path:
            return Illegal(say("norway.illegal.rapid-through-enemy", area=area_name(target)), "4.1b-rapid")
        return Illegal(say("norway.illegal.not-adjacent", a=area_name(path[-1]), b=area_name(target)), "4.1b-1")


@rule("4.1b-rapid")
def rapid_targets(state: NorwayState, path: tuple[int, ...]) -> list[int]:
    """The next area of a rapid movement: the first must be free of enemies, the second may be an attack (R35)."""
    areas = cards.functions_at(RAPID, cards.OWN, "1b")[0].areas
    if len(path) > areas:
        return []
    ahead = [area for area in destinations(path[-1]) if area not in path]
    if len(path) == areas:
        return ahead
    return [area for area in ahead if not enemy_held(state, GERMANY, area)]


@rule("4.1b-rapid")
def rapid_move(table: Table[NorwayState], action: RapidMove) -> None:
    """Rapid movement: the group attacks from the last area before the attack (4.1b-rapid, R15)."""
    use(table, RAPID)
    origin, via, target = (board.INDEX[area] for area in (action.origin, action.via, action.target))
    leave(table.state, origin, action.count)
    tell_card(table, RAPID, "4.1b-rapid", origin)
    enter(table, via, target, action.count)


# Paratroops and Transport plane, and the Fighters against them


def drop_space(state: NorwayState) -> Space[Any]:
    return AreaSpace(drop_areas(state), Drop, lambda area: Illegal(say("norway.illegal.range", area=area), "2.3-air-1"))


@rule("4.1b-paratroops", "2.3-air-1")
def drop_areas(state: NorwayState) -> list[int]:
    """Paratroops land anywhere within air range, also on enemies (4.1b-paratroops, R37, R40)."""
    held = held_airfields(state)
    return [area for area in range(AREAS) if board.in_air_range(area, held)]


def drop(table: Table[NorwayState], action: Drop) -> None:
    area = board.INDEX[action.area]
    use(table, PARATROOPS)
    tell_card(table, PARATROOPS, "4.1b-paratroops", area)
    table.push(DropAnswer(area))


class DropAnswerRules(StepRules[NorwayState, DropAnswer]):
    asks = True

    def decisions(self, state: NorwayState, step: DropAnswer) -> Sequence[Decision[Any]]:
        if not could_hold(state, ALLIES, (FIGHTER,)):
            return ()
        neighbours = board.NEIGHBOURS[step.area] if holds(state, FIGHTER) else ()
        return fighter_window(state, "divert", AreaSpace(neighbours, Divert, not_beside(step.area)), step.area)

    @rule("4.1b-paratroops")
    def proceed(self, table: Table[NorwayState], step: DropAnswer) -> None:
        """The paratroops land; in an area with enemies they join the attack (R37)."""
        enter(table, NOWHERE, step.area, battalions_of(PARATROOPS), "air")

    @rule("4.1b-cards", "2.4-symbols-3", "4-5")
    def answer(self, table: Table[NorwayState], step: DropAnswer, role: str, action: Any) -> None:
        """Fighter diverts the drop to a neighbouring area of the Allied player's choice (R36)."""
        area = step.area
        if isinstance(action, Divert):
            use(table, FIGHTER)
            area = board.INDEX[action.area]
            tell_card(table, FIGHTER, "4.1b-cards", step.area)
        enter(table, NOWHERE, area, battalions_of(PARATROOPS), "air")


class FlySpace(Journey):
    """From one held airfield to another (2.3-air-3)."""

    def build_journey(self, path: tuple[str, ...], count: int) -> Fly:
        return Fly(path[0], path[1], count)

    def journey(self, action: Fly) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    def origins(self) -> list[int]:
        held = held_airfields(self.state)
        return [area for area in held if free_to_move(self.state, area)] if len(held) > 1 else []

    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        return flight_targets(self.state, path[0]) if len(path) == 1 else ()

    def most(self, path: tuple[int, ...]) -> int:
        return min(battalions_of(TRANSPORT), free_to_move(self.state, path[0]))

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return Illegal(say("norway.illegal.no-held-airfield", area=area_name(target)), "2.3-air-3")


@rule("2.3-air-3")
def flight_targets(state: NorwayState, origin: int) -> list[int]:
    """Other airfields that German battalions hold already (2.3-air-3)."""
    return [area for area in held_airfields(state) if area != origin]


def fly(table: Table[NorwayState], action: Fly) -> None:
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    use(table, TRANSPORT)
    tell_card(table, TRANSPORT, "2.3-air-3", origin)
    table.push(FlightAnswer(origin, target, action.count))


class FlightAnswerRules(StepRules[NorwayState, FlightAnswer]):
    asks = True

    def decisions(self, state: NorwayState, step: FlightAnswer) -> Sequence[Decision[Any]]:
        if not could_hold(state, ALLIES, (FIGHTER,)):
            return ()
        space = Single(StopFlight()) if holds(state, FIGHTER) else None
        return fighter_window(state, "stop-flight", space, step.target)

    @rule("2.3-air-3")
    def proceed(self, table: Table[NorwayState], step: FlightAnswer) -> None:
        """The battalions arrive; it is their move (R34)."""
        leave(table.state, step.origin, step.count)
        enter(table, step.origin, step.target, step.count, "flight")

    @rule("4.1b-cards", "2.4-symbols-3")
    def answer(self, table: Table[NorwayState], step: FlightAnswer, role: str, action: Any) -> None:
        """Fighter stops the flight: the battalions stay where they are (R36)."""
        if isinstance(action, StopFlight):
            use(table, FIGHTER)
            tell_card(table, FIGHTER, "4.1b-cards", step.target)
            table.tell(say("norway.event.flight-stopped"), "4.1b-cards", (board.AREAS[step.origin],))
        else:
            self.proceed(table, step)


def fighter_window(state: NorwayState, kind: str, space: Space[Any] | None, area: int) -> Sequence[Decision[Any]]:
    """The Allies may answer with Fighters. The window opens whatever they hold."""
    branches: dict[str, Space[Any]] = {}
    if space is not None and (space.options(()) or isinstance(space, Single)):
        branches[kind] = space
    branches["pass"] = Single(Pass())
    kinds: dict[type, str] = {Divert: "divert", StopFlight: "stop-flight", Pass: "pass"}
    closed: Callable[[str], Illegal] = lambda other: no_card(FIGHTER, "4.1b-cards") if other == kind else not_now(other)  # noqa: E731
    prompt = say(f"norway.prompt.{kind}", area=area_name(area))
    waiting = say("norway.wait.answer", country=country_name(ALLIES))
    role = ROLES[ALLIES]
    all_answers = OneOf(branches, kinds, closed, kind_name)
    return (Decision(decision_id(state, role), role, prompt, "4.1b-cards", all_answers, waiting, reaction=True),)


def not_beside(area: int) -> Callable[[str], Illegal]:
    return lambda other: Illegal(say("norway.illegal.not-beside", area=area_name(area), other=other), "4.1b-cards")


# Train transport, Invasion and Coastal evacuation in the own turn


class TrainSpace(Space[Train]):
    """Up to three battalions move up to three areas together, never over water, never against Germans."""

    def __init__(self, state: NorwayState) -> None:
        self.state = state
        self.function = cards.functions_at(TRAIN, cards.OWN, "1b")[0]

    def options(self, partial: Partial) -> Sequence[Part]:
        if not partial:
            return [board.AREAS[area] for area in free_battalions(self.state) if self._ahead((area,))]
        if isinstance(partial[-1], int):
            return ()
        stops = [board.INDEX[str(part)] for part in partial if part != "."]
        if partial[-1] == "." or len(stops) > self.function.areas:
            return range(1, min(self.function.battalions, free_to_move(self.state, stops[0])) + 1)
        ahead: list[Part] = [board.AREAS[area] for area in self._ahead(tuple(stops))]
        return [*ahead, "."] if len(stops) > 1 else ahead

    def _ahead(self, stops: tuple[int, ...]) -> list[int]:
        return train_targets(self.state, stops)

    def build(self, partial: Partial) -> Train:
        return Train(tuple(str(part) for part in partial[:-1] if part != "."), int(partial[-1]))

    def parts(self, action: Train) -> Partial:
        if len(action.path) < 2:
            raise Illegal(say("norway.illegal.train-path"), "4.1b-cards")
        board.check_ids(action.path)
        stop = () if len(action.path) > self.function.areas else (".",)
        return (*action.path, *stop, action.count)

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if isinstance(part, int) or not partial or part not in board.INDEX:
            return Illegal(say("norway.illegal.train-count", most=self.function.battalions), "4.1b-cards")
        here, target = str(partial[-1]), str(part)
        return Illegal(
            say("norway.illegal.train-way", a=area_name(board.INDEX[here]), b=area_label(target)), "4.1b-cards"
        )

    def label(self, partial: Partial, part: Part) -> Any:
        return say("norway.stop-here") if part == "." else area_label(str(part))


@rule("4.1b-cards")
def train_targets(state: NorwayState, stops: tuple[int, ...]) -> list[int]:
    """The next stop of a train: over a border without water, and no Germans there (4.1b-cards)."""
    ahead = board.LAND_NEIGHBOURS[stops[-1]]
    return [area for area in ahead if area not in stops and not enemy_held(state, NORWAY, area)]


def train(table: Table[NorwayState], action: Train) -> None:
    use(table, TRAIN)
    origin, target = board.INDEX[action.path[0]], board.INDEX[action.path[-1]]
    leave(table.state, origin, action.count)
    tell_card(table, TRAIN, "4.1b-cards", origin)
    enter(table, origin, target, action.count)


@rule("4.1b-invasion")
def invade(table: Table[NorwayState], action: Invade) -> None:
    """Invasion: other cards are exchanged at once and the battalions land, also against the enemy (R38)."""
    use(table, INVASION)
    tell_card(table, INVASION, "4.1b-invasion", NOWHERE)
    place_invaders(table, action, enter)


class ShipSpace(Journey):
    """Up to three Allied battalions along the coast of III to VII (4.1b-cards, 2.3-sea-2)."""

    def build_journey(self, path: tuple[str, ...], count: int) -> Ship:
        return Ship(path[0], path[1], count)

    def journey(self, action: Ship) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    def origins(self) -> list[int]:
        return [area for area in free_battalions(self.state) if board.open_to_allies(area)]

    def targets(self, path: tuple[int, ...]) -> Sequence[int]:
        return ship_targets(self.state, path[0]) if len(path) == 1 else ()

    def most(self, path: tuple[int, ...]) -> int:
        return min(battalions_of(EVACUATION), free_to_move(self.state, path[0]))

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return Illegal(say("norway.illegal.no-landing", area=area_name(target)), "2.3-sea-2")


@rule("4.1b-cards", "2.3-sea-2")
def ship_targets(state: NorwayState, origin: int) -> list[int]:
    """Another coastal area on III to VII that is free of Germans (4.1b-cards, 2.3-sea-2)."""
    coast = board.ALLIED_COAST
    return [area for area in coast if area != origin and not enemy_held(state, ALLIES, area)]


def ship(table: Table[NorwayState], action: Ship) -> None:
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    use(table, EVACUATION)
    leave(table.state, origin, action.count)
    tell_card(table, EVACUATION, "4.1b-cards", origin)
    enter(table, origin, target, action.count, "shipped")


def battalions_of(card: int) -> int:
    """How many battalions the card's function in phase 1b is for."""
    return cards.functions_at(card, cards.OWN, "1b")[0].battalions


def tell_card(table: Table[NorwayState], card: int, rule_id: str, area: int) -> None:
    who = country_name(cards.COUNTRY[card])
    places = (board.AREAS[area],) if area != NOWHERE else ()
    table.tell(say("norway.event.plays", country=who, card=say(f"norway.card.{cards.IDS[card]}")), rule_id, places)


CARD_SPACES: tuple[tuple[tuple[str, Callable[[NorwayState], Space[Any]]], ...], ...] = (
    (("rapid", RapidSpace), ("drop", drop_space), ("fly", FlySpace)),
    (("train", TrainSpace),),
    (("invade", InvasionSpace), ("ship", ShipSpace)),
)

CARRY_OUT: dict[type, Callable[[Table[NorwayState], Any], None]] = {
    Move: move,
    RapidMove: rapid_move,
    Drop: drop,
    Fly: fly,
    Train: train,
    Invade: invade,
    Ship: ship,
    EndMovement: end_movement,
}
