/** How Norway's answers are to be read (games/norway/spaces.py, placement.py). */

import type { AnswerShape, Bag } from "../../state/shape";
import { isText } from "../../texts/text";
import type { Choice, Part } from "../../wire/messages";

const STOP = ".";
const COUNTS: ReadonlySet<string> = new Set(["norway.battalions", "norway.heap"]);
/** labels of cards that are exchanged, and of the end of their choice */
const EXCHANGED: ReadonlySet<string> = new Set(["norway.card-worth", "norway.cards-chosen"]);
const CARD = "norway.card.";
/** the label of an airfield to which Transport plane flies the free reinforcement (4.3-ger-transport) */
const PLANE_TO = "norway.plane-to";

/** Numbers are counts by their label: the same numbers also stand for lines of a list. */
function isCount(choice: Choice): boolean {
  return typeof choice.part === "number" && COUNTS.has(choice.label.key);
}

/** The cards that some kinds of answer are played with. */
const CARDS_OF_KINDS: Readonly<Record<string, string>> = {
  rapid: "ger-rapid-movement",
  drop: "ger-paratroops",
  fly: "ger-transport-plane",
  engineers: "ger-engineer-company",
  train: "nor-train-transport",
  flee: "nor-train-transport",
  roadblock: "nor-roadblock",
  "blow-bridge": "nor-blown-bridge",
  invade: "all-invasion",
  ship: "all-coastal-evacuation",
  evacuate: "all-coastal-evacuation",
  "withdraw-by-sea": "all-coastal-evacuation",
  divert: "all-fighter",
  "stop-flight": "all-fighter",
};

function cardOf(choice: Choice): string | null {
  if (typeof choice.part === "string" && choice.label.key === `norway.kind.${choice.part}`) {
    return CARDS_OF_KINDS[choice.part] ?? null;
  }
  const { key, args } = choice.label;
  if (key === PLANE_TO) return CARDS_OF_KINDS["fly"] ?? null;
  if (key.startsWith(CARD)) return key.slice(CARD.length);
  const card = args?.["card"];
  return isText(card) && card.key.startsWith(CARD) ? card.key.slice(CARD.length) : null;
}

interface Cards {
  readonly short: string;
  readonly country: string;
}

export function shapeOf(areas: ReadonlySet<string>, cards: readonly Cards[]): AnswerShape {
  const isPlace = (part: Part) => typeof part === "string" && areas.has(part);
  const bagAt = (partial: readonly Part[], choices: readonly Choice[]): Bag | null => {
    if (choices.some((choice) => EXCHANGED.has(choice.label.key))) return "items";
    return partial.includes(STOP) && choices.length > 0 && choices.every(({ part }) => isPlace(part)) ? "places" : null;
  };
  const itemsOf = (role: string) => cards.filter(({ country }) => country === role).map(({ short }) => short);
  return { isPlace, isCount, cardOf, bagAt, itemsOf, stop: STOP, final: new Set<Part>(["end-movement"]) };
}
