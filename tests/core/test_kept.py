"""Answers are kept for the very objects they were worked out from, and no longer."""

from msgspec import Struct

from feltherre.core.kept import kept, kept_last


class Thing(Struct, frozen=True):
    number: int


def test_an_answer_is_kept_for_the_very_object() -> None:
    asked: list[int] = []

    @kept(10)
    def doubled(thing: Thing) -> int:
        asked.append(thing.number)
        return 2 * thing.number

    one, alike = Thing(4), Thing(4)
    assert [doubled(one), doubled(one), doubled(alike)] == [8, 8, 8]
    assert asked == [4, 4]


def test_only_so_many_answers_are_kept_and_none_is_taken_for_another() -> None:
    @kept(3)
    def told(thing: Thing) -> int:
        return thing.number

    # most of these are gone at once, so that others get their numbers in memory
    assert [told(Thing(number)) for number in range(1000)] == list(range(1000))


def test_the_last_answer_holds_as_long_as_the_list_holds_the_same() -> None:
    asked: list[int] = []

    @kept_last
    def total(things: list[Thing]) -> int:
        asked.append(len(things))
        return sum(thing.number for thing in things)

    things = [Thing(1), Thing(2)]
    assert (total(things), total(list(things))) == (3, 3)
    assert asked == [2]
    things[0] = Thing(5)
    assert total(things) == 7
    things.append(Thing(1))
    assert total(things) == 8
