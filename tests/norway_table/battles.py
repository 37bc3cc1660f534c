"""Battles about to be fought, so that a test of 4.2 begins where it gets interesting.

play = battle("Hamar", {"Kongsvinger": 2}, {"norway": 1}, hands={"germany": ["Panzer"]})
fight(play, [3, 3, 6, 1], [6], "play Panzer")   cards are used, the others pass, the dice fall, losses begin
dice(play) == (4, 1)                            how many dice each side threw

Where nobody has a card the dice fall at once: `battle(..., throws=([5], [4]))`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core import engine
from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.games.norway.game import GAME
from norway_table import Playing, position

#: battalions out of the way, so that no battle ends the game
RESERVES = {"germany": {"Arendal": 1}, "norway": {"Finnmark": 1}}

Forces = Mapping[str, Mapping[str, int]]


def battle(
    target: str,
    attackers: Mapping[str, int],
    defenders: Mapping[str, int],
    turn: str = "germany",
    others: Forces | None = None,
    reserves: Forces = RESERVES,
    hands: Mapping[str, Sequence[str]] | None = None,
    throws: Sequence[Sequence[int]] = (),
    **fields: Any,
) -> Playing:
    """`attackers` of the country in turn (area: battalions) have moved against the `defenders` (country: battalions) of
    an area; `others` stand elsewhere. Phase 1 is over and no sabotage was played."""
    return attack(
        {target: attackers},
        {country: {target: n} for country, n in defenders.items()},
        turn,
        others,
        reserves,
        hands,
        throws,
        **fields,
    )


def attack(
    attacks: Forces,
    defenders: Forces,
    turn: str = "germany",
    others: Forces | None = None,
    reserves: Forces = RESERVES,
    hands: Mapping[str, Sequence[str]] | None = None,
    throws: Sequence[Sequence[int]] = (),
    **fields: Any,
) -> Playing:
    """Several attacks (target: {from: battalions}) of the country in turn on the defenders (country: {area: n})."""
    placed: dict[str, dict[str, int]] = {"germany": {}, "norway": {}, "allies": {}}
    moves = [(origin, target, n) for target, origins in attacks.items() for origin, n in origins.items()]
    for origin, _, n in moves:
        placed[turn][origin] = placed[turn].get(origin, 0) + n
    for forces in (defenders, others or {}, reserves):
        for country, areas in forces.items():
            for area, n in areas.items():
                placed[country][area] = placed[country].get(area, 0) + n
    play = position(turn, hands=hands, **placed, **fields).throws(*throws)
    for origin, target, n in moves:
        play(f"move {origin} > {target} {n}")
    return to_battle(play)


def battle_for_hamar(hands: Mapping[str, Sequence[str]], **more: int) -> Playing:
    """Two Germans by land against one Norwegian (and more defenders) in Hamar, in air range from Oslo."""
    return battle("Hamar", {"Kongsvinger": 2}, {"norway": 1, **more}, others={"germany": {"Oslo": 1}}, hands=hands)


def to_battle(play: Playing) -> Playing:
    """End movement; Norway does not use its sabotage."""
    play("end movement")
    while play.decisions and play.decisions[0].rule == "4.1c-1":
        play("pass")
    return play


def fight(play: Playing, attack_dice: Sequence[int], defence_dice: Sequence[int], *lines: str) -> Playing:
    """Some cards are used, then everybody passes and the dice fall; stops where losses or what follows is decided."""
    play.throws(attack_dice, defence_dice)
    for line in lines:
        play(line)
    while _cards_wanted(play):
        play("pass")
    assert not play.script.dice_to_come, "the dice have not been thrown"
    return play


def _cards_wanted(play: Playing) -> bool:
    return bool(play.script.dice_to_come) and [d.rule for d in play.decisions] in (["4.2-1"], ["4.2-2"], ["4.2-3"])


def ruling(play: Playing) -> Ruling:
    """The ruling of the last battle."""
    return next(event.ruling for event in reversed(play.events) if event.ruling is not None)


def dice(play: Playing) -> tuple[int, int]:
    """How many dice the attacker and the defender threw in the last battle."""
    outputs = ruling(play).outputs
    return outputs["attacker_dice_count"], outputs["defender_dice_count"]


def edit(play: Playing, change: Any) -> Playing:
    """An umpire's edit, as a match carries it out."""
    table = Table(GAME, play.state, play.script)
    GAME.edit(table, change)
    play.state.sealed.clear()
    engine.settle(table)
    play.events += table.events
    problems = GAME.invariants(play.state)
    assert not problems, problems
    return play
