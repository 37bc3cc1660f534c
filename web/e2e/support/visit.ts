/** A person's browser: a page that is watched for everything a page must not do. */

import { mkdir } from "node:fs/promises";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { Wire } from "./wire";

/** Debian's; FELTHERRE_CHROMIUM names another. */
const CHROMIUM = process.env["FELTHERRE_CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** pictures of pages on which a test failed; not in git */
const FAILURES = new URL("../failures/", import.meta.url).pathname;

export interface Visit {
  readonly page: Page;
  readonly wire: Wire;
  /** console errors, uncaught errors, and requests to anybody but the server */
  readonly trouble: readonly string[];
}

export interface Manner extends BrowserContextOptions {
  /** how fast others' acts are told; "none" unless the test is about it */
  readonly pace?: "slow" | "calm" | "none";
  /** console errors that this test brings about on purpose */
  readonly expected?: RegExp;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Do something in a browser of one's own; it fails if the page did anything it must not. */
export async function visit(browser: Browser, address: string, manner: Manner, act: (visit: Visit) => Promise<void>): Promise<void> {
  const { pace = "none", expected, ...options } = manner;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const trouble = watch(page, new URL(address).host, expected);
  // only before the first page: what the person sets later stays
  await page.addInitScript((chosen) => {
    localStorage.getItem("feltherre.prefs") ?? localStorage.setItem("feltherre.prefs", JSON.stringify({ pace: chosen }));
  }, pace);
  const wire = new Wire(page);
  try {
    await page.goto(address);
    await act({ page, wire, trouble });
    expect(trouble, "what a page must not do").toEqual([]);
  } catch (error) {
    await picture(page);
    throw trouble.length === 0 ? error : new Error(`${String(error)}\n${trouble.join("\n")}`, { cause: error });
  } finally {
    await context.close();
  }
}

function watch(page: Page, host: string, expected?: RegExp): readonly string[] {
  const trouble: string[] = [];
  const outside = (address: string) => {
    const { protocol, host: asked } = new URL(address);
    if (asked !== host && protocol !== "data:" && protocol !== "blob:") trouble.push(`asked ${address}`);
  };
  page.on("console", (message) => {
    if (message.type() === "error" && !expected?.test(message.text())) trouble.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => trouble.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => outside(request.url()));
  page.on("websocket", (socket) => outside(socket.url()));
  return trouble;
}

async function picture(page: Page): Promise<void> {
  await mkdir(FAILURES, { recursive: true });
  const name = (expect.getState().currentTestName ?? "test").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const path = `${FAILURES}${name}-${Date.now() % 100_000}.png`;
  await page.screenshot({ path }).then(
    () => console.error(`what the page looked like: ${path}`),
    () => undefined,
  );
}
