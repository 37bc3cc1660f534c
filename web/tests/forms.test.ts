import { describe, expect, it } from "vitest";
import { shapeOf } from "../src/games/norway/shape";
import { Builder, type Asker } from "../src/state/builder.svelte";
import { say } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Refused } from "../src/wire/messages";

const CARDS = [
  { short: "april-paratroops", country: "germany", count: 2 },
  { short: "april-bomber", country: "germany", count: 1 },
  { short: "april-bluff", country: "germany", count: 1 },
];
const shape = shapeOf(new Set(["oslo", "horten", "voss", "lillehammer", "gjovik", "I", "II", "III", "raid"]), CARDS);
const ship = (id: string): Choice => ({ part: id, label: say(`norway.ship.${id}`) });
const sea = (id: string): Choice => ({ part: id, label: say(`norway.sea.${id}`) });
const area = (id: string): Choice => ({ part: id, label: say(`norway.area.${id}`) });
const kind = (id: string): Choice => ({ part: id, label: say(`norway.kind.${id}`) });
const stop: Choice = { part: ".", label: say("norway.ships-chosen") };

/** The rules of an answer as a function: what may come next; null: what is there already may not be. */
type Rules = (partial: readonly Part[]) => readonly Choice[] | null;

class Server implements Asker {
  whyNots: [readonly Part[], Part | null][] = [];
  private readonly rules: Rules;

  constructor(rules: Rules) {
    this.rules = rules;
  }

  choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
    const choices = this.rules(partial);
    if (choices === null) return Promise.resolve({ type: "refused", id: "", reason: say("no") });
    const whole = choices.length === 0;
    return Promise.resolve({ type: "choices", id: "", choices, action: whole ? { parts: partial } : null, text: "" });
  }

  whyNot(_decision: string, partial: readonly Part[], part: Part | null) {
    this.whyNots.push([partial, part]);
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("because"), rule: "8.1-1" });
  }
}

async function begun(rules: Rules, prompt = "norway.prompt.sail") {
  const decision: DecisionSeen = { id: "1", role: "germany", prompt: say(prompt), rule: "8.1-1", reaction: false, waiting: say("wait"), choices: rules([]) ?? [] };
  const server = new Server(rules);
  const builder = new Builder(decision, server, shape);
  await builder.begin();
  await settled();
  return { builder, server };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

/** Some of a list in its order, closed by a stop. */
function some(all: readonly string[], chosen: readonly Part[], least: number): readonly Choice[] | null {
  const at = chosen.map((part) => all.indexOf(String(part)));
  if (at.some((n, i) => n < 0 || n <= (at[i - 1] ?? -1))) return null;
  const ahead = all.slice((at.at(-1) ?? -1) + 1).map(ship);
  return chosen.length >= least ? [...ahead, stop] : ahead;
}

const SHIPS = ["kms-a", "kms-b", "kms-c"];
const sailing: Rules = (partial) => {
  const [first, origin, ...rest] = partial;
  if (first === undefined) return [kind("sail"), kind("end-sailing")];
  if (first === "end-sailing") return [];
  if (origin === undefined) return [sea("II")];
  const closed = rest.indexOf(".");
  if (closed < 0) return some(SHIPS, rest, 1);
  return closed === 0 ? null : rest.length === closed + 1 ? [sea("I"), sea("III")] : [];
};

describe("ships that sail", () => {
  it("are all ticked at first, and the sea areas they may go to are lit", async () => {
    const { builder } = await begun(sailing);
    expect([...builder.lit]).toEqual(["II"]);
    expect(await builder.tap("II")).toBe("chosen");
    await settled();
    expect(builder.form?.kind === "picks" && builder.form.chosen).toEqual(SHIPS);
    expect([...builder.lit]).toEqual(["I", "III"]);
  });

  it("go in the order of the rules whatever the order of the ticks, after a second tap", async () => {
    const { builder } = await begun(sailing);
    await builder.tap("II");
    await settled();
    const form = builder.form;
    if (form?.kind !== "picks") throw new Error("no list");
    await form.set([]);
    expect(builder.lit.size).toBe(0);
    await form.toggle("kms-c");
    await form.toggle("kms-a");
    await builder.tap("III");
    expect(builder.whole?.action).toEqual({ parts: ["sail", "II", "kms-a", "kms-c", ".", "III"] });
    expect(builder.legs).toEqual([["II", "III"]]);
    expect(await builder.tap("III")).toBe("commit");
  });

  it("are asked about where they may not go", async () => {
    const { builder, server } = await begun(sailing);
    await builder.tap("II");
    await settled();
    expect(await builder.tap("oslo")).toBe("refused");
    expect(server.whyNots).toEqual([[["sail", "II", ...SHIPS, "."], "oslo"]]);
  });
});

const COPIES = ["april-paratroops", "april-paratroops", "april-bomber", "april-bluff"];
const choosing: Rules = (partial) => {
  let at = -1;
  for (const part of partial) {
    at = COPIES.indexOf(String(part), at + 1);
    if (at < 0) return null;
  }
  const wanting = 3 - partial.length;
  if (wanting === 0) return [];
  const ahead = [...new Set(COPIES.slice(at + 1, COPIES.length - wanting + 1))];
  return ahead.map((id) => ({ part: id, label: say("norway.card-worth", { card: say(`norway.card.${id}`) }) }));
};

describe("a fixed number of cards", () => {
  it("finds all that can be had, and how many must be", async () => {
    const { builder } = await begun(choosing, "norway.prompt.choose-april");
    const form = builder.form;
    if (form?.kind !== "picks") throw new Error("no list");
    expect(form.all.map(({ part }) => part)).toEqual(["april-paratroops", "april-bomber", "april-bluff"]);
    expect(form.needs).toBe(3);
  });

  it("is whole with the last tick, equal cards counted, and takes no more", async () => {
    const { builder } = await begun(choosing, "norway.prompt.choose-april");
    const form = builder.form;
    if (form?.kind !== "picks") throw new Error("no list");
    for (const part of ["april-bluff", "april-paratroops", "april-paratroops"]) await form.toggle(part);
    expect(builder.whole?.action).toEqual({ parts: ["april-paratroops", "april-paratroops", "april-bluff"] });
    expect(form.full).toBe(true);
    await builder.back();
    expect(builder.whole).toBeNull();
    expect(form.chosen).toEqual(["april-bluff", "april-paratroops"]);
  });
});

const stationing: Rules = (partial) => {
  const open: readonly (readonly string[])[] = [["I", "II"], ["II", "III"], ["I", "II", "III"]];
  if (partial.some((part, i) => !open[i]?.includes(String(part)))) return null;
  const [id, seas] = [SHIPS[partial.length], open[partial.length]];
  return (seas ?? []).map((to) => ({ part: to, label: say("norway.ship-to", { ship: say(`norway.ship.${id}`), sea: say(`norway.sea.${to}`) }) }));
};

describe("a place for each of several ships", () => {
  it("lights the places of the ships in hand, and of none those of the next ship", async () => {
    const { builder } = await begun(stationing, "norway.prompt.deploy-ships");
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    expect([...builder.lit]).toEqual(["I", "II"]);
    form.select("kms-b");
    expect([...builder.lit]).toEqual(["II", "III"]);
  });

  it("puts several at once, and is whole when all have a place", async () => {
    const { builder } = await begun(stationing, "norway.prompt.deploy-ships");
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    form.select("kms-a");
    form.select("kms-c");
    await builder.tap("I");
    expect(builder.whole).toBeNull();
    expect(builder.planned).toEqual(new Map([["I", 2]]));
    await builder.tap("III");
    expect(builder.whole?.action).toEqual({ parts: ["I", "III", "I"] });
    // nothing is in hand: a tap takes up what lies there
    await builder.tap("I");
    expect([...form.selected]).toEqual(["kms-a", "kms-c"]);
  });

  it("takes a suggestion, and says why a ship may not go somewhere", async () => {
    const { builder, server } = await begun(stationing, "norway.prompt.deploy-ships");
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    await form.fill(shape.placed({ kind: "deploy", stations: [["kms-c", "II"], ["kms-a", "II"], ["kms-b", "III"]] }));
    expect(builder.whole?.action).toEqual({ parts: ["II", "III", "II"] });
    form.select("kms-b");
    expect(await builder.tap("I")).toBe("refused");
    expect(server.whyNots).toEqual([[["I"], "I"]]);
  });

  it("needs no place for ships that may land nothing", async () => {
    const landing: Rules = (partial) =>
      partial.length === 2
        ? []
        : ["-", "oslo"].map((to) => ({ part: to, label: say(to === "-" ? "norway.lands-nothing" : "norway.landing", { ship: say(`norway.ship.${SHIPS[partial.length]}`) }) }));
    const { builder } = await begun(landing, "norway.prompt.land");
    expect(builder.whole?.action).toEqual({ parts: ["-", "-"] });
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    form.select("kms-b");
    await builder.tap("oslo");
    expect(builder.whole?.action).toEqual({ parts: ["-", "oslo"] });
  });

  it("moves as many as one likes where the others stay", async () => {
    const shifting: Rules = (partial) => {
      const [first, ...rest] = partial;
      if (first === undefined) return [kind("manoeuvre"), kind("pass")];
      if (rest.at(-1) === "." || first === "pass") return [];
      if (rest.length % 2 === 1) return [sea("I")];
      const after = rest.length === 0 ? 0 : SHIPS.indexOf(String(rest.at(-2))) + 1;
      return [...SHIPS.slice(after).map(ship), ...(rest.length > 0 ? [stop] : [])];
    };
    const { builder } = await begun(shifting, "norway.prompt.manoeuvre");
    await builder.choose("manoeuvre");
    await settled();
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    form.select("kms-c");
    await builder.tap("I");
    expect(builder.whole?.action).toEqual({ parts: ["manoeuvre", "kms-c", "I", "."] });
  });
});

describe("the deployment of Norway", () => {
  const POINTS = ["voss", "lillehammer", "gjovik"];
  const deploying: Rules = (partial) => {
    const [oslo, first, second, station] = partial;
    if (oslo === undefined) return [area("oslo"), area("horten")];
    if (first === undefined) return POINTS.map(area);
    const at = POINTS.indexOf(String(first));
    if (second === undefined) return POINTS.slice(at).map(area);
    if (POINTS.indexOf(String(second)) < at) return null;
    return station === undefined ? [sea("I"), sea("II")] : [];
  };

  it("takes the two points in any order, draws no arrows, and ends at sea", async () => {
    const { builder } = await begun(deploying, "norway.prompt.deploy-norway");
    await builder.tap("horten");
    await builder.tap("gjovik");
    await builder.tap("voss");
    expect([...builder.lit]).toEqual(["I", "II"]);
    await builder.tap("II");
    expect(builder.whole?.action).toEqual({ parts: ["horten", "voss", "gjovik", "II"] });
    expect(builder.legs).toEqual([]);
  });
});

it("an answer in which nothing is to be chosen can be given at once", async () => {
  const { builder } = await begun(() => [], "norway.prompt.land");
  expect(builder.previewing).toBe(true);
  expect(builder.whole?.action).toEqual({ parts: [] });
});
