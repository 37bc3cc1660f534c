/** Who went where between two moments, as far as it can be seen without doubt. */

import type { Scene } from "../drawn/scene";

export type Standing = Pick<Scene, "pieces" | "arrows">;

export interface Travel {
  readonly side: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** How many of a side belong to each place; attackers belong to the place they attack. */
function counts({ pieces, arrows }: Standing, side: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (place: string, count: number) => found.set(place, (found.get(place) ?? 0) + count);
  for (const piece of pieces) if (piece.kind.lot && piece.side === side) add(piece.place, piece.count);
  for (const arrow of arrows) if (arrow.side === side) add(arrow.to, arrow.count);
  return found;
}

/** One place grew by as many as one other lost: they went there. Anything else is not told by moving counters. */
export function travelsBetween(before: Standing, after: Standing): readonly Travel[] {
  const sides = new Set([...before.pieces, ...after.pieces].map(({ side }) => side));
  return [...sides].flatMap((side): readonly Travel[] => {
    const [was, is] = [counts(before, side), counts(after, side)];
    const changes = [...new Set([...was.keys(), ...is.keys()])]
      .map((place) => ({ place, by: (is.get(place) ?? 0) - (was.get(place) ?? 0) }))
      .filter(({ by }) => by !== 0);
    const [grown, ...others] = changes.filter(({ by }) => by > 0);
    const [left, ...more] = changes.filter(({ by }) => by < 0);
    if (grown === undefined || left === undefined || others.length > 0 || more.length > 0 || grown.by !== -left.by) return [];
    return [{ side, from: left.place, to: grown.place, count: grown.by }];
  });
}
