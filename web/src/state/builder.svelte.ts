/**
 * An answer that is being built, part by part, from the choices the server offers. The client knows no rule: what may
 * come next, whether the answer is whole and why something may not be chosen are all asked over the wire.
 */

import type { Text } from "../texts/text";
import type { Choice, Choices, DecisionSeen, Part, Refused } from "../wire/messages";
import type { Asker } from "./forms";
import { Picks } from "./picks.svelte";
import type { AnswerShape, Bag, Leg } from "./shape";
import { Stations } from "./stations.svelte";

export type { Asker } from "./forms";

export interface Whole {
  readonly action: unknown;
  readonly text: string;
  readonly words?: Text | null;
  readonly warnings?: readonly Text[];
}

/** The answer that a reply with nothing more to choose stands for. */
function wholeOf(reply: Pick<Choices, "action" | "text" | "words" | "warnings">): Whole {
  return { action: reply.action, text: reply.text, words: reply.words ?? null, warnings: reply.warnings ?? [] };
}

export interface Reason {
  readonly part: Part | null;
  readonly text: Text;
  readonly rule: string | null;
}

export interface Filling {
  readonly kind: Extract<Bag, "items" | "places">;
  /** what may be put in first, in the order of the rules; of items later ones may follow that are not named here */
  readonly order: readonly Choice[];
  readonly items: readonly Part[];
  /** how many must go in; null: as many as one likes */
  readonly needs: number | null;
}

/** the prompt of core/agenda.py where dice are not thrown by the server */
const TYPE_DICE = "core.prompt.type-dice";

/** What a tap on a place did. */
export type Tapped = "chosen" | "commit" | "refused";

export class Builder {
  readonly decision: DecisionSeen;
  partial = $state.raw<readonly Part[]>([]);
  choices = $state.raw<readonly Choice[]>([]);
  /** what would come after each choice of the beginning, as far as it is known */
  ahead = $state.raw<ReadonlyMap<Part, Choices>>(new Map());
  amount = $state<number | null>(null);
  whole = $state.raw<Whole | null>(null);
  filling = $state.raw<Filling | null>(null);
  /** a list to tick, or things to be put somewhere */
  form = $state.raw<Picks | Stations | null>(null);
  reason = $state.raw<Reason | null>(null);
  busy = $state(false);

  private readonly asker: Asker;
  private readonly shape: AnswerShape;
  private asked = 0;
  /** the parts at which the person made a choice; stepping back goes from one to the one before */
  private stops: number[] = [];

  constructor(decision: DecisionSeen, asker: Asker, shape: AnswerShape) {
    this.decision = decision;
    this.asker = asker;
    this.shape = shape;
    this.choices = decision.choices;
  }

  /** Look one step ahead, so that the board can be lit before a kind of answer is chosen. */
  async begin(): Promise<void> {
    if (this.decision.choices.length === 0) {
      // nothing is to be chosen, but it has to be said
      const reply = await this.ask([]);
      if (reply?.type === "choices") this.whole = wholeOf(reply);
      return;
    }
    this.startFilling();
    if (this.filling !== null || this.form !== null || this.decision.choices.length > 12) return;
    const kinds = this.decision.choices.filter((choice) => typeof choice.part === "string" && !this.shape.isPlace(choice.part));
    const found = await Promise.all(kinds.map((choice) => this.asker.choices(this.decision.id, [choice.part])));
    const ahead = new Map<Part, Choices>();
    kinds.forEach((choice, i) => {
      const reply = found[i];
      if (reply?.type === "choices") ahead.set(choice.part, reply);
    });
    this.ahead = ahead;
  }

  // what the board and the panel show

  /** Numbers are asked for now. */
  get counting(): boolean {
    return this.choices.length > 0 && this.choices.every((choice) => this.shape.isCount(choice));
  }

  /** Real dice are typed in now; they may be many, and a slip is taken back before they are sent. */
  get typing(): boolean {
    return this.decision.prompt.key === TYPE_DICE;
  }

  /** Something is chosen that can be sent at once. */
  get previewing(): boolean {
    return this.whole !== null || (this.counting && this.amount !== null);
  }

  get started(): boolean {
    return this.partial.length > 0 || (this.filling?.items.length ?? 0) > 0 || this.formStarted;
  }

  private get formStarted(): boolean {
    const form = this.form;
    if (form === null) return false;
    return form.kind === "picks" ? form.chosen.length > 0 : form.selected.size > 0 || [...form.placed.values()].some((part) => part !== this.shape.idle);
  }

  /** The places chosen so far, in order: a path on the board. */
  get path(): readonly string[] {
    const chosen = this.filling?.kind === "places" ? [...this.partial, ...this.filling.items] : this.partial;
    const named = chosen.filter((part): part is string => this.shape.isPlace(part));
    return this.form?.kind === "picks" ? [...named, ...this.form.places] : named;
  }

  /** The ways that are planned, as arrows. */
  get legs(): readonly Leg[] {
    return this.filling !== null || this.form !== null ? [] : this.shape.legsOf(this.path, this.decision);
  }

  /** How many things are to be put where. */
  get planned(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const places = this.form?.kind === "stations" ? [...this.form.placed.values()] : [];
    for (const place of places) if (typeof place === "string" && this.shape.isPlace(place)) counts.set(place, (counts.get(place) ?? 0) + 1);
    return counts;
  }

  /** Places that may be chosen now. */
  get lit(): ReadonlySet<string> {
    if (this.form !== null) return this.form.lit;
    const lit = new Set<string>();
    if (this.filling?.kind === "places") {
      if (this.filling.needs === null || this.filling.items.length < this.filling.needs) this.light(lit, this.filling.order);
      return lit;
    }
    this.light(lit, this.choices);
    if (this.partial.length === 0) this.light(lit, this.ahead.get(this.firstKind ?? "")?.choices ?? []);
    return lit;
  }

  private light(lit: Set<string>, choices: readonly Choice[]): void {
    for (const { part } of choices) if (typeof part === "string" && this.shape.isPlace(part)) lit.add(part);
  }

  /** The kind of answer that a tap on the board begins: the first that has to do with places. The others have buttons. */
  private get firstKind(): Part | null {
    for (const { part } of this.decision.choices) {
      if (this.ahead.get(part)?.choices.some((choice) => this.shape.isPlace(choice.part))) return part;
    }
    return null;
  }

  /** Other kinds of answer that could begin at the same place. */
  get instead(): readonly Choice[] {
    const [kind, place] = this.partial;
    if (place === undefined || !this.shape.isPlace(place)) return [];
    return this.decision.choices.filter((choice) => choice.part !== kind && this.begins(choice.part, place));
  }

  private begins(kind: Part, place: Part): boolean {
    return this.ahead.get(kind)?.choices.some((choice) => choice.part === place) ?? false;
  }

  /** The card that the kind of answer itself is played with, and that is not there for anything else. */
  get spent(): string | null {
    const kind = this.decision.choices.find((choice) => choice.part === this.partial[0]);
    return kind === undefined ? null : this.shape.cardOf(kind);
  }

  // what a person does

  async choose(part: Part): Promise<void> {
    this.stops.push(this.partial.length);
    await this.goTo([...this.partial, part]);
  }

  /** A kind of answer and the place it begins with, in one go. */
  async chooseKindAt(kind: Part, place: Part): Promise<void> {
    this.stops = [0];
    await this.goTo([kind, place]);
  }

  setAmount(amount: number): void {
    if (this.choices.some((choice) => choice.part === amount)) this.amount = amount;
  }

  changeAmount(by: number): void {
    if (this.amount !== null) this.setAmount(this.amount + by);
  }

  /** Step back to the choice before; from the beginning there is nothing to step back to. */
  async back(): Promise<void> {
    this.reason = null;
    if (await this.form?.back()) return;
    const filling = this.filling;
    if (filling !== null && filling.items.length > 0) {
      this.fill(filling.items.slice(0, -1));
      return;
    }
    await this.goTo(this.partial.slice(0, this.stops.pop() ?? 0));
  }

  async reset(): Promise<void> {
    this.stops = [];
    await this.goTo([]);
  }

  /** A tap on a place: choose it, or commit what it previews, or learn why it may not be chosen. */
  async tap(place: string): Promise<Tapped> {
    if (this.form !== null) return this.tapForm(this.form, place);
    if (this.filling?.kind === "places") return this.tapFilling(this.filling, place);
    if (this.previewing && place === this.partial.filter((part) => this.shape.isPlace(part)).at(-1)) return "commit";
    if (this.choices.some((choice) => choice.part === place)) {
      await this.choose(place);
      return "chosen";
    }
    const kind = this.kindFor(place);
    if (kind !== null) {
      await this.chooseKindAt(kind, place);
      return "chosen";
    }
    await this.askWhyNot(place);
    return "refused";
  }

  private async tapForm(form: Picks | Stations, place: string): Promise<Tapped> {
    this.reason = null;
    if (form.kind === "stations") {
      if (await form.put(place)) return "chosen";
    } else if (form.onward?.reply.choices.some(({ part }) => part === place)) {
      this.stops.push(this.partial.length);
      await this.goTo([...form.onward.partial, place]);
      return "chosen";
    } else if (form.all.some(({ part }) => part === place) && (!form.full || form.chosen.includes(place))) {
      await form.toggle(place);
      return "chosen";
    }
    await this.askWhyNot(place);
    return "refused";
  }

  /** The ticked things are enough: go on to what follows them. */
  async closeForm(): Promise<void> {
    const onward = this.form?.onward;
    if (!onward) return;
    this.stops.push(this.partial.length);
    await this.goTo(onward.partial);
  }

  private async tapFilling(filling: Filling, place: string): Promise<Tapped> {
    if (!this.lit.has(place)) {
      await this.askWhyNot(place);
      return "refused";
    }
    this.fill([...filling.items, place]);
    await this.closeWhenFull();
    return "chosen";
  }

  /** The kind that begins at this place: the one being built, else the first that can. */
  private kindFor(place: string): Part | null {
    const [now] = this.partial;
    if (now !== undefined && this.begins(now, place)) return now;
    const first = this.firstKind;
    return this.partial.length === 0 && first !== null && this.begins(first, place) ? first : null;
  }

  async askWhyNot(part: Part | null): Promise<void> {
    const partial = this.form?.asking ?? (this.partial.length === 0 && part !== null ? this.kindWithPlaces() : this.wholePartial());
    const reply = await this.asker.whyNot(this.decision.id, partial, part);
    if (reply.reason !== null) this.reason = { part, text: reply.reason, rule: reply.rule ?? null };
  }

  private kindWithPlaces(): readonly Part[] {
    const first = this.firstKind;
    return this.filling !== null || this.form !== null || first === null ? this.wholePartial() : [first];
  }

  // bags

  toggle(part: Part, most: number): void {
    const filling = this.filling;
    if (filling === null) return;
    const there = filling.items.filter((item) => item === part).length;
    this.fill(there < most ? [...filling.items, part] : filling.items.filter((item) => item !== part));
  }

  async remove(part: Part): Promise<void> {
    const filling = this.filling;
    if (filling === null) return;
    const at = filling.items.lastIndexOf(part);
    if (at >= 0) this.fill([...filling.items.slice(0, at), ...filling.items.slice(at + 1)]);
  }

  /** The bag of items is full enough: go on. */
  async closeBag(): Promise<void> {
    if (this.filling?.kind !== "items") return;
    const closed = [...this.wholePartial(), this.shape.stop];
    this.stops.push(this.partial.length);
    await this.goTo(closed);
  }

  private async closeWhenFull(): Promise<void> {
    const filling = this.filling;
    if (filling?.kind !== "places" || filling.needs === null || filling.items.length < filling.needs) return;
    const reply = await this.ask(this.wholePartial());
    if (reply?.type === "choices" && reply.choices.length === 0) this.whole = wholeOf(reply);
    else if (reply?.type === "choices") {
      const partial = this.wholePartial();
      this.stops.push(this.partial.length);
      this.arrive(partial, reply);
    }
    if (reply?.type === "refused") {
      this.fill(filling.items.slice(0, -1));
      this.refuse(reply, filling.items.at(-1) ?? null);
    }
  }

  private fill(items: readonly Part[]): void {
    if (this.filling === null) return;
    this.filling = { ...this.filling, items };
    this.whole = null;
    this.reason = null;
  }

  /** The parts chosen, those in the bag in the order of the rules. */
  private wholePartial(): readonly Part[] {
    const filling = this.filling;
    if (filling === null) return this.partial;
    const order = filling.kind === "items" ? this.shape.itemsOf(this.decision.role) : filling.order.map(({ part }) => part);
    const place = new Map(order.map((part, i) => [part, i]));
    return [...this.partial, ...filling.items.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))];
  }

  private startFilling(): void {
    const kind = this.whole === null ? this.shape.bagAt(this.partial, this.choices, this.decision) : null;
    this.filling = null;
    this.form = null;
    if (kind === null) return;
    if (kind !== "items" && kind !== "places") {
      this.startForm(kind);
      return;
    }
    const order = this.choices.filter((choice) => choice.part !== this.shape.stop);
    this.filling = { kind, order, items: [], needs: null };
    const needs = this.shape.placesAt(this.decision);
    if (kind === "places" && needs === null) void this.countNeeds(this.partial);
    else if (kind === "places") this.filling = { ...this.filling, needs };
  }

  private startForm(kind: Bag): void {
    const place = { decision: this.decision, base: this.partial, asker: this.asker, shape: this.shape };
    const told = () => {
      const reply = this.form === form ? form.onward?.reply : undefined;
      if (this.form === form) this.whole = reply?.type === "choices" && reply.choices.length === 0 ? wholeOf(reply) : null;
    };
    const form: Picks | Stations = kind === "picks" ? new Picks(place, told) : new Stations(place, kind === "pairs", told);
    this.form = form;
    void form.load();
  }

  /** How many places must be named: walk any one way to the end. */
  private async countNeeds(base: readonly Part[]): Promise<void> {
    let path = base;
    for (let reply = await this.asker.choices(this.decision.id, path); ; reply = await this.asker.choices(this.decision.id, path)) {
      if (reply.type !== "choices") return;
      const first = reply.choices[0];
      if (first === undefined) break;
      path = [...path, first.part];
    }
    if (this.partial !== base || this.filling === null) return;
    // places may have been named while the server was still counting
    const needs = path.length - base.length;
    this.filling = { ...this.filling, needs, items: this.filling.items.slice(0, needs) };
    await this.closeWhenFull();
  }

  // asking

  private async goTo(partial: readonly Part[]): Promise<void> {
    this.reason = null;
    if (partial.length === 0) {
      this.asked += 1;
      this.arrive(partial, { choices: this.decision.choices, action: null, text: "" });
      return;
    }
    const reply = await this.ask(partial);
    if (reply === null) return;
    if (reply.type === "refused") {
      this.stops.pop();
      this.refuse(reply, partial.at(-1) ?? null);
      return;
    }
    this.arrive(partial, reply);
  }

  /** The reply, or null if something else has been asked meanwhile. */
  private async ask(partial: readonly Part[]): Promise<Choices | Refused | null> {
    const number = (this.asked += 1);
    this.busy = true;
    try {
      const reply = await this.asker.choices(this.decision.id, partial);
      return number === this.asked ? reply : null;
    } finally {
      if (number === this.asked) this.busy = false;
    }
  }

  private arrive(partial: readonly Part[], reply: Pick<Choices, "choices" | "action" | "text" | "words" | "warnings">): void {
    this.partial = partial;
    this.choices = reply.choices;
    this.whole = reply.choices.length === 0 && partial.length > 0 ? wholeOf(reply) : null;
    this.amount = this.firstAmount(partial, reply.choices);
    this.startFilling();
  }

  /** A journey goes with all who may; where losses are shared out nothing is suggested. */
  private firstAmount(partial: readonly Part[], choices: readonly Choice[]): number | null {
    const last = partial.at(-1);
    const counting = choices.length > 0 && choices.every((choice) => this.shape.isCount(choice));
    if (!counting || last === undefined) return null;
    const afterPlace = this.shape.isPlace(last) || last === this.shape.stop;
    return afterPlace ? Number(choices.at(-1)?.part) : null;
  }

  private refuse(reply: Refused, part: Part | null): void {
    this.reason = { part, text: reply.reason, rule: reply.rule ?? null };
  }

  /** The whole answer, if there is one: asks for the action of the number that is set. */
  async finish(): Promise<Whole | null> {
    if (this.whole !== null) return this.whole;
    if (!this.counting || this.amount === null) return null;
    const reply = await this.ask([...this.partial, this.amount]);
    if (reply?.type !== "choices") return null;
    if (reply.choices.length > 0) {
      await this.choose(this.amount);
      return null;
    }
    return wholeOf(reply);
  }
}
