import { describe, expect, it } from "vitest";
import { printed, readingAhead, readingOf } from "../src/games/winterwar/crt";
import { type CombatTable, tablesOf } from "../src/games/winterwar/more";
import { type Asker, Builder } from "../src/state/builder.svelte";
import { say } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Picking, Refused, Ruling } from "../src/wire/messages";
import { sheetWith } from "./sheet";

const GROUND: CombatTable = {
  id: "1.5",
  columns: ["die", "<=1-4", "1-1", ">=6-1"],
  rows: [["<=0", "AE", "A2", "F1"], ["1", "AE", "A1", "F1"], ["2", "A2", "A1", "F1R"], ["3", "A2", "A1-F1", "F2R"], ["4", "A1", "F1", "F2R"], ["5", "A1", "F1", "FER"], ["6", "A1", "F1", "FER"], [">=7", "F1", "F1R", "FER"]],
  reconstructed: true,
};
const AIR: CombatTable = { id: "1.6", columns: ["die", "-2..-1", "0"], rows: [1, 2, 3, 4, 5, 6].map((die) => [String(die), "AR", "S"]), reconstructed: true };
const board = { more: { tables: { ground: GROUND, air: AIR } } } as never;

function ahead(column: string, modifier: number) {
  return { procedure: "ground-combat", known: { column, modifier } };
}

describe("the combat table", () => {
  const tables = tablesOf({ board, scene: null });
  if (tables === null) throw new Error("no tables");

  it("lights the column and the row of every face of the die, held to the first and the last row", () => {
    const reading = readingAhead(ahead(">=6-1", -2), tables);
    expect(reading?.column).toBe(2);
    // one and two count minus one and nought: both read the first row
    expect(reading?.rows).toEqual([[1, 2], [3], [4], [5], [6], [], [], []]);
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
    const own = { ...GROUND, columns: ["die", "2-1"] };
    const scene = { more: { tables: { ground: own, air: AIR } } } as never;
    expect(tablesOf({ board, scene })).toEqual({ ground: own, air: AIR });
  });

  it("is printed as in a rulebook", () => {
    expect(["<=1-4", ">=6-1", "-4..-3", "+1..+2", "3-1"].map(printed)).toEqual(["≤ 1-4", "≥ 6-1", "−4 … −3", "+1 … +2", "3-1"]);
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
    return Promise.resolve({ type: "choices", id: "", choices: next.map(choice), picking: pickingAt(partial), action: next.length === 0 ? { kind: partial[0], unit: partial[1], path: partial.slice(2, -1) } : null, text: path });
  }

  whyNot() {
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("full"), rule: "setup-8", instead: [["force", "FI-4D", "0201"], say("a unit")] as const });
  }
}

const TAPPED: readonly string[] = ["move", "fly", "attack"];
const UNITS = ["FI-4D", "FI-5D"];
const sheet = sheetWith(["0101", "0201", "0301"], UNITS);

function choice(part: string): Choice {
  const label = say("x", { part });
  if (part === "stop" || part === "done") return { part, label, what: "end" };
  if (UNITS.includes(part)) return { part, label, what: "piece" };
  if (sheet.has(part)) return { part, label, what: "place" };
  return { part, label, what: "kind", tapped: TAPPED.includes(part), gathers: part === "attack" };
}

/** Who attacks is ticked; all who can at first. */
function pickingAt(partial: readonly Part[]): Picking | null {
  return partial[0] === "attack" && partial.length >= 2 && !partial.includes("done") ? { pick: "several", all: true, end: "done" } : null;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

async function asked(prompt: string, tree: Readonly<Record<string, readonly string[]>>): Promise<Builder> {
  const decision: DecisionSeen = { id: "1", role: "finland", prompt: say(prompt), rule: "", reaction: false, waiting: say("wait"), choices: (tree[""] ?? []).map(choice) };
  const builder = new Builder(decision, new Tree(tree), sheet);
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
    expect(builder.insisted?.price).toEqual(say("a unit"));
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
    expect(builder.strikes).toEqual([["FI-4D", "0301"], ["FI-5D", "0301"]]);
    await builder.tap("FI-4D");
    await settled();
    expect(builder.whole?.text).toBe("attack 0301 FI-5D done");
    // only its button gives it
    expect(await builder.tap("0301")).toBe("chosen");
    expect(builder.whole?.text).toBe("attack 0301 FI-5D done");
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
