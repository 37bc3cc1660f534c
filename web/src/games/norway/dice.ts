/** Dice that did something by themselves. */

import type { Ruling } from "../../wire/messages";

/** lines of a sea battle that tell of a shot, one for each die (procedures/sea_combat.py) */
const SHOTS: ReadonlySet<string> = new Set(["misses", "sink", "chase", "first", "no-flight"].map((result) => `norway.ruling.sea.${result}`));
const MISS = "norway.ruling.sea.misses";

export function marksDie(ruling: Ruling, purpose: string, value: number, number: number): boolean {
  switch (ruling.procedure) {
    case "land-combat":
      // a six destroys a battalion (4.2-4, 4.2-5)
      return value === 6;
    case "naval-combat":
      return hits(ruling, purpose, number);
    case "naval-interception":
      return value >= limitOf(ruling);
    default:
      // a boat hits with 4 to 6 (4.3-cards)
      return purpose === "die" && value >= 4;
  }
}

/** The attacker's shots are told first, then the defender's. */
function hits(ruling: Ruling, purpose: string, number: number): boolean {
  const shots = ruling.explanation.filter(({ text }) => SHOTS.has(text.key));
  const first = ruling.throws.filter((thrown) => thrown.purpose === "attacker_dice").reduce((sum, { values }) => sum + values.length, 0);
  const shot = shots[purpose === "attacker_dice" ? number : first + number];
  return shot !== undefined && shot.text.key !== MISS;
}

/** The lowest die that intercepts stands in the ruling itself (8.1-int-3). */
function limitOf(ruling: Ruling): number {
  const limit = ruling.explanation.find(({ text }) => text.key === "norway.ruling.interception.throws")?.text.args?.["limit"];
  return typeof limit === "number" ? limit : 5;
}
