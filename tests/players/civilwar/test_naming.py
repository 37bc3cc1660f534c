"""How computer players write places: as a person would, in whole centimetres and points of the compass."""

from random import Random

from civilwar_players import orders_due, written
from civilwar_table import cannon, chiefs, foot
from feltherre.games.civilwar.orders.language import Courier, Move, Order, OrderLine, OrderSheet, StaffMove
from feltherre.games.civilwar.orders.legs import Go, GoTo
from feltherre.games.civilwar.orders.places import POINT, Offset, Place, UnitMark
from feltherre.games.civilwar.players import naming
from feltherre.games.civilwar.whereabouts import place_of
from feltherre.ground.tabletop.distance import point_distance
from feltherre.ground.tabletop.measure import CM

WOOD = {"id": "pines", "type": "wood", "poly": [(60, 50), (80, 50), (80, 65), (60, 65)]}


def plain(place: Place) -> bool:
    return place.offset is None or not (place.offset.direction % POINT or place.offset.length % CM)


def orders_of(sheet: OrderSheet) -> list[Order]:
    loads = [line.order.load for line in sheet.staff.values() if isinstance(line.order, Courier)]
    return [*(line.order for line in sheet.units.values()), *(one.order for one in loads if isinstance(one, OrderLine))]


def test_a_place_is_named_in_whole_centimetres_and_points_of_the_compass() -> None:
    state = orders_due(foot("a", 0, 50, 40), foot("b", 1, 50, 110), terrain=[WOOD])
    here, rng = (5000, 3900), Random(7)
    for _ in range(50):
        point = rng.randrange(3000, 9000), rng.randrange(2000, 8000)
        place = naming.written(state, state.units[0], here, point)
        assert place is not None
        assert plain(place)
        meant = place_of(state, place, here, {})
        assert meant is not None
        own = naming._from(UnitMark("a"), here, point)
        assert point_distance(meant, point) <= own[0] + CM // 2, "something on the table may say it better"
    straight = naming.written(state, state.units[0], here, (5000, 4702))
    assert straight == Place(UnitMark("a"), Offset(0, 8 * CM))
    assert naming.written(state, state.units[0], here, here) is None


def test_the_captain_writes_as_a_person_would() -> None:
    units = [foot(f"in{n}", 0, 30 + 14 * n, 25 + n, formation="march_column") for n in range(5)]
    enemies = [foot(f"e{n}", 1, 33 + 17 * n, 88 - 3 * n) for n in range(4)]
    battery = cannon("g", 0, 64, 20, formation="limbered_line")
    staff = chiefs((60, 12), (60, 100))
    state = orders_due(*units, battery, *enemies, terrain=[WOOD], staff=staff)
    sheet = written(state, 0).sheet
    legs = [leg for order in orders_of(sheet) if isinstance(order, Move) for leg in order.legs]
    places = [leg.place for leg in legs if isinstance(leg, GoTo)]
    places += [line.order.to for line in sheet.staff.values() if isinstance(line.order, StaffMove)]
    assert places
    assert all(plain(place) for place in places)
    assert all(leg.direction is None or leg.direction % POINT == 0 for leg in legs if isinstance(leg, Go))
