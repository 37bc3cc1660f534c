/** What stands on a board of hexes at one moment. A game makes it from its view. */

import type { Text } from "../../texts/text";

/** How the edge of a counter is cut: ground units are square, wings have a round top, ships a keel. */
export type CounterShape = "ground" | "air" | "ship";

/** The mark in the corner of a counter, by which its nation is told without its colour. */
export type NationMark = "cross" | "star" | "crowns" | "roundel" | "bars";

export interface HexCounter {
  readonly id: string;
  readonly hex: string;
  /** whose it is: a role */
  readonly side: string;
  /** chooses the colours: `.nation-<nation>` */
  readonly nation: string;
  readonly mark: NationMark;
  readonly shape: CounterShape;
  /** a kind of symbols.json */
  readonly symbol: string;
  /** the sign of its size, as "XX" */
  readonly size: string;
  /** what stands at its side, as "4D" */
  readonly short: string;
  readonly name: Text;
  /** the figures below, as "4-4-3" */
  readonly figures: string;
  /** what is put on top of a stack: the greater */
  readonly weight: number;
  /** steps it has lost */
  readonly losses: number;
  readonly cutOff: boolean;
  readonly moved: boolean;
}

export interface HexTown {
  readonly id: string;
  readonly name: Text;
  readonly hex: string;
  /** its size on the map: 1 the smallest */
  readonly rank: 1 | 2 | 3;
  /** what it is worth; 0: nothing is printed */
  readonly value: number;
  /** who holds it, and whether that is not who held it first */
  readonly owner: string;
  readonly taken: boolean;
  /** our completion, not stated in the rulebook */
  readonly reconstructed: boolean;
}

/** Who attacks, or means to: an arrow from hex to hex. */
export interface HexAttack {
  readonly from: string;
  readonly to: string;
  readonly side: string;
}

export interface HexScene {
  readonly counters: readonly HexCounter[];
  readonly towns: readonly HexTown[];
  readonly attacks: readonly HexAttack[];
  /** where fighting goes on now */
  readonly battle: string | null;
  /** closed for the rest of this player turn */
  readonly closed: ReadonlySet<string>;
}

/** Something that can be laid over the map by a number key. */
export interface HexOverlay {
  readonly id: string;
  readonly name: Text;
  /** the colour of a hex: `.tint-<tint>`; and a word or number in it, or "" */
  readonly hexes: ReadonlyMap<string, { readonly tint: string; readonly label: string }>;
  /** ways from hex to hex, as lines of supply */
  readonly lines: readonly { readonly hexes: readonly string[]; readonly tint: string }[];
  /** hexes to be marked as broken off, with the reason */
  readonly breaks: readonly { readonly hex: string; readonly name: Text }[];
}

/** Why a hex or a counter may not be chosen. */
export interface Barred {
  readonly place: string;
  readonly reason: Text;
}

/** A nation as the legend shows it. */
export interface NationSeen {
  readonly nation: string;
  readonly mark: NationMark;
  readonly name: Text;
}
