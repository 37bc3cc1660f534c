// Takes docs/screenshots/nine-april.png and sea-battle.png from a running server:
//     node scripts/screenshots-advanced.mjs http://localhost:8940/
// It plays Germany as captain advises. Look at both before they are committed.

import { chromium } from "playwright-core";

const address = process.argv[2] ?? "http://localhost:8940/";
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const MOST_GAMES = 8;

/** Follow the adviser until what is asked matches; false: the game came to round 3 without it. */
async function followUntil(page, wanted) {
  for (let steps = 0; steps < 4000; steps += 1) {
    await page.waitForTimeout(80);
    const [prompt, turn, telling] = await page.evaluate(() => [
      document.querySelector('[data-testid="prompt"]')?.textContent ?? "",
      document.querySelector('[data-testid="turn"]')?.textContent ?? "",
      document.querySelector(".decision .telling") !== null,
    ]);
    if (telling) await page.locator(".decision .telling + .button").click({ timeout: 1000 }).catch(() => undefined);
    if (telling || prompt === "") continue;
    if (wanted.test(prompt)) return true;
    if (turn.startsWith("Round 3")) return false;
    await page.getByRole("button", { name: /^What would / }).click({ timeout: 1000 }).catch(() => undefined);
    await page.locator('[data-testid="hint"] .button').first().click({ timeout: 10_000 }).catch(() => undefined);
  }
  return false;
}

async function begin(browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  await page.addInitScript(() => localStorage.setItem("feltherre.prefs", JSON.stringify({ pace: "none", introduced: ["norway"] })));
  await page.goto(address);
  await page.locator("[data-game=norway]").getByTestId("play-variant").click();
  await page.getByTestId("guide").waitFor();
  return page;
}

async function nineApril(page) {
  if (!(await followUntil(page, /face down in sea areas/))) throw new Error("Germany is not asked to deploy");
  await page.getByTestId("suggest").click();
  await page.locator(".thing.placed").first().waitFor();
  await page.locator(".thing").nth(5).click();
  await page.locator(".decision").evaluate((element) => element.scrollTo(0, 0));
  await page.waitForTimeout(900);
  await page.screenshot({ path: `${folder}nine-april.png` });
}

async function seaBattle(page) {
  if (!(await followUntil(page, /chased ship|in the sea battle in/))) return false;
  // the ships of both sides, the dice and what they did, all in one picture
  await page.setViewportSize({ width: 1280, height: 1080 });
  await page.locator("#tab-battle").click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${folder}sea-battle.png` });
  return true;
}

const browser = await chromium.launch({
  executablePath: process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
let done = false;
for (let games = 0; games < MOST_GAMES && !done; games += 1) {
  const page = await begin(browser);
  await nineApril(page);
  done = await seaBattle(page);
  await page.close();
}
await browser.close();
if (!done) throw new Error("there was no sea battle");
