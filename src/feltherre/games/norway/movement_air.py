"""Aircraft in phase 1b (4.1b): Paratroops and Transport plane, and the Allied Fighters against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from feltherre.core.agenda import StepRules, decision_id
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Divert, Drop, Fly, Pass, StopFlight
from feltherre.games.norway.hands import could_hold, country_name, holds, use
from feltherre.games.norway.marches import battalions_of, enter, free_to_move, leave, tell_card
from feltherre.games.norway.sea import needs
from feltherre.games.norway.spaces import AreaSpace, Journey, area_label, area_name, kind_name, no_card, not_now
from feltherre.games.norway.state import ALLIES, AREAS, NOWHERE, ROLES, NorwayState, held_airfields
from feltherre.games.norway.steps import DropAnswer, FlightAnswer

PARATROOPS = cards.INDEX["ger-paratroops"]
TRANSPORT = cards.INDEX["ger-transport-plane"]
FIGHTER = cards.INDEX["all-fighter"]


# Paratroops


def drop_space(state: NorwayState) -> Space[Any]:
    return AreaSpace(drop_areas(state), Drop, out_of_range)


def out_of_range(area_id: str) -> Illegal:
    return Illegal(say("norway.illegal.out-of-range", area=area_label(area_id)), "2.3-air-1")


@rule("4.1b-paratroops", "2.3-air-1")
def drop_areas(state: NorwayState) -> list[int]:
    """Paratroops land anywhere within air range, also on enemies (4.1b-paratroops, R37, R40)."""
    reached = board.air_range(held_airfields(state))
    return [area for area in range(AREAS) if reached >> area & 1]


def drop(table: Table[NorwayState], action: Drop) -> None:
    area = board.INDEX[action.area]
    use(table, PARATROOPS)
    text = say("norway.event.drops", country=country_name(table.state.country), area=area_name(area))
    table.tell(text, "4.1b-paratroops", (action.area,))
    table.push(DropAnswer(area))


class DropAnswerRules(StepRules[NorwayState, DropAnswer]):
    asks = True

    def decisions(self, state: NorwayState, step: DropAnswer) -> Sequence[Decision[Any]]:
        space = AreaSpace(board.NEIGHBOURS[step.area], Divert, not_beside(step.area))
        prompt = say("norway.prompt.divert", area=area_name(step.area))
        return fighter_window(state, "divert", step.area, space, prompt)

    @rule("4.1b-paratroops")
    def proceed(self, table: Table[NorwayState], step: DropAnswer) -> None:
        """The paratroops land; in an area with enemies they join the attack (4.1b-paratroops, R37)."""
        enter(table, NOWHERE, step.area, battalions_of(PARATROOPS), "air")

    @rule("4.1b-cards", "2.4-symbols-3", "4-5")
    def answer(self, table: Table[NorwayState], step: DropAnswer, role: str, action: Any) -> None:
        """Fighter diverts the drop to a neighbouring area of the Allied player's choice (4.1b-cards, R36)."""
        if isinstance(action, Divert):
            use(table, FIGHTER)
            tell_card(table, FIGHTER, "4.1b-cards", step.area)
            tell_diverted(table, ALLIES, step.area, board.INDEX[action.area], "4.1b-cards")
            step = DropAnswer(board.INDEX[action.area])
        self.proceed(table, step)


def tell_diverted(table: Table[NorwayState], country: int, area: int, target: int, rule_id: str) -> None:
    """Fighters have driven the drop to another area: whose choice it was, and by which rule (R36)."""
    text = say("norway.event.diverted", country=country_name(country), area=area_name(area), target=area_name(target))
    table.tell(text, rule_id, (board.AREAS[area], board.AREAS[target]))


def not_beside(area: int, rule_id: str = "4.1b-cards") -> Callable[[str], Illegal]:
    def refuse(other: str) -> Illegal:
        return Illegal(say("norway.illegal.not-beside", area=area_name(area), other=area_label(other)), rule_id)

    return refuse


# Transport plane


class FlySpace(Journey):
    """From one held airfield to another (2.3-air-3)."""

    count_rule = "4.1b-cards"

    def build_journey(self, path: tuple[str, ...], count: int) -> Fly:
        return Fly(path[0], path[1], count)

    def journey(self, action: Fly) -> tuple[tuple[str, ...], int]:
        return (action.origin, action.target), action.count

    @rule("2.3-air-3")
    def origins(self) -> list[int]:
        """Airfields that German battalions hold and from which some may still go (2.3-air-3, R34)."""
        held = held_airfields(self.state)
        return [area for area in held if free_to_move(self.state, area)] if len(held) > 1 else []

    def targets(self, path: tuple[int, ...]) -> list[int]:
        return flight_targets(self.state, path[0])

    @rule("4.1b-cards")
    def most(self, path: tuple[int, ...]) -> int:
        """At most two battalions fly (4.1b-cards)."""
        return min(battalions_of(TRANSPORT), free_to_move(self.state, path[0]))

    def why_not_origin(self, origin: int) -> Illegal:
        if origin in held_airfields(self.state):
            return super().why_not_origin(origin)
        return no_held_airfield(origin)

    def why_not_target(self, path: tuple[int, ...], target: int) -> Illegal:
        return no_held_airfield(target)


def no_held_airfield(area: int) -> Illegal:
    return Illegal(say("norway.illegal.no-held-airfield", area=area_name(area)), "2.3-air-3")


@rule("2.3-air-3")
def flight_targets(state: NorwayState, origin: int) -> list[int]:
    """Other airfields that German battalions hold already (2.3-air-3)."""
    return [area for area in held_airfields(state) if area != origin]


def fly(table: Table[NorwayState], action: Fly) -> None:
    origin, target = board.INDEX[action.origin], board.INDEX[action.target]
    use(table, TRANSPORT)
    step = FlightAnswer(origin, target, action.count)
    table.tell(flight_text("norway.event.takes-off", step), "2.3-air-3", (action.origin, action.target))
    table.push(step)


def flight_text(key: str, step: FlightAnswer) -> Text:
    """How many battalions fly from where to where: all of it lies open."""
    return say(key, n=step.count, origin=area_name(step.origin), target=area_name(step.target))


class FlightAnswerRules(StepRules[NorwayState, FlightAnswer]):
    asks = True

    def alive(self, state: NorwayState, step: FlightAnswer) -> bool:
        """The battalions and the airfield are still there, whatever an umpire has changed meanwhile."""
        return free_to_move(state, step.origin) >= step.count and step.target in held_airfields(state)

    def decisions(self, state: NorwayState, step: FlightAnswer) -> Sequence[Decision[Any]]:
        prompt = flight_text("norway.prompt.stop-flight", step)
        return fighter_window(state, "stop-flight", step.target, Single(StopFlight()), prompt)

    @rule("2.3-air-3")
    def proceed(self, table: Table[NorwayState], step: FlightAnswer) -> None:
        """The battalions arrive; it is their move (2.3-air-3, R34)."""
        leave(table.state, step.origin, step.count)
        enter(table, step.origin, step.target, step.count, "flight")

    @rule("4.1b-cards", "2.4-symbols-3", "4-5")
    def answer(self, table: Table[NorwayState], step: FlightAnswer, role: str, action: Any) -> None:
        """Fighter stops the flight: the battalions stay where they are and have not moved (4.1b-cards, R36)."""
        if not isinstance(action, StopFlight):
            self.proceed(table, step)
            return
        use(table, FIGHTER)
        tell_card(table, FIGHTER, "4.1b-cards", step.target)
        places = (board.AREAS[step.origin], board.AREAS[step.target])
        table.tell(flight_text("norway.event.flight-stopped", step), "4.1b-cards", places)


@rule("4.1b-cards", "6.1-carrier", "5.2-2")
def fighter_window(
    state: NorwayState, kind: str, area: int, space: Space[Any], prompt: Text
) -> Sequence[Decision[Any]]:
    """The Allies may answer with Fighters. The window opens whatever they hold, if they could hold one.

    In the advanced game Fighters need a carrier beside the area where the aircraft come down (6.1-carrier, R58, R80);
    the window opens if one might lie there.
    """
    if not could_hold(state, ALLIES, (FIGHTER,)):
        return ()
    lacking = ""
    if state.sea is not None:
        if not needs.might_hold(state, FIGHTER, area):
            return ()
        lacking = needs.unmet(state, FIGHTER, area)
    branches: dict[str, Space[Any]] = {kind: space} if holds(state, FIGHTER) and not lacking else {}
    branches["pass"] = Single(Pass())
    kinds: dict[type, str] = {Divert: "divert", StopFlight: "stop-flight", Pass: "pass"}

    def closed(other: str) -> Illegal:
        if other != kind:
            return not_now(other)
        if lacking and holds(state, FIGHTER):
            return needs.refusal(lacking, FIGHTER, area)
        return no_card(FIGHTER, "4.1b-cards")

    waiting = say("norway.wait.answer", country=country_name(ALLIES))
    answers = OneOf(branches, kinds, closed, kind_name)
    role = ROLES[ALLIES]
    return (Decision(decision_id(state, role), role, prompt, "4.1b-cards", answers, waiting, reaction=True),)


#: how each kind of action with these cards is carried out
CARRY_OUT: dict[type, Any] = {Drop: drop, Fly: fly}
