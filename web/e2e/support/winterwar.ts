/** A game of the Winter War between two people, and what both do in it. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { WinterWarView } from "../../src/generated/winterwar";
import type { HexHand } from "./hexes";
import { type Shown, shown } from "./shown";
import type { Visit } from "./visit";

export interface Seats {
  readonly finland: string;
  readonly soviet: string;
}

interface Link {
  readonly seat: string;
  readonly token: string;
}

async function post<T>(address: string, path: string, body: object): Promise<T> {
  const answer = await fetch(new URL(path, address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as T;
}

/** A game for two people: the addresses of both tables. */
export async function makeWar(address: string, more: object = {}): Promise<Seats> {
  const made = await post<{ link: Link; invitations: readonly Link[] }>(address, "api/matches", { game: "winterwar", seat: "finland", ...more });
  const [invitation] = made.invitations;
  const claimed = await post<Link>(address, "api/claim", { token: invitation?.token });
  return { finland: tableAt(address, made.link), soviet: tableAt(address, claimed) };
}

function tableAt(address: string, { token }: Link): string {
  return new URL(`#/play/${token}`, address).href;
}

export async function sitDown({ page }: Visit, table: string): Promise<void> {
  await page.goto(table);
  await page.locator(".cells").waitFor();
}

/** What will be so before long, on a busy machine too. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 25_000, interval: 50 });
}

/** Waits until this seat is asked something of this kind. */
export async function isAsked(visit: Visit, prompt: RegExp): Promise<Shown> {
  await soon(async () => (await shown(visit)).prompt).toMatch(prompt);
  return shown(visit);
}

/** The historical set-up in one press; the end of it is pressed twice. */
export async function setUp(visit: Visit, hand: HexHand): Promise<void> {
  await isAsked(visit, /counters are left/);
  await hand.press('[data-part="historical"]');
  await isAsked(visit, /All counters are placed/);
  await endFor(visit, hand, "end-setup");
}

/** A kind of answer that passes the turn is asked twice. */
export async function endFor(visit: Visit, hand: HexHand, part: string): Promise<void> {
  await hand.press(`[data-part="${part}"]`);
  if ((await shown(visit)).canCommit) await hand.press('[data-testid="commit"]');
  else if ((await visit.page.locator(`[data-part="${part}"]`).count()) > 0) await hand.press(`[data-part="${part}"]`);
}

export function view({ wire }: Visit): WinterWarView {
  return wire.position.view as WinterWarView;
}

interface Board {
  readonly units: readonly { readonly id: string }[];
  readonly hexes: { readonly numbers: readonly string[] };
}

let board: Board | null = null;

/** Where a unit is by the last position that came over the wire. */
export async function placeOf(visit: Visit, unit: string): Promise<string> {
  const address = new URL("api/games/winterwar/board", visit.page.url());
  board ??= (await (await fetch(address)).json()) as Board;
  const number = board.units.findIndex(({ id }) => id === unit);
  return board.hexes.numbers[view(visit).places[number] ?? -1] ?? "nowhere";
}

export function words(page: Page, testId: string): Promise<string> {
  return page.getByTestId(testId).first().innerText();
}

/** Whatever a battle asks of a seat: what is lit or on a list, as far as it is needed. False: nothing is asked. */
export async function answerBattle(visit: Visit, hand: HexHand): Promise<boolean> {
  const seen = await shown(visit);
  if (!/take a loss|further loss|must retreat|move in/.test(seen.prompt)) return false;
  const [first] = seen.lit;
  if (seen.canCommit && !/move in/.test(seen.prompt)) await hand.press('[data-testid="commit"]');
  else if (seen.picks > 0) {
    await hand.press('.decision .pick[aria-pressed="false"]:not(:disabled)');
    if ((await shown(visit)).canCommit) await hand.press('[data-testid="commit"]');
  } else if (first !== undefined) await hand.hex(first.id);
  return true;
}
