/** What a game adds to the client beside what its board and scenes say: colours and panels of its own. Every game does without. */

import type { Component } from "svelte";
import type { Table } from "../state/table.svelte";
import type { Prospect, Ruling } from "../wire/messages";
import "./normandy/nations.css";
import "./norway/sides.css";
import { winterwar } from "./winterwar";

export interface Seasoning {
  /** the chances of an adjudication with the game's own table; without it bars are shown */
  readonly Chances?: Component<{ readonly prospect: Prospect; readonly table: Table }>;
  /** the table that a ruling was read from; with `fallen: false` as long as its dice roll */
  readonly Ruled?: Component<{ readonly ruling: Ruling; readonly table: Table; readonly fallen?: boolean }>;
  /** what lies below the board beside hands and counters that wait */
  readonly Track?: Component<{ readonly table: Table }>;
}

const SEASONED: Readonly<Record<string, Seasoning>> = { winterwar };
const PLAIN: Seasoning = {};

export function seasoningOf({ welcome }: Pick<Table, "welcome">): Seasoning {
  return SEASONED[welcome?.game ?? ""] ?? PLAIN;
}
