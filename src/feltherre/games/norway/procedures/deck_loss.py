"""Cards that a country loses from its deck: with ships sunk (8.2), to raiders (7.2) and to the telegraph line (5.1)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from feltherre.core.chance import Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, procedure
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


@procedure("deck-loss")
def deck_loss(given: LossSituation, desk: Desk) -> Outcome:
    """The cards that a country loses, and what follows when its deck is used up (8.2-seq-6-loss, R20, R26)."""
    found = lose_cards(given.country, given.face_down, given.loss)
    if given.country == "norway":
        desk.line("loss.norway", "8.2-seq-6-loss", 0)
    else:
        who, lost = names.country(given.country), found.lost
        desk.line("loss.cards", "8.2-seq-6-loss", lost, country=who, n=lost, left=found.face_down_left)
        desk.line_if(lost < given.loss, "loss.too-few", "8.2-seq-6-loss", country=who, n=given.loss)
        desk.line_if(found.event != "none", f"loss.{found.event}", WHEN_USED_UP[given.country][1])
    return {"face_down_left": found.face_down_left, "event": found.event}
