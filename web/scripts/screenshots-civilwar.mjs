// Takes the screenshots of the Civil War for docs/screenshots/ from a running server:
// node scripts/screenshots-civilwar.mjs http://localhost:8940/ [folder [wide-light,wide-dark,tablet-light,phone-light]]
// The dice are the server's, so that each run has another battle. Look at each of them before it is committed.

import { mkdir } from "node:fs/promises";
import { chromium } from "playwright-core";

const address = process.argv[2] ?? "http://localhost:8940/";
const folder = process.argv[3] ?? new URL("../../docs/screenshots/", import.meta.url).pathname;
const SCREENS = {
  wide: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};
/** the tutorial, so that the regiments meet: what Union writes, turn by turn */
const ORDERS = [
  { wi1: "GO S", pa11: "GO S 6", perkins: "AP" },
  { wi1: "GO S", pa11: "GO S 6", perkins: "S SHELL AT va5 GUESS 24" },
  { wi1: "TO porterfield-house", pa11: "S", perkins: "S SHELL AT va5 GUESS 22" },
  { wi1: "S", pa11: "A va5", perkins: "S SHELL AT va5 GUESS 21" },
  { wi1: "S", pa11: "A va5", perkins: "S" },
  { wi1: "S", pa11: "S", perkins: "S" },
];
/** and then, until there has been a shock; or the last turn is over */
const ATTACK = { wi1: "A va5", pa11: "A va5 SM" };
const TURNS = 11;

async function post(path, body) {
  const answer = await fetch(new URL(path, address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

async function openPage(browser, screen, theme) {
  const context = await browser.newContext({ ...SCREENS[screen], colorScheme: theme, locale: "en-GB", reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.shot = async (what) => {
    await page.waitForTimeout(700);
    await page.screenshot({ path: `${folder}civilwar-${what}-${screen}-${theme}.png` });
  };
  return page;
}

async function write(page, lines) {
  await page.getByTestId("progress").waitFor();
  for (const [unit, line] of Object.entries(lines)) {
    const row = page.locator(`.row[data-row="${unit}"]`);
    if ((await row.locator("input").count()) === 0) continue;
    // where there is little room only one row is shown
    for (let rows = 0; rows < 80 && !(await row.locator("input").isVisible()); rows += 1) await page.locator(".order-sheet .turning button").last().click();
    await row.locator("input").fill(line);
    await row.locator(".mark.done, .fault").first().waitFor();
    // what does not stand in this battle is left out
    if ((await row.locator(".fault").count()) > 0) await row.locator("input").fill("");
  }
}

async function handIn(page) {
  await page.locator("[data-testid=hand-in]:not(:disabled)").click();
}

/** Read the turn to its end; a picture of the first beat of each kind that is wanted. */
async function read(page, wanted) {
  await page.getByTestId("turn-told").waitFor();
  while ((await page.getByTestId("turn-told").count()) > 0) {
    const story = await page.getByTestId("beat").innerText();
    for (const [name, words] of wanted) {
      if (!words.test(story)) continue;
      wanted.delete(name);
      await page.shot(name);
    }
    await page.getByTestId("turn-next").click();
  }
}

/** The tutorial against the captain: orders, a volley, a shock, a question. */
async function tour(browser, screen, theme) {
  const page = await openPage(browser, screen, theme);
  const wanted = new Map([["shock", /breaks into|repels the attack/], ["volley", /fires at .*men fall/]]);
  await page.goto(address);
  await page.locator('[data-game="civilwar"]').getByTestId("play-now").click();
  await page.getByTestId("briefed").waitFor();
  await page.shot("brief");
  await page.getByTestId("briefed").click();
  await page.getByTestId("hand-in").waitFor();
  let turn = 0;
  while (wanted.size > 0 && turn < TURNS) {
    const sheet = page.locator("[data-testid=hand-in]:not(:disabled)");
    const question = page.locator(".decision [data-part]").first();
    await sheet.or(question).or(page.getByTestId("turn-told")).first().waitFor();
    if ((await page.getByTestId("turn-told").count()) > 0) await read(page, wanted);
    else if ((await sheet.count()) > 0) {
      await write(page, ORDERS[turn] ?? ATTACK);
      if (turn === 1) await page.shot("orders");
      turn += 1;
      await handIn(page);
      await page.waitForTimeout(300);
    } else {
      await page.shot("question");
      await question.click();
      await page.waitForTimeout(300);
    }
  }
  if (wanted.size > 0) console.log(`${screen} ${theme}: not seen: ${[...wanted.keys()].join(", ")}`);
  await page.context().close();
}

/** The umpire with a round of the guns at his gate. */
async function umpire(browser, screen, theme) {
  const { link, invitations, umpire: invited } = await post("api/matches", { game: "civilwar", scenario: "hokes-run", umpire: true, seat: "union" });
  const [confederate, desk] = await Promise.all([invitations[0], invited].map(({ token }) => post("api/claim", { token })));
  const page = await openPage(browser, screen, theme);
  const players = await Promise.all([link, confederate].map(() => openPage(browser, "wide", "light")));
  await page.goto(`${address}#/play/${desk.token}`);
  await page.getByTestId("hold-gate").click();
  for (const [i, { token }] of [link, confederate].entries()) {
    await players[i].goto(`${address}#/play/${token}`);
    await players[i].getByTestId("briefed").click();
    await players[i].getByTestId("hand-in").waitFor();
  }
  const [union, other] = players;
  await write(union, { perkins: "AP", pa11: "GO S 6", wi1: "GO S 6" });
  await handIn(union);
  await page.locator('[role="button"][data-place="va5"]').click();
  await page.shot("umpire-sheets");
  await handIn(other);
  await union.getByTestId("turn-all").click();
  await write(union, { perkins: "S SHELL AT va5 GUESS 24", pa11: "X" });
  await handIn(union);
  await other.getByTestId("turn-all").click();
  await handIn(other);
  await page.getByTestId("gate").waitFor();
  await page.shot("umpire");
  for (const each of [page, ...players]) await each.context().close();
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.FELTHERRE_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const wantedScreens = process.argv[4]?.split(",") ?? ["wide-light", "wide-dark", "tablet-light", "phone-light"];
for (const [screen, theme] of wantedScreens.map((one) => one.split("-"))) {
  await tour(browser, screen, theme);
  if (screen !== "phone") await umpire(browser, screen, theme);
}
await browser.close();
