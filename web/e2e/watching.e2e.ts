/** Those who do not play: the umpire and a spectator are told of the players, never addressed as one. */

import { expect, it } from "vitest";
import { stage } from "./support/stage";

const on = stage("watching");

interface Link {
  readonly token: string;
}
interface Made {
  readonly umpire: Link;
  readonly spectators: Link;
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(new URL(path, on.server.address), { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as T;
}

/** A game whose players are two people who have not come yet: the addresses of umpire and spectator. */
async function watched(game: string): Promise<{ readonly umpire: string; readonly spectator: string }> {
  const { umpire, spectators } = await post<Made>("api/matches", { game, umpire: true, spectators: true });
  const { token } = await post<Link>("api/claim", { token: umpire.token });
  const at = (of: string) => new URL(`#/play/${of}`, on.server.address).href;
  return { umpire: at(token), spectator: at(spectators.token) };
}

for (const game of ["norway", "winterwar"]) {
  it(`${game}: the umpire is told that he is the umpire, and what he can do`, () =>
    on.visit({}, async ({ page }) => {
      await page.goto((await watched(game)).umpire);
      await page.locator("[data-place]").first().waitFor();
      expect(await page.getByTestId("watching").innerText()).toMatch(/^You are the umpire/);
      const desk = page.getByTestId("umpire");
      await desk.getByText("the software umpires by itself").waitFor();
      const asked = await desk.locator("li span").allInnerTexts();
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.join(" ")).not.toMatch(/\byour?\b/i);
      expect(await desk.locator("select option").allInnerTexts()).not.toContain("place ship");
      await desk.getByTestId("answer-for").first().click();
      await page.getByText(/^You answer in the place of /).waitFor();
      await page.getByRole("tab", { name: "Log" }).click();
      expect(await page.getByRole("tabpanel").innerText()).not.toMatch(/\byour?\b/i);
    }));

  it(`${game}: a spectator is told what the players do`, () =>
    on.visit({}, async ({ page }) => {
      await page.goto((await watched(game)).spectator);
      await page.locator("[data-place]").first().waitFor();
      expect(await page.getByTestId("watching").innerText()).toBe("You watch this game and see what lies open.");
      for (const text of [await page.getByTestId("waiting").innerText(), await page.getByRole("tabpanel").innerText()]) {
        expect(text).not.toMatch(/\byour?\b/i);
      }
    }));
}

it("one's own seat in a second window says so, in English without words of another language", () =>
  on.visit({}, async ({ page }) => {
    await page.locator('[data-game="norway"]').getByTestId("play-now").click();
    await page.getByTestId("prompt").waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText("in another window of yours").waitFor();
    expect(await second.locator("i[lang]").count()).toBe(0);
    await second.getByRole("button", { name: "Take the pen" }).click();
    await page.getByText("in another window of yours").waitFor();
  }));
