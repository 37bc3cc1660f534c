/** How the parts of a game's answers are to be read: which are places, which are numbers, which are cards. */

import type { Text } from "../texts/text";
import type { Choice, DecisionSeen, Part } from "../wire/messages";
import type { Reason } from "./answer";

/**
 * Parts that a person chooses in any order, though the rules look at them in a fixed one:
 * `items` are cards closed by a stop, `places` are named one after the other, `picks` are ticked on a list or on the
 * board, `stations` give each of a list of things its place, `pairs` the same for as many of them as one likes.
 */
export type Bag = "items" | "places" | "picks" | "stations" | "pairs";

/** A thing that a choice puts somewhere. */
export interface Thing {
  readonly id: string;
  readonly name: Text;
}

/** An answer that goes where another was refused. */
export interface Insisted {
  readonly partial: readonly Part[];
  /** what it costs */
  readonly price: Text;
}

export interface AnswerShape {
  isPlace(part: Part): boolean;
  /** The choice says how many. */
  isCount(choice: Choice): boolean;
  /** The id of the card that the choice plays or spends, if it does. */
  cardOf(choice: Choice): string | null;
  /** Whether a bag is filled here, and with what. */
  bagAt(partial: readonly Part[], choices: readonly Choice[], decision?: DecisionSeen): Bag | null;
  /** How many places a bag of places takes before something else is asked; null: all that is left. */
  placesAt(decision: DecisionSeen): number | null;
  /** All items that a role could put into a bag, in the order of the rules. */
  itemsOf(role: string): readonly Part[];
  /** How often a thing on a list can be ticked. */
  copiesOf(part: Part, role: string, decision?: DecisionSeen): number;
  /** Whether all things on the list are ticked at first. */
  takesAll(partial: readonly Part[]): boolean;
  /** What the choice puts somewhere. */
  thingOf(choice: Choice): Thing | null;
  /** The place of a thing that stays where it is; nobody has to choose it. */
  readonly idle: Part | null;
  /** What an action of the same kind would tick (parts), or put where (thing, place): for suggestions. */
  ticked(action: unknown): readonly Part[];
  placed(action: unknown): readonly (readonly [string, Part])[];
  /** The ways that chosen places mean, as arrows; `action`: the whole answer, as far as it is known. */
  legsOf(path: readonly string[], decision: DecisionSeen, action?: unknown): readonly Leg[];
  /** The kinds of answer that a tap on the board begins; without it, the first that has to do with places. */
  readonly tapped?: ReadonlySet<Part>;
  /** The kind of answer for which pieces may be chosen before the place. */
  readonly gathers?: Part;
  /** The part that ends a way: what the answer would be if it ended here is shown at once. */
  readonly ends?: Part;
  /** What else leads where a person wanted to go, at a price, after this was refused; null: nothing does. */
  insists?(partial: readonly Part[], refused: Reason): Insisted | null;
  /** What the prompt speaks of though it is not offered: the reason is asked for and shown. */
  missing?(decision: DecisionSeen): readonly Part[];
  /** The part that closes a bag of items. */
  readonly stop: Part;
  /** Kinds of answer that end something for good and are asked twice. */
  readonly final: ReadonlySet<Part>;
}

export type Leg = readonly [from: string, to: string];

/** From each place to the next. */
export function oneWay(path: readonly string[]): readonly Leg[] {
  return path.slice(1).map((to, i) => [path[i] ?? to, to]);
}

/** For a game of which the client knows nothing: everything is a button. */
export const PLAIN_SHAPE: AnswerShape = {
  isPlace: () => false,
  isCount: () => false,
  cardOf: () => null,
  bagAt: () => null,
  placesAt: () => null,
  itemsOf: () => [],
  copiesOf: () => 1,
  takesAll: () => false,
  thingOf: () => null,
  idle: null,
  ticked: () => [],
  placed: () => [],
  legsOf: oneWay,
  stop: ".",
  final: new Set(),
};
