/** Getting to a table through the pages before it. */

import type { Locator, Page } from "playwright-core";

/** The game that these tests play, among the others of the start page. */
export function norway(page: Page): Locator {
  return page.locator('[data-game="norway"]');
}

/** One click on the start page: Germany against the computer. */
export async function playNow(page: Page): Promise<void> {
  await norway(page).getByRole("button", { name: "Play now" }).click();
  await page.locator(".place.lit").first().waitFor();
}

/** The page that makes a game: one seat is mine, the others are the computer's. */
export async function playAs(page: Page, country: string, computer: string): Promise<void> {
  await norway(page).getByRole("link", { name: "Play with people" }).click();
  await page.getByRole("radio", { name: "3 players" }).check();
  await page.locator(`input[name="own"][value="${country}"]`).check();
  for (const seat of await page.getByRole("combobox").all()) await seat.selectOption(computer);
  await page.getByRole("button", { name: "Make the game" }).click();
  await page.locator(".place").first().waitFor();
}

/** The page that makes a game for people: my seat is Germany's; answers with the invitation for the other. */
export async function invite(page: Page): Promise<string> {
  await norway(page).getByRole("link", { name: "Play with people" }).click();
  await page.getByRole("radio", { name: "2 players" }).check();
  await page.locator('input[name="own"][value="germany"]').check();
  await page.getByRole("button", { name: "Make the game" }).click();
  return page.getByRole("textbox", { name: "Invitation" }).inputValue();
}

export async function toTheTable(page: Page): Promise<void> {
  await page.getByRole("link", { name: "To the table" }).click();
  await page.locator(".place").first().waitFor();
}

export async function takeTheSeat(page: Page, invitation: string, name: string): Promise<void> {
  await page.goto(invitation);
  await page.getByRole("textbox", { name: "Your name, for the others" }).fill(name);
  await page.getByRole("button", { name: "Take the seat" }).click();
  await page.locator(".place").first().waitFor();
}

/** The start page's way into the advanced game of Norway. */
export async function playAdvanced(page: Page): Promise<void> {
  await norway(page).getByTestId("play-variant").click();
  await page.getByTestId("guide").waitFor();
}

/** The page that makes a game, with the advanced rules; one seat of two is mine, the other the computer's. */
export async function playAdvancedAs(page: Page, seat: string, computer: string): Promise<void> {
  await norway(page).getByRole("link", { name: "Play with people" }).click();
  await page.getByRole("radio", { name: "Advanced rules" }).check();
  await page.getByRole("radio", { name: "2 players" }).check();
  await page.locator(`input[name="own"][value="${seat}"]`).check();
  for (const other of await page.getByRole("combobox").all()) await other.selectOption(computer);
  await page.getByRole("button", { name: "Make the game" }).click();
  await page.getByTestId("guide").waitFor();
}
