import { defineConfig } from "vitest/config";

export default defineConfig({
  // relative addresses, so that the built page works from any folder of any server
  base: "./",
  build: { target: "es2022", sourcemap: true },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
