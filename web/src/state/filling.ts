/** A bag of cards or places: chosen in any order, sent in the order of the rules. */

import type { Choice, DecisionSeen, Part } from "../wire/messages";
import type { Asker } from "./forms";
import type { AnswerShape, Bag } from "./shape";

export interface Filling {
  readonly kind: Extract<Bag, "items" | "places">;
  /** what may be put in first, in the order of the rules; of items later ones may follow that are not named here */
  readonly order: readonly Choice[];
  readonly items: readonly Part[];
  /** how many must go in; null: as many as one likes */
  readonly needs: number | null;
}

/** One more of it; once all of it are in, none. */
export function toggled(items: readonly Part[], part: Part, most: number): readonly Part[] {
  const there = items.filter((item) => item === part).length;
  return there < most ? [...items, part] : items.filter((item) => item !== part);
}

/** One less of it. */
export function without(items: readonly Part[], part: Part): readonly Part[] {
  const at = items.lastIndexOf(part);
  return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + 1)];
}

/** What is in the bag, in the order of the rules. */
export function inOrder({ kind, order, items }: Filling, shape: AnswerShape, role: string): readonly Part[] {
  const parts = kind === "items" ? shape.itemsOf(role) : order.map(({ part }) => part);
  const place = new Map(parts.map((part, i) => [part, i]));
  return items.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
}

/** How many places must be named after these parts: walk any one way to the end. Null: the server would not say. */
export async function placesNeeded(asker: Asker, { id }: DecisionSeen, base: readonly Part[]): Promise<number | null> {
  for (let path = base; ; ) {
    const reply = await asker.choices(id, path);
    if (reply.type !== "choices") return null;
    const [first] = reply.choices;
    if (first === undefined) return path.length - base.length;
    path = [...path, first.part];
  }
}
