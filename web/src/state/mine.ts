/** My games: the links this browser holds. They never leave it but to the server they belong to. */

import type { Text } from "../texts/text";

export interface MyGame {
  readonly token: string;
  readonly game: string;
  readonly match: string;
  readonly seat: string;
  readonly roles: readonly string[];
  /** when it was last opened, in milliseconds */
  readonly opened: number;
  /** the last line seen here */
  readonly seen: number;
  readonly over: boolean;
  /** links of other seats that are played at this screen too, with a curtain between */
  readonly beside: readonly string[];
  /** what its roles are called, where they are not the game's own */
  readonly names: Readonly<Record<string, Text>>;
  /** invitations that have not been given away yet, by seat */
  readonly invitations: Readonly<Record<string, string>>;
}

const KEPT = "feltherre.games";
const MOST = 100;

/** What is not known yet; games that were kept before something was noted of them lack it. */
const NEW: MyGame = { token: "", game: "", match: "", seat: "", roles: [], opened: 0, seen: -1, over: false, beside: [], names: {}, invitations: {} };

export function myGames(): readonly MyGame[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? (kept as MyGame[]).map((game) => ({ ...NEW, ...game })) : [];
  } catch {
    return [];
  }
}

export function myGame(token: string): MyGame | null {
  return myGames().find((game) => game.token === token) ?? null;
}

/** Whether a seat is one of several at this screen: whose name would it be? */
export function isShared(token: string): boolean {
  return myGames().some((game) => game.beside.length > 0 && [game.token, ...game.beside].includes(token));
}

/** Note what is known of a game; what is not named stays as it was. */
export function keepGame(token: string, news: Partial<Omit<MyGame, "token">>): void {
  const before = myGame(token) ?? { ...NEW, token };
  const others = myGames().filter((game) => game.token !== token);
  write([{ ...before, ...news }, ...others].toSorted((a, b) => b.opened - a.opened).slice(0, MOST));
}

/** Where a game of this browser's is played. */
export function addressOf({ token, beside = [] }: Pick<MyGame, "token" | "beside">): string {
  return beside.length === 0 ? `#/play/${token}` : `#/hot/${[token, ...beside].join("/")}`;
}

export function forgetGame(token: string): void {
  write(myGames().filter((game) => game.token !== token));
}

function write(games: readonly MyGame[]): void {
  localStorage.setItem(KEPT, JSON.stringify(games));
}
