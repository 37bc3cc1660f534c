/** A place for each of several things: choose things, then the place. */

import type { Text } from "../texts/text";
import type { Choice, Part } from "../wire/messages";
import { type FormPlace, NOTHING_LIT, type Onward } from "./forms";
import { isEnd, onSheet } from "./sheet";

/** Something to be put somewhere, with the places that are open to it. */
export interface Stationed {
  readonly id: string;
  readonly name: Text;
  readonly choices: readonly Choice[];
  /** the place that leaves it where it is; nobody has to choose it */
  readonly idle: Part | null;
}

export class Stations {
  readonly kind = "stations";
  /** as many as one likes; the others stay where they are */
  readonly some: boolean;
  things = $state.raw<readonly Stationed[]>([]);
  placed = $state.raw<ReadonlyMap<string, Part>>(new Map());
  selected = $state.raw<ReadonlySet<string>>(new Set());
  onward = $state.raw<Onward | null>(null);

  private readonly at: FormPlace;
  private readonly told: () => void;
  private asked = 0;

  constructor(at: FormPlace, told: () => void) {
    this.at = at;
    this.told = told;
    this.some = at.picking.pick === "pairs";
  }

  get base(): readonly Part[] {
    return this.at.base;
  }

  async load(): Promise<void> {
    this.things = this.some ? await this.askedApart() : await this.askedInTurn();
    this.placed = new Map(this.things.flatMap(({ id, idle }) => (idle === null ? [] : [[id, idle]])));
    const [only, ...others] = this.things;
    if (only !== undefined && others.length === 0) this.selected = new Set([only.id]);
    await this.look();
  }

  /** One thing after the other is asked for; what it may do does not depend on the others. */
  private async askedInTurn(): Promise<readonly Stationed[]> {
    const { asker, decision, base } = this.at;
    const found: Stationed[] = [];
    let [path, choices, picking] = [base, this.at.choices, this.at.picking];
    for (;;) {
      const [first] = choices;
      const { thing = "", name, idle = null } = picking;
      if (first === undefined || picking.pick !== "each" || name === undefined || name === null) return found;
      // two crews of sunk ships have the same name
      const twins = found.filter(({ id }) => id === thing || id.startsWith(`${thing}#`)).length;
      found.push({ id: twins === 0 ? thing : `${thing}#${twins}`, name, choices, idle: choices.some(({ part }) => part === idle) ? idle : null });
      path = [...path, first.part];
      const reply = await asker.choices(decision.id, path);
      if (reply.type !== "choices") return found;
      [choices, picking] = [reply.choices, reply.picking ?? {}];
    }
  }

  /** The things are choices themselves, and the places come after each. */
  private async askedApart(): Promise<readonly Stationed[]> {
    const { asker, decision, base, choices } = this.at;
    const things = choices.filter((choice) => !isEnd(choice));
    return Promise.all(
      things.map(async ({ part, label }) => {
        const after = await asker.choices(decision.id, [...base, part]);
        return { id: String(part), name: label, choices: after.type === "choices" ? after.choices : [], idle: null };
      }),
    );
  }

  /** The places of the selected things; of none the next one that has no place yet. */
  get lit(): ReadonlySet<string> {
    const places = onSheet(this.taken.flatMap(({ choices }) => choices), this.at.sheet);
    return places.length === 0 ? NOTHING_LIT : new Set(places);
  }

  private get taken(): readonly Stationed[] {
    if (this.selected.size > 0) return this.things.filter(({ id }) => this.selected.has(id));
    const next = this.some ? undefined : this.things.find(({ id }) => !this.placed.has(id));
    return next === undefined ? [] : [next];
  }

  /** The parts after which "why not?" is asked: of the first thing in hand. */
  get asking(): readonly Part[] {
    const at = this.things.findIndex(({ id }) => id === this.taken[0]?.id);
    const before = this.things.slice(0, Math.max(0, at));
    if (this.some) return at < 0 ? this.base : [...this.base, this.things[at]?.id ?? ""];
    return [...this.base, ...before.map(({ choices }) => choices[0]?.part ?? "")];
  }

  /** All places that any of the things may go to, in the order of the rules. */
  get targets(): readonly Choice[] {
    const found = new Map<Part, Choice>();
    for (const { choices } of this.things) for (const choice of choices) if (!found.has(choice.part)) found.set(choice.part, choice);
    return [...found.values()];
  }

  lyingAt(place: Part): readonly Stationed[] {
    return this.things.filter(({ id }) => this.placed.get(id) === place);
  }

  get waiting(): number {
    return this.things.filter(({ id }) => !this.placed.has(id)).length;
  }

  select(id: string): void {
    const chosen = new Set(this.selected);
    if (!chosen.delete(id)) chosen.add(id);
    this.selected = chosen;
  }

  selectMany(ids: readonly string[]): void {
    this.selected = new Set(ids);
  }

  /** Put the selected things there, those that may; false: none of them may. */
  async put(place: Part): Promise<boolean> {
    const going = this.taken.filter(({ choices }) => choices.some(({ part }) => part === place));
    if (going.length === 0) return this.takeUp(place);
    const placed = new Map(this.placed);
    for (const { id } of going) placed.set(id, place);
    this.placed = placed;
    this.selected = new Set();
    await this.look();
    return true;
  }

  /** Nothing is in hand: what lies there is taken up. */
  private takeUp(place: Part): boolean {
    const there = this.lyingAt(place);
    if (this.selected.size > 0 || there.length === 0) return false;
    this.selected = new Set(there.map(({ id }) => id));
    return true;
  }

  async takeAway(id: string): Promise<void> {
    const idle = this.things.find((thing) => thing.id === id)?.idle ?? null;
    const placed = new Map(this.placed);
    if (idle === null) placed.delete(id);
    else placed.set(id, idle);
    this.placed = placed;
    await this.look();
  }

  /** As somebody has suggested: the parts of a whole answer after the base. */
  async fill(parts: readonly Part[]): Promise<void> {
    const wanted = new Map(this.some ? pairsOf(parts) : this.things.map(({ id }, i) => [id, parts[i]]));
    const may = (thing: Stationed, place: Part | undefined) => thing.choices.some(({ part }) => part === place);
    this.placed = new Map(this.things.flatMap((thing) => [wanted.get(thing.id), thing.idle].flatMap((place): [string, Part][] => (place !== undefined && place !== null && may(thing, place) ? [[thing.id, place]] : [])).slice(0, 1)));
    this.selected = new Set();
    await this.look();
  }

  /** Lets go of what is selected, or takes the last placing back; false: there is neither. */
  async back(): Promise<boolean> {
    if (this.selected.size > 0 && this.things.length > 1) {
      this.selected = new Set();
      return true;
    }
    const last = [...this.placed].findLast(([id]) => !this.isIdle(id))?.[0];
    if (last === undefined) return false;
    await this.takeAway(last);
    return true;
  }

  /** It stays where it is. */
  isIdle(id: string): boolean {
    const thing = this.things.find((other) => other.id === id);
    return thing !== undefined && thing.idle !== null && this.placed.get(id) === thing.idle;
  }

  private get partial(): readonly Part[] | null {
    if (!this.some) return this.waiting > 0 ? null : [...this.base, ...this.things.map(({ id }) => this.placed.get(id) ?? "")];
    const going = this.things.filter(({ id }) => this.placed.has(id));
    if (going.length === 0) return null;
    const end = this.at.choices.find(isEnd)?.part ?? this.at.picking.end ?? null;
    return [...this.base, ...going.flatMap(({ id }): Part[] => [id, this.placed.get(id) ?? ""]), ...(end === null ? [] : [end])];
  }

  private async look(): Promise<void> {
    const number = (this.asked += 1);
    const partial = this.partial;
    this.onward = null;
    this.told();
    if (partial === null || this.things.length === 0) return;
    const reply = await this.at.asker.choices(this.at.decision.id, partial);
    if (number !== this.asked) return;
    this.onward = reply.type === "choices" ? { partial, reply } : null;
    this.told();
  }
}

function pairsOf(parts: readonly Part[]): readonly [string, Part | undefined][] {
  return parts.flatMap((part, i): [string, Part | undefined][] => (i % 2 === 0 ? [[String(part), parts[i + 1]]] : []));
}
