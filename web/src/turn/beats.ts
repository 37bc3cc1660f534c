/**
 * A turn that is told moment by moment: its events as beats, each of which is read at one go. What is declared comes
 * first, in one; then a shot with what follows from it, an attack with its throw, or all that units did by themselves at
 * the same instant.
 */

import type { Text } from "../texts/text";
import type { SeenEvent } from "../wire/messages";
import type { LogLine } from "../state/seating";

export interface Beat {
  /** null: before any moment of the turn */
  readonly moment: Text | null;
  /** how much of the turn had passed, in hundredths */
  readonly passed: number;
  /** what was declared before the turn was carried out */
  readonly declared: boolean;
  readonly lines: readonly LogLine[];
  /** who it is about */
  readonly places: readonly string[];
  /** something in it concerns the reader: a ruling for him, or a piece of his */
  readonly mine: boolean;
}

export interface Reader {
  /** how the keys of declarations begin */
  readonly declared: readonly string[];
  readonly owns: (piece: string) => boolean;
}

/** At the end of its turn a unit stands where it has come to. */
export const WHOLE = 100;

/** Whether something of a turn is told here that has moments. */
export function hasMoments(events: readonly SeenEvent[]): boolean {
  return events.some(({ moment }) => moment);
}

/** The beats of these lines. What has no moment of its own goes with the one before, or else the one after. */
export function beatsOf(lines: readonly LogLine[], reader: Reader): readonly Beat[] {
  const beats: LogLine[][] = [];
  let timeless: LogLine[] = [];
  for (const line of lines) {
    const beat = beats.at(-1);
    if (!line.event.moment) (beat ?? timeless).push(line);
    else if (beat !== undefined && goesOn(beat, line, reader)) beat.push(line);
    else beats.push([...timeless.splice(0), line]);
  }
  return (beats.length === 0 && timeless.length > 0 ? [timeless] : beats).map((beat) => asBeat(beat, reader));
}

function asBeat(lines: readonly LogLine[], reader: Reader): Beat {
  const events = lines.map(({ event }) => event);
  const first = events.find(({ moment }) => moment);
  return {
    moment: first?.moment ?? null,
    passed: first?.passed ?? WHOLE,
    declared: first !== undefined && isDeclared(first, reader),
    lines,
    places: [...new Set(events.flatMap(({ places = [] }) => places))],
    mine: events.some((event) => concerns(event, reader)),
  };
}

function concerns({ ruling, places = [] }: SeenEvent, { owns }: Reader): boolean {
  return Boolean(ruling) || places.some(owns);
}

function isDeclared({ text: { key } }: SeenEvent, { declared }: Reader): boolean {
  return declared.some((beginning) => key.startsWith(beginning));
}

/** Whether a line is read together with those before it. */
function goesOn(beat: readonly LogLine[], { line, event }: LogLine, reader: Reader): boolean {
  const told = beat.filter((before) => before.event.moment);
  const [first] = told;
  if (first === undefined) return true;
  if (first.line !== line || first.event.passed !== event.passed) return false;
  if (isDeclared(first.event, reader) || isDeclared(event, reader)) return isDeclared(first.event, reader) && isDeclared(event, reader);
  if (told.every((before) => isPlain(before.event))) return isPlain(event);
  return follows(told, event);
}

/** A unit does something by itself: it forms, rides, has marched. */
function isPlain({ places = [], ruling }: SeenEvent): boolean {
  return places.length < 2 && !ruling;
}

/** What befalls those of whom is being told follows from it; but when two meet who are not those, or the other way about, it is another story. */
function follows(told: readonly LogLine[], { places = [] }: SeenEvent): boolean {
  const [doer, other] = places;
  const known = new Set(told.flatMap((before) => before.event.places ?? []));
  if (doer === undefined || !known.has(doer)) return false;
  if (other === undefined) return true;
  const [begun = []] = told.map((before) => before.event.places ?? []).filter((pair) => pair.length > 1);
  return begun.length === 0 ? doer === told[0]?.event.places?.[0] : begun[0] === doer && begun[1] === other;
}

/** A turn of the log: what it is called, and what happened in it. */
export interface ToldTurn {
  /** null: before the first turn */
  readonly heading: LogLine | null;
  readonly lines: readonly LogLine[];
}

/** The log by turns; `begins` are the keys with which one begins. */
export function turnsOf(log: readonly LogLine[], begins: readonly string[]): readonly ToldTurn[] {
  const turns: { heading: LogLine | null; lines: LogLine[] }[] = [];
  for (const line of log) {
    if (begins.includes(line.event.text.key)) turns.push({ heading: line, lines: [] });
    else if (turns.length === 0) turns.push({ heading: null, lines: [line] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns;
}

const MARKS: Readonly<Record<number, string>> = { 0: "0", 25: "¼", 50: "½", 75: "¾", 100: "1" };

/** Whether a moment has a sign of its own. */
export function isMarked(passed: number): boolean {
  return passed in MARKS;
}

/** hundredths of the turn within which the marks of two moments would run into each other */
const CLOSE = 8;

/** Which of the moments on the track have room for their mark: the one that is read first, then those with a sign of their own. */
export function marksOf(beats: readonly Beat[], now: number): ReadonlySet<number> {
  const kept = new Set<number>();
  const order = beats.map((_, i) => i).toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
  function rankOf(i: number): number {
    return i === now ? 0 : isMarked(beats[i]?.passed ?? -1) ? 1 : 2;
  }
  for (const i of order) {
    const beat = beats[i];
    if (beat === undefined || beat.declared) continue;
    if ([...kept].every((other) => Math.abs((beats[other]?.passed ?? 0) - beat.passed) >= CLOSE)) kept.add(i);
  }
  return kept;
}

/** A moment as it stands on the track: ½, or 0.23 as the language writes it. */
export function markOf(passed: number, language: string): string {
  return MARKS[passed] ?? (passed / WHOLE).toLocaleString(language, { minimumFractionDigits: 2 });
}
