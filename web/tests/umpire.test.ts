import { describe, expect, it } from "vitest";
import po from "../../src/feltherre/locale/en/web.po?raw";
import { clientOf, hasClient } from "../src/games/registry";
import { editOf, readEdits } from "../src/umpire/edits";
import { changedOutputs, outputsOf } from "../src/umpire/rulings";

const documents = import.meta.glob<unknown>("../schema/*.json", { import: "default", eager: true });
const schemas = Object.fromEntries(Object.entries(documents).filter(([file]) => hasClient(/(\w+)\.json$/.exec(file)?.[1] ?? "")));
const there = new Set([...po.matchAll(/^msgid "(web\.[^"]+)"/gm)].map(([, key]) => key));

const schema = {
  $defs: {
    Edit: { anyOf: ["Place", "Hand", "Gate", "Answer", "Odd"].map((name) => ({ $ref: `#/$defs/${name}` })) },
    Place: edit("place", { area: { type: "string" }, count: { type: "integer" } }),
    Hand: edit("set-hand", { cards: { type: "array", items: { type: "string" } }, open: { type: "boolean" } }),
    Gate: edit("hold-gate", { on: { type: "boolean" } }),
    Answer: edit("answer", { role: { type: "string" }, action: { $ref: "#/$defs/Action" } }),
    Odd: edit("odd", { what: { type: "object" } }),
  },
};

function edit(tag: string, fields: object): object {
  return { type: "object", properties: { edit: { enum: [tag] }, ...fields } };
}

describe("the umpire's edits", () => {
  const [place, hand, ...more] = readEdits(schema);

  it("become forms with a field for each property; the gate and answers have places of their own", () => {
    expect(place).toEqual({ tag: "place", fields: [{ name: "area", kind: "text" }, { name: "count", kind: "number" }] });
    expect(hand).toEqual({ tag: "set-hand", fields: [{ name: "cards", kind: "words" }, { name: "open", kind: "switch" }] });
    expect(more).toEqual([]);
  });

  it("go over the wire when every field is filled", () => {
    if (place === undefined || hand === undefined) throw new Error("no forms");
    expect(editOf(place, {})).toBeNull();
    expect(editOf(place, { area: "oslo", count: Number.NaN })).toBeNull();
    expect(editOf(place, { area: "oslo" })).toEqual({ edit: "place", area: "oslo", count: 1 });
    expect(editOf(hand, {})).toEqual({ edit: "set-hand", cards: [], open: false });
  });
});

describe("a ruling at the gate", () => {
  const outputs = { losses: 2, lost: true, winner: "attacker", name: "free words", left: [1, 2] };
  const types = new Map([["winner", "enum[attacker|defender]"], ["name", "str"]]);
  const fields = outputsOf(outputs, types, ["losses", "lost", "winner", "name", "left"]);

  it("can be changed in its numbers, its switches and its words from a list", () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([["losses", "number"], ["lost", "switch"], ["winner", "word"]]);
  });

  it("is changed only in what has an effect", () => {
    expect(outputsOf(outputs, types, ["losses"]).map(({ name }) => name)).toEqual(["losses"]);
  });

  it("is changed only in what differs", () => {
    expect(changedOutputs(fields, { losses: 2, winner: "defender", nothing: 1 })).toEqual({ winner: "defender" });
  });
});

describe("what an umpire can change", () => {
  it.each(Object.entries(schemas))("has a name in words: %s", (file, document) => {
    const game = file.split("/").at(-1)?.replace(".json", "") ?? "";
    const nameless = (of: string, name: string) => (there.has(`web.${of}.${game}.${name}`) || there.has(`web.${of}.core.${name}`) ? [] : [`${of} ${name}`]);
    const edits = readEdits(document);
    expect(edits.length).toBeGreaterThan(3);
    expect(edits.flatMap(({ tag, fields }) => [...nameless("edit", tag), ...fields.flatMap(({ name }) => nameless("field", name))])).toEqual([]);
  });

  it("is offered only where it can be done: no ships in the basic game of Norway", () => {
    const offered = (rules: string) => clientOf("norway").offersEdit?.("place-ship", { rules });
    expect([offered("basic"), offered("advanced")]).toEqual([false, true]);
    expect(clientOf("norway").offersEdit?.("place", { rules: "basic" })).toBe(true);
  });
});
