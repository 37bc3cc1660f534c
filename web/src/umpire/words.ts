/** Words of a game's edits and rulings as an umpire reads them; what has no name of its own is shown as it is written. */

import { languages, t } from "../texts/languages.svelte";

/** the client's own words for it */
const KEYS = {
  edit: (name: string) => `web.edit.${name}`,
  field: (name: string) => `web.field.${name}`,
  output: (name: string) => `web.output.${name}`,
  value: (name: string) => `web.value.${name}`,
} as const;
/** and those of the game's own desk */
const DESK: Readonly<Record<string, string>> = { field: "input", output: "output", value: "choice" };

export function word(game: string, of: keyof typeof KEYS, name: string): string {
  const keys = [...[`${game}.${name}`, `core.${name}`].map(KEYS[of]), `${game}.${DESK[of] ?? of}.${name}`];
  const key = keys.find((candidate) => languages.catalogue.has(candidate));
  return key === undefined ? name.replaceAll(/[-_]/g, " ") : t(key);
}
