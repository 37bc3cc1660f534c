/** Asks axe-core what is wrong with an open page: what is serious or critical. */

import { readFile } from "node:fs/promises";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const SOURCE = await readFile(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(SOURCE);
  const { violations } = await page.evaluate((): Promise<AxeResults> => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).map(({ target }) => target.join(" ")).join(", ")} ${nodes[0]?.failureSummary ?? ""}`);
}

declare global {
  interface Window {
    readonly axe: { run(context: Document, options: object): Promise<AxeResults> };
  }
}
