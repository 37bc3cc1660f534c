/** Lines of an order sheet as text: what stands in a cell, what it ends with, and lines that are put together. */

import type { Letter, SheetSwitch } from "../wire/messages";

/** What stands in a row's cell of its whole line. */
export function cellOf(head: string, line: string): string {
  const begin = `${head}:`;
  return line.startsWith(begin) ? line.slice(begin.length).trim() : line.trim();
}

/** The whole line of a cell; "": nothing is written. */
export function lineOf(head: string, cell: string): string {
  return cell.trim() === "" ? "" : `${head}: ${cell.trim()}`;
}

/** A cell's order, and what follows it from the first semicolon that stands in no quotation. */
function parted(cell: string): readonly [order: string, answers: string] {
  let quoted = false;
  for (let at = 0; at < cell.length; at += 1) {
    if (cell[at] === "\\" && quoted) at += 1;
    else if (cell[at] === '"') quoted = !quoted;
    else if (cell[at] === ";" && !quoted) return [cell.slice(0, at).trim(), cell.slice(at).trim()];
  }
  return [cell.trim(), ""];
}

/** Another order in a cell; the standing answers stay unless it brings its own. */
export function withOrder(cell: string, order: string): string {
  const [, own] = parted(order);
  const [, kept] = parted(cell);
  return own !== "" || kept === "" ? order.trim() : `${order.trim()} ${kept}`;
}

/** How a sign may be typed: with any spaces, in small letters too. */
function typed(sign: string): RegExp {
  const words = sign.trim().split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`\\s*${words.join("\\s*")}(?![\\w-])`, "gi");
}

/** What a standing answer of a cell is. */
export function answerIn(cell: string, { values }: SheetSwitch): string {
  const [, answers] = parted(cell);
  const written = values.find(({ sign = "" }) => sign !== "" && typed(sign).test(answers));
  return (written ?? values.find(({ sign = "" }) => sign === ""))?.value ?? "";
}

/** A cell with another standing answer. */
export function withAnswer(cell: string, { values }: SheetSwitch, value: string): string {
  const [order, answers] = parted(cell);
  const others = values.reduce((rest, { sign = "" }) => (sign === "" ? rest : rest.replace(typed(sign), "")), answers).trim();
  const sign = values.find((one) => one.value === value)?.sign ?? "";
  return [order, others, sign].filter((part) => part !== "").join(" ");
}

/** A line from a writer, a receiver and what is sent. */
export function letterOf({ form }: Letter, from: string, to: string, sent: string): string {
  const words = sent.replace(/\s+/g, " ").trim();
  const parts: Readonly<Record<string, string>> = { from, to, line: words, text: `"${words.replace(/[\\"]/g, "\\$&")}"` };
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

/** Whether a letter carries an order, which is written in signs. */
export function carriesOrder({ form }: Letter): boolean {
  return form.includes("{line}");
}

const POINTS = ["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"] as const;

/** Degrees clockwise from north as one of the sixteen points of the compass. */
export function compassPoint(degrees: number): string {
  const step = 360 / POINTS.length;
  return POINTS[((Math.round(degrees / step) % POINTS.length) + POINTS.length) % POINTS.length] ?? "N";
}
