"""The boats that wait for reinforcements by sea: U-boat and Submarine in the reinforcement phase (4.3-cards, R41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Pass, Torpedo
from feltherre.games.norway.hands import card_name, could_hold, country_name, holds, use
from feltherre.games.norway.marches import tell_card
from feltherre.games.norway.procedures.reinforcement import ConvoySituation, Placed, convoy_attack
from feltherre.games.norway.spaces import AreaSpace, area_label, area_name, kind_name, no_card
from feltherre.games.norway.state import ALLIES, GERMANY, NORWAY, ROLES, NorwayState, at, take_off
from feltherre.games.norway.steps import ConvoyAnswer, ConvoyDie, ConvoyRuled
from feltherre.games.norway.victory import check_destruction

#: country that places by sea -> the countries and their cards that may strike it (4.3-cards, R41)
BOATS = {ALLIES: {GERMANY: cards.INDEX["ger-u-boat"]}, GERMANY: {ALLIES: cards.INDEX["all-submarine"]}, NORWAY: {}}
#: the same in the nine-April round (7.3-cards)
APRIL_BOATS = {
    GERMANY: {NORWAY: cards.INDEX["apr-nor-submarine"], ALLIES: cards.INDEX["apr-all-submarine"]},
    NORWAY: {},
    ALLIES: {},
}


@rule("4.3-cards", "7.3-cards")
def hunters(state: NorwayState) -> dict[int, int]:
    """country -> its card that may strike at what the country in turn places by sea (4.3-cards, 7.3-cards, R41)."""
    return (BOATS if state.round else APRIL_BOATS)[state.country]


@rule("4.3-cards")
def sea_borne(state: NorwayState) -> list[int]:
    """Areas with battalions that came by sea in this phase, not those flown in or mobilised on land (R41)."""
    return sorted(
        placed.area for placed in state.placed if placed.by == "sea" and at(state, state.country, placed.area)
    )


class ConvoyAnswerRules(StepRules[NorwayState, ConvoyAnswer]):
    asks = True

    @rule("4.3-cards", "2.4-symbols-3", "8.3-cards")
    def decisions(self, state: NorwayState, step: ConvoyAnswer) -> Sequence[Decision[Any]]:
        """After battalions were placed by sea a U-boat or Submarine may strike, one in a phase (4.3-cards, R41)."""
        areas = sea_borne(state)
        country, card = step.country, hunters(state)[step.country]
        if not areas or not could_hold(state, country, (card,)):
            return ()
        branches: dict[str, Space[Any]] = {}
        if holds(state, card):
            branches["torpedo"] = AreaSpace(areas, Torpedo, no_convoy)
        branches["pass"] = Single(Pass())
        kinds: dict[type, str] = {Torpedo: "torpedo", Pass: "pass"}
        space = OneOf(branches, kinds, lambda kind: no_card(card, "4.3-cards"), kind_name)
        prompt = say(
            "norway.prompt.torpedo",
            country=country_name(country),
            card=card_name(card),
            enemy=country_name(state.country),
            areas=[area_name(area) for area in areas],
        )
        waiting = say("norway.wait.answer", country=country_name(country))
        role = ROLES[country]
        return (Decision(decision_id(state, role), role, prompt, "4.3-cards", space, waiting, reaction=True),)

    def proceed(self, table: Table[NorwayState], step: ConvoyAnswer) -> None:
        """Nothing came by sea, or nobody could hold the card."""

    @rule("4.3-cards")
    def answer(self, table: Table[NorwayState], step: ConvoyAnswer, role: str, action: Any) -> None:
        """The card is used on the battalions in the area that its player chooses (R41)."""
        if isinstance(action, Pass):
            return
        area = board.INDEX[action.area]
        card = hunters(table.state)[step.country]
        use(table, card)
        tell_card(table, card, "4.3-cards", area)
        table.push(ConvoyDie(step.country, area))


def no_convoy(area_id: str) -> Illegal:
    return Illegal(say("norway.illegal.no-convoy", area=area_label(area_id)), "4.3-cards")


class ConvoyDieRules(Adjudication[NorwayState, ConvoyDie]):
    """One die, by the procedure convoy-attack."""

    def alive(self, state: NorwayState, step: ConvoyDie) -> bool:
        return step.area in sea_borne(state)

    def procedure(self, state: NorwayState) -> Any:
        return convoy_attack

    def assessment(self, state: NorwayState, step: ConvoyDie) -> Any:
        country, card = step.country, hunters(state)[step.country]
        placed = tuple(Placed(board.AREAS[p.area], p.battalions, p.by) for p in state.placed if p.by != "land")
        return convoy_attack.assess(
            ConvoySituation(
                card=cards.TYPES[card].name_en,
                player=ROLES[country],
                placing_country=ROLES[state.country],
                placed=placed,
                chosen_area=board.AREAS[step.area],
                nine_april=not state.round,
            )
        )

    def effects(self, step: ConvoyDie, ruling: Ruling) -> Step:
        return ConvoyRuled(step.area, ruling)

    def thrower(self, state: NorwayState, step: ConvoyDie, purpose: str) -> str:
        return ROLES[step.country]


class ConvoyRuledRules(StepRules[NorwayState, ConvoyRuled]):
    @rule("4.3-cards")
    def proceed(self, table: Table[NorwayState], step: ConvoyRuled) -> None:
        """On 4 to 6 one of the battalions placed by sea is removed (R41)."""
        state = table.state
        # an umpire may have changed the ruling, or what stands there
        lost = max(0, min(step.ruling.outputs["battalions_removed"], at(state, state.country, step.area)))
        take_off(state, state.country, step.area, lost)
        key = "norway.event.convoy-struck" if lost else "norway.event.convoy-missed"
        text = say(key, country=country_name(state.country), area=area_name(step.area), n=lost)
        table.tell(text, "4.3-cards", (board.AREAS[step.area],), step.ruling)
        check_destruction(table)
