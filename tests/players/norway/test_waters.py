"""What the players read out of their view of the sea, against the rules asked of the true position."""

from __future__ import annotations

from itertools import islice

import pytest

from feltherre.games.norway import board, cards
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.placement import german_limits
from feltherre.games.norway.players.engagement import PLAIN
from feltherre.games.norway.players.sight import Sight
from feltherre.games.norway.reinforcement import placement_areas
from feltherre.games.norway.sea import needs, ships
from feltherre.games.norway.sea.fleet import controls
from feltherre.games.norway.state import NorwayState
from norway_table import sea_position
from norway_table.redeals import ADVANCED_THREE, positions, redealt

#: of the positions of a whole game, every fifth is looked at
EVERY = 5


def turns() -> list[tuple[NorwayState, Sight]]:
    """Positions of ordinary turns of a game between captains, as the country that is asked sees them."""
    found = islice(positions("captain", ADVANCED_THREE, seed=4), 0, None, EVERY)
    return [(state.clone(), Sight(redealt(state, roles, role, 3))) for state, roles, role in found if state.round]


def test_control_and_places_are_those_of_the_rules() -> None:
    looked = controlled = 0
    for state, sight in turns():
        assert sight.waters is not None
        assert sight.waters.limits == german_limits(state)
        for country in (GERMANY, NORWAY, ALLIES):
            assert sight.places(country) == list(placement_areas(state, country))
            controlled += sum(controls(state, country, sea) for sea in ships.SEAS)
        looked += 1
    assert looked > 30
    assert controlled > looked, "hardly any sea area was controlled: the test would prove little"


def test_attack_cards_that_need_ships_are_judged_as_by_the_rules() -> None:
    """Coastal bombardment needs control of the sea (5.2-2)."""
    card = cards.INDEX["all-coastal-bombardment"]
    judged = [
        (bool(sight.dice_in_attack([card], area, True)), not needs.unmet(state, card, area))
        for state, sight in turns()
        for area in board.ALLIED_COAST
    ]
    assert set(judged) == {(True, True), (False, False)}


def test_a_pile_has_the_mean_gun_of_what_it_may_be_and_what_was_seen_its_own() -> None:
    """Germany has seen HMS Warspite in V when it lay open; of the card beside it nothing is known."""
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS Warspite", "HMS York"], "VI": ["HMS Suffolk"]})
    play.throws([6, 1]).draws([0])
    play("sail KMS Emden > V")("intercept")("pass")  # HMS Warspite is found; the Allies do not try
    sight = Sight(redealt(play.state, ("germany",), "germany", 3))
    assert sight.waters is not None
    seen = sight.waters.known_at(ALLIES, board.find_sea("V"))
    assert [ships.NAMES.name(ship) for ship in seen] == ["HMS Warspite"]
    guns = PLAIN.squadron_at(sight.waters, ALLIES, board.find_sea("V")).guns
    # HMS York and HMS Suffolk are both heavy cruisers: whichever it is, it sinks on one face and chases on two
    assert len(guns) == 2
    assert guns[0] == pytest.approx((2 / 6, 2 / 6))
    assert guns[1] == pytest.approx((1 / 6, 2 / 6))
