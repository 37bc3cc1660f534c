/** What helps to decide: what the computer would do, and the exact chances of what can be seen coming. */

import type { WireClient } from "../wire/client";
import type { Hint, Position, Prospect } from "../wire/messages";
import { type Refusal, refusalOf, unlessClosed } from "./asking";
import type { Builder } from "./builder.svelte";
import { prefs } from "./prefs.svelte";

/** the server answers so many questions of a seat at once, and no more */
const BUSY = "server.error.busy";
const ASK_AGAIN = 150;

/** The seat that is advised. */
interface Advised {
  readonly adviser: string;
  readonly builder: Builder | null;
  refusal: Refusal | null;
}

export class Advice {
  hint = $state.raw<Hint | null>(null);
  prospects = $state.raw<readonly Prospect[]>([]);

  private readonly seat: Advised;
  private readonly wire: Pick<WireClient, "ask">;
  private prospectsOf = "";
  private foreseen = 0;

  constructor(seat: Advised, wire: Pick<WireClient, "ask">) {
    this.seat = seat;
    this.wire = wire;
  }

  async askHint(): Promise<void> {
    this.hint = (await this.hinted()) ?? this.hint;
  }

  private async hinted(): Promise<Hint | null> {
    const role = this.seat.builder?.decision.role;
    if (role === undefined) return null;
    const reply = await unlessClosed(this.wire.ask({ type: "hint", role, player: this.seat.adviser }));
    if (reply.type === "hint") return reply;
    this.seat.refusal = refusalOf(reply);
    return null;
  }

  /** Fill the form of the answer as the adviser would; nothing is sent. Would he rather answer otherwise, he says so. */
  async suggest(): Promise<void> {
    const { builder } = this.seat;
    const form = builder?.form;
    if (builder === null || !form) return;
    const hint = await this.hinted();
    if (hint === null || builder.form !== form) return;
    const parts = hint.parts ?? [];
    if (form.base.every((part, i) => parts[i] === part)) await form.fill(parts.slice(form.base.length));
    else this.hint = hint;
  }

  /** The chances of what an answer would bring about. */
  async foresee(action: unknown): Promise<readonly Prospect[]> {
    const decision = this.seat.builder?.decision.id;
    if (!prefs.odds || decision === undefined) return [];
    const number = (this.foreseen += 1);
    for (;;) {
      const reply = await unlessClosed(this.wire.ask({ type: "prospects", decision, action }));
      if (reply.type === "prospects") return reply.prospects;
      // the server still thinks about what was asked before; only what is asked last is of use
      if (reply.reason.key !== BUSY || number !== this.foreseen) return [];
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
      if (number !== this.foreseen) return [];
    }
  }

  /** The chances of a position are asked for until they are told, or until there is another position. */
  askProspects({ line, over }: Position): void {
    const key = String(line);
    if (!prefs.odds || over || key === this.prospectsOf) return;
    this.prospectsOf = key;
    void this.tellProspects(key);
  }

  private async tellProspects(key: string): Promise<void> {
    while (this.prospectsOf === key) {
      const reply = await unlessClosed(this.wire.ask({ type: "prospects" }));
      if (this.prospectsOf !== key) return;
      if (reply.type === "prospects") this.prospects = reply.prospects;
      if (reply.type === "prospects" || reply.reason.key !== BUSY) return;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  }
}
