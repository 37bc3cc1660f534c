import { describe, expect, it } from "vitest";
import { type Body, bodyAt, bodyOf } from "../src/boards/tabletop/bodies";
import { goalsOf, targetOf } from "../src/boards/tabletop/goals";
import { figuresOf, smokeOf } from "../src/boards/tabletop/figures";
import { furrowsOf, groundOf, slopeOf, treesOf } from "../src/boards/tabletop/ground";
import { beside, boxAt, placed, spotsOn } from "../src/boards/tabletop/placing";
import { areMeeting, bearingOf, isWithin, tracesOf } from "../src/boards/tabletop/shapes";
import { clothOf, signsOf } from "../src/boards/tabletop/signs";
import { boxOfStandard, namesOf, standardsOf, stepOf } from "../src/boards/tabletop/standards";
import { basesOf } from "../src/drawn/blocks";
import { type Point, readBoard } from "../src/drawn/board";
import { readScene } from "../src/drawn/scene";
import type { Board as SentBoard, Kind, Layer, Pose, Scene as SentScene } from "../src/generated/scene";
import { show } from "../src/texts/languages.svelte";

const word = (text: string) => ({ key: "core.plain", args: { text } });
const kind = (id: string, side: string, symbol: string): Kind => ({ id, side, name: word(id), shape: "body", symbol, label: id });
const SENT: SentBoard = {
  kind: "tabletop",
  title: word("A field"),
  box: [0, 0, 16000, 12000],
  unit: 300,
  places: [
    { id: "height", name: word("height"), at: [8000, 6000], path: "M2000,2000L14000,2000L14000,10000L2000,10000Z", kind: "hill" },
    { id: "top", name: word("top"), at: [8000, 6000], path: "M5000,4000L11000,4000L11000,8000L5000,8000Z", kind: "hill" },
    { id: "pines", name: word("pines"), at: [3000, 9000], path: "M2200,8400L4200,8400L4200,9800L2200,9800Z", kind: "wood" },
    { id: "house", name: word("house"), at: [8000, 5000], path: "M7850,4850L8150,4850L8150,5150L7850,5150Z", kind: "building" },
    { id: "pike", name: word("pike"), at: [15000, 6000], path: "M15000,0L15000,12000", kind: "road" },
  ],
  sides: [{ id: "red", name: word("Red"), sign: "R" }, { id: "blue", name: word("Blue"), sign: "B", outline: "cut" }],
  kinds: [kind("r1", "red", "infantry"), kind("r2", "red", "artillery"), kind("b1", "blue", "infantry"), kind("b2", "blue", "general")],
};
const BOARD = readBoard(SENT);
const SHEET = { x: 0, y: 0, width: 16000, height: 12000 };
/** two ranks of three figures that face north, and the way to the east turned by a quarter */
const NORTH = [5000, 6000, 80, 0, 0, 150, 3, 160, 0, 2, 0, 150];
const EAST = [9000, 6000, 0, 80, -150, 0, 3, 0, 160, 2, -150, 0];
const HOUSES = [[[7850, 4850], [8150, 4850], [8150, 5150], [7850, 5150]]] as readonly (readonly Point[])[];

const scene = (poses: Pose[], more: Partial<SentScene> = {}) => readScene({ status: { turn: word("1"), phase: word("1") }, poses, ...more }, BOARD);
const bodies = (poses: Pose[], more: Partial<SentScene> = {}): readonly Body[] => scene(poses, more).poses.map((pose) => bodyOf(pose, 300, HOUSES));
function only(pose: Pose, more: Partial<SentScene> = {}): Body {
  const [body] = bodies([pose], more);
  if (body === undefined) throw new Error("no body");
  return body;
}
const layer = (one: Partial<Layer> & { kind: string; path: string }) => ({ form: "fill" as const, side: "", overlay: "", level: 0, width: 0, place: "", ...one });

describe("bases are sent as blocks", () => {
  it("of files and ranks, each from its own left front corner", () => {
    const bases = basesOf(NORTH);
    expect(bases).toHaveLength(6);
    expect(bases[0]).toEqual([5000, 6000, 5080, 6000, 5080, 6150, 5000, 6150]);
    expect(bases[2]).toEqual([5160, 6000, 5240, 6000, 5240, 6150, 5160, 6150]);
    expect(bases[5]).toEqual([5160, 6150, 5240, 6150, 5240, 6300, 5160, 6300]);
  });

  it("or as a single one", () => {
    expect(basesOf([10, 20, 80, 0, 0, 150])).toEqual([[10, 20, 90, 20, 90, 170, 10, 170]]);
  });

  it("whose steps are shared out without adding up what is rounded", () => {
    const lefts = basesOf([0, 0, 57, 57, -106, 106, 4, 170, 170]).map(([x]) => x);
    expect(lefts).toEqual([0, 57, 113, 170]);
  });
});

describe("a body is read from its shape", () => {
  it("has its front where it faces, and its rear behind", () => {
    const north = only(["r1", 5120, 6150, 0, [], [NORTH]]);
    expect(north.front).toEqual([5120, 6000]);
    expect(north.rear).toEqual([5120, 6300]);
    const east = only(["b1", 8850, 6120, 90, [], [EAST]]);
    expect(east.front).toEqual([9000, 6120]);
    expect(east.bases.map(({ facing }) => Math.round(facing))).toEqual([90, 90, 90, 90, 90, 90]);
  });

  it("fills the house in which it stands, and shows nobody of it", () => {
    const inside = only(["r1", 8000, 5000, 0]);
    expect(inside.housed).toBe(true);
    expect(inside.box).toEqual({ x: 7850, y: 4850, width: 300, height: 300 });
    expect(figuresOf(inside).coats).toBe("");
  });

  it("is a rider's round base where a general stands alone", () => {
    const general = only(["b2", 8000, 5000, 45]);
    expect([general.single, general.housed]).toEqual([true, false]);
    expect(general.path).toMatch(/^M\S+a186,186/);
  });

  it("is meant by the nearest touch, not by the one that was drawn last", () => {
    const both = bodies([["r1", 5120, 6150, 0, [], [NORTH]], ["b1", 5120, 6650, 0, [], [[5000, 6500, 240, 0, 0, 300]]]]);
    expect(bodyAt(both, [5100, 6370], 400)?.id).toBe("r1");
    expect(bodyAt(both, [5100, 6450], 400)?.id).toBe("b1");
    expect(bodyAt(both, [5100, 7300], 400)).toBeUndefined();
  });
});

describe("figures stand in ranks on their bases", () => {
  const shapes = (path: string): number => path.split("M").length - 1;

  it("one on each, with a musket", () => {
    const { coats, hats, arms, horses } = figuresOf(only(["r1", 5120, 6150, 0, [], [NORTH]]));
    expect([coats, hats, arms].map(shapes)).toEqual([6, 6, 6]);
    expect(horses).toBe("");
  });

  it("so that no figure leaves its base", () => {
    const body = only(["b1", 8850, 6120, 90, [], [EAST]]);
    const points = [...figuresOf(body).coats.matchAll(/(-?\d+),(-?\d+)/g)].map(([, x, y]): Point => [Number(x), Number(y)]);
    expect(points.length).toBe(36);
    expect(points.every((point) => body.rings.some((ring) => isWithin(ring, point)))).toBe(true);
  });

  it("guns with their gunners; limbered, each behind its horses", () => {
    const guns: Pose = ["r2", 5000, 6000, 0, [], [[5000, 6000, 300, 0, 0, 450, 2, 300, 0]]];
    const limbered: Pose = ["r2", 5000, 6000, 0, [], [[5000, 6000, 300, 0, 0, 700], [5300, 6000, 300, 0, 0, 450], [5300, 6450, 300, 0, 0, 450], [5000, 6700, 300, 0, 0, 450]]];
    expect(shapes(figuresOf(only(guns)).coats)).toBe(4);
    const { coats, horses } = figuresOf(only(limbered, { flags: { limbered: ["r2"] } }));
    // a driver and two horses with a chest before each of two guns on two wheels
    expect([shapes(coats), shapes(horses)]).toEqual([2, 10]);
  });

  it("and smoke lies before their front", () => {
    const body = only(["r1", 5120, 6150, 0, [], [NORTH]]);
    const clouds = smokeOf(body);
    expect(clouds.length).toBeGreaterThan(1);
    expect(clouds.every(({ at }) => at[1] < 6000)).toBe(true);
  });
});

describe("an arrow that is drawn from a body", () => {
  const both = bodies([["r1", 5120, 6150, 0, [], [NORTH]], ["b1", 8850, 6120, 90, [], [EAST]], ["r2", 3000, 9000, 0, [], [[2950, 8950, 100, 0, 0, 100]]]]);
  const [from, , inWood] = both as readonly [Body, Body, Body];
  const goals = goalsOf(BOARD.places);
  const end = (to: Point, body = from) => targetOf(body, to, both, goals, 60);

  it("means the body it ends on", () => {
    expect(end([8900, 6150])).toEqual({ piece: "b1" });
    expect(end([9040, 6150])).toEqual({ piece: "b1" });
  });

  it("or the object: a house, a wood, a road that it nearly touches", () => {
    expect(end([8000, 5000])).toEqual({ place: "house" });
    expect(end([3000, 8600])).toEqual({ place: "pines" });
    expect(end([14950, 6000])).toEqual({ place: "pike" });
  });

  it("or else only a direction: whole hills are no goal, nor is the ground that one stands on", () => {
    expect(end([5120, 3000])).toEqual({ bearing: 0 });
    expect(end([3120, 4150])).toEqual({ bearing: 315 });
    expect(end([4000, 9000], inWood)).toEqual({ bearing: 90 });
  });

  it("means nothing while it is still over its own body", () => {
    expect(end([5130, 6200])).toBeNull();
  });

  it("tells directions clockwise from north, never 360", () => {
    expect([[0, -10], [10, 0], [0, 10], [-10, 0], [-0.01, -10]].map(([x, y]) => bearingOf([0, 0], [x ?? 0, y ?? 0]))).toEqual([0, 90, 180, 270, 0]);
  });
});

describe("standards and names find room", () => {
  const box = (x: number, y: number) => ({ x, y, width: 100, height: 20 });

  it("in the order in which they come, and whoever finds none is left out", () => {
    const spot = (x: number) => ({ at: [x, 0] as Point, width: 40, height: 10 });
    const found = placed([{ id: "a", spots: [spot(0)] }, { id: "b", spots: [spot(10), spot(50)] }, { id: "c", spots: [spot(20)] }], []);
    expect([...found].map(([id, { at }]) => [id, at[0]])).toEqual([["a", 0], ["b", 50]]);
  });

  it("beside a thing, never over it", () => {
    for (const spot of beside(box(0, 0), 60, 16, 4)) expect(areMeeting(boxAt(spot), box(0, 0))).toBe(false);
  });

  it("so that at any scale no standard covers a body or another", () => {
    const crowd = bodies(Array.from({ length: 12 }, (_, i): Pose => [i % 2 ? "r1" : "b1", 0, 0, 0, [], [[4000 + (i % 4) * 400, 5000 + Math.floor(i / 4) * 500, 80, 0, 0, 150, 4, 240, 0, 2, 0, 150]]])).map((body, i) => ({ ...body, id: `n${i}` }));
    for (const scale of [0.02, 0.055, 0.2]) {
      const boxes = standardsOf(crowd, ({ id }) => id, () => 0, crowd.flatMap(({ cover }) => cover), SHEET, scale).map((standard) => boxOfStandard(standard, 1 / scale));
      expect(boxes.length).toBeGreaterThan(0);
      for (const [i, one] of boxes.entries()) {
        expect(crowd.some(({ cover }) => cover.some((part) => areMeeting(part, one)))).toBe(false);
        expect(boxes.slice(i + 1).some((other) => areMeeting(other, one))).toBe(false);
      }
    }
  });

  it("the more important first", () => {
    const pair = bodies([["r1", 0, 0, 0, [], [NORTH]], ["b1", 0, 0, 0, [], [NORTH]]]);
    const first = standardsOf(pair, () => "x", ({ id }) => (id === "b1" ? 1 : 0), [], SHEET, 0.055);
    const [one, two] = [first.find(({ body }) => body.id === "b1"), first.find(({ body }) => body.id === "r1")];
    // the one that is asked first has the best place, above; the other has to do with another
    expect(one?.at[1]).toBeLessThan(6000);
    expect(two?.at).not.toEqual(one?.at);
  });

  it("and none beyond its bounds", () => {
    const north = bodies([["r1", 0, 0, 0, [], [[5000, 0, 240, 0, 0, 300]]]]);
    const [standard] = standardsOf(north, () => "x", () => 0, [], SHEET, 0.055);
    expect(standard === undefined ? null : boxOfStandard(standard, 1 / 0.055).y).toBeGreaterThanOrEqual(0);
  });

  it("names keep off bodies, and off the terraces above their own", () => {
    const taken = [{ x: 7000, y: 4600, width: 2400, height: 600 }];
    const names = namesOf(BOARD.places, ({ name }) => show(name), taken, SHEET, 0.055);
    const at = (id: string) => names.find((name) => name.id === id)?.at ?? [NaN, NaN];
    const top = tracesOf("M5000,4000L11000,4000L11000,8000L5000,8000Z")[0]?.points ?? [];
    expect(isWithin(top, at("top"))).toBe(true);
    expect(isWithin(top, at("height"))).toBe(false);
    expect(names.some(({ at: [x, y] }) => x > 7000 && x < 9400 && y > 4600 && y < 5200)).toBe(false);
  });

  it("a name runs along its line, and is never upside down", () => {
    for (const path of ["M0,0L1000,0", "M1000,0L0,0", "M0,0L0,1000", "M0,1000L0,0", "M900,900L0,0"]) {
      const [spot] = tracesOf(path).flatMap((trace) => spotsOn(trace, 100, 10));
      expect(Math.abs(spot?.turn ?? 180)).toBeLessThanOrEqual(90);
    }
  });

  it("stays where it is while the scale hardly changes", () => {
    expect(stepOf(0.06)).toBe(stepOf(0.062));
    expect(stepOf(0.06)).not.toBe(stepOf(0.12));
    // what has room at the step has room at each scale that it stands for
    for (const scale of [0.03, 0.06, 0.0654, 0.07, 0.11, 0.5]) expect(stepOf(scale)).toBeLessThanOrEqual(scale);
  });
});

describe("the ground", () => {
  it("rises: a terrace is as high as it is said to be, or as there are others under it", () => {
    const hills = BOARD.places.filter((place) => place.kind === "hill");
    const counted = groundOf(hills.map(({ path }) => layer({ kind: "hill", path })));
    expect(counted.flatMap(({ level }) => level ?? [])).toEqual([1, 2]);
    const said = groundOf(hills.map(({ path }) => layer({ kind: "hill", path, level: 3 })));
    expect(said.flatMap(({ level }) => level ?? [])).toEqual([3, 3]);
  });

  it("has trees in its woods, the same each time, none on the edge", () => {
    const wood = tracesOf("M2200,8400L4200,8400L4200,9800L2200,9800Z");
    const trees = treesOf(wood);
    expect(trees.length).toBeGreaterThan(8);
    expect(treesOf(wood)).toEqual(trees);
    expect(trees.every(({ at: [x, y], r }) => x - 2200 > r * 0.7 && 4200 - x > r * 0.7 && y - 8400 > r * 0.7 && 9800 - y > r * 0.7)).toBe(true);
  });

  it("has furrows along the longest edge of a field", () => {
    expect(furrowsOf(tracesOf("M0,0L1000,1000L900,1100L-100,100Z"))).toBe(45);
  });

  it("has roofs whose side away from the light is dark", () => {
    // the light comes from the upper left: the lower half of this one, the right half of that one
    expect(slopeOf([[0, 0], [400, 0], [400, 200], [0, 200]])).toBe("M400,100L0,100L0,200L400,200Z");
    expect(slopeOf([[0, 0], [200, 0], [200, 400], [0, 400]])).toBe("M100,0L100,400L200,400L200,0Z");
  });

  it("draws what it does not know in a plain manner, as a ground or a line", () => {
    expect(groundOf([layer({ kind: "swamp-of-a-club", path: "M0,0L9,0L9,9Z" })]).map(({ look }) => look)).toEqual(["plain-fill"]);
    expect(groundOf([layer({ kind: "hose", form: "line", path: "M0,0L9,0", width: 70 })])).toEqual([{ look: "plain-line", path: "M0,0L9,0", width: 70, least: 1 }]);
  });

  it("keeps the width that a line has on the ground", () => {
    const [edge, road] = groundOf([layer({ kind: "road", form: "line", path: "M0,0L900,0", width: 120 })]);
    expect([edge?.look, road?.look, road?.width]).toEqual(["road-edge", "road", 120]);
  });
});

describe("markers", () => {
  it("are set beside a standard: puffs for its order, a pebble, a box struck through", () => {
    const { piece } = only(["r1", 0, 0, 0, [], [NORTH]], { flags: { u: ["r1"], pinned: ["r1"], "out-of-ammunition": ["r1"], smoke: ["r1"], mounted: ["r1"] } });
    expect(signsOf(piece).map(({ look, struck }) => [look, struck ?? false])).toEqual([["cotton", false], ["pebble", false], ["crate", true]]);
  });

  it("tell the sides apart by the cut of the cloth", () => {
    expect(new Set(["square", "cut", "round"].map((outline) => clothOf(outline, 30, 16))).size).toBe(3);
  });
});
