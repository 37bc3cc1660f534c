/** The umpire's edits as forms, made from the JSON Schema of the game: one form an edit, one field a property. */

export type FieldKind = "text" | "number" | "switch" | "words" | "choice" | "point";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** what of the board it names; null: anything that is typed */
  readonly names: Names | null;
  /** the words of which one is chosen */
  readonly words: readonly string[];
  /** what is said of the place or the piece that he points at; null: nothing */
  readonly at: Pointed | null;
  /** it may be left empty */
  readonly optional: boolean;
  /** what stands there as long as he says nothing; null: nothing */
  readonly usual: Value | null;
}

/** Places, pieces, cards or sides; `of`: those of a kind alone. */
export interface Names {
  readonly what: "place" | "piece" | "card" | "side";
  readonly of: string;
}

/** How far from the left edge of the table or up from its lower one, in so many units of the sheet; both; or the way a piece faces. */
export interface Pointed {
  readonly what: "across" | "up" | "place" | "facing";
  readonly per: number;
  /** the middle of a piece is meant, or that of its front */
  readonly spot: "middle" | "front";
}

export interface EditForm {
  readonly tag: string;
  readonly fields: readonly Field[];
}

export type Value = string | number | boolean | readonly string[] | readonly number[];

/** These have a place of their own: the switch of the gate, and an answer that is built as players build theirs. */
const ELSEWHERE: ReadonlySet<string> = new Set(["hold-gate", "answer"]);
const TAG = "edit";

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly default?: unknown;
  readonly names?: Names["what"];
  readonly of?: string;
  readonly at?: Pointed["what"];
  readonly per?: number;
  readonly spot?: Pointed["spot"];
}

export function readEdits(document: unknown): readonly EditForm[] {
  const { $defs: defs } = document as { readonly $defs: Readonly<Record<string, Schema>> };
  const named = (schema: Schema): Schema => (schema.$ref === undefined ? schema : (defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}));
  const union = defs["Edit"];
  const kinds = union?.anyOf ?? (union === undefined ? [] : [union]);
  return kinds.map(named).flatMap((edit) => {
    const form = formOf(edit);
    return form === null || ELSEWHERE.has(form.tag) ? [] : [form];
  });
}

/** Null where a field is of a kind that no form can ask for. */
function formOf(edit: Schema): EditForm | null {
  const { [TAG]: tag, ...rest } = edit.properties ?? {};
  const name = tag?.enum?.[0];
  const fields = Object.entries(rest).map(([field, schema]) => fieldOf(field, schema));
  if (typeof name !== "string" || !fields.every((field) => field !== null)) return null;
  return { tag: name, fields };
}

function fieldOf(name: string, schema: Schema): Field | null {
  // `null` beside one other type: it may be left out
  const others = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const [only] = others;
  const optional = schema.anyOf !== undefined && others.length === 1 && others.length < schema.anyOf.length;
  const told = optional && only !== undefined ? only : schema;
  const kind = kindOf(told);
  if (kind === null) return null;
  const { enum: words = [], at, per = 1, spot = "middle", default: usual = null } = { ...told, default: schema.default };
  return { name, kind, names: namesOf(schema), words: words.map(String), at: at === undefined ? null : { what: at, per, spot }, optional, usual: isValue(usual) ? usual : null };
}

function isValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** It stands with the field, or with the things on its list. */
function namesOf(schema: Schema): Names | null {
  const { names, of = "" } = schema.names === undefined ? schema.items || {} : schema;
  return names === undefined ? null : { what: names, of };
}

function kindOf(schema: Schema): FieldKind | null {
  if (schema.enum?.every((word) => typeof word === "string")) return "choice";
  switch (schema.type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "switch";
    case "array":
      if (schema.prefixItems?.length === 2 && schema.at === "place") return "point";
      return schema.items && schema.items.type === "string" ? "words" : null;
    default:
      return null;
  }
}

/** The edit as it goes over the wire; null while a field is empty that must not be. */
export function editOf(form: EditForm, values: Readonly<Record<string, Value>>): unknown {
  const filled = form.fields.map((field) => [field, values[field.name] ?? emptyOf(field)] as const);
  if (filled.some(([{ optional }, value]) => !optional && isEmpty(value))) return null;
  return Object.fromEntries([[TAG, form.tag], ...filled.flatMap(([{ name }, value]) => (isEmpty(value) ? [] : [[name, value]]))]);
}

function isEmpty(value: Value): boolean {
  return value === "" || (typeof value === "number" && !Number.isFinite(value));
}

export function emptyOf({ kind, optional, usual }: Pick<Field, "kind" | "optional" | "usual">): Value {
  if (usual !== null) return usual;
  if (optional) return "";
  return { text: "", number: 1, switch: false, words: [], choice: "", point: "" }[kind];
}

// what is filled in by pointing

/** A piece as it stands, or a bare place of the table, in units of the sheet. */
export interface Finger {
  readonly piece: string | null;
  readonly at: readonly [x: number, y: number];
  /** the middle of its front */
  readonly front: readonly [x: number, y: number];
  readonly facing: number | null;
}

/** Whether a piece may be named here. */
export type Accepts = (field: Field, piece: string) => boolean;

/** The form that is meant by pointing at a piece: the one that is open, or else the first that names such a piece. */
export function formFor(forms: readonly EditForm[], open: EditForm | undefined, piece: string, accepts: Accepts): EditForm | undefined {
  const takes = ({ fields }: EditForm) => fields.some((field) => accepts(field, piece));
  return open !== undefined && takes(open) ? open : forms.find(takes);
}

/** What a form says of what is pointed at. `bottom`: the lower edge of the table on the sheet. */
export function filledBy(form: EditForm, values: Readonly<Record<string, Value>>, finger: Finger, bottom: number, accepts: Accepts): Readonly<Record<string, Value>> {
  const found: Record<string, Value> = {};
  let placed = finger.piece !== null;
  for (const field of form.fields) {
    const { name, at } = field;
    const [x, y] = at?.spot === "front" ? finger.front : finger.at;
    if (finger.piece !== null && accepts(field, finger.piece)) found[name] = finger.piece;
    if (at?.what === "across") found[name] = tenths(x / at.per);
    if (at?.what === "up") found[name] = tenths((bottom - y) / at.per);
    if (at?.what === "facing" && finger.facing !== null) found[name] = tenths(finger.facing);
    // of several places the first that is still empty
    if (at?.what === "place" && !placed && (values[name] === undefined || field === form.fields.findLast((last) => last.at?.what === "place"))) {
      found[name] = [tenths(x / at.per), tenths((bottom - y) / at.per)];
      placed = true;
    }
  }
  return { ...values, ...found };
}

/** The middle of the front of a body: of the edge of its outline that lies farthest the way it faces (degrees clockwise from north, on a sheet whose y goes down). */
export function frontOf(at: readonly [number, number], facing: number, rings: readonly (readonly number[])[]): readonly [x: number, y: number] {
  const angle = (facing * Math.PI) / 180;
  const [ahead, aside] = [[Math.sin(angle), -Math.cos(angle)] as const, [Math.cos(angle), Math.sin(angle)] as const];
  const along = (way: readonly [number, number], x: number, y: number) => (x - at[0]) * way[0] + (y - at[1]) * way[1];
  const corners = rings.flatMap((ring) => ring.flatMap((x, i) => (i % 2 === 0 ? [[along(ahead, x, ring[i + 1] ?? 0), along(aside, x, ring[i + 1] ?? 0)] as const] : [])));
  const far = Math.max(0, ...corners.map(([depth]) => depth));
  const edge = corners.filter(([depth]) => far - depth < NEAR).map(([, side]) => side);
  const side = edge.length === 0 ? 0 : (Math.min(...edge) + Math.max(...edge)) / 2;
  return [at[0] + far * ahead[0] + side * aside[0], at[1] + far * ahead[1] + side * aside[1]];
}

/** corners that are drawn in whole units of the sheet lie on one line within this */
const NEAR = 5;

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
