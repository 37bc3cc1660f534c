/** What an arrow from a body can be drawn to. */

import type { Place, Point } from "../../drawn/board";
import { type Body, bodyAt } from "./bodies";
import { bearingOf, boxOf, gapToTrace, isWithin, type Trace, tracesOf } from "./shapes";

/** What an arrow is drawn to: somebody, something, or only a direction in degrees clockwise from north. */
export type DragTarget = { readonly piece: string } | { readonly place: string } | { readonly bearing: number };

/** An object of the ground that an arrow can end on. */
export interface Goal {
  readonly id: string;
  readonly trace: Trace;
}

/** whole hills are the ground that one goes over; what lies on them is gone to */
const FLOOR: ReadonlySet<string> = new Set(["hill"]);

export function goalsOf(places: Iterable<Place>): readonly Goal[] {
  const goals = [...places].filter(({ kind }) => !FLOOR.has(kind)).flatMap(({ id, path }) => tracesOf(path).map((trace) => ({ id, trace })));
  const size = ({ trace }: Goal): number => (trace.closed ? boxOf(trace.points).width * boxOf(trace.points).height : 0);
  // the smaller lies upon the larger; lines are between them
  return goals.toSorted((a, b) => size(a) - size(b));
}

/**
 * What an arrow that ends here means; null: it has hardly left its body. `reach` is how near is near enough, in units of the
 * sheet. Ground on which the body stands itself is no goal.
 */
export function targetOf(from: Body, to: Point, bodies: readonly Body[], goals: readonly Goal[], reach: number): DragTarget | null {
  const body = bodyAt(bodies, to, reach);
  if (body?.id === from.id) return null;
  if (body !== undefined) return { piece: body.id };
  const goal = goals.find(({ trace }) => gapToTrace(trace, to) <= (trace.closed ? 0 : reach) && !(trace.closed && isWithin(trace.points, from.middle)));
  if (goal !== undefined) return { place: goal.id };
  return { bearing: bearingOf(from.middle, to) };
}
