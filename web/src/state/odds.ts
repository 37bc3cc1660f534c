/** Chances: how they are written, and what they are about. */

import type { Prospect } from "../wire/messages";

/** A percentage that never says 0 or 100 of something that can go either way. */
export function percent(probability: number): string {
  if (probability <= 0) return "0 %";
  if (probability >= 1) return "100 %";
  const rounded = Math.round(probability * 100);
  if (rounded === 0) return "< 1 %";
  return rounded === 100 ? "> 99 %" : `${rounded} %`;
}

/** Whether an adjudication is about this place: its title names it, by its own word (`1742`) or the key of its name (`norway.area.oslo`). */
export function aimsAt({ title }: Prospect, place: string): boolean {
  const named = JSON.stringify(title.args ?? {});
  return named.includes(`"${place}"`) || named.includes(`.${place}"`);
}
