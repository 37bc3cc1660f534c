/** Others of a stack who do the same as the piece that is chosen, one after the other; lit is where all of them can. */

import type { DecisionSeen, Part } from "../wire/messages";
import type { Asker } from "./forms";
import { onSheet, type Sheet } from "./sheet";

export class Company {
  /** piece -> where it can go */
  private able = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

  get pieces(): readonly string[] {
    return [...this.able.keys()];
  }

  /** Take these along. */
  async take(asker: Asker, { id }: DecisionSeen, kind: Part, pieces: readonly string[], sheet: Sheet): Promise<void> {
    const replies = await Promise.all(pieces.map((piece) => asker.choices(id, [kind, piece])));
    this.able = new Map(pieces.flatMap((piece, i): [string, ReadonlySet<string>][] => {
      const reply = replies[i];
      return reply?.type === "choices" ? [[piece, new Set(onSheet(reply.choices, sheet))]] : [];
    }));
  }

  /** They stay behind. */
  leave(): void {
    if (this.able.size > 0) this.able = new Map();
  }

  /** Whether all of them can go there. */
  reaches(place: string): boolean {
    return [...this.able.values()].every((places) => places.has(place));
  }
}
