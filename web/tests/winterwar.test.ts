import { describe, expect, it } from "vitest";
import { type WinterWarBoard, type WinterWarTable, type WinterWarUnit } from "../src/games/winterwar/board";
import { printed, readingAhead, readingOf, tablesOf } from "../src/games/winterwar/crt";
import { shapeOf } from "../src/games/winterwar/shape";
import { winterwar } from "../src/games/winterwar";
import { attacksFrom, battle } from "../src/games/winterwar/battle";
import { pointsOf, result, status, waiting } from "../src/games/winterwar/view";
import type { WinterWarView } from "../src/generated/winterwar";
import { type Asker, Builder } from "../src/state/builder.svelte";
import { say } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Prospect, Refused, Ruling } from "../src/wire/messages";

const GROUND: WinterWarTable = {
  id: "1.5",
  columns: ["die", "<=1-4", "1-1", ">=6-1"],
  rows: [["<=0", "AE", "A2", "F1"], ["1", "AE", "A1", "F1"], ["2", "A2", "A1", "F1R"], ["3", "A2", "A1-F1", "F2R"], ["4", "A1", "F1", "F2R"], ["5", "A1", "F1", "FER"], ["6", "A1", "F1", "FER"], [">=7", "F1", "F1R", "FER"]],
  reconstructed: true,
};
const AIR: WinterWarTable = { id: "1.6", columns: ["die", "-2..-1", "0"], rows: [1, 2, 3, 4, 5, 6].map((die) => [String(die), "AR", "S"]), reconstructed: true };

function unit(id: string, side: string, turn = 0, more: Partial<WinterWarUnit> = {}): WinterWarUnit {
  return { id, short: id.slice(3), name: say(`winterwar.unit.${id}`), formation: "", side, nation: side, type: "infantry", size: "division", stack: "division", front: [4, 4, 3], back: [2, 2, 3], air: null, winter: true, ski: false, zoc: true, turn, zone: "Z", hex: "", reconstructed: false, ...more };
}

const UNITS = [unit("FI-4D", "finland"), unit("FI-5D", "finland"), unit("FI-21D", "finland", 4), unit("SU-24RD", "soviet"), unit("SU-90RD", "soviet", 0, { back: null })];
const BOARD = {
  units: UNITS,
  towns: [],
  hexes: { columns: 3, rows: 1, numbers: ["0101", "0201", "0301"], names: ["0101", "0201", "0301"].map((hex) => say("winterwar.hex.plain", { hex })), terrain: ["forest", "forest", "forest"], country: ["finland", "finland", "soviet"], arctic: [0, 0, 0] },
  turns: [{ turn: 1, from: "1939-11-30", to: "1939-12-13" }],
  tables: { ground: GROUND, air: AIR, terrain: GROUND },
  terms: { "movement phase": "flytta-fasen / förflyttning" },
} as unknown as WinterWarBoard;

function view(more: Partial<WinterWarView>): WinterWarView {
  const none = UNITS.map(() => 0);
  return { turn: 1, phase: "movement", side: "finland", places: [0, 0, -1, 2, 2], flipped: none, cut_off: none, moved: none, strengths: [], owners: [], points: [121, 44], under_way: [], special_rules: [], result: null, rules: { tables: "" }, ...more } as unknown as WinterWarView;
}

function prospect(column: string, modifiers: readonly number[]): Prospect {
  const factors = [{ text: say("winterwar.ruling.combat.attack-air", { n: 3 }), value: 3 }, ...modifiers.map((value) => ({ text: say("winterwar.ruling.combat.modifier.town"), value }))];
  return { title: say("winterwar.odds.attack", { column }), procedure: "ground-combat", assumption: say("x"), situation: {}, factors, throws: [], outputs: [] };
}

describe("the combat table", () => {
  const tables = tablesOf(BOARD, view({}));

  it("lights the column and the row of every face of the die, held to the first and the last row", () => {
    const reading = readingAhead(prospect(">=6-1", [-1, -1]), tables);
    expect(reading?.column).toBe(2);
    // one and two count minus one and nought: both read the first row
    expect(reading?.rows).toEqual([[1, 2], [3], [4], [5], [6], [], [], []]);
  });

  it("takes ground support for strength, not for a modifier of the die", () => {
    expect(readingAhead(prospect("1-1", []), tables)?.rows[1]).toEqual([1]);
  });

  it("lights after the die what was read", () => {
    const ruling: Ruling = { procedure: "ground-combat", outputs: { column: "1-1", modifier: 2 }, explanation: [], throws: [{ purpose: "dice", rule: "1.5-a", values: [6] }] };
    const reading = readingOf(ruling, tables);
    expect(reading?.column).toBe(1);
    expect(reading?.rows.at(-1)).toEqual([6]);
    expect(reading?.rows.flat()).toEqual([6]);
  });

  it("has a legend for the codes of its own results", () => {
    const ruling = (procedure: string): Ruling => ({ procedure, outputs: {}, explanation: [], throws: [{ purpose: "dice", rule: "1.5-a", values: [6] }] });
    expect(["ground-combat", "combat-lookup", "air-combat"].map((procedure) => readingOf(ruling(procedure), tables)?.codes)).toEqual(["ground", "ground", "air"]);
  });

  it("is none for what is read from no table", () => {
    expect(readingOf({ procedure: "partisan-strength", outputs: {}, explanation: [], throws: [{ purpose: "dice", rule: "", values: [3] }] }, tables)).toBeNull();
  });

  it("is the one this game has, where an umpire put in another", () => {
    const kept = JSON.stringify({ tables: [{ id: "1.5", columns: ["die", "2-1"], rows: [[1, "A1"], [2, "F1"]], provenance: "source" }] });
    const other = tablesOf(BOARD, view({ rules: { tables: kept } as WinterWarView["rules"] }));
    expect(other.ground).toEqual({ id: "1.5", columns: ["die", "2-1"], rows: [["1", "A1"], ["2", "F1"]], reconstructed: false });
    expect(other.air).toBe(AIR);
    const marked = ["source (of 2023)", "derived (numbers reconstructed)", "reconstructed"].map((provenance) => kept.replace('"source"', JSON.stringify(provenance)));
    expect(marked.map((rules) => tablesOf(BOARD, view({ rules: { tables: rules } as WinterWarView["rules"] })).ground.reconstructed)).toEqual([false, true, true]);
  });

  it("is printed as in a rulebook", () => {
    expect(["<=1-4", ">=6-1", "-4..-3", "+1..+2", "3-1"].map(printed)).toEqual(["≤ 1-4", "≥ 6-1", "−4 … −3", "+1 … +2", "3-1"]);
  });
});

describe("the view in words", () => {
  it("counts points in quarters and names the phase in the book's words", () => {
    expect(pointsOf(121)).toBe(30.25);
    const { notes, phaseOriginal, side } = status(view({}), BOARD);
    expect(notes).toEqual([say("winterwar.status.points", { finland: 30.25, soviet: 11 })]);
    expect(phaseOriginal).toBe("flytta-fasen");
    expect(side).toBe("finland");
  });

  it("has counters wait that are to be set up, then those whose turn has come", () => {
    const ids = (seen: WinterWarView) => waiting(seen, BOARD, "finland").map(({ id }) => id);
    expect(ids(view({ phase: "setup", turn: 0, places: [-1, 0, -1, -1, -1] }))).toEqual(["FI-4D"]);
    expect(ids(view({ turn: 3 }))).toEqual([]);
    expect(ids(view({ turn: 5 }))).toEqual(["FI-21D"]);
    expect(ids(view({ turn: 5, places: [0, 0, -2, 2, 2] }))).toEqual([]);
  });

  it("names who fights, and from where", () => {
    const seen = view({ side: "soviet", phase: "combat", under_way: [{ step: "losses", side: 0, hex: 0, units: [0, 1], count: 1 }, { step: "battle-over", hex: 0, units: [3, 4] }] as WinterWarView["under_way"] });
    const fought = battle(seen, BOARD);
    expect(fought?.placeId).toBe("0101");
    expect(fought?.forces?.map(({ names }) => names.map(({ key }) => key))).toEqual([["winterwar.unit.SU-24RD", "winterwar.unit.SU-90RD"], ["winterwar.unit.FI-4D", "winterwar.unit.FI-5D"]]);
    expect(attacksFrom(seen, BOARD, [3, 4], "0101", "soviet")).toEqual([{ from: "0301", to: "0101", side: "soviet" }]);
  });

  it("knows whether the die of a battle has fallen, on the ground and in the air", () => {
    const under = (...steps: object[]) => battle(view({ side: "soviet", phase: "combat", under_way: steps as WinterWarView["under_way"] }), BOARD);
    const over = { step: "battle-over", hex: 0, units: [3] };
    expect(under({ step: "ground-battle", hex: 0, units: [3] }, over)?.decided).toBe(false);
    expect(under({ step: "losses", side: 0, hex: 0, units: [0, 1], count: 1 }, over)?.decided).toBe(true);
    expect(under({ step: "air-battle", hex: 0, attackers: [3], defenders: [0] })?.decided).toBe(false);
    const losing = under({ step: "air-losses", side: 1, hex: 0, units: [3, 4], count: 1 });
    expect([losing?.decided, losing?.placeId, losing?.forces?.map(({ side, names }) => [side, names.length])]).toEqual([true, "0101", [["soviet", 2]]]);
  });

  it("has marches told together, but nothing that dice have decided", () => {
    const together = (key: string, ruling?: Ruling) => winterwar.tellsTogether?.({ text: say(key), ...(ruling && { ruling }) });
    expect(["moves", "flies", "placed", "captured", "attack"].map((event) => together(`winterwar.event.${event}`))).toEqual([true, true, true, false, false]);
    expect(together("winterwar.event.moves", { procedure: "x", outputs: {}, explanation: [], throws: [] })).toBe(false);
  });

  it("says who has won and why, or that nobody has", () => {
    expect(result(view({}))).toBeNull();
    expect(result(view({ result: { winners: ["soviet"], degree: "points", score: -3, reason: "turns" } }))?.winners).toEqual(["soviet"]);
    expect(result(view({ result: { winners: [], degree: "draw", score: 0, reason: "time" } }))?.headline.key).toBe("winterwar.event.draw");
  });
});

/** What may come after each path; a path that is not there is refused. */
class Tree implements Asker {
  private readonly next: Readonly<Record<string, readonly string[]>>;

  constructor(next: Readonly<Record<string, readonly string[]>>) {
    this.next = next;
  }

  choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
    const path = partial.join(" ");
    const next = this.next[path];
    if (next === undefined) return Promise.resolve({ type: "refused", id: "", reason: say("no"), rule: "x" });
    return Promise.resolve({ type: "choices", id: "", choices: next.map(choice), action: next.length === 0 ? { kind: partial[0], unit: partial[1], path: partial.slice(2, -1) } : null, text: path });
  }

  whyNot() {
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("full"), rule: "setup-8" });
  }
}

const choice = (part: string): Choice => ({ part, label: say("x", { part }) });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

async function asked(prompt: string, tree: Readonly<Record<string, readonly string[]>>): Promise<Builder> {
  const decision: DecisionSeen = { id: "1", role: "finland", prompt: say(prompt), rule: "", reaction: false, waiting: say("wait"), choices: (tree[""] ?? []).map(choice) };
  const builder = new Builder(decision, new Tree(tree), shapeOf(BOARD));
  await builder.begin();
  await settled();
  return builder;
}

const MOVEMENT = {
  "": ["move", "force", "fly", "end-movement"],
  move: ["FI-4D"],
  force: ["FI-4D"],
  fly: ["FI-5D"],
  "end-movement": [],
  "move FI-4D": ["0101", "0301"],
  "move FI-4D 0101": ["0201", "stop"],
  "move FI-4D 0101 stop": [],
  "move FI-4D 0101 0201": ["stop"],
  "move FI-4D 0101 0201 stop": [],
  "move FI-4D 0301": ["stop"],
  "move FI-4D 0301 stop": [],
  "fly FI-5D": ["0301"],
  "force FI-4D 0201": ["stop"],
  "force FI-4D 0201 stop": [],
};

describe("an order on the board", () => {
  it("lights all who can do something, whatever it is", async () => {
    const builder = await asked("winterwar.prompt.movement", MOVEMENT);
    expect([...builder.lit]).toEqual(["FI-4D", "FI-5D"]);
  });

  it("shows the way after the first tap, goes on over waypoints, and commits with the second", async () => {
    const builder = await asked("winterwar.prompt.movement", MOVEMENT);
    await builder.tap("FI-4D");
    expect(builder.previewing).toBe(false);
    expect([...builder.also], "the others can be taken instead").toEqual(["FI-4D", "FI-5D"]);
    await builder.tap("0101");
    await settled();
    expect(builder.proposed?.text).toBe("move FI-4D 0101 stop");
    expect(await builder.tap("0201")).toBe("chosen");
    await settled();
    expect(builder.legs).toEqual([["FI-4D", "0101"], ["0101", "0201"]]);
    expect(await builder.tap("0201")).toBe("commit");
  });

  it("goes elsewhere when another end is tapped that does not lie farther on", async () => {
    const builder = await asked("winterwar.prompt.movement", MOVEMENT);
    await builder.tap("FI-4D");
    await builder.tap("0101");
    expect(await builder.tap("0301")).toBe("chosen");
    expect(builder.partial).toEqual(["move", "FI-4D", "0301"]);
    await builder.back();
    expect(builder.partial).toEqual(["move", "FI-4D"]);
  });

  it("changes to another unit and what that one does", async () => {
    const builder = await asked("winterwar.prompt.movement", MOVEMENT);
    await builder.tap("FI-4D");
    await builder.tap("FI-5D");
    expect(builder.partial).toEqual(["fly", "FI-5D"]);
  });

  it("offers to go through a full stack, with its price", async () => {
    const builder = await asked("winterwar.prompt.movement", MOVEMENT);
    await builder.tap("FI-4D");
    expect(await builder.tap("0201")).toBe("refused");
    expect(builder.insisted?.price).toEqual(say("winterwar.insist"));
    await builder.insist();
    await settled();
    expect(builder.partial).toEqual(["force", "FI-4D", "0201"]);
    expect(builder.proposed?.text).toBe("force FI-4D 0201 stop");
    expect(builder.reason).toBeNull();
  });
});

const COMBAT = {
  "": ["attack", "end-combat"],
  attack: ["0301"],
  "end-combat": [],
  "attack 0301": ["FI-4D", "FI-5D"],
  "attack 0301 FI-4D": ["FI-5D", "done"],
  "attack 0301 FI-5D": ["done"],
  "attack 0301 FI-4D FI-5D": ["done"],
  "attack 0301 FI-4D done": [],
  "attack 0301 FI-5D done": [],
  "attack 0301 FI-4D FI-5D done": [],
};

describe("an attack", () => {
  it("begins with its target and everybody who can take part", async () => {
    const builder = await asked("winterwar.prompt.combat", COMBAT);
    await builder.tap("0301");
    await settled();
    expect(builder.path).toEqual(["0301", "FI-4D", "FI-5D"]);
    await builder.tap("FI-4D");
    await settled();
    expect(builder.whole?.text).toBe("attack 0301 FI-5D done");
    expect(await builder.tap("0301")).toBe("commit");
  });

  it("or with those who are to make it, and then its target", async () => {
    const builder = await asked("winterwar.prompt.combat", COMBAT);
    expect([...builder.lit]).toEqual(["0301", "FI-4D", "FI-5D"]);
    await builder.tap("FI-5D");
    expect(builder.path).toEqual(["FI-5D"]);
    expect(builder.legs).toEqual([]);
    await builder.tap("0301");
    await settled();
    expect(builder.whole?.text).toBe("attack 0301 FI-5D done");
  });

  it("takes back those who were chosen, one by one", async () => {
    const builder = await asked("winterwar.prompt.combat", COMBAT);
    await builder.tap("FI-5D");
    await builder.tap("FI-4D");
    await builder.back();
    expect(builder.path).toEqual(["FI-5D"]);
    await builder.back();
    expect(builder.started).toBe(false);
  });
});

describe("losses", () => {
  it("may fall twice on a unit with its front up, where the game counts losses", () => {
    const decision = { id: "1", role: "finland", prompt: say("winterwar.prompt.losses.steps"), rule: "", reaction: false, waiting: say("wait"), choices: [] };
    const shape = shapeOf(BOARD);
    expect(shape.copiesOf("FI-4D", "finland", decision)).toBe(2);
    expect(shape.copiesOf("SU-90RD", "soviet", decision)).toBe(1);
    expect(shape.copiesOf("FI-4D", "finland", { ...decision, prompt: say("winterwar.prompt.losses.units") })).toBe(1);
  });
});
