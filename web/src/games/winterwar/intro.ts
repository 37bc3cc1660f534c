/** The Winter War in a few sentences, for the seat that reads them (intro-5, intro-8, turn-3-g, supply-5). */

import { say, type Text } from "../../texts/text";

export function intro(roles: readonly string[]): readonly Text[] {
  const aim = roles.includes("finland") ? "finland" : roles.includes("soviet") ? "soviet" : "watch";
  const how = aim === "watch" ? [] : ["combat", "how"];
  return ["aim-" + aim, "turn", "supply", ...how].map((line) => say(`winterwar.intro.${line}`));
}
