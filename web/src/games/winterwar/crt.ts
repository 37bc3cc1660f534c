/** Which column and which rows of a combat table an adjudication can meet. */

import type { Text } from "../../texts/text";
import type { Prospect, Ruling } from "../../wire/messages";
import type { CombatTable, Tables } from "./more";

/** What is lit of a table: the column, and each row with the faces of the die that lead to it. */
export interface Reading {
  readonly table: CombatTable;
  /** number of the column, the heading of the rows not counted; -1: none */
  readonly column: number;
  readonly rows: readonly (readonly number[])[];
  /** which codes its results are written in */
  readonly codes: keyof Tables;
}

const FACES = [1, 2, 3, 4, 5, 6];
const AIR = "air-combat";
/** procedures that are read from a table */
const READ: ReadonlySet<string> = new Set(["ground-combat", "combat-lookup", AIR]);
function codesOf(procedure: string): keyof Tables {
  return procedure === AIR ? "air" : "ground";
}

/** Before the die: everything it could be. */
export function readingAhead({ procedure, known }: Pick<Prospect, "procedure" | "known">, tables: Tables): Reading | null {
  return READ.has(procedure) ? reading(tables, codesOf(procedure), known, FACES) : null;
}

/** After the die: what it was. */
export function readingOf({ procedure, outputs, throws }: Ruling, tables: Tables): Reading | null {
  const die = throws.flatMap(({ values }) => values)[0];
  if (!READ.has(procedure) || die === undefined) return null;
  return reading(tables, codesOf(procedure), outputs, [die]);
}

function reading(tables: Tables, codes: keyof Tables, told: Readonly<Record<string, unknown>>, faces: readonly number[]): Reading {
  const table = tables[codes];
  const modifier = typeof told["modifier"] === "number" ? told["modifier"] : 0;
  const heading = String(told["column"] ?? "");
  const rows = table.rows.map((row) => faces.filter((die) => rowOf(table, die + modifier) === row));
  return { table, column: table.columns.slice(1).indexOf(heading), rows, codes };
}

/** The row of a die with its modifiers; the first and the last hold for everything beyond them. */
function rowOf({ rows }: CombatTable, counts: number): CombatTable["rows"][number] | undefined {
  const first = Number((rows[0]?.[0] ?? "").replace(/\D+/, ""));
  return rows[Math.min(Math.max(counts - first, 0), rows.length - 1)];
}

/** Headings as they are printed: `≤ 1-4`. */
export function printed(heading: string | null | undefined): string {
  return (heading ?? "").replace("<=", "≤ ").replace(">=", "≥ ").replace("..", " … ").replaceAll(/(?<![\d])-(?=\d)/g, "−");
}

/** The same for a sentence that names a column. */
export function printedText(text: Text): Text {
  const column = text.args?.["column"];
  return typeof column === "string" ? { ...text, args: { ...text.args, column: printed(column) } } : text;
}
