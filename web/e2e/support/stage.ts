/** What a file of tests stands on: a server and a browser of its own. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type Launching, Server } from "./server";
import { type Manner, openBrowser, type Visit, visit } from "./visit";

export interface Stage {
  readonly server: Server;
  readonly visit: (manner: Manner, act: (visit: Visit) => Promise<void>) => Promise<void>;
}

export function stage(seed: string, more: Launching = {}): Stage {
  let running: { readonly server: Server; readonly browser: Browser } | null = null;
  const now = () => {
    if (running === null) throw new Error("the server and the browser have not started");
    return running;
  };
  beforeAll(async () => {
    const [server, browser] = await Promise.all([Server.start(seed, more), openBrowser()]);
    running = { server, browser };
  });
  afterAll(async () => {
    await running?.browser.close();
    await running?.server.stop();
  });
  return {
    get server() {
      return now().server;
    },
    visit: (manner, act) => visit(now().browser, now().server.address, manner, act),
  };
}
