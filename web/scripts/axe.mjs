// Asks axe-core what is wrong with an open page, for the browser tests: serious and critical findings only.

import { readFile } from "node:fs/promises";

const source = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

export async function findings(page) {
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 5).join(", ")} ${nodes[0]?.failureSummary ?? ""}`);
}
