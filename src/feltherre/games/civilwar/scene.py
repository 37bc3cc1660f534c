"""One position as one seat may see it: who stands where, base by base, and what there is to say of each.

Everything comes from the view (view.py): of others only what is seen or remembered. Nothing is measured here but the
drawing itself (06.02.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from feltherre.core.scene import Kind, Outcome, Place, Pose, Region, Scene, Status
from feltherre.core.text import Text, say
from feltherre.games.civilwar import commanders, display, telling
from feltherre.games.civilwar.command import in_command
from feltherre.games.civilwar.drawn_bodies import as_it_looks, pose_of, sign_at
from feltherre.games.civilwar.drawn_ground import place_of
from feltherre.games.civilwar.field import is_pinned, scenario_of
from feltherre.games.civilwar.orders.language import GunFire
from feltherre.games.civilwar.state import ROLES, CivilWarState, Doing, Staff, Unit, doing_of, unit_of
from feltherre.games.civilwar.victory import award_told
from feltherre.games.civilwar.view import CivilWarView, SeenStaff, SeenUnit, sheets_read, view

#: the signs of size of a command
_SIZES = {"brigade": "X", "division": "XX", "corps": "XXX"}


def scene(state: CivilWarState, roles: Collection[str], all_seeing: bool = False) -> Scene:
    seen = view(state, roles, all_seeing)
    table = _Table(state, seen)
    made, gone = table.objects()
    return Scene(
        status=_status(state, all_seeing),
        poses=tuple(table.poses),
        figures=table.figures,
        flags={flag: tuple(ids) for flag, ids in table.flags.items()},
        told=table.told,
        listed=table.listed,
        words=table.words,
        places={"gone": gone} if gone else {},
        answered=tuple(sealed.role for sealed in state.sealed),
        outcome=_outcome(state),
        kinds=tuple(table.kinds),
        extra=made,
        regions=tuple(table.regions(made)),
    )


def _status(state: CivilWarState, all_seeing: bool) -> Status:
    phase = say(f"civilwar.phase.{state.phase}") if state.phase != "turn" else display.moment(state)
    assert phase is not None
    return Status(
        turn=say("civilwar.display.turn", number=state.turn, last=scenario_of(state).turns),
        phase=phase,
        notes=(_points(state), *_sheets_in(state, all_seeing)),
    )


def _points(state: CivilWarState) -> Text:
    return say("civilwar.display.points", union=state.points[0], confederate=state.points[1])


def _outcome(state: CivilWarState) -> Outcome | None:
    """How the battle ended (01.05.1)."""
    result = state.result
    if result is None:
        return None
    if not result.winners:
        headline = say("civilwar.outcome.drawn")
    else:
        won = commanders.side_of(result.winners[0])
        headline = say("civilwar.outcome.won", side=commanders.role_name(ROLES[won]))
    gave_up = [say("civilwar.outcome.resigned")] if result.reason == "resigned" else []
    points = say("civilwar.outcome.points", union=state.points[0], confederate=state.points[1])
    how = (*gave_up, *(award_told(state, award) for award in state.awards), points)
    return Outcome(winners=result.winners, headline=headline, how=how)


def _sheets_in(state: CivilWarState, all_seeing: bool) -> Iterator[Text]:
    """To the umpire: whose order sheets he can read, and how."""
    for side in sheets_read(state, commanders.roles(state), all_seeing) if all_seeing else ():
        yield say("civilwar.display.sheet-in", side=commanders.role_name(side))


class _Table:
    """Whom a reader sees, put down one by one: own units first, then what is seen of others, then riders."""

    def __init__(self, state: CivilWarState, seen: CivilWarView) -> None:
        self.state = state
        self.seen = seen
        self.scenario = scenario_of(state)
        self.own = {unit.id for unit in seen.units}
        self.poses: list[Pose] = []
        self.kinds: list[Kind] = []
        self.figures: dict[str, str] = {}
        self.told: dict[str, Text] = {}
        self.listed: dict[str, Text] = {}
        self.words: dict[str, Text] = {}
        self.flags: dict[str, list[str]] = {}
        #: own units by their side; friends, enemies, staff
        self.groups: dict[str, list[str]] = {}
        for unit in seen.units:
            if unit.on_table:
                self._own(unit)
        for group, others in (("friends", seen.friends), ("enemies", seen.enemies)):
            for other in others:
                self._other(other, group)
        for one in seen.staff:
            if one.on_table:
                self._rider(one, one.rank == "courier", one.facing)
        for rider in (*seen.friend_staff, *seen.enemy_staff):
            self._rider(rider, rider.courier)

    def regions(self, made: tuple[Place, ...]) -> Iterator[Region]:
        """Who belongs together, and the objects of play."""
        for group, ids in self.groups.items():
            yield Region(name=_heading(group), places=tuple(ids))
        if made:
            yield Region(name=say("civilwar.display.ground"), places=tuple(one.id for one in made))

    def objects(self) -> tuple[tuple[Place, ...], tuple[str, ...]]:
        """What play has put on the table and taken off it, as far as the reader knows (04.01.2)."""
        known = {one.id: one for one in display.ground_seen(self.state, self.seen).features}
        first = {one.id for one in self.scenario.terrain}
        made = tuple(place_of(one, self.scenario.height) for name, one in known.items() if name not in first)
        return made, tuple(one.id for one in self.scenario.terrain if one.id not in known)

    def _own(self, unit: Unit) -> None:
        state = self.state
        self._stand(unit, ROLES[unit.side], display.body_words(state, unit), display.body_listed(state, unit))
        if unit.order != "OR":
            self._flag(unit.order.lower(), unit.id)
        self._flag_if(unit.id, "pinned", is_pinned(state, unit))
        self._flag_if(unit.id, "out-of-command", not in_command(state, unit))
        self._flag_if(unit.id, "out-of-ammunition", display.has_nothing_to_fire(unit))
        self._flag_if(unit.id, "smoke", _has_fired(state, unit))

    def _other(self, other: SeenUnit, group: str) -> None:
        state = self.state
        unit = as_it_looks(state, other, display.house_of(state, other))
        self._stand(unit, group, display.body_words(state, other), display.body_listed(state, other))
        self._flag_if(unit.id, "fu", other.routed)
        self._flag_if(unit.id, "pinned", other.pinned)
        self._flag_if(unit.id, "remembered", bool(other.seen))
        if other.seen:
            self.words[unit.id] = say("civilwar.display.seen-then", turn=other.seen)
        self._flag_if(unit.id, "moved", other.moved)
        self._flag_if(unit.id, "smoke", not other.seen and self._is_known_to_have_fired(unit.id))

    def _stand(self, unit: Unit, group: str, words: Text, listed: Text) -> None:
        """A unit as it stands: what everybody sees who sees it."""
        self._put(pose_of(self.scenario, unit), unit.side, unit.arm, group)
        self.told[unit.id], self.listed[unit.id] = words, listed
        if unit.figures:
            self.figures[unit.id] = str(unit.figures)
        self._flag_if(unit.id, "mounted", unit.mounted)
        self._flag_if(unit.id, "limbered", unit.arm == "artillery" and unit.formation != "unlimbered")
        self._flag_if(unit.id, "in-building", bool(unit.building))

    def _rider(self, one: Staff | SeenStaff, courier: bool, facing: int = 0) -> None:
        size = _SIZES.get(one.rank, "") if isinstance(one, Staff) else ""
        there = sign_at(self.scenario, one.id, one.x, one.y, facing)
        symbol = "courier" if courier else "general"
        self._put(there, one.side, symbol, "staff", size)
        self.told[one.id] = display.rider_words(self.state, one)
        self.listed[one.id] = display.rider_listed(self.state, one)

    def _put(self, there: Pose, side: int, symbol: str, group: str, size: str = "") -> None:
        name = telling.name(self.state, there.id)
        self.poses.append(there)
        self.kinds.append(
            Kind(id=there.id, side=ROLES[side], name=name, shape="body", symbol=symbol, size=size, label=there.id)
        )
        self.groups.setdefault(group, []).append(there.id)

    def _flag_if(self, name: str, flag: str, is_so: bool) -> None:
        if is_so:
            self._flag(flag, name)

    def _flag(self, flag: str, name: str) -> None:
        self.flags.setdefault(flag, []).append(name)

    def _is_known_to_have_fired(self, name: str) -> bool:
        """If one in sight has fired at the reader's own. At whom else he fired, and who saw it, the state does not
        keep."""
        state, unit = self.state, unit_of(self.state, name)
        doing, battery = doing_of(state, name), unit.battery
        targets = {*doing.fire_at, *(enemy for enemy, _ in unit.fights)}
        if battery is not None and battery.laid_turn == _smoke_of(state):
            targets.add(battery.laid_on)
        return _has_fired(state, unit) and not targets.isdisjoint(self.own)


def _heading(group: str) -> Text:
    if group in ROLES:
        return say("civilwar.display.units", side=commanders.role_name(group))
    return say(f"civilwar.display.{group}")


def _smoke_of(state: CivilWarState) -> int:
    """The turn whose smoke is still on the table: while orders are written that of the turn before."""
    return state.turn - 1 if state.phase == "orders" else state.turn


def _has_fired(state: CivilWarState, unit: Unit) -> bool:
    """If a unit has fired in the turn whose smoke is on the table. Guns that were to fire and are known to have stirred
    where they stand have done so."""
    turn, doing = _smoke_of(state), doing_of(state, unit.id)
    if turn < 1 or unit.order == "FU":
        return False
    laid = unit.battery is not None and unit.battery.laid_turn == turn
    return bool(doing.shots) or unit.fired == turn or laid or _served(unit, doing)


def _served(unit: Unit, doing: Doing) -> bool:
    is_laid_out = unit.formation == "unlimbered" and unit.last is not None
    return is_laid_out and doing.stirred and isinstance(unit.last.order, GunFire)  # type: ignore[union-attr]
