"""The contract of a game: what the rest of the house may ask of one, and all it knows of one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from feltherre.core.agenda import UMPIRE, RulingAccepted, RulingChanged
from feltherre.core.book import Book
from feltherre.core.catalogue import find
from feltherre.core.chance import Line, Ruling
from feltherre.core.changes import Changeable
from feltherre.core.clock import Clock, ClockEvent
from feltherre.core.declared import faults_of
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.faults import told_fault
from feltherre.core.notation import Notation
from feltherre.core.overlay import Overlay
from feltherre.core.prospect import Prospect
from feltherre.core.scene import Board, Box, Scene
from feltherre.core.space import DiceTyped
from feltherre.core.state import Held, Result, State, Step, read_state
from feltherre.core.steps import Rules, Steps, core_steps
from feltherre.core.table import Table
from feltherre.core.tally import Stake, Tally
from feltherre.core.text import Text, either, say

S = TypeVar("S", bound=State)


class Option(Struct, frozen=True):
    """A choice made when a game is created."""

    name: str
    values: tuple[str, ...]
    default: str
    #: it means something only together with these other choices
    needs: dict[str, str] = {}


class Way(Struct, frozen=True):
    """A way to begin at once, beside the plainest one: its name, what is different, and the options that choose it."""

    name: Text
    about: Text
    options: dict[str, str]


class Seat(Struct, frozen=True):
    """A person's (or a team's) place at the table, with the roles it holds."""

    name: str
    roles: tuple[str, ...]


class Setup(Struct, frozen=True):
    """Everything a game is made with; it stands in the record's header."""

    seats: tuple[Seat, ...]
    options: dict[str, str] = {}
    scenario: str = ""
    umpire: bool = False
    #: "live" or "typed": who throws
    dice: str = "live"
    #: the game's clocks are kept, and time runs out (left out where they are not, as in every record before there were
    #: any)
    clocks: bool | UnsetType = UNSET
    #: the text of a scenario file of one's own, whose id is then `scenario` (left out where there is none, likewise)
    scenario_file: str | UnsetType = UNSET
    #: the table rule of advice and odds: there are "none", or each use is "noted" in the log (left out where they are
    #: there and nobody need know, as against the computer, and in every record before there was the rule)
    aids: Literal["none", "noted"] | UnsetType = UNSET


#: helps of the aid policy
ADVICE: Final = "advice"
ODDS: Final = "odds"

#: a set-up of which only the scenario and the options count
NOBODY_SEATED: Final = Setup(())


class Edit(Struct, frozen=True, tag_field="edit", forbid_unknown_fields=True):
    """A change an umpire makes to the state. Each game has one tagged union of them."""


def names(what: Literal["place", "piece", "card", "side"], of: str = "") -> Meta:
    """What a field of an edit names, so that a client can list it: a place, piece, card or side of the board. `of`:
    only places or pieces of this kind, shape or symbol (of one of these, with spaces between), or the places where a
    `town` stands."""
    return Meta(extra_json_schema={"names": what, **({"of": of} if of else {})})


def pointed(
    at: Literal["across", "up", "place", "facing"], per: int = 1, of: Literal["middle", "front"] = "middle"
) -> Meta:
    """A field of an edit that an umpire may fill by pointing at the table: how far from its left edge or up from its
    lower one, in so many units of the sheet; both in one; or the way a piece faces, in degrees clockwise from north.
    `of`: whether it is the middle of a piece that is meant, or that of its front."""
    return Meta(extra_json_schema={"at": at, "per": per, "spot": of})


class AnnounceSpecialRule(Edit, frozen=True, tag="special-rule"):
    """A rule of the umpire's own for this game; everyone reads it, people apply it."""

    text: str


class HoldGate(Edit, frozen=True, tag="hold-gate", omit_defaults=True):
    """The umpire wants to see rulings before they take effect, or no longer: all of them, or only those of some kinds
    (a kind of the game's own, or a procedure) and of some sides or roles."""

    on: bool
    kinds: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()


class AnswerFor(Edit, frozen=True, tag="answer"):
    """The umpire answers an open decision in a role's place."""

    role: str
    action: Any


CoreEdit = AnnounceSpecialRule | HoldGate | AnswerFor


def _all_of(names: tuple[str, ...], known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All that is meant by some names; Illegal if one of them is not known."""
    for name in names:
        if name.casefold() not in known:
            raise Illegal(say("core.illegal.gate-name", name=name, known=list(known)))
    return tuple(dict.fromkeys(one for name in names for one in known[name.casefold()]))


class Game(Book, ABC, Generic[S]):
    """One game. Stateless: everything that changes is in the state it is given."""

    #: it can be played, but not all of its book is carried out yet: everybody is told so, and of its ledger only the
    #: rules are counted that it names
    in_making: ClassVar[bool] = False
    roles: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    scenarios: ClassVar[tuple[str, ...]] = ()
    #: the options with which somebody begins who only wants to play
    plain: ClassVar[Mapping[str, str]] = {}
    #: and what else may be begun at once
    ways: ClassVar[tuple[Way, ...]] = ()
    #: whether the browser is a good place to play it: a table is drawn, and its answers are built there
    in_browser: ClassVar[bool] = True
    #: through whose eyes its opening is shown in that picture; (): as somebody sees it who sits nowhere
    picture_roles: ClassVar[tuple[str, ...]] = ()
    #: the part of the sheet on the picture with which the game is shown; None: what the board shows first
    picture_box: ClassVar[Box | None] = None
    #: an answer is a side's orders for a whole turn: there are few of them, and each takes long to carry out
    whole_turns: ClassVar[bool] = False
    #: carrying out an answer may take longer than others should wait for: a server has it done in another process
    heavy: ClassVar[bool] = False
    #: whether it can be played with clocks (`clocks` below)
    has_clocks: ClassVar[bool] = False
    #: changes whenever the same record would no longer replay to the same states
    rules_version: ClassVar[str]

    state_type: type[S]
    #: tagged unions of the game's own actions and edits (those of the core are added)
    action_type: Any
    edit_type: Any = CoreEdit
    view_type: type[Struct]
    steps: Steps
    #: for each step that applies a ruling: what the umpire may change in it at his gate
    changeable: Changeable = {}
    notation: Notation
    #: kinds of rulings for which an umpire may hold his gate, with the procedures of each
    gate_kinds: Mapping[str, tuple[str, ...]] = {}
    #: what the throws of a procedure are good for, to the side that throws (None: to neither)
    stakes: ClassVar[Mapping[str, Stake | None]] = {}
    #: computer players made for this game, by name (`random` plays every game)
    players: Mapping[str, Callable[[], Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "steps" in cls.__dict__:
            cls.changeable = getattr(cls.steps, "changeable", cls.changeable)

    def faults(self) -> list[str]:
        return super().faults() or list(faults_of(self))

    # what every game must answer

    @abstractmethod
    def begin(self, setup: Setup, table: Table[S]) -> None:
        """Set up the fresh state of the table: pieces, hands, and the first steps of the agenda."""

    @abstractmethod
    def view(self, state: S, roles: Collection[str], *, all_seeing: bool = False) -> Struct:
        """All that a seat with these roles may know (all_seeing: the umpire). No roles: a spectator, who may be a
        player too, and so sees only what every seat knows."""

    @abstractmethod
    def redeal(self, state: S, roles: Collection[str], rng: Random) -> S:
        """Another state that a seat with these roles cannot tell from this one."""

    @abstractmethod
    def board(self, setup: Setup) -> Board:
        """What clients draw and that stays as it is in a game made so: places, pieces, cards, the printed map."""

    @abstractmethod
    def scene(self, state: S, roles: Collection[str], *, all_seeing: bool = False) -> Scene:
        """The position on that board as clients draw it: nothing in it that the view has not."""

    @abstractmethod
    def invariants(self, state: S) -> Sequence[str]:
        """What is wrong with the state, in words; nothing when all is well. The shared battery asks after each act."""

    # what a game may refuse or leave out

    def roles_in(self, setup: Setup) -> tuple[str, ...]:
        """The roles of a game that is made so: those of the game, unless a scenario has commanders of its own."""
        return self.roles

    def seatings(self, setup: Setup = NOBODY_SEATED) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The ways in which people can sit: for each, the roles of every seat. By default a seat for each role. The
        scenario and options of the set-up count, not its seats."""
        return (tuple((role,) for role in self.roles_in(setup)),)

    def variants(self) -> tuple[Mapping[str, str], ...]:
        """The versions of the rules, each as the options that choose it (none: the usual one). The shared battery plays
        every one of them. By default there is one."""
        return ({},)

    def check_setup(self, setup: Setup) -> None:
        """Raise BadInput unless the game can be made so."""
        self.check_choices(setup)
        held = [role for seat in setup.seats for role in seat.roles]
        roles = self.roles_in(setup)
        if sorted(held) != sorted(roles):
            raise BadInput(say("core.bad.seats", roles=list(roles), held=held))
        names = [seat.name for seat in setup.seats]
        if len(set(names)) < len(names) or UMPIRE in names or not all(seat.name and seat.roles for seat in setup.seats):
            raise BadInput(say("core.bad.seat-names", names=names))

    def check_choices(self, setup: Setup) -> None:
        """Raise BadInput unless options, scenario, dice and clocks are possible; the roles follow from them."""
        known = {option.name: option for option in self.options}
        for name, value in setup.options.items():
            if name not in known:
                raise BadInput(say("core.bad.option", name=name, known=list(known) or ["-"]))
            if value not in known[name].values:
                values = either([say("core.plain", text=one) for one in known[name].values])
                raise BadInput(say("core.bad.option-value", name=name, value=value, values=values))
        self._check_needs(setup)
        if setup.scenario_file:
            self._check_own_scenario(setup.scenario, setup.scenario_file)
        elif setup.scenario and setup.scenario not in self.scenarios:
            raise BadInput(say("core.bad.scenario", name=setup.scenario, known=list(self.scenarios) or ["-"]))
        if setup.dice not in ("live", "typed"):
            raise BadInput(say("core.bad.dice", name=setup.dice))
        if setup.clocks and not self.has_clocks:
            raise BadInput(say("core.illegal.no-clock"))

    def _check_needs(self, setup: Setup) -> None:
        """An option that changes nothing without others is refused there, rather than ignored."""
        for option in self.options:
            without = any(self.option(setup, other) != value for other, value in option.needs.items())
            if without and self.option(setup, option.name) != option.default:
                needs = [f"{other}={value}" for other, value in option.needs.items()]
                raise BadInput(say("core.bad.option-needs", name=option.name, needs=needs))

    def _check_own_scenario(self, name: str, text: str) -> None:
        found = self.scenario_id(text)
        if name != found:
            raise BadInput(say("core.bad.scenario-id", name=name, id=found))

    def seated(self, state: S, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats with the roles they hold now: those they were made with, unless the rules let people choose their
        sides in an opening step. What a game answers here changes only before its first hidden thing is dealt."""
        return seats

    def roles_of_side(self, state: S) -> Mapping[str, tuple[str, ...]]:
        """What an umpire may call the roles by for which he holds his gate: by default each by its own name."""
        return {role: (role,) for role in self.roles}

    def held(self, state: S, gate: HoldGate) -> bool | Held:
        """What the umpire's gate holds after his edit; Illegal if it names a kind or side that there is not."""
        if not gate.on or not (gate.kinds or gate.sides):
            return gate.on
        kinds = {**self.gate_kinds, **{name: (name,) for name in self.procedures}}
        return Held(_all_of(gate.kinds, kinds), _all_of(gate.sides, self.roles_of_side(state)))

    def edit(self, table: Table[S], edit: Any) -> None:
        """Carry out an umpire's edit, or raise Illegal and change nothing."""
        raise Illegal(say("core.illegal.no-such-edit"))

    def option(self, setup: Setup, name: str) -> str:
        """The value an option has in this game."""
        defaults = {option.name: option.default for option in self.options}
        if name not in defaults:
            raise KeyError(f"{self.id} has no option {name!r}, only {', '.join(defaults) or 'none'}")
        return setup.options.get(name, defaults[name])

    def clocks(self, state: S) -> Sequence[Clock]:
        """The clocks of the game as the state has them, whether they are kept or not. Everyone sees them, so they must
        not tell what is hidden. Whoever keeps the time gives `TimeUp` to one that runs and has nothing left."""
        return ()

    def clock(self, table: Table[S], event: ClockEvent) -> None:
        """Time that enters the game; games without clocks know none. That a game is paused, the match sees to."""
        raise Illegal(say("core.illegal.no-clock"))

    def about_clocks(self) -> Text:
        """What the clocks do, with their times, and what follows when they run out: read where they are chosen."""
        return say(f"{self.id}.clocks.about")

    def clock_name(self, name: str) -> Text:
        return say(f"{self.id}.clock.{name}")

    def resign(self, table: Table[S], roles: Sequence[str]) -> None:
        """A seat gives up. By default that is not foreseen."""
        raise Illegal(say("core.illegal.no-resigning"))

    def aids(self, setup: Setup, role: str) -> frozenset[str]:
        """The aid policy: which helps are lawful for this role (odds, reach, measuring, range-rings)."""
        return frozenset({ODDS, "reach"})

    def helps(self, setup: Setup, role: str) -> frozenset[str]:
        """The helps that this role has at this table: those of the aid policy, and advice, unless the table has
        neither advice nor odds."""
        lawful = self.aids(setup, role)
        return lawful - {ADVICE, ODDS} if setup.aids == "none" else lawful | {ADVICE}

    # what helps people and statistics

    def turns(self, state: S) -> int:
        """How many turns (the book's rounds) have begun."""
        return 0

    def tallies(self, state: S) -> Iterable[Tally]:
        """How each side stands, all hidden things known: points, where they come from, losses. By default nothing is
        counted."""
        return ()

    def tell_score(self, result: Result) -> Text | None:
        """What a result's score says, as part of a sentence; None where it says nothing. By default the game's own
        words for the number (`<game>.result.score`), or the number."""
        key = f"{self.id}.result.score"
        return Text(key, {"n": result.score}) if find(key) else say("core.result.score", n=result.score)

    def tell_action(self, state: S, role: str, action: Any) -> Text:
        """What an answer does, as a sentence for the role that gives it; nothing in it that the role does not know. By
        default its line of notation."""
        if isinstance(action, DiceTyped):
            return say("core.action.dice", values=list(action.values))
        if isinstance(action, RulingAccepted):
            return say("core.gate.accept")
        if isinstance(action, RulingChanged):
            return say("core.action.ruling-changed", reason=action.reason)
        return say("core.plain", text=self.notation.write(action))

    def named(self, state: S, ruling: Ruling) -> Ruling:
        """A ruling as the umpire reads it at his gate: things are called by their names where the procedure knows only
        their ids, and there may be lines for him alone."""
        return ruling

    def marked(self, ruling: Ruling) -> Sequence[Sequence[int]]:
        """For each throw of a ruling the places of the dice that did something by themselves, such as a hit; nothing
        where no die does."""
        return ()

    def concerned(self, state: S) -> Sequence[Text]:
        """Whom or what the ruling at the umpire's gate is about, for the umpire; nothing where its lines say so."""
        return ()

    def account(self, state: S, role: str, action: Any) -> Sequence[Text]:
        """An answer as the story tells it, from the state in which it was given: who did what, and in further sentences
        its parts. None: its line of notation says it all."""
        return ()

    def tell_order(self, state: S, role: str, action: Any) -> Text:
        """The same where the board shows it: short, without ways and with few names."""
        return self.tell_action(state, role, action)

    def warnings(self, state: S, role: str, action: Any) -> Sequence[Text]:
        """What the role may not want though the rules allow it, before it gives this answer: from its view only.
        Warnings are not rules; a client may leave them out."""
        return ()

    def prospects(self, state: S, roles: Collection[str]) -> Sequence[Prospect]:
        """The adjudications that a seat with these roles can see coming, from its view only."""
        return ()

    def foreseen(self, state: S, role: str, action: Any) -> Sequence[Prospect]:
        """The adjudications that an answer of this role would bring about, from its view only; none if nothing can be
        said of them before it is given."""
        return ()

    def overlays(self, state: S, roles: Collection[str], picked: str) -> Sequence[Overlay]:
        """What a seat with these roles may lay over the board, from its view only: that of the whole position, or with
        the id of a picked piece that of the piece alone (BadInput if there is no such piece)."""
        return ()

    def about(self, name: str) -> Sequence[Line]:
        """What the board and the pieces say of a place or a card that a person names; BadInput if nothing fits."""
        raise BadInput(say("core.bad.nothing-about", name=name))

    def look(self, state: S, roles: Collection[str], name: str, *, all_seeing: bool = False) -> Sequence[Line]:
        """What a seat with these roles may know of something that a person names, as it is at this moment; by default
        what board and pieces say of it."""
        return self.about(name)

    def brief(self, state: S, roles: Collection[str], *, all_seeing: bool = False) -> Sequence[Line]:
        """What a seat with these roles is told of the scenario before it plays: the first line is its title. Nothing in
        games whose rules say it all."""
        return ()

    def lesson(self, state: S) -> Sequence[Line]:
        """What a beginner may want to know at this point of a scenario that teaches the game; nothing in all others."""
        return ()

    def moment(self, state: S) -> Text | None:
        """How far the turn has come, for what is told now; None in games whose turns have no clock of their own."""
        return None

    def passed(self, moment: Text) -> int | None:
        """How much of the turn had passed at such a moment, in hundredths of it."""
        return None

    def check_scenario(self, text: str, name: str) -> Text:
        """Look through a scenario file that somebody has written for this game: what it holds, in a sentence, or
        BadInput with all its faults. By default a game has no such files."""
        raise BadInput(say("core.bad.no-scenario-files", game=self.id))

    def scenario_id(self, text: str) -> str:
        """The id of the scenario in such a file, for the set-up of a game that is played with it; BadInput as above."""
        raise BadInput(say("core.bad.no-scenario-files", game=self.id))

    def check_data(self, files: Sequence[Path]) -> dict[str, Path]:
        """Look through files of data that somebody has written in the place of the game's own: the name that each
        stands for, or BadInput with all faults. By default a game takes none."""
        raise BadInput(say("core.bad.no-own-data", game=self.id))

    # derived

    @cached_property
    def all_steps(self) -> dict[type[Step], Rules]:
        return {**core_steps(self.changeable), **self.steps}

    @cached_property
    def any_action(self) -> Any:
        """The union of everything that can answer a decision of this game."""
        return self.action_type | DiceTyped | RulingAccepted | RulingChanged

    @cached_property
    def any_edit(self) -> Any:
        """The union of every edit an umpire of this game can make."""
        return self.edit_type | CoreEdit

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.any_action)

    def read_action(self, data: bytes | str) -> Any:
        """An action from JSON, or BadInput that says what is wrong with it."""
        try:
            return self._action_decoder.decode(data)
        except msgspec.ValidationError as error:
            given = None
            with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
                given = msgspec.json.decode(data)
            raise BadInput(say("core.bad.action", error=told_fault(error, self.any_action, given))) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadInput(say("core.bad.action", error=str(error))) from None

    def convert_action(self, value: Any) -> Any:
        """An action from plain JSON data."""
        try:
            return msgspec.convert(value, self.any_action)
        except msgspec.ValidationError as error:
            raise BadInput(say("core.bad.action", error=told_fault(error, self.any_action, value))) from None
        except RecursionError as error:
            raise BadInput(say("core.bad.action", error=str(error))) from None

    def convert_edit(self, value: Any) -> Any:
        """An umpire's edit from plain JSON data."""
        try:
            return msgspec.convert(value, self.any_edit)
        except msgspec.ValidationError as error:
            raise BadInput(say("core.bad.edit", error=told_fault(error, self.any_edit, value))) from None
        except RecursionError as error:
            raise BadInput(say("core.bad.edit", error=str(error))) from None

    def read_state(self, data: bytes | str) -> S:
        """A state from its canonical bytes."""
        return read_state(data, self.state_type, self.any_action, Union[tuple(self.all_steps)])  # noqa: UP007

    def role_name(self, role: str) -> Text:
        return say(f"{self.id}.role.{role}")
