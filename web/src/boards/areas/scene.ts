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

export interface Scene {
  readonly areas: readonly AreaInfo[];
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
