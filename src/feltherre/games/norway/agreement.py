"""Norway and the Allies must agree on the losses and the retreat of a joint defence (4.2-6-joint, 4.2-8-def-2, R84).

Norway proposes first. Whoever is asked sees what the partner proposes: the same answer is agreement, any other a
proposal of his own that the partner answers in turn. Only when both stand by what they proposed does Germany decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import structs

from feltherre.core.agenda import decision_id
from feltherre.core.marks import rule
from feltherre.core.space import Decision
from feltherre.core.table import Table
from feltherre.core.text import Text, say
from feltherre.games.norway import steps as on_land
from feltherre.games.norway.actions import Lose, Retreat
from feltherre.games.norway.aftermath import heap_label, joint_choice, must_talk
from feltherre.games.norway.battle import fought
from feltherre.games.norway.hands import country_name
from feltherre.games.norway.register import steps
from feltherre.games.norway.spaces import area_label, area_name
from feltherre.games.norway.state import ALLIES, NORWAY, ROLES, NorwayState

PARTNER = {NORWAY: ALLIES, ALLIES: NORWAY}
#: proposals that tell whether both stand by theirs: the partner's last but one, one's own, the partner's
REMEMBERED = 3


@steps.asks(on_land.Agreement)
@rule("4.2-6-joint", "4.2-8-def-2")
def may_agree(state: NorwayState, step: on_land.Agreement) -> Iterator[Decision[Any]]:
    """One of the two is asked, and reads what the other proposes (R84)."""
    space = joint_choice(state, step.about, step.country)
    if space is not None and must_talk(state, step.about):
        role, rule_id = ROLES[step.country], rule_of(step.about)
        word = "losses" if isinstance(step.about, on_land.ChooseLosses) else "retreat"
        waiting = say(f"norway.wait.{word}", country=country_name(step.country), area=area_name(fought(state).area))
        yield Decision(decision_id(state, role), role, prompt_of(state, step), rule_id, space, waiting)


@steps.does(on_land.Agreement)
def nothing_to_agree_on(table: Table[NorwayState], step: on_land.Agreement) -> None:
    """Nothing is left to agree on after an umpire's edit."""
    table.push(step.about)


@steps.answer(on_land.Agreement)
@rule("4.2-6-joint", "4.2-8-def-2")
def propose(table: Table[NorwayState], step: on_land.Agreement, role: str, action: Lose | Retreat) -> None:
    """The partner's own proposal is agreement; if neither gives way, Germany decides (R84)."""
    said, before = plainly(action), standing(table.state, step)
    if before and said == before[-1]:
        table.push(structs.replace(step.about, agreed=said))
    elif both_stand((*before, said)):
        table.tell(say("norway.event.no-agreement"), rule_of(step.about))
        table.push(*germany_decides(step.about))
    else:
        tell_proposal(table, step, said)
        table.push(on_land.Agreement(step.about, PARTNER[step.country], (*before, said)[-REMEMBERED:]))


def standing(state: NorwayState, step: on_land.Agreement) -> tuple[Lose | Retreat, ...]:
    """The proposals so far; none if an umpire's edit has made one impossible since, and they begin anew."""
    choice = joint_choice(state, step.about)
    return step.proposals if choice is not None and all(map(choice.contains, step.proposals)) else ()


def both_stand(proposals: Sequence[Lose | Retreat]) -> bool:
    """Whether both have just repeated what they proposed before."""
    return len(proposals) > REMEMBERED and proposals[-1] == proposals[-3] and proposals[-2] == proposals[-4]


def plainly(action: Lose | Retreat) -> Lose | Retreat:
    """A proposal as it is compared: the order in which losses are named says nothing."""
    return Lose(tuple(sorted(action.losses))) if isinstance(action, Lose) else action


def germany_decides(about: on_land.JointStep) -> tuple[Any, ...]:
    if isinstance(about, on_land.ChooseLosses):
        return on_land.GermanyChoosesLosses(about.defender_losses), structs.replace(about, defender_losses=0)
    return (on_land.GermanyChoosesRetreat(),)


def rule_of(about: on_land.JointStep) -> str:
    return "4.2-6-joint" if isinstance(about, on_land.ChooseLosses) else "4.2-8-def-2"


# in words


def prompt_of(state: NorwayState, step: on_land.Agreement) -> Text:
    about, who, area = step.about, country_name(step.country), area_name(fought(state).area)
    proposals = standing(state, step)
    if not proposals:
        if isinstance(about, on_land.ChooseLosses):
            return say("norway.prompt.propose-losses", n=about.defender_losses, country=who, area=area)
        return say("norway.prompt.propose-retreat", country=who, area=area)
    theirs = proposal_text(proposals[-1])
    if len(proposals) == 1:
        return say("norway.prompt.agree", country=who, area=area, theirs=theirs)
    last = len(proposals) == REMEMBERED and proposals[-1] == proposals[-3]
    key = "norway.prompt.agree-last" if last else "norway.prompt.agree-again"
    return say(key, country=who, area=area, theirs=theirs, own=proposal_text(proposals[-2]))


def proposal_text(proposal: Lose | Retreat) -> Text:
    if isinstance(proposal, Lose):
        heaps = [say("norway.heap", name=heap_label(name), n=count) for name, count in proposal.losses]
        return say("norway.proposal.losses", heaps=heaps)
    return say("norway.proposal.retreat", area=area_label(proposal.target))


def tell_proposal(table: Table[NorwayState], step: on_land.Agreement, said: Lose | Retreat) -> None:
    """Only the partners hear it: Germany learns what they agree on, or decides."""
    text = say("norway.event.proposes", country=country_name(step.country), proposal=proposal_text(said))
    table.tell(text, rule_of(step.about), audience=(ROLES[NORWAY], ROLES[ALLIES]))


# for others


def forget(state: NorwayState, rng: Random) -> None:
    """What the partners said to each other, drawn anew for a seat that did not hear it."""
    step = state.agenda[-1] if state.agenda else None
    about = step.about if isinstance(step, on_land.Agreement) else step
    choice = joint_choice(state, about) if isinstance(about, on_land.ChooseLosses | on_land.Withdrawal) else None
    if choice is None:
        return
    if isinstance(step, on_land.Agreement):
        heard: list[Lose | Retreat] = []
        for _ in step.proposals:
            others = [other for other in map(plainly, choice.candidates()) if other not in heard[-1:]]
            heard.append(rng.choice(others))
        state.agenda[-1] = structs.replace(step, proposals=tuple(heard))
    elif isinstance(step, on_land.ChooseLosses) and step.agreed is not None:
        state.agenda[-1] = structs.replace(step, agreed=plainly(choice.sample(rng)))
