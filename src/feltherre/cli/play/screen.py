"""What a person at the keyboard sees. Games are known here only by their displays, decisions, events and notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text as Line

from feltherre.cli.board import hand_line, show_holdings, show_position
from feltherre.cli.play.menu import Menu, example_answers, example_of_each_kind
from feltherre.cli.table_map import show_map
from feltherre.cli.telling import show_events, show_result, show_ruling, tell_chances, weigh
from feltherre.cli.words import put, with_rule, words
from feltherre.core.agenda import UMPIRE, GateSpace
from feltherre.core.catalogue import language, render, show, word
from feltherre.core.chance import Line as Explained
from feltherre.core.ledger.translated import ledger_in
from feltherre.core.match import Match
from feltherre.core.prospect import Prospect
from feltherre.core.scene import Status
from feltherre.core.seats import seat_name
from feltherre.core.space import Decision, DiceSpace, WrittenSpace
from feltherre.core.text import Text

#: the most examples that fit under a decision
EXAMPLES = 4
#: and the most of each
LONGEST_EXAMPLE = 90


class Screen:
    """Writes for whoever sits at the keyboard now."""

    def __init__(self, console: Console, match: Match[Any]) -> None:
        self.console = console
        self.match = match
        #: by seat: the line of the record up to which it has been told all, and the status it last saw a board of
        self.told: dict[str, int] = {}
        self.board_of: dict[str, Status] = {}

    # the position

    def board(self, seat: str) -> None:
        scene = self.match.scene(seat)
        self.board_of[seat] = scene.status
        self.console.print()
        show_position(self.console, self.match.drawn_on, scene)

    def map(self, seat: str) -> None:
        self.console.print()
        show_map(self.console, self.match.drawn_on, self.match.scene(seat))

    def board_if_new(self, seat: str) -> bool:
        """The board, when turn or phase have changed since the seat last saw it; whether it was shown. Where an answer
        is a whole turn a long board is shown once a turn; what has happened since is told."""
        last, now = self.board_of.get(seat), self.match.scene(seat).status
        if last == now or (last is not None and self.match.game.whole_turns and last.turn == now.turn):
            return False
        self.board(seat)
        return True

    def brief_of(self, seat: str) -> Sequence[Explained]:
        """What the seat may read of the scenario."""
        game, state = self.match.game, self.match.state
        return game.brief(state, self._roles(seat), all_seeing=seat == UMPIRE)

    def brief(self, seat: str) -> bool:
        """The scenario brief; whether there is one."""
        lines = self.brief_of(seat)
        for place, line in enumerate(lines):
            style = "" if place else "bold"
            put(self.console, with_rule(line.text, line.rule, style), 2 if place else 0, 4)
        return bool(lines)

    def brief_at_start(self, seat: str) -> None:
        """The brief, before a seat sees the board of a game that begins."""
        begins = self.match.game.turns(self.match.state) <= 1
        if seat not in self.board_of and begins and self.brief_of(seat):
            self.console.print()
            self.brief(seat)
            self.say("play.brief-again")

    def lesson(self) -> None:
        for line in self.match.game.lesson(self.match.state):
            self.console.print()
            put(self.console, with_rule(line.text, line.rule, "italic"), 0, 2)

    def hand(self, seat: str) -> None:
        show_holdings(self.console, self.match.drawn_on, self.match.scene(seat))

    def news(self, seat: str) -> None:
        """What has happened since the seat was last told."""
        seen = self.match.seen(seat, self.told.get(seat, 0))
        self.told[seat] = self.match.next_line
        if seen:
            self.console.print()
            show_events(self.console, seen, len(self.match.seen(seat)) - len(seen) + 1)

    # the decision

    def decision(self, decision: Decision[Any], seat: str, *, hand_shown: bool = False) -> None:
        """Who is asked, what, by which rule, and what could be typed."""
        match, console = self.match, self.console
        console.print()
        prompt = Line(render(self._prompt(decision)), style="bold")
        if isinstance(decision.space, WrittenSpace) and len(self._roles(seat)) > 1:
            prompt = Line(f"{render(match.game.role_name(decision.role))}: ", style="bold").append_text(prompt)
        prompt.append(f"  {decision.rule}", style="dim not bold")
        put(console, prompt)
        if isinstance(decision.space, GateSpace):
            about = list(match.game.concerned(match.state))
            if about:
                put(console, Line(words("play.gate-about", about=about)), 4)
            show_ruling(console, match.game.named(match.state, decision.space.ruling), match.game.id)
            outputs = decision.space.ruling.outputs
            can_change = {name: outputs[name] for name in decision.space.changes.values()}
            if can_change:
                put(console, Line(words("play.gate-changeable", outputs=write_outputs(can_change)), style="dim"), 6)
        hand = hand_line(match.drawn_on, match.scene(seat), decision.role)
        if hand and not hand_shown:
            put(console, Line(words("play.cards", cards=hand), style="dim"))
        if isinstance(decision.space, DiceSpace) and decision.role not in self._roles(seat):
            role = render(match.game.role_name(decision.role))
            put(console, Line(words("play.dice-for", role=role)))
        put(console, self.examples(decision))

    def _prompt(self, decision: Decision[Any]) -> Text:
        """What is asked; at the gate with the procedure's name in the reader's language."""
        if not isinstance(decision.space, GateSpace):
            return decision.prompt
        procedure = word(self.match.game.id, "procedure", decision.space.ruling.procedure)
        return Text(decision.prompt.key, {**decision.prompt.args, "procedure": procedure})

    def _roles(self, seat: str) -> tuple[str, ...]:
        return () if seat == UMPIRE else self.match.seat(seat).roles

    def examples(self, decision: Decision[Any]) -> Line:
        if isinstance(decision.space, GateSpace):
            example = decision.space.changes.example()
            if not example:
                return Line(words("play.gate-accept"), style="dim")
            return Line(words("play.gate-example", example=write_outputs(example)), style="dim")
        if isinstance(decision.space, DiceSpace):
            dice = " ".join(str(4 * die % 6 + 1) for die in range(1, decision.space.n + 1))
            return Line(words("play.dice-example", n=decision.space.n, dice=dice), style="dim")
        if isinstance(decision.space, WrittenSpace):
            return Line(words("play.written-example", example=decision.space.example_line()), style="dim")
        actions = example_answers(decision)
        shown = [*example_of_each_kind(decision).values()][: EXAMPLES - 1]
        other = actions[-1] if actions[-1] not in shown else actions[0]
        if other not in shown:
            shown.append(other)
        lines = " | ".join(_cut(self.match.game.notation.write_briefly(action)) for action in shown)
        return Line(words("play.examples", examples=lines), style="dim")

    def draft(self, draft: Any) -> None:
        """What has been written so far."""
        put(self.console, Line(self.match.game.notation.write(draft), style="bold"), 2, 4)

    def menu(self, menu: Menu) -> None:
        if menu.path:
            self.console.print(Line(" > ".join(menu.path), style="bold"))
        width = len(str(len(menu.labels)))
        for number, label in enumerate(menu.labels, start=1):
            self.console.print(Line(f"  {number:>{width}}  {label}"))
        if menu.more:
            self.console.print(Line(words("play.list.more"), style="dim"))
        if not menu.labels:
            key = "nothing"
        elif menu.filtered:
            key = "hint-filtered"
        elif menu.written:
            key = "hint-written"
        else:
            key = "hint" if menu.back is None else "hint-back"
        self.say(f"play.list.{key}")

    # log and reasons

    def log(self, seat: str, most: int) -> None:
        seen = self.match.seen(seat)
        shown = seen[-most:] if most else seen
        show_events(self.console, shown, len(seen) - len(shown) + 1)

    def why(self, seat: str, number: int) -> None:
        """The whole explanation of a line of the log: the ruling, or the rule itself."""
        event = self.match.seen(seat)[number - 1]
        show_events(self.console, [event], number)
        if event.ruling is not None:
            show_ruling(self.console, event.ruling, self.match.game.id)
        elif event.rule and event.rule in self.match.game.ledger.rules:
            rule = ledger_in(self.match.game, language()).rules[event.rule]
            put(self.console, Line(f"{rule.title}. {rule.text.strip()}"), 6)

    def odds(self, prospects: list[Prospect]) -> None:
        if not prospects:
            self.say("play.odds.none")
            return
        for prospect in prospects:
            put(self.console, Line(render(prospect.title), style="bold"), 0, 4)
            put(self.console, Line(tell_chances(prospect, weigh(self.match.game, prospect))), 4)
        assumptions = dict.fromkeys(render(prospect.assumption) for prospect in prospects)
        self.say("play.odds.assuming", assumption="; ".join(assumptions))

    # turns of people

    def name_of(self, seat: str) -> str:
        if seat == UMPIRE:
            return words("play.umpire")
        return show(seat_name(self.match.game, self.match.seat(seat)))

    def hand_over(self, seat: str) -> None:
        told = words("play.pass-keyboard", seat=self.name_of(seat))
        self.console.print(Panel(Line(told, style="bold"), border_style="yellow"))

    def heading(self, seat: str) -> None:
        self.console.print(Rule(self.name_of(seat), style="cyan"))

    def over(self, seat: str) -> None:
        """The end: the last news, the board with everything open, and the result."""
        self.news(seat)
        self.board(seat)
        show_result(self.console, self.match.game, self.match.state.result)

    def say(self, key: str, /, **args: Any) -> None:
        put(self.console, Line(words(key, **args), style="dim"))

    def warn(self, told: str) -> None:
        put(self.console, Line(told, style="yellow"))

    def refuse(self, told: str) -> None:
        put(self.console, Line(told, style="red"))


def _cut(example: str) -> str:
    """An example that fits a line: of a long list its beginning shows how it is written."""
    return example if len(example) <= LONGEST_EXAMPLE else f"{example[:LONGEST_EXAMPLE].rpartition(' ')[0]} ..."


def write_outputs(outputs: dict[str, Any]) -> str:
    """What a ruling gives, as an umpire would type it to change it."""
    return msgspec.json.encode(outputs).decode()
