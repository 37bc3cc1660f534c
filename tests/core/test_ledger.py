"""The ledger's loader: what it reads, and that each kind of defect is named."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from cases import each
from feltherre.core.errors import BadInput
from feltherre.core.ledger import Ledger, LedgerError, Rule, load_ledger, misfit, parse_type, read_ledger
from feltherre.core.ledger.counting import directory_of
from refusals import refusal_of

REPOSITORY = Path(__file__).parents[2]
SHARED = REPOSITORY.parent / "shared" / "rules"
NORWAY = directory_of("feltherre.games.norway") / "ledger.yaml"


def small() -> dict[str, Any]:
    """A small ledger with one of everything."""
    return {
        "game": "tiny",
        "title": "A tiny game",
        "scopes": {
            "basic": {"chapters": [1], "procedures": ["throw"]},
            "all": {"includes": ["basic"], "chapters": ["X"]},
        },
        "options": [{"name": "cap", "values": [3, 4], "default": 3, "rulings": ["R1"], "meaning": "most dice"}],
        "glossary": {"terning": "die"},
        "rules": [
            {
                "id": "1.1",
                "title": "Dice",
                "text": "At most three dice (table T).",
                "kind": "enforce",
                "see": ["1.2", "T"],
            },
            {"id": "1.2", "title": "Die", "text": "A die has six sides.", "kind": "define", "rulings": ["R1"]},
            {"id": "X-1", "title": "Extra", "text": "An extra rule.", "kind": "choice"},
        ],
        "tables": [{"id": "T", "title": "Dice", "note": "", "columns": ["men", "dice"], "rows": [[1, 1], [2, 2]]}],
        "procedures": [
            {
                "name": "throw",
                "rules": ["1.1"],
                "tables": ["T"],
                "inputs": [
                    {"name": "men", "type": "int", "meaning": "how many"},
                    {"name": "side", "type": "enum[red|blue]", "meaning": "who", "default": "red"},
                    {"name": "dice", "type": "list[int]", "meaning": "thrown", "chance": {"dice": "men"}},
                ],
                "outputs": [{"name": "sum", "type": "int"}],
                "steps": ["sum the dice"],
            }
        ],
        "examples": [
            {
                "id": "ex-1",
                "origin": "book",
                "procedure": "throw",
                "rules": ["1.1"],
                "given": {"men": 2, "dice": [1, 4]},
                "then": {"sum": 5},
            },
            {"id": "ex-2", "origin": "book", "procedure": None, "rules": ["1.1"], "given": {"red": 1}, "then": {}},
        ],
        "rulings": [{"id": "R1", "rules": ["1.2"], "question": "Six?", "decision": "Six.", "why": "Custom."}],
        "missing": [{"what": "the map", "constraints": ["square"]}],
        "turn_sequence": [{"step": 1, "name": "throw"}],
    }


def read(raw: dict[str, Any]) -> Ledger:
    return read_ledger(yaml.safe_dump(raw, sort_keys=False), "tiny.yaml")


def only_defect(raw: dict[str, Any]) -> str:
    """The one defect of a ledger, as a person reads it."""
    lines = str(refusal_of(LedgerError, lambda: read(raw))).splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def test_small_ledger_is_read_into_its_parts() -> None:
    ledger = read(small())
    assert ledger.rules["1.1"] == Rule("1.1", "Dice", "At most three dice (table T).", "enforce", see=("1.2", "T"))
    assert ledger.tables["T"].rows == ((1, 1), (2, 2))
    men, side, dice = ledger.procedures["throw"].inputs
    assert (men.required, side.required, side.default, dice.chance) == (True, False, "red", {"dice": "men"})
    assert ledger.examples["ex-2"].procedure is None
    assert ledger.glossary == {"terning": "die"}
    assert ledger.missing[0].constraints == ("square",)


def test_unknown_sections_and_table_fields_are_kept_as_plain_data() -> None:
    raw = small()
    raw["tables"][0]["groups"] = {1: "formation"}
    ledger = read(raw)
    assert ledger.other == {"turn_sequence": [{"step": 1, "name": "throw"}]}
    assert ledger.tables["T"].extra == {"groups": {1: "formation"}}


def test_scopes_are_chapters_and_what_they_include() -> None:
    ledger = read(small())
    assert [rule.id for rule in ledger.rules_in_scope("basic")] == ["1.1", "1.2"]
    assert [rule.id for rule in ledger.rules_in_scope("all")] == ["1.1", "1.2", "X-1"]
    assert [rule.id for rule in ledger.rules_in_scope(None)] == ["1.1", "1.2", "X-1"]
    assert [procedure.name for procedure in ledger.procedures_in_scope("all")] == ["throw"]
    with pytest.raises(BadInput, match="no scope 'advanced'; it has basic, all"):
        ledger.rules_in_scope("advanced")


def test_what_belongs_to_a_rule_is_found_from_both_ends() -> None:
    raw = small()
    raw["tables"].append(
        {"id": "U", "title": "Other", "note": "see 1.10 and 1.2.", "columns": ["a"], "rows": [["1.1-a"]]}
    )
    ledger = read(raw)
    one, two = ledger.rules["1.1"], ledger.rules["1.2"]
    assert [table.id for table in ledger.tables_on(one)] == ["T"], "1.10 and 1.1-a are other rules than 1.1"
    assert [table.id for table in ledger.tables_on(two)] == ["U"]
    assert [ruling.id for ruling in ledger.rulings_on(two)] == ["R1"]
    assert [procedure.name for procedure in ledger.procedures_on(one)] == ["throw"]
    assert [example.id for example in ledger.examples_on(one)] == ["ex-1", "ex-2"]


def test_a_ruling_that_names_a_rule_concerns_it_even_if_the_rule_does_not_say_so() -> None:
    raw = small()
    del raw["rules"][1]["rulings"]
    ledger = read(raw)
    assert [ruling.id for ruling in ledger.rulings_on(ledger.rules["1.2"])] == ["R1"]


def test_near_ids_are_those_begun_and_those_alike() -> None:
    ledger = read(small())
    assert ledger.near("1.") == ["1.1", "1.2"]
    assert "throw" in ledger.near("thraw")
    assert "R1" in ledger.near("r1")
    assert ledger.find("throw") is ledger.procedures["throw"]
    assert ledger.find("thraw") is None


SUM = {"name": "sum", "type": "int"}
DEFECTS: list[tuple[str, str, Any, str]] = [
    # what is changed, where, to what, and what is said of it
    ("rules", "0.kind", "enforc", "tiny.yaml: rules 1.1: kind 'enforc' is none of enforce, choice"),
    ("rules", "0.see", ["9.9"], "tiny.yaml: rules 1.1: see names '9.9', which does not exist"),
    ("rules", "1.rulings", ["R9"], "tiny.yaml: rules 1.2: rulings names 'R9', which does not exist"),
    ("rules", "0.text", " ", "tiny.yaml: rules 1.1: has no text"),
    ("rules", "0.txt", "?", "tiny.yaml: rules 1.1: Object contains unknown field `txt`"),
    ("rules", "0.title", 7, "tiny.yaml: rules 1.1: Expected `str`, got `int` - at `$.title`"),
    ("rules", "0.id", 1.1, "tiny.yaml: rules, entry 1: has no id that is a text"),
    ("rules", "2.id", "1.2", "tiny.yaml: rules 1.2: stands twice"),
    ("examples", "1.id", "1.2", "tiny.yaml: 1.2: is the id of entries in several sections"),
    ("rulings", "0.rules", ["9"], "tiny.yaml: rulings R1: rules names '9', which does not exist"),
    ("rulings", "0.why", None, "tiny.yaml: rulings R1: Expected `str`, got `null` - at `$.why`"),
    ("tables", "0.rows", [[1, 1], [2]], "tiny.yaml: tables T: row 2 has 1 cells, the table has 2 columns"),
    ("procedures", "0.rules", ["9"], "tiny.yaml: procedures throw: rules names '9', which does not exist"),
    ("procedures", "0.tables", ["Z"], "tiny.yaml: procedures throw: tables names 'Z', which does not exist"),
    (
        "procedures",
        "0.inputs.0.type",
        "integer",
        "procedures throw: men: type 'integer' has the unknown word 'integer'; there are ",
    ),
    ("procedures", "0.inputs.1.default", "green", "procedures throw: side: 'green' is no enum[red|blue]"),
    ("procedures", "0.outputs", [SUM, SUM], "procedures throw: outputs has 'sum' twice"),
    ("examples", "0.procedure", "thraw", "tiny.yaml: examples ex-1: procedure 'thraw' does not exist"),
    ("examples", "0.rules", ["9"], "tiny.yaml: examples ex-1: rules names '9', which does not exist"),
    ("examples", "0.given.woman", 1, "ex-1: given (inputs of throw) names 'woman', which does not exist"),
    ("examples", "0.given.men", "two", "tiny.yaml: examples ex-1: given men: 'two' is no int"),
    ("examples", "0.given", {"men": 1}, "tiny.yaml: examples ex-1: given lacks dice"),
    ("examples", "0.then.total", 5, "ex-1: then (outputs of throw) names 'total', which does not exist"),
    ("examples", "0.then.sum", "5", "tiny.yaml: examples ex-1: then sum: '5' is no int"),
    ("options", "0.default", 5, "tiny.yaml: options cap: default 5 is not among its values"),
    ("options", "0.rulings", ["R9"], "tiny.yaml: options cap: rulings names 'R9', which does not exist"),
    ("scopes", "basic.chapters", [1, 7], "tiny.yaml: scopes basic: chapters names '7', which does not exist"),
    ("scopes", "basic.procedures", ["thraw"], "scopes basic: procedures names 'thraw', which does not exist"),
    ("scopes", "all.includes", ["none"], "tiny.yaml: scopes all: includes names 'none', which does not exist"),
]


@pytest.mark.parametrize(("section", "where", "value", "said"), DEFECTS)
def test_each_defect_is_named_with_file_entry_and_what(section: str, where: str, value: Any, said: str) -> None:
    raw = small()
    *path, last = [int(part) if part.isdigit() else part for part in where.split(".")]
    target: Any = raw[section]
    for part in path:
        target = target[part]
    target[last] = value
    assert said in only_defect(raw)


def test_a_refused_example_may_have_impossible_input() -> None:
    raw = small()
    raw["examples"][0] |= {"given": {"men": 0}, "then": {}, "refused": True}
    assert read(raw).examples["ex-1"].refused


def test_all_defects_are_listed_together() -> None:
    raw = small()
    raw["rules"][0]["see"] = ["9.9"]
    raw["examples"][0]["procedure"] = "thraw"
    caught = refusal_of(LedgerError, lambda: read(raw))
    assert [defect.entry for defect in caught.defects] == ["rules 1.1", "examples ex-1"]


@pytest.mark.parametrize(
    ("text", "said"), [("rules: [", "is not YAML"), ("- 1", "is not a mapping"), ("{}", "is missing")]
)
def test_what_is_no_ledger_is_refused(text: str, said: str) -> None:
    with pytest.raises(LedgerError, match=said):
        read_ledger(text)


@each(
    "written fits fails",
    ("int", [0, -3], [True, 1.5, "1", None]),
    ("number", [1, 1.5], [True, "1"]),
    ("int|null", [1, None], ["x"]),
    ("enum[|I|>=6-1|Blown bridge]", ["", "I", ">=6-1", "Blown bridge"], ["II", None]),
    ("list[list[str]]", [[], [["a"], []]], [["a"], [[1]]]),
    ("map[enum[I|II], int]|null", [{"I": 1}, None], [{"III": 1}, {"I": "1"}]),
    ("int|enum[impassable]", [2, "impassable"], ["2"]),
    (
        "record{a: str, b: list[record{c: int}]}",
        [{"a": "", "b": [{"c": 1}]}],
        [{"a": ""}, {"a": "", "b": [{}]}, []],
    ),
)
def test_types_of_inputs(written: str, fits: list[Any], fails: list[Any]) -> None:
    wanted = parse_type(written)
    assert [value for value in fits if misfit(value, wanted)] == []
    assert [value for value in fails if not misfit(value, wanted)] == []
    assert parse_type(str(wanted)) == wanted


def test_fields_with_defaults_may_be_left_out_also_further_down() -> None:
    wanted = parse_type("list[record{end: str, hexes: list[record{sea: bool}]}]")
    assert misfit([{"end": "x", "hexes": [{}]}], wanted, frozenset({"hexes.sea"})) is None
    assert misfit([{"end": "x", "hexes": [{}]}], wanted, frozenset({"sea"})) == "field 'sea' is not given"


@pytest.mark.parametrize("written", ["", "integer", "list[int", "list[]", "enum[a|b", "record{a}", "int]", "map[str]"])
def test_types_that_cannot_be_read(written: str) -> None:
    with pytest.raises(ValueError):
        parse_type(written)


def test_the_ledger_of_norway() -> None:
    ledger = load_ledger(NORWAY)
    assert (ledger.game, len(ledger.rules), len(ledger.tables)) == ("norway", 244, 24)
    assert {rule.chapter for rule in ledger.rules_in_scope("basic")} == {"0", "1", "2", "3", "4"}
    assert "land-combat" in {procedure.name for procedure in ledger.procedures_in_scope("basic")}
    assert set(ledger.rules_in_scope("advanced")) == set(ledger.rules_in_scope(None))


@each(
    "game rules further",
    ("norway", 244, {"seed", "naming"}),
    ("normandy", 126, {"seed"}),
    ("winterwar", 142, {"seed", "naming"}),
    ("civilwar", 195, {"seed", "turn_sequence", "simultaneity", "fire_triggers", "forced_actions"}),
    ("napoleon", 438, {"seed", "sequences"}),
)
def test_all_five_ledgers_load(game: str, rules: int, further: set[str]) -> None:
    """A game that stands keeps its own ledger; that of a game still to be built lies beside the checkout."""
    own = REPOSITORY / "src" / "feltherre" / "games" / game / "ledger.yaml"
    file = own if own.exists() else SHARED / f"{game}.yaml"
    if not file.exists():
        pytest.skip("the shared ledgers are not beside this checkout")
    ledger = load_ledger(file)
    assert (ledger.game, len(ledger.rules), set(ledger.other)) == (game, rules, further)


def test_a_procedure_stands_in_its_chapter_or_in_that_of_its_first_rule() -> None:
    given = small()
    own = given["procedures"][0] | {"name": "own", "chapter": "dice"}
    without = given["procedures"][0] | {"name": "without", "rules": []}
    given["procedures"] += [own, without]
    found = read(given).procedures
    assert [found[name].in_chapter for name in ("throw", "own", "without")] == ["1", "dice", ""]


def test_the_terms_of_the_book_that_a_text_uses() -> None:
    """Also in the plural; a word within a longer one is not spoken of."""
    given = small()
    given["glossary"] = {"landområde": "land area", "ilandsette": "land (put ashore)", "by": "city", "skip": "ship (x)"}
    ledger = read(given)
    assert ledger.terms_in("Two Cities in a land area.") == {"landområde": "land area", "by": "city"}
    assert ledger.terms_in("They land from ships in shipyards.") == {"ilandsette": "land", "skip": "ship"}
    assert ledger.terms_in("Shipyards, islands.") == {}
