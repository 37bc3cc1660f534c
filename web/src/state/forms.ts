/** What the forms of an answer share: some of several things (several), and things to be put somewhere (stations). */

import type { Choice, Choices, DecisionSeen, Part, Picking, Refused, WhyNot } from "../wire/messages";
import type { Sheet } from "./sheet";

export interface Asker {
  choices(decision: string, partial: readonly Part[]): Promise<Choices | Refused>;
  whyNot(decision: string, partial: readonly Part[], part: Part | null): Promise<WhyNot | Refused>;
}

/** Where a form stands: in which decision, after which parts, and what may be picked first. */
export interface FormPlace {
  readonly decision: DecisionSeen;
  readonly base: readonly Part[];
  readonly choices: readonly Choice[];
  readonly picking: Picking;
  readonly asker: Asker;
  readonly sheet: Sheet;
}

/** What a form knows about going on: the answer of the server to all that is chosen now. */
export interface Onward {
  readonly partial: readonly Part[];
  readonly reply: Choices;
}

export const NOTHING_LIT: ReadonlySet<string> = new Set();
