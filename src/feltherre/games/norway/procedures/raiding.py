"""Raiding (7.2): which German ships may go, what they cost the Allies, and what brings them back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct, field

from feltherre.core.chance import Line
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure
from feltherre.core.text import say
from feltherre.games.norway.procedures.inputs import Count, SeaArea
from feltherre.games.norway.procedures.ships import RAIDING_SEAS, class_text

#: cards that each raiding ship costs the Allies (7.2-raiding-2); no other class raids (7.2-raiding-1)
RAID_COST: dict[str, int] = {"battleship": 2, "heavy-cruiser": 1}
#: symbols that call all raiding ships back (7.2-raiding-3)
RECALL_PRICE = 6

AnyClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor", "coast-defence", "decoy"]


@rule("7.2-raiding-1")
def may_raid(ship_class: str, sea_area: str) -> bool:
    """Whether a German ship may raid: a battleship or heavy cruiser in VI, VII or VIII (7.2-raiding-1)."""
    return ship_class in RAID_COST and sea_area in RAIDING_SEAS


@rule("7.2-raiding-2")
def raid_cost(classes: Iterable[str]) -> int:
    """Cards the Allies lose to these raiders (7.2-raiding-2)."""
    return sum(RAID_COST[ship_class] for ship_class in classes)


@rule("7.2-raiding-3")
def recalls(symbols: int) -> bool:
    """Whether the symbols exchanged in one German phase 1 call the raiding ships back, all together (R52)."""
    return symbols >= RECALL_PRICE


class Raider(Struct, frozen=True, forbid_unknown_fields=True):
    ship_class: AnyClass = field(name="class")
    sea_area: SeaArea


class RaidSituation(Struct, frozen=True, forbid_unknown_fields=True):
    raiders: tuple[Raider, ...]


class RaidAssessment(Assessment, frozen=True, kw_only=True):
    raiders: tuple[Raider, ...]
    legal: bool
    allied_cards_lost: int


class Raid(CertainProcedure[RaidSituation, RaidAssessment]):
    name = "raid"
    situation = RaidSituation
    outputs = ("legal", "allied_cards_lost")

    def assess(self, situation: RaidSituation) -> RaidAssessment:
        raiders = situation.raiders
        legal = all(may_raid(raider.ship_class, raider.sea_area) for raider in raiders)
        lost = raid_cost(raider.ship_class for raider in raiders) if legal else 0
        return RaidAssessment(raiders=raiders, legal=legal, allied_cards_lost=lost)

    def lines(self, assessment: RaidAssessment) -> list[Line]:
        a = assessment
        if not a.raiders:
            return [Line(say("norway.ruling.raid.nobody"), "7.2-raiding-1", 0)]
        told = [_raider_line(raider) for raider in a.raiders]
        if not a.legal:
            return [*told, Line(say("norway.ruling.raid.not-legal"), "7.2-raiding-1", 0)]
        return [
            *told,
            Line(say("norway.ruling.raid.total", n=a.allied_cards_lost), "7.2-raiding-2", a.allied_cards_lost),
        ]


def _raider_line(raider: Raider) -> Line:
    ship, sea = class_text(raider.ship_class), say(f"norway.sea.{raider.sea_area}")
    if raider.ship_class not in RAID_COST:
        return Line(say("norway.ruling.raid.class", ship=ship), "7.2-raiding-1")
    if raider.sea_area not in RAIDING_SEAS:
        return Line(say("norway.ruling.raid.sea", ship=ship, sea=sea), "7.2-raiding-1")
    cost = RAID_COST[raider.ship_class]
    return Line(say("norway.ruling.raid.ship", ship=ship, sea=sea, n=cost), "7.2-raiding-2", cost)


class RecallSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[Count, ...]


class RecallAssessment(Assessment, frozen=True, kw_only=True):
    symbols: int
    recalled: bool


class RaidRecall(CertainProcedure[RecallSituation, RecallAssessment]):
    name = "raid-recall"
    situation = RecallSituation
    outputs = ("recalled",)

    def assess(self, situation: RecallSituation) -> RecallAssessment:
        symbols = sum(situation.symbols)
        return RecallAssessment(symbols=symbols, recalled=recalls(symbols))

    def lines(self, assessment: RecallAssessment) -> list[Line]:
        a = assessment
        symbols = say("norway.count.symbols", n=a.symbols)
        if not a.recalled:
            return [Line(say("norway.ruling.recall.too-few", symbols=symbols, price=RECALL_PRICE), "7.2-raiding-3")]
        told = [Line(say("norway.ruling.recall.recalled", symbols=symbols), "7.2-raiding-3")]
        over = a.symbols - RECALL_PRICE
        return [*told, Line(say("norway.ruling.recall.wasted", n=over), "7.2-raiding-3", over)] if over else told
