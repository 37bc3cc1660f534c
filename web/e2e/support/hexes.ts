/** Mouse, fingers and keys on a board of hexes: of a stack the counter on top is chosen first, then the one below it. */

import type { Locator, Page } from "playwright-core";
import { expectVisibleFocus } from "./hands";
import { shown } from "./shown";
import type { Visit } from "./visit";

/** counters in a hex */
const MOST_STACKED = 12;

/** Whether a counter is among what the answer names so far. */
async function isChosen(page: Page, id: string): Promise<boolean> {
  const way = page.getByTestId("way");
  const picks = page.locator(`.decision .pick[data-part="${id}"][aria-pressed="true"]`);
  const named = (await way.count()) > 0 ? ((await way.getAttribute("data-path")) ?? "").split(" ") : [];
  return named.includes(id) || (await picks.count()) > 0;
}

/** A way to choose on the board. */
export interface HexHand {
  /** A hex, whatever that means there. */
  hex(number: string): Promise<void>;
  /** A counter in a hex. */
  unit(hex: string, id: string): Promise<void>;
  /** A button of the panel or the tray. */
  press(selector: string): Promise<void>;
}

/** What a mouse and a finger have in common: they press at a point. */
abstract class HexPointer implements HexHand {
  protected readonly visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
  }

  protected abstract at(x: number, y: number): Promise<void>;
  protected abstract on(target: Locator): Promise<void>;

  async hex(number: string): Promise<void> {
    const [x, y] = await this.middle(number);
    await this.at(x, y);
    await shown(this.visit);
  }

  /** Where a hex is on the screen; the whole map is shown where it is out of sight. */
  protected async middle(number: string): Promise<readonly [number, number]> {
    return (await pointIn(this.visit.page, number)) ?? (await this.fromAfar(number));
  }

  /** The one on top, then those below it. */
  async unit(hex: string, id: string): Promise<void> {
    for (let taps = 0; taps < MOST_STACKED; taps += 1) {
      await this.hex(hex);
      if (await isChosen(this.visit.page, id)) return;
    }
    throw new Error(`${id} cannot be chosen in ${hex}`);
  }

  async press(selector: string): Promise<void> {
    await this.on(this.visit.page.locator(selector).first());
    await shown(this.visit);
  }

  /** Where the hex is when the whole map is in sight. */
  private async fromAfar(number: string): Promise<readonly [number, number]> {
    await this.on(this.visit.page.getByRole("button", { name: "The whole map" }));
    const point = await pointIn(this.visit.page, number);
    if (point === null) throw new Error(`hex ${number} cannot be pressed: something lies over it`);
    return point;
  }
}

export class HexMouse extends HexPointer {
  /** A stack fans out when the mouse comes over it, and a press on its middle would choose whatever lies there then. */
  override async unit(hex: string, id: string): Promise<void> {
    await this.visit.page.mouse.move(...(await this.middle(hex)));
    const counter = this.visit.page.locator(`#fan [data-unit="${id}"]`);
    if ((await counter.count()) === 0) return super.unit(hex, id);
    await this.on(counter);
    await shown(this.visit);
  }

  protected at(x: number, y: number): Promise<void> {
    return this.visit.page.mouse.click(x, y);
  }

  protected on(target: Locator): Promise<void> {
    return target.click();
  }
}

/** On a tablet; the page must have been opened with touch. */
export class HexFinger extends HexPointer {
  protected at(x: number, y: number): Promise<void> {
    return this.visit.page.touchscreen.tap(x, y);
  }

  protected on(target: Locator): Promise<void> {
    return target.tap();
  }
}

/** The middle of a hex on the screen; null if it is out of sight or something lies over it. */
function pointIn(page: Page, number: string): Promise<readonly [number, number] | null> {
  return page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(`.place[data-place="${wanted}"]`)?.getBoundingClientRect() ?? new DOMRect();
    const at = [x + width / 2, y + height / 2] as const;
    const there = document.elementFromPoint(...at)?.closest("[data-place]");
    return there?.getAttribute("data-place") === wanted ? at : null;
  }, number);
}

/** Keys alone. After each of them it can be seen where one is. */
export class HexKeys implements HexHand {
  private readonly visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
  }

  async key(name: string): Promise<void> {
    await this.visit.page.keyboard.press(name);
    await expectVisibleFocus(this.visit.page);
  }

  /** Along what is lit, else step by step with the arrows. */
  async hex(number: string): Promise<void> {
    await this.key("b");
    if (!(await this.along("Tab", `place-${number}`))) await this.walk(number);
    await this.key("Enter");
    await shown(this.visit);
  }

  async unit(hex: string, id: string): Promise<void> {
    await this.hex(hex);
    for (let presses = 0; presses < MOST_STACKED; presses += 1) {
      if (await isChosen(this.visit.page, id)) return;
      await this.key("Enter");
      await shown(this.visit);
    }
    throw new Error(`${id} cannot be chosen in ${hex}`);
  }

  /** To the buttons of the decision and on from there, or back from there to the tray. */
  async press(selector: string): Promise<void> {
    const wanted = this.visit.page.locator(selector).first();
    for (const step of ["Tab", "Shift+Tab"]) {
      await this.key("d");
      for (let steps = 0; steps < 70; steps += 1) {
        if (await wanted.evaluate((element) => element === document.activeElement)) {
          await this.visit.page.keyboard.press("Enter");
          await shown(this.visit);
          return;
        }
        await this.visit.page.keyboard.press(step);
      }
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  }

  private async along(step: string, wanted: string): Promise<boolean> {
    const begun = await standing(this.visit.page);
    for (let steps = 0; steps < 80; steps += 1) {
      if ((await standing(this.visit.page)) === wanted) return true;
      await this.key(step);
      const now = await standing(this.visit.page);
      if (now === begun || now === null) break;
    }
    return (await standing(this.visit.page)) === wanted;
  }

  private async walk(number: string): Promise<void> {
    await this.key("b");
    const [column, row] = [Number(number.slice(0, 2)), Number(number.slice(2))];
    for (let steps = 0; steps < 120; steps += 1) {
      const at = (await standing(this.visit.page))?.slice("place-".length) ?? "";
      if (at === number) return;
      const [x, y] = [Number(at.slice(0, 2)), Number(at.slice(2))];
      await this.key(y < row ? "ArrowDown" : y > row ? "ArrowUp" : x < column ? "ArrowRight" : "ArrowLeft");
    }
    throw new Error(`the arrows do not reach hex ${number}`);
  }
}

/** The hex or counter on which the keys stand. */
function standing(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-activedescendant") ?? null);
}
