/** What the board shows of an answer that is being built: the places chosen, those that may be, and what goes where. */

import type { Leg } from "../drawn/leg";
import type { Choice, Part } from "../wire/messages";
import type { Several } from "./several.svelte";
import { onSheet, type Sheet } from "./sheet";
import type { Stations } from "./stations.svelte";

interface Building {
  readonly partial: readonly Part[];
  readonly choices: readonly Choice[];
  readonly form: Several | Stations | null;
}

/** What has been chosen on the board so far, in order: a path. */
export function pathOf({ partial, form }: Building, sheet: Sheet): readonly string[] {
  const named = partial.filter((part) => sheet.has(part));
  return form?.kind === "several" ? [...named, ...form.places] : named;
}

/** The ways that the chosen parts mean, from each place to the next; `anew`: numbers of parts at which a new way begins. */
export function legsOf(partial: readonly Part[], anew: ReadonlySet<number>, sheet: Sheet): readonly Leg[] {
  const legs: Leg[] = [];
  let from: string | null = null;
  partial.forEach((part, i) => {
    if (!sheet.has(part)) return;
    if (from !== null && !anew.has(i)) legs.push([from, part]);
    from = part;
  });
  return legs;
}

/** Who does something to a place together: from each of them to it. */
export function strikesOf({ partial, form }: Building, sheet: Sheet): readonly Leg[] {
  const named = pathOf({ partial, choices: [], form }, sheet);
  const [target, ...those] = named;
  if (target === undefined || sheet.isPiece(target) || those.length === 0 || !those.every((part) => sheet.isPiece(part))) return [];
  return those.map((piece) => [piece, target]);
}

/** How many things are to be put where. */
export function plannedOf({ form }: Building, sheet: Sheet): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const places = form?.kind === "stations" ? [...form.placed.values()] : form?.kind === "several" && form.placing ? form.chosen : [];
  for (const place of places) if (sheet.has(place)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

/** What may be tapped though it is not lit: a thing on the list that is ticked, and where another answer could begin. */
export function alsoBy({ partial, form }: Building, starts: readonly string[], sheet: Sheet): ReadonlySet<string> {
  const ticked = form?.kind === "several" ? form.places : [];
  return new Set(partial.length === 0 || !sheet.onPieces ? ticked : [...starts, ...ticked]);
}

/** What may be chosen now; at the beginning also where a tap on the board begins an answer. */
export function litBy({ partial, choices, form }: Building, first: readonly string[], sheet: Sheet): ReadonlySet<string> {
  if (form !== null) return form.lit;
  return new Set([...onSheet(choices, sheet), ...(partial.length === 0 ? first : [])]);
}

/** Whether something on a form has been chosen by a person. */
export function isStarted(form: Several | Stations): boolean {
  if (form.kind === "several") return form.chosen.length > 0;
  return form.selected.size > 0 || [...form.placed.keys()].some((id) => !form.isIdle(id));
}
