/** Some of several things, picked in any order on a list or on the board; the server puts them into that of the rules. */

import type { Text } from "../texts/text";
import type { Choice, Part, Refused } from "../wire/messages";
import type { Reason } from "./answer";
import { type FormPlace, NOTHING_LIT, type Onward } from "./forms";
import { isEnd, onSheet } from "./sheet";

export class Several {
  readonly kind = "several";
  /** everything that can be picked, in the order of the rules */
  readonly all: readonly Choice[];
  /** exactly so many; 0: as one likes */
  readonly need: number;
  chosen = $state.raw<readonly Part[]>([]);
  /** what may still be picked */
  more = $state.raw<readonly Choice[]>([]);
  /** what follows if no more are picked; null: more (or others) must be */
  onward = $state.raw<Onward | null>(null);
  /** why what is picked does not go together, and why it is not enough */
  refusal = $state.raw<Refused | null>(null);
  lacking = $state.raw<Reason | null>(null);
  /** what is picked amounts to, and what it is called to end with it */
  note = $state.raw<Text | null>(null);
  ending = $state.raw<Text | null>(null);

  private readonly at: FormPlace;
  private readonly told: () => void;
  private asked = 0;

  constructor(at: FormPlace, told: () => void) {
    this.at = at;
    this.told = told;
    this.all = at.choices.filter((choice) => !isEnd(choice));
    this.more = this.all;
    this.need = at.picking.need ?? 0;
  }

  async load(): Promise<void> {
    if (this.at.picking.all) this.chosen = this.all.map(({ part }) => part);
    await this.look();
  }

  get base(): readonly Part[] {
    return this.at.base;
  }

  /** Everything is a place: they are tapped on the board, and one may be named more than once. */
  get placing(): boolean {
    return this.all.length > 0 && this.all.every(({ what }) => what === "place");
  }

  get full(): boolean {
    return this.need > 0 && this.chosen.length >= this.need;
  }

  get lit(): ReadonlySet<string> {
    const lit = onSheet([...(this.onward?.reply.choices ?? []), ...this.more], this.at.sheet);
    return lit.length === 0 ? NOTHING_LIT : new Set(lit);
  }

  /** What of it is picked on the board. */
  get places(): readonly string[] {
    return this.chosen.filter((part) => this.at.sheet.has(part));
  }

  /** The parts after which "why not?" is asked. */
  get asking(): readonly Part[] {
    return this.onward !== null && this.onward.reply.choices.length > 0 ? this.onward.partial : [...this.base, ...this.chosen];
  }

  times(part: Part): number {
    return this.chosen.filter((other) => other === part).length;
  }

  mayAdd(part: Part): boolean {
    return this.more.some((choice) => choice.part === part);
  }

  /** One more of it; once there are no more of it, none. */
  async toggle(part: Part): Promise<void> {
    if (this.mayAdd(part)) await this.set([...this.chosen, part]);
    else await this.set(this.chosen.filter((other) => other !== part));
  }

  /** One less of it. */
  async remove(part: Part): Promise<void> {
    const at = this.chosen.lastIndexOf(part);
    if (at >= 0) await this.set(this.chosen.filter((_, i) => i !== at));
  }

  async set(parts: readonly Part[]): Promise<void> {
    const known = new Set(this.all.map(({ part }) => part));
    this.chosen = parts.filter((part) => known.has(part));
    await this.look();
  }

  async tickAll(): Promise<void> {
    await this.set(this.all.map(({ part }) => part));
  }

  /** As somebody has suggested: the parts of a whole answer after the base. */
  async fill(parts: readonly Part[]): Promise<void> {
    const known = new Set(this.all.map(({ part }) => part));
    const other = parts.findIndex((part) => !known.has(part));
    const picked = other < 0 ? parts : parts.slice(0, other);
    await this.set(this.need > 0 ? picked.slice(0, this.need) : picked);
  }

  /** Takes the last one back; false: there is none. */
  async back(): Promise<boolean> {
    if (this.chosen.length === 0 || this.at.picking.all) return false;
    await this.set(this.chosen.slice(0, -1));
    return true;
  }

  private async look(): Promise<void> {
    const number = (this.asked += 1);
    const { asker, decision, base } = this.at;
    const partial = [...base, ...this.chosen];
    this.onward = null;
    this.refusal = null;
    this.lacking = null;
    this.more = this.all.filter(({ part }) => !this.chosen.includes(part));
    this.told();
    const reply = partial.length === 0 ? this.beginning() : await asker.choices(decision.id, partial);
    if (number !== this.asked) return;
    const end = reply.type === "choices" ? reply.choices.find(isEnd) : undefined;
    this.note = reply.type === "choices" ? (reply.picking?.note ?? null) : null;
    this.ending = end?.label ?? null;
    if (reply.type === "refused") this.refusal = this.chosen.length > 0 ? reply : null;
    else if (reply.picking?.pick !== "several" || this.full || reply.choices.length === 0) {
      this.more = [];
      this.onward = { partial, reply };
    } else {
      this.more = reply.choices.filter((choice) => !isEnd(choice));
      await this.close(number, partial, end?.part);
    }
    if (number === this.asked) this.told();
  }

  private beginning() {
    const { choices, picking } = this.at;
    return { type: "choices", id: "", choices, picking, action: null, text: "" } as const;
  }

  /** What the answer is if it ends here; or why it may not. */
  private async close(number: number, partial: readonly Part[], end: Part | undefined): Promise<void> {
    const { asker, decision, picking } = this.at;
    if (end !== undefined) {
      const reply = await asker.choices(decision.id, [...partial, end]);
      if (number === this.asked && reply.type === "choices") this.onward = { partial: [...partial, end], reply };
      return;
    }
    const closing = picking.end ?? null;
    if (closing === null || this.chosen.length === 0) return;
    const { reason, rule } = await asker.whyNot(decision.id, partial, closing);
    if (number === this.asked && reason !== null) this.lacking = { part: null, text: reason, rule: rule ?? null };
  }
}
