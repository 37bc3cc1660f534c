/** The kinds of answer that a decision offers, and what each of them would begin with, as far as it is known. */

import type { Choice, Choices, DecisionSeen, Part } from "../wire/messages";
import type { Asker } from "./forms";
import { onSheet, type Sheet } from "./sheet";

/** with more kinds than this nothing is asked ahead */
const MOST_ASKED = 12;

export class Kinds {
  /** what would come after each choice of the beginning */
  ahead = $state.raw<ReadonlyMap<Part, Choices>>(new Map());

  private readonly decision: DecisionSeen;
  private readonly sheet: Sheet;

  constructor(decision: DecisionSeen, sheet: Sheet) {
    this.decision = decision;
    this.sheet = sheet;
  }

  /** Look one step ahead, so that the board can be lit before a kind of answer is chosen. */
  async look(asker: Asker): Promise<void> {
    const { id, choices } = this.decision;
    if (choices.length > MOST_ASKED) return;
    const kinds = choices.filter(({ what }) => what === "kind");
    const found = await Promise.all(kinds.map(({ part }) => asker.choices(id, [part])));
    const ahead = new Map<Part, Choices>();
    kinds.forEach(({ part }, i) => {
      const reply = found[i];
      if (reply?.type === "choices") ahead.set(part, reply);
    });
    this.ahead = ahead;
  }

  /** The kinds of answer that a tap on the board begins. The others have buttons. */
  get begun(): readonly Part[] {
    return this.decision.choices.filter(({ part, tapped }) => tapped === true && this.startsOf(part).length > 0).map(({ part }) => part);
  }

  /** Where those begin. */
  get starts(): readonly string[] {
    return this.begun.flatMap((kind) => this.startsOf(kind));
  }

  startsOf(kind: Part): readonly string[] {
    return onSheet(this.ahead.get(kind)?.choices ?? [], this.sheet);
  }

  begins(kind: Part, place: Part): boolean {
    return this.ahead.get(kind)?.choices.some((choice) => choice.part === place) ?? false;
  }

  /** The kind that begins at this place: the one being built, else the first that can. */
  at(place: string, [now]: readonly Part[]): Part | null {
    if (now !== undefined && this.begins(now, place)) return now;
    // on areas a place that is tapped in the middle of an answer belongs to it
    if (now !== undefined && !this.sheet.onPieces) return null;
    return this.begun.find((kind) => this.begins(kind, place)) ?? null;
  }

  /** Other kinds of answer that could begin at the same place. */
  instead([kind, place]: readonly Part[]): readonly Choice[] {
    if (place === undefined || !this.sheet.has(place)) return [];
    return this.decision.choices.filter(({ part }) => part !== kind && this.begins(part, place));
  }
}
