// Takes the Winter War's screenshots of docs/screenshots/ from a running server: node scripts/screenshots-winterwar.mjs http://localhost:8940/
// Look at each of them before it is committed.

import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";

const address = process.argv[2] ?? "http://localhost:8940/";
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const WIDE = { width: 1280, height: 800 };
const TABLET = { width: 820, height: 1180 };
/** a battle is fought here, and these go by road */
const TERIJOKI = "1742";

async function post(path, body) {
  const answer = await fetch(new URL(path, address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

/** A game for two: the addresses of both tables. */
async function makeWar() {
  const { link, invitations } = await post("api/matches", { game: "winterwar", seat: "finland" });
  const claimed = await post("api/claim", { token: invitations[0].token });
  return [link, claimed].map(({ token }) => new URL(`#/play/${token}`, address).href);
}

async function open(browser, table, { theme = "light", screen = WIDE, touch = false } = {}) {
  const page = await browser.newPage({ viewport: screen, hasTouch: touch, colorScheme: theme, locale: "en-GB" });
  await page.addInitScript(() => localStorage.setItem("feltherre.prefs", JSON.stringify({ pace: "none", introduced: ["winterwar"] })));
  await page.goto(table);
  await page.waitForSelector(".places");
  return page;
}

async function press(page, selector) {
  await page.locator(selector).first().click();
  await page.waitForTimeout(600);
}

async function setUp(page) {
  await press(page, '[data-part="historical"]');
  for (let presses = 0; presses < 2; presses += 1) await press(page, '[data-part="end-setup"]');
}

async function hex(page, number) {
  await page.locator(`.place[data-place="${number}"]`).dispatchEvent("click");
  await page.waitForTimeout(900);
}

async function unit(page, number, id) {
  await hex(page, number);
  const counter = page.locator(`#fan [data-unit="${id}"]`);
  if ((await counter.count()) > 0) await counter.dispatchEvent("click");
  await page.waitForTimeout(900);
}

const shot = (page, name) => page.screenshot({ path: `${folder}winterwar-${name}.png` });

/** An air unit over the town, then all who can attack it. */
async function attack(page) {
  await unit(page, "1844", "SU-18SBB");
  await hex(page, TERIJOKI);
  await hex(page, TERIJOKI);
  await press(page, '[data-part="end-movement"]');
  await press(page, '[data-testid="commit"]');
  await hex(page, TERIJOKI);
  await page.waitForSelector('[data-testid="chances"]');
  await page.waitForTimeout(600);
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
/** Both sides set up as in November 1939; the Soviet side is to move. */
async function begun() {
  const [finland, soviet] = await makeWar();
  const first = await open(browser, finland);
  await setUp(first);
  await first.close();
  const second = await open(browser, soviet);
  await setUp(second);
  await second.close();
  return soviet;
}

/** A brigade is to go by rail. */
async function march(page) {
  await unit(page, "1842", "SU-35TB");
  await hex(page, "1944");
  await page.mouse.move(480, 20);
  await page.waitForTimeout(600);
}

const soviet = await begun();
const tablet = await open(browser, soviet, { screen: TABLET, touch: true });
await tablet.waitForTimeout(1500);
await march(tablet);
await shot(tablet, "tablet");
await tablet.close();
const dark = await open(browser, soviet, { theme: "dark" });
await dark.waitForTimeout(1500);
await unit(dark, "1944", "SU-138RD");
await dark.mouse.move(480, 20);
await dark.waitForTimeout(600);
await shot(dark, "dark");
await dark.close();
const wide = await open(browser, soviet);
await wide.waitForTimeout(1500);
await shot(wide, "map");
await march(wide);
await shot(wide, "isthmus");
for (let presses = 0; presses < 2; presses += 1) await wide.keyboard.press("Escape");
await attack(wide);
await wide.mouse.move(480, 20);
await wide.waitForTimeout(400);
await shot(wide, "attack");
await browser.close();
