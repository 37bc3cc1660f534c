/** Ways to use the page: mouse, fingers, keys. Each does only what a person could do with it. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

export interface Hand {
  /** Press the n-th of these. */
  press(selector: string, n?: number): Promise<void>;
  /** Choose a place on the board. */
  choose(place: string): Promise<void>;
}

export class Mouse implements Hand {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(selector: string, n = 0): Promise<void> {
    const [x, y] = await middleOf(this.page.locator(selector).nth(n));
    await this.page.mouse.click(x, y);
  }

  async choose(place: string): Promise<void> {
    const [x, y] = await pointIn(this.page, place, () => this.press(FIT));
    await this.page.mouse.click(x, y);
  }
}

export class Finger implements Hand {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(selector: string, n = 0): Promise<void> {
    const [x, y] = await middleOf(this.page.locator(selector).nth(n));
    await this.page.touchscreen.tap(x, y);
  }

  async choose(place: string): Promise<void> {
    const [x, y] = await pointIn(this.page, place, () => this.press(FIT));
    await this.page.touchscreen.tap(x, y);
  }
}

/** Keys alone. After each of them something must have the focus, and show it. */
export class Keys implements Hand {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async key(name: string): Promise<void> {
    await this.page.keyboard.press(name);
    await expectVisibleFocus(this.page);
  }

  /** To the buttons of the decision and on from there, or back from there to the cards. */
  async press(selector: string, n = 0): Promise<void> {
    await expectVisibleFocus(this.page);
    const wanted = this.page.locator(selector).nth(n);
    for (const step of ["Tab", "Shift+Tab"]) {
      await this.key("d");
      for (let steps = 0; steps < 60; steps += 1) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return this.key("Enter");
        await this.page.keyboard.press(step);
        // behind its last button the keyboard leaves the page
        if (await this.page.evaluate(() => document.activeElement === document.body)) break;
        await expectVisibleFocus(this.page);
      }
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  }

  /** To the board, along what is lit (forwards, then backwards), and Enter. */
  async choose(place: string): Promise<void> {
    for (const step of ["Tab", "Shift+Tab"]) {
      await this.key("b");
      for (let at = await focusedPlace(this.page); at !== null; at = await focusedPlace(this.page)) {
        if (at === place) return this.key("Enter");
        await this.key(step);
      }
    }
    throw new Error(`the keyboard does not reach ${place}`);
  }
}

const FIT = '[aria-label="The whole map"]';

/** The place on which the keys stand. */
export function focusedPlace(page: Page): Promise<string | null> {
  return page.evaluate(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")?.dataset["place"] ?? null);
}

/** Something has the focus, and it can be seen which it is: an outline, or on the map the thick frame of a place or of a counter. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(async () => {
    const seen = () => {
      const element = document.activeElement;
      if (element === null || element === document.body) return { what: "nothing", visible: false };
      const marked = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
      const style = getComputedStyle(marked ?? element);
      const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
      const drawn = style.stroke !== "none" && !style.stroke.endsWith(", 0)") && parseFloat(style.strokeWidth) >= 3;
      const framed = marked !== null && (drawn || marked.classList.contains("current"));
      return { what: (marked ?? element).outerHTML.slice(0, 120), visible: (outlined || framed) && element.matches(":focus-visible") };
    };
    // what had the focus may just have gone away: the page has a few frames to put it somewhere
    for (let frames = 0; frames < 10 && !seen().visible; frames += 1) await new Promise(requestAnimationFrame);
    return seen();
  });
  expect(focus, `where the focus is: ${focus.what}`).toMatchObject({ visible: true });
}

/** The middle of something that can be pressed: scrolled to if need be, and with nothing lying over it. */
async function middleOf(target: Locator): Promise<readonly [number, number]> {
  const found = await target.evaluate((element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2] as const;
    const top = document.elementFromPoint(...at);
    return { at, free: element.contains(top), over: top?.outerHTML.slice(0, 120) };
  });
  if (!found.free) throw new Error(`${String(target)} cannot be pressed: over it lies ${found.over}`);
  return found.at;
}

/** A point on the screen at which a press meets this area and nothing that lies over it. */
export async function pointIn(page: Page, place: string, fit: () => Promise<void>): Promise<readonly [number, number]> {
  const first = await findPoint(page, place);
  if (first !== null) return first;
  await fit();
  const second = await findPoint(page, place);
  if (second === null) throw new Error(`${place} cannot be pressed: something lies over it, even on the whole map`);
  return second;
}

function findPoint(page: Page, place: string): Promise<readonly [number, number] | null> {
  return page.evaluate((id) => {
    const path = document.querySelector<SVGPathElement>(`[data-place="${id}"]`);
    const matrix = path?.getScreenCTM();
    if (!path || !matrix) return null;
    const { x, y, width, height } = path.getBBox();
    const steps = Array.from({ length: 25 }, (_, i) => (i + 0.5) / 25).sort((a, b) => Math.abs(a - 0.5) - Math.abs(b - 0.5));
    for (const down of steps) {
      for (const along of steps) {
        const at = new DOMPoint(x + along * width, y + down * height);
        if (!path.isPointInFill(at)) continue;
        const on = at.matrixTransform(matrix);
        if (document.elementFromPoint(on.x, on.y) === path) return [on.x, on.y] as const;
      }
    }
    return null;
  }, place);
}
