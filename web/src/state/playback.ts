/**
 * Others' acts and one's own dice, one at a time: each news waits until the one before has been read. The board keeps the position before
 * an act while its events are told, and changes with the last of them, after its dice: only then is the new position reached. Acts of
 * which nothing much is to be told (a unit marches) do not wait for one another: all that have come are told together.
 */

import { say, type Text } from "../texts/text";
import { isThrow } from "./throws";
import type { Position, SeenEvent } from "../wire/messages";

export interface Stage {
  /** the news itself */
  readonly show: (position: Position) => void;
  /** the line that is being read; null when everything is told */
  readonly tell: (event: SeenEvent | null) => void;
  /** what of an act is told */
  readonly told: (position: Position) => readonly SeenEvent[];
  /** whether an event is told together with others of its kind */
  readonly together: (event: SeenEvent) => boolean;
  readonly pace: () => number;
  /** nothing is told yet */
  readonly held: () => boolean;
  readonly later: (run: () => void, ms: number) => () => void;
}

/** a ruling has dice and reasons: it stands so much longer */
const RULING = 3;

export class Playback {
  private readonly stage: Stage;
  private readonly waiting: Position[] = [];
  /** the act, or acts, whose events are being told; their positions are shown with the last of them */
  private acts: Position[] = [];
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

  /** News that are told. */
  add(position: Position): void {
    if (this.arrived !== null) {
      if (this.arrived(position)) this.arrived = null;
      this.stage.show(position);
      this.stage.tell(null);
      return;
    }
    this.waiting.push(position);
    this.begin();
  }

  /** What waits is told, unless it is held. */
  begin(): void {
    if (!this.running && this.waiting.length > 0 && !this.stage.held()) this.next();
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

  /** What is told now has been read. */
  readOn(): void {
    this.cancel?.();
    if (this.running) this.next();
  }

  private next(): void {
    this.cancel = null;
    const event = this.events.shift();
    if (event !== undefined) {
      // what dice decide is not seen before they lie
      if (this.events.length === 0 && !isThrow(event)) this.reach();
      this.stage.tell(event);
      const pace = this.stage.pace() * (event.ruling ? RULING : 1);
      this.cancel = this.stage.later(() => this.next(), pace);
      return;
    }
    this.reach();
    const act = this.waiting.shift();
    if (act === undefined) {
      this.stage.tell(null);
      return;
    }
    this.acts = [act];
    const others = this.isPlain(act) ? this.waiting.findIndex((position) => !this.isPlain(position)) : 0;
    this.acts.push(...this.waiting.splice(0, others < 0 ? this.waiting.length : others));
    const events = this.acts.flatMap((position) => this.stage.told(position));
    this.events = this.stage.pace() === 0 ? [] : this.acts.length === 1 ? [...events] : [asOne(events)];
    this.next();
  }

  private isPlain({ events }: Position): boolean {
    return events.length > 0 && events.every(([, event]) => this.stage.together(event));
  }

  /** The positions after the acts. */
  private reach(): void {
    for (const position of this.acts.splice(0)) this.stage.show(position);
  }
}

/** so many sentences are read in one step; of the others only their number */
const MOST_TOLD = 3;

/** Several events as one. */
function asOne(events: readonly SeenEvent[]): SeenEvent {
  const told = events.length > MOST_TOLD ? events.slice(0, MOST_TOLD - 1) : events;
  const text = told.map((event) => event.text).reduce((first, next): Text => say("web.playback.then", { first, next }));
  const left = events.length - told.length;
  return { text: left === 0 ? text : say("web.playback.more", { told: text, n: left }), places: events.flatMap(({ places = [] }) => places) };
}
