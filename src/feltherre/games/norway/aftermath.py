"""Steps 6 to 8 of a land battle: losses, who has won, and where the loser goes (4.2-6 to 4.2-8). What the fleet takes
off is in evacuation.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from feltherre.core.errors import Illegal
from feltherre.core.marks import rule
from feltherre.core.space import Decision, Space
from feltherre.core.spaces import Share
from feltherre.core.state import Step
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import battle, board, victory
from feltherre.games.norway import state as states
from feltherre.games.norway import steps as on_land
from feltherre.games.norway.actions import Counts, Lose, Retreat
from feltherre.games.norway.countries import ALLIES, GERMANY, NORWAY
from feltherre.games.norway.hands import ask_of, country_name
from feltherre.games.norway.procedures.combat import common_retreat, open_for_retreat, surrounded
from feltherre.games.norway.register import steps
from feltherre.games.norway.spaces import Way, allocation, area_label, area_name, area_space
from feltherre.games.norway.state import AREAS, ROLES, NorwayState


@steps.alive(
    on_land.BattleRuled,
    on_land.ChooseLosses,
    on_land.Agreement,
    on_land.GermanyChoosesLosses,
    on_land.SaveLost,
    on_land.CompareSums,
    on_land.LeaveBySea,
    on_land.Withdrawal,
    on_land.GermanyChoosesRetreat,
    on_land.BattleOver,
)
def in_battle(state: NorwayState, step: Step) -> bool:
    """A step of a battle drops out when the battle is broken off (see combat.break_off)."""
    return state.battle is not None


@steps.does(on_land.BattleRuled)
@rule("4.2-4", "4.2-5", "4.2-6")
def battle_ruled(table: Table[NorwayState], step: on_land.BattleRuled) -> None:
    """The dice are down: destroyed battalions stay on the board until they are removed in step 6 (4.2-4)."""
    state, outputs = table.state, step.ruling.outputs
    area = battle.fought(state).area
    attacker_wins = outputs["winner"] == "attacker"
    text = say(
        "norway.event.battle-ruled",
        area=area_name(area),
        attack=outputs["attacker_sum"],
        defence=outputs["defender_sum"],
        winner=say("norway.side.attacker" if attacker_wins else "norway.side.defender"),
    )
    table.tell(text, "4.2-7", (board.AREAS[area],), step.ruling)
    lost_attackers = within(outputs["attacker_losses"], battle.attackers(state))
    lost_defenders = within(outputs["defender_losses"], battle.defenders(state))
    table.push(on_land.ChooseLosses(lost_attackers, lost_defenders), on_land.CompareSums(attacker_wins))


def within(losses: int, there: int) -> int:
    """Losses as the ruling says them (an umpire may have changed it), at most the battalions there are (R12)."""
    return max(0, min(losses, there))


# step 6


def group_name(group: states.Group) -> str:
    """How a group is called in a choice of losses: its area of origin, or sea or air."""
    return group.mode if group.mode in ("sea", "air") else board.AREAS[group.origin]


def heap_label(name: str) -> Text:
    if name in ("sea", "air"):
        return say(f"norway.origin.{name}")
    return say(f"norway.country.{name}") if name in ROLES else area_label(name)


@steps.asks(on_land.ChooseLosses)
@rule("4.2-6", "4.2-6-joint")
def may_choose_losses(state: NorwayState, step: on_land.ChooseLosses) -> Iterator[Decision[Any]]:
    """Each side chooses which of its battalions are removed, both at the same moment; Norway and the Allies have
    agreed before, or one player chooses for both (4.2-6, R11, R12, R84)."""
    if must_talk(state, step):
        return
    lost, area = step.attacker_losses, area_name(battle.fought(state).area)
    groups = [(group_name(group), group.battalions) for group in states.groups_at(state, battle.fought(state).area)]
    if 0 < lost < sum(size for _, size in groups) and len(groups) > 1:
        space = allocation(groups, lost, Lose, heap_label, "4.2-6")
        yield ask_of(state, state.country, "losses", "4.2-6", space, n=lost, area=area)
    lost = step.defender_losses
    if must_agree(state, lost) and state.one_seat:
        space = joint_losses(state, lost)
        yield ask_of(state, NORWAY, "losses-of-both", "4.2-6-joint", space, waiting="losses", n=lost, area=area)


@steps.does(on_land.ChooseLosses)
def losses(table: Table[NorwayState], step: on_land.ChooseLosses) -> None:
    """There is nothing to choose, or two players must agree first."""
    if must_talk(table.state, step):
        table.push(on_land.Agreement(step))
    else:
        remove_losses(table, step, {})


@steps.answer(on_land.ChooseLosses)
def losses_chosen(table: Table[NorwayState], step: on_land.ChooseLosses, role: str, action: Lose) -> None:
    remove_losses(table, step, {role: action})


@steps.answers(on_land.ChooseLosses)
@rule("4.2-6", "4.2-6-joint")
def remove_losses(table: Table[NorwayState], step: on_land.ChooseLosses, actions: Mapping[str, Lose]) -> None:
    """The battalions are removed, those of a joint defence as agreed (4.2-6-joint)."""
    state = table.state
    own = actions.get(ROLES[state.country])
    theirs = actions.get(ROLES[NORWAY]) if state.country == GERMANY else None
    agreed = agreed_on(state, step) or theirs
    remove_attackers(table, step.attacker_losses, own.losses if own else None)
    chosen = agreed.losses if isinstance(agreed, Lose) else None
    remove_defenders(table, within(step.defender_losses, battle.defenders(state)), chosen)


def must_agree(state: NorwayState, losses: int) -> bool:
    """Whether Norway and the Allies both have battalions in the battle and only some of these are lost."""
    return 0 < losses < battle.defenders(state) and len(battle.defending_countries(state)) > 1


def must_talk(state: NorwayState, step: on_land.JointStep) -> bool:
    """Whether two players must agree on what is lost, or where to go, and have not yet (4.2-6-joint, R84)."""
    return not state.one_seat and joint_choice(state, step) is not None and agreed_on(state, step) is None


def joint_choice(state: NorwayState, step: on_land.JointStep, country: int = ALLIES) -> Space[Any] | None:
    """What Norway and the Allies choose together, as one of them is asked; None if there is nothing to choose."""
    if isinstance(step, on_land.ChooseLosses):
        return joint_losses(state, step.defender_losses) if must_agree(state, step.defender_losses) else None
    choices = retreat_choices(state, step.attacker_wins)
    return joint_retreat(state, country) if together(choices) and len(choices[NORWAY]) > 1 else None


def agreed_on(state: NorwayState, step: on_land.JointStep) -> Lose | Retreat | None:
    """What they have agreed on, unless an umpire's edit has made it impossible since."""
    choice = joint_choice(state, step)
    return step.agreed if choice is not None and step.agreed is not None and choice.contains(step.agreed) else None


def joint_losses(state: NorwayState, losses: int) -> Share[Any]:
    area = battle.fought(state).area
    heaps = [(ROLES[country], states.at(state, country, area)) for country in (NORWAY, ALLIES)]
    return allocation(heaps, losses, Lose, heap_label, "4.2-6-joint")


@rule("4.2-6", "4.2-6-evac")
def remove_attackers(table: Table[NorwayState], losses: int, chosen: Counts | None) -> None:
    """Take the attackers' losses off the board as chosen, or there is no choice; Allied ones may yet be saved."""
    state = table.state
    left = losses
    for group in states.groups_at(state, battle.fought(state).area):
        taken = dict(chosen).get(group_name(group), 0) if chosen is not None else min(left, group.battalions)
        if taken:
            states.take_from_group(state, group, taken)
            left -= taken
    state.removed[state.country] += losses
    tell_losses(table, state.country, losses)
    if state.country == ALLIES and losses:
        table.push(on_land.SaveLost(losses))


@rule("4.2-6", "4.2-6-evac")
def remove_defenders(table: Table[NorwayState], losses: int, chosen: Counts | None) -> None:
    """Take the defenders' losses off the board; Allied ones may yet be saved (4.2-6-evac)."""
    state = table.state
    area = battle.fought(state).area
    left = losses
    for country in battle.defending_countries(state):
        taken = (
            dict(chosen).get(ROLES[country], 0) if chosen is not None else min(left, states.at(state, country, area))
        )
        states.take_off(state, country, area, taken)
        left -= taken
        tell_losses(table, country, taken)
        if country == ALLIES and taken:
            table.push(on_land.SaveLost(taken))


def tell_losses(table: Table[NorwayState], country: int, losses: int) -> None:
    if losses:
        area = battle.fought(table.state).area
        text = say("norway.event.loses", country=country_name(country), n=losses, area=area_name(area))
        table.tell(text, "4.2-6", (board.AREAS[area],))


@steps.asks(on_land.GermanyChoosesLosses)
@rule("4.2-6-joint")
def germany_may_choose_losses(state: NorwayState, step: on_land.GermanyChoosesLosses) -> Iterator[Decision[Any]]:
    """Norway and the Allies did not agree: Germany decides which battalions they lose (4.2-6-joint)."""
    if must_agree(state, step.losses):
        area, space = area_name(battle.fought(state).area), joint_losses(state, step.losses)
        yield ask_of(state, GERMANY, "their-losses", "4.2-6-joint", space, n=step.losses, area=area)


@steps.does(on_land.GermanyChoosesLosses)
def their_losses(table: Table[NorwayState], step: on_land.GermanyChoosesLosses) -> None:
    """Nothing is left to choose after an umpire's edit."""
    remove_defenders(table, within(step.losses, battle.defenders(table.state)), None)


@steps.answer(on_land.GermanyChoosesLosses)
def their_losses_chosen(table: Table[NorwayState], step: on_land.GermanyChoosesLosses, role: str, action: Lose) -> None:
    remove_defenders(table, step.losses, action.losses)


# step 7


@steps.does(on_land.CompareSums)
@rule("4.2-7", "1.3-5")
def compare_sums(table: Table[NorwayState], step: on_land.CompareSums) -> None:
    """The sums alone decide, whoever is left (4.2-7, R13); a side without battalions has lost the game (1.3-5)."""
    wins = step.attacker_wins
    if not destroyed_in_battle(table, wins):
        table.push(on_land.LeaveBySea(wins), on_land.Withdrawal(wins), on_land.BattleOver(wins))


@rule("1.3-5", "4.2b-3")
def destroyed_in_battle(table: Table[NorwayState], attacker_wins: bool) -> bool:
    """Whether the game ends with this battle (1.3-5). An attacker who has won holds the area before it is judged, so
    that the last board and the count of cities show it (4.2b-3, R13)."""
    if attacker_wins and victory.side_destroyed(table.state):
        take_area(table)
    return victory.check_destruction(table)


# step 8

#: (neighbour, over water) for each area
_NEIGHBOURS = tuple(
    tuple((other, board.over_water(area, other)) for other in board.NEIGHBOURS[area]) for area in range(AREAS)
)


@rule("4.2-8-def-1", "4.2-8-def-3", "2.3-fjord-2")
def defender_options(state: NorwayState, country: int, area: int) -> list[int]:
    """Where defenders may retreat: no enemies, no undecided battle, no area attacked from in this turn, and only
    Norwegians over water (4.2-8-def-1, 4.2-8-def-3, R15)."""
    return _options(state, country, area, tuple(state.origins))


@rule("4.2-8-att-2")
def landed_attacker_options(state: NorwayState, area: int) -> list[int]:
    """Where losing attackers from sea or air may go: like defenders, but also where their side attacked from (R15)."""
    return _options(state, state.country, area, ())


def _options(state: NorwayState, country: int, area: int, barred: tuple[int, ...]) -> list[int]:
    held = [other for other in board.NEIGHBOURS[area] if states.enemy_held(state, country, other)]
    return open_for_retreat(ROLES[country], _NEIGHBOURS[area], held, states.attacked_areas(state), barred)


def why_no_retreat(state: NorwayState, country: int, area: int, target: int) -> Illegal:
    """Why battalions of the country that have lost in `area` cannot go to `target`, and the rule."""
    if target not in board.NEIGHBOURS[area]:
        return _refusal("not-adjacent", "4.2-8-def-1", target)
    if states.enemy_held(state, country, target):
        return _refusal("enemy", "4.2-8-def-1", target)
    if target in states.attacked_areas(state):
        return _refusal("pending", "4.2-8-def-1", target)
    if country != state.country and target in state.origins:
        return _refusal("origin", "4.2-8-def-1", target)
    options = _options(state, country, area, ())
    return (
        _refusal("together", "4.2-8-def-2", target) if target in options else _refusal("water", "4.2-8-def-3", target)
    )


def _refusal(why: str, rule_id: str, target: int) -> Illegal:
    return Illegal(say(f"norway.illegal.retreat.{why}", area=area_name(target)), rule_id)


def retreat_choices(state: NorwayState, attacker_wins: bool) -> dict[int, list[int]]:
    """country -> areas its losing battalions may go to, for those that do not simply go back where they came from."""
    area = battle.fought(state).area
    if not attacker_wins:
        landed = any(group.mode in ("sea", "air") for group in states.groups_at(state, area))
        return {state.country: landed_attacker_options(state, area)} if landed else {}
    return defenders_choices(state, area)


@rule("4.2-8-def-1", "4.2-8-def-2", "4.2b-2")
def defenders_choices(state: NorwayState, area: int) -> dict[int, list[int]]:
    """All defenders of a battle go to the same area, if one is open to both countries (4.2-8-def-2, R16)."""
    options = {country: defender_options(state, country, area) for country in battle.defending_countries(state)}
    if len(options) == 2:
        common = common_retreat(options[NORWAY], options[ALLIES])
        if common:
            return {NORWAY: common, ALLIES: common}
    return options


@steps.asks(on_land.Withdrawal)
@rule("4.2-8-def-1", "4.2-8-att-2", "4-5")
def may_retreat(state: NorwayState, step: on_land.Withdrawal) -> Iterator[Decision[Any]]:
    """The loser chooses where his battalions go, if there is more than one area (4.2-8-def-1); one player chooses for
    both partners, two must agree first."""
    choices, what = retreat_choices(state, step.attacker_wins), "retreat"
    if together(choices):
        choices, what = {NORWAY: choices[NORWAY]} if state.one_seat else {}, "retreat-of-both"
    area = area_name(battle.fought(state).area)
    for country, areas in choices.items():
        if len(areas) > 1:
            rule_id = "4.2-8-att-2" if country == state.country else "4.2-8-def-1"
            space = retreat_space(state, country, areas)
            yield ask_of(state, country, what, rule_id, space, waiting="retreat", area=area)


@steps.does(on_land.Withdrawal)
def withdrawal(table: Table[NorwayState], step: on_land.Withdrawal) -> None:
    """There is nothing to choose, or two players have agreed or must agree first."""
    agreed = agreed_on(table.state, step)
    if must_talk(table.state, step):
        table.push(on_land.Agreement(step))
    else:
        losers_leave(table, step, {ROLES[NORWAY]: agreed} if isinstance(agreed, Retreat) else {})


@steps.answer(on_land.Withdrawal)
def retreat_chosen(table: Table[NorwayState], step: on_land.Withdrawal, role: str, action: Retreat) -> None:
    losers_leave(table, step, {role: action})


@steps.answers(on_land.Withdrawal)
@rule("4.2-8-def-2", "4.2-8-def-4", "4.2-8-att-1")
def losers_leave(table: Table[NorwayState], step: on_land.Withdrawal, actions: Mapping[str, Retreat]) -> None:
    """Attackers by land go back where they came from; the others to the chosen area, or are lost (4.2-8)."""
    choices = retreat_choices(table.state, step.attacker_wins)
    chosen = {
        country: [board.INDEX[actions[ROLES[country]].target]] for country in choices if ROLES[country] in actions
    }
    if together(choices) and chosen:
        chosen = dict.fromkeys(choices, next(iter(chosen.values())))
    if not step.attacker_wins:
        send_back(table)
    for country, areas in choices.items():
        withdraw(table, country, chosen.get(country, areas), step.attacker_wins)
    destroyed_in_battle(table, step.attacker_wins)


def together(choices: Mapping[int, Sequence[int]]) -> bool:
    """Whether Norway and the Allies must retreat to one and the same area (R16)."""
    return len(choices) == 2 and bool(choices[NORWAY]) and choices[NORWAY] == choices[ALLIES]


def joint_retreat(state: NorwayState, country: int) -> Way:
    """The areas that are open to both (R16), as one of them is asked."""
    return retreat_space(state, country, defenders_choices(state, battle.fought(state).area)[NORWAY])


def retreat_space(state: NorwayState, country: int, areas: Sequence[int]) -> Way:
    area = battle.fought(state).area
    return area_space(areas, Retreat, lambda target: why_no_retreat(state, country, area, target))


@rule("4.2-8-att-1", "4.1b-4")
def send_back(table: Table[NorwayState]) -> None:
    """Losing attackers by land go back to the areas they attacked from (4.2-8-att-1)."""
    state = table.state
    area = battle.fought(state).area
    for group in states.groups_at(state, area):
        if group.mode in ("land", "water"):
            states.take_from_group(state, group, group.battalions)
            states.add(state, state.country, group.origin, group.battalions)
            tell_retreat(table, state.country, group.battalions, area, group.origin, "4.2-8-att-1")


@rule("4.2-8-def-4", "4.2-8-def-2")
def withdraw(table: Table[NorwayState], country: int, areas: Sequence[int], attacker_wins: bool) -> None:
    """Battalions retreat together to one area, or are all lost if there is none (4.2-8-def-4)."""
    state = table.state
    area = battle.fought(state).area
    if attacker_wins:
        leaving = states.at(state, country, area)
        states.add(state, country, area, -leaving)
    else:
        leaving = battle.attackers(state)
        for group in states.groups_at(state, area):
            states.take_from_group(state, group, group.battalions)
    if surrounded(areas):
        state.removed[country] += leaving
        text = say("norway.event.surrounded", country=country_name(country), n=leaving, area=area_name(area))
        table.tell(text, "4.2-8-def-4", (board.AREAS[area],))
        return
    (target,) = areas
    states.add(state, country, target, leaving)
    rule_id = "4.2-8-def-1" if attacker_wins else "4.2-8-att-2"
    tell_retreat(table, country, leaving, area, target, rule_id)


def tell_retreat(table: Table[NorwayState], country: int, n: int, area: int, target: int, rule_id: str) -> None:
    text = say(
        "norway.event.retreats", country=country_name(country), n=n, area=area_name(area), target=area_name(target)
    )
    table.tell(text, rule_id, (board.AREAS[area], board.AREAS[target]))


@steps.asks(on_land.GermanyChoosesRetreat)
@rule("4.2-8-def-2")
def germany_may_choose_retreat(state: NorwayState, step: on_land.GermanyChoosesRetreat) -> Iterator[Decision[Any]]:
    """Norway and the Allies must go to the same area and did not agree: Germany decides, as with losses (R70)."""
    choices = defenders_choices(state, battle.fought(state).area)
    if together(choices) and len(choices[NORWAY]) > 1:
        area, space = area_name(battle.fought(state).area), joint_retreat(state, ALLIES)
        yield ask_of(state, GERMANY, "their-retreat", "4.2-8-def-2", space, area=area)


@steps.does(on_land.GermanyChoosesRetreat)
def their_retreat(table: Table[NorwayState], step: on_land.GermanyChoosesRetreat) -> None:
    """They need not go together any more after an umpire's edit."""
    table.push(on_land.Withdrawal(attacker_wins=True))


@steps.answer(on_land.GermanyChoosesRetreat)
def their_retreat_chosen(
    table: Table[NorwayState], step: on_land.GermanyChoosesRetreat, role: str, action: Retreat
) -> None:
    for country in (NORWAY, ALLIES):
        withdraw(table, country, [board.INDEX[action.target]], attacker_wins=True)


@steps.does(on_land.BattleOver)
@rule("4.2b-3", "4.2-7")
def battle_over(table: Table[NorwayState], step: on_land.BattleOver) -> None:
    """The winner holds the area; with nobody left it stays empty (4.2b-3, R13)."""
    if step.attacker_wins:
        take_area(table)
    table.state.battle = None


@rule("4.2b-3", "4.2-7")
def take_area(table: Table[NorwayState]) -> None:
    """The attackers who are left hold the area of the battle (4.2b-3)."""
    state = table.state
    area = battle.fought(state).area
    for group in states.groups_at(state, area):
        states.take_from_group(state, group, group.battalions)
        states.add(state, state.country, area, group.battalions)
    if states.at(state, state.country, area):
        who = country_name(state.country)
        table.tell(say("norway.event.takes", country=who, area=area_name(area)), "4.2b-3", (board.AREAS[area],))
