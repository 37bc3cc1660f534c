import { describe, expect, it } from "vitest";
import { editOf, readEdits } from "../src/umpire/edits";
import { changedOutputs, outputsOf } from "../src/umpire/rulings";

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
