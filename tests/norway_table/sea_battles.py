"""Sea battles about to be fought, so that a test of 8.2 begins where it gets interesting.

play = sea_battle("V", ["KMS Admiral Hipper"], ["HMS Warspite"])   the Allies have intercepted in the German turn
fight(play, [1], [5])                       phase 2a begins, nobody uses a card, the dice fall ship by ship
"""

from collections.abc import Mapping, Sequence
from typing import Any

from feltherre.core import engine
from feltherre.core.chance import Ruling
from feltherre.core.table import Table
from feltherre.games.norway import board, cards
from feltherre.games.norway.game import GAME
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.pieces import Hunt, SeaBattle
from feltherre.games.norway.sea.steps import SeaCombat
from feltherre.games.norway.state import ROLES
from norway_table import Playing, sea_position


def sea_battle(
    sea: str,
    germans: Sequence[str],
    others: Sequence[str],
    hunters: Sequence[str] = ("allies",),
    hidden: Sequence[str] = (),
    elsewhere: Mapping[str, Sequence[str]] | None = None,
    more: Mapping[str, tuple[Sequence[str], Sequence[str]]] | None = None,
    turn: str = "germany",
    **fields: Any,
) -> Playing:
    """German ships and those of the other side face each other in a sea area, intercepted by the hunters; `hidden` ones
    lie there face down. `more`: further sea areas with battles. Phase 1 is not over yet."""
    battles = {sea: (germans, others), **(more or {})}
    lies = {area: [*ours, *theirs] for area, (ours, theirs) in battles.items()}
    shown = {ships.NAMES.find(name) for names in lies.values() for name in names}
    caught = [ship for ship in sorted(shown) if _is_caught(ship, hunters)]
    lies[sea] = [*lies[sea], *hidden]
    for area, names in (elsewhere or {}).items():
        lies[area] = [*lies.get(area, ()), *names]
    there = {ships.NAMES.find(name) for names in lies.values() for name in names}
    values = {
        "face_up": tuple(
            ship in shown or ship == ships.EIDSVOLL or ship not in there for ship in range(ships.SHIP_COUNT)
        ),
        "caught": tuple(caught),
        "hunts": tuple(Hunt(board.find_sea(area), ROLES.index(hunter)) for area in battles for hunter in hunters),
    }
    return sea_position(turn=turn, ships_at=lies, sea=values, **fields)


def _is_caught(ship: int, hunters: Sequence[str]) -> bool:
    german = ROLES[ships.COUNTRY[ship]] == "germany"
    return any((hunter == "germany") != german for hunter in hunters)


def to_sea_combat(play: Playing) -> Playing:
    """Movement is over, on land too; nobody uses sabotage."""
    for line in ("end sailing", "end movement"):
        if play.decisions and play.decisions[0].space.contains(GAME.notation.read(line)):
            play(line)
    while play.decisions and play.decisions[0].rule == "4.1c-1":
        play("pass")
    return play


def no_more_cards(play: Playing) -> Playing:
    """Everybody who may use a card in the battle passes."""
    while play.decisions and play.decisions[0].rule in ("8.2-seq-1", "8.2-seq-2", "8.2-seq-3"):
        play("pass")
    return play


def on_9_april(sea: str, germans: Sequence[str], others: Sequence[str], *cards_held: str, **more: Any) -> Playing:
    """A battle of the nine-April round, not yet begun, with these nine-April cards in the hands of their owners."""
    play = sea_battle(sea, germans, others, round=0, **more)
    for card in range(cards.TYPE_COUNT, cards.ALL_COUNT):
        play.state.deck[card] = cards.COUNT[card]
    for name in cards_held:
        number = cards.INDEX[name]
        play.state.deck[number] -= 1
        play.state.hand[number] += 1
        play.state.hand_size[cards.COUNTRY[number]] += 1
    play.state.agenda[:] = [SeaCombat()]
    return play


def begin(play: Playing, *dice: Sequence[int]) -> Playing:
    """The agenda is carried out until somebody is asked."""
    table = Table(GAME, play.state, play.throws(*dice).script)
    engine.settle(table)
    play.events += table.events
    assert not GAME.invariants(play.state)
    return play


def fight(play: Playing, *dice: Sequence[int], draws: Sequence[Sequence[int]] = ()) -> Playing:
    """Phase 2a begins and the dice fall, each side's ships one by one."""
    return to_sea_combat(play.throws(*dice).draws(*draws))


def battle_of(play: Playing) -> SeaBattle:
    assert play.state.sea is not None
    assert play.state.sea.battle is not None
    return play.state.sea.battle


def names(some: Sequence[int]) -> list[str]:
    return [ships.NAMES.name(ship) for ship in some]


def ruling(play: Playing, procedure: str = "naval-combat") -> Ruling:
    """The last ruling of a procedure."""
    return next(event.ruling for event in reversed(play.events) if event.ruling and event.ruling.procedure == procedure)
