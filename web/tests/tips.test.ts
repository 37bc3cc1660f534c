/** The card of a guided first turn keeps out of the way, and the map goes where it speaks of and comes back. */

import { describe, expect, it } from "vitest";
import { Zoom } from "../src/board/zoom.svelte";
import { type Area, cardIn, clearest, type Corner, CORNERS, type Weighed } from "../src/pages/corner";

const ROOM: Area = { left: 0, top: 0, right: 1000, bottom: 600 };
const CARD = { width: 300, height: 150 };
const [FIRST] = CORNERS as readonly [Corner];

function thing(x: number, y: number, weight: number): Weighed {
  return { area: { left: x, top: y, right: x + 40, bottom: y + 40 }, weight };
}

describe("the card", () => {
  it("stays where it is while nothing lies there", () => {
    for (const corner of CORNERS) expect(clearest(ROOM, CARD, [], corner)).toBe(corner);
  });

  it("leaves what it speaks of free, though it covers several counters instead", () => {
    const spoken = thing(480, 60, 100);
    const counters = [20, 900].flatMap((x) => [thing(x, 20, 1), thing(x, 560, 1)]);
    const under = [thing(480, 560, 4)];
    const corner = clearest(ROOM, CARD, [spoken, ...counters, ...under], FIRST);
    expect(corner).toEqual({ down: "top", along: "end" });
  });

  it("lies within the room in each corner", () => {
    for (const corner of CORNERS) {
      const { left, top, right, bottom } = cardIn(corner, ROOM, CARD);
      expect([left >= 0, top >= 0, right <= 1000, bottom <= 600]).toEqual([true, true, true, true]);
      expect([right - left, bottom - top]).toEqual([300, 150]);
    }
  });
});

describe("the map", () => {
  /** A sheet of 10000 by 10000 that is wholly seen in 1000 by 1000 pixels. */
  function whole(): Zoom {
    const zoom = new Zoom({ x: 0, y: 0, width: 10000, height: 10000 });
    [zoom.width, zoom.height] = [1000, 1000];
    zoom.fit();
    return zoom;
  }

  it("comes near enough to be read, and goes back when it is let go", () => {
    const zoom = whole();
    const before = zoom.transform;
    zoom.gather([[2000, 3000], [2400, 3000]], 300, 60);
    expect(zoom.transform.k * 300).toBeCloseTo(60);
    const { x, y, width, height } = zoom.seen;
    expect([x < 2000, y < 3000, x + width > 2400, y + height > 3000]).toEqual([true, true, true, true]);
    zoom.gather([[8000, 8000]], 300, 60);
    zoom.release();
    expect(zoom.transform).toBe(before);
  });

  it("stays where everything is in sight and can be read", () => {
    const zoom = whole();
    const before = zoom.transform;
    zoom.gather([[3000, 3000], [8000, 8000]], 300, 30);
    expect(zoom.transform).toBe(before);
  });

  it("stays where a person has gone since", () => {
    const zoom = whole();
    zoom.gather([[2000, 3000]], 300, 60);
    zoom.closer({ x: 5000, y: 5000, width: 1000, height: 1000 });
    const there = zoom.transform;
    zoom.release();
    expect(zoom.transform).toBe(there);
  });
});
