/** A game that is looked back on as a film: it stands at a line, steps, jumps by turn and battle, and plays at the reader's pace. */

import type { LogLine } from "../state/seating";

/** What is shown, and how another line of it comes before the reader. */
export interface Reel {
  readonly line: number;
  readonly last: number;
  readonly log: readonly LogLine[];
  /** keys with which a turn begins */
  readonly turns: readonly string[];
  readonly show: (line: number) => Promise<void>;
}

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4];
/** ms that a moment stands at the usual speed, and how much longer one with dice does */
const STANDS = 1400;
const RULING = 2;

export class Film {
  private readonly reel: Reel;
  playing = $state(false);
  speed = $state(1);
  private wanted = $state<number | null>(null);
  private looking = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reel: Reel) {
    this.reel = reel;
  }

  readonly line = $derived.by(() => this.wanted ?? this.reel.line);
  readonly last = $derived.by(() => this.reel.last);
  /** lines on which something was told: it plays from one to the next */
  private readonly stops = $derived.by(() => linesOf(this.reel.log, () => true));
  readonly turns = $derived.by(() => linesOf(this.reel.log, ({ event }) => this.reel.turns.includes(event.text.key)));
  readonly battles = $derived.by(() => linesOf(this.reel.log, ({ event }) => (event.ruling?.throws.length ?? 0) > 0));

  /** What is told at the line where it stands. */
  get told(): readonly LogLine[] {
    return this.reel.log.filter(({ line }) => line === this.line);
  }

  /** The nearest of these lines on this side of where it stands; null: there is none. */
  next(lines: readonly number[], by: 1 | -1): number | null {
    return (by > 0 ? lines.find((line) => line > this.line) : lines.findLast((line) => line < this.line)) ?? null;
  }

  /** One look at a time; the slider may run ahead of the answers. */
  async go(to: number): Promise<void> {
    this.wanted = Math.max(0, Math.min(this.last, to));
    if (this.looking) return;
    this.looking = true;
    for (let shown = -1; this.wanted !== shown; ) {
      shown = this.wanted;
      await this.reel.show(shown);
    }
    this.wanted = null;
    this.looking = false;
  }

  jump(lines: readonly number[], by: 1 | -1): void {
    const to = this.next(lines, by);
    if (to !== null) void this.go(to);
  }

  toggle(): void {
    if (this.playing) return this.stop();
    this.playing = true;
    if (this.next(this.stops, 1) === null) void this.go(0).then(() => this.stand());
    else this.stand();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** The moment stands for a while, then comes the next. */
  private stand(): void {
    if (!this.playing) return;
    const long = this.told.some(({ event }) => event.ruling) ? RULING : 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.playOn(), (STANDS * long) / this.speed);
  }

  private async playOn(): Promise<void> {
    const to = this.next(this.stops, 1);
    if (to === null) return this.stop();
    await this.go(to);
    this.stand();
  }

  /** Keys of the replay; whether this was one of them. */
  press(event: KeyboardEvent): boolean {
    switch (event.key) {
      case " ":
        // on a button it presses that
        if (event.target instanceof HTMLButtonElement) return false;
        this.toggle();
        return true;
      case "ArrowLeft":
      case "ArrowRight":
        void this.go(this.line + (event.key === "ArrowLeft" ? -1 : 1));
        return true;
      case "PageUp":
      case "PageDown":
        this.jump(this.turns, event.key === "PageUp" ? -1 : 1);
        return true;
      case ",":
      case ".":
        this.jump(this.battles, event.key === "," ? -1 : 1);
        return true;
      case "Home":
      case "End":
        void this.go(event.key === "Home" ? 0 : this.last);
        return true;
      default:
        return false;
    }
  }
}

function linesOf(log: readonly LogLine[], which: (told: LogLine) => boolean): readonly number[] {
  return [...new Set(log.filter(which).map(({ line }) => line))];
}
