/** What dice were thrown for: a short word of ours, or else the game's own name for the throw, as its story has it. */

import type { Catalogue } from "./catalogue";
import { plainText, say, type Text } from "./text";

export function thrownFor(catalogue: Catalogue, game: string, procedure: string, purpose: string): Text {
  const keys = [`web.throw.${purpose}`, `${game}.throw.${procedure}`, `${game}.throw.${procedure}.${purpose}`];
  const known = keys.find((key) => catalogue.has(key));
  return known === undefined ? plainText(purpose.replaceAll("_", " ")) : say(known);
}
