/** Which column and which rows of a combat table an adjudication can meet. */

import type { WinterWarView } from "../../generated/winterwar";
import type { Text } from "../../texts/text";
import type { Prospect, Ruling } from "../../wire/messages";
import type { WinterWarBoard, WinterWarTable } from "./board";

/** What is lit of a table: the column, and each row with the faces of the die that lead to it. */
export interface Reading {
  readonly table: WinterWarTable;
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
/** lines that change the die, one by one or in all (procedures/ground_combat.py) */
const MODIFIER = "winterwar.ruling.combat.modifier";

/** The combat tables of a game. */
export interface Tables {
  readonly ground: WinterWarTable;
  readonly air: WinterWarTable;
}

/** A table as the game keeps it. */
interface KeptTable {
  readonly id: string;
  readonly columns: readonly (string | number)[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly provenance?: string;
}

/** The tables of the board, unless this game has others (by an option, or put in by the umpire). */
export function tablesOf({ tables }: WinterWarBoard, { rules }: Pick<WinterWarView, "rules">): Tables {
  if (!rules.tables) return tables;
  const kept = JSON.parse(rules.tables) as { readonly tables: readonly KeptTable[] };
  const [ground, air] = kept.tables.map(({ id, columns, rows, provenance }) => ({
    id,
    columns: columns.map(String),
    rows: rows.map((row) => row.map((cell) => (cell === null ? null : String(cell)))),
    reconstructed: provenance !== undefined && !provenance.startsWith("source"),
  }));
  return { ground: ground ?? tables.ground, air: air ?? tables.air };
}

function codesOf(procedure: string): keyof Tables {
  return procedure === AIR ? "air" : "ground";
}

/** Before the die: everything it could be. */
export function readingAhead({ procedure, title, factors }: Prospect, tables: Tables): Reading | null {
  if (!READ.has(procedure)) return null;
  const codes = codesOf(procedure);
  const told = [title, ...factors.map(({ text }) => text)].find(({ args }) => args?.["column"] !== undefined);
  const modifier = factors.filter(({ text }) => text.key.startsWith(MODIFIER)).reduce((sum, { value }) => sum + (value ?? 0), 0);
  return reading(tables, codes, String(told?.args?.["column"] ?? ""), FACES, modifier);
}

/** After the die: what it was. */
export function readingOf({ procedure, outputs, throws }: Ruling, tables: Tables): Reading | null {
  const die = throws.flatMap(({ values }) => values)[0];
  if (!READ.has(procedure) || die === undefined) return null;
  const modifier = typeof outputs["modifier"] === "number" ? outputs["modifier"] : 0;
  return reading(tables, codesOf(procedure), String(outputs["column"] ?? ""), [die], modifier);
}

function reading(tables: Tables, codes: keyof Tables, heading: string, faces: readonly number[], modifier: number): Reading {
  const table = tables[codes];
  const rows = table.rows.map((row) => faces.filter((die) => rowOf(table, die + modifier) === row));
  return { table, column: table.columns.slice(1).indexOf(heading), rows, codes };
}

/** The row of a die with its modifiers; the first and the last hold for everything beyond them. */
function rowOf({ rows }: WinterWarTable, counts: number): WinterWarTable["rows"][number] | undefined {
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
