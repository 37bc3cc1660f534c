/** Beginning a game from the start page: against the computer, or with others at this screen. */

import type { Text } from "../texts/text";
import { claim, type GameInfo, type Made, makeMatch, newToken, seatName } from "../wire/api";
import { addressOf, keepGame } from "./mine";
import { prefs } from "./prefs.svelte";

/** The seating in which the fewest sit: one computer player holds all that is not one's own. */
export function plainSeating({ seatings }: GameInfo): number {
  const sizes = seatings.map((seats) => seats.length);
  return sizes.indexOf(Math.min(...sizes));
}

export function seatsOf(game: GameInfo): readonly (readonly string[])[] {
  return game.seatings[plainSeating(game)] ?? [];
}

/** The seat and the computer player that were chosen last for this game; at first its first seat and its strongest player. */
export function chosenFor(game: GameInfo, players: readonly string[]): { readonly seat: string; readonly player: string } {
  const kept = prefs.starts[game.id];
  const seats = seatsOf(game).map(seatName);
  return {
    seat: seats.find((name) => name === kept?.seat) ?? seats[0] ?? "",
    player: players.find((name) => name === kept?.player) ?? players[0] ?? "random",
  };
}

/** Make a game against the computer, and keep its link: the address of its table. */
export async function beginAlone(game: GameInfo, seat: string, player: string, options: Readonly<Record<string, string>>): Promise<string> {
  const others = seatsOf(game).map(seatName).filter((name) => name !== seat);
  const made = await makeMatch({
    game: game.id,
    seating: plainSeating(game),
    seat,
    computers: Object.fromEntries(others.map((name) => [name, player])),
    options,
    name: prefs.name,
  });
  const { token, roles } = made.link;
  keepGame(token, { game: game.id, match: made.match, seat: made.link.seat, roles, opened: Date.now() });
  return addressOf({ token, beside: [] });
}

/** Make a game whose seats are all played at this screen. */
export async function beginTogether(game: GameInfo, options: Readonly<Record<string, string>>): Promise<string> {
  return takeAll(game.id, await makeMatch({ game: game.id, seating: plainSeating(game), options }), game.role_names);
}

/** All seats that people play are taken here and now, and their links stay in this browser: the address of their tables. */
export async function takeAll(game: string, { match, link, invitations }: Made, names: Readonly<Record<string, Text>> = {}): Promise<string> {
  const taken = await Promise.all(invitations.map(({ token }) => claim(token, newToken())));
  const beside = taken.map(({ token }) => token);
  for (const each of [...taken, link]) {
    keepGame(each.token, { game, match, seat: each.seat, roles: each.roles, names, opened: Date.now(), beside: each === link ? beside : [] });
  }
  return addressOf({ token: link.token, beside });
}
