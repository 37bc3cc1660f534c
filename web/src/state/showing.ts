/** What the board shows of an answer that is being built: the places chosen, those that may be, and what goes where. */

import type { Choice, Part } from "../wire/messages";
import type { Filling } from "./filling";
import type { Picks } from "./picks.svelte";
import type { AnswerShape } from "./shape";
import type { Stations } from "./stations.svelte";

interface Building {
  readonly partial: readonly Part[];
  readonly choices: readonly Choice[];
  readonly filling: Filling | null;
  readonly form: Picks | Stations | null;
}

/** The places chosen so far, in order: a path on the board. */
export function pathOf({ partial, filling, form }: Building, shape: AnswerShape): readonly string[] {
  const chosen = filling?.kind === "places" ? [...partial, ...filling.items] : partial;
  const named = chosen.filter((part): part is string => shape.isPlace(part));
  return form?.kind === "picks" ? [...named, ...form.places] : named;
}

/** How many things are to be put where. */
export function plannedOf({ form }: Building, shape: AnswerShape): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const places = form?.kind === "stations" ? [...form.placed.values()] : [];
  for (const place of places) if (typeof place === "string" && shape.isPlace(place)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

/** What may be tapped though it is not lit: a thing on the list that is ticked, and where another answer could begin. */
export function alsoBy({ partial, form }: Building, starts: readonly Choice[], shape: AnswerShape): ReadonlySet<string> {
  if (partial.length === 0 || shape.tapped === undefined) return new Set(form?.kind === "picks" ? form.places : []);
  const others = placesIn(starts, shape);
  return form?.kind === "picks" ? new Set([...others, ...form.places]) : others;
}

/** Places that may be chosen now; at the beginning also those where a tap on the board begins an answer. */
export function litBy({ partial, choices, filling, form }: Building, first: readonly Choice[], shape: AnswerShape): ReadonlySet<string> {
  if (form !== null) return form.lit;
  if (filling?.kind === "places") return placesIn(filling.needs === null || filling.items.length < filling.needs ? filling.order : [], shape);
  return placesIn(partial.length === 0 ? [...choices, ...first] : choices, shape);
}

function placesIn(choices: readonly Choice[], shape: AnswerShape): ReadonlySet<string> {
  return new Set(choices.map(({ part }) => part).filter((part): part is string => typeof part === "string" && shape.isPlace(part)));
}

/** Whether something on a form has been chosen by a person. */
export function isStarted(form: Picks | Stations, shape: AnswerShape): boolean {
  if (form.kind === "picks") return form.chosen.length > 0;
  return form.selected.size > 0 || [...form.placed.values()].some((part) => part !== shape.idle);
}
