/** How the parts of a game's answers are to be read: which are places, which are numbers, which are cards. */

import type { Choice, Part } from "../wire/messages";

/** Parts that a person chooses in any order, though the rules look at them in a fixed one. */
export type Bag = "items" | "places";

export interface AnswerShape {
  isPlace(part: Part): boolean;
  /** The choice says how many. */
  isCount(choice: Choice): boolean;
  /** The id of the card that the choice plays or spends, if it does. */
  cardOf(choice: Choice): string | null;
  /** Whether a bag is filled here, and with what. */
  bagAt(partial: readonly Part[], choices: readonly Choice[]): Bag | null;
  /** All items that a role could put into a bag, in the order of the rules. */
  itemsOf(role: string): readonly Part[];
  /** The part that closes a bag of items. */
  readonly stop: Part;
  /** Kinds of answer that end something for good and are asked twice. */
  readonly final: ReadonlySet<Part>;
}

/** For a game of which the client knows nothing: everything is a button. */
export const PLAIN_SHAPE: AnswerShape = {
  isPlace: () => false,
  isCount: () => false,
  cardOf: () => null,
  bagAt: () => null,
  itemsOf: () => [],
  stop: ".",
  final: new Set(),
};
