"""The players' exact reckoning of fire and interception at sea, against the procedures that fight and find."""

from __future__ import annotations

import pytest

from feltherre.games.norway.players.engagement import (
    FOUND,
    PLAIN,
    Appraisal,
    Squadron,
    battle_value,
    caught,
    fire,
    guns_of,
    interception_value,
    losses,
    mean_gun,
)
from feltherre.games.norway.procedures.sea_fire import fire_chances
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.ships import NAMES

WARSPITE, YORK, PENELOPE = (NAMES.find(name) for name in ("HMS Warspite", "HMS York", "Penelope"))
EMDEN, KOLN, HIPPER = (NAMES.find(name) for name in ("KMS Emden", "KMS Köln", "KMS Admiral Hipper"))


@pytest.mark.parametrize(
    ("fleet", "targets"),
    [((WARSPITE,), 1), ((WARSPITE, YORK, PENELOPE), 1), ((WARSPITE, YORK, PENELOPE), 2), ((EMDEN, KOLN, HIPPER), 5)],
)
def test_fire_is_that_of_the_rules(fleet: tuple[int, ...], targets: int) -> None:
    """Mean numbers of ships sunk and chased, over all that the procedure naval-combat can throw."""
    classes = tuple(ships.CLASS[ship] for ship in ships.best_first(fleet))
    chances = fire_chances(classes, targets, False)
    sunk = float(sum(struck.sunk * p for struck, p in chances.items()))
    chased = float(sum(struck.chased * p for struck, p in chances.items()))
    assert fire(guns_of(fleet), targets) == pytest.approx((sunk, chased))


def test_a_battleship_alone_sinks_a_lone_ship_every_third_time() -> None:
    assert fire(guns_of((WARSPITE,)), 1) == pytest.approx((1 / 3, 1 / 3))


def test_the_mean_gun_lies_between_those_it_may_be() -> None:
    """A battleship sinks on two faces and a minor ship on one: the card that is one of them on one and a half."""
    assert mean_gun((WARSPITE, PENELOPE)) == pytest.approx((1.5 / 6, 1.5 / 6))


def test_what_interception_finds() -> None:
    """Two cards, five or six on a die each: none in four ninths, both in one ninth (8.1-int-3)."""
    assert caught(2, FOUND) == pytest.approx((4 / 9, 4 / 9, 1 / 9))


def test_a_battle_is_worth_to_one_side_what_it_costs_the_other() -> None:
    own, enemy = PLAIN.squadron((WARSPITE, YORK, PENELOPE)), PLAIN.squadron((EMDEN,))
    assert battle_value(own, enemy) == pytest.approx(-battle_value(enemy, own))
    assert battle_value(own, enemy) > 0


def test_a_fleet_intercepts_a_lone_ship_and_a_lone_ship_no_fleet() -> None:
    fleet, alone = PLAIN.squadron((WARSPITE, YORK, PENELOPE)), PLAIN.squadron((EMDEN,))
    assert interception_value(fleet, alone) > 0 > interception_value(alone, fleet)
    assert interception_value(fleet, Squadron((), 0.0)) == 0


def test_ships_on_an_errand_lose_more_than_themselves() -> None:
    """On 9 April a ship that is chased lands nothing."""
    fleet = PLAIN.squadron((WARSPITE, YORK))
    assert losses(PLAIN.squadron((EMDEN,), errand=1.0), fleet) == pytest.approx(
        losses(PLAIN.squadron((EMDEN,)), fleet) + sum(fire(guns_of((WARSPITE, YORK)), 1))
    )


def test_a_german_ship_costs_time_only_while_time_is_wanted() -> None:
    """With all six cities in hand a lost card brings the end, and the victory, nearer (1.3-1)."""
    fleet = PLAIN.squadron((WARSPITE, YORK))
    ahead, behind = Appraisal(german_card=0.0), Appraisal(german_card=0.4)
    assert losses(ahead.squadron((EMDEN,)), fleet) < losses(behind.squadron((EMDEN,)), fleet)
    assert ahead.worth(WARSPITE) == behind.worth(WARSPITE) > ahead.worth(PENELOPE)
