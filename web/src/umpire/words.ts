/** Words of a game's edits and rulings as an umpire reads them; what has no name of its own is shown as it is written. */

import { languages, t } from "../texts/languages.svelte";

/** the client's own words for it, and those of the game's desk */
const KEYS = {
  edit: { ours: "web.edit.", desk: "" },
  field: { ours: "web.field.", desk: "input" },
  output: { ours: "web.output.", desk: "output" },
  value: { ours: "web.value.", desk: "choice" },
} as const;

export function word(game: string, of: keyof typeof KEYS, name: string): string {
  const { ours, desk } = KEYS[of];
  const keys = [`${ours}${game}.${name}`, `${ours}core.${name}`, `${game}.${desk}.${name}`];
  const key = keys.find((candidate) => languages.catalogue.has(candidate));
  return key === undefined ? name.replaceAll(/[-_]/g, " ") : t(key);
}
