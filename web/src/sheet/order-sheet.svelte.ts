/**
 * An order sheet that is being written: a row for everybody who gets a line, what stands in each cell, and what the server says of
 * it. No rule is known here: whether a line can stand, what it says and what may have been meant is asked for the whole sheet.
 */

import type { Building } from "../boards/drawing.svelte";
import { unlessClosed } from "../state/asking";
import type { Text } from "../texts/text";
import type { WireClient } from "../wire/client";
import type { Answers, DecisionSeen, Letter, LineRead, Refused, Sheet, SheetOffer, SheetRow } from "../wire/messages";
import { forgetDraft, keepDraft, readDraft, type Whose } from "./drafts";
import { cellOf, compassPoint, lineOf, withOrder } from "./lines";

/** What a drag on the board ends on (boards/tabletop/drag). */
export type Drawn = { readonly piece: string } | { readonly place: string } | { readonly bearing: number };

/** ms that nothing is typed before the lines are asked about */
const PAUSE = 250;
/** the server is asked again when it was busy */
const AGAIN = 600;

interface Around {
  readonly wire: Pick<WireClient, "ask">;
  readonly whose: Omit<Whose, "decision" | "role">;
  /** the side of a piece on the board */
  readonly sideOf: (piece: string) => string | null;
  /** show on the board who is meant */
  readonly point: (ids: readonly string[]) => void;
}

export class OrderSheet implements Building {
  readonly decision: DecisionSeen;
  /** an order sheet moves nothing on the board while it is written */
  readonly also: ReadonlySet<string> = new Set();
  readonly legs = [];
  readonly strikes = [];
  readonly amount = null;
  readonly planned: ReadonlyMap<string, number> = new Map();
  readonly reason = null;
  rows = $state.raw<readonly SheetRow[]>([]);
  signs = $state.raw<readonly Text[]>([]);
  letters = $state.raw<readonly Letter[]>([]);
  example = $state("");
  loaded = $state(false);
  /** why the sheet could not be read */
  failed = $state.raw<Refused | null>(null);
  cells = $state.raw<Readonly<Record<string, string>>>({});
  others = $state.raw<readonly string[]>([]);
  /** row -> what has become of its line; of the others by their place */
  read = $state.raw<ReadonlyMap<string, LineRead>>(new Map());
  readOthers = $state.raw<readonly LineRead[]>([]);
  warnings = $state.raw<readonly Text[]>([]);
  selected = $state<string | null>(null);
  /** the row whose cell is to have the keyboard; a number that grows each time it is wanted */
  wanted = $state.raw<{ readonly row: string; readonly focus: boolean; readonly times: number } | null>(null);
  /** what stands there has not been read yet */
  pending = $state(false);
  since = $state(Date.now());

  private readonly around: Around;
  private action: unknown = null;
  private ready = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading: Promise<void> | null = null;
  private line = -1;
  private readonly offered = new Map<string, Promise<readonly SheetOffer[]>>();

  constructor(decision: DecisionSeen, around: Around) {
    this.decision = decision;
    this.around = around;
  }

  private get whose(): Whose {
    const { id: decision, role } = this.decision;
    return { ...this.around.whose, decision, role };
  }

  /** What stands there already, and over it what was noted in this browser. */
  async load(line: number): Promise<void> {
    if (line === this.line) return;
    this.line = line;
    const reply = await this.ask("sheet", {});
    if (reply.type !== "sheet") {
      this.failed = reply;
      return;
    }
    const first = !this.loaded;
    this.take(reply);
    if (first) this.takeUp(reply);
    this.loaded = true;
    this.selected ??= this.rows.find(({ writable }) => writable !== false)?.id ?? null;
    await this.readNow();
  }

  private take({ rows, signs, letters, example }: Sheet): void {
    this.failed = null;
    this.rows = rows;
    this.signs = signs;
    this.letters = letters ?? [];
    this.example = example;
    this.offered.clear();
  }

  private takeUp({ rows, others }: Sheet): void {
    const kept = readDraft(this.whose);
    this.since = kept?.since ?? Date.now();
    this.cells = kept?.cells ?? Object.fromEntries(rows.map(({ id, head, line = "" }) => [id, cellOf(head, line)]));
    this.others = kept?.others ?? others ?? [];
  }

  // what is written

  cell(row: string): string {
    return this.cells[row] ?? "";
  }

  write(row: string, text: string): void {
    this.cells = { ...this.cells, [row]: text };
    this.changed();
  }

  /** Another order for a row; its standing answers stay. */
  order(row: SheetRow, line: string): void {
    this.write(row.id, withOrder(this.cell(row.id), cellOf(row.head, line)));
    void this.readNow();
  }

  /** An offered order is written down; where in the cell it has to be gone on with, null: nowhere. */
  choose(row: SheetRow, { line, open = false }: SheetOffer): number | null {
    this.order(row, line);
    if (!open) return null;
    const end = cellOf(row.head, line).length + 1;
    this.write(row.id, this.cell(row.id).padEnd(end));
    return end;
  }

  /** A line as it was meant takes the place of what was written. */
  replace(row: SheetRow, line: string): void {
    this.write(row.id, cellOf(row.head, line));
    void this.readNow();
  }

  /** Last turn's order for each row that has no line. */
  repeatAll(): void {
    const empty = this.rows.filter(({ id, writable, last = "" }) => writable !== false && last !== "" && this.cell(id).trim() === "");
    this.cells = { ...this.cells, ...Object.fromEntries(empty.map(({ id, head, last = "" }) => [id, cellOf(head, last)])) };
    this.changed();
    void this.readNow();
  }

  /** A whole line: into its row if it has one, else among the others. */
  add(line: string): void {
    const row = this.rows.find(({ head }) => line.startsWith(`${head}:`));
    if (row !== undefined) {
      this.replace(row, line);
      this.select(row.id, false);
      return;
    }
    this.others = [...this.others, line];
    this.changed();
    void this.readNow();
  }

  /** Write what somebody else would: his lines take the place of all that stands there. */
  fill(lines: readonly string[]): void {
    const rows = lines.flatMap((line) => this.rows.filter(({ head }) => line.startsWith(`${head}:`)).map(({ id, head }) => ({ id, line, cell: cellOf(head, line) })));
    const taken = new Set(rows.map(({ line }) => line));
    this.cells = { ...Object.fromEntries(this.rows.map(({ id }) => [id, ""])), ...Object.fromEntries(rows.map(({ id, cell }) => [id, cell])) };
    this.others = lines.filter((line) => !taken.has(line));
    this.changed();
    void this.readNow();
  }

  remove(at: number): void {
    this.others = this.others.filter((_, i) => i !== at);
    this.changed();
    void this.readNow();
  }

  /** An arrow has been drawn on the board from a unit: the direction of its line, or whom or what it goes to. */
  drawn(from: string, to: Drawn): boolean {
    const row = this.rows.find(({ id, writable }) => id === from && writable !== false);
    const form = row?.drawn?.[this.kindOf(from, to)];
    if (row === undefined || form === undefined) return false;
    this.order(row, form.replace("{to}", "piece" in to ? to.piece : "place" in to ? to.place : compassPoint(to.bearing)));
    this.select(from, false);
    return true;
  }

  private kindOf(from: string, to: Drawn): "bearing" | "place" | "enemy" | "friend" {
    if ("bearing" in to) return "bearing";
    if ("place" in to) return "place";
    return this.around.sideOf(to.piece) === this.around.sideOf(from) ? "friend" : "enemy";
  }

  private changed(): void {
    this.pending = true;
    this.ready = false;
    keepDraft(this.whose, { cells: this.cells, others: this.others, since: this.since });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.readNow(), PAUSE);
  }

  /** The sheet has been handed in: what was noted here is no longer needed. */
  handedIn(): void {
    clearTimeout(this.timer);
    forgetDraft(this.whose);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  // what the server says of it

  /** Ask about all lines as they stand; what is typed meanwhile is asked about afterwards. */
  async readNow(): Promise<void> {
    clearTimeout(this.timer);
    if (this.reading !== null) {
      await this.reading;
      return this.pending ? this.readNow() : undefined;
    }
    this.reading = this.readLines();
    await this.reading.finally(() => (this.reading = null));
  }

  private async readLines(): Promise<void> {
    const { cells, others } = this;
    const written = this.rows.flatMap(({ id, head, writable }) => (writable === false || lineOf(head, this.cell(id)) === "" ? [] : [{ id, line: lineOf(head, this.cell(id)) }]));
    const reply = await this.ask("draft", { lines: [...written.map(({ line }) => line), ...others] });
    const stale = this.cells !== cells || this.others !== others;
    if (reply.type !== "draft") {
      this.failed = reply;
      return;
    }
    this.failed = null;
    // what has been typed meanwhile has lost its sentence, the other lines have not
    this.read = new Map(written.flatMap(({ id }, i): readonly [string, LineRead][] => (this.cells[id] === cells[id] && reply.lines[i] !== undefined ? [[id, reply.lines[i]]] : [])));
    this.readOthers = this.others === others ? reply.lines.slice(written.length) : [];
    if (stale) return;
    this.pending = false;
    this.ready = reply.ready;
    this.action = reply.action;
    this.warnings = reply.warnings ?? [];
  }

  private async ask<K extends "sheet" | "draft">(type: K, more: object) {
    const question = { type, decision: this.decision.id, ...more } as Parameters<WireClient["ask"]>[0];
    for (;;) {
      const reply = (await unlessClosed(this.around.wire.ask(question as never))) as Answers[K] | Refused;
      if (reply.type !== "refused" || reply.reason.key !== "server.error.busy") return reply;
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }

  /** The lines that are offered for a row. */
  offers(row: string): Promise<readonly SheetOffer[]> {
    const known = this.offered.get(row);
    if (known !== undefined) return known;
    const asked = unlessClosed(this.around.wire.ask({ type: "offers", decision: this.decision.id, row })).then((reply) => (reply.type === "offers" ? reply.offers : []));
    this.offered.set(row, asked);
    return asked;
  }

  /** The answer that the lines make; null while a line is refused. */
  async finished(): Promise<unknown> {
    if (this.pending || !this.ready) await this.readNow();
    return this.ready && !this.pending ? this.action : null;
  }

  // where one is

  get writable(): readonly SheetRow[] {
    return this.rows.filter(({ writable }) => writable !== false);
  }

  /** Rows with a line, written or brought. */
  get filled(): number {
    return this.writable.filter(({ id, brought = "" }) => this.cell(id).trim() !== "" || brought !== "").length;
  }

  /** Rows whose line is refused, and how many lines are in all. */
  get refused(): readonly string[] {
    return this.writable.filter(({ id }) => (this.read.get(id)?.reason ?? null) !== null).map(({ id }) => id);
  }

  get faults(): number {
    return this.refused.length + this.readOthers.filter(({ reason }) => (reason ?? null) !== null).length;
  }

  /** Nothing at all is written. */
  get blank(): boolean {
    return this.filled === 0 && this.others.length === 0;
  }

  /** On the board: whose row is open, who has no line yet, from whom arrows may be drawn. */
  get path(): readonly string[] {
    return this.selected === null ? [] : [this.selected];
  }

  get lit(): ReadonlySet<string> {
    return new Set(this.writable.filter(({ id, brought = "" }) => this.cell(id).trim() === "" && brought === "").map(({ id }) => id));
  }

  get drawable(): ReadonlySet<string> {
    return new Set(this.writable.filter(({ drawn }) => Object.keys(drawn ?? {}).length > 0).map(({ id }) => id));
  }

  /** Open a row and show its body; `focus`: its cell takes the keyboard. */
  select(row: string, focus: boolean, show = true): void {
    this.selected = row;
    this.wanted = { row, focus, times: (this.wanted?.times ?? 0) + 1 };
    if (show) this.around.point([row]);
  }

  /** The keyboard is in a cell: its row is open, and its body is shown. */
  entered(row: string): void {
    if (this.selected === row) return;
    this.selected = row;
    this.around.point([row]);
  }

  /** A tap on the board: the row of this unit. */
  tap(id: string, focus: boolean): boolean {
    if (!this.rows.some((row) => row.id === id)) return false;
    this.select(id, focus, false);
    return true;
  }

  /** The row before or after, round and round. */
  step(by: number, focus: boolean): void {
    const { writable } = this;
    const at = writable.findIndex(({ id }) => id === this.selected);
    const next = writable[(at + by + writable.length) % writable.length];
    if (next !== undefined) this.select(next.id, focus);
  }
}
