/** The sand-glass beside an order sheet. */

const RUNS = 5 * 60_000;

/** What is left of it, in minutes and seconds; "": it has run out. */
export function sandLeft(since: number, now: number): string {
  const seconds = Math.ceil((RUNS - Math.max(0, now - since)) / 1000);
  return seconds <= 0 ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
