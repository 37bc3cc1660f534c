/** What stands on a board of areas at one moment. A game makes it from its view. */

import type { Text } from "../../texts/text";
import type { Outline } from "./counters";
import type { Stack } from "./stacks";

export type AreaMark = "point-city" | "mobilisation" | "airfield";

export interface AreaInfo {
  readonly id: string;
  readonly name: Text;
  readonly marks: readonly AreaMark[];
  /** those of the marks that are our completion */
  readonly completed: readonly AreaMark[];
  /** our completion, not stated in the rulebook */
  readonly reconstructed: boolean;
}

export interface Attack {
  /** null: from the sea or the air */
  readonly from: string | null;
  readonly to: string;
  readonly side: string;
  readonly count: number;
  readonly mode: "land" | "water" | "sea" | "air";
}

/** A piece at sea that lies open. */
export interface OpenPiece {
  readonly name: Text;
  /** its silhouette, a hundred units wide */
  readonly glyph: string;
  readonly caught: boolean;
}

/** A side's cards in a sea area: how many lie back up, and those that lie open. */
export interface Pile {
  readonly side: string;
  readonly hidden: number;
  readonly shown: readonly OpenPiece[];
}

/** A sea area that pieces lie in, or a box on the sheet for such pieces. */
export interface Water {
  readonly id: string;
  readonly name: Text;
  readonly shade: "red" | "blue" | "";
  /** x, y, width, height; null: the sea area of this id */
  readonly box: readonly [number, number, number, number] | null;
  readonly piles: readonly Pile[];
  readonly battle: boolean;
}

export interface Scene {
  readonly areas: readonly AreaInfo[];
  /** none where nothing lies at sea */
  readonly waters: readonly Water[];
  /** what stands beside the telegraph line; null: it means nothing */
  readonly wire: Text | null;
  readonly stacks: readonly Stack[];
  readonly attacks: readonly Attack[];
  /** the side whose men stand in each area alone, for the tint of the ground */
  readonly holders: ReadonlyMap<string, string>;
  /** where fighting goes on now */
  readonly battle: string | null;
}

/** A set of areas that can be shaded on request. */
export interface Overlay {
  readonly id: string;
  readonly name: Text;
  readonly areas: ReadonlySet<string>;
}

/** A side as its counters show it. */
export interface SideSeen {
  readonly side: string;
  readonly name: Text;
  readonly outline: Outline;
}

/** The rulebook's own words for the signs of the map, where players know them; "": none. */
export interface LegendTerms {
  readonly marks: Readonly<Record<AreaMark, string>>;
  readonly impassable: string;
  readonly piece: string;
}
