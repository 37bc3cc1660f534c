/** Computer players as people speak of them. */

import { languages } from "./languages.svelte";
import { say, type Word } from "./text";

/** In a sentence: "the captain"; one of a game's own that has no such text, by its name. */
export function playerName(player: string): Word {
  const key = `core.called.${player}`;
  return languages.catalogue.has(key) ? say(key) : player;
}
