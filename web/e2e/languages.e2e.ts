/** The four languages: each can be chosen, changes the page's words at once, and is still there the next time. */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { stage } from "./support/stage";
import { norway, playNow } from "./support/table";

const on = stage("languages");
const TRANSLATED = { nb: "Norsk", sv: "Svenska", da: "Dansk" } as const;

async function choose(page: Page, language: string): Promise<void> {
  const menu = page.locator(".menu").first();
  await menu.getByRole("button").first().click();
  await menu.getByRole("combobox").first().selectOption({ label: language });
  await page.keyboard.press("Escape");
}

/** The words of a page that are the page's own, place by place. */
async function words(page: Page, selectors: readonly string[]): Promise<readonly string[]> {
  return Promise.all(selectors.map(async (selector) => ((await page.locator(selector).first().textContent()) ?? "").trim()));
}

const START = [".lead", '[data-testid="play-now"]', ".game .text p", ".facts", ".more a"];
const TABLE = ['[data-testid="prompt"]', '[data-part="end-movement"]', '[data-testid="turn"]', ".phase", ".doing", "#tab-rules", ".card .effect"];

describe("languages", () => {
  for (const [id, name] of Object.entries(TRANSLATED)) {
    it(`${name} on the start page and at the table`, () =>
      on.visit({}, async ({ page }) => {
        await norway(page).getByTestId("play-now").waitFor();
        const english = await words(page, START);
        await choose(page, name);
        await page.locator(`html[lang="${id}"]`).waitFor();
        expectOther(await words(page, START), english);

        await page.reload();
        await page.locator(`html[lang="${id}"]`).waitFor();
        await norway(page).getByTestId("play-now").waitFor();
        expectOther(await words(page, START), english);

        await choose(page, "English");
        await page.locator('html[lang="en"]').waitFor();
        expect(await words(page, START)).toEqual(english);

        await playNow(page);
        const atTable = await words(page, TABLE);
        await choose(page, name);
        await page.locator(`html[lang="${id}"]`).waitFor();
        expectOther(await words(page, TABLE), atTable);
      }));
  }
});

/** Every one of these sentences reads differently. */
function expectOther(now: readonly string[], before: readonly string[]): void {
  expect(now).not.toContain("");
  expect(now.filter((text, i) => text === before[i])).toEqual([]);
}
