// Takes the screenshots of how a game ended: node scripts/screenshots-ending.mjs NAME LINK, with the link of a seat of a game that is over.
// Look at each of them before it is committed.

import { chromium } from "playwright-core";

const [name, link] = process.argv.slice(2);
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const SCREENS = [
  { screen: "wide", width: 1280, height: 800, themes: ["light", "dark"] },
  { screen: "low", width: 1366, height: 650, themes: ["light"] },
  { screen: "tablet", width: 820, height: 1180, hasTouch: true, themes: ["dark"] },
  { screen: "phone", width: 390, height: 844, hasTouch: true, themes: ["light", "dark"] },
];

const browser = await chromium.launch({ executablePath: process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const { screen, width, height, hasTouch = false, themes } of SCREENS) {
  for (const colorScheme of themes) {
    const page = await browser.newPage({ viewport: { width, height }, hasTouch, colorScheme });
    await page.goto(link);
    await page.getByTestId("story").waitFor({ timeout: 60_000 });
    await page.waitForTimeout(600);
    // by night the replay, by day the result
    if (colorScheme === "dark") {
      await page.getByTestId("story").locator("li.swung button").last().click();
      await page.getByText("You are looking at an earlier moment.").waitFor();
      await page.mouse.move(0, 0);
      await page.waitForTimeout(1500);
    }
    await page.screenshot({ path: `${folder}${name}-${colorScheme === "dark" ? "replay" : "result"}-${screen}-${colorScheme}.png` });
    await page.close();
  }
}
await browser.close();
