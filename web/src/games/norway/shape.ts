/** How Norway's answers are to be read (games/norway/spaces.py, placement.py). */

import { type AnswerShape, type Bag, type Leg, oneWay, type Thing } from "../../state/shape";
import { isText } from "../../texts/text";
import type { Choice, DecisionSeen, Part } from "../../wire/messages";

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

/** labels that put a ship somewhere: to a sea area, or its battalion ashore */
const PUTS: ReadonlySet<string> = new Set(["norway.ship-to", "norway.landing", "norway.lands-nothing"]);
const SHIP = "norway.ship.";
/** what these are asked decides how they are answered, not their labels */
const DEPLOY_NORWAY = "norway.prompt.deploy-norway";
const TICKED_PLACES = "norway.prompt.mobilise";
const CHOOSE_APRIL = "norway.prompt.choose-april";
const INTERCEPTIONS = "norway.prompt.intercept";
const INTERCEPT = "intercept";
const REDEPLOY = "redeploy";
/** battalions on mobilisation points, in the deployment of Norway (7.0-deploy-nor) */
const ON_POINTS = 2;
/** a place of ships that is no sea area and can be sailed from */
export const RAID_BOX = "raid";

interface Cards {
  readonly short: string;
  readonly country: string;
  readonly count?: number;
}

function thingOf({ label }: Choice): Thing | null {
  const ship = PUTS.has(label.key) ? label.args?.["ship"] : undefined;
  if (!isText(ship)) return null;
  return { id: ship.key.startsWith(SHIP) ? ship.key.slice(SHIP.length) : "sailors", name: ship };
}

/** The bag of ships: of several kinds of answer, each with a stop, only one has a place for every ship. */
function shipBag(partial: readonly Part[], choices: readonly Choice[]): Bag | null {
  if (choices.some((choice) => PUTS.has(choice.label.key))) return "stations";
  const ships = choices.length > 0 && choices.every(({ part, label }) => part === STOP || label.key.startsWith(SHIP));
  if (!ships || partial[0] === "smoke") return null;
  if (partial[0] === "manoeuvre") return partial.length === 1 ? "pairs" : null;
  return "picks";
}

/** Redeployment moves battalions from one area to another, in pairs. */
function legsOf(path: readonly string[], { prompt, choices }: DecisionSeen): readonly Leg[] {
  if (prompt.key === DEPLOY_NORWAY) return [];
  if (!choices.some(({ part }) => part === REDEPLOY)) return oneWay(path);
  return path.flatMap((from, i): readonly Leg[] => (i % 2 === 0 && path[i + 1] !== undefined ? [[from, path[i + 1] ?? from]] : []));
}

/** Who is asked whether to intercept with decoys alone cannot (6.1-decoy): the others must not learn it by not seeing him asked. */
function missing({ prompt, choices }: DecisionSeen): readonly Part[] {
  return prompt.key.startsWith(INTERCEPTIONS) && !choices.some(({ part }) => part === INTERCEPT) ? [INTERCEPT] : [];
}

type Pairs = readonly (readonly [string, string])[];
/** the fields in which Norway's actions name ships, cards or areas, and ships with their places */
interface Suggested {
  readonly ships?: readonly string[];
  readonly cards?: readonly string[];
  readonly areas?: readonly string[];
  readonly stations?: Pairs;
  readonly landings?: Pairs;
}

export function shapeOf(places: ReadonlySet<string>, cards: readonly Cards[]): AnswerShape {
  const isPlace = (part: Part) => typeof part === "string" && places.has(part);
  const bagAt = (partial: readonly Part[], choices: readonly Choice[], decision?: DecisionSeen): Bag | null => {
    const asked = decision?.prompt.key ?? "";
    if (asked === DEPLOY_NORWAY) return partial.length === 1 ? "places" : null;
    if (partial.length === 0 && (asked === CHOOSE_APRIL || asked === TICKED_PLACES)) return "picks";
    if (choices.some((choice) => EXCHANGED.has(choice.label.key))) return "items";
    const ships = shipBag(partial, choices);
    if (ships !== null || partial[0] === REDEPLOY || partial[0] === "sail") return ships;
    return partial.includes(STOP) && choices.length > 0 && choices.every(({ part }) => isPlace(part)) ? "places" : null;
  };
  return {
    isPlace,
    isCount,
    cardOf,
    bagAt,
    placesAt: ({ prompt }) => (prompt.key === DEPLOY_NORWAY ? ON_POINTS : null),
    itemsOf: (role) => cards.filter(({ country }) => country === role).map(({ short }) => short),
    copiesOf: (part, role) => cards.find(({ short, country }) => short === part && country === role)?.count ?? 1,
    takesAll: (partial) => partial[0] === "sail",
    thingOf,
    idle: "-",
    ticked: (action) => {
      const { ships, cards: named, areas } = action as Suggested;
      return ships ?? named ?? areas ?? [];
    },
    placed: (action) => (action as Suggested).stations ?? (action as Suggested).landings ?? [],
    legsOf,
    missing,
    stop: STOP,
    final: new Set<Part>(["end-movement", "end-sailing"]),
  };
}
