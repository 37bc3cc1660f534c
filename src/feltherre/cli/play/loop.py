"""The game at the keyboard: asks whoever is to answer, carries out what is typed, tells what happened."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rich.console import Console

from feltherre.cli.play import commands
from feltherre.cli.play.beside import take_along
from feltherre.cli.play.clocks import TableClocks
from feltherre.cli.play.drafts import Drafts
from feltherre.cli.play.menu import Menu, fitting_answers
from feltherre.cli.play.reading import Reader
from feltherre.cli.play.screen import Screen
from feltherre.cli.play.session import Session
from feltherre.cli.play.store import Journal, forget_key, how_to_go_on
from feltherre.cli.words import put, reason, words
from feltherre.core.agenda import UMPIRE, GateSpace, RulingAccepted
from feltherre.core.catalogue import render
from feltherre.core.errors import BadInput, Illegal
from feltherre.core.space import Decision, DiceSpace, DiceTyped, WrittenSpace
from feltherre.core.text import say

#: refusals of an answer to something else than what is asked
OTHER_DECISION = ("core.illegal.other-decision", "core.illegal.not-listed")
#: completions looked at for what has been typed
MOST_COMPLETIONS = 4000


class Play:
    """One sitting at one keyboard."""

    def __init__(self, session: Session, console: Console, reader: Reader, journal: Journal) -> None:
        self.session = session
        self.match = session.match
        self.console = console
        self.reader = reader
        self.journal = journal
        self.screen = Screen(console, self.match)
        #: the seat of the person at the keyboard
        self.seat = ""
        #: what he is asked now; None once it has been answered or the game has moved on
        self.decision: Decision[Any] | None = None
        self.menu: Menu | None = None
        #: an answer that is being written line by line
        self.draft: Any = None
        #: the answer as it was before each of its lines, for a player who takes one back
        self.before: list[Any] = []
        self.drafts = Drafts(journal.path, self.match.game)
        self.clocks = TableClocks(self.match, journal.path)
        #: the umpire lets all rulings stand until orders are asked for again
        self.accepting = False
        self.left = False
        reader.completions = self._completions

    def run(self) -> None:
        """Until the game is over or somebody leaves; every act is in the journal by then."""
        while not self.left and not self.match.over:
            self.session.keep_up()
            decision = self.session.next_decision()
            assert decision is not None, "until the game is over somebody is asked"
            self._end_accepting(decision)
            person = self.session.person_for(decision)
            if person is None:
                self._let_computer_answer(decision)
            else:
                self._ask(decision, person)
        if self.match.over:
            self._finish()
        else:
            path = self.journal.path
            self.screen.say("play.left", file=str(path), command=how_to_go_on(path, self.match.game.id))
            if self.drafts:
                self.screen.say("play.draft-left")
        self.journal.close()

    def _end_accepting(self, decision: Decision[Any]) -> None:
        """Rulings stand unseen until somebody is to move again; where turns are written, until orders are asked for."""
        written = isinstance(decision.space, WrittenSpace) or not self.match.game.whole_turns
        if written and not decision.reaction and not isinstance(decision.space, GateSpace | DiceSpace):
            self.accepting = False

    def _let_computer_answer(self, decision: Decision[Any]) -> None:
        role = render(self.match.game.role_name(decision.role))
        thinking = words("play.thinking", player=self.session.player_name(decision), role=role)
        if self.reader.is_terminal:
            with self.console.status(thinking):
                self.session.let_computer_answer(decision)
        else:
            self.session.let_computer_answer(decision)

    def _ask(self, decision: Decision[Any], person: str) -> None:
        """Ask one person until his answer is in, or something else has changed the game."""
        at_gate = isinstance(decision.space, GateSpace)
        if at_gate and self.accepting:
            self.session.answer(decision, RulingAccepted())
            return
        if not self.turn_to(person):
            return
        self.decision, self.menu, self.draft = decision, None, None
        self.before.clear()
        self.screen.news(person)
        needs_board = not decision.reaction and not isinstance(decision.space, DiceSpace)
        if needs_board:
            self.screen.brief_at_start(person)
        board_shown = needs_board and self.screen.board_if_new(person)
        if board_shown and person != UMPIRE:
            self.screen.lesson()
        self.screen.decision(decision, person, hand_shown=board_shown)
        self._take_up_draft(decision)
        self.clocks.run_for(person)
        while self.decision is not None and not self.left:
            line = self.reader.line(f"{self._asked_name(decision)}{self.clocks.shown()}> ")
            if self.clocks.run_out():
                self.decision = None
                self.screen.refuse(words("play.time-up"))
            elif line is None:
                self.left = True
            elif line:
                self.obey(line)
        self.clocks.stand()

    def _take_up_draft(self, decision: Decision[Any]) -> None:
        """What was noted before the umpire came, or before the game was left."""
        try:
            self.draft = self.drafts.of(decision)
        except Illegal as error:
            self.screen.refuse(words("play.draft-gone", reason=reason(error)))
        if (noted := self.noted()) is not None:
            self.screen.draft(noted)
            self.screen.say("play.draft-kept")

    def noted(self) -> Any:
        """What stands on the answer that is written line by line: noted by its writer, or there before him."""
        space = self.decision.space if self.decision is not None else None
        return space.begun() if self.draft is None and isinstance(space, WrittenSpace) else self.draft

    def _asked_name(self, decision: Decision[Any]) -> str:
        if decision.role == UMPIRE:
            return words("play.umpire")
        return render(self.match.game.role_name(decision.role))

    def turn_to(self, person: str) -> bool:
        """Give the keyboard to somebody. Where several people share it, nobody sees another's hand. False: all left."""
        if person == self.seat:
            return True
        if self._is_shared():
            self.reader.clear()
            self.screen.hand_over(person)
            if not self.reader.wait(words("play.press-enter")):
                self.left = True
                return False
            self.reader.clear()
            self.screen.heading(person)
        self.seat = person
        return True

    def _is_shared(self) -> bool:
        return len(self.session.people) + self.match.setup.umpire > 1

    # what is typed

    def obey(self, line: str) -> None:
        """A number of the list, a command, or an order; a refusal says why and changes nothing."""
        assert self.decision is not None
        try:
            if isinstance(self.decision.space, DiceSpace) and re.fullmatch(r"[\s\d,+]+", line):
                self.answer(DiceTyped(tuple(int(die) for die in re.findall(r"\d", line))))
            elif line.isdigit():
                self._pick(int(line))
            else:
                self._order_or_command(line)
        except (Illegal, BadInput) as error:
            self.screen.refuse(reason(error))
            if error.reason.key in OTHER_DECISION:
                self.screen.say("play.asked-now", prompt=self.decision.prompt)
                self._show_what_can_be_typed()

    def _order_or_command(self, line: str) -> None:
        """Orders come first, so that a game may use any word; a line that is neither says what can be typed."""
        assert self.decision is not None
        command = commands.find(line)
        try:
            action = self.match.read(self.decision.role, line)
        except BadInput:
            if command is not None:
                command.run(self, commands.argument(line))
                return
            if isinstance(self.decision.space, WrittenSpace) and ":" in line and not self._begins_like_an_order(line):
                self._write_line(self.decision.space, line)
                return
            if not self._begins_like_an_order(line):
                self.screen.refuse(self._why_not_understood(line))
                self._show_what_can_be_typed()
                return
            raise
        self.answer(action)

    def _why_not_understood(self, line: str) -> str:
        assert self.decision is not None
        space = self.decision.space
        if isinstance(space, WrittenSpace):
            return words("play.no-colon", line=line, example=space.example_line())
        return words("play.not-understood", line=line)

    def _write_line(self, space: WrittenSpace[Any], line: str) -> None:
        self._note(space, line)
        self.screen.draft(self.draft)
        self.screen.say("play.line-noted")

    def _note(self, space: WrittenSpace[Any], line: str) -> None:
        assert self.decision is not None
        noted = space.add_line(self.draft, line)
        self.before.append(self.draft)
        self.draft = noted
        self.drafts.keep(self.decision, self.draft)

    def take_back_line(self) -> None:
        """The draft as it was before its last line; BadInput if nobody knows any more which that was."""
        assert self.decision is not None
        if not self.before:
            raise BadInput(say("cli.play.undo-kept"))
        self.draft = self.before.pop()
        if self.draft is None:
            self.drafts.forget(self.decision.role)
        else:
            self.drafts.keep(self.decision, self.draft)
            self.screen.draft(self.draft)
        self.screen.say("play.line-taken-back")

    def _begins_like_an_order(self, line: str) -> bool:
        first = line.split()[0].casefold()
        return any(form.literals[0].split()[:1] == [first] for form in self.match.game.notation.forms)

    def _show_what_can_be_typed(self) -> None:
        assert self.decision is not None
        put(self.console, self.screen.examples(self.decision))

    def answer(self, action: Any) -> None:
        assert self.decision is not None
        if not self._meant(self.decision, action):
            return
        self.session.answer(self.decision, action)
        self.drafts.forget(self.decision.role)
        self.decision = None

    def _meant(self, decision: Decision[Any], action: Any) -> bool:
        """Tell what he may not want though the rules allow it; at a terminal he is asked whether he means it."""
        decision.space.check(action)
        warnings = self.match.game.warnings(self.match.state, decision.role, action)
        for warning in warnings:
            self.screen.warn(render(warning))
        return not (warnings and self.reader.is_terminal) or self.reader.yes(words("play.do-it-anyway"))

    def _pick(self, number: int) -> None:
        assert self.decision is not None
        if self.menu is None:
            commands.show_list(self, "")
            return
        if number == 0 and self.menu.back is not None:
            self.menu = self.menu.back
            self.screen.menu(self.menu)
            return
        if not 1 <= number <= len(self.menu.labels):
            self.screen.refuse(words("play.list.no-number", number=number, most=len(self.menu.labels)))
            return
        line, picked = self.menu.line(number), self.menu.pick(number)
        if line and isinstance(self.decision.space, WrittenSpace):
            self._note_picked(self.decision.space, line, picked)
        elif isinstance(picked, Menu):
            self.menu = picked
            self.screen.menu(picked)
        else:
            self.console.print(
                f"  {self.match.game.notation.write(picked)}", markup=False, highlight=False, style="bold"
            )
            self.answer(picked)

    def _note_picked(self, space: WrittenSpace[Any], line: str, picked: Any) -> None:
        """A line that was picked is noted like one that was typed; after the last one the sheet is handed in."""
        self._note(space, line)
        if picked is None:
            self.screen.draft(self.draft)
            self.screen.say("play.line-noted")
            return
        self.console.print(f"  {line}", markup=False, highlight=False, style="bold")
        if isinstance(picked, Menu):
            self.menu = picked
            self.screen.menu(picked)
        else:
            self.answer(self.draft)

    def _completions(self, typed: str) -> list[str]:
        if self.decision is None or isinstance(self.decision.space, DiceSpace):
            return []
        notation = self.match.game.notation
        orders = [
            notation.write(action) for action in fitting_answers(self.decision, notation, typed, MOST_COMPLETIONS)
        ]
        return [*orders, *commands.names()]

    # the end

    def _finish(self) -> None:
        self.match.snapshot()
        self.match.end()
        forget_key(self.journal.path)
        self.drafts.forget_all()
        seats = self.session.people or [self.match.setup.seats[0].name]
        self.screen.over(self.seat if self.seat in seats else seats[0])
        self.screen.say("play.record", file=str(self.journal.path))

    def save(self, path: Path) -> None:
        from feltherre.cli.play.store import key_file, save

        save(path, self.match.data(), self.match.key, finished=False)
        take_along(self.journal.path, path)
        self.screen.say("play.saved", file=str(path), key=key_file(path).name)
