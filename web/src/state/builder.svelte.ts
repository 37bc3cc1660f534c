/**
 * An answer that is being built, part by part, from the choices the server offers. The client knows no rule: what may
 * come next, whether the answer is whole and why something may not be chosen are all asked over the wire.
 */

import type { Choice, Choices, DecisionSeen, Part, Picking, Refused, WhyNot } from "../wire/messages";
import { type Tapped, type Told, type Whole, wholeOf } from "./answer";
import { Built } from "./built.svelte";
import type { Asker, Onward } from "./forms";
import { Several } from "./several.svelte";
import { cardOf, isCount, isEnd, type Sheet } from "./sheet";
import { Stations } from "./stations.svelte";

export type { Asker } from "./forms";

export class Builder extends Built {
  private readonly asker: Asker;
  /** a form that is being read from the server */
  private loading: Promise<void> = Promise.resolve();
  private asked = 0;
  /** the tap that is being answered: the next one waits for it */
  private tapped: Promise<unknown> = Promise.resolve();
  /** what the answer would be is being asked */
  private telling: Promise<void> = Promise.resolve();

  constructor(decision: DecisionSeen, asker: Asker, sheet: Sheet) {
    super(decision, sheet);
    this.asker = asker;
  }

  async begin(): Promise<void> {
    if (this.decision.choices.length === 0) {
      // nothing is to be chosen, but it has to be said
      const reply = await this.ask([]);
      if (reply?.type === "choices") this.whole = wholeOf(reply);
      return;
    }
    this.startForm();
    if (this.form !== null) return;
    const looked = this.kinds.look(this.asker);
    this.tapped = looked.catch(() => undefined);
    await looked;
    const gathers = this.decision.choices.find((choice) => choice.gathers)?.part;
    if (gathers === undefined || !this.kinds.begun.includes(gathers)) return;
    await this.gathering.load(this.asker, this.decision, gathers, this.kinds.startsOf(gathers), this.sheet);
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
    return choice === undefined ? null : cardOf(choice);
  }

  setAmount(amount: number): void {
    if (!this.choices.some((choice) => choice.part === amount)) return;
    this.amount = amount;
    this.telling = this.count();
  }

  changeAmount(by: number): void {
    if (this.amount !== null) this.setAmount(this.amount + by);
  }

  /** Whoever stands with the piece that is chosen, and can, does the same; or no longer. */
  async takeAlong(all: boolean): Promise<void> {
    await this.tapped;
    const [kind] = this.partial;
    this.company.leave();
    if (all && kind !== undefined) await this.company.take(this.asker, this.decision, kind, this.fellows, this.sheet);
  }

  /** What has been chosen can be given without its button. */
  async isLight(): Promise<boolean> {
    await this.telling;
    return this.previewing && !this.firm;
  }

  /** Step back to the choice before; from the beginning there is nothing to step back to. */
  async back(): Promise<void> {
    this.reason = null;
    if (this.isGathering && this.gathering.back()) return;
    if (await this.form?.back()) return;
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
    if (this.partial.length === 0 && this.gathering.toggle(place)) return "chosen";
    if (this.previewing && place === this.partial.filter((part) => this.sheet.has(part)).at(-1)) return (await this.isLight()) ? "commit" : "chosen";
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
    if (form?.kind === "several" && this.form === form) await form.set(parts);
  }

  private async tapForm(form: Several | Stations, place: string): Promise<Tapped> {
    this.reason = null;
    if (this.whole !== null && place === this.partial.filter((part) => this.sheet.has(part)).at(-1)) return "chosen";
    if (form.kind === "stations") {
      if (await form.put(place)) return "chosen";
    } else if (form.onward?.reply.choices.some(({ part }) => part === place)) {
      return this.tapBeyond(form.onward, place);
    } else if (form.mayAdd(place) || (form.chosen.includes(place) && !form.placing)) {
      await form.toggle(place);
      return "chosen";
    }
    const kind = this.sheet.onPieces ? this.kinds.at(place, this.partial) : null;
    if (kind !== null) {
      await this.chooseKindAt(kind, place);
      return "chosen";
    }
    await this.askWhyNot(place);
    return "refused";
  }

  /** What is picked is enough, and this belongs to what follows it: one choice more, or another form. */
  private async tapBeyond({ partial, reply }: Onward, place: string): Promise<Tapped> {
    if (isForm(reply.picking)) {
      await this.closeForm();
      await this.loading;
      return this.form === null ? "refused" : this.tapForm(this.form, place);
    }
    this.trail.mark(this.partial.length);
    await this.goTo([...partial, place]);
    return "chosen";
  }

  /** The ticked things are enough: go on to what follows them. */
  async closeForm(): Promise<void> {
    const onward = this.form?.onward;
    if (!onward) return;
    this.trail.mark(this.partial.length);
    await this.goTo(onward.partial);
  }

  async askWhyNot(part: Part | null): Promise<void> {
    const [begun] = this.kinds.begun;
    const partial = this.form?.asking ?? (this.partial.length === 0 && part !== null && begun !== undefined ? [begun] : this.partial);
    const reply = await this.asker.whyNot(this.decision.id, partial, part);
    if (reply.reason === null) return;
    this.reason = { part, text: reply.reason, rule: reply.rule ?? null };
    await this.askInsisting(reply);
  }

  /** Whether what was refused can be done all the same. */
  private async askInsisting(refused: WhyNot | Refused): Promise<void> {
    const instead = refused.type === "why-not" ? (refused.instead ?? null) : null;
    if (instead === null) return;
    const { reason } = this;
    const [partial, price] = instead;
    const reply = await this.asker.choices(this.decision.id, partial);
    this.insisted = reply.type === "choices" && this.reason === reason ? { partial, price } : null;
  }

  /** Several things at once are to be picked, or put somewhere. */
  private startForm(): void {
    this.form = null;
    if (this.whole !== null || !isForm(this.picking)) return;
    const { decision, partial: base, choices, picking, asker, sheet } = this;
    const told = () => {
      const reply = this.form === form ? form.onward?.reply : undefined;
      if (this.form !== form) return;
      this.whole = reply !== undefined && reply.choices.length === 0 ? wholeOf(reply) : null;
      // all have their place: what is asked next is asked at once
      if (form.kind === "several" && form.placing && form.full && reply !== undefined && reply.choices.length > 0) void this.closeForm();
    };
    const place = { decision, base, choices, picking, asker, sheet };
    const form: Several | Stations = picking.pick === "several" ? new Several(place, told) : new Stations(place, told);
    this.form = form;
    this.loading = form.load();
  }

  // asking

  private async goTo(partial: readonly Part[]): Promise<void> {
    this.reason = null;
    this.insisted = null;
    if (partial.length === 0) {
      this.asked += 1;
      await this.arrive(partial, { choices: this.decision.choices, picking: this.decision.picking ?? null, action: null, text: "" });
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
    if (partial[1] !== this.partial[1]) this.company.leave();
    this.partial = partial;
    this.choices = reply.choices;
    this.picking = reply.picking ?? {};
    this.anew = new Set([...[...this.anew].filter((at) => at < partial.length), ...(this.picking.anew ? [partial.length] : [])]);
    this.whole = reply.choices.length === 0 && partial.length > 0 ? wholeOf(reply) : null;
    this.amount = amount;
    this.startForm();
    this.telling = this.count();
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
    const counting = choices.length > 0 && choices.every(isCount);
    const closed = this.form !== null || this.choices.some((choice) => choice.part === last && isEnd(choice));
    if (!counting || last === undefined || !(closed || this.sheet.has(last))) return null;
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

/** Several things at once are picked, or put somewhere, on a form of their own. */
function isForm(picking: Picking | null | undefined): boolean {
  return picking?.pick === "several" || picking?.pick === "each" || picking?.pick === "pairs";
}
