// Takes the pictures of the pages beside the board for docs/screenshots/ from a running server with no games of yours:
// node scripts/screenshots-people.mjs http://localhost:8940/
// Look at each of them before it is committed.

import { chromium } from "playwright-core";

const address = process.argv[2] ?? "http://localhost:8940/";
const folder = new URL("../../docs/screenshots/", import.meta.url).pathname;
const SCREENS = {
  wide: { width: 1280, height: 800 },
  low: { width: 1366, height: 650 },
  tablet: { width: 820, height: 1180, hasTouch: true },
  phone: { width: 390, height: 844, hasTouch: true },
};

const browser = await chromium.launch({ executablePath: process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium" });

/** A page of its own on this screen, gone to a part of the address, with something done there. */
async function shot(what, screen, theme, hash, act = async () => undefined) {
  const { hasTouch = false, ...viewport } = SCREENS[screen];
  const page = await browser.newPage({ viewport, hasTouch, colorScheme: theme });
  await page.goto(`${address}${hash}`);
  await page.waitForTimeout(1500);
  await act(page);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${folder}${what}-${screen}-${theme}.png` });
  await page.close();
}

for (const [screen, theme] of [["wide", "light"], ["wide", "dark"], ["tablet", "light"], ["tablet", "dark"], ["low", "light"], ["phone", "dark"]]) {
  await shot("start", screen, theme, "");
}
await shot("rules", "wide", "light", "#/rules/winterwar", (page) => page.locator("summary").nth(4).click());
await shot("rules", "phone", "dark", "#/rules/normandy", (page) => page.getByTestId("play-aid").click());
// an invitation, as who makes it sees it and as who opens it does
let invitation = "";
await shot("invite", "low", "light", "#/new/norway", async (page) => {
  await page.locator("form button[type=submit], form .button.main").first().click();
  await page.waitForTimeout(2500);
  invitation = /#\/join\/[\w-]+/.exec(await page.getByRole("textbox", { name: "Invitation" }).first().inputValue())?.[0] ?? "";
});
if (invitation !== "") await shot("invitation", "phone", "light", invitation);
await shot("curtain", "low", "dark", "", (page) => page.locator("[data-game=norway] [data-testid=play-together]").click());
await browser.close();
