/** Dragging something of a board with mouse, pen or finger: a counter to its place, an arrow from a body. Two fingers never drag. */

import type { Point } from "../drawn/board";

/** pixels that a pointer may tremble before it drags */
const TREMBLE = 7;

interface Drawer<From, Target> {
  /** what lies under a pointer and may be dragged */
  readonly begin: (event: PointerEvent) => From | null;
  /** it has left its place */
  readonly lifted?: (from: From) => void;
  /** where a pointer is on the sheet */
  readonly pointOf: (event: PointerEvent) => Point;
  /** what a drag that ends there means; null: nothing */
  readonly target: (from: From, to: Point, event: PointerEvent) => Target | null;
  readonly done: (from: From, target: Target) => void;
}

export class Drag<From, Target> {
  /** the drag that is under way */
  arrow = $state.raw<{ readonly from: From; readonly to: Point; readonly target: Target | null } | null>(null);

  private readonly drawer: Drawer<From, Target>;
  private held: { readonly from: From; readonly pointer: number; readonly x: number; readonly y: number } | null = null;
  /** the click that ends a drag chooses nothing */
  private drawn = false;

  constructor(drawer: Drawer<From, Target>) {
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
    if (this.arrow === null) drawer.lifted?.(held.from);
    const to = drawer.pointOf(event);
    this.arrow = { from: held.from, to, target: drawer.target(held.from, to, event) };
  };

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) return;
    const { arrow } = this;
    this.leave();
    this.drawn = arrow !== null;
    if (arrow !== null && arrow.target !== null) this.drawer.done(arrow.from, arrow.target);
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

  /** Whether a click is the end of a drag. */
  get ended(): boolean {
    const { drawn } = this;
    this.drawn = false;
    return drawn;
  }
}
