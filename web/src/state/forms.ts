/** What the forms of an answer share: a list to tick (picks), and things to be put somewhere (stations). */

import type { Choices, DecisionSeen, Part, Refused, WhyNot } from "../wire/messages";
import type { AnswerShape } from "./shape";

export interface Asker {
  choices(decision: string, partial: readonly Part[]): Promise<Choices | Refused>;
  whyNot(decision: string, partial: readonly Part[], part: Part | null): Promise<WhyNot | Refused>;
}

/** Where a form stands: in which decision, after which parts. */
export interface FormPlace {
  readonly decision: DecisionSeen;
  readonly base: readonly Part[];
  readonly asker: Asker;
  readonly shape: AnswerShape;
}

/** What a form knows about going on: the answer of the server to all that is chosen now. */
export interface Onward {
  readonly partial: readonly Part[];
  readonly reply: Choices;
}

export const NOTHING_LIT: ReadonlySet<string> = new Set();
