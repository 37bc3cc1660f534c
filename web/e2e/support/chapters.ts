/** What a seat was asked in its own turns and what it did, by chapter of the rules. */

import type { Wire } from "./wire";

export type Chapter = "movement" | "combat" | "reinforcement";

/** The opening of the rule under which something is asked. */
const RULES: Readonly<Record<Chapter, readonly string[]>> = {
  movement: ["4.1"],
  combat: ["4.2"],
  reinforcement: ["4.3", "3-7"],
};
export const CHAPTERS = Object.keys(RULES) as readonly Chapter[];
const NOTHING: ReadonlySet<unknown> = new Set(["pass", "end-movement"]);

function chapterOf(rule: string): Chapter | null {
  return CHAPTERS.find((chapter) => RULES[chapter].some((opening) => rule.startsWith(opening))) ?? null;
}

export interface Turns {
  /** chapters that the rules offered something of */
  readonly offered: ReadonlySet<Chapter>;
  /** chapters in which the page sent more than a pass */
  readonly done: ReadonlySet<Chapter>;
}

export function ownTurns(wire: Wire, country: string): Turns {
  const asked = new Map<string, Chapter>();
  for (const position of wire.positions) {
    if (position.scene.status.side !== country) continue;
    for (const decision of position.asked) {
      const chapter = decision.role === country ? chapterOf(decision.rule) : null;
      if (chapter !== null) asked.set(decision.id, chapter);
    }
  }
  const acts = wire.acts.filter(({ action }) => !NOTHING.has((action as { kind: string } | undefined)?.kind));
  const done = acts.map((act) => asked.get(act.decision)).filter((chapter) => chapter !== undefined);
  return { offered: new Set(asked.values()), done: new Set(done) };
}
