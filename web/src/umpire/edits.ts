/** The umpire's edits as forms, made from the JSON Schema of the game: one form an edit, one field a property. */

export type FieldKind = "text" | "number" | "switch" | "words";

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** what of the board it names; null: anything that is typed */
  readonly names: Names | null;
}

/** Places, pieces, cards or sides; `of`: those of a kind alone. */
export interface Names {
  readonly what: "place" | "piece" | "card" | "side";
  readonly of: string;
}

export interface EditForm {
  readonly tag: string;
  readonly fields: readonly Field[];
}

export type Value = string | number | boolean | readonly string[];

/** These have a place of their own: the switch of the gate, and an answer that is built as players build theirs. */
const ELSEWHERE: ReadonlySet<string> = new Set(["hold-gate", "answer"]);
const TAG = "edit";

interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly names?: Names["what"];
  readonly of?: string;
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
  const fields = Object.entries(rest).map(([field, schema]) => ({ name: field, kind: kindOf(schema), names: namesOf(schema.names === undefined ? (schema.items ?? {}) : schema) }));
  if (typeof name !== "string" || !fields.every((field): field is Field => field.kind !== null)) return null;
  return { tag: name, fields };
}

function namesOf({ names, of = "" }: Schema): Names | null {
  return names === undefined ? null : { what: names, of };
}

function kindOf(schema: Schema): FieldKind | null {
  switch (schema.type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "switch";
    case "array":
      return schema.items?.type === "string" ? "words" : null;
    default:
      return null;
  }
}

/** The edit as it goes over the wire; null while a field is empty. */
export function editOf(form: EditForm, values: Readonly<Record<string, Value>>): unknown {
  const filled = form.fields.map(({ name, kind }) => [name, values[name] ?? emptyOf(kind)] as const);
  if (filled.some(([, value]) => value === "" || (typeof value === "number" && !Number.isFinite(value)))) return null;
  return Object.fromEntries([[TAG, form.tag], ...filled]);
}

export function emptyOf(kind: FieldKind): Value {
  return { text: "", number: 1, switch: false, words: [] }[kind];
}
