/** The battle that a move into an enemy area lays on (4.1b-2), as far as it stands before any card. */

import { isText } from "../../texts/text";
import type { Prospect } from "../../wire/messages";
import type { Foreseen } from "../game";

interface Move {
  readonly kind: string;
  readonly origin: string;
  readonly target: string;
  readonly count: number;
}

interface Group {
  readonly from: string;
  readonly mode: string;
  readonly battalions: number;
}

const COULD_BE = "norway.odds.could";

export function foresees(action: unknown, prospects: readonly Prospect[]): Foreseen | null {
  const { kind, origin, target, count } = action as Move;
  if (kind !== "move") return null;
  const here = prospects.filter(({ title }) => isAt(title.args?.["area"], target));
  // all who could attack together; those of them who go are taken from it
  const all = here.find(({ title }) => title.key === COULD_BE);
  const mode = groupsOf(all).find(({ from }) => from === origin)?.mode;
  if (all === undefined || mode === undefined) return null;
  const laidOn = groupsOf(here.find(({ title }) => title.key !== COULD_BE));
  const joined = laidOn.find((group) => group.from === origin && group.mode === mode);
  const others = laidOn.filter((group) => group !== joined);
  const going: Group = { from: origin, mode, battalions: count + (joined?.battalions ?? 0) };
  return { like: all, situation: { ...all.situation, attack_groups: [...others, going] } };
}

function isAt(area: unknown, target: string): boolean {
  return isText(area) && area.key === `norway.area.${target}`;
}

function groupsOf(prospect: Prospect | undefined): readonly Group[] {
  return (prospect?.situation["attack_groups"] ?? []) as readonly Group[];
}
