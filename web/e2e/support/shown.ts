/** What a table's page shows and offers now, read from the page itself. */

import type { Page } from "playwright-core";
import type { Visit } from "./visit";

export interface ShownPlace {
  readonly id: string;
  /** what a screen reader says: who stands there, and that it may be chosen */
  readonly spoken: string;
}

export interface ShownButton {
  readonly text: string;
  /** what it stands for in the answer, where the page says so */
  readonly part: string;
}

export interface Shown {
  readonly prompt: string;
  readonly turn: string;
  /** others' acts are being told */
  readonly telling: boolean;
  readonly over: boolean;
  readonly lit: readonly ShownPlace[];
  /** places already chosen for the answer that is being built */
  readonly chosen: readonly string[];
  readonly buttons: readonly ShownButton[];
  readonly numbers: number;
  /** cards in the tray that can be picked and are not */
  readonly cards: number;
  /** cards that are picked */
  readonly picked: number;
  readonly canCommit: boolean;
  readonly canCloseBag: boolean;
  /** what is picked is not enough to go on with */
  readonly tooFew: boolean;
  readonly canGoBack: boolean;
  /** things on a list that can be ticked and are not */
  readonly picks: number;
  /** things on a list that must still be put somewhere, and whether one of them is in hand */
  readonly unplaced: number;
  readonly inHand: boolean;
  /** why something that was pressed may not be, if it may not */
  readonly refusal: string;
}

export const BUTTONS = ".decision .choices .button:not(:disabled)";
export const NUMBERS = ".decision .amount .button";
export const CARDS = '[data-testid="tray"] .card.lit:not(.chosen):not(.played)';
export const PICKED = '[data-testid="tray"] .card.chosen';
export const COMMIT = '[data-testid="commit"]:not(:disabled)';
export const CLOSE_BAG = '[data-testid="close-form"]:not(:disabled)';
export const PICKS = '.decision .pick[aria-pressed="false"]:not(:disabled)';
/** all of a list must be put somewhere, or some of it */
export const UNPLACED = '.decision .things[data-some="false"] .thing:not(.placed)';
export const IN_HAND = '.decision .thing[aria-pressed="true"]';
export const BACK = '[data-testid="back"]';
export const SKIP = ".decision .telling + .button";

/** seconds in which nothing comes over the wire, after which it is clear that nothing will */
const MOST_QUIET = 40;

/** The page once nothing it has asked is open any more. */
export async function shown({ page, wire }: Visit): Promise<Shown> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const seen = await read(page);
    // all frames that came before the answer to this reading have been overheard by now
    if (wire.settled) return seen;
    await page.waitForTimeout(5);
  }
  throw new Error("the server has not answered what the page asked");
}

/** What is asked of this seat, or `enough` of what happens; waits while others act, and tells their acts to the end. */
export async function asked(visit: Visit, skip: () => Promise<void>, enough: (seen: Shown) => boolean): Promise<Shown> {
  for (let quiet = 0; quiet < MOST_QUIET; ) {
    const heard = visit.wire.received.length;
    const seen = await shown(visit);
    if (seen.over || enough(seen) || (seen.prompt !== "" && !seen.telling)) return seen;
    if (seen.telling) await skip();
    else if (!(await visit.wire.hears(heard))) quiet += 1;
  }
  throw new Error("nothing is asked of this seat, and the game goes on without it");
}

function read(page: Page): Promise<Shown> {
  return page.evaluate(
    ({ BUTTONS, NUMBERS, CARDS, PICKED, COMMIT, CLOSE_BAG, BACK, PICKS, UNPLACED, IN_HAND }) => {
      const one = (selector: string) => document.querySelector<HTMLElement>(selector);
      const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
      const words = (selector: string) => (one(selector)?.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      return {
        prompt: words('[data-testid="prompt"]'),
        turn: words('[data-testid="turn"]'),
        telling: one(".decision .telling") !== null,
        over: one('[data-testid="outcome"]') !== null,
        lit: all(".place.lit").map((area) => ({ id: area.dataset["place"] ?? "", spoken: area.getAttribute("aria-label") ?? "" })),
        chosen: all(".place.chosen").map((area) => area.dataset["place"] ?? ""),
        buttons: all(BUTTONS).map((button) => ({ text: (button.textContent ?? "").replaceAll(/\s+/g, " ").trim(), part: button.dataset["part"] ?? "" })),
        numbers: all(NUMBERS).length,
        cards: all(CARDS).length,
        picked: all(PICKED).length,
        canCommit: one(COMMIT) !== null,
        canCloseBag: one(CLOSE_BAG) !== null,
        tooFew: one('[data-testid="too-few"]') !== null,
        canGoBack: one(BACK) !== null,
        picks: all(PICKS).length,
        unplaced: all(UNPLACED).length,
        inHand: one(IN_HAND) !== null,
        refusal: words('.decision .refusal, [data-testid="why-not"]'),
      };
    },
    { BUTTONS, NUMBERS, CARDS, PICKED, COMMIT, CLOSE_BAG, BACK, PICKS, UNPLACED, IN_HAND },
  );
}
