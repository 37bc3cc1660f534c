import { describe, expect, it } from "vitest";
import { arcPoints, type DrawingFile, readDrawing } from "../src/boards/areas/arcs";
import { arrow, nextPlace } from "../src/boards/areas/geometry";
import { placeLabels } from "../src/boards/areas/labels";
import { counterSize, isDetailed, layoutStack, type Piece } from "../src/boards/areas/stacks";

const piece = (side: string, count = 1): Piece => ({ side, count, moved: false });

describe("a stack can be read", () => {
  it("stands alone on its anchor", () => {
    expect(layoutStack([piece("germany")], 100, false)).toEqual([{ piece: piece("germany"), at: [0, 0], size: 100 }]);
  });

  it("sets two beside each other, and a third below", () => {
    const places = layoutStack([piece("a"), piece("b"), piece("c")], 100, false);
    expect(places.map(({ at }) => at)).toEqual([
      [-56.00000000000001, -56.00000000000001],
      [56.00000000000001, -56.00000000000001],
      [0, 56.00000000000001],
    ]);
  });

  it("never lets two counters overlap, folded or fanned", () => {
    for (let n = 1; n <= 6; n += 1) {
      for (const fanned of [false, true]) {
        const places = layoutStack(Array.from({ length: n }, (_, i) => piece(`s${i}`)), 100, fanned);
        for (const [i, a] of places.entries()) {
          for (const b of places.slice(i + 1)) {
            const apart = Math.max(Math.abs(a.at[0] - b.at[0]), Math.abs(a.at[1] - b.at[1]));
            expect(apart).toBeGreaterThanOrEqual(a.size);
          }
        }
      }
    }
  });

  it("fans out larger, in one row", () => {
    const places = layoutStack([piece("a"), piece("b"), piece("c")], 100, true);
    expect(new Set(places.map(({ at }) => at[1]))).toEqual(new Set([0]));
    expect(places[0]?.size).toBe(150);
  });

  it("keeps counters between 19 and 44 pixels on the screen", () => {
    expect(counterSize(10, 330)).toBe(330);
    expect(counterSize(40, 330)).toBe(760);
    expect(counterSize(2, 330)).toBe(88);
    expect(isDetailed(330, 10)).toBe(true);
    expect(isDetailed(760, 40)).toBe(false);
  });
});

describe("the arrow keys", () => {
  const places = new Map<string, readonly [number, number]>([
    ["middle", [0, 0]],
    ["near-right", [10, 2]],
    ["far-right", [30, 0]],
    ["up", [3, -20]],
    ["aside", [4, 40]],
  ]);

  it("walk to the nearest place that lies that way", () => {
    expect(nextPlace(places, "middle", "right")).toBe("near-right");
    expect(nextPlace(places, "near-right", "right")).toBe("far-right");
    expect(nextPlace(places, "middle", "up")).toBe("up");
    expect(nextPlace(places, "middle", "down")).toBe("aside");
    expect(nextPlace(places, "middle", "left")).toBeNull();
    expect(nextPlace(places, "nowhere", "left")).toBeNull();
  });
});

describe("an arrow", () => {
  it("leaves room at both ends and points at its target", () => {
    const drawn = arrow([0, 0], [1000, 0], 100);
    expect(drawn.tip).toEqual([900, 0]);
    expect(drawn.shaft.startsWith("M100,0Q")).toBe(true);
    expect(Math.abs(drawn.turn)).toBeLessThan(25);
  });
});

describe("names", () => {
  const area = (id: string, x: number) => ({ id, path: "", stack: [x, 0] as const, room: 0, label: [x, 200] as const, labelWidth: 400, town: [x, 0] as const });

  it("are all written at printed size, where the map has made room", () => {
    const placed = placeLabels([area("a", 0), area("b", 300)], () => 0, 1, 330, 330, []);
    expect(placed.map(({ id, at }) => [id, at])).toEqual([
      ["a", [0, 200]],
      ["b", [300, 200]],
    ]);
  });

  it("give way to the more important ones from afar, and move away from their counter", () => {
    const placed = placeLabels([area("a", 0), area("b", 300)], (id) => (id === "b" ? 1 : 0), 2, 660, 330, []);
    expect(placed).toEqual([{ id: "b", at: [300, 400], scale: 2 }]);
  });
});

describe("a drawing", () => {
  const FILE: DrawingFile = {
    view_box: [0, 0, 200, 100],
    units_per_pixel: 10,
    north: 0,
    boxes: { whole: [0, 0, 200, 100] },
    // two squares side by side that share line 1
    arcs: [
      [100, 0, -100, 0, 0, 100, 100, 0],
      [100, 0, 0, 100],
      [100, 100, 100, 0, 0, -100, -100, 0],
    ],
    areas: [
      { id: "west", stack: [50, 50], room: 40, label: [50, 80], label_width: 60, town: [40, 40], rings: [[0, -2]] },
      { id: "east", stack: [150, 50], room: 40, label: [150, 80], label_width: 60, town: [140, 40], rings: [[1, 2]] },
    ],
    massifs: [{ id: "peak", names: [], rings: [], hachures: [1, 2, 3, 4, 5, 6, 7, 8] }],
    lakes: [],
    crossings: [{ between: ["west", "east"], names: [], ferry: [80, 50, 120, 60], rings: [] }],
    seas: [],
    beyond: [],
    countries: [],
    borders: [{ between: ["west", "east"], arcs: [1] }],
    lines: { massif_edges: [], coast: [0, 2], lake_shores: [], frontier: [], coast_abroad: [], frontier_abroad: [], sea_lines: [] },
    air_ranges: [{ from: "west", lines: [[0, 0, 10, 10]] }],
    telegraph: null,
    outline: [[0, 0, 200, 0, 200, 100]],
  };

  it("reads arcs as steps from the first point", () => {
    expect(arcPoints([100, 0, 0, 100])).toEqual([
      [100, 0],
      [100, 100],
    ]);
  });

  it("makes rings of arcs, forwards and backwards", () => {
    const drawing = readDrawing(FILE);
    expect(drawing.areas.map(({ path }) => path)).toEqual([
      "M100,0L0,0L0,100L100,100L100,0Z",
      "M100,0L100,100L200,100L200,0L100,0Z",
    ]);
  });

  it("knows where attackers stand, over land and over water", () => {
    const [land, water] = readDrawing(FILE).borders;
    expect(land).toMatchObject({ path: "M100,0L100,100", water: false, middle: [100, 100] });
    expect(water).toMatchObject({ ferry: "M80,50L120,60", water: true, middle: [100, 55] });
  });

  it("draws hachures as strokes", () => {
    expect(readDrawing(FILE).massifs[0]?.hachures).toBe("M1,2l3,4M5,6l7,8");
  });
});
