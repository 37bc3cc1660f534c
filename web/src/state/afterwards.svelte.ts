/** What a seat has when the game is over: everything lies open, there is a report of it all, and others may be shown it. */

import { fetchLog, fetchRecord, fetchReport, fetchShare, type Report, ServerRefused, type Shared } from "../wire/api";
import type { Refusal } from "./asking";
import type { LogLine } from "./seating";

/** The seat at its table. */
export interface Place {
  readonly token: string;
  log: readonly LogLine[];
  refusal: Refusal | null;
  /** the moment that is looked at, once more */
  readonly lookAgain: () => Promise<void>;
}

export class Afterwards {
  private readonly place: Place;
  report = $state.raw<Report | null>(null);
  /** there will be none: its record cannot be played again */
  failed = $state(false);
  /** the seat through whose eyes is looked back; null: everything is seen */
  eyes = $state<string | null>(null);
  private begun = false;

  constructor(place: Place) {
    this.place = place;
  }

  /** The game is over, and whoever sits here has read how it ended. */
  async begin(): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    await Promise.all([
      this.see(null),
      fetchReport(this.place.token).then(
        (report) => (this.report = report),
        () => (this.failed = true),
      ),
    ]);
  }

  /** Look back with other eyes. */
  async see(eyes: string | null): Promise<void> {
    this.eyes = eyes;
    const log = await this.asked(() => fetchLog(this.place.token, eyes));
    if (log === null || this.eyes !== eyes) return;
    this.place.log = log.map(([line, event]) => ({ line, event }));
    await this.place.lookAgain();
  }

  /** A link for others, and how they count this line. */
  share(line: number): Promise<Shared | null> {
    return this.asked(() => fetchShare(this.place.token, line));
  }

  /** The record, as a file of this name. */
  async save(name: string): Promise<void> {
    const record = await this.asked(() => fetchRecord(this.place.token));
    if (record === null) return;
    const address = URL.createObjectURL(record);
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  }

  private async asked<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServerRefused)) throw error;
      this.place.refusal = { reason: error.reason, rule: null };
      return null;
    }
  }
}
