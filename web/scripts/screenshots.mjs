// Takes the screenshots of docs/screenshots/ from a running server: node scripts/screenshots.mjs http://localhost:8940/
// Look at each of them before it is committed.

import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";

const address = process.argv[2] ?? "http://localhost:8940/";
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const SCREENS = [
  { name: "wide", width: 1280, height: 800 },
  { name: "tablet", width: 820, height: 1180, hasTouch: true },
];

async function until(page, done, what) {
  for (let tries = 0; tries < 150; tries += 1) {
    if (await done()) return;
    await page.waitForTimeout(200);
  }
  throw new Error(`waited in vain for ${what}`);
}

async function choose(page, ...places) {
  for (const place of places) {
    await page.locator(`.place[data-place="${place}"]`).dispatchEvent("click");
    await page.waitForTimeout(500);
  }
}

async function press(page, text) {
  const button = page.locator(".decision .button", { hasText: text });
  if ((await button.count()) === 0) return false;
  await button.first().click();
  await page.waitForTimeout(400);
  return true;
}

/** Start page, first turn, a battle before and after its dice. */
async function tour(browser, screen, theme) {
  const { name, width, height, hasTouch = false } = screen;
  const page = await browser.newPage({ viewport: { width, height }, hasTouch, colorScheme: theme });
  const shot = (what) => page.screenshot({ path: `${folder}${what}-${name}-${theme}.png` });
  const decision = () => page.textContent("[data-testid=decision]");
  await page.goto(address);
  await page.waitForSelector("[data-game=norway] [data-testid=play-now]");
  await page.waitForTimeout(800);
  await shot("start");
  await page.click("[data-game=norway] [data-testid=play-now]");
  await page.waitForSelector(".place.lit");
  await choose(page, "bergen", "voss", "voss", "oslo", "honefoss");
  await shot("move");
  await choose(page, "honefoss");
  await press(page, "End movement");
  await press(page, "Press again");
  await until(page, async () => (await press(page, "Skip to now")) || /next|attack on/.test((await decision()) ?? ""), "a battle");
  if (/next/.test((await decision()) ?? "")) await choose(page, "voss", "voss");
  await page.waitForTimeout(1000);
  await page.click("#tab-battle");
  await page.waitForTimeout(800);
  await shot("battle");
  if (name !== "wide") return page.close();
  const thrown = async () => (await page.locator("[data-testid=battle] .throw").count()) > 0;
  await until(page, async () => (await thrown()) || (((await press(page, /^\s*Pass/)) || (await press(page, "Skip to now"))) && false), "the dice");
  await page.waitForTimeout(400);
  await shot("dice");
  return page.close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
for (const screen of SCREENS) for (const theme of ["light", "dark"]) await tour(browser, screen, theme);
await browser.close();
