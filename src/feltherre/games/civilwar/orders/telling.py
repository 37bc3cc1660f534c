"""Orders as sentences that a person reads: "Attack Ricketts at the charge, going north-west."

A `Naming` gives a unit, staff figure or terrain object the name that stands in the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from feltherre.core.text import Text, say
from feltherre.games.civilwar.orders.language import (
    Attack,
    Courier,
    Detach,
    Exit,
    Fire,
    FirePart,
    GunFire,
    Move,
    NextTarget,
    Order,
    OrderLine,
    Rejoin,
    Reorganise,
    Resupply,
    Retreat,
    StaffLine,
    StaffMove,
    StaffOrder,
    StaffStay,
    StaffWith,
    Stand,
    Work,
)
from feltherre.games.civilwar.orders.signs import PREFS
from feltherre.games.civilwar.orders.telling_parts import Naming, Teller, centimetres_of, joined
from feltherre.games.civilwar.orders.triggers import AT_ONCE, AtTime, OwnDoes, Trigger, UmpireSays

__all__ = ["Naming", "tell_line", "tell_order", "tell_staff", "tell_waiting"]


def tell_line(line: OrderLine, naming: Naming) -> Text:
    """A unit's order, and its standing instructions where it does not ask."""
    given = ((pref.lower(), getattr(line.prefs, pref.lower())) for pref in PREFS)
    prefs = [say(f"civilwar.tell.pref.{pref}-{answer}") for pref, answer in given if answer != "ask"]
    return joined("sentences", tell_order(line.order, naming), *prefs)


def tell_staff(line: StaffLine, naming: Naming) -> Text:
    """What a general or courier does."""
    order = _staff(line.order, Teller(naming))
    if not (isinstance(line.order, Courier) and isinstance(line.order.load, str)):  # words have their own full stop
        order = say("civilwar.tell.sentence", text=order)
    evade = None if line.evade == "ask" else say(f"civilwar.tell.pref.evade-{line.evade}")
    return joined("sentences", order, evade)


def tell_waiting(what: Text, when: Trigger, naming: Naming) -> Text:
    """What is done, and when."""
    return Teller(naming).waiting(what, when)


def tell_order(order: Order, naming: Naming) -> Text:
    """An order as a whole sentence."""
    return say("civilwar.tell.sentence", text=_order(order, Teller(naming)))


def _order(order: Order, teller: Teller) -> Text:
    match order:
        case Stand():
            return say("civilwar.tell.stand")
        case Reorganise():
            return say("civilwar.tell.reorganise")
        case Retreat():
            return say("civilwar.tell.retreat")
        case Move():
            return say("civilwar.tell.move", legs=teller.legs(order.legs))
        case Attack():
            return _attack(order, teller)
        case Fire():
            return joined("next-sentence", *[_fire_part(part, teller) for part in order.parts])
        case GunFire():
            return _gun_fire(order, teller)
        case Work():
            return _work(order, teller)
        case Resupply():
            return say("civilwar.tell.resupply", wagon=teller.name(order.wagon))
        case Exit():
            return _with_legs(say(f"civilwar.tell.exit-{order.edge}"), order.legs, teller)
        case Detach():
            return _with_legs(say("civilwar.tell.detach", n=order.companies), order.legs, teller)
        case Rejoin():
            return say("civilwar.tell.rejoin", unit=teller.name(order.unit))
        case _:
            assert_never(order)


def _with_legs(text: Text, legs: Sequence[object], teller: Teller) -> Text:
    return say("civilwar.tell.by-legs", text=text, legs=teller.legs(legs)) if legs else text


def _attack(order: Attack, teller: Teller) -> Text:
    """Whom, with how many, how fast; by which way, with whose support, and what then."""
    what = joined(
        "words",
        say("civilwar.tell.attack", target=teller.name(order.target)),
        teller.companies(order.companies),
        say("civilwar.tell.charge") if order.pace == "charge" else None,
    )
    return joined(
        "comma",
        what,
        teller.way(order.legs) if order.legs else None,
        say("civilwar.tell.support", units=[teller.name(unit) for unit in order.support]) if order.support else None,
        _follow(order, teller),
    )


def _follow(order: Attack, teller: Teller) -> Text | None:
    if order.follow is None:
        return None
    if isinstance(order.follow, NextTarget):
        return say("civilwar.tell.follow-next", target=teller.name(order.follow.target))
    return say(f"civilwar.tell.follow-{order.follow}")


def _fire_part(part: FirePart, teller: Teller) -> Text:
    if _sets_off_its_target(part.target, part.when):
        what = say("civilwar.tell.fire-freely")
    else:
        what = say("civilwar.tell.fire", target=teller.target(part.target))
    return teller.waiting(joined("words", what, teller.companies(part.companies)), part.when)


def _gun_fire(order: GunFire, teller: Teller) -> Text:
    if _sets_off_its_target(order.targets, order.when):
        what = say(f"civilwar.tell.fire-freely-{order.ammunition}")
    else:
        targets = [teller.name(target) for target in order.targets] or teller.target(None)
        what = say(f"civilwar.tell.fire-{order.ammunition}", target=targets)
    guess = None if order.guess is None else say("civilwar.tell.guess", cm=centimetres_of(order.guess))
    repairs = [
        say(f"civilwar.tell.repair-{what}", n=order.repairs.count(what)) for what in dict.fromkeys(order.repairs)
    ]
    return joined("comma", teller.waiting(what, order.when), guess, *repairs)


def _sets_off_its_target(target: object, when: Trigger) -> bool:
    """Whether the enemy that is waited for is the one fired at."""
    return not target and not isinstance(when, AtTime | OwnDoes | UmpireSays)


def _work(order: Work, teller: Teller) -> Text:
    at = None if order.at is None else say("civilwar.tell.work-at", object=teller.name(order.at))
    facing = None if order.direction is None else say("civilwar.tell.work-facing", way=teller.bearing(order.direction))
    kind = say(f"civilwar.tell.work.{order.kind.replace('_', '-')}")
    repairs = order.kind in ("repair_gun", "repair_limber") and order.companies is not None
    party = say("civilwar.tell.with-gunners", n=order.companies) if repairs else teller.companies(order.companies)
    return joined("words", kind, at, facing, party)


def _staff(order: StaffOrder, teller: Teller) -> Text:
    match order:
        case StaffStay():
            return say("civilwar.tell.stay")
        case StaffMove():
            ride = say("civilwar.tell.ride", place=teller.place(order.to))
            return ride if order.when == AT_ONCE else teller.waiting(ride, order.when)
        case StaffWith():
            return say("civilwar.tell.ride-with", unit=teller.name(order.unit))
        case Courier(load=OrderLine() as line):
            text = _order(line.order, teller)
            return say("civilwar.tell.ride-order", to=teller.name(order.to), order=text)
        case Courier():
            return say("civilwar.tell.ride-words", to=teller.name(order.to), words=str(order.load))
        case _:
            assert_never(order)
