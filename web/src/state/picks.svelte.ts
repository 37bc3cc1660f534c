/** Some of several things, ticked in any order on a list or on the board; the rules want them in theirs. */

import type { Choice, Part, Refused } from "../wire/messages";
import { type FormPlace, NOTHING_LIT, type Onward } from "./forms";

export class Picks {
  readonly kind = "picks";
  /** everything that can be ticked, in the order of the rules */
  all = $state.raw<readonly Choice[]>([]);
  chosen = $state.raw<readonly Part[]>([]);
  /** exactly so many; null: as one likes */
  needs = $state<number | null>(null);
  /** what follows if no more are ticked; null: more (or others) must be */
  onward = $state.raw<Onward | null>(null);
  /** why what is ticked does not go together */
  refusal = $state.raw<Refused | null>(null);

  private readonly at: FormPlace;
  private readonly told: () => void;
  private asked = 0;

  constructor(at: FormPlace, told: () => void) {
    this.at = at;
    this.told = told;
  }

  get base(): readonly Part[] {
    return this.at.base;
  }

  /** Walk any one way to the end, and see what there is on the way. */
  async load(): Promise<void> {
    const { asker, decision, base, shape } = this.at;
    const found = new Map<Part, Choice>();
    let [path, stops] = [base, false];
    for (;;) {
      const reply = await asker.choices(decision.id, path);
      if (reply.type !== "choices") return;
      const things = reply.choices.filter(({ part }) => part !== shape.stop);
      const known = found.size;
      for (const choice of things) if (!found.has(choice.part)) found.set(choice.part, choice);
      stops ||= things.length < reply.choices.length;
      const [first] = things;
      if (first === undefined || (stops && path !== base && found.size === known)) break;
      path = [...path, first.part];
    }
    this.all = [...found.values()];
    this.needs = stops ? null : path.length - base.length;
    if (stops && shape.takesAll(base)) this.chosen = this.all.map(({ part }) => part);
    await this.look();
  }

  get full(): boolean {
    return this.needs !== null && this.chosen.length >= this.needs;
  }

  get lit(): ReadonlySet<string> {
    const beyond = this.onward?.reply.choices.map(({ part }) => part) ?? [];
    const here = this.full ? [] : this.all.map(({ part }) => part).filter((part) => !this.chosen.includes(part));
    const places = [...beyond, ...here].filter((part): part is string => this.at.shape.isPlace(part));
    return places.length === 0 ? NOTHING_LIT : new Set(places);
  }

  /** The places among what is ticked. */
  get places(): readonly string[] {
    return this.chosen.filter((part): part is string => this.at.shape.isPlace(part));
  }

  /** The parts after which "why not?" is asked. */
  get asking(): readonly Part[] {
    return this.onward !== null && this.onward.reply.choices.length > 0 ? this.onward.partial : this.base;
  }

  copies(part: Part): number {
    return this.at.shape.copiesOf(part, this.at.decision.role, this.at.decision);
  }

  times(part: Part): number {
    return this.chosen.filter((other) => other === part).length;
  }

  /** One more of it; once all of it are ticked, none. */
  async toggle(part: Part): Promise<void> {
    const more = this.times(part) < this.copies(part) && !this.full;
    await this.set(more ? [...this.chosen, part] : this.chosen.filter((other) => other !== part));
  }

  async set(parts: readonly Part[]): Promise<void> {
    const known = new Set(this.all.map(({ part }) => part));
    this.chosen = parts.filter((part) => known.has(part));
    await this.look();
  }

  async tickAll(): Promise<void> {
    await this.set(this.all.map(({ part }) => part));
  }

  /** Takes the last tick back; false: there is none. */
  async back(): Promise<boolean> {
    if (this.chosen.length === 0 || this.at.shape.takesAll(this.base)) return false;
    await this.set(this.chosen.slice(0, -1));
    return true;
  }

  /** The ticked parts in the order of the rules, closed where that is the way. */
  private get partial(): readonly Part[] {
    const order = new Map(this.all.map(({ part }, i) => [part, i]));
    const sorted = this.chosen.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    return [...this.base, ...sorted, ...(this.needs === null ? [this.at.shape.stop] : [])];
  }

  private async look(): Promise<void> {
    const number = (this.asked += 1);
    const partial = this.partial;
    this.onward = null;
    this.refusal = null;
    this.told();
    if (this.needs !== null && this.chosen.length < this.needs) return;
    const reply = await this.at.asker.choices(this.at.decision.id, partial);
    if (number !== this.asked) return;
    this.onward = reply.type === "choices" ? { partial, reply } : null;
    this.refusal = reply.type === "refused" && this.chosen.length > 0 ? reply : null;
    this.told();
  }
}
