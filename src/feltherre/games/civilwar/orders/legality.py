"""Whether an order can be given, as far as that can be said without the table (03.03).

`faults` asks the procedure `order-legality` and adds what that does not answer: what an arm can do at all, the times
of the parts, what the general knows of, ammunition, guesses and works. Each refusal says why, and where the book says
so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.text import say
from feltherre.games.civilwar.orders import language
from feltherre.games.civilwar.orders.facts import OrderFacts
from feltherre.games.civilwar.orders.language import EMPTY_SHEET, Order, OrderSheet
from feltherre.games.civilwar.orders.legality_legs import leg_faults
from feltherre.games.civilwar.orders.named import all_named
from feltherre.games.civilwar.orders.repeating import repeated
from feltherre.games.civilwar.orders.situation import is_commanded, repairs_of, situation_of
from feltherre.games.civilwar.orders.triggers import OwnDoes, Trigger
from feltherre.games.civilwar.procedures.field_works import PLANS, WorkSituation, lacking, work_length
from feltherre.games.civilwar.procedures.field_works import Work as FieldWork
from feltherre.games.civilwar.procedures.orders import order_faults
from feltherre.games.civilwar.tables import PIECES
from feltherre.ground.tabletop.measure import CM

#: units that a wagon serves in a turn (R95)
UNITS_PER_WAGON: Final = 2


def why_illegal(facts: OrderFacts, order: Order, sheet: OrderSheet = EMPTY_SHEET) -> Illegal | None:
    """The first thing that forbids an order, or None if it may stand. The rest of the sheet counts where units share
    a wagon, and where parts of a regiment attack together."""
    return next(faults(facts, order, sheet), None)


def faults(facts: OrderFacts, order: Order, sheet: OrderSheet = EMPTY_SHEET) -> Iterator[Illegal]:
    """Everything that forbids an order. Of one that is repeated out of command what it comes to is asked about."""
    again = repeats(facts, order)
    if again is not None and not is_commanded(facts, order):
        order = again
    yield from _procedure_faults(facts, order, again is not None, sheet)
    yield from _unknown(facts, order)
    if facts.arm == "wagon" and not isinstance(order, language.Stand | language.Move | language.Exit):
        yield Illegal(say("civilwar.no.wagon"), "01.02.7")
        return
    match order:
        case language.Move():
            yield from leg_faults(facts, order.legs, None)
        case language.Attack():
            yield from _attack_faults(facts, order)
        case language.Fire():
            yield from fire_faults(facts, order)
        case language.GunFire():
            yield from gun_faults(facts, order)
        case language.Work():
            yield from work_faults(facts, order)
        case language.Resupply():
            yield from _resupply_faults(facts, order, sheet)
        case language.Exit():
            yield from _exit_faults(facts, order)
        case language.Detach():
            yield from _detach_faults(facts, order)
        case language.Rejoin() if facts.part_of != order.unit:
            yield Illegal(say("civilwar.no.rejoin"), "01.02.2")


@rule("03.01.2", "03.03.1")
def _procedure_faults(facts: OrderFacts, order: Order, repeats: bool, sheet: OrderSheet) -> list[Illegal]:
    """What the procedure `order-legality` finds."""
    found = order_faults(situation_of(facts, order, repeats, sheet))
    return [Illegal(say(f"civilwar.ruling.order.{name.replace('_', '-')}"), rule_id) for name, rule_id in found]


@rule("03.03.3")
def repeats(facts: OrderFacts, order: Order) -> Order | None:
    """What a unit does that repeats its last order by this one (R28); None if it does not."""
    if facts.last is None:
        return None
    return repeated(facts.last.order, facts.again, order, facts.facing)


@rule("03.02.2")
def _unknown(facts: OrderFacts, order: Order) -> Iterator[Illegal]:
    """An order is based on what the general has seen or been told: he names nothing else (03.02.2)."""
    names_in_order = all_named(order)
    if not names_in_order:
        return
    known: dict[str, tuple[frozenset[str] | None, ...]] = {
        "unit": (facts.units,),
        "enemy": (facts.enemies,),
        "object": (facts.objects,),
        "staff": (facts.staff,),
        "own": (facts.units, facts.staff),
        "anyone": (facts.units, facts.staff, facts.enemies),
        "point": (None if facts.umpire else frozenset(),),
    }
    for kind, name in names_in_order:
        if not any(names is None or name in names for names in known[kind]):
            yield Illegal(say(f"civilwar.no.unknown-{kind}", name=name), "03.02.2")


@rule("03.03.5", "07.03.5")
def _attack_faults(facts: OrderFacts, order: language.Attack) -> Iterator[Illegal]:
    yield from _too_many(facts, order.companies)
    yield from leg_faults(facts, order.legs, order.companies)
    if facts.unit in order.support:
        yield Illegal(say("civilwar.no.own-support"), "07.03.5")


@rule("09.03.1", "09.03.2")
def _resupply_faults(facts: OrderFacts, order: language.Resupply, sheet: OrderSheet) -> Iterator[Illegal]:
    """A wagon in base contact serves two units, and neither it nor they move (09.03.1, R95)."""
    if order.wagon not in facts.wagons:
        yield Illegal(say("civilwar.no.wagon-contact", wagon=order.wagon), "09.03.1")
    wagon = sheet.units.get(order.wagon)
    if wagon is not None and not isinstance(wagon.order, language.Stand):
        yield Illegal(say("civilwar.no.wagon-moves", wagon=order.wagon), "09.03.1")
    others = sum(line.order == order for unit, line in sheet.units.items() if unit != facts.unit)
    if others >= UNITS_PER_WAGON:
        yield Illegal(say("civilwar.no.wagon-busy", wagon=order.wagon), "09.03.1")


@rule("01.05.3")
def _exit_faults(facts: OrderFacts, order: language.Exit) -> Iterator[Illegal]:
    """Units leave the table under orders only where the scenario says so (R100)."""
    if order.edge not in facts.exits:
        yield Illegal(say("civilwar.no.exit"), "01.05.3")
    yield from leg_faults(facts, order.legs, None, goes_on=True)


def _detach_faults(facts: OrderFacts, order: language.Detach) -> Iterator[Illegal]:
    """Companies are the smallest part that the book speaks of, and one stays (R11)."""
    if facts.arm == "artillery" or order.companies >= facts.companies:
        yield Illegal(say("civilwar.no.detach", n=facts.companies), "01.02.2")
    yield from leg_faults(facts, order.legs, order.companies)


def _too_many(facts: OrderFacts, companies: int | None) -> Iterator[Illegal]:
    if companies is not None and companies > facts.companies:
        yield Illegal(say("civilwar.no.companies", n=facts.companies), "01.02.2")


# field works and repairs (10, 06.03.6, R96)


_CLEARED: Final = ("clear_barricade", "clear_fence")


def work_faults(facts: OrderFacts, order: language.Work) -> Iterator[Illegal]:
    """Guns and limbers are mended; all else is built or cleared."""
    if order.kind == "repair_gun" or order.kind == "repair_limber":
        yield from repair_faults(facts, repairs_of(order))
    else:
        yield from _field_work_faults(facts, order, order.kind)


@rule("10.02.1", "10.03.1", "10.04.1", "10.05.1", "10.06.1")
def _field_work_faults(facts: OrderFacts, order: language.Work, kind: FieldWork) -> Iterator[Illegal]:
    """The builders, what they need, and that they are enough for the least length (10.02 - 10.06, R96)."""
    plan, figures = PLANS[kind], facts.figures_of(order.companies)
    lacks = lacking(
        WorkSituation(
            work=kind,
            arm=_builders(facts),
            figures=figures,
            present_figures=facts.figures,
            near_wood_10cm=facts.wood_within_10cm,
            in_town=facts.in_town,
            has_material=facts.has_material,
        )
    )
    if lacks is not None:
        yield Illegal(say(f"civilwar.ruling.work.no-{lacks}"), plan.rule)
    elif not plan.gang and figures < facts.figures:
        yield Illegal(say("civilwar.no.whole-unit"), plan.rule)
    elif not work_length(kind, figures, facts.figures):
        yield Illegal(say("civilwar.no.gang", n=plan.gang), plan.rule)
    if kind in _CLEARED:
        yield from _cleared_faults(facts, order, plan.rule)


@rule("10.04.1", "10.06.1")
def _cleared_faults(facts: OrderFacts, order: language.Work, rule_id: str) -> Iterator[Illegal]:
    """What is cleared is named, since it stands there already, and the workers are at it."""
    there = facts.fences if order.kind == "clear_fence" else facts.barricades
    if order.at is None:
        yield Illegal(say("civilwar.no.cleared-object"), rule_id)
    elif order.at not in there:
        yield Illegal(say("civilwar.no.cleared-there", name=order.at), rule_id)


def _builders(facts: OrderFacts) -> Literal["infantry", "dismounted_cavalry", "other"]:
    if not facts.on_foot:
        return "other"
    return "dismounted_cavalry" if facts.arm == "cavalry" else "infantry"


@rule("06.03.6")
def repair_faults(facts: OrderFacts, repairs: Sequence[language.Repaired]) -> Iterator[Illegal]:
    """Gunners mend what is damaged, one each (R66), unless the battery is in melee (06.03.6)."""
    damaged = {"gun": facts.damaged_guns, "limber": facts.damaged_limbers}
    if any(repairs.count(what) > damaged[what] for what in repairs):
        yield Illegal(say("civilwar.no.repair"), "06.03.6")
    elif len(repairs) > facts.figures:
        yield Illegal(say("civilwar.no.repair-hands", n=facts.figures), "06.03.6")
    elif repairs and facts.in_contact:
        yield Illegal(say("civilwar.no.repair-contact"), "06.03.6")


# fire (03.03.6, 03.03.7, 05.01.3, R38, R59)


#: ammunition as the schemas name it
_ROUND: Final[dict[language.Ammunition, str]] = {"canister": "canister", "shell": "shell", "shot": "solid_shot"}


@rule("03.03.6", "05.01.3")
def fire_faults(facts: OrderFacts, order: language.Fire) -> Iterator[Illegal]:
    """Small arms: each figure fires once, so the parts are of different companies (05.01.3, R38)."""
    if facts.arm == "artillery":
        yield Illegal(say("civilwar.no.name-ammunition"), "03.03.7")
        return
    counts = [part.companies for part in order.parts]
    if len(counts) > 1 and None in counts:
        yield Illegal(say("civilwar.no.parts-count"), "05.01.3")
    elif sum(count or 0 for count in counts) > facts.companies:
        yield Illegal(say("civilwar.no.companies", n=facts.companies), "05.01.3")
    yield from _waits_for_itself(facts, [part.when for part in order.parts])


@rule("03.03.6", "03.03.7", "03.03.1")
def _waits_for_itself(facts: OrderFacts, waits: Sequence[Trigger]) -> Iterator[Illegal]:
    """A unit that fires does nothing else in the turn (03.03.1), so that fire which waits for its own move never comes;
    one part may wait for the fire of another (05.01.3). Contact is what the enemy may bring."""
    own = [when.event for when in waits if isinstance(when, OwnDoes) and when.unit == facts.unit]
    others_fire = len(own) < len(waits)
    if any(event != "contact" and not (event == "fires" and others_fire) for event in own):
        yield Illegal(say("civilwar.no.own-wait"), "03.03.6")


@rule("03.03.7", "06.02.1", "06.02.5", "06.01.3")
def gun_faults(facts: OrderFacts, order: language.GunFire) -> Iterator[Illegal]:
    """Guns: ammunition that the piece has, a guess within its range where one is needed (03.03.7, R59, R60), and each
    target of canister once (06.02.1)."""
    if facts.arm != "artillery":
        yield Illegal(say("civilwar.no.small-arms"), "03.03.6")
        return
    reach = PIECES[facts.piece].range(_ROUND[order.ammunition]) if facts.piece in PIECES else None
    if reach is None:
        yield Illegal(say("civilwar.no.piece-round"), "03.03.7")
    elif order.guess is not None and order.guess > reach * CM:
        yield Illegal(say("civilwar.no.guess-range", cm=reach), "03.03.7")
    if order.guess is None and order.ammunition != "canister" and not _goes_on(facts, order):
        yield Illegal(say("civilwar.no.guess-missing"), "03.03.7")
    if len(set(order.targets)) < len(order.targets):
        yield Illegal(say("civilwar.refuse.target-twice"), "06.02.1")
    yield from _waits_for_itself(facts, [order.when])
    yield from repair_faults(facts, order.repairs)
    if order.repairs and len(order.repairs) >= facts.figures:
        yield Illegal(say("civilwar.no.repair-hands", n=facts.figures), "06.01.3")


def _goes_on(facts: OrderFacts, order: language.GunFire) -> bool:
    """Continued fire at what was hit, with the same ammunition, always hits: no guess is needed (06.02.5, R60)."""
    return order.targets == (facts.laid_on,) and order.ammunition == facts.laid_with
