/** The three countries, as the client shows them. */

import type { Outline } from "../../boards/areas/counters";
import { say, type Text } from "../../texts/text";

export const SIDES = ["germany", "norway", "allies"] as const;
export type Side = (typeof SIDES)[number];

/** Told apart by more than colour. */
export const OUTLINES: Readonly<Record<Side, Outline>> = { germany: "square", norway: "cut", allies: "round" };

export function sideName(side: string): Text {
  return say(`norway.country.${side}`);
}
