import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => {
  /** the server that `npm run dev` talks to */
  const server = loadEnv(mode, ".", "FELTHERRE_")["FELTHERRE_SERVER"] ?? "http://127.0.0.1:8940";
  return {
    plugins: [svelte()],
    // relative addresses, so that the built page works from any folder of any server
    base: "./",
    // nothing inline: the server's Content-Security-Policy allows only files of its own
    build: { target: "es2022", sourcemap: true, assetsInlineLimit: 0 },
    server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
    test: { include: ["tests/**/*.test.ts"], environment: "node" },
  };
});
