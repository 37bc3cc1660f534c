/** A turn is read moment by moment, at the reader's own pace: one's own acts too, as soon as all sheets are in. */

import { type Board, sideOf } from "../drawn/board";
import type { Scene } from "../drawn/scene";
import type { Scene as SentScene } from "../generated/scene";
import { prefs } from "../state/prefs.svelte";
import { linesOf, type LogLine } from "../state/seating";
import type { Look, Position, Refused } from "../wire/messages";
import { type Beat, beatsOf, hasMoments, type Reader, type ToldTurn, turnsOf } from "./beats";
import type { Reading } from "./reading.svelte";

/** What is read, by whom. */
export interface Seat {
  readonly board: Board | null;
  readonly position: Position | null;
  readonly scene: Scene | null;
  readonly log: readonly LogLine[];
  away: readonly LogLine[];
  readonly played: readonly string[];
  readonly reading: Reading;
}

export interface Means {
  /** the board stands as it is now, and whoever is asked may answer */
  readonly show: (position: Position) => void;
  /** the position as it stood after a line */
  readonly look: (line: number) => Promise<Look | Refused>;
}

export class Teller {
  private readonly seat: Seat;
  private readonly means: Means;
  /** positions that are reached when their turn has been read */
  private unread: Position[] = [];

  constructor(seat: Seat, means: Means) {
    this.seat = seat;
    this.means = means;
  }

  /**
   * Whether this is read moment by moment. Who wants to be told nothing of what others do (no pace) reads it when he likes;
   * an umpire who holds his gate has seen each ruling there.
   */
  reads({ anew, events, gate }: Position): boolean {
    const { board, position, reading } = this.seat;
    if (anew || gate !== null || position === null || board === null) return false;
    return reading.open || (board.cues.moments && prefs.paceMs > 0 && hasMoments(events.map(([, event]) => event)));
  }

  /** For a ruling at an umpire's gate everybody waits: he reads on later. */
  isInterrupted({ gate }: Position): boolean {
    return gate !== null && (this.seat.board?.cues.moments ?? false);
  }

  tell(position: Position): void {
    const before = (this.unread.at(-1) ?? this.seat.position ?? position).scene;
    this.unread.push(position);
    this.seat.reading.goOn({ beats: beatsOf(linesOf(position), this.reader), before, after: position.scene });
  }

  /** Everything is read. */
  readAll(): void {
    this.seat.reading.close();
    for (const position of this.unread.splice(0)) this.means.show(position);
  }

  /** On to the next beat, or out of the turn after the last; `mine`: to the next that concerns this seat. */
  readOn(mine = false): void {
    const { reading } = this.seat;
    const to = mine ? reading.nextMine : reading.atEnd ? null : reading.at + 1;
    if (to === null) this.readAll();
    else reading.go(to);
  }

  /** Read a turn of the log again, with the positions before and after each of its lines. */
  async readAgain({ lines }: ToldTurn): Promise<void> {
    this.readAll();
    const numbers = [...new Set(lines.filter(({ event }) => event.moment).map(({ line }) => line))];
    const [first] = numbers;
    if (first === undefined) return;
    const scenes: SentScene[] = [];
    this.seat.reading.awaited = true;
    for (const line of [Math.max(0, first - 1), ...numbers]) {
      const seen = await this.means.look(line);
      if (seen.type === "look") scenes.push(seen.scene);
    }
    const stages = numbers.flatMap((number, i) => {
      const [before, after] = scenes.slice(i, i + 2);
      if (before === undefined || after === undefined) return [];
      return [{ beats: beatsOf(lines.filter(({ line }) => line === number), this.reader), before, after }];
    });
    this.seat.reading.begin(stages);
    this.seat.reading.awaited = false;
  }

  /** Who comes back reads the turn that was carried out meanwhile. */
  readWhatWasMissed(): void {
    const { board, away } = this.seat;
    if (board === null || !board.cues.moments) return;
    this.seat.away = [];
    const turn = this.lastTurn;
    const missed = turn?.lines.some((line) => line.event.moment && away.includes(line)) ?? false;
    if (turn !== null && missed && prefs.paceMs > 0) void this.readAgain(turn);
  }

  /** The turn that was told last. */
  get lastTurn(): ToldTurn | null {
    const turns = turnsOf(this.seat.log, this.seat.board?.cues.turns ?? []);
    return turns.findLast(({ lines }) => hasMoments(lines.map(({ event }) => event))) ?? null;
  }

  /** What was told last, while a turn is carried out: it led to what is asked now. */
  get ledTo(): Beat | null {
    const { board, log, reading } = this.seat;
    const isUnderWay = board?.cues.moments && !reading.open && log.at(-1)?.event.moment;
    return isUnderWay ? (beatsOf(this.lastTurn?.lines ?? [], this.reader).at(-1) ?? null) : null;
  }

  get reader(): Reader {
    const { board, played, scene } = this.seat;
    const sides = new Set(played.map((role) => sideOf(board, role)));
    return { declared: board?.cues.declared ?? [], owns: (piece) => sides.has(scene?.kindOf.get(piece)?.side ?? "") };
  }
}
