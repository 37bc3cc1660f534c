/** Somebody who does what the captain advises, with the mouse: each press and each drag is counted, those that ask for advice are not. */

import type { Page } from "playwright-core";
import type { Hint, Part } from "../../src/wire/messages";
import { expect } from "vitest";
import { pointIn } from "./hands";
import { asked, type Shown, shown, SKIP } from "./shown";
import type { Visit } from "./visit";

/** words that end a choice: the button to go ahead stands for them */
const ENDS: ReadonlySet<Part> = new Set(["done", "stop", "."]);
const COMMIT = '[data-testid="commit"]:not(:disabled)';

export class Advised {
  /** presses and drags so far */
  gestures = 0;
  private readonly visit: Visit;
  private readonly page: Page;

  constructor(visit: Visit) {
    this.visit = visit;
    this.page = visit.page;
  }

  /** Answer as advised until `done` says so; says what was done, with how many gestures each. */
  async playUntil(done: (seen: Shown) => boolean): Promise<readonly string[]> {
    const story: string[] = [];
    for (let steps = 0; steps < 300; steps += 1) {
      const seen = await asked(this.visit, () => this.page.locator(SKIP).click(), done);
      if (seen.over || done(seen)) return story;
      const before = this.gestures;
      const hint = await this.advice();
      await this.answer(hint).catch((error: unknown) => {
        throw new Error(`${hint.text} ${JSON.stringify(hint.parts)} could not be answered: ${String(error)}`);
      });
      story.push(`${hint.text}: ${this.gestures - before}`);
    }
    throw new Error("the turn does not end");
  }

  private async answer(hint: Hint): Promise<void> {
    const { wire } = this.visit;
    const acts = wire.acts.length;
    const parts = [...(hint.parts ?? [])];
    if (parts.length === 0) await this.press(COMMIT);
    else if (!(await this.dragged(parts))) for (const part of parts) if (wire.acts.length === acts) await this.choose(part);
    await shown(this.visit);
    if (wire.acts.length === acts) await this.press((await this.page.locator(COMMIT).count()) > 0 ? COMMIT : `.decision .button[data-part="${hint.parts?.[0]}"]`);
    for (let tries = 0; wire.acts.length === acts; tries += 1) {
      if (tries > 100) throw new Error(`not done: ${hint.text}`);
      await this.page.waitForTimeout(50);
    }
    await shown(this.visit);
  }

  /** What the captain would do, asked for and put away again. */
  private async advice(): Promise<Hint> {
    const { wire, page } = this.visit;
    const heard = wire.received.length;
    await page.locator(".helps .button", { hasText: /What would/ }).click();
    for (let tries = 0; tries < 600; tries += 1) {
      const hint = wire.received.slice(heard).map((frame) => JSON.parse(frame) as { type: string }).find(({ type }) => type === "hint");
      if (hint !== undefined) {
        await page.locator(".hint .button", { hasText: "Close" }).click();
        return hint as unknown as Hint;
      }
      await page.waitForTimeout(50);
    }
    throw new Error("no advice");
  }

  /** A counter, or those of a place, dragged to where they go; false: it is no answer of this kind. */
  private async dragged(parts: readonly Part[]): Promise<boolean> {
    const sites = parts.flatMap((part) => [{ part, at: this.placeOf(part) }].filter(({ at }) => at !== null)) as { part: Part; at: string }[];
    const [from, to] = [sites[0], sites.at(-1)];
    const { lit } = await shown(this.visit);
    if (from === undefined || to === undefined || from.at === to.at || to.part !== to.at || sites.some(({ part, at }, i) => i > 0 && part !== at)) return false;
    // only what a tap on the board may mean
    const kind = this.visit.wire.position.asked.flatMap(({ choices }) => choices).find(({ part }) => part === parts[0]);
    if (kind?.tapped !== true || parts[1] !== from.part || (from.part === from.at && !lit.some(({ id }) => id === from.at))) return false;
    const { mouse } = this.page;
    // both in sight before the button is pressed
    await this.pointAt(to.at);
    const [x, y] = await this.pointAt(from.at);
    const [endX, endY] = await this.pointAt(to.at);
    this.gestures += 1;
    await mouse.move(x, y);
    // of a stack that is fanned out beside its place any counter can be taken
    const fanned = await this.page.locator(`#fan [data-unit="${from.part}"]`).boundingBox({ timeout: 300 }).catch(() => null);
    if (fanned !== null) await mouse.move(fanned.x + fanned.width / 2, fanned.y + fanned.height / 2, { steps: 5 });
    await mouse.down();
    await mouse.move(fanned === null ? x + 9 : fanned.x, fanned === null ? y + 3 : fanned.y, { steps: 3 });
    expect(await this.isChosen(String(from.part)), `${from.part} can be lifted`).toBe(true);
    await mouse.move(endX, endY, { steps: 4 });
    await mouse.up();
    await shown(this.visit);
    return true;
  }

  private async isChosen(unit: string): Promise<boolean> {
    await shown(this.visit);
    const path = await this.page.locator('[data-testid="way"]').getAttribute("data-path", { timeout: 500 }).catch(() => "");
    return (path ?? "").split(" ").includes(unit);
  }

  /** Where something stands, or the place itself; null: it is nothing on the board. */
  private placeOf(part: Part): string | null {
    const { stacks = [] } = this.visit.wire.position.scene;
    return stacks.find(([, pieces]) => pieces.includes(String(part)))?.[0] ?? (this.places.has(String(part)) ? String(part) : null);
  }

  private known: ReadonlySet<string> = new Set();
  private get places(): ReadonlySet<string> {
    if (this.known.size > 0) return this.known;
    const boards = this.visit.wire.received.map((frame) => JSON.parse(frame) as { type: string; board?: { places: { id: string }[] } }).filter(({ type }) => type === "board");
    this.known = new Set(boards[0]?.board?.places.map(({ id }) => id) ?? []);
    return this.known;
  }

  private async choose(part: Part): Promise<void> {
    const { page } = this;
    const seen = await shown(this.visit);
    const named = (selector: string) => page.locator(`${selector}[data-part="${part}"]:not(:disabled)`);
    const at = this.placeOf(part);
    const unit = at !== null && at !== part;
    if (ENDS.has(part)) return;
    if ((await named(".decision .pick").count()) > 0) {
      if ((await named('.decision .pick[aria-pressed="false"]').count()) > 0) await this.press(`.decision .pick[data-part="${part}"]`);
    } else if ((await named('[data-testid="waiting-units"] .unit').count()) > 0 || (await page.locator(`[data-testid="waiting-units"] [data-unit="${part}"]`).count()) > 0) {
      await this.press(`[data-testid="waiting-units"] [data-unit="${part}"]`);
    } else if (unit) {
      for (let clicks = 0; clicks < 12 && !(await this.isChosen(String(part))); clicks += 1) await this.at(at);
    } else if (at !== null) {
      // a way is gone to its end
      if (seen.lit.some(({ id }) => id === at)) await this.at(at);
    } else if (typeof part === "number") {
      const numbers = await page.locator(".decision .amount .button").all();
      for (const button of numbers) if ((await button.textContent()) === String(part) && (await button.getAttribute("aria-pressed")) !== "true") await this.click(button);
      if (numbers.length === 0) await this.click(page.locator(".decision .choices .button").nth(0));
    } else if ((await named(".decision .button").count()) > 0) {
      await this.press(`.decision .button[data-part="${part}"]`);
      await shown(this.visit);
    }
  }

  private pointAt(place: string): Promise<readonly [number, number]> {
    const fit = async () => void (await this.page.getByRole("button", { name: "The whole map" }).click());
    return pointIn(this.page, place, fit);
  }

  private async at(place: string): Promise<void> {
    const [x, y] = await this.pointAt(place);
    this.gestures += 1;
    await this.page.mouse.click(x, y);
    await shown(this.visit);
  }

  private async press(selector: string): Promise<void> {
    await this.click(this.page.locator(selector).first());
    await shown(this.visit);
  }

  private async click(target: ReturnType<Page["locator"]>): Promise<void> {
    this.gestures += 1;
    await target.click({ timeout: 5000 });
    await shown(this.visit);
  }
}
