/** Computer players as people speak of them. */

import { languages } from "./languages.svelte";
import type { GameInfo } from "../wire/api";
import { plainText, say, type Text, type Word } from "./text";

/** In a sentence: "the captain"; one of a game's own that has no such text, by its name. */
export function playerName(player: string): Word {
  const key = `core.called.${player}`;
  return languages.catalogue.has(key) ? say(key) : player;
}

/** The computer players of a game whose strength has a plain word, the strongest first; its strongest where none has. */
export function levels({ players, player_names }: Pick<GameInfo, "players" | "player_names">): readonly { readonly player: string; readonly name: Text }[] {
  const plain = players.map((player) => ({ player, name: say(`web.level.${player}`) })).filter(({ name }) => languages.catalogue.has(name.key));
  const [first = "random"] = players;
  return plain.length > 0 ? plain : [{ player: first, name: player_names[first] ?? plainText(first) }];
}
