/** Drawing an arrow from an own body with mouse, pen or finger. Two fingers never draw one, and a finger only from a body that is chosen. */

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

/** pixels that a pointer may tremble before it draws */
const TREMBLE = 7;

interface Drawer {
  /** the body under a pointer from which an arrow may be drawn */
  readonly begin: (event: PointerEvent) => Body | null;
  /** where a pointer is on the sheet */
  readonly pointOf: (event: PointerEvent) => Point;
  readonly target: (from: Body, to: Point) => DragTarget | null;
  readonly done: (from: string, target: DragTarget) => void;
}

export class Drag {
  /** the arrow that is being drawn */
  arrow = $state.raw<{ readonly from: Body; readonly to: Point; readonly target: DragTarget | null } | null>(null);

  private readonly drawer: Drawer;
  private held: { readonly from: Body; readonly pointer: number; readonly x: number; readonly y: number } | null = null;
  /** the click that ends an arrow chooses nothing */
  private drawn = false;

  constructor(drawer: Drawer) {
    this.drawer = drawer;
  }

  /** For `use:` on what lies within the element that pans: what is held here does not move the sheet. */
  readonly attach = (element: SVGElement): { destroy: () => void } => {
    const hold = (event: Event): void => {
      if (this.held !== null && !("touches" in event && (event as TouchEvent).touches.length > 1)) event.stopPropagation();
    };
    // what a finger begins here is never the page's to scroll, also when a second one makes a pinch of it
    const keep = (event: TouchEvent): void => {
      if (event.cancelable) event.preventDefault();
    };
    element.addEventListener("pointerdown", this.down);
    element.addEventListener("mousedown", hold);
    element.addEventListener("touchstart", hold, { passive: true });
    element.addEventListener("touchmove", keep, { passive: false });
    return {
      destroy: () => {
        element.removeEventListener("pointerdown", this.down);
        element.removeEventListener("mousedown", hold);
        element.removeEventListener("touchstart", hold);
        element.removeEventListener("touchmove", keep);
        this.leave();
      },
    };
  };

  private readonly down = (event: PointerEvent): void => {
    this.drawn = false;
    if (this.held !== null || !event.isPrimary || event.button !== 0) return this.leave();
    const from = this.drawer.begin(event);
    if (from === null) return;
    this.held = { from, pointer: event.pointerId, x: event.clientX, y: event.clientY };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.leave);
    // a second finger anywhere: it is a pinch
    addEventListener("pointerdown", this.another, true);
    addEventListener("keydown", this.key, true);
  };

  private readonly another = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) this.leave();
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || this.arrow === null) return;
    event.stopPropagation();
    this.leave();
  };

  private readonly move = (event: PointerEvent): void => {
    const { held, drawer } = this;
    if (held === null || event.pointerId !== held.pointer) return;
    if (this.arrow === null && Math.hypot(event.clientX - held.x, event.clientY - held.y) < TREMBLE) return;
    const to = drawer.pointOf(event);
    this.arrow = { from: held.from, to, target: drawer.target(held.from, to) };
  };

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) return;
    const { arrow } = this;
    this.leave();
    this.drawn = arrow !== null;
    if (arrow !== null && arrow.target !== null) this.drawer.done(arrow.from.id, arrow.target);
  };

  private readonly leave = (): void => {
    this.held = null;
    this.arrow = null;
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.leave);
    removeEventListener("pointerdown", this.another, true);
    removeEventListener("keydown", this.key, true);
  };

  /** Whether a click is the end of an arrow. */
  get ended(): boolean {
    const { drawn } = this;
    this.drawn = false;
    return drawn;
  }
}
