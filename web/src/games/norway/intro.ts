/** Norway in five sentences, for the seat that reads them (rules 1.1, 1.3, 4). */

import { say, type Text } from "../../texts/text";
import type { Card } from "../game";

/** rule 4.3-2 */
const SYMBOLS_A_BATTALION = 3;

export function intro(roles: readonly string[], options: Readonly<Record<string, string>>): readonly Text[] {
  const advanced = options["rules"] === "advanced";
  // on the ninth of April Germany holds nothing yet
  const germany = advanced ? "norway.intro.germany-advanced" : "norway.intro.germany";
  const aim = roles.includes("germany") ? germany : roles.length > 0 ? "norway.intro.defence" : "norway.intro.watch";
  const sea = advanced ? [say("norway.intro.april"), say("norway.intro.sea")] : [];
  const how = roles.length > 0 ? [say("norway.intro.how")] : [];
  return [say(aim), ...sea, say("norway.intro.turn"), say("norway.intro.battle"), ...how];
}

export function worth(cards: readonly Card[]): Text {
  const n = cards.reduce((sum, card) => sum + (card.symbols ?? 0), 0);
  return say("norway.worth", { n, battalions: say("norway.count.battalions", { n: Math.floor(n / SYMBOLS_A_BATTALION) }) });
}
