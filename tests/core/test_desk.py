"""A procedure as one function: what is noted at its desk, what is refused, what is read and when."""

from fractions import Fraction
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from feltherre.core import marks
from feltherre.core.asks import Ask, Asks
from feltherre.core.chance import TALLY, Chance, GivenDice, NeedsThrow, Outcome, Thrown
from feltherre.core.errors import Illegal
from feltherre.core.procedure import Desk, Planned, Resolve, Row, Rows, procedure
from feltherre.odds.enumerate import distribution
from feltherre.umpire import desk as umpire

SCHEMA = Rows(
    "tinyduel.schema",
    "SCHEMA",
    {
        "tired": Row(-1, "D3", "tinyduel.row.tired"),
        "general": Row(2, "D4", "tinyduel.row.general"),
        "grade": Row(0, "D5", "tinyduel.row.grade"),
        "nought": Row(0, "D6", "tinyduel.row.nought"),
    },
)


def test_a_schema_of_one_rule_is_made_from_its_numbers_and_what_differs() -> None:
    flag = Row(1, "D4", "tinyduel.flag")
    made = Rows.of("tinyduel.schema", "MADE", {"half_blind": -2, "flag": 3}, "D3", "tinyduel.row.", flag=flag)
    assert made == {"half_blind": Row(-2, "D3", "tinyduel.row.half-blind"), "flag": flag}


class Duel(Struct, frozen=True):
    swords: int
    tired: bool = False
    general: bool = False
    grade: int = 0


READ: list[str] = []


@procedure("duel", dice=list[int])
def duel(d: Duel, desk: Desk, *, needed: int = 7) -> Resolve:
    """Two dice and what is added to them (D1, D2)."""
    desk.refuse_if(not d.swords, "no-sword", "D1", n=0)
    desk.line("swords", "D1", d.swords, n=d.swords)
    modifier = desk.add(SCHEMA, {"tired": d.tired, "general": d.general, "grade": d.grade, "nought": True})
    modifier += desk.sum("swords", {"many": (d.swords - 1, "D2")})
    desk.known["modifier"] = modifier

    def resolve(chance: Chance) -> Outcome:
        total = chance.throw(2, "dice", "D2", TALLY).total + modifier
        desk.line_if(total >= needed, "hit", "D2", total=total)

        def blood() -> int:
            READ.append("blood")
            return max(0, total - needed)

        return {"hit": total >= needed, "blood": blood}

    return resolve


@procedure("seconds")
def seconds(d: Duel, desk: Desk) -> Outcome:
    """Who needs seconds (D7)."""
    desk.line_if(d.swords > 1, "seconds", "D7")
    return {"needed": d.swords > 1}


def thrown(*values: int) -> GivenDice:
    return GivenDice([Thrown("dice", "D2", values)])


def test_lines_and_outputs_are_those_of_the_function_and_of_its_closure() -> None:
    ruling = duel.resolve(duel.assess(Duel(2, tired=True, grade=3)), thrown(3, 4))
    assert ruling.procedure == "duel"
    assert ruling.outputs == {"modifier": 3, "hit": True, "blood": 3}
    assert [(line.text.key, line.rule, line.value) for line in ruling.explanation] == [
        (f"{marks.game_of(__name__)}.ruling.swords", "D1", 2),
        ("tinyduel.row.tired", "D3", -1),
        ("tinyduel.row.grade", "D5", 3),
        ("tinyduel.row.nought", "D6", 0),
        (f"{marks.game_of(__name__)}.ruling.swords.many", "D2", 1),
        (f"{marks.game_of(__name__)}.ruling.hit", "D2", None),
    ]
    assert [line.text.args.get("value") for line in ruling.explanation][1:4] == ["−1", "+3", "0"]


def test_it_may_be_resolved_again_and_again() -> None:
    assessed = duel.assess(Duel(1))
    first = duel.resolve(assessed, thrown(6, 6))
    assert duel.resolve(assessed, thrown(1, 1)).outputs["hit"] is False
    assert duel.resolve(assessed, thrown(6, 6)) == first
    assert len(assessed.lines) == len(first.explanation) - 1


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    with pytest.raises(Illegal) as refused:
        duel.assess(Duel(0))
    assert (refused.value.reason.key, refused.value.rule) == (f"{marks.game_of(__name__)}.refuse.no-sword", "D1")


def test_what_is_known_and_what_will_be_thrown_before_any_die_falls() -> None:
    assessed = duel.assess(Duel(3, general=True))
    assert assessed.known == {"modifier": 4}
    assert assessed.will_throw == (Planned("dice", 2, "D2"),)
    assert seconds.assess(Duel(1)).will_throw == ()
    with pytest.raises(NeedsThrow):
        duel.resolve(assessed, GivenDice(()))


def test_throws_of_which_each_is_read_before_the_next_are_planned_by_the_procedure() -> None:
    def shots(d: Duel, desk: Desk) -> Resolve:
        desk.will_throw = (Planned("dice", d.swords, "D2"),) if d.general else None
        return lambda chance: {"sum": sum(chance.throw(1, "dice", "D2").total for _ in range(d.swords))}

    made = procedure("shots", dice=list[int])(shots)
    assert made.assess(Duel(3)).will_throw == (Planned("dice", 1, "D2"),)
    assert made.assess(Duel(3, general=True)).will_throw == (Planned("dice", 3, "D2"),)


def test_nothing_is_told_and_no_output_read_where_nobody_asks() -> None:
    READ.clear()
    assessed = duel.assess(Duel(1), telling=False)
    assert distribution(duel, assessed, lambda outputs: outputs["hit"]) == {
        False: Fraction(15, 36),
        True: Fraction(21, 36),
    }
    assert READ == []
    assert assessed.desk.lines == []
    assert distribution(duel, assessed, lambda outputs: outputs["blood"])[5] == Fraction(1, 36)
    assert READ


def test_a_game_may_read_it_otherwise() -> None:
    hard = duel.under(needed=12)
    assert hard.resolve(hard.assess(Duel(1)), thrown(5, 6)).outputs["hit"] is False
    assert duel.resolve(duel.assess(Duel(1)), thrown(5, 6)).outputs["hit"] is True


def test_one_without_chance_gives_its_outputs_at_once() -> None:
    assert seconds.outputs(Duel(2)) == {"needed": True}
    ruling = seconds.resolve(seconds.assess(Duel(2)), GivenDice(()))
    assert (ruling.outputs, len(ruling.explanation)) == ({"needed": True}, 1)


def test_the_umpires_desk_and_the_odds_take_it_as_any_other() -> None:
    assert umpire.run(seconds, {"swords": 1})["outputs"] == {"needed": False}
    told = umpire.odds(duel, {"swords": 1})["outputs"]
    assert told["modifier"] == [{"value": 0, "p": "1/1", "probability": 1.0}]


def test_a_rule_that_is_reached_is_noticed_whether_it_is_told_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(marks, "noticed", lambda game, rule: seen.append(rule))
    duel.resolve(duel.assess(Duel(1), telling=False), thrown(1, 1))
    assert seen == ["D1", "D3", "D4", "D5", "D6", "D2"]
    with pytest.raises(Illegal):
        duel.assess(Duel(0))
    assert seen[-1] == "D1"


def test_how_an_input_is_asked_for_stands_at_the_input_and_the_result_in_the_head() -> None:
    seldom = Ask(seldom=True)

    class Parley(Struct, frozen=True):
        swords: int
        heralds: Annotated[Annotated[int, Meta(ge=0)], seldom] = 0

    @procedure("parley", "agreed")
    def parley(given: Parley, desk: Desk) -> Outcome:
        return {"agreed": given.heralds > 0, "swords": given.swords}

    assert parley.asks == Asks(("agreed",), {"heralds": seldom})
    assert seconds.asks == Asks()
