"""An answer drawn from its parts and from how each of them is picked, whatever game it is of."""

from collections.abc import Sequence
from typing import Any

from feltherre.core.scene import Lot, Place, Scene, Stack, Status
from feltherre.core.space import Part, Partial, Picking, Space
from feltherre.core.text import Text, say
from feltherre.core.traced import Traced, standing, traced

WORD = say("core.plain", text="")
#: reds stand in two towns, a blue and two without names in a third
SCENE = Scene(
    status=Status(turn=WORD, phase=WORD),
    stacks=(
        Stack("oslo", ("red-1", "red-2")),
        Stack("moss", ("red-3",)),
        Stack("hamar", ("blue-1", Lot("blue", 2))),
    ),
    extra=(Place(id="fort", name=WORD),),
)
KNOWN = standing(SCENE, ("oslo", "moss", "hamar", "rena"))


class Asked(Space[Partial]):
    """A space whose answers are their own parts; `pickings`: by the number of parts before."""

    def __init__(self, **pickings: Picking) -> None:
        self.pickings = {int(depth.removeprefix("at")): picking for depth, picking in pickings.items()}

    def options(self, partial: Partial) -> Sequence[Part]:
        return ()

    def build(self, partial: Partial) -> Partial:
        return partial

    def parts(self, action: Partial) -> Partial:
        return action

    def label(self, partial: Partial, part: Part) -> Text:
        return WORD

    def picking(self, partial: Partial) -> Picking | None:
        return self.pickings.get(len(partial), self.pickings.get(-1))


def drawn(*parts: Part, **pickings: Picking) -> Traced:
    return traced(Asked(**pickings), parts, KNOWN)


SEVERAL = Picking("several")


def test_a_march_is_a_way_from_where_the_piece_stands_through_every_place_it_names() -> None:
    assert drawn("move", "red-1", "rena", "fort", "stop") == Traced(ways=(("oslo", "rena", "fort"),))


def test_of_so_many_who_go_from_area_to_area_the_number_is_told() -> None:
    assert drawn("move", "oslo", "moss", 2) == Traced(ways=(("oslo", "moss"),), n=2)


def test_who_attacks_together_strikes_from_each_place_once() -> None:
    found = drawn(
        "attack", "hamar", "red-1", "red-2", "red-3", "done", at2=SEVERAL, at3=SEVERAL, at4=SEVERAL, at5=SEVERAL
    )
    assert found == Traced(strikes=(("oslo", "hamar"), ("moss", "hamar")))


def test_who_goes_together_where_nobody_stands_goes_there() -> None:
    found = drawn("rena", "red-1", "red-3", "done", at1=SEVERAL, at2=SEVERAL, at3=SEVERAL)
    assert found == Traced(ways=(("oslo", "rena"), ("moss", "rena")))


def test_what_is_put_somewhere_from_beside_the_board_is_a_mark() -> None:
    assert drawn("place", "red-9", "moss", at2=Picking(anew=True)) == Traced(marks=("moss",))
    assert drawn("moss", "moss", "rena", "done", **{f"at{n}": SEVERAL for n in range(4)}) == Traced(
        marks=("moss", "rena")
    )


def test_a_place_for_each_piece_and_pairs_are_ways_of_their_own() -> None:
    each = {f"at{n}": Picking("each", thing=f"red-{n + 1}", idle="stay") for n in range(3)}
    assert drawn("moss", "stay", "rena", **each) == Traced(ways=(("oslo", "moss"), ("moss", "rena")))
    pairs = {f"at{n}": Picking("pairs") for n in range(5)}
    assert drawn("red-1", "rena", "red-3", "fort", ".", **pairs) == Traced(ways=(("oslo", "rena"), ("moss", "fort")))


def test_cards_shares_and_words_are_not_on_the_board() -> None:
    share: dict[str, Any] = {"at1": Picking("share", thing="heap")}
    assert drawn("losses", 2, **share) == Traced()
    assert drawn("play", "tank", "pass") == Traced()
