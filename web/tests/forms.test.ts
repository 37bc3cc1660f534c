import { describe, expect, it } from "vitest";
import { Builder, type Asker } from "../src/state/builder.svelte";
import { say } from "../src/texts/text";
import type { Choice, Choices, DecisionSeen, Part, Picking, Refused } from "../src/wire/messages";
import { sheetWith } from "./sheet";

const sheet = sheetWith(["oslo", "horten", "voss", "lillehammer", "gjovik", "I", "II", "III", "raid"]);
const ship = (id: string): Choice => ({ part: id, label: say(`ship.${id}`), what: "piece" });
const place = (id: string): Choice => ({ part: id, label: say(`place.${id}`), what: "place" });
const kind = (id: string): Choice => ({ part: id, label: say(`kind.${id}`), what: "kind", tapped: true });
const stop: Choice = { part: ".", label: say("ships-chosen"), what: "end" };

/** The rules of an answer as a function: what may come next; null: what is there already may not be. */
type Rules = (partial: readonly Part[]) => readonly Choice[] | null;

/** How what comes next is picked. */
type Pickings = (partial: readonly Part[]) => Picking | null;

class Server implements Asker {
  whyNots: [readonly Part[], Part | null][] = [];
  private readonly rules: Rules;
  private readonly pickings: Pickings;

  constructor(rules: Rules, pickings: Pickings) {
    this.rules = rules;
    this.pickings = pickings;
  }

  choices(_decision: string, partial: readonly Part[]): Promise<Choices | Refused> {
    const choices = this.rules(partial);
    if (choices === null) return Promise.resolve({ type: "refused", id: "", reason: say("no") });
    const whole = choices.length === 0;
    return Promise.resolve({ type: "choices", id: "", choices, picking: whole ? null : this.pickings(partial), action: whole ? { parts: partial } : null, text: "" });
  }

  whyNot(_decision: string, partial: readonly Part[], part: Part | null) {
    this.whyNots.push([partial, part]);
    return Promise.resolve({ type: "why-not" as const, id: "", reason: say("because"), rule: "8.1-1" });
  }
}

async function begun(rules: Rules, pickings: Pickings = () => null) {
  const decision: DecisionSeen = { id: "1", role: "germany", prompt: say("prompt"), rule: "8.1-1", reaction: false, waiting: say("wait"), choices: rules([]) ?? [], picking: pickings([]) };
  const server = new Server(rules, pickings);
  const builder = new Builder(decision, server, sheet);
  await builder.begin();
  await settled();
  return { builder, server };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 60; i += 1) await Promise.resolve();
}

const SHIPS = ["kms-a", "kms-b", "kms-c"];
const sailing: Rules = (partial) => {
  const [first, origin, ...rest] = partial;
  if (first === undefined) return [kind("sail"), kind("end-sailing")];
  if (first === "end-sailing") return [];
  if (origin === undefined) return [place("II")];
  const closed = rest.indexOf(".");
  if (closed < 0) return [...SHIPS.filter((id) => !rest.includes(id)).map(ship), ...(rest.length > 0 ? [stop] : [])];
  return rest.length === closed + 1 ? [place("I"), place("III")] : [];
};
const ticked: Pickings = (partial) => (partial.length >= 2 && !partial.includes(".") ? { pick: "several", all: true, end: "." } : null);

describe("ships that sail", () => {
  it("are all ticked at first, and the sea areas they may go to are lit", async () => {
    const { builder } = await begun(sailing, ticked);
    expect([...builder.lit]).toEqual(["II"]);
    expect(await builder.tap("II")).toBe("chosen");
    await settled();
    expect(builder.form?.kind === "several" && builder.form.chosen).toEqual(SHIPS);
    expect([...builder.lit]).toEqual(["I", "III"]);
  });

  it("go in whatever order they were ticked, after a second tap", async () => {
    const { builder } = await begun(sailing, ticked);
    await builder.tap("II");
    await settled();
    const form = builder.form;
    if (form?.kind !== "several") throw new Error("no list");
    await form.set([]);
    expect(builder.lit.size).toBe(0);
    await form.toggle("kms-c");
    await form.toggle("kms-a");
    await builder.tap("III");
    expect(builder.whole?.action).toEqual({ parts: ["sail", "II", "kms-c", "kms-a", ".", "III"] });
    expect(builder.legs).toEqual([["II", "III"]]);
    expect(await builder.tap("III")).toBe("commit");
  });

  it("are asked about where they may not go", async () => {
    const { builder, server } = await begun(sailing, ticked);
    await builder.tap("II");
    await settled();
    expect(await builder.tap("oslo")).toBe("refused");
    expect(server.whyNots).toEqual([[["sail", "II", ...SHIPS, "."], "oslo"]]);
  });
});

const COPIES = ["april-paratroops", "april-paratroops", "april-bomber", "april-bluff"];
const choosing: Rules = (partial) => {
  const left = [...COPIES];
  for (const part of partial) left.splice(left.indexOf(String(part)), 1);
  return partial.length === 3 ? [] : [...new Set(left)].map((id) => ({ part: id, label: say(`card.${id}`), what: "card" }));
};
const three: Pickings = () => ({ pick: "several", need: 3 });

describe("a fixed number of cards", () => {
  it("finds all that can be had, and how many must be", async () => {
    const { builder } = await begun(choosing, three);
    const form = builder.form;
    if (form?.kind !== "several") throw new Error("no list");
    expect(form.all.map(({ part }) => part)).toEqual(["april-paratroops", "april-bomber", "april-bluff"]);
    expect(form.need).toBe(3);
  });

  it("is whole with the last tick, equal cards counted, and takes no more", async () => {
    const { builder } = await begun(choosing, three);
    const form = builder.form;
    if (form?.kind !== "several") throw new Error("no list");
    for (const part of ["april-bluff", "april-paratroops", "april-paratroops"]) await form.toggle(part);
    expect(builder.whole?.action).toEqual({ parts: ["april-bluff", "april-paratroops", "april-paratroops"] });
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
  return (seas ?? []).map((to) => ({ part: to, label: say("ship-to", { ship: say(`ship.${id}`), sea: say(`sea.${to}`) }), what: "place" }));
};
const inTurn: Pickings = (partial) => ({ pick: "each", thing: SHIPS[partial.length] ?? "", name: say(`ship.${SHIPS[partial.length]}`) });

describe("a place for each of several ships", () => {
  it("lights the places of the ships in hand, and of none those of the next ship", async () => {
    const { builder } = await begun(stationing, inTurn);
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    expect([...builder.lit]).toEqual(["I", "II"]);
    form.select("kms-b");
    expect([...builder.lit]).toEqual(["II", "III"]);
  });

  it("puts several at once, and is whole when all have a place", async () => {
    const { builder } = await begun(stationing, inTurn);
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
    const { builder, server } = await begun(stationing, inTurn);
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    await form.fill(["II", "III", "II"]);
    expect(builder.whole?.action).toEqual({ parts: ["II", "III", "II"] });
    form.select("kms-b");
    expect(await builder.tap("I")).toBe("refused");
    expect(server.whyNots).toEqual([[["I"], "I"]]);
  });

  it("needs no place for ships that may land nothing", async () => {
    const landing: Rules = (partial) =>
      partial.length === 2
        ? []
        : ["-", "oslo"].map((to) => ({ part: to, label: say(`landing.${to}`), what: "place" }));
    const { builder } = await begun(landing, (partial) => ({ ...inTurn(partial), idle: "-" }));
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
      if (rest.length % 2 === 1) return [place("I")];
      const after = rest.length === 0 ? 0 : SHIPS.indexOf(String(rest.at(-2))) + 1;
      return [...SHIPS.slice(after).map(ship), stop];
    };
    const { builder } = await begun(shifting, (partial) => (partial.length === 1 ? { pick: "pairs" } : null));
    await builder.choose("manoeuvre");
    await settled();
    const form = builder.form;
    if (form?.kind !== "stations") throw new Error("no list");
    form.select("kms-c");
    await builder.tap("I");
    expect(builder.whole?.action).toEqual({ parts: ["manoeuvre", "kms-c", "I", "."] });
  });
});

describe("several places, and then another thing", () => {
  const POINTS = ["voss", "lillehammer", "gjovik"];
  const deploying: Rules = (partial) => {
    const [oslo, first, second, station] = partial;
    if (oslo === undefined) return [place("oslo"), place("horten")];
    if (first === undefined || second === undefined) return POINTS.map(place);
    return station === undefined ? [place("I"), place("II")] : [];
  };
  const points: Pickings = (partial) => (partial.length === 1 || partial.length === 2 ? { pick: "several", need: 2 } : { anew: true });

  it("are taken in any order, and what follows is asked at once", async () => {
    const { builder } = await begun(deploying, points);
    await builder.tap("horten");
    await builder.tap("gjovik");
    await builder.tap("voss");
    await settled();
    expect([...builder.lit]).toEqual(["I", "II"]);
    await builder.tap("II");
    expect(builder.whole?.action).toEqual({ parts: ["horten", "gjovik", "voss", "II"] });
  });
});

it("an answer in which nothing is to be chosen can be given at once", async () => {
  const { builder } = await begun(() => []);
  expect(builder.previewing).toBe(true);
  expect(builder.whole?.action).toEqual({ parts: [] });
});
