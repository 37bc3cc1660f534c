import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetDraft, keepDraft, readDraft } from "../src/sheet/drafts";
import { sandLeft } from "../src/sheet/glass";
import { answerIn, cellOf, compassPoint, letterOf, lineOf, withAnswer, withOrder } from "../src/sheet/lines";
import { OrderSheet } from "../src/sheet/order-sheet.svelte";
import { say } from "../src/texts/text";
import type { WireClient } from "../src/wire/client";
import type { DecisionSeen, Letter, SheetRow, SheetSwitch } from "../src/wire/messages";

const decision = { id: "3-union", role: "union" } as DecisionSeen;
const surprised: SheetSwitch = {
  name: "SURPRISED",
  words: say("x"),
  value: "ask",
  values: [
    { value: "ask", words: say("x") },
    { value: "yes", words: say("x"), sign: "; SURPRISED YES" },
    { value: "no", words: say("x"), sign: "; SURPRISED NO" },
  ],
};
const march = { bearing: "GO {to}", place: "TO {to}", enemy: "A {to}" };
const rows: readonly SheetRow[] = [
  { id: "wi1", head: "wi1", name: say("x"), last: "wi1: GO N", switches: [surprised], drawn: march },
  { id: "pa11", head: "pa11", name: say("x"), brought: "pa11: X", line: "pa11: X", last: "pa11: GO S 4", drawn: march },
  { id: "routed", head: "routed", name: say("x"), writable: false, last: "routed: GO E" },
  { id: "jackson", head: "STAFF jackson", name: say("x"), drawn: { friend: "WITH {to}" } },
];

/** A wire whose server takes every line but those with FLY in it, and says what it has been asked. */
function wired() {
  const asked: { type: string; lines?: readonly string[] }[] = [];
  const ask = vi.fn((question: { type: string; lines?: readonly string[] }) => {
    asked.push(question);
    if (question.type === "sheet") return Promise.resolve({ type: "sheet", id: "", rows, signs: [], example: "wi1: X", others: [], letters: [] });
    if (question.type === "offers") return Promise.resolve({ type: "offers", id: "", offers: [{ line: "wi1: X", words: say("x") }] });
    const lines = (question.lines ?? []).map((line) => (line.includes("FLY") ? { row: "", line, reason: say("no") } : { row: "", line, words: say("yes") }));
    const ready = lines.every((line) => !("reason" in line));
    return Promise.resolve({ type: "draft", id: "", lines, ready, action: ready ? { lines: question.lines } : null });
  });
  return { asked, wire: { ask } as unknown as Pick<WireClient, "ask"> };
}

function sheetWith(wire: Pick<WireClient, "ask">, pointed: string[][] = []): OrderSheet {
  const sides: Record<string, string> = { wi1: "union", pa11: "union", va5: "confederate", jackson: "union" };
  return new OrderSheet(decision, { wire, whose: { match: "m", seat: "union" }, sideOf: (id) => sides[id] ?? null, point: (ids) => pointed.push([...ids]) });
}

class Store {
  private readonly kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value);
    Object.defineProperty(this, key, { value, enumerable: true, configurable: true });
  }
  removeItem(key: string): void {
    this.kept.delete(key);
    delete (this as Record<string, unknown>)[key];
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", new Store());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a line and its cell", () => {
  it("are the same without the head", () => {
    expect(cellOf("STAFF jackson", "STAFF jackson: WITH va2")).toBe("WITH va2");
    expect(lineOf("va2", " X ")).toBe("va2: X");
    expect(lineOf("va2", "  ")).toBe("");
  });

  it("keeps its standing answers when its order changes", () => {
    expect(withOrder("GO N ; SURPRISED YES", "A va5")).toBe("A va5 ; SURPRISED YES");
    expect(withOrder("GO N ; SURPRISED YES", "X ; SURPRISED NO")).toBe("X ; SURPRISED NO");
    expect(withOrder("", "X")).toBe("X");
    expect(withOrder('RIDE bee SAY "Hold; then go."', "STAY")).toBe("STAY");
  });

  it("has its standing answers changed", () => {
    expect(answerIn("GO N", surprised)).toBe("ask");
    expect(answerIn("go n ;surprised  yes", surprised)).toBe("yes");
    expect(withAnswer("go n ;surprised  yes ; FIRST NO", surprised, "no")).toBe("go n ; FIRST NO ; SURPRISED NO");
    expect(withAnswer("GO N ; SURPRISED NO", surprised, "ask")).toBe("GO N");
  });
});

describe("lines that are put together", () => {
  const letter = (form: string): Letter => ({ id: "x", words: say("x"), form, writers: [], receivers: [] });

  it("quote words, and leave orders as they are", () => {
    expect(letterOf(letter("MESSAGE {from} > {to}: {text}"), "jackson", "bee", 'Say "hold" \\ now')).toBe('MESSAGE jackson > bee: "Say \\"hold\\" \\\\ now"');
    expect(letterOf(letter("STAFF {from}: RIDE {to} ORDER [{line}]"), "jackson-1", "va2", " GO  N ")).toBe("STAFF jackson-1: RIDE va2 ORDER [GO N]");
    expect(letterOf(letter("MESSAGE {from} > {to}: {text}"), "a", "b", "{to}")).toBe('MESSAGE a > b: "{to}"');
  });

  it("name a direction by the nearest of sixteen points", () => {
    expect([0, 11, 12, 45, 100, 359, 720 - 90, -45].map(compassPoint)).toEqual(["N", "N", "NNE", "NE", "E", "N", "W", "NW"]);
  });
});

describe("a sheet", () => {
  it("begins with what stands there, and is read as a whole", async () => {
    const { wire, asked } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    expect(sheet.cells).toEqual({ wi1: "", pa11: "X", routed: "", jackson: "" });
    sheet.write("wi1", "GO NW");
    expect(await sheet.finished()).toEqual({ lines: ["wi1: GO NW", "pa11: X"] });
    expect(asked.filter(({ type }) => type === "sheet")).toHaveLength(1);
    expect([sheet.filled, sheet.writable.length, sheet.faults]).toEqual([2, 3, 0]);
  });

  it("waits until nothing is typed, and cannot be sealed with a line that is refused", async () => {
    const { wire, asked } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    const before = asked.length;
    for (const text of ["F", "FL", "FLY"]) sheet.write("wi1", text);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.length - before).toBe(1);
    expect([sheet.refused, sheet.faults]).toEqual([["wi1"], 1]);
    expect(await sheet.finished()).toBeNull();
    sheet.write("wi1", "X");
    expect(await sheet.finished()).not.toBeNull();
  });

  it("keeps nothing of a reply to lines that have changed meanwhile", async () => {
    const { wire } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    sheet.write("wi1", "X");
    const reading = sheet.readNow();
    sheet.write("wi1", "FLY");
    await reading;
    expect(sheet.read.has("wi1")).toBe(false);
    expect(sheet.read.get("pa11")?.words).toBeDefined();
    expect(await sheet.finished()).toBeNull();
  });

  it("repeats last turn's orders where nothing is written, but never for who gets no line", async () => {
    const { wire } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    sheet.repeatAll();
    expect(sheet.cells).toMatchObject({ wi1: "GO N", pa11: "X", routed: "" });
  });

  it("is written by arrows on the board", async () => {
    const { wire } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    expect(sheet.drawn("wi1", { bearing: 45 })).toBe(true);
    expect(sheet.cell("wi1")).toBe("GO NE");
    sheet.drawn("wi1", { piece: "va5" });
    expect(sheet.cell("wi1")).toBe("A va5");
    sheet.drawn("wi1", { place: "east-wood" });
    expect(sheet.cell("wi1")).toBe("TO east-wood");
    // onto a friend a unit has nothing to do, a general rides with him; who is in rout gets no line
    expect(sheet.drawn("wi1", { piece: "pa11" })).toBe(false);
    expect(sheet.drawn("jackson", { piece: "pa11" })).toBe(true);
    expect(sheet.cell("jackson")).toBe("WITH pa11");
    expect(sheet.drawn("routed", { bearing: 0 })).toBe(false);
    expect([...sheet.drawable]).toEqual(["wi1", "pa11", "jackson"]);
  });

  it("puts whole lines into their rows, and others below", async () => {
    const { wire } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    sheet.add("STAFF jackson: TO wood");
    sheet.add('MESSAGE a > b: "x"');
    expect([sheet.cell("jackson"), sheet.others]).toEqual(["TO wood", ['MESSAGE a > b: "x"']]);
    await sheet.readNow();
    expect(sheet.readOthers).toHaveLength(1);
    sheet.remove(0);
    expect(sheet.others).toEqual([]);
  });

  it("takes over what an adviser would write, and all of it", async () => {
    const { wire } = wired();
    const sheet = sheetWith(wire);
    await sheet.load(1);
    sheet.write("wi1", "GO N");
    sheet.add('MESSAGE a > b: "old"');
    sheet.fill(["pa11: A va5", "STAFF jackson: WITH pa11", 'MESSAGE b > a: "new"']);
    expect(sheet.cells).toEqual({ wi1: "", pa11: "A va5", routed: "", jackson: "WITH pa11" });
    expect(sheet.others).toEqual(['MESSAGE b > a: "new"']);
    expect(await sheet.finished()).toEqual({ lines: ["pa11: A va5", "STAFF jackson: WITH pa11", 'MESSAGE b > a: "new"'] });
  });

  it("shows the body of the row that is opened, and opens the row of the body that is tapped", async () => {
    const { wire } = wired();
    const pointed: string[][] = [];
    const sheet = sheetWith(wire, pointed);
    await sheet.load(1);
    sheet.select("pa11", false);
    expect(sheet.tap("wi1", true)).toBe(true);
    expect([sheet.selected, sheet.wanted?.row, sheet.wanted?.focus]).toEqual(["wi1", "wi1", true]);
    expect(sheet.tap("va5", true)).toBe(false);
    expect(pointed).toEqual([["pa11"]]);
    sheet.step(1, false);
    sheet.step(1, false);
    expect(sheet.selected, "who gets no line is passed over").toBe("jackson");
    sheet.step(1, false);
    expect(sheet.selected).toBe("wi1");
  });
});

describe("a draft", () => {
  const whose = { match: "m", seat: "union", role: "union", decision: "3-union" };

  it("outlives a reload, and is gone when the sheet is handed in", async () => {
    const { wire } = wired();
    const first = sheetWith(wire);
    await first.load(1);
    first.write("wi1", "GO NW");
    first.add('MESSAGE a > b: "x"');
    const again = sheetWith(wire);
    await again.load(1);
    expect([again.cell("wi1"), again.others]).toEqual(["GO NW", ['MESSAGE a > b: "x"']]);
    again.handedIn();
    expect(readDraft(whose)).toBeNull();
  });

  it("of an earlier sheet goes when the next is begun, those of others stay", () => {
    const draft = { cells: {}, others: [], since: 0 };
    keepDraft({ ...whose, decision: "1-union" }, draft);
    keepDraft({ ...whose, seat: "confederate", role: "confederate" }, draft);
    keepDraft(whose, draft);
    expect(readDraft({ ...whose, decision: "1-union" })).toBeNull();
    expect(readDraft({ ...whose, seat: "confederate", role: "confederate" })).not.toBeNull();
    forgetDraft(whose);
    expect(readDraft(whose)).toBeNull();
  });

  it("that cannot be read is none", () => {
    localStorage.setItem("feltherre.sheet.m.union.union.3-union", "{");
    expect(readDraft(whose)).toBeNull();
    localStorage.setItem("feltherre.sheet.m.union.union.3-union", '{"cells": 3}');
    expect(readDraft(whose)).toBeNull();
  });
});

describe("the sand-glass", () => {
  it("runs for five minutes", () => {
    expect([0, 1000, 299_500, 300_000, 400_000].map((at) => sandLeft(0, at))).toEqual(["5:00", "4:59", "0:01", "", ""]);
    expect(sandLeft(1000, 0)).toBe("5:00");
  });
});
