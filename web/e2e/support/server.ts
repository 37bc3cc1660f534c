/** A server of a test's own: a database in a folder of its own, a free port, known dice. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = new URL("../../../", import.meta.url).pathname;
const PYTHON = join(ROOT, ".venv/bin/python");
const PROGRAM = join(ROOT, "tools/browser_server.py");
/** the same with the small games of the tests, of which the client knows nothing */
const WITH_SMALL_GAMES = join(ROOT, "tests/served.py");
/** a built client other than web/dist */
const CLIENT = process.env["FELTHERRE_CLIENT"];

export interface Launching {
  readonly words?: readonly string[];
  readonly smallGames?: boolean;
}

export class Server {
  readonly address: string;
  private readonly folder: string;
  private readonly more: Launching;
  private process: ChildProcess;

  private constructor(address: string, folder: string, more: Launching, process: ChildProcess) {
    this.address = address;
    this.folder = folder;
    this.more = more;
    this.process = process;
  }

  /** The dice of its games depend on the seed alone; `more`: further words for tools/browser_server.py; `smallGames`: with them in its list. */
  static async start(seed: string, more: Launching = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "feltherre-"));
    const { address, process } = await launch(folder, seed, "0", more);
    return new Server(address, folder, more, process);
  }

  /** As if the power had failed. */
  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  /** The same games at the same address. */
  async startAgain(): Promise<void> {
    this.process = (await launch(this.folder, "again", new URL(this.address).port, this.more)).process;
  }

  async stop(): Promise<void> {
    await this.end("SIGTERM");
    await rm(this.folder, { recursive: true, force: true });
  }

  private async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const gone = once(this.process, "exit");
    this.process.kill(signal);
    await gone;
  }
}

async function launch(folder: string, seed: string, port: string, { words: more = [], smallGames = false }: Launching): Promise<{ address: string; process: ChildProcess }> {
  const words = [smallGames ? WITH_SMALL_GAMES : PROGRAM, "--port", port, "--database", join(folder, "games.db"), "--seed", seed, ...more];
  const started = spawn(PYTHON, CLIENT === undefined ? words : [...words, "--client", CLIENT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: started.stdout })) return { address: line.trim(), process: started };
  throw new Error("the server ended before it could be reached");
}
