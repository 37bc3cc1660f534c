/** How the Winter War's answers are to be read: a unit, then hexes; or a hex, then units (games/winterwar/*_spaces.py). */

import type { Reason } from "../../state/answer";
import { type AnswerShape, type Bag, type Insisted, type Leg, oneWay } from "../../state/shape";
import { say } from "../../texts/text";
import type { Choice, DecisionSeen, Part } from "../../wire/messages";
import type { WinterWarBoard } from "./board";

/** closes a set of units; ends a way from hex to hex */
const DONE = "done";
const STOP = "stop";
/** a tap on a counter or on a hex begins these; the others have buttons */
const TAPPED: ReadonlySet<Part> = new Set(["deploy", "place", "move", "fly", "air-combat", "attack"]);
/** units are named for these, all who can unless the player unticks them */
const NAMING: ReadonlySet<Part> = new Set(["attack", "air-combat"]);
/** what passes the turn to the other side is asked twice */
const FINAL: ReadonlySet<Part> = new Set(["end-setup", "end-combat"]);
/** units are ticked at once when this is asked; for a retreat, after its hex */
const LISTS: ReadonlySet<string> = new Set(["losses.units", "losses.steps", "retreat-loss", "air-losses", "advance"].map((asked) => `winterwar.prompt.${asked}`));
const RETREAT = "winterwar.prompt.retreat";
/** by this reading of the losses a unit with its front up may take two (R29) */
const STEPS = "winterwar.prompt.losses.steps";
/** the rule of full stacks, through which a player may insist on moving (R15) */
const FULL_STACK = "setup-8";

interface Going {
  readonly kind: string;
  readonly unit?: string;
  readonly hex?: string;
  readonly path?: readonly string[];
  readonly units?: readonly string[];
}

/** From where the unit is, hex by hex; the board knows where that is. */
function legsOf(path: readonly string[], _decision: DecisionSeen, action?: unknown): readonly Leg[] {
  const { kind, unit, hex, path: way } = (action ?? {}) as Partial<Going>;
  if (unit === undefined) return oneWay(path);
  if (way !== undefined) return oneWay([unit, ...way]);
  return hex === undefined || kind === "place" || kind === "deploy" ? [] : [[unit, hex]];
}

/** Through the full stack all the same: it costs a unit (setup-8, R15). */
function insists([kind, ...way]: readonly Part[], { rule, part }: Reason): Insisted | null {
  if (kind !== "move" || way.length === 0 || rule !== FULL_STACK || part === null) return null;
  return { partial: ["force", ...way, part], price: say("winterwar.insist") };
}

export function shapeOf(board: WinterWarBoard): AnswerShape {
  const units = new Map(board.units.map((unit) => [unit.id, unit]));
  const hexes = new Set(board.hexes.numbers);
  const isPlace = (part: Part) => typeof part === "string" && (hexes.has(part) || units.has(part));
  const isSet = (choices: readonly Choice[]) => choices.length > 0 && choices.every(({ part }) => part === DONE || units.has(String(part)));
  const bagAt = (partial: readonly Part[], choices: readonly Choice[], decision?: DecisionSeen): Bag | null => {
    const asked = decision?.prompt.key ?? "";
    if (LISTS.has(asked)) return partial.length === 0 ? "picks" : null;
    if (asked === RETREAT) return partial.length === 1 ? "picks" : null;
    return partial.length > 1 && NAMING.has(partial[0] ?? "") && isSet(choices) ? "picks" : null;
  };
  return {
    isPlace,
    isCount: () => false,
    cardOf: () => null,
    bagAt,
    placesAt: () => null,
    itemsOf: () => [],
    copiesOf: (part, _role, decision) => (decision?.prompt.key === STEPS && units.get(String(part))?.back ? 2 : 1),
    takesAll: ([first]) => first !== undefined && (NAMING.has(first) || hexes.has(String(first))),
    thingOf: () => null,
    idle: null,
    ticked: (action) => (action as Partial<Going>).units ?? [],
    placed: () => [],
    legsOf,
    tapped: TAPPED,
    gathers: "attack",
    ends: STOP,
    insists,
    stop: DONE,
    final: FINAL,
  };
}
