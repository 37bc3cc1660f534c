/** What a page knows of the clocks, from the moment a message comes: they do not wait until it has been read. */

import type { ClockSeen, Position, TimeOffer } from "../wire/messages";

export class Time {
  clocks = $state.raw<readonly ClockSeen[]>([]);
  offer = $state.raw<TimeOffer | null>(null);
  /** when the clocks were told, by the page's own clock */
  told = $state.raw(0);

  hear({ clocks = [], time_offer = null }: Position): void {
    this.clocks = clocks;
    this.offer = time_offer;
    this.told = performance.now();
  }

  get paused(): boolean {
    return this.clocks.some(({ paused }) => paused);
  }
}
