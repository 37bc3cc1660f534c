"""Norwegian resistance at the landing, and Bluff and threats in the land battles after it (7.2-resist, 7.2b)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules
from feltherre.core.chance import Ruling
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass
from feltherre.games.norway.april.actions import BluffAndThreaten
from feltherre.games.norway.april.steps import (
    Bluff,
    BluffDie,
    BluffRuled,
    CitiesResist,
    Resistance,
    ResistanceRuled,
)
from feltherre.games.norway.april.windows import play_window
from feltherre.games.norway.battle import InBattle, defending_countries, fought
from feltherre.games.norway.hands import card_name, use
from feltherre.games.norway.marches import tell_card
from feltherre.games.norway.procedures.nine_april import (
    BluffSituation,
    ResistanceSituation,
    bluff_and_threats,
    norwegian_resistance,
)
from feltherre.games.norway.sea.fleet import change, sea_of
from feltherre.games.norway.spaces import area_name
from feltherre.games.norway.state import (
    GERMANY,
    NORWAY,
    NOWHERE,
    ROLES,
    NorwayState,
    add,
    add_group,
    at,
    bring_on,
)
from feltherre.games.norway.steps import BattleOver, Withdrawal

BLUFF_CARD = cards.INDEX["apr-ger-bluff"]


class CitiesResistRules(StepRules[NorwayState, CitiesResist]):
    @rule("7.2-resist-1", "7.2-resist-2")
    def proceed(self, table: Table[NorwayState], step: CitiesResist) -> None:
        """One throw for each point city where battalions came ashore from ships, none elsewhere (7.2-resist-1,
        7.2-resist-2, R27)."""
        landed = dict(sea_of(table.state).landed)
        table.push(*(Resistance(city) for city in board.POINT_CITY if landed.get(city)))


class ResistanceRules(Adjudication[NorwayState, Resistance]):
    """Norway's die, by the procedure norwegian-resistance."""

    def procedure(self, state: NorwayState) -> Any:
        return norwegian_resistance

    def assessment(self, state: NorwayState, step: Resistance) -> Any:
        landed = dict(sea_of(state).landed)
        return norwegian_resistance.assess(
            ResistanceSituation(point_city=True, battalions_landed=landed.get(step.city, 0))
        )

    def effects(self, step: Resistance, ruling: Ruling) -> Step:
        return ResistanceRuled(step.city, ruling)

    def thrower(self, state: NorwayState, step: Resistance, purpose: str) -> str:
        return ROLES[NORWAY]


class ResistanceRuledRules(StepRules[NorwayState, ResistanceRuled]):
    @rule("7.2-resist-1")
    def proceed(self, table: Table[NorwayState], step: ResistanceRuled) -> None:
        """A new Norwegian battalion stands in the city, and all Germans there have to attack it (7.2-resist-1)."""
        state, city = table.state, step.city
        raised = max(0, int(step.ruling.outputs["new_norwegian_battalions"]))
        key = "norway.event.resists" if raised else "norway.event.no-resistance"
        table.tell(say(key, city=area_name(city)), "7.2-resist-1", (board.AREAS[city],), step.ruling)
        if not raised:
            return
        bring_on(state, NORWAY, city, raised)
        change(state, mobilised=tuple(sorted((*sea_of(state).mobilised, city))))
        attack_from_within(state, city)


def attack_from_within(state: NorwayState, city: int) -> None:
    """Germans who have taken a city that rises against them fight for it as they came, from the sea or the air."""
    resting = at(state, GERMANY, city)
    by_sea = min(resting, dict(sea_of(state).landed).get(city, 0))
    if resting:
        add(state, GERMANY, city, -resting)
    if by_sea:
        add_group(state, NOWHERE, city, "sea", by_sea)
    if resting > by_sea:
        add_group(state, NOWHERE, city, "air", resting - by_sea)


# Bluff and threats


class BluffRules(InBattle, StepRules[NorwayState, Bluff]):
    asks = True

    @rule("7.2b-bluff", "7.2b-1")
    def decisions(self, state: NorwayState, step: Bluff) -> Sequence[Decision[Any]]:
        """Before other cards and dice Germany may bluff Norwegian defenders out of the area (7.2b-bluff, R30)."""
        if defending_countries(state) != (NORWAY,):
            return ()
        prompt = say("norway.prompt.bluff", card=card_name(BLUFF_CARD), area=area_name(fought(state).area))
        return play_window(state, GERMANY, BLUFF_CARD, "bluff", BluffAndThreaten(), "7.2b-bluff", prompt)

    def proceed(self, table: Table[NorwayState], step: Bluff) -> None:
        """Germany cannot hold the card."""

    @rule("7.2b-bluff")
    def answer(self, table: Table[NorwayState], step: Bluff, role: str, action: Any) -> None:
        """The card is used, and a die decides (7.2b-bluff)."""
        if isinstance(action, Pass):
            return
        use(table, BLUFF_CARD)
        tell_card(table, BLUFF_CARD, "7.2b-bluff", fought(table.state).area)
        table.push(BluffDie())


class BluffDieRules(InBattle, Adjudication[NorwayState, BluffDie]):
    """Germany's die, by the procedure bluff-and-threats."""

    def procedure(self, state: NorwayState) -> Any:
        return bluff_and_threats

    def assessment(self, state: NorwayState, step: BluffDie) -> Any:
        return bluff_and_threats.assess(BluffSituation())

    def effects(self, step: BluffDie, ruling: Ruling) -> Step:
        return BluffRuled(ruling)

    def thrower(self, state: NorwayState, step: BluffDie, purpose: str) -> str:
        return ROLES[GERMANY]


class BluffRuledRules(InBattle, StepRules[NorwayState, BluffRuled]):
    @rule("7.2b-bluff")
    def proceed(self, table: Table[NorwayState], step: BluffRuled) -> None:
        """The Norwegians leave without a fight, by the retreat rules; or the battle goes on (7.2b-bluff)."""
        leaves = bool(step.ruling.outputs["defender_leaves"])
        area = fought(table.state).area
        key = "norway.event.bluff-works" if leaves else "norway.event.bluff-fails"
        table.tell(say(key, area=area_name(area)), "7.2b-bluff", (board.AREAS[area],), step.ruling)
        if leaves:
            table.push(Withdrawal(attacker_wins=True), BattleOver(attacker_wins=True))


STEPS: dict[type[Step], Any] = {
    CitiesResist: CitiesResistRules(),
    Resistance: ResistanceRules(),
    ResistanceRuled: ResistanceRuledRules(),
    Bluff: BluffRules(),
    BluffDie: BluffDieRules(),
    BluffRuled: BluffRuledRules(),
}
