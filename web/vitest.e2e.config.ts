/** The real-browser tests: `npm run test:browser`. They need Chromium and the set-up of `make setup`; see e2e/README.md. */
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What plays the longest, the longest first: begun last it would go on alone, with one core idle. */
const LONG = ["two-browsers.e2e.ts", "barriers.e2e.ts", "advanced.e2e.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const long = LONG.flatMap((name) => rest.filter((file) => file.moduleId.endsWith(`/${name}`)));
    return [...long, ...rest.filter((file) => !long.includes(file))];
  }
}

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    sequence: { sequencer: LongestFirst },
    // each file has a browser and a server of its own: more than two at once only get in each other's way
    maxWorkers: 2,
    // a page on a busy machine may be slow to answer: what fails twice is broken
    retry: 1,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    reporters: ["verbose"],
  },
});
