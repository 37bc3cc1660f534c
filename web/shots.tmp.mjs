import { chromium } from "playwright-core";
const base = process.argv[2];
const post = async (p, b) => (await fetch(base + p, { method: "POST", body: JSON.stringify(b), headers: { "content-type": "application/json" } })).json();
const make = async (scenario, seat, more = {}) => { const m = await post("api/matches", { game: "civilwar", scenario, seat, ...more }); return { link: base + "#/play/" + m.link.token, inv: m.invitations }; };
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const { link } = await make("henry-house-hill", "confederate");
const views = [["desk", { viewport: { width: 1440, height: 900 } }, "light"], ["tablet", { viewport: { width: 820, height: 1100 }, hasTouch: true }, "dark"], ["phone", { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, "light"]];
for (const [name, opts, theme] of views) {
  const c = await b.newContext({ ...opts, locale: name === "tablet" ? "da" : "en-GB" });
  const page = await c.newPage();
  await page.addInitScript((theme) => localStorage.setItem("feltherre.prefs", JSON.stringify({ pace: "none", theme, glass: true })), theme);
  page.on("console", (m) => m.type() === "error" && console.log(name, m.text()));
  page.on("pageerror", (e) => console.log(name, String(e)));
  await page.goto(link);
  await page.getByTestId("progress").waitFor({ timeout: 60000 });
  await page.waitForTimeout(800);
  await page.screenshot({ path: `/tmp/s-${name}-1.png` });
  const inputs = page.locator(".row input:visible");
  console.log(name, await inputs.count());
  const ids = await page.locator(".row").evaluateAll((r) => r.map((x) => x.getAttribute("data-row")));
  console.log(ids.join(" "));
  if (name !== "phone") {
    await inputs.nth(0).fill("GO NW 8 ; PURSUE NO");
    await inputs.nth(1).fill("march south 10");
    await inputs.nth(2).fill("attack nobody");
    await inputs.nth(3).fill("X");
    await page.waitForTimeout(1500);
    await inputs.nth(0).focus();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/s-${name}-2.png` });
    await inputs.nth(4).focus();
    await inputs.nth(4).press("ArrowDown");
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/s-${name}-3.png` });
    await page.keyboard.press("Escape");
    await page.locator("[data-testid=letters] summary").click();
    await page.locator("[data-testid=letters]").scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/s-${name}-4.png` });
  } else {
    await inputs.nth(0).fill("march south 10");
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/s-${name}-2.png` });
    await page.locator("[data-testid=offers]:visible").tap();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/s-${name}-3.png` });
  }
  await c.close();
}
await b.close();
