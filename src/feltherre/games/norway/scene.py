"""The board and the scene: the printed map, cards and ships, and one position on them as a seat may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from feltherre.core import paths, scene
from feltherre.core.datafile import is_completion
from feltherre.core.game import Setup
from feltherre.core.text import Text, say
from feltherre.games.norway import board, cards, chart, opening
from feltherre.games.norway.hands import card_name, country_name, deck_size, hand_cards, in_play
from feltherre.games.norway.look import lasting_overlays
from feltherre.games.norway.sea import display as sea_display
from feltherre.games.norway.sea import ships
from feltherre.games.norway.spaces import RAID_BOX, area_name
from feltherre.games.norway.state import AREAS, GERMANY, NOWHERE, ROLES, NorwayState, at
from feltherre.games.norway.tips import tips
from feltherre.games.norway.victory import german_point_cities

#: the drawn board, made by tools/mapmaker from data/shapes.yaml
DRAWING: Final = Path(__file__).parent / "data" / "drawing.json"

# the board

#: edge of a counter, in units of the sheet
_COUNTER: Final = 330
#: told apart by more than colour
_OUTLINES: Final = {"germany": "square", "norway": "cut", "allies": "round"}
#: what a sea area is shaded by in the advanced game
_SEA_GROUND: Final = {True: "sea-closed", False: "sea-coast"}


def drawn_board(setup: Setup, terms: Mapping[str, str]) -> scene.Board:
    """`terms`: our word -> the book's."""
    return _board(opening.is_advanced(setup), tuple(terms.items()))


@cache
def _board(advanced: bool, terms: tuple[tuple[str, str], ...]) -> scene.Board:
    drawing = msgspec.json.decode(DRAWING.read_bytes())
    arcs = paths.Arcs(drawing["arcs"])
    words = dict(terms)
    shown = range(cards.ALL_COUNT if advanced else cards.TYPE_COUNT)
    x, y, width, height = drawing["view_box"]
    places = (*_areas(drawing, arcs), *(_seas(drawing, arcs) if advanced else ()))
    return scene.Board(
        kind="areas",
        title=say("norway.title"),
        box=(x, y, width, height),
        places=places,
        sides=tuple(
            scene.Side(id=role, name=country_name(country), sign=chart.SIGNS[role], look=role, outline=_OUTLINES[role])
            for country, role in enumerate(ROLES)
        ),
        regions=tuple(_regions(advanced)),
        kinds=tuple(_kinds(advanced)),
        cards=tuple(_card(card, advanced) for card in shown),
        unit=_COUNTER,
        layers=tuple(_layers(drawing, arcs)),
        names=tuple(_names(drawing, advanced)),
        borders=tuple(_borders(drawing, arcs)),
        outline=paths.rings(drawing["outline"]),
        legend=chart.legend(words, advanced=advanced),
        intro={role: tuple(_intro(role, advanced)) for role in (*ROLES, "")},
        tips=tips(advanced),
        cues=scene.Cues(
            turns=("norway.event.turn",),
            battle=_prompts("join-battle", "choose-sea-battle", "fight-or-bomb", "bomb"),
            odds={"norway.prompt.intercept": "naval-interception"},
            chances=("play", "move"),
            sums=("land-combat",),
        ),
        home=_home(drawing, [place.at for place in places]),
        guide=sea_display.april() if advanced else None,
        overlays=lasting_overlays(),
    )


def _prompts(*words: str) -> tuple[str, ...]:
    return tuple(f"norway.prompt.{word}" for word in words)


def _intro(role: str, advanced: bool) -> Iterator[Text]:
    """What a newcomer wants to know first (1.1, 1.3, 4)."""
    # on the ninth of April Germany holds nothing yet
    german = "germany-advanced" if advanced else "germany"
    yield say(f"norway.intro.{german if role == 'germany' else 'defence' if role else 'watch'}")
    for word in (*(("april", "sea") if advanced else ()), "turn", "battle", *(("how",) if role else ())):
        yield say(f"norway.intro.{word}")


def _areas(drawing: dict[str, Any], arcs: paths.Arcs) -> Iterator[scene.Place]:
    shapes = {shape["id"]: shape for shape in drawing["areas"]}
    for area, id_ in enumerate(board.AREAS):
        shape = shapes[id_]
        yield scene.Place(
            id=id_,
            name=area_name(area),
            at=tuple(shape["stack"]),
            path=arcs.rings(shape["rings"]),
            ground="land",
            marks=chart.marks(area),
            label=tuple(shape["label"]),
            label_width=shape["label_width"],
            leader=tuple(shape["leader"]) if "leader" in shape else None,
            beside="above" if shape.get("above") else "",
            reconstructed=chart.is_completed(area),
        )


def _seas(drawing: dict[str, Any], arcs: paths.Arcs) -> Iterator[scene.Place]:
    for number, shape in enumerate(drawing["seas"]):
        coast = "" if not board.SHORE[number] else _SEA_GROUND[number in ships.CLOSED_TO_ALLIES]
        yield scene.Place(
            id=board.SEAS[number],
            name=ships.place_name(number),
            at=tuple(shape["stack"]),
            path=arcs.rings(shape["rings"]),
            kind="water",
            ground=coast,
            label=tuple(shape["label"]),
        )
    x, y, width, height = drawing["boxes"]["raid-box"]
    middle = (x + width // 2, y + round(height * 0.56))
    rim = f"M{x},{y}h{width}v{height}h{-width}z"
    yield scene.Place(id=RAID_BOX, name=ships.place_name(ships.RAID_BOX), at=middle, path=rim, kind="box")


def _regions(advanced: bool) -> Iterator[scene.Region]:
    for name, areas in chart.REGIONS.items():
        yield scene.Region(name=say(f"norway.region.{name}"), places=areas)
    if advanced:
        yield scene.Region(name=say("norway.region.sea"), places=(*board.SEAS, RAID_BOX))


def _kinds(advanced: bool) -> Iterator[scene.Kind]:
    """Battalions and, with the sea, cards of ships back up, which are counted; ships that lie open have names."""
    for country, role in enumerate(ROLES):
        yield scene.Kind(id=role, side=role, name=country_name(country), symbol="battalion", lot=True)
        if advanced:
            yield scene.Kind(
                id=f"{role}-ships", side=role, name=country_name(country), shape="ship", symbol="back", lot=True
            )
    for ship in range(ships.SHIP_COUNT if advanced else 0):
        yield scene.Kind(
            id=ships.IDS[ship],
            side=ROLES[ships.COUNTRY[ship]],
            name=ships.name(ship),
            shape="ship",
            symbol=ships.CLASS[ship],
            weight=-ships.RANK[ship],
            facts=(ships.facts(ship),),
            reconstructed=is_completion(cards.ships()[ship].provenance),
        )


def _when(function: cards.Function) -> Text:
    """When a card can be played, in words: in which part of a turn, and whose turn that is."""
    timing = say(f"norway.timing.{function.timing}")
    return say("norway.card-when", phase=say(f"norway.card-phase.{function.phase}"), when=timing)


def _card(card: int, advanced: bool) -> scene.Card:
    kind = cards.TYPES[card]
    shown = [function for function in kind.functions if advanced or function.version == "basic"]
    used = [function for function in shown if function.op != "exchange-only"] if len(shown) > 1 else shown
    return scene.Card(
        id=kind.id,
        part=kind.short_id,
        side=ROLES[kind.country],
        name=card_name(card),
        original=kind.name_nb,
        worth=kind.symbols,
        facts=chart.card_facts(card, advanced),
        help=tuple(say(f"norway.card-help.{word}") for word in ("symbols", "signs")),
        effects=tuple(
            scene.Effect(
                when=_when(function),
                timing=function.timing,
                text=function.text,
                reconstructed=is_completion(function.provenance) or is_completion(function.value_provenance),
            )
            for function in used
        ),
    )


def _layers(drawing: dict[str, Any], arcs: paths.Arcs) -> Iterator[scene.Layer]:
    """The printed map from below."""

    def shapes(*names: str) -> str:
        return "".join(arcs.rings(shape["rings"]) for name in names for shape in drawing[name])

    def lines(name: str) -> str:
        return arcs.lines(drawing["lines"][name])

    yield scene.Layer(kind="water", path=shapes("seas"))
    yield scene.Layer(kind="shallow", form="line", path=lines("coast"))
    yield scene.Layer(kind="abroad", path=shapes("countries"))
    yield scene.Layer(kind="land", path=shapes("areas"))
    yield scene.Layer(kind="massif", path=shapes("massifs"))
    hachures = "".join(paths.strokes(massif["hachures"]) for massif in drawing["massifs"])
    yield scene.Layer(kind="massif-hachures", form="line", path=hachures)
    yield scene.Layer(kind="lake", path=shapes("lakes"))
    yield scene.Layer(kind="crossing", path=shapes("crossings"))
    ferries = paths.lines(crossing["ferry"] for crossing in drawing["crossings"])
    yield scene.Layer(kind="ferry", form="line", path=ferries)
    borders = "".join(arcs.lines(border["arcs"]) for border in drawing["borders"])
    yield scene.Layer(kind="border", form="line", path=borders)
    for kind, name in (
        ("sea-line", "sea_lines"), ("shore", "lake_shores"), ("abroad-line", "coast_abroad"),
        ("abroad-line", "frontier_abroad"), ("frontier", "frontier"), ("coast", "coast"),
    ):  # fmt: skip
        yield scene.Layer(kind=kind, form="line", path=lines(name))
    if drawing["telegraph"] is not None:
        yield scene.Layer(kind="telegraph", form="line", path=paths.lines(drawing["telegraph"]["lines"]))
    for reach in drawing["air_ranges"]:
        yield scene.Layer(kind="air-range", form="line", path=paths.lines(reach["lines"]), overlay="air")


def _names(drawing: dict[str, Any], advanced: bool) -> Iterator[scene.Printed]:
    for shape in (*drawing["lakes"], *drawing["crossings"], *drawing["massifs"]):
        for name in shape["names"]:
            words, at, turn = say("core.plain", text=name["text"]), tuple(name["at"]), round(name["turn"])
            yield scene.Printed(text=words, at=at, kind="range", turn=turn, size=name["size"], spaced=name["spaced"])
    for country in drawing["countries"]:
        if country["label"] is not None:
            words = say(f"norway.impassable.{country['id']}")
            yield scene.Printed(text=words, at=tuple(country["label"]), kind="abroad", turn=round(country["turn"]))
    if not advanced:
        for sea in drawing["seas"]:
            yield scene.Printed(text=say("core.plain", text=sea["id"]), at=tuple(sea["label"]), kind="sea", size=260)
    elif drawing["telegraph"] is not None:
        at = tuple(drawing["telegraph"]["label"])
        yield scene.Printed(text=say("norway.telegraph"), at=at, kind="telegraph")


def _borders(drawing: dict[str, Any], arcs: paths.Arcs) -> Iterator[tuple[str, str, scene.Point]]:
    for border in drawing["borders"]:
        points = [point for arc in border["arcs"] for point in arcs.points(arc)]
        yield *border["between"], points[len(points) // 2]
    for crossing in drawing["crossings"]:
        x, y, *_, last_x, last_y = crossing["ferry"]
        yield *crossing["between"], ((x + last_x) // 2, (y + last_y) // 2)


#: what is shown around the places of the pieces: the rest of their areas, and a rim of sea; as a share of their extent
_RIM: Final = 0.07


def _home(drawing: dict[str, Any], stacks: Iterable[scene.Point]) -> scene.Box:
    """The part of the sheet that is played on, with all counters; it does not reach beyond the sheet."""
    points = [*stacks, *(point for area in drawing["areas"] for point in (area["stack"], area["town"]))]
    x, y, width, height = drawing["view_box"]
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    dx, dy = round((right - left) * _RIM), round((bottom - top) * _RIM)
    left, top = max(x, left - dx), max(y, top - dy)
    return left, top, min(x + width, right + dx) - left, min(y + height, bottom + dy) - top


# the scene


def position(
    state: NorwayState, roles: Collection[str], terms: Mapping[str, str], *, all_seeing: bool = False
) -> scene.Scene:
    own = [all_seeing or role in roles for role in ROLES]
    at_sea = sea_display.at_sea(state, own) if state.sea is not None else None
    return scene.Scene(
        status=_status(state, terms),
        stacks=(*_stacks(state), *(at_sea.stacks if at_sea else ())),
        flags={"caught": at_sea.caught} if at_sea and at_sea.caught else {},
        places={"fought": at_sea.fought} if at_sea and at_sea.fought else {},
        known=at_sea.known if at_sea else {},
        words=at_sea.words if at_sea else {},
        arrows=tuple(_arrows(state)),
        battle=_battle(state),
        holdings=tuple(held for country in range(len(ROLES)) for held in _holdings(state, country, own[country])),
        answered=tuple(answer.role for answer in state.sealed),
        guide=sea_display.guide(state),
        outcome=_outcome(state),
        notes=at_sea.notes if at_sea else (),
    )


#: what the four phases of a turn are about, in the glossary's words; the fourth has none of its own
_PHASE_TERMS: Final = {1: "movement", 2: "combat", 3: "reinforcement"}


def _status(state: NorwayState, terms: Mapping[str, str]) -> scene.Status:
    country = country_name(state.country)
    return scene.Status(
        turn=say("norway.status.turn", n=state.round, country=country)
        if state.round
        else say("norway.status.nine-april"),
        phase=say(f"norway.phase.{state.phase}"),
        original=terms.get(_PHASE_TERMS.get(state.phase, ""), ""),
        side=ROLES[state.country],
        notes=(
            say("norway.status.cities", n=german_point_cities(state), all=len(board.POINT_CITY)),
            *(say("core.plain", text=rule) for rule in state.special_rules),
        ),
    )


def _stacks(state: NorwayState) -> Iterator[scene.Stack]:
    """Battalions at rest; those that have moved in this turn are counted apart."""
    for area in range(AREAS):
        lots = []
        for country, role in enumerate(ROLES):
            there = at(state, country, area)
            moved = min(there, state.moved[area]) if country == state.country and state.phase == 1 else 0
            if there > moved:
                lots.append(scene.Lot(role, there - moved))
            if moved:
                lots.append(scene.Lot(role, moved, "moved"))
        if lots:
            yield scene.Stack(board.AREAS[area], tuple(lots))


def _arrows(state: NorwayState) -> Iterator[scene.Arrow]:
    role = ROLES[state.country]
    for group in state.groups:
        target = board.AREAS[group.target]
        if group.origin == NOWHERE:
            yield scene.Arrow("", target, role, group.battalions, group.mode, say(f"norway.origin.{group.mode}"))
        else:
            yield scene.Arrow(board.AREAS[group.origin], target, role, group.battalions, group.mode)


def _battle(state: NorwayState) -> scene.Battle | None:
    if state.sea is not None and state.sea.battle is not None:
        return sea_display.battle(state)
    if state.battle is None:
        return None
    area = state.battle.area
    attackers = sum(group.battalions for group in state.groups if group.target == area)
    enemies = [country for country in range(len(ROLES)) if (country == GERMANY) != (state.country == GERMANY)]
    return scene.Battle(
        place=board.AREAS[area],
        attacker=ROLES[state.country],
        forces=(
            _force(state.country, attackers, attacks=True),
            *(_force(country, n) for country in enemies if (n := at(state, country, area))),
        ),
        played=sea_display.played_cards(state.battle.played),
    )


def _force(country: int, count: int, *, attacks: bool = False) -> scene.Force:
    names = (say("norway.count.battalions", n=count),)
    return scene.Force(side=ROLES[country], attacks=attacks, count=count, names=names)


def _holdings(state: NorwayState, country: int, shown: bool) -> Iterator[scene.Holding]:
    role = ROLES[country]
    held = tuple(cards.IDS[card] for card in hand_cards(state, country)) if shown else ()
    piles = {"deck": deck_size(state, country), "used": sum(state.used[card] for card in in_play(state, country))}
    yield scene.Holding(side=role, kind="hand", count=state.hand_size[country], items=held, beside=piles)
    if state.sea is not None:
        yield from sea_display.holdings(state, country, shown)


def _outcome(state: NorwayState) -> scene.Outcome | None:
    result = state.result
    if result is None:
        return None
    names = [say(f"norway.winner.{side}") for side in ("germany", "norway-allies")]
    winner, loser = names if "germany" in result.winners else names[::-1]
    germany, *others = (sum(at(state, country, area) for area in range(AREAS)) for country in range(len(ROLES)))
    lost, left = len(board.POINT_CITY) - result.score, sum(others)
    why = (
        say("web.over.resigned", side=loser)
        if result.reason == "resigned"
        else say(f"norway.victory.{result.reason}", n=lost, battalions=say("norway.count.battalions", n=left))
    )
    return scene.Outcome(
        winners=result.winners,
        headline=say(f"norway.won.{'clear' if result.degree == 'clear' else 'narrow'}", winner=winner),
        how=(why, say("norway.close", n=result.score, germany=germany, others=left)),
    )
