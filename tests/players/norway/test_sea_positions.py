"""Positions of the advanced game whose right answer any club player knows. The captain must find all of them."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from feltherre.core import engine
from feltherre.core.dice import KeyedStream
from feltherre.core.table import Table
from feltherre.games.norway import board
from feltherre.games.norway.april.actions import ChooseApril, Deploy, Land, Raid
from feltherre.games.norway.countries import GERMANY
from feltherre.games.norway.game import GAME
from feltherre.games.norway.players import PLAYERS, CaptainPlayer
from feltherre.games.norway.sea import ships
from feltherre.games.norway.sea.actions import ChaseTo
from feltherre.games.norway.sea.steps import InterceptionChoice, JoinBattle, SeaMovement
from feltherre.games.norway.state import NorwayState
from feltherre.games.norway.steps import AlliedWithdrawal
from feltherre.players.player import position_for
from norway_table import Playing, sea_position
from norway_table.captain import order
from norway_table.redeals import ADVANCED_THREE

GARRISONS = {"Oslo": 4, "Kristiansand": 2, "Stavanger": 2, "Bergen": 3, "Trondheim": 3, "Narvik": 3}
STRONG = ["HMS Warspite", "HMS Rodney", "HMS York", "Penelope"]


def sailing_orders(play: Playing) -> list[str]:
    """Let the captain give all orders of a movement at sea; nobody intercepts."""
    player = CaptainPlayer()
    given: list[str] = []
    while isinstance(play.state.agenda[-1], SeaMovement | InterceptionChoice):
        line = "pass" if isinstance(play.state.agenda[-1], InterceptionChoice) else order(play, player)
        play(line)
        given.append(line)
    return given


# interception and battle


def test_a_strong_squadron_intercepts_a_lone_ship_that_runs_into_it() -> None:
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": STRONG}, germany=GARRISONS)
    play("sail KMS Emden > V")("pass")
    assert play.asked == ["allies"]
    assert order(play) == "intercept"


def test_a_lone_ship_does_not_intercept_a_fleet() -> None:
    play = sea_position(ships_at={"IV": ["KMS Emden"], "V": STRONG}, germany=GARRISONS)("sail KMS Emden > V")
    assert order(play) == "pass"


def test_nobody_else_joins_a_battle_that_is_lost() -> None:
    """KMS Emden is caught by four strong ships: KMS Köln, hidden beside it, stays out, for Germany misses Narvik and
    needs its cards."""
    play = sea_position(
        turn="allies",
        ships_at={"V": ["KMS Emden", "KMS Köln"], "VI": STRONG},
        germany=GARRISONS | {"Narvik": 0},
        norway={"Narvik": 2},
    )
    play.throws([6, 1]).draws([0])
    play("sail HMS Warspite + HMS Rodney + HMS York + Penelope > V")("intercept")("pass")
    while not isinstance(play.state.agenda[-1], JoinBattle):
        play("end sailing" if isinstance(play.state.agenda[-1], SeaMovement) else "end movement")
    assert play.asked == ["germany"]
    assert order(play) == "join none"


# sailing


def test_the_allies_close_the_coast_to_german_transports() -> None:
    """Germany may land anywhere up to Narvik while no Allied ship lies in III to VII: the Allies do not stay out."""
    play = sea_position(
        turn="allies",
        ships_at={"VIII": ["Penelope", "Aurora", "HMS York"], "II": ["KMS Emden"]},
        germany=GARRISONS,
        norway={"Voss": 3, "Steinkjer": 3},
        allies={"Harstad": 3},
    )
    sailing_orders(play)
    assert sum(len(play.ships("allies", sea)) for sea in ("III", "IV", "V", "VI", "VII")) > 0


def test_germany_keeps_its_last_ships_away_from_a_fleet() -> None:
    play = sea_position(
        ships_at={"II": ["KMS Emden"], "III": [*STRONG, "HMS Renown"]}, germany=GARRISONS, norway={"Voss": 2}
    )
    assert not any("> III" in line for line in sailing_orders(play))


def test_raiders_stay_out_while_other_ships_are_left() -> None:
    play = sea_position(
        ships_at={"II": ["KMS Emden", "KMS Köln", "KMS Lützow"], "raid": ["KMS Scharnhorst", "KMS Gneisenau"]},
        germany=GARRISONS,
        hands={"germany": ["Reinforcements", "Reinforcements", "Panzer"]},
    )
    assert not any(line.startswith("recall") for line in sailing_orders(play))


# the end of the Allied deck


def test_the_five_ships_that_go_home_are_lawful_and_leave_no_sea_area_empty() -> None:
    """Of two battleships in V and one carrier alone in III the latter stays, as far as the rule allows (5.2-1)."""
    play = sea_position(
        turn="allies",
        phase=4,
        ships_at={
            "V": ["HMS Warspite", "HMS Rodney", "HMS Valiant", "HMS Renown", "HMS York", "Penelope"],
            "III": ["HMS Ark Royal"],
        },
        germany=GARRISONS,
        allies={"Harstad": 5},
        decks={"allies": 1},
    )
    play.passes()
    while not any(line.startswith("withdraw") for line in play.offered()):
        play(play.offered()[0])
    if not any(line.startswith("withdraw ships") for line in play.offered()):
        play(order(play))
    line = order(play)
    assert line.startswith("withdraw ships")
    play(line)
    assert play.ships("allies", "III") == ["HMS Ark Royal"]


# 9 April


@cache
def april(seed: int, name: str = "captain") -> tuple[NorwayState, dict[str, list[object]]]:
    """The nine-April round of a game between players of this name: the position after it, and all answers by role."""
    stream = KeyedStream(seed.to_bytes(32, "big"))
    state = engine.begin(GAME, ADVANCED_THREE, stream).state
    players = {role: PLAYERS[name]() for role in GAME.roles}
    chance = Random(seed)
    given: dict[str, list[object]] = {role: [] for role in GAME.roles}
    while state.round == 0:
        answered = {sealed.role for sealed in state.sealed}
        decision = next(one for one in engine.open_decisions(GAME, state) if one.role not in answered)
        chosen = players[decision.role].choose(position_for(GAME, state, (decision.role,), decision.role, chance))
        given[decision.role].append(chosen.action)
        engine.apply(GAME, Table(GAME, state, stream, quiet=True), decision.role, decision.id, chosen.action)
    return state, given


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_germany_comes_to_most_cities_on_9_april(seed: int) -> None:
    state, given = april(seed)
    held = [city for city in board.POINT_CITY if state.battalions[city]]
    assert len(held) >= 4, [board.AREAS[city] for city in held]
    assert sum(isinstance(action, Deploy) for action in given["germany"]) == 1


def test_nobody_can_read_the_german_deployment() -> None:
    """Other chances, other stations and other cards."""
    rounds = [april(seed)[1]["germany"] for seed in range(1, 6)]
    deployments = {action for given in rounds for action in given if isinstance(action, Deploy)}
    hands = {action for given in rounds for action in given if isinstance(action, ChooseApril)}
    assert len(deployments) == len(rounds)
    assert len(hands) > 1


def test_paratroops_are_always_among_the_german_cards() -> None:
    for seed in (1, 2, 3):
        (chosen,) = [action for action in april(seed)[1]["germany"] if isinstance(action, ChooseApril)]
        assert chosen.cards.count("april-paratroops") == 2


def test_the_allies_lie_where_germans_are_and_never_where_they_may_not() -> None:
    for seed in (1, 2, 3):
        given = april(seed)[1]
        (german,) = [action for action in given["germany"] if isinstance(action, Deploy)]
        (allied,) = [action for action in given["allies"] if isinstance(action, Deploy)]
        piles = {sea for _, sea in german.stations}
        # one ship may lie in III alone to close the coast
        assert sum(sea not in piles for _, sea in allied.stations) <= 1
        assert not {board.SEA_INDEX[sea] for _, sea in allied.stations} & set(ships.CLOSED_TO_ALLIES)


def test_german_transports_are_chased_out_to_sea() -> None:
    """From VIII nobody lands (7.2-landing-2)."""
    rounds = [april(seed)[1] for seed in range(1, 6)]
    chased = [action for given in rounds for role in ("norway", "allies") for action in given[role]]
    stations = [station for action in chased if isinstance(action, ChaseTo) for station in action.stations]
    german = [sea for ship, sea in stations if ships.COUNTRY[ships.INDEX[ship]] == GERMANY]
    assert german
    assert set(german) == {"VIII"}


def test_battleships_raid_and_other_ships_land_if_they_can() -> None:
    """A heavy cruiser raids only when it was chased out to VIII, where there is no coast."""
    for seed in range(1, 6):
        given = april(seed)[1]
        raiding = [ship for action in given["germany"] if isinstance(action, Raid) for ship in action.ships]
        landing = [ship for action in given["germany"] if isinstance(action, Land) for ship, _ in action.landings]
        flights = [action for role in ("norway", "allies") for action in given[role] if isinstance(action, ChaseTo)]
        chased = {ship for action in flights for ship, _ in action.stations}
        cruisers = {ship for ship in raiding if ships.CLASS[ships.INDEX[ship]] != ships.BATTLESHIP}
        assert cruisers <= chased
        assert len(set(landing)) >= 5
        assert not set(raiding) & set(landing)
        assert not any(ships.CLASS[ships.INDEX[ship]] == ships.BATTLESHIP for ship in landing if ship in ships.INDEX)


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_battalions_go_home_from_an_attack_under_way(name: str) -> None:
    """The last Allied card is lost with a ship in their own turn, when all their battalions attack: some of those that
    left Harstad and Bjørnfjell must go (2.4-all-3, 8.2-seq-6-loss)."""
    play = sea_position(
        turn="allies",
        ships_at={"IV": ["HMS York"], "V": ["KMS Scharnhorst", "KMS Gneisenau"]},
        germany=GARRISONS,
        norway={"Finnmark": 1},
        allies={"Tysfjord": 4, "Bjørnfjell": 4},
        decks={"allies": 1},
    )
    play.throws([6], [1], [6])  # found; HMS York misses, and is sunk
    play.throws([1, 1, 1, 1], [2, 2, 2])  # those who are left attack in vain, without losses
    play("sail HMS York > V")("pass")("intercept")
    if isinstance(play.state.agenda[-1], SeaMovement):
        play("end sailing")
    play("move Tysfjord > Narvik 4")("move Bjørnfjell > Narvik 4")("end movement")
    play.passes(until="allies")
    assert isinstance(play.state.agenda[-1], AlliedWithdrawal)
    play(order(play, PLAYERS[name]()))
    assert sum(play.battalions("allies").values()) == 4
