"""The four combat examples of the book's appendix 3, played: a position like that of each example, its die, and what
the ledger's example says comes of it. The pictures are lost, so that the hexes are ours."""

from __future__ import annotations

from typing import Any

import pytest

from cases import cases
from feltherre.games.normandy.game import GAME
from normandy_table import Playing, position

EXAMPLES = GAME.ledger.examples


def fought(example_id: str, line: str, **stand: Any) -> Playing:
    """The attack of an example with its die; what it added up to and led to is what the example says."""
    example = EXAMPLES[example_id]
    play = position(phase="combat", alone=True, **stand).throws(example.given["dice"])(line)
    (ruling,) = [event.ruling for event in play.events if event.text.key == "normandy.event.battle"]
    assert ruling is not None
    candidates = example.then.get("advance_candidates")
    wanted = {name: value for name, value in example.then.items() if name != "advance_candidates"}
    assert {name: ruling.outputs[name] for name in wanted} == wanted
    assert candidates is None or len(ruling.outputs["advance_candidates"]) == len(candidates)
    return play


@pytest.mark.proves("3.1-a", "3.1-b", "STEP-5-c", "1.4-covered", "1.4-river")
def test_example_1_all_arms_together() -> None:
    """The 3rd Canadian attacks; artillery beyond the river, aircraft over the hex and a ship before the coast support
    it. The division goes in; the artillery stays."""
    play = fought(
        "ex-3.1-1",
        "attack 1711 with ca-3-inf + br-5-agra + at-83-grp-1 + bb-rodney",
        allied={"1612": ["ca-3-inf"], "1712": ["br-5-agra"], "1610": ["bb-rodney"]},
        german={"1711": ["de-711-inf"]},
        flying={"at-83-grp-1": "1711"},
    )
    while play.asked == ["german"]:
        play(play.offered()[0])
    assert play.losses("de-711-inf") == 1
    assert play.refusal("advance ca-3-inf + br-5-agra") == ("advance.river", "3.1-b")
    play("advance ca-3-inf")
    assert (play.place("ca-3-inf"), play.place("br-5-agra")) == ("1711", "1712")
    assert play.place("at-83-grp-1") != "1711"


@pytest.mark.proves("3.1-c", "1.4-open", "1.5-d", "VIC-3")
def test_example_2_shut_in_by_zones() -> None:
    """The 7th armoured attacks, the 3rd Canadian stands behind: every way out leads through its zone."""
    play = fought(
        "ex-3.1-2",
        "attack 1614 with br-7-arm",
        allied={"1613": ["br-7-arm"], "1715": ["ca-3-inf"]},
        german={"1614": ["de-711-inf"]},
    )
    assert (play.asked, play.prompt, play.losses("de-711-inf")) == (["german"], "retreat", 1)
    assert set(play.offered()) == {"fall back to 1615", "fall back to 1714"}
    before = GAME.score(play.state)
    play("fall back to 1615")
    assert play.place("de-711-inf") == "destroyed"
    assert GAME.score(play.state) - before == EXAMPLES["ex-3.1-2-points"].then["victory_points"]


@pytest.mark.proves("3.1-d", "3.1-d2", "1.4-city")
@pytest.mark.parametrize("name", ["ex-3.1-3-losses-one-division", "ex-3.1-3-losses-spread"])
def test_example_3_the_owner_shares_out_the_losses(name: str) -> None:
    """The defence of the city counts double, and the attackers lose two."""
    play = fought(
        "ex-3.1-3",
        "attack 1512 with br-7-arm + ca-3-inf",
        allied={"1412": ["br-7-arm"], "1511": ["ca-3-inf"]},
        german={"1512": ["de-711-inf"], "1612": ["de-21-pz"]},
    )
    shared = EXAMPLES[name]
    given = [unit for unit, n in shared.given["allocation"].items() for _ in range(n)]
    play(f"losses {' + '.join(given)}")
    assert [unit for unit in ("br-7-arm", "ca-3-inf") if play.place(unit) == "destroyed"] == shared.then["destroyed"]


@cases(
    "name answer",
    ("3.1-f2 3.1-e", "ex-3.1-4-retreat", "fall back to 1613"),
    ("3.1-g 1.4-bridge", "ex-3.1-4-into-21-pz", "fall back to 1612"),
    ("3.1-f2 1.4-city", "ex-3.1-4-swap", "stand"),
)
def test_example_4_retreat_or_a_loss_instead(name: str, answer: str) -> None:
    """Three divisions, six stacking points, attack the city. Two hexes are open to the 711th; the 21st armoured stands
    in the third, into which the Allies have a zone over a bridge."""
    play = fought(
        "ex-3.1-4",
        "attack 1512 with ca-3-inf + br-7-arm + br-3-inf",
        allied={"1511": ["ca-3-inf", "br-7-arm", "br-3-inf"], "1712": ["br-51-inf"]},
        german={"1512": ["de-711-inf"], "1612": ["de-21-pz"]},
    )
    assert (play.prompt, play.losses("de-711-inf")) == ("retreat-or-stand", 1)
    assert set(play.offered()) == {"fall back to 1513", "fall back to 1612", "fall back to 1613", "stand"}
    play(answer)
    assert (play.place("de-711-inf") == "destroyed") == EXAMPLES[name].then["stack_destroyed"]
