"""Orders as sentences that a person reads: "Attack Ricketts at the charge, going north-west."

A `Naming` gives a unit, staff figure or terrain object the name that stands in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias, assert_never

from feltherre.core.text import Text, say
from feltherre.games.civilwar.orders import language, legs, places, triggers
from feltherre.games.civilwar.orders.signs import PREFS
from feltherre.games.civilwar.procedures.inputs import amount, turns_of
from feltherre.ground.tabletop.measure import CM, DEGREE

#: what a unit, staff figure or object is called in a sentence
Naming: TypeAlias = Callable[[str], str | Text]


def tell_line(line: language.OrderLine, naming: Naming) -> Text:
    """A unit's order, and its standing instructions where it does not ask."""
    given = ((pref.lower(), getattr(line.prefs, pref.lower())) for pref in PREFS)
    prefs = [say(f"civilwar.tell.pref.{pref}-{answer}") for pref, answer in given if answer != "ask"]
    return joined("sentences", tell_order(line.order, naming), *prefs)


def tell_staff(line: language.StaffLine, naming: Naming) -> Text:
    """What a general or courier does."""
    order = Teller(naming).staff(line.order)
    if not (isinstance(line.order, language.Courier) and isinstance(line.order.load, str)):
        order = say("civilwar.tell.sentence", text=order)  # words have their own full stop
    evade = None if line.evade == "ask" else say(f"civilwar.tell.pref.evade-{line.evade}")
    return joined("sentences", order, evade)


def tell_waiting(what: Text, when: triggers.Trigger, naming: Naming) -> Text:
    """What is done, and when."""
    return Teller(naming).waiting(what, when)


def tell_order(order: language.Order, naming: Naming) -> Text:
    """An order as a whole sentence."""
    return say("civilwar.tell.sentence", text=Teller(naming).order(order))


def joined(how: str, first: Text, *others: Text | None) -> Text:
    """Several parts as one, without those that are not there: `words`, `comma`, `then`, `when`, `sentences`."""
    for other in others:
        if other is not None:
            first = say(f"civilwar.tell.join.{how}", first=first, next=other)
    return first


def _centimetres(length: int) -> str | Text:
    """0.1 mm in centimetres, in the reader's language."""
    return amount(Fraction(length, CM))


def _formation(formation: str) -> Text:
    return say(f"civilwar.formation.{formation.replace('_', '-')}")


#: what may follow a leg in its sentence, by the field that says it
_FURTHER: Final[dict[str, Callable[[Any], Text]]] = {
    "length": lambda length: say("civilwar.tell.far", cm=_centimetres(length)),
    "pace": lambda pace: say("civilwar.tell.charge"),
    "span": lambda span: say("civilwar.tell.span", time=turns_of(Fraction(span, 8))),
    "files": lambda files: say("civilwar.tell.leg.files", n=files),
    "gap": lambda gap: say("civilwar.tell.leg.gap", cm=_centimetres(gap)),
    "standing": lambda company: say("civilwar.tell.leg.standing", number=company),
}


class Teller:
    """Tells orders and their parts with one naming."""

    def __init__(self, naming: Naming) -> None:
        self.name = naming

    # orders

    def order(self, order: language.Order) -> Text:
        """What a unit does."""
        match order:
            case language.Stand():
                return say("civilwar.tell.stand")
            case language.Reorganise():
                return say("civilwar.tell.reorganise")
            case language.Retreat():
                return say("civilwar.tell.retreat")
            case language.Move():
                return say("civilwar.tell.move", legs=self.way(order.legs))
            case language.Attack():
                return self._attack(order)
            case language.Fire():
                return joined("next-sentence", *map(self._fire_part, order.parts))
            case language.GunFire():
                return self._gun_fire(order)
            case language.Work():
                return self._work(order)
            case language.Resupply():
                return say("civilwar.tell.resupply", wagon=self.name(order.wagon))
            case language.Exit():
                return self._by_legs(say(f"civilwar.tell.exit-{order.edge}"), order.legs)
            case language.Detach():
                return self._by_legs(say("civilwar.tell.detach", n=order.companies), order.legs)
            case language.Rejoin():
                return say("civilwar.tell.rejoin", unit=self.name(order.unit))
            case _:
                assert_never(order)

    def _by_legs(self, text: Text, way: Sequence[legs.OrderLeg]) -> Text:
        return say("civilwar.tell.by-legs", text=text, legs=self.way(way)) if way else text

    def _attack(self, order: language.Attack) -> Text:
        """Whom, with how many, how fast; by which way, with whose support, and what then."""
        attack = say("civilwar.tell.attack", target=self.name(order.target))
        pace = say("civilwar.tell.charge") if order.pace == "charge" else None
        support = [self.name(unit) for unit in order.support]
        return joined(
            "comma",
            joined("words", attack, self._companies(order.companies), pace),
            self.way(order.legs, "way") if order.legs else None,
            say("civilwar.tell.support", units=support) if support else None,
            self._follow(order.follow),
        )

    def _follow(self, follow: str | language.NextTarget | None) -> Text | None:
        if isinstance(follow, language.NextTarget):
            return say("civilwar.tell.follow-next", target=self.name(follow.target))
        return None if follow is None else say(f"civilwar.tell.follow-{follow}")

    def _fire_part(self, part: language.FirePart) -> Text:
        if _sets_off_its_target(part.target, part.when):
            what = say("civilwar.tell.fire-freely")
        else:
            what = say("civilwar.tell.fire", target=self._target(part.target))
        return self.waiting(joined("words", what, self._companies(part.companies)), part.when)

    def _gun_fire(self, order: language.GunFire) -> Text:
        if _sets_off_its_target(order.targets, order.when):
            what = say(f"civilwar.tell.fire-freely-{order.ammunition}")
        else:
            targets = [self.name(target) for target in order.targets] or self._target(None)
            what = say(f"civilwar.tell.fire-{order.ammunition}", target=targets)
        guess = None if order.guess is None else say("civilwar.tell.guess", cm=_centimetres(order.guess))
        kinds = dict.fromkeys(order.repairs)
        repairs = [say(f"civilwar.tell.repair-{kind}", n=order.repairs.count(kind)) for kind in kinds]
        return joined("comma", self.waiting(what, order.when), guess, *repairs)

    def _work(self, order: language.Work) -> Text:
        at = None if order.at is None else say("civilwar.tell.work-at", object=self.name(order.at))
        way = None if order.direction is None else say("civilwar.tell.work-facing", way=_bearing(order.direction))
        kind = say(f"civilwar.tell.work.{order.kind.replace('_', '-')}")
        party = self._companies(order.companies)
        if party is not None and order.kind in ("repair_gun", "repair_limber"):
            party = say("civilwar.tell.with-gunners", n=order.companies)
        return joined("words", kind, at, way, party)

    def _target(self, unit: str | None) -> str | Text:
        return say("civilwar.tell.nearest") if unit is None else self.name(unit)

    def _companies(self, companies: int | None) -> Text | None:
        return None if companies is None else say("civilwar.tell.with-companies", n=companies)

    def staff(self, order: language.StaffOrder) -> Text:
        """What a general or courier does."""
        match order:
            case language.StaffStay():
                return say("civilwar.tell.stay")
            case language.StaffMove():
                ride = say("civilwar.tell.ride", place=self.place(order.to))
                return ride if order.when == triggers.AT_ONCE else self.waiting(ride, order.when)
            case language.StaffWith():
                return say("civilwar.tell.ride-with", unit=self.name(order.unit))
            case language.Courier(load=language.OrderLine() as line):
                return say("civilwar.tell.ride-order", to=self.name(order.to), order=self.order(line.order))
            case language.Courier():
                return say("civilwar.tell.ride-words", to=self.name(order.to), words=str(order.load))
            case _:
                assert_never(order)

    # where

    def mark(self, mark: places.Mark) -> str | Text:
        match mark:
            case places.ObjectMark():
                return self.name(mark.object)
            case places.CornerMark():
                corner = say(f"civilwar.bearing.{mark.corner}")
                return say("civilwar.tell.corner", corner=corner, object=self.name(mark.object))
            case places.UnitMark():
                return self.name(mark.unit)
            case places.PointMark():
                return say("civilwar.tell.point", x=_centimetres(mark.x), y=_centimetres(mark.y))
            case _:
                assert_never(mark)

    def place(self, place: places.Place) -> str | Text:
        mark = self.mark(place.mark)
        return mark if place.offset is None else _from(mark, place.offset)

    def _gate(self, gate: places.Gate) -> Text:
        start = self.mark(gate.start)
        end = _from(start, gate.end) if isinstance(gate.end, places.Offset) else self.mark(gate.end)
        return say("civilwar.tell.gate", start=start, end=end)

    # legs

    def way(self, march: Sequence[legs.OrderLeg], kind: str = "leg") -> Text:
        """Legs one after the other: of a movement, or (kind `way`) as the way that an attack goes."""
        first, *others = (joined("words", self._leg(leg, kind), *_further(leg)) for leg in march)
        return joined("then", first, *others)

    def _leg(self, leg: legs.OrderLeg, kind: str) -> Text:
        match leg:
            case legs.Go(direction=None):
                return say(f"civilwar.tell.{kind}.ahead")
            case legs.Go(direction=int() as direction):
                return say(f"civilwar.tell.{kind}.go", way=_bearing(direction))
            case legs.GoTo():
                return say(f"civilwar.tell.{kind}.to", place=self.place(leg.place))
            case legs.Along():
                return say(f"civilwar.tell.{kind}.along", object=self.name(leg.object), place=self.place(leg.place))
            case legs.Wheel():
                return say(f"civilwar.tell.{kind}.wheel-{leg.side}", degrees=amount(Fraction(leg.angle, DEGREE)))
            case legs.Sideways():
                return say(f"civilwar.tell.leg.side-{leg.side}")
            case legs.Face():
                return say(f"civilwar.tell.leg.face-{leg.turn}")
            case legs.Form():
                return say("civilwar.tell.leg.form", formation=_formation(leg.formation))
            case legs.Enter():
                return say("civilwar.tell.leg.enter", building=self.name(leg.building))
            case legs.Limber() | legs.Unlimber() if leg.about:
                return say(f"civilwar.tell.leg.{leg.__struct_config__.tag}-about")
            case _:
                return say(f"civilwar.tell.leg.{leg.__struct_config__.tag}")

    # when

    def waiting(self, text: Text, trigger: triggers.Trigger) -> Text:
        """What is done, and when: at a moment, or when something happens."""
        if trigger == triggers.AT_ONCE:
            return joined("words", text, say("civilwar.tell.when.at-once"))
        moment = isinstance(trigger, triggers.AtTime | triggers.BeforeShock | triggers.AfterShock)
        return joined("words" if moment else "when", text, self._trigger(trigger))

    def _trigger(self, trigger: triggers.Trigger) -> Text:
        match trigger:
            case triggers.AtTime():
                return say("civilwar.tell.when.at", time=amount(Fraction(trigger.eighths, 8)))
            case triggers.AfterShock():
                return say("civilwar.tell.when.after-shock")
            case triggers.OwnDoes():
                return say(f"civilwar.tell.when.own-{trigger.event}", unit=self.name(trigger.unit))
            case triggers.UmpireSays():
                return say("civilwar.tell.when.umpire", text=trigger.text)
        enemy = self._enemy(trigger.enemy)
        match trigger:
            case triggers.EnemyCrosses():
                return say("civilwar.tell.when.crosses", enemy=enemy, gate=self._gate(trigger.gate))
            case triggers.EnemyWithin(of=places.UnitMark() | places.ObjectMark() as of):
                cm = _centimetres(trigger.length)
                return say("civilwar.tell.when.within-of", enemy=enemy, cm=cm, of=self.mark(of))
            case triggers.EnemyWithin():
                return say("civilwar.tell.when.within", enemy=enemy, cm=_centimetres(trigger.length))
            case triggers.EnemyVisible():
                return say("civilwar.tell.when.visible", enemy=enemy)
            case triggers.EnemyFires(at=str() as unit):
                return say("civilwar.tell.when.fires-at", enemy=enemy, at=self.name(unit))
            case triggers.EnemyFires():
                return say("civilwar.tell.when.fires", enemy=enemy)
            case triggers.BeforeShock(unit=str() as unit):
                return say("civilwar.tell.when.before-shock-of", enemy=enemy, unit=self.name(unit))
            case triggers.BeforeShock():
                return say("civilwar.tell.when.before-shock", enemy=enemy)
            case _:
                assert_never(trigger)

    def _enemy(self, enemy: triggers.Enemy) -> Text:
        """Which enemies count."""
        if enemy.unit is not None:
            who = say("core.plain", text=self.name(enemy.unit))
        else:
            who = say(f"civilwar.tell.enemy.{enemy.arm or 'any'}")
        formation = None
        if enemy.formation is not None:
            formation = say("civilwar.tell.enemy-formation", formation=_formation(enemy.formation))
        return joined("words", who, formation, say("civilwar.tell.enemy-attacking") if enemy.attacking else None)


def _sets_off_its_target(target: object, when: triggers.Trigger) -> bool:
    """Whether the enemy that is waited for is the one fired at."""
    return not target and not isinstance(when, triggers.AtTime | triggers.OwnDoes | triggers.UmpireSays)


def _bearing(direction: int) -> Text:
    """A direction by its compass point, or in degrees."""
    point, rest = divmod(direction, places.POINT)
    if rest:
        return say("civilwar.bearing.degrees", degrees=direction // DEGREE)
    return say(f"civilwar.bearing.{places.COMPASS[point]}")


def _from(mark: str | Text, offset: places.Offset) -> Text:
    cm, way = _centimetres(offset.length), _bearing(offset.direction)
    return say("civilwar.tell.offset", cm=cm, way=way, place=mark)


def _further(leg: legs.OrderLeg) -> list[Text]:
    """How far a leg goes, at which pace, for how long; the numbers of a formation."""
    given = ((tell, getattr(leg, field, None)) for field, tell in _FURTHER.items())
    return [tell(value) for tell, value in given if value is not None and value != "ordinary"]
