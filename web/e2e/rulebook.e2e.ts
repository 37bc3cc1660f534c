/** The rules read as a book: by chapters, searched, in another language, beside the board; and help while playing. */

import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { stage } from "./support/stage";
import { playNow } from "./support/table";

const on = stage("rulebook");

it("a stranger reads the rules without a game: chapters, a word searched for, the tables, in Swedish", () =>
  on.visit({}, async ({ page }) => {
    await page.locator('[data-game="winterwar"]').getByRole("link", { name: "Read the rules" }).click();
    const rules = page.getByTestId("rules");
    await rules.locator("summary", { hasText: "Supply" }).click();
    const first = rules.locator("details[open] section").first();
    expect(await first.locator("h4").innerText()).toContain("supply-1");
    const english = await first.locator(".text").innerText();
    await page.getByRole("searchbox").fill("Ladoga");
    await expect.poll(() => rules.locator("mark").allInnerTexts()).toContain("Ladoga");
    expect(await rules.locator("section").count()).toBeLessThan(12);
    await page.getByRole("searchbox").fill("");
    expect(await barriers(page)).toEqual([]);
    await page.getByTestId("play-aid").click();
    expect(await rules.locator("table").count()).toBeGreaterThan(5);
    await rules.getByRole("button", { name: "1.5", exact: true }).click();
    await expect.poll(() => rules.locator("table").count()).toBe(1);
    await rules.getByRole("button", { name: "All rules" }).click();
    await rules.getByRole("button", { name: "The rulebook" }).click();
    await rules.locator("summary", { hasText: "Supply" }).click();
    await rules.getByRole("button", { name: /^R\d+$/ }).first().click();
    await rules.getByRole("heading", { name: /^R\d+/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.evaluate(() => localStorage.setItem("feltherre.language", "sv"));
    await page.reload();
    await rules.locator("summary", { hasText: "Logistik" }).click();
    const swedish = await first.locator(".text").innerText();
    expect(swedish).not.toBe(english);
    expect(swedish.length).toBeGreaterThan(20);
  }));

it("`?` says what the game is about, where its rules stand, and the keys", () =>
  on.visit({}, async ({ page }) => {
    await playNow(page);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog");
    expect(await help.getByTestId("help-about").locator("li").count()).toBeGreaterThan(2);
    expect(await help.getByRole("link", { name: "Read the rules" }).getAttribute("href")).toBe("#/rules/norway");
    expect(await help.locator("dt").count()).toBeGreaterThan(15);
    expect(await barriers(page)).toEqual([]);
  }));
