/** The kinds of answer that a decision offers, and what each of them would begin with, as far as it is known. */

import type { Choice, Choices, DecisionSeen, Part } from "../wire/messages";
import type { Asker } from "./forms";
import type { AnswerShape } from "./shape";

/** with more kinds than this nothing is asked ahead */
const MOST_ASKED = 12;

export class Kinds {
  /** what would come after each choice of the beginning */
  ahead = $state.raw<ReadonlyMap<Part, Choices>>(new Map());

  private readonly decision: DecisionSeen;
  private readonly shape: AnswerShape;

  constructor(decision: DecisionSeen, shape: AnswerShape) {
    this.decision = decision;
    this.shape = shape;
  }

  /** Look one step ahead, so that the board can be lit before a kind of answer is chosen. */
  async look(asker: Asker): Promise<void> {
    const { id, choices } = this.decision;
    if (choices.length > MOST_ASKED) return;
    const kinds = choices.filter(({ part }) => typeof part === "string" && !this.shape.isPlace(part));
    const found = await Promise.all(kinds.map(({ part }) => asker.choices(id, [part])));
    const ahead = new Map<Part, Choices>();
    kinds.forEach(({ part }, i) => {
      const reply = found[i];
      if (reply?.type === "choices") ahead.set(part, reply);
    });
    this.ahead = ahead;
  }

  /** The kinds of answer that a tap on the board begins: the first that has to do with places, or those the game names. The others have buttons. */
  get begun(): readonly Part[] {
    const { tapped } = this.shape;
    const onBoard = this.decision.choices.map(({ part }) => part).filter((part) => this.startsOf(part).length > 0);
    return tapped === undefined ? onBoard.slice(0, 1) : onBoard.filter((part) => tapped.has(part));
  }

  /** Where those begin. */
  get starts(): readonly Choice[] {
    return this.begun.flatMap((kind) => this.startsOf(kind));
  }

  startsOf(kind: Part): readonly Choice[] {
    return (this.ahead.get(kind)?.choices ?? []).filter(({ part }) => this.shape.isPlace(part));
  }

  get first(): Part | null {
    return this.begun[0] ?? null;
  }

  begins(kind: Part, place: Part): boolean {
    return this.ahead.get(kind)?.choices.some((choice) => choice.part === place) ?? false;
  }

  /** The kind that begins at this place: the one being built, else the first that can. */
  at(place: string, partial: readonly Part[]): Part | null {
    const [now] = partial;
    if (now !== undefined && this.begins(now, place)) return now;
    if (partial.length > 0 && this.shape.tapped === undefined) return null;
    return this.begun.find((kind) => this.begins(kind, place)) ?? null;
  }

  /** Other kinds of answer that could begin at the same place. */
  instead([kind, place]: readonly Part[]): readonly Choice[] {
    if (place === undefined || !this.shape.isPlace(place)) return [];
    return this.decision.choices.filter(({ part }) => part !== kind && this.begins(part, place));
  }
}
