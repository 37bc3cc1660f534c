"""Phase 3, reinforcement: the first Allies, the exchange of cards, placement, and the boats that wait (3-6, 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Part, Partial, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Counts, FirstLanding, Pass, Reinforce, Torpedo
from feltherre.games.norway.hands import could_hold, country_name, holds, use
from feltherre.games.norway.movement import tell_card
from feltherre.games.norway.placement import STOP, ExchangeSpace, exchange
from feltherre.games.norway.procedures.reinforcement import ConvoyAttack, ConvoySituation
from feltherre.games.norway.procedures.reinforcement import Placed as PlacedInput
from feltherre.games.norway.sabotage import PairSpace
from feltherre.games.norway.spaces import AreaSpace, area_label, area_name, kind_name, no_card
from feltherre.games.norway.state import (
    ALLIES,
    GERMANY,
    NORWAY,
    ROLES,
    NorwayState,
    Placed,
    bring_on,
    enemy_held,
    held_airfields,
    take_off,
)
from feltherre.games.norway.steps import ConvoyAnswer, ConvoyDie, ConvoyRuled, Exchange, FirstAllies
from feltherre.games.norway.victory import check_destruction

TRANSPORT = cards.INDEX["ger-transport-plane"]
#: country that places by sea -> the country and card that may strike it (4.3-cards, R41)
BOATS = {ALLIES: (GERMANY, cards.INDEX["ger-u-boat"]), GERMANY: (ALLIES, cards.INDEX["all-submarine"])}
CONVOY_ATTACK = ConvoyAttack()

Way = Literal["land", "sea", "air"]

#: no Transport plane in this exchange
NO_PLANE = "-"


@rule("4.3-ger-1")
def free_battalions(country: int) -> int:
    """Germany gets one battalion each turn that costs no card (4.3-ger-1)."""
    return 1 if country == GERMANY else 0


def placement_areas(state: NorwayState, country: int) -> tuple[int, ...]:
    """Where a country may place reinforcements now; never with enemies (R18)."""
    return PLACEMENT[country](state)


@rule("4.3-ger-2")
def german_areas(state: NorwayState) -> tuple[int, ...]:
    """Germany: land areas with coastline on I and II (4.3-ger-2)."""
    return tuple(area for area in board.GERMAN_COAST if not enemy_held(state, GERMANY, area))


@rule("4.3-nor-1", "2.3-point-2")
def norwegian_areas(state: NorwayState) -> tuple[int, ...]:
    """Norway: mobilisation points and point cities without Germans (4.3-nor-1)."""
    return tuple(area for area in board.NORWEGIAN_PLACES if not enemy_held(state, NORWAY, area))


@rule("4.3-all-1", "4.3-all-2", "2.3-fjord-3")
def allied_areas(state: NorwayState) -> tuple[int, ...]:
    """The Allies: the coast of III to VII, nothing that borders I or II; a fjord is coast (4.3-all-1, 4.3-all-2)."""
    return tuple(area for area in board.ALLIED_COAST if not enemy_held(state, ALLIES, area))


PLACEMENT = (german_areas, norwegian_areas, allied_areas)


# the first six Allied battalions


class FirstAlliesRules(StepRules[NorwayState, FirstAllies]):
    asks = True

    def alive(self, state: NorwayState, step: FirstAllies) -> bool:
        return not state.first_allies_landed

    @rule("3-6")
    def decisions(self, state: NorwayState, step: FirstAllies) -> Sequence[Decision[Any]]:
        """In their first reinforcement phase the Allies get six battalions on the coast of III to VII (3-6)."""
        pairs = first_landings(state)
        if not pairs:
            return ()
        role = ROLES[ALLIES]
        space = PairSpace(pairs, FirstLanding, Illegal(say("norway.illegal.first-landing"), "3-7"))
        prompt = say("norway.prompt.first-landing")
        waiting = say("norway.wait.place", country=country_name(ALLIES))
        return (Decision(decision_id(state, role), role, prompt, "3-6", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: FirstAllies) -> None:
        """No two such areas are left: the battalions do not come."""
        table.state.first_allies_landed = True

    @rule("3-6", "3-8")
    def answer(self, table: Table[NorwayState], step: FirstAllies, role: str, action: FirstLanding) -> None:
        """They enter as reinforcements, after movement and combat (3-8)."""
        table.state.first_allies_landed = True
        for area in (action.first, action.second):
            place(table, ALLIES, board.INDEX[area], board.first_allies().per_group, "sea")


@rule("3-7")
def first_landings(state: NorwayState) -> list[tuple[int, int]]:
    """Two groups of three, in two areas that do not border each other (3-7)."""
    areas = allied_areas(state)
    return [(a, b) for a in areas for b in areas if a < b and b not in board.NEIGHBOURS[a]]


# the exchange of cards


class ReinforceSpace(ExchangeSpace):
    """Cards, then (Germany, with a Transport plane left) an airfield or none, then an area for each battalion."""

    def __init__(self, state: NorwayState, country: int) -> None:
        super().__init__(state, country, free=free_battalions(country))
        self.open_areas = placement_areas(state, country)

    def areas(self) -> Sequence[int]:
        return self.open_areas

    @rule("4.3-nor-2")
    def one_each(self) -> bool:
        """Norway places at most one battalion in an area (4.3-nor-2)."""
        return self.country == NORWAY

    def options(self, partial: Partial) -> Sequence[Part]:
        if STOP not in partial:
            return self._card_options(partial)
        at = partial.index(STOP)
        chosen, rest = partial[:at], partial[at + 1 :]
        number = self._number(chosen)
        if self._may_fly(chosen):
            if not rest:
                return [NO_PLANE, *(board.AREAS[area] for area in held_airfields(self.state))]
            number -= rest[0] != NO_PLANE
            rest = rest[1:]
        return self._area_options(number, rest)

    @rule("4.3-ger-transport", "2.3-air-3")
    def _may_fly(self, chosen: Partial) -> bool:
        """Transport plane: the free battalion may stand on an airfield that Germany holds (4.3-ger-transport)."""
        return (
            self.country == GERMANY
            and self._available(chosen).get(TRANSPORT, 0) > 0
            and bool(held_airfields(self.state))
        )

    def build(self, partial: Partial) -> Reinforce:
        at = partial.index(STOP)
        chosen, rest = partial[:at], partial[at + 1 :]
        airfield = ""
        if self._may_fly(chosen):
            airfield, rest = ("" if rest[0] == NO_PLANE else str(rest[0])), rest[1:]
        placements = tuple((str(area), len(list(run))) for area, run in groupby(rest))
        return Reinforce(tuple(str(part) for part in chosen), placements, airfield)

    def parts(self, action: Reinforce) -> Partial:
        path = super().parts(action)
        at = path.index(STOP)
        if not self._may_fly_at_all(path[:at]):
            if action.airfield:
                raise no_card(TRANSPORT, "4.3-ger-transport")
            return path
        return (*path[: at + 1], action.airfield or NO_PLANE, *path[at + 1 :])

    def _may_fly_at_all(self, chosen: Partial) -> bool:
        """Like _may_fly, for cards that may not even be in the hand."""
        try:
            return self._may_fly(chosen)
        except KeyError:
            return False

    def why_not(self, partial: Partial, part: Part) -> Illegal:
        if STOP in partial and partial[-1] == STOP and self._may_fly(partial[: partial.index(STOP)]):
            return Illegal(say("norway.illegal.no-held-airfield", area=area_label(str(part))), "4.3-ger-transport")
        return super().why_not(partial, part)

    def refuse_area(self, area_id: str) -> Illegal:
        rule_id = ("4.3-ger-2", "4.3-nor-1", "4.3-all-1")[self.country]
        who = country_name(self.country)
        return Illegal(say("norway.illegal.placement", country=who, area=area_label(area_id)), rule_id)

    def action(self, chosen: tuple[str, ...], placements: Counts) -> Reinforce:
        return Reinforce(chosen, placements)

    def label(self, partial: Partial, part: Part) -> Text:
        return say("norway.no-plane") if part == NO_PLANE else super().label(partial, part)


class ExchangeRules(StepRules[NorwayState, Exchange]):
    asks = True

    @rule("4.3-1", "4.3-cards")
    def decisions(self, state: NorwayState, step: Exchange) -> Sequence[Decision[Any]]:
        """A player may exchange cards of his hand for battalions; everyone sees when he has nothing to do (4.3-1)."""
        country = state.country
        if not state.hand_size[country] and not (free_battalions(country) and placement_areas(state, country)):
            return ()
        role = ROLES[country]
        prompt = say("norway.prompt.reinforce", country=country_name(country), n=free_battalions(country))
        waiting = say("norway.wait.place", country=country_name(country))
        return (Decision(decision_id(state, role), role, prompt, "4.3-1", ReinforceSpace(state, country), waiting),)

    def proceed(self, table: Table[NorwayState], step: Exchange) -> None:
        """No cards and no free battalion."""

    @rule("4.3-1", "4.3-2", "4.3-ger-transport")
    def answer(self, table: Table[NorwayState], step: Exchange, role: str, action: Reinforce) -> None:
        """The cards are used up, their functions ignored, and the battalions placed (4.3-1, 4.3-2)."""
        country = table.state.country
        exchange(table, country, action.cards)
        if action.airfield:
            airfield = board.INDEX[action.airfield]
            use(table, TRANSPORT)
            tell_card(table, TRANSPORT, "4.3-ger-transport", airfield)
            place(table, country, airfield, free_battalions(country), "air")
        for area, count in action.placements:
            place(table, country, board.INDEX[area], count, "land" if country == NORWAY else "sea")


def place(
    table: Table[NorwayState], country: int, area: int, battalions: int, by: Literal["land", "sea", "air"]
) -> None:
    state = table.state
    bring_on(state, country, area, battalions)
    for i, placed in enumerate(state.placed):
        if (placed.area, placed.by) == (area, by):
            state.placed[i] = Placed(area, placed.battalions + battalions, by)
            break
    else:
        state.placed.append(Placed(area, battalions, by))
    who = country_name(country)
    table.tell(
        say("norway.event.places", country=who, n=battalions, area=area_name(area)), "4.3-1", (board.AREAS[area],)
    )


# U-boat and Submarine


class ConvoyAnswerRules(StepRules[NorwayState, ConvoyAnswer]):
    asks = True

    @rule("4.3-cards", "2.4-symbols-3")
    def decisions(self, state: NorwayState, step: ConvoyAnswer) -> Sequence[Decision[Any]]:
        """After battalions were placed by sea a U-boat or Submarine may strike, one in a phase (4.3-cards, R41)."""
        by_sea = [placed.area for placed in state.placed if placed.by == "sea"]
        if state.country not in BOATS or not by_sea or state.convoy_attacked:
            return ()
        country, card = BOATS[state.country]
        if not could_hold(state, country, (card,)):
            return ()
        branches: dict[str, Space[Any]] = {}
        if holds(state, card):
            branches["torpedo"] = AreaSpace(
                sorted(by_sea),
                Torpedo,
                lambda area: Illegal(say("norway.illegal.no-convoy", area=area_label(area)), "4.3-cards"),
            )
        branches["pass"] = Single(Pass())
        kinds: dict[type, str] = {Torpedo: "torpedo", Pass: "pass"}
        space = OneOf(branches, kinds, lambda kind: no_card(card, "4.3-cards"), kind_name)
        prompt = say("norway.prompt.torpedo", country=country_name(state.country))
        waiting = say("norway.wait.answer", country=country_name(country))
        role = ROLES[country]
        return (Decision(decision_id(state, role), role, prompt, "4.3-cards", space, waiting, reaction=True),)

    def proceed(self, table: Table[NorwayState], step: ConvoyAnswer) -> None:
        """Nothing came by sea, or nobody could hold the card."""

    def answer(self, table: Table[NorwayState], step: ConvoyAnswer, role: str, action: Any) -> None:
        if isinstance(action, Pass):
            return
        area = board.INDEX[action.area]
        _, card = BOATS[table.state.country]
        table.state.convoy_attacked = True
        use(table, card)
        tell_card(table, card, "4.3-cards", area)
        table.push(ConvoyDie(area))


class ConvoyDieRules(Adjudication[NorwayState, ConvoyDie]):
    """One die, by the procedure convoy-attack."""

    def procedure(self, state: NorwayState) -> Any:
        return CONVOY_ATTACK

    def assessment(self, state: NorwayState, step: ConvoyDie) -> Any:
        country, card = BOATS[state.country]
        placed = tuple(PlacedInput(board.AREAS[p.area], p.battalions, p.by) for p in state.placed if p.by != "land")
        return CONVOY_ATTACK.assess(
            ConvoySituation(
                card=cards.TYPES[card].name_en,
                player=ROLES[country],
                placing_country=ROLES[state.country],
                placed=placed,
                chosen_area=board.AREAS[step.area],
            )
        )

    def effects(self, step: ConvoyDie, ruling: Ruling) -> Step:
        return ConvoyRuled(step.area, ruling)

    def thrower(self, state: NorwayState, step: ConvoyDie, purpose: str) -> str:
        return ROLES[BOATS[state.country][0]]


class ConvoyRuledRules(StepRules[NorwayState, ConvoyRuled]):
    @rule("4.3-cards")
    def proceed(self, table: Table[NorwayState], step: ConvoyRuled) -> None:
        """On 4 to 6 one of the battalions placed by sea is removed (R41)."""
        state = table.state
        lost = step.ruling.outputs["battalions_removed"]
        take_off(state, state.country, step.area, lost)
        key = "norway.event.convoy-struck" if lost else "norway.event.convoy-missed"
        table.tell(say(key, area=area_name(step.area), n=lost), "4.3-cards", (board.AREAS[step.area],), step.ruling)
        check_destruction(table)
