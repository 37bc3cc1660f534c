"""Every sentence of a land battle is in the English catalogue, and each argument it names is given."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltherre.core.catalogue import messages, render
from feltherre.core.text import Text
from feltherre.games.norway import aftermath, agreement, battle, combat, evacuation
from norway_table import Playing
from norway_table.battles import battle as at_battle
from norway_table.battles import fight

SOURCES = [Path(str(module.__file__)) for module in (battle, combat, aftermath, agreement, evacuation)]
CATALOGUES = [Path(combat.__file__).parent / "locale/en" / name for name in ("combat.po", "aftermath.po")]
ENGLISH = messages("norway", "en")


def keys(file: Path) -> Iterator[str]:
    """The keys in a source file as regular expressions; what is filled in may be anything."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parts_of_others = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            texts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if str(texts[0]).startswith("norway."):
                yield "".join(r"[a-z_-]+" if text is None else re.escape(str(text)) for text in texts)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("ask", "ask_of"):
            yield from asked(node)
        elif isinstance(node, ast.Constant) and id(node) not in parts_of_others and "norway." in str(node.value)[:7]:
            yield re.escape(str(node.value))


def asked(call: ast.Call) -> Iterator[str]:
    """The question of `ask(state, role, what, ...)` or `ask_of(state, country, what, ...)`, and what the others read
    meanwhile."""
    waiting = [word.value for word in call.keywords if word.arg == "waiting"]
    for kind, said in (("prompt", call.args[2]), ("wait", waiting[0] if waiting else call.args[2])):
        named = re.escape(str(said.value)) if isinstance(said, ast.Constant) else r"[a-z_-]+"
        yield rf"norway\.{kind}\.{named}"


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.stem)
def test_every_key_has_its_sentence(file: Path) -> None:
    lacking = [key for key in keys(file) if not any(re.fullmatch(key, known) for known in ENGLISH)]
    assert lacking == []


def test_no_sentence_is_idle() -> None:
    shared = [r"norway\.kind\.(play|evacuate|withdraw-by-sea)", r"norway\.throw\..*"]
    used = [re.compile(key) for file in SOURCES for key in keys(file)] + [re.compile(key) for key in shared]
    written = [
        key for file in CATALOGUES for key in re.findall(r'^msgid "(.+)"', file.read_text(encoding="utf-8"), re.M)
    ]
    assert [key for key in written if not any(pattern.fullmatch(key) for pattern in used)] == []


def sentences(play: Playing) -> Iterator[Text]:
    """All that is told in the battle, and what is asked now."""
    for event in play.events:
        yield event.text
        yield from (line.text for line in event.ruling.explanation) if event.ruling else ()
    for decision in play.decisions if play.state.phase == 2 else ():
        yield decision.prompt
        yield decision.waiting
        yield from (choice.label for choice in decision.space.choices())


def readable(play: Playing) -> bool:
    told = [render(text) for text in sentences(play)]
    wrong = [line for line in told if re.search(r"[<{]", line)]
    assert not wrong, wrong
    return bool(told)


def test_a_lost_joint_defence_reads_well() -> None:
    hands = {
        "germany": ["Panzer", "Scouts", "Bomber", "Fighter-bomber"],
        "norway": ["Ambush", "Anti-tank gun"],
        "allies": ["Fighter", "Coastal evacuation", "Coastal evacuation"],
    }
    others = {"germany": {"Trondheim": 1}}
    play = at_battle("Narvik", {"Tysfjord": 2, "Harstad": 2}, {"norway": 2, "allies": 2}, others=others, hands=hands)
    for line in ("play Panzer", "play Bomber", "pass", "play Anti-tank gun against Panzer", "play Ambush"):
        assert readable(play)
        play(line)
    for line in (
        "play Fighter against Bomber",
        "pass",
        "play Scouts against Ambush",
        "play Fighter-bomber against Fighter",
    ):
        assert readable(play)
        if line.endswith("Fighter"):
            play.throws([6, 6, 5, 5, 5], [6, 1, 1, 1])
        play(line)
    for role, line in 2 * (("norway", "lose Norway 2"), ("allies", "lose Norway 1, Allies 1")):
        assert play.asked == [role]
        assert readable(play)
        play(line)
    assert readable(play)
    play("lose Norway 1, Allies 1", "germany")
    assert readable(play)
    play("evacuate to Bodø")
    assert readable(play)
    play("lose Tysfjord 1", "germany")("pass")
    for role, line in 2 * (("norway", "retreat to Gratangen"), ("allies", "retreat to Bardufoss")):
        assert play.asked == [role]
        assert readable(play)
        play(line)
    assert readable(play)
    play("retreat to Bardufoss", "germany")
    assert readable(play)
    lines = [render(event.text) for event in play.events]
    assert "Germany: 1 battalion lost at Narvik." in lines
    assert "Norway and the Allies do not agree: Germany decides." in lines
    assert "Norway: 1 battalion retreats from Narvik to Bardufoss." in lines
    assert "Narvik taken by Germany." in lines


def test_one_player_for_both_and_the_fleet_read_well() -> None:
    hands = {"allies": ["Coastal evacuation"]}
    play = at_battle("Narvik", {"Tysfjord": 2}, {"norway": 1, "allies": 2}, hands=hands, one_seat=True)
    fight(play, [6, 5], [1, 1, 1])
    assert readable(play)
    play("lose Norway 1")
    assert (
        render(play.decision().prompt)
        == "Allies: take your battalions from Narvik by sea with Coastal evacuation, or pass."
    )
    play("withdraw by sea to Bodø")
    assert readable(play)
    by_sea = "Coastal evacuation: 2 Allied battalions that lost the battle leave Narvik by sea for Bodø."
    assert by_sea in [render(event.text) for event in play.events]


def test_what_is_typed_and_what_is_refused_read_well() -> None:
    play = at_battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, dice="typed", hands={"germany": ["Bomber", "U-boat"]})
    refusals = [play.refused(line) for line in ("play Bomber", "play U-boat")]
    play("pass")
    assert readable(play)
    play("dice 5 + 5")("dice 1")
    refusals += [play.refused(f"retreat to {area}") for area in ("Kongsvinger", "Tynset")]
    assert [render(refused.reason) for refused in refusals] == [
        "Bomber does not reach Hamar: it lies neither in range from Germany nor from an airfield that you hold now.",
        "U-boat cannot be used in this step of a battle.",
        "Nobody retreats to Kongsvinger: the attacker attacks from there in this turn.",
        "Tynset does not adjoin the battle.",
    ]
