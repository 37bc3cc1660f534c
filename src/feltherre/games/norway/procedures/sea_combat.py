"""The sea battle (8.2): cards that strike ships, fire of both sides, ships sunk and chased, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

from msgspec import Meta, Struct

from feltherre.core.chance import Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.names import fold
from feltherre.core.procedure import Assessment, Planned, Procedure, refuse
from feltherre.core.text import Text, say
from feltherre.games.norway.procedures.sea_fire import GUNS, Result, Shot, Side, Targets, strike_result, volley
from feltherre.games.norway.procedures.sea_odds import side_odds
from feltherre.games.norway.procedures.ships import COAST_DEFENCE, NamedShip, best_first, cards_lost, ship_name

#: a face of a die
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]


class StrikeSituation(Struct, frozen=True, forbid_unknown_fields=True):
    sink_on: tuple[Face, ...]
    chase_on: tuple[Face, ...]


class StrikeAssessment(Assessment, frozen=True, kw_only=True):
    sink_on: tuple[int, ...]
    chase_on: tuple[int, ...]


class ShipStrike(Procedure[StrikeSituation, StrikeAssessment]):
    name = "ship-strike"
    situation = StrikeSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int}

    def assess(self, situation: StrikeSituation) -> StrikeAssessment:
        return StrikeAssessment(
            sink_on=situation.sink_on, chase_on=situation.chase_on, will_throw=(Planned("die", 1, "8.2-seq-1"),)
        )

    def resolve(self, assessment: StrikeAssessment, chance: Chance) -> Ruling:
        die = chance.throw(1, "die", "8.2-seq-1")

        def result() -> Result:
            return strike_result(die.values[0], assessment.sink_on, assessment.chase_on)

        return chance.ruling(self.name, {"result": result}, lambda: self.explain(die.values[0], result()))

    def explain(self, die: int, result: Result) -> list[Line]:
        told = [Line(say(f"norway.ruling.strike.{result}", die=die), "8.2-seq-1", die)]
        return told if result == "none" else [*told, Line(say("norway.ruling.strike.drawn"), "8.2-seq-4")]


class SeaBattleSituation(Struct, frozen=True, forbid_unknown_fields=True):
    attacker_ships: tuple[NamedShip, ...]
    defender_ships: tuple[NamedShip, ...]
    #: names of ships of either side that cards have struck before the fire (R48); not one of the ledger's inputs
    laid_aside: tuple[str, ...] = ()


class SeaBattleAssessment(Assessment, frozen=True, kw_only=True):
    """Both sides with the names of the cards, in the order in which they fire, and as targets."""

    attackers: tuple[NamedShip, ...]
    defenders: tuple[NamedShip, ...]
    attackers_under_fire: Targets
    defenders_under_fire: Targets
    laid_aside: tuple[str, ...]


class NavalCombat(Procedure[SeaBattleSituation, SeaBattleAssessment]):
    """Steps 4 to 8 of a sea battle. Ships laid aside by cards fire like the others; what those cards did to them, and
    the cards it costs, is no part of the outputs."""

    name = "naval-combat"
    situation = SeaBattleSituation
    chance_inputs: ClassVar[dict[str, Any]] = {
        "attacker_dice": list[int],
        "defender_dice": list[int],
        "attacker_draws": list[str],
        "defender_draws": list[str],
    }

    def assess(self, situation: SeaBattleSituation) -> SeaBattleAssessment:
        attackers, defenders = _side(situation.attacker_ships), _side(situation.defender_ships)
        aside = tuple(ship_name(name) for name in situation.laid_aside)
        return assess_sea_battle(attackers, defenders, aside)

    @rule("8.2-seq-4", "8.2-seq-5")
    def resolve(self, assessment: SeaBattleAssessment, chance: Chance) -> Ruling:
        """The attacker fires first; then all ships of the defender, also those just struck (8.2-seq-4, 8.2-seq-5)."""
        a = assessment
        attack = volley(_classes(a.attackers), a.defenders_under_fire, chance, GUNS["attacker"])
        defence = volley(_classes(a.defenders), a.attackers_under_fire, chance, GUNS["defender"])
        attackers = defence[-1].targets if defence else a.attackers_under_fire
        defenders = attack[-1].targets if attack else a.defenders_under_fire
        outputs = {
            "attacker_sunk": lambda: list(attackers.sunk),
            "attacker_chased": lambda: list(attackers.chased),
            "defender_sunk": lambda: list(defenders.sunk),
            "defender_chased": lambda: list(defenders.chased),
            "attacker_cards_lost": lambda: _loss(a.attackers, attackers.sunk),
            "defender_cards_lost": lambda: _loss(a.defenders, defenders.sunk),
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(a, attack, defence, attackers, defenders))

    def chances(self, assessment: SeaBattleAssessment) -> dict[str, Any]:
        a = assessment
        attackers = side_odds(a.attackers, a.attackers_under_fire, a.defenders)
        defenders = side_odds(a.defenders, a.defenders_under_fire, a.attackers)
        return {
            "attacker_sunk": attackers.sunk,
            "attacker_chased": attackers.chased,
            "defender_sunk": defenders.sunk,
            "defender_chased": defenders.chased,
            "attacker_cards_lost": attackers.cards_lost,
            "defender_cards_lost": defenders.cards_lost,
        }

    def explain(
        self,
        assessment: SeaBattleAssessment,
        attack: Sequence[Shot],
        defence: Sequence[Shot],
        attackers: Targets,
        defenders: Targets,
    ) -> list[Line]:
        a = assessment
        aside = [Line(say("norway.ruling.sea.laid-aside", n=len(a.laid_aside), ships=list(a.laid_aside)), "8.2-seq-4")]
        return [
            *(aside if a.laid_aside else ()),
            *_fire_lines("attacker", a.attackers, attack, defenders),
            *_fire_lines("defender", a.defenders, defence, attackers),
            *_outcome_lines("attacker", a.attackers, attackers),
            *_outcome_lines("defender", a.defenders, defenders),
            Line(say("norway.ruling.sea.hidden"), "8.2-seq-8"),
        ]


def assess_sea_battle(
    attackers: tuple[NamedShip, ...], defenders: tuple[NamedShip, ...], laid_aside: tuple[str, ...] = ()
) -> SeaBattleAssessment:
    """A sea battle before the fire, with the names on the cards; the ships stand best first."""
    _check_laid_aside(attackers, defenders, laid_aside)
    guns = GUNS.values()
    numbers = (len(attackers), len(defenders))
    return SeaBattleAssessment(
        attackers=attackers,
        defenders=defenders,
        attackers_under_fire=_targets(attackers, laid_aside),
        defenders_under_fire=_targets(defenders, laid_aside),
        laid_aside=laid_aside,
        will_throw=tuple(Planned(side.dice, n, side.step) for side, n in zip(guns, numbers, strict=True)),
    )


# reading


def _side(given: Sequence[NamedShip]) -> tuple[NamedShip, ...]:
    ships = tuple(NamedShip(ship_name(ship.name), ship.ship_class) for ship in given)
    if not ships:
        raise refuse("norway.refuse.no-ships", "8.2-1")
    if not best_first(ship.ship_class for ship in ships):
        raise refuse("norway.refuse.firing-order", "8.2-seq-4")
    if _classes(ships).count(COAST_DEFENCE) > 1:
        raise refuse("norway.refuse.coast-defence", "6.1-coast-defence")
    classes: dict[str, str] = {}
    for ship in ships:
        if not fold(ship.name):
            raise refuse("norway.refuse.ship-name", "6.1-1", name=ship.name)
        if classes.setdefault(fold(ship.name), ship.ship_class) != ship.ship_class:
            raise refuse("norway.refuse.two-classes", "6.1-1", name=ship.name)
    return ships


def _check_laid_aside(attackers: Sequence[NamedShip], defenders: Sequence[NamedShip], aside: Sequence[str]) -> None:
    sides = [[fold(ship.name) for ship in side] for side in (attackers, defenders)]
    for name in aside:
        folded = fold(name)
        if all(folded in side for side in sides):
            raise refuse("norway.refuse.both-sides", "8.2-seq-4", name=name)
        there = sum(side.count(folded) for side in sides)
        if sum(fold(other) == folded for other in aside) > there:
            raise refuse("norway.refuse.not-in-battle", "8.2-seq-4", name=name)


def _targets(ships: Sequence[NamedShip], laid_aside: Sequence[str]) -> Targets:
    aside = [fold(name) for name in laid_aside]
    afloat = []
    for ship in ships:
        if fold(ship.name) in aside:
            aside.remove(fold(ship.name))
        else:
            afloat.append(ship.name)
    coast_defence = next((ship.name for ship in ships if ship.ship_class == COAST_DEFENCE), None)
    return Targets(tuple(afloat), coast_defence)


def _classes(ships: Sequence[NamedShip]) -> list[str]:
    return [ship.ship_class for ship in ships]


def _loss(ships: Sequence[NamedShip], sunk: Sequence[str]) -> int:
    classes = {ship.name: ship.ship_class for ship in ships}
    return cards_lost(classes[name] for name in sunk)


# telling


def _fire_lines(side: Side, ships: Sequence[NamedShip], shots: Sequence[Shot], enemies: Targets) -> list[Line]:
    told = [_shot_line(side, ship, shot) for ship, shot in zip(ships, shots, strict=False)]
    if len(shots) < len(ships):
        told.append(Line(say("norway.ruling.sea.enough", side=_side_text(side)), "8.2-seq-5"))
    return told


def _shot_line(side: Side, ship: NamedShip, shot: Shot) -> Line:
    number = GUNS[side].step
    if shot.struck is None:
        return Line(say("norway.ruling.sea.misses", ship=ship.name, die=shot.die), number, shot.die)
    what: str = shot.result
    if shot.struck == shot.targets.coast_defence:
        what, number = ("first", "8.2-seq-6-en") if shot.result == "sink" else ("no-flight", "8.2-seq-7-en")
    text = say(f"norway.ruling.sea.{what}", ship=ship.name, die=shot.die, target=shot.struck)
    return Line(text, number, shot.die)


def _outcome_lines(side: Side, ships: Sequence[NamedShip], after: Targets) -> list[Line]:
    told = []
    who = _side_text(side)
    if after.sunk:
        sunk = list(after.sunk)
        told.append(Line(say("norway.ruling.sea.sunk", side=who, n=len(sunk), ships=sunk), "8.2-seq-6", len(sunk)))
        lost = _loss(ships, sunk)
        told.append(Line(say("norway.ruling.sea.cards-lost", side=who, n=lost), "8.2-seq-6-loss", lost))
    if after.chased:
        gone = list(after.chased)
        told.append(Line(say("norway.ruling.sea.chased", side=who, n=len(gone), ships=gone), "8.2-seq-7", len(gone)))
    if not after.sunk and not after.chased:
        told.append(Line(say("norway.ruling.sea.unharmed", side=who), "6.1-5"))
    return told


def _side_text(side: Side) -> Text:
    return say(f"norway.side.{side}")
