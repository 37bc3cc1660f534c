"""Whole attacks, from the declaration to the advance, as the log tells them (turn-4, 1.5)."""

from __future__ import annotations

import pytest

from feltherre.core.catalogue import missing_keys, render
from feltherre.core.text import say
from feltherre.games.winterwar import units
from feltherre.games.winterwar.board import hex_name, unit_name
from winterwar_table import Playing, position, unit

COMBAT = ("air", "attack", "ground", "flipped", "destroyed", "retreat", "blocked", "advance", "captured", "partisan")


def story(play: Playing) -> list[str]:
    """The events of the combat in order, without what is not of it."""
    keys = [key.removeprefix("winterwar.event.") for key in play.told()]
    return [key for key in keys if key.startswith(COMBAT)]


@pytest.mark.proves("turn-4-b", "1.6-l", "1.5-f", "1.5-g", "1.5-h", "2.1-e")
def test_a_soviet_attack_on_the_isthmus() -> None:
    play = position(
        phase="movement",
        soviet={
            "1843": ["43RD", "70RD", "20TB", "40TB", "19KA"],
            "1842": ["142RD", "49RD", "35TB", "50KA"],
            "1844": ["59IAB", "18SBB"],
        },
        finland={"1742": ["1Br", "RvPr"], "1741": ["11D"], "1640": ["4D"], "1540": ["LeR2"]},
        flying={"LeR2": "1742"},
    )
    play("fly 59IAB 1742", "fly 18SBB 1742", "end movement")
    assert play.state.phase == "air"
    everybody = "43RD + 70RD + 20TB + 40TB + 19KA + 142RD + 49RD + 35TB + 50KA"
    play.throws([5])(f"air combat 1742 then {everybody}")
    assert play.place("LeR2") == "1540"
    # 36 on the ground and 4 from the air against 4: the last column, town and winter against it, aircraft for it
    play.throws([5])(f"attack 1742 with {everybody} + 59IAB + 18SBB")
    # row 4: F2R, both units flip and go back; away from 1842 and 1843 are 1642 and 1741
    assert play.asked == ["finland"]
    assert (play.flipped("1Br"), play.flipped("RvPr")) == (True, True)
    play("retreat 1741 1Br", "retreat 1642 RvPr")
    # no Soviet zone reaches so far along road or railway, so nothing more is lost
    assert play.asked == ["soviet"]
    assert play.step == "Advancing"
    play("advance 43RD + 20TB + 19KA")
    assert story(play) == [
        *("air-combat", "air-ruled", "attack", "ground-ruled", "flipped", "flipped"),
        *("retreat", "retreat", "advance", "captured"),
    ]
    assert play.owner("Terijoki") == "soviet"
    assert play.asked == ["finland"], "everybody beside an enemy has attacked"
    assert play.place("59IAB") == "1844"
    texts = [render(event.text, lang) for event in play.events for lang in ("en", "nb", "sv", "da")]
    assert not [text for text in texts if "winterwar." in text or "{" in text]


def test_every_question_of_a_combat_reads_in_four_languages() -> None:
    play = position(
        phase="combat",
        soviet={"1843": ["43RD", "70RD"], "1842": ["142RD"], "1844": ["59IAB"]},
        finland={"1742": ["1Br", "RvPr"], "1640": ["4D"], "1540": ["LeR2"]},
        flying={"59IAB": "1742", "LeR2": "1742"},
    )
    answers = iter(("air combat 1742 then 43RD + 70RD", "attack 1742 with 43RD + 70RD + 59IAB"))
    play.throws([6], [4])
    asked, said = [], []
    while play.step in ("CombatPhase", "Losses", "Retreating", "Advancing"):
        decision = play.decision
        asked.append(play.step)
        said += [decision.prompt, decision.waiting, *(choice.label for choice in decision.space.choices())]
        line = next(answers, None) if play.step == "CombatPhase" else play.offered()[-1]
        if line is None:
            break
        play(line)
    assert {"CombatPhase", "Losses", "Retreating", "Advancing"} <= set(asked)
    for read in (render(text, lang) for text in said for lang in ("en", "nb", "sv", "da")):
        assert "winterwar." not in read
        assert "{" not in read


@pytest.mark.proves("supply-6", "1.4-h", "2.1-l", "1.5-c", "1.5-f")
def test_a_finnish_attack_on_a_column_that_is_cut_off() -> None:
    """Ski troops across the road behind a division leave it without supply, and without a way back."""
    play = position(
        side="soviet",
        phase="player-turn",
        soviet={"1741": ["142RD", "35TB"], "1843": ["43RD"]},
        finland={"1742": ["RvPr", "4D"], "1841": ["DetA", "P1"], "1640": ["5D", "11D"], "1641": ["1D"], "1540": ["8D"]},
    )
    assert play.cut_off() == ["142RD", "35TB"]
    play.end_turn()
    assert play.state.side == units.FINLAND
    while play.state.phase != "combat":
        play("end movement")
    # 4 + 4 + 4 + 2 + partisans 3 against half of 8, ski troops +1: 17 to 4 is 4-1, row 6 is F2R
    play.throws([5], [5])("attack 1741 with 4D + 5D + 11D + RvPr + P1")
    assert play.state.strengths[unit("P1")] == 3
    # both flip, and there is no way out: a further loss each, which destroys them
    assert story(play)[-6:] == ["flipped", "flipped", "blocked", "destroyed", "blocked", "destroyed"]
    assert (play.place("142RD"), play.place("35TB")) == ("destroyed", "destroyed")
    assert [loss.value for loss in play.state.destroyed] == [5, 3]
    assert play.step == "Advancing"
    play("advance 5D")
    assert play.place("5D") == "1741"
    assert play.state.turn == 2, "no other enemy is beside anybody: the player turn is over"


@pytest.mark.proves("turn-4-b")
def test_the_place_of_a_battle_lights_up_and_its_ruling_can_be_opened() -> None:
    play = position(phase="combat", soviet={"1843": ["43RD"]}, finland={"1742": ["1Br"], "1641": ["4D"]})
    play.throws([1])("attack 1742 with 43RD")
    (ruled,) = [event for event in play.events if event.text.key == "winterwar.event.ground-ruled"]
    assert ruled.places == ("1742",)
    assert ruled.ruling is not None
    lines = [(line.rule, render(line.text, "en")) for line in ruled.ruling.explanation]
    assert ("1.5-a", lines[0][1]) == lines[0]
    assert {rule for rule, _ in lines} >= {"1.5-a", "1.4-e", "1.2.1-e"}


REASONS = {
    "attack": (
        *("not-on-map", "not-yours", "has-attacked", "not-over", "not-beside", "cut-off", "not-named"),
        *("named-elsewhere", "over-water", "off-road"),
    ),
    "advance": ("air", "ship", "water", "off-road", "not-beside", "no-room"),
    "retreat": ("closed", "enemy", "no-room", "off-road", "not-away"),
}


@pytest.mark.parametrize("lang", ["en", "nb", "sv", "da"])
def test_every_reason_that_is_put_together_has_its_words(lang: str) -> None:
    said = [
        say(f"winterwar.illegal.{kind}.{reason}", unit=unit_name(0), place=hex_name(0))
        for kind, reasons in REASONS.items()
        for reason in reasons
    ]
    assert missing_keys(said, lang) == []
    assert not [text for text in said if "{" in render(text, lang)]
