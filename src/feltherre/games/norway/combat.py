"""Phase 2b, land battle: the order of battles, the cards of steps 1 to 3 and the dice (4.2). Losses and withdrawal are
in aftermath.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltherre.core.agenda import Adjudication, StepRules, decision_id
from feltherre.core.chance import Ruling
from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, OneOf, Partial, Single, Space
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import either, say
from feltherre.games.norway import board, cards
from feltherre.games.norway.actions import Fight, Pass, Play
from feltherre.games.norway.april.steps import AprilPhase, Bluff
from feltherre.games.norway.battle import (
    InBattle,
    defending_countries,
    dice_value,
    has_effect,
    place_in_play,
    playable,
    situation,
    targets_of,
    why_not_playable,
    with_card,
)
from feltherre.games.norway.hands import BY_SHORT_ID, card_name, could_hold, country_name, look_at_hand, use
from feltherre.games.norway.procedures.combat import land_combat
from feltherre.games.norway.sabotage import occupy
from feltherre.games.norway.spaces import AreaSpace, area_label, area_name, kind_name
from feltherre.games.norway.state import (
    ROLES,
    Battle,
    NorwayState,
    attacked_areas,
    enemies,
    enemy_held,
)
from feltherre.games.norway.steps import (
    AttackerCards,
    BattleDice,
    BattleRuled,
    ChooseBattle,
    DefenderCards,
    Phase,
    ReactionCards,
)


class ChooseBattleRules(StepRules[NorwayState, ChooseBattle]):
    asks = True

    @rule("4.2-0")
    def decisions(self, state: NorwayState, step: ChooseBattle) -> Sequence[Decision[Any]]:
        """The attacker chooses the order of his battles (4.2-0)."""
        areas = attacked_areas(state)
        if len(areas) < 2:
            return ()
        role = ROLES[state.country]
        space = AreaSpace(areas, Fight, no_battle)
        prompt = say(
            "norway.prompt.choose-battle",
            country=country_name(state.country),
            areas=either([area_name(area) for area in areas]),
        )
        waiting = say("norway.wait.choose-battle", country=country_name(state.country))
        return (Decision(decision_id(state, role), role, prompt, "4.2-0", space, waiting),)

    def proceed(self, table: Table[NorwayState], step: ChooseBattle) -> None:
        areas = attacked_areas(table.state)
        if areas:
            begin_battle(table, areas[0])
        else:
            table.push(Phase(3) if table.state.round else AprilPhase(3))

    def answer(self, table: Table[NorwayState], step: ChooseBattle, role: str, action: Fight) -> None:
        begin_battle(table, board.INDEX[action.area])


def no_battle(area_id: str) -> Illegal:
    return Illegal(say("norway.illegal.no-battle", area=area_label(area_id)), "4.2-0")


@rule("4.2b-1", "4.2b-2", "4.2-0")
def begin_battle(table: Table[NorwayState], area: int) -> None:
    """A battle is fought through steps 1 to 8 before the next begins; all in the area defend together (R11)."""
    state = table.state
    state.battle = Battle(area)
    defenders = defending_countries(state)
    names = [country_name(country) for country in defenders]
    who = country_name(state.country)
    table.tell(
        say("norway.event.battle", area=area_name(area), attacker=who, defenders=names), "4.2b-1", (board.AREAS[area],)
    )
    table.push(
        *(() if state.round else (Bluff(),)),
        AttackerCards(),
        *(DefenderCards(country) for country in enemies(state.country)),
        ReactionCards(),
        BattleDice(),
        ChooseBattle(),
    )


def break_off(table: Table[NorwayState]) -> None:
    """After an umpire's edit: attackers walk in where nobody defends any more, and a battle there is not fought.

    Once its dice are thrown a battle goes on to its end: the sums decide, whoever is left (R13).
    """
    state = table.state
    thrown = not any(isinstance(step, BattleDice) for step in state.agenda)
    for area in attacked_areas(state):
        fought_now = state.battle is not None and state.battle.area == area
        if enemy_held(state, state.country, area) or (fought_now and thrown):
            continue
        if fought_now:
            state.battle = None
        occupy(table, area)


def card_window(
    state: NorwayState, country: int, step: int, rule_id: str, prompt: str, waiting: str
) -> Sequence[Decision[Any]]:
    """A country may use cards in a step of the battle. It is asked whenever it might hold one, and in vain if not."""
    battle = state.battle
    assert battle is not None
    if not could_hold(state, country, playable(state, country, step, in_hand_only=False)):
        return ()
    space = CardSpace(PlaySpace(state, country, step), rule_id)
    role = ROLES[country]
    return (
        Decision(
            decision_id(state, role),
            role,
            say(prompt, country=country_name(country), area=area_name(battle.area)),
            rule_id,
            space,
            say(waiting, country=country_name(country), area=area_name(battle.area)),
            reaction=True,
        ),
    )


class CardSpace(OneOf):
    """A card, if one can be used, or a pass. A card that cannot be used is refused with its own reason."""

    def __init__(self, plays: PlaySpace, rule_id: str) -> None:
        branches: dict[str, Space[Any]] = {"play": plays} if plays.actions else {}
        branches["pass"] = Single(Pass())
        closed = Illegal(say("norway.illegal.no-card-for-step"), rule_id)
        super().__init__(branches, {Play: "play", Pass: "pass"}, lambda kind: closed, kind_name)
        self.plays = plays

    def parts(self, action: Any) -> Partial:
        return super().parts(action) if not isinstance(action, Play) else ("play", *self.plays.parts(action))


class PlaySpace(Space[Any]):
    """The cards a country can use now in the battle, each for its own effect or against another card."""

    def __init__(self, state: NorwayState, country: int, step: int) -> None:
        self.state = state
        self.country = country
        self.step = step
        self.actions: list[Play] = []
        for card in playable(state, country, step):
            if has_effect(card, step):
                self.actions.append(Play(cards.SHORT_IDS[card]))
            self.actions += [
                Play(cards.SHORT_IDS[card], cards.SHORT_IDS[target]) for target in targets_of(state, card, step)
            ]

    def options(self, partial: tuple[Any, ...]) -> Sequence[int]:
        return () if partial else range(len(self.actions))

    def build(self, partial: tuple[Any, ...]) -> Play:
        return self.actions[int(partial[0])]

    def parts(self, action: Play) -> tuple[int, ...]:
        if action in self.actions:
            return (self.actions.index(action),)
        raise self.refusal(action)

    def refusal(self, action: Play) -> Illegal:
        return why_not_playable(self.state, self.country, self.step, action)

    def label(self, partial: tuple[Any, ...], part: Any) -> Any:
        action = self.actions[part]
        card = BY_SHORT_ID[self.country][action.card]
        if action.against:
            enemy = next(t for t in targets_of(self.state, card, self.step) if cards.SHORT_IDS[t] == action.against)
            return say("norway.play-against", card=card_name(card), target=card_name(enemy))
        n = dice_value(self.state, card, self.step)
        return say("norway.play-card" if n else "norway.play-to-look", card=card_name(card), n=n)


def play(table: Table[NorwayState], country: int, step: int, action: Play) -> None:
    """A card is laid on the table in this battle and used up, whatever comes of it (2.4-2, R64)."""
    state = table.state
    battle = state.battle
    assert battle is not None
    card = BY_SHORT_ID[country][action.card]
    use(table, card)
    state.battle = with_card(battle, country, step, action)
    key = "norway.event.plays-against" if action.against else "norway.event.plays-in-battle"
    against = place_in_play(battle, action)
    target = card_name(battle.played[against].card) if against >= 0 else ""
    table.tell(
        say(key, country=country_name(country), card=card_name(card), target=target, area=area_name(battle.area)),
        f"4.2-{step}",
        (board.AREAS[battle.area],),
    )


class AttackerCardsRules(InBattle, StepRules[NorwayState, AttackerCards]):
    asks = True

    @rule("4.2-1", "2.4-symbols-2", "4.2b-3")
    def decisions(self, state: NorwayState, step: AttackerCards) -> Sequence[Decision[Any]]:
        """Step 1: the attacker uses all the cards he wants, at most one of a type (4.2-1)."""
        return card_window(state, state.country, 1, "4.2-1", "norway.prompt.attacker-cards", "norway.wait.cards")

    def proceed(self, table: Table[NorwayState], step: AttackerCards) -> None:
        """Nobody could hold a card for it."""

    @rule("4.2-1", "2.4-2")
    def answer(self, table: Table[NorwayState], step: AttackerCards, role: str, action: Any) -> None:
        """Cards are laid one by one; Scouts let their player look before he goes on (4.2-1)."""
        state = table.state
        if isinstance(action, Pass):
            return
        table.push(step)
        play(table, state.country, 1, action)
        card = BY_SHORT_ID[state.country][action.card]
        if any(f.op == "look-at-hand" for f in cards.functions_at(card, cards.OWN, "2b", "4.2-1")):
            for country in defending_countries(state):
                look_at_hand(table, state.country, country)


class DefenderCardsRules(InBattle, StepRules[NorwayState, DefenderCards]):
    asks = True

    @rule("4.2-2", "4.2b-4", "2.4-symbols-3", "4-5")
    def decisions(self, state: NorwayState, step: DefenderCards) -> Sequence[Decision[Any]]:
        """Step 2: the defender counters and then strengthens; Norway first, then the Allies (4.2-2, R11)."""
        return card_window(state, step.country, 2, "4.2-2", "norway.prompt.defender-cards", "norway.wait.cards")

    def proceed(self, table: Table[NorwayState], step: DefenderCards) -> None:
        """Nobody could hold a card for it."""

    def answer(self, table: Table[NorwayState], step: DefenderCards, role: str, action: Any) -> None:
        if not isinstance(action, Pass):
            table.push(step)
            play(table, step.country, 2, action)


class ReactionCardsRules(InBattle, StepRules[NorwayState, ReactionCards]):
    asks = True

    @rule("4.2-3", "2.4-symbols-4")
    def decisions(self, state: NorwayState, step: ReactionCards) -> Sequence[Decision[Any]]:
        """Step 3: the attacker counters the defender's cards; nobody answers that again (4.2-3, R65)."""
        return card_window(state, state.country, 3, "4.2-3", "norway.prompt.reaction-cards", "norway.wait.cards")

    def proceed(self, table: Table[NorwayState], step: ReactionCards) -> None:
        """Nothing to counter, or nobody could hold a card for it."""

    def answer(self, table: Table[NorwayState], step: ReactionCards, role: str, action: Any) -> None:
        if not isinstance(action, Pass):
            table.push(step)
            play(table, table.state.country, 3, action)


class BattleDiceRules(InBattle, Adjudication[NorwayState, BattleDice]):
    """Steps 4 and 5, by the procedure land-combat."""

    def procedure(self, state: NorwayState) -> Any:
        return land_combat

    @rule("4.2-4", "4.2-5", "4.2-dice-3", "4.2b-2")
    def assessment(self, state: NorwayState, step: BattleDice) -> Any:
        """The attacker throws first, then all who defend, destroyed or not (4.2-4, 4.2-5)."""
        return land_combat.assess(situation(state))

    def effects(self, step: BattleDice, ruling: Ruling) -> Step:
        return BattleRuled(ruling)

    @rule("4-5")
    def thrower(self, state: NorwayState, step: BattleDice, purpose: str) -> str:
        """The defender throws in the opponent's turn; Norway for a joint defence it takes part in (4-5)."""
        if purpose == "attacker_dice":
            return ROLES[state.country]
        return ROLES[defending_countries(state)[0]]
