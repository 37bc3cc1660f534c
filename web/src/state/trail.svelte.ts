/** Where a person made a choice in an answer, so that stepping back goes from one choice to the one before. */

import type { Choice, Part } from "../wire/messages";

interface Stop {
  /** how many parts there were before it */
  readonly at: number;
  /** the card that it plays */
  readonly card: string | null;
  /** what could be chosen there */
  readonly choices: readonly Choice[];
}

export class Trail {
  private stops = $state.raw<readonly Stop[]>([]);

  /** The card that the answer plays. */
  get card(): string | null {
    return this.stops.findLast(({ card }) => card !== null)?.card ?? null;
  }

  mark(at: number, card: string | null = null, choices: readonly Choice[] = []): void {
    this.stops = [...this.stops, { at, card, choices }];
  }

  /** Back to the last choice that offered this; says how many parts there were before it, null if none did. */
  backTo(part: Part): number | null {
    const stop = this.stops.findLastIndex(({ choices }) => choices.some((choice) => choice.part === part));
    const found = this.stops[stop];
    if (found === undefined) return null;
    this.stops = this.stops.slice(0, stop);
    return found.at;
  }

  /** The last choice is taken back; says how many parts there were before it. */
  takeBack(): number {
    const last = this.stops.at(-1);
    this.stops = this.stops.slice(0, -1);
    return last?.at ?? 0;
  }

  clear(): void {
    this.stops = [];
  }
}
