/** What helps to decide: what the computer would do now, all it means to do this turn, and the exact chances of what can be seen coming. */

import type { WireClient } from "../wire/client";
import type { Hint, PlannedOrder, PlanOf, Position, Prospect, Refused, Traced, Welcome } from "../wire/messages";
import { type Refusal, refusalOf, unlessClosed } from "./asking";
import type { Builder } from "./builder.svelte";
import { prefs } from "./prefs.svelte";

/** helps that a table has or has not */
export const ADVICE = "advice";
const ODDS = "odds";
/** the server answers so many questions of a seat at once, and no more */
const BUSY = "server.error.busy";
const ASK_AGAIN = 150;

/** The seat that is advised. */
interface Advised {
  readonly adviser: string;
  readonly builder: Builder | null;
  readonly welcome: Pick<Welcome, "aids" | "noted"> | null;
  refusal: Refusal | null;
}

/** An order as the board shows it; `number`: its place in the plan. */
export interface Shown {
  readonly drawn: Traced;
  readonly number: number | null;
  /** it comes next; all others are faint */
  readonly next: boolean;
}

export class Advice {
  hint = $state.raw<Hint | null>(null);
  private plan = $state.raw<PlanOf | null>(null);
  /** whose plan it is */
  private role = $state("");
  prospects = $state.raw<readonly Prospect[]>([]);
  /** an answer is being thought about */
  thinking = $state(false);
  /** what the map is brought to */
  sought = $state.raw<readonly string[]>([]);
  /** the decision whose chances have been asked for, where that is noted */
  private opened = $state("");

  private readonly seat: Advised;
  private readonly wire: Pick<WireClient, "ask">;
  private prospectsOf = "";
  private foreseen = 0;

  constructor(seat: Advised, wire: Pick<WireClient, "ask">) {
    this.seat = seat;
    this.wire = wire;
  }

  /** Whether this table has advice. */
  get given(): boolean {
    return this.seat.welcome?.aids.includes(ADVICE) ?? false;
  }

  /** Each use is noted in the log. */
  get noted(): boolean {
    return this.seat.welcome?.noted ?? false;
  }

  private get decision(): string {
    return this.seat.builder?.decision.id ?? "";
  }

  /** Chances are there, but only for whoever asks for them at this decision. */
  get closed(): boolean {
    return this.noted && this.mayHaveOdds && this.opened !== this.decision;
  }

  private get mayHaveOdds(): boolean {
    return prefs.odds && (this.seat.welcome?.aids.includes(ODDS) ?? false);
  }

  private get showsOdds(): boolean {
    return this.mayHaveOdds && (!this.noted || (this.decision !== "" && this.opened === this.decision));
  }

  // what the computer would do

  async askHint(): Promise<void> {
    const hint = await this.hinted();
    if (hint !== null) this.show(hint);
  }

  async askPlan(): Promise<void> {
    const plan = await this.asked((who) => this.wire.ask({ type: "plan", ...who }));
    if (plan === null) return;
    this.hint = null;
    this.role = this.seat.builder?.decision.role ?? "";
    this.plan = plan;
    this.sought = plan.orders.flatMap(({ drawn }) => placesOf(drawn));
  }

  private hinted(): Promise<Hint | null> {
    return this.asked((who) => this.wire.ask({ type: "hint", ...who }));
  }

  /** What the server answers to a question for advice; null: it is refused, or one is being thought about already. */
  private async asked<T extends Hint | PlanOf>(ask: (who: { readonly role: string; readonly player: string }) => Promise<T | Refused>): Promise<T | null> {
    const role = this.seat.builder?.decision.role;
    if (role === undefined || this.thinking) return null;
    this.thinking = true;
    try {
      const reply = await unlessClosed(ask({ role, player: this.seat.adviser }));
      if (reply.type !== "refused") return reply as T;
      this.seat.refusal = refusalOf(reply as Refused);
      return null;
    } finally {
      this.thinking = false;
    }
  }

  private show(hint: Hint): void {
    this.hint = hint;
    // a plan that no longer holds is not shown beside it
    if (this.plan !== null && !this.plan.orders.some(({ action }) => same(action, hint.action))) this.plan = null;
    this.sought = placesOf(hint.drawn ?? {});
  }

  /** The question is another one: what was advised for the one before has been done, or not. */
  forget(): void {
    this.hint = null;
    if (this.plan === null) this.sought = [];
  }

  putAway(): void {
    this.plan = null;
    this.forget();
  }

  /** The plan of who is asked now. */
  get planned(): PlanOf | null {
    return this.seat.builder?.decision.role === this.role ? this.plan : null;
  }

  /** The order of the plan that comes next. */
  get next(): PlannedOrder | null {
    return this.planned?.orders[0] ?? null;
  }

  /** This seat has given an answer: of the plan it is done; a plan that is not followed is put away. */
  acted(action: unknown): void {
    const { plan } = this;
    if (plan === null) return;
    const orders = plan.orders.filter((order) => !same(order.action, action));
    this.plan = orders.length === plan.orders.length || orders.length === 0 ? null : { ...plan, orders, changed: null };
    if (this.plan === null) this.sought = [];
  }

  /** What the board shows: the plan, and of it or beside it what comes next. */
  get shown(): readonly Shown[] {
    const { hint, planned: plan } = this;
    const planned = (plan?.orders ?? []).map(({ action, drawn }, i) => ({ drawn, number: i + 1, next: hint === null ? i === 0 : same(action, hint.action) }));
    return hint === null || planned.some(({ next }) => next) ? planned : [{ drawn: hint.drawn ?? {}, number: null, next: true }, ...planned];
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
    else this.show(hint);
  }

  // chances

  /** They are wanted for this decision, though it is noted. */
  openOdds(position: Position | null): void {
    this.opened = this.decision;
    this.prospectsOf = "";
    if (position !== null) this.askProspects(position);
  }

  /** The chances of what an answer would bring about. */
  async foresee(action: unknown): Promise<readonly Prospect[]> {
    const { decision } = this;
    if (!this.showsOdds || decision === "") return [];
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
    if (!this.showsOdds) this.prospects = [];
    const key = String(line);
    if (!this.showsOdds || over || key === this.prospectsOf) return;
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

/** All places that are seen of an answer. */
export function placesOf({ ways = [], strikes = [], marks = [] }: Traced): readonly string[] {
  return [...ways.flat(), ...strikes.flat(), ...marks];
}

/** The same answer: both are as the server writes it. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
