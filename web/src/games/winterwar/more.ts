/** What the Winter War says besides of its board and of a position (games/winterwar/scene.py). */

import type { Table as Seat } from "../../state/table.svelte";

export interface CombatTable {
  readonly id: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly reconstructed: boolean;
}

/** The combat tables of a game. */
export interface Tables {
  readonly ground: CombatTable;
  readonly air: CombatTable;
}

export interface Turn {
  readonly turn: number;
  readonly from: string;
  readonly to: string;
  /** who comes to each side */
  readonly arrive: Readonly<Record<string, readonly string[]>>;
}

interface More {
  readonly tables: Tables;
  readonly turns: readonly Turn[];
}

/** The tables of the board, unless this game has others (by an option, or put in by the umpire). */
export function tablesOf({ board, scene }: Pick<Seat, "board" | "scene">): Tables | null {
  const own = scene?.more as Pick<More, "tables"> | null | undefined;
  return own?.tables ?? (board?.more as More | undefined)?.tables ?? null;
}

export function turnsOf({ board }: Pick<Seat, "board">): readonly Turn[] {
  return (board?.more as More | undefined)?.turns ?? [];
}
