"""Movement on land without cards (2.2, 2.3 and 4.1b), played through the engine."""

import pytest

from cases import cases
from feltherre.core.errors import BadInput, Illegal
from feltherre.games.norway import board
from feltherre.games.norway.actions import EndMovement, Move
from feltherre.games.norway.state import NORWAY
from norway_table import example, position

# one area per turn


@pytest.mark.proves("4.1b-1", "2.2-3")
def test_every_battalion_may_move_into_an_adjoining_area_and_then_no_further() -> None:
    play = position(germany={"Oslo": 2})
    around = ("Østfold", "Horten", "Hønefoss", "Kongsvinger", "Gjøvik")
    assert play.offered() == [*(f"move Oslo > {area} {n}" for area in around for n in (1, 2)), "end movement"]
    play("move Oslo > Hønefoss 2")
    assert (play.battalions("germany"), play.groups()) == ({"Hønefoss": 2}, [])
    assert play.offered() == ["end movement"]
    assert play.refusal("move Hønefoss > Gjøvik 1") == ("norway.illegal.nobody-to-move", "2.2-3")


@cases(
    "hand question",
    ("4.1b-1", ["Paratroops"], "norway.prompt.move"),
    ("4.1b-1", ["Panzer"], "norway.prompt.move-group"),
)
def test_whoever_moves_is_asked_of_cards_if_one_can_be_used(hand: list[str], question: str) -> None:
    play = position(germany={"Oslo": 1}, norway={"Hamar": 1}, hands={"germany": hand})
    assert play.decision().prompt.key == question


@pytest.mark.proves("2.2-3")
def test_those_who_have_not_moved_may_still_go_where_others_have_arrived() -> None:
    play = position(germany={"Oslo": 2, "Hønefoss": 3})("move Oslo > Hønefoss 2")
    assert play.refusal("move Hønefoss > Fagernes 4") == ("norway.illegal.how-many", "2.2-3")
    assert play.refused("move Hønefoss > Fagernes 4").reason.args == {"n": 3, "given": 4}
    play("move Hønefoss > Fagernes 3")
    assert play.battalions("germany") == {"Hønefoss": 2, "Fagernes": 3}
    assert play.refusal("move Oslo > Gjøvik 1") == ("norway.illegal.nobody-to-move", "2.2-3")


@pytest.mark.proves("4.1b-1")
def test_any_number_may_leave_and_the_others_stay() -> None:
    play = position(turn="norway", norway={"Gjøvik": 5})("move Gjøvik > Lillehammer 2")("move Gjøvik > Oslo 1")
    assert play.battalions("norway") == {"Gjøvik": 2, "Lillehammer": 2, "Oslo": 1}
    play("move Gjøvik > Fagernes 1")("end movement")
    assert play.battalions("norway") == {"Gjøvik": 1, "Lillehammer": 2, "Oslo": 1, "Fagernes": 1}


@pytest.mark.proves("2.2-3")
@pytest.mark.parametrize("count", [0, 3, -1, 1_000_000])
def test_no_more_go_than_there_are(count: int) -> None:
    play = position(germany={"Oslo": 2})
    with pytest.raises(Illegal) as refusal:
        play.decision().space.check(Move("oslo", "honefoss", count))
    assert (refusal.value.reason.key, refusal.value.rule) == ("norway.illegal.how-many", "2.2-3")


@cases(
    "says line reason",
    ("2.2-3", "from an empty area", "move Bergen > Voss 1", "origin"),
    ("2.2-3", "Norwegians", "move Hamar > Rena 1", "origin"),
    ("2.2-3", "Allies", "move Namsos > Steinkjer 1", "origin"),
    ("4.1b-1", "far away", "move Oslo > Bergen 1", "not-adjacent"),
    ("4.1b-1", "nowhere", "move Oslo > Oslo 1", "not-adjacent"),
    ("4.1b-1", "two areas on", "move Oslo > Hamar 1", "not-adjacent"),
    ("4.1b-1 2.3-impassable-1 2.3-land-2", "over Hardangervidda", "move Rjukan > Voss 1", "not-adjacent"),
    ("4.1b-1 2.3-impassable-1 2.3-land-2", "over Hallingskarvet", "move Geilo > Bergen 1", "not-adjacent"),
    ("4.1b-1 2.3-impassable-1 2.3-land-2", "over Jotunheimen", "move Lærdal > Lillehammer 1", "not-adjacent"),
    ("4.1b-1 2.3-impassable-1 2.3-land-2", "over Rondane", "move Dombås > Rena 1", "not-adjacent"),
)
def test_a_country_moves_only_its_own_battalions_and_only_next_door(line: str, reason: str) -> None:
    germany = dict.fromkeys(("Oslo", "Rjukan", "Geilo", "Lærdal", "Dombås"), 2)
    play = position(germany=germany, norway={"Hamar": 1}, allies={"Namsos": 1})
    assert play.refusal(line) == (f"norway.illegal.{reason}", "2.2-3" if reason == "origin" else "4.1b-1")


@pytest.mark.proves("4.1b-1")
def test_moved_battalions_may_move_again_in_the_next_turn() -> None:
    play = position(turn="norway", norway={"Voss": 1, "Finnmark": 1}, allies={}, germany={"Oslo": 1})
    play("move Voss > Geilo 1")("end movement")
    while (play.state.country, play.state.phase) != (NORWAY, 1):
        (first,) = play.decision().space.candidates(1)
        play.answer(first if play.decision().rule != "4.1b-1" else EndMovement())
    assert play.state.round == 2
    assert "move Geilo > Voss 1" in play.offered()


# what the board allows


@pytest.mark.proves("2.3-fjord-1", "4.1b-1")
@pytest.mark.parametrize(
    ("origin", "target"), [("Gjøvik", "Hamar"), ("Bergen", "Haugesund"), ("Bodø", "Tysfjord"), ("Horten", "Østfold")]
)
def test_fjords_and_mjosa_are_crossed_in_the_ordinary_way(origin: str, target: str) -> None:
    play = position(germany={origin: 1})(f"move {origin} > {target} 1")
    assert play.battalions("germany") == {target: 1}
    assert board.over_water(board.find_area(origin), board.find_area(target))


@pytest.mark.proves("2.3-impassable-1", "2.3-land-2")
@pytest.mark.parametrize("place", ["sweden", "denmark", "hallingskarvet", "I", "VIII", "mjosa", "", "north-sea"])
def test_battalions_enter_nothing_but_land_areas(place: str) -> None:
    play = position(germany={"Oslo": 1})
    for move in (Move("oslo", place, 1), Move(place, "oslo", 1)):
        with pytest.raises(Illegal) as refusal:
            play.decision().space.check(move)
        assert (refusal.value.reason.key, refusal.value.rule) == ("norway.illegal.no-such-area", "2.3-land-1")
    entered = [move.target for move in play.decision().space.candidates() if isinstance(move, Move)]
    assert len(entered) == 5
    assert set(entered) <= set(board.land_areas())


@pytest.mark.proves("2.3-impassable-1")
def test_impassable_country_is_named_as_such() -> None:
    play = position(germany={"Kongsvinger": 1})
    with pytest.raises(BadInput) as refusal:
        play("move Kongsvinger > Sweden 1")
    assert refusal.value.reason.key == "norway.board.impassable"


# attacks


@pytest.mark.proves("4.1b-2", "2.3-land-4")
def test_ex_caption_attack() -> None:
    given, then = example("ex-caption-attack")
    origin, target, n = given["from"], given["to"], given["battalions"]
    play = position(
        turn=given["mover"],
        norway={origin: n, "Finnmark": 1},
        germany={target: given["german_battalions_in_target"], "Oslo": 1},
    )
    play(f"move {origin} > {target} {n}")
    assert bool(play.groups()) is then["is_attack"] is True
    assert play.groups() == [(origin, then["battle_area"], "land", n)]
    assert (play.at("norway", origin), play.at("norway", target), play.at("germany", target)) == (0, 0, 1)
    play.throws([6], [1])("end movement")
    assert play.at("norway", target) == 1, "the battle has been fought"


@pytest.mark.proves("4.1b-1", "4.1b-2", "4.1b-3")
def test_ex_1_move() -> None:
    given, then = example("ex-1-move")
    starting = {move["from"]: move["battalions"] for move in given["moves"]}
    play = position(germany=starting, norway=given["norwegian"])
    for move in given["moves"]:
        play(f"move {move['from']} > {move['to']} {move['battalions']}")
    attacks = [(attack["from"], attack["to"], attack["mode"], attack["battalions"]) for attack in then["attacks"]]
    assert play.groups() == attacks
    assert play.battalions("germany") == {move["to"]: move["battalions"] for move in then["unopposed"]}


@cases(
    "turn enemy is_attack",
    ("4.1b-2 2.3-land-4", "germany", "norway", True),
    ("4.1b-2 2.3-land-4", "germany", "allies", True),
    ("4.1b-2 2.3-land-4", "norway", "germany", True),
    ("4.1b-2 2.3-land-4", "allies", "germany", True),
    ("4.1b-2 2.3-land-2", "norway", "allies", False),
    ("4.1b-2 2.3-land-2", "allies", "norway", False),
)
def test_entering_an_area_with_enemies_is_an_attack_and_with_friends_is_none(
    turn: str, enemy: str, is_attack: bool
) -> None:
    play = position(turn=turn, **{turn: {"Steinkjer": 2}, enemy: {"Namsos": 9}})("move Steinkjer > Namsos 2")
    assert play.groups() == ([("Steinkjer", "Namsos", "land", 2)] if is_attack else [])
    assert (play.at(turn, "Namsos"), play.at(enemy, "Namsos")) == (0 if is_attack else 2, 9)
    assert play.told()[-1] == ("norway.event.attack.land" if is_attack else "norway.event.enter.land")
    assert play.events[-1].places == ("steinkjer", "namsos")


@pytest.mark.proves("4.1b-3", "4.1b-4")
def test_an_area_may_be_attacked_from_several_areas_and_each_group_keeps_its_origin() -> None:
    play = position(germany={"Kongsvinger": 2, "Gjøvik": 3, "Lillehammer": 1}, norway={"Hamar": 2})
    play("move Kongsvinger > Hamar 1")("move Gjøvik > Hamar 2")("move Lillehammer > Hamar 1")("move Gjøvik > Hamar 1")
    assert play.groups() == [
        ("Kongsvinger", "Hamar", "land", 1),
        ("Gjøvik", "Hamar", "water", 3),
        ("Lillehammer", "Hamar", "land", 1),
    ], "those from the same area are one group however they are moved"
    assert [board.AREAS[area] for area in play.state.origins] == ["kongsvinger", "gjovik", "lillehammer"]
    assert not any(line.startswith("move Hamar") for line in play.offered()), "attackers do not move on"


@pytest.mark.proves("4.1b-3")
def test_one_area_may_attack_several() -> None:
    play = position(germany={"Oslo": 3}, norway={"Hønefoss": 1, "Gjøvik": 1})
    play("move Oslo > Hønefoss 1")("move Oslo > Gjøvik 2")
    assert play.groups() == [("Oslo", "Hønefoss", "land", 1), ("Oslo", "Gjøvik", "land", 2)]
    play("end movement")
    assert play.asked == ["germany"], "the order of the battles"
    assert play.offered() == ["fight Hønefoss", "fight Gjøvik"]


@pytest.mark.proves("2.3-land-3", "2.3-air-1")
def test_an_airfield_is_controlled_only_while_a_battalion_is_there() -> None:
    play = position(germany={"Trondheim": 1}, hands={"germany": ["Paratroops"]})
    assert "drop Narvik" in play.offered()
    play("move Trondheim > Oppdal 1")
    assert "drop Narvik" not in play.offered()
    assert "drop Oslo" in play.offered(), "within range from Germany"
    assert play.refusal("drop Narvik") == ("norway.illegal.out-of-range", "2.3-air-1")
