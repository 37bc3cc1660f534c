"""Movement on land: air range of German aircraft (2.3; at sea 5.1), Norwegian sabotage in the German turn (4.1c)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.cards import TYPES
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.battle_cards import card_name, card_text
from feltherre.games.norway.procedures.inputs import AimedGroup, Count, SeaArea, battalions, origin_of

#: the airfield that reaches a sea area on which it has no coast (5.1-air-sea)
NORTHERN_REACH = ("bardufoss", "VII")


class AirRangeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target: str
    held_airfields: tuple[str, ...]
    from_germany: tuple[str, ...]
    reach: dict[str, tuple[str, ...]]
    airfield_coasts: dict[str, tuple[SeaArea, ...]]


@procedure("air-range-check")
@rule("2.3-air-2")
def air_range_check(given: AirRangeSituation, desk: Desk) -> Outcome:
    """Whether German aircraft reach a land area, from Germany or from an airfield that they hold (2.3-air-1), or a sea
    area, from a held airfield with coast on it (5.1-air-sea). What each reaches is data of the board (2.3-air-2)."""
    held, from_germany = inputs.areas(given.held_airfields), inputs.areas(given.from_germany)
    reach = {inputs.area(airfield): inputs.areas(areas) for airfield, areas in given.reach.items()}
    coasts = {inputs.area(airfield): seas for airfield, seas in given.airfield_coasts.items()}
    number = inputs.sea_index(given.target)
    if number is not None:
        sea = board.SEAS[number]
        near = [base.text for base in held if sea in coasts.get(base, ()) or (base.id, sea) == NORTHERN_REACH]
        desk.line("air.sea" if near else "air.sea-out", "5.1-air-sea", sea=say(f"norway.sea.{sea}"), airfields=near)
        return {"in_range": bool(near)}
    target = inputs.area(given.target)
    if target in from_germany:
        desk.line("air.from-germany", "2.3-air-1", area=target.text)
        return {"in_range": True}
    near = [base.text for base in held if target in reach.get(base, ())]
    desk.line("air.reached" if near else "air.out", "2.3-air-1", area=target.text, airfields=near)
    return {"in_range": bool(near)}


#: battalions of one attacking group that a card sends back (R39), from the card data
SENDS_BACK: dict[str, int] = {
    card.name_en: function.battalions for card in TYPES for function in card.functions if function.op == "send-back"
}


@rule("4.1c-1", "4.1c-2", "4.1c-3")
def sent_back(limit: int, attackers: int, engineer_company: bool) -> int:
    """Attackers of one group that go back where they came from; an Engineer company prevents it (4.1c-2, 4.1c-3)."""
    return 0 if engineer_company else min(limit, attackers)


class SabotageSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attack_groups: tuple[AimedGroup, ...]
    card: str
    target_from: str
    target_to: str
    norwegian_battalions_in_target: Count
    engineer_company: bool


@procedure("sabotage")
def sabotage(given: SabotageSituation, desk: Desk) -> Outcome:
    """Attackers by land whom a sabotage card sends back (4.1c-1 to 4.1c-3, R39)."""
    card = card_name(given.card)
    desk.refuse_if(card not in SENDS_BACK, "sabotage-card", "4.1c-1", card=card_text(card))
    origin, target = inputs.area(given.target_from), inputs.area(given.target_to)
    groups = [
        structs.replace(group, origin=origin_of(group).name, to=inputs.area(group.to).name)
        for group in given.attack_groups
    ]
    places: dict[str, Text] = {"origin": origin.text, "target": target.text}
    there = [group for group in groups if (group.origin, group.to) == (origin.name, target.name)]
    desk.refuse_if(not there, "no-group", "4.1c-2", **places)
    by_land = [group for group in there if group.mode == "land"]
    desk.refuse_if(not by_land, "group-not-by-land", "4.1c-2", **places)
    desk.refuse_if(given.norwegian_battalions_in_target == 0, "no-norwegians", "4.1c-1", area=target.text)
    attackers = sum(group.battalions for group in by_land)
    back = sent_back(SENDS_BACK[card], attackers, given.engineer_company)
    left = attackers - back
    desk.line("sabotage.play", "4.1c-1", card=card_text(card), battalions=battalions(attackers), **places)
    if given.engineer_company:
        desk.line("sabotage.engineers", "4.1c-3", 0, card=card_text(card))
    else:
        desk.line("sabotage.back", "4.1c-2", back, n=back, **places)
        desk.line_if(left > 0, "sabotage.rest", "4.1c-2", left, n=left, **places)
    return {"sent_back": back, "remaining_groups": _remaining(groups, by_land, back)}


def _remaining(groups: Sequence[AimedGroup], sabotaged: Sequence[AimedGroup], back: int) -> list[dict[str, Any]]:
    """The groups with the numbers left when so many of the sabotaged ones have gone back, empty ones dropped."""
    found = []
    for group in groups:
        gone = min(back, group.battalions) if group in sabotaged else 0
        back -= gone
        if group.battalions > gone:
            left = group.battalions - gone
            found.append({"from": group.origin, "to": group.to, "mode": group.mode, "battalions": left})
    return found
