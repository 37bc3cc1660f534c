/** Words of a game's edits and rulings as an umpire reads them; what has no name of its own is shown as it is written. */

import { languages, t } from "../texts/languages.svelte";

export type Word = "edit" | "field" | "output" | "value";

/** what the game's own desk calls them */
const DESK: Readonly<Record<Word, string>> = { edit: "edit", field: "input", output: "output", value: "choice" };

/** The game's own word for its umpire, the house's for what every game has, else the one of the game's desk. */
export function word(game: string, of: Word, name: string): string {
  const keys = [`${game}.umpire.${of}.${name}`, `core.umpire.${of}.${name}`, `${game}.${DESK[of]}.${name}`];
  const key = keys.find((candidate) => languages.catalogue.has(candidate));
  return key === undefined ? name.replaceAll(/[-_]/g, " ") : t(key);
}
