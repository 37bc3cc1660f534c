/** Pieces that are to do something together, chosen before the place: lit is where all of them can do it. */

import type { DecisionSeen, Part } from "../wire/messages";
import type { Asker } from "./forms";
import { onSheet, type Sheet } from "./sheet";

export class Gathering {
  chosen = $state.raw<readonly string[]>([]);
  /** place -> the pieces that can do it there */
  private able = $state.raw<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

  /** Look who can do this kind of thing where. */
  async load(asker: Asker, { id }: DecisionSeen, kind: Part, places: readonly string[], sheet: Sheet): Promise<void> {
    const replies = await Promise.all(places.map((place) => asker.choices(id, [kind, place])));
    this.able = new Map(
      replies.flatMap((reply, i): [string, ReadonlySet<string>][] => {
        const place = places[i];
        if (reply.type !== "choices" || place === undefined) return [];
        return [[place, new Set(onSheet(reply.choices, sheet))]];
      }),
    );
  }

  /** Where all who are chosen can do it; everywhere, if none is. */
  get places(): readonly string[] {
    return [...this.able].filter(([, pieces]) => this.chosen.every((piece) => pieces.has(piece))).map(([place]) => place);
  }

  /** Who can do it there. */
  get pieces(): ReadonlySet<string> {
    return new Set(this.places.flatMap((place) => [...(this.able.get(place) ?? [])]));
  }

  get lit(): ReadonlySet<string> {
    return new Set([...this.places, ...[...this.pieces].filter((piece) => !this.chosen.includes(piece))]);
  }

  /** Take a piece along, or leave it; false: it is none of those. */
  toggle(piece: string): boolean {
    if (this.chosen.includes(piece)) this.chosen = this.chosen.filter((other) => other !== piece);
    else if (this.pieces.has(piece)) this.chosen = [...this.chosen, piece];
    else return false;
    return true;
  }

  /** The last one stays behind; false: there is none. */
  back(): boolean {
    if (this.chosen.length === 0) return false;
    this.chosen = this.chosen.slice(0, -1);
    return true;
  }

  /** All who are chosen, who are no longer waiting for a place. */
  take(): readonly string[] {
    const taken = this.chosen;
    this.chosen = [];
    return taken;
  }
}
