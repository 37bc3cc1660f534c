"""Twelve positions whose right move any club player knows, for both sides. The captain must find ten."""

from collections.abc import Callable

from feltherre.games.winterwar import maps
from positions import Recorded, check_positions
from winterwar_table import Playing, hex_, position
from winterwar_table.captain import move_all, order


def supplied(play: Playing, hex_name: str) -> bool:
    """Whether Soviet units in a hex would pass a supply check now."""
    return maps.supply_of(play.state, maps.RUSSIAN).supplied(hex_(hex_name))


def stands(play: Playing, hex_name: str, *names: str) -> bool:
    return any(play.place(name) == hex_name for name in names)


def soviets_keep_leningrad_guarded() -> bool:
    """A Finnish brigade stands two hexes from Leningrad, and two divisions are in it. Terijoki lies empty before them:
    one may take it, but a Finnish unit in an empty Leningrad wins at once (intro-8)."""
    play = position(finland={"1842": ["4Br"], "1740": ["8D"]}, soviet={"1844": ["123RD", "24RD"], "1843": ["43RD"]})
    move_all(play)
    return stands(play, "1844", "123RD", "24RD", "43RD")


def finland_walks_into_an_empty_leningrad() -> bool:
    """Nobody is in the large hex of Leningrad, and the Cavalry Brigade can reach it: the game is won (intro-8)."""
    play = position(
        side="finland",
        finland={"1842": ["RvPr"], "1641": ["4D", "5D"]},
        soviet={"1742": ["43RD"], "1944": ["24RD"], "2535": ["75RD"]},
    )
    move_all(play)
    return play.state.result is not None and play.state.result.winners == ("finland",)


def soviets_take_an_empty_town() -> bool:
    """Nobody holds Terijoki, one step along the railway from North Leningrad: it is a point for the walk."""
    play = position(
        finland={"1641": ["4D", "5D"], "1741": ["11D"]}, soviet={"1843": ["43RD", "70RD"], "1844": ["123RD", "24RD"]}
    )
    move_all(play)
    return play.owner("1742") == "soviet"


def finland_cuts_the_road_to_suojarvi() -> bool:
    """Two divisions at the border before Suojärvi have one road back to Petrozavodsk. Detachment Räsänen beside it cuts
    them off, and nobody can attack it there (turn-4-f)."""
    play = position(
        side="finland",
        turn=2,
        finland={"2134": ["12D"], "2034": ["Ras"], "2036": ["13D"], "1641": ["4D", "5D"], "1741": ["11D"]},
        soviet={"2234": ["139RD", "56RD"], "2535": ["75RD"], "1843": ["43RD"], "1844": ["123RD"]},
    )
    move_all(play)
    return not supplied(play, "2234")


def finland_attacks_the_division_that_is_cut_off() -> bool:
    """Cut off, the 44th defends with 3 instead of 5 (supply-6): the 9th Division and Regiment 25 beat it at 2-1 with a
    ski unit's +1."""
    play = position(
        side="finland",
        phase="combat",
        turn=3,
        finland={"1523": ["9D"], "1423": ["JR25"]},
        soviet={"1522": ["44RD"], "1844": ["123RD"]},
        cut_off=["44RD"],
        owners={"1522": "soviet"},
    )
    return order(play).startswith("attack 1522 with")


def finland_does_not_throw_a_brigade_away() -> bool:
    """A brigade beside two fresh divisions and tanks in Terijoki: at 1-4 or worse only the brigade can be lost."""
    play = position(
        side="finland",
        phase="combat",
        finland={"1641": ["4D"], "1642": ["1Br"]},
        soviet={"1742": ["43RD", "70RD", "20TB"], "1843": ["24RD"], "1844": ["123RD"]},
        owners={"1742": "soviet"},
    )
    return order(play) == "end combat"


def soviets_concentrate_from_two_hexes() -> bool:
    """The 11th Division alone holds hex 1741 between two roads. From Terijoki alone it is attacked at 2-1; with those
    from Leningrad at Rautu (1841) as well at more than 3-1."""
    play = position(
        finland={"1741": ["11D"], "1540": ["1D"], "1439": ["6D"]},
        soviet={
            "1742": ["43RD", "70RD"],
            "1842": ["142RD", "49RD"],
            "1843": ["24RD"],
            "1844": ["123RD", "10TK"],
            "2535": ["75RD"],
        },
        owners={"1742": "soviet"},
    )
    move_all(play)
    said = order(play)
    strength = sum(5 for name in ("43RD", "70RD", "142RD", "49RD", "24RD", "123RD", "10TK") if name in said)
    return said.startswith("attack 1741 with") and strength >= 12


def soviets_give_up_a_face_and_no_counter() -> bool:
    """A loss for the attackers at Terijoki: the artillery has no back and would be a counter and three loss points
    gone, a brigade is turned over (2.1-e)."""
    play = position(
        phase="combat",
        finland={"1742": ["11D", "5D"], "1641": ["4D"]},
        soviet={"1843": ["43RD", "70RD", "40TB", "19KA"], "1844": ["123RD"]},
    )
    play.throws([1])("attack 1742 with 43RD + 70RD + 40TB + 19KA")
    return order(play) == "losses 40TB"


def finland_retreats_out_of_the_zone_of_control() -> bool:
    """Beaten in Terijoki, the 1st Brigade can go to hex 1741, which the Soviet unit at Rautu has in its zone, or to hex
    1642: in a zone of control it would lose another face (1.5-g)."""
    play = position(
        phase="combat",
        finland={"1742": ["1Br"], "1641": ["4D", "5D"]},
        soviet={"1843": ["43RD", "70RD", "20TB", "40TB"], "1841": ["142RD"], "1844": ["123RD"]},
    )
    play.throws([6])("attack 1742 with 43RD + 70RD")
    return play.place("1Br") == "1642" or order(play) == "retreat 1642 1Br"


def soviets_advance_into_viipuri() -> bool:
    """The defenders are gone, and two points lie open before the attackers (1.5-h, win-6)."""
    play = position(
        phase="combat",
        turn=7,
        finland={"1540": ["Pion"], "1439": ["6D"]},
        soviet={"1641": ["43RD", "70RD"], "1640": ["24RD"], "1742": ["49RD"], "1741": ["142RD"], "1844": ["123RD"]},
        owners={"1742": "soviet"},
    )
    play.throws([6])("attack 1540 with 43RD + 70RD + 24RD")
    return order(play).startswith("advance ") and order(play) != "advance -"


def finland_takes_back_what_is_empty_on_the_last_turn() -> bool:
    """The last move of the game: Kajaani is Soviet and empty, and the 9th Division can reach it."""
    play = position(
        side="finland",
        turn=8,
        finland={"1022": ["9D"], "1641": ["4D", "5D"]},
        soviet={"1522": ["163RD"], "1742": ["43RD", "70RD"], "1843": ["24RD"], "1844": ["123RD"]},
        owners={"1425": "soviet", "1742": "soviet"},
    )
    move_all(play)
    return play.owner("1425") == "finland"


def soviets_do_not_march_out_of_supply() -> bool:
    """Finns beside the road have it in their zone, and the 9th Division waits behind Suomussalmi: whichever of the two
    divisions goes forward, both must still have a road to Ukhta when the movement is over."""
    play = position(
        turn=2,
        finland={"1520": ["Roin"], "1523": ["9D"], "1522": ["JR25"]},
        soviet={"1721": ["163RD"], "1921": ["44RD"], "1844": ["123RD"]},
    )
    move_all(play)
    return supplied(play, play.place("163RD")) and supplied(play, play.place("44RD"))


POSITIONS: tuple[Callable[[], bool], ...] = (
    soviets_keep_leningrad_guarded,
    finland_walks_into_an_empty_leningrad,
    soviets_take_an_empty_town,
    finland_cuts_the_road_to_suojarvi,
    finland_attacks_the_division_that_is_cut_off,
    finland_does_not_throw_a_brigade_away,
    soviets_concentrate_from_two_hexes,
    soviets_give_up_a_face_and_no_counter,
    finland_retreats_out_of_the_zone_of_control,
    soviets_advance_into_viipuri,
    finland_takes_back_what_is_empty_on_the_last_turn,
    soviets_do_not_march_out_of_supply,
)


def test_the_captain_finds_the_right_moves(record_property: Recorded) -> None:
    check_positions("winterwar", POSITIONS, record_property)
