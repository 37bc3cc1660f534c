/**
 * An answer that is being built, part by part, from the choices the server offers. The client knows no rule: what may
 * come next, whether the answer is whole and why something may not be chosen are all asked over the wire.
 */

import type { Choice, Choices, DecisionSeen, Part, Refused } from "../wire/messages";
import { type Reason, type Tapped, type Told, type Whole, wholeOf } from "./answer";
import { Built } from "./built.svelte";
import { type Filling, inOrder, placesNeeded, toggled, without } from "./filling";
import type { Asker } from "./forms";
import { Picks } from "./picks.svelte";
import type { AnswerShape, Bag } from "./shape";
import { litBy } from "./showing";
import { Stations } from "./stations.svelte";

export type { Asker } from "./forms";

export class Builder extends Built {
  private readonly asker: Asker;
  /** a form that is being read from the server */
  private loading: Promise<void> = Promise.resolve();
  private asked = 0;
  /** the tap that is being answered: the next one waits for it */
  private tapped: Promise<unknown> = Promise.resolve();

  constructor(decision: DecisionSeen, asker: Asker, shape: AnswerShape) {
    super(decision, shape);
    this.asker = asker;
  }

  async begin(): Promise<void> {
    if (this.decision.choices.length === 0) {
      // nothing is to be chosen, but it has to be said
      const reply = await this.ask([]);
      if (reply?.type === "choices") this.whole = wholeOf(reply);
      return;
    }
    this.startFilling();
    void this.askMissing();
    if (this.filling !== null || this.form !== null) return;
    const looked = this.kinds.look(this.asker);
    this.tapped = looked.catch(() => undefined);
    await looked;
    const { gathers } = this.shape;
    if (gathers === undefined || !this.kinds.begun.includes(gathers)) return;
    await this.gathering.load(this.asker, this.decision, gathers, [...litBy(this, this.kinds.startsOf(gathers), this.shape)], this.shape);
  }

  /** The prompt speaks of something that is not offered: say why. */
  private async askMissing(): Promise<void> {
    const missing = this.shape.missing?.(this.decision) ?? [];
    const replies = await Promise.all(missing.map((part) => this.asker.whyNot(this.decision.id, [], part)));
    this.cannot = replies.flatMap(({ reason, rule }, i) => (reason === null ? [] : [{ part: missing[i] ?? null, text: reason, rule: rule ?? null }]));
  }

  // what a person does

  async choose(part: Part): Promise<void> {
    this.trail.mark(this.partial.length, this.cardIn(this.choices, part), this.choices);
    await this.goTo([...this.partial, part]);
  }

  /** All the same, at its price. */
  async insist(): Promise<void> {
    const { insisted } = this;
    if (insisted === null) return;
    this.trail.clear();
    this.trail.mark(0);
    await this.goTo(insisted.partial);
  }

  /** A kind of answer and the place it begins with, in one go. */
  async chooseKindAt(kind: Part, place: Part): Promise<void> {
    const card = this.cardIn(this.decision.choices, kind) ?? this.cardIn(this.ahead.get(kind)?.choices ?? [], place);
    this.trail.clear();
    this.trail.mark(0, card);
    await this.goTo([kind, place]);
  }

  private cardIn(choices: readonly Choice[], part: Part): string | null {
    const choice = choices.find((other) => other.part === part);
    return choice === undefined ? null : this.shape.cardOf(choice);
  }

  setAmount(amount: number): void {
    if (!this.choices.some((choice) => choice.part === amount)) return;
    this.amount = amount;
    void this.count();
  }

  changeAmount(by: number): void {
    if (this.amount !== null) this.setAmount(this.amount + by);
  }

  /** Step back to the choice before; from the beginning there is nothing to step back to. */
  async back(): Promise<void> {
    this.reason = null;
    if (this.isGathering && this.gathering.back()) return;
    if (await this.form?.back()) return;
    const filling = this.filling;
    if (filling !== null && filling.items.length > 0) {
      this.fill(filling.items.slice(0, -1));
      return;
    }
    await this.goTo(this.partial.slice(0, this.trail.takeBack()));
  }

  async reset(): Promise<void> {
    this.trail.clear();
    await this.goTo([]);
  }

  /** A tap on a place: choose it, or commit what it previews, or learn why it may not be chosen. */
  tap(place: string): Promise<Tapped> {
    // a quick second tap speaks of what the first one brings about, also when the server has not answered yet
    const { partial, whole } = this;
    const answer = this.tapped.then(() => this.answerTap(place));
    this.tapped = answer.catch(() => undefined);
    // but nothing is given that was not on the screen when the place was tapped
    const seen = () => this.partial === partial && this.whole === whole;
    return answer.then((tapped) => (tapped === "commit" && !seen() ? "chosen" : tapped));
  }

  private async answerTap(place: string): Promise<Tapped> {
    if (this.form !== null) return this.tapForm(this.form, place);
    if (this.filling?.kind === "places") return this.tapFilling(this.filling, place);
    if (this.partial.length === 0 && this.gathering.toggle(place)) return "chosen";
    if (this.previewing && place === this.partial.filter((part) => this.shape.isPlace(part)).at(-1)) return "commit";
    if (this.choices.some((choice) => choice.part === place)) {
      await this.choose(place);
      return "chosen";
    }
    const kind = this.kinds.at(place, this.partial);
    if (kind !== null) {
      const together = this.gathering.take();
      await this.chooseKindAt(kind, place);
      if (together.length > 0) await this.tickOnly(together);
      return "chosen";
    }
    // another end than the one chosen last
    const at = this.trail.backTo(place);
    if (at !== null) {
      await this.goTo(this.partial.slice(0, at));
      await this.choose(place);
      return "chosen";
    }
    await this.askWhyNot(place);
    return "refused";
  }

  /** Those who were chosen before the place, and nobody else. */
  private async tickOnly(parts: readonly Part[]): Promise<void> {
    const { form } = this;
    await this.loading;
    if (form?.kind === "picks" && this.form === form) await form.set(parts);
  }

  private async tapForm(form: Picks | Stations, place: string): Promise<Tapped> {
    this.reason = null;
    if (this.whole !== null && place === this.partial.filter((part) => this.shape.isPlace(part)).at(-1)) return "commit";
    if (form.kind === "stations") {
      if (await form.put(place)) return "chosen";
    } else if (form.onward?.reply.choices.some(({ part }) => part === place)) {
      this.trail.mark(this.partial.length);
      await this.goTo([...form.onward.partial, place]);
      return "chosen";
    } else if (form.all.some(({ part }) => part === place) && (!form.full || form.chosen.includes(place))) {
      await form.toggle(place);
      return "chosen";
    }
    const kind = this.shape.tapped === undefined ? null : this.kinds.at(place, this.partial);
    if (kind !== null) {
      await this.chooseKindAt(kind, place);
      return "chosen";
    }
    await this.askWhyNot(place);
    return "refused";
  }

  /** The ticked things are enough: go on to what follows them. */
  async closeForm(): Promise<void> {
    const onward = this.form?.onward;
    if (!onward) return;
    this.trail.mark(this.partial.length);
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

  async askWhyNot(part: Part | null): Promise<void> {
    const partial = this.form?.asking ?? (this.partial.length === 0 && part !== null ? this.kindWithPlaces() : this.wholePartial());
    const reply = await this.asker.whyNot(this.decision.id, partial, part);
    if (reply.reason === null) return;
    this.reason = { part, text: reply.reason, rule: reply.rule ?? null };
    await this.askInsisting(partial, this.reason);
  }

  /** Whether what was refused can be done all the same. */
  private async askInsisting(partial: readonly Part[], refused: Reason): Promise<void> {
    const insisted = this.shape.insists?.(partial, refused) ?? null;
    const reply = insisted === null ? null : await this.asker.choices(this.decision.id, insisted.partial);
    this.insisted = reply?.type === "choices" && this.reason === refused ? insisted : null;
  }

  private kindWithPlaces(): readonly Part[] {
    const { first } = this.kinds;
    return this.filling !== null || this.form !== null || first === null ? this.wholePartial() : [first];
  }

  // bags

  toggle(part: Part, most: number): void {
    const { filling } = this;
    if (filling !== null) this.fill(toggled(filling.items, part, most));
  }

  async remove(part: Part): Promise<void> {
    const { filling } = this;
    if (filling?.items.includes(part)) this.fill(without(filling.items, part));
  }

  /** The bag of items is full enough: go on. */
  async closeBag(): Promise<void> {
    if (this.filling?.kind !== "items") return;
    const closed = [...this.wholePartial(), this.shape.stop];
    this.trail.mark(this.partial.length);
    await this.goTo(closed);
  }

  /** Whether the bag may be closed with what is in it, and why not: the rules may want more than the hand offers. */
  private async askClosing(): Promise<void> {
    const { filling } = this;
    this.closable = null;
    if (filling?.kind !== "items") return;
    const reply = await this.asker.choices(this.decision.id, [...this.wholePartial(), this.shape.stop]);
    if (this.filling === filling) this.closable = reply.type === "refused" ? { part: null, text: reply.reason, rule: reply.rule ?? null } : "yes";
  }

  private async closeWhenFull(): Promise<void> {
    const filling = this.filling;
    if (filling?.kind !== "places" || filling.needs === null || filling.items.length < filling.needs) return;
    const reply = await this.ask(this.wholePartial());
    if (reply?.type === "choices" && reply.choices.length === 0) this.whole = wholeOf(reply);
    else if (reply?.type === "choices") {
      const partial = this.wholePartial();
      this.trail.mark(this.partial.length);
      await this.arrive(partial, reply);
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
    void this.askClosing();
  }

  /** The parts chosen, those in the bag in the order of the rules. */
  private wholePartial(): readonly Part[] {
    return this.filling === null ? this.partial : [...this.partial, ...inOrder(this.filling, this.shape, this.decision.role)];
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
    if (kind === "items") void this.askClosing();
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
    this.loading = form.load();
  }

  private async countNeeds(base: readonly Part[]): Promise<void> {
    const needs = await placesNeeded(this.asker, this.decision, base);
    if (needs === null || this.partial !== base || this.filling === null) return;
    // places may have been named while the server was still counting
    this.filling = { ...this.filling, needs, items: this.filling.items.slice(0, needs) };
    await this.closeWhenFull();
  }

  // asking

  private async goTo(partial: readonly Part[]): Promise<void> {
    this.reason = null;
    this.insisted = null;
    if (partial.length === 0) {
      this.asked += 1;
      await this.arrive(partial, { choices: this.decision.choices, action: null, text: "" });
      return;
    }
    const reply = await this.ask(partial);
    if (reply === null) return;
    if (reply.type === "refused") {
      this.trail.takeBack();
      this.refuse(reply, partial.at(-1) ?? null);
      return;
    }
    await this.arrive(partial, reply);
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

  private async arrive(partial: readonly Part[], reply: Told): Promise<void> {
    const number = this.asked;
    const amount = await this.firstAmount(partial, reply.choices);
    if (number !== this.asked) return; // something else has been asked meanwhile
    this.partial = partial;
    this.choices = reply.choices;
    this.whole = reply.choices.length === 0 && partial.length > 0 ? wholeOf(reply) : null;
    this.amount = amount;
    this.startFilling();
    void this.count();
  }

  /** What the answer would be with the number that is set: told before it is given. */
  private async count(): Promise<void> {
    const { partial, closing } = this;
    this.counted = null;
    if (closing === null) return;
    const reply = await this.asker.choices(this.decision.id, [...partial, closing]);
    if (this.partial === partial && this.closing === closing && reply.type === "choices" && reply.choices.length === 0) this.counted = wholeOf(reply);
  }

  /** A journey goes with all who may, or with as many as the game does not warn of; where losses are shared out nothing is suggested. */
  private async firstAmount(partial: readonly Part[], choices: readonly Choice[]): Promise<number | null> {
    const last = partial.at(-1);
    const counting = choices.length > 0 && choices.every((choice) => this.shape.isCount(choice));
    if (!counting || last === undefined || !(this.shape.isPlace(last) || last === this.shape.stop)) return null;
    const amounts = choices.map(({ part }) => Number(part)).toReversed();
    for (const amount of amounts) {
      const reply = await this.asker.choices(this.decision.id, [...partial, amount]);
      if (reply.type === "choices" && (reply.warnings ?? []).length === 0) return amount;
    }
    return amounts[0] ?? null;
  }

  private refuse(reply: Refused, part: Part | null): void {
    this.reason = { part, text: reply.reason, rule: reply.rule ?? null };
  }

  /** The whole answer, if there is one: asks for the action of the number that is set. */
  async finish(): Promise<Whole | null> {
    if (this.proposed !== null) return this.proposed;
    const { closing } = this;
    if (closing === null) return null;
    const reply = await this.ask([...this.partial, closing]);
    if (reply?.type !== "choices") return null;
    if (reply.choices.length > 0) {
      await this.choose(closing);
      return null;
    }
    return wholeOf(reply);
  }
}
