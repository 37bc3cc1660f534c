/** The round of 9 April as a sequence of steps that a newcomer can follow (chapter 7, in the order of R61). */

import type { NorwayView } from "../../generated/norway";
import { say } from "../../texts/text";
import type { Guide, Signs } from "../game";
import type { NorwayBoard } from "./board";
import { placeNumber } from "./sea";

export const APRIL_STEPS = [
  "cards",
  "draw",
  "norway",
  "germany",
  "reconnaissance",
  "allies",
  "shift",
  "interception",
  "paratroops",
  "sea-battles",
  "raiding",
  "landing",
  "land-battles",
  "mobilisation",
] as const;
export type AprilStep = (typeof APRIL_STEPS)[number];

/** what is asked or waited for -> the step, where it is plain */
const BY_KEY: Readonly<Record<string, AprilStep>> = {
  "norway.prompt.intercept": "interception",
  "norway.prompt.intercept-coast-defence": "interception",
  "norway.wait.intercept": "interception",
  "norway.prompt.smoke": "interception",
  "norway.prompt.april-drop": "paratroops",
  "norway.prompt.april-divert": "paratroops",
  "norway.prompt.raid": "raiding",
  "norway.wait.raid": "raiding",
  "norway.prompt.land": "landing",
  "norway.wait.land": "landing",
  "norway.prompt.land-elsewhere": "landing",
  "norway.prompt.mines": "landing",
  "norway.prompt.fort": "landing",
  "norway.prompt.bluff": "land-battles",
  "norway.prompt.join-battle": "sea-battles",
  "norway.wait.join-battle": "sea-battles",
  "norway.prompt.sailors": "sea-battles",
  "norway.prompt.chase": "sea-battles",
  "norway.wait.chase": "sea-battles",
  "norway.prompt.choose-sea-battle": "sea-battles",
  "norway.wait.choose-sea-battle": "sea-battles",
};
/** the rule of the last event -> the step, for what others are asked without saying what */
const BY_RULE: readonly (readonly [string, AprilStep])[] = [
  ["8.1-int", "interception"],
  ["7.1-2", "paratroops"],
  ["8.2", "sea-battles"],
  ["7.2a", "sea-battles"],
  ["7.2-raiding", "raiding"],
  ["7.2-landing", "landing"],
  ["6.2-coastal-fort", "landing"],
  ["7.2-resist", "landing"],
  ["7.2b", "land-battles"],
  ["4.2", "land-battles"],
];
const DEPLOYS: ReadonlySet<string> = new Set(["norway.wait.deploy", "norway.prompt.deploy-norway", "norway.prompt.deploy-ships"]);
const [GERMANY, NORWAY, ALLIES] = [0, 1, 2] as const;

export function aprilStep(view: NorwayView, board: NorwayBoard, signs: Signs): AprilStep {
  if (view.phase === 0) return deployment(view, board, signs);
  if (view.phase >= 3) return "mobilisation";
  const named = [...signs.prompts, ...signs.waiting].map((key) => BY_KEY[key]).find((step) => step !== undefined);
  if (named !== undefined) return named;
  if (view.battle !== null) return "land-battles";
  if (view.sea?.battle) return "sea-battles";
  const after = BY_RULE.find(([rule]) => signs.lastRule.startsWith(rule))?.[1];
  return after ?? (view.phase === 1 ? "interception" : "land-battles");
}

/** In the first phase the ships that are still in hand tell who has deployed. */
function deployment(view: NorwayView, board: NorwayBoard, signs: Signs): AprilStep {
  const hand = placeNumber(board, "inHand");
  const waits = (country: number) => (view.sea?.piles[country]?.[hand] ?? 0) > 0;
  const deploys = [...signs.prompts, ...signs.waiting].some((key) => DEPLOYS.has(key));
  const coastDefence = board.ships.findIndex(({ country }) => country === "norway");
  if (view.hand_size.every((size) => size === 0)) return "cards";
  if (!board.seas[view.sea?.place[coastDefence] ?? -1] || waits(NORWAY)) return deploys ? "norway" : "draw";
  if (waits(GERMANY)) return "germany";
  if (waits(ALLIES)) return deploys ? "allies" : "reconnaissance";
  return "shift";
}

export function guide(view: NorwayView, board: NorwayBoard, signs: Signs): Guide | null {
  if (!view.sea || view.round > 0 || view.result !== null) return null;
  return {
    heading: say("norway.status.nine-april"),
    at: APRIL_STEPS.indexOf(aprilStep(view, board, signs)),
    steps: APRIL_STEPS.map((step) => ({ title: say(`norway.april.${step}`), about: say(`norway.april-about.${step}`) })),
  };
}
