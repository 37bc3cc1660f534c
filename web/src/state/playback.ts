/**
 * Others' acts, one at a time: each news waits until the one before has been read. The board keeps the position before
 * an act while its events are told, and changes with the last of them: only then is the new position reached.
 */

import type { Position, SeenEvent } from "../wire/messages";

export interface Stage {
  /** the news itself */
  readonly show: (position: Position) => void;
  /** the line that is being read; null when everything is told */
  readonly tell: (event: SeenEvent | null) => void;
  readonly pace: () => number;
  readonly later: (run: () => void, ms: number) => () => void;
}

/** a ruling has dice and reasons: it stands so much longer */
const RULING = 3;

export class Playback {
  private readonly stage: Stage;
  private readonly waiting: Position[] = [];
  /** the act whose events are being told; its position is shown with the last of them */
  private act: Position | null = null;
  private events: SeenEvent[] = [];
  private cancel: (() => void) | null = null;
  /** what ends the hurry; null: nobody hurries */
  private arrived: ((position: Position) => boolean) | null = null;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  get running(): boolean {
    return this.cancel !== null;
  }

  /** News of somebody else's act. */
  add(position: Position): void {
    if (this.arrived !== null) {
      if (this.arrived(position)) this.arrived = null;
      this.stage.show(position);
      this.stage.tell(null);
      return;
    }
    this.waiting.push(position);
    if (!this.running) this.next();
  }

  /** News that need no telling (one's own act, the first visit): everything before it is shown at once. */
  jump(position: Position): void {
    this.skip();
    this.stage.show(position);
  }

  /** To the present, and what comes after it untold too, until someone arrives where they want to be. */
  hurry(arrived: (position: Position) => boolean): void {
    this.skip();
    this.arrived = arrived;
  }

  /** To the present. */
  skip(): void {
    this.arrived = null;
    this.cancel?.();
    this.cancel = null;
    this.events = [];
    this.reach();
    for (const position of this.waiting.splice(0)) this.stage.show(position);
    this.stage.tell(null);
  }

  private next(): void {
    this.cancel = null;
    const event = this.events.shift();
    if (event !== undefined) {
      if (this.events.length === 0) this.reach();
      this.stage.tell(event);
      const pace = this.stage.pace() * (event.ruling ? RULING : 1);
      this.cancel = this.stage.later(() => this.next(), pace);
      return;
    }
    this.reach();
    this.act = this.waiting.shift() ?? null;
    if (this.act === null) {
      this.stage.tell(null);
      return;
    }
    this.events = this.stage.pace() > 0 ? this.act.events.map(([, told]) => told) : [];
    this.next();
  }

  /** The position after the act. */
  private reach(): void {
    if (this.act === null) return;
    const position = this.act;
    this.act = null;
    this.stage.show(position);
  }
}
