import { describe, expect, it } from "vitest";
import { readBoard } from "../src/drawn/board";
import { say } from "../src/texts/text";
import { editOf, type EditForm, type Field, filledBy, formFor, frontOf, type Names, readEdits } from "../src/umpire/edits";
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
    const kinds = (form: EditForm | undefined) => [form?.tag, form?.fields.map(({ name, kind }) => [name, kind])];
    expect(kinds(place)).toEqual(["place", [["area", "text"], ["count", "number"]]]);
    expect(kinds(hand)).toEqual(["set-hand", [["cards", "words"], ["open", "switch"]]]);
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

describe("an edit of a body on the table", () => {
  const number = { type: "number" };
  const place = edit("place-unit", { unit: { type: "string", names: "piece", of: "infantry" }, x: { ...number, at: "across", per: 100, spot: "front" }, y: { ...number, at: "up", per: 100, spot: "front" }, facing: { ...number, at: "facing", per: 1 } });
  const order = edit("set-order", { unit: { type: "string", names: "piece", of: "infantry" }, order: { enum: ["LU", "OR"] }, pinned: { type: "boolean", default: true } });
  const rounds = edit("rounds", { shell: { anyOf: [{ type: "integer" }, { type: "null" }], default: null } });
  const pair = { type: "array", prefixItems: [number, number], at: "place", per: 100 };
  const work = edit("place-work", { start: pair, end: pair });
  const forms = readEdits({ $defs: { Edit: { anyOf: [place, order, rounds, work] } } });
  const accepts = ({ names }: Field, piece: string) => names !== null && piece.startsWith("regiment");
  const [placing, ordering, firing, working] = forms;
  if (placing === undefined || ordering === undefined || firing === undefined || working === undefined) throw new Error("no forms");

  it("offers the words of a list, and leaves out what may be left out", () => {
    expect(editOf(ordering, { unit: "a" })).toBeNull();
    expect(editOf(ordering, { unit: "a", order: "LU" })).toEqual({ edit: "set-order", unit: "a", order: "LU", pinned: true });
    expect(editOf(firing, {})).toEqual({ edit: "rounds" });
    expect(editOf(firing, { shell: 3 })).toEqual({ edit: "rounds", shell: 3 });
  });

  it("is filled in by tapping the body, and then the place where it is to be", () => {
    const tapped = filledBy(placing, {}, { piece: "regiment 1", at: [1100, 200], front: [1234, 200], facing: 90 }, 6000, accepts);
    expect(tapped).toEqual({ unit: "regiment 1", x: 12.3, y: 58, facing: 90 });
    const moved = filledBy(placing, tapped, { piece: null, at: [3000, 1000], front: [3000, 1000], facing: null }, 6000, accepts);
    expect(editOf(placing, moved)).toEqual({ edit: "place-unit", unit: "regiment 1", x: 30, y: 50, facing: 90 });
  });

  it("knows the middle of a front from the outline, whichever way it faces", () => {
    const line = [[0, 0, 100, 0, 100, 50, 0, 50], [100, 0, 200, 0, 200, 50, 100, 50]];
    const front = (facing: number) => frontOf([100, 25], facing, line).map((part) => Math.round(part) + 0);
    expect([front(0), front(90), front(180), front(270)]).toEqual([[100, 0], [200, 25], [100, 50], [0, 25]]);
    expect(frontOf([7, 8], 0, [])).toEqual([7, 8]);
  });

  it("takes two places one after the other", () => {
    const finger = (x: number) => ({ piece: null, at: [x, 0] as const, front: [x, 0] as const, facing: null });
    const values = [100, 200, 300].reduce((before, x) => filledBy(working, before, finger(x), 500, accepts), {});
    expect(editOf(working, values)).toEqual({ edit: "place-work", start: [1, 5], end: [3, 5] });
    expect(editOf(working, {})).toBeNull();
  });

  it("is the one that is open if it can name what is tapped, else the first that can", () => {
    expect(formFor(forms, ordering, "regiment 1", accepts)).toBe(ordering);
    expect(formFor(forms, working, "regiment 1", accepts)).toBe(placing);
    expect(formFor(forms, working, "general", accepts)).toBeUndefined();
  });
});

describe("a ruling at the gate", () => {
  const outputs = { losses: 2, lost: true, winner: "attacker", name: "free words", left: [1, 2] };
  const types = new Map([["winner", "enum[attacker|defender]"], ["name", "str"]]);
  const all = { names: ["losses", "lost", "winner", "name", "left"], choices: {} };
  const fields = outputsOf(outputs, types, all);

  it("can be changed in its numbers, its switches and its words from a list", () => {
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([["losses", "number"], ["lost", "switch"], ["winner", "word"]]);
  });

  it("is changed only in what has an effect", () => {
    expect(outputsOf(outputs, types, { names: ["losses"], choices: {} }).map(({ name }) => name)).toEqual(["losses"]);
  });

  it("can be changed to whomever it may be about, or to nobody", () => {
    const choices = { hit: [null, "va5", "gun"] };
    const struck = (hit: string | null) => outputsOf({ hit }, new Map(), { names: ["hit"], choices });
    expect(struck(null)).toEqual([{ name: "hit", kind: "word", value: null, words: [null, "va5", "gun"] }]);
    expect(changedOutputs(struck("va5"), { hit: null })).toEqual({ hit: null });
    expect(changedOutputs(struck(null), { hit: null })).toEqual({});
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
