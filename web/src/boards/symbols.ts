/** The NATO symbols of the counters, drawn ahead of time by scripts/symbols.mjs. */

import drawn from "./symbols.json";

export interface DrawnSymbol {
  /** x, y, width, height */
  readonly box: readonly number[];
  /** SVG with attributes only: the page allows no styles inside */
  readonly marks: string;
}

export const SYMBOLS: Readonly<Record<string, DrawnSymbol>> = drawn;

/** The name under which a kind is used in the picture. */
export function symbolId(kind: string): string {
  return `nato-${kind in SYMBOLS ? kind : "infantry"}`;
}
