/** The real-browser tests: `npm run test:browser`. They need Chromium and the set-up of `make setup`; see e2e/README.md. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    // each file has a browser and a server of its own: more than two at once only get in each other's way
    maxWorkers: 2,
    // a page on a busy machine may be slow to answer: what fails twice is broken
    retry: 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    reporters: ["verbose"],
  },
});
