import { describe, expect, it } from "vitest";
import { readBoard } from "../src/drawn/board";
import { say } from "../src/texts/text";
import { editOf, type Names, readEdits } from "../src/umpire/edits";
import { named } from "../src/umpire/named";
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
    expect(place).toEqual({ tag: "place", fields: [{ name: "area", kind: "text", names: null }, { name: "count", kind: "number", names: null }] });
    expect(hand).toEqual({ tag: "set-hand", fields: [{ name: "cards", kind: "words", names: null }, { name: "open", kind: "switch", names: null }] });
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

describe("what an edit names", () => {
  const name = (id: string) => say(`name.${id}`);
  const board = readBoard({
    kind: "areas", title: say("title"), box: [0, 0, 1, 1], sides: [{ id: "red", name: name("red"), sign: "R" }],
    places: [{ id: "oslo", name: name("oslo"), rank: 1, written: name("town") }, { id: "I", name: name("I"), kind: "water" }, { id: "alps", name: name("alps"), closed: true }],
    kinds: [{ id: "battalion", side: "red", name: name("battalion"), lot: true }, { id: "kms", side: "red", name: name("kms"), shape: "ship" }],
  });
  const found = (what: Names["what"], of = "") => named(board, { what, of }).map(({ value }) => value);

  it("is chosen from what the board has", () => {
    expect(found("place")).toEqual(["oslo", "I"]);
    expect([found("place", "water"), found("place", "town"), found("piece"), found("piece", "air"), found("card"), found("side")]).toEqual([["I"], ["oslo"], ["kms"], [], [], ["red"]]);
  });

  it("stands in the schema of the field, or of the things on its list", () => {
    const [form] = readEdits({ $defs: { Edit: edit("sink", { ship: { type: "string", names: "piece", of: "ship" }, cards: { type: "array", items: { type: "string", names: "card" } } }) } });
    expect(form?.fields.map(({ names }) => names)).toEqual([{ what: "piece", of: "ship" }, { what: "card", of: "" }]);
  });
});
