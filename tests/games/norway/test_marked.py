"""Which dice did something by themselves is told with a throw, and kept nowhere."""

from random import Random

import msgspec

from battery import Way, new_match, somewhere
from feltherre.core.chance import Ruling
from feltherre.games.norway.game import GAME
from norway_table import Playing, position, sea_position

SIDES = ("attacker", "defender")


def marks(play: Playing, procedure: str) -> list[tuple[tuple[int, ...], list[int]]]:
    """(dice, the places of those that did something) of each throw of the first such ruling."""
    rulings = [event.ruling for event in play.events if event.ruling is not None]
    ruling = next(ruling for ruling in rulings if ruling.procedure == procedure)
    return [(thrown.values, list(those)) for thrown, those in zip(ruling.throws, GAME.marked(ruling), strict=True)]


def test_a_six_destroys_a_battalion() -> None:
    play = position(germany={"Oslo": 3}, norway={"Kongsvinger": 2})
    play("move Oslo > Kongsvinger 3").throws([6, 2, 6], [5, 6])("end movement")
    assert marks(play, "land-combat") == [((6, 2, 6), [0, 2]), ((5, 6), [1])]


def test_dice_that_intercept_are_marked() -> None:
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": ["HMS York", "HMS Renown", "HMS Warspite"]})
    play.throws([4, 5, 6]).draws([2, 0])
    play("sail KMS Emden > V")("intercept")
    assert marks(play, "naval-interception") == [((4, 5, 6), [1, 2])]


def test_as_many_shots_are_marked_as_ships_are_struck() -> None:
    fought = 0
    for seed in range(6):
        match = somewhere(new_match(Way("norway", 0, (("rules", "advanced"),)), seed), Random(seed), 300)
        for _, event in match.log:
            if event.ruling is not None and event.ruling.procedure == "naval-combat":
                struck = [event.ruling.outputs[f"{side}_{fate}"] for side in SIDES for fate in ("sunk", "chased")]
                assert sum(map(len, GAME.marked(event.ruling))) == sum(map(len, struck))
                fought += any(struck)
    assert fought


def test_a_marked_ruling_is_the_same_but_for_its_marks() -> None:
    play = position(germany={"Oslo": 3}, norway={"Kongsvinger": 2})
    play("move Oslo > Kongsvinger 3").throws([6, 2, 6], [5, 6])("end movement")
    ruling = next(event.ruling for event in play.events if event.ruling is not None)
    assert b"marked" not in msgspec.json.encode(ruling)
    marked = ruling.with_marks(GAME.marked(ruling))
    assert [thrown.marked for thrown in marked.throws] == [(0, 2), (1,)]
    assert [thrown.values for thrown in marked.throws] == [thrown.values for thrown in ruling.throws]
    assert msgspec.json.decode(msgspec.json.encode(marked), type=Ruling) == marked
