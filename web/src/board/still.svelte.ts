/**
 * A picture that is expensive to paint and never changes, under a board that is panned and zoomed: it is painted anew only when
 * the view has come to rest. Until then the painted one is moved and stretched, which costs next to nothing.
 */

import { type ZoomTransform, zoomIdentity } from "d3-zoom";
import type { Box } from "./zoom.svelte";

/** ms without change after which the picture is painted sharply */
const REST = 140;
/** what is painted beyond each edge of the view, as a share of its size: room to pan */
export const BEYOND = 0.25;
/** how much it is stretched or shrunk at most */
const STRETCH = 2;

interface View {
  readonly transform: ZoomTransform;
  readonly width: number;
  readonly height: number;
}

export class Still {
  /** the view for which it is painted */
  painted = $state.raw<View>({ transform: zoomIdentity, width: 1, height: 1 });
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The view has changed: paint at once if what is painted does not cover it, else when it rests. */
  follow(view: View): void {
    clearTimeout(this.timer);
    if (!covers(this.painted, view)) this.painted = view;
    else if (view.transform.toString() !== this.painted.transform.toString()) this.timer = setTimeout(() => (this.painted = view), REST);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** The transform of what is painted, in an element that reaches beyond the view. */
  get inside(): string {
    const { transform, width, height } = this.painted;
    return `translate(${transform.x + width * BEYOND},${transform.y + height * BEYOND}) scale(${transform.k})`;
  }

  /** The part of the sheet that is painted. */
  get seen(): Box {
    return seenBy(this.painted, BEYOND);
  }

  /** How that element is to be moved and stretched (as CSS, from its upper left corner). */
  outside({ transform }: View): string {
    const { transform: then, width, height } = this.painted;
    const ratio = transform.k / then.k;
    const shift = (now: number, before: number, beyond: number): number => now - ratio * (before + beyond) + beyond;
    return `translate(${shift(transform.x, then.x, width * BEYOND)}px, ${shift(transform.y, then.y, height * BEYOND)}px) scale(${ratio})`;
  }
}

/** Whether what is painted for one view still does for another. */
export function covers(painted: View, view: View): boolean {
  if (painted.width !== view.width || painted.height !== view.height) return false;
  const ratio = view.transform.k / painted.transform.k;
  if (ratio > STRETCH || ratio < 1 / STRETCH) return false;
  const [room, wanted] = [seenBy(painted, BEYOND), seenBy(view, 0)];
  return wanted.x >= room.x && wanted.y >= room.y && wanted.x + wanted.width <= room.x + room.width && wanted.y + wanted.height <= room.y + room.height;
}

/** The part of the sheet in a view, with a share of it beyond each edge. */
function seenBy({ transform: { k, x, y }, width, height }: View, beyond: number): Box {
  return {
    x: (-x - width * beyond) / k,
    y: (-y - height * beyond) / k,
    width: (width * (1 + 2 * beyond)) / k,
    height: (height * (1 + 2 * beyond)) / k,
  };
}
