"""The nine-April round (7): the plane that looks for ships, raiders, the landing with forts, mines and resistance,
bluff and threats, and mobilisation."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from feltherre.core.chance import TALLY, Chance, Outcome
from feltherre.core.marks import rule
from feltherre.core.procedure import Desk, Resolve, procedure
from feltherre.core.text import say
from feltherre.games.norway import board, cards
from feltherre.games.norway.procedures import inputs
from feltherre.games.norway.procedures.reinforcement import MOBILISATION_POINTS
from feltherre.games.norway.procedures.sea_fire import CLOSED_TO_ALLIED_SHIPS, RAIDING_SEAS, class_text, ship_name

#: dice that raise a Norwegian battalion at the landing (7.2-resist-1, R27)
RESISTS = (5, 6)
#: mobilisation points that give one battalion together (7.3-mob-2)
POINTS_PER_BATTALION = 2

#: cards that each raiding ship costs the Allies (7.2-raiding-2); no other class raids (7.2-raiding-1)
RAID_COST: dict[str, int] = {"battleship": 2, "heavy-cruiser": 1}
#: symbols that call all raiding ships back (7.2-raiding-3)
RECALL_PRICE = 6

AnyClass: TypeAlias = Literal["carrier", "battleship", "heavy-cruiser", "minor", "coast-defence", "decoy"]
#: what a fort or a mine does to the landing: sinks a ship, keeps battalions from landing, nothing
LandingEffect = Literal["sink", "bar", "none"]


def _function(op: str) -> cards.Function:
    """What the nine-April card of this effect does, from the card file."""
    return next(function for card in cards.APRIL_TYPES for function in card.functions if function.op == op)


RECONNAISSANCE, COASTAL_FORT, MINES, BLUFF = map(_function, ("see-ships", "coastal-fort", "minefield", "force-out"))

#: sea areas where Minelaying can be used: they have a coast, and Germany does not guard them (R67, 2.3-sea-2)
MINED_SEAS: tuple[str, ...] = tuple(
    sea for number, sea in enumerate(board.SEAS) if board.SHORE[number] and sea not in CLOSED_TO_ALLIED_SHIPS
)


@rule("7.2-raiding-2")
def raid_cost(classes: Iterable[str]) -> int:
    """Cards the Allies lose to these raiders (7.2-raiding-2)."""
    return sum(RAID_COST[ship_class] for ship_class in classes)


@rule("7.2-landing-cards", "7.2-landing-2", "2.3-sea-2")
def mines_allowed(sea_area: str) -> bool:
    """Whether Minelaying can be used in a sea area: not in I and II, and nothing lands from VIII (R67)."""
    return sea_area in MINED_SEAS


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
    target_cards: inputs.Count


@procedure("reconnaissance", dice=list[int])
def reconnaissance(given: ReconSituation, desk: Desk) -> Resolve:
    """How many ships the Reconnaissance plane finds: one die for each card in the sea area (7.0-recon, R29)."""
    number, good = given.target_cards, RECONNAISSANCE.success

    def resolve(chance: Chance) -> Outcome:
        dice = chance.throw(number, "dice", "7.0-recon", TALLY)
        desk.line("recon.flies", "7.0-recon", n=number)
        if number and desk.telling:
            seen = dice.count(*good)
            desk.line("recon.throws", "7.0-recon", dice=list(dice.values), good=list(good))
            desk.line("recon.seen", "7.0-recon", seen, n=seen)
        return {"seen": lambda: dice.count(*good)}

    return resolve


# raiders


class Raider(Struct, frozen=True, forbid_unknown_fields=True):
    ship_class: AnyClass = field(name="class")
    sea_area: inputs.SeaArea


class RaidSituation(Struct, frozen=True, forbid_unknown_fields=True):
    raiders: tuple[Raider, ...]


@procedure("raid")
def raid(given: RaidSituation, desk: Desk) -> Outcome:
    """Whether these German ships may raid, battleships and heavy cruisers in VI, VII or VIII, and what they cost the
    Allies (7.2-raiding-1, 7.2-raiding-2)."""
    legal = [raider for raider in given.raiders if raider.ship_class in RAID_COST and raider.sea_area in RAIDING_SEAS]
    for raider in given.raiders:
        ship, sea = class_text(raider.ship_class), say(f"norway.sea.{raider.sea_area}")
        if raider.ship_class not in RAID_COST:
            desk.line("raid.class", "7.2-raiding-1", ship=ship)
        elif raider.sea_area not in RAIDING_SEAS:
            desk.line("raid.sea", "7.2-raiding-1", ship=ship, sea=sea)
        else:
            cost = RAID_COST[raider.ship_class]
            desk.line("raid.ship", "7.2-raiding-2", cost, ship=ship, sea=sea, n=cost)
    if len(legal) < len(given.raiders):
        desk.line("raid.not-legal", "7.2-raiding-1", 0)
        return {"legal": False, "allied_cards_lost": 0}
    lost = raid_cost(raider.ship_class for raider in given.raiders)
    desk.line_if(not given.raiders, "raid.nobody", "7.2-raiding-1", 0)
    desk.line_if(bool(given.raiders), "raid.total", "7.2-raiding-2", lost, n=lost)
    return {"legal": True, "allied_cards_lost": lost}


class RecallSituation(Struct, frozen=True, forbid_unknown_fields=True):
    symbols: tuple[inputs.Count, ...]


@procedure("raid-recall")
def raid_recall(given: RecallSituation, desk: Desk) -> Outcome:
    """Whether the symbols exchanged in one German phase 1 call the raiding ships back, all together (7.2-raiding-3,
    R52)."""
    total = sum(given.symbols)
    symbols, recalled, over = say("norway.count.symbols", n=total), total >= RECALL_PRICE, total - RECALL_PRICE
    desk.line_if(not recalled, "recall.too-few", "7.2-raiding-3", symbols=symbols, price=RECALL_PRICE)
    desk.line_if(recalled, "recall.recalled", "7.2-raiding-3", symbols=symbols)
    desk.line_if(over > 0, "recall.wasted", "7.2-raiding-3", over, n=over)
    return {"recalled": recalled}


# the landing


def _landing_effect(die: int, card: cards.Function) -> LandingEffect:
    if die in card.sink:
        return "sink"
    return "bar" if die in card.bar else "none"


class FortSituation(Struct, frozen=True, forbid_unknown_fields=True):
    landing_ships: Annotated[int, Meta(ge=1, le=1_000_000)]


@procedure("coastal-fort", die=int)
def coastal_fort(given: FortSituation, desk: Desk) -> Resolve:
    """What Coastal fort does to the landing in its point city: one ship drawn at random is sunk, the battalions of the
    others must land elsewhere on the same sea area, or nothing happens (6.2-coastal-fort, R28)."""
    ships = given.landing_ships

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "6.2-coastal-fort").values[0]
        effect = _landing_effect(die, COASTAL_FORT)
        sunk = int(effect == "sink")
        elsewhere = 0 if effect == "none" else ships - sunk
        desk.line("fort.play", "6.2-coastal-fort", n=ships)
        desk.line(f"fort.{effect}", "6.2-coastal-fort", die, die=die)
        desk.line_if(elsewhere > 0, "fort.elsewhere", "6.2-coastal-fort", elsewhere, n=elsewhere)
        return {"ships_sunk": sunk, "battalions_to_move_elsewhere": elsewhere}

    return resolve


class MinesSituation(Struct, frozen=True, forbid_unknown_fields=True):
    sea_area: inputs.SeaArea
    landing_ships: tuple[str, ...]


@procedure("minelaying", die=int, drawn=str | None)
def minelaying(given: MinesSituation, desk: Desk) -> Resolve:
    """What Minelaying does to one ship that lands, drawn at random: it is sunk, or lands nothing, or it lands like all
    the others, one battalion a ship (7.2-landing-cards, 7.2-landing-1, R67)."""
    sea = say(f"norway.sea.{given.sea_area}")
    desk.refuse_if(not mines_allowed(given.sea_area), "no-mines", "7.2-landing-cards", sea=sea)
    desk.refuse_if(not given.landing_ships, "nothing-lands", "7.2-landing-cards")
    ships = [ship_name(name) for name in given.landing_ships]
    desk.refuse_if(not all(ships), "ship-name", "6.1-1", name="")

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "7.2-landing-cards").values[0]
        effect = _landing_effect(die, MINES)
        struck = list(chance.draw(1, ships, "drawn", "7.2-landing-cards")) if effect != "none" else []
        landed = len(ships) - len(struck)
        desk.line("mines.play", "7.2-landing-cards", n=len(ships), sea=sea, ships=ships)
        desk.line(f"mines.{effect}", "7.2-landing-cards", die, die=die, ship=struck)
        desk.line("mines.landed", "7.2-landing-1", landed, battalions=inputs.battalions(landed), n=landed)
        return {"ships_sunk": int(effect == "sink"), "ship": "".join(struck), "battalions_landed": landed}

    return resolve


class ResistanceSituation(Struct, frozen=True, forbid_unknown_fields=True):
    point_city: bool
    battalions_landed: inputs.Count


@procedure("norwegian-resistance", die=int | None)
@rule("7.2-resist-1", "7.2-resist-2")
def norwegian_resistance(given: ResistanceSituation, desk: Desk) -> Resolve:
    """New Norwegian battalions where Germany lands: Norway throws once in each point city where battalions land from
    ships, nowhere else (7.2-resist-1, 7.2-resist-2, R27)."""
    landed, due = given.battalions_landed, given.point_city and given.battalions_landed > 0
    if not given.point_city:
        desk.line("resistance.no-city", "7.2-resist-2", 0)
    elif not due:
        desk.line("resistance.nobody-lands", "7.2-resist-1", 0)
    else:
        desk.line("resistance.due", "7.2-resist-1", n=landed)

    def resolve(chance: Chance) -> Outcome:
        if not due:
            chance.ignore(1, "die")
            return {"new_norwegian_battalions": 0}
        die = chance.throw(1, "die", "7.2-resist-1").values[0]
        new = int(die in RESISTS)
        desk.line("resistance.rises" if new else "resistance.none", "7.2-resist-1", new, die=die)
        return {"new_norwegian_battalions": new}

    return resolve


# the land battle


class BluffSituation(Struct, frozen=True, forbid_unknown_fields=True):
    pass


@procedure("bluff-and-threats", die=int)
def bluff_and_threats(given: BluffSituation, desk: Desk) -> Resolve:
    """Whether Bluff and threats makes the Norwegians leave without a fight (7.2b-bluff, R30)."""

    def resolve(chance: Chance) -> Outcome:
        die = chance.throw(1, "die", "7.2b-bluff").values[0]
        works = die in BLUFF.success
        desk.line("bluff.works" if works else "bluff.fails", "7.2b-bluff", die, die=die)
        desk.line_if(works, "bluff.retreat", "4.2-8-def-1")
        return {"defender_leaves": works}

    return resolve


# mobilisation


class JudgedCity(Struct, frozen=True, forbid_unknown_fields=True):
    area: str
    mobilised: bool
    german_battalions: inputs.Count


class MobilisationSituation(Struct, frozen=True, forbid_unknown_fields=True):
    point_cities: tuple[JudgedCity, ...]
    free_mobilisation_points: Annotated[int, Meta(ge=0, le=MOBILISATION_POINTS)]


@procedure("mobilisation")
def mobilisation(given: MobilisationSituation, desk: Desk) -> Outcome:
    """Which point cities get a battalion, and how many the mobilisation points give (7.3-mob-1, 7.3-mob-2)."""
    cities = given.point_cities
    places = [inputs.area(city.area) for city in cities]
    for i, place in enumerate(places):
        desk.refuse_if(board.INDEX[place.id] not in board.POINT_CITY, "no-point-city", "2.3-point-1", area=place.text)
        desk.refuse_if(place in places[:i], "area-twice", "2.3-land-1", area=place.text)
    raised = [mobilises(city.mobilised, city.german_battalions) for city in cities]
    for place, city, new in zip(places, cities, raised, strict=True):
        why = "city" if new else "occupied" if city.german_battalions else "already"
        desk.line(f"mobilisation.{why}", "7.3-mob-1", area=place.text)
    free = given.free_mobilisation_points
    more = mobilisation_of_points(free)
    desk.line("mobilisation.points", "7.3-mob-2", more, n=free, battalions=inputs.battalions(more))
    return {"city_battalions": [place.name for place in compress(places, raised)], "point_battalions": more}
