/** The Winter War's own: its colours, its combat tables, and the track of its turns. */

import type { Seasoning } from "../seasoning";
import CombatChances from "./CombatChances.svelte";
import CombatRuled from "./CombatRuled.svelte";
import "./nations.css";
import TurnTrack from "./TurnTrack.svelte";

export const winterwar: Seasoning = { Chances: CombatChances, Ruled: CombatRuled, Track: TurnTrack };
