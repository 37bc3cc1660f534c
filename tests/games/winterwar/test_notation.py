"""The one-line notation of the Winter War: what is written, and all that can be typed."""

from typing import Any

import pytest

from cases import each
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput
from feltherre.games.winterwar import actions, board, units
from feltherre.games.winterwar.wording import NOTATION
from feltherre.hexgame import actions as common

#: every kind of action and the line that stands for it
WRITTEN: list[tuple[Any, str]] = [
    (actions.TakeSide("finland"), "take finland"),
    (actions.TakeSide("soviet"), "take soviet"),
    (common.Deploy("FI-4D", "1641"), "deploy 4D 1641"),
    (common.DeployHistorically(), "deploy historically"),
    (common.EndSetup(), "end setup"),
    (common.Place("FI-21D", "1540"), "place 21D Viipuri"),
    (common.Place("FI-P4", "1723"), "place P4 1723"),
    (common.EndReinforcement(), "end reinforcement"),
    (common.Move("SU-138RD", ("2213", "2212")), "move 138RD > 2213 > 2212"),
    (actions.ForceMove("SU-138RD", ("2213",)), "force 138RD > 2213"),
    (actions.Fly("FI-LeR2", "1540"), "fly LeR2 1540"),
    (actions.ChangeBase("FI-LeR2", "1140"), "rebase LeR2 Kouvola"),
    (common.EndMovement(), "end movement"),
    (actions.Eliminate("FI-4D"), "eliminate 4D"),
    (actions.Escape("SU-59IAB", "1844"), "escape 59IAB Leningrad (large)"),
    (actions.AirCombat("1641"), "air combat 1641"),
    (actions.AirCombat("1641", ("SU-24RD", "SU-KBF")), "air combat 1641 then 24RD + KBF"),
    (actions.AirCombat("1641", (), True), "air combat 1641 and base"),
    (actions.AirCombat("1641", ("SU-24RD",), True), "air combat 1641 and base then 24RD"),
    (common.Attack("1412", ("FI-4D", "FI-5D")), "attack 1412 with 4D + 5D"),
    (common.EndCombat(), "end combat"),
    (common.TakeLosses(("FI-4D",)), "losses 4D"),
    (common.Retreat("1540", ("FI-4D", "FI-5D")), "retreat 1540 4D + 5D"),
    (common.Advance(("SU-24RD",)), "advance 24RD"),
    (common.Advance(), "advance -"),
]


@pytest.mark.parametrize(("action", "line"), WRITTEN)
def test_each_action_is_written_and_read_back(action: Any, line: str) -> None:
    assert NOTATION.write(action) == line
    assert NOTATION.read(line) == action
    assert NOTATION.read(NOTATION.write_briefly(action)) == action


def test_there_is_a_form_for_every_kind_of_action() -> None:
    assert {type(action) for action, _ in WRITTEN} == set(actions.WinterWarAction.__args__)


@pytest.mark.parametrize("line", NOTATION.examples.values())
def test_the_examples_can_be_typed(line: str) -> None:
    assert type(NOTATION.read(line)) in NOTATION.examples
    assert NOTATION.examples[type(NOTATION.read(line))] == line


MOVE = common.Move("SU-138RD", ("2213", "2212"))
ATTACK = common.Attack("1540", ("FI-4D", "FI-5D", "FI-11D"))


@each(
    "line action",
    # the hex it starts from, and the word itself, may be left out
    ("138RD 2214 > 2213 > 2212", MOVE),
    ("move 138RD 2214 > 2213 > 2212", MOVE),
    ("138RD > 2213>2212", MOVE),
    ("move 138RD to 2213 to 2212", MOVE),
    ("MOVE su-138rd 2214 TO 2213 to 2212", MOVE),
    ("4D > Viipuri", common.Move("FI-4D", ("1540",))),
    ("4D 1641 > hex 1540", common.Move("FI-4D", ("1540",))),
    ("force 138RD 2214 > 2213", actions.ForceMove("SU-138RD", ("2213",))),
    # units in whatever way they are listed
    ("attack 1540 with 4D + 5D + 11D", ATTACK),
    ("attack Viipuri with 4D, 5D, 11D", ATTACK),
    ("attack viborg with 4D 5D 11D", ATTACK),
    ("attack 1540 with FI-4D and FI-5D and 11d", ATTACK),
    ("air combat Viipuri and base then 4D 5D", actions.AirCombat("1540", ("FI-4D", "FI-5D"), True)),
    ("advance 24RD, 90RD", common.Advance(("SU-24RD", "SU-90RD"))),
    ("retreat 4D + 5D to Käkisalmi", common.Retreat("1839", ("FI-4D", "FI-5D"))),
    # towns by their name in any language, and without accents
    ("place 21D kakisalmi", common.Place("FI-21D", "1839")),
    ("place 21D Kexholm", common.Place("FI-21D", "1839")),
    ("place 44RD Lodeynoye Pole", common.Place("SU-44RD", "2440")),
    ("place 44RD leningrad", common.Place("SU-44RD", "1844")),
    ("fly LeR2 to 1843", actions.Fly("FI-LeR2", "1843")),
    ("rebase LeR2 > Kouvola", actions.ChangeBase("FI-LeR2", "1140")),
    ("historical", common.DeployHistorically()),
    ("end set-up", common.EndSetup()),
    ("end reinforcements", common.EndReinforcement()),
)
def test_what_can_be_typed(line: str, action: Any) -> None:
    assert NOTATION.read(line) == action


@each(
    "line said",
    ("4D > 9999", "There is no hex 9999: they run from 0101 to 2747."),
    ("attack 1540", "attack HEX with UNITS"),
    ("move 4D", "move UNIT PATH"),
    ("move 4D 1540", "move UNIT PATH"),
    ("fly LeR2 Atlantis", "Atlantis"),
    ("attack 1540 with 4D + 77X", "77X"),
    ("losses 1", "can mean several"),
    ("march on", "deploy UNIT HEX"),
)
def test_what_cannot_be_read_is_explained(line: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        NOTATION.read(line)
    assert said in render(refused.value.reason)


def test_every_unit_and_every_town_is_found_by_what_is_written() -> None:
    for unit in units.UNITS:
        line = NOTATION.write(actions.Eliminate(unit.id))
        assert NOTATION.read(line) == actions.Eliminate(unit.id)
        assert NOTATION.read(f"eliminate {unit.id}") == actions.Eliminate(unit.id)
    for town in board.TOWNS:
        action = common.Place("FI-21D", town.hex)
        assert NOTATION.read(NOTATION.write(action)) == action
        assert NOTATION.read(f"place 21D {town.id}") == action
