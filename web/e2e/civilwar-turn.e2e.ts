/** The Civil War turn by turn: the tutorial against the captain, a battle with an umpire, a message between commanders, one screen for two. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { stage } from "./support/stage";
import type { Visit } from "./support/visit";
import { soon } from "./support/winterwar";

const on = stage("civilwar turn");

interface Link {
  readonly seat: string;
  readonly token: string;
}

interface Made {
  readonly link: Link;
  readonly invitations: readonly Link[];
  readonly umpire: Link | null;
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(new URL(path, on.server.address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** A battle between people: the address of each seat's table. */
async function makeBattle(form: object): Promise<ReadonlyMap<string, string>> {
  const { link, invitations, umpire } = await post<Made>("api/matches", { game: "civilwar", ...form });
  const given = [...invitations, ...(umpire === null ? [] : [umpire])];
  const claimed = await Promise.all(given.map(({ token }) => post<Link>("api/claim", { token })));
  return new Map([link, ...claimed].map(({ seat, token }) => [seat, new URL(`#/play/${token}`, on.server.address).href]));
}

async function sitDown({ page }: Visit, table: string | undefined): Promise<void> {
  await page.goto(table ?? "");
  await page.getByTestId("briefed").click();
  await page.getByTestId("hand-in").waitFor();
}

async function write(page: Page, lines: Readonly<Record<string, string>>): Promise<void> {
  for (const [unit, line] of Object.entries(lines)) {
    await page.locator(`.row[data-row="${unit}"] input`).fill(line);
    await page.locator(`.row[data-row="${unit}"] .said`).waitFor();
  }
}

async function handIn(page: Page, lines: Readonly<Record<string, string>> = {}): Promise<void> {
  await write(page, lines);
  await soon(() => page.getByTestId("hand-in").isDisabled()).toBe(false);
  await page.getByTestId("hand-in").click();
}

/** A battle of two regiments that stand 6 cm from each other, as a file of one's own. */
const SMALL = `
game: civilwar
id: two-regiments
title: Two regiments
story: Two regiments meet.
strategic: Nothing depends on it.
weather: It is clear.
date: "1862-05-01"
begins: "10:00"
turns: 2
table: {width: 60, height: 60}
sight: 250
terrain: []
sides:
  - id: union
    own_edge: north
    operational: A regiment stands before you.
    supply: Pouches are full.
    morale: Good.
    task: Fire at it.
    staff:
      - {id: smith, name: Col. Smith, rank: division, at: [30, 45], facing: 180}
      - {id: moore, name: Col. Moore, rank: brigade, under: smith, at: [31.5, 45], facing: 180}
    units:
      - {id: ny1, name: 1st New York, under: moore, arm: infantry, figures: 20, companies: 10, grade: 1, weapon: rifle_cartridge, formation: line, at: [30, 34], facing: 180}
  - id: confederate
    own_edge: south
    operational: A regiment stands before you.
    supply: Pouches are full.
    morale: Good.
    task: Fire at it.
    staff:
      - {id: jones, name: Col. Jones, rank: brigade, at: [30, 15], facing: 0}
    units:
      - {id: va1, name: 1st Virginia, under: jones, arm: infantry, figures: 20, companies: 10, grade: 1, weapon: rifle_cartridge, formation: line, at: [30, 28], facing: 0}
victory: []
`;

it("the tutorial is played to its end against the captain, each turn read moment by moment", () =>
  on.visit({ pace: "calm" }, async ({ page, wire }) => {
    await page.locator('[data-game="civilwar"]').getByTestId("play-now").click();
    // what he is told before the battle comes first, and can be read again
    expect(await page.getByTestId("brief").innerText()).toContain("Task of Union");
    await page.getByTestId("briefed").click();
    expect(await page.getByTestId("lesson").innerText()).toContain("Lesson 1 of 7");
    await page.getByRole("tab", { name: "Brief" }).click();
    await page.getByTestId("brief").waitFor();

    await write(page, { wi1: "GO S", pa11: "GO S 6", perkins: "AP" });
    await page.locator('.row[data-row="abercrombie-1"] input').focus();
    await page.locator('.body.pointed[data-place="abercrombie-1"]').waitFor();
    await handIn(page);
    await page.getByTestId("turn-told").waitFor();
    // lit is whom the story is about, no longer whose row was open
    await soon(() => page.locator('.body.pointed[data-place="abercrombie-1"]').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    // nobody is asked while he reads
    expect(await page.getByTestId("hand-in").count()).toBe(0);
    await page.keyboard.press("v");
    await soon(() => page.getByTestId("turn-after").getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("n");
    await soon(() => page.getByTestId("turn-before").getAttribute("aria-pressed")).toBe("true");
    await page.locator(".track .tick").last().click();
    expect(await page.getByTestId("beat").innerText()).toMatch(/11th Pennsylvania .*has marched 6 cm/);
    await page.getByTestId("turn-next").click();
    expect(await page.getByTestId("lesson").innerText()).toContain("Lesson 2 of 7");

    // and looked at from the slider, turn by turn
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByTestId("turn-back").click();
    await soon(() => page.getByTestId("replay-told").innerText()).toMatch(/./);
    await page.getByTestId("turn-back").click();
    await soon(() => page.locator(".bar .turn").innerText()).toBe("Turn 1 of 12");
    await page.getByRole("button", { name: "Back to now" }).click();

    // the turn is there to be read again
    await page.getByTestId("turn-again").click();
    await page.getByTestId("turn-told").waitFor();
    await page.getByTestId("turn-all").click();

    // the guns' target is picked; how far it is he guesses, and writes where the line stops
    const guns = page.locator('.row[data-row="perkins"]');
    await guns.getByTestId("offers").click();
    await guns.locator('[data-line="perkins: S SHELL AT va5 GUESS"]').click();
    await page.keyboard.type("40");
    await soon(() => guns.locator("input").inputValue()).toBe("S SHELL AT va5 GUESS 40");
    await handIn(page, { pa11: "GO S 6" });
    // a round of the guns concerns him: its dice are drawn
    await page.getByTestId("turn-told").waitFor();
    expect(await page.getByTestId("beat").innerText()).toContain("will fire");
    await page.getByTestId("turn-mine").click();
    expect(await page.locator("[data-testid=beat] .dice").count()).toBeGreaterThan(0);
    expect(await page.locator("[data-testid=beat] .rule").count()).toBeGreaterThan(1);
    await toTheEnd(page);
    // the end is told in whole sentences, with what gave points
    expect(await page.getByTestId("how").innerText()).toMatch(/^[^.]+ (has won|is drawn)\. .*Points: Union \d+, Confederacy \d+\.$/);
    const { over, result } = wire.position;
    expect([over, result?.reason]).toEqual([true, expect.stringMatching(/\w/)]);
    expect(wire.positions.every(({ scene }) => (scene.poses ?? []).length > 0)).toBe(true);
  }));

/** What the page is at: a turn that is read, a sheet to be written, a question, the end, or nothing for now. */
function doing(page: Page): Promise<"turn" | "sheet" | "question" | "over" | ""> {
  return page.evaluate(() => {
    const there = (what: string) => document.querySelector(`.decision ${what}`) !== null;
    if (there("[data-testid=how]")) return "over";
    if (there("[data-testid=turn-told]")) return "turn";
    if (there("[data-testid=hand-in]:not(:disabled)")) return "sheet";
    return there("[data-part]:not(:disabled)") || there("[data-testid=commit]:not(:disabled)") ? "question" : "";
  });
}

/** On through turns and questions: empty sheets, and the first answer that is offered. */
async function toTheEnd(page: Page): Promise<void> {
  for (;;) {
    await soon(() => doing(page)).not.toBe("");
    const now = await doing(page);
    if (now === "over") return;
    const button = { turn: "[data-testid=turn-all]", sheet: "[data-testid=hand-in]", question: "[data-testid=commit]:not(:disabled), .decision [data-part]:not(:disabled)", "": "" }[now];
    await page.locator(`.decision ${button}`).first().click();
    await soon(() => page.locator(".decision").innerText()).not.toBe("");
  }
}

it("on a phone a turn is read from its first line, wherever the panel was", () =>
  on.visit({ pace: "calm", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async ({ page }) => {
    await page.locator('[data-game="civilwar"]').getByTestId("play-now").tap();
    await page.getByTestId("briefed").tap();
    await page.getByTestId("hand-in").waitFor();
    await page.locator(".panel").evaluate((panel) => panel.scrollTo({ top: 10_000 }));
    await page.getByTestId("hand-in").tap();
    await page.getByTestId("turn-told").waitFor();
    await soon(() => page.locator(".panel").evaluate((panel) => panel.scrollTop)).toBe(0);
    expect(await page.locator("[data-testid=beat] p").first().evaluate((line) => line.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  }));

it("two people and an umpire, who changes a ruling and puts a regiment elsewhere", () =>
  on.visit({ pace: "calm" }, (union) =>
    on.visit({ pace: "calm" }, (confederate) =>
      on.visit({}, async (umpire) => {
        const tables = await makeBattle({ scenario_file: SMALL, umpire: true, seat: "union" });
        await umpire.page.goto(tables.get("umpire") ?? "");
        await sitDown(union, tables.get("union"));
        await sitDown(confederate, tables.get("confederate"));

        // he taps a regiment, and then the ground where it is to stand
        const desk = umpire.page.getByTestId("umpire");
        await umpire.page.locator('[role="button"][data-place="va1"]').click();
        await soon(() => desk.locator("select").nth(1).inputValue()).toBe("va1");
        expect(await desk.locator("input[type=number]").evaluateAll((fields) => fields.map((field) => Number((field as HTMLInputElement).value)))).toEqual([30, 28, 0]);
        await desk.locator("input[type=number]").nth(1).fill("29");
        await desk.getByTestId("edit-reason").fill("one pace nearer");
        await desk.getByRole("button", { name: "Make this change" }).click();
        await union.page.getByRole("tab", { name: "Log" }).click();
        await union.page.getByTestId("log").getByText("The umpire places 1st Virginia").waitFor();

        await desk.getByTestId("hold-gate").click();
        await desk.getByTestId("open-gate").waitFor();
        await handIn(union.page, { ny1: "S" });
        await soon(() => desk.getByTestId("sheets").innerText()).toMatch(/1st New York.*Not handed in yet/s);
        await handIn(confederate.page, { va1: "X" });

        // the volley waits for him: whom it is about, its dice, and what he may change
        await umpire.page.getByTestId("gate").waitFor();
        expect(await umpire.page.getByTestId("gate-concerns").innerText()).toMatch(/1st New York.*1st Virginia/);
        // meanwhile the players may read what was declared, and no more
        expect(await union.page.getByTestId("decision").innerText()).not.toContain("men fall");
        await umpire.page.getByTestId("gate").getByTestId("change").click();
        const losses = umpire.page.getByTestId("gate").locator("input[type=number]").first();
        await losses.fill("2");
        await umpire.page.getByTestId("gate").locator("input[maxlength]").fill("smoke");
        await umpire.page.getByTestId("gate").locator("button[type=submit]").click();
        // all others may stand, unseen
        if (await waits(umpire.page)) await umpire.page.getByTestId("accept-rest").click();
        await umpire.page.getByTestId("sheets").waitFor();

        // both read the turn, each as far as he may know it
        await union.page.getByTestId("turn-told").waitFor();
        await union.page.getByTestId("turn-mine").click();
        expect(await union.page.getByTestId("beat").innerText()).toContain("1st New York fires at 1st Virginia: 2 men fall.");
        await confederate.page.getByTestId("turn-told").waitFor();
        await confederate.page.getByTestId("turn-mine").click();
        expect(await confederate.page.getByTestId("beat").innerText()).toContain("2 men fall");
        expect(await confederate.page.locator("[data-testid=beat] .dice").count()).toBe(0);
      }),
    ),
  ));

/** Whether another ruling waits at the gate, or the turn has gone on to new orders. */
async function waits(umpire: Page): Promise<boolean> {
  const gate = umpire.getByTestId("accept");
  const orders = umpire.getByTestId("sheets");
  await gate.or(orders).first().waitFor();
  return (await gate.count()) > 0;
}

it("two commanders of one side send each other a message", () =>
  on.visit({ pace: "none" }, (smith) =>
    on.visit({ pace: "none" }, async (moore) => {
      const options = { commanders: "several" };
      const tables = await makeBattle({ scenario_file: SMALL.replace("at: [30, 28]", "at: [30, 6]"), options, seating: 0, seat: "union-smith", computers: { "confederate-jones": "random" } });
      expect([...tables.keys()]).toEqual(["union-smith", "union-moore"]);
      await sitDown(smith, tables.get("union-smith"));
      await sitDown(moore, tables.get("union-moore"));
      const letters = smith.page.getByTestId("letters");
      await letters.locator("summary").click();
      await letters.getByTestId("letter-words").fill("Hold the ridge.");
      await letters.getByTestId("letter-add").click();
      await handIn(smith.page);
      await handIn(moore.page, { ny1: "X" });
      // he stands beside him: it is read as soon as the next turn begins, and again when he looks at the general
      await moore.page.getByRole("tab", { name: "Log" }).click();
      await moore.page.getByTestId("log").getByText("Hold the ridge.").waitFor();
      await moore.page.locator('[role="button"][data-place="moore"]').focus();
      await moore.page.locator(".about").getByText("Hold the ridge.").waitFor();
    }),
  ));

it("two seats at one screen: a curtain falls, and behind it nothing is known of the other", () =>
  on.visit({ pace: "calm", expected: /status of 400/ }, async ({ page }) => {
    await page.goto(new URL("#/new/civilwar", on.server.address).href);
    await page.getByTestId("own-scenario").setInputFiles({ name: "small.yaml", mimeType: "text/yaml", buffer: Buffer.from(SMALL.replace("turns: 2", "turns: 0")) });
    await page.getByTestId("faults").waitFor();
    expect(await page.getByTestId("faults").innerText()).toMatch(/turns/);
    await page.getByTestId("own-scenario").setInputFiles({ name: "small.yaml", mimeType: "text/yaml", buffer: Buffer.from(SMALL) });
    await page.getByTestId("scenario-about").waitFor();
    await page.getByTestId("hot-seat").check();
    await page.getByRole("button", { name: "Make the game" }).click();

    await page.getByTestId("curtain").waitFor();
    expect(await page.getByTestId("curtain").innerText()).toContain("Hand over to Union");
    expect(await page.locator("[data-place]").count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await page.getByTestId("curtain-open").click();
    await page.getByTestId("briefed").click();
    await handIn(page, { ny1: "S" });
    await page.getByTestId("curtain").waitFor();
    expect(await page.content()).not.toContain("1st New York");
    expect(await page.getByTestId("curtain").innerText()).toContain("Hand over to Confederacy");
    await page.getByTestId("curtain-open").click();
    await page.getByTestId("briefed").click();
    await handIn(page, { va1: "S" });
    // he reads the turn, writes his orders, and only then the other reads it too
    await page.getByTestId("turn-all").click();
    await handIn(page, { va1: "X" });
    await page.getByTestId("curtain-open").click();
    await page.getByTestId("turn-told").waitFor();
    await page.getByTestId("turn-mine").click();
    expect(await page.getByTestId("beat").innerText()).toContain("1st New York fires");
  }));
