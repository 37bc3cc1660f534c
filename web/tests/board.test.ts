import { describe, expect, it } from "vitest";
import { arcPoints, type DrawingFile, readDrawing } from "../src/boards/areas/arcs";
import { arrow, freer, nextPlace } from "../src/boards/areas/geometry";
import { placeAttacks } from "../src/boards/areas/attacks";
import { type AreaShape, homeOf } from "../src/boards/areas/drawing";
import type { Attack } from "../src/boards/areas/scene";
import { travelsBetween } from "../src/boards/areas/travels";
import { outlinePath } from "../src/boards/areas/counters";
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

  it("keeps counters between 21 and 44 pixels on the screen", () => {
    expect(counterSize(10, 330)).toBe(330);
    expect(counterSize(40, 330)).toBe(840);
    expect(counterSize(2, 330)).toBe(88);
    expect(isDetailed(330, 10)).toBe(true);
    expect(isDetailed(840, 40)).toBe(false);
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

it("a number beside a short arrow goes where nothing stands", () => {
  const { beside, middle } = arrow([0, 0], [60, 0], 20, 16);
  expect(beside[0][1] * beside[1][1]).toBeLessThan(0);
  expect(freer(beside, [[30, 25]])).toEqual(beside.find(([, y]) => y < 0));
  expect(freer(beside, [[30, -25]])).toEqual(beside.find(([, y]) => y > 0));
  expect(arrow([0, 0], [600, 0], 20, 16).beside[0]).toEqual(arrow([0, 0], [600, 0], 20).middle);
  expect(middle[0]).toBe(30);
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

describe("attackers", () => {
  const anchors = new Map<string, readonly [number, number]>([
    ["a", [0, 0]],
    ["b", [100, 0]],
    ["c", [0, 90]],
  ]);
  const board = { borders: [{ between: ["a", "b"] as const, middle: [50, 0] as const }], seas: [{ label: [0, 1000] as const }] };
  const attack = (from: string | null, to: string, mode: Attack["mode"] = "land"): Attack => ({ from, to, side: "germany", count: 1, mode });

  it("stand at the border where there is room", () => {
    const [only] = placeAttacks([attack("a", "b")], board, anchors, new Set(["b"]), 30);
    expect(only?.stand).toEqual([50, 0]);
    expect(only?.tip).toEqual([85, 0]);
    expect(only?.turn).toBe(0);
  });

  it("leave a name readable where there is another way to stand", () => {
    const [plain] = placeAttacks([attack("a", "b")], board, anchors, new Set(["b"]), 30);
    const name = { x: 40, y: -10, width: 20, height: 20 };
    const [turned] = placeAttacks([attack("a", "b")], board, anchors, new Set(["b"]), 30, [name]);
    expect(plain?.stand).toEqual([50, 0]);
    expect(Math.abs(turned?.stand[1] ?? 0)).toBeGreaterThan(10);
  });

  it("never stand on the far side of who is attacked, for the sake of a name or by a winding border", () => {
    // everything on the near side lies under a name
    const name = { x: -200, y: -200, width: 290, height: 400 };
    const [covering] = placeAttacks([attack("a", "b")], board, anchors, new Set(["b"]), 30, [name]);
    expect(covering?.stand[0]).toBeLessThan(100);
    const winding = { ...board, borders: [{ between: ["a", "b"] as const, middle: [150, 40] as const }] };
    const [round] = placeAttacks([attack("a", "b")], winding, anchors, new Set(["b"]), 30);
    expect(round?.stand[0]).toBeLessThan(100);
  });

  it("never cover a stack or each other, however small the map is", () => {
    const attacks = [attack("a", "b"), attack("c", "b"), attack(null, "b", "sea"), attack(null, "b", "air")];
    for (const size of [30, 60, 90]) {
      const places = placeAttacks(attacks, board, anchors, new Set(["a", "b", "c"]), size);
      const taken = [...anchors.values(), ...places.map(({ stand }) => stand)];
      for (const [i, one] of taken.entries()) {
        for (const other of taken.slice(Math.max(i + 1, anchors.size))) {
          const apart = Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
          expect(apart).toBeGreaterThanOrEqual(size * 0.92 - 1e-9);
        }
      }
    }
  });
});

describe("the first view", () => {
  it("shows the areas with a rim, and nothing beyond the sheet", () => {
    const box = { x: 0, y: 0, width: 1000, height: 1000 };
    const at = (x: number, y: number) => ({ stack: [x, y], town: [x, y] }) as unknown as AreaShape;
    const home = homeOf({ box, areas: [at(200, 20), at(700, 800)] });
    expect(home.y).toBe(0);
    expect(home.x).toBeCloseTo(165);
    expect(home.x + home.width).toBeCloseTo(735);
    expect(home.y + home.height).toBeCloseTo(854.6);
  });
});

describe("counters that go", () => {
  const scene = (stacks: Record<string, number>, attacks: readonly Attack[] = []) => ({
    areas: [],
    waters: [],
    wire: null,
    holders: new Map(),
    battle: null,
    attacks,
    stacks: Object.entries(stacks).map(([place, count]) => ({ place, pieces: [piece("germany", count)] })),
  });

  it("are seen where one place lost what another gained, also into an attack", () => {
    const there = [{ side: "germany", from: "a", to: "b", count: 2 }];
    expect(travelsBetween(scene({ a: 3 }), scene({ a: 1, b: 2 }))).toEqual(there);
    const attack: Attack = { from: "a", to: "b", side: "germany", count: 2, mode: "land" };
    expect(travelsBetween(scene({ a: 3 }), scene({ a: 1 }, [attack]))).toEqual(there);
    expect(travelsBetween(scene({}, [attack]), scene({ b: 2 }))).toEqual([]);
  });

  it("are not made up where losses or several ways leave a doubt", () => {
    expect(travelsBetween(scene({ a: 3, c: 1 }), scene({ a: 1, b: 3 }))).toEqual([]);
    expect(travelsBetween(scene({ a: 3 }), scene({ a: 1, b: 1 }))).toEqual([]);
    expect(travelsBetween(scene({ a: 3 }), scene({ a: 3 }))).toEqual([]);
  });
});

it("every outline of a counter is another shape of the same extent", () => {
  const paths = (["square", "cut", "round"] as const).map((outline) => outlinePath(outline, 100));
  expect(new Set(paths).size).toBe(3);
  for (const path of paths) expect(path).toContain("50");
});
