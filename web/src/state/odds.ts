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

/** The same adjudication as it stands without the answer that is being built, where its chances are known. */
export function withoutIt({ procedure, title }: Prospect, known: readonly Prospect[]): Prospect | null {
  return known.find((other) => other.procedure === procedure && JSON.stringify(other.title) === JSON.stringify(title)) ?? null;
}

/** A chance as it is, or what becomes of it: `42 % → 97 %`. */
export function change(before: number | null, now: number): string {
  const [was, is] = [before === null ? null : percent(before), percent(now)];
  return was === null || was === is ? is : `${was} → ${is}`;
}
