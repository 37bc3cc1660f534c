"""Norwegian sabotage in the German turn (4.1, phase 1c)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.norway.cards import TYPES
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.battle_table import card_name, card_text
from feltherre.games.norway.procedures.inputs import AimedGroup, Count, battalions, origin_of

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


class SabotageAssessment(Assessment, frozen=True, kw_only=True):
    card: str
    origin: names.Place
    target: names.Place
    attackers: int
    engineer_company: bool
    sent_back: int
    remaining: tuple[AimedGroup, ...]

    @property
    def remaining_groups(self) -> list[dict[str, Any]]:
        return [
            {"from": group.origin, "to": group.to, "mode": group.mode, "battalions": group.battalions}
            for group in self.remaining
        ]


class Sabotage(CertainProcedure[SabotageSituation, SabotageAssessment]):
    name = "sabotage"
    situation = SabotageSituation
    outputs = ("sent_back", "remaining_groups")

    def assess(self, situation: SabotageSituation) -> SabotageAssessment:
        card = card_name(situation.card)
        if card not in SENDS_BACK:
            raise refuse("norway.refuse.sabotage-card", "4.1c-1", card=card_text(card))
        origin, target = names.area(situation.target_from), names.area(situation.target_to)
        groups = tuple(
            structs.replace(group, origin=origin_of(group).name, to=names.area(group.to).name)
            for group in situation.attack_groups
        )
        attackers = _stoppable(groups, origin, target)
        if situation.norwegian_battalions_in_target == 0:
            raise refuse("norway.refuse.no-norwegians", "4.1c-1", area=target.text)
        back = sent_back(SENDS_BACK[card], attackers, situation.engineer_company)
        return SabotageAssessment(
            card=card,
            origin=origin,
            target=target,
            attackers=attackers,
            engineer_company=situation.engineer_company,
            sent_back=back,
            remaining=_without(groups, origin, target, back),
        )

    def lines(self, assessment: SabotageAssessment) -> list[Line]:
        a = assessment
        places: dict[str, Text] = {"origin": a.origin.text, "target": a.target.text}
        told = [
            Line(
                say(
                    "norway.ruling.sabotage.play", card=card_text(a.card), battalions=battalions(a.attackers), **places
                ),
                "4.1c-1",
            )
        ]
        if a.engineer_company:
            return [*told, Line(say("norway.ruling.sabotage.engineers", card=card_text(a.card)), "4.1c-3", 0)]
        told.append(Line(say("norway.ruling.sabotage.back", n=a.sent_back, **places), "4.1c-2", a.sent_back))
        if a.attackers > a.sent_back:
            left = a.attackers - a.sent_back
            told.append(Line(say("norway.ruling.sabotage.rest", n=left, **places), "4.1c-2", left))
        return told


def _stoppable(groups: tuple[AimedGroup, ...], origin: names.Place, target: names.Place) -> int:
    """Battalions that attack the target from the origin over a border without water, or a refusal (R39)."""
    there = [group for group in groups if (group.origin, group.to) == (origin.name, target.name)]
    if not there:
        raise refuse("norway.refuse.no-group", "4.1c-2", origin=origin.text, target=target.text)
    by_land = [group for group in there if group.mode == "land"]
    if not by_land:
        raise refuse("norway.refuse.group-not-by-land", "4.1c-2", origin=origin.text, target=target.text)
    return sum(group.battalions for group in by_land)


def _without(
    groups: tuple[AimedGroup, ...], origin: names.Place, target: names.Place, back: int
) -> tuple[AimedGroup, ...]:
    """The groups with the numbers left, empty ones dropped."""
    left = []
    for group in groups:
        if group.mode == "land" and (group.origin, group.to) == (origin.name, target.name):
            gone = min(back, group.battalions)
            back -= gone
            group = structs.replace(group, battalions=group.battalions - gone)
        if group.battalions:
            left.append(group)
    return tuple(left)
