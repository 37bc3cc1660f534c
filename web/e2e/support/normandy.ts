/** What both sides do in Normandy. */

import { shown } from "./shown";
import { endFor, type Player } from "./winterwar";

/** counters off the map that may come; the parachute divisions may come later */
export const WAITING = '[data-testid="waiting-units"] .unit.lit:not(.chosen):not([data-unit$="-abn"])';
const COMMIT = '[data-testid="commit"]';
const MOST = 40;

/** The starting force goes ashore: each unit to the beach with the fewest on it. */
export async function land({ visit, hand }: Player): Promise<void> {
  for (let units = 0; units < MOST; units += 1) {
    if ((await shown(visit)).buttons.some(({ part }) => part === "end-reinforcement")) return endFor(visit, hand, "end-reinforcement");
    await hand.press(WAITING);
    const crowd = (hex: string) => visit.wire.position.scene.stacks?.find(([place]) => place === hex)?.[1].length ?? 0;
    const [freest = ""] = (await shown(visit)).lit.map(({ id }) => id).toSorted((one, other) => crowd(one) - crowd(other));
    await hand.hex(freest);
    if ((await shown(visit)).canCommit) await hand.press(COMMIT);
    else await hand.hex(freest);
  }
  throw new Error("the landing does not end");
}
