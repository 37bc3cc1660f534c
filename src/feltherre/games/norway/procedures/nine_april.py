"""The nine-April round (7): the plane that looks for ships, the landing with forts, mines and resistance, bluff and
threats, and mobilisation. Raiders are in raiding.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from feltherre.core.chance import TALLY, Chance, Line, Ruling
from feltherre.core.marks import rule
from feltherre.core.procedure import Assessment, CertainProcedure, Planned, Procedure, refuse
from feltherre.core.text import say
from feltherre.games.norway import board
from feltherre.games.norway.advanced_cards import nine_april_cards
from feltherre.games.norway.cards import Function
from feltherre.games.norway.procedures import names
from feltherre.games.norway.procedures.inputs import Count, SeaArea, battalions
from feltherre.games.norway.procedures.placement import MOBILISATION_POINTS
from feltherre.games.norway.procedures.ships import CLOSED_TO_ALLIED_SHIPS, ship_name

#: dice that raise a Norwegian battalion at the landing (7.2-resist-1, R27)
RESISTS = (5, 6)
#: mobilisation points that give one battalion together (7.3-mob-2)
POINTS_PER_BATTALION = 2

#: what a fort or a mine does to the landing: sinks a ship, keeps battalions from landing, nothing
LandingEffect = Literal["sink", "bar", "none"]


def _function(op: str) -> Function:
    """What the nine-April card of this effect does, from the card file."""
    return next(function for card in nine_april_cards() for function in card.functions if function.op == op)


RECONNAISSANCE, COASTAL_FORT, MINES, BLUFF = map(_function, ("see-ships", "coastal-fort", "minefield", "force-out"))

#: sea areas where Minelaying can be used: they have a coast, and Germany does not guard them (R67, 2.3-sea-2)
MINED_SEAS: tuple[str, ...] = tuple(
    sea for number, sea in enumerate(board.SEAS) if board.SHORE[number] and sea not in CLOSED_TO_ALLIED_SHIPS
)


@rule("7.0-recon")
def sees_ship(die: int) -> bool:
    """Whether the Reconnaissance plane finds a ship (7.0-recon, R29)."""
    return die in RECONNAISSANCE.success


@rule("6.2-coastal-fort")
def fort_effect(die: int) -> LandingEffect:
    """What Coastal fort does to the landing in its point city (6.2-coastal-fort, R28)."""
    return _landing_effect(die, COASTAL_FORT)


@rule("7.2-landing-cards")
def mines_effect(die: int) -> LandingEffect:
    """What Minelaying does to one ship that lands (7.2-landing-cards, R67)."""
    return _landing_effect(die, MINES)


def _landing_effect(die: int, function: Function) -> LandingEffect:
    if die in function.sink:
        return "sink"
    return "bar" if die in function.bar else "none"


@rule("7.2-landing-cards", "7.2-landing-2", "2.3-sea-2")
def mines_allowed(sea_area: str) -> bool:
    """Whether Minelaying can be used in a sea area: not in I and II, and nothing lands from VIII (R67)."""
    return sea_area in MINED_SEAS


@rule("7.2-resist-1", "7.2-resist-2")
def resistance_due(point_city: bool, battalions_landed: int) -> bool:
    """Whether Norway throws: once in each point city where battalions land from ships, nowhere else (R27)."""
    return point_city and battalions_landed > 0


@rule("7.2-resist-1")
def resistance(die: int) -> int:
    """New Norwegian battalions in the point city where Germany lands (7.2-resist-1, R27)."""
    return int(die in RESISTS)


@rule("7.2b-bluff")
def bluff_works(die: int) -> bool:
    """Whether Bluff and threats makes the Norwegians leave without a fight (7.2b-bluff, R30)."""
    return die in BLUFF.success


@rule("7.3-mob-1")
def mobilises(mobilised: bool, german_battalions: int) -> bool:
    """Whether a point city gets a battalion: it has not mobilised yet and no German is there (7.3-mob-1, R50)."""
    return not mobilised and german_battalions == 0


@rule("7.3-mob-2")
def mobilisation_of_points(free_points: int) -> int:
    """Battalions for the mobilisation points without Germans, one for every second (7.3-mob-2)."""
    return free_points // POINTS_PER_BATTALION


# reconnaissance


class ReconSituation(Struct, frozen=True, forbid_unknown_fields=True):
    target_cards: Count


class ReconAssessment(Assessment, frozen=True, kw_only=True):
    target_cards: int


class Reconnaissance(Procedure[ReconSituation, ReconAssessment]):
    name = "reconnaissance"
    situation = ReconSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"dice": list[int]}

    def assess(self, situation: ReconSituation) -> ReconAssessment:
        number = situation.target_cards
        return ReconAssessment(target_cards=number, will_throw=(Planned("dice", number, "7.0-recon"),))

    def resolve(self, assessment: ReconAssessment, chance: Chance) -> Ruling:
        dice = chance.throw(assessment.target_cards, "dice", "7.0-recon", TALLY)
        good = [face for face in range(1, 7) if sees_ship(face)]
        outputs = {"seen": lambda: dice.count(*good)}
        return chance.ruling(self.name, outputs, lambda: self.explain(dice.values, dice.count(*good)))

    def explain(self, dice: Sequence[int], seen: int) -> list[Line]:
        told = [Line(say("norway.ruling.recon.flies", n=len(dice)), "7.0-recon")]
        if dice:
            good = list(RECONNAISSANCE.success)
            told.append(Line(say("norway.ruling.recon.throws", dice=list(dice), good=good), "7.0-recon"))
            told.append(Line(say("norway.ruling.recon.seen", n=seen), "7.0-recon", seen))
        return told


# the landing


class FortSituation(Struct, frozen=True, forbid_unknown_fields=True):
    landing_ships: Annotated[int, Meta(ge=1, le=1_000_000)]


class FortAssessment(Assessment, frozen=True, kw_only=True):
    landing_ships: int


class CoastalFort(Procedure[FortSituation, FortAssessment]):
    name = "coastal-fort"
    situation = FortSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int}

    def assess(self, situation: FortSituation) -> FortAssessment:
        will = (Planned("die", 1, "6.2-coastal-fort"),)
        return FortAssessment(landing_ships=situation.landing_ships, will_throw=will)

    def resolve(self, assessment: FortAssessment, chance: Chance) -> Ruling:
        die = chance.throw(1, "die", "6.2-coastal-fort")
        ships = assessment.landing_ships

        def effect() -> LandingEffect:
            return fort_effect(die.values[0])

        outputs = {
            "ships_sunk": lambda: ships_sunk(effect()),
            "battalions_to_move_elsewhere": lambda: turned_away(effect(), ships),
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(ships, die.values[0]))

    def explain(self, ships: int, die: int) -> list[Line]:
        effect = fort_effect(die)
        told = [
            Line(say("norway.ruling.fort.play", n=ships), "6.2-coastal-fort"),
            Line(say(f"norway.ruling.fort.{effect}", die=die), "6.2-coastal-fort", die),
        ]
        elsewhere = turned_away(effect, ships)
        if elsewhere:
            told.append(Line(say("norway.ruling.fort.elsewhere", n=elsewhere), "6.2-coastal-fort", elsewhere))
        return told


@rule("6.2-coastal-fort", "7.2-landing-cards")
def ships_sunk(effect: LandingEffect) -> int:
    """One of the landing ships, drawn at random, or none (6.2-coastal-fort, R67)."""
    return int(effect == "sink")


@rule("6.2-coastal-fort")
def turned_away(effect: LandingEffect, landing_ships: int) -> int:
    """Battalions that Coastal fort sends to other areas on the same sea area: one a ship still there (R28)."""
    return 0 if effect == "none" else landing_ships - ships_sunk(effect)


class MinesSituation(Struct, frozen=True, forbid_unknown_fields=True):
    sea_area: SeaArea
    landing_ships: tuple[str, ...]


class MinesAssessment(Assessment, frozen=True, kw_only=True):
    sea_area: str
    landing_ships: tuple[str, ...]


class Minelaying(Procedure[MinesSituation, MinesAssessment]):
    name = "minelaying"
    situation = MinesSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int, "drawn": str | None}

    def assess(self, situation: MinesSituation) -> MinesAssessment:
        sea = situation.sea_area
        if not mines_allowed(sea):
            raise refuse("norway.refuse.no-mines", "7.2-landing-cards", sea=say(f"norway.sea.{sea}"))
        if not situation.landing_ships:
            raise refuse("norway.refuse.nothing-lands", "7.2-landing-cards")
        ships = tuple(ship_name(name) for name in situation.landing_ships)
        if not all(ships):
            raise refuse("norway.refuse.ship-name", "6.1-1", name="")
        will = (Planned("die", 1, "7.2-landing-cards"),)
        return MinesAssessment(sea_area=sea, landing_ships=ships, will_throw=will)

    def resolve(self, assessment: MinesAssessment, chance: Chance) -> Ruling:
        die = chance.throw(1, "die", "7.2-landing-cards").values[0]
        ships = assessment.landing_ships
        effect = mines_effect(die)
        struck = chance.draw(1, ships, "drawn", "7.2-landing-cards") if effect != "none" else ()
        outputs = {
            "ships_sunk": lambda: ships_sunk(effect),
            "ship": lambda: struck[0] if struck else "",
            "battalions_landed": lambda: landed_past_mines(effect, len(ships)),
        }
        return chance.ruling(self.name, outputs, lambda: self.explain(assessment, die, struck))

    def explain(self, assessment: MinesAssessment, die: int, struck: Sequence[str]) -> list[Line]:
        effect, ships = mines_effect(die), list(assessment.landing_ships)
        landed = landed_past_mines(effect, len(ships))
        sea = say(f"norway.sea.{assessment.sea_area}")
        return [
            Line(say("norway.ruling.mines.play", n=len(ships), sea=sea, ships=ships), "7.2-landing-cards"),
            Line(say(f"norway.ruling.mines.{effect}", die=die, ship=list(struck)), "7.2-landing-cards", die),
            Line(say("norway.ruling.mines.landed", battalions=battalions(landed), n=landed), "7.2-landing-1", landed),
        ]


@rule("7.2-landing-1", "7.2-landing-cards")
def landed_past_mines(effect: LandingEffect, landing_ships: int) -> int:
    """Battalions that still land: one a ship, but none from the ship the mine strikes (7.2-landing-1, R67)."""
    return landing_ships - int(effect != "none")


class ResistanceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    point_city: bool
    battalions_landed: Count


class ResistanceAssessment(Assessment, frozen=True, kw_only=True):
    situation: ResistanceSituation
    due: bool


class NorwegianResistance(Procedure[ResistanceSituation, ResistanceAssessment]):
    name = "norwegian-resistance"
    situation = ResistanceSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int | None}

    def assess(self, situation: ResistanceSituation) -> ResistanceAssessment:
        due = resistance_due(situation.point_city, situation.battalions_landed)
        will = (Planned("die", 1, "7.2-resist-1"),) if due else ()
        return ResistanceAssessment(situation=situation, due=due, will_throw=will)

    def resolve(self, assessment: ResistanceAssessment, chance: Chance) -> Ruling:
        if not assessment.due:
            chance.ignore(1, "die")
            outputs = {"new_norwegian_battalions": lambda: 0}
            return chance.ruling(self.name, outputs, lambda: self.lines(assessment))
        die = chance.throw(1, "die", "7.2-resist-1")
        outputs = {"new_norwegian_battalions": lambda: resistance(die.values[0])}
        return chance.ruling(self.name, outputs, lambda: self.explain(assessment, die.values[0]))

    def lines(self, assessment: ResistanceAssessment) -> list[Line]:
        given = assessment.situation
        if not given.point_city:
            return [Line(say("norway.ruling.resistance.no-city"), "7.2-resist-2", 0)]
        if not assessment.due:
            return [Line(say("norway.ruling.resistance.nobody-lands"), "7.2-resist-1", 0)]
        return [Line(say("norway.ruling.resistance.due", n=given.battalions_landed), "7.2-resist-1")]

    def explain(self, assessment: ResistanceAssessment, die: int) -> list[Line]:
        new = resistance(die)
        key = "norway.ruling.resistance.rises" if new else "norway.ruling.resistance.none"
        return [*self.lines(assessment), Line(say(key, die=die), "7.2-resist-1", new)]


# the land battle


class BluffSituation(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class BluffAndThreats(Procedure[BluffSituation, Assessment]):
    name = "bluff-and-threats"
    situation = BluffSituation
    chance_inputs: ClassVar[dict[str, Any]] = {"die": int}

    def assess(self, situation: BluffSituation) -> Assessment:
        return Assessment(will_throw=(Planned("die", 1, "7.2b-bluff"),))

    def resolve(self, assessment: Assessment, chance: Chance) -> Ruling:
        die = chance.throw(1, "die", "7.2b-bluff")
        outputs = {"defender_leaves": lambda: bluff_works(die.values[0])}
        return chance.ruling(self.name, outputs, lambda: self.explain(die.values[0]))

    def explain(self, die: int) -> list[Line]:
        if not bluff_works(die):
            return [Line(say("norway.ruling.bluff.fails", die=die), "7.2b-bluff", die)]
        return [
            Line(say("norway.ruling.bluff.works", die=die), "7.2b-bluff", die),
            Line(say("norway.ruling.bluff.retreat"), "4.2-8-def-1"),
        ]


# mobilisation


class JudgedCity(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    mobilised: bool
    german_battalions: Count


class MobilisationSituation(Struct, frozen=True, forbid_unknown_fields=True):
    point_cities: tuple[JudgedCity, ...]
    free_mobilisation_points: Annotated[int, Meta(ge=0, le=MOBILISATION_POINTS)]


class MobilisationAssessment(Assessment, frozen=True, kw_only=True):
    #: each point city with what is known of it
    cities: tuple[tuple[names.Place, JudgedCity], ...]
    free_points: int
    city_battalions: tuple[str, ...]
    point_battalions: int


class Mobilisation(CertainProcedure[MobilisationSituation, MobilisationAssessment]):
    name = "mobilisation"
    situation = MobilisationSituation
    outputs = ("city_battalions", "point_battalions")

    def assess(self, situation: MobilisationSituation) -> MobilisationAssessment:
        cities = tuple((names.area(city.area), city) for city in situation.point_cities)
        _check_cities([place for place, _ in cities])
        free = situation.free_mobilisation_points
        return MobilisationAssessment(
            cities=cities,
            free_points=free,
            city_battalions=tuple(
                place.name for place, city in cities if mobilises(city.mobilised, city.german_battalions)
            ),
            point_battalions=mobilisation_of_points(free),
        )

    def lines(self, assessment: MobilisationAssessment) -> list[Line]:
        a = assessment
        told = [
            Line(say(f"norway.ruling.mobilisation.{_why(city)}", area=place.text), "7.3-mob-1")
            for place, city in a.cities
        ]
        points = say("norway.ruling.mobilisation.points", n=a.free_points, battalions=battalions(a.point_battalions))
        return [*told, Line(points, "7.3-mob-2", a.point_battalions)]


def _why(city: JudgedCity) -> str:
    if city.german_battalions:
        return "occupied"
    return "already" if city.mobilised else "city"


def _check_cities(places: Iterable[names.Place]) -> None:
    """Point cities of the board, each once (R66)."""
    seen: set[names.Place] = set()
    for place in places:
        if board.INDEX[place.id] not in board.POINT_CITY:
            raise refuse("norway.refuse.no-point-city", "2.3-point-1", area=place.text)
        if place in seen:
            raise refuse("norway.refuse.area-twice", "2.3-land-1", area=place.text)
        seen.add(place)
