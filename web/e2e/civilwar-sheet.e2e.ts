/** The order sheet of the Civil War: lines typed, corrected, picked, refused with their rule and drawn on the board; handed in, and changed before the last is in. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { soon } from "./support/winterwar";

const on = stage("civilwar-sheet");

interface Link {
  readonly seat: string;
  readonly token: string;
}

interface Seats {
  readonly union: string;
  readonly confederate: string;
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(new URL(path, on.server.address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as T;
}

/** Hoke's Run for two people: the addresses of both tables. */
async function makeBattle(): Promise<Seats> {
  const { link, invitations } = await post<{ link: Link; invitations: readonly Link[] }>("api/matches", { game: "civilwar", scenario: "hokes-run", seat: "union" });
  const claimed = await post<Link>("api/claim", { token: invitations[0]?.token });
  const table = ({ token }: Link) => new URL(`#/play/${token}`, on.server.address).href;
  return { union: table(link), confederate: table(claimed) };
}

async function sitDown({ page }: Visit, table: string): Promise<void> {
  await page.goto(table);
  await page.getByTestId("briefed").click();
  await page.getByTestId("progress").waitFor();
}

const row = (page: Page, id: string) => page.locator(`.row[data-row="${id}"]`);
const cell = (page: Page, id: string) => row(page, id).locator("input");
const told = (page: Page, id: string) => row(page, id).locator(".told");

it("a sheet is typed, corrected, picked, refused with its rule, and sealed", () =>
  on.visit({}, async (visit) => {
    const { page, wire } = visit;
    const { union } = await makeBattle();
    await sitDown(visit, union);
    expect(await page.getByTestId("progress").innerText()).toMatch(/0 of 5 have a line/);

    // typed in signs: told back as a sentence
    await cell(page, "wi1").fill("GO NW 8");
    await soon(() => told(page, "wi1").innerText()).toMatch(/Move: go north-west for 8 cm\./);

    // Enter goes to the next row; plain words are a near miss, and one press corrects them
    await cell(page, "wi1").press("Enter");
    expect(await cell(page, "pa11").evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("march south 10");
    await soon(() => told(page, "pa11").innerText()).toMatch(/Did you mean.*“march” cannot stand here/s);
    expect(await page.getByTestId("hand-in").isDisabled()).toBe(true);
    await row(page, "pa11").getByTestId("meant").click();
    expect(await cell(page, "pa11").inputValue()).toBe("GO S 10");
    await soon(() => told(page, "pa11").innerText()).toMatch(/go south for 10 cm/);

    // what the rules do not allow is refused with its rule, which can be read
    await cell(page, "perkins").fill("S SHELL AT va5");
    await soon(() => told(page, "perkins").innerText()).toMatch(/A battery must be unlimbered to fire\.\s+06\.01\.2/);
    expect(await page.getByTestId("faults").innerText()).toMatch(/1 line cannot stand/);

    // picked from the menu with the arrows
    await cell(page, "perkins").press("ArrowDown");
    await row(page, "perkins").locator('[data-line="perkins: AP"]').waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitem");
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    await row(page, "perkins").locator('[data-line="perkins: AP"]').click();
    expect(await cell(page, "perkins").inputValue()).toBe("AP");
    await soon(() => page.getByTestId("hand-in").isDisabled()).toBe(false);
    expect(await page.getByTestId("progress").innerText()).toMatch(/3 of 5 have a line/);

    // a standing answer as a switch
    await cell(page, "wi1").click();
    await row(page, "wi1").locator('[data-switch="SURPRISED"]').selectOption("yes");
    expect(await cell(page, "wi1").inputValue()).toBe("GO NW 8 ; SURPRISED YES");
    await soon(() => told(page, "wi1").innerText()).toMatch(/If attacked, fire as surprised\./);

    // what is noted survives a reload
    await page.reload();
    await page.getByTestId("progress").waitFor();
    expect(await cell(page, "wi1").inputValue()).toBe("GO NW 8 ; SURPRISED YES");

    // words by courier, composed from lists, come into his row
    await page.getByTestId("letters").locator("summary").click();
    await page.getByTestId("letter-kind").selectOption("order");
    await page.getByTestId("letter-to").selectOption("pa11");
    await page.getByTestId("letter-words").fill("GO N");
    await page.getByTestId("letter-add").click();
    expect(await cell(page, "abercrombie-1").inputValue()).toBe("RIDE pa11 ORDER [GO N]");

    await soon(() => page.getByTestId("hand-in").isDisabled()).toBe(false);
    await page.getByTestId("hand-in").click();
    await page.getByTestId("sealed").waitFor();
    expect(wire.acts).toHaveLength(1);
    expect(wire.acts[0]?.action).toMatchObject({
      kind: "orders",
      sheet: { units: { wi1: { prefs: { surprised: "yes" } }, pa11: { order: { type: "move" } }, perkins: {} }, staff: { "abercrombie-1": {} } },
    });
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("feltherre.sheet.")))).toEqual([]);
  }));

it("a sealed sheet is replaced until the last is in, and nothing of it reaches the other side", () =>
  on.visit({}, async (mine) => {
    const tables = await makeBattle();
    await on.visit({}, async (theirs) => {
      await sitDown(mine, tables.union);
      await sitDown(theirs, tables.confederate);
      await cell(mine.page, "wi1").fill("GO FWD 7");
      await mine.page.getByTestId("hand-in").click();
      await mine.page.getByTestId("sealed").waitFor();
      await soon(() => theirs.page.getByTestId("progress").innerText()).toMatch(/Handed in: Union/);

      await mine.page.getByTestId("change").click();
      expect(await cell(mine.page, "wi1").inputValue()).toBe("GO FWD 7");
      await cell(mine.page, "wi1").fill("X");
      await soon(() => told(mine.page, "wi1").innerText()).toMatch(/Stand still\./);
      await mine.page.getByTestId("hand-in").click();
      await mine.page.getByTestId("sealed").waitFor();
      expect(mine.wire.acts).toHaveLength(2);
      const heard = theirs.wire.received.join("");
      expect(heard).not.toContain("FWD 7");

      await theirs.page.getByTestId("hand-in").click();
      await soon(() => mine.wire.position.scene.answered ?? []).toEqual([]);
    });
  }));

it("a body that is tapped opens its row, and an arrow drawn from it writes its line", () =>
  on.visit({}, async (visit) => {
    const { page } = visit;
    await sitDown(visit, (await makeBattle()).union);
    const body = page.locator('.bodies [data-place="pa11"], .body[data-place="pa11"], [role="button"][data-place="pa11"]').first();
    const { x, y, width, height } = await body.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });
    const middle = { x: x + width / 2, y: y + height / 2 };
    await page.mouse.click(middle.x, middle.y);
    await soon(() => row(page, "pa11").getAttribute("class")).toMatch(/\bopen\b/);
    expect(await cell(page, "pa11").evaluate((element) => element === document.activeElement)).toBe(true);

    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y + 70, { steps: 4 });
    await page.mouse.up();
    await soon(() => cell(page, "pa11").inputValue()).toMatch(/^(GO S|TO \S+|A \S+)$/);
    await soon(() => told(page, "pa11").innerText()).not.toBe("");
  }));

it("a phone shows one row at a time", () =>
  on.visit({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, async (visit) => {
    const { page } = visit;
    await sitDown(visit, (await makeBattle()).union);
    const seen = () => page.locator(".row").evaluateAll((rows) => rows.filter((one) => one.getBoundingClientRect().height > 0).map((one) => one.getAttribute("data-row")));
    expect(await seen()).toEqual(["wi1"]);
    await page.getByRole("button", { name: "Next row" }).tap();
    await soon(seen).toEqual(["pa11"]);
    await cell(page, "pa11").fill("X");
    await soon(() => told(page, "pa11").innerText()).toMatch(/Stand still/);
    // what is written, and what it comes to, stands above what hands the sheet in
    await cell(page, "pa11").fill("march south 10");
    await row(page, "pa11").getByTestId("meant").waitFor();
    const top = () => page.locator(".hand-in").evaluate((element) => element.getBoundingClientRect().top);
    await soon(async () => (await row(page, "pa11").locator(".fault").evaluate((element) => element.getBoundingClientRect().bottom)) <= (await top())).toBe(true);
    expect(await cell(page, "pa11").evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
    await row(page, "pa11").getByTestId("meant").tap();
    const small = await page.locator(".order-sheet button:visible, .order-sheet input:visible, .order-sheet select:visible").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5 && !one.classList.contains("rule")).map((one) => one.outerHTML.slice(0, 90)));
    expect(small, "what a finger cannot well press").toEqual([]);
  }));

it.each(["light", "dark"] as const)("nothing keeps anybody from reading and writing it (%s)", (colorScheme) =>
  // axe is put into the page from outside, which the page's own policy would not allow
  on.visit({ bypassCSP: true, colorScheme }, async (visit) => {
    const { page } = visit;
    await sitDown(visit, (await makeBattle()).union);
    await cell(page, "wi1").fill("GO NW 8");
    await cell(page, "pa11").fill("march south 10");
    await row(page, "pa11").getByTestId("meant").waitFor();
    await row(page, "perkins").getByTestId("offers").click();
    await row(page, "perkins").locator("[data-line]").first().waitFor();
    await page.getByTestId("letters").locator("summary").click();
    expect(await barriers(page)).toEqual([]);
  }));
