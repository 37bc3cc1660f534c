"""What holds of the procedures of every game: the ledger's examples, its names, and what cannot be is refused."""

import copy
from collections.abc import Iterator
from itertools import chain, product
from typing import Any, get_args

import msgspec
import pytest

from feltherre.cli.umpire import told_entry
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.ledger import Example, LedgerProcedure
from feltherre.core.ledger.types import Type
from feltherre.core.procedure import AnyProcedure
from feltherre.core.registry import book_ids, get_book
from feltherre.core.text import say
from feltherre.umpire import desk
from procedure_desk import Desk, Place, as_json, changed, places
from procedure_situations import lawful, records

#: the games, and the books without one
GAMES = {book_id: get_book(book_id) for book_id in book_ids()}
EXAMPLES = [
    (game_id, example)
    for game_id, game in GAMES.items()
    for example in game.ledger.examples.values()
    # of a game in the making those of the procedures that there are
    if example.procedure is not None and (example.procedure in game.procedures or not getattr(game, "in_making", False))
]
RULED = [(game_id, example) for game_id, example in EXAMPLES if not example.refused]
EVERY = [(game_id, name) for game_id, game in GAMES.items() for name in game.procedures]
#: inputs that a procedure takes besides the ledger's (docs/games/norway-advanced.md); none of them must be given
FURTHER_INPUTS = {"naval-combat": {"laid_aside"}, "naval-interception": {"interception_from"}}
every_procedure = pytest.mark.parametrize(("game_id", "name"), EVERY)


def of(game_id: str, name: str) -> tuple[AnyProcedure, LedgerProcedure]:
    """A procedure, and what the ledger says of it."""
    return GAMES[game_id].procedures[name], GAMES[game_id].ledger.procedures[name]


def thrown(written: LedgerProcedure) -> set[str]:
    """The inputs that are dice; an earlier throw (`throw_of`) is part of the situation and not thrown again."""
    return {asked.name for asked in written.inputs if asked.chance is not None and "throw_of" not in asked.chance}


def names_of(found: list[tuple[str, Example]]) -> list[str]:
    return [f"{game_id}-{example.id}" for game_id, example in found]


# the ledger's procedures and examples


@pytest.mark.parametrize(
    ("game_id", "procedures", "examples"),
    [("civilwar", 36, 118), ("napoleon", 62, 585), ("norway", 30, 50), ("winterwar", 19, 98)],
)
def test_all_procedures_and_examples_are_there_in_the_ledgers_order(
    game_id: str, procedures: int, examples: int
) -> None:
    game = GAMES[game_id]
    scoped = tuple(chain.from_iterable(scope.procedures for scope in game.ledger.scopes.values()))
    assert tuple(game.procedures) == (scoped or tuple(game.ledger.procedures))
    assert set(game.procedures) == set(game.ledger.procedures)
    assert len(game.procedures) == procedures
    assert sum(of_game == game_id for of_game, _ in EXAMPLES) >= examples


@pytest.mark.parametrize(("game_id", "example"), EXAMPLES, ids=names_of(EXAMPLES))
def test_the_umpire_rules_as_the_example_says(game_id: str, example: Example) -> None:
    Desk(GAMES[game_id].procedures).check_example(example)


@every_procedure
def test_inputs_and_outputs_have_the_ledgers_names_and_defaults(game_id: str, name: str) -> None:
    procedure, written = of(game_id, name)
    further = FURTHER_INPUTS.get(name, set())
    fields = [field for field in msgspec.structs.fields(procedure.situation) if field.encode_name not in further]
    assert set(procedure.chance_inputs) == thrown(written)
    assert {field.encode_name for field in fields} | thrown(written) == {asked.name for asked in written.inputs}
    nullable = {asked.name for asked in written.inputs if asked.nullable}
    required = {field.encode_name for field in fields if field.required} | (thrown(written) - nullable)
    assert required == {asked.name for asked in written.inputs if asked.required}
    derived = {asked.name for asked in written.inputs if asked.default_from is not None}
    ours = {
        field.encode_name: as_json(usual_value(field))
        for field in fields
        if not field.required and field.encode_name not in derived
    }
    defaults = {asked.name: asked.default for asked in written.inputs if asked.default is not msgspec.UNSET}
    assert ours == defaults


def usual_value(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default is not msgspec.NODEFAULT else field.default_factory()


@every_procedure
def test_dice_may_be_left_out_only_where_the_ledger_says_so(game_id: str, name: str) -> None:
    procedure, written = of(game_id, name)
    nullable = {asked.name for asked in written.inputs if asked.nullable}
    assert nullable == {dice for dice, wanted in procedure.chance_inputs.items() if type(None) in get_args(wanted)}


@every_procedure
def test_every_output_of_the_ledger_is_given_and_no_other(game_id: str, name: str) -> None:
    procedure, written = of(game_id, name)
    for given in lawful(game_id, name):
        assert list(desk.run(procedure, given)["outputs"]) == [output.name for output in written.outputs]


@pytest.mark.parametrize(("game_id", "example"), RULED, ids=names_of(RULED))
def test_the_odds_of_an_example_add_up_and_hold_its_outcome(game_id: str, example: Example) -> None:
    assert example.procedure is not None
    procedure, written = of(game_id, example.procedure)
    given = {name: value for name, value in example.given.items() if name not in thrown(written)}
    for name, chances in desk.odds(procedure, as_json(given))["outputs"].items():
        if isinstance(chances, list):
            assert sum(chance["probability"] for chance in chances) == pytest.approx(1)
            assert name not in example.then or example.then[name] in [chance["value"] for chance in chances]
        else:
            elements = [element["value"] for element in chances["elements"]]
            assert all(wanted in elements for wanted in example.then.get(name) or ())


@every_procedure
def test_every_rule_that_an_explanation_names_is_one_of_the_ledger(game_id: str, name: str) -> None:
    for given in lawful(game_id, name):
        cited = {line["rule"] for line in desk.run(of(game_id, name)[0], given)["explanation"]} - {None}
        assert cited <= {*GAMES[game_id].ledger.rules, *GAMES[game_id].ledger.tables}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_list_says_only_of_what_is_thrown_that_the_odds_do_without_it(game_id: str) -> None:
    """A throw that another procedure has made is not left out: the odds ask for it."""
    procedures = GAMES[game_id].procedures
    for listed in desk.describe(procedures, GAMES[game_id].ledger.procedures):
        left_out = {entry["name"] for entry in listed["inputs"] if render(say("umpire.thrown")) in told_entry(entry)}
        assert left_out == set(procedures[listed["name"]].chance_inputs), listed["name"]


# what cannot be is refused, wherever it stands

#: numbers that may be below zero: modifiers, directions, places and heights, and the morale grade
SIGNED_IN_GAMES = {
    *("modifier", "grade", "own_grade", "enemy_grade", "a_grade", "b_grade"),
    *("bearing_deg", "advance_bearing_deg", "defender_facing_deg", "observer_level", "target_level", "level"),
    *("origin", "polygon", "direction_changes_deg", "terraces_below"),
}
#: in the Napoleonic book: points, modifiers, grades, coordinates and facings (docs/games/napoleon.md)
SIGNED_IN_NAPOLEON = {
    *("modifiers", "commander_points", "cossack_points", "opponent_points", "training_points", "umpire_minus"),
    *("grade", "base_grade", "firer_grade", "target_grade", "firer_training", "facing_deg", "front"),
    *("footprint", "polygon", "front_left", "front_right", "rear_left", "rear_right"),
    *("cause_position", "observer_point", "target_point", "line", "position"),
}


def may_be_negative(game_id: str, place: Place) -> bool:
    """Whether the number in a place may be below zero, by the nearest name around it."""
    if place[0] == "applicable":  # row -> its points
        return True
    if place[0] == "parts":  # (grade, figures) of each
        return bool(place[-1] == 0)
    name = next(step for step in reversed(place) if isinstance(step, str))
    return name in (SIGNED_IN_NAPOLEON if game_id == "napoleon" else SIGNED_IN_GAMES)


def wrong_values(game_id: str, wanted: Type, place: Place) -> list[Any]:
    """Values that cannot stand in a place where the ledger wants this type."""
    if isinstance(place[-1], tuple):
        return ["no such thing"] if wanted.kind == "enum" else []  # a key of a JSON object is always a string
    members = wanted.of if wanted.kind == "union" else (wanted,)
    kinds = {member.kind for member in members}
    wrong: list[Any] = [] if "null" in kinds else [None]
    if kinds & {"int", "number"}:
        wrong += [
            "x",
            True,
            [1],
            {},
            *([] if may_be_negative(game_id, place) else [-1]),
            *([] if "number" in kinds else [1.5]),
        ]
    elif "bool" in kinds:
        wrong += [1, "true"]
    elif "enum" in kinds:
        wrong += ["no such thing", 1, True]
    elif "str" in kinds:
        wrong += [1, []]
    elif "map" in kinds:
        wrong += ["x", 7, []]
    else:
        wrong += ["x", 7, {"a": 5.5}]
    return wrong


@every_procedure
def test_a_value_of_the_wrong_kind_is_refused_wherever_it_stands(game_id: str, name: str) -> None:
    ask, written = Desk(GAMES[game_id].procedures), of(game_id, name)[1]
    tried = 0
    for given in lawful(game_id, name):
        assert ask.ask(name, **given)
        for asked in written.inputs:
            for place, wanted in places(given.get(asked.name), asked.parsed, (asked.name,)):
                for value in wrong_values(game_id, wanted, place):
                    assert ask.refusal(name, **changed(given, place, value)), (place, value)
                    tried += 1
    assert tried


def parts_of(wanted: Type, path: str) -> Iterator[str]:
    """Whatever can stand in an input: `lines.[].hexes.[].sea`."""
    yield path
    plain = next(member for member in wanted.of if member.kind != "null") if wanted.kind == "union" else wanted
    if plain.kind in ("list", "map"):
        yield from parts_of(plain.of[-1], f"{path}.[]")
    for field, of_field in plain.fields.items():
        yield from parts_of(of_field, f"{path}.{field}")


def step_name(place: Place, at: int, found: dict[Place, Type]) -> str:
    """A step on the way to a value, as `parts_of` writes it: what stands in a list or a map is `[]`."""
    in_map = at > 0 and found[place[:at]].kind == "map"
    return place[at] if isinstance(place[at], str) and not in_map else "[]"


@every_procedure
def test_the_lawful_situations_leave_no_list_map_or_field_untried(game_id: str, name: str) -> None:
    for asked in of(game_id, name)[1].inputs:
        tried = set()
        for given in lawful(game_id, name):
            value = given.get(asked.name)
            found = dict(places(value, asked.parsed, (asked.name,)))
            for place in found:
                tried.add(".".join(step_name(place, at, found) for at in range(len(place))))
        assert set(parts_of(asked.parsed, asked.name)) <= tried


@every_procedure
def test_an_input_that_is_missing_or_unknown_is_named(game_id: str, name: str) -> None:
    ask, written = Desk(GAMES[game_id].procedures), of(game_id, name)[1]
    situations = lawful(game_id, name)
    assert "unheard_of" in ask.refusal(name, **situations[-1], unheard_of=1)
    for asked in written.inputs:
        left = [{key: value for key, value in given.items() if key != asked.name} for given in situations]
        if asked.required:
            assert asked.name in ask.refusal(name, **left[-1])
        elif asked.name not in thrown(written):  # whether a die is needed depends on the situation
            assert any(not isinstance(answer(game_id, name, given), str) for given in left), asked.name


@pytest.mark.parametrize(("game_id", "name"), [key for key in EVERY if of(*key)[0].chance_inputs])
def test_dice_that_cannot_be_are_refused(game_id: str, name: str) -> None:
    ask = Desk(GAMES[game_id].procedures)
    for given, dice in product(lawful(game_id, name), of(game_id, name)[0].chance_inputs):
        now = given.get(dice)
        if isinstance(now, int):
            wrong: list[Any] = [0, 7, [], [now, 1]]
        elif now and isinstance(now[0], int) and isinstance(answer(game_id, name, {**given, dice: []}), str):
            wrong = [now[1:], [*now, 1], [0, *now[1:]], [7, *now[1:]]]
        else:
            continue  # nothing is thrown there, or a counter is drawn
        for value in wrong:
            assert ask.refusal(name, **{**given, dice: value}), value


@every_procedure
def test_a_field_that_is_left_out_has_the_ledgers_default(game_id: str, name: str) -> None:
    """The same answer, or the same refusal, as with the default written out."""
    for asked in of(game_id, name)[1].inputs:
        for path, default in asked.field_defaults.items():
            field = path.rpartition(".")[2]
            for written in lawful(game_id, name):
                left_out = copy.deepcopy(written)
                for record in records(written[asked.name] or [], path, in_map=asked.parsed.kind == "map"):
                    record[field] = default
                for record in records(left_out[asked.name] or [], path, in_map=asked.parsed.kind == "map"):
                    del record[field]
                assert answer(game_id, name, written) == answer(game_id, name, left_out), path


def answer(game_id: str, name: str, given: dict[str, Any]) -> Any:
    """The outputs, or the refusal, of a situation."""
    try:
        return desk.run(GAMES[game_id].procedures[name], given)
    except (BadInput, Illegal) as error:
        return desk.reason(error)
