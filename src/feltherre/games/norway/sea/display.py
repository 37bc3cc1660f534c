"""The sea of the advanced game as a seat may know it, for those who draw: piles, ships that lie open, what it has seen,
the battle at sea, and how far 9 April has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from feltherre.core import scene
from feltherre.core.text import Text, say
from feltherre.games.norway import board
from feltherre.games.norway.april.steps import DeployShips
from feltherre.games.norway.hands import card_name, country_name
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.fleet import controls, sea_of, ships_at
from feltherre.games.norway.sea.pieces import Played
from feltherre.games.norway.spaces import RAID_BOX
from feltherre.games.norway.state import ALLIES, GERMANY, ROLES, NorwayState

#: where ships lie on the map: the sea areas, and the box beside them
ON_MAP: Final = ((*zip(ships.SEAS, board.SEAS, strict=True), (ships.RAID_BOX, RAID_BOX)))  # fmt: skip
MAPPED: Final = frozenset(place for place, _ in ON_MAP)
#: what lies in no sea area -> the word for it as a holding
ELSEWHERE: Final = {
    ships.IN_HAND: "ships-in-hand",
    ships.HOME: "home-fleet",
    ships.SUNK: "ships-sunk",
    ships.REMOVED: "ships-removed",
}


class AtSea(Struct, frozen=True):
    """The parts of a scene that lie at sea."""

    stacks: tuple[scene.Stack, ...]
    #: own ships back up, and others' that the seat has seen and that cannot have gone
    known: dict[str, tuple[str, ...]]
    #: ships that have been intercepted (8.1-int-4)
    caught: tuple[str, ...]
    #: sea areas in which a battle is to be fought
    fought: tuple[str, ...]
    words: dict[str, Text]
    notes: tuple[Text, ...]


def at_sea(state: NorwayState, own: Sequence[bool]) -> AtSea:
    """`own`: by country, whether the seat holds it."""
    sea = sea_of(state)
    stacks, known = [], {}
    seen = seen_ships(state, own)
    for place, id_ in ON_MAP:
        there: list[str | scene.Lot] = []
        named = [ship for ship, places in seen if places == (place,)]
        for country, role in enumerate(ROLES):
            hidden, shown = by_side(state, country, place)
            if hidden:
                there.append(scene.Lot(f"{role}-ships", len(hidden)))
                named += hidden if own[country] else ()
            there += [ships.IDS[ship] for ship in shown]
        if there:
            stacks.append(scene.Stack(id_, tuple(there)))
        if named:
            known[id_] = tuple(ships.IDS[ship] for ship in named)
    fought = {hunt.area for hunt in sea.hunts} | ({sea.battle.area} if sea.battle else set())
    return AtSea(
        stacks=tuple(stacks),
        known=known,
        caught=tuple(ships.IDS[ship] for ship in sea.caught if sea.face_up[ship]),
        fought=tuple(board.SEAS[area] for area in sorted(fought)),
        words={"telegraph": say("norway.telegraph.cut")} if sea.telegraph_cut else {},
        notes=_notes(state, seen),
    )


def by_side(state: NorwayState, country: int, place: int) -> tuple[list[int], list[int]]:
    """(ships back up, ships face up) of a country in a place."""
    face_up = sea_of(state).face_up
    there = ships_at(state, country, place)
    return [ship for ship in there if not face_up[ship]], [ship for ship in there if face_up[ship]]


def holdings(state: NorwayState, country: int, shown: bool) -> Iterator[scene.Holding]:
    """A country's ships that lie nowhere on the map; those back up are named to their owner only."""
    for place, kind in ELSEWHERE.items():
        there = ships_at(state, country, place)
        if there:
            known = tuple(ships.IDS[ship] for ship in there if shown or sea_of(state).face_up[ship])
            yield scene.Holding(side=ROLES[country], kind=kind, count=len(there), items=known)


def _notes(state: NorwayState, seen: Sequence[tuple[int, tuple[int, ...]]]) -> tuple[Text, ...]:
    """Who controls which sea areas, and where ships may be that the seat has seen and that may have gone since."""
    sightings = [
        say("norway.status.seen-ship", ship=ships.name(ship), places=[ships.place_name(place) for place in places])
        for ship, places in seen
        if len(places) > 1 or places[0] not in MAPPED
    ]
    # on 9 April a pile may hold nothing but decoys
    return (*(_control(state) if state.round else ()), *sightings)


def seen_ships(state: NorwayState, own: Sequence[bool]) -> list[tuple[int, tuple[int, ...]]]:
    """Others' ships that the seat has seen and that lie back up now, with the places where each may be."""
    return sorted(
        {
            (sighting.ship, sighting.places)
            for sighting in sea_of(state).sightings
            if own[sighting.viewer] and not own[ships.COUNTRY[sighting.ship]]
        }
    )


def _control(state: NorwayState) -> list[Text]:
    told = []
    for country in (GERMANY, ALLIES):
        seas = [say(f"norway.sea.{board.SEAS[sea]}") for sea in ships.SEAS if controls(state, country, sea)]
        if seas:
            told.append(say("norway.status.sea-control", country=country_name(country), seas=seas))
    return told


# the battle at sea


def battle(state: NorwayState) -> scene.Battle | None:
    """Both sides' ships in the order in which they fire, with what their dice need."""
    sea = sea_of(state)
    fought = sea.battle
    if fought is None:
        return None
    fates = {one.ship: say(f"norway.struck.{one.result}") for one in fought.struck}
    forces = tuple(
        scene.Force(
            side=ROLES[ships.COUNTRY[those[0]]],
            attacks=attacks,
            count=len(those),
            ranks=tuple(
                scene.Fighter(id=ships.IDS[ship], fate=fates.get(ship), caught=ship in sea.caught) for ship in those
            ),
        )
        for attacks, those in ((True, fought.attackers), (False, fought.defenders))
        if those
    )
    return scene.Battle(
        place=board.SEAS[fought.area],
        attacker=ROLES[state.country],
        forces=forces,
        played=played_cards(fought.played),
    )


def played_cards(played: Sequence[Played]) -> tuple[scene.Played, ...]:
    """The cards on the table of a battle, on land or at sea."""
    stopped = {card.against for card in played}
    return tuple(
        scene.Played(
            side=ROLES[card.country],
            name=card_name(card.card),
            against=card_name(played[card.against].card) if card.against >= 0 else None,
            stopped=number in stopped,
        )
        for number, card in enumerate(played)
    )


# 9 April as a sequence of steps that a newcomer can follow (chapter 7, in the order of R61)

#: step of the guide -> the steps of the agenda that belong to it
_APRIL: Final[dict[str, tuple[str, ...]]] = {
    "cards": ("choose-cards",),
    "draw": ("draw-ships",),
    "norway": ("deploy-norway",),
    "germany": ("deploy-ships:0",),
    "reconnaissance": ("reconnaissance", "reconnaissance-dice", "reconnaissance-ruled"),
    "allies": ("deploy-ships:2",),
    "shift": ("misleading-manoeuvre", "redeployment"),
    "interception": ("april-interceptions",),
    "paratroops": ("april-drops", "april-drop-answer"),
    "sea-battles": ("sea-combat", "evacuated-sailors"),
    "raiding": ("raiding",),
    "landing": ("landing", "landing-plan", "mine-die", "fort-die", "land-elsewhere", "landings"),
    "land-battles": ("cities-resist", "resistance", "bluff", "bluff-die", "choose-battle"),
    "mobilisation": ("telegraph", "mobilisation", "april-exchange", "april-over"),
}
_STEP_OF: Final = {tag: number for number, tags in enumerate(_APRIL.values()) for tag in tags}


def april() -> scene.Guide:
    """The round of 9 April in words."""
    steps = tuple((say(f"norway.april.{step}"), say(f"norway.april-about.{step}")) for step in _APRIL)
    return scene.Guide(heading=say("norway.status.nine-april"), at=0, steps=steps)


def guide(state: NorwayState) -> scene.Guide | None:
    """Where the round of 9 April has come to; None outside it."""
    if state.sea is None or state.round or state.result is not None:
        return None
    return scene.Guide(at=_april_step(state))


def _april_step(state: NorwayState) -> int:
    for step in reversed(state.agenda):
        tag = str(step.__struct_config__.tag)
        if isinstance(step, DeployShips):
            tag = f"{tag}:{step.country}"
        if tag in _STEP_OF:
            return _STEP_OF[tag]
    return 0
