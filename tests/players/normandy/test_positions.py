"""Twelve positions whose right move any club player knows, for both sides. The captain must find ten."""

from collections.abc import Callable

from feltherre.games.normandy import board
from feltherre.games.normandy.units import ALLIED
from normandy_captain import order, play_on
from normandy_table import Playing, hex_, opening, position
from positions import Recorded, check_positions


def only(beach: str) -> list[int]:
    """All beachheads but one are lost."""
    bases = board.BASES[ALLIED]
    return [int(n in bases and place.id != beach) for n, place in enumerate(board.PLACES)]


def stand_in(play: Playing, place: str, *names: str) -> bool:
    return any(play.place(name) == board.number(hex_(place)) for name in names)


def allies_land_and_drop_all_they_have() -> bool:
    """The starting force is on the map at the end of the first landing, the parachute divisions dropped beside the
    beaches (SET-4, LAN-2)."""
    play = opening()
    given = play_on(play, "landing-first")
    return sum(line.startswith("drop ") for line in given) == 3 and "awaited" not in map(
        play.place, ("us-1-inf", "us-2-arm", "us-v-art", "br-3-inf", "ca-3-inf", "br-7-arm")
    )


def allies_walk_into_empty_bayeux() -> bool:
    """Nobody holds Bayeux, a hex from Gold: two points for the walk."""
    play = position(allied={"gold": ["br-50-inf", "br-7-arm"]}, german={"1512": ["de-21-pz"]}, alone=True)
    play_on(play, "movement")
    return play.owner("bayeux") == "allied"


def allies_keep_the_last_beachhead() -> bool:
    """All other beachheads are lost: if a panzer division gets into Juno the war is over (SUP-6)."""
    play = position(
        allied={"juno": ["ca-3-inf", "br-50-inf"], "1310": ["br-7-arm"]},
        german={"1512": ["de-21-pz"], "1613": ["de-12-ss-pz"]},
        lost=only("juno"),
        alone=True,
    )
    play_on(play, "movement")
    return stand_in(play, "juno", "ca-3-inf", "br-50-inf", "br-7-arm")


def allies_attack_a_weak_division_in_the_open() -> bool:
    """Three divisions around the 716th in the open: 20 against 2."""
    play = position(
        phase="combat",
        allied={"1410": ["ca-3-inf", "br-7-arm"], "1510": ["br-3-inf"]},
        german={"1511": ["de-716-inf"], "1512": ["de-21-pz"]},
    )
    return order(play).startswith("attack 1511 with ")


def allies_do_not_throw_a_division_away() -> bool:
    """One division before three panzer divisions in Caen: at less than 1-4 all who attack are lost."""
    play = position(
        phase="combat",
        allied={"1511": ["br-3-inf"]},
        german={"1512": ["de-21-pz", "de-12-ss-pz", "de-lehr-pz"]},
    )
    return order(play) == "end combat"


def allies_spread_losses_over_fresh_divisions() -> bool:
    """A division that has lost half of itself would be two points gone, a fresh one none."""
    play = position(
        phase="combat",
        allied={"1511": ["br-3-inf", "ca-3-inf", "br-50-inf"]},
        german={"1611": ["de-21-pz"]},
        losses={"br-3-inf": 1},
    )
    play.throws([1])("attack 1611 with br-3-inf + ca-3-inf + br-50-inf")
    return "losses" not in play.prompt or "br-3-inf" not in order(play)


def allies_plan_a_carpet_when_bombers_cannot_fly() -> bool:
    """In a storm no bomber is of any other use, and the weather after it is clear (CAR-7, WEA-2)."""
    play = position(
        phase="combat",
        weather="storm",
        allied={"1511": ["br-3-inf"], "1301": ["bm-raf-bc-1", "bm-us-8af"]},
        german={"1512": ["de-21-pz", "de-12-ss-pz"], "1813": ["de-91-ll"]},
        alone=True,
    )
    while play.prompt == "combat":
        play("end combat")
    return order(play) == "bomb 1512 next turn"


def germans_walk_into_the_last_beachhead() -> bool:
    """Juno is the last, and empty; the 21st Panzer Division can reach it, and the war is won (SUP-6)."""
    play = position(
        side="german",
        allied={"1110": ["us-1-inf"], "1811": ["br-3-inf"]},
        german={"1513": ["de-21-pz"], "1312": ["de-352-inf"]},
        lost=only("juno"),
        alone=True,
    )
    play_on(play, "movement")
    return play.state.result is not None and play.state.result.winners == ("german",)


def germans_take_back_an_empty_city() -> bool:
    """Falaise is Allied and empty, and nobody can come to its help: five points, taken twice."""
    play = position(
        side="german",
        turn=8,
        allied={"1511": ["br-3-inf", "ca-3-inf"]},
        german={"1919": ["de-116-pz"], "1512": ["de-21-pz", "de-12-ss-pz"]},
        owners={"falaise": "allied"},
        alone=True,
    )
    play_on(play, "movement")
    return play.owner("falaise") == "german"


def germans_stand_in_caen() -> bool:
    """Caen is six points, and a fresh division stands a loss there rather than give it up (1.5-e)."""
    play = position(
        phase="combat",
        allied={"1511": ["br-3-inf", "br-7-arm", "br-11-arm"], "1412": ["br-50-inf", "ca-3-inf", "br-49-inf"]},
        german={"1512": ["de-711-inf", "de-709-inf"]},
        alone=True,
    )
    attackers = "br-3-inf + br-7-arm + br-11-arm + br-50-inf + ca-3-inf + br-49-inf"
    play.throws([6])(f"attack 1512 with {attackers}")
    while play.asked == ["german"] and play.prompt == "losses":
        play(order(play))
    return play.prompt == "retreat-or-stand" and order(play) == "stand"


def germans_do_not_leave_caen_empty() -> bool:
    """A single division holds Caen, and Allied ones stand before it: six points are not left to them."""
    play = position(
        side="german",
        allied={"1511": ["br-3-inf"], "1412": ["br-7-arm"], "1410": ["ca-3-inf"]},
        german={"1512": ["de-711-inf"], "1717": ["de-91-ll"]},
        alone=True,
    )
    play_on(play, "movement")
    return stand_in(play, "caen", "de-711-inf", "de-91-ll")


def germans_do_not_run_into_a_full_stack() -> bool:
    """The 91st alone before three Allied divisions on a beach, and no point to gain: it does not
    attack."""
    play = position(
        side="german",
        phase="combat",
        allied={"gold": ["br-50-inf", "br-7-arm", "br-49-inf"]},
        german={"1311": ["de-91-ll"]},
        alone=True,
    )
    return order(play) == "end combat"


POSITIONS: tuple[Callable[[], bool], ...] = (
    allies_land_and_drop_all_they_have,
    allies_walk_into_empty_bayeux,
    allies_keep_the_last_beachhead,
    allies_attack_a_weak_division_in_the_open,
    allies_do_not_throw_a_division_away,
    allies_spread_losses_over_fresh_divisions,
    allies_plan_a_carpet_when_bombers_cannot_fly,
    germans_walk_into_the_last_beachhead,
    germans_take_back_an_empty_city,
    germans_stand_in_caen,
    germans_do_not_leave_caen_empty,
    germans_do_not_run_into_a_full_stack,
)


def test_the_captain_finds_the_right_moves(record_property: Recorded) -> None:
    check_positions("normandy", POSITIONS, record_property)
