"""What is told, and to whom: a commander learns of what his own units do and of what any of them can see (fog of
war)."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from feltherre.core.chance import Line, Ruling
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.civilwar.commanders import role_of, role_over, roles
from feltherre.games.civilwar.field import by_id, name_of
from feltherre.games.civilwar.sight import role_sees, seen_by
from feltherre.games.civilwar.state import CivilWarState, Staff, Unit, find_staff

#: a sentence and the words of the whole one that stand in it too; None: nothing is told
Form: TypeAlias = tuple[str, tuple[str, ...]] | None

_STOPS: Final[Form] = ("civilwar.partly.stops", ("unit",))
_HALTS: Final[Form] = ("civilwar.partly.halts", ("attacker",))
_ATTACKS: Final[Form] = ("civilwar.partly.attacks", ("attacker",))
_ATTACKED: Final[Form] = ("civilwar.partly.attacked", ("defender",))
#: what is told of two units to those who see only the first of them, or only the second; of what is not here nothing
PARTLY: Final[dict[str, tuple[Form, Form]]] = {
    "civilwar.declare.attack": (("civilwar.partly.declares-attack", ("unit",)), None),
    "civilwar.motion.contact.enemy": (_STOPS, None),
    "civilwar.motion.contact.charge-pace": (_STOPS, None),
    "civilwar.motion.contact.disorder": (_STOPS, None),
    "civilwar.motion.contact.moving-or-firing": (_STOPS, None),
    "civilwar.motion.contact.fire-locked": (_STOPS, None),
    "civilwar.attack.attacks-front": (_ATTACKS, _ATTACKED),
    "civilwar.attack.attacks-overlap": (_ATTACKS, _ATTACKED),
    "civilwar.attack.attacks-flank": (_ATTACKS, _ATTACKED),
    "civilwar.attack.attacks-rear": (_ATTACKS, _ATTACKED),
    "civilwar.attack.unbidden": (_ATTACKS, _ATTACKED),
    "civilwar.attack.impassable-obstacle": (_HALTS, None),
    "civilwar.attack.artillery": (_HALTS, None),
    "civilwar.attack.disorder": (_HALTS, None),
    "civilwar.attack.second-frontal-attack": (_HALTS, None),
    "civilwar.attack.shock-won": (
        ("civilwar.partly.breaks-in", ("attacker",)),
        ("civilwar.partly.is-broken-into", ("defender",)),
    ),
    "civilwar.attack.shock-repelled": (
        ("civilwar.partly.is-repelled", ("attacker",)),
        ("civilwar.partly.repels", ("defender",)),
    ),
    "civilwar.attack.pursues": (("civilwar.partly.pursues", ("attacker",)), None),
    "civilwar.attack.holds": (("civilwar.partly.does-not-pursue", ("attacker",)), None),
    "civilwar.attack.goes-next": (("civilwar.partly.goes-next", ("attacker",)), None),
    "civilwar.attack.turned-flank": (("civilwar.partly.turns-companies", ("defender",)), None),
    "civilwar.attack.turned-rear": (("civilwar.partly.faces-about", ("defender",)), None),
    "civilwar.attack.melee": (
        ("civilwar.partly.melee-of-a", ("a", "losses_a")),
        ("civilwar.partly.melee-of-b", ("b", "losses_b")),
    ),
    "civilwar.attack.prisoners": (("civilwar.partly.takes-prisoners", ("attacker",)), None),
    # whose they are is told without who takes them
    "civilwar.end.prisoners": (("civilwar.end.prisoners", ("unit", "n")), None),
    "civilwar.end.surrenders": (("civilwar.end.surrenders", ("unit", "n")), None),
    # the guns stand where their taker is, whoever served them
    "civilwar.attack.guns-captured": (("civilwar.attack.guns-captured", ("attacker", "defender")), None),
    "civilwar.forced.checked": (("civilwar.partly.flight-checked", ("unit",)), None),
    "civilwar.react.fell-back-to": (("civilwar.react.fell-back", ("unit",)), None),
}
#: in these the two have met: the commander of the second, too, knows with whom
_MET: Final = ("civilwar.attack.", "civilwar.end.prisoners", "civilwar.end.surrenders")
#: but here they have not yet, or what is taken stands by itself
_NOT_MET: Final = ("civilwar.attack.goes-next", "civilwar.attack.guns-captured")


def tell(
    table: Table[CivilWarState], key: str, rule: str, *units: str, ruling: Ruling | None = None, **args: Any
) -> None:
    """Tell of something that concerns these units, the first of them its doer, to those who know of them all; those who
    see one of two are told without the name of the other, if there is something to tell (PARTLY).

    What concerns no unit everybody is told. Of units spectators are told nothing: one of them may be a commander, and
    whom the others see he does not know. How it was ruled only the doer's own commander reads: it holds what the enemy
    must not know, such as grades (fog of war).
    """
    if table.quiet:
        return
    state = table.state
    everybody, concerned = roles(state), _concerned(state, units)
    full = tuple(role for role in everybody if _knows_all(state, role, key, concerned))
    doer = by_id(state, units[0]) if units else None
    own = (role_of(state, doer),) if doer is not None and ruling is not None else None
    table.tell(say(key, **args), rule, units, ruling, audience=full if concerned else None, ruling_for=own)
    others = [role for role in everybody if role not in full]
    for place, form in enumerate(PARTLY.get(key, ()) if len(concerned) > 1 else ()):
        seeing = tuple(role for role in others if sees(state, role, concerned[place]))
        if form is not None and seeing:
            words = {word: args[word] for word in form[1]}
            table.tell(say(form[0], **words), rule, (concerned[place].id,), audience=seeing)


def _concerned(state: CivilWarState, names: tuple[str, ...]) -> list[Unit | Staff]:
    found = ((by_id(state, name) or find_staff(state, name)) for name in names)
    return [one for one in found if one is not None]


def _knows_all(state: CivilWarState, role: str, key: str, concerned: list[Unit | Staff]) -> bool:
    """If a commander may read who all of them are: he commands the doer, or the one whom he met, or sees them all."""
    if not concerned:
        return True
    met = key.startswith(_MET) and key not in _NOT_MET
    if any(_is_own(state, role, one) for one in (concerned if met else concerned[:1])):
        return True
    return all(sees(state, role, one) for one in concerned)


def _is_own(state: CivilWarState, role: str, one: Unit | Staff) -> bool:
    return (role_of(state, one) if isinstance(one, Unit) else role_over(state, one)) == role


def sees(state: CivilWarState, role: str, one: Unit | Staff) -> bool:
    """If anybody whom a role commands sees a unit, general or courier; its own it always does."""
    if isinstance(one, Unit):
        return role_sees(state, role, one)
    return _is_own(state, role, one) or (one.on_table and seen_by(state, (role,), [one])[0])


def name(state: CivilWarState, thing: str) -> Text:
    """A unit, staff figure or terrain object as people read it; couriers go by their general and their number."""
    courier = next((one for one in state.staff if one.id == thing and one.rank == "courier"), None)
    if courier is not None:
        general = thing.rpartition("-")
        return say("civilwar.name.courier", general=name_of(state, general[0]), number=general[2])
    return say("core.plain", text=name_of(state, thing))


def named(state: CivilWarState, ruling: Ruling) -> Ruling:
    """A ruling that calls the units of which it speaks by their names; the procedures know only their ids."""

    def with_names(line: Line) -> Line:
        unit = line.text.args.get("unit")
        if not isinstance(unit, str) or by_id(state, unit) is None:
            return line
        return replace(line, text=Text(line.text.key, {**line.text.args, "unit": name(state, unit)}))

    return replace(ruling, explanation=tuple(with_names(line) for line in ruling.explanation))
