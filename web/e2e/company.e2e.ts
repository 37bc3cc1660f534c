/** Two people who look in now and then: time is told before it counts, who is asked is told, and both agree to a pause and a takeback. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { barriers } from "./support/axe";
import { Mouse } from "./support/hands";
import { type Habits, Robot } from "./support/robot";
import { stage } from "./support/stage";
import { makeForTwo, soon } from "./support/winterwar";

const on = stage("company");
/** Germany does as little as it may */
const IDLE: Habits = { moves: 0, cards: 0, exchanged: 0 };

/** Notifications are noted instead of shown, and the tab counts as one that nobody looks at. */
function listen(): void {
  const told: string[] = [];
  class Told {
    static readonly permission = "granted";
    static requestPermission = async () => "granted";
    onclick = null;
    constructor(title: string, { body }: { body: string }) {
      told.push(`${title}: ${body}`);
    }
    close(): void {}
  }
  Object.assign(window, { Notification: Told, told });
  Object.defineProperty(document, "hidden", { get: () => true });
}

function told(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { told: readonly string[] }).told);
}

/** What time is there is read large before anything else. */
async function readsOfTime(page: Page): Promise<void> {
  const call = page.getByTestId("time-call");
  await soon(() => call.innerText({ timeout: 500 }).catch(() => "")).toMatch(/3 days to answer.*the others may let the computer play/s);
  await call.getByRole("button").click();
}

it("days, a pause, a takeback beyond the dice, and the call to the one whose turn it is", () =>
  on.visit({}, (first) =>
    on.visit({}, async (second) => {
      const [germany, north] = await makeForTwo(on.server.address, { game: "norway", seating: 1, seat: "germany", pace: 3 });
      await second.page.addInitScript(listen);
      await second.page.reload();
      for (const [{ page }, table] of [[first, germany], [second, north]] as const) {
        await page.goto(table);
        await readsOfTime(page);
      }
      expect(await first.page.title()).toBe("● Your turn – Norway 1940 – Feltherre");
      expect(await second.page.title()).toBe("Norway 1940 – Feltherre");
      await soon(() => first.page.getByTestId("days").innerText()).toBe("Your time: 3 days");
      await soon(() => second.page.getByTestId("days").innerText()).toBe("Germany: 3 days");

      // unasked nothing is told or heard: the switch asks the browser
      await second.page.getByRole("button", { name: "Settings" }).click();
      expect(await second.page.getByTestId("chime").isChecked()).toBe(false);
      expect(await second.page.getByTestId("notify").isChecked()).toBe(false);
      await second.page.getByTestId("notify").check();
      expect(await barriers(second.page)).toEqual([]);
      await second.page.keyboard.press("Escape");

      // a pause is asked for, agreed to, and holds until both go on
      await first.page.getByRole("button", { name: "Table" }).click();
      await first.page.getByRole("button", { name: "Pause the game" }).click();
      await first.page.keyboard.press("Escape");
      const offer = second.page.getByTestId("time-offer");
      expect(await offer.innerText()).toMatch(/Germany: a pause, please/);
      await offer.getByRole("button", { name: "Agree" }).click();
      for (const { page } of [first, second]) await page.getByTestId("time-paused").waitFor();
      expect(await first.page.getByTestId("waiting").innerText()).toBe("Paused");
      expect(await first.page.title()).toBe("Norway 1940 – Feltherre");
      await second.page.getByTestId("time-paused").getByRole("button").click();
      await first.page.getByTestId("time-offer").getByRole("button", { name: "Agree" }).click();
      await first.page.getByRole("button", { name: "End movement" }).waitFor();

      // the turn passes to the other, who looks elsewhere
      const robot = new Robot(first, new Mouse(first.page), IDLE, "company");
      await robot.playUntil(() => second.wire.position.asked.length > 0);
      await soon(() => told(second.page)).toHaveLength(1);
      expect((await told(second.page))[0]).toMatch(/^Your turn – Norway 1940: .+/);

      // he passes; what then cannot be undone any more is asked for, and the other reads what that would undo
      await new Robot(second, new Mouse(second.page), IDLE, "north").playUntil(() => second.wire.acts.length > 0);
      await first.page.getByTestId("ask-back").click();
      const undone = await first.page.getByTestId("undone").getByRole("listitem").allInnerTexts();
      expect(undone.length).toBeGreaterThan(0);
      expect(await barriers(first.page)).toEqual([]);
      await first.page.getByTestId("ask-back-now").click();
      expect(await second.page.getByTestId("undone").getByRole("listitem").allInnerTexts()).toEqual(undone);
      await second.page.getByRole("button", { name: "Grant it" }).click();
      await soon(() => first.page.title()).toMatch(/^● Your turn/);
      await soon(() => second.page.getByTestId("log").innerText()).toMatch(/Germany: please let something be taken back.*the takeback is granted/s);
    }),
  ));
