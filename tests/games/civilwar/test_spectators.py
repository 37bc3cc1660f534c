"""Spectators of a battle in fog: one of them may be a commander, so they are shown what every commander knows."""

from random import Random

from battery import Way, new_match, somewhere
from feltherre.core.event import seen_by
from feltherre.games.civilwar.game import GAME
from feltherre.games.civilwar.state import ROLES


def test_whom_both_sides_see_spectators_do_not_see() -> None:
    state = new_match(Way("civilwar", 0), 18).state
    assert any(GAME.view(state, (role,)).enemies for role in ROLES)
    seen = GAME.view(state, ())
    assert (seen.units, seen.staff, seen.enemies, seen.enemy_staff, seen.made) == ((), (), (), (), ())
    assert GAME.scene(state, ()).stacks == ()


def test_of_units_spectators_are_told_nothing() -> None:
    match = somewhere(new_match(Way("civilwar", 0), 18), Random(18), 30)
    heard_by_both = [event for _, event in match.log if event.places and all(seen_by(event, (role,)) for role in ROLES)]
    assert heard_by_both
    assert not [event.text.key for event in heard_by_both if seen_by(event, ())]
    assert any(seen_by(event, ()) for _, event in match.log), "that a turn begins everybody is told"
