/** The games whose boards this client can draw. */

import type { GameClient } from "./game";
import { norway } from "./norway";
import { winterwar } from "./winterwar";

const CLIENTS: ReadonlyMap<string, GameClient> = new Map([norway, winterwar].map((game) => [game.id, game]));

export function clientOf(game: string): GameClient {
  const client = CLIENTS.get(game);
  if (client === undefined) throw new Error(`this client has no board for the game '${game}'`);
  return client;
}

export function hasClient(game: string): boolean {
  return CLIENTS.has(game);
}
