/** The turn that is being read: where the reader is in it, and which of its positions the board shows. */

import type { Scene as SentScene } from "../generated/scene";
import { type Beat, WHOLE } from "./beats";

/** What one position brought: its beats, the position before it and that after it. */
export interface Stage {
  readonly beats: readonly Beat[];
  readonly before: SentScene;
  readonly after: SentScene;
}

export type Shown = "before" | "after";

export class Reading {
  private stages = $state.raw<readonly Stage[]>([]);
  /** the beat that is being read */
  at = $state(0);
  open = $state(false);
  /** it is being fetched */
  awaited = $state(false);
  /** the position that the reader has turned to himself; null: the one that goes with what he reads */
  private turned = $state<Shown | null>(null);

  readonly beats = $derived(this.stages.flatMap(({ beats }) => beats));
  readonly beat = $derived<Beat | null>(this.open ? (this.beats[this.at] ?? null) : null);
  /** before: what is told has yet to happen on the board; in the end everybody stands where he has come to */
  readonly shown = $derived<Shown>(this.turned ?? ((this.beat?.passed ?? 0) >= WHOLE ? "after" : "before"));
  /** null: nothing is being read */
  readonly scene = $derived<SentScene | null>(this.open ? this.drawn(this.shown) : null);

  /** Read these from the first. */
  begin(stages: readonly Stage[]): void {
    const told = stages.filter(({ beats }) => beats.length > 0);
    if (told.length === 0) return;
    this.stages = told;
    this.go(0);
    this.open = true;
  }

  /** The turn goes on while it is being read. */
  goOn(stage: Stage): void {
    if (!this.open) this.begin([stage]);
    else if (stage.beats.length > 0) this.stages = [...this.stages, stage];
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.beats.length - 1, to));
    this.turned = null;
  }

  turn(shown: Shown): void {
    this.turned = shown;
  }

  /** The next beat that concerns the reader; null: none is left. */
  get nextMine(): number | null {
    const found = this.beats.findIndex(({ mine }, i) => i > this.at && mine);
    return found < 0 ? null : found;
  }

  get atEnd(): boolean {
    return this.at >= this.beats.length - 1;
  }

  close(): void {
    this.open = false;
    this.stages = [];
    this.at = 0;
  }

  private drawn(shown: Shown): SentScene | null {
    let first = 0;
    for (const stage of this.stages) {
      if (this.at < first + stage.beats.length) return stage[shown];
      first += stage.beats.length;
    }
    return null;
  }
}
