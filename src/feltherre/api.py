"""A game played from Python, in the words of the game (docs/api.md):

    match = feltherre.new_game("winterwar", seed=1, options={"setup": "historical"})
    match.play("138RD > 2144")
    print(match.why())

Whoever holds such a match holds all its sides: nothing is hidden from him.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from textwrap import dedent
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from feltherre.cli.board import show_position
from feltherre.cli.options import with_scenario
from feltherre.cli.play import store
from feltherre.cli.play.setup import given_sides
from feltherre.cli.telling import Chances, tell_chances, weigh
from feltherre.core.agenda import UMPIRE, GateSpace, decision_id
from feltherre.core.catalogue import render
from feltherre.core.chance import Ruling
from feltherre.core.dice import Stream, key_of_seed
from feltherre.core.engine import find_decision
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.event import Event, seen_by
from feltherre.core.game import Game, Setup
from feltherre.core.introduction import title_of
from feltherre.core.match import Match
from feltherre.core.prospect import Prospect
from feltherre.core.record import Acted, Ended, read_journal
from feltherre.core.registry import get_game
from feltherre.core.replay import look_at, resume
from feltherre.core.space import Decision
from feltherre.core.story import story, told_result, told_ruling
from feltherre.core.text import say
from feltherre.players.listed import make_player
from feltherre.players.player import Player, position_at

#: a decision may have more answers than anybody can count: so many of them are listed
MOST_LISTED = 10_000
#: how wide a board is drawn
WIDTH = 100


def new_game(
    game: str,
    *,
    seats: Sequence[str] = (),
    seed: int | None = None,
    scenario: str = "",
    options: Mapping[str, str] | None = None,
    umpire: bool = False,
    dice: str = "live",
) -> OpenMatch:
    """A game of this id. Each side has a seat unless `seats` says otherwise (`["germany", "norway+allies"]`); a seed
    throws the dice that `feltherre play --seed` throws; `scenario` is one of the game's, or a file of one's own."""
    played = get_game(game)
    made = with_scenario(played, Setup((), dict(options or {}), umpire=umpire, dice=dice), scenario)
    played.check_choices(made)
    seated = given_sides(played, made, seats, against=None, hot_seat=True).seats
    return OpenMatch(played, replace(made, seats=seated), key=key_of_seed(seed))


def load(path: str | Path) -> OpenMatch:
    """A game that was saved: to go on with, or to look at if it is over."""
    lines, _ = read_journal(store.read_file(Path(path)))
    if isinstance(lines[-1], Ended):
        return OpenMatch.of(look_at(lines))
    saved = store.read_saved(Path(path))
    return OpenMatch.of(resume(saved.lines, saved.key))


class OpenMatch(Match[Any]):
    """A match all of whose sides are played by one program. Where a method asks for a `role`, it may be left out as
    long as only one is asked."""

    @classmethod
    def of(cls, match: Match[Any]) -> OpenMatch:
        """The same match, played from here."""
        opened = cls.__new__(cls)
        opened.__dict__.update(match.__dict__, _players={})
        return opened

    def _lay_out(self, game: Game[Any], setup: Setup, key: bytes, stream: Stream) -> None:
        super()._lay_out(game, setup, key, stream)
        #: by seat and name: they keep a plan for the turn, so they last as long as the match
        self._players: dict[tuple[str, str], Player] = {}

    # who is asked what

    @property
    def turn(self) -> str:
        """The role that is asked (the first of them, if several answer together); "" when the game is over."""
        return next((decision.role for decision in self.unanswered()), "")

    @property
    def question(self) -> str:
        """Who is asked what, by which rule; of several who answer together each on a line. "" when it is over."""
        return "\n".join(self._asking(decision) for decision in self.unanswered())

    @property
    def legal(self) -> Legal:
        """The answers of the role whose turn it is."""
        return Legal(self, next(iter(self.unanswered()), None))

    # playing

    def play(self, line: str, role: str = "") -> str:
        """Answer with a line of notation; the line as the record has it. Illegal or BadInput say why it cannot be."""
        decision = self._decision(role)
        try:
            self.answer(decision, self.read(decision.role, line))
        except (Illegal, BadInput) as error:
            error.add_note(self._asking(decision))
            raise
        return self._played()

    def play_by(self, player: str, role: str = "") -> str:
        """Let a computer player (`captain`, `random`) answer; the line it has played. It sees what its seat sees."""
        decision = self._decision(role or self.turn)
        chosen = self._player(self.seat_of(decision.role).name, player).choose(position_at(self, decision))
        self.answer(decision, chosen.action)
        return self._played()

    def undo(self, seat: str = "") -> list[Event]:
        """Take back the last action, of whichever seat, unless dice, a draw or something shown came after it."""
        return super().undo(seat or (self.undo_points[-1].seat if self.undo_points else self.seats[0].name))

    # reading

    @property
    def told(self) -> list[str]:
        """What came of the last act, in sentences."""
        return [sentence for line, event in self.log if line == self.next_line - 1 for sentence in _sentences(event)]

    def why(self) -> str:
        """How the last ruling came about (or that at the umpire's gate): its throws, and each number with the rule it
        is from. "" before any."""
        for decision in self.unanswered():
            if isinstance(decision.space, GateSpace):
                return self._explained(self.game.named(self.state, decision.space.ruling))
        for _, event in reversed(self.log):
            if event.ruling is not None:
                return "\n".join([*_sentences(event), self._explained(event.ruling)])
        return ""

    def odds(self, line: str = "", role: str = "") -> list[Odds]:
        """The exact chances of what an answer would bring about; without one, of what its seat sees coming."""
        decision = self._decision(role or self.turn)
        if line:
            action = self.read(decision.role, line)
            decision.space.check(action)
            prospects = self.game.foreseen(self.state, decision.role, action)
        else:
            prospects = self.game.prospects(self.state, self.seat_of(decision.role).roles)
        return [self._weighed(prospect) for prospect in prospects]

    def story(self) -> str:
        """The whole game so far: who did what, what came of it, every throw and ruling."""
        return "\n".join(story(self, open_sealed=True))

    @property
    def board(self) -> str:
        """The position as the terminal draws it, with all that is hidden."""
        drawn = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
        show_position(drawn, self.drawn_on, self.game.scene(self.state, (), all_seeing=True))
        assert isinstance(drawn.file, StringIO)
        return drawn.file.getvalue()

    @property
    def result(self) -> str:
        """Who has won, how well and why; "" while the game goes on. `state.result` has the same as data."""
        return render(told_result(self.game, self.state.result)) if self.over else ""

    def save(self, path: str | Path) -> None:
        """Write the record, for `load` and `feltherre replay`. The dice key of a game that goes on lies beside it; the
        record of one that is over is closed with it."""
        if self.over and not isinstance(self.lines[-1], Ended):
            self.snapshot()
            self.end()
        closed = isinstance(self.lines[-1], Ended)
        store.save(Path(path), self.data(), self.key, finished=closed)
        if closed:
            store.forget_key(Path(path))

    def __repr__(self) -> str:
        return f"<{render(title_of(self.game))}: {self.question or self.result}>"

    # inside

    def _decision(self, role: str) -> Decision[Any]:
        """The decision to be answered: of this role, or the only one."""
        waiting = self.unanswered()
        if not role and len(waiting) > 1:
            raise BadInput(say("core.bad.who-answers", roles=[decision.role for decision in waiting]))
        wanted = role or self.turn
        return find_decision(self.decisions(), wanted, decision_id(self.state, wanted))

    def _asking(self, decision: Decision[Any]) -> str:
        umpire = decision.role == UMPIRE
        name = render(say("core.story.umpire") if umpire else self.game.role_name(decision.role))
        prompt = render(decision.prompt).removeprefix(f"{name}: ")
        return f"{name}: {prompt} [{decision.rule}]"

    def _explained(self, ruling: Ruling) -> str:
        return dedent("\n".join(told_ruling(ruling, self.game)))

    def _played(self) -> str:
        line = self.lines[-1]
        assert isinstance(line, Acted)
        return line.text

    def _player(self, seat: str, name: str) -> Player:
        if (seat, name) not in self._players:
            self._players[seat, name] = make_player(self.game, name)
        return self._players[seat, name]

    def _weighed(self, prospect: Prospect) -> Odds:
        chances = weigh(self.game, prospect)
        return Odds(render(prospect.title), render(prospect.assumption), chances, tell_chances(prospect, chances))


class Legal:
    """The legal answers of a role, each as a line of notation: `line in match.legal`, `for line in match.legal`.

    Every line can be asked for. Of decisions with too many answers to list (ways over a map, sheets of orders) those
    are listed that are worth a thought, and in any case no more than `MOST_LISTED`.
    """

    def __init__(self, match: OpenMatch, decision: Decision[Any] | None) -> None:
        self.match = match
        self.decision = decision

    def __contains__(self, line: str) -> bool:
        if self.decision is None:
            return False
        try:
            return self.decision.space.contains(self.match.read(self.decision.role, line))
        except (Illegal, BadInput):
            return False

    def __iter__(self) -> Iterator[str]:
        return map(self.match.game.notation.write, self._listed())

    def __bool__(self) -> bool:
        return self.decision is not None

    def count(self) -> int:
        """How many are listed."""
        return sum(1 for _ in self._listed())

    def _listed(self) -> Iterator[Any]:
        return iter(()) if self.decision is None else self.decision.space.candidates(MOST_LISTED)


class Odds(Struct, frozen=True):
    """The exact chances of one adjudication ahead: `odds.chances["winner"]["attacker"]` is a Fraction."""

    title: str
    #: what the figures take for granted
    assumption: str
    chances: Chances
    #: the chances in words
    told: str

    def __str__(self) -> str:
        return f"{self.title}\n  {self.told}\n  ({self.assumption})"


def _sentences(event: Event) -> list[str]:
    return [render(seen.text) for seen in seen_by(event, (), all_seeing=True)]
