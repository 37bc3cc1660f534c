/** A board of which a test only says what stands on it. */

import type { Sheet } from "../src/state/sheet";
import type { Part } from "../src/wire/messages";

export function sheetWith(places: readonly string[], pieces: readonly string[] = []): Sheet {
  return {
    onPieces: pieces.length > 0,
    has: (part: Part): part is string => typeof part === "string" && (places.includes(part) || pieces.includes(part)),
    isPiece: (part: Part): part is string => typeof part === "string" && pieces.includes(part),
    placeOf: () => "",
    beside: (piece) => pieces.filter((other) => other !== piece),
  };
}
