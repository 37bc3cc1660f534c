/** The book's Norwegian words beside ours, from the ledger's glossary. */

import type { LegendTerms } from "../../boards/areas/scene";
import type { NorwayBoard } from "./board";

/** what the four phases of a turn are about, in the glossary's words; the fourth has none of its own */
const PHASES = ["movement", "combat", "reinforcement", ""];

export function legendTerms({ terms }: NorwayBoard): LegendTerms {
  const word = (ours: string) => terms[ours] ?? "";
  return {
    marks: { "point-city": word("point city"), mobilisation: word("mobilisation point"), airfield: word("airfield") },
    impassable: word("impassable area"),
    piece: word("battalion"),
  };
}

export function phaseTerm({ terms }: NorwayBoard, phase: number): string {
  return terms[PHASES[phase - 1] ?? ""] ?? "";
}
