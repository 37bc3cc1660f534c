import { describe, expect, it } from "vitest";
import { placeAttacks } from "../src/boards/attacks";
import { edgeOf } from "../src/boards/marks";
import { enlarged, nameRects } from "../src/boards/names";
import { counterSize, coveredBy, detailOf, holderOf, inRows, lotOf } from "../src/boards/piles";
import { type Rect, sitesOf } from "../src/boards/sites";
import { layoutStrips, roomAt, shortName } from "../src/boards/strips";
import { travelsBetween } from "../src/boards/travels";
import { nearest } from "../src/boards/walk";
import { besideOf, freer } from "../src/boards/ways";
import { type Board, readBoard } from "../src/drawn/board";
import { handsOf } from "../src/drawn/hands";
import { type Arrow, readScene } from "../src/drawn/scene";
import { standing } from "../src/drawn/standing";
import type { Board as SentBoard, Scene as SentScene } from "../src/generated/scene";

const word = (text: string) => ({ key: "core.plain", args: { text } });
const square = (x: number, y: number) => `M${x},${y}L${x + 100},${y}L${x + 100},${y + 100}L${x},${y + 100}Z`;
const SENT: SentBoard = {
  kind: "areas",
  title: word("Two towns"),
  box: [0, 0, 1000, 1000],
  places: [
    { id: "west", name: word("West"), at: [200, 20], path: square(150, 0) },
    { id: "east", name: word("East"), at: [700, 800], path: square(650, 750), owner: "red" },
    { id: "sound", name: word("Sound"), at: [900, 500], kind: "water" },
  ],
  sides: [{ id: "red", name: word("Red"), sign: "R" }, { id: "blue", name: word("Blue"), sign: "B" }],
  kinds: ["red", "blue"].map((side) => ({ id: side, side, name: word(side), lot: true })),
  unit: 30,
};
const BOARD = readBoard(SENT);
const scene = (sent: Partial<SentScene>) => readScene({ status: { turn: word("1"), phase: word("1") }, ...sent }, BOARD);

describe("what the board says is not said again", () => {
  const ship = (id: string, side: string, more = {}) => ({ id, side, name: word(id), shape: "ship" as const, ...more });
  const navy = { ...SENT, kinds: [ship("red-ships", "red", { lot: true }), ship("blue-ships", "blue", { lot: true }), ship("emden", "red"), ship("hood", "blue")] };
  const status = { turn: word("1"), phase: word("1") };
  const guide = { heading: word("Day one"), at: 0, steps: [[word("First"), word("all")], [word("Then"), word("one")]] as const };

  it("names the pieces of a lot that the seat knows, and of other sides none", () => {
    const board = readBoard(navy);
    const read = readScene({ status, stacks: [["sound", [["red-ships", 2, ""], ["blue-ships", 1, ""]]]], known: { sound: ["emden"] } }, board);
    const known = { key: "core.known", args: { pieces: [word("emden")] } };
    expect(read.stacks.get("sound")?.map(({ told }) => told)).toEqual([known, null]);
    expect(standing(board, read, "sound")).toContainEqual(known);
    const lost = { key: "game.lost" };
    expect(standing(board, { ...read, words: { sound: lost } }, "sound")).toContainEqual(lost);
  });

  it("takes the words of a sequence from the board, or from the scene of an old record", () => {
    const steps = guide.steps.map(([title, about]): [ReturnType<typeof word>, ReturnType<typeof word>] => [title, about]);
    expect(readScene({ status, guide: { at: 1 } }, readBoard({ ...SENT, guide: { ...guide, steps } })).guide).toEqual({ ...guide, at: 1 });
    expect(readScene({ status, guide: { ...guide, steps, at: 1 } }, BOARD).guide).toEqual({ ...guide, at: 1 });
    expect(readScene({ status }, readBoard({ ...SENT, guide: { ...guide, steps } })).guide).toBeNull();
  });

  it("counts the deck beside the hand, or as an old record does by itself", () => {
    const beside = scene({ holdings: [{ side: "red", kind: "hand", count: 2, beside: { deck: 9, used: 1 } }] });
    const apart = scene({ holdings: [{ side: "red", kind: "hand", count: 2 }, { side: "red", kind: "deck", count: 9 }] });
    for (const held of [beside, apart]) expect(handsOf(BOARD, held, () => false)).toEqual([{ side: "red", cards: null, size: 2, deck: 9 }]);
  });
});

describe("a stack can be read", () => {
  it("stands alone on its anchor", () => {
    expect(inRows(1, 2, 112)).toEqual([[0, 0]]);
  });

  it("sets two beside each other, and a third below", () => {
    expect(inRows(3, 2, 112)).toEqual([[-56, -56], [56, -56], [0, 56]]);
  });

  it("never lets two counters overlap, however many stand in a row", () => {
    for (let n = 1; n <= 6; n += 1) {
      for (const perRow of [1, 2, 3]) {
        const places = inRows(n, perRow, 112);
        for (const [i, a] of places.entries()) {
          for (const b of places.slice(i + 1)) expect(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))).toBeGreaterThanOrEqual(100);
        }
      }
    }
  });

  it("keeps counters between 21 and 44 pixels on the screen", () => {
    expect(counterSize(10, 330)).toBe(330);
    expect(counterSize(40, 330)).toBe(840);
    expect(counterSize(2, 330)).toBe(88);
    const lot = lotOf(BOARD, "red", 2);
    expect(detailOf(lot, { size: 330, scale: 1 / 10 })).toBe("full");
    expect(detailOf(lot, { size: 840, scale: 1 / 40 })).toBe("block");
  });
});

describe("the arrow keys", () => {
  const at = (id: string, x: number, y: number) => ({ id, at: [x, y] as const });
  const sites = [at("middle", 0, 0), at("near-right", 10, 2), at("far-right", 30, 0), at("up", 3, -20), at("aside", 4, 40)];

  it("walk to the nearest place that lies that way", () => {
    expect(nearest(sites, "middle", "ArrowRight")).toBe("near-right");
    expect(nearest(sites, "near-right", "ArrowRight")).toBe("far-right");
    expect(nearest(sites, "middle", "ArrowUp")).toBe("up");
    expect(nearest(sites, "middle", "ArrowDown")).toBe("aside");
    expect(nearest(sites, "middle", "ArrowLeft")).toBeNull();
    expect(nearest(sites, "nowhere", "ArrowLeft")).toBeNull();
  });
});

it("a number beside a short way goes where nothing stands", () => {
  const beside = besideOf([[0, 0], [60, 0]], 16);
  expect(beside[0][1] * beside[1][1]).toBeLessThan(0);
  expect(freer(beside, [[30, 25]])).toEqual(beside.find(([, y]) => y < 0));
  expect(freer(beside, [[30, -25]])).toEqual(beside.find(([, y]) => y > 0));
  expect(besideOf([[0, 0], [600, 0]], 16)[0]).toEqual([300, 0]);
});

describe("the names of areas", () => {
  const named = (beside: string, unit = 330) => ({ ...BOARD, unit, places: [{ ...BOARD.places[0]!, label: [100, 100] as const, label_width: 200, beside }] });

  it("have their printed size near by, grow so that they can be read, and stop where the map has no more room", () => {
    expect(enlarged({ unit: 330 }, 1)).toBe(1);
    expect(enlarged({ unit: 330 }, 12)).toBeGreaterThan(1);
    expect(enlarged({ unit: 330 }, 100)).toBe(enlarged({ unit: 330 }, 1000));
    expect(enlarged({ unit: 33 }, 1)).toBeCloseTo(0.1 * enlarged({ unit: 330 }, 10));
  });

  it("cover the ground round their middle, higher where the signs stand above", () => {
    const [[line], [above]] = [nameRects(named(""), 1), nameRects(named("above"), 1)];
    expect(line).toMatchObject({ x: 0, width: 200 });
    expect(above?.height ?? 0).toBeGreaterThan(1.9 * (line?.height ?? 0));
    expect(nameRects(BOARD, 1)).toEqual([]);
  });
});

it("of a pile two are seen under the first", () => {
  const pile = ["a", "b", "c", "d"].map((id) => ({ ...lotOf(BOARD, "red", 1), id }));
  expect(coveredBy(pile, "sign").map(({ id }) => id)).toEqual(["c", "b"]);
  expect(coveredBy(pile, "block")).toEqual([]);
});

describe("attackers", () => {
  const points = { a: [0, 0], b: [100, 0], c: [0, 90], sea: [0, 1000] } as const;
  const named = (name?: Rect): Board => ({
    ...BOARD,
    unit: 330,
    borders: [{ between: ["a", "b"], middle: [50, 0] }],
    places: name === undefined ? [] : [{ ...BOARD.places[0]!, label: [name.x + name.width / 2, name.y + name.height / 2], label_width: name.width }],
  });
  const sites = sitesOf(readBoard({ ...SENT, places: Object.entries(points).map(([id, [x, y]]) => ({ id, name: word(id), at: [x, y], kind: id === "sea" ? "water" : "area" })) }));
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const placed = (attacks: readonly Arrow[], size: number, peopled: readonly string[] = ["b"], board = named()) =>
    placeAttacks({ board, sites, siteOf, peopled: new Set(peopled), size, units: 0.01 }, attacks);
  const attack = (from: string, to: string, mode = "land"): Arrow => ({ from, to, side: "germany", count: 1, mode, where: null });

  it("stand at the border where there is room", () => {
    const [only] = placed([attack("a", "b")], 30);
    expect(only?.stand).toEqual([50, 0]);
    expect(only?.tip).toEqual([85, 0]);
    expect(only?.turn).toBe(0);
  });

  it("leave a name readable where there is another way to stand", () => {
    const name = { x: 40, y: -10, width: 20, height: 20 };
    const [turned] = placed([attack("a", "b")], 30, ["b"], named(name));
    expect(Math.abs(turned?.stand[1] ?? 0)).toBeGreaterThan(10);
  });

  it("never stand on the far side of who is attacked, for the sake of a name or by a winding border", () => {
    // everything on the near side lies under a name
    const name = { x: -200, y: -200, width: 290, height: 400 };
    const [covering] = placed([attack("a", "b")], 30, ["b"], named(name));
    expect(covering?.stand[0]).toBeLessThan(100);
    const winding = { ...named(), borders: [{ between: ["a", "b"] as const, middle: [150, 40] as const }] };
    const [round] = placed([attack("a", "b")], 30, ["b"], winding);
    expect(round?.stand[0]).toBeLessThan(100);
  });

  it("never cover a stack or each other, however small the map is", () => {
    const attacks = [attack("a", "b"), attack("c", "b"), attack("", "b", "sea"), attack("", "b", "air")];
    for (const size of [30, 60, 90]) {
      const places = placed(attacks, size, ["a", "b", "c"]);
      const stacks = [points.a, points.b, points.c];
      const taken = [...stacks, ...places.map(({ stand }) => stand)];
      for (const [i, one] of taken.entries()) {
        for (const other of taken.slice(Math.max(i + 1, stacks.length))) {
          const apart = Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]));
          expect(apart).toBeGreaterThanOrEqual(size * 0.92 - 1e-9);
        }
      }
    }
  });
});

describe("the places of a board", () => {
  it("lie with the waters below the land, and have a rim that counters fit into", () => {
    const [sound, west] = sitesOf(BOARD);
    expect([sound?.id, west?.path]).toEqual(["sound", square(150, 0)]);
    expect(sound?.path).toMatch(/^M870,500a30,30 .*Z$/);
  });

  it("are held by who has taken them, by the only side that stands there, or by their first owner", () => {
    const [west, east] = BOARD.places;
    const there = (pieces: readonly string[]) => scene({ stacks: [["east", pieces.map((side): [string, number] => [side, 1])]] });
    expect(holderOf(there([]), west!)).toBe("");
    expect(holderOf(there([]), east!)).toBe("red");
    expect(holderOf(there(["blue"]), east!)).toBe("blue");
    expect(holderOf(there(["blue", "red"]), east!)).toBe("red");
    expect(holderOf(scene({ owners: { west: "blue" } }), west!)).toBe("blue");
  });
});

describe("counters that go", () => {
  const standing = (stacks: Record<string, number>, arrows: SentScene["arrows"] = []) =>
    scene({ stacks: Object.entries(stacks).map(([place, count]) => [place, [["red", count]]]), arrows });

  it("are seen where one place lost what another gained, also into an attack", () => {
    const there = [{ side: "red", from: "a", to: "b", count: 2 }];
    expect(travelsBetween(standing({ a: 3 }), standing({ a: 1, b: 2 }))).toEqual(there);
    expect(travelsBetween(standing({ a: 3 }), standing({ a: 1 }, [["a", "b", "red", 2, "land"]]))).toEqual(there);
    expect(travelsBetween(standing({}, [["a", "b", "red", 2, "land"]]), standing({ b: 2 }))).toEqual([]);
  });

  it("are not made up where losses or several ways leave a doubt", () => {
    expect(travelsBetween(standing({ a: 3, c: 1 }), standing({ a: 1, b: 3 }))).toEqual([]);
    expect(travelsBetween(standing({ a: 3 }), standing({ a: 1, b: 1 }))).toEqual([]);
    expect(travelsBetween(standing({ a: 3 }), standing({ a: 3 }))).toEqual([]);
  });
});

describe("ships that lie open", () => {
  it("have their names one below the other, away from the land and on the sheet", () => {
    expect(layoutStrips(2, 100, 30, { way: -1, aside: -50 })).toEqual([[-50, -145], [-50, -100]]);
    expect(layoutStrips(2, 100, 30, { way: 1, aside: 0 })).toEqual([[0, 100], [0, 145]]);
    const box = { x: 0, y: 0, width: 1000, height: 1000 };
    const land = sitesOf(BOARD).filter(({ id }) => id === "west").map((site) => ({ ...site, at: [700, 300] as const }));
    expect(roomAt(land, box, [600, 500], 30)).toMatchObject({ way: 1 });
    expect(roomAt(land, box, [600, 100], 30).way).toBe(-1);
    expect(roomAt(land, box, [600, 100], 30).aside).toBeLessThan(0);
    expect(roomAt(land, box, [20, 100], 30).aside).toBeGreaterThan(100);
  });

  it("have the name in brackets where there is one", () => {
    expect(shortName("Light cruiser with destroyers (Aurora)")).toBe("Aurora");
    expect(shortName("KMS Blücher")).toBe("KMS Blücher");
  });
});

it("every side's counters are cut otherwise, and so are wings and keels", () => {
  const paths = [...["square", "cut", "round"].map((outline) => edgeOf("ground", outline)), edgeOf("air", "square"), edgeOf("ship", "square")];
  expect(new Set(paths).size).toBe(5);
  for (const path of paths) expect(path).toContain("50");
});
