/** What tells somebody who looks elsewhere that he is asked. */

import type { Position } from "../wire/messages";

/** Whether a seat has something to answer: it is asked, its answer is not in yet, its people play it, and time does not stand. */
export function isAwaited({ asked, scene, seats, over, paused = false }: Pick<Position, "asked" | "scene" | "seats" | "over" | "paused">, seat: string): boolean {
  const player = seats.find(({ name }) => name === seat)?.player ?? "";
  const answered = new Set(scene.answered);
  return !over && !paused && player === "" && asked.some(({ role }) => !answered.has(role));
}

/** The title of the tab: what matters comes first, as little of it is seen. */
export function titleOf(game: string, call: string | null): string {
  const name = game === "" ? "Feltherre" : `${game} – Feltherre`;
  return call === null ? name : `● ${call} – ${name}`;
}

/** The sign of the tab: a counter, lit while its owner is asked. */
export function iconOf(lit: boolean): string {
  const [ground, sign] = lit ? ["#e8a317", "#26241f"] : ["#1d5c7a", "#fffdf7"];
  const counter = `<rect x="1" y="1" width="30" height="30" rx="5" fill="${ground}"/>`;
  const symbol = `<path d="M6 9h20v14H6zM6 9l20 14M26 9L6 23" fill="none" stroke="${sign}" stroke-width="2.4"/>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${counter}${symbol}</svg>`)}`;
}

/** ms after an act of one's own in which nobody need be told that he is asked again: he is there */
const THERE = 3000;

/** When to call: a seat is asked that was not, and whose person has not just acted. `now` is given in ms. */
export class Caller {
  /** null: nothing is known yet */
  private before: boolean | null = null;
  private acted = -THERE;

  /** Whether to call now. `acting`: something is being done from here, by somebody who looks. */
  hears(awaited: boolean, acting: boolean, now: number): boolean {
    const turned = awaited && this.before === false;
    this.before = awaited;
    if (acting) this.acted = now;
    return turned && now - this.acted >= THERE;
  }
}
