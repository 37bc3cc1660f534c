/** Mouse, pen and fingers on a board whose places carry `data-place`: hovering and a long press inspect, a tap chooses. */

const LONG_PRESS = 450;
/** pixels that a resting finger may tremble */
const TREMBLE = 3;

export class Pointing {
  private readonly inspect: (place: string | null) => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** a long press has inspected: the click that follows it gives no order */
  private held = false;

  constructor(inspect: (place: string | null) => void) {
    this.inspect = inspect;
  }

  /** for the element that holds the places */
  readonly handlers = {
    onpointerover: (event: PointerEvent): void => {
      if (event.pointerType === "mouse") this.inspect(placeOf(event));
    },
    onpointerleave: (event: PointerEvent): void => {
      // from the map into the fan above it is not away
      if (event.pointerType === "mouse" && placeAt(event.relatedTarget) === null) this.inspect(null);
    },
    onpointerdown: (event: PointerEvent): void => {
      if (event.pointerType === "mouse") return;
      this.up();
      this.held = false;
      const place = placeOf(event);
      this.timer = setTimeout(() => {
        this.held = true;
        this.inspect(place);
      }, LONG_PRESS);
    },
    onpointermove: (event: PointerEvent): void => {
      if (event.pointerType !== "mouse" && Math.hypot(event.movementX, event.movementY) >= TREMBLE) this.up();
    },
    onpointerup: (): void => this.up(),
    onpointercancel: (): void => this.up(),
  };

  private up(): void {
    clearTimeout(this.timer);
  }

  /** The place of a click that means to choose. */
  clicked(event: MouseEvent): string | null {
    if (!this.held) return placeOf(event);
    this.held = false;
    return null;
  }
}

function placeOf(event: Event): string | null {
  return placeAt(event.target);
}

/** The place of the board to which an element belongs. */
export function placeAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest("[data-place]")?.getAttribute("data-place") ?? null) : null;
}
