"""Reinforcements (4.3): what the cards buy, and the boats that strike at convoys."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct, structs

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.norway.advanced_cards import nine_april_cards
from feltherre.games.norway.cards import PLAY_TYPES
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.battle_table import card_name, card_text
from feltherre.games.norway.procedures.inputs import COUNTRIES, Count, Country, battalions

#: table 4.3: symbols a battalion costs
PRICE = 3

#: cards that strike at convoys: (name, owner, in the nine-April round) -> dice that sink a transport (R41)
CONVOY_CARDS: dict[tuple[str, Country, bool], tuple[int, ...]] = {
    (card.name_en, COUNTRIES[card.country], nine_april): function.success
    for cards, nine_april in ((PLAY_TYPES, False), (nine_april_cards(), True))
    for card in cards
    for function in card.functions
    if function.op == "lose-reinforcement"
}
#: whose sea-borne reinforcements each card acts against (R41)
CONVOY_OF: dict[str, Country] = {"U-boat": "allies", "Submarine": "germany"}
#: battalions lost with a transport (R41)
CONVOY_LOSS = 1


class Purchase(Struct, frozen=True):
    bought: int
    total: int
    symbols_wasted: int


@rule("4.3-1", "4.3-2")
def purchase(symbols: int, free_battalions: int = 0) -> Purchase:
    """Battalions for the added symbols of all cards exchanged; what is left over is lost (4.3-1, 4.3-2, table 4.3)."""
    bought, wasted = divmod(symbols, PRICE)
    return Purchase(bought, bought + free_battalions, wasted)


@rule("4.3-cards", "7.3-cards")
def convoy_attack_allowed(card: str, player: Country, placing_country: Country, nine_april: bool = False) -> bool:
    """Whether this country may use this card on the reinforcements of that one (4.3-cards, 7.3-cards, R41)."""
    return (card, player, nine_april) in CONVOY_CARDS and CONVOY_OF[card] == placing_country


@rule("4.3-cards", "7.3-cards")
def convoy_struck(die: int, card: str, player: Country, nine_april: bool = False) -> bool:
    """Whether the boat sinks a transport (4.3-cards, R41)."""
    return die in CONVOY_CARDS[card, player, nine_april]


class PurchaseSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[Count, ...]
    free_battalions: Count


class PurchaseAssessment(Assessment, frozen=True, kw_only=True):
    symbols: tuple[int, ...]
    free_battalions: int
    bought: int
    total: int
    symbols_wasted: int


class ReinforcementPurchase(CertainProcedure[PurchaseSituation, PurchaseAssessment]):
    name = "reinforcement-purchase"
    situation = PurchaseSituation
    outputs = ("bought", "total", "symbols_wasted")

    def assess(self, situation: PurchaseSituation) -> PurchaseAssessment:
        found = purchase(sum(situation.symbols), situation.free_battalions)
        return PurchaseAssessment(
            symbols=situation.symbols,
            free_battalions=situation.free_battalions,
            bought=found.bought,
            total=found.total,
            symbols_wasted=found.symbols_wasted,
        )

    def lines(self, assessment: PurchaseAssessment) -> list[Line]:
        a = assessment
        told = []
        if a.symbols:
            symbols = say("norway.count.symbols", n=sum(a.symbols))
            told.append(
                Line(
                    say("norway.ruling.purchase.bought", symbols=symbols, battalions=battalions(a.bought)),
                    "4.3-2",
                    a.bought,
                )
            )
        else:
            told.append(Line(say("norway.ruling.purchase.nothing"), "4.3-1", 0))
        if a.symbols_wasted:
            told.append(Line(say("norway.ruling.purchase.wasted", n=a.symbols_wasted), "4.3-2", a.symbols_wasted))
        if a.free_battalions:
            number = "3-6" if a.free_battalions > 1 else "4.3-ger-1"
            told.append(Line(say("norway.ruling.purchase.free", n=a.free_battalions), number, a.free_battalions))
        return [*told, Line(say("norway.ruling.purchase.total", n=a.total), "4.3-1", a.total)]


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    battalions: Count
    by: Literal["sea", "air"]


class ConvoySituation(Struct, frozen=True, forbid_unknown_fields=True):
    card: str
    player: Country
    placing_country: Country
    placed: tuple[Placed, ...]
    chosen_area: str
    nine_april: bool = False
    cards_played_before: Count = 0


class ConvoyAssessment(Assessment, frozen=True, kw_only=True):
    card: str
    player: Country
    nine_april: bool
    area: names.Place
    #: what was placed, with display names, and which entry is struck
    placed: tuple[Placed, ...]
    struck: int


class ConvoyAttack(Procedure[ConvoySituation, ConvoyAssessment]):
    name = "convoy-attack"
    situation = ConvoySituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int}

    def assess(self, situation: ConvoySituation) -> ConvoyAssessment:
        card = card_name(situation.card)
        _check_card(card, situation)
        area = names.area(situation.chosen_area)
        placed = tuple(structs.replace(entry, area=names.area(entry.area).name) for entry in situation.placed)
        by_sea = [i for i, entry in enumerate(placed) if entry.by == "sea" and entry.battalions > 0]
        if not by_sea:
            raise refuse("norway.refuse.nothing-by-sea", "4.3-cards", card=card_text(card))
        struck = next((i for i in by_sea if placed[i].area == area.name), None)
        if struck is None:
            raise refuse("norway.refuse.not-placed-by-sea", "4.3-cards", area=area.text)
        return ConvoyAssessment(
            card=card,
            player=situation.player,
            nine_april=situation.nine_april,
            area=area,
            placed=placed,
            struck=struck,
            will_throw=(Planned("die", 1, "4.3-cards"),),
        )

    def resolve(self, assessment: ConvoyAssessment, chance: Chance) -> Ruling:
        die = chance.throw(1, "die", "4.3-cards")

        def success() -> bool:
            return _strikes(assessment, die.values[0])

        outputs = {
            "success": success,
            "battalions_removed": lambda: CONVOY_LOSS if success() else 0,
            "remaining": lambda: _remaining(assessment, success()),
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(assessment, die.values[0]))

    def explain(self, assessment: ConvoyAssessment, die: int) -> list[Line]:
        a = assessment
        struck = _strikes(a, die)
        key = "norway.ruling.convoy.struck" if struck else "norway.ruling.convoy.missed"
        told = [
            Line(
                say(
                    "norway.ruling.convoy.play",
                    country=names.country(a.player),
                    card=card_text(a.card),
                    area=a.area.text,
                ),
                "4.3-cards",
            ),
            Line(say(key, die=die, area=a.area.text, n=CONVOY_LOSS), "4.3-cards", die),
        ]
        return [*told, Line(say("norway.ruling.convoy.victory"), "1.3-5")] if struck else told


def _strikes(assessment: ConvoyAssessment, die: int) -> bool:
    return convoy_struck(die, assessment.card, assessment.player, assessment.nine_april)


def _check_card(card: str, situation: ConvoySituation) -> None:
    player, placing = names.country(situation.player), names.country(situation.placing_country)
    if card not in CONVOY_OF:
        raise refuse("norway.refuse.convoy-card", "4.3-cards", card=card_text(card))
    if not convoy_attack_allowed(card, situation.player, situation.placing_country, situation.nine_april):
        number = "7.3-cards" if situation.nine_april else "4.3-cards"
        raise refuse("norway.refuse.convoy", number, card=card_text(card), player=player, placing=placing)
    if situation.cards_played_before:
        raise refuse("norway.refuse.convoy-again", "4.3-cards", player=player)


def _remaining(assessment: ConvoyAssessment, success: bool) -> list[dict[str, Any]]:
    """What is left of the battalions placed, in the order given, empty entries dropped."""
    left = []
    for i, entry in enumerate(assessment.placed):
        lost = CONVOY_LOSS if success and i == assessment.struck else 0
        if entry.battalions > lost:
            left.append({"area": entry.area, "battalions": entry.battalions - lost, "by": entry.by})
    return left
