/** A game of the Winter War between two people, and what both do in it. */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type HexHand, HexMouse } from "./hexes";
import { type Shown, shown } from "./shown";
import type { Stage } from "./stage";
import type { Manner, Visit } from "./visit";

export interface Seats {
  readonly finland: string;
  readonly soviet: string;
}

/** Somebody at the table, and what he plays with. */
export interface Player {
  readonly visit: Visit;
  readonly hand: HexHand;
}

/** How somebody comes to the table; with a mouse unless something else is said. */
interface Coming {
  readonly manner?: Manner;
  readonly hand?: (visit: Visit) => HexHand;
}

interface Link {
  readonly seat: string;
  readonly token: string;
}

interface Made {
  readonly link: Link;
  readonly invitations: readonly Link[];
}

async function post<T>(address: string, path: string, body: object): Promise<T> {
  const answer = await fetch(new URL(path, address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as T;
}

/** A game for two people: the addresses of both tables. */
export async function makeWar(address: string, more: object = {}): Promise<Seats> {
  const [finland, soviet] = await makeForTwo(address, { game: "winterwar", seat: "finland", ...more });
  return { finland, soviet };
}

/** Any game for two people, with advice and chances: the addresses of both tables, first that of the seat that is named. */
export async function makeForTwo(address: string, made: object): Promise<readonly [string, string]> {
  const { link, invitations } = await post<Made>(address, "api/matches", { aids: true, ...made });
  const claimed = await post<Link>(address, "api/claim", { token: invitations[0]?.token });
  return [tableAt(address, link), tableAt(address, claimed)];
}

/** A game against the computer: the address of Finland's table, or as `more` says. */
export async function makeWarAlone(address: string, more: object = { computers: { soviet: "captain" } }): Promise<string> {
  return tableAt(address, (await make(address, more)).link);
}

function make(address: string, more: object): Promise<Made> {
  return post(address, "api/matches", { game: "winterwar", seat: "finland", ...more });
}

function tableAt(address: string, { token }: Link): string {
  return new URL(`#/play/${token}`, address).href;
}

export async function sitDown({ page }: Visit, table: string): Promise<void> {
  await page.goto(table);
  await page.locator(".places").waitFor();
}

/** Two people at their tables, set up as in November 1939; `made` is what is said when the game is made. */
export function war(
  on: Stage,
  coming: { readonly finland?: Coming; readonly soviet?: Coming },
  play: (finland: Player, soviet: Player) => Promise<void>,
  made: object = {},
): Promise<void> {
  const come = ({ manner = {}, hand = (visit) => new HexMouse(visit) }: Coming, act: (player: Player) => Promise<void>) =>
    on.visit(manner, (visit) => act({ visit, hand: hand(visit) }));
  return come(coming.finland ?? {}, (finland) =>
    come(coming.soviet ?? {}, async (soviet) => {
      const seats = await makeWar(on.server.address, made);
      await sitDown(finland.visit, seats.finland);
      await setUp(finland.visit, finland.hand);
      await sitDown(soviet.visit, seats.soviet);
      await setUp(soviet.visit, soviet.hand);
      await soon(() => standing(soviet.visit).phase).toBe("movement");
      await isAsked((standing(soviet.visit).side === "soviet" ? soviet : finland).visit, /Move your units/);
      await play(finland, soviet);
    }),
  );
}

/** What will be so before long, on a busy machine too. */
export function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 25_000, interval: 50 });
}

/** Waits until this seat is asked something of this kind. */
export async function isAsked(visit: Visit, prompt: RegExp): Promise<Shown> {
  await soon(async () => (await shown(visit)).prompt).toMatch(prompt);
  // between people chances are shown to whoever asks for them
  if (prompt.test("Attack hexes, or Air units of both sides meet")) await visit.page.getByTestId("open-odds").press("Enter");
  return shown(visit);
}

/** The historical set-up in one press, and the end of it. */
export async function setUp(visit: Visit, hand: HexHand): Promise<void> {
  await isAsked(visit, /counters are left/);
  await hand.press('[data-part="historical"]');
  await isAsked(visit, /All counters are placed/);
  await endFor(visit, hand, "end-setup");
}

/** A kind of answer that ends something: one press, below what the game warns of. */
export async function endFor({ wire }: Visit, hand: HexHand, part: string): Promise<void> {
  await hand.press(`[data-part="${part}"]`);
  await soon(() => (wire.acts.at(-1)?.action as { kind?: string } | undefined)?.kind).toBe(part);
}

interface Standing {
  /** 0 while counters are set up */
  readonly turn: number;
  readonly side: string;
  readonly phase: string;
  /** the hex that is fought for; "": none */
  readonly battle: string;
}

/** Where the game stands by the last position that came over the wire. */
export function standing({ wire }: Visit): Standing {
  const { status, battle } = wire.position.scene;
  return { turn: Number(status.turn.args?.["number"] ?? 0), side: status.side ?? "", phase: status.phase.key.split(".").at(-1) ?? "", battle: battle?.place ?? "" };
}

/** Where a unit is by that position. */
export async function placeOf({ wire }: Visit, unit: string): Promise<string> {
  return (wire.position.scene.stacks ?? []).find(([, pieces]) => pieces.includes(unit))?.[0] ?? "nowhere";
}

export function words(page: Page, testId: string): Promise<string> {
  return page.getByTestId(testId).first().innerText();
}

/** A real die is thrown at the table and typed in. */
export async function typeDie({ visit, hand }: Player, face: number): Promise<void> {
  await isAsked(visit, /type it in/);
  await hand.press(`.decision [data-die="${face}"]`);
  await hand.press('[data-testid="commit"]');
}

/** Whatever a battle asks of a seat: what is lit or on a list, as far as it is needed. False: nothing is asked. */
async function answerBattle(visit: Visit, hand: HexHand): Promise<boolean> {
  const seen = await shown(visit);
  if (!/take a loss|further loss|to be lost|must retreat|move in/.test(seen.prompt)) return false;
  const [first] = seen.lit;
  // what a loss does stands beside each unit, and what is left undone on the button
  if (/take a loss/.test(seen.prompt) && seen.picks > 0) expect(await visit.page.locator(".decision .pick").first().innerText()).toMatch(/would be (flipped|destroyed)/);
  if (/move in/.test(seen.prompt) && seen.canCommit) expect(await words(visit.page, "commit")).toBe("Nobody advances");
  if (seen.canCommit && !/move in/.test(seen.prompt)) await hand.press('[data-testid="commit"]');
  else if (seen.picks > 0) {
    await hand.press('.decision .pick[aria-pressed="false"]:not(:disabled)');
    if ((await shown(visit)).canCommit) await hand.press('[data-testid="commit"]');
  } else if (first !== undefined) await hand.hex(first.id);
  return true;
}

/** The first tap on a hex shows the way and its cost, the second goes it. */
export async function move({ visit, hand }: Player, unit: string, way: readonly string[]): Promise<void> {
  const acts = visit.wire.acts.length;
  const from = await placeOf(visit, unit);
  await hand.unit(from, unit);
  for (const hex of way) await hand.hex(hex);
  expect(await words(visit.page, "words")).toMatch(/It costs [\d.¼½¾]+ of \d movement points/);
  expect(visit.wire.acts.length, "nothing is done by the first tap").toBe(acts);
  expect(await placeOf(visit, unit)).toBe(from);
  await hand.hex(way.at(-1) ?? "");
  await soon(() => placeOf(visit, unit)).toBe(way.at(-1));
}

/** The same for an air unit: over a hex, and back to its base by itself later. */
export async function fly({ visit, hand }: Player, unit: string, hex: string): Promise<void> {
  const acts = visit.wire.acts.length;
  await hand.unit(await placeOf(visit, unit), unit);
  await hand.hex(hex);
  await visit.page.getByTestId("words").waitFor();
  expect(visit.wire.acts.length, "nothing is done by the first tap").toBe(acts);
  await hand.hex(hex);
  await soon(() => placeOf(visit, unit)).toBe(hex);
}

/** Whatever the battle asks of either side, until the attacker goes on. */
export async function finishBattle(attacker: Player, defender: Player): Promise<void> {
  for (let steps = 0; steps < 40; steps += 1) {
    const done = (await answerBattle(attacker.visit, attacker.hand)) || (await answerBattle(defender.visit, defender.hand));
    if (!done && /Attack hexes/.test((await shown(attacker.visit)).prompt)) return;
  }
  throw new Error("the battle does not end");
}
