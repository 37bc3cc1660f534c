import { describe, expect, it } from "vitest";
import { layoutPiles, roomAt, shortName } from "../src/boards/areas/piles";
import { APRIL_STEPS, aprilStep, guide } from "../src/games/norway/april";
import type { NorwayBoard } from "../src/games/norway/board";
import { marksDie } from "../src/games/norway/dice";
import { aboutWater, faces, waters } from "../src/games/norway/sea";
import { seaBattle } from "../src/games/norway/seabattle";
import type { NorwayView, SeaView } from "../src/generated/norway";
import { say } from "../src/texts/text";
import type { Ruling } from "../src/wire/messages";

const SEAS = ["I", "II", "III"];
/** the place of ships that are not deployed yet: after the sea areas, the raid box and home */
const HAND = 5;
const ship = (id: string, country: string, kind: string, sinks_on: number[], chases_on: number[]) => ({
  id,
  country,
  name: say(`norway.ship.${id}`),
  class: kind,
  class_name: say(`norway.ship-class.${kind}`),
  sinks_on,
  chases_on,
  cards_lost: 1,
  moves: 2,
  rank: 0,
  provenance: {},
});
const board = {
  areas: [],
  cards: [],
  seas: SEAS.map((id) => ({ id, name: say(`norway.sea.${id}`), closed_to_allies: id === "I", borders: [], coast: id === "III" ? [] : ["oslo"] })),
  ships: [
    ship("kms-a", "germany", "battleship", [5, 6], [3, 4]),
    ship("decoy-1", "germany", "decoy", [], []),
    ship("eidsvoll", "norway", "coast-defence", [], [6]),
    ship("hms-b", "allies", "minor", [6], [5]),
  ],
  ship_places: [...SEAS, "raid", "home", "hand", "sunk", "removed"].map((id) => ({ sea: null, name: say(`place.${id}`), borders: [] })),
  drawing: { boxes: new Map([["raid-box", [0, 0, 10, 10]]]) },
} as unknown as NorwayBoard;

function seaOf(change: Partial<SeaView>): SeaView {
  const piles = Array.from({ length: 3 }, () => Array<number>(6).fill(0));
  return { place: [-1, -1, 1, 0], face_up: [false, false, true, false], piles, legs: [], under_way: [], caught: [], hunts: [], battle: null, done: [], sightings: [], home_fleet_called: false, coast_defence_fought: false, sailors: [], mobilised: [], telegraph_cut: false, ...change };
}

function viewOf(sea: SeaView, change: Partial<NorwayView> = {}): NorwayView {
  return { round: 0, phase: 0, country: "germany", hand_size: [5, 3, 3], battle: null, result: null, sea, ...change } as NorwayView;
}

const NO_SIGNS = { prompts: [], waiting: [], lastRule: "" };

describe("the waters of the board", () => {
  it("hold piles by number and open ships by name, closed seas red and coasts blue", () => {
    const sea = seaOf({ piles: [[0, 2, 0, 0, 0, 0], [], [1, 0, 0, 0, 0, 0]], caught: [2] });
    const seen = waters(viewOf(sea), board);
    expect(seen.map(({ id, shade }) => [id, shade])).toEqual([["I", "red"], ["II", "blue"], ["III", ""], ["raid", ""]]);
    expect(seen[0]?.piles).toEqual([{ side: "allies", hidden: 1, shown: [] }]);
    expect(seen[1]?.piles.map(({ side, hidden }) => [side, hidden])).toEqual([["germany", 2], ["norway", 0]]);
    expect(seen[1]?.piles[1]?.shown).toMatchObject([{ name: say("norway.ship.eidsvoll"), caught: true }]);
  });

  it("are none in the basic game", () => {
    expect(waters({ sea: null } as unknown as NorwayView, board)).toEqual([]);
  });

  it("tell own ships with their dice, and what has been seen of others'", () => {
    const sightings = [
      { viewer: 2, ship: 0, places: [1] },
      { viewer: 1, ship: 0, places: [1] },
      { viewer: 2, ship: 1, places: [1, 2] },
    ];
    const told = aboutWater(viewOf(seaOf({ piles: [[0, 2, 0], [], [1, 0, 0]], sightings })), board, "II").map(({ key }) => key);
    expect(told).toEqual(["norway.pile", "norway.face-up", "norway.known-here", "norway.maybe-here"]);
    const own = aboutWater(viewOf(seaOf({ piles: [[], [], [1, 0, 0]] })), board, "I");
    expect(own.map(({ key }) => key)).toEqual(["norway.pile", "norway.ship-line", "norway.closed-sea"]);
    expect(own[1]?.args?.["facts"]).toMatchObject({ key: "norway.ship-facts", args: { sinks: "6", chases: "5" } });
  });

  it("have no sighting of a ship that lies open", () => {
    const sea = seaOf({ place: [1, -1, 2, 0], face_up: [true, false, true, false], sightings: [{ viewer: 2, ship: 0, places: [1] }] });
    expect(aboutWater(viewOf(sea), board, "II").map(({ key }) => key)).toEqual(["norway.face-up"]);
  });

  it("name the faces of a die", () => {
    expect([faces([5, 6]), faces([6]), faces([])]).toEqual(["5–6", "6", "–"]);
  });
});

describe("9 April step by step", () => {
  const step = (sea: Partial<SeaView>, change: Partial<NorwayView> = {}, signs: Partial<typeof NO_SIGNS> = {}) =>
    aprilStep(viewOf(seaOf(sea), change), board, { ...NO_SIGNS, ...signs });
  const inHand = (germany: number, allies: number) => [[0, 0, 0, 0, 0, germany], [], [0, 0, 0, 0, 0, allies]];
  const deploys = { waiting: ["norway.wait.deploy"] } as unknown as Partial<typeof NO_SIGNS>;

  it("follows the deployment by what is still in hand", () => {
    const ashore = [-1, -1, HAND, -1];
    expect(step({ place: ashore }, { hand_size: [0, 0, 0] })).toBe("cards");
    expect(step({ place: ashore, piles: inHand(17, 9) })).toBe("draw");
    expect(step({ place: ashore, piles: inHand(17, 9) }, {}, deploys)).toBe("norway");
    expect(step({ piles: inHand(17, 9) }, {}, deploys)).toBe("germany");
    expect(step({ piles: inHand(0, 9) })).toBe("reconnaissance");
    expect(step({ piles: inHand(0, 9) }, {}, deploys)).toBe("allies");
    expect(step({ piles: inHand(0, 0) })).toBe("shift");
  });

  it("follows the phases by what is asked, what is fought and what was told last", () => {
    const prompts = (key: string) => ({ prompts: [key] }) as unknown as Partial<typeof NO_SIGNS>;
    expect(step({}, { phase: 1 }, prompts("norway.prompt.april-drop"))).toBe("paratroops");
    expect(step({}, { phase: 1 }, { lastRule: "8.1-int-4" })).toBe("interception");
    expect(step({ battle: { area: 1, attackers: [0], defenders: [3] } }, { phase: 2 })).toBe("sea-battles");
    expect(step({}, { phase: 2 }, prompts("norway.prompt.raid"))).toBe("raiding");
    expect(step({}, { phase: 2 }, { lastRule: "7.2-landing-4" })).toBe("landing");
    expect(step({}, { phase: 3 })).toBe("mobilisation");
  });

  it("is a guide of fourteen steps on that day and none later", () => {
    const day = guide(viewOf(seaOf({ piles: inHand(17, 9) })), board, NO_SIGNS);
    expect([day?.at, day?.steps.length]).toEqual([APRIL_STEPS.indexOf("germany"), 14]);
    expect(guide(viewOf(seaOf({}), { round: 1 }), board, NO_SIGNS)).toBeNull();
  });
});

describe("a sea battle", () => {
  it("shows both sides in firing order, and what became of each ship", () => {
    const battle = { area: 1, attackers: [0], defenders: [3, 2], struck: [{ ship: 3, result: "sunk" as const }] };
    const seen = seaBattle(seaOf({}), battle, board, "germany");
    expect(seen?.ranks.map(({ side, attacks, pieces }) => [side, attacks, pieces.map(({ name }) => name.key)])).toEqual([
      ["germany", true, ["norway.ship.kms-a"]],
      ["allies", false, ["norway.ship.hms-b", "norway.ship.eidsvoll"]],
    ]);
    expect(seen?.ranks[1]?.pieces.map(({ fate }) => fate?.key ?? null)).toEqual(["norway.struck.sunk", null]);
  });

  it("marks the dice that struck a ship", () => {
    const line = (result: string) => ({ text: say(`norway.ruling.sea.${result}`), rule: null });
    const thrown = (purpose: string, value: number) => ({ purpose, rule: "8.2-seq-4", values: [value], typed: false });
    const ruling = {
      procedure: "naval-combat",
      outputs: {},
      explanation: [line("laid-aside"), line("misses"), line("sink"), line("chase"), line("hidden")],
      throws: [thrown("attacker_dice", 2), thrown("attacker_dice", 6), thrown("defender_dice", 5)],
    } as unknown as Ruling;
    expect([0, 1].map((n) => marksDie(ruling, "attacker_dice", 6, n))).toEqual([false, true]);
    expect(marksDie(ruling, "defender_dice", 5, 0)).toBe(true);
    const search = { procedure: "naval-interception", outputs: {}, throws: [], explanation: [{ text: say("norway.ruling.interception.throws", { limit: 4 }), rule: null }] } as unknown as Ruling;
    expect([3, 4].map((value) => marksDie(search, "dice", value, 0))).toEqual([false, true]);
  });
});

describe("piles on the map", () => {
  it("stand side by side, and names beyond them where there is room", () => {
    const open = { name: say("a"), glyph: "", caught: false };
    const { backs, names } = layoutPiles([{ side: "germany", hidden: 3, shown: [open, open] }, { side: "allies", hidden: 1, shown: [] }], 100, 30, { way: -1, aside: -50 });
    expect(backs.map(({ count, x }) => [count, x])).toEqual([[3, -59], [1, 59]]);
    expect(names.every(({ at: [x, y] }) => x === -50 && y < -72)).toBe(true);
    expect(names[0]?.at[1]).toBeLessThan(names[1]?.at[1] ?? -Infinity);
  });

  it("keep the names off the land and on the sheet", () => {
    const areas = [{ stack: [900, 100] as const }] as never;
    const box = { x: 0, y: 0, width: 1000, height: 1000 };
    expect(roomAt({ areas, box }, [600, 500], 30)).toMatchObject({ way: 1 });
    expect(roomAt({ areas, box }, [600, 100], 30).way).toBe(-1);
    expect(roomAt({ areas, box }, [600, 100], 30).aside).toBeLessThan(0);
    expect(roomAt({ areas, box }, [20, 100], 30).aside).toBeGreaterThan(100);
    expect(shortName("Light cruiser with destroyers (Aurora)")).toBe("Aurora");
  });
});
