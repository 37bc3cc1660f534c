"""Fire at once comes before the first step (04.01.3, 04.01.4): who is stopped by it has not moved in that turn."""

import pytest

from civilwar_sheets import begin, play
from civilwar_table import Placed, chiefs, field_of, foot
from feltherre.games.civilwar.orders.language import Fire, FirePart, Move, Order, Stand, Work
from feltherre.games.civilwar.orders.legs import Back, Face, Form
from feltherre.games.civilwar.orders.triggers import AtTime
from feltherre.games.civilwar.state import CivilWarState, unit_of
from feltherre.ground.tabletop.measure import CM

GOES_BACK = Move((Back(),))
DIGS = Work("light_field_work")
AT_ONCE = Fire((FirePart("b"),))


def _field(*placed: Placed) -> CivilWarState:
    return begin(field_of(*placed, staff=chiefs((50, 30), (50, 66))))


def _before(y: int) -> CivilWarState:
    """A big regiment fires at b."""
    return _field(foot("a", 0, 50, 40, 60, companies=20), foot("b", 1, 50, y))


@pytest.mark.proves("08.02.7")
@pytest.mark.parametrize("order", [Stand(), DIGS, GOES_BACK, Move((Form("attack_column"),)), Move((Face("about"),))])
def test_who_has_still_to_set_out_does_not_answer_fire_either(order: Order) -> None:
    """The volley of the instant 0 finds all of them standing (R86): that is one less, and LU."""
    state = _before(46)
    play(state, (6, 5), (4, 4), union={"a": AT_ONCE}, confederate={"b": order})
    assert unit_of(state, "b").order == "LU"


@pytest.mark.proves("08.02.7", "03.03.1")
@pytest.mark.parametrize(("order", "after"), [(Stand(), "LU"), (Move((Back(CM),)), "OR"), (DIGS, "OR")])
def test_who_has_set_out_or_digs_is_not_standing(order: Order, after: str) -> None:
    """Half a turn later; field works count as moving."""
    state = _before(46)
    later = Fire((FirePart("b", when=AtTime(4)),))
    play(state, (6, 5), (4, 4), union={"a": later}, confederate={"b": order})
    assert unit_of(state, "b").order == after


@pytest.mark.proves("04.02.13")
@pytest.mark.parametrize("order", [Stand(), GOES_BACK])
def test_who_is_pinned_before_he_stirs_may_fire_as_surprised(order: Order) -> None:
    """R37: the order has not begun."""
    state = _field(
        foot("a", 0, 52, 42, 40, companies=12, weapon="rifle_cartridge"),
        foot("c", 0, 37, 44),
        foot("b", 1, 42, 52, weapon="rifle_cartridge"),
    )
    played = play(state, (1, 2), (2, 3), union={"a": AT_ONCE, "c": "A b"}, confederate={"b": order})
    assert [one.prompt.key for one in played.asked] == ["civilwar.prompt.surprised"]


@pytest.mark.proves("10.01.1")
@pytest.mark.parametrize(("throw", "worked"), [((3, 3), 2), ((6, 6), 0)])
def test_a_work_is_lost_only_to_who_really_leaves_it(throw: tuple[int, int], worked: int) -> None:
    """In the third turn it is to go back, and is pinned at once or not."""
    state = _before(50)
    for _ in range(2):
        play(state, confederate={"b": DIGS})
    play(state, (6, 6), throw, union={"a": AT_ONCE}, confederate={"b": GOES_BACK})
    assert unit_of(state, "b").worked == worked


@pytest.mark.proves("03.03.4")
@pytest.mark.parametrize(("throw", "charged"), [((2, 3), 0), ((6, 6), 1)])
def test_charge_pace_is_used_up_with_the_first_step(throw: tuple[int, int], charged: int) -> None:
    state = _field(foot("c", 0, 42, 40), foot("b", 1, 42, 54, 40, companies=12, weapon="rifle_cartridge"))
    fire = Fire((FirePart("c"),))
    play(state, (1, 2), throw, union={"c": "A b SM"}, confederate={"b": fire})
    assert (unit_of(state, "c").y > 4000) is bool(charged)
    assert unit_of(state, "c").charged == charged


# who is seen in a wood (03.02.3, R110)

PINES = {"id": "pines", "type": "wood", "poly": ((30, 50), (70, 50), (70, 90), (30, 90))}
ANYBODY = Fire((FirePart(),))


def _at_the_edge_of_a_wood() -> CivilWarState:
    """b is in the wood, 11 cm from a."""
    placed = foot("a", 0, 50, 40, 60, companies=20), foot("b", 1, 50, 51)
    staff = chiefs((50, 30), (50, 66))
    return begin(field_of(*placed, terrain=[PINES], staff=staff))


@pytest.mark.proves("03.02.3", "04.01.3")
@pytest.mark.parametrize("order", [Stand(), GOES_BACK, Move((Face("about"),))])
def test_R110_an_order_to_move_that_is_not_begun_does_not_show_a_unit_in_a_wood(order: Order) -> None:
    state = _at_the_edge_of_a_wood()
    told = play(state, union={"a": ANYBODY}, confederate={"b": order}).told
    assert "civilwar.fire.no-shot.nobody" in told


@pytest.mark.proves("03.02.3")
@pytest.mark.parametrize("order", [GOES_BACK, Move((Form("attack_column"),))])
def test_R110_fire_that_waits_for_a_unit_in_a_wood_finds_it_when_it_has_begun_to_move(order: Order) -> None:
    state = _at_the_edge_of_a_wood()
    told = play(state, union={"a": "S WHEN SEEN"}, confederate={"b": order}).told
    assert "civilwar.fire.volley" in told


@pytest.mark.proves("03.02.3", "04.01.3")
def test_R110_who_fires_from_a_wood_turn_after_turn_is_fired_at() -> None:
    """It fires at once in every turn, as they do at it: in the first they do not see it before it has fired."""
    state = _at_the_edge_of_a_wood()
    fires = {"union": {"a": ANYBODY}, "confederate": {"b": Fire((FirePart("a"),))}}
    counts = [play(state, (1, 2), (1, 2), **fires).told.count("civilwar.fire.volley") for _ in range(2)]
    assert counts == [1, 2]
    # it has fired in the last turn, which shows it at the instant 0 and no longer
    later = Fire((FirePart(when=AtTime(1)),))
    assert "civilwar.fire.no-shot.nobody" in play(state, union={"a": later}).told
