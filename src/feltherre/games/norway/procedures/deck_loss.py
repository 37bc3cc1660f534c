"""Cards that a country loses from its deck: with ships sunk (8.2), to raiders (7.2) and to the telegraph line (5.1)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.cards import WHEN_USED_UP, draw_cards
from feltherre.games.norway.procedures.inputs import Count, Country

LossEvent = Literal["none", "game-over", "allied-withdrawal"]


class Loss(Struct, frozen=True):
    lost: int
    face_down_left: int
    event: LossEvent


@rule("8.2-seq-6-loss", "7.2-raiding-2", "5.1-telegraph")
def lose_cards(country: Country, face_down: int, loss: int) -> Loss:
    """Cards go from the top face up to the bottom, as far as there are any, and the last one leaving has the same
    consequence as if it had been drawn (R20, R26). Norway never loses cards (8.2-seq-6-loss)."""
    if country == "norway":
        return Loss(0, face_down, "none")
    drawn = draw_cards(country, face_down, 0, loss)
    assert drawn.event != "reshuffle"
    return Loss(drawn.drawn, drawn.face_down_left, drawn.event)


class LossSituation(Struct, frozen=True, forbid_unknown_fields=True):
    country: Country
    face_down: Count
    loss: Count


class LossAssessment(Assessment, frozen=True, kw_only=True):
    situation: LossSituation
    lost: int
    face_down_left: int
    event: LossEvent


class DeckLoss(CertainProcedure[LossSituation, LossAssessment]):
    name = "deck-loss"
    situation = LossSituation
    outputs = ("face_down_left", "event")

    def assess(self, situation: LossSituation) -> LossAssessment:
        found = lose_cards(situation.country, situation.face_down, situation.loss)
        return LossAssessment(
            situation=situation, lost=found.lost, face_down_left=found.face_down_left, event=found.event
        )

    def lines(self, assessment: LossAssessment) -> list[Line]:
        a, given = assessment, assessment.situation
        who = names.country(given.country)
        if given.country == "norway":
            return [Line(say("norway.ruling.loss.norway"), "8.2-seq-6-loss", 0)]
        told = [
            Line(
                say("norway.ruling.loss.cards", country=who, n=a.lost, left=a.face_down_left), "8.2-seq-6-loss", a.lost
            )
        ]
        if a.lost < given.loss:
            told.append(Line(say("norway.ruling.loss.too-few", country=who, n=given.loss), "8.2-seq-6-loss"))
        if a.event != "none":
            told.append(Line(say(f"norway.ruling.loss.{a.event}"), WHEN_USED_UP[given.country][1]))
        return told
