/** What a page knows of the clocks, from the moment a message comes: they do not wait until it has been read. */

import type { Text } from "../texts/text";
import type { ClockSeen, Position, TimeOffer } from "../wire/messages";

export class Time {
  clocks = $state.raw<readonly ClockSeen[]>([]);
  offer = $state.raw<TimeOffer | null>(null);
  /** when the clocks were told, by the page's own clock, and how long ago that is */
  told = $state.raw(0);
  since = $state(0);
  /** what is said large until somebody has read it: what the clocks do, or that time is `up` */
  call = $state.raw<{ readonly text: Text; readonly up: boolean } | null>(null);
  paused = $state(false);

  hear({ clocks = [], time_offer = null, paused = false }: Position): void {
    this.clocks = clocks;
    this.offer = time_offer;
    this.paused = paused;
    this.told = performance.now();
    this.since = 0;
  }
}
